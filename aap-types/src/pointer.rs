//! JSON Pointers (RFC 6901).

use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};
use serde_json::Value;

/// A place in a JSON document, as RFC 6901 writes it: `""` is the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonPointer(String);

impl JsonPointer {
    /// The whole document.
    pub const fn root() -> JsonPointer {
        JsonPointer(String::new())
    }

    /// Reads a pointer; none where the text is not one.
    ///
    /// ```
    /// use aap_types::JsonPointer;
    ///
    /// assert!(JsonPointer::parse("/filters/make").is_some());
    /// assert!(JsonPointer::parse("filters.make").is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn parse(text: &str) -> Option<JsonPointer> {
        let starts = text.is_empty() || text.starts_with('/');
        let escapes = text.split('~').skip(1);
        let are_known = escapes
            .into_iter()
            .all(|escape| escape.starts_with(['0', '1']));
        (starts && are_known).then(|| JsonPointer(text.to_owned()))
    }

    /// The pointer's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Steps down to a member or, written in decimal, to an element.
    pub fn push(&mut self, token: &str) {
        self.0.push('/');
        if !token.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
            self.0.push_str(token);
            return;
        }
        for character in token.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                other => self.0.push(other),
            }
        }
    }

    /// Steps down to an element.
    pub(crate) fn push_index(&mut self, index: usize) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "/{index}");
    }

    /// The member names and element numbers on the way down, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = String> {
        self.0
            .split('/')
            .skip(1)
            .map(|token| token.replace("~1", "/").replace("~0", "~"))
    }

    /// What stands at this place of `document`.
    #[must_use]
    pub fn resolve<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        document.pointer(&self.0)
    }
}

impl AsRef<str> for JsonPointer {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for JsonPointer {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for JsonPointer {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for JsonPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for JsonPointer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
