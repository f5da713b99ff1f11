//! What the check stage takes, what it makes of it, and what it refuses.

use super::*;
use crate::testing::{checked, loaded, sound};

/// The keywords of a file's root.
fn keywords(text: &str) -> Keywords {
    let text = format!(r#"{{"title": "File", {text}}}"#);
    let mut set = sound(&loaded(&[("file.json", &text)]));
    let root = set.roots[0].1;
    match std::mem::replace(&mut set.nodes[root.0].kind, Kind::Bool(true)) {
        Kind::Keywords(keywords) => *keywords,
        Kind::Bool(_) => Keywords::default(),
    }
}

#[test]
fn keywords_are_read_as_json_schema_means_them() {
    let read = |text: &str| keywords(text);
    // `1.0` is an integer.
    assert_eq!(read(r#""minLength": 1.0"#).min_length, Some(1));
    assert_eq!(read(r#""maxItems": 3e2"#).max_items, Some(300));
    assert_eq!(read(r#""minLength": 0"#).min_length, Some(0));
    assert_eq!(
        read(r#""type": "string""#).types,
        read(r#""type": ["string"]"#).types
    );
    // A value may stand twice in an enum; what is the same, whatever its members' order, is kept once.
    let values = read(r#""enum": [1, {"a": 1, "b": 2}, 1, {"b": 2, "a": 1}, "1"]"#).enumeration;
    assert_eq!(values.map(|values| values.len()), Some(3));
    // The order of a schema's members is kept.
    let properties = read(r#""properties": {"z": true, "a": {}, "m": false}"#).properties;
    let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["z", "a", "m"]);
    // What only describes is left out.
    let words = r#""description": "", "examples": [], "default": {}, "deprecated": true, "readOnly": 1,
        "contentMediaType": "", "$comment": "", "$anchor": "a", "$defs": {}"#;
    assert_eq!(read(words), Keywords::default());
}

#[test]
fn every_format_that_is_known_is_known_to_the_runtime() {
    for format in FORMATS {
        let variant = crate::types::format_variant(format).to_string();
        assert!(
            variant.starts_with("rt :: format :: Format :: "),
            "{variant}"
        );
        assert_eq!(
            keywords(&format!(r#""format": {format:?}"#))
                .format
                .as_deref(),
            Some(*format)
        );
    }
    let runtime = include_str!("../../../aap-types/src/runtime/format/mod.rs");
    for format in FORMATS {
        let variant = crate::types::format_variant(format).to_string();
        let variant = variant.rsplit(' ').next().unwrap_or_default();
        assert!(runtime.contains(&format!("    {variant},")), "no {variant}");
    }
}

/// Every problem, as `file#pointer: message`.
fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let (_, problems) = checked(&loaded(files));
    let strip = |line: &String| line.strip_prefix("v9.0 ").map(str::to_owned);
    problems.iter().filter_map(strip).collect()
}

#[test]
fn references_that_apply_in_place_must_end() {
    let circles = [
        (r##""$ref": "#""##, "file.json: applies file.json"),
        (
            r##""allOf": [{"$ref": "#"}]"##,
            "file.json#/allOf/0: applies file.json",
        ),
        (
            r##""anyOf": [{}, {"not": {"$ref": "#"}}]"##,
            "file.json#/anyOf/1/not: applies file.json",
        ),
        (
            r##""if": {"$ref": "#"}"##,
            "file.json#/if: applies file.json",
        ),
        (
            r##""dependentSchemas": {"a": {"$ref": "#"}}"##,
            "applies file.json",
        ),
        (
            r##""$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}"##,
            "file.json#/$defs/b: applies file.json#/$defs/a",
        ),
    ];
    for (text, expected) in circles {
        let found = problems(&[("file.json", &format!(r#"{{"title": "F", {text}}}"#))]);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].contains(expected), "{found:?}");
    }
    // Each step into the instance makes it smaller, and what is used twice is no circle.
    for text in [
        r##""items": {"$ref": "#"}"##,
        r##""properties": {"a": {"allOf": [{"$ref": "#"}]}}"##,
        r##""propertyNames": {"$ref": "#"}"##,
        r##""contains": {"not": {"$ref": "#"}}"##,
        r##""allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}"##,
        r##""then": {"$ref": "#"}"##,
    ] {
        let found = problems(&[("file.json", &format!(r#"{{"title": "F", {text}}}"#))]);
        assert_eq!(found, [] as [String; 0], "{text}");
    }
}

#[test]
fn titles_name_one_type_each() {
    let file = |title: &str, properties: &str| {
        format!(r#"{{"title": {title:?}, "type": "object", "properties": {{{properties}}}}}"#)
    };
    let vin =
        |more: &str| format!(r#"{{"title": "Vin", "type": "string", "minLength": 17{more}}}"#);
    let cases: &[(&str, String, String, &[&str])] = &[
        (
            "two files",
            file("A", ""),
            file("A", ""),
            &["b.json#/title: the title \"A\" names another type already, at a.json: "],
        ),
        (
            "in other case",
            file("a", ""),
            file("A", ""),
            &["b.json#/title: "],
        ),
        (
            "a member and a file",
            file("A", r#""x": {"title": "B", "type": "object"}"#),
            file("B", ""),
            &["b.json#/title: "],
        ),
        (
            "strings alike",
            file("A", &format!(r#""x": {}"#, vin(""))),
            file("B", &format!(r#""y": {}"#, vin(", \"description\": \"\""))),
            &[],
        ),
        (
            "strings unlike",
            file("A", &format!(r#""x": {}"#, vin(""))),
            file("B", &format!(r#""y": {}"#, vin(", \"maxLength\": 17"))),
            &["b.json#/properties/y/title: "],
        ),
        (
            "enums in other order",
            file("A", r#""x": {"title": "E", "enum": ["a", "b"]}"#),
            file("B", r#""x": {"title": "E", "enum": ["b", "a"]}"#),
            &[],
        ),
        (
            "words that are no type",
            file("A", r#""x": {"title": "Any", "minimum": 1}"#),
            file("B", r#""x": {"title": "Any", "maximum": 1}"#),
            &[],
        ),
    ];
    for (what, a, b, expected) in cases {
        let found = problems(&[("a.json", a), ("b.json", b)]);
        assert_eq!(found.len(), expected.len(), "{what}: {found:?}");
        for (found, expected) in found.iter().zip(*expected) {
            assert!(found.starts_with(expected), "{what}: {found}");
        }
    }
}

/// Whatever is wrong, all of it is told, each with its place.
#[test]
fn faults_do_not_hide_one_another() {
    let file = r##"{
        "title": "File", "tpye": "object", "minLength": "1",
        "properties": {"a/b": {"$ref": "#/nowhere"}, "c": {"pattern": "(", "format": "x"}, "d": 5},
        "allOf": [{"items": {"enum": {}}}],
        "patternProperties": {"(?<=a)b": {"required": [1]}},
        "$defs": {"unused": {"unevaluatedItems": false}}
    }"##;
    let found = problems(&[("file.json", file)]);
    let places: Vec<&str> = found
        .iter()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    assert_eq!(
        places,
        [
            "file.json#/$defs/unused/unevaluatedItems",
            "file.json#/allOf/0/items/enum",
            "file.json#/minLength",
            "file.json#/patternProperties/(?<=a)b",
            "file.json#/patternProperties/(?<=a)b/required",
            "file.json#/properties/a~1b/$ref",
            "file.json#/properties/c/format",
            "file.json#/properties/c/pattern",
            "file.json#/properties/d",
            "file.json#/tpye",
        ]
    );
}
