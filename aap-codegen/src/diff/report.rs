//! A difference report: text for a terminal, JSON for programs, Markdown for release notes.

use std::fmt::Write;

use serde_json::Number;

use super::{Bump, Change, Class, Diff, Impact, Party, Reach};
use crate::json::Json;
use crate::problem::Location;

impl Diff {
    /// For a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = match self.of_one_contract() {
            Some(name) => format!("two copies of {name}\n"),
            None => format!("{} → {}\n", self.from.contract, self.to.contract),
        };
        for (name, from, to) in self.from.rows(&self.to) {
            if from != to {
                push(&mut text, &format!("  {name}: {from} → {to}"));
            }
        }
        let mut file = None;
        for change in &self.changes {
            let own = file_of(change);
            if file != Some(own) {
                push(&mut text, "");
                push(&mut text, own);
                file = Some(own);
            }
            change.write_text(&mut text);
        }
        if !self.moved.is_empty() || !self.renamed.is_empty() {
            push(&mut text, "");
        }
        for (from, to) in &self.moved {
            push(
                &mut text,
                &format!("moved, with the same meaning: {from} → {to}"),
            );
        }
        for (from, to) in &self.renamed {
            push(&mut text, &format!("Rust: {from} → {to}"));
        }
        push(&mut text, "");
        for line in self.summary_lines() {
            push(&mut text, &line);
        }
        text
    }

    /// The contract's name where both have the same, and so a name does not tell which is meant.
    #[must_use]
    pub fn of_one_contract(&self) -> Option<&str> {
        (self.from.contract == self.to.contract).then_some(&self.from.contract)
    }

    fn summary_lines(&self) -> Vec<String> {
        let summary = self.summary();
        if summary.changes == 0 {
            return vec!["no differences".to_owned()];
        }
        let mut lines = vec![
            format!(
                "{} ({} in schemas, {} in contract.toml): {} additive, {} breaking",
                counted(summary.changes, "difference"),
                summary.schema_changes,
                summary.changes - summary.schema_changes,
                summary.additive,
                summary.breaking
            ),
            format!(
                "breaking on the wire for the sender {}, for the receiver {}; in Rust source alone {}",
                summary.wire_sender, summary.wire_receiver, summary.source_only
            ),
        ];
        let verdict = match summary.made {
            None => "the version numbers cannot be compared".to_owned(),
            Some(made) => {
                let made_is = match made {
                    Bump::None => "are the same".to_owned(),
                    bump => format!("make a {bump} one"),
                };
                let size = match made < summary.asked {
                    true => "too small",
                    false => "enough",
                };
                format!("the version numbers {made_is}: {size}")
            }
        };
        lines.push(format!(
            "the policy asks for a {} version bump; {verdict}",
            summary.asked
        ));
        let major = self
            .changes
            .iter()
            .any(|change| change.bump() == Bump::Major);
        if major && super::semver::is_early(&self.from.version) {
            lines.push("(below 1.0.0 a minor version was allowed to break)".to_owned());
        }
        lines
    }

    /// For release notes.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let (from, to) = (&self.from.contract, &self.to.contract);
        let (title, columns, [in_from, in_to]) = match self.of_one_contract() {
            Some(name) => (
                format!("Two copies of {name}"),
                "| | first | second |".to_owned(),
                ["in the first", "in the second"].map(str::to_owned),
            ),
            None => (
                format!("{from} → {to}"),
                format!("| | {from} | {to} |"),
                [from, to].map(|name| format!("in {name}")),
            ),
        };
        let mut text = format!("# {title}\n\n{columns}\n");
        push(&mut text, "|---|---|---|");
        for (name, from, to) in self.from.rows(&self.to) {
            push(&mut text, &format!("| {name} | `{from}` | `{to}` |"));
        }
        push(&mut text, "");
        for line in self.summary_lines() {
            push(&mut text, &format!("- {line}"));
        }
        if !self.changes.is_empty() {
            push(&mut text, "");
            push(
                &mut text,
                &format!(
                    "| class | rule | what | {in_from} | {in_to} | wire: sender | wire: receiver | source: sender | source: receiver | shows in |"
                ),
            );
            push(&mut text, &format!("|{}", "---|".repeat(10)));
        }
        for change in &self.changes {
            let notes: String = change
                .notes
                .iter()
                .map(|note| format!("; {note}"))
                .collect();
            let cells = [
                change.class().to_string(),
                format!("`{}`", change.rule.id()),
                format!("{}{notes}", change.detail),
                located(change.from.as_ref()),
                located(change.to.as_ref()),
                change.wire.sender.to_string(),
                change.wire.receiver.to_string(),
                change.source.sender.to_string(),
                change.source.receiver.to_string(),
                change.reached(),
            ];
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            push(&mut text, &format!("| {} |", cells.join(" | ")));
        }
        if !self.moved.is_empty() || !self.renamed.is_empty() {
            push(&mut text, "");
        }
        for (from, to) in &self.moved {
            push(
                &mut text,
                &format!("- moved, with the same meaning: `{from}` → `{to}`"),
            );
        }
        for (from, to) in &self.renamed {
            push(&mut text, &format!("- Rust: `{from}` → `{to}`"));
        }
        text
    }

    /// For programs.
    #[must_use]
    pub fn to_json(&self) -> String {
        let identity = self
            .from
            .rows(&self.to)
            .into_iter()
            .map(|(name, from, to)| {
                let both = object([("from", string(from)), ("to", string(to))]);
                (name.to_lowercase().replace(' ', "_"), both)
            });
        let moved = self
            .moved
            .iter()
            .map(|(from, to)| object([("from", location(Some(from))), ("to", location(Some(to)))]));
        let renamed = self
            .renamed
            .iter()
            .map(|(from, to)| object([("from", string(from)), ("to", string(to))]));
        let summary = self.summary();
        let made = summary
            .made
            .map_or(Json::Null, |bump| string(bump.as_str()));
        let summary = object([
            ("changes", number(summary.changes)),
            ("schema_changes", number(summary.schema_changes)),
            ("additive", number(summary.additive)),
            ("breaking", number(summary.breaking)),
            ("wire_breaking_for_sender", number(summary.wire_sender)),
            ("wire_breaking_for_receiver", number(summary.wire_receiver)),
            ("source_breaking_only", number(summary.source_only)),
            ("bump_asked", string(summary.asked.as_str())),
            ("bump_made", made),
        ]);
        object([
            ("from", string(&self.from.contract)),
            ("to", string(&self.to.contract)),
            ("identity", Json::Object(identity.collect())),
            (
                "changes",
                Json::Array(self.changes.iter().map(Change::to_json).collect()),
            ),
            ("moved", Json::Array(moved.collect())),
            ("rust_types_renamed", Json::Array(renamed.collect())),
            ("summary", summary),
        ])
        .pretty()
    }
}

