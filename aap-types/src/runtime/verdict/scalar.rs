//! Values that hold no others.

use serde_json::Number;

use crate::runtime::number;
use crate::runtime::report::{is_within, suits};
use crate::runtime::schema::{Literal, Rule, Schema, Types};

/// A value that holds no others.
#[derive(Clone, Copy)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Number(&'a Number),
    Text(&'a str),
}

impl Scalar<'_> {
    fn has_type(self, types: Types) -> bool {
        match self {
            Scalar::Null => types.contains(Types::NULL),
            Scalar::Bool(_) => types.contains(Types::BOOLEAN),
            Scalar::Text(_) => types.contains(Types::STRING),
            Scalar::Number(value) => {
                types.contains(Types::NUMBER)
                    || types.contains(Types::INTEGER) && number::is_integer(value)
            }
        }
    }

    fn equals(self, literal: &Literal) -> bool {
        match (self, literal) {
            (Scalar::Null, Literal::Null) => true,
            (Scalar::Bool(value), Literal::Bool(literal)) => value == *literal,
            (Scalar::Number(value), Literal::Number(literal)) => number::equals(value, literal),
            (Scalar::Text(text), Literal::String(literal)) => text == *literal,
            _ => false,
        }
    }
}

/// Whether a value satisfies all rules; whether a number fits its type is told by [`fits`].
pub(super) fn rules_hold(rules: &'static [Rule], value: Scalar<'_>) -> bool {
    rules.iter().all(|rule| rule_holds(rule, value))
}

/// Whether a text satisfies all rules.
#[inline(never)]
pub(super) fn text_suits(rules: &'static [Rule], text: &str) -> bool {
    rules.iter().all(|rule| match rule {
        Rule::MinLength(_) | Rule::MaxLength(_) | Rule::Pattern(_) | Rule::Format(_) => {
            suits(rule, text)
        }
        rule => rule_holds(rule, Scalar::Text(text)),
    })
}

fn rule_holds(rule: &'static Rule, value: Scalar<'_>) -> bool {
    let holds = |schema: &&'static Schema| rules_hold(schema.rules(), value);
    match rule {
        Rule::False => false,
        Rule::Type(types) => value.has_type(*types),
        Rule::Const(literal) => value.equals(literal),
        Rule::Enum(literals) => literals.iter().any(|literal| value.equals(literal)),
        Rule::Ref(target) => holds(target),
        Rule::AllOf(parts) => parts.iter().all(holds),
        Rule::AnyOf(parts) => parts.iter().any(holds),
        Rule::OneOf(parts) => parts.iter().filter(|part| holds(part)).count() == 1,
        Rule::Not(part) => !holds(part),
        Rule::If {
            condition,
            then,
            otherwise,
        } => holds(if holds(condition) { then } else { otherwise }),
        rule => match value {
            Scalar::Number(value) => is_within(rule, value),
            Scalar::Text(text) => suits(rule, text),
            Scalar::Null | Scalar::Bool(_) => true,
        },
    }
}

/// Whether a number fits each Rust type that it may end up in.
pub(super) fn fits(schema: &'static Schema, value: &Number) -> bool {
    let fits = |schema: &&'static Schema| fits(schema, value);
    schema.rules().iter().all(|rule| match rule {
        Rule::Holds(holds) => number::holds(value, *holds),
        Rule::Ref(target) | Rule::Not(target) => fits(target),
        Rule::AllOf(parts) | Rule::AnyOf(parts) | Rule::OneOf(parts) => parts.iter().all(fits),
        Rule::If {
            condition,
            then,
            otherwise,
        } => [condition, then, otherwise].into_iter().all(fits),
        _ => true,
    })
}
