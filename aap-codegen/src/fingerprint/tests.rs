//! What a fingerprint takes notice of.

use super::*;

fn fingerprint(text: &str) -> String {
    document(&Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn words_and_order_do_not_count() {
    let plain = r##"{
        "$id": "https://library.example/book.json",
        "type": ["string", "null"], "enum": ["a", "b", null], "required": ["x", "y"],
        "properties": {"x": {"minLength": 1}, "y": {"items": {"const": 1}}},
        "allOf": [{"$ref": "#/$defs/d"}], "$defs": {"d": {"not": {}}}
    }"##;
    let wordy = r##"{
        "title": "Book", "description": "A book.", "$comment": "?", "examples": ["a"], "default": "a",
        "$defs": {"d": {"not": {"description": "Nothing."}, "title": "D"}},
        "allOf": [{"description": "Also.", "$ref": "#/$defs/d"}],
        "required": ["y", "x"], "enum": [null, "b", "a"], "type": ["null", "string"],
        "properties": {
            "y": {"items": {"const": 1, "title": "One"}, "default": []},
            "x": {"minLength": 1, "description": "Letters."}
        },
        "$id": "https://library.example/book.json"
    }"##;
    assert_eq!(fingerprint(plain), fingerprint(wordy));
    let structure = structure(&Json::parse(wordy).unwrap_or(Json::Null)).canonical();
    for word in ["title", "description", "$comment", "examples", "default"] {
        assert!(!structure.contains(word), "{structure}");
    }
}

/// Names, values and whatever else stands where no keyword can stand.
#[test]
fn members_that_are_called_like_words_count() {
    for word in WORDS {
        for template in [
            r#"{"properties": {"WORD": {"type": "string"}}}"#,
            r#"{"patternProperties": {"WORD": {"type": "string"}}}"#,
            r#"{"$defs": {"WORD": {"type": "string"}}}"#,
            r#"{"dependentSchemas": {"WORD": {"type": "string"}}}"#,
            r#"{"dependentRequired": {"WORD": ["x"]}}"#,
            r#"{"required": ["WORD"]}"#,
            r#"{"enum": ["WORD"]}"#,
            r#"{"const": {"WORD": 1}}"#,
            r#"{"enum": [{"WORD": 1}]}"#,
            r#"{"properties": {"properties": {"properties": {"WORD": true}}}}"#,
        ] {
            let named = fingerprint(&template.replace("WORD", word));
            let other = fingerprint(&template.replace("WORD", "other"));
            assert_ne!(named, other, "{template} with {word}");
            let less = Json::parse(&template.replace("WORD", word));
            let less = structure(&less.unwrap_or(Json::Null)).canonical();
            assert!(less.contains(word), "{less}");
        }
    }
}

#[test]
fn every_constraint_counts() {
    let base = r#"{"type": "string", "minLength": 1, "pattern": "^a$", "properties": {"a": {}}}"#;
    for (from, to) in [
        ("\"string\"", "\"integer\""),
        ("\"string\"", "[\"string\"]"),
        ("1", "2"),
        ("1", "1.0"),
        ("^a$", "^a"),
        ("minLength", "maxLength"),
        ("{\"a\"", "{\"b\""),
        ("{}", "true"),
        ("}}}", "}}, \"readOnly\": true}"),
    ] {
        assert_ne!(
            fingerprint(base),
            fingerprint(&base.replace(from, to)),
            "{to}"
        );
    }
    // Branches have an order: reports name it.
    assert_ne!(
        fingerprint(r#"{"anyOf": [{"type": "null"}, {}]}"#),
        fingerprint(r#"{"anyOf": [{}, {"type": "null"}]}"#)
    );
}

#[test]
fn a_contract_is_its_files_and_their_names() {
    let files = |files: &[(&str, &str)]| {
        let parse = |text: &str| Json::parse(text).unwrap_or(Json::Null);
        let documents: BTreeMap<String, Json> = files
            .iter()
            .map(|(file, text)| ((*file).to_owned(), parse(text)))
            .collect();
        contract(&documents)
    };
    let (a, b) = (r#"{"minimum": 1}"#, r#"{"minimum": 2}"#);
    let base = files(&[("a", a), ("b", b)]);
    assert_eq!(
        base,
        files(&[("b", b), ("a", r#"{"title": "A", "minimum": 1}"#)])
    );
    assert_ne!(base, files(&[("a", b), ("b", a)]));
    assert_ne!(base, files(&[("a", a)]));
    assert_ne!(base, files(&[("a", a), ("c", b)]));
}

/// The fingerprints in the locks must never come to mean something else.
#[test]
fn the_algorithm_is_pinned() {
    assert_eq!(
        sha256(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    let schema = r#"{"title": "T", "type": ["b", "a"], "properties": {"é\n": {"minimum": 1.50}}}"#;
    let parsed = Json::parse(schema).unwrap_or(Json::Null);
    assert_eq!(
        structure(&parsed).canonical(),
        r#"{"properties":{"é\n":{"minimum":1.5}},"type":["a","b"]}"#
    );
}
