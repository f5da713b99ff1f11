//! Whether a JSON value is valid.

use serde_json::{Map, Value};

use super::scalar::{self, Scalar};
use super::{are_contained, of_string};
use crate::runtime::equality;
use crate::runtime::number;
use crate::runtime::properties::Properties;
use crate::runtime::report::{is_within, suits};
use crate::runtime::schema::{Members, Rule, Schema, Types};

/// Whether a value satisfies a schema; the first fault decides.
#[must_use]
pub fn of_value(schema: &'static Schema, value: &Value) -> bool {
    at_once(schema, value)
}

/// The same in place.
#[inline(always)]
fn at_once(schema: &'static Schema, value: &Value) -> bool {
    if let Some(valid) = at_a_glance(schema, value) {
        return valid;
    }
    let outline = schema.outline();
    match value {
        Value::String(text) => text_is_valid(schema, text),
        Value::Object(members) => match outline.members() {
            Some(rule) => properties_hold(rule, members),
            None => all_hold(outline.rest(), value),
        },
        Value::Array(elements) => match outline.elements() {
            Some(schema) => elements_hold(schema, elements),
            None => all_hold(outline.rest(), value),
        },
        // A leading `type` may ask for an integer.
        Value::Number(_) => all_hold(schema.rules(), value),
        Value::Null | Value::Bool(_) => all_hold(outline.rest(), value),
    }
}

/// Whether a value satisfies a schema, where its type decides, or an integer's range.
#[inline(always)]
pub(crate) fn at_a_glance(schema: &'static Schema, value: &Value) -> Option<bool> {
    let (outline, kind) = (schema.outline(), Types::of(value));
    if outline.accepts(kind) {
        return Some(true);
    }
    if outline.refuses(kind) {
        return Some(false);
    }
    match value {
        Value::Number(number) => number.as_i64().and_then(|it| outline.of_integer(it)),
        _ => None,
    }
}

/// Whether each element satisfies a schema.
pub(crate) fn elements_hold(schema: &'static Schema, elements: &[Value]) -> bool {
    elements.iter().all(|element| at_once(schema, element))
}

fn all_hold(rules: &'static [Rule], value: &Value) -> bool {
    rules.iter().all(|rule| holds(rule, value))
}

/// Whether a text satisfies a schema that does not refuse texts.
#[inline]
fn text_is_valid(schema: &'static Schema, text: &str) -> bool {
    let outline = schema.outline();
    outline.has_text_of(text.len()) && scalar::rules_hold(outline.rest(), Scalar::Text(text))
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
fn has_type(value: &Value, types: Types) -> bool {
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
        Rule::Properties(_) | Rule::OnlyProperties(_) => properties_hold(rule, members),
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

fn properties_hold(rule: &'static Rule, members: &Map<String, Value>) -> bool {
    let (properties, open) = match rule {
        Rule::Properties(properties) if properties.are_few_beside(members.len()) => {
            return few_hold(properties, members);
        }
        Rule::Properties(properties) => (*properties, true),
        Rule::OnlyProperties(properties) => (*properties, false),
        _ => return true,
    };
    let mut look_ups = properties.look_ups();
    for (name, member) in members {
        let valid = match look_ups.find(name) {
            Some(schema) => at_once(schema, member),
            None => open,
        };
        if !valid {
            return false;
        }
    }
    look_ups.are_complete(members)
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
