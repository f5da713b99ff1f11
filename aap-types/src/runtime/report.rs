//! The report: every violation of an instance, found by walking a constraint table.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use serde_json::{Map, Value};

use super::document::Order;
use super::message;
use super::schema::{Holds, Members, Rule, Schema};
use super::{equality, number, text, verdict};
use crate::pointer::JsonPointer;
use crate::rejection::Unrepresentable;
use crate::violation::{Violation, Violations};

/// Everything that is wrong with an instance.
#[derive(Debug, Default)]
pub struct Report {
    /// Broken keywords, in document order, then by keyword.
    pub violations: Vec<Violation>,
    /// Numbers that their Rust type cannot hold.
    pub unrepresentable: Vec<Unrepresentable>,
}

/// Every violation of `value`, and every number that its Rust type cannot hold.
///
/// `order` is the order in which the text names its members; without it the value's own order counts.
#[must_use]
pub fn report(schema: &'static Schema, value: &Value, order: Option<&Order>) -> Report {
    let mut collector = Collector::default();
    let _always_continues = check(
        schema,
        Instance { value, order },
        &Path::ROOT,
        &mut collector,
    );
    let Collector {
        mut found,
        positions,
        mut unrepresentable,
    } = collector;
    let way = |found: &Found| positions.get(found.way.clone()).unwrap_or_default();
    // Stable: violations of one keyword at one place stay in the schema's order.
    found.sort_by(|left, right| {
        way(left)
            .cmp(way(right))
            .then_with(|| left.violation.keyword.cmp(&right.violation.keyword))
    });
    // Two branches may find the same fault.
    found.dedup_by(|later, earlier| later.violation == earlier.violation);
    let violations: Vec<Violation> = found.into_iter().map(|found| found.violation).collect();
    if !unrepresentable.is_empty() {
        // Whether a type could hold a number matters only where the schema takes the number.
        let invalid: HashSet<&JsonPointer> = violations
            .iter()
            .map(|violation| &violation.instance_location)
            .collect();
        unrepresentable.retain(|number| !invalid.contains(&number.instance_location));
    }
    Report {
        violations,
        unrepresentable,
    }
}

/// All violations of `value`, or none.
///
/// # Errors
/// Every violation.
pub fn validate(schema: &'static Schema, value: &Value) -> Result<(), Violations> {
    // Most values are valid, which is cheap to see.
    if verdict::of_value(schema, value) {
        return Ok(());
    }
    Violations::new(report(schema, value, None).violations).map_or(Ok(()), Err)
}

#[derive(Clone, Copy)]
struct Instance<'a> {
    value: &'a Value,
    order: Option<&'a Order>,
}

impl<'a> Instance<'a> {
    /// The member's position in the document and its value.
    fn member(self, position: usize, name: &str, value: &'a Value) -> (usize, Instance<'a>) {
        match self.order.and_then(|order| order.member(name)) {
            Some((position, order)) => (
                position,
                Instance {
                    value,
                    order: Some(order),
                },
            ),
            None => (position, Instance { value, order: None }),
        }
    }

    fn element(self, index: usize, value: &'a Value) -> Instance<'a> {
        Instance {
            value,
            order: self.order.and_then(|order| order.element(index)),
        }
    }
}

/// The way from the root to an instance; a pointer is built only for a violation.
struct Path<'a> {
    step: Option<(&'a Path<'a>, Step<'a>, usize)>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Member(&'a str),
    Element(usize),
}

impl<'a> Path<'a> {
    const ROOT: Path<'static> = Path { step: None };

    fn member(&'a self, name: &'a str, position: usize) -> Path<'a> {
        Path {
            step: Some((self, Step::Member(name), position)),
        }
    }

    fn element(&'a self, index: usize) -> Path<'a> {
        Path {
            step: Some((self, Step::Element(index), index)),
        }
    }

    fn write(&self, pointer: &mut JsonPointer, positions: &mut Vec<usize>) {
        if let Some((parent, step, position)) = &self.step {
            parent.write(pointer, positions);
            match step {
                Step::Member(name) => pointer.push(name),
                Step::Element(index) => pointer.push(&index.to_string()),
            }
            positions.push(*position);
        }
    }
}

