//! Differences between contracts: one pair of folders for each rule, pairs without any difference,
//! and what becomes of constraints that stand inside others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod inside;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::Source;
use aap_codegen::diff::{Bump, Change, Class, Diff, Impact, Party, Rule, diff};
use inside::{found, values};
use rules::{REQUEST, REQUEST_VALUE, RESPONSE, RESPONSE_VALUE, RULES};
use serde_json::{Value, json};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/diff")
}

/// The files of a folder over those of the base.
fn source(folder: &Path) -> Source {
    let mut source = Source {
        contract: "fixture".to_owned(),
        ..Source::default()
    };
    for folder in [&fixtures().join("base"), folder] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            if name == "contract.toml" {
                source.manifest = text;
            } else {
                source.schemas.insert(name, text);
            }
        }
    }
    source
}

fn compare(from: &Source, to: &Source) -> Diff {
    diff(from, to).unwrap_or_else(|problems| panic!("{problems}"))
}

fn compare_pair(pair: &Path) -> Diff {
    compare(&source(&pair.join("a")), &source(&pair.join("b")))
}

/// `S`: breaks the sender, `R`: breaks the receiver.
fn letters(impact: Impact) -> &'static str {
    match (impact.sender, impact.receiver) {
        (Class::Additive, Class::Additive) => "",
        (Class::Breaking, Class::Additive) => "S",
        (Class::Additive, Class::Breaking) => "R",
        (Class::Breaking, Class::Breaking) => "SR",
    }
}

/// A place as the table writes it, written out.
fn place(short: &str) -> String {
    match short.split_once('/') {
        Some(("REQUEST", rest)) => format!("{REQUEST_VALUE}/{rest}"),
        Some(("RESPONSE", rest)) => format!("{RESPONSE_VALUE}/{rest}"),
        Some(("FACTS", rest)) => format!("contract.toml#/{rest}"),
        _ => short.to_owned(),
    }
}

fn places(change: &Change) -> (String, String) {
    let text = |side: &Option<aap_codegen::Location>| {
        side.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    (text(&change.from), text(&change.to))
}

#[test]
fn every_rule_finds_what_its_pair_of_folders_shows() {
    let rows: BTreeSet<Rule> = RULES.iter().map(|row| row.0).collect();
    assert_eq!(rows, Rule::ALL.iter().copied().collect());
    for (rule, from, to, wire, source, bump) in RULES {
        let diff = compare_pair(&fixtures().join(rule.id()));
        let [change] = diff.changes.as_slice() else {
            panic!("{}: expected one difference\n{}", rule.id(), diff.to_text());
        };
        assert_eq!(change.rule, *rule, "{}", diff.to_text());
        assert_eq!(places(change), (place(from), place(to)), "{}", rule.id());
        let found = (letters(change.wire), letters(change.source), change.bump());
        assert_eq!(
            found,
            (*wire, *source, *bump),
            "{}\n{}",
            rule.id(),
            diff.to_text()
        );
    }
}

#[test]
fn every_folder_of_pairs_belongs_to_a_rule() {
    let folders = fs::read_dir(fixtures()).unwrap();
    let folders: BTreeSet<String> = folders
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "base" && name != "none")
        .collect();
    let rules: BTreeSet<String> = Rule::ALL.iter().map(|rule| rule.id().to_owned()).collect();
    assert_eq!(folders, rules);
}

#[test]
fn nothing_differs_where_the_meaning_is_the_same() {
    for entry in fs::read_dir(fixtures().join("none")).unwrap() {
        let pair = entry.unwrap().path();
        for (from, to) in [("a", "b"), ("b", "a")] {
            let diff = compare(&source(&pair.join(from)), &source(&pair.join(to)));
            assert!(
                diff.changes.is_empty(),
                "{}\n{}",
                pair.display(),
                diff.to_text()
            );
        }
    }
}

#[test]
fn a_contract_does_not_differ_from_itself() {
    for rule in Rule::ALL {
        for side in ["a", "b"] {
            let source = source(&fixtures().join(rule.id()).join(side));
            let diff = compare(&source, &source);
            assert!(diff.changes.is_empty(), "{}\n{}", rule.id(), diff.to_text());
            assert_eq!(diff.summary().asked, Bump::None);
        }
    }
}

/// What breaks the sender one way breaks the receiver the other way, as far as schemas can tell.
#[test]
fn the_way_back_breaks_the_other_end() {
    for rule in Rule::ALL {
        let pair = fixtures().join(rule.id());
        let (a, b) = (source(&pair.join("a")), source(&pair.join("b")));
        let strict = |diff: &Diff| {
            let mut all = BTreeMap::new();
            for reach in diff.changes.iter().flat_map(|change| &change.reach) {
                let known = all.entry(reach.payload.clone()).or_insert(Impact::NONE);
                *known = known.or(reach.strict);
            }
            all
        };
        let there = strict(&compare(&a, &b));
        let back: BTreeMap<String, Impact> = strict(&compare(&b, &a))
            .into_iter()
            .map(|(payload, strict)| {
                let swapped = Impact {
                    sender: strict.receiver,
                    receiver: strict.sender,
                };
                (payload, swapped)
            })
            .collect();
        assert_eq!(there, back, "{}", rule.id());
    }
}

