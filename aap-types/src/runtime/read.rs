//! From bytes or a value to a typed, validated value.

use serde::de::{self, Deserializer};
use serde_json::Value;

use super::document::{self, Document, Order};
use super::message;
use super::report::{self, Report};
use super::schema::Model;
use crate::pointer::JsonPointer;
use crate::rejection::{Rejection, Unrepresentable};
use crate::violation::{Violation, Violations};

/// Reads and validates a JSON text.
///
/// # Errors
/// Every kind of [`Rejection`].
pub fn from_slice<T: Model>(bytes: &[u8]) -> Result<T, Rejection> {
    let Document { value, order } = document::parse(bytes)?;
    typed(&value, Some(&order))
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
pub fn typed<T: Model>(value: &Value, order: Option<&Order>) -> Result<T, Rejection> {
    let Report {
        violations,
        mut unrepresentable,
    } = report::report(T::schema(), value, order);
    if let Some(violations) = Violations::new(violations) {
        return Err(Rejection::Invalid(violations));
    }
    if !unrepresentable.is_empty() {
        return Err(Rejection::Unrepresentable(unrepresentable.swap_remove(0)));
    }
    // A valid instance always has the type's shape. Should the two ever disagree, this is refused
    // with the reader's words rather than read wrongly.
    T::decode(value).map_err(|error| {
        Rejection::Unrepresentable(Unrepresentable {
            instance_location: JsonPointer::root(),
            message: error.to_string(),
        })
    })
}

/// The `type` of a message.
///
/// # Errors
/// The value is no object, or has no `type` that is a string.
pub fn message_type<'a>(value: &'a Value, known: &[&str]) -> Result<&'a str, Rejection> {
    let Value::Object(members) = value else {
        let message = format!("expected object, found {}", excerpt(value));
        return Err(violation(&[], "type", message));
    };
    match members.get("type") {
        Some(Value::String(message_type)) => Ok(message_type),
        Some(other) => Err(unknown_type(&excerpt(other), known)),
        None => Err(violation(
            &[],
            "required",
            "the member \"type\" is missing".to_owned(),
        )),
    }
}

/// The rejection of a message whose `type` is none of those known.
#[must_use]
pub fn unknown_type(found: &str, known: &[&str]) -> Rejection {
    let message = format!(
        "expected one of {}, found {}",
        known.join(", "),
        message::excerpt(found)
    );
    violation(&["type"], "enum", message)
}

fn violation(path: &[&str], keyword: &'static str, message: String) -> Rejection {
    let mut pointer = JsonPointer::root();
    path.iter().for_each(|token| pointer.push(token));
    Rejection::Invalid(Violation::new(pointer, keyword, message).into())
}

fn excerpt(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

/// `Deserialize` for generated types: as strict as [`from_slice`], in serde's terms.
///
/// # Errors
/// The deserializer's own, or one that lists every violation.
pub fn deserialize<'de, T: Model, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let value = document::value(deserializer)?;
    from_value(&value).map_err(de::Error::custom)
}
