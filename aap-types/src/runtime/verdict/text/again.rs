//! What a schema says of an array or an object beyond what is checked while that is read.

use std::mem;
use std::ptr;

use super::Reader;
use super::objects::Members;
use crate::runtime::json_text::{JsonText, after_string};
use crate::runtime::properties::Properties;
use crate::runtime::schema::{self, Literal, Rule, Schema, Types};
use crate::runtime::verdict::{are_contained, of_string};

/// An array that was read.
pub(super) struct Elements {
    pub(super) begin: usize,
    pub(super) count: usize,
    /// The rule that was checked on the way.
    pub(super) primary: Option<&'static Rule>,
    /// Whether each was seen to differ from all others.
    pub(super) are_distinct: bool,
}

/// How a value was found that was read before.
enum Again {
    Holds {
        /// The place behind it, where all of it was read.
        end: Option<usize>,
    },
    Fails,
}

/// A schema of objects that asks for a few members and leaves all others alone.
struct Few {
    properties: &'static Properties,
    required: &'static [&'static str],
    /// How many members it names.
    names: usize,
    /// How many of them have to be there.
    needed: usize,
}

impl Few {
    #[inline]
    fn of(schema: &'static Schema) -> Option<Few> {
        let mut few = Few {
            properties: &Properties::NONE,
            required: &[],
            names: 0,
            needed: 0,
        };
        let (mut properties, mut required) = (None, None);
        for rule in schema.rules() {
            match rule {
                Rule::Type(types) if types.contains(Types::OBJECT) => {}
                Rule::Properties(found) if properties.is_none() => properties = Some(*found),
                Rule::Required(names) if required.is_none() => required = Some(*names),
                _ => return None,
            }
        }
        few.properties = properties.unwrap_or(few.properties);
        few.required = required.unwrap_or(few.required);
        few.names = few.properties.entries().len();
        few.needed = few.properties.required().len();
        for name in few.required {
            few.names += usize::from(few.properties.find(name).is_none());
            few.needed += usize::from(!few.properties.required().contains(name));
        }
        Some(few)
    }

    #[inline]
    fn requires(&self, name: &str) -> bool {
        self.required.contains(&name) || self.properties.required().contains(&name)
    }
}

