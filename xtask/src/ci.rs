//! `ci`: what continuous integration runs, in the order in which failures are cheapest.

use std::process::Command;

use crate::contracts;
use crate::report::{self, Ending, Outcome};

/// Runs the command.
pub fn run() -> Ending {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = contracts::root();
    for step in steps() {
        report::message(&format!("==> cargo {}", step.join(" ")));
        let status = Command::new(&cargo)
            .args(&step)
            .current_dir(&root)
            .env("RUSTDOCFLAGS", "-D warnings")
            .status()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if !status.success() {
            report::message(&format!("failed: cargo {}", step.join(" ")));
            return Ok(Outcome::CheckFailed);
        }
    }
    Ok(Outcome::Done)
}

fn steps() -> Vec<Vec<&'static str>> {
    let split = |line: &'static str| line.split(' ').collect::<Vec<_>>();
    [
        "fmt --all --check",
        "xtask generate --check",
        "xtask verify",
        "clippy --workspace --all-targets --all-features -- -D warnings",
        "test --workspace",
        "doc --workspace --no-deps --all-features",
    ]
    .into_iter()
    .map(split)
    .collect()
}
