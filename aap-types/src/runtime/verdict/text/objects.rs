//! Objects of a text: their members, and what is noted of these.

use std::borrow::Cow;
use std::ops::Range;

use super::Reader;
use super::again::primary_members;
use crate::runtime::json_text::JsonText;
use crate::runtime::properties::{Declared, Positions, Properties, are_same};
use crate::runtime::schema::{Rule, Schema, Types};

/// A member that a schema does not declare.
#[derive(Clone)]
pub(super) struct Other<'de> {
    pub(super) name: Cow<'de, str>,
    /// Where its value begins.
    pub(super) value: usize,
}

/// A member whose name was read.
enum Named<'de> {
    Declared {
        position: usize,
        schema: &'static Schema,
        /// Where its value begins.
        value: usize,
    },
    Other(Other<'de>),
}

/// So many of the members that are declared next are tried before a name is looked up.
const LEFT_OUT: usize = 3;

/// The members of an object.
pub(super) struct Members {
    pub(super) properties: &'static Properties,
    /// The position of the declared member that is expected next.
    expected: usize,
    /// The positions of the declared members that were there.
    pub(super) seen: Positions,
    /// The others among those of all objects.
    others: Range<usize>,
    /// From where on the places of the declared members' values are noted, if they are, in the order of the
    /// entries.
    pub(super) values: usize,
    /// The rule that is checked on the way, but for the members that it requires.
    pub(super) primary: Option<&'static Rule>,
}

impl Members {
    /// How many there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.seen.count() + self.others.len()
    }
}

impl<'de> Reader<'de> {
    /// Holds an object against a schema that neither refuses nor accepts every object.
    #[inline]
    pub(super) fn object(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        match schema.outline().declared() {
            Some(declared) if declared.properties.are_indexed() && !self.is_noting() => {
                self.members(declared, at)
            }
            _ => self.any_object(schema, at),
        }
    }

    /// An object of which the declared members have to satisfy their schemas, and nothing else but
    /// whether there may be others.
    #[inline]
    fn members(&mut self, declared: Declared, at: usize) -> Option<usize> {
        let Declared { properties, open } = declared;
        let mut members = self.members_of(properties);
        let end = self.each_member(&mut members, at, |reader, members, at| {
            match reader.named(members, at)? {
                Named::Declared { schema, value, .. } => reader.check(schema, value),
                Named::Other(other) if open => {
                    let value = other.value;
                    reader.keep(other);
                    reader.skip(value)
                }
                Named::Other(_) => None,
            }
        })?;
        self.others.truncate(members.others.start);
        properties.are_complete(members.seen).then_some(end)
    }

    /// Any object: the first schemas for its members are checked on the way, the rest afterwards.
    #[inline]
    fn any_object(&mut self, schema: &'static Schema, at: usize) -> Option<usize> {
        if let Some(schema) = only_alternative(schema) {
            return self.check(schema, at);
        }
        let decisive = schema.outline().members();
        let primary = decisive.or_else(|| primary_members(schema));
        let (properties, additional) = match primary {
            Some(Rule::Properties(properties)) => (*properties, &Schema::TRUE),
            Some(Rule::OnlyProperties(properties)) => (*properties, &Schema::FALSE),
            Some(Rule::Members(rules)) => (rules.properties, rules.additional),
            _ => (&Properties::NONE, &Schema::TRUE),
        };
        let mut members = self.members_of(properties);
        members.primary = primary;
        self.in_use += properties.entries().len();
        if self.values.len() < self.in_use {
            // What was written there before, no one asks for.
            self.values.resize(self.in_use.max(128), 0);
        }
        let before = self.begin_noting(schema);
        let end = self.each_member(&mut members, at, |reader, members, at| {
            match reader.named(members, at)? {
                Named::Declared {
                    position,
                    schema,
                    value,
                } => {
                    *reader.values.get_mut(members.values + position)? = value;
                    reader.check(schema, value)
                }
                Named::Other(other) => {
                    let value = other.value;
                    let found = match properties.are_indexed() {
                        true => None,
                        false => properties.find(&other.name),
                    };
                    reader.keep(other);
                    reader.check(found.map_or(additional, |(_, schema)| schema), value)
                }
            }
        })?;
        let holds = match decisive {
            Some(_) => self.are_complete(&members),
            None => self.object_holds(schema, &members),
        };
        self.others.truncate(members.others.start);
        self.end_noting(before, &members, at);
        holds.then_some(end)
    }

    /// Steps over an object.
    #[inline]
    pub(super) fn skip_members(&mut self, at: usize) -> Option<usize> {
        let mut members = self.members_of(&Properties::NONE);
        let end = self.each_member(&mut members, at, |reader, _, at| {
            let (name, value) = reader.name(at)?;
            reader.keep(Other { name, value });
            reader.skip(value)
        });
        self.others.truncate(members.others.start);
        end
    }

    #[inline]
    fn members_of(&self, properties: &'static Properties) -> Members {
        Members {
            properties,
            expected: properties.first(),
            seen: Positions::default(),
            others: self.others.len()..self.others.len(),
            values: self.in_use,
            primary: None,
        }
    }

    /// Keeps an undeclared member until its object ends.
    #[inline]
    fn keep(&mut self, other: Other<'de>) {
        if self.others.capacity() == 0 {
            // For most texts: to grow step by step is slow.
            self.others.reserve(16);
        }
        self.others.push(other);
    }

