//! Reading typed values, from a JSON text or from any of serde's deserializers.
//!
//! [`Decode`] is serde's `Deserialize` with JSON Schema's rules: `1.0` is an integer, a repeated
//! member is an error, null is not absent, and no number changes its value on the way.

mod from_serde;
mod key;
mod number;
mod reader;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de;
use serde_json::{Map, Number, Value};

use super::message::excerpt;
use super::schema::{Model, Schema};
pub use from_serde::FromSerde;
pub use number::NumberType;
pub use reader::{MemberReader, Reader};
pub(super) use value::insert;

/// A type that can be read.
pub trait Decode<'de>: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// The reader's own, and one for each way in which the input does not have the type's shape.
    fn decode<R: Reader<'de>>(reader: R) -> Result<Self, R::Error>;
}

/// A type that is an object in JSON.
pub trait Object<'de>: Model {
    /// What the object is, for messages.
    const EXPECTING: &'static str;

    /// Reads the members.
    ///
    /// # Errors
    /// The reader's own; a missing, repeated or unknown member.
    fn from_members<M: MemberReader<'de>>(members: M) -> Result<Self, M::Error>;

    /// Whether the schema's demands hold that the types of the members leave open.
    fn conforms(&self) -> bool {
        true
    }
}

/// Reads an object's members, and sees whether it conforms: before the reader leaves it, which then knows
/// where that is.
///
/// # Errors
/// The reader's own, and one where the members lack the type's shape or the object does not conform.
pub fn object<'de, T: Object<'de>, M: MemberReader<'de>>(members: M) -> Result<T, M::Error> {
    // In one place from beginning to end: large objects are slow to move.
    let mut object = T::from_members(members);
    if let Ok(read) = &object
        && !Object::conforms(read)
    {
        object = Err(violations(read));
    }
    object
}

/// Reads members whose values have one type, whatever their names.
///
/// # Errors
/// The reader's own; a member is there twice.
pub fn typed_map<'de, T: Decode<'de>, M: MemberReader<'de>>(
    mut members: M,
) -> Result<BTreeMap<String, T>, M::Error> {
    let mut map = BTreeMap::new();
    while let Some(name) = members.next_name()? {
        let value = members.value()?;
        if map.contains_key(&*name) {
            return Err(repeated(&name));
        }
        map.insert(name.into_owned(), value);
    }
    Ok(map)
}

/// The value, if it conforms.
///
/// # Errors
/// The value does not conform.
pub fn conforming<T: Model, E: de::Error>(value: T, conforms: fn(&T) -> bool) -> Result<T, E> {
    if conforms(&value) {
        Ok(value)
    } else {
        Err(violations(&value))
    }
}

/// The error for a value that has its type's shape and breaks its schema all the same.
///
/// An error without words, such as that of a [`JsonText`](super::json_text::JsonText), asks for none.
#[cold]
fn violations<T: Model, E: de::Error>(value: &T) -> E {
    struct Words<'a, T>(&'a T);

    impl<T: Model> fmt::Display for Words<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let checked = crate::payload::to_value(self.0)
                .and_then(|value| super::report::validate(T::schema(), &value));
            match checked {
                Err(violations) => violations.fmt(f),
                // The two always agree; should they not, the stricter one has its way.
                Ok(()) => f.write_str("the value does not satisfy its schema"),
            }
        }
    }

    E::custom(Words(value))
}

/// Reads a value that satisfies a schema.
///
/// # Errors
/// The reader's own; a repeated member; the value breaks the schema.
pub fn valid_value<'de, R: Reader<'de>>(
    reader: R,
    schema: &'static Schema,
) -> Result<Value, R::Error> {
    let value = reader.value()?;
    if !super::verdict::of_value(schema, &value) {
        super::report::validate(schema, &value).map_err(de::Error::custom)?;
    }
    Ok(value)
}

/// Reads a declared member into its slot.
///
/// # Errors
/// The reader's own; the member is there twice.
pub fn member<'de, T: Decode<'de>, M: MemberReader<'de>>(
    slot: &mut Option<T>,
    name: &'static str,
    members: &mut M,
) -> Result<(), M::Error> {
    if slot.is_some() {
        return Err(repeated(name));
    }
    *slot = Some(members.value()?);
    Ok(())
}

