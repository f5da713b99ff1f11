//! `cargo xtask conformance`: cases of our own, and those beside the repository where they are.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "shared with the other tests")]
mod checkout;

use std::fs;
use std::path::Path;

use checkout::{workspace, xtask};
use serde_json::{Value, json};

fn case(id: &str, schema: &Value, valid: &Value, invalid: &Value) -> Value {
    json!({
        "id": id, "theme": "own", "level": "core", "schema": schema, "roundtrip": true,
        "valid": valid, "invalid": invalid,
    })
}

fn verdict<'a>(result: &'a Value, id: &str) -> &'a str {
    let cases = result["cases"].as_array().unwrap();
    let case = cases.iter().find(|case| case["id"] == id).unwrap();
    case["verdict"].as_str().unwrap()
}

/// One test, since all runs share one scratch crate.
#[test]
fn cases_are_right_refused_or_wrong_and_each_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let doors = json!({
        "type": "object", "properties": {"doors": {"type": "integer", "minimum": 2}},
        "additionalProperties": false,
    });
    let too_few = json!([{
        "instance": {"doors": 1},
        "errors": [{"instanceLocation": "/doors", "keyword": "minimum"}],
    }]);
    let unknown = json!({"type": "object", "dors": true});
    // More members than the runtime's index takes.
    let members: serde_json::Map<String, Value> = (0..102)
        .map(|number| (format!("m{number}"), json!({"type": "string"})))
        .collect();
    let wide = json!({
        "type": "object",
        "properties": {
            "part": {"type": "object", "properties": members},
            "z": {"type": "boolean"},
        },
        "if": {"properties": {"part": {"required": ["m1"]}}, "required": ["part"]},
        "then": {"required": ["z"]},
    });
    let no_z = json!([{
        "instance": {"part": {"m1": "x"}},
        "errors": [{"instanceLocation": "", "keyword": "required"}],
    }]);
    let with_z = json!([{"part": {"m1": "x"}, "z": true}, {"part": {"m2": "x"}}, {}]);
    for (id, case) in [
        (
            "as-told",
            case("as-told", &doors, &json!([{"doors": 4}, {}]), &too_few),
        ),
        ("wide", case("wide", &wide, &with_z, &no_z)),
        (
            "not-as-told",
            case("not-as-told", &doors, &json!([{"doors": 1}]), &json!([])),
        ),
        (
            "not-known",
            case("not-known", &unknown, &json!([{}]), &json!([])),
        ),
    ] {
        fs::write(folder.path().join(format!("{id}.json")), case.to_string()).unwrap();
    }
    let run = |format: &str| {
        let cases = folder.path().to_str().unwrap();
        xtask(&["conformance", "--cases", cases, "--format", format])
    };
    let ran = run("json");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    let result: Value = serde_json::from_str(&ran.stdout).unwrap();
    for (id, expected) in [
        ("as-told", "right"),
        ("wide", "right"),
        ("not-as-told", "wrong"),
        ("not-known", "refused"),
    ] {
        assert_eq!(verdict(&result, id), expected, "{id}");
    }
    assert_eq!(
        result["levels"]["core"],
        json!({"right": 2, "refused": 1, "wrong": 1})
    );

    fs::write(folder.path().join("not-a-case.json"), "{\"id\": ").unwrap();
    let ran = run("text");
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("not-a-case.json"), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("WRONG    not-as-told"),
        "{}",
        ran.stdout
    );

    let beside = workspace().join("../shared/cases");
    if beside.is_dir() {
        none_is_wrong(&beside);
    }
}

fn none_is_wrong(cases: &Path) {
    let ran = xtask(&[
        "conformance",
        "--cases",
        cases.to_str().unwrap(),
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let result: Value = serde_json::from_str(&ran.stdout).unwrap();
    let core = &result["levels"]["core"];
    assert_eq!(core["wrong"], 0);
    assert!(core["right"].as_u64() >= Some(45), "{core}");
}
