//! What the tests of this workspace share: an independent validator to compare with, and a source
//! of JSON instances made from schemas.
//!
//! - [`oracle`] says, for any set of JSON Schema 2020-12 documents, which (JSON Pointer, keyword)
//!   pairs an instance violates. It wraps the `jsonschema` crate.
//! - [`instances`] yields an endless, reproducible sequence of instances for a schema: valid ones,
//!   and valid ones with one to five faults put in.
//!
//! Both take plain schema documents by URI, and know nothing of generated code.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod instances;
pub mod oracle;
mod subschemas;
