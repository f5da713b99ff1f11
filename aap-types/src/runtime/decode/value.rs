//! Reading values of any kind, of which no object names a member twice.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::from_serde::{FromSerde, Seed};
use super::key::{Key, KeySeed};
use super::number::NumberVisitor;
use super::{Reader, repeated};

/// Reads any value of which no object names a member twice.
pub(super) struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Value, E> {
        NumberVisitor.visit_u128(value).map(Value::Number)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Value, E> {
        NumberVisitor.visit_i128(value).map(Value::Number)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        NumberVisitor.visit_f64(value).map(Value::Number)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        FromSerde(deserializer).value()
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        FromSerde(deserializer).value()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = elements.next_element_seed(Seed::new())? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(key) = members.next_key_seed(KeySeed)? {
            let name = match key {
                Key::Name(name) => name,
                Key::NumberToken => {
                    let text: String = members.next_value()?;
                    return text.parse().map(Value::Number).map_err(de::Error::custom);
                }
            };
            let value = members.next_value_seed(Seed::new())?;
            insert(&mut values, &name, value)?;
        }
        Ok(Value::Object(values))
    }
}

/// Adds a member that must be new.
pub(in crate::runtime) fn insert<E: de::Error>(
    members: &mut Map<String, Value>,
    name: &str,
    value: Value,
) -> Result<(), E> {
    match members.insert(name.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(repeated(name)),
    }
}
