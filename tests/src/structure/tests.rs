use aap_codegen::json::Json;

use super::{Documents, differences};

const ROOT: &str = "https://a.test/root.json";

fn documents(texts: &[(&str, &str)]) -> Documents {
    let documents = texts.iter().map(|(file, text)| {
        let uri = format!("https://a.test/{file}");
        (uri, Json::parse(text).unwrap())
    });
    Documents::new(documents)
}

/// The differences' places in the source.
fn places(source: &str, other: &str) -> Vec<String> {
    let (source, other) = (
        documents(&[("root.json", source)]),
        documents(&[("root.json", other)]),
    );
    differences((&source, ROOT), (&other, ROOT))
        .unwrap()
        .into_iter()
        .map(|difference| difference.source.replace(ROOT, ""))
        .collect()
}

#[test]
fn what_demands_the_same_is_equal() {
    for (source, other) in [
        ("{}", "true"),
        (r#"{"title": "A", "default": 1}"#, "true"),
        (r#"{"type": "string"}"#, r#"{"type": ["string"]}"#),
        (
            r#"{"type": ["string", "null"]}"#,
            r#"{"type": ["null", "string"]}"#,
        ),
        (r#"{"enum": [1, "a"]}"#, r#"{"enum": ["a", 1]}"#),
        (
            r#"{"const": {"a": 1, "b": 2}}"#,
            r#"{"const": {"b": 2, "a": 1}}"#,
        ),
        (
            r#"{"additionalProperties": true, "required": [], "items": {"title": "x"}}"#,
            "true",
        ),
        (
            r##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "null"}}}"##,
            r#"{"items": {"type": "null"}}"#,
        ),
        (
            r##"{"items": {"$ref": "#here", "description": "x"}, "$defs": {"a": {"$anchor": "here", "type": "null"}}}"##,
            r##"{"items": {"$ref": "inner"}, "$defs": {"a": {"$id": "inner", "type": "null"}}}"##,
        ),
        // One turn of an endless schema, and two.
        (
            r##"{"items": {"$ref": "#"}}"##,
            r##"{"items": {"items": {"$ref": "#"}}}"##,
        ),
        // A member may have the name of a keyword.
        (
            r#"{"properties": {"title": {"type": "string", "title": "A"}}}"#,
            r#"{"properties": {"title": {"type": "string"}}}"#,
        ),
    ] {
        assert!(places(source, other).is_empty(), "{source} {other}");
        assert!(places(other, source).is_empty(), "{other} {source}");
    }
}

#[test]
fn a_difference_has_a_place() {
    for (source, other, expected) in [
        ("true", "false", "#"),
        (r#"{"minimum": 1}"#, r#"{"minimum": 2}"#, "#/minimum"),
        (r#"{"minimum": 1}"#, "true", "#/minimum"),
        ("true", r#"{"minimum": 1}"#, "#/minimum"),
        (r#"{"type": "string"}"#, r#"{"type": "number"}"#, "#/type"),
        (r#"{"enum": [1, "1"]}"#, r#"{"enum": ["1"]}"#, "#/enum"),
        (r#"{"const": [1, 2]}"#, r#"{"const": [2, 1]}"#, "#/const"),
        (
            r#"{"required": ["a"]}"#,
            r#"{"required": ["b"]}"#,
            "#/required",
        ),
        (
            r#"{"additionalProperties": false}"#,
            "true",
            "#/additionalProperties",
        ),
        (
            r#"{"properties": {"a/b": {}, "c": {}}}"#,
            r#"{"properties": {"c": {}}}"#,
            "#/properties/a~1b",
        ),
        (
            r#"{"properties": {"a": {"type": "string"}}}"#,
            r#"{"properties": {"a": {}}}"#,
            "#/properties/a/type",
        ),
        (
            r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#,
            r#"{"anyOf": [{"type": "string"}, {"type": "object"}]}"#,
            "#/anyOf/1/type",
        ),
        (r#"{"allOf": [{}, {}]}"#, r#"{"allOf": [{}]}"#, "#/allOf"),
        (
            r##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "null"}}}"##,
            r#"{"items": {"type": "array"}}"#,
            "#/$defs/a/type",
        ),
        (
            r##"{"minimum": 1, "$ref": "#/$defs/a", "$defs": {"a": {"maximum": 2}}}"##,
            r##"{"minimum": 1, "$ref": "#/$defs/a", "$defs": {"a": {"maximum": 3}}}"##,
            "#/$defs/a/maximum",
        ),
        (
            r##"{"minItems": 1, "items": {"$ref": "#"}}"##,
            r##"{"minItems": 1, "items": {"items": {"$ref": "#"}}}"##,
            "#/minItems",
        ),
        // Only annotations are ignored, and only where they are keywords.
        (
            r#"{"properties": {"title": {}}}"#,
            r#"{"properties": {"description": {}}}"#,
            "#/properties/description",
        ),
        (r#"{"x-unknown": 1}"#, "true", "#/x-unknown"),
    ] {
        let found = places(source, other);
        assert!(
            found.contains(&expected.to_owned()),
            "{source} {other}: {found:?}"
        );
    }
}

#[test]
fn references_between_files_are_followed() {
    let source = documents(&[
        ("root.json", r#"{"items": {"$ref": "./b/c.json#/$defs/d"}}"#),
        ("b/c.json", r#"{"$defs": {"d": {"$ref": "../e.json"}}}"#),
        ("e.json", r#"{"type": "string"}"#),
    ]);
    let same = documents(&[("root.json", r#"{"items": {"type": "string"}}"#)]);
    let found = differences((&source, ROOT), (&same, ROOT));
    assert_eq!(found, Ok(Vec::new()));
    let other = documents(&[("root.json", r#"{"items": {"type": "number"}}"#)]);
    let found = differences((&source, ROOT), (&other, ROOT)).unwrap();
    assert_eq!(
        found[0].to_string(),
        "https://a.test/e.json#/type: the source has \"string\", but \"number\" stands at \
         https://a.test/root.json#/items/type"
    );
}

#[test]
fn a_reference_to_nothing_is_an_error() {
    for schema in [
        r#"{"$ref": "https://b.test/"}"#,
        r##"{"items": {"$ref": "#/$defs/a"}}"##,
        r##"{"items": {"$ref": "#a"}}"##,
        r##"{"$ref": "#"}"##,
    ] {
        let schema = documents(&[("root.json", schema)]);
        let found = differences((&schema, ROOT), (&schema, ROOT));
        assert!(found.is_err(), "{found:?}");
    }
}
