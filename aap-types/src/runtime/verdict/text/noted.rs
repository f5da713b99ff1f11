//! Objects whose members are asked about once more after they were read: where these are stays known.

use super::Reader;
use super::objects::Members;
use crate::runtime::properties::{Positions, Properties};
use crate::runtime::schema::{Rule, Schema, Types};

/// An object of which the places of the declared members are known.
#[derive(Clone, Copy)]
pub(super) struct Noted {
    /// Where it begins.
    begin: usize,
    properties: &'static Properties,
    /// The positions of the declared members that are there.
    seen: Positions,
    /// From where on the places of their values are kept.
    values: usize,
}

/// Which objects are noted, and how much was kept before an object was read.
pub(super) struct Before {
    noting: Option<usize>,
    noted: usize,
}

/// No more objects are noted at a time: text from outside must not decide how much is kept.
const MOST: usize = 16;

/// What asks about more members of one object reads it again.
const MOST_ASKED: usize = 8;

impl Reader<'_> {
    /// Begins to note the members of an object, if the schema asks about them again.
    #[inline]
    pub(super) fn begin_noting(&mut self, schema: &'static Schema) -> Before {
        let before = Before {
            noting: self.noting,
            noted: self.noted.len(),
        };
        // The members of an object are one level deeper.
        self.noting = match asks_about_values(schema) {
            true => self.depth.checked_sub(1),
            false => None,
        };
        before
    }

    /// Whether the object that begins next is to be noted.
    #[inline]
    pub(super) fn is_noting(&self) -> bool {
        self.noting == Some(self.depth)
    }

    /// Forgets what was kept of an object, and of its members; unless the object itself is noted.
    #[inline]
    pub(super) fn end_noting(&mut self, before: Before, members: &Members, begin: usize) {
        self.noted.truncate(before.noted);
        self.noting = before.noting;
        // Without an index its members were read as undeclared ones.
        let is_noted = self.is_noting() && members.properties.are_indexed();
        if !is_noted || before.noted == MOST {
            self.in_use = members.values;
            return;
        }
        self.in_use = members.values + members.properties.entries().len();
        self.noted.reserve(MOST - before.noted);
        self.noted.push(Noted {
            begin,
            properties: members.properties,
            seen: members.seen,
            values: members.values,
        });
    }

    /// Whether an object that was noted satisfies a schema; none where the notes do not tell all that it
    /// asks about. That is known before anything is read again.
    #[inline]
    pub(super) fn noted_holds(&mut self, schema: &'static Schema, begin: usize) -> Option<bool> {
        let noted = *self.noted.iter().find(|noted| noted.begin == begin)?;
        let (mut asked, mut count) = ([None; MOST_ASKED], 0);
        let mut holds = true;
        for rule in schema.rules() {
            match rule {
                Rule::Type(types) => holds &= types.contains(Types::OBJECT),
                Rule::Required(names) => holds &= self.has_noted(&noted, names)?,
                Rule::Properties(properties) => {
                    holds &= self.has_noted(&noted, properties.required())?;
                    for (name, schema) in properties.entries() {
                        if let Some(value) = self.noted_value(&noted, name)? {
                            *asked.get_mut(count)? = Some((*schema, value));
                            count += 1;
                        }
                    }
                }
                _ => return None,
            }
        }
        let mut asked = asked.iter().flatten();
        Some(holds && asked.all(|(schema, value)| self.holds_again(schema, *value)))
    }

    #[inline]
    fn has_noted(&self, noted: &Noted, names: &[&str]) -> Option<bool> {
        let mut has_all = true;
        for name in names {
            has_all &= self.noted_value(noted, name)?.is_some();
        }
        Some(has_all)
    }

    /// Where the value of a member begins, if it is there; none for a member that was not noted.
    #[inline]
    fn noted_value(&self, noted: &Noted, name: &str) -> Option<Option<usize>> {
        let (position, _) = noted.properties.find(name)?;
        let value = self.values.get(noted.values + position)?;
        Some(noted.seen.contains(position).then_some(*value))
    }
}

/// Whether a schema has others for the same object that ask for more than that members are there.
#[inline]
fn asks_about_values(schema: &'static Schema) -> bool {
    let asks = |part: &&Schema| {
        let mut rules = part.rules().iter();
        rules.any(|rule| !matches!(rule, Rule::Type(_) | Rule::Required(_)))
    };
    schema.branches()
        && schema.rules().iter().any(|rule| match rule {
            Rule::AllOf(parts) | Rule::AnyOf(parts) | Rule::OneOf(parts) => parts.iter().any(asks),
            rule => rule.branches(),
        })
}
