//! What is wrong with an instance: one [`Violation`] for each broken keyword.

use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::sync::OnceLock;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::pointer::JsonPointer;
use crate::runtime::fault::Faults;
use crate::runtime::message;

/// A keyword that an instance breaks, and where.
///
/// Serialises as an entry of `details.errors[]`: `instanceLocation`, `keyword`, `error`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The place in the instance. An unknown member's own place; for `required` the object's.
    pub instance_location: JsonPointer,
    /// The broken keyword, as the schema spells it.
    pub keyword: Cow<'static, str>,
    /// What was expected and what was found, for a person.
    pub message: String,
}

impl Violation {
    /// A violation found by other means than a schema.
    pub fn new(
        instance_location: JsonPointer,
        keyword: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Violation {
        Violation {
            instance_location,
            keyword: keyword.into(),
            message: message.into(),
        }
    }

    /// The violation of `required` by an object that lacks a member, as a schema's would be.
    #[inline]
    #[must_use]
    pub fn missing_member(object: JsonPointer, name: &str) -> Violation {
        Violation::new(object, "required", message::missing(name))
    }
}

impl fmt::Display for Violation {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.instance_location.as_str() {
            "" => "(whole document)",
            place => place,
        };
        write!(f, "{place}: {}: {}", self.keyword, self.message)
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("instanceLocation", &self.instance_location)?;
        map.serialize_entry("keyword", &self.keyword)?;
        map.serialize_entry("error", &self.message)?;
        map.end()
    }
}

/// Every violation of an instance: at least one, in document order, then by keyword. Should their pointers
/// take more than 64 MiB, which takes very long names or millions of violations, the last ones are left out.
///
/// Serialises as the array `details.errors`.
#[derive(Clone)]
pub struct Violations {
    /// What a walk has found, until somebody asks for its words.
    faults: Faults,
    list: OnceLock<Vec<Violation>>,
}

impl Violations {
    /// The violations, unless there are none.
    #[inline]
    #[must_use]
    pub fn new(violations: Vec<Violation>) -> Option<Violations> {
        (!violations.is_empty()).then(|| Violations {
            faults: Faults::default(),
            list: violations.into(),
        })
    }

    /// The violations that a walk has found: at least one, in order.
    pub(crate) fn of(faults: Faults) -> Violations {
        Violations {
            faults,
            list: OnceLock::new(),
        }
    }

    /// How many there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.list.get().map_or(self.faults.len(), Vec::len)
    }

    /// The violations in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.as_slice().iter()
    }

    /// The violations as a slice.
    ///
    /// Their pointers and messages are written when they are first asked for.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        self.list.get_or_init(|| self.faults.violations())
    }
}

impl Debug for Violations {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Violations").field(&self.as_slice()).finish()
    }
}

impl PartialEq for Violations {
    #[inline]
    fn eq(&self, other: &Violations) -> bool {
        self.len() == other.len() && self.as_slice() == other.as_slice()
    }
}

impl Eq for Violations {}

impl From<Violation> for Violations {
    #[inline]
    fn from(violation: Violation) -> Violations {
        Violations {
            faults: Faults::default(),
            list: vec![violation].into(),
        }
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        let Violations { faults, list } = self;
        list.into_inner()
            .unwrap_or_else(|| faults.violations())
            .into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_slice() {
            [only] => write!(f, "{only}"),
            many => {
                write!(f, "{} violations", many.len())?;
                many.iter()
                    .try_for_each(|violation| write!(f, "\n  {violation}"))
            }
        }
    }
}

impl std::error::Error for Violations {}

impl Serialize for Violations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}
