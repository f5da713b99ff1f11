//! Deterministic automata: the subset construction, and the intersection of two.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::nfa::{CONTINUATION, Condition, Nfa, State, StateId};
use super::parse::Assertion;
use super::{Budget, MAX_STATES, PatternError};

/// The state that no text leads out of, and none is accepted in.
pub(super) const DEAD: u32 = 0;

/// The state in which every text is accepted, whatever follows.
pub(super) const ACCEPT: u32 = 1;

/// The first of the states that are neither.
pub(super) const FIRST: u32 = 2;

/// The most states before the automaton is minimized. Few patterns shrink much.
const MAX_RAW_STATES: usize = 4 * MAX_STATES;

/// What comes before a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Before {
    /// The start of the text.
    Start,
    /// A `\w`.
    Word,
    /// Something else.
    Other,
}

/// What comes after a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ahead {
    Word,
    Other,
    End,
}

/// A deterministic automaton. Each state has a successor for each class of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dfa {
    classes: [u8; 256],
    width: usize,
    start: u32,
    /// Successors, state by state, from [`DEAD`] on.
    next: Vec<u32>,
    /// Whether the text may end in a state.
    ends: Vec<bool>,
}

impl Dfa {
    /// An automaton that has just the two states that every one has.
    fn new(classes: &[u8; 256]) -> Self {
        let width = classes
            .iter()
            .fold(0, |most, class| usize::from(*class).max(most))
            + 1;
        let mut next = vec![DEAD; width];
        next.resize(2 * width, ACCEPT);
        Self {
            classes: *classes,
            width,
            start: DEAD,
            next,
            ends: vec![false, true],
        }
    }

    /// An automaton from its parts, the first two states being [`DEAD`] and [`ACCEPT`].
    pub(super) fn with_states(&self, start: u32, next: Vec<u32>, ends: Vec<bool>) -> Self {
        Self {
            classes: self.classes,
            width: self.width,
            start,
            next,
            ends,
        }
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.ends.len()
    }

    /// How many classes of bytes there are.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The class of each byte.
    pub(super) fn classes(&self) -> &[u8; 256] {
        &self.classes
    }

    /// The state in front of the text.
    pub(super) fn start(&self) -> u32 {
        self.start
    }

    /// The states that are neither [`DEAD`] nor [`ACCEPT`].
    pub(super) fn live(&self) -> std::ops::Range<u32> {
        FIRST..self.ends.len() as u32
    }

    /// Whether the text may end in a state.
    pub(super) fn ends(&self, state: u32) -> bool {
        self.ends[state as usize]
    }

    /// The successors of a state, by class.
    pub(super) fn row(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.width..][..self.width]
    }

    /// The state after a byte.
    pub(super) fn step(&self, state: u32, byte: u8) -> u32 {
        self.row(state)[usize::from(self.classes[usize::from(byte)])]
    }

    /// Adds a state; until its successors are set, it accepts after any byte.
    fn add(&mut self) -> Result<u32, PatternError> {
        let states = self.ends.len();
        if states >= MAX_RAW_STATES {
            return Err(PatternError::TooLarge {
                states,
                limit: MAX_STATES,
            });
        }
        self.next.resize(self.next.len() + self.width, ACCEPT);
        self.ends.push(false);
        Ok(states as u32)
    }
}

/// The subset construction, from a state of an automaton and what comes before it.
pub(super) fn determinize(
    nfa: &Nfa,
    start: StateId,
    before: Before,
    classes: &[u8; 256],
    budget: &mut Budget,
) -> Result<Dfa, PatternError> {
    let mut dfa = Dfa::new(classes);
    // One byte stands for all of its class.
    let mut bytes = vec![0; dfa.width];
    for byte in 0..=u8::MAX {
        bytes[usize::from(classes[usize::from(byte)])] = byte;
    }
    let mut seen = Seen::new(nfa.states.len());
    let mut known = HashMap::new();
    let mut todo = Vec::new();
    let mut id_of = |subset: Subset, dfa: &mut Dfa, todo: &mut Vec<(u32, Subset)>| {
        if subset.states.is_empty() {
            return Ok(DEAD);
        }
        match known.entry(subset) {
            Entry::Occupied(entry) => Ok(*entry.get()),
            Entry::Vacant(entry) => {
                let id = dfa.add()?;
                todo.push((id, entry.key().clone()));
                entry.insert(id);
                Ok(id)
            }
        }
    };
    dfa.start = id_of(
        Subset {
            states: vec![start],
            before,
        },
        &mut dfa,
        &mut todo,
    )?;
    while let Some((id, subset)) = todo.pop() {
        let mut closure = |ahead| {
            let closure = closure(nfa, &subset, ahead, &mut seen);
            budget.spend(closure.cost, dfa.states()).map(|()| closure)
        };
        let word = if nfa.words {
            Some(closure(Ahead::Word)?)
        } else {
            None
        };
        let other = closure(Ahead::Other)?;
        let end = closure(Ahead::End)?;
        dfa.ends[id as usize] = end.found;
        for (class, &byte) in bytes.iter().enumerate() {
            let reached = word.as_ref().filter(|_| is_word(byte)).unwrap_or(&other);
            budget.spend(reached.states.len() + subset.states.len() + 1, dfa.states())?;
            let waiting = nfa.waits && (CONTINUATION.0..=CONTINUATION.1).contains(&byte);
            let mut next = match (waiting, reached.found) {
                (true, _) => wait(nfa, &subset, byte),
                (false, false) => advance(nfa, &reached.states, byte),
                (false, true) => continue,
            };
            next.states.sort_unstable();
            next.states.dedup();
            let target = id_of(next, &mut dfa, &mut todo)?;
            dfa.next[id as usize * dfa.width + class] = target;
        }
    }
    Ok(dfa)
}

