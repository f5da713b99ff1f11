//! Whether a value is valid, and whether a text is, found while its tokens go by: nothing is built.
//!
//! Most values have one schema that does without branches (`one`). Where `allOf` and its like apply
//! several schemas to the same value, they are held against it together (`several`). What only
//! the whole value can tell, such as which elements are equal, stays undecided.

mod one;
mod several;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod value;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

use serde::de;

use super::number;
use super::report::{is_within, suits};
use super::schema::{Literal, Rule, Schema, Types};
use one::Whole;
pub use value::of_value;
pub(super) use value::{at_a_glance, elements_hold, holds};

/// Whether a text satisfies a schema and all its numbers fit their types; none where it stays
/// undecided.
#[must_use]
pub fn of_slice(schema: &'static Schema, bytes: &[u8]) -> Option<bool> {
    if number::are_arbitrarily_precise() {
        return None;
    }
    // Checked as a whole, so that no string has to be checked again.
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some(false);
    };
    let undecided = Cell::new(false);
    let context = Context {
        undecided: &undecided,
        fingerprints: false,
    };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let outcome =
        one::must(schema, context, Whole(&mut deserializer)).and_then(|_| deserializer.end());
    (!undecided.get()).then_some(outcome.is_ok())
}

/// A fingerprint of a value, where one is asked for: equal values have equal ones.
type Fingerprint = u64;

/// The first fault; the report has words for it.
#[cold]
fn invalid<E: de::Error>() -> E {
    E::custom("invalid")
}

fn equals_text(literal: &Literal, text: &str) -> bool {
    matches!(literal, Literal::String(literal) if *literal == text)
}

/// Whether a string satisfies a rule; branches aside.
fn text_holds(rule: &Rule, text: &str) -> bool {
    match rule {
        Rule::False => false,
        Rule::Type(types) => types.contains(Types::STRING),
        Rule::Const(literal) => equals_text(literal, text),
        Rule::Enum(literals) => literals.iter().any(|literal| equals_text(literal, text)),
        rule => suits(rule, text),
    }
}

/// Whether a number satisfies a rule; branches aside.
fn number_holds(rule: &Rule, value: &serde_json::Number) -> bool {
    let equals = |literal: &Literal| match literal {
        Literal::Number(literal) => number::equals(value, literal),
        _ => false,
    };
    match rule {
        Rule::False => false,
        Rule::Type(types) => {
            types.contains(Types::NUMBER)
                || types.contains(Types::INTEGER) && number::is_integer(value)
        }
        Rule::Const(literal) => equals(literal),
        Rule::Enum(literals) => literals.iter().any(equals),
        Rule::Holds(holds) => number::holds(value, *holds),
        rule => is_within(rule, value),
    }
}

/// Whether `null`, a boolean or a value that is looked into satisfies a rule so far.
fn kind_holds(rule: &Rule, types: Types, equals: impl Fn(&Literal) -> bool) -> bool {
    match rule {
        Rule::False => false,
        Rule::Type(allowed) => allowed.contains(types),
        Rule::Const(literal) => equals(literal),
        Rule::Enum(literals) => literals.iter().any(equals),
        _ => true,
    }
}

/// Whether the number of elements or members satisfies a rule.
fn count_holds(rule: &Rule, elements: Option<usize>, members: Option<usize>) -> bool {
    match rule {
        Rule::MinItems(min) => elements.is_none_or(|count| count >= *min),
        Rule::MaxItems(max) => elements.is_none_or(|count| count <= *max),
        Rule::MinProperties(min) => members.is_none_or(|count| count >= *min),
        Rule::MaxProperties(max) => members.is_none_or(|count| count <= *max),
        _ => true,
    }
}

/// The names that an object has so far.
#[derive(Default)]
struct Names<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
}

/// Up to this many names are compared one by one.
const FEW: usize = 16;

impl<'de> Names<'de> {
    /// Adds a name that must be new.
    fn add<E: de::Error>(&mut self, name: Cow<'de, str>) -> Result<(), E> {
        let new = if self.many.is_empty() {
            !self.few.contains(&name)
        } else {
            !self.many.contains(&name)
        };
        if !new {
            return Err(invalid());
        }
        if self.many.is_empty() && self.few.len() < FEW {
            self.few.push(name);
        } else {
            self.many.extend(self.few.drain(..));
            self.many.insert(name);
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.few.len() + self.many.len()
    }

    fn has(&self, name: &str) -> bool {
        self.many.contains(name) || self.few.iter().any(|other| other == name)
    }
}

/// Whether some two elements may be equal.
fn may_repeat(mut fingerprints: Vec<Fingerprint>) -> bool {
    fingerprints.sort_unstable();
    fingerprints.windows(2).any(|pair| pair[0] == pair[1])
}

fn mix(left: Fingerprint, right: Fingerprint) -> Fingerprint {
    (left.rotate_left(5) ^ right).wrapping_mul(0x517c_c1b7_2722_0a95)
}

fn fingerprint_of_text(text: &str) -> Fingerprint {
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    let start = mix(3, text.len() as u64);
    let hash = chunks
        .iter()
        .fold(start, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    rest.iter()
        .fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

fn fingerprint_of_number(value: &serde_json::Number) -> Fingerprint {
    // Equal numbers are equal as floats, of which zero has two.
    let float = value.as_f64().unwrap_or_default();
    mix(2, if float == 0.0 { 0 } else { float.to_bits() })
}

/// Whether a rule compares arrays or objects as a whole.
fn has_compound_literal(rule: &Rule) -> bool {
    let compound = |literal: &Literal| matches!(literal, Literal::Array(_) | Literal::Object(_));
    match rule {
        Rule::Const(literal) => compound(literal),
        Rule::Enum(literals) => literals.iter().any(compound),
        _ => false,
    }
}

/// What all readers of a text share.
#[derive(Clone, Copy)]
struct Context<'c> {
    undecided: &'c Cell<bool>,
    /// Whether fingerprints are asked for.
    fingerprints: bool,
}

impl Context<'_> {
    fn give_up<E: de::Error>(self) -> E {
        self.undecided.set(true);
        invalid()
    }
}
