//! Tables of what was measured, in Markdown.

use crate::contests::Task;
use crate::measure::Samples;
use crate::payloads::{Label, Sample};

/// One task on one payload, all subjects in one race; the first is ours.
#[derive(Debug)]
pub struct Row {
    /// The task.
    pub task: Task,
    /// The payload.
    pub label: Label,
    /// How long its text is.
    pub bytes: usize,
    /// What each subject took.
    pub samples: Vec<Samples>,
}

impl Row {
    /// The row of a sample.
    #[must_use]
    pub fn new(task: Task, sample: &Sample, samples: Vec<Samples>) -> Row {
        Row {
            task,
            label: sample.label,
            bytes: sample.text.len(),
            samples,
        }
    }

    /// What a subject took.
    #[must_use]
    pub fn of(&self, subject: &str) -> Option<&Samples> {
        self.samples.iter().find(|samples| samples.name == subject)
    }

    fn cells(&self) -> impl Iterator<Item = String> {
        let ours = &self.samples[0];
        self.samples
            .iter()
            .enumerate()
            .map(move |(index, samples)| {
                let time = time(samples.median());
                match index {
                    0 => time,
                    _ => format!("{time} ({:.2} ×)", samples.ratio(ours)),
                }
            })
    }
}

/// The table of a task. Times are medians, and a ratio says how many times longer than the first
/// subject's.
#[must_use]
pub fn table(task: Task, rows: &[Row]) -> String {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.task == task).collect();
    let Some(first) = rows.first() else {
        return String::new();
    };
    let mut head = vec!["payload".to_owned(), "bytes".to_owned()];
    head.extend(first.samples.iter().map(|samples| samples.name.to_owned()));
    let mut lines = vec![line(&head), line(&vec!["---".to_owned(); head.len()])];
    for row in rows {
        let mut cells = vec![row.label.to_string(), row.bytes.to_string()];
        cells.extend(row.cells());
        lines.push(line(&cells));
    }
    lines.join("\n")
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// A time in the unit in which it has one to three digits before the point.
#[must_use]
pub fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let unit = units.iter().find(|(size, _)| nanoseconds >= *size);
    let (size, unit) = unit.unwrap_or(&(1.0, "ns"));
    let value = nanoseconds / size;
    let places = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.places$} {unit}")
}
