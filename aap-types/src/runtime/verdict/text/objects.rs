//! Objects of a text: their members, and what is noted of these.

use std::borrow::Cow;
use std::ops::Range;

use super::Reader;
use super::again::primary_members;
use crate::runtime::json_text::{JsonText, string_end};
use crate::runtime::properties::{Positions, Properties, same};
use crate::runtime::schema::{Rule, Schema};

/// A member that was read.
pub(super) struct Member<'de> {
    pub(super) name: Cow<'de, str>,
    /// Where its value begins.
    pub(super) value: usize,
}

/// An object that was read.
pub(super) struct Noting {
    /// Its members among those noted.
    pub(super) range: Range<usize>,
    /// The rule that was checked on the way, but for the members that it requires.
    pub(super) primary: Option<&'static Rule>,
}

/// The members of an object while they are read.
pub(super) struct Members {
    properties: &'static Properties,
    /// The position of the declared member that is expected next.
    expected: usize,
    /// The positions of those that were there.
    seen: Positions,
    /// From where on the names of undeclared members are those of this object.
    others: usize,
}

impl Members {
    /// Whether a declared member is there for the first time.
    #[inline(always)]
    fn is_new(&mut self, position: usize) -> bool {
        let bit = 1 << position;
        let new = self.seen & bit == 0;
        self.seen |= bit;
        self.expected = self.properties.next(position);
        new
    }
}

impl<'de> Reader<'de> {
    /// Holds an object against a schema that neither refuses nor accepts every object.
    #[inline]
    pub(super) fn object(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        match schema.outline().members() {
            Some(Rule::Properties(properties)) if properties.are_indexed() => {
                self.members(properties, true, at)
            }
            Some(Rule::OnlyProperties(properties)) if properties.are_indexed() => {
                self.members(properties, false, at)
            }
            _ => self.any_object(schema, at),
        }
    }

    /// An object of which the declared members have to satisfy their schemas, and nothing else but
    /// whether there may be others.
    fn members(&mut self, properties: &'static Properties, open: bool, at: usize) -> Option<usize> {
        let mut members = self.members_of(properties);
        let end = self.each_member(&mut members, at, |reader, members, at| {
            if let Some(at) = reader.expected(members, at) {
                let position = members.expected;
                let (_, schema) = properties.entries().get(position)?;
                return members.is_new(position).then(|| reader.check(schema, at))?;
            }
            let (name, at) = reader.name(at)?;
            match properties.find(&name) {
                Some((position, schema)) => {
                    members.is_new(position).then(|| reader.check(schema, at))?
                }
                None if open => {
                    reader.others.push(name);
                    reader.skip(at)
                }
                None => None,
            }
        })?;
        properties.are_complete(members.seen).then_some(end)
    }

    /// Any object: the first schemas for its members are checked on the way, the rest afterwards.
    fn any_object(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        let primary = primary_members(schema);
        let (properties, additional) = match primary {
            Some(Rule::Properties(properties)) => (*properties, &Schema::TRUE),
            Some(Rule::OnlyProperties(properties)) => (*properties, &Schema::FALSE),
            Some(Rule::Members(rules)) => (rules.properties, rules.additional),
            _ => (&Properties::NONE, &Schema::TRUE),
        };
        let begin = self.noted.len();
        let mut members = self.members_of(properties);
        let end = self.each_member(&mut members, at, |reader, members, at| {
            let (name, value) = reader.name(at)?;
            let schema = match properties.find(&name) {
                Some((position, schema)) if properties.are_indexed() => {
                    if !members.is_new(position) {
                        return None;
                    }
                    schema
                }
                found => {
                    reader.others.push(name.clone());
                    found.map_or(additional, |(_, schema)| schema)
                }
            };
            let end = reader.check(schema, value)?;
            reader.noted.push(Member { name, value });
            Some(end)
        })?;
        let noting = Noting {
            range: begin..self.noted.len(),
            primary,
        };
        let holds = self.object_holds(schema, &noting);
        self.noted.truncate(begin);
        holds.then_some(end)
    }

    /// Steps over an object.
    pub(super) fn skip_members(&mut self, at: usize) -> Option<usize> {
        let mut members = self.members_of(&Properties::NONE);
        self.each_member(&mut members, at, |reader, _, at| {
            let (name, at) = reader.name(at)?;
            reader.others.push(name);
            reader.skip(at)
        })
    }

    pub(super) fn members_of(&self, properties: &'static Properties) -> Members {
        Members {
            properties,
            expected: properties.first(),
            seen: 0,
            others: self.others.len(),
        }
    }

    /// Reads the members of an object, as long as `member`, which is given the place of a name, gives
    /// the place behind the value.
    #[inline(always)]
    fn each_member(
        &mut self,
        members: &mut Members,
        at: usize,
        mut member: impl FnMut(&mut Self, &mut Members, usize) -> Option<usize>,
    ) -> Option<usize> {
        let (mut byte, mut at) = self.open(at).and_then(|at| self.next(at))?;
        if byte == b'}' {
            return Some(self.close(at));
        }
        loop {
            if byte != b'"' {
                return None;
            }
            at = member(self, members, at)?;
            (byte, at) = self.next(at)?;
            match byte {
                b',' => (byte, at) = self.next(at + 1)?,
                b'}' => break,
                _ => return None,
            }
        }
        if self.others.len() > members.others {
            if repeats(self.others.get(members.others..)?) {
                return None;
            }
            self.others.truncate(members.others);
        }
        Some(self.close(at))
    }

    /// The place of the value, if the name at a place is the one that is expected.
    #[inline(always)]
    fn expected(&self, members: &Members, at: usize) -> Option<usize> {
        let (name, _) = members.properties.entries().get(members.expected)?;
        let (start, end) = (at + 1, at + 1 + name.len());
        let bytes = self.text.as_bytes();
        if bytes.get(end) == Some(&b'"') && same(bytes.get(start..end)?, name.as_bytes()) {
            self.value_after(end + 1)
        } else {
            None
        }
    }

    /// The name at a place, and the place of the value.
    #[inline]
    pub(super) fn name(&self, at: usize) -> Option<(Cow<'de, str>, usize)> {
        let (start, end) = (at + 1, string_end(self.text, at + 1));
        if self.text.as_bytes().get(end) == Some(&b'"') {
            let name = Cow::Borrowed(self.text.get(start..end)?);
            return Some((name, self.value_after(end + 1)?));
        }
        let mut text = JsonText::new_at(self.text, at);
        let name = text.string().ok()?;
        Some((name, self.value_after(text.place())?))
    }

    /// Steps over the colon between a name and its value.
    #[inline(always)]
    fn value_after(&self, at: usize) -> Option<usize> {
        match self.next(at)? {
            (b':', at) => Some(at + 1),
            _ => None,
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
