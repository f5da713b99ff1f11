//! The command `aap`: one module for each subcommand, and what they share.
//!
//! A library module so that tests can run it with any set of contracts; not covered by SemVer.

mod card;
mod mcp;
mod names;
mod ordered;
mod schema;
mod session;
mod terminal;
mod validate;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::payload::ContractInfo;
use session::{Exit, Session, Stop};

/// Validates Auto Agent Protocol payloads and agent cards, and prints schemas and MCP tools.
#[derive(Debug, Parser)]
#[command(name = "aap", bin_name = "aap", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Validate(validate::Arguments),
    Schema(schema::Arguments),
    Mcp(mcp::Arguments),
    Card(card::Arguments),
}

/// Where a run reads and writes.
pub struct Streams<'a> {
    /// What the input `-` stands for; a thread of its own may read it.
    pub stdin: Box<dyn Read + Send>,
    /// Takes the results.
    pub stdout: &'a mut dyn Write,
    /// Takes the messages.
    pub stderr: &'a mut dyn Write,
    /// Whether a person sees the messages at once, and how far a long run is.
    pub stderr_is_terminal: bool,
}

/// Runs the command with the arguments and streams of the process.
#[must_use]
pub fn main() -> ExitCode {
    let mut stdout = BufWriter::new(io::stdout().lock());
    let streams = Streams {
        stdin: Box::new(io::stdin()),
        stdout: &mut stdout,
        stderr_is_terminal: io::stderr().is_terminal(),
        stderr: &mut io::stderr().lock(),
    };
    ExitCode::from(run(crate::contracts(), std::env::args_os(), streams))
}

/// Runs the command as a build with these contracts does, and gives the exit code: 0 done, 1 the
/// check failed, 2 unusable input, usage, or output that could not be written.
pub fn run<A>(contracts: &'static [ContractInfo], arguments: A, streams: Streams<'_>) -> u8
where
    A: IntoIterator<Item: Into<OsString> + Clone>,
{
    let mut session = Session::new(contracts, streams);
    let ending = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => match arguments.command {
            Command::Validate(arguments) => validate::run(&arguments, &mut session),
            Command::Schema(arguments) => schema::run(&arguments, &mut session),
            Command::Mcp(arguments) => mcp::run(&arguments, &mut session),
            Command::Card(arguments) => card::run(&arguments, &mut session),
        },
        Err(error) => usage(&error, &mut session),
    };
    let ending = ending.and_then(|exit| {
        session.flush()?;
        Ok(exit)
    });
    let exit = match ending {
        Ok(exit) => exit,
        Err(Stop::Unusable(message)) => {
            session.message(&format!("aap: {message}"));
            Exit::Unusable
        }
        // The reader has seen enough, and knows.
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Unusable,
        Err(Stop::Output(error)) => {
            session.message(&format!("aap: standard output cannot be written: {error}"));
            Exit::Unusable
        }
    };
    exit.code()
}

/// Help and version are results; whatever else clap has to say is a message.
fn usage(error: &clap::Error, session: &mut Session<'_>) -> Result<Exit, Stop> {
    let text = error.render().to_string();
    for line in text.lines() {
        if error.use_stderr() {
            session.message(line);
        } else {
            session.result(line)?;
        }
    }
    Ok(if error.use_stderr() {
        Exit::Unusable
    } else {
        Exit::Done
    })
}
