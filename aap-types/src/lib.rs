//! Exact Rust types and validators for the Auto Agent Protocol (AAP).

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[rustfmt::skip]
mod contracts;
#[cfg(feature = "a2a")]
#[cfg_attr(docsrs, doc(cfg(feature = "a2a")))]
pub mod envelope;
pub mod feed;
pub mod mcp;
mod payload;
mod pointer;
pub mod profile;
mod rejection;
#[doc(hidden)]
pub mod runtime;
pub mod text;
pub mod upgrades;
mod violation;

use serde_json::Value;

pub use contracts::*;
pub use payload::{Contract, ContractInfo, Payload, PayloadInfo, Skill, SkillInfo, Status};
pub use pointer::JsonPointer;
pub use rejection::{DuplicateKey, Rejection, SyntaxError, Unrepresentable};
pub use text::{ConversionError, Date, Email, InvalidText, Timestamp, Uri};
pub use violation::{Violation, Violations};

/// Reads and validates a payload from JSON bytes.
///
/// # Errors
/// [`Rejection::Syntax`] where the bytes are not JSON, [`Rejection::DuplicateKey`] where an object
/// names a member twice, [`Rejection::Invalid`] with every violation of the schema, and
/// [`Rejection::Unrepresentable`] for a number that its Rust type cannot hold.
pub fn from_slice<T: Payload>(bytes: &[u8]) -> Result<T, Rejection> {
    runtime::read::from_slice(bytes)
}

/// Reads and validates a payload from JSON text.
///
/// # Errors
/// As [`from_slice`].
pub fn from_str<T: Payload>(text: &str) -> Result<T, Rejection> {
    runtime::read::from_slice(text.as_bytes())
}

/// Validates a JSON value and reads a payload from it.
///
/// # Errors
/// [`Rejection::Invalid`] and [`Rejection::Unrepresentable`], as [`from_slice`].
pub fn from_value<T: Payload>(value: Value) -> Result<T, Rejection> {
    runtime::read::from_value(&value)
}

/// Validates a JSON value against a payload's schema.
///
/// # Errors
/// Every violation, in the value's member order.
pub fn validate<T: Payload>(value: &Value) -> Result<(), Violations> {
    runtime::report::validate(T::schema(), value)
}

/// Whether a JSON value satisfies a payload's schema; the first fault decides.
#[must_use]
pub fn is_valid<T: Payload>(value: &Value) -> bool {
    runtime::verdict::of_value(T::schema(), value)
}

/// Whether [`from_slice`] takes a text; the first fault decides, and no value is built.
///
/// ```
/// # #[cfg(feature = "v1_3")] {
/// use aap_types::v1_3::Vehicle;
///
/// assert!(aap_types::is_valid_slice::<Vehicle>(br#"{"year": 2026}"#));
/// assert!(!aap_types::is_valid_slice::<Vehicle>(br#"{"year": 1700}"#));
/// # }
/// ```
#[must_use]
pub fn is_valid_slice<T: Payload>(bytes: &[u8]) -> bool {
    runtime::read::is_valid_slice::<T>(bytes)
}

/// The contracts compiled in, oldest first.
#[inline]
#[must_use]
pub fn contracts() -> &'static [ContractInfo] {
    contracts::CONTRACTS
}
