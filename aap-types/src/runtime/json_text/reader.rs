//! Values of a text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de;
use serde_json::{Map, Value};

use super::{Fault, JsonText, Number};
use crate::runtime::decode::{self, Decode, MemberReader, NumberType, Object, Reader, insert};

impl<'de> Reader<'de> for &mut JsonText<'de> {
    type Error = Fault;

    fn null(self) -> Result<(), Fault> {
        JsonText::null(self)
    }

    fn bool(self) -> Result<bool, Fault> {
        JsonText::bool(self)
    }

    fn number<T: NumberType>(self) -> Result<T, Fault> {
        self.next_byte();
        let number = match JsonText::number(self)? {
            Number::Unsigned(number) => match T::of_integer(number) {
                Some(number) => return Ok(number),
                None => number.into(),
            },
            number => number.to_json()?,
        };
        T::of_number(&number).ok_or(Fault)
    }

    fn string(self) -> Result<String, Fault> {
        match self.next_plain_string() {
            Some(text) => Ok(text.to_owned()),
            None => self.escaped_string(),
        }
    }

    fn text<T, E: fmt::Display>(
        self,
        _: impl fmt::Display,
        read: impl FnOnce(Cow<'_, str>) -> Result<T, E>,
    ) -> Result<T, Fault> {
        let unescaped;
        let text = match self.next_plain_string() {
            Some(text) => text,
            None => {
                unescaped = self.escaped_string()?;
                &unescaped
            }
        };
        // In one place, borrowed or not: it is compiled into all that read texts.
        read(Cow::Borrowed(text)).map_err(|_| Fault)
    }

    fn nullable<T: Decode<'de>>(self) -> Result<Option<T>, Fault> {
        if self.next_byte() == Some(b'n') {
            JsonText::null(self).map(|()| None)
        } else {
            T::decode(self).map(Some)
        }
    }

    fn list<T: Decode<'de>>(self) -> Result<Vec<T>, Fault> {
        let mut first = true;
        self.open(b'[')?;
        if !self.next_element(&mut first)? {
            return Ok(Vec::new());
        }
        // As few as a list has that grows to its first element, but for elements of one byte.
        let mut list = Vec::with_capacity(if size_of::<T>() <= 1024 { 4 } else { 1 });
        loop {
            list.push(T::decode(&mut *self)?);
            if !self.next_element(&mut first)? {
                return Ok(list);
            }
        }
    }

    fn object<T: Object<'de>>(self) -> Result<T, Fault> {
        self.open(b'{')?;
        decode::object(Members::of(self))
    }

    fn typed_map<T: Decode<'de>>(self) -> Result<BTreeMap<String, T>, Fault> {
        self.open(b'{')?;
        decode::typed_map(Members::of(self))
    }

    fn map(self) -> Result<Map<String, Value>, Fault> {
        JsonText::map(self)
    }

    fn value(self) -> Result<Value, Fault> {
        JsonText::value(self)
    }
}

impl<'de> JsonText<'de> {
    /// Steps to the next element of an array, or out of it.
    pub(in crate::runtime) fn next_element(&mut self, first: &mut bool) -> Result<bool, Fault> {
        let is_there = self.advance(b']', first)?;
        if !is_there {
            self.close(b']')?;
        }
        Ok(is_there)
    }

    /// The name of the next member of an object, up to its value; behind the last it steps out.
    #[inline(always)]
    pub(in crate::runtime) fn next_name(
        &mut self,
        first: &mut bool,
    ) -> Result<Option<Cow<'de, str>>, Fault> {
        match self.next_plain_name(*first) {
            Some(name) => {
                *first = false;
                Ok(Some(Cow::Borrowed(name)))
            }
            None => self.next_name_if_any(first),
        }
    }

    /// The name of the next member if it is written without white space and escapes; otherwise nothing
    /// is read.
    fn next_plain_name(&mut self, first: bool) -> Option<&'de str> {
        let start = if first {
            self.at
        } else if self.peek() == Some(b',') {
            self.at + 1
        } else {
            return None;
        };
        let name = self.plain_string(start)?;
        let end = start + name.len() + 2;
        if self.bytes().get(end) != Some(&b':') {
            return None;
        }
        self.at = end + 1;
        Some(name)
    }

    fn next_name_if_any(&mut self, first: &mut bool) -> Result<Option<Cow<'de, str>>, Fault> {
        if self.advance(b'}', first)? {
            self.name().map(Some)
        } else {
            self.close(b'}').map(|()| None)
        }
    }

    /// Steps over a value; whether members are repeated in it, is not seen.
    pub(in crate::runtime) fn skip(&mut self) -> Result<(), Fault> {
        let mut first = true;
        match self.next_byte() {
            Some(b'"') => self.skip_string()?,
            Some(b'{') => {
                self.open(b'{')?;
                while self.next_name(&mut first)?.is_some() {
                    self.skip()?;
                }
            }
            Some(b'[') => {
                self.open(b'[')?;
                while self.next_element(&mut first)? {
                    self.skip()?;
                }
            }
            Some(b't' | b'f') => {
                self.bool()?;
            }
            Some(b'n') => self.null()?,
            _ => {
                self.number()?;
            }
        }
        Ok(())
    }

    fn map(&mut self) -> Result<Map<String, Value>, Fault> {
        let mut members = Map::new();
        let mut first = true;
        self.open(b'{')?;
        while let Some(name) = self.next_name(&mut first)? {
            let value = self.value()?;
            insert(&mut members, &name, value)?;
        }
        Ok(members)
    }

    /// Reads a value of any kind, of which no object names a member twice.
    pub(in crate::runtime) fn value(&mut self) -> Result<Value, Fault> {
        Ok(match self.next_byte() {
            Some(b'"') => Value::String(Reader::string(&mut *self)?),
            Some(b'{') => Value::Object(self.map()?),
            Some(b'[') => Value::Array(self.list()?),
            Some(b't' | b'f') => Value::Bool(self.bool()?),
            Some(b'n') => {
                self.null()?;
                Value::Null
            }
            _ => Value::Number(self.number()?.to_json()?),
        })
    }
}

impl Number<'_> {
    /// The number as serde_json has it.
    pub(in crate::runtime) fn to_json(self) -> Result<serde_json::Number, Fault> {
        match self {
            Number::Unsigned(number) => Ok(number.into()),
            Number::Signed(number) => Ok(number.into()),
            Number::Float(number) => serde_json::Number::from_f64(number).ok_or(Fault),
            Number::Text(text) => text.parse().map_err(de::Error::custom),
        }
    }
}

/// The members of an object. They step out of it once all are read; should a reader stop before, the
/// bracket that is left is one too many in the end.
struct Members<'a, 'de> {
    text: &'a mut JsonText<'de>,
    /// Whether none was read yet.
    first: bool,
}

impl<'a, 'de> Members<'a, 'de> {
    fn of(text: &'a mut JsonText<'de>) -> Members<'a, 'de> {
        Members { text, first: true }
    }
}

impl<'de> MemberReader<'de> for Members<'_, 'de> {
    type Error = Fault;

    #[inline(always)]
    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, Fault> {
        self.text.next_name(&mut self.first)
    }

    fn value<T: Decode<'de>>(&mut self) -> Result<T, Fault> {
        T::decode(&mut *self.text)
    }
}
