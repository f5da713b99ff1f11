//! Text for people, JSON for programs.

use serde_json::{Value, json};

use crate::support::{BROKEN_LEAD, Folder, lead, rpc_request, run_in, validate};

#[test]
fn text_lists_violations_aligned_in_document_order() {
    validate(BROKEN_LEAD, &[]).expect(
        1,
        "\
invalid x.json: lead-submit-request (v1.3): 5 violations
  /zeta                      additionalProperties  the member \"zeta\" is not known here; known are appointment, consent, customer, idempotency_key, message, source_agent, submitted_at, trade_in, type, vehicle_of_interest
  /customer                  anyOf                 at least one is needed: email, or phone
  /customer/first_name       type                  expected string, found 7
  /alpha                     additionalProperties  the member \"alpha\" is not known here; known are appointment, consent, customer, idempotency_key, message, source_agent, submitted_at, trade_in, type, vehicle_of_interest
  /consent/allowed_channels  minItems              expected at least 1 element, found 0
",
    );
}

#[test]
fn the_whole_document_is_called_root() {
    validate(r#"{"type": "inventory.vehicle.request"}"#, &[]).expect(
        1,
        "\
invalid x.json: vehicle-detail-request (v1.3): 1 violation
  (root)  anyOf  at least one is needed: vin, or stock, or vehicle_id
",
    );
}