/// What a check does with a fault.
trait Sink {
    fn fault(
        &mut self,
        path: &Path<'_>,
        keyword: &'static str,
        message: impl FnOnce() -> String,
    ) -> ControlFlow<()>;

    fn number(&mut self, path: &Path<'_>, value: &serde_json::Number, holds: Holds);
}

/// Keeps every fault, with the positions that put it in document order.
#[derive(Default)]
struct Collector {
    found: Vec<Found>,
    /// The ways of all of them, one after the other.
    positions: Vec<usize>,
    unrepresentable: Vec<Unrepresentable>,
}

struct Found {
    /// Where in `positions` its way is: a position among members or elements for each step.
    way: Range<usize>,
    violation: Violation,
}

impl Sink for Collector {
    fn fault(
        &mut self,
        path: &Path<'_>,
        keyword: &'static str,
        message: impl FnOnce() -> String,
    ) -> ControlFlow<()> {
        let mut pointer = JsonPointer::root();
        let begin = self.positions.len();
        path.write(&mut pointer, &mut self.positions);
        self.found.push(Found {
            way: begin..self.positions.len(),
            violation: Violation::new(pointer, Cow::Borrowed(keyword), message()),
        });
        ControlFlow::Continue(())
    }

    fn number(&mut self, path: &Path<'_>, value: &serde_json::Number, holds: Holds) {
        if !number::holds(value, holds) {
            let mut pointer = JsonPointer::root();
            path.write(&mut pointer, &mut Vec::new());
            self.unrepresentable.push(Unrepresentable {
                instance_location: pointer,
                message: message::unrepresentable(value, holds),
            });
        }
    }
}

fn check<S: Sink>(
    schema: &'static Schema,
    instance: Instance<'_>,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    let value = instance.value;
    for rule in schema.rules() {
        match rule {
            Rule::False => sink.fault(path, "falseSchema", || message::forbidden(value))?,
            Rule::Ref(target) => check(target, instance, path, sink)?,
            Rule::Type(types) => {
                if !verdict::has_type(value, *types) {
                    sink.fault(path, "type", || message::wrong_type(value, *types))?;
                }
            }
            Rule::Enum(literals) => {
                if !literals
                    .iter()
                    .any(|literal| equality::equals(value, literal))
                {
                    sink.fault(path, "enum", || message::not_in_enum(value, literals))?;
                }
            }
            Rule::Const(literal) => {
                if !equality::equals(value, literal) {
                    sink.fault(path, "const", || message::not_const(value, literal))?;
                }
            }
            Rule::AllOf(branches) => {
                for branch in *branches {
                    check(branch, instance, path, sink)?;
                }
            }
            Rule::AnyOf(branches) => {
                if !branches
                    .iter()
                    .any(|branch| verdict::of_value(branch, value))
                {
                    sink.fault(path, "anyOf", || message::no_alternative(value, branches))?;
                }
            }
            Rule::OneOf(branches) => {
                let matching = branches
                    .iter()
                    .filter(|branch| verdict::of_value(branch, value))
                    .count();
                if matching != 1 {
                    sink.fault(path, "oneOf", || {
                        message::not_exactly_one(value, branches, matching)
                    })?;
                }
            }
            Rule::Not(schema) => {
                if verdict::of_value(schema, value) {
                    sink.fault(path, "not", || message::matches_not(value))?;
                }
            }
            Rule::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if verdict::of_value(condition, value) {
                    then
                } else {
                    otherwise
                };
                check(branch, instance, path, sink)?;
            }
            Rule::Holds(holds) => {
                if let Value::Number(value) = value {
                    sink.number(path, value, *holds);
                }
            }
            _ => match value {
                Value::Number(value) => check_number(rule, value, path, sink)?,
                Value::String(value) => check_string(rule, value, path, sink)?,
                Value::Array(elements) => check_array(rule, elements, instance, path, sink)?,
                Value::Object(members) => check_object(rule, members, instance, path, sink)?,
                Value::Null | Value::Bool(_) => {}
            },
        }
    }
    ControlFlow::Continue(())
}

