//! `conformance`: small schemas through the real pipeline, into one scratch crate, against instances.
//!
//! Each case ends as *right* (generated, compiled, every verdict as expected), *refused* (the generator
//! says where and why it will not do it) or *wrong*.

mod case;
mod judge;
mod scratch;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use aap_codegen::Source;
use serde_json::{Value, json};

use crate::contracts;
use crate::report::{self, Ending, Outcome};
use case::Case;
use judge::Verdict;

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
}

/// Runs the command on every case in a folder.
pub fn run(folder: &Path, format: Format) -> Ending {
    let (cases, unreadable) = read(folder)?;
    if cases.is_empty() {
        let none = format!("{}: holds no case", folder.display());
        return Err([unreadable, vec![none]].concat().join("\n"));
    }
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    let mut modules = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        match aap_codegen::generate(&source(case)) {
            Ok(files) => modules.push((index, files)),
            Err(problems) => {
                verdicts.insert(case.id.clone(), Verdict::Refused(problems.to_string()));
            }
        }
    }
    let root = contracts::root();
    let outputs = scratch::run(&root, &cases, &modules)?;
    for (index, output) in outputs {
        if let Some(case) = cases.get(index) {
            verdicts.insert(case.id.clone(), judge::judge(case, &output));
        }
    }
    print(&cases, &verdicts, format);
    if !unreadable.is_empty() {
        return Err(unreadable.join("\n"));
    }
    let wrong = verdicts
        .values()
        .any(|verdict| matches!(verdict, Verdict::Wrong(_)));
    Ok(if wrong {
        Outcome::CheckFailed
    } else {
        Outcome::Done
    })
}

/// The cases, and what is wrong with files that are none.
fn read(folder: &Path) -> Result<(Vec<Case>, Vec<String>), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    let (mut cases, mut unreadable) = (Vec::new(), Vec::new());
    for path in paths {
        match Case::read(&path) {
            Ok(case) => cases.push(case),
            Err(error) => unreadable.push(error),
        }
    }
    Ok((cases, unreadable))
}

/// A contract folder that holds nothing but the case's schemas.
fn source(case: &Case) -> Source {
    let manifest = [
        "contract = \"case\"",
        "version = \"0.0.0\"",
        "status = \"draft\"",
        "extension_uri = \"https://case.invalid/\"",
        "schema_base_url = \"https://case.invalid/\"",
        "a2a_protocol_version = \"1.0\"",
        "activation = \"not-enforced\"",
        "error_envelope = \"object\"",
        "description = \"A case.\"",
        "[card]",
        "extension_must_be_required = false",
        "exactly_one_aap_extension = false",
    ];
    Source {
        contract: "case".to_owned(),
        manifest: manifest.join("\n"),
        schemas: case.files.clone(),
        ..Source::default()
    }
}

fn print(cases: &[Case], verdicts: &BTreeMap<String, Verdict>, format: Format) {
    let mut themes: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut levels: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for case in cases {
        let column = match verdicts.get(&case.id) {
            Some(Verdict::Right) => 0,
            Some(Verdict::Refused(_)) => 1,
            _ => 2,
        };
        themes.entry(&case.theme).or_default()[column] += 1;
        levels.entry(&case.level).or_default()[column] += 1;
    }
    match format {
        Format::Json => {
            let cases: Vec<_> = cases
                .iter()
                .map(|case| {
                    let (verdict, reason) = match verdicts.get(&case.id) {
                        Some(Verdict::Right) => ("right", String::new()),
                        Some(Verdict::Refused(reason)) => ("refused", reason.clone()),
                        Some(Verdict::Wrong(reasons)) => ("wrong", reasons.join("\n")),
                        None => ("wrong", "did not run".to_owned()),
                    };
                    json!({"id": case.id, "theme": case.theme, "level": case.level, "verdict": verdict, "reason": reason})
                })
                .collect();
            let (themes, levels) = (named(&themes), named(&levels));
            report::result(
                &json!({"cases": cases, "themes": themes, "levels": levels}).to_string(),
            );
        }
        Format::Text => {
            for case in cases {
                match verdicts.get(&case.id) {
                    Some(Verdict::Right) => {}
                    Some(Verdict::Refused(reason)) => {
                        report::result(&format!("refused  {}: {reason}", case.id))
                    }
                    Some(Verdict::Wrong(reasons)) => {
                        for reason in reasons {
                            report::result(&format!("WRONG    {}: {reason}", case.id));
                        }
                    }
                    None => report::result(&format!("WRONG    {}: did not run", case.id)),
                }
            }
            report::result(&format!(
                "{:<24}{:>7}{:>9}{:>7}",
                "theme", "right", "refused", "wrong"
            ));
            for (name, [right, refused, wrong]) in themes.iter().chain(&levels) {
                report::result(&format!("{name:<24}{right:>7}{refused:>9}{wrong:>7}"));
            }
        }
    }
}

/// The counts of each group by their names.
fn named(groups: &BTreeMap<&str, [usize; 3]>) -> Value {
    let counted = groups.iter().map(|(name, [right, refused, wrong])| {
        let counts = json!({"right": right, "refused": refused, "wrong": wrong});
        ((*name).to_owned(), counts)
    });
    Value::Object(counted.collect())
}
