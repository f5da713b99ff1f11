//! JSON that keeps the order of members and refuses to read one twice.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// A JSON value; objects keep the order of their members.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses a text.
    ///
    /// # Errors
    /// The parser's words, with line and column; an object that names a member twice; a number
    /// that would not come out as it is written.
    pub fn parse(text: &str) -> Result<Json, String> {
        let json = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match numbers(text).find(|number| !is_exact(number)) {
            Some(number) => Err(format!(
                "the number {number} has more digits than a 64-bit number holds"
            )),
            None => Ok(json),
        }
    }

    /// A member of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.as_object()?
            .iter()
            .find(|(member, _)| member == name)
            .map(|(_, value)| value)
    }

    /// What an RFC 6901 pointer points at.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Json> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer
            .strip_prefix('/')?
            .split('/')
            .try_fold(self, |value, token| {
                let token = token.replace("~1", "/").replace("~0", "~");
                match value {
                    Json::Object(_) => value.get(&token),
                    Json::Array(elements) => elements.get(index(&token)?),
                    _ => None,
                }
            })
    }

    /// The members, where this is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The elements, where this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The text, where this is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The name of the value's JSON type, with its article.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }

    /// The canonical text: members sorted by name, no white space.
    #[must_use]
    pub fn canonical(&self) -> String {
        match self {
            Json::Array(elements) => {
                let elements: Vec<String> = elements.iter().map(Json::canonical).collect();
                format!("[{}]", elements.join(","))
            }
            Json::Object(members) => {
                let mut members: Vec<(&str, String)> = members
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.canonical()))
                    .collect();
                members.sort();
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}:{value}", Value::from(*name)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
            scalar => scalar.to_string(),
        }
    }

    /// The text with two spaces of indentation and a final line break.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write_pretty(0, &mut text);
        text.push('\n');
        text
    }

    fn write_pretty(&self, depth: usize, text: &mut String) {
        let line = |text: &mut String, depth: usize| {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        };
        match self {
            Json::Array(elements) if !elements.is_empty() => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    line(text, depth + 1);
                    element.write_pretty(depth + 1, text);
                }
                line(text, depth);
                text.push(']');
            }
            Json::Object(members) if !members.is_empty() => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    line(text, depth + 1);
                    text.push_str(&Value::from(name.as_str()).to_string());
                    text.push_str(": ");
                    value.write_pretty(depth + 1, text);
                }
                line(text, depth);
                text.push('}');
            }
            other => text.push_str(&other.to_string()),
        }
    }
}

/// The text without white space, members in their order.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) => write!(f, "{value}"),
            Json::String(text) => write!(f, "{}", Value::from(text.as_str())),
            Json::Array(elements) => {
                f.write_str("[")?;
                for (index, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if index == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{}:{value}", Value::from(name.as_str()))?;
                }
                f.write_str("}")
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        struct JsonVisitor;

        impl<'de> Visitor<'de> for JsonVisitor {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json::Bool(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
                Ok(Json::Number(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
                Ok(Json::Number(value.into()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
                let number = Number::from_f64(value).ok_or_else(|| E::custom("infinite number"))?;
                Ok(Json::Number(number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Json, E> {
                Ok(Json::String(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
                let mut array = Vec::new();
                while let Some(element) = elements.next_element()? {
                    array.push(element);
                }
                Ok(Json::Array(array))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
                let mut object: Vec<(String, Json)> = Vec::new();
                let mut names = HashSet::new();
                while let Some(key) = members.next_key_seed(KeySeed)? {
                    let name = match key {
                        Key::Name(name) => name,
                        Key::NumberToken => {
                            return number_of_token(&members.next_value::<String>()?);
                        }
                    };
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!(
                            "member {name:?} stands twice"
                        )));
                    }
                    object.push((name, members.next_value()?));
                }
                Ok(Json::Object(object))
            }
        }

        deserializer.deserialize_any(JsonVisitor)
    }
}

/// A member's name, or the mark by which serde_json passes on a number where another crate of the
/// build switched on its `arbitrary_precision`.
enum Key {
    Name(String),
    NumberToken,
}

/// Tells the two apart: serde_json gives real names to `visit_some` where an option is asked for,
/// and the mark to `visit_str`.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer).map(Key::Name)
    }

    fn visit_str<E>(self, text: &str) -> Result<Key, E> {
        Ok(match text {
            "$serde_json::private::Number" => Key::NumberToken,
            name => Key::Name(name.to_owned()),
        })
    }
}

/// The number as it would be without `arbitrary_precision`, so that the output is the same.
fn number_of_token<E: Error>(text: &str) -> Result<Json, E> {
    let number = text
        .parse::<u64>()
        .map(Number::from)
        .or_else(|_| text.parse::<i64>().map(Number::from))
        .ok()
        .or_else(|| Number::from_f64(text.parse().ok()?));
    number
        .map(Json::Number)
        .ok_or_else(|| E::custom("number out of range"))
}

/// An array index of a JSON Pointer, which has no sign and no leading zero.
fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || token.starts_with(|c: char| ('1'..='9').contains(&c));
    token.parse().ok().filter(|_| plain)
}

/// The numbers in a valid JSON text.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at += 1;
                    while bytes.get(at).is_some_and(|byte| *byte != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'-' | b'0'..=b'9' => {
                    let begin = at;
                    let part =
                        |byte: &u8| matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E' | b'0'..=b'9');
                    while bytes.get(at).is_some_and(part) {
                        at += 1;
                    }
                    return text.get(begin..at);
                }
                _ => at += 1,
            }
        }
        None
    })
}

