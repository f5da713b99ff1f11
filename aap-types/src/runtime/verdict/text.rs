//! Whether a JSON text is valid, found while it is read: nothing is built.
//!
//! Each value is read once and held against its schema on the way. Where a schema applies others to
//! the same value (`allOf` and its like), the places of the members are noted, and the others read
//! no more than the values that they ask about (`again`).

mod again;
mod fingerprint;

use std::borrow::Cow;

use again::{primary_items, primary_members};

use super::scalar::{self, Scalar};
use crate::runtime::json_text::{Fault, JsonText, Number};
use crate::runtime::number::MAX_EXACT_INTEGER;
use crate::runtime::properties::Properties;
use crate::runtime::schema::{Rule, Schema, Types};

/// Whether the value is valid. After `true` the text stands behind it; after `false` anywhere.
type Verdict = Result<bool, Fault>;

/// A text that is held against schemas.
pub(super) struct Reader<'de> {
    text: JsonText<'de>,
    /// The names of undeclared members, of all objects that are being read: none may be repeated.
    others: Vec<Cow<'de, str>>,
    /// The members of those objects among these that are looked at more than once.
    noted: Vec<Noted<'de>>,
    /// Whether the text may be valid although the value at hand is not.
    doubtful: bool,
    undecided: bool,
}

struct Noted<'de> {
    name: Cow<'de, str>,
    value: JsonText<'de>,
}

/// Whether the text satisfies the schema and all its numbers fit their types; none where it stays
/// undecided.
pub(super) fn of_text(schema: &'static Schema, text: &str) -> Option<bool> {
    let mut reader = Reader {
        text: JsonText::new(text),
        others: Vec::new(),
        noted: Vec::new(),
        doubtful: false,
        undecided: false,
    };
    let valid = reader.check(schema).and_then(|valid| {
        if valid {
            reader.text.end().map(|()| true)
        } else {
            Ok(false)
        }
    });
    (!reader.undecided).then_some(valid == Ok(true))
}

impl<'de> Reader<'de> {
    /// Leaves the whole text undecided.
    #[cold]
    fn give_up(&mut self) -> Fault {
        self.undecided = true;
        Fault
    }

    /// The type of the next value, a number's being [`Types::NUMBER`].
    fn kind(&mut self) -> Result<Types, Fault> {
        match self.text.next_byte() {
            Some(b'"') => Ok(Types::STRING),
            Some(b'{') => Ok(Types::OBJECT),
            Some(b'[') => Ok(Types::ARRAY),
            Some(b'-' | b'0'..=b'9') => Ok(Types::NUMBER),
            Some(b't' | b'f') => Ok(Types::BOOLEAN),
            Some(b'n') => Ok(Types::NULL),
            _ => Err(Fault),
        }
    }

    /// Holds the next value against a schema.
    fn check(&mut self, mut schema: &'static Schema) -> Verdict {
        // A schema that only refers is the schema that it refers to.
        while let [Rule::Ref(target)] = schema.rules() {
            schema = target;
        }
        let outline = schema.outline();
        let kind = self.kind()?;
        if outline.refuses(kind) {
            return Ok(false);
        }
        match kind {
            Types::STRING => {
                let text = self.text.string()?;
                Ok(outline.accepts(kind)
                    || outline.has_text_of(text.len())
                        && scalar::rules_hold(outline.rest(), Scalar::Text(&text)))
            }
            Types::NUMBER => self.number(schema),
            Types::BOOLEAN => {
                let value = self.text.bool()?;
                Ok(
                    outline.accepts(kind)
                        || scalar::rules_hold(schema.rules(), Scalar::Bool(value)),
                )
            }
            Types::NULL => {
                self.text.null()?;
                Ok(outline.accepts(kind) || scalar::rules_hold(schema.rules(), Scalar::Null))
            }
            _ if outline.accepts(kind) => self.skip().map(|()| true),
            Types::ARRAY => match outline.elements() {
                Some(element) => self.elements(element),
                None => self.array(schema),
            },
            _ => match outline.members() {
                Some(Rule::Properties(properties)) if properties.are_indexed() => {
                    self.members(properties, true)
                }
                Some(Rule::OnlyProperties(properties)) if properties.are_indexed() => {
                    self.members(properties, false)
                }
                _ => self.object(schema),
            },
        }
    }

    fn number(&mut self, schema: &'static Schema) -> Verdict {
        let number = self.text.number()?;
        let small = match number {
            Number::Unsigned(value) if value <= MAX_EXACT_INTEGER => i64::try_from(value).ok(),
            _ => None,
        };
        // It fits each type that a number may have to fit.
        if let Some(valid) = small.and_then(|value| schema.outline().of_integer(value)) {
            return Ok(valid);
        }
        let number = match number {
            Number::Unsigned(value) => value.into(),
            Number::Signed(value) => value.into(),
            Number::Float(value) => serde_json::Number::from_f64(value).ok_or(Fault)?,
            Number::Text(_) => return Err(self.give_up()),
        };
        if !scalar::rules_hold(schema.rules(), Scalar::Number(&number)) {
            return Ok(false);
        }
        let fits = scalar::fits(schema, &number);
        if !fits && (self.doubtful || schema.branches()) {
            // Whether this schema gives the number its type is not known here.
            return Err(self.give_up());
        }
        Ok(fits)
    }

