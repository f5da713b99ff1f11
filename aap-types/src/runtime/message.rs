//! What violations say to a person: what was expected, what was found.

use std::fmt::{self, Write as _};

use serde_json::{Number as JsonNumber, Value};

use super::format::Format;
use super::pattern::Pattern;
use super::properties::Properties;
use super::schema::{Holds, Literal, Number, Rule, Schema, Types};

/// At most this many characters of an instance are repeated.
const EXCERPT: usize = 60;

/// At most this many choices are listed.
const CHOICES: usize = 24;

/// At most this many known members are listed beside an unknown one.
const KNOWN: usize = 12;

/// The text, quoted as JSON and cut to a sane length.
#[must_use]
pub fn excerpt(text: &str) -> String {
    Excerpt(text).to_string()
}

/// A text, quoted as JSON and cut to a sane length.
struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cut = self.0.char_indices().nth(EXCERPT);
        let text = cut.map_or(self.0, |(end, _)| &self.0[..end]);
        let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
        if text.bytes().all(plain) {
            f.write_char('"')?;
            f.write_str(text)?;
            f.write_char('"')?;
        } else {
            write!(f, "{}", Value::String(text.to_owned()))?;
        }
        if cut.is_some() {
            f.write_char('…')?;
        }
        Ok(())
    }
}

/// An instance as messages show it.
struct Found<'a>(&'a Value);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(value) => f.write_str(&number(value)),
            Value::String(value) => write!(f, "the string {}", Excerpt(value)),
            Value::Array(elements) => write!(f, "an array of {}", elements.len()),
            Value::Object(_) => f.write_str("an object"),
        }
    }
}

fn found(value: &Value) -> Found<'_> {
    Found(value)
}

fn number(value: &JsonNumber) -> String {
    let text = value.to_string();
    if text.len() > EXCERPT {
        format!("a number of {} digits", text.len())
    } else {
        text
    }
}

/// A value of a schema as messages show it.
struct Expected<'a>(&'a Literal);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Literal::Null => f.write_str("null"),
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Number(value) => write!(f, "{value}"),
            Literal::String(value) => write!(f, "{}", Excerpt(value)),
            Literal::Array(_) => f.write_str("a given array"),
            Literal::Object(_) => f.write_str("a given object"),
        }
    }
}

fn list(choices: impl ExactSizeIterator<Item = impl fmt::Display>) -> String {
    let count = choices.len();
    let mut text = String::with_capacity(count.min(CHOICES) * 16);
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
    let mut message = String::with_capacity(EXCERPT);
    message.push_str("expected ");
    for (index, name) in types.names().enumerate() {
        message.push_str(if index == 0 { "" } else { " or " });
        message.push_str(name);
    }
    let _ = write!(message, ", found {}", found(value));
    message
}

pub(super) fn not_in_enum(value: &Value, literals: &[Literal]) -> String {
    format!(
        "expected one of {}, found {}",
        list(literals.iter().map(Expected)),
        found(value)
    )
}

pub(super) fn not_const(value: &Value, expected: &Literal) -> String {
    format!("expected {}, found {}", Expected(expected), found(value))
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
    format!("{} does not match {}", Excerpt(value), pattern.source())
}

pub(super) fn wrong_format(value: &str, format: Format) -> String {
    format!("{} is not a valid {}", Excerpt(value), format.name())
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
    format!("the member {} is missing", Excerpt(name))
}

pub(super) fn missing_with(name: &str, trigger: &str) -> String {
    format!(
        "the member {} is missing, which {} needs",
        Excerpt(name),
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
    format!("the member name {} is not allowed", Excerpt(name))
}

pub(super) fn unknown_member(name: &str, properties: &Properties) -> String {
    let (name, known) = (Excerpt(name), properties.entries());
    if known.is_empty() {
        return format!("the member {name} is not known here; none is");
    }
    // A longer list would hide the message, once for each unknown member.
    if known.len() > KNOWN {
        let count = known.len();
        return format!("the member {name} is none of the {count} that are known here");
    }
    let known = list(known.iter().map(|(name, _)| name));
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
