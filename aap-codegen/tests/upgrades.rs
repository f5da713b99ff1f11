//! The upgrades from one made-up contract to the next are exactly the files that are checked in.
//!
//! Where a change is meant, `BLESS=1 cargo test -p aap-codegen --test upgrades` takes it over. The
//! crate `aap-tests` compiles the files and tries them out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::{Source, upgrades};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/upgrades")
}

fn source(contract: &str) -> Source {
    Source::read(&fixtures().join(contract)).unwrap()
}

fn generated(contracts: &[&str]) -> BTreeMap<String, String> {
    let sources: Vec<Source> = contracts.iter().map(|contract| source(contract)).collect();
    let sources: Vec<&Source> = sources.iter().collect();
    let files = upgrades(&sources).unwrap_or_else(|problems| panic!("{problems}"));
    files
        .into_iter()
        .map(|file| (file.path, file.text))
        .collect()
}

#[test]
fn fixtures_generate_what_is_checked_in() {
    let generated = generated(&["v8.0", "v8.1"]);
    let folder = fixtures().join("generated");
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (path, text) in &generated {
            fs::write(folder.join(path), text).unwrap();
        }
    }
    let present: BTreeMap<String, String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&present), names(&generated));
    for (path, text) in &generated {
        assert_eq!(
            present[path], *text,
            "{path} is another now; BLESS=1 takes it over"
        );
    }
}

#[test]
fn without_neighbours_there_is_an_empty_list() {
    for contracts in [&[][..], &["v8.0"]] {
        let generated = generated(contracts);
        assert_eq!(generated.keys().collect::<Vec<_>>(), ["mod.rs"]);
        assert!(!generated["mod.rs"].contains("mod v8"));
    }
}

/// How the payloads of a file are upgraded after a change to the new contract.
fn manner(file: &str, change: impl FnOnce(&mut Source)) -> String {
    let old = source("v8.0");
    let mut new = source("v8.1");
    // The same schemas, so that the change is all that differs.
    new.schemas = old
        .schemas
        .iter()
        .map(|(name, text)| (name.clone(), text.replace("/v8.0/", "/v8.1/")))
        .collect();
    new.manifest = new.manifest.replace("call.schema", "visit.schema");
    change(&mut new);
    let files = upgrades(&[&old, &new]).unwrap_or_else(|problems| panic!("{problems}"));
    let list = files.iter().find(|it| it.path == "mod.rs").unwrap();
    let mut rows = list.text.lines();
    let row = rows.find(|line| line.contains(&format!("{file:?}")));
    let (manner, _) = row.unwrap().trim().split_once(',').unwrap();
    manner.trim_start_matches('[').to_owned()
}

#[test]
fn a_change_decides_how_a_payload_is_upgraded() {
    let cases = [
        ("nothing", "", "", "total"),
        (
            "a member more in a closed object",
            r#""sort": {"#,
            r#""more": {"type": "string"}, "sort": {"#,
            "total",
        ),
        (
            "the same type under another name",
            r#""title": "ItemRequest""#,
            r#""title": "Request""#,
            "total",
        ),
        ("a wider list", r#""red","#, r#""green", "red","#, "total"),
        ("a narrower list", r#""red","#, "", "narrowed"),
        (
            "a lower bound",
            r#""minimum": 0"#,
            r#""minimum": -1"#,
            "retyped",
        ),
        (
            "a higher bound",
            r#""minimum": 0"#,
            r#""minimum": 1"#,
            "narrowed",
        ),
        (
            "a string where there was a list",
            r#""enum": ["#,
            r#""examples": ["#,
            "retyped",
        ),
        (
            "an open object",
            r#""additionalProperties": false"#,
            r#""additionalProperties": true"#,
            "total",
        ),
    ];
    for (what, from, to, expected) in cases {
        let found = manner("request.schema.json", |new| {
            let text = new.schemas.get_mut("request.schema.json").unwrap();
            assert!(text.contains(from), "{what}");
            *text = text.replacen(from, to, 1);
        });
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn every_problem_of_every_contract_is_told() {
    let broken = |contract: &str| {
        let mut source = source(contract);
        source.schemas.insert("x.schema.json".into(), "{".into());
        source
    };
    let (old, new) = (broken("v8.0"), broken("v8.1"));
    let problems = upgrades(&[&old, &new]).unwrap_err().to_string();
    for contract in ["v8.0", "v8.1"] {
        assert!(
            problems.contains(&format!("{contract} x.schema.json")),
            "{problems}"
        );
    }
}
