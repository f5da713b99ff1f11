//! What is asked of the ratios, and whether they are met.

use std::fmt;

use crate::contests::{Task, name};
use crate::payloads::Label;
use crate::table::Row;

/// How a ratio of times is judged.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// Ours takes at most so many times the peer's.
    AtMost(f64),
    /// The peer takes at least so many times ours.
    AtLeast(f64),
}

impl Bound {
    /// Whether a ratio keeps the bound.
    #[must_use]
    pub fn holds(self, ratio: f64) -> bool {
        match self {
            Bound::AtMost(most) => ratio <= most,
            Bound::AtLeast(least) => ratio >= least,
        }
    }

    /// Whether a ratio keeps the bound, in a word.
    #[must_use]
    pub fn verdict(self, ratio: f64) -> &'static str {
        met(self.holds(ratio))
    }

    /// Whether the first ratio is the worse one.
    #[must_use]
    pub fn is_worse(self, ratio: f64, than: f64) -> bool {
        match self {
            Bound::AtMost(_) => ratio > than,
            Bound::AtLeast(_) => ratio < than,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtMost(most) => write!(f, "at most {most} ×"),
            Bound::AtLeast(least) => write!(f, "at least {least} ×"),
        }
    }
}

/// How a verdict is written.
#[must_use]
pub const fn met(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}

/// The ratio of one subject to its peer, on all rows of a task.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The task.
    pub task: Task,
    /// Whose times are judged.
    pub ours: &'static str,
    /// Beside whom.
    pub peer: &'static str,
    /// The bound.
    pub bound: Bound,
    /// On which rows.
    pub rows: Rows,
}

/// The rows on which a target is judged.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// Valid payloads.
    Valid,
    /// Payloads with violations.
    Invalid,
    /// Valid payloads of these names.
    Named(&'static [&'static str]),
}

impl Rows {
    fn concern(self, row: &Row) -> bool {
        let Label { name, violations } = row.label;
        match self {
            Rows::Valid => violations == 0,
            Rows::Invalid => violations > 0,
            Rows::Named(names) => violations == 0 && names.contains(&name),
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Rows::Valid => "valid",
            Rows::Invalid => "invalid",
            Rows::Named(_) => "valid, the first six",
        }
    }
}

/// The payloads on which reading is judged.
const READ: &[&str] = &[
    "search response, 2 vehicles",
    "search response, 200 vehicles",
    "full lead",
    "facets response",
    "dealer profile",
    "agent card",
];

/// Every target of speed.
pub const TARGETS: &[Target] = &[
    Target {
        task: Task::Read,
        ours: name::FROM_SLICE,
        peer: name::PLAIN,
        bound: Bound::AtMost(1.15),
        rows: Rows::Named(READ),
    },
    Target {
        task: Task::Read,
        ours: name::FROM_SLICE,
        peer: name::VALUE_RUNTIME_TYPIFY,
        bound: Bound::AtLeast(3.0),
        rows: Rows::Named(READ),
    },
    Target {
        task: Task::Read,
        ours: name::FROM_SLICE,
        peer: name::VALUE_COMPILED_TYPIFY,
        bound: Bound::AtLeast(3.0),
        rows: Rows::Named(READ),
    },
    Target {
        task: Task::Skip,
        ours: name::IS_VALID_SLICE,
        peer: name::IGNORED,
        bound: Bound::AtMost(1.5),
        rows: Rows::Valid,
    },
    Target {
        task: Task::Skip,
        ours: name::IS_VALID_SLICE,
        peer: name::IGNORED,
        bound: Bound::AtMost(1.5),
        rows: Rows::Invalid,
    },
    Target {
        task: Task::Decide,
        ours: name::IS_VALID,
        peer: name::COMPILED,
        bound: Bound::AtMost(1.5),
        rows: Rows::Valid,
    },
    Target {
        task: Task::Decide,
        ours: name::IS_VALID,
        peer: name::COMPILED,
        bound: Bound::AtMost(1.5),
        rows: Rows::Invalid,
    },
    Target {
        task: Task::Report,
        ours: name::VALIDATE,
        peer: name::RUNTIME,
        bound: Bound::AtLeast(2.0),
        rows: Rows::Valid,
    },
    Target {
        task: Task::Report,
        ours: name::VALIDATE,
        peer: name::RUNTIME,
        bound: Bound::AtLeast(2.0),
        rows: Rows::Invalid,
    },
];

/// How a target fared.
#[derive(Debug)]
pub struct Verdict {
    target: Target,
    ratios: usize,
    kept: usize,
    worst: Option<(f64, String)>,
}

impl Target {
    /// Judges the rows.
    #[must_use]
    pub fn judge(&self, rows: &[Row]) -> Verdict {
        let mut verdict = Verdict {
            target: *self,
            ratios: 0,
            kept: 0,
            worst: None,
        };
        let concerns = |row: &&Row| row.task == self.task && self.rows.concern(row);
        for row in rows.iter().filter(concerns) {
            let (Some(ours), Some(theirs)) = (row.of(self.ours), row.of(self.peer)) else {
                continue;
            };
            let ratio = match self.bound {
                Bound::AtMost(_) => ours.ratio(theirs),
                Bound::AtLeast(_) => theirs.ratio(ours),
            };
            verdict.ratios += 1;
            verdict.kept += usize::from(self.bound.holds(ratio));
            let worst = verdict.worst.as_ref();
            if worst.is_none_or(|(worst, _)| self.bound.is_worse(ratio, *worst)) {
                verdict.worst = Some((ratio, row.label.to_string()));
            }
        }
        verdict
    }
}

impl Verdict {
    /// The heading of the verdicts' table.
    pub const HEAD: &'static str =
        "| | beside | payloads | asked | kept | worst | |\n|---|---|---|---|---|---|---|";
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Target {
            ours,
            peer,
            bound,
            rows,
            ..
        } = self.target;
        let asked = match bound {
            Bound::AtMost(_) => format!("{bound} its time"),
            Bound::AtLeast(_) => format!("{bound} as fast"),
        };
        let rows = rows.what();
        let Some((ratio, row)) = &self.worst else {
            return write!(
                f,
                "| {ours} | {peer} | {rows} | {asked} | not measured | | |"
            );
        };
        let met = met(self.kept == self.ratios);
        let (kept, ratios) = (self.kept, self.ratios);
        write!(
            f,
            "| {ours} | {peer} | {rows} | {asked} | {kept} of {ratios} | {ratio:.2} ({row}) | {met} |"
        )
    }
}
