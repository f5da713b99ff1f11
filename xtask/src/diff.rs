//! `diff`: what differs between two contracts, and whom it breaks.

use std::path::Path;

use aap_codegen::Source;
use aap_codegen::diff::{self, Class, Diff};
use aap_codegen::manifest::Manifest;
use clap::ValueEnum;

use crate::contracts;
use crate::report::{self, Ending, Outcome};

/// How the differences are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For release notes.
    Markdown,
}

/// What makes the command fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// A difference that breaks somebody, on the wire or in Rust source.
    Breaking,
}

/// Runs the command.
pub fn run(from: &str, to: &str, format: Format, deny: Option<Deny>) -> Ending {
    let diff = compare(from, to)?;
    let text = match format {
        Format::Text => diff.to_text(),
        Format::Json => diff.to_json(),
        Format::Markdown => diff.to_markdown(),
    };
    report::result(text.trim_end());
    let breaking = breaking(&diff);
    if deny == Some(Deny::Breaking) && breaking > 0 {
        let between = match diff.of_one_contract() {
            Some(name) => format!("two copies of {name}"),
            None => format!("{} and {}", diff.from.contract, diff.to.contract),
        };
        report::message(&format!(
            "{breaking} breaking differences between {between}, which --deny breaking refuses"
        ));
        return Ok(Outcome::CheckFailed);
    }
    Ok(Outcome::Done)
}

fn breaking(diff: &Diff) -> usize {
    let changes = diff.changes.iter();
    changes
        .filter(|change| change.class() == Class::Breaking)
        .count()
}

fn compare(from: &str, to: &str) -> Result<Diff, String> {
    let (from, to) = match (read(from), read(to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(error), Err(other)) => return Err(format!("{error}\n{other}")),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    diff::diff(&from, &to).map_err(|problems| problems.to_string())
}

/// Reads a contract by its name, or from a folder of its own.
fn read(name: &str) -> Result<Source, String> {
    let contracts = contracts::root().join("aap-schemas/contracts");
    let known = contracts.join(name);
    // A name is one path segment; anything else is a folder somewhere.
    let is_name =
        Path::new(name).components().count() == 1 && known.join("contract.toml").is_file();
    let folder = if is_name { known } else { name.into() };
    if !folder.join("contract.toml").is_file() {
        return Err(format!(
            "{name:?} is neither a contract in {} nor a folder with a contract.toml",
            contracts.display()
        ));
    }
    let mut source = Source::read(&folder).map_err(|error| error.to_string())?;
    // Only in the repository a folder has to be called like its contract.
    if let Ok(manifest) = Manifest::parse(&source.manifest) {
        source.contract = manifest.contract;
    }
    Ok(source)
}
