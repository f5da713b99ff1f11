//! `aap card`: what an agent card offers, and what is wrong with it.

use std::fs;
use std::path::PathBuf;

use super::session::{Exit, Session, Stop};
use super::validate::{json_text, syntax};
use crate::profile::discovery::{self, Options};
use crate::rejection::Rejection;
use crate::runtime::document;

/// Tell what an agent card offers: contracts, skills, interface, and its problems.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// The card, or `-` for standard input.
    #[arg(value_name = "FILE")]
    card: PathBuf,
    /// Let draft and provisional contracts win over released ones.
    #[arg(long)]
    unreleased: bool,
    /// Accept plain HTTP to the own machine, and draft contracts.
    #[arg(long)]
    development: bool,
}

const HELP: &str = "\
Exit codes:
  0  an AAP dealer, whose card breaks no rule that binds (MUST)
  1  an AAP dealer whose card breaks one, or no AAP dealer
  2  the card cannot be read or is not JSON, or the usage is wrong, or the output could not be
     written";

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<Exit, Stop> {
    let name = arguments.card.to_string_lossy().into_owned();
    let unusable = |reason: String| Stop::Unusable(format!("{name}: {reason}"));
    let bytes = match arguments.card.as_os_str() == "-" {
        true => session.read_stdin(),
        false => fs::read(&arguments.card),
    };
    let bytes = bytes.map_err(|error| unusable(format!("cannot be read: {error}")))?;
    let text = json_text(&bytes).map_err(unusable)?;
    let document = document::parse(text).map_err(|rejection| match &rejection {
        Rejection::Syntax(error) => unusable(syntax(error)),
        other => unusable(other.to_string()),
    })?;
    let options = Options {
        unreleased: arguments.unreleased,
        development: arguments.development,
    };
    let discovery = discovery::discover_among(session.contracts, &document.value, options);
    for line in discovery.to_string().lines() {
        session.result(line)?;
    }
    Ok(match discovery.speak() {
        Some(offer) if !offer.must_be_mended() => Exit::Done,
        _ => Exit::CheckFailed,
    })
}
