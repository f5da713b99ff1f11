//! Puts as many violations into a valid document as are asked for.

use serde_json::{Value, json};

use crate::Outcome;

/// The document with exactly `wanted` violations, spread over it; `count` counts them.
///
/// Members and elements in turn get another type, a text or a number out of bounds, or another
/// name. Where a small document has no more places, an array grows by wrong elements or the
/// document by members that it does not know.
///
/// # Errors
/// The document has no room for so many.
pub fn put_in(document: &Value, wanted: usize, count: impl Fn(&Value) -> usize) -> Outcome<Value> {
    let mut document = document.clone();
    let mut found = 0;
    let mut leaves = Vec::new();
    places(
        &document,
        "",
        |value| !value.is_object() && !value.is_array(),
        &mut leaves,
    );
    for (turn, index) in spread(leaves.len()).enumerate() {
        if found == wanted {
            break;
        }
        let Some(place) = document.pointer_mut(&leaves[index]) else {
            continue;
        };
        let kept = place.clone();
        for wrong in wrong_values(&kept, turn) {
            if let Some(place) = document.pointer_mut(&leaves[index]) {
                *place = wrong;
            }
            if count(&document) == found + 1 {
                found += 1;
                break;
            }
            if let Some(place) = document.pointer_mut(&leaves[index]) {
                *place = kept.clone();
            }
        }
    }
    if found < wanted {
        grow(&mut document, wanted, &count)?;
    }
    Ok(document)
}

/// Pointers to the parts of a document that a test picks.
fn places(value: &Value, pointer: &str, picks: fn(&Value) -> bool, found: &mut Vec<String>) {
    if picks(value) {
        found.push(pointer.to_owned());
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(value, &format!("{pointer}/{name}"), picks, found);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                places(value, &format!("{pointer}/{index}"), picks, found);
            }
        }
        _ => {}
    }
}

/// All indices below `length` from the middle on, far from one another: steps of the golden
/// section.
fn spread(length: usize) -> impl Iterator<Item = usize> {
    let coprime = |step: &usize| gcd(*step, length) == 1;
    let step = (length * 618 / 1000..).find(coprime).unwrap_or(1);
    (0..length).map(move |turn| (length / 2 + turn * step) % length)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What to try in place of a value, the type's change first in every other turn.
fn wrong_values(value: &Value, turn: usize) -> Vec<Value> {
    let mut wrong = match value {
        Value::String(_) => vec![json!(7), json!("?!")],
        Value::Number(_) => vec![json!("seven"), json!(-7)],
        _ => vec![json!("seven")],
    };
    if turn % 2 == 1 {
        wrong.reverse();
    }
    wrong
}

/// Adds violations until there are enough.
fn grow(document: &mut Value, wanted: usize, count: &impl Fn(&Value) -> usize) -> Outcome<()> {
    let mut arrays = Vec::new();
    places(document, "", Value::is_array, &mut arrays);
    while count(document) < wanted {
        let before = count(document);
        let number = before;
        let added = arrays.iter().any(|pointer| {
            let Some(Value::Array(elements)) = document.pointer_mut(pointer) else {
                return false;
            };
            elements.push(json!(number));
            if count(document) == before + 1 {
                return true;
            }
            if let Some(Value::Array(elements)) = document.pointer_mut(pointer) {
                elements.pop();
            }
            false
        });
        if !added {
            let members = document.as_object_mut().ok_or("no object")?;
            members.insert(format!("unknown_{number}"), json!(number));
            if count(document) != before + 1 {
                return Err(format!("there is room for {before} violations only").into());
            }
        }
    }
    Ok(())
}
