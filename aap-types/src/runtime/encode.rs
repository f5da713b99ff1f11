//! Writing typed values to any serializer.

use std::collections::BTreeMap;

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::number;

/// A type that can be written; serde's `Serialize` with JSON's limits on numbers.
pub trait Encode {
    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own; a number that is not finite; an extra member that is a declared one.
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// An [`Encode`] type as serde's `Serialize`.
#[derive(Debug)]
pub struct Encoded<'a, T: ?Sized>(pub &'a T);

impl<T: Encode + ?Sized> Serialize for Encoded<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }
}

/// Writes an object, member by member.
#[derive(Debug)]
pub struct Members<S: Serializer>(S::SerializeMap);

impl<S: Serializer> Members<S> {
    /// Begins an object.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn begin(serializer: S) -> Result<Members<S>, S::Error> {
        serializer.serialize_map(None).map(Members)
    }

    /// Writes a required member.
    ///
    /// # Errors
    /// The serializer's own, and the value's.
    pub fn required<T: Encode>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        self.0.serialize_entry(name, &Encoded(value))
    }

    /// Writes an optional member, unless it is absent.
    ///
    /// # Errors
    /// The serializer's own, and the value's.
    pub fn optional<T: Encode>(
        &mut self,
        name: &'static str,
        value: &Option<T>,
    ) -> Result<(), S::Error> {
        match value {
            Some(value) => self.required(name, value),
            None => Ok(()),
        }
    }

    /// Writes the members that the schema does not name; `declared` are those that it does, sorted.
    ///
    /// # Errors
    /// The serializer's own; a member that the schema does name, which would be written twice.
    pub fn extra(
        &mut self,
        extra: &Map<String, Value>,
        declared: &[&'static str],
    ) -> Result<(), S::Error> {
        for (name, value) in extra {
            if declared.binary_search(&name.as_str()).is_ok() {
                return Err(S::Error::custom(format_args!(
                    "extra holds {name:?}, which has a field of its own: set that field instead"
                )));
            }
            self.0.serialize_entry(name, value)?;
        }
        Ok(())
    }

    /// Ends the object.
    ///
    /// # Errors
    /// The serializer's own.
    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

macro_rules! encode_as_serde {
    ($($name:ty),+) => {$(
        impl Encode for $name {
            fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )+};
}

encode_as_serde!(u64, i64, bool, String, (), Value, Map<String, Value>);

impl Encode for f64 {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.is_finite() {
            return Err(S::Error::custom(format_args!("JSON has no number {self}")));
        }
        // `113`, not `113.0`: an integer is written as one. -0.0 keeps its sign.
        match number::integer_of_f64(*self).and_then(|whole| i64::try_from(whole).ok()) {
            Some(whole) if whole != 0 || self.is_sign_positive() => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(*self),
        }
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().encode(serializer)
    }
}

/// A value or null.
impl<T: Encode> Encode for Option<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => serializer.serialize_some(&Encoded(value)),
            None => serializer.serialize_none(),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Encoded))
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, Encoded(value))))
    }
}
