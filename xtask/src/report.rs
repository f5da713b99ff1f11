//! How commands end and speak.

use std::io::Write;

/// How a command ended that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as it should be.
    Done,
    /// The check failed.
    CheckFailed,
}

/// A command's end: an outcome, or why its input is unusable.
pub type Ending = Result<Outcome, String>;

/// Writes a line of the result.
pub fn result(line: &str) {
    // A reader that went away needs no result any more.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Writes a message for the person at the terminal.
pub fn message(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
