//! Why a text or a value did not become a typed payload.

use std::fmt;

use crate::pointer::JsonPointer;
use crate::violation::Violations;

/// Why input was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The text is not JSON.
    Syntax(SyntaxError),
    /// An object names a member twice, so it has no single meaning.
    DuplicateKey(DuplicateKey),
    /// The instance breaks its schema; every violation is listed.
    Invalid(Violations),
    /// The instance is valid, but a Rust type cannot hold one of its numbers unchanged.
    Unrepresentable(Unrepresentable),
}

impl Rejection {
    /// The violations, where the instance broke its schema.
    #[must_use]
    pub fn violations(&self) -> Option<&Violations> {
        match self {
            Rejection::Invalid(violations) => Some(violations),
            _ => None,
        }
    }
}

impl fmt::Display for Rejection {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Syntax(error) => error.fmt(f),
            Rejection::DuplicateKey(error) => error.fmt(f),
            Rejection::Invalid(violations) => violations.fmt(f),
            Rejection::Unrepresentable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Rejection {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Rejection::Syntax(error) => Some(error),
            Rejection::DuplicateKey(error) => Some(error),
            Rejection::Invalid(violations) => Some(violations),
            Rejection::Unrepresentable(error) => Some(error),
        }
    }
}

impl From<Violations> for Rejection {
    fn from(violations: Violations) -> Rejection {
        Rejection::Invalid(violations)
    }
}

/// Where and why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The line, from 1; 0 where the parser does not tell.
    pub line: usize,
    /// The column, from 1; 0 where the parser does not tell.
    pub column: usize,
    /// The parser's words.
    pub message: String,
}

impl From<&serde_json::Error> for SyntaxError {
    fn from(error: &serde_json::Error) -> SyntaxError {
        SyntaxError {
            line: error.line(),
            column: error.column(),
            message: error.to_string(),
        }
    }
}

impl fmt::Display for SyntaxError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON: {}", self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// The members that an object names more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicateKey {
    /// The pointer of each repeated member, in document order. A mebibyte of them is enough: what comes
    /// behind that is left out.
    pub instance_locations: Vec<JsonPointer>,
}

impl fmt::Display for DuplicateKey {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("member named more than once: ")?;
        for (index, location) in self.instance_locations.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{location}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DuplicateKey {}

/// A number that its Rust type cannot hold unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unrepresentable {
    /// The place of the number.
    pub instance_location: JsonPointer,
    /// What was found and which type should hold it.
    pub message: String,
}

impl fmt::Display for Unrepresentable {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.instance_location, self.message)
    }
}

impl std::error::Error for Unrepresentable {}
