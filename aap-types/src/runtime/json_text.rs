//! A JSON text, read in place: the deserializer of the one-pass path.
//!
//! It has no words for what is wrong. Where it stops, serde_json reads the same bytes and has the last
//! word, so that it must take no text that serde_json refuses, and read the others as the same
//! values. It reads faster because it knows that the whole text is UTF-8, and that nobody will ask for lines and columns.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::document::NUMBER_TOKEN;
use super::number;

/// serde_json's limit to the nesting of a text.
pub(super) const DEEPEST: usize = 127;

/// What is left of a JSON text; a copy stays where it is.
#[derive(Clone, Copy, Debug)]
pub struct JsonText<'de> {
    text: &'de str,
    at: usize,
    /// How much deeper the nesting may get.
    depth: usize,
}

/// The text is not what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is not what was asked for")
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(_: T) -> Fault {
        Fault
    }
}

/// A number as it is passed on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number<'de> {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// Where serde_json keeps the text of numbers.
    Text(&'de str),
}

impl<'de> JsonText<'de> {
    /// A text from outside.
    #[must_use]
    pub const fn new(text: &'de str) -> JsonText<'de> {
        JsonText {
            text,
            at: 0,
            depth: DEEPEST,
        }
    }

    /// What is left of a text behind a place.
    pub(super) const fn new_at(text: &'de str, at: usize) -> JsonText<'de> {
        JsonText {
            at,
            ..JsonText::new(text)
        }
    }

    /// Where what is left begins.
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    /// A text that was made of a value, which may be nested more deeply than serde_json reads.
    #[must_use]
    pub const fn of_any_depth(text: &'de str) -> JsonText<'de> {
        JsonText {
            depth: usize::MAX,
            ..JsonText::new(text)
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// Something other than white space is left.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.next_byte() {
            None => Ok(()),
            Some(_) => Err(Fault),
        }
    }

    fn bytes(&self) -> &'de [u8] {
        self.text.as_bytes()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    /// The next byte that is not white space; it stays unread.
    #[inline]
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        match self.peek() {
            Some(byte) if byte > b' ' => Some(byte),
            _ => self.after_space(),
        }
    }

    #[inline(never)]
    fn after_space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                byte => return byte,
            }
        }
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Result<(), Fault> {
        if self.next_byte() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(Fault)
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        let end = self.at + word.len();
        if self.bytes().get(self.at..end) == Some(word.as_bytes()) {
            self.at = end;
            Ok(())
        } else {
            Err(Fault)
        }
    }

    pub(super) fn null(&mut self) -> Result<(), Fault> {
        self.next_byte();
        self.word("null")
    }

