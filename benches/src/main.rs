//! Times `aap-types` beside its peers. See `README.md` in this folder.

#![forbid(unsafe_code)]

mod benchmarks;
mod build_cost;
mod catalogue;
mod contests;
mod exact;
mod growth;
mod kinds;
mod measure;
mod payloads;
mod speed;
mod table;
mod targets;
mod text;
mod violations;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use aap_types::{Contract, v1_3};

use measure::Effort;

/// What can go wrong is told and ends the program.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The contract that is measured.
pub const CONTRACT: &str = <v1_3::Contract as Contract>::NAME;

const COMMAND: &str = "cargo bench --manifest-path benches/Cargo.toml";

const HELP: &str = "\
usage: cargo bench --manifest-path benches/Cargo.toml [-- [MEASUREMENT]... [--only PAYLOAD] [--rounds N]]

measurements:
  speed    every payload, valid and with violations, beside all peers
  growth   the time for a vehicle in small and large documents
  build    clean release builds (some minutes)
  exact    instructions instead of times, on valid payloads; needs valgrind (some minutes)

Without a name: speed and growth. Each prints its tables and writes its section of BENCHMARKS.md.
With --only (payloads whose name holds a text) or --rounds (40 without) nothing is written.";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // What the program calls itself with.
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [growth::ONCE, reader, vehicles] => {
            println!("{}", growth::once(reader, vehicles.parse()?)?);
            return Ok(());
        }
        [exact::ONCE, payload, task, subject, runs] => {
            return exact::once(payload, task, subject, runs);
        }
        _ => {}
    }
    let mut effort = Effort {
        rounds: 40,
        turn: Duration::from_millis(2),
    };
    let mut only = String::new();
    let mut whole = true;
    let mut measurements = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Said by cargo.
            "--bench" => {}
            "--only" => {
                only = arguments.next().ok_or(HELP)?;
                whole = false;
            }
            "--rounds" => {
                effort.rounds = arguments.next().ok_or(HELP)?.parse()?;
                whole = false;
            }
            "speed" | "growth" | "build" | "exact" => measurements.push(argument),
            _ => return Err(HELP.into()),
        }
    }
    if measurements.is_empty() {
        measurements = vec!["speed".to_owned(), "growth".to_owned()];
    }
    for measurement in measurements {
        let command = format!("{COMMAND} -- {measurement}");
        let (title, body) = match measurement.as_str() {
            "speed" => ("Speed", speed::report(effort, &only)?),
            "growth" => ("Growth", growth::report()?),
            "build" => ("Build", build_cost::report()?),
            _ => ("Instructions", exact::report(&only)?),
        };
        println!("{body}\n");
        if whole {
            benchmarks::write(title, &command, &body)?;
        }
    }
    Ok(())
}
