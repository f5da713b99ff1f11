//! A run: its contracts, its streams, how it ends.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use super::{Streams, terminal};
use crate::payload::ContractInfo;

/// How a command ended; the worse the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Everything is as it should be.
    Done,
    /// The check failed.
    CheckFailed,
    /// An input or the usage was wrong.
    Unusable,
}

impl Exit {
    pub(super) fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::CheckFailed => 1,
            Exit::Unusable => 2,
        }
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub(super) enum Stop {
    /// What to tell the person.
    Unusable(String),
    /// Standard output failed.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

/// Takes a terminal to the beginning of its line, which it empties.
const CLEAR_LINE: &str = "\r\x1b[K";

/// How long progress stands before it is told anew.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The contracts and streams of a run.
///
/// Nothing else writes, so no text gets past the escaping of control characters.
pub(super) struct Session<'a> {
    /// The contracts compiled in, oldest first.
    pub(super) contracts: &'static [ContractInfo],
    streams: Streams<'a>,
    /// When progress was told last, or the run began.
    told: Instant,
    /// Whether progress stands in the terminal's last line.
    shown: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(contracts: &'static [ContractInfo], streams: Streams<'a>) -> Session<'a> {
        Session {
            contracts,
            streams,
            told: Instant::now(),
            shown: false,
        }
    }

    /// Writes a line of the result.
    pub(super) fn result(&mut self, line: &str) -> io::Result<()> {
        self.hide_progress();
        writeln!(self.streams.stdout, "{}", terminal::visible(line))
    }

    /// Writes a JSON text as the result.
    pub(super) fn json(&mut self, text: &str) -> io::Result<()> {
        self.hide_progress();
        writeln!(self.streams.stdout, "{}", terminal::visible_json(text))
    }

    /// Writes a message for the person, after the results so far.
    pub(super) fn message(&mut self, line: &str) {
        self.hide_progress();
        // A failure of standard output comes up again at the end of the run; one of standard error
        // has nowhere to go.
        let _ = self.streams.stdout.flush();
        let _ = writeln!(self.streams.stderr, "{}", terminal::visible(line));
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.streams.stdout.flush()
    }

    /// Tells on a terminal how far the run is, unless it has just done so.
    pub(super) fn progress(&mut self, line: impl FnOnce() -> String) {
        if !self.streams.stderr_is_terminal || self.told.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        // Results must not come between.
        let _ = self.streams.stdout.flush();
        let line = line();
        let _ = write!(
            self.streams.stderr,
            "{CLEAR_LINE}{}",
            terminal::visible(&line)
        );
        let _ = self.streams.stderr.flush();
        self.told = Instant::now();
        self.shown = true;
    }

    /// Takes progress away, so that something else can be written.
    pub(super) fn hide_progress(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(self.streams.stderr, "{CLEAR_LINE}");
            let _ = self.streams.stderr.flush();
        }
    }

    /// Everything on standard input.
    pub(super) fn read_stdin(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.streams.stdin.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Standard input, for who reads it bit by bit; there is nothing on it any more.
    pub(super) fn take_stdin(&mut self) -> Box<dyn Read + Send> {
        std::mem::replace(&mut self.streams.stdin, Box::new(io::empty()))
    }
}