fn check_number<S: Sink>(
    rule: &'static Rule,
    value: &serde_json::Number,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    if is_within(rule, value) {
        return ControlFlow::Continue(());
    }
    let (keyword, bound) = match rule {
        Rule::Minimum(bound) => ("minimum", bound),
        Rule::Maximum(bound) => ("maximum", bound),
        Rule::ExclusiveMinimum(bound) => ("exclusiveMinimum", bound),
        Rule::ExclusiveMaximum(bound) => ("exclusiveMaximum", bound),
        Rule::MultipleOf(divisor) => ("multipleOf", divisor),
        _ => return ControlFlow::Continue(()),
    };
    sink.fault(path, keyword, || {
        message::out_of_bounds(value, keyword, bound)
    })
}

/// Whether a number is within the rule's bound, if the rule has one.
pub(super) fn is_within(rule: &Rule, value: &serde_json::Number) -> bool {
    match rule {
        Rule::Minimum(bound) => number::compare(value, bound) != Ordering::Less,
        Rule::Maximum(bound) => number::compare(value, bound) != Ordering::Greater,
        Rule::ExclusiveMinimum(bound) => number::compare(value, bound) == Ordering::Greater,
        Rule::ExclusiveMaximum(bound) => number::compare(value, bound) == Ordering::Less,
        Rule::MultipleOf(divisor) => number::is_multiple_of(value, divisor),
        _ => true,
    }
}

