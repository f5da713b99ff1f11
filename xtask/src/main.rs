//! Maintainers' commands. `cargo xtask --help` lists them.
//!
//! Results go to standard output, messages to standard error. Exit codes: 0 done, 1 the check
//! failed, 2 unusable input or usage.

mod ci;
mod conformance;
mod contracts;
mod diff;
mod features;
mod generate;
mod import;
mod interop;
mod lock;
mod release;
mod report;
mod together;
mod verify;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use report::Outcome;

/// Maintainers' commands.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate the Rust code of all contracts from their schemas.
    Generate {
        /// Change nothing; exit with 1 and a diff where a file is stale, missing or orphaned.
        #[arg(long)]
        check: bool,
        /// Only this contract's module (may be given more than once).
        #[arg(long, value_name = "CONTRACT")]
        contract: Vec<String>,
    },
    /// Check the locks of all contracts, and with --upstream the published files too.
    Verify {
        /// A checkout of the specification, with `spec/<contract>/schemas`.
        #[arg(long, value_name = "DIR")]
        upstream: Option<PathBuf>,
    },
    /// Send small schemas with instances through the whole pipeline and count what is right.
    Conformance {
        /// The folder of cases.
        #[arg(long, value_name = "DIR")]
        cases: PathBuf,
        /// How to print the result.
        #[arg(long, value_enum, default_value = "text")]
        format: conformance::Format,
    },
    /// Import a contract from a checkout of the specification.
    Import {
        /// The checkout, with `spec/<contract>/schemas` and `skills.yaml`.
        #[arg(long, value_name = "DIR")]
        from: PathBuf,
        /// The contract: v1.4, or draft for the specification's `latest`.
        #[arg(long, value_name = "CONTRACT")]
        contract: String,
        /// The folder of contracts to write into, in place of aap-schemas/contracts.
        #[arg(long, value_name = "DIR")]
        into: Option<PathBuf>,
    },
    /// Write the locks of the schemas as they are now.
    Lock {
        /// Only this contract's (may be given more than once).
        #[arg(long, value_name = "CONTRACT")]
        contract: Vec<String>,
    },
    /// Tell what differs between two contracts, and whom it breaks.
    Diff {
        /// The old contract: its name, or a folder with a contract.toml.
        from: String,
        /// The new contract: its name, or a folder with a contract.toml.
        to: String,
        /// How the differences are written.
        #[arg(long, value_enum, default_value_t)]
        format: diff::Format,
        /// Exit with 1 where a difference breaks somebody.
        #[arg(long, value_enum)]
        deny: Option<diff::Deny>,
    },
    /// Install the official SDKs of A2A (Python, JavaScript) below target/interop and test with them.
    Interop,
    /// Tell whether the crates could be published as they are.
    ReleaseCheck {
        /// Only write the snapshot of the public API of aap-types, and check nothing.
        #[arg(long)]
        bless: bool,
        /// As for publishing now: every version in a CHANGELOG has its date.
        #[arg(long, conflicts_with = "bless")]
        publish: bool,
    },
    /// Run what continuous integration runs.
    Ci,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        Command::Generate { check, contract } => generate::run(check, &contract),
        Command::Verify { upstream } => verify::run(upstream.as_deref()),
        Command::Conformance { cases, format } => conformance::run(&cases, format),
        Command::Import {
            from,
            contract,
            into,
        } => import::run(&from, &contract, into.as_deref()),
        Command::Lock { contract } => lock::run(&contract),
        Command::Diff {
            from,
            to,
            format,
            deny,
        } => diff::run(&from, &to, format, deny),
        Command::Interop => interop::run(),
        Command::ReleaseCheck { bless, publish } => release::run(bless, publish),
        Command::Ci => ci::run(),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::CheckFailed) => ExitCode::from(1),
        Err(message) => {
            report::message(&message);
            ExitCode::from(2)
        }
    }
}
