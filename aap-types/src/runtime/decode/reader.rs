//! What values are read from: a JSON text, or whatever serde reads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de;
use serde_json::{Map, Value};

use super::number::NumberType;
use super::{Decode, Object};

/// Reads one value.
///
/// Every method's errors are those of the input, and one for a value that is not what was asked for.
#[allow(clippy::missing_errors_doc, reason = "all have the same, see above")]
pub trait Reader<'de>: Sized {
    /// What is wrong with the input.
    type Error: de::Error;

    /// Reads `null`.
    fn null(self) -> Result<(), Self::Error>;

    /// Reads a boolean.
    fn bool(self) -> Result<bool, Self::Error>;

    /// Reads a number that the type holds unchanged.
    fn number<T: NumberType>(self) -> Result<T, Self::Error>;

    /// Reads a string.
    fn string(self) -> Result<String, Self::Error>;

    /// Reads a string and passes it on, borrowed where it can be; `expecting` is what it should be, for
    /// messages.
    fn text<T, E: fmt::Display>(
        self,
        expecting: impl fmt::Display,
        read: impl FnOnce(Cow<'_, str>) -> Result<T, E>,
    ) -> Result<T, Self::Error>;

    /// Reads a value or null.
    fn nullable<T: Decode<'de>>(self) -> Result<Option<T>, Self::Error>;

    /// Reads an array.
    fn list<T: Decode<'de>>(self) -> Result<Vec<T>, Self::Error>;

    /// Reads an object that [`conforms`](Object::conforms).
    fn object<T: Object<'de>>(self) -> Result<T, Self::Error>;

    /// Reads an object of any members whose values have one type.
    fn typed_map<T: Decode<'de>>(self) -> Result<BTreeMap<String, T>, Self::Error>;

    /// Reads an object of any members.
    fn map(self) -> Result<Map<String, Value>, Self::Error>;

    /// Reads a value of any kind, of which no object names a member twice.
    fn value(self) -> Result<Value, Self::Error>;
}

/// Reads the members of one object.
#[allow(clippy::missing_errors_doc, reason = "all have those of `Reader`")]
pub trait MemberReader<'de> {
    /// What is wrong with the input.
    type Error: de::Error;

    /// The next member's name, borrowed from a text unless it has escapes there; none behind the last.
    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, Self::Error>;

    /// Reads the value of the member that was named last.
    fn value<T: Decode<'de>>(&mut self) -> Result<T, Self::Error>;
}
