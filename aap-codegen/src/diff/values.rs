//! Differences of types and of listed values.

use super::change::{Effect, Impact};
use super::compare::{Comparer, Finding, Outcome, Pair};
use super::rule::Rule;
use super::view::{Types, View, type_of};
use crate::json::Json;
use crate::problem::Location;
use crate::schema::{JsonType, Keywords};

impl Comparer<'_> {
    /// `type`, `enum`, `const` and what numbers are bound by.
    pub(super) fn values(&mut self, pair: &Pair<'_>) -> Outcome {
        let listed = match (pair.a.values(), pair.b.values()) {
            (Some(a), Some(b)) => self.lists(pair, &a, &b),
            (Some(a), None) => self.unlisted(pair, &a),
            (None, Some(b)) => self.newly_listed(pair, &b),
            (None, None) => self.types(pair),
        };
        listed.or(self.numbers(pair))
    }

    fn types(&mut self, pair: &Pair<'_>) -> Outcome {
        let (a, b) = (pair.a.types(), pair.b.types());
        let effect = Effect::new(!a.is_subset(&b), !b.is_subset(&a));
        let rule = match (effect.tightens, effect.loosens) {
            (false, false) => return Outcome::default(),
            (true, false) => Rule::TypeNarrowed,
            (false, true) => Rule::TypeWidened,
            (true, true) => Rule::TypeChanged,
        };
        let detail = format!("{} → {}", named(&a), named(&b));
        let finding = Finding::new(rule, type_places(pair), detail).effect(effect);
        self.tell(&pair.cx, finding)
    }

    fn lists(
        &mut self,
        pair: &Pair<'_>,
        (a, place_a): &(Vec<Json>, Location),
        (b, place_b): &(Vec<Json>, Location),
    ) -> Outcome {
        let neutral_a: Vec<Json> = a
            .iter()
            .map(|it| self.a.identity.neutral_value(it))
            .collect();
        let neutral_b: Vec<Json> = b
            .iter()
            .map(|it| self.b.identity.neutral_value(it))
            .collect();
        let removed = a
            .iter()
            .zip(&neutral_a)
            .filter(|(_, neutral)| !neutral_b.contains(neutral));
        let added = b
            .iter()
            .zip(&neutral_b)
            .filter(|(_, neutral)| !neutral_a.contains(neutral));
        let (removed, added): (Vec<&Json>, Vec<&Json>) = (
            removed.map(|(value, _)| value).collect(),
            added.map(|(value, _)| value).collect(),
        );
        let places = || (place_a.clone(), place_b.clone());
        if let ([from], [to], 1, 1) = (&*removed, &*added, a.len(), b.len()) {
            let detail = format!("{} → {}", shown(from), shown(to));
            let finding = Finding::new(Rule::ConstChanged, places(), detail);
            return self.tell(&pair.cx, finding.effect(Effect::BOTH));
        }
        let mut outcome = Outcome::default();
        for value in &removed {
            let mut finding = Finding::new(Rule::EnumValueRemoved, places(), shown(value))
                .effect(Effect::TIGHTENS);
            finding.source = self.variant_impact(pair, value);
            finding.notes.extend(renamed(value, &added));
            outcome = outcome.or(self.tell(&pair.cx, finding));
        }
        for value in &added {
            let rule = if self.is_error_code(place_b) {
                Rule::ErrorCodeAdded
            } else {
                Rule::EnumValueAdded
            };
            let mut finding = Finding::new(rule, places(), shown(value)).effect(Effect::LOOSENS);
            finding.source = self.variant_impact(pair, value);
            outcome = outcome.or(self.tell(&pair.cx, finding));
        }
        outcome
    }

    fn unlisted(&mut self, pair: &Pair<'_>, (a, place): &(Vec<Json>, Location)) -> Outcome {
        let types = pair.b.types();
        let refused = a.iter().any(|value| !types.contains(&type_of(value)));
        let places = pair.places(Some(place.clone()), None);
        let detail = format!("{} → {}", list(a), named(&types));
        let finding =
            Finding::new(Rule::EnumRemoved, places, detail).effect(Effect::new(refused, true));
        self.tell(&pair.cx, finding)
    }

    fn newly_listed(&mut self, pair: &Pair<'_>, (b, place): &(Vec<Json>, Location)) -> Outcome {
        let types = pair.a.types();
        let new = b.iter().any(|value| !types.contains(&type_of(value)));
        let places = pair.places(None, Some(place.clone()));
        let detail = format!("{} → {}", named(&types), list(b));
        let finding = Finding::new(Rule::EnumAdded, places, detail).effect(Effect::new(true, new));
        self.tell(&pair.cx, finding)
    }

    /// Whether the place is the list of error codes in the error payload.
    fn is_error_code(&self, place: &Location) -> bool {
        let file = self.b.contract.manifest.payloads.get("error");
        file == Some(&place.file) && place.pointer.starts_with("/properties/code/")
    }

    /// A variant that is gone breaks whoever names it; one that is new, whoever matches them all.
    fn variant_impact(&self, pair: &Pair<'_>, value: &Json) -> Impact {
        let Some(text) = value.as_str() else {
            return Impact::NONE;
        };
        let before = pair
            .cx
            .rust
            .0
            .as_deref()
            .map(|it| self.a.has_variant(it, text));
        let after = pair
            .cx
            .rust
            .1
            .as_deref()
            .map(|it| self.b.has_variant(it, text));
        match (before, after) {
            (Some(true), Some(false)) => Impact::BOTH,
            (Some(false), Some(true)) => Impact::RECEIVER,
            _ => Impact::NONE,
        }
    }
}

fn type_places(pair: &Pair<'_>) -> (Location, Location) {
    let place = |view: &View<'_>| match view.forbidden {
        Some(node) => Some(view.side.location(node).clone()),
        None => view.place("type", |keywords: &Keywords| keywords.types.is_some()),
    };
    pair.places(place(&pair.a), place(&pair.b))
}

/// A set of types in words.
pub(super) fn named(types: &Types) -> String {
    if types.is_empty() {
        return "nothing".to_owned();
    }
    if types.len() == JsonType::ALL.len() {
        return "anything".to_owned();
    }
    let names: Vec<&str> = JsonType::ALL
        .into_iter()
        .filter(|(it, _)| types.contains(it))
        .filter(|(it, _)| *it != JsonType::Integer || !types.contains(&JsonType::Number))
        .map(|(_, name)| name)
        .collect();
    names.join(" or ")
}

/// A value, shortened where it is long.
pub(super) fn shown(value: &Json) -> String {
    let text = value.to_string();
    if text.chars().count() <= 100 {
        return text;
    }
    text.chars().take(99).chain(['…']).collect()
}

fn list(values: &[Json]) -> String {
    let values: Vec<String> = values.iter().map(shown).collect();
    format!("one of {}", values.join(", "))
}

/// A new value that may be this one under another name.
fn renamed(value: &Json, added: &[&Json]) -> Option<String> {
    let name = value.as_str()?;
    let names = added.iter().filter_map(|value| value.as_str());
    let candidate = super::renames::closest(name, names)?;
    Some(format!("perhaps renamed to {candidate:?}"))
}
