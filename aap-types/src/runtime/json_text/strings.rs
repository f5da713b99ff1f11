//! Strings of a text.

use std::borrow::Cow;

use super::{Fault, JsonText};

impl<'de> JsonText<'de> {
    #[inline]
    pub(in crate::runtime) fn string(&mut self) -> Result<Cow<'de, str>, Fault> {
        match self.next_plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.escaped_string().map(Cow::Owned),
        }
    }

    /// The string that comes next, if it has no escapes; otherwise nothing is read but white space.
    #[inline]
    pub(super) fn next_plain_string(&mut self) -> Option<&'de str> {
        self.next_byte();
        let text = self.plain_string(self.at)?;
        self.at += text.len() + 2;
        Some(text)
    }

    /// The string whose first quote is at this place; none if it has escapes, or is none at all.
    #[inline(never)]
    pub(super) fn plain_string(&self, at: usize) -> Option<&'de str> {
        if self.bytes().get(at) != Some(&b'"') {
            return None;
        }
        let start = at + 1;
        match end_within_chunks(self.bytes(), start) {
            Some(end) => self.text_up_to_quote(start, end),
            None => self.last_plain_string(start),
        }
    }

    /// Near the end of the text. Apart, so that all others are read without a call.
    #[cold]
    #[inline(never)]
    fn last_plain_string(&self, start: usize) -> Option<&'de str> {
        self.text_up_to_quote(start, string_end(self.bytes(), start))
    }

    #[inline]
    fn text_up_to_quote(&self, start: usize, end: usize) -> Option<&'de str> {
        if self.bytes().get(end) != Some(&b'"') {
            return None;
        }
        self.text.get(start..end)
    }

    /// The string that comes next, if there is one.
    #[cold]
    #[inline(never)]
    pub(super) fn escaped_string(&mut self) -> Result<String, Fault> {
        self.take(b'"')?;
        let mut string = String::new();
        loop {
            let end = string_end(self.bytes(), self.at);
            string.push_str(self.text.get(self.at..end).ok_or(Fault)?);
            self.at = end;
            match self.escaped()? {
                Some(escaped) => string.push(escaped),
                None => return Ok(string),
            }
        }
    }

    /// Steps over the string that comes next.
    pub(in crate::runtime) fn skip_string(&mut self) -> Result<(), Fault> {
        self.take(b'"')?;
        loop {
            self.at = string_end(self.bytes(), self.at);
            if self.escaped()?.is_none() {
                return Ok(());
            }
        }
    }

    /// Steps over an escape and tells what it stands for, or over the quote that ends the string.
    fn escaped(&mut self) -> Result<Option<char>, Fault> {
        let (escaped, length) = match self.bytes().get(self.at..) {
            Some([b'"', ..]) => (None, 1),
            Some([b'\\', b'u', rest @ ..]) => {
                let (escaped, length) = code_point(rest).ok_or(Fault)?;
                (Some(escaped), 2 + length)
            }
            Some([b'\\', escaped, ..]) => (Some(unescaped(*escaped).ok_or(Fault)?), 2),
            _ => return Err(Fault),
        };
        self.at += length;
        Ok(escaped)
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

/// What the UTF-16 code units behind `\u` stand for, and how many bytes these are: a surrogate needs
/// its other half.
fn code_point(bytes: &[u8]) -> Option<(char, usize)> {
    let (digits, rest) = bytes.split_at_checked(4)?;
    let unit = code_unit(digits)?;
    if let Some(c) = char::from_u32(u32::from(unit)) {
        return Some((c, 4));
    }
    let other = code_unit(rest.strip_prefix(b"\\u")?.get(..4)?)?;
    let c = char::decode_utf16([unit, other]).next()?.ok()?;
    Some((c, 10))
}

fn code_unit(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}

/// Where the first byte stands, from `start`, that does not stand for itself in a string.
#[inline]
pub(in crate::runtime) fn string_end(bytes: &[u8], start: usize) -> usize {
    end_within_chunks(bytes, start).unwrap_or_else(|| end_behind_chunks(bytes, start))
}

/// The same where it stands in a chunk of 16 bytes, counted from `start`.
#[inline]
fn end_within_chunks(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes.get(start..)?;
    loop {
        let (chunk, behind) = rest.split_first_chunk()?;
        if let Some(length) = plain_length(u128::from_le_bytes(*chunk)) {
            return Some(bytes.len() - rest.len() + length);
        }
        rest = behind;
    }
}

/// The same where it stands in none. Apart, so that strings are mostly read without a call.
#[cold]
#[inline(never)]
fn end_behind_chunks(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.len().saturating_sub(start) % 16;
    let begin = bytes.len() - rest;
    let length = match bytes.last_chunk() {
        // What is left, and zeros behind it, which are control characters.
        Some(chunk) if rest > 0 => plain_length(u128::from_le_bytes(*chunk) >> (128 - 8 * rest)),
        _ => bytes.get(begin..).and_then(|rest| {
            rest.iter()
                .position(|byte| matches!(byte, ..0x20 | b'"' | b'\\'))
        }),
    };
    begin + length.unwrap_or(rest)
}

/// How many bytes stand for themselves in a string before one that does not.
#[inline(always)]
fn plain_length(chunk: u128) -> Option<usize> {
    // Both halves at once: most strings end in them, and which half is no branch.
    let (low, high) = (
        special_bytes(chunk as u64),
        special_bytes((chunk >> 64) as u64),
    );
    let (special, before) = if low != 0 { (low, 0) } else { (high, 8) };
    (low | high != 0).then(|| before + special.trailing_zeros() as usize / 8)
}

/// The place behind the string whose first quote is before `start`, whatever its escapes; that of the
/// end where it does not end.
pub(in crate::runtime) fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = string_end(bytes, start);
    loop {
        at = match bytes.get(at) {
            Some(b'"') => return at + 1,
            None => return bytes.len(),
            Some(b'\\') => string_end(bytes, at + 2),
            Some(_) => string_end(bytes, at + 1),
        }
    }
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
