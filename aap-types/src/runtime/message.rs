//! What violations say to a person: what was expected, what was found.

use std::fmt::{self, Write as _};

use serde_json::{Number as JsonNumber, Value};

use super::schema::{Holds, Literal, Property, Rule, Schema, Types};

/// At most this many characters of an instance are repeated.
const EXCERPT: usize = 60;

/// At most this many choices are listed.
const CHOICES: usize = 24;

/// At most this many known members are listed beside an unknown one.
const KNOWN: usize = 12;

/// The text, quoted as JSON and cut to a sane length.
#[must_use]
pub fn excerpt(text: &str) -> String {
    Piece::of(text).to_string()
}

/// What messages repeat of a text, which they show quoted as JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// The first characters.
    pub(super) text: &'a str,
    /// Whether there are more.
    pub(super) more: bool,
}

impl<'a> Piece<'a> {
    /// What messages repeat of a text.
    pub(super) fn of(text: &'a str) -> Piece<'a> {
        // A character has at least one byte, so short texts need no counting.
        let cut = if text.len() <= EXCERPT {
            None
        } else {
            text.char_indices().nth(EXCERPT)
        };
        Piece {
            text: cut.map_or(text, |(end, _)| &text[..end]),
            more: cut.is_some(),
        }
    }
}

impl Piece<'_> {
    /// Writes it to the end of a text.
    fn add_to(self, text: &mut String) {
        let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
        if self.text.bytes().all(plain) {
            text.push('"');
            text.push_str(self.text);
            text.push('"');
        } else {
            text.push_str(&Value::String(self.text.to_owned()).to_string());
        }
        if self.more {
            text.push('…');
        }
    }
}

impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.add_to(&mut text);
        f.write_str(&text)
    }
}

/// An instance as messages show it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<'a> {
    Null,
    Bool(bool),
    Integer(i64),
    /// A number as [`number`] writes it.
    Number(&'a str),
    Text(Piece<'a>),
    /// How many elements there are.
    Array(usize),
    Object,
}

impl Found<'_> {
    /// Writes it to the end of a text.
    fn add_to(self, text: &mut String) {
        match self {
            Found::Null => text.push_str("null"),
            Found::Bool(value) => text.push_str(if value { "true" } else { "false" }),
            Found::Integer(value) => {
                let _ = write!(text, "{value}");
            }
            Found::Number(digits) => text.push_str(digits),
            Found::Text(piece) => {
                text.push_str("the string ");
                piece.add_to(text);
            }
            Found::Array(count) => {
                let _ = write!(text, "an array of {count}");
            }
            Found::Object => text.push_str("an object"),
        }
    }
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.add_to(&mut text);
        f.write_str(&text)
    }
}

/// An instance in words, whatever is in it.
pub(super) fn found(value: &Value) -> String {
    let digits;
    let found = match value {
        Value::Null => Found::Null,
        Value::Bool(value) => Found::Bool(*value),
        Value::Number(value) => {
            digits = number(value);
            Found::Number(&digits)
        }
        Value::String(text) => Found::Text(Piece::of(text)),
        Value::Array(elements) => Found::Array(elements.len()),
        Value::Object(_) => Found::Object,
    };
    found.to_string()
}

/// A number as messages show it.
pub(super) fn number(value: &JsonNumber) -> String {
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
            Literal::String(value) => write!(f, "{}", Piece::of(value)),
            Literal::Array(_) => f.write_str("a given array"),
            Literal::Object(_) => f.write_str("a given object"),
        }
    }
}

/// Adds the first of many choices.
fn list<T>(text: &mut String, choices: &[T], add: impl Fn(&mut String, &T)) {
    for (index, choice) in choices.iter().take(CHOICES).enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        add(text, choice);
    }
    if choices.len() > CHOICES {
        let _ = write!(text, " or {} more", choices.len() - CHOICES);
    }
}

/// The message of a rule that tells what was found.
pub(super) fn of_found(rule: &Rule, found: Found<'_>) -> String {
    match rule {
        Rule::Type(types) => wrong_type(found, *types),
        Rule::Enum(literals) => {
            let mut text = String::with_capacity(32 + 16 * literals.len().min(CHOICES));
            text.push_str("expected one of ");
            list(&mut text, literals, |text, literal| match literal {
                Literal::String(literal) => Piece::of(literal).add_to(text),
                other => {
                    let _ = write!(text, "{}", Expected(other));
                }
            });
            text.push_str(", found ");
            found.add_to(&mut text);
            text
        }
        Rule::Const(expected) => format!("expected {}, found {found}", Expected(expected)),
        Rule::Minimum(bound) => format!("expected at least {bound}, found {found}"),
        Rule::Maximum(bound) => format!("expected at most {bound}, found {found}"),
        Rule::ExclusiveMinimum(bound) => format!("expected more than {bound}, found {found}"),
        Rule::ExclusiveMaximum(bound) => format!("expected less than {bound}, found {found}"),
        Rule::MultipleOf(divisor) => format!("expected a multiple of {divisor}, found {found}"),
        Rule::Pattern(pattern) => format!("{} does not match {}", Bare(found), pattern.source()),
        Rule::Format(format) => format!("{} is not a valid {}", Bare(found), format.name()),
        Rule::AnyOf(branches) => no_alternative(found, branches),
        Rule::Not(_) => format!("{found} fits a schema that is excluded here"),
        _ => format!("nothing is allowed here, found {found}"),
    }
}

