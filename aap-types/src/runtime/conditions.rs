//! What generated conditions call.

use serde_json::Value;

use super::encode::{Encode, Encoded};
use super::schema::Schema;
use super::{equality, verdict};

/// Whether a typed value satisfies a schema, found from its JSON form.
#[must_use]
pub fn satisfies<T: Encode>(schema: &'static Schema, value: &T) -> bool {
    serde_json::to_value(Encoded(value)).is_ok_and(|value| verdict::of_value(schema, &value))
}

/// Up to this many elements are compared pair by pair.
const FEW: usize = 16;

/// Whether no two elements are equal; for types whose `==` is JSON Schema's equality.
#[must_use]
pub fn unique_by_eq<T: Encode + PartialEq>(elements: &[T]) -> bool {
    if elements.len() > FEW {
        return unique(elements);
    }
    let mut rest = elements;
    while let [first, others @ ..] = rest {
        if others.contains(first) {
            return false;
        }
        rest = others;
    }
    true
}

/// Whether no two elements are equal, as JSON Schema compares.
#[must_use]
pub fn unique<T: Encode>(elements: &[T]) -> bool {
    if elements.len() < 2 {
        return true;
    }
    let values: Result<Vec<Value>, _> = elements
        .iter()
        .map(|element| serde_json::to_value(Encoded(element)))
        .collect();
    values.is_ok_and(|values| equality::first_duplicate(&values).is_none())
}
