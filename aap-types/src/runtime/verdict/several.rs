//! A value that is held against several schemas at once.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::one::{Member, contains_holds, must};
use super::{
    Context, Fingerprint, Names, count_holds, fingerprint_of_number, fingerprint_of_text,
    has_compound_literal, invalid, kind_holds, may_repeat, mix, number_holds, text_holds,
};
use crate::runtime::decode::Name;
use crate::runtime::schema::{Literal, Rule, Schema, Types};

/// At most this many schemas are held against one value; more leave it undecided.
const MOST: usize = 12;

/// The schemas: those asked about, then those that they apply to the same value.
pub(super) struct Several<'c> {
    nodes: [Node; MOST],
    len: usize,
    asked: usize,
    overflow: bool,
    context: Context<'c>,
}

#[derive(Clone, Copy)]
struct Node {
    schema: &'static Schema,
    /// Whether the whole text is invalid where this fails.
    must: bool,
    holds: bool,
    /// Where the schemas begin that this one applies to the same value.
    branches: usize,
}

/// Which of the schemas asked about hold.
pub(super) struct Outcome {
    bits: u32,
    pub(super) fingerprint: Fingerprint,
}

impl Outcome {
    pub(super) fn holds(&self, asked: usize) -> bool {
        self.bits & 1 << asked != 0
    }
}

