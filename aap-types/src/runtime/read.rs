//! From bytes or a value to a typed, validated value.

use std::borrow::Cow;

use serde::de::{self, Deserializer};
use serde_json::Value;

use super::Message;
use super::decode::{self, FromSerde, Reader};
use super::document::{self, Document, Order};
use super::json_text::JsonText;
use super::message;
use super::number;
use super::report;
use super::schema::Model;
use super::verdict;
use crate::pointer::JsonPointer;
use crate::rejection::{Rejection, Unrepresentable};
use crate::violation::{Violation, Violations};

/// Reads and validates a JSON text.
///
/// # Errors
/// Every kind of [`Rejection`].
pub fn from_slice<T: Model>(bytes: &[u8]) -> Result<T, Rejection> {
    match one_pass(bytes) {
        Some(value) => Ok(value),
        None => reported(bytes),
    }
}

/// Reads a valid text in one pass. Where anything at all is amiss there is nothing: then the report
/// reads the same bytes and has the last word.
pub(crate) fn one_pass<T: Model>(bytes: &[u8]) -> Option<T> {
    if number::are_arbitrarily_precise() {
        return None;
    }
    // Checked as a whole, so that no string has to be checked again.
    let text = std::str::from_utf8(bytes).ok()?;
    let mut text = JsonText::new(text);
    let value = T::decode(&mut text).ok()?;
    text.end().ok()?;
    value.conforms().then_some(value)
}

/// Whether [`from_slice`] takes a text.
#[must_use]
pub fn is_valid_slice<T: Model>(bytes: &[u8]) -> bool {
    verdict::of_slice(T::schema(), bytes).unwrap_or_else(|| from_slice::<T>(bytes).is_ok())
}

/// Reads a text by way of the report.
#[cold]
fn reported<T: Model>(bytes: &[u8]) -> Result<T, Rejection> {
    let document = document::parse_with_overflows(bytes)?;
    without_overflow(&document, typed(&document.value, Some(document.order())))
}

/// What was read of a document, unless a number overflows there: what is invalid is told before that.
#[inline]
fn without_overflow<T>(
    document: &Document<'_>,
    read: Result<T, Rejection>,
) -> Result<T, Rejection> {
    match document.overflows.first() {
        Some(overflow) => Err(overflowing(document, overflow, read.err())),
        None => read,
    }
}

#[cold]
fn overflowing(
    document: &Document<'_>,
    overflow: &Unrepresentable,
    rejection: Option<Rejection>,
) -> Rejection {
    let violations = match rejection {
        Some(Rejection::Invalid(violations)) => document.of_text(violations.into_iter().collect()),
        _ => Vec::new(),
    };
    match Violations::new(violations) {
        Some(violations) => Rejection::Invalid(violations),
        None => Rejection::Unrepresentable(overflow.clone()),
    }
}

/// Validates a value and reads it.
///
/// # Errors
/// [`Rejection::Invalid`] and [`Rejection::Unrepresentable`].
pub fn from_value<T: Model>(value: &Value) -> Result<T, Rejection> {
    typed(value, None)
}

/// Validates a value and reads it; `order` is the text's order of members.
///
/// # Errors
/// As [`from_value`].
pub fn typed<T: Model>(value: &Value, order: Option<Order<'_>>) -> Result<T, Rejection> {
    report::readable(T::schema(), value, order)?;
    // A valid instance always has the type's shape. Should the two ever disagree, this is refused
    // rather than read wrongly.
    T::decode(&mut JsonText::of_any_depth(&value.to_string())).map_err(|_| {
        Rejection::Unrepresentable(Unrepresentable {
            instance_location: JsonPointer::root(),
            message: "the value does not have the shape of its type".to_owned(),
        })
    })
}

/// Where a message is read from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A JSON text.
    Text(&'a [u8]),
    /// A value, and its text's order of members.
    Value(&'a Value, Option<Order<'a>>),
}

impl Source<'_> {
    /// Validates and reads the payload.
    ///
    /// # Errors
    /// As [`from_slice`].
    pub fn payload<T: Model>(self) -> Result<T, Rejection> {
        match self {
            Source::Text(bytes) => from_slice(bytes),
            Source::Value(value, order) => typed(value, order),
        }
    }
}

/// Validates and reads the message of a text.
///
/// # Errors
/// As [`from_slice`]; the `type` is missing or unknown.
pub fn message_of_slice<T: Message>(bytes: &[u8]) -> Result<T, Rejection> {
    // A repeated `type` is found by whoever reads the whole text.
    if let Some(message_type) = leading_type(bytes)
        && T::TYPES.contains(&&*message_type)
    {
        return T::read(&message_type, Source::Text(bytes));
    }
    let document = document::parse_with_overflows(bytes)?;
    without_overflow(&document, message(&document.value, Some(document.order())))
}

/// Validates and reads the message of a value; `order` is its text's order of members.
///
/// # Errors
/// As [`from_value`]; the `type` is missing or unknown.
pub fn message<T: Message>(value: &Value, order: Option<Order<'_>>) -> Result<T, Rejection> {
    let message_type = message_type(value, T::TYPES)?;
    T::read(message_type, Source::Value(value, order))
}

/// The first member `type` of an object, where it is a string; what follows is not looked at.
#[inline]
fn leading_type(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let mut text = JsonText::new(std::str::from_utf8(bytes).ok()?);
    let mut first = true;
    text.open(b'{').ok()?;
    while let Some(name) = text.next_name(&mut first).ok()? {
        if name == "type" {
            return text.string().ok();
        }
        text.skip().ok()?;
    }
    None
}

#[inline]
fn message_type<'a>(value: &'a Value, known: &[&str]) -> Result<&'a str, Rejection> {
    let Value::Object(members) = value else {
        let message = format!("expected object, found {}", message::found(value));
        return Err(violation(&[], "type", message));
    };
    match members.get("type") {
        Some(Value::String(message_type)) => Ok(message_type),
        Some(other) => Err(not_a_type(&message::found(other), known)),
        None => Err(violation(
            &[],
            "required",
            "the member \"type\" is missing".to_owned(),
        )),
    }
}

/// The rejection of a message whose `type` is none of those known.
#[inline]
#[must_use]
pub fn unknown_type(found: &str, known: &[&str]) -> Rejection {
    not_a_type(&message::excerpt(found), known)
}

#[inline]
fn not_a_type(found: &str, known: &[&str]) -> Rejection {
    let known = known.join(", ");
    let message = format!("expected one of {known}, found {found}");
    violation(&["type"], "enum", message)
}

#[inline]
fn violation(path: &[&str], keyword: &'static str, message: String) -> Rejection {
    let mut pointer = JsonPointer::root();
    path.iter().for_each(|token| pointer.push(token));
    Rejection::Invalid(Violation::new(pointer, keyword, message).into())
}

/// `Deserialize` for generated types: as strict as [`from_slice`], in serde's terms.
///
/// # Errors
/// The deserializer's own, or one for what makes the input invalid.
pub fn deserialize<'de, T: Model, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if number::are_arbitrarily_precise() {
        // Digits that no float holds count in the report alone.
        let value = FromSerde(deserializer).value()?;
        // By way of a pointer: what a call leads to, the compiler searches for cycles, type by type.
        let read: fn(&Value) -> Result<T, Rejection> = from_value;
        return read(&value).map_err(de::Error::custom);
    }
    let value = T::decode(FromSerde(deserializer))?;
    decode::conforming(value, T::conforms)
}
