//! Whether a JSON value is valid.

use std::cell::Cell;

use serde_json::map::Iter;
use serde_json::{Map, Value};

use super::scalar;
use super::{are_contained, of_string};
use crate::runtime::equality;
use crate::runtime::number;
use crate::runtime::properties::{Declared, LookUps, Properties, same};
use crate::runtime::report::{is_within, suits};
use crate::runtime::schema::{Literal, Members, Rule, Schema, Types};

/// Whether a value satisfies a schema; the first fault decides.
#[must_use]
pub fn of_value(schema: &'static Schema, value: &Value) -> bool {
    traced(schema, value, ())
}

/// Who wants to know where the first fault is.
pub(crate) trait Trace: Copy {
    /// Notes the fault's position, after those in what is there: in an object or array, the one after
    /// the last standing for a fault of the object itself; among the rules of a schema that are left
    /// to check (`Outline::rest`); among the parts of `allOf`.
    fn note(self, position: usize);
}

/// Nobody.
impl Trace for () {
    #[inline(always)]
    fn note(self, _: usize) {}
}

/// The way to a fault, innermost position first.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    positions: [Cell<usize>; 16],
    length: Cell<usize>,
}

impl Trail {
    /// Whether it leads no further.
    pub(crate) fn is_empty(&self) -> bool {
        self.length.get() == 0
    }

    /// Takes the outermost position.
    pub(crate) fn step(&self) -> Option<usize> {
        let length = self.length.get().checked_sub(1)?;
        self.length.set(length);
        self.positions.get(length).map(Cell::get)
    }
}

impl Trace for &Trail {
    fn note(self, position: usize) {
        // A trail that is too long begins anew, and leads less far.
        let length = self.length.get() % self.positions.len();
        if let Some(place) = self.positions.get(length) {
            place.set(position);
        }
        self.length.set(length + 1);
    }
}

/// The same, with the trail to the fault, as far as it can be told.
pub(crate) fn traced<T: Trace>(schema: &'static Schema, value: &Value, trail: T) -> bool {
    at_once(schema, value, trail)
}

/// The same in place.
#[inline(always)]
fn at_once<T: Trace>(schema: &'static Schema, value: &Value, trail: T) -> bool {
    let outline = schema.outline();
    match value {
        Value::String(text) => outline.accepts(Types::STRING) || text_is_valid(schema, text),
        Value::Number(number) => {
            number.as_i64().is_some_and(|it| outline.has_integer(it))
                || number_is_valid(schema, value)
        }
        Value::Object(members) => match outline.declared() {
            Some(declared) => members_hold(declared, members, trail),
            None => is_valid(schema, value, trail),
        },
        Value::Array(elements) => match outline.elements() {
            Some(schema) => elements_hold(schema, elements, trail),
            None => is_valid(schema, value, trail),
        },
        Value::Null | Value::Bool(_) => {
            outline.accepts(Types::of(value)) || is_valid(schema, value, trail)
        }
    }
}

/// The same by going through the rules, where the type does not decide.
#[inline(never)]
fn is_valid<T: Trace>(schema: &'static Schema, value: &Value, trail: T) -> bool {
    if let [Rule::Ref(target)] = schema.rules() {
        return traced(target, value, trail);
    }
    let (outline, kind) = (schema.outline(), Types::of(value));
    outline.accepts(kind) || !outline.refuses(kind) && rules_hold(outline.rest(), value, trail)
}

/// Whether a value satisfies all rules.
fn rules_hold<T: Trace>(rules: &'static [Rule], value: &Value, trail: T) -> bool {
    all(rules, trail, |rule| match (rule, value) {
        (Rule::Ref(target), _) => traced(target, value, trail),
        (Rule::AllOf(parts), _) => all(parts, trail, |part| traced(part, value, trail)),
        (Rule::Items { prefix: [], rest }, Value::Array(elements)) if !rest.is_false() => {
            elements_hold(rest, elements, trail)
        }
        (rule, Value::Object(members)) => match Declared::by(rule) {
            Some(declared) => members_hold(declared, members, trail),
            None => holds(rule, value),
        },
        _ => holds(rule, value),
    })
}

/// Whether all are valid; if not, the first that is not is noted.
#[inline(always)]
fn all<'a, I, T: Trace>(items: &'a [I], trail: T, is_valid: impl Fn(&'a I) -> bool) -> bool {
    let fault = items.iter().position(|item| !is_valid(item));
    if let Some(position) = fault {
        trail.note(position);
    }
    fault.is_none()
}

/// The same of a number.
#[inline(never)]
fn number_is_valid(schema: &'static Schema, value: &Value) -> bool {
    let outline = schema.outline();
    if outline.refuses(Types::NUMBER) {
        return false;
    }
    match value.as_i64().and_then(|it| outline.of_integer(it)) {
        Some(valid) => valid,
        None => outline.accepts(Types::NUMBER) || number_suits(schema.rules(), value),
    }
}

