//! Differences of what numbers, lengths and counts are bound by.

use std::cmp::Ordering;

use serde_json::Number;

use super::change::Effect;
use super::compare::{Comparer, Finding, Outcome, Pair};
use super::rule::Rule;
use super::view::View;
use crate::json::Json;
use crate::problem::Location;
use crate::schema::{JsonType, Keywords};

/// Which end of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

/// A bound of a length or a count.
struct Count {
    keyword: &'static str,
    end: End,
    of: JsonType,
    read: fn(&Keywords) -> Option<u64>,
}

const LENGTHS: [Count; 2] = [
    Count {
        keyword: "minLength",
        end: End::Lower,
        of: JsonType::String,
        read: |keywords| keywords.min_length,
    },
    Count {
        keyword: "maxLength",
        end: End::Upper,
        of: JsonType::String,
        read: |keywords| keywords.max_length,
    },
];

const ITEMS: [Count; 2] = [
    Count {
        keyword: "minItems",
        end: End::Lower,
        of: JsonType::Array,
        read: |keywords| keywords.min_items,
    },
    Count {
        keyword: "maxItems",
        end: End::Upper,
        of: JsonType::Array,
        read: |keywords| keywords.max_items,
    },
];

const MEMBERS: [Count; 2] = [
    Count {
        keyword: "minProperties",
        end: End::Lower,
        of: JsonType::Object,
        read: |keywords| keywords.min_properties,
    },
    Count {
        keyword: "maxProperties",
        end: End::Upper,
        of: JsonType::Object,
        read: |keywords| keywords.max_properties,
    },
];

/// A bound with its place.
#[derive(Clone, Debug)]
struct Bound {
    value: Number,
    exclusive: bool,
    place: Location,
}

impl Comparer<'_> {
    /// `minimum`, `maximum`, their exclusive forms and `multipleOf`.
    pub(super) fn numbers(&mut self, pair: &Pair<'_>) -> Outcome {
        let types = [JsonType::Number, JsonType::Integer];
        let mut outcome = Outcome::default();
        for end in [End::Lower, End::Upper] {
            let (a, b) = (range(&pair.a, end), range(&pair.b, end));
            outcome = outcome.or(self.bound(pair, &types, end, a, b));
        }
        outcome.or(self.multiples(pair))
    }

    pub(super) fn lengths(&mut self, pair: &Pair<'_>) -> Outcome {
        self.counts(pair, &LENGTHS)
    }

    pub(super) fn item_counts(&mut self, pair: &Pair<'_>) -> Outcome {
        self.counts(pair, &ITEMS)
    }

    pub(super) fn member_counts(&mut self, pair: &Pair<'_>) -> Outcome {
        self.counts(pair, &MEMBERS)
    }

    fn counts(&mut self, pair: &Pair<'_>, counts: &[Count]) -> Outcome {
        let mut outcome = Outcome::default();
        for count in counts {
            let (a, b) = (counted(&pair.a, count), counted(&pair.b, count));
            outcome = outcome.or(self.bound(pair, &[count.of], count.end, a, b));
        }
        outcome
    }

    fn bound(
        &mut self,
        pair: &Pair<'_>,
        of: &[JsonType],
        end: End,
        a: Option<Bound>,
        b: Option<Bound>,
    ) -> Outcome {
        let Some(cx) = pair.of(of) else {
            return Outcome::default();
        };
        let (rule, effect) = match tightness(end, a.as_ref(), b.as_ref()) {
            Ordering::Equal => return Outcome::default(),
            Ordering::Less => (Rule::BoundTightened, Effect::TIGHTENS),
            Ordering::Greater => (Rule::BoundLoosened, Effect::LOOSENS),
        };
        let breaks = |view: &View<'_>, bound: &Option<Bound>| match (view.values(), bound) {
            // Of listed values it can be said which the bound of the other side refuses.
            (Some((values, _)), Some(bound)) => {
                values.iter().any(|value| refuses(bound, end, of, value))
            }
            _ => true,
        };
        let real = match rule {
            Rule::BoundTightened => breaks(&pair.a, &b),
            _ => breaks(&pair.b, &a),
        };
        let place = |bound: &Option<Bound>| bound.as_ref().map(|it| it.place.clone());
        let places = pair.places(place(&a), place(&b));
        let detail = format!("{} → {}", written(&a), written(&b));
        let finding = Finding::new(rule, places, detail);
        self.tell(&cx, finding.effect(effect.only_if(real)))
    }

    fn multiples(&mut self, pair: &Pair<'_>) -> Outcome {
        let Some(cx) = pair.of(&[JsonType::Number, JsonType::Integer]) else {
            return Outcome::default();
        };
        let (a, b) = (divisor(&pair.a), divisor(&pair.b));
        let effect = match (&a, &b) {
            (None, None) => return Outcome::default(),
            (None, Some(_)) => Effect::TIGHTENS,
            (Some(_), None) => Effect::LOOSENS,
            (Some((a, _)), Some((b, _))) => {
                if order(a, b) == Ordering::Equal {
                    return Outcome::default();
                }
                Effect::new(!divides(b, a), !divides(a, b))
            }
        };
        let place = |found: &Option<(Number, Location)>| found.as_ref().map(|it| it.1.clone());
        let text = |found: &Option<(Number, Location)>| match found {
            Some((value, _)) => format!("`multipleOf` {value}"),
            None => "none".to_owned(),
        };
        let places = pair.places(place(&a), place(&b));
        let detail = format!("{} → {}", text(&a), text(&b));
        let finding = Finding::new(Rule::MultipleOfChanged, places, detail).effect(effect);
        self.tell(&cx, finding)
    }
}

