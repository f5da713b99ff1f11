//! Whether a JSON text is valid, found while it is read: nothing is built.
//!
//! Each value is read once and held against its schema on the way. Where a schema applies others to
//! the same value (`allOf` and its like), the places of the members are noted, and the others read
//! no more than the values that they ask about (`again`).

mod again;
mod distinct;
mod fingerprint;
mod noted;
mod objects;

use again::primary_items;
use noted::Noted;
use objects::Other;

use super::scalar::{self, Scalar};
use super::value::text_is_valid;
use crate::runtime::json_text::{DEEPEST, JsonText, Number, number_end, string_end};
use crate::runtime::number::MAX_EXACT_INTEGER;
use crate::runtime::schema::{Rule, Schema, Types};

/// No number of so many characters without an exponent is too great for a float.
const LONGEST_PLAIN: usize = 300;

/// A text that is held against schemas.
///
/// What reads a value takes the place where it begins, and gives the place behind it if it is valid.
pub(super) struct Reader<'de> {
    text: &'de str,
    /// How much deeper the nesting may get.
    depth: usize,
    /// The undeclared members of all objects that are being read: no name may be repeated.
    others: Vec<Other<'de>>,
    /// Where the values of declared members begin, in the objects that are looked at more than once.
    values: Vec<usize>,
    /// How many of these are in use.
    in_use: usize,
    /// Objects that are asked about again, of those that were read.
    noted: Vec<Noted>,
    /// The depth at which such objects stand.
    noting: Option<usize>,
    /// Whether the text may be valid although the value at hand is not.
    doubtful: bool,
    undecided: bool,
}

/// Whether the text satisfies the schema and all its numbers fit their types; none where it stays
/// undecided.
#[inline]
pub(super) fn of_text(schema: &'static Schema, text: &str) -> Option<bool> {
    let mut reader = Reader {
        text,
        depth: DEEPEST,
        others: Vec::new(),
        values: Vec::new(),
        in_use: 0,
        noted: Vec::new(),
        noting: None,
        doubtful: false,
        undecided: false,
    };
    let end = reader.check(schema, 0);
    (!reader.undecided).then(|| end.is_some_and(|end| JsonText::new_at(text, end).end().is_ok()))
}

impl<'de> Reader<'de> {
    /// Leaves the whole text undecided.
    #[cold]
    #[inline]
    fn give_up(&mut self) {
        self.undecided = true;
    }

    /// The next byte that is not white space, and its place.
    #[inline(always)]
    fn next(&self, at: usize) -> Option<(u8, usize)> {
        let bytes = self.text.as_bytes();
        match bytes.get(at) {
            Some(byte) if *byte > b' ' => Some((*byte, at)),
            _ => {
                let at = self.after_space(at);
                Some((*bytes.get(at)?, at))
            }
        }
    }

    /// Where white space ends.
    #[inline(never)]
    fn after_space(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
        at + rest.iter().take_while(is_space).count()
    }

    /// Holds the next value against a schema.
    #[inline]
    fn check(&mut self, mut schema: &'static Schema, at: usize) -> Option<usize> {
        // A schema that only refers is the schema that it refers to.
        while let [Rule::Ref(target)] = schema.rules() {
            schema = target;
        }
        let outline = schema.outline();
        let (byte, at) = self.next(at)?;
        match byte {
            b'"' if !outline.refuses(Types::STRING) => self.string(schema, at),
            b'-' | b'0'..=b'9' if !outline.refuses(Types::NUMBER) => self.number(schema, at),
            b'{' if outline.accepts(Types::OBJECT) => self.skip(at),
            b'{' if !outline.refuses(Types::OBJECT) => self.object(schema, at),
            b'[' if outline.accepts(Types::ARRAY) => self.skip(at),
            b'[' if !outline.refuses(Types::ARRAY) => match outline.elements() {
                Some(element) => self.elements(element, at),
                None => self.array(schema, at),
            },
            b't' if !outline.refuses(Types::BOOLEAN) => self.word(schema, at, "true"),
            b'f' if !outline.refuses(Types::BOOLEAN) => self.word(schema, at, "false"),
            b'n' if !outline.refuses(Types::NULL) => self.word(schema, at, "null"),
            _ => None,
        }
    }