    /// Reads the members of an object, as long as `member`, which is given the place of a name, gives
    /// the place behind the value. Those that it keeps as others are there once each.
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
        members.others.end = self.others.len();
        if !members.others.is_empty() && repeats(self.others.get(members.others.clone())?) {
            return None;
        }
        Some(self.close(at))
    }

    /// The member whose name stands at a place; nothing if it is a declared one and was there before.
    #[inline(always)]
    fn named(&self, members: &mut Members, at: usize) -> Option<Named<'de>> {
        let properties = members.properties;
        let named = match self.declared_at(properties, members.expected, at) {
            Some(expected) => expected,
            None => self.unexpected(members, at)?,
        };
        if let Named::Declared { position, .. } = named {
            members.expected = properties.next(position);
            if !members.seen.insert(position) {
                return None;
            }
        }
        Some(named)
    }

    /// The member whose name stands at a place, where it is not the one that is expected.
    #[inline(never)]
    fn unexpected(&self, members: &Members, at: usize) -> Option<Named<'de>> {
        let properties = members.properties;
        // Most often a few were left out.
        let mut position = members.expected;
        for _ in 0..LEFT_OUT {
            position = properties.next(position);
            if let Some(named) = self.declared_at(properties, position, at) {
                return Some(named);
            }
        }
        let (name, value) = self.name(at)?;
        Some(match properties.find(&name) {
            Some((position, schema)) if properties.are_indexed() => Named::Declared {
                position,
                schema,
                value,
            },
            _ => Named::Other(Other { name, value }),
        })
    }

    /// The member of a position, if its name stands at a place.
    #[inline(always)]
    fn declared_at(
        &self,
        properties: &'static Properties,
        position: usize,
        at: usize,
    ) -> Option<Named<'de>> {
        let (name, schema) = properties.entries().get(position)?;
        let (start, end) = (at + 1, at + 1 + name.len());
        let bytes = self.text.as_bytes();
        if bytes.get(end) != Some(&b'"') || !are_same(bytes.get(start..end)?, name.as_bytes()) {
            return None;
        }
        Some(Named::Declared {
            position,
            schema,
            value: self.value_after(end + 1)?,
        })
    }

    /// Whether all members are there that the schemas checked on the way require.
    #[inline]
    pub(super) fn are_complete(&self, members: &Members) -> bool {
        let properties = members.properties;
        if properties.are_indexed() {
            return properties.are_complete(members.seen);
        }
        let mut required = properties.required().iter();
        required.all(|name| self.find(members, name).is_some())
    }

    /// Where the value of a member begins, if it is there.
    #[inline]
    pub(super) fn find(&self, members: &Members, name: &str) -> Option<usize> {
        if let Some((position, _)) = members.properties.find(name)
            && members.properties.are_indexed()
        {
            let is_there = members.seen.contains(position);
            let value = self.values.get(members.values + position);
            return value.filter(|_| is_there).copied();
        }
        let mut others = self.others_of(members).iter();
        others
            .find(|other| other.name == name)
            .map(|other| other.value)
    }

    /// The members that are declared, each with the place of its value.
    #[inline]
    pub(super) fn declared_of(
        &self,
        members: &Members,
    ) -> impl Iterator<Item = (&'static str, usize)> {
        let values = self.values.get(members.values..).unwrap_or_default();
        let seen = members.seen;
        // A set of positions has no more.
        let entries = members.properties.entries().iter().take(128);
        entries
            .zip(values)
            .enumerate()
            .filter(move |(position, _)| seen.contains(*position))
            .map(|(_, ((name, _), value))| (*name, *value))
    }

    /// The members that are not.
    #[inline]
    pub(super) fn others_of(&self, members: &Members) -> &[Other<'de>] {
        self.others.get(members.others.clone()).unwrap_or_default()
    }

    /// The name at a place, and the place of the value.
    #[inline]
    pub(super) fn name(&self, at: usize) -> Option<(Cow<'de, str>, usize)> {
        if let Some(name) = self.plain_string(at) {
            let value = self.value_after(at + name.len() + 2)?;
            return Some((Cow::Borrowed(name), value));
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

/// The only part of a union that an object can satisfy, if the schema is one.
#[inline]
fn only_alternative(schema: &'static Schema) -> Option<&'static Schema> {
    let [Rule::OneOf(parts) | Rule::AnyOf(parts)] = schema.rules() else {
        return None;
    };
    let mut open = parts
        .iter()
        .filter(|part| !part.outline().refuses(Types::OBJECT));
    match (open.next(), open.next()) {
        (Some(part), None) => Some(part),
        _ => None,
    }
}

/// Up to this many names are compared pair by pair.
const FEW: usize = 16;

/// Whether a name is there twice.
#[inline]
fn repeats(others: &[Other<'_>]) -> bool {
    if others.len() > FEW {
        let mut sorted: Vec<&str> = others.iter().map(|other| &*other.name).collect();
        sorted.sort_unstable();
        return sorted.windows(2).any(|pair| pair[0] == pair[1]);
    }
    let mut rest = others;
    while let [first, others @ ..] = rest {
        if others.iter().any(|other| other.name == first.name) {
            return true;
        }
        rest = others;
    }
    false
}