/// Whether a number satisfies all rules, of which a leading `type` may ask for an integer.
#[inline(never)]
fn number_suits(rules: &'static [Rule], value: &Value) -> bool {
    rules.iter().all(|rule| holds(rule, value))
}

/// The same of a text, where the type does not decide that it is valid.
#[inline(never)]
pub(super) fn text_is_valid(schema: &'static Schema, text: &str) -> bool {
    let outline = schema.outline();
    if outline.refuses(Types::STRING) || !outline.has_text_of(text.len()) {
        return false;
    }
    match outline.text() {
        Some(Rule::Enum(literals)) => is_among(literals, text),
        Some(Rule::Const(literal)) => is_text(literal, text),
        Some(Rule::Pattern(pattern)) => pattern.is_match(text),
        Some(Rule::Format(format)) => format.is_valid(text),
        _ => scalar::text_suits(outline.rest(), text),
    }
}

#[inline(never)]
fn is_among(literals: &[Literal], text: &str) -> bool {
    literals.iter().any(|literal| is_text(literal, text))
}

#[inline]
fn is_text(literal: &Literal, text: &str) -> bool {
    matches!(literal, Literal::String(literal) if same(literal, text))
}

/// Whether a value is seen to be valid without going through rules or into the value.
#[inline(always)]
pub(crate) fn is_clear(schema: &'static Schema, value: &Value) -> bool {
    let outline = schema.outline();
    outline.accepts(Types::of(value))
        || matches!(value, Value::Number(number)
            if number.as_i64().is_some_and(|it| outline.has_integer(it)))
}

/// Whether each element satisfies a schema.
#[inline(always)]
fn elements_hold<T: Trace>(schema: &'static Schema, elements: &[Value], trail: T) -> bool {
    match schema.outline().declared() {
        Some(declared) => objects_hold(schema, declared, elements, trail),
        None => others_hold(schema, elements, trail),
    }
}

/// The same of elements that need not be objects.
#[inline(never)]
fn others_hold<T: Trace>(schema: &'static Schema, elements: &[Value], trail: T) -> bool {
    let outline = schema.outline();
    let mut accepted = elements.iter();
    accepted.all(|element| outline.accepts(Types::of(element)))
        || each_holds(schema, elements, trail)
}

/// The same, each looked into.
#[inline(never)]
fn each_holds<T: Trace>(schema: &'static Schema, elements: &[Value], trail: T) -> bool {
    all(elements, trail, |element| match element {
        Value::String(text) => text_is_valid(schema, text),
        element => traced(schema, element, trail),
    })
}

/// The same of elements that should be objects.
#[inline(never)]
fn objects_hold<T: Trace>(
    schema: &'static Schema,
    declared: Declared,
    elements: &[Value],
    trail: T,
) -> bool {
    all(elements, trail, |element| match element {
        Value::Object(members) => members_hold(declared, members, trail),
        element => traced(schema, element, trail),
    })
}

/// Whether a value satisfies a rule.
pub(crate) fn holds(rule: &'static Rule, value: &Value) -> bool {
    match rule {
        Rule::False => false,
        Rule::Type(types) => has_type(value, *types),
        Rule::Ref(target) => of_value(target, value),
        Rule::Enum(literals) => literals
            .iter()
            .any(|literal| equality::equals(value, literal)),
        Rule::Const(literal) => equality::equals(value, literal),
        Rule::AllOf(parts) => parts.iter().all(|part| of_value(part, value)),
        Rule::AnyOf(parts) => parts.iter().any(|part| of_value(part, value)),
        Rule::OneOf(parts) => {
            let mut matching = parts.iter().filter(|part| of_value(part, value));
            matching.next().is_some() && matching.next().is_none()
        }
        Rule::Not(part) => !of_value(part, value),
        Rule::If {
            condition,
            then,
            otherwise,
        } => {
            if of_value(condition, value) {
                of_value(then, value)
            } else {
                of_value(otherwise, value)
            }
        }
        // Where the value ends up says nothing about whether it is valid.
        Rule::Holds(_) => true,
        rule => match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(value) => is_within(rule, value),
            Value::String(value) => suits(rule, value),
            Value::Array(elements) => array_holds(rule, elements),
            Value::Object(members) => object_holds(rule, members, value),
        },
    }
}

/// Whether a value has one of the types.
pub(crate) fn has_type(value: &Value, types: Types) -> bool {
    match value {
        Value::Number(value) => {
            types.contains(Types::NUMBER)
                || (types.contains(Types::INTEGER) && number::is_integer(value))
        }
        value => types.contains(Types::of(value)),
    }
}

