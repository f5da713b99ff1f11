//! Differences of objects and their members.

use std::collections::BTreeSet;

use super::change::{Effect, Impact, Polarity};
use super::compare::{Comparer, Context, Finding, Outcome, Pair};
use super::rule::Rule;
use super::side::Side;
use super::view::View;
use crate::problem::Location;
use crate::schema::{JsonType, NodeId};

/// The names that both, or only one, of the sides have.
struct Names {
    both: Vec<String>,
    removed: Vec<String>,
    added: Vec<String>,
}

impl Names {
    fn of(pair: &Pair<'_>) -> Names {
        let (a, b) = (pair.a.members(), pair.b.members());
        let (both, removed) = a.iter().cloned().partition(|name| b.contains(name));
        let added = b.into_iter().filter(|name| !a.contains(name)).collect();
        Names {
            both,
            removed,
            added,
        }
    }
}

impl Comparer<'_> {
    pub(super) fn objects(&mut self, pair: &Pair<'_>) -> Outcome {
        let Some(cx) = pair.of(&[JsonType::Object]) else {
            return Outcome::default();
        };
        let names = Names::of(pair);
        let mut outcome = Outcome::default();
        for name in &names.both {
            let (a, b) = (pair.a.applying(name), pair.b.applying(name));
            outcome = outcome.or(self.compare(&a, &b, &cx));
        }
        for name in &names.removed {
            outcome = outcome.or(self.member_removed(pair, &cx, name, &names));
        }
        for name in &names.added {
            outcome = outcome.or(self.member_added(pair, &cx, name));
        }
        outcome
            .or(self.required(pair, &cx, &names))
            .or(self.other_members(pair, &cx))
            .or(self.dependencies(pair, &cx))
            .or(self.member_counts(pair))
    }

    fn member_removed(
        &mut self,
        pair: &Pair<'_>,
        cx: &Context,
        name: &str,
        names: &Names,
    ) -> Outcome {
        let (declared, applying) = (pair.a.declared(name), pair.a.applying(name));
        let instead = pair.b.applying(name);
        let closed = instead.iter().any(|node| self.b.forbids(*node));
        let without = self.quietly(&applying, &instead, cx).effect;
        let required = requires(&pair.a, name) && !requires(&pair.b, name);
        self.see_old(&declared);
        let places = pair.places(member_place(&pair.a, &declared), None);
        let necessity = if required { "required" } else { "optional" };
        let detail = format!("member `{name}`, which was {necessity}");
        let mut finding = Finding::new(Rule::MemberRemoved, places, detail);
        finding.strict = Effect::new(without.tightens, required || without.loosens);
        finding.effect = if cx.describes {
            Effect::new(without.tightens, required)
        } else {
            finding.strict
        };
        if self.a.is_field(&declared) && cx.live {
            finding.source = Impact::BOTH;
        }
        if !closed && !without.tightens && cx.live {
            let note = "still accepted, as any undeclared member is";
            finding.notes.push(note.to_owned());
        }
        if let Some(candidate) = self.renamed(pair, cx, name, &applying, names) {
            finding
                .notes
                .push(format!("perhaps renamed to `{candidate}`"));
        }
        self.tell(&untyped(cx), finding)
    }

    fn member_added(&mut self, pair: &Pair<'_>, cx: &Context, name: &str) -> Outcome {
        let (declared, applying) = (pair.b.declared(name), pair.b.applying(name));
        let before = pair.a.applying(name);
        let closed = before.iter().any(|node| self.a.forbids(*node));
        let with = self.quietly(&before, &applying, cx).effect;
        let required = requires(&pair.b, name) && !requires(&pair.a, name);
        self.see_new(&declared);
        let places = pair.places(None, member_place(&pair.b, &declared));
        let rule = if required {
            Rule::MemberAddedRequired
        } else {
            Rule::MemberAddedOptional
        };
        let mut finding = Finding::new(rule, places, format!("member `{name}`"));
        finding.strict = Effect::new(required || with.tightens, with.loosens);
        finding.effect = if cx.describes {
            Effect::new(required, false)
        } else {
            finding.strict
        };
        if required && self.b.is_required_field(&declared) && cx.live {
            finding.source = Impact::SENDER;
        }
        let listed = pair
            .b
            .required()
            .into_iter()
            .find(|(listed, _)| listed == name);
        if let (true, Some((_, place)), Some(to)) = (required, listed, &finding.to)
            && place.pointer.strip_suffix("/required") != owner(&to.pointer)
        {
            finding.notes.push(format!("required by {place}"));
        }
        if closed && cx.describes && cx.live {
            let note = "closed object: a receiver that checks by the old schema refuses the member";
            finding.notes.push(note.to_owned());
        } else if with.tightens && cx.describes && cx.live {
            let note = "open object: a sender that had given the name another use is refused";
            finding.notes.push(note.to_owned());
        }
        self.tell(&untyped(cx), finding)
    }

    /// A new member that may be an old one under another name: the same meaning and a like name,
    /// or the same words in another spelling.
    fn renamed(
        &mut self,
        pair: &Pair<'_>,
        cx: &Context,
        name: &str,
        applying: &[NodeId],
        names: &Names,
    ) -> Option<String> {
        let mut alike = super::renames::alike(name, &names.added);
        alike.retain(|candidate| {
            let nodes = pair.b.applying(candidate);
            super::renames::same_words(name, candidate)
                || !self.quietly(applying, &nodes, cx).differs
        });
        super::renames::closest(name, alike).map(str::to_owned)
    }

    /// Members that both sides declare, or neither, and only one requires.
    fn required(&mut self, pair: &Pair<'_>, cx: &Context, names: &Names) -> Outcome {
        let (a, b) = (pair.a.required(), pair.b.required());
        let listed = |list: &[(String, Location)], name: &str| {
            list.iter()
                .find(|(known, _)| known == name)
                .map(|(_, place)| place.clone())
        };
        let all: BTreeSet<&String> = a.iter().chain(&b).map(|(name, _)| name).collect();
        let mut outcome = Outcome::default();
        for name in all {
            if names.removed.contains(name) || names.added.contains(name) {
                continue;
            }
            let (from, to) = (listed(&a, name), listed(&b, name));
            let (rule, effect) = match (&from, &to) {
                (None, Some(_)) => (Rule::MemberBecameRequired, Effect::TIGHTENS),
                (Some(_), None) => (Rule::MemberBecameOptional, Effect::LOOSENS),
                _ => continue,
            };
            let (from, to) = pair.places(from, to);
            let places = (listing(self.a, from), listing(self.b, to));
            let mut finding = Finding::new(rule, places, format!("member `{name}`")).effect(effect);
            let fields = (pair.a.declared(name), pair.b.declared(name));
            let required = (
                self.a.is_required_field(&fields.0),
                self.b.is_required_field(&fields.1),
            );
            if required.0 != required.1 && cx.live {
                finding.source = Impact::BOTH;
            }
            outcome = outcome.or(self.tell(&untyped(cx), finding));
        }
        outcome
    }

    /// `additionalProperties`, `patternProperties` and `propertyNames`.
    fn other_members(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let mut outcome = match (closed(&pair.a), closed(&pair.b)) {
            (Some(_), Some(_)) => Outcome::default(),
            (None, Some(place)) => {
                let places = pair.places(None, Some(place));
                let detail = "other members are accepted → refused";
                let mut finding = Finding::new(Rule::ObjectClosed, places, detail.to_owned())
                    .effect(Effect::TIGHTENS.only_if(cx.live));
                if self.loses_extra(pair) && cx.live {
                    finding.source = Impact::BOTH;
                }
                self.tell(&untyped(cx), finding)
            }
            (Some(place), None) => {
                let places = pair.places(Some(place), None);
                let detail = "other members are refused → accepted";
                let finding = Finding::new(Rule::ObjectOpened, places, detail.to_owned())
                    .effect(Effect::LOOSENS.only_if(cx.live));
                self.tell(&untyped(cx), finding)
            }
            (None, None) => {
                let (a, b) = (additional(&pair.a), additional(&pair.b));
                self.part(pair, "additionalProperties", &a, &b, cx)
            }
        };
        let mut patterns: Vec<String> = Vec::new();
        for view in [&pair.a, &pair.b] {
            for (pattern, _) in view
                .atoms
                .iter()
                .flat_map(|it| &it.keywords.pattern_properties)
            {
                if !patterns.contains(&pattern.source) {
                    patterns.push(pattern.source.clone());
                }
            }
        }
        for pattern in patterns {
            let (a, b) = (matching(&pair.a, &pattern), matching(&pair.b, &pattern));
            outcome = outcome.or(self.part(pair, "patternProperties", &a, &b, cx));
        }
        let names = |view: &View<'_>| -> Vec<NodeId> {
            let atoms = view.atoms.iter();
            atoms.filter_map(|it| it.keywords.property_names).collect()
        };
        let (a, b) = (names(&pair.a), names(&pair.b));
        outcome.or(self.part(pair, "propertyNames", &a, &b, &cx.testing(Polarity::Same)))
    }

    fn loses_extra(&self, pair: &Pair<'_>) -> bool {
        let (a, b) = (&pair.cx.rust.0, &pair.cx.rust.1);
        a.as_ref().is_some_and(|it| self.a.is_open_struct(it))
            && !b.as_ref().is_some_and(|it| self.b.is_open_struct(it))
    }

    /// `dependentRequired` and `dependentSchemas`.
    fn dependencies(&mut self, pair: &Pair<'_>, cx: &Context) -> Outcome {
        let (a, b) = (dependent_required(&pair.a), dependent_required(&pair.b));
        let mut outcome = Outcome::default();
        let pairs: BTreeSet<&(String, String)> = a.iter().chain(&b).map(|(it, _)| it).collect();
        for (trigger, needed) in pairs {
            let place = |list: &[((String, String), Location)]| {
                list.iter()
                    .find(|((first, second), _)| first == trigger && second == needed)
                    .map(|(_, place)| place.clone())
            };
            let (rule, effect, places) = match (place(&a), place(&b)) {
                (None, Some(place)) => {
                    let places = pair.places(None, Some(place));
                    (Rule::ConstraintAdded, Effect::TIGHTENS, places)
                }
                (Some(place), None) => {
                    let places = pair.places(Some(place), None);
                    (Rule::ConstraintRemoved, Effect::LOOSENS, places)
                }
                _ => continue,
            };
            let detail = format!("`dependentRequired`: `{trigger}` needs `{needed}`");
            let finding = Finding::new(rule, places, detail).effect(effect);
            outcome = outcome.or(self.tell(cx, finding));
        }
        let mut triggers: Vec<&String> = Vec::new();
        for view in [&pair.a, &pair.b] {
            for (trigger, _) in view
                .atoms
                .iter()
                .flat_map(|it| &it.keywords.dependent_schemas)
            {
                if !triggers.contains(&trigger) {
                    triggers.push(trigger);
                }
            }
        }
        for trigger in triggers {
            let nodes = |view: &View<'_>| -> Vec<NodeId> {
                let all = view
                    .atoms
                    .iter()
                    .flat_map(|it| &it.keywords.dependent_schemas);
                all.filter(|(name, _)| name == trigger)
                    .map(|(_, node)| *node)
                    .collect()
            };
            let (a, b) = (nodes(&pair.a), nodes(&pair.b));
            let cx = cx.testing(Polarity::Same);
            outcome = outcome.or(self.part(pair, "dependentSchemas", &a, &b, &cx));
        }
        outcome
    }
}

