//! Differences between contracts: one pair of folders for each rule, pairs without any difference,
//! and what becomes of constraints that stand inside others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::Source;
use aap_codegen::diff::{Bump, Change, Class, Diff, Impact, Party, Rule, diff};
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

/// A rule, where it is found on both sides (`file#pointer`), whom it breaks on the wire and in
/// source, and the bump that it asks for.
type Row = (
    Rule,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Bump,
);

const REQUEST: &str = "order-request.schema.json";
const REQUEST_VALUE: &str = "order-request.schema.json#/properties/value";
const RESPONSE: &str = "order-response.schema.json";
const RESPONSE_VALUE: &str = "order-response.schema.json#/properties/value";

/// `+` stands for the place before it, in the same row or in the constant's name.
const RULES: &[Row] = &[
    (
        Rule::FileAdded,
        "",
        "extra.schema.json",
        "",
        "",
        Bump::Minor,
    ),
    (
        Rule::FileRemoved,
        "extra.schema.json",
        "",
        "",
        "SR",
        Bump::Major,
    ),
    (
        Rule::FileMoved,
        "item.schema.json",
        "goods.schema.json",
        "",
        "",
        Bump::Patch,
    ),
    (
        Rule::MemberAddedOptional,
        RESPONSE,
        "order-response.schema.json#/properties/note",
        "",
        "",
        Bump::Minor,
    ),
    (
        Rule::MemberAddedRequired,
        REQUEST,
        "order-request.schema.json#/properties/quantity",
        "S",
        "S",
        Bump::Major,
    ),
    (
        Rule::MemberRemoved,
        "order-request.schema.json#/properties/note",
        REQUEST,
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::MemberBecameRequired,
        "order-request.schema.json#/required",
        "order-request.schema.json#/required",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::MemberBecameOptional,
        "order-response.schema.json#/required",
        "order-response.schema.json#/required",
        "R",
        "SR",
        Bump::Major,
    ),
    (
        Rule::ObjectClosed,
        "order-request.schema.json#/properties/address",
        "order-request.schema.json#/properties/address/additionalProperties",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::ObjectOpened,
        "order-response.schema.json#/properties/address/additionalProperties",
        "order-response.schema.json#/properties/address",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::TypeChanged,
        "REQUEST/type",
        "REQUEST/type",
        "SR",
        "SR",
        Bump::Major,
    ),
    (
        Rule::TypeNarrowed,
        "REQUEST/type",
        "REQUEST/type",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::TypeWidened,
        "RESPONSE/type",
        "RESPONSE/type",
        "R",
        "SR",
        Bump::Major,
    ),
    (
        Rule::EnumAdded,
        REQUEST_VALUE,
        "REQUEST/enum",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::EnumRemoved,
        "RESPONSE/enum",
        RESPONSE_VALUE,
        "R",
        "SR",
        Bump::Major,
    ),
    (
        Rule::EnumValueAdded,
        "RESPONSE/enum",
        "RESPONSE/enum",
        "R",
        "R",
        Bump::Major,
    ),
    (
        Rule::EnumValueRemoved,
        "REQUEST/enum",
        "REQUEST/enum",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::ErrorCodeAdded,
        "error.schema.json#/properties/code/enum",
        "error.schema.json#/properties/code/enum",
        "R",
        "R",
        Bump::Minor,
    ),
    (
        Rule::ConstChanged,
        "REQUEST/const",
        "REQUEST/const",
        "SR",
        "",
        Bump::Major,
    ),
    (
        Rule::BoundTightened,
        "REQUEST/minimum",
        "REQUEST/minimum",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::BoundLoosened,
        "RESPONSE/maxLength",
        "RESPONSE/maxLength",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::MultipleOfChanged,
        "REQUEST/multipleOf",
        "REQUEST/multipleOf",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::PatternAdded,
        REQUEST_VALUE,
        "REQUEST/pattern",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::PatternRemoved,
        "RESPONSE/pattern",
        RESPONSE_VALUE,
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::PatternChanged,
        "REQUEST/pattern",
        "REQUEST/pattern",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::FormatAdded,
        REQUEST_VALUE,
        "REQUEST/format",
        "S",
        "SR",
        Bump::Major,
    ),
    (
        Rule::FormatRemoved,
        "RESPONSE/format",
        RESPONSE_VALUE,
        "R",
        "SR",
        Bump::Major,
    ),
    (
        Rule::FormatChanged,
        "REQUEST/format",
        "REQUEST/format",
        "SR",
        "SR",
        Bump::Major,
    ),
    (
        Rule::UniqueItemsAdded,
        REQUEST_VALUE,
        "REQUEST/uniqueItems",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::UniqueItemsRemoved,
        "RESPONSE/uniqueItems",
        RESPONSE_VALUE,
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::ConstraintAdded,
        REQUEST_VALUE,
        "REQUEST/contains",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::ConstraintRemoved,
        "RESPONSE/propertyNames",
        RESPONSE_VALUE,
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::AlternativeAdded,
        RESPONSE_VALUE,
        "RESPONSE/anyOf/1",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::AlternativeRemoved,
        "REQUEST/anyOf/0",
        REQUEST_VALUE,
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::SkillAdded,
        "FACTS/skills",
        "FACTS/skills/1",
        "",
        "R",
        Bump::Minor,
    ),
    (
        Rule::SkillRemoved,
        "FACTS/skills/1",
        "FACTS/skills",
        "SR",
        "SR",
        Bump::Major,
    ),
    (
        Rule::SkillIdentifierChanged,
        "FACTS/skills/0/mcp_tool",
        "FACTS/skills/0/mcp_tool",
        "SR",
        "",
        Bump::Major,
    ),
    (
        Rule::ErrorRowChanged,
        "FACTS/errors/1/jsonrpc",
        "FACTS/errors/1/jsonrpc",
        "SR",
        "",
        Bump::Major,
    ),
    (
        Rule::ErrorEnvelopeChanged,
        "FACTS/error_envelope",
        "FACTS/error_envelope",
        "SR",
        "",
        Bump::Major,
    ),
    (
        Rule::ActivationTightened,
        "FACTS/activation",
        "FACTS/activation",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::ActivationLoosened,
        "FACTS/activation",
        "FACTS/activation",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::CardRuleAdded,
        "FACTS/card/extension_must_be_required",
        "FACTS/card/extension_must_be_required",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::CardRuleRemoved,
        "FACTS/card/exactly_one_aap_extension",
        "FACTS/card/exactly_one_aap_extension",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::BindingAdded,
        "FACTS/bindings",
        "FACTS/bindings",
        "",
        "",
        Bump::Minor,
    ),
    (
        Rule::BindingRemoved,
        "FACTS/bindings",
        "FACTS/bindings",
        "SR",
        "",
        Bump::Major,
    ),
    (
        Rule::BindingBecameRequired,
        "FACTS/bindings",
        "FACTS/bindings",
        "S",
        "",
        Bump::Major,
    ),
    (
        Rule::BindingBecameOptional,
        "FACTS/bindings",
        "FACTS/bindings",
        "R",
        "",
        Bump::Major,
    ),
    (
        Rule::A2aVersionChanged,
        "FACTS/a2a_protocol_version",
        "FACTS/a2a_protocol_version",
        "SR",
        "",
        Bump::Major,
    ),
];

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

