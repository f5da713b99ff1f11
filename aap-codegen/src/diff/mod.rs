//! What differs between two contracts, and whom it breaks.
//!
//! Both contracts are checked first, as for generation. Then each payload of the old contract is
//! compared with the same payload of the new one, by what the schemas mean: `$ref` and `allOf` are
//! followed on both sides, annotations do not count, and the contracts' own names are taken out of
//! all strings ([`Identity`] tells them once).
//!
//! Whom a difference breaks follows from what it does to the accepted instances. Where something is
//! refused that was accepted, whoever sends it breaks; where something is accepted that was refused,
//! whoever receives it does. One thing is a rule of the protocol and no matter of instances: a
//! member that is added and may be absent breaks nobody, and a receiver has to live with members
//! that are added at all ([`Reach::strict`] tells what schemas alone would say).
//!
//! Some classes are on the safe side: a part of a schema that is tightened is taken to tighten the
//! whole, though another part may have refused the same instances already.

mod arrays;
mod bounds;
mod branches;
mod change;
mod compare;
mod facts;
mod files;
mod identity;
mod objects;
mod patterns;
mod renames;
mod report;
mod rule;
mod semver;
mod side;
mod strings;
mod values;
mod view;

use std::collections::{BTreeMap, BTreeSet};

pub use change::{Change, Class, Impact, Party, Reach};
pub use identity::Identity;
pub use rule::Rule;
pub use semver::Bump;

use crate::load::Source;
use crate::problem::{Location, Problems};
use crate::schema::NodeId;
use compare::{Comparer, Context, Finding};
use side::Payload;
pub(crate) use side::Side;

/// The differences between two contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The old contract.
    pub from: Identity,
    /// The new contract.
    pub to: Identity,
    /// What differs, by place in the new contract.
    pub changes: Vec<Change>,
    /// Definitions that stand somewhere else and mean the same: where they stood and stand.
    pub moved: Vec<(Location, Location)>,
    /// Rust types that hold the same values under another name or in another form.
    pub renamed: Vec<(String, String)>,
}

/// How many differences there are, and what they ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// All differences.
    pub changes: usize,
    /// Those in schemas; the others stand in `contract.toml`.
    pub schema_changes: usize,
    /// Those that break nobody.
    pub additive: usize,
    /// Those that break somebody, on the wire or in source.
    pub breaking: usize,
    /// Those that break the sender of a message.
    pub wire_sender: usize,
    /// Those that break the receiver of a message.
    pub wire_receiver: usize,
    /// Those that break Rust source alone.
    pub source_only: usize,
    /// The bump that the specification's policy asks for.
    pub asked: Bump,
    /// The bump that the version numbers make; none where they cannot be compared.
    pub made: Option<Bump>,
}

/// Compares two contracts.
///
/// # Errors
/// Every problem of either contract's files.
pub fn diff(from: &Source, to: &Source) -> Result<Diff, Problems> {
    crate::with_deep_stack(&to.contract, || compare_contracts(from, to))
}

fn compare_contracts(from: &Source, to: &Source) -> Result<Diff, Problems> {
    let (a, b) = match (Side::new(from), Side::new(to)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(mut problems), Err(more)) => {
            problems.extend(more);
            return Err(problems);
        }
        (Err(problems), _) | (_, Err(problems)) => return Err(problems),
    };
    let mut diff = Diff {
        from: a.identity.clone(),
        to: b.identity.clone(),
        changes: Vec::new(),
        moved: Vec::new(),
        renamed: Vec::new(),
    };
    let mut gathering = Gathering::new(&a, &b);
    for payload in &a.payloads {
        if let Some(other) = b.payloads.iter().find(|it| it.role == payload.role) {
            gathering.payload(payload, other);
        }
    }
    gathering.unreachable();
    diff.changes = gathering.changes.into_values().collect();
    diff.moved = gathering.moved.into_iter().collect();
    diff.renamed = gathering.renamed.into_iter().collect();
    diff.changes.extend(files::compare(&a, &b, &mut diff.moved));
    diff.changes.extend(facts::compare(&a, &b));
    for change in &mut diff.changes {
        change
            .reach
            .sort_by_key(|reach| (reach.sender, reach.payload.clone()));
    }
    diff.changes.sort_by_key(place);
    // What a difference tells need not be told again.
    let told: BTreeSet<&String> = diff.changes.iter().flat_map(|it| &it.notes).collect();
    diff.renamed
        .retain(|(from, to)| !told.contains(&compare::rust_note(from, to)));
    Ok(diff)
}

impl Diff {
    /// Counts, and the version bump.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let count = |counts: &dyn Fn(&Change) -> bool| -> usize {
            self.changes.iter().filter(|it| counts(it)).count()
        };
        let breaking = count(&|it| it.class() == Class::Breaking);
        let bumps = self.changes.iter().map(Change::bump);
        Summary {
            changes: self.changes.len(),
            schema_changes: count(&|it| !it.is_fact()),
            additive: self.changes.len() - breaking,
            breaking,
            wire_sender: count(&|it| it.wire.sender == Class::Breaking),
            wire_receiver: count(&|it| it.wire.receiver == Class::Breaking),
            source_only: count(&|it| !it.wire.is_breaking() && it.source.is_breaking()),
            asked: bumps.max().unwrap_or_default().after(&self.from.version),
            made: Bump::between(&self.from.version, &self.to.version),
        }
    }

    /// The differences of the payload in a schema file of the new contract.
    pub fn of_payload<'a>(
        &'a self,
        file: &'a str,
    ) -> impl Iterator<Item = (&'a Change, &'a Reach)> + 'a {
        self.changes.iter().filter_map(move |change| {
            let mut reach = change.reach.iter();
            Some((change, reach.find(|reach| reach.file == file)?))
        })
    }
}