fn check_string<S: Sink>(
    rule: &'static Rule,
    value: &str,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    if suits(rule, value) {
        return ControlFlow::Continue(());
    }
    match rule {
        Rule::MinLength(min) => sink.fault(path, "minLength", || message::too_short(value, *min)),
        Rule::MaxLength(max) => sink.fault(path, "maxLength", || message::too_long(value, *max)),
        Rule::Pattern(pattern) => sink.fault(path, "pattern", || message::no_match(value, pattern)),
        Rule::Format(format) => {
            sink.fault(path, "format", || message::wrong_format(value, *format))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Whether a string satisfies the rule, if the rule is about strings alone.
pub(super) fn suits(rule: &Rule, value: &str) -> bool {
    match rule {
        Rule::MinLength(min) => text::at_least(value, *min),
        Rule::MaxLength(max) => text::at_most(value, *max),
        Rule::Pattern(pattern) => pattern.is_match(value),
        Rule::Format(format) => format.is_valid(value),
        _ => true,
    }
}

fn check_array<S: Sink>(
    rule: &'static Rule,
    elements: &[Value],
    instance: Instance<'_>,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    let count = elements.len();
    match rule {
        Rule::Items { prefix, rest } => {
            for (index, (schema, value)) in prefix.iter().zip(elements).enumerate() {
                check(
                    schema,
                    instance.element(index, value),
                    &path.element(index),
                    sink,
                )?;
            }
            if rest.is_false() {
                if count > prefix.len() {
                    sink.fault(path, "items", || {
                        message::too_many_items(count, prefix.len())
                    })?;
                }
                return ControlFlow::Continue(());
            }
            for (index, value) in elements.iter().enumerate().skip(prefix.len()) {
                check(
                    rest,
                    instance.element(index, value),
                    &path.element(index),
                    sink,
                )?;
            }
            ControlFlow::Continue(())
        }
        Rule::MinItems(min) if count < *min => {
            sink.fault(path, "minItems", || message::too_few_items(count, *min))
        }
        Rule::MaxItems(max) if count > *max => {
            sink.fault(path, "maxItems", || message::too_many_items(count, *max))
        }
        Rule::UniqueItems => match equality::first_duplicate(elements) {
            Some((earlier, later)) => {
                sink.fault(path, "uniqueItems", || message::repeated(earlier, later))
            }
            None => ControlFlow::Continue(()),
        },
        Rule::Contains { schema, min, max } => {
            let matching = elements
                .iter()
                .filter(|value| verdict::of_value(schema, value))
                .count();
            // Two keywords, each with its own say: `contains` asks for a match unless `minContains`
            // is 0, and `minContains` for as many as it says.
            if matching == 0 && *min != Some(0) {
                sink.fault(path, "contains", || message::too_few_matches(matching, 1))?;
            }
            if let Some(min) = min.filter(|min| matching < *min) {
                sink.fault(path, "minContains", || {
                    message::too_few_matches(matching, min)
                })?;
            }
            match max {
                Some(max) if matching > *max => sink.fault(path, "maxContains", || {
                    message::too_many_matches(matching, *max)
                }),
                _ => ControlFlow::Continue(()),
            }
        }
        _ => ControlFlow::Continue(()),
    }
}

fn check_object<S: Sink>(
    rule: &'static Rule,
    members: &Map<String, Value>,
    instance: Instance<'_>,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    match rule {
        Rule::Properties(properties) => check_members(
            &Members {
                properties,
                patterns: &[],
                additional: &Schema::TRUE,
            },
            members,
            instance,
            path,
            sink,
        ),
        Rule::OnlyProperties(properties) => check_members(
            &Members {
                properties,
                patterns: &[],
                additional: &Schema::FALSE,
            },
            members,
            instance,
            path,
            sink,
        ),
        Rule::Members(rules) => check_members(rules, members, instance, path, sink),
        Rule::Required(names) => {
            for name in names.iter().filter(|name| !members.contains_key(**name)) {
                sink.fault(path, "required", || message::missing(name))?;
            }
            ControlFlow::Continue(())
        }
        Rule::MinProperties(min) if members.len() < *min => {
            sink.fault(path, "minProperties", || {
                message::too_few_members(members.len(), *min)
            })
        }
        Rule::MaxProperties(max) if members.len() > *max => {
            sink.fault(path, "maxProperties", || {
                message::too_many_members(members.len(), *max)
            })
        }
        Rule::PropertyNames(schema) => {
            for name in members.keys() {
                let value = Value::String(name.clone());
                if !verdict::of_value(schema, &value) {
                    sink.fault(path, "propertyNames", || message::bad_name(name))?;
                }
            }
            ControlFlow::Continue(())
        }
        Rule::DependentRequired(dependencies) => {
            let present = dependencies
                .iter()
                .filter(|(name, _)| members.contains_key(*name));
            for (name, needed) in present {
                for needed in needed
                    .iter()
                    .filter(|needed| !members.contains_key(**needed))
                {
                    sink.fault(path, "dependentRequired", || {
                        message::missing_with(needed, name)
                    })?;
                }
            }
            ControlFlow::Continue(())
        }
        Rule::DependentSchemas(dependencies) => {
            for (_, schema) in dependencies
                .iter()
                .filter(|(name, _)| members.contains_key(*name))
            {
                check(schema, instance, path, sink)?;
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    }
}

fn check_members<S: Sink>(
    rules: &Members,
    members: &Map<String, Value>,
    instance: Instance<'_>,
    path: &Path<'_>,
    sink: &mut S,
) -> ControlFlow<()> {
    let required = rules.properties.required().iter();
    for name in required.filter(|name| !members.contains_key(**name)) {
        sink.fault(path, "required", || message::missing(name))?;
    }
    for (position, (name, value)) in members.iter().enumerate() {
        let (position, member) = instance.member(position, name, value);
        let path = path.member(name, position);
        let mut declared = false;
        if let Some((_, schema)) = rules.properties.find(name) {
            declared = true;
            check(schema, member, &path, sink)?;
        }
        for (_, schema) in rules
            .patterns
            .iter()
            .filter(|(pattern, _)| pattern.is_match(name))
        {
            declared = true;
            check(schema, member, &path, sink)?;
        }
        if declared {
            continue;
        }
        if rules.additional.is_false() {
            sink.fault(&path, "additionalProperties", || {
                message::unknown_member(name, rules.properties)
            })?;
        } else {
            check(rules.additional, member, &path, sink)?;
        }
    }
    ControlFlow::Continue(())
}
