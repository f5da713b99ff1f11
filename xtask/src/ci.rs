//! `ci`: what continuous integration runs, in the order in which failures are cheapest.

use std::process::Command;
use std::time::Instant;

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
    for step in steps(&features) {
        let line = step.arguments.join(" ");
        report::message(&format!("==> cargo {line}"));
        let begin = Instant::now();
        let status = Command::new(&cargo)
            .args(&step.arguments)
            .current_dir(&root)
            .env("RUSTDOCFLAGS", "-D warnings")
            .envs(step.variables.iter().copied())
            .status()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        report::message(&format!("    {} s", begin.elapsed().as_secs()));
        if !status.success() {
            report::message(&format!("failed: cargo {line}"));
            return Ok(Outcome::CheckFailed);
        }
    }
    Ok(Outcome::Done)
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
    ];
    // The same tests where another crate of the build changes serde_json's numbers and maps.
    steps.push(Step {
        variables: &[("AAP_CASES", "500")],
        ..step(
            "test -p aap-tests --features arbitrary_precision,preserve_order \
             --test behaviour --test corpus --test differential --test errors --test discovery",
        )
    });
    // Every feature adds: none, each contract alone, all together.
    steps.push(lint(""));
    steps.extend(
        features
            .iter()
            .map(|feature| lint(&format!(" --features {feature}"))),
    );
    steps.push(lint(" --features all-contracts"));
    steps.push(step("doc --workspace --no-deps --all-features"));
    steps
}
