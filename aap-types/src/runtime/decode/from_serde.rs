//! Reading from any of serde's deserializers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::super::message;
use super::number::{NumberType, Unchanged};
use super::reader::{MemberReader, Reader};
use super::value::ValueVisitor;
use super::{Decode, Object};

/// A deserializer as a [`Reader`], the access to a map as a [`MemberReader`].
#[derive(Debug)]
pub struct FromSerde<D>(pub D);

impl<'de, D: Deserializer<'de>> Reader<'de> for FromSerde<D> {
    type Error = D::Error;

    fn null(self) -> Result<(), D::Error> {
        Deserialize::deserialize(self.0)
    }

    fn bool(self) -> Result<bool, D::Error> {
        Deserialize::deserialize(self.0)
    }

    fn number<T: NumberType>(self) -> Result<T, D::Error> {
        self.0.deserialize_any(Unchanged::new())
    }

    fn string(self) -> Result<String, D::Error> {
        Deserialize::deserialize(self.0)
    }

    fn text<T, E: fmt::Display>(
        self,
        expecting: impl fmt::Display,
        read: impl FnOnce(Cow<'_, str>) -> Result<T, E>,
    ) -> Result<T, D::Error> {
        self.0.deserialize_string(TextVisitor { expecting, read })
    }

    fn nullable<T: Decode<'de>>(self) -> Result<Option<T>, D::Error> {
        self.0.deserialize_option(NullableVisitor(PhantomData))
    }

    fn list<T: Decode<'de>>(self) -> Result<Vec<T>, D::Error> {
        self.0.deserialize_seq(ListVisitor(PhantomData))
    }

    fn object<T: Object<'de>>(self) -> Result<T, D::Error> {
        self.0.deserialize_map(ObjectVisitor(PhantomData))
    }

    fn typed_map<T: Decode<'de>>(self) -> Result<BTreeMap<String, T>, D::Error> {
        self.0.deserialize_map(MapVisitor(PhantomData))
    }

    fn map(self) -> Result<Map<String, Value>, D::Error> {
        match self.value()? {
            Value::Object(members) => Ok(members),
            other => Err(de::Error::custom(format_args!(
                "expected an object, found {}",
                message::found(&other)
            ))),
        }
    }

    fn value(self) -> Result<Value, D::Error> {
        self.0.deserialize_any(ValueVisitor)
    }
}

impl<'de, A: MapAccess<'de>> MemberReader<'de> for FromSerde<A> {
    type Error = A::Error;

    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        self.0.next_key_seed(Name)
    }

    fn value<T: Decode<'de>>(&mut self) -> Result<T, A::Error> {
        self.0.next_value_seed(Seed::new())
    }
}

/// A [`Decode`] type as a seed.
pub(super) struct Seed<T>(PhantomData<T>);

impl<T> Seed<T> {
    pub(super) const fn new() -> Seed<T> {
        Seed(PhantomData)
    }
}

impl<'de, T: Decode<'de>> DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::decode(FromSerde(deserializer))
    }
}

/// A member's name; borrowed from the text unless it has escapes.
pub(super) struct Name;

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

struct TextVisitor<W, F> {
    expecting: W,
    read: F,
}

impl<T, E: fmt::Display, W: fmt::Display, F> Visitor<'_> for TextVisitor<W, F>
where
    F: FnOnce(Cow<'_, str>) -> Result<T, E>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expecting.fmt(f)
    }

    fn visit_str<X: de::Error>(self, text: &str) -> Result<T, X> {
        (self.read)(Cow::Borrowed(text)).map_err(X::custom)
    }

    fn visit_string<X: de::Error>(self, text: String) -> Result<T, X> {
        (self.read)(Cow::Owned(text)).map_err(X::custom)
    }
}

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

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::decode(FromSerde(deserializer)).map(Some)
    }
}

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

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTING)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        super::object(FromSerde(members))
    }
}

struct MapVisitor<T>(PhantomData<T>);

impl<'de, T: Decode<'de>> Visitor<'de> for MapVisitor<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        super::typed_map(FromSerde(members))
    }
}