/// The first rule for elements that each valid array has to satisfy.
#[inline]
pub(super) fn primary_items(schema: &'static Schema) -> Option<&'static Rule> {
    primary(schema, |rule| matches!(rule, Rule::Items { .. }))
}

/// The first rule for members that each valid object has to satisfy.
#[inline]
pub(super) fn primary_members(schema: &'static Schema) -> Option<&'static Rule> {
    primary(schema, |rule| match rule {
        Rule::Properties(_) | Rule::OnlyProperties(_) => true,
        Rule::Members(rules) => rules.patterns.is_empty(),
        _ => false,
    })
}

#[inline]
fn primary(schema: &'static Schema, is_it: fn(&Rule) -> bool) -> Option<&'static Rule> {
    schema.rules().iter().find_map(|rule| match rule {
        Rule::Ref(target) => primary(target, is_it),
        Rule::AllOf(parts) => parts.iter().find_map(|part| primary(part, is_it)),
        rule => is_it(rule).then_some(rule),
    })
}

impl Reader<'_> {
    /// Holds a value that was read before against a schema.
    #[inline]
    fn check_again(&mut self, schema: &'static Schema, at: usize) -> Again {
        let few = match self.next(at) {
            Some((b'{', at)) => match self.noted_holds(schema, at) {
                Some(true) => return Again::Holds { end: None },
                Some(false) => return Again::Fails,
                None => Few::of(schema).map(|few| (few, at)),
            },
            _ => None,
        };
        let end = match few {
            Some((few, at)) if self.few_hold(&few, at) == Some(true) => {
                return Again::Holds { end: None };
            }
            Some(_) => None,
            None => self.check(schema, at),
        };
        end.map_or(Again::Fails, |end| Again::Holds { end: Some(end) })
    }

    #[inline]
    pub(super) fn holds_again(&mut self, schema: &'static Schema, at: usize) -> bool {
        matches!(self.check_again(schema, at), Again::Holds { .. })
    }

    /// Whether an object that was read before satisfies what a schema asks of a few members; looks
    /// no further than to the last of them.
    #[inline]
    fn few_hold(&mut self, few: &Few, at: usize) -> Option<bool> {
        let (mut found, mut found_required) = (0, 0);
        let (mut byte, mut at) = self.next(at + 1)?;
        while found < few.names && byte == b'"' {
            let (name, value) = self.name(at)?;
            let declared = few.properties.find(&name);
            let is_required = few.requires(&name);
            found += usize::from(declared.is_some() || is_required);
            found_required += usize::from(is_required);
            let end = match declared {
                Some((_, schema)) => match self.check_again(schema, value) {
                    Again::Holds { end } => end,
                    Again::Fails => return Some(false),
                },
                None => None,
            };
            let end = match end {
                Some(end) => end,
                None => self.step_over(value)?,
            };
            (byte, at) = self.next(end)?;
            if byte == b',' {
                (byte, at) = self.next(at + 1)?;
            }
        }
        Some(found_required == few.needed)
    }

    /// Steps over a value that was read before.
    #[inline]
    fn step_over(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut at, mut open) = (at, 0_usize);
        loop {
            match bytes.get(at)? {
                b'"' => {
                    at = after_string(bytes, at + 1);
                    continue;
                }
                b'{' | b'[' => open += 1,
                // The end of the object around the value.
                b'}' | b']' | b',' if open == 0 => return Some(at),
                b'}' | b']' => open -= 1,
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether a rule holds that applies other schemas to the same value; none for other rules.
    #[inline]
    fn branch_holds(
        &mut self,
        rule: &'static Rule,
        mut holds: impl FnMut(&mut Self, &'static Schema) -> bool,
    ) -> Option<bool> {
        Some(match rule {
            Rule::Ref(target) => holds(self, target),
            Rule::AllOf(parts) => parts.iter().all(|part| holds(self, part)),
            Rule::AnyOf(parts) => parts
                .iter()
                .any(|part| self.doubting(|reader| holds(reader, part))),
            Rule::OneOf(parts) => {
                let matching = parts
                    .iter()
                    .filter(|part| self.doubting(|reader| holds(reader, part)));
                matching.count() == 1
            }
            Rule::Not(part) => !self.doubting(|reader| holds(reader, part)),
            Rule::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if self.doubting(|reader| holds(reader, condition)) {
                    then
                } else {
                    otherwise
                };
                holds(self, branch)
            }
            _ => return None,
        })
    }

    /// Checks what the text may be valid without.
    #[inline]
    fn doubting(&mut self, check: impl FnOnce(&mut Self) -> bool) -> bool {
        let doubtful = mem::replace(&mut self.doubtful, true);
        // Where it does not hold, reading stopped anywhere.
        let (depth, noting) = (self.depth, self.noting);
        let (others, in_use) = (self.others.len(), self.in_use);
        let noted = self.noted.len();
        let holds = check(self);
        (self.depth, self.noting) = (depth, noting);
        self.noted.truncate(noted);
        self.others.truncate(others);
        self.in_use = in_use;
        self.doubtful = doubtful;
        holds
    }

    /// Whether one of the values is equal to an array or an object: where it could be, that stays
    /// undecided.
    #[inline]
    fn equals(&mut self, literals: &[Literal], is_alike: fn(&Literal) -> bool) -> bool {
        if literals.iter().any(is_alike) {
            self.give_up();
        }
        false
    }

    #[inline]
    pub(super) fn array_holds(&mut self, schema: &'static Schema, elements: &Elements) -> bool {
        schema.outline().accepts(Types::ARRAY)
            || schema
                .rules()
                .iter()
                .all(|rule| self.array_rule_holds(rule, elements))
    }

    #[inline]
    fn array_rule_holds(&mut self, rule: &'static Rule, elements: &Elements) -> bool {
        if elements
            .primary
            .is_some_and(|primary| ptr::eq(primary, rule))
        {
            return true;
        }
        let is_array = |literal: &Literal| matches!(literal, Literal::Array(_));
        match rule {
            Rule::False => false,
            Rule::Type(types) => types.contains(Types::ARRAY),
            Rule::Const(literal) => self.equals(std::slice::from_ref(literal), is_array),
            Rule::Enum(literals) => self.equals(literals, is_array),
            Rule::MinItems(min) => elements.count >= *min,
            Rule::MaxItems(max) => elements.count <= *max,
            Rule::UniqueItems => elements.are_distinct || self.are_unique(elements),
            Rule::Items { prefix, rest } => {
                let end = self.each_element(elements.begin, |reader, index, at| {
                    reader.check(prefix.get(index).unwrap_or(rest), at)
                });
                end.is_some()
            }
            Rule::Contains { schema, min, max } => {
                let mut matching = 0;
                let enough = max.map_or(min.unwrap_or(1), |max| max + 1);
                // Ends early where enough were found.
                let _end = self.doubting(|reader| {
                    let end = reader.each_element(elements.begin, |reader, _, at| {
                        matching +=
                            usize::from(reader.doubting(|reader| reader.holds_again(schema, at)));
                        (matching < enough).then(|| reader.skip(at))?
                    });
                    end.is_some()
                });
                are_contained(matching, *min, *max)
            }
            rule => self
                .branch_holds(rule, |reader, schema| reader.array_holds(schema, elements))
                .unwrap_or(true),
        }
    }

    #[inline]
    fn are_unique(&mut self, elements: &Elements) -> bool {
        let mut fingerprints = Vec::with_capacity(elements.count);
        let end = self.each_element(elements.begin, |reader, _, at| {
            let mut text = JsonText::new_at(reader.text, at);
            fingerprints.push(text.fingerprint().ok()?);
            Some(text.place())
        });
        fingerprints.sort_unstable();
        let distinct = fingerprints.windows(2).all(|pair| pair[0] != pair[1]);
        if !distinct {
            // Equal ones, or a coincidence.
            self.give_up();
        }
        distinct && end.is_some()
    }

    #[inline]
    pub(super) fn object_holds(&mut self, schema: &'static Schema, members: &Members) -> bool {
        schema.outline().accepts(Types::OBJECT)
            || schema
                .rules()
                .iter()
                .all(|rule| self.object_rule_holds(rule, members))
    }

    #[inline]
    fn object_rule_holds(&mut self, rule: &'static Rule, members: &Members) -> bool {
        let has = |reader: &Self, name: &str| reader.find(members, name).is_some();
        let has_all = |reader: &Self, names: &[&str]| names.iter().all(|name| has(reader, name));
        let is_object = |literal: &Literal| matches!(literal, Literal::Object(_));
        match rule {
            Rule::False => false,
            Rule::Type(types) => types.contains(Types::OBJECT),
            Rule::Const(literal) => self.equals(std::slice::from_ref(literal), is_object),
            Rule::Enum(literals) => self.equals(literals, is_object),
            Rule::Required(names) => has_all(self, names),
            Rule::MinProperties(min) => members.count() >= *min,
            Rule::MaxProperties(max) => members.count() <= *max,
            Rule::PropertyNames(schema) => self.each_name(members, |name| of_string(schema, name)),
            Rule::DependentRequired(dependencies) => dependencies
                .iter()
                .all(|(name, needed)| !has(self, name) || has_all(self, needed)),
            Rule::DependentSchemas(dependencies) => dependencies
                .iter()
                .all(|(name, schema)| !has(self, name) || self.object_holds(schema, members)),
            rule if members
                .primary
                .is_some_and(|primary| ptr::eq(primary, rule)) =>
            {
                self.are_complete(members)
            }
            Rule::Properties(properties)
            | Rule::OnlyProperties(properties)
            | Rule::Members(schema::Members { properties, .. })
                if !has_all(self, properties.required()) =>
            {
                false
            }
            Rule::Properties(properties) => self.entries_hold(properties, members),
            Rule::OnlyProperties(properties) => {
                self.each_name(members, |name| properties.find(name).is_some())
                    && self.entries_hold(properties, members)
            }
            Rule::Members(rules) => self.each_holds(rules, members),
            rule => self
                .branch_holds(rule, |reader, schema| reader.object_holds(schema, members))
                .unwrap_or(true),
        }
    }

    #[inline]
    fn each_name(&self, members: &Members, is_valid: impl Fn(&str) -> bool) -> bool {
        let mut others = self.others_of(members).iter();
        self.declared_of(members).all(|(name, _)| is_valid(name))
            && others.all(|other| is_valid(&other.name))
    }

    /// Whether the entries among the members satisfy their schemas.
    #[inline]
    fn entries_hold(&mut self, properties: &'static Properties, members: &Members) -> bool {
        properties.entries().iter().all(|(name, schema)| {
            let value = self.find(members, name);
            value.is_none_or(|value| self.holds_again(schema, value))
        })
    }

    /// Whether each member satisfies every schema that is for its name.
    #[inline]
    fn each_holds(&mut self, rules: &'static schema::Members, members: &Members) -> bool {
        let declared: Vec<(&str, usize)> = self.declared_of(members).collect();
        let others = self.others_of(members).to_vec();
        declared
            .iter()
            .all(|(name, value)| self.member_holds(rules, name, *value))
            && others
                .iter()
                .all(|other| self.member_holds(rules, &other.name, other.value))
    }

    #[inline]
    fn member_holds(&mut self, rules: &'static schema::Members, name: &str, value: usize) -> bool {
        let declared = rules.properties.find(name);
        let matching = rules
            .patterns
            .iter()
            .filter(|(pattern, _)| pattern.is_match(name));
        let mut schemas: Vec<&'static Schema> = matching.map(|(_, schema)| *schema).collect();
        schemas.extend(declared.map(|(_, schema)| schema));
        if schemas.is_empty() {
            schemas.push(rules.additional);
        }
        schemas.iter().all(|schema| self.holds_again(schema, value))
    }
}