/// Whether a number keeps its value as `u64`, `i64` or the shortest text of an `f64`.
fn is_exact(number: &str) -> bool {
    number.parse::<u64>().is_ok()
        || number.parse::<i64>().is_ok()
        || number
            .parse::<f64>()
            .is_ok_and(|float| decimal(number) == decimal(&format!("{float:e}")))
}

/// The significant digits of a number, and the power of ten of the first.
fn decimal(number: &str) -> (String, i64) {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let mantissa = mantissa.trim_start_matches('-');
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    let skipped = digits.len() - significant.len();
    let power = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let exponent = exponent.parse().unwrap_or(i64::MAX);
    match significant.trim_end_matches('0') {
        "" => (String::new(), 0),
        significant => (
            significant.to_owned(),
            i64::saturating_add(exponent, power(whole.len()) - power(skipped)),
        ),
    }
}

#[cfg(test)]
#[allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_usable_json_are_refused() {
        let cases = [
            ("", "EOF"),
            ("{\"a\": 1", "EOF"),
            ("{\"a\": 1,}", "trailing comma"),
            ("{\"a\": 1} x", "trailing characters"),
            ("{\"a\": 1, \"\\u0061\": 2}", "member \"a\" stands twice"),
            ("[1e999]", "number out of range"),
            (
                "[18446744073709551617]",
                "18446744073709551617 has more digits",
            ),
            ("[0.12345678901234567890]", "has more digits"),
            ("\"\\ud800\"", "hex escape"),
        ];
        for (text, expected) in cases {
            let message = Json::parse(text).expect_err(text);
            assert!(message.contains(expected), "{text}: {message}");
        }
        assert!(Json::parse(&"[".repeat(10_000)).is_err());
    }

    #[test]
    fn numbers_that_come_out_as_written_are_taken() {
        for text in [
            "0",
            "-0",
            "-0.0",
            "1.0",
            "1e2",
            "0.1",
            "2.50",
            "18446744073709551615",
            "1E-7",
            "-9223372036854775808",
            "1e300",
            "5e-324",
            "0.000",
            "100000000000000000000",
            "{\"12345678901234567890123\": \"0.12345678901234567890\\\"\"}",
        ] {
            assert!(Json::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn members_keep_their_order_and_the_canonical_text_sorts_them() {
        let json = Json::parse(r#"{"b": [1, 1.5, null], "a": {"d": "x\"y", "c": true}}"#);
        let json = json.expect("valid JSON");
        assert_eq!(
            json.to_string(),
            r#"{"b":[1,1.5,null],"a":{"d":"x\"y","c":true}}"#
        );
        assert_eq!(
            json.canonical(),
            r#"{"a":{"c":true,"d":"x\"y"},"b":[1,1.5,null]}"#
        );
        assert_eq!(Json::parse(&json.pretty()), Ok(json));
    }

    #[test]
    fn pointers_follow_rfc_6901() {
        let json = Json::parse(r#"{"a/b": 1, "m~n": 2, "~1": 3, "": 4, "l": [5, 6]}"#);
        let json = json.expect("valid JSON");
        let cases = [
            ("/a~1b", Some("1")),
            ("/m~0n", Some("2")),
            ("/~01", Some("3")),
            ("/", Some("4")),
            ("/l/1", Some("6")),
            ("/l/01", None),
            ("/l/+1", None),
            ("/l/-", None),
            ("l/1", None),
            ("/nothing", None),
        ];
        for (pointer, expected) in cases {
            let found = json.pointer(pointer).map(Json::to_string);
            assert_eq!(found.as_deref(), expected, "{pointer}");
        }
        assert_eq!(json.pointer(""), Some(&json));
    }
}