#[test]
fn a_shared_definition_counts_for_each_direction_that_reaches_it() {
    let side = |size: &str| {
        let mut source = source(&fixtures().join("base"));
        for (file, kind) in [(REQUEST, "request"), (RESPONSE, "response")] {
            let schema = json!({
                "title": format!("Order{kind}"),
                "type": "object",
                "properties": {
                    "type": {"const": format!("order.place.{kind}")},
                    "first": {"$ref": "part.schema.json"},
                    "others": {"type": "array", "items": {"$ref": "part.schema.json"}},
                },
            });
            source.schemas.insert(file.to_owned(), schema.to_string());
        }
        let part = json!({"title": "Part", "type": "object", "properties": {"size": {"enum": ["s", size]}}});
        source
            .schemas
            .insert("part.schema.json".to_owned(), part.to_string());
        source
    };
    let diff = compare(&side("m"), &side("l"));
    assert_eq!(found(&diff), ["enum-value-added R", "enum-value-removed S"]);
    for change in &diff.changes {
        assert_eq!(places(change).1, "part.schema.json#/properties/size/enum");
        let senders: Vec<(Party, &str)> = change
            .reach
            .iter()
            .map(|reach| (reach.sender, reach.payload.as_str()))
            .collect();
        assert_eq!(
            senders,
            [
                (Party::Buyer, "Orderrequest"),
                (Party::Dealer, "Orderresponse")
            ]
        );
    }
}

#[test]
fn a_schema_that_no_payload_reaches_breaks_nobody_on_the_wire() {
    let side = |required: &[&str]| {
        let mut source = source(&fixtures().join("base"));
        let lonely = json!({"title": "Lonely", "type": "object", "properties": {"a": {"type": "string"}}, "required": required});
        source
            .schemas
            .insert("lonely.schema.json".to_owned(), lonely.to_string());
        source
    };
    let diff = compare(&side(&[]), &side(&["a"]));
    assert_eq!(found(&diff), ["member-became-required"]);
    assert!(diff.changes[0].reach.is_empty());
    assert!(
        diff.to_text().contains("no payload reaches this schema"),
        "{}",
        diff.to_text()
    );
}

#[test]
fn definitions_that_moved_and_members_with_a_like_name_are_pointed_out() {
    let diff = compare_pair(&fixtures().join("none/definition-moved"));
    let moved: Vec<(String, String)> = diff
        .moved
        .iter()
        .map(|(from, to)| (from.pointer.clone(), to.pointer.clone()))
        .collect();
    assert_eq!(
        moved,
        [("/$defs/place".to_owned(), "/$defs/spot".to_owned())]
    );
    let object = |name: &str| json!({"title": "Thing", "type": "object", "properties": {name: {"type": "string", "minLength": 1}, "zip": {"type": "string"}}});
    for (from, to, renamed) in [
        ("trade_name", "name", true),
        ("input_modes", "inputModes", true),
        ("colour", "size", false),
    ] {
        let diff = values(&object(from), &object(to));
        assert_eq!(found(&diff), ["member-added-optional", "member-removed"]);
        let note = format!("perhaps renamed to `{to}`");
        let told = diff
            .changes
            .iter()
            .any(|change| change.notes.contains(&note));
        assert_eq!(told, renamed, "{from} {to}");
    }
}

#[test]
fn identity_is_told_once_and_is_no_difference() {
    let diff = compare_pair(&fixtures().join("none/own-names"));
    let differing: Vec<&str> = diff
        .from
        .rows(&diff.to)
        .into_iter()
        .filter(|(_, from, to)| from != to)
        .map(|(name, ..)| name)
        .collect();
    assert_eq!(
        differing,
        ["version", "extension URI", "schema base", "fingerprint"]
    );
    assert!(diff.changes.is_empty());
}

