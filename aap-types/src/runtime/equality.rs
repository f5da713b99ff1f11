//! JSON Schema's equality: numbers by value, objects without order.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};

use serde_json::Value;

use super::number;
use super::properties::same;
use super::schema::Literal;
use super::sorting::sorted_positions;

/// Whether two instances are equal.
#[must_use]
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Number(left), Value::Number(right)) => number::equal(left, right),
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            // Each pair of values is compared once: twice at each level would take for ever.
            left.len() == right.len()
                && if left
                    .keys()
                    .zip(right.keys())
                    .all(|(left, right)| left == right)
                {
                    let mut pairs = left.values().zip(right.values());
                    pairs.all(|(left, right)| equal(left, right))
                } else {
                    left.iter()
                        .all(|(name, left)| right.get(name).is_some_and(|right| equal(left, right)))
                }
        }
        _ => false,
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
        for (later, element) in elements.iter().enumerate() {
            let before = elements.get(..later).unwrap_or_default();
            let earlier = match element {
                Value::String(text) => before
                    .iter()
                    .position(|other| matches!(other, Value::String(other) if same(text, other))),
                element => before.iter().position(|other| equal(element, other)),
            };
            if let Some(earlier) = earlier {
                return Some((earlier, later));
            }
        }
        return None;
    }
    // Sorting tells at once that integers differ; then they need no hash.
    let distinct = numbers_are_distinct_integers(elements);
    // A keyed hash: a sender must not be able to choose elements that collide.
    let state = RandomState::new();
    let mut latest: HashMap<u64, usize, Hashed> =
        HashMap::with_capacity_and_hasher(elements.len(), Hashed::default());
    // For each element the latest one before it that has the same hash.
    let mut before: Vec<Option<usize>> = Vec::with_capacity(elements.len());
    for (later, element) in elements.iter().enumerate() {
        if distinct && element.is_number() {
            before.push(None);
            continue;
        }
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

/// Whether all numbers among the elements are integers of 64 bits, and no two are equal.
fn numbers_are_distinct_integers(elements: &[Value]) -> bool {
    let numbers = elements.iter().filter(|element| element.is_number());
    let Some(integers) = numbers.map(Value::as_i64).collect::<Option<Vec<i64>>>() else {
        return false;
    };
    let sorted = sorted_positions(integers.len(), &mut |left, right| {
        integers[left].cmp(&integers[right])
    });
    sorted.is_sorted_by(|left, right| integers[*left] < integers[*right])
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
        Value::Number(value) => (2u8, number::identity(value)).hash(hasher),
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::HashSet;

    use serde_json::{Value, json};

    use super::*;

    fn hash_of(value: &Value, state: &RandomState) -> u64 {
        let mut hasher = state.build_hasher();
        hash(value, &mut hasher, state);
        hasher.finish()
    }

    #[test]
    fn equal_values_have_equal_hashes() {
        let state = RandomState::new();
        let pairs = [
            ("1", "1.0"),
            ("0", "-0.0"),
            ("9007199254740992", "9007199254740992.0"),
            ("-9007199254740992", "-9007199254740992.0"),
            // Beyond that a float is what its shortest spelling says.
            ("9223372036854776000", "9.223372036854776e18"),
            ("-9223372036854774000", "-9.223372036854774e18"),
            ("18446744073709550000", "18446744073709550000.0"),
            ("1e300", "10e299"),
            (r#"{"a": 1, "b": [2]}"#, r#"{"b": [2.0], "a": 1}"#),
        ];
        for (left, right) in pairs {
            let (left, right): (Value, Value) = (
                serde_json::from_str(left).unwrap(),
                serde_json::from_str(right).unwrap(),
            );
            assert!(equal(&left, &right), "{left} {right}");
            assert_eq!(
                hash_of(&left, &state),
                hash_of(&right, &state),
                "{left} {right}"
            );
        }
    }

    #[test]
    fn integers_that_are_one_float_have_hashes_of_their_own() {
        let state = RandomState::new();
        let integers = (0..1000).map(|less| Value::from(u64::MAX - less));
        let hashes: HashSet<u64> = integers.map(|value| hash_of(&value, &state)).collect();
        assert!(hashes.len() > 990, "{}", hashes.len());
    }

    #[test]
    fn the_first_duplicate_is_found_among_values_of_any_type() {
        let cases = [
            (json!([]), None),
            (json!(["a", "b", "ab", 1, null]), None),
            (json!(["1", 1, "a", 1.0, "a"]), Some((1, 3))),
            (json!([["a"], "a", "b", "a", ["a"]]), Some((1, 3))),
            (json!([3, 2, "a", 1, "b", "a"]), Some((2, 5))),
            (json!([3, "a", 2, 3, "a"]), Some((0, 3))),
            (json!([3, "a", 2.5, "a", 3]), Some((1, 3))),
        ];
        for (values, expected) in cases {
            let few = values.as_array().unwrap();
            assert_eq!(first_duplicate(few), expected, "{values}");
            // The same where there are many.
            let others = (0..FEW).map(|number| json!({ "other": number }));
            let many: Vec<Value> = few.iter().cloned().chain(others).collect();
            assert_eq!(first_duplicate(&many), expected, "{values}");
        }
    }

    #[test]
    fn deep_values_in_another_order_are_compared_once_a_level() {
        // Where each level is looked at twice, this does not end.
        let nested = |first: &str, second: &str| {
            (0..100).fold(json!(1), |inner, _| {
                let text = format!(r#"{{"a": {inner}, "{first}": 0, "{second}": 0}}"#);
                serde_json::from_str(&text).unwrap()
            })
        };
        assert!(equal(&nested("b", "c"), &nested("c", "b")));
        assert_eq!(
            first_duplicate(&[nested("b", "c"), json!(2), nested("c", "b")]),
            Some((0, 2))
        );
    }
}
