//! The peers that are written at build time: plain structs, typify's output, and the validators that
//! `jsonschema` makes of a schema at compile time.
//!
//! What they do stands here in functions that are not generic, so that it is compiled once and not
//! each time `aap-types` changes.

#![forbid(unsafe_code)]

mod compiled;
mod plain;
mod typify;

use jsonschema::ValidationError;
use serde::Deserialize;
use serde_json::{Error as JsonError, Value};

/// What typify writes, as source text.
pub const TYPIFY: &str = include_str!(concat!(env!("OUT_DIR"), "/typify.rs"));

/// A payload type in the peers' types.
pub trait Peers {
    /// Plain structs.
    type Plain;
    /// typify's.
    type Typify;

    /// Reads plain structs.
    ///
    /// # Errors
    /// serde_json's.
    fn plain(text: &[u8]) -> Result<Self::Plain, JsonError>;

    /// Reads typify's types.
    ///
    /// # Errors
    /// serde_json's.
    fn typify(text: &[u8]) -> Result<Self::Typify, JsonError>;

    /// Makes typify's types of a value, without a copy.
    ///
    /// # Errors
    /// serde_json's.
    fn typify_of(value: Value) -> Result<Self::Typify, JsonError>;

    /// What the validator written at compile time decides.
    fn is_valid(value: &Value) -> bool;

    /// What the validator written at compile time finds.
    fn errors(value: &Value) -> Vec<ValidationError<'_>>;
}

macro_rules! peers {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[derive(Debug)]
        pub struct $name;

        impl Peers for $name {
            type Plain = plain::$name;
            type Typify = typify::$name;

            fn plain(text: &[u8]) -> Result<Self::Plain, JsonError> {
                serde_json::from_slice(text)
            }

            fn typify(text: &[u8]) -> Result<Self::Typify, JsonError> {
                serde_json::from_slice(text)
            }

            fn typify_of(value: Value) -> Result<Self::Typify, JsonError> {
                Deserialize::deserialize(value)
            }

            fn is_valid(value: &Value) -> bool {
                compiled::$name::is_valid(value)
            }

            fn errors(value: &Value) -> Vec<ValidationError<'_>> {
                compiled::$name::iter_errors(value).collect()
            }
        }
    )+};
}

peers! {
    AgentCard,
    DealerInformationResponse,
    Error,
    InventoryFacetsResponse,
    InventorySearchRequest,
    InventorySearchResponse,
    LeadSubmitRequest,
    VehicleDetailResponse,
}
