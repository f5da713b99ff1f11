//! Character classes: `[…]` and `[^…]`.

use super::super::PatternError;
use super::super::charset::CharSet;
use super::{Parser, invalid};

impl Parser<'_> {
    /// *CharacterClass*, after the `[`.
    pub(super) fn class(&mut self) -> Result<CharSet, PatternError> {
        let negative = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            let first = self.class_atom()?;
            // A `-` that is last stands for itself.
            let dash_is_last = self.rest.as_str().starts_with("-]");
            if dash_is_last || !self.eat("-") {
                ranges.extend_from_slice(first.ranges());
                continue;
            }
            let last = self.class_atom()?;
            match (first.single(), last.single()) {
                (Some(first), Some(last)) if first <= last => ranges.push((first, last)),
                (Some(_), Some(_)) => return Err(invalid("a range with its bounds reversed")),
                _ => return Err(invalid("a range from or to a set")),
            }
        }
        let set = CharSet::from_ranges(ranges);
        Ok(if negative { set.complement() } else { set })
    }

    /// *ClassAtom*: one code point or the set of an escape.
    fn class_atom(&mut self) -> Result<CharSet, PatternError> {
        match self.next() {
            None => Err(invalid("unbalanced `[`")),
            Some('\\') if self.eat("b") => Ok(CharSet::one(0x08)),
            Some('\\') if self.eat("-") => Ok(CharSet::one(u32::from('-'))),
            Some('\\') => self.set_escape(),
            Some(c) => Ok(CharSet::one(u32::from(c))),
        }
    }
}