impl<'c> Several<'c> {
    pub(super) fn new(context: Context<'c>) -> Several<'c> {
        const FREE: Node = Node {
            schema: &Schema::TRUE,
            must: false,
            holds: true,
            branches: 0,
        };
        Several {
            nodes: [FREE; MOST],
            len: 0,
            asked: 0,
            overflow: false,
            context,
        }
    }

    /// Asks about a schema; where it must hold and does not, reading ends.
    pub(super) fn ask(&mut self, schema: &'static Schema, must: bool) {
        self.add(schema, must);
        self.asked = self.len;
    }

    fn add(&mut self, schema: &'static Schema, must: bool) {
        match self.nodes.get_mut(self.len) {
            Some(node) => {
                node.schema = schema;
                node.must = must;
                self.len += 1;
            }
            None => self.overflow = true,
        }
    }

    fn all(&self) -> &[Node] {
        self.nodes.get(..self.len).unwrap_or_default()
    }

    fn all_mut(&mut self) -> &mut [Node] {
        self.nodes.get_mut(..self.len).unwrap_or_default()
    }

    /// Adds the schemas that the present ones apply to the same value, and those that these do.
    fn expand<E: de::Error>(&mut self) -> Result<(), E> {
        let mut index = 0;
        while let Some(node) = self.all().get(index) {
            let (schema, must) = (node.schema, node.must);
            let branches = self.len;
            for rule in schema.rules() {
                match rule {
                    Rule::Ref(target) => self.add(target, must),
                    Rule::AllOf(parts) => parts.iter().for_each(|part| self.add(part, must)),
                    Rule::AnyOf(parts) | Rule::OneOf(parts) => {
                        parts.iter().for_each(|part| self.add(part, false));
                    }
                    Rule::Not(part) => self.add(part, false),
                    Rule::If {
                        condition,
                        then,
                        otherwise,
                    } => {
                        self.add(condition, false);
                        self.add(then, false);
                        self.add(otherwise, false);
                    }
                    Rule::DependentSchemas(_) => self.overflow = true,
                    _ => {}
                }
            }
            if let Some(node) = self.nodes.get_mut(index) {
                node.branches = branches;
            }
            index += 1;
        }
        if self.overflow {
            return Err(self.context.give_up());
        }
        Ok(())
    }

    /// Holds each schema's own rules against the value.
    fn each<E: de::Error>(&mut self, holds: impl Fn(&Rule) -> bool) -> Result<(), E> {
        for node in self.all_mut() {
            if node.holds && !node.schema.rules().iter().all(&holds) {
                node.fail()?;
            }
        }
        Ok(())
    }

    /// Decides all schemas, branches before those that they belong to.
    fn settle<E: de::Error>(mut self, fingerprint: Fingerprint) -> Result<Outcome, E> {
        for index in (0..self.len).rev() {
            let Some(node) = self.nodes.get(index) else {
                continue;
            };
            let mut next = node.branches;
            let mut take = |count: usize| {
                let taken = self.nodes.get(next..next + count).unwrap_or_default();
                next += count;
                taken
            };
            let held = |nodes: &[Node]| nodes.iter().filter(|node| node.holds).count();
            let holds = node.schema.rules().iter().all(|rule| match rule {
                Rule::Ref(_) => held(take(1)) == 1,
                Rule::AllOf(parts) => held(take(parts.len())) == parts.len(),
                Rule::AnyOf(parts) => held(take(parts.len())) > 0,
                Rule::OneOf(parts) => held(take(parts.len())) == 1,
                Rule::Not(_) => held(take(1)) == 0,
                Rule::If { .. } => match take(3) {
                    [condition, then, otherwise] => {
                        if condition.holds {
                            then.holds
                        } else {
                            otherwise.holds
                        }
                    }
                    _ => false,
                },
                _ => true,
            });
            if !holds && let Some(node) = self.nodes.get_mut(index) {
                node.fail()?;
            }
        }
        let asked = self.all().iter().take(self.asked).enumerate();
        let bits = asked.fold(0, |bits, (index, node)| {
            bits | u32::from(node.holds) << index
        });
        Ok(Outcome { bits, fingerprint })
    }

    /// A value that is not looked into.
    fn scalar<E: de::Error>(
        mut self,
        fingerprint: Fingerprint,
        holds: impl Fn(&Rule) -> bool,
    ) -> Result<Outcome, E> {
        self.expand()?;
        self.each(holds)?;
        self.settle(fingerprint)
    }

    fn number<E: de::Error>(self, value: &Number) -> Result<Outcome, E> {
        let undecided = self.context.undecided;
        self.scalar(fingerprint_of_number(value), |rule| {
            let holds = number_holds(rule, value);
            // Whether a type could hold the number matters only where the schema takes it.
            if let (Rule::Holds(_), false) = (rule, holds) {
                undecided.set(true);
            }
            holds
        })
    }
}

impl Node {
    fn fail<E: de::Error>(&mut self) -> Result<(), E> {
        self.holds = false;
        if self.must { Err(invalid()) } else { Ok(()) }
    }
}

/// What the schemas ask of one member or element.
#[derive(Default)]
struct Demands {
    /// Mostly there is one, or none.
    first: Option<(&'static Schema, Owner)>,
    others: Vec<(&'static Schema, Owner)>,
}

/// Whose demand it is.
#[derive(Clone, Copy)]
struct Owner {
    index: usize,
    /// It must hold, or the text is invalid.
    must: bool,
    /// It is counted by `contains`.
    counted: bool,
}

impl Demands {
    fn push(&mut self, schema: &'static Schema, owner: Owner) {
        if schema.rules().is_empty() && !owner.counted {
            return;
        }
        match self.first {
            None => self.first = Some((schema, owner)),
            Some(_) => self.others.push((schema, owner)),
        }
    }

    fn all(&self) -> impl Iterator<Item = &(&'static Schema, Owner)> {
        self.first.iter().chain(&self.others)
    }

    /// All of them as schemas to hold against the value.
    fn seed<'c>(&self, context: Context<'c>) -> Several<'c> {
        let mut several = Several::new(context);
        for (schema, owner) in self.all() {
            several.ask(schema, owner.must);
        }
        several
    }
}

impl<'de> DeserializeSeed<'de> for Several<'_> {
    type Value = Outcome;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Outcome, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Several<'_> {
    type Value = Outcome;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Outcome, E> {
        let null = |literal: &Literal| matches!(literal, Literal::Null);
        self.scalar(0, |rule| kind_holds(rule, Types::NULL, null))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Outcome, E> {
        let equals = |literal: &Literal| matches!(literal, Literal::Bool(it) if *it == value);
        let fingerprint = mix(1, u64::from(value));
        self.scalar(fingerprint, |rule| kind_holds(rule, Types::BOOLEAN, equals))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Outcome, E> {
        self.number(&value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Outcome, E> {
        self.number(&value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Outcome, E> {
        let number = Number::from_f64(value).ok_or_else(invalid)?;
        self.number(&number)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Outcome, E> {
        let fingerprint = if self.context.fingerprints {
            fingerprint_of_text(value)
        } else {
            0
        };
        self.scalar(fingerprint, |rule| text_holds(rule, value))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<Outcome, A::Error> {
        self.expand()?;
        let has_literal = |node: &Node| node.schema.rules().iter().any(has_compound_literal);
        if self.all().iter().any(has_literal) {
            return Err(self.context.give_up());
        }
        self.each(|rule| kind_holds(rule, Types::ARRAY, |_| false))?;
        let unique = |node: &Node| {
            node.schema
                .rules()
                .iter()
                .any(|rule| matches!(rule, Rule::UniqueItems))
        };
        let unique = self.all().iter().any(unique);
        let context = Context {
            fingerprints: self.context.fingerprints || unique,
            ..self.context
        };
        let mut matching = [0_usize; MOST];
        let mut fingerprint = 4;
        let mut fingerprints = Vec::new();
        let mut count = 0;
        loop {
            let mut demands = Demands::default();
            for (index, node) in self.all().iter().enumerate() {
                for rule in node.schema.rules() {
                    let (schema, counted) = match rule {
                        Rule::Items { prefix, rest } => (*prefix.get(count).unwrap_or(rest), false),
                        Rule::Contains { schema, .. } => (*schema, true),
                        _ => continue,
                    };
                    let owner = Owner {
                        index,
                        must: node.must && !counted,
                        counted,
                    };
                    demands.push(schema, owner);
                }
            }
            let Some(outcome) = elements.next_element_seed(demands.seed(context))? else {
                break;
            };
            count += 1;
            fingerprint = mix(fingerprint, outcome.fingerprint);
            if unique {
                fingerprints.push(outcome.fingerprint);
            }
            for (demand, (_, owner)) in demands.all().enumerate() {
                let holds = outcome.holds(demand);
                match (
                    self.nodes.get_mut(owner.index),
                    matching.get_mut(owner.index),
                ) {
                    (_, Some(matching)) if owner.counted => *matching += usize::from(holds),
                    (Some(node), _) => node.holds &= holds,
                    _ => {}
                }
            }
        }
        if unique && may_repeat(fingerprints) {
            return Err(context.give_up());
        }
        for (node, matching) in self.all_mut().iter_mut().zip(matching) {
            let holds = |rule: &Rule| {
                count_holds(rule, Some(count), None) && contains_holds(rule, matching)
            };
            if node.holds && !node.schema.rules().iter().all(holds) {
                node.fail()?;
            }
        }
        self.settle(fingerprint)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Outcome, A::Error> {
        self.expand()?;
        let undecidable = |rule: &Rule| match rule {
            Rule::PropertyNames(_) => true,
            Rule::Members(rules) => !rules.patterns.is_empty() || !rules.properties.are_indexed(),
            Rule::Properties(properties) | Rule::OnlyProperties(properties) => {
                !properties.are_indexed()
            }
            rule => has_compound_literal(rule),
        };
        let undecidable = |node: &Node| node.schema.rules().iter().any(undecidable);
        if self.all().iter().any(undecidable) {
            return Err(self.context.give_up());
        }
        self.each(|rule| kind_holds(rule, Types::OBJECT, |_| false))?;
        let context = self.context;
        let mut seen = [0_u128; MOST];
        let mut others = Names::default();
        let mut fingerprint = 5;
        let mut count = 0;
        while let Some(name) = members.next_key_seed(Name)? {
            count += 1;
            let name_print = if context.fingerprints {
                fingerprint_of_text(&name)
            } else {
                0
            };
            let mut demands = Demands::default();
            let (mut declared, mut again) = (false, false);
            for ((index, node), seen) in self.all().iter().enumerate().zip(&mut seen) {
                for rule in node.schema.rules() {
                    let (properties, additional) = match rule {
                        Rule::Properties(properties) => (*properties, &Schema::TRUE),
                        Rule::OnlyProperties(properties) => (*properties, &Schema::FALSE),
                        Rule::Members(rules) => (rules.properties, rules.additional),
                        _ => continue,
                    };
                    let owner = Owner {
                        index,
                        must: node.must,
                        counted: false,
                    };
                    let schema = match properties.find(&name) {
                        Some((position, schema)) => {
                            declared = true;
                            again |= *seen & 1 << position != 0;
                            *seen |= 1 << position;
                            schema
                        }
                        None => additional,
                    };
                    demands.push(schema, owner);
                }
            }
            if again {
                return Err(invalid());
            }
            if !declared {
                others.add(name)?;
            }
            let value = match demands.first {
                Some((schema, owner)) if owner.must && demands.others.is_empty() => {
                    must(schema, context, Member(&mut members))?
                }
                None => must(&Schema::TRUE, context, Member(&mut members))?,
                Some(_) => {
                    let outcome = members.next_value_seed(demands.seed(context))?;
                    for (demand, (_, owner)) in demands.all().enumerate() {
                        if let Some(node) = self.nodes.get_mut(owner.index) {
                            node.holds &= outcome.holds(demand);
                        }
                    }
                    outcome.fingerprint
                }
            };
            fingerprint = mix(name_print, value).wrapping_add(fingerprint);
        }
        let declares = |name: &str| {
            self.all().iter().zip(&seen).find_map(|(node, seen)| {
                node.schema.rules().iter().find_map(|rule| {
                    let (position, _) = declared_members(rule)?.find(name)?;
                    Some(seen & 1 << position != 0)
                })
            })
        };
        let has = |name: &&str| declares(name).unwrap_or_else(|| others.has(name));
        let holds = |rule: &Rule| match rule {
            Rule::Required(names) => names.iter().all(has),
            Rule::DependentRequired(dependencies) => dependencies
                .iter()
                .all(|(name, needed)| !has(name) || needed.iter().all(has)),
            rule => count_holds(rule, None, Some(count)),
        };
        let mut failed = [false; MOST];
        for ((node, seen), failed) in self.all().iter().zip(seen).zip(&mut failed) {
            let complete = |rule: &Rule| {
                declared_members(rule).is_none_or(|properties| properties.are_complete(seen))
            };
            let holds = |rule: &Rule| holds(rule) && complete(rule);
            *failed = node.holds && !node.schema.rules().iter().all(holds);
        }
        for (node, failed) in self.all_mut().iter_mut().zip(failed) {
            if failed {
                node.fail()?;
            }
        }
        self.settle(fingerprint)
    }
}

fn declared_members(rule: &Rule) -> Option<&'static crate::runtime::Properties> {
    match rule {
        Rule::Properties(properties) | Rule::OnlyProperties(properties) => Some(properties),
        Rule::Members(rules) => Some(rules.properties),
        _ => None,
    }
}