    /// The string at a place, if it has no escapes.
    #[inline]
    fn plain_string(&self, at: usize) -> Option<&'de str> {
        let (start, end) = (at + 1, string_end(self.text.as_bytes(), at + 1));
        let is_plain = self.text.as_bytes().get(end) == Some(&b'"');
        is_plain.then(|| self.text.get(start..end))?
    }

    #[inline]
    fn string(&self, schema: &'static Schema, at: usize) -> Option<usize> {
        let outline = schema.outline();
        let (start, end) = (at + 1, string_end(self.text.as_bytes(), at + 1));
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return self.escaped_string(schema, at);
        }
        let valid =
            outline.accepts(Types::STRING) || text_is_valid(schema, self.text.get(start..end)?);
        valid.then_some(end + 1)
    }

    #[cold]
    #[inline]
    fn escaped_string(&self, schema: &'static Schema, at: usize) -> Option<usize> {
        let mut text = JsonText::new_at(self.text, at);
        let outline = schema.outline();
        if outline.accepts(Types::STRING) {
            text.skip_string().ok()?;
            return Some(text.place());
        }
        let string = text.string().ok()?;
        text_is_valid(schema, &string).then_some(text.place())
    }

    #[inline]
    fn word(&self, schema: &'static Schema, at: usize, word: &str) -> Option<usize> {
        let end = at + word.len();
        if self.text.as_bytes().get(at..end) != Some(word.as_bytes()) {
            return None;
        }
        let (kind, value) = match word {
            "null" => (Types::NULL, Scalar::Null),
            word => (Types::BOOLEAN, Scalar::Bool(word == "true")),
        };
        let valid = schema.outline().accepts(kind) || scalar::rules_hold(schema.rules(), value);
        valid.then_some(end)
    }

    #[inline]
    fn number(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        if let Some((value, end)) = self.natural(at)
            && let Some(valid) = schema.outline().of_integer(value)
        {
            return valid.then_some(end);
        }
        self.any_number(schema, at)
    }

    /// The number at a place and the place behind it, if it is one of a few digits.
    #[inline(always)]
    fn natural(&self, at: usize) -> Option<(i64, usize)> {
        let bytes = self.text.as_bytes();
        let (mut value, mut end) = (0, at);
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            value = value * 10 + i64::from(digit - b'0');
            end += 1;
            if end - at > 15 {
                return None;
            }
        }
        let is_whole = !matches!(bytes.get(end), Some(b'.' | b'e' | b'E'));
        let is_first = |byte: u8| byte != b'0' || end - at == 1;
        (end > at && is_whole && is_first(*bytes.get(at)?)).then_some((value, end))
    }

    /// The place behind a number that is surely finite, whatever its value.
    #[inline]
    fn plain_number(&self, at: usize) -> Option<usize> {
        let end = number_end(self.text.as_bytes(), at)?;
        let number = self.text.as_bytes().get(at..end)?;
        let is_plain =
            number.len() <= LONGEST_PLAIN && !number.iter().any(|byte| byte | 0x20 == b'e');
        is_plain.then_some(end)
    }

    #[inline(never)]
    fn any_number(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        let outline = schema.outline();
        if outline.accepts(Types::NUMBER)
            && !schema.may_hold()
            && let Some(end) = self.plain_number(at)
        {
            return Some(end);
        }
        let mut text = JsonText::new_at(self.text, at);
        let number = text.number().ok()?;
        let end = text.place();
        let small = match number {
            Number::Unsigned(value) if value <= MAX_EXACT_INTEGER => i64::try_from(value).ok(),
            _ => None,
        };
        // It fits each type that a number may have to fit.
        if let Some(valid) = small.and_then(|value| outline.of_integer(value)) {
            return valid.then_some(end);
        }
        if let Number::Text(_) = number {
            self.give_up();
            return None;
        }
        let number = number.to_json().ok()?;
        if !scalar::rules_hold(schema.rules(), Scalar::Number(&number)) {
            return None;
        }
        let fits = scalar::fits(schema, &number);
        if !fits && (self.doubtful || schema.branches()) {
            // Whether this schema gives the number its type is not known here.
            self.give_up();
        }
        fits.then_some(end)
    }

    /// Steps into an array or an object, of which `at` is the bracket.
    #[inline(always)]
    fn open(&mut self, at: usize) -> Option<usize> {
        self.depth = self.depth.checked_sub(1)?;
        Some(at + 1)
    }

    /// Steps out of an array or an object, of which `at` is the bracket.
    #[inline(always)]
    fn close(&mut self, at: usize) -> usize {
        self.depth += 1;
        at + 1
    }

    /// Reads the elements of an array, each with its index, as long as `element` gives the place
    /// behind it.
    #[inline(always)]
    fn each_element(
        &mut self,
        at: usize,
        mut element: impl FnMut(&mut Self, usize, usize) -> Option<usize>,
    ) -> Option<usize> {
        let (mut byte, mut at) = self.open(at).and_then(|at| self.next(at))?;
        if byte == b']' {
            return Some(self.close(at));
        }
        let mut index = 0;
        loop {
            at = element(self, index, at)?;
            index += 1;
            (byte, at) = self.next(at)?;
            match byte {
                b',' => at += 1,
                b']' => return Some(self.close(at)),
                _ => return None,
            }
        }
    }

    /// An array of which each element, and nothing else, has to satisfy a schema.
    #[inline]
    fn elements(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        self.each_element(at, |reader, _, at| reader.check(schema, at))
    }

    /// Any array: the first schema for its elements is checked on the way, the rest afterwards.
    #[inline]
    fn array(&mut self, schema: &'static Schema, begin: usize) -> Option<usize> {
        let primary = primary_items(schema);
        let (prefix, rest) = match primary {
            Some(Rule::Items { prefix, rest }) => (*prefix, *rest),
            _ => (&[][..], &Schema::TRUE),
        };
        let are_unique = |rule: &Rule| matches!(rule, Rule::UniqueItems);
        let with_keys = schema.rules().iter().any(are_unique);
        let (mut count, mut keys) = (0, [None; distinct::MOST]);
        let end = self.each_element(begin, |reader, index, at| {
            count += 1;
            let end = reader.check(prefix.get(index).unwrap_or(&rest), at)?;
            if with_keys && let Some(key) = keys.get_mut(index) {
                *key = reader.key(at);
            }
            Some(end)
        })?;
        let elements = again::Elements {
            begin,
            count,
            primary,
            are_distinct: keys.get(..count).is_some_and(distinct::are_distinct),
        };
        self.array_holds(schema, &elements).then_some(end)
    }

    /// Steps over a value.
    #[inline]
    fn skip(&mut self, at: usize) -> Option<usize> {
        let (byte, at) = self.next(at)?;
        match byte {
            b'[' => self.each_element(at, |reader, _, at| reader.skip(at)),
            b'{' => self.skip_members(at),
            _ => self.check(&Schema::TRUE, at),
        }
    }
}
