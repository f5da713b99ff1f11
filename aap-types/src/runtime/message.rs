//! What violations say to a person: what was expected, what was found.

use std::fmt::Write as _;

use serde_json::{Number as JsonNumber, Value};

use super::format::Format;
use super::pattern::Pattern;
use super::properties::Properties;
use super::schema::{Holds, Literal, Number, Rule, Schema, Types};

/// At most this many characters of an instance are repeated.
const EXCERPT: usize = 60;

/// At most this many choices are listed.
const CHOICES: usize = 24;

/// The text, quoted as JSON and cut to a sane length.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let quoted = Value::String(text.chars().take(EXCERPT).collect()).to_string();
    if text.chars().nth(EXCERPT).is_some() {
        format!("{quoted}…")
    } else {
        quoted
    }
}

fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => number(value),
        Value::String(value) => format!("the string {}", excerpt(value)),
        Value::Array(elements) => format!("an array of {}", elements.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn number(value: &JsonNumber) -> String {
    let text = value.to_string();
    if text.len() > EXCERPT {
        format!("a number of {} digits", text.len())
    } else {
        text
    }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Number(value) => value.to_string(),
        Literal::String(value) => excerpt(value),
        Literal::Array(_) => "a given array".to_owned(),
        Literal::Object(_) => "a given object".to_owned(),
    }
}

fn list(choices: impl ExactSizeIterator<Item = String>) -> String {
    let count = choices.len();
    let mut text = String::new();
    for (index, choice) in choices.take(CHOICES).enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{separator}{choice}");
    }
    if count > CHOICES {
        let _ = write!(text, " or {} more", count - CHOICES);
    }
    text
}

pub(super) fn forbidden(value: &Value) -> String {
    format!("nothing is allowed here, found {}", found(value))
}

pub(super) fn wrong_type(value: &Value, types: Types) -> String {
    let names: Vec<&str> = types.names().collect();
    format!("expected {}, found {}", names.join(" or "), found(value))
}

pub(super) fn not_in_enum(value: &Value, literals: &[Literal]) -> String {
    format!(
        "expected one of {}, found {}",
        list(literals.iter().map(literal)),
        found(value)
    )
}

pub(super) fn not_const(value: &Value, expected: &Literal) -> String {
    format!("expected {}, found {}", literal(expected), found(value))
}

/// The names in branches that do nothing but require members.
fn required_sets(branches: &[&Schema]) -> Option<String> {
    let mut sets = Vec::new();
    for branch in branches {
        match branch.rules() {
            [Rule::Required(names)] => sets.push(names.join(" and ")),
            _ => return None,
        }
    }
    Some(sets.join(", or "))
}

pub(super) fn no_alternative(value: &Value, branches: &[&Schema]) -> String {
    match required_sets(branches) {
        Some(sets) => format!("at least one is needed: {sets}"),
        None => format!(
            "{} fits none of the {} alternatives",
            found(value),
            branches.len()
        ),
    }
}

pub(super) fn not_exactly_one(value: &Value, branches: &[&Schema], matching: usize) -> String {
    match (matching, required_sets(branches)) {
        (_, Some(sets)) => format!("exactly one is needed: {sets}"),
        (0, None) => no_alternative(value, branches),
        (_, None) => {
            format!(
                "{} fits {matching} of {} alternatives, one is allowed",
                found(value),
                branches.len()
            )
        }
    }
}

pub(super) fn matches_not(value: &Value) -> String {
    format!("{} fits a schema that is excluded here", found(value))
}

pub(super) fn out_of_bounds(value: &JsonNumber, keyword: &str, bound: &Number) -> String {
    let relation = match keyword {
        "minimum" => "at least",
        "maximum" => "at most",
        "exclusiveMinimum" => "more than",
        "exclusiveMaximum" => "less than",
        _ => "a multiple of",
    };
    format!("expected {relation} {bound}, found {}", number(value))
}

pub(super) fn too_short(value: &str, min: usize) -> String {
    format!(
        "expected at least {min} characters, found {}",
        value.chars().count()
    )
}

pub(super) fn too_long(value: &str, max: usize) -> String {
    format!(
        "expected at most {max} characters, found {}",
        value.chars().count()
    )
}

pub(super) fn no_match(value: &str, pattern: &Pattern) -> String {
    format!("{} does not match {}", excerpt(value), pattern.source())
}

pub(super) fn wrong_format(value: &str, format: Format) -> String {
    format!("{} is not a valid {}", excerpt(value), format.name())
}

pub(super) fn too_few_items(count: usize, min: usize) -> String {
    format!("expected at least {min} elements, found {count}")
}

pub(super) fn too_many_items(count: usize, max: usize) -> String {
    format!("expected at most {max} elements, found {count}")
}

pub(super) fn repeated(earlier: usize, later: usize) -> String {
    format!("elements {earlier} and {later} are equal, all must differ")
}

pub(super) fn too_few_matches(matching: usize, min: usize) -> String {
    format!("{matching} elements fit, at least {min} must")
}

pub(super) fn too_many_matches(matching: usize, max: usize) -> String {
    format!("{matching} elements fit, at most {max} may")
}

pub(crate) fn missing(name: &str) -> String {
    format!("the member {} is missing", excerpt(name))
}

pub(super) fn missing_with(name: &str, trigger: &str) -> String {
    format!(
        "the member {} is missing, which {} needs",
        excerpt(name),
        excerpt(trigger)
    )
}

pub(super) fn too_few_members(count: usize, min: usize) -> String {
    format!("expected at least {min} members, found {count}")
}

pub(super) fn too_many_members(count: usize, max: usize) -> String {
    format!("expected at most {max} members, found {count}")
}

pub(super) fn bad_name(name: &str) -> String {
    format!("the member name {} is not allowed", excerpt(name))
}

pub(super) fn unknown_member(name: &str, properties: &Properties) -> String {
    let known = list(
        properties
            .entries()
            .iter()
            .map(|(name, _)| (*name).to_owned()),
    );
    let name = excerpt(name);
    if known.is_empty() {
        return format!("the member {name} is not known here; none is");
    }
    format!("the member {name} is not known here; known are {known}")
}

pub(super) fn unrepresentable(value: &JsonNumber, holds: Holds) -> String {
    let (rust, range) = match holds {
        Holds::U64 => (
            "u64",
            "an integer from 0 to 18446744073709551615, written without a fraction beyond 2^53",
        ),
        Holds::I64 => (
            "i64",
            "an integer of 64 bits with sign, written without a fraction beyond 2^53",
        ),
        Holds::F64 => ("f64", "a finite number, an integer of at most 2^53"),
        Holds::I64OrF64 => (
            "i64 or f64",
            "a finite number, an integer of at most 64 bits with sign",
        ),
    };
    format!(
        "{} does not fit into {rust}: expected {range}",
        number(value)
    )
}