impl Change {
    fn write_text(&self, text: &mut String) {
        push(
            text,
            &format!("  {} {}: {}", self.class(), self.rule.id(), self.detail),
        );
        let place = |side: &Option<Location>| match side {
            Some(location) => location.to_string(),
            None => "nowhere".to_owned(),
        };
        let (from, to) = (place(&self.from), place(&self.to));
        if from == to {
            push(text, &format!("      at {to}"));
        } else {
            push(text, &format!("      at {from} → {to}"));
        }
        push(
            text,
            &format!(
                "      wire: {}; source: {}",
                words(self.wire),
                words(self.source)
            ),
        );
        if !self.is_fact() {
            push(text, &format!("      shows in: {}", self.reached()));
        }
        for note in &self.notes {
            push(text, &format!("      note: {note}"));
        }
    }

    /// The payloads in which it shows, in words.
    fn reached(&self) -> String {
        if self.is_fact() {
            return String::new();
        }
        if self.reach.is_empty() {
            return "no payload reaches this schema".to_owned();
        }
        let of = |party: Party, who: &str| {
            let names: Vec<&str> = self
                .reach
                .iter()
                .filter(|reach| reach.sender == party)
                .map(|reach| reach.payload.as_str())
                .collect();
            (!names.is_empty()).then(|| format!("{who} send {}", names.join(", ")))
        };
        let parts = [of(Party::Buyer, "buyers"), of(Party::Dealer, "dealers")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join("; ")
    }

    fn to_json(&self) -> Json {
        let reach = self.reach.iter().map(Reach::to_json).collect();
        let notes = self.notes.iter().map(|note| string(note)).collect();
        object([
            ("rule", string(self.rule.id())),
            ("class", string(self.class().as_str())),
            ("from", location(self.from.as_ref())),
            ("to", location(self.to.as_ref())),
            ("detail", string(&self.detail)),
            ("wire", impact(self.wire)),
            ("source", impact(self.source)),
            ("bump", string(self.bump().as_str())),
            ("payloads", Json::Array(reach)),
            ("notes", Json::Array(notes)),
        ])
    }
}

impl Reach {
    fn to_json(&self) -> Json {
        object([
            ("payload", string(&self.payload)),
            ("file", string(&self.file)),
            ("sender", string(self.sender.as_str())),
            ("receiver", string(self.sender.other().as_str())),
            ("wire", impact(self.wire)),
            ("strict", impact(self.strict)),
        ])
    }
}

fn push(text: &mut String, line: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{line}");
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

fn words(impact: Impact) -> String {
    match (impact.sender, impact.receiver) {
        (Class::Additive, Class::Additive) => "additive".to_owned(),
        (Class::Breaking, Class::Breaking) => "breaking for sender and receiver".to_owned(),
        (Class::Breaking, Class::Additive) => "breaking for the sender".to_owned(),
        (Class::Additive, Class::Breaking) => "breaking for the receiver".to_owned(),
    }
}

fn file_of(change: &Change) -> &str {
    let location = change.to.as_ref().or(change.from.as_ref());
    location.map_or("", |location| &location.file)
}

fn located(location: Option<&Location>) -> String {
    match location {
        Some(location) => format!("`{location}`"),
        None => String::new(),
    }
}

fn string(text: &str) -> Json {
    Json::String(text.to_owned())
}

fn number(count: usize) -> Json {
    Json::Number(Number::from(count))
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let members = members.into_iter();
    Json::Object(
        members
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

fn location(location: Option<&Location>) -> Json {
    match location {
        None => Json::Null,
        Some(location) => object([
            ("file", string(&location.file)),
            ("pointer", string(&location.pointer)),
        ]),
    }
}

fn impact(impact: Impact) -> Json {
    object([
        ("sender", string(impact.sender.as_str())),
        ("receiver", string(impact.receiver.as_str())),
    ])
}
