//! JSON that keeps the order of members and refuses to read one twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
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
    /// The parser's words, with line and column; an object that names a member twice.
    pub fn parse(text: &str) -> Result<Json, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
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
                    Json::Array(elements) => elements.get(token.parse::<usize>().ok()?),
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
                while let Some(name) = members.next_key::<String>()? {
                    if object.iter().any(|(known, _)| *known == name) {
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