#[test]
fn the_report_is_the_same_in_every_format() {
    let diff = compare_pair(&fixtures().join("member-added-required"));
    let parsed: Value = serde_json::from_str(&diff.to_json()).unwrap();
    assert_eq!(parsed["changes"][0]["rule"], "member-added-required");
    assert_eq!(
        parsed["changes"][0]["to"]["pointer"],
        "/properties/quantity"
    );
    assert_eq!(parsed["changes"][0]["wire"]["sender"], "breaking");
    assert_eq!(parsed["changes"][0]["payloads"][0]["sender"], "buyer");
    assert_eq!(parsed["summary"]["bump_asked"], "major");
    let markdown = diff.to_markdown();
    let row = markdown
        .lines()
        .find(|line| line.contains("`member-added-required`"))
        .unwrap();
    assert!(
        row.contains("`order-request.schema.json#/properties/quantity`"),
        "{row}"
    );
    assert!(row.contains("buyers send OrderRequest"), "{row}");
    let text = diff.to_text();
    assert!(
        text.contains("breaking member-added-required: member `quantity`"),
        "{text}"
    );
    assert!(
        text.contains("the policy asks for a major version bump"),
        "{text}"
    );
}

/// The facts of a card and of an MCP manifest, each with a change and how it is told.
#[test]
fn advice_that_changes_is_told_and_breaks_nobody() {
    let rows = [
        (
            "[card]",
            "[card]\nparams = [\"id\"]",
            "card-advice-changed: `params`: none → id",
        ),
        (
            "[card]",
            "[card]\ndefault_modes = [\"text/plain\", \"application/json\"]",
            "card-advice-changed: `default_modes`: those of the skills → text/plain, application/json",
        ),
        (
            "[payloads]",
            "[mcp]\nprotocol_version = \"2025-06-18\"\n[payloads]",
            "mcp-manifest-changed: `protocol_version`: none → 2025-06-18",
        ),
        (
            "[payloads]",
            "[mcp]\nannotations = true\n[payloads]",
            "mcp-manifest-changed: `annotations`: false → true",
        ),
    ];
    let base = source(&fixtures().join("base"));
    for (from, to, expected) in rows {
        let mut changed = base.clone();
        changed.manifest = changed.manifest.replace(from, to);
        let there = compare(&base, &changed);
        let text = there.to_text();
        assert!(text.contains(&format!("  additive {expected}\n")), "{text}");
        assert_eq!(there.changes.len(), 1, "{text}");
        let back = compare(&changed, &base);
        assert_eq!(back.changes.len(), 1, "{}", back.to_text());
        assert_eq!(back.summary().breaking, 0);
        assert_eq!(back.summary().asked, Bump::Minor);
    }
}

/// A name says nothing where both contracts have it.
#[test]
fn two_copies_of_one_contract_are_called_so() {
    let pair = fixtures().join("member-added-required");
    let (a, b) = (source(&pair.join("a")), source(&pair.join("b")));
    for (from, to) in [(&a, &b), (&a, &a)] {
        let diff = compare(from, to);
        let (text, markdown) = (diff.to_text(), diff.to_markdown());
        assert!(text.starts_with("two copies of fixture\n"), "{text}");
        assert!(
            markdown.starts_with("# Two copies of fixture\n\n| | first | second |\n"),
            "{markdown}"
        );
        let is_table = markdown.contains("| what | in the first | in the second | wire: sender |");
        assert_eq!(is_table, !diff.changes.is_empty(), "{markdown}");
    }
    let mut c = b.clone();
    c.contract = "v2.0".to_owned();
    c.manifest = c.manifest.replacen("\"fixture\"", "\"v2.0\"", 1);
    let diff = compare(&a, &c);
    assert!(diff.to_text().starts_with("fixture → v2.0\n"));
    let markdown = diff.to_markdown();
    assert!(markdown.starts_with("# fixture → v2.0\n\n| | fixture | v2.0 |\n"));
    assert!(markdown.contains("| what | in fixture | in v2.0 | wire: sender |"));
}

#[test]
fn the_bump_of_the_version_numbers_is_told_in_words() {
    let pair = fixtures().join("member-added-required");
    let from = source(&pair.join("a"));
    for (version, verdict) in [
        ("1.0.0", "the version numbers are the same: too small"),
        ("1.0.1", "the version numbers make a patch one: too small"),
        ("2.0.0", "the version numbers make a major one: enough"),
        ("0.9.0", "the version numbers cannot be compared"),
    ] {
        let mut to = source(&pair.join("b"));
        to.manifest = to
            .manifest
            .replacen("\"1.0.0\"", &format!("{version:?}"), 1);
        let text = compare(&from, &to).to_text();
        let expected = format!("the policy asks for a major version bump; {verdict}\n");
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn a_contract_with_problems_is_not_compared() {
    let mut broken = source(&fixtures().join("base"));
    broken.schemas.insert(
        REQUEST.to_owned(),
        r#"{"title": "A", "tipe": "object"}"#.to_owned(),
    );
    let fine = source(&fixtures().join("base"));
    for (from, to) in [(&broken, &fine), (&fine, &broken)] {
        let problems = diff(from, to).unwrap_err().to_string();
        assert!(
            problems.contains("order-request.schema.json#/tipe"),
            "{problems}"
        );
    }
}
