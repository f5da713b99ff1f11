//! What stands after a backslash.

use super::super::PatternError;
use super::super::charset::CharSet;
use super::{Assertion, Parser, Reference, invalid};

/// An escape outside of a class.
pub(super) enum Escape {
    /// One code point of a set.
    Set(CharSet),
    /// `\b` or `\B`.
    Boundary(Assertion),
    /// A back-reference.
    Reference(Reference),
}

impl Parser<'_> {
    /// *AtomEscape*, after the backslash.
    pub(super) fn atom_escape(&mut self) -> Result<Escape, PatternError> {
        match self.peek() {
            Some('b') => {
                self.next();
                Ok(Escape::Boundary(Assertion::Boundary))
            }
            Some('B') => {
                self.next();
                Ok(Escape::Boundary(Assertion::NoBoundary))
            }
            Some('1'..='9') => {
                let number = self
                    .number()
                    .ok_or_else(|| invalid("no number after `\\`"))?;
                Ok(Escape::Reference(Reference::Number(number)))
            }
            Some('k') => {
                self.next();
                if !self.eat("<") {
                    return Err(invalid("no group name after `\\k`"));
                }
                Ok(Escape::Reference(Reference::Name(self.group_name()?)))
            }
            _ => self.set_escape().map(Escape::Set),
        }
    }

    /// *CharacterClassEscape* or *CharacterEscape*, after the backslash: what classes have, too.
    pub(super) fn set_escape(&mut self) -> Result<CharSet, PatternError> {
        let Some(c) = self.next() else {
            return Err(invalid("nothing after `\\`"));
        };
        let code = match c {
            'd' => return Ok(CharSet::digits()),
            'D' => return Ok(CharSet::digits().complement()),
            'w' => return Ok(CharSet::word()),
            'W' => return Ok(CharSet::word().complement()),
            's' => return Ok(CharSet::space()),
            'S' => return Ok(CharSet::space().complement()),
            'p' => return self.property(),
            'P' => return Ok(self.property()?.complement()),
            'f' => 0x0C,
            'n' => 0x0A,
            'r' => 0x0D,
            't' => 0x09,
            'v' => 0x0B,
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return Err(invalid("no letter after `\\c`")),
            },
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => 0,
            'x' => self.hex(2)?,
            'u' => self.unicode_escape()?,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => u32::from(c),
            _ => return Err(invalid(format!("unknown escape \\{c}"))),
        };
        Ok(CharSet::one(code))
    }

    /// The name in `\p{…}`, after the `p`, and its code points.
    fn property(&mut self) -> Result<CharSet, PatternError> {
        if !self.eat("{") {
            return Err(invalid("no `{` after `\\p`"));
        }
        let mut name = String::new();
        loop {
            match self.next() {
                Some('}') => return self.properties.get(&name),
                Some(c) => name.push(c),
                None => return Err(invalid("no `}` after `\\p{`")),
            }
        }
    }

    /// *RegExpUnicodeEscapeSequence*, after the `u`.
    pub(super) fn unicode_escape(&mut self) -> Result<u32, PatternError> {
        if self.eat("{") {
            let mut code = None::<u32>;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
                self.next();
                code = Some(code.unwrap_or(0).saturating_mul(16).saturating_add(digit));
            }
            return code
                .filter(|code| *code <= 0x10_FFFF && self.eat("}"))
                .ok_or_else(|| invalid("no code point in `\\u{…}`"));
        }
        let lead = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&lead) {
            return Ok(lead);
        }
        // Two escapes that are a surrogate pair are one code point.
        let after_lead = self.rest.clone();
        if self.eat("\\u")
            && let Ok(trail @ 0xDC00..0xE000) = self.hex(4)
        {
            return Ok(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00));
        }
        self.rest = after_lead;
        Ok(lead)
    }

    /// Just so many hexadecimal digits.
    fn hex(&mut self, digits: usize) -> Result<u32, PatternError> {
        (0..digits).try_fold(0, |code, _| {
            let digit = self.next().and_then(|c| c.to_digit(16));
            digit
                .map(|digit| code * 16 + digit)
                .ok_or_else(|| invalid("too few hexadecimal digits"))
        })
    }
}
