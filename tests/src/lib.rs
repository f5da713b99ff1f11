//! What the tests of this workspace share: an independent validator to compare with, a source of
//! JSON instances made from schemas, and what it takes to see that types and schemas are in sync.
//!
//! - [`oracle`] says, for any set of JSON Schema 2020-12 documents, which (JSON Pointer, keyword)
//!   pairs an instance violates. It wraps the `jsonschema` crate.
//! - [`instances`] yields an endless, reproducible sequence of instances for a schema: valid ones,
//!   and valid ones with one to five faults put in.
//! - [`structure`] says in what two schemas differ, keyword by keyword.
//! - [`generated`] reads names and texts from generated Rust source; [`agreement`] compares them
//!   with a schema.
//! - [`alteration`] alters the constraints of a schema one by one, to test the tests.
//! - [`rng`] makes the same random choices on every machine.
//! - [`known`] says which contracts there are; [`for_each_contract!`] calls a macro for each.
//!
//! All but the last take plain text or schema documents by URI; none runs generated code.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod agreement;
pub mod alteration;
pub mod generated;
pub mod instances;
pub mod known;
pub mod oracle;
pub mod rng;
pub mod structure;
mod subschemas;

include!(concat!(env!("OUT_DIR"), "/for_each_contract.rs"));

/// The README's program compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
