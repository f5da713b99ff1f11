//! What a contract says beyond its schemas, as data and as rules.
//!
//! The facts stand in each contract: see [`Contract`](crate::Contract) and
//! [`ContractInfo`](crate::ContractInfo). [`rules`] checks payloads.

mod facts;
mod level;
pub mod rules;

pub use facts::{Activation, Bindings, CardRules, ErrorEntry, ErrorEnvelope, McpFacts};
pub use level::Level;
