//! Input that is no document, or a strange one.

use serde_json::json;

use crate::support::{Folder, lead, run_in, validate};

#[test]
fn what_is_not_json_is_unusable_and_says_why() {
    let bom = [b"\xEF\xBB\xBF".as_slice(), lead().to_string().as_bytes()].concat();
    let deep = "[".repeat(200_000);
    let deep_object = r#"{"a":"#.repeat(200_000);
    let cases: &[(&str, &[u8], &str)] = &[
        ("empty.json", b"", "empty"),
        ("blank.json", b" \n\t\n", "empty"),
        ("bom.json", &bom, "byte order mark"),
        ("utf16.json", b"\xFF\xFE{\0}\0", "UTF-16"),
        ("latin.json", b"{\"type\": \"caf\xE9\"}", "UTF-8"),
        ("deep.json", deep.as_bytes(), "nested"),
        ("deep-object.json", deep_object.as_bytes(), "nested"),
        ("cut.json", b"{\"type\": \"lead", "line 1"),
        ("two.json", b"{} {}", "line 1"),
        ("comment.json", b"// no\n{}", "line 1"),
        ("surrogate.json", br#""\ud800""#, "line 1"),
        ("nan.json", b"NaN", "line 1"),
        ("array.json", b"[]", "an array"),
        ("null.json", b"null", "null"),
        ("number.json", b"3", "a number"),
        ("object.json", b"{}", "--as"),
    ];
    for (name, content, word) in cases {
        let folder = Folder::new(&[(name, content)]);
        folder
            .validate(&[name])
            .refused(&[&format!("unusable {name}: "), word]);
        let run = folder.validate(&["--format", "json", name]);
        assert_eq!(run.code, 2);
        let entry = run.json()["inputs"][0].clone();
        assert!(
            entry["unusable"].as_str().unwrap().contains(word),
            "{entry}"
        );
    }
}

#[test]
fn any_json_can_be_held_against_a_named_schema() {
    for (document, found) in [("[]", "an array of 0"), ("null", "null"), ("3", "3")] {
        validate(document, &["--as", "vehicle"]).expect(
            1,
            &format!(
                "invalid x.json: vehicle (v1.3): 1 violation\n  (root)  type  expected object, found {found}\n"
            ),
        );
    }
}

#[test]
fn nesting_within_the_limit_is_read() {
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    let document = format!(r#"{{"type": "inventory.search.request", "x": {deep}}}"#);
    assert_eq!(validate(document, &[]).code, 1);
}

#[test]
fn one_missing_file_does_not_hide_the_others() {
    let folder = Folder::new(&[
        ("a.json", lead().to_string()),
        ("c.json", lead().to_string()),
    ]);
    folder
        .validate(&["a.json", "b.json", "c.json"])
        .expect(
            2,
            "ok   a.json: lead-submit-request (v1.3)\nok   c.json: lead-submit-request (v1.3)\n",
        )
        .says(&[
            "unusable b.json: ",
            "3 inputs: 2 valid, 0 invalid, 1 unusable",
        ]);
}

#[test]
fn unusable_wins_over_invalid() {
    let folder = Folder::new(&[("bad.json", r#"{"type": "inventory.vehicle.request"}"#)]);
    assert_eq!(folder.validate(&["bad.json"]).code, 1);
    assert_eq!(folder.validate(&["bad.json", "gone.json"]).code, 2);
    assert_eq!(folder.validate(&["gone.json", "bad.json"]).code, 2);
}

#[test]
fn a_dash_is_standard_input() {
    let lead = lead().to_string();
    let folder = Folder::new(&[("-", r#"{"type": "inventory.vehicle.request"}"#)]);
    run_in(folder.path(), &["validate", "-"], lead.as_bytes())
        .expect(0, "ok   -: lead-submit-request (v1.3)\n")
        .silent();
    assert_eq!(folder.validate(&["./-"]).code, 1);
    run_in(folder.path(), &["validate", "-", "-"], lead.as_bytes())
        .refused(&["standard input", "once"]);
}

#[test]
fn long_and_wide_texts_are_printed_within_reason() {
    let long = "ä".repeat(100_000);
    let mut document = json!({"type": "inventory.search.request", "filters": {}});
    document["filters"][&long] = json!(long);
    document["alpha"] = json!(1);
    let run = validate(document, &[]);
    assert_eq!(run.code, 1);
    let line = run
        .out
        .lines()
        .find(|line| line.contains("/alpha"))
        .unwrap();
    assert!(line.len() < 400, "padded to {}", line.len());
}
