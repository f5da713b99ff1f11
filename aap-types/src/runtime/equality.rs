//! JSON Schema's equality: numbers by value, objects without order.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};

use serde_json::{Map, Value};

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
            // Most have their members in the same order, which is quicker to see than to look up.
            let same = |((name, left), (other, right)): ((&String, &Value), (&String, &Value))| {
                name == other && equal(left, right)
            };
            left.len() == right.len()
                && (left.iter().zip(right).all(same)
                    || are_in_another_order(left, right)
                        && left.iter().all(|(name, left)| {
                            right.get(name).is_some_and(|right| equal(left, right))
                        }))
        }
        _ => left == right,
    }
}

/// Whether two objects have their members in different orders.
fn are_in_another_order(left: &Map<String, Value>, right: &Map<String, Value>) -> bool {
    left.keys().ne(right.keys())
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
    let mut latest: HashMap<u64, usize, Hashed> =
        HashMap::with_capacity_and_hasher(elements.len(), Hashed::default());
    // For each element the latest one before it that has the same hash.
    let mut before: Vec<Option<usize>> = Vec::with_capacity(elements.len());
    for (later, element) in elements.iter().enumerate() {
        let mut hasher = state.build_hasher();
        hash(element, &mut hasher, &state);
        let mut candidate = latest.insert(hasher.finish(), later);
        before.push(candidate);
        let mut earliest = None;
        while let Some(earlier) = candidate {
            if elements.get(earlier).is_some_and(|it| equal(element, it)) {
                earliest = Some(earlier);
            }
            candidate = before.get(earlier).copied().flatten();
        }
        if let Some(earlier) = earliest {
            return Some((earlier, later));
        }
    }
    None
}

/// Hashes what is a hash already.
type Hashed = BuildHasherDefault<Same>;

#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, _: &[u8]) {
        // The keys are `u64`.
    }
}

fn hash(value: &Value, hasher: &mut impl Hasher, state: &RandomState) {
    match value {
        Value::Null => 0u8.hash(hasher),
        Value::Bool(value) => (1u8, value).hash(hasher),
        Value::Number(value) if number::are_arbitrarily_precise() => {
            (2u8, number::canonical(value)).hash(hasher);
        }
        Value::Number(value) => {
            // Equal numbers are equal as floats, of which zero has two.
            let float = value.as_f64().unwrap_or_default();
            let bits = if float == 0.0 { 0 } else { float.to_bits() };
            (2u8, bits).hash(hasher);
        }
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
