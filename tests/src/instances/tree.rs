//! JSON under construction: members in a fixed order, numbers with a spelling.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use crate::subschemas::escape;

/// A JSON value. Unlike [`Value`] it is the same whatever features of `serde_json` are on, so that
/// decisions made on it are too.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    Int(i128),
    /// Written with a fraction or an exponent, whatever its value.
    Float(f64),
    /// A number in a given spelling, and its value. Where `serde_json` does not keep spellings, it
    /// becomes the value.
    Spelled(&'static str, f64),
    Str(String),
    Arr(Vec<Tree>),
    /// Names are unique.
    Obj(Vec<(String, Tree)>),
}

/// Unusual spellings of numbers.
pub(super) const SPELLINGS: [(&str, f64); 9] = [
    ("1e2", 100.0),
    ("1E+2", 100.0),
    ("10e-1", 1.0),
    ("0.1e1", 1.0),
    ("-0", -0.0),
    ("0e0", 0.0),
    ("1.50", 1.5),
    ("20.240E2", 2024.0),
    ("2.5e1", 25.0),
];

impl Tree {
    pub(super) fn text(text: &str) -> Self {
        Self::Str(text.to_owned())
    }

    pub(super) fn from_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match integer(number) {
                Some(integer) => Self::Int(integer),
                None => Self::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Self::Str(text.clone()),
            Value::Array(items) => Self::Arr(items.iter().map(Self::from_value).collect()),
            Value::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| (name.clone(), Self::from_value(value)))
                    .collect();
                members.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                Self::Obj(members)
            }
        }
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(integer) => Value::Number(number(integer)),
            Self::Float(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            Self::Spelled(text, value) => serde_json::from_str(text)
                .ok()
                .or_else(|| Number::from_f64(value))
                .map_or(Value::Null, Value::Number),
            Self::Str(text) => Value::String(text),
            Self::Arr(items) => Value::Array(items.into_iter().map(Self::into_value).collect()),
            Self::Obj(members) => {
                let members = members
                    .into_iter()
                    .map(|(name, value)| (name, value.into_value()));
                Value::Object(Map::from_iter(members))
            }
        }
    }

    /// The value of a number.
    pub(super) fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(integer) => Some(*integer as f64),
            Self::Float(value) | Self::Spelled(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a number without a fractional part, however written.
    pub(super) fn as_int(&self) -> Option<i128> {
        match self {
            Self::Int(integer) => Some(*integer),
            Self::Float(value) | Self::Spelled(_, value) if value.fract() == 0.0 => {
                Some(*value as i128)
            }
            _ => None,
        }
    }

    /// The member `name` of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Obj(members) => members.iter().find(|member| member.0 == name).map(|m| &m.1),
            _ => None,
        }
    }

    /// The number of values in the tree that `wanted` selects.
    pub(super) fn count(&self, wanted: fn(&Self) -> bool) -> usize {
        let inner: usize = match self {
            Self::Arr(items) => items.iter().map(|item| item.count(wanted)).sum(),
            Self::Obj(members) => members.iter().map(|member| member.1.count(wanted)).sum(),
            _ => 0,
        };
        inner + usize::from(wanted(self))
    }

    /// The path, as indices, of the value that `left` other values selected by `wanted` precede.
    pub(super) fn locate(
        &self,
        wanted: fn(&Self) -> bool,
        left: &mut usize,
        path: &mut Vec<usize>,
    ) -> bool {
        if wanted(self) {
            if *left == 0 {
                return true;
            }
            *left -= 1;
        }
        let mut enter = |index: usize, inner: &Self| {
            path.push(index);
            let found = inner.locate(wanted, left, path);
            if !found {
                path.pop();
            }
            found
        };
        match self {
            Self::Arr(items) => items.iter().enumerate().any(|(at, item)| enter(at, item)),
            Self::Obj(members) => members.iter().enumerate().any(|(at, m)| enter(at, &m.1)),
            _ => false,
        }
    }

    /// The value at `path`.
    pub(super) fn at(&mut self, path: &[usize]) -> Option<&mut Self> {
        let mut value = self;
        for index in path {
            value = match value {
                Self::Arr(items) => items.get_mut(*index)?,
                Self::Obj(members) => &mut members.get_mut(*index)?.1,
                _ => return None,
            };
        }
        Some(value)
    }

    /// The JSON Pointer of the value at `path`.
    pub(super) fn pointer(&self, path: &[usize]) -> String {
        let mut pointer = String::new();
        let mut value = self;
        for index in path {
            pointer.push('/');
            value = match value {
                Self::Arr(items) => {
                    pointer.push_str(&index.to_string());
                    &items[*index]
                }
                Self::Obj(members) => {
                    pointer.push_str(&escape(&members[*index].0));
                    &members[*index].1
                }
                _ => return pointer,
            };
        }
        pointer
    }
}

/// Equality as JSON Schema has it: numbers by value, objects without order.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::Arr(a), Self::Arr(b)) => a == b,
            (Self::Obj(a), Self::Obj(b)) => {
                a.len() == b.len() && a.iter().all(|(name, value)| other.get(name) == Some(value))
            }
            _ => match (self.as_int(), other.as_int()) {
                (Some(a), Some(b)) => a == b,
                (None, None) => match (self.as_f64(), other.as_f64()) {
                    (Some(a), Some(b)) => a.partial_cmp(&b) == Some(Ordering::Equal),
                    _ => false,
                },
                _ => false,
            },
        }
    }
}

/// The value of `number`, if it is written as an integer.
pub(super) fn integer(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// `integer` as a number of `serde_json`: an integer if it fits one, else a float.
fn number(integer: i128) -> Number {
    if let Ok(small) = i64::try_from(integer) {
        small.into()
    } else if let Ok(large) = u64::try_from(integer) {
        large.into()
    } else {
        Number::from_f64(integer as f64).unwrap_or_else(|| 0.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{SPELLINGS, Tree};

    #[test]
    fn equality_is_by_value() {
        let equal = [
            (Tree::Int(1), Tree::Float(1.0)),
            (Tree::Int(100), Tree::Spelled("1e2", 100.0)),
        ];
        for (a, b) in equal {
            assert_eq!(a, b);
        }
        assert_ne!(Tree::Int(1), Tree::Float(1.5));
        assert_ne!(Tree::Int(1), Tree::Bool(true));
        let a = Tree::Obj(vec![("a".into(), Tree::Int(0)), ("b".into(), Tree::Null)]);
        let b = Tree::Obj(vec![
            ("b".into(), Tree::Null),
            ("a".into(), Tree::Float(-0.0)),
        ]);
        assert_eq!(a, b);
        assert_eq!(b.into_value(), json!({"a": -0.0, "b": null}));
    }

    #[test]
    fn spellings_have_their_value() {
        for (text, value) in SPELLINGS {
            let parsed = Tree::Spelled(text, value).into_value();
            assert_eq!(parsed.as_f64(), Some(value), "{text}");
        }
    }

    #[test]
    fn locates_values_in_document_order() {
        let mut tree = Tree::from_value(&json!({"a": [1, {"b~/": true}], "c": null}));
        let pointers: Vec<String> = (0..tree.count(|_| true))
            .map(|mut left| {
                let mut path = Vec::new();
                assert!(tree.locate(|_| true, &mut left, &mut path));
                assert!(tree.at(&path).is_some());
                tree.pointer(&path)
            })
            .collect();
        assert_eq!(pointers, ["", "/a", "/a/0", "/a/1", "/a/1/b~0~1", "/c"]);
    }
}