    pub(super) fn bool(&mut self) -> Result<bool, Fault> {
        match self.next_byte() {
            Some(b't') => self.word("true").map(|()| true),
            Some(b'f') => self.word("false").map(|()| false),
            _ => Err(Fault),
        }
    }

    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'de, str>, Fault> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.escaped_string().map(Cow::Owned),
        }
    }

    /// The string that comes next, if it has no escapes; otherwise nothing is read.
    fn plain_string(&mut self) -> Option<&'de str> {
        if self.next_byte() != Some(b'"') {
            return None;
        }
        let start = self.at + 1;
        let end = string_end(self.text, start);
        if self.bytes().get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// The string that comes next, if there is one.
    #[inline(never)]
    fn escaped_string(&mut self) -> Result<String, Fault> {
        self.take(b'"')?;
        let begin = self.at;
        let mut string = String::new();
        loop {
            let end = string_end(self.text, self.at);
            string.push_str(self.text.get(self.at..end).ok_or(Fault)?);
            match self.bytes().get(end..) {
                Some([b'"', ..]) => {
                    self.at = end + 1;
                    return Ok(string);
                }
                Some([b'\\', b'u', ..]) => return self.string_with_code_units(begin, end),
                Some([b'\\', escaped, ..]) => string.push(unescaped(*escaped).ok_or(Fault)?),
                _ => return Err(Fault),
            }
            self.at = end + 2;
        }
    }

    /// The string behind the quote at `begin`, which has an escape with a UTF-16 code unit at `end`.
    fn string_with_code_units(&mut self, begin: usize, mut end: usize) -> Result<String, Fault> {
        loop {
            match self.bytes().get(end) {
                Some(b'"') => break,
                Some(b'\\') => end = string_end(self.text, end + 2),
                _ => return Err(Fault),
            }
        }
        let quoted = self.text.get(begin - 1..=end).ok_or(Fault)?;
        self.at = end + 1;
        serde_json::from_str(quoted).map_err(de::Error::custom)
    }

    /// Steps over the string that comes next.
    pub(super) fn skip_string(&mut self) -> Result<(), Fault> {
        let begin = self.at;
        self.take(b'"')?;
        loop {
            let end = string_end(self.text, self.at);
            match self.bytes().get(end..) {
                Some([b'"', ..]) => {
                    self.at = end + 1;
                    return Ok(());
                }
                Some([b'\\', escaped, ..]) if unescaped(*escaped).is_some() => self.at = end + 2,
                _ => {
                    self.at = begin;
                    return self.escaped_string().map(|_| ());
                }
            }
        }
    }

    /// Steps over decimal digits, of which there must be some.
    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Fault) }
    }

    pub(super) fn number(&mut self) -> Result<Number<'de>, Fault> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let first = self.at;
        let mut magnitude = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            magnitude = magnitude
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        // So many digits always fit.
        let magnitude = if self.at - first < 20 {
            Some(magnitude)
        } else {
            self.text
                .get(first..self.at)
                .and_then(|digits| digits.parse().ok())
        };
        let has_leading_zero = self.bytes().get(first) == Some(&b'0');
        if self.at == first || has_leading_zero && self.at > first + 1 {
            return Err(Fault);
        }
        let integer = magnitude.and_then(|magnitude| match (negative, magnitude) {
            (false, magnitude) => Some(Number::Unsigned(magnitude)),
            // Negative zero is no integer.
            (true, 0) => None,
            (true, magnitude) => 0_i64.checked_sub_unsigned(magnitude).map(Number::Signed),
        });
        match (self.peek(), integer) {
            (Some(b'.' | b'e' | b'E'), _) | (_, None) => self.float(start),
            (_, Some(integer)) => Ok(integer),
        }
    }

    /// The number that begins at `start` and has been read up to its fraction or exponent, if any.
    fn float(&mut self, start: usize) -> Result<Number<'de>, Fault> {
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).ok_or(Fault)?;
        if number::are_arbitrarily_precise() {
            return Ok(Number::Text(text));
        }
        let float: f64 = text.parse().map_err(de::Error::custom)?;
        if float.is_finite() {
            Ok(Number::Float(float))
        } else {
            Err(Fault)
        }
    }

    /// Begins an array or an object.
    #[inline]
    pub(super) fn open(&mut self, bracket: u8) -> Result<(), Fault> {
        self.take(bracket)?;
        self.depth = self.depth.checked_sub(1).ok_or(Fault)?;
        Ok(())
    }

    #[inline]
    pub(super) fn close(&mut self, bracket: u8) -> Result<(), Fault> {
        self.take(bracket)?;
        self.depth += 1;
        Ok(())
    }

    /// Steps to the next element or member, unless the end is next; `first` tells whether there was
    /// none so far.
    #[inline]
    pub(super) fn advance(&mut self, end: u8, first: &mut bool) -> Result<bool, Fault> {
        let next = self.next_byte();
        if next == Some(end) {
            return Ok(false);
        }
        if !*first {
            if next != Some(b',') {
                return Err(Fault);
            }
            self.at += 1;
        }
        *first = false;
        Ok(true)
    }

    /// A member's name, up to its value.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Cow<'de, str>, Fault> {
        let name = self.string()?;
        self.take(b':')?;
        Ok(name)
    }
}

