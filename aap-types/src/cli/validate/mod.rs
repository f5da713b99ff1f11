//! `aap validate`: holds documents against the schemas of a contract, or of each.

mod inputs;
mod json;
mod locate;
mod ndjson;
mod notes;
mod peek;
mod summary;
mod text;
mod verdict;

use std::path::PathBuf;

use clap::ValueEnum;

use super::names;
use super::session::{Exit, Session, Stop};
use crate::payload::{ContractInfo, Status};
use verdict::{Content, Verdict};
pub(super) use verdict::{json_text, syntax};

/// Validate payloads, agent cards and A2A messages.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// The contract, or `any` for the verdict of each; the newest released one if left out.
    #[arg(long)]
    contract: Option<String>,
    /// The schema: its file's name (vehicle), its type's name (Vehicle) or its $id.
    #[arg(long = "as", value_name = "SCHEMA")]
    schema: Option<String>,
    /// Lines for people, or JSON for programs: one document, with --ndjson one object on each line.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Take each line of an input for a document of its own; blank lines are skipped.
    #[arg(long)]
    ndjson: bool,
    /// Files, directories (every *.json below them; with --ndjson every *.ndjson and *.jsonl), or
    /// `-` for standard input.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
}

const HELP: &str = "\
How the payload and its schema are found:
  In a JSON-RPC request or reply, in a message of A2A and in a body {\"message\": …} the payload is
  the data of the first part; in a JSON-RPC error it is the data, or that entry of the data which
  is AAP's. Any other document is the payload itself. The schema is the one named with --as; else
  the payload's `type` tells it, or the shape of an agent card does.

JSON output:
  {\"contract\", \"inputs\": [{\"input\", \"schema\", \"schemaId\", \"at\", \"valid\", \"errors\"}]}
  `at` is the JSON Pointer of the payload in the document. `errors` lists every violation in
  document order: {\"instanceLocation\", \"keyword\", \"error\"}, where the location is that in the
  whole document. Two keywords are not of JSON Schema: duplicateKey, a member that is named more
  than once, and unrepresentable, a number that the payload's Rust type cannot hold. Where the text
  has such a fault that comes before any schema, `schema`, `schemaId` and `at` may be null.
  An input that could not be validated is {\"input\", \"unusable\": \"why\"}.
  With --contract any an input is {\"input\", \"valid\", \"contracts\": [{\"contract\", \"status\", …}]},
  where … is what an input has otherwise, and `valid` means that some contract accepts it.

With --ndjson:
  Inputs of any size are read as they come, on all cores, with every other option. Only lines that
  fail are told, as FILE:LINE; with more than ten of them, the violations are counted on standard
  error by place and keyword, except with --contract any. In JSON each is one object on a line:
  {\"input\", \"line\", …}, where … is what an input has otherwise. The last object is
  {\"contract\", \"summary\": {\"lines\", \"valid\", \"invalid\", \"unusable\"}}, with more than ten
  failing lines also \"violations\": [{\"place\", \"keyword\", \"count\"}], most frequent first, and
  \"more\", how many are left out. In a place * stands for any element. What is said below of inputs
  holds for their lines.

Exit codes:
  0  every input is valid; with --contract any: some contract accepts each
  1  at least one input is invalid
  2  at least one input is unusable (unreadable, not JSON, no schema found), or the usage is wrong,
     or the output could not be written";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The contracts to ask.
#[derive(Clone, Copy)]
enum Selection {
    One(&'static ContractInfo),
    Any(&'static [ContractInfo]),
}

/// What a contract says; an error tells why it has no schema.
struct Judged {
    contract: &'static ContractInfo,
    verdict: Result<Verdict, String>,
}

impl Judged {
    fn accepts(&self) -> bool {
        self.verdict.as_ref().is_ok_and(Verdict::is_valid)
    }
}

/// An input and what the contracts say; an error tells why it is unusable.
struct Checked {
    input: String,
    judged: Result<Vec<Judged>, String>,
}

impl Checked {
    fn exit(&self) -> Exit {
        match &self.judged {
            Err(_) => Exit::Unusable,
            Ok(judged) if judged.iter().any(Judged::accepts) => Exit::Done,
            Ok(_) => Exit::CheckFailed,
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<Exit, Stop> {
    let selection = select(session.contracts, arguments.contract.as_deref())
        .and_then(|selection| {
            check_schema_name(session.contracts, &selection, arguments.schema.as_deref())?;
            Ok(selection)
        })
        .map_err(Stop::Unusable)?;
    let endings: &[&str] = match arguments.ndjson {
        true => &["ndjson", "jsonl"],
        false => &["json"],
    };
    let inputs = inputs::expand(&arguments.inputs, endings).map_err(Stop::Unusable)?;
    if let Selection::One(contract) = selection
        && let Some(caution) = names::caution(contract)
    {
        session.message(&caution);
    }
    if arguments.ndjson {
        let schema = arguments.schema.as_deref();
        return ndjson::run(arguments.format, &selection, schema, inputs, session);
    }
    let mut all = Vec::new();
    let mut exits = Vec::new();
    for input in inputs {
        let judged = input.read(session).and_then(|bytes| {
            let content = verdict::read(session.contracts, &bytes)?;
            let name = arguments.schema.as_deref();
            let judged = judge(session.contracts, &selection, name, &content)?;
            for note in notes::notes(session.contracts, &selection, &judged, &content) {
                session.message(&format!("note: {}: {note}", input.name));
            }
            Ok(judged)
        });
        let checked = Checked {
            input: input.name,
            judged,
        };
        exits.push(checked.exit());
        match arguments.format {
            Format::Text => print(session, &selection, &checked)?,
            Format::Json => all.push(checked),
        }
    }
    if let Format::Json = arguments.format {
        let report = json::Report {
            selection: &selection,
            inputs: &all,
        };
        let text = serde_json::to_string_pretty(&report)
            .map_err(|error| Stop::Unusable(error.to_string()))?;
        session.json(&text)?;
    }
    session.flush()?;
    if exits.len() > 1 {
        let count = |wanted| exits.iter().filter(|exit| **exit == wanted).count();
        session.message(&format!(
            "{} inputs: {} valid, {} invalid, {} unusable",
            exits.len(),
            count(Exit::Done),
            count(Exit::CheckFailed),
            count(Exit::Unusable)
        ));
    }
    Ok(exits.into_iter().max().unwrap_or(Exit::Unusable))
}

fn select(contracts: &'static [ContractInfo], name: Option<&str>) -> Result<Selection, String> {
    match name {
        None => names::default_contract(contracts).map(Selection::One),
        Some(names::ANY) if !contracts.is_empty() => Ok(Selection::Any(contracts)),
        Some(name) => names::contract(contracts, name).map(Selection::One),
    }
}

/// A name that no contract asked knows is an error of usage, whatever the inputs are.
fn check_schema_name(
    contracts: &'static [ContractInfo],
    selection: &Selection,
    name: Option<&str>,
) -> Result<(), String> {
    let Some(name) = name else {
        return Ok(());
    };
    match selection {
        Selection::One(contract) => {
            names::schema(contracts, contract, name, "--contract").map(|_| ())
        }
        Selection::Any(contracts) => {
            if contracts
                .iter()
                .any(|contract| contract.payload(name).is_some())
            {
                return Ok(());
            }
            let unknown = names::unknown_schema(contracts, name);
            Err(format!("no contract has a schema {unknown}"))
        }
    }
}

fn judge(
    contracts: &'static [ContractInfo],
    selection: &Selection,
    name: Option<&str>,
    content: &Content<'_>,
) -> Result<Vec<Judged>, String> {
    let ask = |contract| Judged {
        contract,
        verdict: verdict::judge(contracts, contract, name, content),
    };
    let judged: Vec<Judged> = match selection {
        Selection::One(contract) => vec![ask(contract)],
        Selection::Any(contracts) => contracts.iter().map(ask).collect(),
    };
    if judged.iter().any(|one| one.verdict.is_ok()) {
        return Ok(judged);
    }
    // No contract has a schema: the reason of the newest, a released one at best, stands for all.
    let newest = judged
        .into_iter()
        .rev()
        .min_by_key(|one| one.contract.status != Status::Released);
    Err(newest.and_then(|one| one.verdict.err()).unwrap_or_default())
}

fn print(session: &mut Session<'_>, selection: &Selection, checked: &Checked) -> Result<(), Stop> {
    let input = &checked.input;
    let lines = match (&checked.judged, selection) {
        (Err(reason), _) => {
            session.message(&format!("unusable {input}: {reason}"));
            return Ok(());
        }
        (Ok(judged), Selection::Any(_)) => text::table(input, judged),
        (Ok(judged), Selection::One(_)) => judged
            .iter()
            .flat_map(|one| text::verdict(input, one))
            .collect(),
    };
    for line in lines {
        session.result(&line)?;
    }
    Ok(())
}