/// What a schema of the new contract refuses that one of the old contract accepts, by schemas alone:
/// an open object takes an undeclared member with any value. In a few words each, with its place.
pub(crate) fn narrowings(a: &Side, b: &Side, from: NodeId, to: NodeId) -> Vec<(Location, String)> {
    let mut comparer = Comparer::new(a, b);
    let cx = Context::new(a.location(from).clone(), b.location(to).clone());
    comparer.compare(&[from], &[to], &cx);
    let narrowing = comparer.found.into_iter().filter(|it| it.strict.tightens);
    narrowing
        .filter_map(|it| {
            let place = it.to.or(it.from)?;
            Some((place, format!("{}: {}", it.rule.id(), it.detail)))
        })
        .collect()
}

/// By file and place, schemas first.
fn place(change: &Change) -> (bool, String, String, Rule, String) {
    let location = change.to.as_ref().or(change.from.as_ref());
    let (file, pointer) =
        location.map_or_else(Default::default, |it| (it.file.clone(), it.pointer.clone()));
    (
        change.is_fact(),
        file,
        pointer,
        change.rule,
        change.detail.clone(),
    )
}

type Key = (Rule, Option<Location>, Option<Location>, String);

/// What was found so far, each difference once.
struct Gathering<'a> {
    a: &'a Side,
    b: &'a Side,
    changes: BTreeMap<Key, Change>,
    moved: BTreeSet<(Location, Location)>,
    renamed: BTreeSet<(String, String)>,
    seen: (BTreeSet<Location>, BTreeSet<Location>),
}

impl<'a> Gathering<'a> {
    fn new(a: &'a Side, b: &'a Side) -> Gathering<'a> {
        Gathering {
            a,
            b,
            changes: BTreeMap::new(),
            moved: BTreeSet::new(),
            renamed: BTreeSet::new(),
            seen: (BTreeSet::new(), BTreeSet::new()),
        }
    }

    fn payload(&mut self, a: &Payload, b: &Payload) {
        let found = self.compare(a.node, b.node);
        for finding in found {
            let reach = Reach {
                payload: self.b.title(&b.file),
                file: b.file.clone(),
                sender: b.sender,
                wire: finding.effect.impact(),
                strict: finding.strict.impact(),
            };
            self.add(finding, Some(reach));
        }
    }

    /// Definitions that no payload reaches, in the files of both contracts.
    fn unreachable(&mut self) {
        let definition = |place: &Location| {
            let parent = place.pointer.rsplit_once('/').map(|(parent, _)| parent);
            parent.is_none_or(|parent| parent.ends_with("/$defs"))
        };
        let mut places: Vec<Location> = self.b.set.by_location.keys().cloned().collect();
        places.retain(definition);
        places.sort();
        for place in places {
            let (Some(a), Some(b)) = (
                self.a.set.by_location.get(&place),
                self.b.set.by_location.get(&place),
            ) else {
                continue;
            };
            if self.seen.0.contains(&place) || self.seen.1.contains(&place) {
                continue;
            }
            for finding in self.compare(*a, *b) {
                self.add(finding, None);
            }
        }
    }

    fn compare(&mut self, a: NodeId, b: NodeId) -> Vec<Finding> {
        let mut comparer = Comparer::new(self.a, self.b);
        let cx = Context::new(self.a.location(a).clone(), self.b.location(b).clone());
        comparer.compare(&[a], &[b], &cx);
        let located = |side: &Side, nodes: &std::collections::HashSet<_>| -> Vec<Location> {
            nodes
                .iter()
                .map(|node| side.location(*node).clone())
                .collect()
        };
        self.seen.0.extend(located(self.a, &comparer.seen.0));
        self.seen.1.extend(located(self.b, &comparer.seen.1));
        self.moved.append(&mut comparer.moved);
        self.renamed.append(&mut comparer.renamed);
        comparer.found
    }

    fn add(&mut self, finding: Finding, reach: Option<Reach>) {
        let key = (
            finding.rule,
            finding.from.clone(),
            finding.to.clone(),
            finding.detail.clone(),
        );
        let known = self.changes.contains_key(&key);
        if reach.is_none() && known {
            return;
        }
        let change = self.changes.entry(key).or_insert_with(|| Change {
            rule: finding.rule,
            from: finding.from,
            to: finding.to,
            detail: finding.detail,
            wire: Impact::NONE,
            source: Impact::NONE,
            reach: Vec::new(),
            notes: Vec::new(),
        });
        change.source = change.source.or(finding.source);
        for note in finding.notes {
            if !change.notes.contains(&note) {
                change.notes.push(note);
            }
        }
        let Some(reach) = reach else { return };
        change.wire = change.wire.or(reach.wire);
        match change
            .reach
            .iter_mut()
            .find(|known| known.file == reach.file)
        {
            Some(known) => {
                known.wire = known.wire.or(reach.wire);
                known.strict = known.strict.or(reach.strict);
            }
            None => change.reach.push(reach),
        }
    }
}
