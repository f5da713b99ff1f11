//! Times `aap-types` beside its peers. See `README.md` in this folder.

#![forbid(unsafe_code)]

mod build_cost;
mod compiled;
mod contests;
mod growth;
mod kinds;
mod measure;
mod payloads;
mod plain;
mod speed;
mod table;
mod targets;
mod text;
mod typify;
mod violations;

use std::error::Error;
use std::time::Duration;

use aap_types::{Contract, v1_3};

use measure::Effort;

/// What can go wrong is told and ends the program.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The contract that is measured.
pub const CONTRACT: &str = <v1_3::Contract as Contract>::NAME;

fn main() -> Outcome<()> {
    let mut effort = Effort {
        rounds: 40,
        turn: Duration::from_millis(2),
    };
    let mut only = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Said by cargo.
            "--bench" => {}
            "--quick" => effort.rounds = 8,
            "--only" => only = arguments.next().ok_or("--only what?")?,
            other => return Err(format!("what is {other:?}?").into()),
        }
    }
    let rows = speed::measure(effort, &only)?;
    println!("{}", speed::report(&rows));
    Ok(())
}
