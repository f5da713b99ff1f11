//! JSON Schema's `pattern`, lowered to a deterministic automaton over UTF-8 bytes.
//!
//! `pattern` holds an ECMA-262 regular expression, read with the `u` flag and searched for (it is
//! not anchored). aap-types has no regex engine, so that each pattern becomes a table here:
//!
//! ```text
//! source → parse → nfa → dfa (determinize, lookaheads, minimize) → table → Automaton → tokens
//! ```
//!
//! * `parse`: ECMA-262 text to a tree. `regress` is asked too: both must accept.
//! * `utf8`: a set of code points to the bytes that encode them.
//! * `nfa`: tree to a nondeterministic automaton; lookaheads are resolved on the way.
//! * `dfa` and `minimize`: the smallest deterministic automaton.
//! * `table`: that automaton in the form of the runtime, and as Rust tokens.
//!
//! Texts are `&str`, so that every table may assume valid UTF-8. It makes use of that: where any
//! continuation is fine, a code point is decided by its first byte and the others are waited for.
//!
//! Every step works under a limit or a `Budget`, for a schema is input from somebody else: a
//! hostile pattern is an error, never a hang, an overflow or a panic.

mod charset;
mod dfa;
mod minimize;
mod nfa;
mod parse;
mod property;
mod table;
#[cfg(test)]
mod tests;
mod utf8;

use std::fmt;

pub use table::Automaton;

/// The most states, dead and accepting ones aside, that a lowered pattern may have.
pub const MAX_STATES: usize = 4096;

/// The most characters that a pattern may have.
pub const MAX_SOURCE: usize = 16 * 1024;

/// The most cells (states times columns) of a table: more takes rustc seconds to evaluate.
const MAX_CELLS: usize = 1 << 18;

/// Elementary steps that one pattern may cost, some seconds of an unoptimised build.
const MAX_STEPS: usize = 16_000_000;

/// Why a pattern has no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The text is no ECMA-262 regular expression (with the `u` flag); says why.
    Invalid(String),
    /// The expression is fine, but it uses a construct that is not lowered to an automaton:
    /// back-reference, lookbehind, lookahead in a loop, inline modifiers. Says which.
    NotRegular(String),
    /// The automaton would be larger than allowed.
    TooLarge {
        /// States (or, for a text too long to be looked at, its characters) when the lowering
        /// gave up. The whole automaton has more.
        states: usize,
        /// What is allowed.
        limit: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(why) => write!(f, "not an ECMA-262 regular expression: {why}"),
            Self::NotRegular(what) => write!(f, "cannot be lowered to an automaton: {what}"),
            Self::TooLarge { states, limit } => write!(
                f,
                "too large for an automaton: gave up at size {states}, with {limit} allowed"
            ),
        }
    }
}

impl std::error::Error for PatternError {}

/// Lowers an ECMA-262 regular expression to an automaton.
///
/// # Errors
/// See [`PatternError`].
pub fn lower(source: &str) -> Result<Automaton, PatternError> {
    let length = source.chars().count();
    if length > MAX_SOURCE {
        return Err(PatternError::TooLarge {
            states: length,
            limit: MAX_SOURCE,
        });
    }
    let mut budget = Budget { left: MAX_STEPS };
    let parsed = parse::parse(source, &mut budget)?;
    let (nfa, start) = nfa::build(&parsed, &mut budget)?;
    let dfa = dfa::determinize(
        &nfa,
        start,
        dfa::Before::Start,
        &nfa.byte_classes(),
        &mut budget,
    )?;
    table::tabulate(source, &minimize::minimize(&dfa))
}

/// What is left of the work that a pattern may cost.
///
/// The limits on states alone would let a pattern of moderate size run for hours.
struct Budget {
    left: usize,
}

impl Budget {
    /// Pays for `steps`; `states` goes into the error.
    fn spend(&mut self, steps: usize, states: usize) -> Result<(), PatternError> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(PatternError::TooLarge {
                states,
                limit: MAX_STATES,
            }),
        }
    }
}
