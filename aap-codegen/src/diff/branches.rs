//! Differences of `anyOf`, `oneOf`, `not` and `if`.

use std::collections::BTreeSet;

use super::arrays::take_pairs;
use super::change::{Effect, Polarity};
use super::compare::{Comparer, Context, Finding, Outcome, Pair};
use super::rule::Rule;
use super::side::Side;
use super::view::View;
use crate::problem::Location;
use crate::schema::{JsonType, Keywords, NodeId};

/// A condition with what follows from it.
#[derive(Clone, Copy)]
struct Condition {
    test: NodeId,
    then: Option<NodeId>,
    otherwise: Option<NodeId>,
}

impl Comparer<'_> {
    pub(super) fn branches(&mut self, pair: &Pair<'_>) -> Outcome {
        let cx = pair.context(true);
        self.groups(pair, &cx, false)
            .or(self.groups(pair, &cx, true))
            .or(self.negations(pair, &cx))
            .or(self.conditions(pair, &cx))
    }

    /// `anyOf`, or `oneOf` where `exclusive`.
    fn groups(&mut self, pair: &Pair<'_>, cx: &Context, exclusive: bool) -> Outcome {
        let keyword = if exclusive { "oneOf" } else { "anyOf" };
        let groups = |view: &View<'_>| -> Vec<(NodeId, Vec<Vec<NodeId>>)> {
            let list = |keywords: &Keywords| match exclusive {
                true => keywords.one_of.clone(),
                false => keywords.any_of.clone(),
            };
            let atoms = view.atoms.iter();
            atoms
                .map(|atom| {
                    let branches = list(atom.keywords).into_iter();
                    (atom.node, branches.map(|node| vec![node]).collect())
                })
                .filter(|(_, branches): &(NodeId, Vec<Vec<NodeId>>)| !branches.is_empty())
                .collect()
        };
        let (mut a, mut b) = (groups(&pair.a), groups(&pair.b));
        let mut pairs = Vec::new();
        let same = |it: &mut Self, a: &(NodeId, Vec<_>), b: &(NodeId, Vec<_>)| {
            it.a.location(a.0) == it.b.location(b.0)
        };
        take_pairs(self, &mut a, &mut b, &mut pairs, same);
        take_pairs(self, &mut a, &mut b, &mut pairs, |_, _, _| true);
        let mut outcome = Outcome::default();
        for ((_, a), (_, b)) in pairs {
            outcome = outcome.or(self.alternatives(pair, exclusive, &a, &b));
        }
        for (owner, branches) in a {
            let place = self.a.location(owner).child(keyword);
            self.see_old(&branches.concat());
            let places = pair.places(Some(place), None);
            let finding = Finding::new(Rule::ConstraintRemoved, places, format!("`{keyword}`"));
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::LOOSENS)));
        }
        for (owner, branches) in b {
            let place = self.b.location(owner).child(keyword);
            self.see_new(&branches.concat());
            let places = pair.places(None, Some(place));
            let finding = Finding::new(Rule::ConstraintAdded, places, format!("`{keyword}`"));
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::TIGHTENS)));
        }
        outcome
    }

    /// The branches of one `anyOf` or `oneOf`, whatever their order.
    pub(super) fn alternatives(
        &mut self,
        pair: &Pair<'_>,
        exclusive: bool,
        a: &[Vec<NodeId>],
        b: &[Vec<NodeId>],
    ) -> Outcome {
        let cx = pair.context(true);
        // Where no value can match two branches, `oneOf` is `anyOf`.
        let clear = !exclusive || disjoint(self.a, a) && disjoint(self.b, b);
        let polarity = if clear {
            Polarity::Same
        } else {
            Polarity::Mixed
        };
        let inner = cx.under(polarity);
        let (mut left_a, mut left_b) = (a.to_vec(), b.to_vec());
        let mut pairs = Vec::new();
        take_pairs(self, &mut left_a, &mut left_b, &mut pairs, |it, a, b| {
            !it.quietly(a, b, &cx).differs
        });
        // Of the others, those of one type are the same branch, changed.
        take_pairs(self, &mut left_a, &mut left_b, &mut pairs, |it, a, b| {
            types(it.a, a) == types(it.b, b)
        });
        let mut outcome = Outcome::default();
        for (a, b) in pairs {
            outcome = outcome.or(self.compare(&a, &b, &inner));
        }
        let place = |side: &Side, nodes: &[NodeId]| {
            let first = nodes.first();
            first.map(|node| side.location(*node).clone())
        };
        let effect = |clear: Effect| match polarity {
            Polarity::Same => clear,
            _ => Effect::BOTH,
        };
        for nodes in left_a {
            let places = pair.places(place(self.a, &nodes), None);
            let detail = format!("branch for {}", named(self.a, &nodes));
            let finding = Finding::new(Rule::AlternativeRemoved, places, detail);
            self.see_old(&nodes);
            outcome = outcome.or(self.tell(&cx, finding.effect(effect(Effect::TIGHTENS))));
        }
        for nodes in left_b {
            let places = pair.places(None, place(self.b, &nodes));
            let detail = format!("branch for {}", named(self.b, &nodes));
            let finding = Finding::new(Rule::AlternativeAdded, places, detail);
            self.see_new(&nodes);
            outcome = outcome.or(self.tell(&cx, finding.effect(effect(Effect::LOOSENS))));
        }
        outcome
    }

    fn negations(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let nodes = |view: &View<'_>| -> Vec<NodeId> {
            let atoms = view.atoms.iter();
            atoms.filter_map(|atom| atom.keywords.not).collect()
        };
        let (mut a, mut b) = (nodes(&pair.a), nodes(&pair.b));
        let mut pairs = Vec::new();
        take_pairs(self, &mut a, &mut b, &mut pairs, |it, a, b| {
            !it.quietly(&[*a], &[*b], cx).differs
        });
        take_pairs(self, &mut a, &mut b, &mut pairs, |_, _, _| true);
        let mut outcome = Outcome::default();
        for (a, b) in pairs {
            outcome = outcome.or(self.compare(&[a], &[b], &cx.testing(Polarity::Flipped)));
        }
        for node in a {
            let places = pair.places(Some(self.a.location(node).clone()), None);
            let finding = Finding::new(Rule::ConstraintRemoved, places, "`not`".to_owned());
            self.see_old(&[node]);
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::LOOSENS)));
        }
        for node in b {
            let places = pair.places(None, Some(self.b.location(node).clone()));
            let finding = Finding::new(Rule::ConstraintAdded, places, "`not`".to_owned());
            self.see_new(&[node]);
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::TIGHTENS)));
        }
        outcome
    }

    fn conditions(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let (mut a, mut b) = (conditions(&pair.a), conditions(&pair.b));
        let mut pairs = Vec::new();
        take_pairs(self, &mut a, &mut b, &mut pairs, |it, a, b| {
            !it.quietly(&[a.test], &[b.test], cx).differs
        });
        take_pairs(self, &mut a, &mut b, &mut pairs, |_, _, _| true);
        let inner = cx.testing(Polarity::Same);
        let mut outcome = Outcome::default();
        for (a, b) in pairs {
            let list = |node: Option<NodeId>| Vec::from_iter(node);
            outcome = outcome
                .or(self.compare(&[a.test], &[b.test], &cx.testing(Polarity::Mixed)))
                .or(self.part(pair, "then", &list(a.then), &list(b.then), &inner))
                .or(self.part(pair, "else", &list(a.otherwise), &list(b.otherwise), &inner));
        }
        for condition in a {
            let places = pair.places(Some(self.a.location(condition.test).clone()), None);
            let finding = Finding::new(Rule::ConstraintRemoved, places, "`if`".to_owned());
            self.see_old(&condition.nodes());
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::LOOSENS)));
        }
        for condition in b {
            let places = pair.places(None, Some(self.b.location(condition.test).clone()));
            let finding = Finding::new(Rule::ConstraintAdded, places, "`if`".to_owned());
            self.see_new(&condition.nodes());
            outcome = outcome.or(self.tell(cx, finding.effect(Effect::TIGHTENS)));
        }
        outcome
    }
}