/// Reads a member that the schema does not name.
///
/// # Errors
/// The reader's own; the member is there twice.
pub fn extra_member<'de, M: MemberReader<'de>>(
    extra: &mut Map<String, Value>,
    name: Cow<'de, str>,
    members: &mut M,
) -> Result<(), M::Error> {
    let value = members.value()?;
    insert(extra, &name, value)
}

/// The value of a member that has to be there.
///
/// # Errors
/// It is missing.
#[inline(always)]
pub fn required<T, E: de::Error>(slot: Option<T>, name: &str) -> Result<T, E> {
    match slot {
        Some(value) => Ok(value),
        None => Err(missing(name)),
    }
}

#[cold]
fn missing<E: de::Error>(name: &str) -> E {
    E::custom(format_args!("the member {} is missing", excerpt(name)))
}

/// The error for a member that a closed object does not know.
pub fn unknown<E: de::Error>(name: &str) -> E {
    E::custom(format_args!(
        "the member {} is not known here",
        excerpt(name)
    ))
}

/// The error for a text where none may stand; a long one is cut, unlike in serde's own words.
fn not_a_text<E: de::Error>(text: &str, expected: &dyn de::Expected) -> E {
    let found = format!("string {}", excerpt(text));
    E::invalid_type(de::Unexpected::Other(&found), expected)
}

fn repeated<E: de::Error>(name: &str) -> E {
    E::custom(format_args!(
        "the member {} is there more than once",
        excerpt(name)
    ))
}

/// Reads one of a few texts.
///
/// # Errors
/// The reader's own; `read` takes no such text.
pub fn text<'de, T, R: Reader<'de>>(
    reader: R,
    expecting: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, R::Error> {
    reader.text(expecting, |text| {
        read(&text).ok_or_else(|| format!("expected {expecting}, found {}", excerpt(&text)))
    })
}

/// A number as the type that a union holds it in.
///
/// # Errors
/// The number does not fit.
pub fn fitting<T, E: de::Error>(
    number: &Number,
    convert: impl FnOnce(&Number) -> Option<T>,
) -> Result<T, E> {
    convert(number).ok_or_else(|| E::custom(format_args!("the number {number} does not fit")))
}

/// The error for a value of a JSON type that a union does not have.
pub fn no_variant<E: de::Error>() -> E {
    E::custom("the value has none of the JSON types that may stand here")
}

/// `null`.
impl<'de> Decode<'de> for () {
    fn decode<R: Reader<'de>>(reader: R) -> Result<(), R::Error> {
        reader.null()
    }
}

impl<'de> Decode<'de> for bool {
    fn decode<R: Reader<'de>>(reader: R) -> Result<bool, R::Error> {
        reader.bool()
    }
}

impl<'de> Decode<'de> for u64 {
    fn decode<R: Reader<'de>>(reader: R) -> Result<u64, R::Error> {
        reader.number()
    }
}

impl<'de> Decode<'de> for i64 {
    fn decode<R: Reader<'de>>(reader: R) -> Result<i64, R::Error> {
        reader.number()
    }
}

impl<'de> Decode<'de> for f64 {
    fn decode<R: Reader<'de>>(reader: R) -> Result<f64, R::Error> {
        reader.number()
    }
}

impl<'de> Decode<'de> for String {
    fn decode<R: Reader<'de>>(reader: R) -> Result<String, R::Error> {
        reader.string()
    }
}

impl<'de> Decode<'de> for Value {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Value, R::Error> {
        reader.value()
    }
}

impl<'de> Decode<'de> for Map<String, Value> {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Self, R::Error> {
        reader.map()
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<T> {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Box<T>, R::Error> {
        T::decode(reader).map(Box::new)
    }
}

/// A value or null.
impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Option<T>, R::Error> {
        reader.nullable()
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Vec<T>, R::Error> {
        reader.list()
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for BTreeMap<String, T> {
    fn decode<R: Reader<'de>>(reader: R) -> Result<Self, R::Error> {
        reader.typed_map()
    }
}