/// What a byte behind a backslash stands for, but for `u`.
const fn unescaped(escaped: u8) -> Option<char> {
    match escaped {
        b'"' | b'\\' | b'/' => Some(escaped as char),
        b'b' => Some('\u{8}'),
        b'f' => Some('\u{c}'),
        b'n' => Some('\n'),
        b'r' => Some('\r'),
        b't' => Some('\t'),
        _ => None,
    }
}

/// Where the first byte stands, from `start`, that does not stand for itself in a string.
#[inline]
pub(super) fn string_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let chunk = u128::from_le_bytes(*chunk);
        // Both halves at once: most strings end in them, and which half is no branch.
        let (low, high) = (
            special_bytes(chunk as u64),
            special_bytes((chunk >> 64) as u64),
        );
        if low | high != 0 {
            let (special, before) = if low != 0 { (low, 0) } else { (high, 8) };
            return at + before + special.trailing_zeros() as usize / 8;
        }
        at += 16;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let is_special = |byte: &u8| matches!(byte, ..0x20 | b'"' | b'\\');
    at + rest.iter().position(is_special).unwrap_or(rest.len())
}

/// The high bit of each byte that is a quote, a backslash or a control character, at least up to the
/// first one: what stands behind that may be marked wrongly.
const fn special_bytes(chunk: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    // Turns a quote into a space, so that one comparison finds it and what is below.
    let turned = chunk ^ (ONES * 0x02);
    let up_to_space = turned.wrapping_sub(ONES * 0x21) & !turned;
    let backslash = chunk ^ (ONES * b'\\' as u64);
    let is_backslash = backslash.wrapping_sub(ONES) & !backslash;
    (up_to_space | is_backslash) & HIGH
}

impl<'de> Deserializer<'de> for &mut JsonText<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.next_byte() {
            Some(b'"') => self.deserialize_str(visitor),
            Some(b'{') => self.deserialize_map(visitor),
            Some(b'[') => self.deserialize_seq(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            Some(b'-' | b'0'..=b'9') => match self.number()? {
                Number::Unsigned(number) => visitor.visit_u64(number),
                Number::Signed(number) => visitor.visit_i64(number),
                Number::Float(number) => visitor.visit_f64(number),
                Number::Text(text) => visitor.visit_map(NumberText(Some(text))),
            },
            _ => Err(Fault),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.next_byte() == Some(b'n') {
            self.null()?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.null()?;
        visitor.visit_unit()
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.open(b'[')?;
        // Passed on as it is: to unpack it first would copy it.
        visitor.visit_seq(Items::of(self))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.open(b'{')?;
        visitor.visit_map(Items::of(self))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit_struct newtype_struct
        tuple tuple_struct struct enum identifier ignored_any
    }
}

/// What an array or an object holds. It steps out of that once all is read; should a visitor stop
/// before, the bracket that is left is one too many in the end.
struct Items<'a, 'de> {
    text: &'a mut JsonText<'de>,
    /// Whether none was read yet.
    first: bool,
}

impl<'a, 'de> Items<'a, 'de> {
    fn of(text: &'a mut JsonText<'de>) -> Items<'a, 'de> {
        Items { text, first: true }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        if self.text.advance(b']', &mut self.first)? {
            seed.deserialize(&mut *self.text).map(Some)
        } else {
            self.text.close(b']').map(|()| None)
        }
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        if !self.text.advance(b'}', &mut self.first)? {
            return self.text.close(b'}').map(|()| None);
        }
        if self.text.next_byte() != Some(b'"') {
            return Err(Fault);
        }
        let key = seed.deserialize(&mut *self.text)?;
        self.text.take(b':')?;
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(&mut *self.text)
    }
}

/// A number of arbitrary precision in the form in which serde_json passes it on.
struct NumberText<'de>(Option<&'de str>);

impl<'de> MapAccess<'de> for NumberText<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        if self.0.is_none() {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::new(NUMBER_TOKEN))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let text = self.0.take().ok_or(Fault)?;
        seed.deserialize(BorrowedStrDeserializer::new(text))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
