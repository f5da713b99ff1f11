//! Elements that differ at a glance: most do, and then `uniqueItems` needs no second look at them.

use std::borrow::Cow;

use super::Reader;

/// How many elements are looked at: more are too many to compare each with each.
pub(super) const MOST: usize = 8;

/// What an element is known by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Key<'de> {
    /// It is this string.
    Text(&'de str),
    /// It is an object with this member.
    Member { name: &'de str, value: &'de str },
}

impl Key<'_> {
    fn is_distinct(self, other: Self) -> bool {
        match (self, other) {
            (Key::Text(text), Key::Text(other)) => text != other,
            (
                Key::Member { name, value },
                Key::Member {
                    name: other_name,
                    value: other_value,
                },
            ) => name == other_name && value != other_value,
            _ => true,
        }
    }
}

/// Whether no two of the elements are equal, as far as can be told.
#[inline]
pub(super) fn are_distinct(keys: &[Option<Key<'_>>]) -> bool {
    let mut rest = keys;
    while let [first, others @ ..] = rest {
        let Some(key) = first else {
            return false;
        };
        let is_distinct = |other: &Option<Key<'_>>| other.is_some_and(|it| key.is_distinct(it));
        if !others.iter().all(is_distinct) {
            return false;
        }
        rest = others;
    }
    true
}

impl<'de> Reader<'de> {
    /// The key of the element at a place: a string without escapes, or an object that begins with one.
    #[inline]
    pub(super) fn key(&self, at: usize) -> Option<Key<'de>> {
        match self.next(at)? {
            (b'"', at) => self.plain_string(at).map(Key::Text),
            (b'{', at) => {
                let (b'"', at) = self.next(at + 1)? else {
                    return None;
                };
                let (Cow::Borrowed(name), at) = self.name(at)? else {
                    return None;
                };
                let (b'"', at) = self.next(at)? else {
                    return None;
                };
                let value = self.plain_string(at)?;
                Some(Key::Member { name, value })
            }
            _ => None,
        }
    }
}
