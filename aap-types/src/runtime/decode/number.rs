//! Reading numbers as types that hold them unchanged.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, MapAccess, Visitor};
use serde_json::Number;

use super::super::number;
use super::key::{Key, KeySeed};
use super::not_a_text;

/// Reads a number as whatever the input tells about it.
pub(super) struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Number, E> {
        value.to_string().parse().map_err(E::custom)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Number, E> {
        value.to_string().parse().map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
        Number::from_f64(value).ok_or_else(|| E::custom("a number must be finite"))
    }

    /// serde_json's form of a number of arbitrary precision.
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Number, A::Error> {
        match members.next_key_seed(KeySeed)? {
            Some(Key::NumberToken) => members
                .next_value::<String>()?
                .parse()
                .map_err(de::Error::custom),
            _ => Err(de::Error::invalid_type(de::Unexpected::Map, &self)),
        }
    }
}

/// A number type, and which numbers it holds unchanged.
pub trait NumberType: Sized {
    /// What the type takes, for messages.
    const EXPECTING: &'static str;

    /// The integer, if the type holds it, as far as that is told at once; then `of_number` is asked.
    fn of_integer(value: u64) -> Option<Self>;

    /// The number, if the type holds it.
    fn of_number(number: &Number) -> Option<Self>;
}

/// Reads a number as one of its types.
pub(super) struct Unchanged<T>(PhantomData<T>);

impl<T> Unchanged<T> {
    pub(super) const fn new() -> Unchanged<T> {
        Unchanged(PhantomData)
    }
}

impl<T: NumberType> Unchanged<T> {
    fn of<E: de::Error>(number: &Number) -> Result<T, E> {
        T::of_number(number).ok_or_else(|| {
            let expecting = T::EXPECTING;
            E::custom(format_args!("expected {expecting}, found {number}"))
        })
    }
}

impl<'de, T: NumberType> Visitor<'de> for Unchanged<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTING)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        Err(not_a_text(text, &self))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        match T::of_integer(value) {
            Some(value) => Ok(value),
            None => Self::of(&value.into()),
        }
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        Self::of(&value.into())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<T, E> {
        Self::of(&NumberVisitor.visit_u128(value)?)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<T, E> {
        Self::of(&NumberVisitor.visit_i128(value)?)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<T, E> {
        Self::of(&NumberVisitor.visit_f64(value)?)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        Self::of(&NumberVisitor.visit_map(members)?)
    }
}

impl NumberType for u64 {
    const EXPECTING: &'static str = "an integer that fits into u64";

    fn of_integer(value: u64) -> Option<u64> {
        Some(value)
    }

    fn of_number(number: &Number) -> Option<u64> {
        number::to_u64(number)
    }
}

impl NumberType for i64 {
    const EXPECTING: &'static str = "an integer that fits into i64";

    fn of_integer(value: u64) -> Option<i64> {
        value.try_into().ok()
    }

    fn of_number(number: &Number) -> Option<i64> {
        number::to_i64(number)
    }
}

impl NumberType for f64 {
    const EXPECTING: &'static str = "a number that fits into f64";

    fn of_integer(value: u64) -> Option<f64> {
        u32::try_from(value).ok().map(f64::from)
    }

    fn of_number(number: &Number) -> Option<f64> {
        number::to_f64(number)
    }
}