    /// An array of which each element, and nothing else, has to satisfy a schema.
    fn elements(&mut self, element: &'static Schema) -> Verdict {
        self.text.open(b'[')?;
        let mut first = true;
        while self.text.advance(b']', &mut first)? {
            if !self.check(element)? {
                return Ok(false);
            }
        }
        self.text.close(b']')?;
        Ok(true)
    }

    /// An object of which the declared members have to satisfy their schemas, and nothing else but
    /// whether there may be others.
    fn members(&mut self, properties: &'static Properties, open: bool) -> Verdict {
        let begin = self.others.len();
        let (mut first, mut seen) = (true, 0_u128);
        self.text.open(b'{')?;
        while self.text.advance(b'}', &mut first)? {
            let name = self.text.name()?;
            match properties.find(&name) {
                Some((position, schema)) => {
                    let bit = 1 << position;
                    if seen & bit != 0 {
                        return Err(Fault);
                    }
                    seen |= bit;
                    if !self.check(schema)? {
                        return Ok(false);
                    }
                }
                None if open => {
                    self.others.push(name);
                    self.skip()?;
                }
                None => return Ok(false),
            }
        }
        self.close_object(begin)?;
        Ok(properties.are_complete(seen))
    }

    /// Any array: the first schema for its elements is checked on the way, the rest afterwards.
    fn array(&mut self, schema: &'static Schema) -> Verdict {
        let begin = self.text;
        let primary = primary_items(schema);
        let (prefix, rest) = match primary {
            Some(Rule::Items { prefix, rest }) => (*prefix, *rest),
            _ => (&[][..], &Schema::TRUE),
        };
        let (mut first, mut count) = (true, 0);
        self.text.open(b'[')?;
        while self.text.advance(b']', &mut first)? {
            if !self.check(prefix.get(count).unwrap_or(&rest))? {
                return Ok(false);
            }
            count += 1;
        }
        self.text.close(b']')?;
        let end = self.text;
        let elements = again::Elements {
            begin,
            count,
            primary,
        };
        let holds = self.array_holds(schema, &elements)?;
        self.text = end;
        Ok(holds)
    }

    /// Any object: the first schemas for its members are checked on the way, the rest afterwards.
    fn object(&mut self, schema: &'static Schema) -> Verdict {
        let primary = primary_members(schema);
        let (properties, additional) = match primary {
            Some(Rule::Properties(properties)) => (*properties, &Schema::TRUE),
            Some(Rule::OnlyProperties(properties)) => (*properties, &Schema::FALSE),
            Some(Rule::Members(rules)) => (rules.properties, rules.additional),
            _ => (&Properties::NONE, &Schema::TRUE),
        };
        let (begin, others) = (self.noted.len(), self.others.len());
        let (mut first, mut seen) = (true, 0_u128);
        self.text.open(b'{')?;
        while self.text.advance(b'}', &mut first)? {
            let name = self.text.name()?;
            let value = self.text;
            let schema = match properties.find(&name) {
                Some((position, schema)) if properties.are_indexed() => {
                    let bit = 1 << position;
                    if seen & bit != 0 {
                        return Err(Fault);
                    }
                    seen |= bit;
                    schema
                }
                found => {
                    self.others.push(name.clone());
                    found.map_or(additional, |(_, schema)| schema)
                }
            };
            if !self.check(schema)? {
                return Ok(false);
            }
            self.noted.push(Noted { name, value });
        }
        self.close_object(others)?;
        let end = self.text;
        let members = again::Noting {
            range: begin..self.noted.len(),
            primary,
        };
        let holds = self.object_holds(schema, &members)?;
        self.noted.truncate(begin);
        self.text = end;
        Ok(holds)
    }

    /// Ends an object; those names from `begin` on are its undeclared members'.
    #[inline]
    fn close_object(&mut self, begin: usize) -> Result<(), Fault> {
        if self.others.len() > begin {
            let names = self.others.get(begin..).unwrap_or_default();
            if repeats(names) {
                return Err(Fault);
            }
            self.others.truncate(begin);
        }
        self.text.close(b'}')
    }

    /// Steps over a value.
    fn skip(&mut self) -> Result<(), Fault> {
        match self.kind()? {
            Types::STRING => self.text.string().map(|_| ()),
            Types::NUMBER => self.text.number().map(|_| ()),
            Types::BOOLEAN => self.text.bool().map(|_| ()),
            Types::NULL => self.text.null(),
            Types::ARRAY => {
                let mut first = true;
                self.text.open(b'[')?;
                while self.text.advance(b']', &mut first)? {
                    self.skip()?;
                }
                self.text.close(b']')
            }
            _ => {
                let begin = self.others.len();
                let mut first = true;
                self.text.open(b'{')?;
                while self.text.advance(b'}', &mut first)? {
                    let name = self.text.name()?;
                    self.others.push(name);
                    self.skip()?;
                }
                self.close_object(begin)
            }
        }
    }
}

/// Up to this many names are compared pair by pair.
const FEW: usize = 16;

/// Whether a name is there twice.
fn repeats(names: &[Cow<'_, str>]) -> bool {
    if names.len() > FEW {
        let mut sorted: Vec<&str> = names.iter().map(|name| &**name).collect();
        sorted.sort_unstable();
        return sorted.windows(2).any(|pair| pair[0] == pair[1]);
    }
    let mut rest = names;
    while let [first, others @ ..] = rest {
        if others.contains(first) {
            return true;
        }
        rest = others;
    }
    false
}
