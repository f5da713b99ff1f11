//! Reading typed values from any deserializer.
//!
//! [`Decode`] is serde's `Deserialize` with JSON Schema's rules: `1.0` is an integer, a repeated
//! member is an error, null is not absent, and no number changes its value on the way.

mod number;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::message::excerpt;
use super::schema::{Model, Schema};
use value::insert;

/// A type that can be read.
pub trait Decode<'de>: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// The deserializer's own, and one for each way in which the input does not have the type's shape.
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// A [`Decode`] type as a seed.
#[derive(Debug)]
pub struct Seed<T>(PhantomData<T>);

impl<T> Seed<T> {
    /// The seed.
    #[must_use]
    pub const fn new() -> Seed<T> {
        Seed(PhantomData)
    }
}

impl<T> Default for Seed<T> {
    fn default() -> Seed<T> {
        Seed::new()
    }
}

impl<'de, T: Decode<'de>> DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::decode(deserializer)
    }
}

/// A type that is an object in JSON.
pub trait Object<'de>: Model {
    /// What the object is, for messages.
    const EXPECTING: &'static str;

    /// Reads the members.
    ///
    /// # Errors
    /// The deserializer's own; a missing, repeated or unknown member.
    fn from_members<A: MapAccess<'de>>(members: A) -> Result<Self, A::Error>;

    /// Whether the schema's demands hold that the types of the members leave open.
    fn conforms(&self) -> bool {
        true
    }
}

/// Reads an object.
///
/// # Errors
/// The deserializer's own, and one where the input is no object or lacks the type's shape.
pub fn object<'de, T: Object<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct ObjectVisitor<T>(PhantomData<T>);

    impl<'de, T: Object<'de>> Visitor<'de> for ObjectVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(T::EXPECTING)
        }

        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
            // In one place from beginning to end: large objects are slow to move.
            let mut object = T::from_members(members);
            if let Ok(read) = &object
                && !Object::conforms(read)
            {
                object = Err(violations(read));
            }
            object
        }
    }

    deserializer.deserialize_map(ObjectVisitor(PhantomData))
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
/// The deserializer's own; a repeated member; the value breaks the schema.
pub fn valid_value<'de, D: Deserializer<'de>>(
    deserializer: D,
    schema: &'static Schema,
) -> Result<Value, D::Error> {
    let value = Value::decode(deserializer)?;
    if !super::verdict::of_value(schema, &value) {
        super::report::validate(schema, &value).map_err(de::Error::custom)?;
    }
    Ok(value)
}

/// A member's name; borrowed from the text unless it has escapes.
#[derive(Debug)]
pub struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }

    fn visit_string<E>(self, name: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name))
    }
}

/// Reads a declared member into its slot.
///
/// # Errors
/// The deserializer's own; the member is there twice.
pub fn member<'de, T: Decode<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    name: &'static str,
    members: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(repeated(name));
    }
    *slot = Some(members.next_value_seed(Seed::new())?);
    Ok(())
}

/// Reads a member that the schema does not name.
///
/// # Errors
/// The deserializer's own; the member is there twice.
pub fn extra_member<'de, A: MapAccess<'de>>(
    extra: &mut Map<String, Value>,
    name: Cow<'de, str>,
    members: &mut A,
) -> Result<(), A::Error> {
    let value = members.next_value_seed(Seed::new())?;
    insert(extra, &name, value)
}

/// The error for a required member that is not there.
#[cold]
pub fn missing<E: de::Error>(name: &str) -> E {
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

/// Reads a string without owning it.
///
/// # Errors
/// The deserializer's own, and `read`'s.
pub fn text<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    expecting: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct TextVisitor<F> {
        expecting: &'static str,
        read: F,
    }

    impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for TextVisitor<F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expecting)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            let expecting = self.expecting;
            (self.read)(text).ok_or_else(|| {
                E::custom(format_args!(
                    "expected {expecting}, found {}",
                    excerpt(text)
                ))
            })
        }
    }

    deserializer.deserialize_str(TextVisitor { expecting, read })
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

impl<'de> Decode<'de> for bool {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

impl<'de> Decode<'de> for String {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

/// `null`.
impl<'de> Decode<'de> for () {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<T> {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Box<T>, D::Error> {
        T::decode(deserializer).map(Box::new)
    }
}

/// A value or null.
impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        struct NullableVisitor<T>(PhantomData<T>);

        impl<'de, T: Decode<'de>> Visitor<'de> for NullableVisitor<T> {
            type Value = Option<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }

            fn visit_none<E>(self) -> Result<Self::Value, E> {
                Ok(None)
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(None)
            }

            fn visit_some<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<Self::Value, D::Error> {
                T::decode(deserializer).map(Some)
            }
        }

        deserializer.deserialize_option(NullableVisitor(PhantomData))
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
        struct ListVisitor<T>(PhantomData<T>);

        impl<'de, T: Decode<'de>> Visitor<'de> for ListVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = elements.next_element_seed(Seed::new())? {
                    list.push(element);
                }
                Ok(list)
            }
        }

        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for BTreeMap<String, T> {
    fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<T>(PhantomData<T>);

        impl<'de, T: Decode<'de>> Visitor<'de> for MapVisitor<T> {
            type Value = BTreeMap<String, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut map = BTreeMap::new();
                while let Some(name) = members.next_key_seed(Name)? {
                    let value = members.next_value_seed(Seed::new())?;
                    if map.contains_key(&*name) {
                        return Err(repeated(&name));
                    }
                    map.insert(name.into_owned(), value);
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}
