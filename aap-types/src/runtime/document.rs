//! A JSON text as a value that lost nothing: repeated members are noticed, and the order of members is there
//! for who asks.

mod order;
mod overflow;

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::json_text::{Fault, JsonText};
use crate::pointer::JsonPointer;
use crate::rejection::{DuplicateKey, Rejection, SyntaxError, Unrepresentable};
use crate::violation::Violation;
pub use order::Order;

/// A parsed text.
#[derive(Debug)]
pub struct Document<'a> {
    /// The value; where a number overflows, another large one stands for it.
    pub value: Value,
    /// The numbers that overflow.
    pub overflows: Vec<Unrepresentable>,
    /// The text, with the value's numbers.
    text: Cow<'a, str>,
    root: order::Node,
}

impl<'a> Document<'a> {
    fn new(value: Value, overflows: Vec<Unrepresentable>, text: Cow<'a, str>) -> Document<'a> {
        Document {
            value,
            overflows,
            text,
            root: order::Node::default(),
        }
    }

    /// The order in which the text names its members.
    #[must_use]
    pub fn order(&self) -> Order<'_> {
        Order::new(&self.text, &self.root)
    }

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

/// Parses a JSON text.
///
/// # Errors
/// [`Rejection::Syntax`], [`Rejection::DuplicateKey`] with every repeated member, or
/// [`Rejection::Unrepresentable`] for a number that overflows.
pub fn parse(bytes: &[u8]) -> Result<Document<'_>, Rejection> {
    strict(parse_with_overflows(bytes)?)
}

/// The document, unless a number overflows in it.
fn strict(mut document: Document<'_>) -> Result<Document<'_>, Rejection> {
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
pub fn parse_with_overflows(bytes: &[u8]) -> Result<Document<'_>, Rejection> {
    let parsed = std::str::from_utf8(bytes).ok().and_then(|text| {
        let value = whole(text, JsonText::value)?;
        Some(Document::new(value, Vec::new(), Cow::Borrowed(text)))
    });
    match parsed {
        Some(document) => Ok(document),
        None => parse_faulty(bytes),
    }
}

/// Reads a text to its end.
fn whole<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut JsonText<'a>) -> Result<T, Fault>,
) -> Option<T> {
    let mut text = JsonText::new(text);
    let read = read(&mut text).ok()?;
    text.end().is_ok().then_some(read)
}

/// Parses a text with which something is wrong, to tell what.
#[cold]
fn parse_faulty(bytes: &[u8]) -> Result<Document<'_>, Rejection> {
    match parse_noting(bytes, &[]) {
        // serde_json's words for a float that overflows; it goes no further.
        Err(Rejection::Syntax(error)) if error.message.starts_with("number out of range") => {
            let (bytes, mut overflowing) = overflow::replaced(bytes);
            let are_many = overflowing.len() > MOST_OVERFLOWS;
            if are_many {
                overflowing.truncate(1);
            }
            let (value, overflows) = parse_noting(&bytes, &overflowing)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let document = Document::new(value, overflows, Cow::Owned(text));
            if are_many {
                strict(document)
            } else {
                Ok(document)
            }
        }
        parsed => {
            let (value, overflows) = parsed?;
            let text = String::from_utf8_lossy(bytes);
            Ok(Document::new(value, overflows, text))
        }
    }
}

/// Parses a text of whose numbers some are known to overflow, the first being 0.
fn parse_noting(
    bytes: &[u8],
    overflowing: &[usize],
) -> Result<(Value, Vec<Unrepresentable>), Rejection> {
    let mut notes = Notes::new(overflowing);
    let parsed = std::str::from_utf8(bytes)
        .ok()
        .and_then(|text| whole(text, |text| notes.read(text)));
    match parsed {
        Some(_) if !notes.duplicates.is_empty() => Err(Rejection::DuplicateKey(DuplicateKey {
            instance_locations: notes.duplicates,
        })),
        Some(value) => Ok((value, notes.overflows)),
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
    Member(Box<str>),
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

    fn read(&mut self, text: &mut JsonText<'_>) -> Result<Value, Fault> {
        match text.next_byte() {
            Some(b'{') => self.read_object(text),
            Some(b'[') => self.read_array(text),
            byte => {
                if let Some(b'-' | b'0'..=b'9') = byte {
                    self.count_number();
                }
                text.value()
            }
        }
    }

    fn read_array(&mut self, text: &mut JsonText<'_>) -> Result<Value, Fault> {
        let mut values = Vec::new();
        let mut first = true;
        text.open(b'[')?;
        while text.next_element(&mut first)? {
            self.path.push(Step::Element(values.len()));
            values.push(self.read(text)?);
            self.path.pop();
        }
        Ok(Value::Array(values))
    }

    fn read_object(&mut self, text: &mut JsonText<'_>) -> Result<Value, Fault> {
        let mut values = Map::new();
        let mut first = true;
        text.open(b'{')?;
        while let Some(name) = text.next_name(&mut first)? {
            self.path.push(Step::Member((*name).into()));
            let is_repeated = values.contains_key(&*name);
            if is_repeated {
                self.tell_repeated();
            }
            let value = self.read(text)?;
            if !is_repeated {
                values.insert(name.into_owned(), value);
            }
            self.path.pop();
        }
        Ok(Value::Object(values))
    }
}