#[test]
fn several_inputs_are_summed_up_on_standard_error() {
    let files = [
        ("a.json", lead().to_string()),
        ("b.json", BROKEN_LEAD.to_owned()),
        ("c.json", "nothing".to_owned()),
    ];
    let folder = Folder::new(&files);
    let run = folder.validate(&["a.json", "b.json", "c.json", "a.json"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .ends_with("4 inputs: 2 valid, 1 invalid, 1 unusable\n"),
        "{run:#?}"
    );
    folder.validate(&["a.json"]).silent();
}

#[test]
fn json_is_one_document_with_stable_names() {
    let files = [
        ("good.json", rpc_request(&lead()).to_string()),
        (
            "bad.json",
            r#"{"type": "inventory.vehicle.request"}"#.to_owned(),
        ),
        ("none.json", "[".to_owned()),
    ];
    let run = Folder::new(&files).validate(&[
        "--format",
        "json",
        "good.json",
        "bad.json",
        "none.json",
        "gone.json",
    ]);
    assert_eq!(run.code, 2);
    let document = run.json();
    let base = "https://autoagentprotocol.org/v1.3/schemas";
    assert_eq!(document["contract"], "v1.3");
    assert_eq!(
        document["inputs"][0],
        json!({
            "input": "good.json",
            "schema": "lead-submit-request",
            "schemaId": format!("{base}/lead-submit-request.schema.json"),
            "at": "/params/message/parts/0/data",
            "valid": true,
            "errors": [],
        })
    );
    assert_eq!(
        document["inputs"][1],
        json!({
            "input": "bad.json",
            "schema": "vehicle-detail-request",
            "schemaId": format!("{base}/vehicle-detail-request.schema.json"),
            "at": "",
            "valid": false,
            "errors": [{
                "instanceLocation": "",
                "keyword": "anyOf",
                "error": "at least one is needed: vin, or stock, or vehicle_id",
            }],
        })
    );
    for (index, name) in [(2, "none.json"), (3, "gone.json")] {
        let entry = document["inputs"][index].as_object().unwrap();
        assert_eq!(entry["input"], name);
        assert!(entry["unusable"].is_string());
        assert_eq!(entry.len(), 2);
    }
    assert_eq!(document.as_object().unwrap().len(), 2);
}

#[test]
fn json_names_its_members_in_a_fixed_order() {
    let run = validate(lead(), &["--format", "json"]);
    let positions: Vec<_> = [
        "contract", "inputs", "input", "schema", "schemaId", "at", "valid",
    ]
    .iter()
    .map(|name| run.out.find(&format!("{name:?}: ")).unwrap())
    .collect();
    assert!(positions.is_sorted(), "{}", run.out);
    run.silent();
}

#[test]
fn both_formats_agree() {
    for document in [BROKEN_LEAD.to_owned(), lead().to_string(), "{}".to_owned()] {
        let text = validate(&document, &[]);
        let json = validate(&document, &["--format", "json"]);
        assert_eq!(text.code, json.code);
        let entry = &json.json()["inputs"][0];
        let errors = entry["errors"].as_array().map_or(0, Vec::len);
        assert_eq!(
            errors,
            text.out
                .lines()
                .filter(|line| line.starts_with("  "))
                .count()
        );
    }
}

#[test]
fn a_number_that_no_type_holds_is_an_error_entry() {
    let mut request = json!({"type": "inventory.search.request"});
    request["pagination"] = serde_json::from_str(r#"{"skip": 99999999999999999999999}"#).unwrap();
    let entry = validate(&request, &["--format", "json"]).json()["inputs"][0].clone();
    assert_eq!(entry["valid"], false);
    let errors = entry["errors"].as_array().unwrap();
    assert!(
        errors
            .iter()
            .any(|error| error["instanceLocation"] == "/pagination/skip"
                && error["keyword"] == "unrepresentable"),
        "{entry:#}"
    );
    // With serde_json's arbitrary precision the text is a number, and only its type is too small.
    let overflow = r#"{"type": "inventory.search.request", "filters": {"price_max": 1e999}}"#;
    let run = validate(overflow, &[]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.out.starts_with("invalid x.json: "));
    assert!(run.out.contains("\n  /filters/price_max  "), "{}", run.out);
    // It hides nothing behind it.
    let overflow = r#"{"type": "inventory.search.request", "filters": {"price_max": 1e999}, "a": 1, "b": -1e999}"#;
    let errors = validate(overflow, &["--format", "json"]).json()["inputs"][0]["errors"].clone();
    let mut places: Vec<&str> = errors
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["instanceLocation"].as_str().unwrap())
        .collect();
    places.dedup();
    assert_eq!(places, ["/filters/price_max", "/a", "/b"], "{errors:#}");
}

#[test]
fn unrepresentable_numbers_stand_in_document_order() {
    let text = r#"{
        "type": "inventory.search.request",
        "pagination": {"skip": 99999999999999999999999},
        "alpha": 1
    }"#;
    let document = validate(text, &["--format", "json"]).json();
    let places: Vec<&str> = document["inputs"][0]["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["instanceLocation"].as_str().unwrap())
        .collect();
    assert_eq!(places, ["/pagination/skip", "/alpha"]);
}

#[test]
fn repeated_members_are_invalid_and_each_is_named() {
    let text = r#"{"type": "lead.submit.request", "a": {"b": 1, "b": 2}, "type": "x"}"#;
    validate(text, &[]).expect(
        1,
        "\
invalid x.json: 2 violations
  /a/b   duplicateKey  the member is named more than once
  /type  duplicateKey  the member is named more than once
",
    );
    let entry = validate(text, &["--format", "json"]).json()["inputs"][0].clone();
    assert_eq!(
        entry,
        json!({
            "input": "x.json", "schema": null, "schemaId": null, "at": null, "valid": false,
            "errors": [
                {
                    "instanceLocation": "/a/b",
                    "keyword": "duplicateKey",
                    "error": "the member is named more than once",
                },
                {
                    "instanceLocation": "/type",
                    "keyword": "duplicateKey",
                    "error": "the member is named more than once",
                },
            ],
        })
    );
}

#[test]
fn no_control_character_of_a_payload_reaches_the_terminal() {
    let hostile: String = (0..0xA0)
        .chain([0x202E, 0x2066, 0x2028])
        .filter_map(char::from_u32)
        .collect();
    let mut member = serde_json::Map::new();
    member.insert("type".to_owned(), "inventory.search.request".into());
    member.insert(hostile.clone(), 1.into());
    let unknown_type = json!({"type": hostile});
    for document in [
        Value::Object(member.clone()),
        unknown_type,
        json!({ &hostile: 1 }),
    ] {
        for format in ["text", "json"] {
            for contract in ["v1.3", "any"] {
                let run = validate(&document, &["--format", format, "--contract", contract]);
                let raw = |text: &str| {
                    text.chars().find(|&c| {
                        (c != '\n' && c.is_control())
                            || ('\u{2028}'..='\u{202E}').contains(&c)
                            || ('\u{2066}'..='\u{2069}').contains(&c)
                    })
                };
                assert_eq!((raw(&run.out), raw(&run.err)), (None, None), "{run:#?}");
            }
        }
    }
    // Escaped, not lost.
    let run = validate(Value::Object(member), &["--format", "json"]);
    let place = run.json()["inputs"][0]["errors"][0]["instanceLocation"].clone();
    let escaped = hostile.replace('~', "~0").replace('/', "~1");
    assert_eq!(place, format!("/{escaped}"));
}

#[cfg(unix)]
#[test]
fn no_control_character_of_a_name_reaches_the_terminal() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new::<&str>(&[]);
    let name = OsStr::from_bytes(b"a\x1b[31m\n\xffb.json");
    folder.write(name, lead().to_string());
    for arguments in [
        vec![OsStr::new("validate"), name],
        vec![
            OsStr::new("validate"),
            OsStr::new("."),
            OsStr::from_bytes(b"gone\x1b[0m"),
        ],
        vec![OsStr::new("validate"), OsStr::from_bytes(b"--\x1b[31mred")],
        vec![
            OsStr::new("validate"),
            OsStr::new("--as"),
            OsStr::from_bytes(b"\x1b[31m"),
            name,
        ],
        vec![
            OsStr::new("validate"),
            OsStr::new("--contract"),
            OsStr::from_bytes(b"\x1b"),
            name,
        ],
    ] {
        let run = run_in(folder.path(), &arguments, b"");
        assert!(
            !run.out.contains('\x1b') && !run.err.contains('\x1b'),
            "{run:?}"
        );
    }
    let run = run_in(folder.path(), &[OsStr::new("validate"), name], b"");
    run.expect(
        0,
        "ok   a\\u{1b}[31m\\u{a}\u{FFFD}b.json: lead-submit-request (v1.3)\n",
    );
}