/// The tightest bound of a number at one end. For integers it is inclusive.
fn range(view: &View<'_>, end: End) -> Option<Bound> {
    let names = match end {
        End::Lower => ["minimum", "exclusiveMinimum"],
        End::Upper => ["maximum", "exclusiveMaximum"],
    };
    let whole = !view.types().contains(&JsonType::Number);
    let mut tightest: Option<Bound> = None;
    for atom in &view.atoms {
        let keywords = atom.keywords;
        let values = match end {
            End::Lower => [&keywords.minimum, &keywords.exclusive_minimum],
            End::Upper => [&keywords.maximum, &keywords.exclusive_maximum],
        };
        for (exclusive, (name, value)) in [false, true].into_iter().zip(names.iter().zip(values)) {
            let Some(value) = value else { continue };
            let bound = Bound {
                value: value.clone(),
                exclusive,
                place: view.side.location(atom.node).child(name),
            };
            let bound = if whole { inclusive(bound, end) } else { bound };
            if tightness(end, tightest.as_ref(), Some(&bound)) == Ordering::Less {
                tightest = Some(bound);
            }
        }
    }
    tightest
}

/// The same bound for integers: `> 0` is `>= 1`.
fn inclusive(bound: Bound, end: End) -> Bound {
    let Some(value) = integer(&bound.value) else {
        return bound;
    };
    let step = match (bound.exclusive, end) {
        (false, _) => 0,
        (true, End::Lower) => 1,
        (true, End::Upper) => -1,
    };
    match i64::try_from(value + step) {
        Ok(value) => Bound {
            value: value.into(),
            exclusive: false,
            ..bound
        },
        Err(_) => bound,
    }
}

fn counted(view: &View<'_>, count: &Count) -> Option<Bound> {
    let bounds = view.atoms.iter().filter_map(|atom| {
        let value = (count.read)(atom.keywords)?;
        // Nothing is shorter than nothing.
        (count.end == End::Upper || value > 0).then(|| Bound {
            value: value.into(),
            exclusive: false,
            place: view.side.location(atom.node).child(count.keyword),
        })
    });
    bounds.reduce(
        |known, bound| match tightness(count.end, Some(&known), Some(&bound)) {
            Ordering::Less => bound,
            _ => known,
        },
    )
}

/// Less where the second bound allows less.
fn tightness(end: End, a: Option<&Bound>, b: Option<&Bound>) -> Ordering {
    let (a, b) = match (a, b) {
        (None, None) => return Ordering::Equal,
        (None, Some(_)) => return Ordering::Less,
        (Some(_), None) => return Ordering::Greater,
        (Some(a), Some(b)) => (a, b),
    };
    let values = match end {
        End::Lower => order(&a.value, &b.value),
        End::Upper => order(&b.value, &a.value),
    };
    values.then(a.exclusive.cmp(&b.exclusive))
}

fn refuses(bound: &Bound, end: End, of: &[JsonType], value: &Json) -> bool {
    let size = match value {
        Json::Number(number) if of.contains(&JsonType::Number) => number.clone(),
        Json::String(text) if of.contains(&JsonType::String) => text.chars().count().into(),
        Json::Array(elements) if of.contains(&JsonType::Array) => elements.len().into(),
        Json::Object(members) if of.contains(&JsonType::Object) => members.len().into(),
        _ => return false,
    };
    match (order(&size, &bound.value), end) {
        (Ordering::Equal, _) => bound.exclusive,
        (Ordering::Less, End::Lower) | (Ordering::Greater, End::Upper) => true,
        _ => false,
    }
}

fn written(bound: &Option<Bound>) -> String {
    match bound {
        None => "none".to_owned(),
        Some(bound) => {
            let keyword = bound.place.pointer.rsplit('/').next().unwrap_or_default();
            format!("`{keyword}` {}", bound.value)
        }
    }
}

fn divisor(view: &View<'_>) -> Option<(Number, Location)> {
    let whole = !view.types().contains(&JsonType::Number);
    view.atoms.iter().find_map(|atom| {
        let value = atom.keywords.multiple_of.clone()?;
        // Every integer is a multiple of 1.
        let says_nothing = whole && value.as_f64() == Some(1.0);
        let place = view.side.location(atom.node).child("multipleOf");
        (!says_nothing).then_some((value, place))
    })
}

fn divides(divisor: &Number, number: &Number) -> bool {
    match (integer(divisor), integer(number)) {
        (Some(divisor), Some(number)) => divisor != 0 && number % divisor == 0,
        _ => {
            let quotient = number.as_f64().zip(divisor.as_f64());
            quotient.is_some_and(|(number, divisor)| {
                let quotient = number / divisor;
                // 0.3 / 0.1 is not quite 3 in binary.
                (quotient - quotient.round()).abs() < 1e-9
            })
        }
    }
}

fn integer(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

fn order(a: &Number, b: &Number) -> Ordering {
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => {
            let values = a.as_f64().zip(b.as_f64());
            values
                .and_then(|(a, b)| a.partial_cmp(&b))
                .unwrap_or(Ordering::Equal)
        }
    }
}