/// A text that stands for itself.
struct Bare<'a>(Found<'a>);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Found::Text(piece) => piece.fmt(f),
            other => other.fmt(f),
        }
    }
}

fn wrong_type(found: Found<'_>, types: Types) -> String {
    let mut message = String::with_capacity(EXCERPT);
    message.push_str("expected ");
    for (index, name) in types.names().enumerate() {
        message.push_str(if index == 0 { "" } else { " or " });
        message.push_str(name);
    }
    message.push_str(", found ");
    found.add_to(&mut message);
    message
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

fn no_alternative(found: Found<'_>, branches: &[&Schema]) -> String {
    match required_sets(branches) {
        Some(sets) => format!("at least one is needed: {sets}"),
        None => format!("{found} fits none of the {} alternatives", branches.len()),
    }
}

pub(super) fn not_exactly_one(found: Found<'_>, branches: &[&Schema], matching: usize) -> String {
    match (matching, required_sets(branches)) {
        (_, Some(sets)) => format!("exactly one is needed: {sets}"),
        (0, None) => no_alternative(found, branches),
        (_, None) => {
            let count = branches.len();
            format!("{found} fits {matching} of {count} alternatives, one is allowed")
        }
    }
}

/// The message of a rule that counts.
pub(super) fn of_count(rule: &Rule, count: usize) -> String {
    let (relation, bound, what) = match rule {
        Rule::MinLength(min) => ("least", *min, "character"),
        Rule::MaxLength(max) => ("most", *max, "character"),
        Rule::MinItems(min) => ("least", *min, "element"),
        Rule::MaxItems(max) => ("most", *max, "element"),
        Rule::Items { prefix, .. } => ("most", prefix.len(), "element"),
        Rule::MinProperties(min) => ("least", *min, "member"),
        Rule::MaxProperties(max) => ("most", *max, "member"),
        _ => ("most", 0, "part"),
    };
    let plural = if bound == 1 { "" } else { "s" };
    format!("expected at {relation} {bound} {what}{plural}, found {count}")
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
    let mut text = String::with_capacity(EXCERPT);
    text.push_str("the member ");
    Piece::of(name).add_to(&mut text);
    text.push_str(" is missing");
    text
}

pub(super) fn missing_with(name: &str, trigger: &str) -> String {
    format!(
        "the member {} is missing, which {} needs",
        Piece::of(name),
        Piece::of(trigger)
    )
}

pub(super) fn bad_name(name: Piece<'_>) -> String {
    format!("the member name {name} is not allowed")
}

pub(super) fn unknown_member(name: Piece<'_>, known: &[Property]) -> String {
    if known.is_empty() {
        return format!("the member {name} is not known here; none is");
    }
    // A longer list would hide the message, once for each unknown member.
    if known.len() > KNOWN {
        let count = known.len();
        return format!("the member {name} is none of the {count} that are known here");
    }
    let mut text = String::with_capacity(64 + 16 * known.len());
    text.push_str("the member ");
    name.add_to(&mut text);
    text.push_str(" is not known here; known are ");
    list(&mut text, known, |text, (name, _)| text.push_str(name));
    text
}

/// The message for a number that its Rust type does not hold.
pub(super) fn unrepresentable(value: &JsonNumber, holds: Holds) -> String {
    let (rust, range) = match holds {
        Holds::U64 => ("u64", "an integer from 0 to 18446744073709551615"),
        Holds::I64 => (
            "i64",
            "an integer from -9223372036854775808 to 9223372036854775807",
        ),
        Holds::F64 => ("f64", "a finite number, an integer of at most 2^53"),
        Holds::I64OrF64 => (
            "i64 or f64",
            "a finite number, an integer of at most 64 bits with sign",
        ),
    };
    let found = number(value);
    let is_in_range = value.as_f64().is_some_and(|value| match holds {
        Holds::U64 => (0.0..2_f64.powi(64)).contains(&value),
        Holds::I64 => (-2_f64.powi(63)..2_f64.powi(63)).contains(&value),
        Holds::F64 | Holds::I64OrF64 => false,
    });
    if is_in_range {
        // As a float it does not tell any more which integer was meant.
        return format!(
            "{found} does not fit into {rust}: expected an integer beyond 2^53 to be written \
             without fraction and exponent"
        );
    }
    format!("{found} does not fit into {rust}: expected {range}")
}
