//! Whether a value is valid, and whether a text is: the first fault decides, and nothing is built.

mod scalar;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod text;
mod value;

use super::number;
use super::schema::Schema;
use scalar::Scalar;
pub use value::of_value;
pub(super) use value::{Fault, Trail, has_type, holds, is_clear, next_fault_traced, traced};

/// Whether a text satisfies a schema and all its numbers fit their types; none where it stays
/// undecided.
#[must_use]
#[inline]
pub fn of_slice(schema: &'static Schema, bytes: &[u8]) -> Option<bool> {
    if number::are_arbitrarily_precise() {
        return None;
    }
    // Checked as a whole, so that no string has to be checked again.
    match std::str::from_utf8(bytes) {
        Ok(text) => text::of_text(schema, text),
        Err(_) => Some(false),
    }
}

/// Whether a text, such as the name of a member, satisfies a schema.
pub(super) fn of_string(schema: &'static Schema, text: &str) -> bool {
    scalar::rules_hold(schema.rules(), Scalar::Text(text))
}

/// Whether so many elements are enough for `contains`, and not too many.
fn are_contained(matching: usize, min: Option<usize>, max: Option<usize>) -> bool {
    (matching > 0 || min == Some(0))
        && min.is_none_or(|min| matching >= min)
        && max.is_none_or(|max| matching <= max)
}
