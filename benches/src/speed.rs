//! The races: every payload, valid and with violations.

use crate::Outcome;
use crate::catalogue::PAYLOADS;
use crate::contests::Task;
use crate::measure::{self, Effort};
use crate::table::{self, Row};
use crate::targets::{TARGETS, Verdict};

/// How many violations a payload has.
const VIOLATIONS: [usize; 4] = [0, 1, 10, 1000];

/// Runs the races, and writes the tables and verdicts; `only` on payloads whose name holds it.
///
/// # Errors
/// A payload is not what it should be.
pub fn report(effort: Effort, only: &str) -> Outcome<String> {
    let mut rows = Vec::new();
    for payload in PAYLOADS
        .iter()
        .filter(|payload| payload.name.contains(only))
    {
        eprintln!("{}", payload.name);
        payload.present(&VIOLATIONS, &mut |task, sample, subjects| {
            rows.push(Row::new(task, sample, measure::race(&subjects, effort)));
        })?;
    }
    let verdicts: Vec<String> = TARGETS
        .iter()
        .map(|target| target.judge(&rows).to_string())
        .collect();
    let mut parts = vec![format!("{}\n{}", Verdict::HEAD, verdicts.join("\n"))];
    for task in Task::ALL {
        parts.push(format!("### {}", task.title()));
        parts.push(table::table(task, &rows));
    }
    Ok(parts.join("\n\n"))
}
