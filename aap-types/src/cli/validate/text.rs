//! Verdicts for people.

use super::Judged;
use crate::cli::terminal::visible;
use crate::pointer::JsonPointer;
use crate::violation::Violation;

/// Wider columns are not padded for: one long name must not push all others away.
const WIDEST: usize = 72;

/// What a contract says about an input: a line, and one for each violation.
pub(super) fn verdict(input: &str, judged: &Judged) -> Vec<String> {
    let Ok(verdict) = &judged.verdict else {
        return Vec::new();
    };
    let subject = match (verdict.schema, &verdict.at) {
        (Some(schema), Some(at)) => {
            let (name, at) = (schema.schema_name(), place(Some(at), " at "));
            format!("{name}{at} ({})", judged.contract.name)
        }
        // The text's own faults have nothing to do with a schema.
        _ => String::new(),
    };
    if verdict.is_valid() {
        return vec![format!("ok   {input}: {subject}")];
    }
    let count = match verdict.violations.len() {
        1 => "1 violation".to_owned(),
        count => format!("{count} violations"),
    };
    let colon = if subject.is_empty() { "" } else { ": " };
    let mut lines = vec![format!("invalid {input}: {subject}{colon}{count}")];
    let rows = verdict.violations.iter().map(row).collect::<Vec<_>>();
    lines.extend(aligned(&rows));
    lines
}

fn row(violation: &Violation) -> [String; 3] {
    let place = or_root(violation.instance_location.as_str());
    [place, &violation.keyword, &violation.message].map(|text| visible(text).into_owned())
}

/// A pointer, or what stands for the empty one.
pub(super) fn or_root(pointer: &str) -> &str {
    match pointer {
        "" => "(root)",
        pointer => pointer,
    }
}

/// What every contract says about an input: a table.
pub(super) fn table(input: &str, judged: &[Judged]) -> Vec<String> {
    let verdicts = || judged.iter().filter_map(|one| one.verdict.as_ref().ok());
    let at = verdicts().find_map(|verdict| verdict.at.as_ref());
    if at.is_none() {
        // Faults of the text itself are the same for every contract.
        let said = judged.iter().find(|one| one.verdict.is_ok());
        return said.map_or_else(Vec::new, |one| verdict(input, one));
    }
    let mut rows =
        vec![["contract", "status", "schema", "verdict", "violations"].map(str::to_owned)];
    rows.extend(judged.iter().map(|one| {
        let (schema, verdict, count) = match &one.verdict {
            Ok(verdict) => (
                verdict.schema.map_or("-", |schema| schema.schema_name()),
                if verdict.is_valid() { "ok" } else { "invalid" },
                verdict.violations.len().to_string(),
            ),
            Err(_) => ("-", "no schema", "-".to_owned()),
        };
        let [name, status] = [one.contract.name, one.contract.status.as_str()];
        [name, status, schema, verdict, &count].map(str::to_owned)
    }));
    let mut lines = vec![format!("{input}{}", place(at, ": at "))];
    lines.extend(aligned(&rows));
    lines
}

/// The pointer of a payload inside an envelope, after `introduction`.
fn place(at: Option<&JsonPointer>, introduction: &str) -> String {
    match at.map(JsonPointer::as_str) {
        None | Some("") => String::new(),
        Some(at) => format!("{introduction}{at}"),
    }
}

/// Indented rows in columns; the last column is not padded.
pub(super) fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let width = |cell: &String| cell.chars().count();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        let widths = rows.iter().map(|row| width(&row[column]));
        widths.filter(|width| *width <= WIDEST).max().unwrap_or(0)
    });
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths) {
                line.push_str(&format!("  {cell:width$}"));
            }
            line.truncate(line.trim_end().len());
            line
        })
        .collect()
}
