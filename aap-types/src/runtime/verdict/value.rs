//! Whether a JSON value is valid.

use serde_json::{Map, Value};

use super::{number_holds, text_holds};
use crate::runtime::equality;
use crate::runtime::number;
use crate::runtime::properties::Properties;
use crate::runtime::schema::{Members, Rule, Schema, Types};

/// Whether a value satisfies a schema; the first fault decides.
#[must_use]
pub fn of_value(schema: &'static Schema, value: &Value) -> bool {
    schema.rules().iter().all(|rule| holds(rule, value))
}

fn holds(rule: &'static Rule, value: &Value) -> bool {
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
            Value::Number(value) => number_holds(rule, value),
            Value::String(value) => text_holds(rule, value),
            Value::Array(elements) => array_holds(rule, elements),
            Value::Object(members) => object_holds(rule, members, value),
        },
    }
}

/// Whether a value has one of the types.
pub(crate) fn has_type(value: &Value, types: Types) -> bool {
    match value {
        Value::Null => types.contains(Types::NULL),
        Value::Bool(_) => types.contains(Types::BOOLEAN),
        Value::String(_) => types.contains(Types::STRING),
        Value::Array(_) => types.contains(Types::ARRAY),
        Value::Object(_) => types.contains(Types::OBJECT),
        Value::Number(value) => {
            types.contains(Types::NUMBER)
                || (types.contains(Types::INTEGER) && number::is_integer(value))
        }
    }
}

fn array_holds(rule: &'static Rule, elements: &[Value]) -> bool {
    match rule {
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
            (matching > 0 || *min == Some(0))
                && min.is_none_or(|min| matching >= min)
                && max.is_none_or(|max| matching <= max)
        }
        _ => true,
    }
}

fn object_holds(rule: &'static Rule, members: &Map<String, Value>, value: &Value) -> bool {
    let has = |name: &&str| members.contains_key(*name);
    match rule {
        Rule::Properties(properties) => properties_hold(properties, true, members),
        Rule::OnlyProperties(properties) => properties_hold(properties, false, members),
        Rule::Members(rules) => {
            rules.properties.required().iter().all(has)
                && members
                    .iter()
                    .all(|(name, member)| member_holds(rules, name, member))
        }
        Rule::Required(names) => names.iter().all(has),
        Rule::MinProperties(min) => members.len() >= *min,
        Rule::MaxProperties(max) => members.len() <= *max,
        Rule::PropertyNames(schema) => members
            .keys()
            .all(|name| of_value(schema, &Value::String(name.clone()))),
        Rule::DependentRequired(dependencies) => dependencies
            .iter()
            .all(|(name, needed)| !has(name) || needed.iter().all(has)),
        Rule::DependentSchemas(dependencies) => dependencies
            .iter()
            .all(|(name, schema)| !has(name) || of_value(schema, value)),
        _ => true,
    }
}

fn properties_hold(properties: &Properties, open: bool, members: &Map<String, Value>) -> bool {
    let mut seen = 0;
    for (name, member) in members {
        match properties.find(name) {
            Some((position, schema)) => {
                if !of_value(schema, member) {
                    return false;
                }
                // Required members are among the first hundred, if there are any.
                seen |= 1 << (position & 127);
            }
            None if open => {}
            None => return false,
        }
    }
    properties.are_complete(seen)
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
