//! A JSON text, read in place: what the one-pass path and the report read.
//!
//! It has no words for what is wrong: of a text that it refuses, serde_json tells why. It must take no
//! text that serde_json refuses, and read the others as the same values. It reads faster because it
//! knows that the whole text is UTF-8, and that nobody will ask for lines and columns.

mod reader;
mod strings;

use std::borrow::Cow;
use std::fmt;

use serde::de;

use super::number;
pub(super) use strings::{after_string, string_end};

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

/// A number as serde_json would keep it.
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

    /// What is left of a text behind a place; nested as deeply as a whole one may be.
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

    /// Steps over decimal digits, of which there must be some.
    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Fault) }
    }

    /// Reads the number that begins here.
    pub(super) fn number(&mut self) -> Result<Number<'de>, Fault> {
        let bytes = self.bytes();
        let start = self.at;
        let negative = bytes.get(start) == Some(&b'-');
        let first = start + usize::from(negative);
        let mut end = first;
        let mut magnitude = 0_u64;
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            magnitude = magnitude
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            end += 1;
        }
        self.at = end;
        // So many digits always fit.
        let magnitude = if end - first < 20 {
            Some(magnitude)
        } else {
            self.text
                .get(first..end)
                .and_then(|digits| digits.parse().ok())
        };
        let has_leading_zero = bytes.get(first) == Some(&b'0');
        if end == first || has_leading_zero && end > first + 1 {
            return Err(Fault);
        }
        let integer = magnitude.and_then(|magnitude| match (negative, magnitude) {
            (false, magnitude) => Some(Number::Unsigned(magnitude)),
            // Negative zero is no integer.
            (true, 0) => None,
            (true, magnitude) => 0_i64.checked_sub_unsigned(magnitude).map(Number::Signed),
        });
        match (bytes.get(end), integer) {
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

/// The place behind the number at `start`, by the grammar of JSON.
pub(super) fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let digits = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (count > 0).then_some(at + count)
    };
    let first = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut end = match bytes.get(first) {
        Some(b'0') => first + 1,
        _ => digits(first)?,
    };
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let is_signed = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        end = digits(end + 1 + usize::from(is_signed))?;
    }
    Some(end)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
