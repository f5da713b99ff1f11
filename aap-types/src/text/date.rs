//! Calendar days.

use super::timestamp::number;
use crate::runtime::format::Format;
use crate::string_impls;

/// A day of the Gregorian calendar in the form of RFC 3339: `2026-01-31`.
///
/// The order of the texts is that of the days.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(Box<str>);

impl Date {
    /// What this type takes, as a noun phrase.
    pub const EXPECTED: &'static str = "a calendar date such as 2026-01-31";

    /// Whether [`new`](Self::new) takes `text`.
    #[inline]
    #[must_use]
    pub fn accepts(text: &str) -> bool {
        Format::Date.is_valid(text)
    }
}

string_impls!(Date);

impl Date {
    /// The year, from 0 to 9999.
    #[inline]
    #[must_use]
    pub fn year(&self) -> u32 {
        number(&self.0, 0, 4)
    }

    /// The month, from 1 to 12.
    #[inline]
    #[must_use]
    pub fn month(&self) -> u32 {
        number(&self.0, 5, 2)
    }

    /// The day of the month, from 1 to 31.
    #[inline]
    #[must_use]
    pub fn day(&self) -> u32 {
        number(&self.0, 8, 2)
    }

    /// The date of these numbers, which a calendar has checked; `None` outside the years 0 to 9999.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    pub(super) fn from_numbers(year: i64, month: u32, day: u32) -> Option<Self> {
        let text = format!("{year:04}-{month:02}-{day:02}");
        Self::accepts(&text).then(|| Self(text.into_boxed_str()))
    }
}
