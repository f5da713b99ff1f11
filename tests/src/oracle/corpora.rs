//! The oracle against two corpora kept next to the repository: `shared/cases` (pitfalls, with the
//! expected violations) and the JSON-Schema-Test-Suite (verdicts).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Oracle, Violation};

/// The folder `name` beside the repository, or a note that the test is skipped.
fn shared(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared")
        .join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    {
        eprintln!("skipped: {} is not there", folder.display());
    }
    None
}

/// Every JSON file below `folder`, with its path relative to it.
fn json_files(folder: &Path) -> Vec<(String, Value)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            files.extend(
                json_files(&path)
                    .into_iter()
                    .map(|(at, file)| (format!("{name}/{at}"), file)),
            );
        } else if name.ends_with(".json") {
            let text = std::fs::read_to_string(&path).unwrap();
            files.push((name.to_owned(), serde_json::from_str(&text).unwrap()));
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// Schemas that the oracle cannot take, and why.
const REFUSED: &[&str] = &[
    // Named groups are read as the Rust regex crate spells them.
    "pat-named-group",
];

#[test]
fn agrees_with_the_pitfalls() {
    let Some(folder) = shared("cases") else {
        return;
    };
    let mut different = Vec::new();
    for (_, case) in json_files(&folder) {
        let id = case["id"].as_str().unwrap();
        if let Err(why) = corpus_case(&case)
            && !REFUSED.contains(&id)
        {
            different.push(format!("{id}: {why}"));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn agrees_with_the_test_suite() {
    let Some(folder) = shared("json-schema-test-suite") else {
        return;
    };
    let remotes: Vec<(String, Value)> = json_files(&folder.join("remotes"))
        .into_iter()
        .map(|(path, schema)| (format!("http://localhost:1234/{path}"), schema))
        .collect();
    let root = "https://example.test/suite.json";
    let mut different = Vec::new();
    for (file, groups) in json_files(&folder.join("tests/draft2020-12")) {
        // It expects that formats do not assert.
        if file == "format.json" {
            continue;
        }
        for group in groups.as_array().unwrap() {
            let at = format!("{file}: {}", group["description"].as_str().unwrap());
            let mut documents = remotes.clone();
            documents.push((root.to_owned(), group["schema"].clone()));
            let oracle = match Oracle::new(documents, root) {
                Ok(oracle) => oracle,
                Err(why) => {
                    different.push(format!("{at}: {why}"));
                    continue;
                }
            };
            for test in group["tests"].as_array().unwrap() {
                let valid = test["valid"] == json!(true);
                let found = oracle.violations(&test["data"]);
                if oracle.verdict(&test["data"]) != valid || found.is_empty() != valid {
                    different.push(format!("{at}: {}: {found:?}", test["description"]));
                }
            }
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

fn corpus_case(case: &Value) -> Result<(), String> {
    let base = "https://example.test/cases/";
    let oracle = if let Some(files) = case["files"].as_object() {
        let documents = files
            .iter()
            .map(|(path, schema)| (format!("{base}{path}"), schema.clone()));
        Oracle::new(
            documents,
            &format!("{base}{}", case["root"].as_str().unwrap()),
        )?
    } else {
        Oracle::new([(base.to_owned(), case["schema"].clone())], base)?
    };
    let list = |key: &str| case[key].as_array().cloned().unwrap_or_default();
    let parse = |text: &Value| serde_json::from_str::<Value>(text.as_str().unwrap());
    let mut valid = list("valid");
    valid.extend(list("valid_raw").iter().filter_map(|raw| parse(raw).ok()));
    for instance in valid {
        if !oracle.verdict(&instance) {
            return Err(format!("{instance}: {:?}", oracle.violations(&instance)));
        }
    }
    for invalid in list("invalid") {
        let instance = match invalid.get("instance_raw") {
            Some(raw) => match parse(raw) {
                Ok(instance) => instance,
                Err(_) => continue,
            },
            None => invalid["instance"].clone(),
        };
        let found: BTreeSet<Violation> = oracle
            .violations(&instance)
            .into_iter()
            .map(corpus_form)
            .collect();
        if oracle.verdict(&instance) || !corpus_accepts(&invalid, &found) {
            return Err(format!("{instance}: {found:?}, not {}", invalid["errors"]));
        }
    }
    Ok(())
}

/// The corpus puts an unknown member at its object.
fn corpus_form((at, keyword): Violation) -> Violation {
    let object = at.rsplit_once('/').map(|(object, _)| object.to_owned());
    match object {
        Some(object) if keyword == "additionalProperties" => (object, keyword),
        _ => (at, keyword),
    }
}

fn corpus_accepts(invalid: &Value, found: &BTreeSet<Violation>) -> bool {
    let pair = |entry: &Value| -> Violation {
        (
            entry["instanceLocation"].as_str().unwrap().into(),
            entry["keyword"].as_str().unwrap().into(),
        )
    };
    let pairs = |list: &Value| {
        list.as_array()
            .into_iter()
            .flatten()
            .map(pair)
            .collect::<Vec<_>>()
    };
    let mut allowed: BTreeSet<Violation> = pairs(&invalid["may_also_report"]).into_iter().collect();
    for entry in invalid["errors"].as_array().into_iter().flatten() {
        let mut either = pairs(&entry["alt"]);
        either.push(pair(entry));
        if !either.iter().any(|pair| found.contains(pair)) {
            return false;
        }
        allowed.extend(either);
    }
    found.is_subset(&allowed)
}
