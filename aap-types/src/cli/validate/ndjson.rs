//! `aap validate --ndjson`: each line of an input is a document.

use serde_json::Value;

use super::inputs::{self, Input};
use super::summary::{self, Kind, Summary};
use super::verdict::{self, Content};
use super::{Checked, Format, Judged, Selection, json, judge, peek, print};
use crate::cli::session::{Exit, Session, Stop};
use crate::feed::{self, FeedError};
use crate::payload::{ContractInfo, Status};

/// Whom to ask about each line.
#[derive(Clone)]
struct Question {
    contracts: &'static [ContractInfo],
    selection: Selection,
    schema: Option<String>,
}

/// What became of a line.
enum Answer {
    Valid {
        /// The contract that accepts it.
        by: Status,
    },
    Failed {
        judged: Result<Vec<Judged>, String>,
        kinds: Vec<Kind>,
    },
}

impl Question {
    /// Most lines of a feed are valid: only those that do not seem so get a report.
    fn ask(&self, line: &[u8]) -> Answer {
        let name = self.schema.as_deref();
        let asked = match self.selection {
            Selection::One(contract) => std::slice::from_ref(contract),
            Selection::Any(contracts) => contracts,
        };
        if let Some(contract) = peek::accepting(asked, name, line) {
            return Answer::Valid {
                by: contract.status,
            };
        }
        let content = verdict::read(self.contracts, line);
        let judged = content.as_ref().map_err(Clone::clone);
        let judged = judged.and_then(|it| judge(self.contracts, &self.selection, name, it));
        let accepting = judged.iter().flatten().filter(|one| one.accepts());
        let statuses = accepting.map(|one| one.contract.status);
        if let Some(by) = statuses.min_by_key(|status| *status != Status::Released) {
            return Answer::Valid { by };
        }
        let document = match &content {
            Ok(Content::Payload { document, .. }) => Some(&document.value),
            _ => None,
        };
        Answer::Failed {
            kinds: self.kinds(&judged, document),
            judged: judged.map_err(on_one_line),
        }
    }

    /// The kinds of violations; several contracts have too many to tell.
    fn kinds(&self, judged: &Result<Vec<Judged>, String>, document: Option<&Value>) -> Vec<Kind> {
        let Selection::One(_) = self.selection else {
            return Vec::new();
        };
        let verdicts = judged.iter().flatten().flat_map(|one| &one.verdict);
        let violations = verdicts.flat_map(|verdict| &verdict.violations);
        violations
            .map(|violation| summary::kind(document, violation))
            .collect()
    }
}

/// A parser's words about a text that is one line of many.
fn on_one_line(reason: String) -> String {
    reason.replace(" at line 1 column ", " at column ")
}

/// Validates the lines of all inputs.
pub(super) fn run(
    format: Format,
    selection: &Selection,
    schema: Option<&str>,
    inputs: Vec<Input>,
    session: &mut Session<'_>,
) -> Result<Exit, Stop> {
    let question = Question {
        contracts: session.contracts,
        selection: *selection,
        schema: schema.map(str::to_owned),
    };
    let mut run = Run {
        format,
        question,
        session,
        summary: Summary::default(),
        unreleased_only: 0,
        exit: Exit::Done,
    };
    for input in inputs {
        run.input(&input)?;
    }
    run.end()
}

struct Run<'r, 's> {
    format: Format,
    question: Question,
    session: &'r mut Session<'s>,
    summary: Summary,
    /// How many valid lines no released contract accepts.
    unreleased_only: u64,
    exit: Exit,
}

impl Run<'_, '_> {
    fn input(&mut self, input: &Input) -> Result<(), Stop> {
        let name = &input.name;
        let reader = match input.open(self.session) {
            Ok(reader) => reader,
            Err(reason) => return self.fail(name, None, Err(reason)),
        };
        let question = self.question.clone();
        let (lines, failing) = (self.summary.lines, self.summary.failing());
        let mut whole = true;
        for record in feed::lines_with(reader, move |line| question.ask(line)) {
            match record {
                Ok(record) => self.line(name, record.position, record.payload)?,
                Err(FeedError::Io(error)) => {
                    whole = false;
                    self.fail(name, None, Err(inputs::unreadable(error)))?;
                }
                Err(error) => {
                    whole = false;
                    self.fail(name, None, Err(error.to_string()))?;
                }
            }
        }
        if whole && failing == self.summary.failing() && matches!(self.format, Format::Text) {
            let count = summary::count_of_lines(self.summary.lines - lines);
            self.session.result(&format!("ok   {name}: {count}"))?;
        }
        Ok(())
    }

    fn line(&mut self, name: &str, line: u64, answer: Answer) -> Result<(), Stop> {
        self.summary.lines += 1;
        match answer {
            Answer::Valid { by } => self.unreleased_only += u64::from(by != Status::Released),
            Answer::Failed { judged, kinds } => {
                match judged {
                    Ok(_) => self.summary.invalid += 1,
                    Err(_) => self.summary.unusable += 1,
                }
                self.summary.add(kinds);
                self.fail(name, Some(line), judged)?;
            }
        }
        let summary = &self.summary;
        self.session.progress(|| {
            let (lines, failing) = (summary.lines, summary.failing());
            format!("{}, {failing} invalid", summary::count_of_lines(lines))
        });
        Ok(())
    }

    /// Tells of a line, or of an input as a whole.
    fn fail(
        &mut self,
        name: &str,
        line: Option<u64>,
        judged: Result<Vec<Judged>, String>,
    ) -> Result<(), Stop> {
        let input = match (self.format, line) {
            (Format::Text, Some(line)) => format!("{name}:{line}"),
            _ => name.to_owned(),
        };
        let checked = Checked { input, judged };
        self.exit = self.exit.max(checked.exit());
        let selection = &self.question.selection;
        match self.format {
            Format::Text => print(self.session, selection, &checked),
            Format::Json => {
                let input = json::Input {
                    selection,
                    checked: &checked,
                    line,
                };
                object(self.session, &input)
            }
        }
    }

    fn end(self) -> Result<Exit, Stop> {
        if let Format::Json = self.format {
            let last = json::Last {
                selection: &self.question.selection,
                summary: &self.summary,
            };
            object(self.session, &last)?;
        }
        self.session.flush()?;
        self.session.hide_progress();
        // With one contract, that it is not released has been told.
        if let (Selection::Any(_), 1..) = (self.question.selection, self.unreleased_only) {
            let count = summary::count_of_lines(self.unreleased_only);
            self.session.message(&format!(
                "note: no released contract accepts {count} of those that are valid"
            ));
        }
        if let Format::Text = self.format {
            for line in self.summary.text() {
                self.session.message(&line);
            }
        }
        Ok(self.exit)
    }
}

/// Writes one line of JSON.
fn object(session: &mut Session<'_>, value: &impl serde::Serialize) -> Result<(), Stop> {
    let text = serde_json::to_string(value).map_err(|error| Stop::Unusable(error.to_string()))?;
    Ok(session.json(&text)?)
}
