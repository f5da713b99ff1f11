//! Names of members, told from numbers of arbitrary precision.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Visitor};

use super::from_serde::Name;

/// A member's name, or the sign by which serde_json passes on a number of arbitrary precision.
pub(super) enum Key<'de> {
    /// A member's name.
    Name(Cow<'de, str>),
    /// The value is a number's text.
    NumberToken,
}

/// The member name with which serde_json's `arbitrary_precision` marks a number.
const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// Reads a [`Key`].
///
/// A real member of that very name must stay a member. serde_json gives the keys of real objects
/// to `visit_some` where an option is asked for, and the mark of a number to `visit_str` directly.
pub(super) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key<'de>, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key<'de>, D::Error> {
        Name.deserialize(deserializer).map(Key::Name)
    }

    fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
        Ok(if text == NUMBER_TOKEN {
            Key::NumberToken
        } else {
            Key::Name(Cow::Owned(text.to_owned()))
        })
    }
}
