//! Compares the schemas of one payload, following references on both sides.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::change::{Effect, Impact, Polarity};
use super::rule::Rule;
use super::side::Side;
use super::view::View;
use crate::problem::Location;
use crate::schema::{JsonType, NodeId};

/// A difference as it shows at one place of one payload.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) rule: Rule,
    pub(super) from: Option<Location>,
    pub(super) to: Option<Location>,
    pub(super) detail: String,
    /// What it does to the accepted instances by the protocol's rules.
    pub(super) effect: Effect,
    /// The same, with members counted that one side leaves undeclared.
    pub(super) strict: Effect,
    pub(super) source: Impact,
    pub(super) notes: Vec<String>,
}

impl Finding {
    pub(super) fn new(rule: Rule, places: (Location, Location), detail: String) -> Finding {
        Finding {
            rule,
            from: Some(places.0),
            to: Some(places.1),
            detail,
            effect: Effect::NONE,
            strict: Effect::NONE,
            source: Impact::NONE,
            notes: Vec::new(),
        }
    }

    pub(super) fn effect(self, effect: Effect) -> Finding {
        Finding {
            effect,
            strict: effect,
            ..self
        }
    }
}

/// Where a comparison stands.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) polarity: Polarity,
    /// Whether the schemas describe a value, in contrast to testing it, as `if` or `contains` do.
    /// Only what is described can have a member added that others need not know.
    pub(super) describes: bool,
    /// Whether instances can get here on both sides.
    pub(super) live: bool,
    /// The Rust types that hold the value.
    pub(super) rust: (Option<String>, Option<String>),
    /// The places around.
    pub(super) home: (Location, Location),
}

impl Context {
    pub(super) fn new(from: Location, to: Location) -> Context {
        Context {
            polarity: Polarity::Same,
            describes: true,
            live: true,
            rust: (None, None),
            home: (from, to),
        }
    }

    pub(super) fn under(&self, polarity: Polarity) -> Context {
        Context {
            polarity: self.polarity.then(polarity),
            ..self.clone()
        }
    }

    /// For schemas that test a value.
    pub(super) fn testing(&self, polarity: Polarity) -> Context {
        Context {
            describes: false,
            ..self.under(polarity)
        }
    }
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) differs: bool,
    pub(super) effect: Effect,
}

impl Outcome {
    pub(super) fn or(self, other: Outcome) -> Outcome {
        Outcome {
            differs: self.differs || other.differs,
            effect: self.effect.or(other.effect),
        }
    }
}

type Key = (Vec<NodeId>, Vec<NodeId>, Polarity, bool, bool);

/// The comparison of one payload.
pub(super) struct Comparer<'a> {
    pub(super) a: &'a Side,
    pub(super) b: &'a Side,
    pub(super) found: Vec<Finding>,
    /// Schemas that were compared with something.
    pub(super) seen: (HashSet<NodeId>, HashSet<NodeId>),
    /// Places that are one and the same definition.
    pub(super) moved: BTreeSet<(Location, Location)>,
    /// Rust types whose names differ.
    pub(super) renamed: BTreeSet<(String, String)>,
    memo: HashMap<Key, Outcome>,
    /// Whether nothing is told.
    quiet: bool,
    /// What is known of comparisons that told nothing.
    quiet_memo: HashMap<Key, Outcome>,
}

/// Two views with what is needed to tell their differences.
pub(super) struct Pair<'a> {
    pub(super) a: View<'a>,
    pub(super) b: View<'a>,
    pub(super) cx: Context,
}

