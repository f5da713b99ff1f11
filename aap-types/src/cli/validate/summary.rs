//! What a long run comes to: how many lines, and which violations most.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

use super::text;
use crate::pointer::JsonPointer;
use crate::violation::Violation;

/// With more failing lines than this, their violations are counted by kind.
const FEW: u64 = 10;

/// How many kinds of violations are listed.
const LISTED: usize = 20;

/// How many kinds of violations are told apart; members that are not known can have any name.
const KINDS: usize = 10_000;

/// How long a place may be, in bytes, for the same reason.
const LONGEST_PLACE: usize = 1_000;

/// Violations of one keyword, at places that differ in the numbers of elements alone.
pub(super) type Kind = (String, Cow<'static, str>);

/// The kind of a violation.
///
/// Elements are known by the document; where it has no value, because its text has faults, every
/// number counts as one.
pub(super) fn kind(document: Option<&Value>, violation: &Violation) -> Kind {
    let mut value = document;
    let mut place = JsonPointer::root();
    for token in violation.instance_location.tokens() {
        let is_element = match (document, value) {
            (None, _) => token.bytes().all(|byte| byte.is_ascii_digit()),
            (_, value) => value.is_some_and(Value::is_array),
        };
        value = match value {
            Some(Value::Array(elements)) => {
                let index = token.parse::<usize>().ok();
                index.and_then(|index| elements.get(index))
            }
            Some(value) => value.get(&token),
            None => None,
        };
        place.push(if is_element { "*" } else { &token });
    }
    (place.to_string(), violation.keyword.clone())
}

/// Counts of lines and violations.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) lines: u64,
    pub(super) invalid: u64,
    pub(super) unusable: u64,
    kinds: HashMap<Kind, u64>,
    /// Whether there were kinds that are not told apart.
    has_more_kinds: bool,
}

/// One row of the list.
struct Row<'a> {
    kind: &'a Kind,
    count: u64,
}

impl Summary {
    pub(super) fn failing(&self) -> u64 {
        self.invalid + self.unusable
    }

    pub(super) fn add(&mut self, kinds: Vec<Kind>) {
        for kind in kinds {
            if let Some(count) = self.kinds.get_mut(&kind) {
                *count += 1;
            } else if self.kinds.len() < KINDS && kind.0.len() <= LONGEST_PLACE {
                self.kinds.insert(kind, 1);
            } else {
                self.has_more_kinds = true;
            }
        }
    }

    /// The kinds, most frequent first, where so many lines fail that they are listed.
    fn rows(&self) -> Vec<Row<'_>> {
        if self.failing() <= FEW {
            return Vec::new();
        }
        let kinds = self.kinds.iter();
        let mut rows: Vec<Row<'_>> = kinds.map(|(kind, &count)| Row { kind, count }).collect();
        rows.sort_unstable_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(b.kind)));
        rows
    }

    /// The summary for people.
    pub(super) fn text(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let rows = self.rows();
        let listed = &rows[..rows.len().min(LISTED)];
        if let Some(most) = listed.first() {
            lines.push("violations by place and keyword, * for any element:".to_owned());
            let width = most.count.to_string().len();
            let cells = listed.iter().map(|row| {
                let (place, keyword) = row.kind;
                let count = format!("{:>width$}", row.count);
                [count, text::or_root(place).to_owned(), keyword.to_string()]
            });
            lines.extend(text::aligned(&cells.collect::<Vec<_>>()));
            let more = rows.len() - listed.len();
            if self.has_more_kinds {
                lines.push(format!("  … and more than {more} more"));
            } else if more > 0 {
                lines.push(format!("  … and {more} more"));
            }
        }
        lines.push(format!(
            "{}: {} valid, {} invalid, {} unusable",
            count_of_lines(self.lines),
            self.lines - self.failing(),
            self.invalid,
            self.unusable
        ));
        lines
    }
}

/// `1 line`, `2 lines`.
pub(super) fn count_of_lines(count: u64) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} line{plural}")
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("lines", &self.lines)?;
        map.serialize_entry("valid", &(self.lines - self.failing()))?;
        map.serialize_entry("invalid", &self.invalid)?;
        map.serialize_entry("unusable", &self.unusable)?;
        let rows = self.rows();
        if !rows.is_empty() {
            let listed = &rows[..rows.len().min(LISTED)];
            map.serialize_entry("violations", listed)?;
            map.serialize_entry("more", &(rows.len() - listed.len()))?;
        }
        map.end()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("place", &self.kind.0)?;
        map.serialize_entry("keyword", &self.kind.1)?;
        map.serialize_entry("count", &self.count)?;
        map.end()
    }
}
