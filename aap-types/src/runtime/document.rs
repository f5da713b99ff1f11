//! A JSON text as a value that lost nothing: repeated members are noticed, member order is kept.

mod overflow;

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use super::decode::Name;
use super::json_text::JsonText;
use crate::pointer::JsonPointer;
use crate::rejection::{DuplicateKey, Rejection, SyntaxError, Unrepresentable};
use crate::violation::Violation;

/// A parsed text.
#[derive(Debug)]
pub struct Document {
    /// The value; where a number overflows, another large one stands for it.
    pub value: Value,
    /// The order in which the text names its members.
    pub order: Order,
    /// The numbers that overflow.
    pub overflows: Vec<Unrepresentable>,
}

impl Document {
    /// Whether a number overflows at this place.
    #[must_use]
    pub fn overflows_at(&self, place: &JsonPointer) -> bool {
        let mut overflows = self.overflows.iter();
        overflows.any(|number| number.instance_location == *place)
    }

    fn overflows_within(&self, place: &JsonPointer) -> bool {
        self.overflows.iter().any(|number| {
            let place_of_number = number.instance_location.as_str();
            let rest = place_of_number.strip_prefix(place.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        })
    }

    /// What is wrong with the text, of what is wrong with the value: nothing that was found in
    /// comparing the numbers that stand there for others, and no word about these.
    #[must_use]
    pub fn of_text(&self, mut violations: Vec<Violation>) -> Vec<Violation> {
        violations.retain(|violation| {
            violation.keyword != "uniqueItems"
                || !self.overflows_within(&violation.instance_location)
        });
        for violation in &mut violations {
            if violation.keyword != "additionalProperties"
                && self.overflows_at(&violation.instance_location)
            {
                BEYOND.clone_into(&mut violation.message);
            }
        }
        violations
    }
}

/// What is wrong with a number that overflows.
const BEYOND: &str = "the number is beyond the range of f64";

/// The order of members in a text.
#[derive(Debug)]
pub enum Order {
    /// Neither object nor array.
    Scalar,
    /// The elements' orders.
    Array(Vec<Order>),
    /// The members, sorted by name.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug)]
pub struct Member {
    name: Rc<str>,
    /// How many stand before it.
    position: usize,
    order: Order,
}

impl Order {
    /// A member's position and order.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<(usize, &Order)> {
        match self {
            Order::Object(members) => {
                let found = members.binary_search_by(|member| (*member.name).cmp(name));
                let member = members.get(found.ok()?)?;
                Some((member.position, &member.order))
            }
            _ => None,
        }
    }

    /// The order of an object. Apart from what reads one, so that there is one sort for all readers.
    fn of_members(mut members: Vec<Member>) -> Order {
        members.sort_unstable_by(|left, right| left.name.cmp(&right.name));
        Order::Object(members)
    }

