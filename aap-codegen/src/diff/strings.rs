//! Differences of what strings have to look like.

use super::change::Effect;
use super::compare::{Comparer, Context, Finding, Outcome, Pair};
use super::patterns::replaced;
use super::rule::Rule;
use super::view::View;
use crate::pattern::Automaton;
use crate::problem::Location;
use crate::schema::JsonType;

/// Formats of which every string has the second format too.
const INCLUDED: &[(&str, &str)] = &[
    ("email", "idn-email"),
    ("uri", "uri-reference"),
    ("uri", "iri"),
    ("uri", "iri-reference"),
    ("uri-reference", "iri-reference"),
    ("iri", "iri-reference"),
];

impl Comparer<'_> {
    /// Lengths, `pattern` and `format`.
    pub(super) fn strings(&mut self, pair: &Pair<'_>) -> Outcome {
        let Some(cx) = pair.of(&[JsonType::String]) else {
            return Outcome::default();
        };
        self.lengths(pair)
            .or(self.patterns(pair, &cx))
            .or(self.formats(pair, &cx))
    }

    fn patterns(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let (a, b) = unequal(patterns(&pair.a), patterns(&pair.b), |a, b| {
            let (a, b) = (&a.0.source, &b.0.source);
            self.a.identity.neutral(a) == self.b.identity.neutral(b)
        });
        let mut outcome = Outcome::default();
        for index in 0..a.len().max(b.len()) {
            let (rule, effect) = match (a.get(index), b.get(index)) {
                (Some((from, _)), Some((to, _))) => match replaced(from, to) {
                    // The same strings, written in another way.
                    Effect::NONE => continue,
                    effect => (Rule::PatternChanged, effect),
                },
                (None, Some((to, _))) => {
                    let refused = match pair.a.values() {
                        Some((values, _)) => values
                            .iter()
                            .filter_map(|value| value.as_str())
                            .any(|text| !to.is_match(text)),
                        None => true,
                    };
                    (Rule::PatternAdded, Effect::TIGHTENS.only_if(refused))
                }
                _ => (Rule::PatternRemoved, Effect::LOOSENS),
            };
            let (places, detail) = change(pair, a.get(index), b.get(index), |pattern| {
                format!("`{}`", pattern.source)
            });
            let finding = Finding::new(rule, places, detail).effect(effect);
            outcome = outcome.or(self.tell(cx, finding));
        }
        outcome
    }

    fn formats(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let (a, b) = unequal(formats(&pair.a), formats(&pair.b), |a, b| a.0 == b.0);
        let mut outcome = Outcome::default();
        for index in 0..a.len().max(b.len()) {
            let (rule, effect) = match (a.get(index), b.get(index)) {
                (Some((from, _)), Some((to, _))) => {
                    let included = |part: &str, whole: &str| INCLUDED.contains(&(part, whole));
                    let effect = Effect::new(!included(from, to), !included(to, from));
                    (Rule::FormatChanged, effect)
                }
                (None, _) => (Rule::FormatAdded, Effect::TIGHTENS),
                (_, None) => (Rule::FormatRemoved, Effect::LOOSENS),
            };
            let (places, detail) =
                change(pair, a.get(index), b.get(index), |name| format!("`{name}`"));
            let finding = Finding::new(rule, places, detail).effect(effect);
            outcome = outcome.or(self.tell(cx, finding));
        }
        outcome
    }
}

fn patterns<'a>(view: &View<'a>) -> Vec<(&'a Automaton, Location)> {
    let mut found: Vec<(&Automaton, Location)> = Vec::new();
    for atom in &view.atoms {
        if let Some(pattern) = &atom.keywords.pattern
            && !found
                .iter()
                .any(|(known, _)| known.source == pattern.source)
        {
            found.push((pattern, view.side.location(atom.node).child("pattern")));
        }
    }
    found
}

fn formats<'a>(view: &View<'a>) -> Vec<(&'a str, Location)> {
    let mut found: Vec<(&str, Location)> = Vec::new();
    for atom in &view.atoms {
        if let Some(format) = &atom.keywords.format
            && !found.iter().any(|(known, _)| known == format)
        {
            found.push((format, view.side.location(atom.node).child("format")));
        }
    }
    found
}

/// What is left of both lists without their common elements.
fn unequal<T>(mut a: Vec<T>, mut b: Vec<T>, equal: impl Fn(&T, &T) -> bool) -> (Vec<T>, Vec<T>) {
    a.retain(|left| match b.iter().position(|right| equal(left, right)) {
        Some(index) => {
            b.remove(index);
            false
        }
        None => true,
    });
    (a, b)
}

fn change<T>(
    pair: &Pair<'_>,
    a: Option<&(T, Location)>,
    b: Option<&(T, Location)>,
    text: impl Fn(&T) -> String,
) -> ((Location, Location), String) {
    let place = |found: Option<&(T, Location)>| found.map(|it| it.1.clone());
    let text = |found: Option<&(T, Location)>| match found {
        Some((value, _)) => text(value),
        None => "none".to_owned(),
    };
    let places = pair.places(place(a), place(b));
    (places, format!("{} → {}", text(a), text(b)))
}
