//! `diff` on our own contracts: what it counts, its formats and its exit codes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "shared with the other tests")]
mod checkout;

use checkout::{are_there, contracts, copy, manifest, xtask};
use serde_json::Value;

/// A contract and the next one: differences in schemas and in `contract.toml`, then those that
/// break the sender, the receiver and source alone; the bumps that are asked for and made.
type Row = (
    &'static str,
    &'static str,
    [u64; 5],
    &'static str,
    Option<&'static str>,
);

/// Each was checked by hand against the schema files.
const NEIGHBOURS: &[Row] = &[
    ("v0.1", "v0.2", [99, 2, 42, 15, 14], "minor", Some("minor")),
    ("v0.2", "v1.0", [7, 3, 5, 1, 1], "minor", Some("major")),
    ("v1.0", "v1.1", [11, 3, 5, 3, 3], "major", Some("minor")),
    ("v1.1", "v1.2", [19, 0, 0, 0, 0], "minor", Some("minor")),
    ("v1.2", "v1.3", [3, 0, 0, 0, 0], "minor", Some("minor")),
    ("v1.3", "draft", [13, 9, 15, 4, 2], "major", None),
    ("draft", "v3.1", [1, 1, 0, 1, 0], "major", None),
];

fn json(from: &str, to: &str) -> Value {
    let ran = xtask(&["diff", from, to, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn neighbours_differ_as_was_checked_by_hand() {
    for (from, to, counts, asked, made) in NEIGHBOURS {
        if !are_there(&[from, to]) {
            continue;
        }
        let summary = &json(from, to)["summary"];
        let number = |name: &str| summary[name].as_u64().unwrap();
        let schemas = number("schema_changes");
        let found = [
            schemas,
            number("changes") - schemas,
            number("wire_breaking_for_sender"),
            number("wire_breaking_for_receiver"),
            number("source_breaking_only"),
        ];
        assert_eq!(found, *counts, "{from} {to}");
        assert_eq!(summary["bump_asked"], *asked, "{from} {to}");
        assert_eq!(summary["bump_made"].as_str(), *made, "{from} {to}");
        let breaking = number("breaking") + number("additive");
        assert_eq!(breaking, number("changes"), "{from} {to}");
    }
}

#[test]
fn what_v1_3_added_is_three_things() {
    if !are_there(&["v1.2"]) {
        return;
    }
    let diff = json("v1.2", "v1.3");
    let found: Vec<(&str, &str, &str)> = diff["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            assert_eq!(change["class"], "additive");
            (
                change["rule"].as_str().unwrap(),
                change["to"]["file"].as_str().unwrap(),
                change["to"]["pointer"].as_str().unwrap(),
            )
        })
        .collect();
    let fees = "/$defs/rooftop/properties/fees";
    assert_eq!(
        found,
        [
            ("file-added", "_primitives/dealer-fee.schema.json", ""),
            (
                "member-added-optional",
                "dealer-information.schema.json",
                fees
            ),
            (
                "member-added-optional",
                "vehicle.schema.json",
                "/properties/fees"
            ),
        ]
    );
}

#[test]
fn a_contract_equals_itself_and_is_found_by_name_or_folder() {
    let copied = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(contracts()).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let elsewhere = copied.path().join(format!("copy-of-{name}"));
        copy(&folder, &elsewhere);
        let ran = xtask(&[
            "diff",
            name,
            elsewhere.to_str().unwrap(),
            "--deny",
            "breaking",
        ]);
        assert_eq!(ran.code, 0, "{name}\n{}", ran.stderr);
        assert!(ran.stdout.ends_with("\nno differences\n"), "{}", ran.stdout);
        let heading = format!("two copies of {name}\n");
        assert!(ran.stdout.starts_with(&heading), "{}", ran.stdout);
    }
}

#[test]
fn pipelines_can_deny_what_breaks() {
    for (from, to, code) in [
        ("v1.2", "v1.3", 0),
        ("v1.0", "v1.1", 1),
        ("v1.3", "v7.7", 2),
    ] {
        if !are_there(&[from]) || to != "v7.7" && !are_there(&[to]) {
            continue;
        }
        let ran = xtask(&["diff", from, to, "--deny", "breaking"]);
        assert_eq!(ran.code, code, "{from} {to}\n{}", ran.stderr);
    }
    if are_there(&["v1.0", "v1.1"]) {
        let ran = xtask(&["diff", "v1.0", "v1.1", "--deny", "breaking"]);
        let message =
            "8 breaking differences between v1.0 and v1.1, which --deny breaking refuses\n";
        assert_eq!(ran.stderr, message);
    }
    let copied = tempfile::tempdir().unwrap();
    copy(&contracts().join("v1.3"), copied.path());
    let schema = copied.path().join("schemas/consent-grant.schema.json");
    let text = std::fs::read_to_string(&schema).unwrap();
    std::fs::write(&schema, text.replacen("\"phone\"", "\"fax\"", 1)).unwrap();
    let ran = xtask(&[
        "diff",
        "v1.3",
        copied.path().to_str().unwrap(),
        "--deny",
        "breaking",
    ]);
    let message =
        "2 breaking differences between two copies of v1.3, which --deny breaking refuses\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (1, message));
    let ran = xtask(&["diff", "v7.7", "nowhere"]);
    assert_eq!(ran.code, 2);
    for name in ["\"v7.7\"", "\"nowhere\""] {
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
}

#[test]
fn every_format_tells_the_same_differences() {
    for (from, to, ..) in NEIGHBOURS {
        if are_there(&[from, to]) {
            formats_tell_the_same_differences(from, to);
        }
    }
}

fn formats_tell_the_same_differences(from: &str, to: &str) {
    let count = json(from, to)["changes"].as_array().unwrap().len();
    let text = xtask(&["diff", from, to]).stdout;
    let found = text.lines().filter(|line| line.starts_with("      wire: "));
    assert_eq!(found.count(), count);
    let markdown = xtask(&["diff", from, to, "--format", "markdown"]).stdout;
    let is_row = |line: &&str| line.starts_with("| breaking |") || line.starts_with("| additive |");
    assert_eq!(markdown.lines().filter(is_row).count(), count);
    let heading = markdown
        .lines()
        .find(|line| line.starts_with("| class |"))
        .unwrap();
    let columns = heading.matches('|').count();
    for row in markdown.lines().filter(is_row) {
        assert_eq!(
            row.replace("\\|", "").matches('|').count(),
            columns,
            "{row}"
        );
    }
    // The contracts' own names are told once, and are no difference.
    for text in [text, markdown] {
        let uri = &manifest(to).extension_uri;
        assert_eq!(text.matches(uri).count(), 1, "{text}");
    }
}
