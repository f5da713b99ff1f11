//! What generated code builds on: constraint tables, the report, reading and writing.
//!
//! Public for generated code only; nothing here is covered by SemVer.

pub mod common;
pub mod conditions;
pub mod decode;
pub mod document;
pub mod encode;
pub mod equality;
pub(crate) mod fault;
pub mod format;
#[cfg(feature = "schemars")]
pub mod json_schema;
pub mod json_text;
mod macros;
pub mod message;
pub mod number;
pub mod outline;
pub mod pattern;
pub mod properties;
pub mod read;
pub mod report;
pub mod schema;
mod sorting;
pub mod text;
pub mod verdict;

pub use crate::{
    enum_impls, error_impls, json_schema_impl, marker_impls, message_impls, message_schema, model,
    model_impls, model_table, string_impls, table_without_type,
};
pub use decode::{Decode, Reader};
pub use encode::Encode;
pub use properties::{Properties, declared};
pub use schema::{Holds, Literal, Members, Model, Number, Rule, Schema, Types};
#[cfg(feature = "schemars")]
pub use schemars;
pub use serde;
pub use serde_json;

/// A message of any skill: what `Request` and `Response` of every contract can do.
pub trait Message: serde::Serialize + Sized {
    /// The `type` of every message.
    const TYPES: &'static [&'static str];

    /// Validates and reads the message of a type.
    ///
    /// # Errors
    /// As [`read::from_slice`]; a type that is unknown is a violation.
    fn read(message_type: &str, source: read::Source<'_>) -> Result<Self, crate::Rejection>;
}

/// Stands where a contract has no such type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {}

impl serde::Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl Message for Never {
    const TYPES: &'static [&'static str] = &[];

    fn read(message_type: &str, _: read::Source<'_>) -> Result<Never, crate::Rejection> {
        Err(read::unknown_type(message_type, &[]))
    }
}