/// What a state of the deterministic automaton stands for: where the nondeterministic one may be,
/// splits and assertions being still ahead.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Subset {
    states: Vec<StateId>,
    before: Before,
}

/// The states that read a byte, and whether a match was found.
struct Closure {
    states: Vec<StateId>,
    found: bool,
    cost: usize,
}

/// Which states were met in the current round.
struct Seen {
    round: u32,
    rounds: Vec<u32>,
}

impl Seen {
    fn new(states: usize) -> Self {
        Self {
            round: 0,
            rounds: vec![0; states],
        }
    }

    fn first_time(&mut self, state: StateId) -> bool {
        std::mem::replace(&mut self.rounds[state as usize], self.round) != self.round
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Follows all that needs no byte.
fn closure(nfa: &Nfa, subset: &Subset, ahead: Ahead, seen: &mut Seen) -> Closure {
    seen.round += 1;
    let mut closure = Closure {
        states: Vec::new(),
        found: false,
        cost: 0,
    };
    let mut todo = subset.states.clone();
    while let Some(id) = todo.pop() {
        closure.cost += 1;
        if !seen.first_time(id) {
            continue;
        }
        match &nfa.states[id as usize] {
            State::Match => closure.found = true,
            State::Split(states) => todo.extend(states),
            State::Assert(condition, next) if holds(*condition, subset.before, ahead) => {
                todo.push(*next);
            }
            State::Assert(..) => {}
            State::Bytes { ends, .. } => {
                closure.found |= *ends && ahead == Ahead::End;
                closure.states.push(id);
            }
        }
    }
    // The states lead to states in much the same order: sorting those is quick then.
    closure.states.sort_unstable();
    closure
}

fn holds(condition: Condition, before: Before, ahead: Ahead) -> bool {
    let boundary = (before == Before::Word) != (ahead == Ahead::Word);
    match condition {
        Condition::Assertion(Assertion::Start) => before == Before::Start,
        Condition::Assertion(Assertion::End) => ahead == Ahead::End,
        Condition::Assertion(Assertion::Boundary) => boundary,
        Condition::Assertion(Assertion::NoBoundary) => !boundary,
        Condition::After(required) => before == required,
    }
}

/// Where a byte leads.
fn advance(nfa: &Nfa, states: &[StateId], byte: u8) -> Subset {
    let states = states
        .iter()
        .filter_map(|id| successor(nfa, *id, byte))
        .collect();
    let before = if nfa.words && is_word(byte) {
        Before::Word
    } else {
        Before::Other
    };
    Subset { states, before }
}

/// Where a byte inside of a code point leads: states between code points do not move.
fn wait(nfa: &Nfa, subset: &Subset, byte: u8) -> Subset {
    let next = |id: &StateId| match nfa.states[*id as usize] {
        State::Bytes { inner: true, .. } => successor(nfa, *id, byte),
        _ => Some(*id),
    };
    Subset {
        states: subset.states.iter().filter_map(next).collect(),
        before: subset.before,
    }
}

fn successor(nfa: &Nfa, state: StateId, byte: u8) -> Option<StateId> {
    let State::Bytes { branches, .. } = &nfa.states[state as usize] else {
        return None;
    };
    let index = branches.partition_point(|branch| branch.1 < byte);
    branches
        .get(index)
        .filter(|branch| branch.0 <= byte)
        .map(|branch| branch.2)
}

/// The texts that `left` accepts and `right` accepts, too (or, `negative`, does not).
///
/// Both must have the same classes of bytes.
pub(super) fn intersect(
    left: &Dfa,
    right: &Dfa,
    negative: bool,
    budget: &mut Budget,
) -> Result<Dfa, PatternError> {
    let (always, never) = if negative {
        (DEAD, ACCEPT)
    } else {
        (ACCEPT, DEAD)
    };
    let mut dfa = left.with_states(
        DEAD,
        left.next[..2 * left.width].to_vec(),
        vec![false, true],
    );
    let mut known = HashMap::new();
    let mut todo = Vec::new();
    let mut id_of = |pair: (u32, u32), dfa: &mut Dfa, todo: &mut Vec<_>| match pair {
        (DEAD, _) => Ok(DEAD),
        (_, right) if right == never => Ok(DEAD),
        (ACCEPT, right) if right == always => Ok(ACCEPT),
        pair => match known.entry(pair) {
            Entry::Occupied(entry) => Ok(*entry.get()),
            Entry::Vacant(entry) => {
                let id = *entry.insert(dfa.add()?);
                todo.push((id, pair));
                Ok(id)
            }
        },
    };
    dfa.start = id_of((left.start, right.start), &mut dfa, &mut todo)?;
    while let Some((id, pair)) = todo.pop() {
        budget.spend(dfa.width, dfa.states())?;
        dfa.ends[id as usize] = left.ends(pair.0) && right.ends(pair.1) != negative;
        for class in 0..dfa.width {
            let next = (left.row(pair.0)[class], right.row(pair.1)[class]);
            let target = id_of(next, &mut dfa, &mut todo)?;
            dfa.next[id as usize * dfa.width + class] = target;
        }
    }
    Ok(dfa)
}
