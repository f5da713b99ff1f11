//! Times `aap-types` beside its peers. See `README.md` in this folder.

#![forbid(unsafe_code)]

mod benchmarks;
mod build_cost;
mod contests;
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

Without a name: speed and growth. Each prints its tables and writes its section of BENCHMARKS.md;
with --only (payloads whose name holds a text) or --rounds (40 without) speed only prints.";

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [growth::ONCE, reader, vehicles] =
        arguments.iter().map(String::as_str).collect::<Vec<_>>()[..]
    {
        println!("{}", growth::once(reader, vehicles.parse()?)?);
        return Ok(());
    }
    let mut effort = Effort {
        rounds: 40,
        turn: Duration::from_millis(2),
    };
    let mut only = None;
    let mut whole = true;
    let mut measurements = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Said by cargo.
            "--bench" => {}
            "--only" => only = Some(arguments.next().ok_or(HELP)?),
            "--rounds" => {
                effort.rounds = arguments.next().ok_or(HELP)?.parse()?;
                whole = false;
            }
            "speed" | "growth" | "build" => measurements.push(argument),
            _ => return Err(HELP.into()),
        }
    }
    whole &= only.is_none();
    if measurements.is_empty() {
        measurements = vec!["speed".to_owned(), "growth".to_owned()];
    }
    for measurement in measurements {
        let (title, body) = match measurement.as_str() {
            "speed" => ("Speed", speed::report(effort, only.as_deref())?),
            "growth" => ("Growth", growth::report()?),
            _ => ("Build", build_cost::report()?),
        };
        println!("{body}\n");
        if whole || title != "Speed" {
            benchmarks::write(title, &format!("{COMMAND} -- {measurement}"), &body)?;
        }
    }
    Ok(())
}