fn array_holds(rule: &'static Rule, elements: &[Value]) -> bool {
    match rule {
        Rule::Items { prefix: [], rest } => elements.iter().all(|element| of_value(rest, element)),
        Rule::Items { prefix, rest } => {
            let (first, others) = elements.split_at(prefix.len().min(elements.len()));
            prefix
                .iter()
                .zip(first)
                .all(|(schema, element)| of_value(schema, element))
                && others.iter().all(|element| of_value(rest, element))
        }
        Rule::MinItems(min) => elements.len() >= *min,
        Rule::MaxItems(max) => elements.len() <= *max,
        Rule::UniqueItems => equality::first_duplicate(elements).is_none(),
        Rule::Contains { schema, min, max } => {
            let matching = elements
                .iter()
                .filter(|element| of_value(schema, element))
                .count();
            are_contained(matching, *min, *max)
        }
        _ => true,
    }
}

fn object_holds(rule: &'static Rule, members: &Map<String, Value>, value: &Value) -> bool {
    let has = |name: &&str| members.contains_key(*name);
    match rule {
        Rule::Properties(_) | Rule::OnlyProperties(_) => {
            Declared::by(rule).is_none_or(|declared| members_hold(declared, members, ()))
        }
        Rule::Members(rules) => {
            rules.properties.required().iter().all(has)
                && members
                    .iter()
                    .all(|(name, member)| member_holds(rules, name, member))
        }
        Rule::Required(names) => names.iter().all(has),
        Rule::MinProperties(min) => members.len() >= *min,
        Rule::MaxProperties(max) => members.len() <= *max,
        Rule::PropertyNames(schema) => members.keys().all(|name| of_string(schema, name)),
        Rule::DependentRequired(dependencies) => dependencies
            .iter()
            .all(|(name, needed)| !has(name) || needed.iter().all(has)),
        Rule::DependentSchemas(dependencies) => dependencies
            .iter()
            .all(|(name, schema)| !has(name) || of_value(schema, value)),
        _ => true,
    }
}

/// Whether an object has the members that it needs, and each declared one satisfies its schema.
#[inline(never)]
fn members_hold<T: Trace>(declared: Declared, members: &Map<String, Value>, trail: T) -> bool {
    let Declared { properties, open } = declared;
    if open {
        if properties.are_few_beside(members.len()) {
            return few_hold(properties, members);
        }
    } else if members.len() > properties.entries().len() {
        return false;
    }
    let (mut look_ups, mut rest) = (properties.look_ups(), members.iter());
    if next_fault(&mut look_ups, &mut rest, open, trail).is_some() {
        trail.note(members.len() - rest.len() - 1);
        return false;
    }
    let complete = look_ups.are_complete(members);
    if !complete {
        trail.note(members.len());
    }
    complete
}

/// A member that is not valid or not declared: its name, its value, its schema.
pub(crate) type Fault<'a> = (&'a String, &'a Value, Option<&'static Schema>);

/// The first of an object's members that is not valid, or neither declared nor free.
#[inline(always)]
fn next_fault<'a, T: Trace>(
    look_ups: &mut LookUps,
    rest: &mut Iter<'a>,
    open: bool,
    trail: T,
) -> Option<Fault<'a>> {
    // The first one is taken before the loop, so that the map's iterator finds its place only there.
    let mut next = rest.next();
    while let Some((name, member)) = next {
        let schema = look_ups.find(name);
        let valid = match schema {
            Some(schema) => at_once(schema, member, trail),
            None => open,
        };
        if !valid {
            return Some((name, member, schema));
        }
        next = rest.next();
    }
    None
}

/// The same, with the trail to the fault.
#[inline(never)]
pub(crate) fn next_fault_traced<'a>(
    look_ups: &mut LookUps,
    rest: &mut Iter<'a>,
    open: bool,
    trail: &Trail,
) -> Option<Fault<'a>> {
    // Copies, which the loop can keep in registers.
    let (mut own_look_ups, mut own_rest) = (look_ups.clone(), rest.clone());
    let fault = next_fault(&mut own_look_ups, &mut own_rest, open, trail);
    (*look_ups, *rest) = (own_look_ups, own_rest);
    fault
}

/// The same for few properties of a large open object.
fn few_hold(properties: &'static Properties, members: &Map<String, Value>) -> bool {
    properties
        .entries()
        .iter()
        .all(|(name, schema)| members.get(*name).is_none_or(|it| of_value(schema, it)))
        && properties
            .required()
            .iter()
            .all(|name| members.contains_key(*name))
}

fn member_holds(rules: &Members, name: &str, member: &Value) -> bool {
    let mut declared = false;
    if let Some((_, schema)) = rules.properties.find(name) {
        declared = true;
        if !of_value(schema, member) {
            return false;
        }
    }
    for (_, schema) in rules
        .patterns
        .iter()
        .filter(|(pattern, _)| pattern.is_match(name))
    {
        declared = true;
        if !of_value(schema, member) {
            return false;
        }
    }
    declared || of_value(rules.additional, member)
}