/// Members have types of their own: that of the object says nothing about them.
fn untyped(cx: &Context) -> Context {
    Context {
        rust: (None, None),
        ..cx.clone()
    }
}

/// The place of the schema that declares the member at a place.
fn owner(member: &str) -> Option<&str> {
    member.rsplit_once('/')?.0.strip_suffix("/properties")
}

fn requires(view: &View<'_>, name: &str) -> bool {
    view.atoms
        .iter()
        .any(|atom| atom.keywords.required.iter().any(|known| known == name))
}

fn member_place(view: &View<'_>, declared: &[NodeId]) -> Option<Location> {
    let node = declared.first()?;
    Some(view.side.location(*node).clone())
}

/// The list of required members in the schema at a place, where it has one.
fn listing(side: &Side, place: Location) -> Location {
    let node = side.set.by_location.get(&place);
    let keywords = node.and_then(|node| side.set.keywords(*node));
    match keywords {
        Some(keywords) if !keywords.required.is_empty() => place.child("required"),
        _ => place,
    }
}

/// Where other members are refused.
fn closed(view: &View<'_>) -> Option<Location> {
    let nodes = view
        .atoms
        .iter()
        .filter_map(|it| it.keywords.additional_properties);
    let mut closing = nodes.filter(|node| view.side.forbids(*node));
    closing.next().map(|node| view.side.location(node).clone())
}

fn additional(view: &View<'_>) -> Vec<NodeId> {
    let atoms = view.atoms.iter();
    atoms
        .filter_map(|it| it.keywords.additional_properties)
        .collect()
}

fn matching(view: &View<'_>, source: &str) -> Vec<NodeId> {
    let all = view
        .atoms
        .iter()
        .flat_map(|it| &it.keywords.pattern_properties);
    all.filter(|(pattern, _)| pattern.source == source)
        .map(|(_, node)| *node)
        .collect()
}

fn dependent_required(view: &View<'_>) -> Vec<((String, String), Location)> {
    let mut found = Vec::new();
    for atom in &view.atoms {
        let place = view.side.location(atom.node).child("dependentRequired");
        for (trigger, needed) in &atom.keywords.dependent_required {
            for name in needed {
                found.push(((trigger.clone(), name.clone()), place.child(trigger)));
            }
        }
    }
    found
}
