//! A JSON text as a value that lost nothing: repeated members are noticed, member order is kept.

mod overflow;

use std::rc::Rc;

use serde_json::map::Entry;
use serde_json::{Map, Value};

use super::json_text::{Fault, JsonText};
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

    /// What is wrong with the text, of what is wrong with the value: without what was only found because a
    /// number stands for one that overflows, and with other words for such numbers.
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
    if document.overflows.is_empty() {
        return Ok(document);
    }
    let first = document.overflows.swap_remove(0);
    Err(Rejection::Unrepresentable(first))
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
        let parsed = notes.read(&mut text).ok()?;
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

/// What is noted of a text while it is read.
struct Notes<'a> {
    path: Vec<Step>,
    duplicates: Vec<JsonPointer>,
    /// The length of their texts, in bytes.
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

    /// Reads a value and the order of its members.
    fn read(&mut self, text: &mut JsonText<'_>) -> Result<(Value, Order), Fault> {
        match text.next_byte() {
            Some(b'{') => self.read_object(text),
            Some(b'[') => self.read_array(text),
            byte => {
                if let Some(b'-' | b'0'..=b'9') = byte {
                    self.count_number();
                }
                Ok((text.value()?, Order::Scalar))
            }
        }
    }

    fn read_array(&mut self, text: &mut JsonText<'_>) -> Result<(Value, Order), Fault> {
        let (mut values, mut orders) = (Vec::new(), Vec::new());
        let mut first = true;
        text.open(b'[')?;
        while text.next_element(&mut first)? {
            self.path.push(Step::Element(values.len()));
            let (value, order) = self.read(text)?;
            self.path.pop();
            values.push(value);
            orders.push(order);
        }
        Ok((Value::Array(values), Order::Array(orders)))
    }

    fn read_object(&mut self, text: &mut JsonText<'_>) -> Result<(Value, Order), Fault> {
        let (mut values, mut orders) = (Map::new(), Vec::new());
        let mut first = true;
        text.open(b'{')?;
        while let Some(name) = text.next_name(&mut first)? {
            let name: Rc<str> = Rc::from(name);
            self.path.push(Step::Member(Rc::clone(&name)));
            let position = values.len();
            match values.entry(&*name) {
                Entry::Vacant(vacant) => {
                    let (value, order) = self.read(text)?;
                    vacant.insert(value);
                    orders.push(Member {
                        name,
                        position,
                        order,
                    });
                }
                Entry::Occupied(_) => {
                    self.tell_repeated();
                    self.read(text)?;
                }
            }
            self.path.pop();
        }
        Ok((Value::Object(values), Order::of_members(orders)))
    }
}
