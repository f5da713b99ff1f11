//! Strings that are valid by construction and keep their text.
//!
//! A [`Timestamp`] or an [`Email`] is read once, checked once, and from then on gives back exactly
//! the text it was made from: `2026-01-31T09:00:00+01:00` stays in its offset, and a fraction keeps
//! its trailing zeros. The types that a contract defines for itself are made the same way.
//!
//! With the features `chrono`, `jiff` and `time`, [`Timestamp`] and [`Date`] convert to the types
//! of those crates and back. A conversion that would change the value is an error.

mod civil;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod convert;
mod date;
mod timestamp;
#[cfg(feature = "chrono")]
mod with_chrono;
#[cfg(feature = "jiff")]
mod with_jiff;
#[cfg(feature = "time")]
mod with_time;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::runtime::Reader;
use crate::runtime::format::Format;
use crate::string_impls;

pub use date::Date;
pub use timestamp::Timestamp;

/// A URI of RFC 3986, which begins with a scheme: `https://dealer.example/used`.
///
/// Two URIs are equal if their texts are; nothing is normalised.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri(Box<str>);

impl Uri {
    /// What this type takes, as a noun phrase.
    pub const EXPECTED: &'static str = "a URI with a scheme";

    /// Whether [`new`](Self::new) takes `text`.
    #[inline]
    #[must_use]
    pub fn accepts(text: &str) -> bool {
        Format::Uri.is_valid(text)
    }
}

string_impls!(Uri);

/// An email address as in RFC 5321: `jo.doe@dealer.example`, without a display name.
///
/// Two addresses are equal if their texts are: which letters of a local part may change case
/// is known only to the host that delivers to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(Box<str>);

impl Email {
    /// What this type takes, as a noun phrase.
    pub const EXPECTED: &'static str = "an email address";

    /// Whether [`new`](Self::new) takes `text`.
    #[inline]
    #[must_use]
    pub fn accepts(text: &str) -> bool {
        Format::Email.is_valid(text)
    }
}

string_impls!(Email);

/// How many characters of a rejected text an error repeats.
const SHOWN: usize = 64;

/// A text that is not what its type stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidText {
    /// The type that rejected the text, such as `Timestamp`.
    pub type_name: &'static str,
    /// What the type takes, as a noun phrase.
    pub expected: &'static str,
    /// The rejected text. A long one is cut behind its 64th character and ends in `…`.
    pub found: String,
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidText {
            type_name,
            expected,
            found,
        } = self;
        write!(f, "invalid {type_name} {found:?}: expected {expected}")
    }
}

impl Error for InvalidText {}

impl InvalidText {
    /// The error for `found`.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn new(type_name: &'static str, expected: &'static str, found: &str) -> InvalidText {
        InvalidText {
            type_name,
            expected,
            found: shorten(found),
        }
    }
}

/// A value of one type that another type cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionError {
    /// The value, as text.
    pub value: String,
    /// The type that cannot hold it, such as `jiff::ZonedDateTime`.
    pub target: &'static str,
    /// Why not.
    pub reason: &'static str,
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConversionError {
            value,
            target,
            reason,
        } = self;
        write!(f, "{value} is not representable as {target}: {reason}")
    }
}

impl Error for ConversionError {}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => text.get(..end).unwrap_or(text).to_owned() + "…",
        None => text.to_owned(),
    }
}

/// Reads a string and checks it. A borrowed one is checked before it is copied.
///
/// # Errors
///
/// When there is no string, or one that `T` rejects.
#[doc(hidden)]
pub fn decode<'de, R, T>(
    reader: R,
    type_name: &'static str,
    expected: &'static str,
) -> Result<T, R::Error>
where
    R: Reader<'de>,
    T: TryFrom<String, Error = InvalidText> + for<'a> TryFrom<&'a str, Error = InvalidText>,
{
    struct Expecting(&'static str, &'static str);

    impl fmt::Display for Expecting {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}, {}", self.0, self.1)
        }
    }

    reader.text(Expecting(type_name, expected), |text| match text {
        Cow::Borrowed(text) => T::try_from(text),
        Cow::Owned(text) => T::try_from(text),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
