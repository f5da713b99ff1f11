//! What a contract says beyond its schemas, as data and as rules.
//!
//! The facts stand in each contract: see [`Contract`](crate::Contract) and
//! [`ContractInfo`](crate::ContractInfo). [`discovery`] reads agent cards,
//! [`publish`] builds them, and [`rules`] checks payloads.

pub mod discovery;
mod facts;
mod level;
pub mod publish;
pub mod rules;
mod url;

pub use facts::{Activation, Bindings, CardRules, ErrorEntry, ErrorEnvelope, McpFacts};
pub use level::Level;
