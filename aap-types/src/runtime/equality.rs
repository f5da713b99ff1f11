//! JSON Schema's equality: numbers by value, objects without order.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use serde_json::Value;

use super::number;
use super::schema::Literal;

/// Whether two instances are equal.
#[must_use]
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => number::equal(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, left)| right.get(name).is_some_and(|right| equal(left, right)))
        }
        _ => left == right,
    }
}

/// Whether an instance equals a value of a schema.
#[must_use]
pub fn equals(instance: &Value, literal: &Literal) -> bool {
    match (instance, literal) {
        (Value::Null, Literal::Null) => true,
        (Value::Bool(instance), Literal::Bool(literal)) => instance == literal,
        (Value::Number(instance), Literal::Number(literal)) => number::equals(instance, literal),
        (Value::String(instance), Literal::String(literal)) => instance == literal,
        (Value::Array(instance), Literal::Array(literal)) => {
            instance.len() == literal.len()
                && instance
                    .iter()
                    .zip(*literal)
                    .all(|(instance, literal)| equals(instance, literal))
        }
        (Value::Object(instance), Literal::Object(literal)) => {
            instance.len() == literal.len()
                && literal.iter().all(|(name, literal)| {
                    instance
                        .get(*name)
                        .is_some_and(|instance| equals(instance, literal))
                })
        }
        _ => false,
    }
}

/// Below this many elements comparing each pair is cheaper than hashing.
const FEW: usize = 16;

/// The first pair of equal elements, by index.
#[must_use]
pub fn first_duplicate(elements: &[Value]) -> Option<(usize, usize)> {
    if elements.len() < FEW {
        return elements.iter().enumerate().find_map(|(later, element)| {
            let earlier = elements
                .iter()
                .take(later)
                .position(|other| equal(element, other))?;
            Some((earlier, later))
        });
    }
    // A keyed hash: a sender must not be able to choose elements that collide.
    let state = RandomState::new();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(elements.len());
    for (later, element) in elements.iter().enumerate() {
        let mut hasher = state.build_hasher();
        hash(element, &mut hasher, &state);
        let bucket = seen.entry(hasher.finish()).or_default();
        let earlier = bucket.iter().copied().find(|earlier| {
            elements
                .get(*earlier)
                .is_some_and(|other| equal(element, other))
        });
        if let Some(earlier) = earlier {
            return Some((earlier, later));
        }
        bucket.push(later);
    }
    None
}

fn hash(value: &Value, hasher: &mut impl Hasher, state: &RandomState) {
    match value {
        Value::Null => 0u8.hash(hasher),
        Value::Bool(value) => (1u8, value).hash(hasher),
        Value::Number(value) => (2u8, number::canonical(value)).hash(hasher),
        Value::String(value) => (3u8, value).hash(hasher),
        Value::Array(elements) => {
            (4u8, elements.len()).hash(hasher);
            elements
                .iter()
                .for_each(|element| hash(element, hasher, state));
        }
        Value::Object(members) => {
            // Member order must not count, so the members' hashes are added up.
            let sum = members.iter().fold(0u64, |sum, (name, value)| {
                let mut member = state.build_hasher();
                name.hash(&mut member);
                hash(value, &mut member, state);
                sum.wrapping_add(member.finish())
            });
            (5u8, members.len(), sum).hash(hasher);
        }
    }
}
