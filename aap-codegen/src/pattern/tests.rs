//! What lowered patterns match, and what is refused.

#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod oracle;
mod patterns;
mod refused;
mod semantics;
mod tables;

/// The matcher of aap-types, from its own file: aap-codegen does not depend on that crate.
#[allow(unreachable_pub, reason = "it is reachable in aap-types")]
#[path = "../../../aap-types/src/runtime/pattern.rs"]
mod runtime;

use super::{Automaton, PatternError, lower};

fn lowered(source: &str) -> Automaton {
    lower(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn error(source: &str) -> PatternError {
    match lower(source) {
        Err(error) => error,
        Ok(_) => panic!("{source} was lowered"),
    }
}
