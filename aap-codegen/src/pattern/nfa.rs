//! Thompson's construction, from the end of an expression to its start.
//!
//! Each part is built in front of the state that comes after it. Thereby all that may follow a
//! lookahead is there when the lookahead is met, and `(?=A)B` can be turned into what texts from
//! there on must look like as a whole: "starts with A" and "is B". That is an intersection of two
//! automata (of one and a complement, for `(?!A)B`), which replaces the two. It does not work
//! inside of a loop, where what follows a lookahead is the lookahead.

use super::dfa::{self, ACCEPT, Before, Dfa};
use super::minimize::minimize;
use super::parse::{Assertion, Node, Parsed};
use super::utf8::{Encoding, Next};
use super::{Budget, MAX_STATES, PatternError};

/// The most states of a nondeterministic automaton: a bound on memory.
const MAX_NFA_STATES: usize = 1 << 17;

/// The index of a state.
pub(super) type StateId = u32;

/// A state of a nondeterministic automaton.
pub(super) enum State {
    /// Reads a byte.
    Bytes {
        /// The bytes and where they lead: sorted, disjoint.
        branches: Vec<(u8, u8, StateId)>,
        /// Whether the text may end here.
        ends: bool,
        /// Whether the byte may be one inside of a code point.
        inner: bool,
    },
    /// Any of the states, without a byte.
    Split(Vec<StateId>),
    /// The state, if the condition holds.
    Assert(Condition, StateId),
    /// Found.
    Match,
}

/// What must hold to pass.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    /// An assertion of the expression.
    Assertion(Assertion),
    /// What comes before.
    After(Before),
}

/// A nondeterministic automaton over UTF-8 bytes.
pub(super) struct Nfa {
    /// The states.
    pub(super) states: Vec<State>,
    /// Whether states between two code points stay as they are while the bytes inside of one
    /// pass: [`Parsed::waits`].
    pub(super) waits: bool,
    /// Whether there is a word boundary to look for.
    pub(super) words: bool,
}

/// The bytes that are in no code point's first place.
pub(super) const CONTINUATION: (u8, u8) = (0x80, 0xBF);

const MATCH: StateId = 0;

/// Builds the automaton that searches a text for an expression, and names its start.
pub(super) fn build(parsed: &Parsed, budget: &mut Budget) -> Result<(Nfa, StateId), PatternError> {
    let nfa = Nfa {
        states: vec![State::Match],
        waits: parsed.waits,
        words: parsed.words,
    };
    let mut builder = Builder {
        nfa,
        loops: 0,
        budget,
    };
    let body = builder.node(&parsed.root, MATCH)?;
    // The match may start at any byte. Inside of a code point, none does.
    let start = builder.add(State::Split(vec![body]))?;
    let skip = builder.bytes(vec![(0, u8::MAX, start)], false)?;
    builder.set(start, State::Split(vec![body, skip]));
    Ok((builder.nfa, start))
}