impl Condition {
    fn nodes(&self) -> Vec<NodeId> {
        let parts = [Some(self.test), self.then, self.otherwise];
        parts.into_iter().flatten().collect()
    }
}

fn conditions(view: &View<'_>) -> Vec<Condition> {
    let atoms = view.atoms.iter();
    atoms
        .filter_map(|atom| {
            let keywords = atom.keywords;
            let condition = Condition {
                test: keywords.condition?,
                then: keywords.then,
                otherwise: keywords.otherwise,
            };
            // Without a consequence a condition demands nothing.
            let consequences = condition.then.or(condition.otherwise);
            consequences.map(|_| condition)
        })
        .collect()
}

/// The types of the values that schemas describe together.
fn types(side: &Side, nodes: &[NodeId]) -> BTreeSet<JsonType> {
    let view = View::new(side, nodes, Location::root(""));
    match view.values() {
        Some((values, _)) => values.iter().map(super::view::type_of).collect(),
        None => view.types(),
    }
}

fn named(side: &Side, nodes: &[NodeId]) -> String {
    let view = View::new(side, nodes, Location::root(""));
    match view.values() {
        Some((values, _)) => match values.as_slice() {
            [value] => super::values::shown(value),
            values => format!("{} values", values.len()),
        },
        None => super::values::named(&view.types()),
    }
}

/// Whether no value is of the types of two branches.
fn disjoint(side: &Side, branches: &[Vec<NodeId>]) -> bool {
    let mut known = BTreeSet::new();
    branches
        .iter()
        .flat_map(|nodes| types(side, nodes))
        .all(|json_type| known.insert(json_type))
}