    /// An element's order.
    #[must_use]
    pub fn element(&self, index: usize) -> Option<&Order> {
        match self {
            Order::Array(elements) => elements.get(index),
            _ => None,
        }
    }
}

/// Parses a JSON text.
///
/// # Errors
/// [`Rejection::Syntax`], [`Rejection::DuplicateKey`] with every repeated member, or
/// [`Rejection::Unrepresentable`] for a number that overflows.
pub fn parse(bytes: &[u8]) -> Result<Document, Rejection> {
    strict(parse_with_overflows(bytes)?)
}

/// The document, unless a number overflows in it.
fn strict(mut document: Document) -> Result<Document, Rejection> {
    match document.overflows.pop() {
        None => Ok(document),
        Some(last) => {
            let first = document.overflows.into_iter().next().unwrap_or(last);
            Err(Rejection::Unrepresentable(first))
        }
    }
}

/// With more numbers that overflow nothing else is told of a text.
const MOST_OVERFLOWS: usize = 100;

/// Parses a JSON text in which numbers may overflow, to find what else is wrong with it.
///
/// # Errors
/// [`Rejection::Syntax`], [`Rejection::DuplicateKey`] with every repeated member, or
/// [`Rejection::Unrepresentable`] for the first of more than 100 numbers that overflow.
pub fn parse_with_overflows(bytes: &[u8]) -> Result<Document, Rejection> {
    match parse_noting(bytes, &[]) {
        // serde_json's words for a float that overflows; it goes no further.
        Err(Rejection::Syntax(error)) if error.message.starts_with("number out of range") => {
            let (bytes, overflowing) = overflow::replaced(bytes);
            if overflowing.len() <= MOST_OVERFLOWS {
                return parse_noting(&bytes, &overflowing);
            }
            let document = parse_noting(&bytes, overflowing.get(..1).unwrap_or_default())?;
            strict(document)
        }
        parsed => parsed,
    }
}

/// Parses a text of whose numbers some are known to overflow, the first being 0.
fn parse_noting(bytes: &[u8], overflowing: &[usize]) -> Result<Document, Rejection> {
    let mut notes = Notes::new(overflowing);
    let parsed = std::str::from_utf8(bytes).ok().and_then(|text| {
        let mut text = JsonText::new(text);
        let parsed = Node(&mut notes).deserialize(&mut text).ok()?;
        text.end().is_ok().then_some(parsed)
    });
    match parsed {
        Some(_) if !notes.duplicates.is_empty() => Err(Rejection::DuplicateKey(DuplicateKey {
            instance_locations: notes.duplicates,
        })),
        Some((value, order)) => Ok(Document {
            value,
            order,
            overflows: notes.overflows,
        }),
        None => Err(Rejection::Syntax(syntax_error(bytes))),
    }
}

/// What is wrong with a text that is no JSON, in serde_json's words.
fn syntax_error(bytes: &[u8]) -> SyntaxError {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    match valid.parse::<Value>() {
        // Where the text is UTF-8 no further, its end says nothing.
        Err(error) if valid.len() == bytes.len() || !error.is_eof() => SyntaxError::from(&error),
        _ => {
            let line = valid.matches('\n').count() + 1;
            let column = valid.len() - valid.rfind('\n').map_or(0, |newline| newline + 1) + 1;
            SyntaxError {
                line,
                column,
                message: format!("invalid UTF-8 at line {line} column {column}"),
            }
        }
    }
}

/// A value of which no object names a member twice, from any deserializer.
///
/// # Errors
/// The deserializer's own, and one that names every repeated member.
pub fn value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let mut notes = Notes::new(&[]);
    let (value, _) = Node(&mut notes).deserialize(deserializer)?;
    if notes.duplicates.is_empty() {
        Ok(value)
    } else {
        Err(de::Error::custom(DuplicateKey {
            instance_locations: notes.duplicates,
        }))
    }
}

struct Notes<'a> {
    path: Vec<Step>,
    duplicates: Vec<JsonPointer>,
    /// The length of their texts.
    told: usize,
    overflows: Vec<Unrepresentable>,
    /// How many numbers there were.
    numbers: usize,
    /// Which of the numbers overflow, the first being 0; in ascending order.
    overflowing: &'a [usize],
}

/// So much text about repeated members is enough: a sender must not choose how much memory it takes.
const MOST_TOLD: usize = 1 << 20;

enum Step {
    Member(Rc<str>),
    Element(usize),
}

