//! What a schema says of an array or an object beyond what is checked while that is read.

use std::mem;
use std::ops::Range;
use std::ptr;

use super::{Reader, Verdict};
use crate::runtime::json_text::{Fault, JsonText};
use crate::runtime::properties::Properties;
use crate::runtime::schema::{Literal, Rule, Schema, Types};
use crate::runtime::verdict::{are_contained, of_string};

/// An array that was read.
pub(super) struct Elements<'de> {
    pub(super) begin: JsonText<'de>,
    pub(super) count: usize,
    /// The rule that was checked on the way.
    pub(super) primary: Option<&'static Rule>,
}

/// An object that was read.
pub(super) struct Noting {
    /// Its members among those noted.
    pub(super) range: Range<usize>,
    /// The rule that was checked on the way, but for the members that it requires.
    pub(super) primary: Option<&'static Rule>,
}

/// How a value was found that was read before.
struct Again {
    holds: bool,
    /// Whether the text stands behind it; else it stands anywhere.
    at_end: bool,
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

    fn requires(&self, name: &str) -> bool {
        self.required.contains(&name) || self.properties.required().contains(&name)
    }
}

/// The first rule for elements that each valid array has to satisfy.
pub(super) fn primary_items(schema: &'static Schema) -> Option<&'static Rule> {
    primary(schema, |rule| matches!(rule, Rule::Items { .. }))
}

/// The first rule for members that each valid object has to satisfy.
pub(super) fn primary_members(schema: &'static Schema) -> Option<&'static Rule> {
    primary(schema, |rule| match rule {
        Rule::Properties(_) | Rule::OnlyProperties(_) => true,
        Rule::Members(rules) => rules.patterns.is_empty(),
        _ => false,
    })
}

fn primary(schema: &'static Schema, is_it: fn(&Rule) -> bool) -> Option<&'static Rule> {
    schema.rules().iter().find_map(|rule| match rule {
        Rule::Ref(target) => primary(target, is_it),
        Rule::AllOf(parts) => parts.iter().find_map(|part| primary(part, is_it)),
        rule => is_it(rule).then_some(rule),
    })
}

impl<'de> Reader<'de> {
    /// Holds a value that was read before, wherever it is, against a schema.
    fn check_at(&mut self, value: JsonText<'de>, schema: &'static Schema) -> Result<Again, Fault> {
        let (noted, others) = (self.noted.len(), self.others.len());
        self.text = value;
        let again = match Few::of(schema) {
            Some(few) if self.kind()? == Types::OBJECT => Again {
                holds: self.few_hold(&few)?,
                at_end: false,
            },
            _ => {
                let holds = self.check(schema)?;
                Again {
                    holds,
                    at_end: holds,
                }
            }
        };
        self.noted.truncate(noted);
        self.others.truncate(others);
        Ok(again)
    }

    /// Whether an object that was read before satisfies what a schema asks of a few members; looks
    /// no further than to the last of them.
    fn few_hold(&mut self, few: &Few) -> Verdict {
        let (mut first, mut found, mut found_required) = (true, 0, 0);
        self.text.open(b'{')?;
        while found < few.names && self.text.advance(b'}', &mut first)? {
            let name = self.text.name()?;
            let value = self.text;
            let declared = few.properties.find(&name);
            let is_required = few.requires(&name);
            found += usize::from(declared.is_some() || is_required);
            found_required += usize::from(is_required);
            if let Some((_, schema)) = declared {
                let again = self.check_at(value, schema)?;
                if !again.holds {
                    return Ok(false);
                }
                if again.at_end {
                    continue;
                }
                self.text = value;
            }
            self.skip()?;
        }
        Ok(found_required == few.needed)
    }

    /// Whether a rule holds that applies other schemas to the same value; none for other rules.
    fn branch_holds(
        &mut self,
        rule: &'static Rule,
        mut holds: impl FnMut(&mut Self, &'static Schema) -> Verdict,
    ) -> Result<Option<bool>, Fault> {
        Ok(Some(match rule {
            Rule::Ref(target) => holds(self, target)?,
            Rule::AllOf(parts) => {
                for part in *parts {
                    if !holds(self, part)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Rule::AnyOf(parts) => {
                for part in *parts {
                    if self.doubting(|reader| holds(reader, part))? {
                        return Ok(Some(true));
                    }
                }
                false
            }
            Rule::OneOf(parts) => {
                let mut matching = 0;
                for part in *parts {
                    matching += usize::from(self.doubting(|reader| holds(reader, part))?);
                }
                matching == 1
            }
            Rule::Not(part) => !self.doubting(|reader| holds(reader, part))?,
            Rule::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if self.doubting(|reader| holds(reader, condition))? {
                    then
                } else {
                    otherwise
                };
                holds(self, branch)?
            }
            _ => return Ok(None),
        }))
    }

    /// Checks what the text may be valid without.
    fn doubting(&mut self, check: impl FnOnce(&mut Self) -> Verdict) -> Verdict {
        let doubtful = mem::replace(&mut self.doubtful, true);
        let holds = check(self)?;
        self.doubtful = doubtful;
        Ok(holds)
    }

    /// Whether one of the values could be equal to an array or an object: that stays undecided.
    fn equals(&mut self, literals: &[Literal], is_alike: fn(&Literal) -> bool) -> Verdict {
        if literals.iter().any(is_alike) {
            return Err(self.give_up());
        }
        Ok(false)
    }

    pub(super) fn array_holds(
        &mut self,
        schema: &'static Schema,
        elements: &Elements<'de>,
    ) -> Verdict {
        if schema.outline().accepts(Types::ARRAY) {
            return Ok(true);
        }
        for rule in schema.rules() {
            if !self.array_rule_holds(rule, elements)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn array_rule_holds(&mut self, rule: &'static Rule, elements: &Elements<'de>) -> Verdict {
        if elements
            .primary
            .is_some_and(|primary| ptr::eq(primary, rule))
        {
            return Ok(true);
        }
        let is_array = |literal: &Literal| matches!(literal, Literal::Array(_));
        match rule {
            Rule::False => Ok(false),
            Rule::Type(types) => Ok(types.contains(Types::ARRAY)),
            Rule::Const(literal) => self.equals(std::slice::from_ref(literal), is_array),
            Rule::Enum(literals) => self.equals(literals, is_array),
            Rule::MinItems(min) => Ok(elements.count >= *min),
            Rule::MaxItems(max) => Ok(elements.count <= *max),
            Rule::UniqueItems => self.are_unique(elements),
            Rule::Items { prefix, rest } => self.each(elements, |reader, index, element| {
                let schema = prefix.get(index).unwrap_or(rest);
                reader.check_at(element, schema).map(|again| again.holds)
            }),
            Rule::Contains { schema, min, max } => {
                let mut matching = 0;
                let enough = max.map_or(min.unwrap_or(1), |max| max + 1);
                self.each(elements, |reader, _, element| {
                    let holds = reader.doubting(|reader| {
                        reader.check_at(element, schema).map(|again| again.holds)
                    })?;
                    matching += usize::from(holds);
                    Ok(matching < enough)
                })?;
                Ok(are_contained(matching, *min, *max))
            }
            rule => {
                let holds =
                    self.branch_holds(rule, |reader, schema| reader.array_holds(schema, elements))?;
                Ok(holds.unwrap_or(true))
            }
        }
    }

    /// Reads the elements again, as long as `holds` does.
    fn each(
        &mut self,
        elements: &Elements<'de>,
        mut holds: impl FnMut(&mut Self, usize, JsonText<'de>) -> Verdict,
    ) -> Verdict {
        self.text = elements.begin;
        self.text.open(b'[')?;
        let (mut first, mut index) = (true, 0);
        while self.text.advance(b']', &mut first)? {
            let element = self.text;
            if !holds(self, index, element)? {
                return Ok(false);
            }
            self.text = element;
            self.skip()?;
            index += 1;
        }
        Ok(true)
    }

    fn are_unique(&mut self, elements: &Elements<'de>) -> Verdict {
        if elements.count < 2 {
            return Ok(true);
        }
        let mut fingerprints = Vec::with_capacity(elements.count);
        self.text = elements.begin;
        self.text.open(b'[')?;
        let mut first = true;
        while self.text.advance(b']', &mut first)? {
            fingerprints.push(self.text.fingerprint()?);
        }
        fingerprints.sort_unstable();
        if fingerprints.windows(2).any(|pair| pair[0] == pair[1]) {
            // Equal ones, or a coincidence.
            return Err(self.give_up());
        }
        Ok(true)
    }

    pub(super) fn object_holds(&mut self, schema: &'static Schema, members: &Noting) -> Verdict {
        if schema.outline().accepts(Types::OBJECT) {
            return Ok(true);
        }
        for rule in schema.rules() {
            if !self.object_rule_holds(rule, members)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn object_rule_holds(&mut self, rule: &'static Rule, members: &Noting) -> Verdict {
        let has = |reader: &Self, name: &str| reader.find(members, name).is_some();
        let has_all = |reader: &Self, names: &[&str]| names.iter().all(|name| has(reader, name));
        let is_object = |literal: &Literal| matches!(literal, Literal::Object(_));
        match rule {
            Rule::False => Ok(false),
            Rule::Type(types) => Ok(types.contains(Types::OBJECT)),
            Rule::Const(literal) => self.equals(std::slice::from_ref(literal), is_object),
            Rule::Enum(literals) => self.equals(literals, is_object),
            Rule::Required(names) => Ok(has_all(self, names)),
            Rule::MinProperties(min) => Ok(members.range.len() >= *min),
            Rule::MaxProperties(max) => Ok(members.range.len() <= *max),
            Rule::PropertyNames(schema) => {
                let noted = self.noted.get(members.range.clone()).unwrap_or_default();
                Ok(noted.iter().all(|member| of_string(schema, &member.name)))
            }
            Rule::DependentRequired(dependencies) => Ok(dependencies
                .iter()
                .all(|(name, needed)| !has(self, name) || has_all(self, needed))),
            Rule::DependentSchemas(dependencies) => {
                for (name, schema) in *dependencies {
                    if has(self, name) && !self.object_holds(schema, members)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Rule::Properties(properties)
            | Rule::OnlyProperties(properties)
            | Rule::Members(crate::runtime::Members { properties, .. })
                if !has_all(self, properties.required()) =>
            {
                Ok(false)
            }
            rule if members
                .primary
                .is_some_and(|primary| ptr::eq(primary, rule)) =>
            {
                Ok(true)
            }
            Rule::Properties(properties) => self.declared_hold(properties, members),
            Rule::OnlyProperties(properties) => {
                let noted = self.noted.get(members.range.clone()).unwrap_or_default();
                let is_declared = |name: &str| properties.find(name).is_some();
                Ok(noted.iter().all(|member| is_declared(&member.name))
                    && self.declared_hold(properties, members)?)
            }
            Rule::Members(rules) => {
                for index in members.range.clone() {
                    let Some(member) = self.noted.get(index) else {
                        return Err(Fault);
                    };
                    let value = member.value;
                    let declared = rules.properties.find(&member.name);
                    let matching = rules
                        .patterns
                        .iter()
                        .filter(|(pattern, _)| pattern.is_match(&member.name));
                    let mut schemas: Vec<&'static Schema> =
                        matching.map(|(_, schema)| *schema).collect();
                    schemas.extend(declared.map(|(_, schema)| schema));
                    if schemas.is_empty() {
                        schemas.push(rules.additional);
                    }
                    for schema in schemas {
                        if !self.check_at(value, schema)?.holds {
                            return Ok(false);
                        }
                    }
                }
                Ok(true)
            }
            rule => {
                let holds =
                    self.branch_holds(rule, |reader, schema| reader.object_holds(schema, members))?;
                Ok(holds.unwrap_or(true))
            }
        }
    }

    /// Whether the declared ones among the members satisfy their schemas.
    fn declared_hold(&mut self, properties: &'static Properties, members: &Noting) -> Verdict {
        for (name, schema) in properties.entries() {
            if let Some(value) = self.find(members, name)
                && !self.check_at(value, schema)?.holds
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn find(&self, members: &Noting, name: &str) -> Option<JsonText<'de>> {
        let noted = self.noted.get(members.range.clone())?;
        noted
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.value)
    }
}
