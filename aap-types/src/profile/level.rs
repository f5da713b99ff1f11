//! How binding a rule is.

use std::fmt;

/// How binding a rule is, in the words of RFC 2119.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Breaking the rule has a reason sometimes; whoever does so should know what it costs.
    Should,
    /// The contract forbids to break the rule.
    Must,
}

impl Level {
    /// The level as RFC 2119 spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Should => "SHOULD",
            Level::Must => "MUST",
        }
    }
}

impl fmt::Display for Level {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
