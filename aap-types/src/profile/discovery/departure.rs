//! Rules that a card breaks.

use std::borrow::Cow;
use std::fmt;

use super::report;
use crate::pointer::JsonPointer;
use crate::profile::Level;

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The contract's schema of agent cards.
    Schema,
    /// The contract's further rules.
    Contract,
    /// A2A itself.
    A2a,
}

impl Source {
    /// The source in a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Source::Schema => "schema",
            Source::Contract => "contract",
            Source::A2a => "A2A",
        }
    }
}

/// A rule that a card breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Departure {
    /// The place on the card; where something is missing, what lacks it.
    pub pointer: JsonPointer,
    /// How binding the rule is.
    pub level: Level,
    /// Where the rule comes from.
    pub source: Source,
    /// A short name of the rule: of a schema, the keyword.
    pub rule: Cow<'static, str>,
    /// What was found, what was expected and what to do, for a person.
    pub message: String,
}

impl Departure {
    #[inline]
    pub(in crate::profile) fn new(
        pointer: JsonPointer,
        level: Level,
        source: Source,
        rule: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Departure {
        Departure {
            pointer,
            level,
            source,
            rule: rule.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Departure {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.pointer.as_str() {
            "" => "(whole card)".into(),
            place => report::plain(place),
        };
        let (level, message) = (self.level, report::plain(&self.message));
        write!(f, "{level} {place}: {message}")
    }
}
