//! What lowered patterns match, and what is refused.

mod oracle;
mod patterns;
mod refused;
mod semantics;
mod tables;

/// The matcher of aap-types, from its own file: aap-codegen does not depend on that crate.
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