/// The base with a value in its request that two schemas describe.
fn values(from: &Value, to: &Value) -> Diff {
    let side = |value: &Value| {
        let mut source = source(&fixtures().join("base"));
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "OrderRequest",
            "type": "object",
            "properties": {"type": {"const": "order.place.request"}, "value": value},
            "required": ["type"],
            "additionalProperties": false,
            "$defs": {"word": {"type": "string"}, "tree": {"type": "object", "properties": {
                "name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/tree"}}
            }}},
        });
        source
            .schemas
            .insert(REQUEST.to_owned(), schema.to_string());
        source
    };
    compare(&side(from), &side(to))
}

/// The rules found, each with whom it breaks on the wire.
fn found(diff: &Diff) -> Vec<String> {
    let line = |change: &Change| {
        let line = format!("{} {}", change.rule.id(), letters(change.wire));
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = diff.changes.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn constraints_inside_others_break_whom_they_must() {
    let tree = json!({"$ref": "#/$defs/tree"});
    let cases = [
        // Inside `not`, what tightens loosens.
        (
            json!({"type": "string", "not": {"type": "string", "maxLength": 3}}),
            json!({"type": "string", "not": {"type": "string", "maxLength": 2}}),
            vec!["bound-tightened R"],
        ),
        // Inside `if` it may do either.
        (
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "a"}}),
            json!({"type": "string", "if": {"minLength": 4}, "then": {"pattern": "a"}}),
            vec!["bound-tightened SR"],
        ),
        (
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "a"}}),
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "b"}}),
            vec!["pattern-changed SR"],
        ),
        (
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "a"}}),
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "a"}, "else": {"pattern": "b"}}),
            vec!["constraint-added S"],
        ),
        // A member that is only tested is no member that others need not know.
        (
            json!({"type": "array", "contains": {"type": "object"}}),
            json!({"type": "array", "contains": {"type": "object", "properties": {"a": {"type": "null"}}}}),
            vec!["member-added-optional S"],
        ),
        (
            json!({"type": "array", "contains": {"const": 1}, "maxContains": 2}),
            json!({"type": "array", "contains": {"const": 1}, "minContains": 2}),
            vec!["bound-loosened R", "bound-tightened S"],
        ),
        // One schema becomes one of several.
        (
            json!({"type": "string"}),
            json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
            vec!["alternative-added R"],
        ),
        (
            json!({"anyOf": [{"$ref": "#/$defs/word"}, {"type": "null"}]}),
            json!({"type": "string"}),
            vec!["alternative-removed S"],
        ),
        // Branches that overlap: one more can also refuse what two now match.
        (
            json!({"oneOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 1}]}),
            json!({"oneOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 1}, {"const": "x"}]}),
            vec!["alternative-added SR"],
        ),
        // The same constraint, wherever it stands.
        (
            json!({"$ref": "#/$defs/word"}),
            json!({"allOf": [{"$ref": "#/$defs/word"}, {"minLength": 0}]}),
            vec![],
        ),
        (
            json!({"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["b", "c", "d"]}]}),
            json!({"enum": ["b"]}),
            vec!["enum-value-removed S"],
        ),
        // Of listed values it is known which a bound refuses.
        (
            json!({"enum": ["ab", "abc"]}),
            json!({"enum": ["ab", "abc"], "minLength": 2}),
            vec!["bound-tightened"],
        ),
        (
            json!({"enum": ["ab", "abc"]}),
            json!({"type": "string", "pattern": "c"}),
            vec!["enum-removed R", "pattern-added S"],
        ),
        // What the old type was bound by is moot; what the new one demands is told.
        (
            json!({"type": "string", "minLength": 3}),
            json!({"type": "integer", "minimum": 1}),
            vec!["bound-tightened", "type-changed SR"],
        ),
        (
            json!({"type": ["integer", "string"], "minimum": 1}),
            json!({"type": ["integer", "string"], "exclusiveMinimum": 1}),
            vec!["bound-tightened S"],
        ),
        (
            json!({"type": "number", "exclusiveMaximum": 1}),
            json!({"type": "number", "maximum": 1}),
            vec!["bound-loosened R"],
        ),
        (
            json!({"type": "number", "multipleOf": 0.5}),
            json!({"type": "number", "multipleOf": 0.1}),
            vec!["multiple-of-changed R"],
        ),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "null"}}),
            json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "items": false}),
            vec!["type-narrowed S"],
        ),
        (
            json!({"type": "object", "dependentRequired": {"a": ["b"]}}),
            json!({"type": "object", "dependentRequired": {"a": ["b", "c"]}}),
            vec!["constraint-added S"],
        ),
        (
            json!({"type": "object", "patternProperties": {"^x": {"type": "string"}}, "additionalProperties": false}),
            json!({"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false}),
            vec!["type-changed SR"],
        ),
        // Where other members are not closed out, but bound.
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            vec!["member-removed"],
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            vec!["member-removed S"],
        ),
        (json!(true), json!(false), vec!["type-narrowed S"]),
        (
            json!({"type": "string", "format": "uri"}),
            json!({"type": "string", "format": "iri"}),
            vec!["format-changed R"],
        ),
        (tree.clone(), tree, vec![]),
    ];
    for (from, to, expected) in cases {
        let diff = values(&from, &to);
        assert_eq!(found(&diff), expected, "{from} → {to}\n{}", diff.to_text());
    }
}

#[test]
fn a_recursive_schema_that_changes_is_told_once() {
    let tree = |name: Value| {
        json!({"$id": "https://example.org/tree", "type": "object", "properties": {
            "name": name, "parts": {"type": "array", "items": {"$ref": "#"}}
        }})
    };
    let diff = values(
        &tree(json!({"type": "string"})),
        &tree(json!({"type": "string", "minLength": 1})),
    );
    assert_eq!(found(&diff), ["bound-tightened S"]);
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
