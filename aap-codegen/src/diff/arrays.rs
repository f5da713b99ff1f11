//! Differences of arrays and their elements.

use super::change::{Effect, Polarity};
use super::compare::{Comparer, Context, Finding, Outcome, Pair};
use super::rule::Rule;
use super::view::View;
use crate::problem::Location;
use crate::schema::{JsonType, NodeId};

/// `contains` with its counts.
#[derive(Clone, Copy)]
struct Contains {
    owner: NodeId,
    node: NodeId,
    least: u64,
    most: Option<u64>,
}

impl Comparer<'_> {
    pub(super) fn arrays(&mut self, pair: &Pair<'_>) -> Outcome {
        let Some(cx) = pair.of(&[JsonType::Array]) else {
            return Outcome::default();
        };
        let lengths = [&pair.a, &pair.b].map(prefix_length);
        let mut outcome = self.item_counts(pair);
        for index in 0..lengths[0].max(lengths[1]) {
            let (a, b) = (element(&pair.a, index), element(&pair.b, index));
            outcome = outcome.or(self.part(pair, "prefixItems", &a, &b, &cx));
        }
        let rest = |view: &View<'_>| -> Vec<NodeId> {
            let atoms = view.atoms.iter();
            atoms.filter_map(|atom| atom.keywords.items).collect()
        };
        let (a, b) = (rest(&pair.a), rest(&pair.b));
        outcome
            .or(self.part(pair, "items", &a, &b, &cx))
            .or(self.uniqueness(pair, &cx))
            .or(self.containing(pair, &cx))
    }

    fn uniqueness(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let unique = |view: &View<'_>| view.atoms.iter().any(|atom| atom.keywords.unique_items);
        let (rule, effect) = match (unique(&pair.a), unique(&pair.b)) {
            (false, true) => (Rule::UniqueItemsAdded, Effect::TIGHTENS),
            (true, false) => (Rule::UniqueItemsRemoved, Effect::LOOSENS),
            _ => return Outcome::default(),
        };
        let place = |view: &View<'_>| view.place("uniqueItems", |keywords| keywords.unique_items);
        let places = pair.places(place(&pair.a), place(&pair.b));
        let finding = Finding::new(rule, places, "`uniqueItems`".to_owned()).effect(effect);
        self.tell(cx, finding)
    }

    fn containing(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let (mut a, mut b) = (contained(&pair.a), contained(&pair.b));
        let mut pairs = Vec::new();
        // First those that are equal, then those at the same place, then as they come.
        let equal = |it: &mut Self, a: &Contains, b: &Contains| {
            (a.least, a.most) == (b.least, b.most) && !it.quietly(&[a.node], &[b.node], cx).differs
        };
        let same_place = |it: &mut Self, a: &Contains, b: &Contains| {
            it.a.location(a.node).pointer == it.b.location(b.node).pointer
        };
        take_pairs(self, &mut a, &mut b, &mut pairs, equal);
        take_pairs(self, &mut a, &mut b, &mut pairs, same_place);
        take_pairs(self, &mut a, &mut b, &mut pairs, |_, _, _| true);
        let mut outcome = Outcome::default();
        for (a, b) in pairs {
            let polarity = if a.most.is_some() || b.most.is_some() {
                Polarity::Mixed
            } else {
                Polarity::Same
            };
            let inner = cx.testing(polarity);
            outcome = outcome
                .or(self.compare(&[a.node], &[b.node], &inner))
                .or(self.contained_count(cx, &a, &b));
        }
        for left in a {
            let places = pair.places(Some(self.a.location(left.node).clone()), None);
            let finding = Finding::new(Rule::ConstraintRemoved, places, "`contains`".to_owned());
            self.see_old(&[left.node]);
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::LOOSENS)));
        }
        for left in b {
            let places = pair.places(None, Some(self.b.location(left.node).clone()));
            let finding = Finding::new(Rule::ConstraintAdded, places, "`contains`".to_owned());
            self.see_new(&[left.node]);
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::TIGHTENS)));
        }
        outcome
    }

    fn contained_count(&mut self, cx: &Context, a: &Contains, b: &Contains) -> Outcome {
        let written = |bound: Option<u64>| bound.map_or("none".to_owned(), |it| it.to_string());
        let bounds = [
            // More at least, or fewer at most, allow less.
            (
                "minContains",
                Some(a.least),
                Some(b.least),
                a.least < b.least,
            ),
            (
                "maxContains",
                a.most,
                b.most,
                b.most.unwrap_or(u64::MAX) < a.most.unwrap_or(u64::MAX),
            ),
        ];
        let mut outcome = Outcome::default();
        for (keyword, from, to, tightened) in bounds {
            if from == to {
                continue;
            }
            let (rule, effect) = if tightened {
                (Rule::BoundTightened, Effect::TIGHTENS)
            } else {
                (Rule::BoundLoosened, Effect::LOOSENS)
            };
            let places = (
                self.counted_place(true, a.owner, keyword),
                self.counted_place(false, b.owner, keyword),
            );
            let detail = format!("`{keyword}` {} → {}", written(from), written(to));
            outcome = outcome.or(self.tell(cx, Finding::new(rule, places, detail).effect(effect)));
        }
        outcome
    }

    fn counted_place(&self, old: bool, owner: NodeId, keyword: &str) -> Location {
        let side = if old { self.a } else { self.b };
        let location = side.location(owner);
        let has = side
            .set
            .keywords(owner)
            .is_some_and(|keywords| match keyword {
                "minContains" => keywords.min_contains.is_some(),
                _ => keywords.max_contains.is_some(),
            });
        if has {
            location.child(keyword)
        } else {
            location.child("contains")
        }
    }
}

/// Moves the pairs that fit from the two lists to the third.
pub(super) fn take_pairs<S, T>(
    state: &mut S,
    a: &mut Vec<T>,
    b: &mut Vec<T>,
    pairs: &mut Vec<(T, T)>,
    fits: impl Fn(&mut S, &T, &T) -> bool,
) {
    let mut rest = Vec::new();
    for left in a.drain(..) {
        match b.iter().position(|right| fits(state, &left, right)) {
            Some(index) => pairs.push((left, b.remove(index))),
            None => rest.push(left),
        }
    }
    *a = rest;
}

fn prefix_length(view: &View<'_>) -> usize {
    let atoms = view.atoms.iter();
    let lengths = atoms.map(|atom| atom.keywords.prefix_items.len());
    lengths.max().unwrap_or(0)
}

/// The schemas of the element at a place.
fn element(view: &View<'_>, index: usize) -> Vec<NodeId> {
    let atoms = view.atoms.iter();
    atoms
        .filter_map(|atom| {
            let keywords = atom.keywords;
            keywords.prefix_items.get(index).copied().or(keywords.items)
        })
        .collect()
}

fn contained(view: &View<'_>) -> Vec<Contains> {
    let atoms = view.atoms.iter();
    atoms
        .filter_map(|atom| {
            let node = atom.keywords.contains?;
            let contains = Contains {
                owner: atom.node,
                node,
                least: atom.keywords.min_contains.unwrap_or(1),
                most: atom.keywords.max_contains,
            };
            // None at least and any number at most demands nothing.
            (contains.least > 0 || contains.most.is_some()).then_some(contains)
        })
        .collect()
}
