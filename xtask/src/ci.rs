//! `ci`: what continuous integration runs, in the order in which failures are cheapest.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::contracts;
use crate::report::{self, Ending, Outcome};

/// One call of cargo.
struct Step {
    arguments: Vec<String>,
    /// Environment variables of this step alone.
    variables: &'static [(&'static str, &'static str)],
}

/// Runs the command.
pub fn run() -> Ending {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = contracts::root();
    let features: Vec<String> = contracts::read(&root)?
        .iter()
        .map(|folder| folder.source.contract.replace('.', "_"))
        .collect();
    let begin = Instant::now();
    let mut taken = Vec::new();
    for step in steps(&features) {
        let line = format!("cargo {}", step.arguments.join(" "));
        report::message(&format!("==> {line}"));
        let begin = Instant::now();
        let status = Command::new(&cargo)
            .args(&step.arguments)
            .current_dir(&root)
            .env("RUSTDOCFLAGS", "-D warnings")
            // What incremental builds keep would take as much of the disk as all the rest.
            .env("CARGO_INCREMENTAL", "0")
            .envs(step.variables.iter().copied())
            .status()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !status.success() {
            report::message(&format!("failed: {line}"));
            return Ok(Outcome::CheckFailed);
        }
        taken.push(timed(begin.elapsed(), &line));
    }
    taken.push(timed(begin.elapsed(), "all steps"));
    report::message(&taken.join("\n"));
    Ok(Outcome::Done)
}

fn timed(taken: Duration, what: &str) -> String {
    let seconds = taken.as_secs();
    format!("{:3}:{:02} {what}", seconds / 60, seconds % 60)
}

/// The steps; `features` are those of the contracts.
fn steps(features: &[String]) -> Vec<Step> {
    let step = |line: &str| Step {
        arguments: line.split(' ').map(str::to_owned).collect(),
        variables: &[],
    };
    let lint = |features: &str| {
        step(&format!(
            "clippy -p aap-types --no-default-features{features} -- -D warnings"
        ))
    };
    let mut steps = vec![
        step("fmt --all --check"),
        step("xtask generate --check"),
        step("xtask verify"),
        step("clippy --workspace --all-targets --all-features -- -D warnings"),
        step("test --workspace"),
        // In a workspace the features that one member wants are on for all: what users get by
        // default, and with nothing, has to be tested alone.
        step("test -p aap-types"),
        step("test -p aap-types --no-default-features"),
    ];
    // Each contract adds to the same code: none, each alone, all together, and envelopes without one.
    steps.push(lint(""));
    steps.extend(
        features
            .iter()
            .map(|feature| lint(&format!(" --features {feature}"))),
    );
    steps.push(lint(" --features all-contracts"));
    steps.push(lint(" --features a2a"));
    steps.push(step("xtask interop"));
    // The same tests where another crate of the build changes serde_json's numbers and maps.
    steps.push(Step {
        variables: &[("AAP_CASES", "500")],
        ..step("test -p aap-tests --features arbitrary_precision,preserve_order")
    });
    steps.push(step("doc --workspace --no-deps --all-features"));
    steps.push(step("xtask release-check"));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contract_is_looked_at_alone() {
        let contracts = ["v0_1".to_owned(), "draft".to_owned()];
        let alone: Vec<String> = steps(&contracts)
            .iter()
            .filter_map(|step| {
                let line = step.arguments.join(" ");
                let (_, features) = line.split_once("clippy -p aap-types --no-default-features")?;
                features
                    .split_once(" -- ")
                    .map(|(features, _)| features.to_owned())
            })
            .collect();
        let feature = |name: &str| format!(" --features {name}");
        let expected = ["v0_1", "draft", "all-contracts", "a2a"].map(feature);
        assert_eq!(alone, [&[String::new()][..], &expected].concat());
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(timed(Duration::from_secs(754), "x"), " 12:34 x");
        assert_eq!(timed(Duration::from_millis(9_900), "x"), "  0:09 x");
    }
}