impl<'a> Notes<'a> {
    fn new(overflowing: &'a [usize]) -> Notes<'a> {
        Notes {
            path: Vec::new(),
            duplicates: Vec::new(),
            overflows: Vec::new(),
            told: 0,
            numbers: 0,
            overflowing,
        }
    }

    /// Tells that the member at hand was there before.
    fn tell_repeated(&mut self) {
        if self.told < MOST_TOLD {
            let location = self.location();
            self.told += location.as_str().len();
            self.duplicates.push(location);
        }
    }

    /// Counts the number at hand, and tells if it overflows.
    fn count_number(&mut self) {
        let index = self.numbers;
        self.numbers += 1;
        if let [first, rest @ ..] = self.overflowing
            && *first == index
        {
            self.overflowing = rest;
            let instance_location = self.location();
            self.overflows.push(Unrepresentable {
                instance_location,
                message: BEYOND.to_owned(),
            });
        }
    }

    fn location(&self) -> JsonPointer {
        let mut pointer = JsonPointer::root();
        for step in &self.path {
            match step {
                Step::Member(name) => pointer.push(name),
                Step::Element(index) => pointer.push(&index.to_string()),
            }
        }
        pointer
    }
}

struct Node<'a, 'n>(&'a mut Notes<'n>);

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = (Value, Order);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn scalar<E>(value: impl Into<Value>) -> Result<(Value, Order), E> {
    Ok((value.into(), Order::Scalar))
}

impl<'de> Visitor<'de> for Node<'_, '_> {
    type Value = (Value, Order);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        scalar(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        self.0.count_number();
        scalar(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        self.0.count_number();
        scalar(value)
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Self::Value, E> {
        number_of_text(&value.to_string())
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Self::Value, E> {
        number_of_text(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        self.0.count_number();
        match Number::from_f64(value) {
            Some(number) => scalar(number),
            None => Err(E::custom("a number must be finite")),
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        scalar(value)
    }

    fn visit_string<E>(self, value: String) -> Result<Self::Value, E> {
        scalar(value)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        scalar(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        scalar(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let Node(notes) = self;
        let (mut values, mut orders) = (Vec::new(), Vec::new());
        notes.path.push(Step::Element(0));
        while let Some((value, order)) = elements.next_element_seed(Node(notes))? {
            values.push(value);
            orders.push(order);
            if let Some(Step::Element(index)) = notes.path.last_mut() {
                *index = values.len();
            }
        }
        notes.path.pop();
        Ok((Value::Array(values), Order::Array(orders)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let Node(notes) = self;
        let (mut values, mut orders) = (Map::new(), Vec::new());
        while let Some(key) = members.next_key_seed(KeySeed)? {
            let name = match key {
                Key::NumberToken => return number_of_token(members),
                Key::Name(name) => name,
            };
            let name: Rc<str> = Rc::from(name);
            notes.path.push(Step::Member(Rc::clone(&name)));
            let position = values.len();
            match values.entry(&*name) {
                Entry::Vacant(vacant) => {
                    let (value, order) = members.next_value_seed(Node(notes))?;
                    vacant.insert(value);
                    orders.push(Member {
                        name,
                        position,
                        order,
                    });
                }
                Entry::Occupied(_) => {
                    notes.tell_repeated();
                    members.next_value_seed(Node(notes))?;
                }
            }
            notes.path.pop();
        }
        Ok((Value::Object(values), Order::of_members(orders)))
    }
}

fn number_of_token<'de, A: MapAccess<'de>>(mut members: A) -> Result<(Value, Order), A::Error> {
    number_of_text(&members.next_value::<String>()?)
}

fn number_of_text<E: de::Error>(text: &str) -> Result<(Value, Order), E> {
    match text.parse::<Number>() {
        Ok(number) => scalar(number),
        Err(error) => Err(E::custom(error)),
    }
}

/// A member's name, or the sign by which serde_json passes on a number of arbitrary precision.
#[derive(Debug)]
pub enum Key<'de> {
    /// A member's name.
    Name(Cow<'de, str>),
    /// The value is a number's text.
    NumberToken,
}

/// The member name with which serde_json's `arbitrary_precision` marks a number.
pub(super) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// Reads a [`Key`].
///
/// A real member of that very name must stay a member. serde_json gives the keys of real objects
/// to `visit_some` where an option is asked for, and the mark of a number to `visit_str` directly.
#[derive(Debug)]
pub struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key<'de>, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key<'de>, D::Error> {
        Name.deserialize(deserializer).map(Key::Name)
    }

    fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
        Ok(if text == NUMBER_TOKEN {
            Key::NumberToken
        } else {
            Key::Name(Cow::Owned(text.to_owned()))
        })
    }
}