impl Nfa {
    /// Which bytes the automaton does not tell apart: a number for each byte, from 0 on.
    pub(super) fn byte_classes(&self) -> [u8; 256] {
        let mut ends = [false; 256];
        let mut cut = |first: u8, last: u8| {
            if let Some(before) = first.checked_sub(1) {
                ends[usize::from(before)] = true;
            }
            ends[usize::from(last)] = true;
        };
        for state in &self.states {
            if let State::Bytes { branches, .. } = state {
                branches
                    .iter()
                    .for_each(|&(first, last, _)| cut(first, last));
            }
        }
        if self.waits {
            cut(CONTINUATION.0, CONTINUATION.1);
        }
        if self.words {
            [(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')]
                .into_iter()
                .for_each(|(first, last)| cut(first, last));
        }
        let mut class = 0;
        let mut classes = [0; 256];
        for (byte, slot) in classes.iter_mut().enumerate() {
            *slot = class;
            // The last byte ends the last class: there is none after.
            if ends[byte] && byte < 255 {
                class += 1;
            }
        }
        classes
    }
}

struct Builder<'a> {
    nfa: Nfa,
    /// How many unbounded repetitions are around.
    loops: usize,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    fn add(&mut self, state: State) -> Result<StateId, PatternError> {
        let states = self.nfa.states.len();
        if states >= MAX_NFA_STATES {
            return Err(PatternError::TooLarge {
                states,
                limit: MAX_STATES,
            });
        }
        self.nfa.states.push(state);
        // Cannot truncate, below the limit.
        Ok(states as StateId)
    }

    fn set(&mut self, id: StateId, state: State) {
        self.nfa.states[id as usize] = state;
    }

    fn bytes(
        &mut self,
        branches: Vec<(u8, u8, StateId)>,
        inner: bool,
    ) -> Result<StateId, PatternError> {
        self.add(State::Bytes {
            branches,
            ends: false,
            inner,
        })
    }

    /// Builds `node` in front of `after`.
    fn node(&mut self, node: &Node, after: StateId) -> Result<StateId, PatternError> {
        self.budget.spend(1, self.nfa.states.len())?;
        match node {
            Node::Set(encoding) => self.encoding(encoding, after),
            Node::Concat(nodes) => nodes
                .iter()
                .rev()
                .try_fold(after, |after, node| self.node(node, after)),
            Node::Alternation(nodes) => {
                let starts = nodes.iter().map(|node| self.node(node, after));
                let starts = starts.collect::<Result<_, _>>()?;
                self.add(State::Split(starts))
            }
            Node::Repeat { node, min, max } => self.repeat(node, *min, *max, after),
            Node::Assertion(assertion) => {
                self.add(State::Assert(Condition::Assertion(*assertion), after))
            }
            Node::Lookahead { node, negative } => self.lookahead(node, *negative, after),
            Node::Refused(what) => Err(PatternError::NotRegular((*what).to_owned())),
        }
    }

    fn encoding(&mut self, encoding: &Encoding, after: StateId) -> Result<StateId, PatternError> {
        let base = self.nfa.states.len();
        self.budget.spend(encoding.nodes.len(), base)?;
        // The nodes are added in their order, so that the first of them gets the index `base`.
        let target = |next: Next| match next {
            Next::Done => after,
            Next::Node(node) => (base + node) as StateId,
        };
        let place = |branches: &[(u8, u8, Next)]| {
            branches
                .iter()
                .map(|&(first, last, next)| (first, last, target(next)))
                .collect()
        };
        for node in &encoding.nodes {
            self.bytes(place(node), true)?;
        }
        self.bytes(place(&encoding.root), false)
    }

    fn repeat(
        &mut self,
        node: &Node,
        min: u32,
        max: Option<u32>,
        after: StateId,
    ) -> Result<StateId, PatternError> {
        let mut start = after;
        match max {
            None => {
                start = self.add(State::Split(vec![after]))?;
                self.loops += 1;
                let body = self.node(node, start)?;
                self.loops -= 1;
                self.set(start, State::Split(vec![body, after]));
            }
            Some(max) => {
                for _ in min..max {
                    let body = self.node(node, start)?;
                    start = self.add(State::Split(vec![body, after]))?;
                }
            }
        }
        for _ in 0..min {
            start = self.node(node, start)?;
        }
        Ok(start)
    }

    /// Builds a lookahead in front of `after`: see the module's documentation.
    fn lookahead(
        &mut self,
        node: &Node,
        negative: bool,
        after: StateId,
    ) -> Result<StateId, PatternError> {
        if self.loops > 0 {
            let what = "lookahead inside of an unbounded repetition";
            return Err(PatternError::NotRegular(what.to_owned()));
        }
        let ahead = self.node(node, MATCH)?;
        self.budget
            .spend(self.nfa.states.len(), self.nfa.states.len())?;
        let classes = self.nfa.byte_classes();
        let mut both = |before| {
            let ahead = dfa::determinize(&self.nfa, ahead, before, &classes, self.budget)?;
            let after = dfa::determinize(&self.nfa, after, before, &classes, self.budget)?;
            let both = dfa::intersect(&after, &minimize(&ahead), negative, self.budget)?;
            Ok(minimize(&both))
        };
        // `^` and `\b` in either depend on what comes before.
        let (start, other) = (both(Before::Start)?, both(Before::Other)?);
        let word = if self.nfa.words {
            both(Before::Word)?
        } else {
            other.clone()
        };
        if start == other && other == word {
            return self.embed(&other);
        }
        let cases = [
            (Before::Start, start),
            (Before::Word, word),
            (Before::Other, other),
        ];
        let cases = cases
            .iter()
            .map(|(before, dfa)| {
                let start = self.embed(dfa)?;
                self.add(State::Assert(Condition::After(*before), start))
            })
            .collect::<Result<_, _>>()?;
        self.add(State::Split(cases))
    }

    /// Adds a deterministic automaton.
    fn embed(&mut self, dfa: &Dfa) -> Result<StateId, PatternError> {
        let base = self.nfa.states.len();
        self.budget.spend(dfa.states() * dfa.width(), base)?;
        // The state `MATCH` is there already, and what leads to a dead state is left out.
        let id = |state: u32| match state {
            ACCEPT => MATCH,
            live => base as StateId + live - dfa::FIRST,
        };
        for state in dfa.live() {
            let mut branches: Vec<(u8, u8, StateId)> = Vec::new();
            for byte in 0..=u8::MAX {
                let next = dfa.step(state, byte);
                if next == dfa::DEAD {
                    continue;
                }
                match branches.last_mut() {
                    Some(branch) if branch.2 == id(next) && branch.1 + 1 == byte => branch.1 = byte,
                    _ => branches.push((byte, byte, id(next))),
                }
            }
            self.add(State::Bytes {
                branches,
                ends: dfa.ends(state),
                inner: true,
            })?;
        }
        match dfa.start() {
            dfa::DEAD => self.add(State::Split(Vec::new())),
            start => Ok(id(start)),
        }
    }
}