impl Pair<'_> {
    /// Whether both sides accept values of one of the types.
    pub(super) fn share(&self, types: &[JsonType]) -> bool {
        let (a, b) = (self.a.types(), self.b.types());
        types.iter().any(|it| a.contains(it) && b.contains(it))
    }

    /// Both places of something that only one side may have.
    pub(super) fn places(&self, a: Option<Location>, b: Option<Location>) -> (Location, Location) {
        match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => {
                let b = self.b.beside(&a);
                (a, b)
            }
            (None, Some(b)) => (self.a.beside(&b), b),
            (None, None) => (self.a.home.clone(), self.b.home.clone()),
        }
    }

    /// The context of what the schemas demand of some types. None where the new contract has no
    /// such values: that it has none is told with the types, and what was demanded of them is moot.
    pub(super) fn of(&self, types: &[JsonType]) -> Option<Context> {
        let of_b = self.b.types();
        if !types.iter().any(|it| of_b.contains(it)) {
            return None;
        }
        Some(self.context(self.share(types)))
    }

    pub(super) fn context(&self, live: bool) -> Context {
        Context {
            live: self.cx.live && live,
            home: (self.a.home.clone(), self.b.home.clone()),
            ..self.cx.clone()
        }
    }
}

impl<'a> Comparer<'a> {
    pub(super) fn new(a: &'a Side, b: &'a Side) -> Comparer<'a> {
        Comparer {
            a,
            b,
            found: Vec::new(),
            seen: (HashSet::new(), HashSet::new()),
            moved: BTreeSet::new(),
            renamed: BTreeSet::new(),
            memo: HashMap::new(),
            quiet: false,
            quiet_memo: HashMap::new(),
        }
    }

    /// Compares what the schemas `a` demand together with what the schemas `b` do.
    pub(super) fn compare(&mut self, a: &[NodeId], b: &[NodeId], cx: &Context) -> Outcome {
        let key = (a.to_vec(), b.to_vec(), cx.polarity, cx.describes, cx.live);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        // Meeting the pair again on the way down, nothing differs that is not found on the way.
        self.memo.insert(key.clone(), Outcome::default());
        let rust = (
            self.a.rust_type(a).cloned().or(cx.rust.0.clone()),
            self.b.rust_type(b).cloned().or(cx.rust.1.clone()),
        );
        if let (Some(from), Some(to)) = &rust
            && from != to
            && !self.quiet
        {
            self.renamed.insert((from.clone(), to.clone()));
        }
        let pair = Pair {
            a: View::new(self.a, a, cx.home.0.clone()),
            b: View::new(self.b, b, cx.home.1.clone()),
            cx: Context { rust, ..cx.clone() },
        };
        if !self.quiet {
            let atoms = |view: &View<'_>| -> Vec<NodeId> {
                view.atoms.iter().map(|atom| atom.node).collect()
            };
            self.seen.0.extend(a.iter().copied().chain(atoms(&pair.a)));
            self.seen.1.extend(b.iter().copied().chain(atoms(&pair.b)));
        }
        let outcome = match (pair.a.only_alternatives(), pair.b.only_alternatives()) {
            // One schema, or one of several: that one may be among them.
            (None, Some((exclusive, branches))) => {
                let branches: Vec<Vec<NodeId>> = branches.iter().map(|node| vec![*node]).collect();
                self.alternatives(&pair, exclusive, &[a.to_vec()], &branches)
            }
            (Some((exclusive, branches)), None) => {
                let branches: Vec<Vec<NodeId>> = branches.iter().map(|node| vec![*node]).collect();
                self.alternatives(&pair, exclusive, &branches, &[b.to_vec()])
            }
            _ => self
                .values(&pair)
                .or(self.strings(&pair))
                .or(self.objects(&pair))
                .or(self.arrays(&pair))
                .or(self.branches(&pair)),
        };
        if let ([a], [b]) = (a, b)
            && !outcome.differs
            && !self.quiet
        {
            self.follow(*a, *b);
        }
        self.memo.insert(key, outcome);
        outcome
    }

    /// Remembers a definition that stands somewhere else.
    fn follow(&mut self, a: NodeId, b: NodeId) {
        let (target_a, target_b) = (self.a.target(a), self.b.target(b));
        if target_a == a || target_b == b {
            return;
        }
        let (from, to) = (self.a.location(target_a), self.b.location(target_b));
        if from != to {
            self.moved.insert((from.clone(), to.clone()));
        }
    }

    /// Compares without telling anything.
    pub(super) fn quietly(&mut self, a: &[NodeId], b: &[NodeId], cx: &Context) -> Outcome {
        let neutral = Context {
            polarity: Polarity::Same,
            live: true,
            ..cx.clone()
        };
        // What was told aloud must be told again, and what was found quietly must not be told.
        if self.quiet {
            return self.compare(a, b, &neutral);
        }
        std::mem::swap(&mut self.memo, &mut self.quiet_memo);
        self.quiet = true;
        let outcome = self.compare(a, b, &neutral);
        self.quiet = false;
        std::mem::swap(&mut self.memo, &mut self.quiet_memo);
        outcome
    }

    /// Schemas of the old contract that the new one has not, with all that they hold.
    pub(super) fn see_old(&mut self, nodes: &[NodeId]) {
        if !self.quiet {
            let reachable = nodes.iter().flat_map(|node| self.a.reachable(*node));
            self.seen.0.extend(reachable);
        }
    }

    /// Schemas of the new contract that the old one has not, with all that they hold.
    pub(super) fn see_new(&mut self, nodes: &[NodeId]) {
        if !self.quiet {
            let reachable = nodes.iter().flat_map(|node| self.b.reachable(*node));
            self.seen.1.extend(reachable);
        }
    }

    /// Compares schemas under a keyword that need not be there; none accept everything.
    pub(super) fn part(
        &mut self,
        pair: &Pair<'_>,
        keyword: &str,
        a: &[NodeId],
        b: &[NodeId],
        cx: &Context,
    ) -> Outcome {
        let trivial = |side: &Side, nodes: &[NodeId]| nodes.iter().all(|it| side.is_trivial(*it));
        let place = |side: &Side, nodes: &[NodeId]| {
            let first = nodes.iter().find(|node| !side.is_trivial(**node));
            first.map(|node| side.location(*node).clone())
        };
        let places = pair.places(place(self.a, a), place(self.b, b));
        let added = |rule, effect| {
            Finding::new(rule, places.clone(), format!("`{keyword}`")).effect(effect)
        };
        match (trivial(self.a, a), trivial(self.b, b)) {
            (true, true) => {
                self.see_old(a);
                self.see_new(b);
                Outcome::default()
            }
            (true, false) => {
                self.see_new(b);
                self.tell(cx, added(Rule::ConstraintAdded, Effect::TIGHTENS))
            }
            (false, true) => {
                self.see_old(a);
                self.tell(cx, added(Rule::ConstraintRemoved, Effect::LOOSENS))
            }
            (false, false) => self.compare(a, b, cx),
        }
    }

    /// Tells a difference. What its source impact is follows from the Rust types around it,
    /// unless the finding knows better.
    pub(super) fn tell(&mut self, cx: &Context, mut finding: Finding) -> Outcome {
        let raw = finding.effect.only_if(cx.live);
        if self.quiet {
            return Outcome {
                differs: true,
                effect: raw,
            };
        }
        finding.effect = cx.polarity.apply(raw);
        finding.strict = cx.polarity.apply(finding.strict.only_if(cx.live));
        if let (Some(from), Some(to)) = &cx.rust
            && from != to
            && cx.live
        {
            finding.source = Impact::BOTH;
            let note = rust_note(from, to);
            if !finding.notes.contains(&note) {
                finding.notes.push(note);
            }
        }
        if !cx.live {
            finding
                .notes
                .push("no value could get here before".to_owned());
        }
        self.found.push(finding);
        Outcome {
            differs: true,
            effect: raw,
        }
    }
}

/// Tells that values have another Rust type.
pub(super) fn rust_note(from: &str, to: &str) -> String {
    format!("Rust: {from} becomes {to}")
}
