//! What a contract says beyond its schemas, as data and as rules.
//!
//! The facts stand in each contract: see [`Contract`](crate::Contract) and
//! [`ContractInfo`](crate::ContractInfo).

mod facts;

pub use facts::{Activation, Bindings, CardRules, ErrorEntry, ErrorEnvelope};
