//! Each keyword of the vocabularies, and how its violation is reported.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{FALSE_SCHEMA, Oracle, Violation};

const ROOT: &str = "https://example.test/root.json";

fn oracle(schema: &Value) -> Oracle {
    Oracle::new([(ROOT.to_owned(), schema.clone())], ROOT).unwrap()
}

/// Checks that `instance` has exactly the `expected` violations, and none exactly if it is valid.
#[track_caller]
fn check(schema: &Value, instance: &Value, expected: &[(&str, &str)]) {
    let oracle = oracle(schema);
    let expected: BTreeSet<Violation> = expected
        .iter()
        .map(|&(at, keyword)| (at.to_owned(), keyword.to_owned()))
        .collect();
    assert_eq!(
        oracle.violations(instance),
        expected,
        "{schema} on {instance}"
    );
    assert_eq!(
        oracle.verdict(instance),
        expected.is_empty(),
        "{schema} on {instance}"
    );
}

/// Checks a table of (schema, instance, violations).
macro_rules! table {
    ($($schema:tt, $instance:tt => $expected:expr;)*) => {
        $(check(&json!($schema), &json!($instance), &$expected);)*
    };
}

#[test]
fn any_value() {
    table! {
        {"type": "integer"}, 1.5 => [("", "type")];
        {"type": "integer"}, 1.0 => [];
        {"type": "integer"}, 1e300 => [];
        {"type": "integer"}, (-0.0) => [];
        {"type": "number"}, "1" => [("", "type")];
        {"type": ["string", "null"]}, 1 => [("", "type")];
        {"type": "boolean"}, 0 => [("", "type")];
        {"type": "null"}, false => [("", "type")];
        {"type": "object"}, [] => [("", "type")];
        {"type": "array"}, {} => [("", "type")];
        {"const": "a"}, "b" => [("", "const")];
        {"const": 1}, 1.0 => [];
        {"const": {"a": [1, 2]}}, {"a": [1.0, 2]} => [];
        {"const": null}, null => [];
        {"enum": ["a", 1]}, "b" => [("", "enum")];
        {"enum": ["a", 1]}, 1.0 => [];
        {"enum": [1]}, true => [("", "enum")];
        {"type": "string", "enum": ["a"], "const": "a"}, 1 =>
            [("", "type"), ("", "enum"), ("", "const")];
        true, 1 => [];
        {}, [1] => [];
        false, 1 => [("", FALSE_SCHEMA)];
    }
}

#[test]
fn strings() {
    table! {
        {"minLength": 2}, "a" => [("", "minLength")];
        {"minLength": 2}, "é" => [("", "minLength")];
        {"minLength": 2}, "e\u{301}" => [];
        {"maxLength": 1}, "😀" => [];
        {"maxLength": 1}, "ab" => [("", "maxLength")];
        {"maxLength": 1}, ["ab"] => [];
        {"pattern": "^a+$"}, "b" => [("", "pattern")];
        {"pattern": "^a+$"}, "a\n" => [("", "pattern")];
        {"pattern": "^\\d$"}, "٣" => [("", "pattern")];
        {"pattern": "^\\w$"}, "é" => [("", "pattern")];
        {"pattern": "^\\s$"}, "\u{feff}" => [];
        {"pattern": "\\S"}, "\u{feff}" => [("", "pattern")];
        {"pattern": "\\S"}, "\u{85}" => [];
        {"pattern": "^.$"}, "😀" => [];
        {"pattern": "a"}, 1 => [];
        {"minLength": 3, "pattern": "b", "format": "date", "enum": ["x"]}, "a" =>
            [("", "minLength"), ("", "pattern"), ("", "format"), ("", "enum")];
    }
}

#[test]
fn formats() {
    let formats: &[(&str, &[&str], &[&str])] = &[
        (
            "date-time",
            &[
                "2024-02-29T00:00:00Z",
                "2024-02-29t00:00:00z",
                "2024-01-01T12:00:00.123456789012+05:30",
                "1998-12-31T23:59:60Z",
                "1998-12-31T15:59:60.1-08:00",
                "0000-01-01T00:00:00-00:00",
            ],
            &[
                "2024-01-01T12:00:00",
                "2024-01-01 12:00:00Z",
                "2023-02-29T00:00:00Z",
                "2024-01-01T24:00:00Z",
                "2024-01-01T00:00:60Z",
                "2024-01-01T00:00:00.Z",
                "2024-01-01T00:00:00+0530",
                "2024-01-01T00:00:00+24:00",
                "2024-01-01T00:00:00Z\n",
                "2024-01-01",
                "",
            ],
        ),
        (
            "date",
            &["2024-02-29", "0000-01-01"],
            &["2023-02-29", "2024-1-1", "2024-13-01", "２024-01-01"],
        ),
        ("time", &["12:00:00Z"], &["12:00:00", "12:00Z"]),
        (
            "email",
            &["a@b.co", "a.b+c@example.com"],
            &["a", "@b.co", "a@", "a b@c.de", "a@b@c.de"],
        ),
        (
            "uri",
            &["https://example.com/a?b#c", "urn:x:y", "mailto:a@b.co"],
            &["/a", "a b", "http://[", "://x", ""],
        ),
        ("uri-reference", &["/a", ""], &["\\"]),
        (
            "uuid",
            &["00000000-0000-4000-8000-00000000000A"],
            &["00000000"],
        ),
        ("ipv4", &["127.0.0.1"], &["127.0.0.256", "1.2.3"]),
        ("ipv6", &["::1"], &["1::2::3"]),
        ("hostname", &["example.com"], &["-a.com", ""]),
        ("regex", &["^a$"], &["("]),
        ("json-pointer", &["/a~1b", ""], &["a", "/~2"]),
        ("duration", &["P1D"], &["1D"]),
    ];
    for (format, valid, invalid) in formats {
        for text in *valid {
            check(&json!({ "format": format }), &json!(text), &[]);
        }
        for text in *invalid {
            check(
                &json!({ "format": format }),
                &json!(text),
                &[("", "format")],
            );
        }
        check(&json!({ "format": format }), &json!(1), &[]);
    }
}

#[test]
fn numbers() {
    table! {
        {"minimum": 0}, (-1) => [("", "minimum")];
        {"minimum": 0}, (-0.0) => [];
        {"minimum": 0}, (-1e-300) => [("", "minimum")];
        {"maximum": 10}, 10.5 => [("", "maximum")];
        {"maximum": 10}, 1e300 => [("", "maximum")];
        {"maximum": 18_446_744_073_709_551_614_u64}, 18_446_744_073_709_551_615_u64 => [("", "maximum")];
        {"exclusiveMinimum": 0}, 0 => [("", "exclusiveMinimum")];
        {"exclusiveMaximum": 0}, 0.0 => [("", "exclusiveMaximum")];
        {"multipleOf": 0.01}, 19.99 => [];
        {"multipleOf": 2}, 3 => [("", "multipleOf")];
        {"minimum": 0, "exclusiveMinimum": 0, "multipleOf": 2}, (-1) =>
            [("", "minimum"), ("", "exclusiveMinimum"), ("", "multipleOf")];
        {"minimum": 0}, "x" => [];
    }
}

#[test]
fn arrays() {
    table! {
        {"minItems": 1}, [] => [("", "minItems")];
        {"maxItems": 1}, [1, 2] => [("", "maxItems")];
        {"uniqueItems": true}, [1, 1.0] => [("", "uniqueItems")];
        {"uniqueItems": true}, [1, true] => [];
        {"uniqueItems": true}, [{"a": 1, "b": 2}, {"b": 2, "a": 1}] => [("", "uniqueItems")];
        {"uniqueItems": false}, [1, 1] => [];
        {"items": {"type": "string"}}, [1, "a", 2] => [("/0", "type"), ("/2", "type")];
        {"prefixItems": [{"type": "string"}], "items": {"type": "null"}}, [1, 1] =>
            [("/0", "type"), ("/1", "type")];
        {"prefixItems": [true], "items": false}, [1, 2, 3] =>
            [("/1", FALSE_SCHEMA), ("/2", FALSE_SCHEMA)];
        {"items": false}, [] => [];
        {"unevaluatedItems": false, "prefixItems": [true]}, [1, 2, 3] => [("", "unevaluatedItems")];
        {"unevaluatedItems": {"type": "string"}}, ["a", 2, 3] => [("", "unevaluatedItems")];
        {"unevaluatedItems": false, "contains": {"type": "string"}, "minContains": 0, "maxContains": 9},
            ["a", "b"] => [];
        {"unevaluatedItems": false, "contains": {"type": "string"}, "minContains": 1}, ["a", 2] =>
            [("", "unevaluatedItems")];
    }
}

#[test]
fn contains() {
    table! {
        {"contains": {"const": 1}}, [2] => [("", "contains")];
        {"contains": {"const": 1}}, [] => [("", "contains")];
        {"contains": false}, [1] => [("", "contains")];
        {"contains": {"const": 1}}, "x" => [];
        {"contains": {"const": 1}, "minContains": 0}, [] => [];
        {"contains": {"const": 1}, "minContains": 1}, [] => [("", "contains"), ("", "minContains")];
        {"contains": {"const": 1}, "minContains": 2}, [1] => [("", "minContains")];
        {"contains": {"const": 1}, "minContains": 2.0}, [1] => [("", "minContains")];
        {"contains": {"const": 1}, "minContains": 2}, [] => [("", "contains"), ("", "minContains")];
        {"contains": {"const": 1}, "maxContains": 1}, [] => [("", "contains")];
        {"contains": {"const": 1}, "maxContains": 1}, [1, 1] => [("", "maxContains")];
        {"contains": {"const": 1}, "minContains": 0, "maxContains": 1}, [1, 1] => [("", "maxContains")];
        {"contains": {"const": 1}, "minContains": 0, "maxContains": 1}, [] => [];
        {"contains": {"const": 1}, "minContains": 3, "maxContains": 1}, [1, 1] =>
            [("", "minContains"), ("", "maxContains")];
        {"contains": {"const": 1}, "minContains": 1, "allOf": [{"minItems": 1}]}, [] =>
            [("", "contains"), ("", "minContains"), ("", "minItems")];
        {"minContains": 2, "maxContains": 0}, [] => [];
        {"properties": {"a%é/~": {"contains": {"const": 1}, "minContains": 2}}}, {"a%é/~": [1]} =>
            [("/a%é~1~0", "minContains")];
        {"$defs": {"a": {"$id": "b/", "contains": {"const": 1}, "minContains": 2}}, "items": {"$ref": "b/"}},
            [[1]] => [("/0", "minContains")];
    }
}

#[test]
fn objects() {
    table! {
        {"required": ["a", "b", "c", "d"]}, {} => [("", "required")];
        {"required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
            {"b": 1} => [("", "required"), ("/b", "type")];
        {"required": ["a"], "properties": {"a": true}, "additionalProperties": false}, {"b": 1} =>
            [("", "required"), ("/b", "additionalProperties")];
        {"properties": {"a": {"type": "string"}}, "required": ["a", "z"], "additionalProperties": false},
            {"x/y": 1, "": 2, "a": 1} =>
            [("", "required"), ("/a", "type"), ("/", "additionalProperties"), ("/x~1y", "additionalProperties")];
        {"additionalProperties": false}, {"a": 1, "~": 2} =>
            [("/a", "additionalProperties"), ("/~0", "additionalProperties")];
        {"properties": {"additionalProperties": false}}, {"additionalProperties": 1} =>
            [("/additionalProperties", FALSE_SCHEMA)];
        {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false},
            {"x-a": 1, "y": 1, "z": 1} =>
            [("/x-a", "type"), ("/y", "additionalProperties"), ("/z", "additionalProperties")];
        {"additionalProperties": {"type": "string", "minLength": 2}}, {"a": 1, "b": "x"} =>
            [("/a", "type"), ("/b", "minLength")];
        {"additionalProperties": {"$ref": "#/$defs/never"}, "$defs": {"never": false}}, {"a": 1} =>
            [("/a", FALSE_SCHEMA)];
        {"additionalProperties": {"not": {}}}, {"a": 1} => [("/a", "not")];
        {"properties": {"a": false}}, {"a": 1} => [("/a", FALSE_SCHEMA)];
        {"minProperties": 1}, {} => [("", "minProperties")];
        {"maxProperties": 1}, {"a": 1, "b": 2} => [("", "maxProperties")];
        {"propertyNames": {"maxLength": 1, "pattern": "a"}}, {"bb": 1} => [("", "propertyNames")];
        {"propertyNames": false}, {"bb": 1} => [("", "propertyNames")];
        {"dependentRequired": {"a": ["b", "c"], "d": ["e"]}}, {"a": 1, "d": 1} =>
            [("", "dependentRequired")];
        {"properties": {"dependentRequired": {"required": ["a"]}}}, {"dependentRequired": {}} =>
            [("/dependentRequired", "required")];
        {"dependentSchemas": {"a": {"required": ["b"], "properties": {"a": {"type": "null"}}}}}, {"a": 1} =>
            [("", "required"), ("/a", "type")];
        {"unevaluatedProperties": false}, {"a": 1, "b": 2} => [("", "unevaluatedProperties")];
        {"unevaluatedProperties": {"type": "string"}}, {"a": 1} => [("", "unevaluatedProperties")];
        {"required": ["a"], "minProperties": 1, "additionalProperties": false}, [] => [];
    }
}

#[test]
fn combinations() {
    table! {
        {"allOf": [{"type": "string"}, {"minimum": 2}]}, 1 => [("", "type"), ("", "minimum")];
        {"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "null"}}}]}, {"a": 1} =>
            [("", "anyOf")];
        {"anyOf": [{"required": ["a"]}, {"required": ["b"]}], "required": ["c"]}, {} =>
            [("", "anyOf"), ("", "required")];
        {"anyOf": [{"type": "string"}]}, 1 => [("", "anyOf")];
        {"anyOf": [false]}, 1 => [("", "anyOf")];
        {"oneOf": [{"type": "string"}, {"type": "null"}]}, 1 => [("", "oneOf")];
        {"oneOf": [{"minimum": 0}, {"maximum": 5}]}, 1 => [("", "oneOf")];
        {"oneOf": [{"type": "string"}]}, 1 => [("", "oneOf")];
        {"not": {"type": "string"}}, "a" => [("", "not")];
        {"not": {"not": {"type": "string"}}}, 1 => [("", "not")];
        {"if": {"type": "string"}, "then": {"minLength": 2, "pattern": "b"}, "else": {"minimum": 2}}, "a" =>
            [("", "minLength"), ("", "pattern")];
        {"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}, 1 =>
            [("", "minimum")];
        {"if": {"type": "string"}, "then": false}, "a" => [("", FALSE_SCHEMA)];
        {"if": {"type": "string"}}, 1 => [];
        {"then": false, "else": false}, 1 => [];
        {"$ref": "#/$defs/a", "minimum": 3, "$defs": {"a": {"minimum": 2, "multipleOf": 2}}}, 1 =>
            [("", "minimum"), ("", "multipleOf")];
        {"properties": {"child": {"$ref": "#"}}, "required": ["v"]}, {"v": 1, "child": {"child": {"v": 1}}} =>
            [("/child", "required")];
        {"$dynamicRef": "#n", "$defs": {"a": {"$dynamicAnchor": "n", "type": "string"}}}, 1 => [("", "type")];
        {"$ref": "#n", "$defs": {"a": {"$anchor": "n", "type": "string"}}}, 1 => [("", "type")];
    }
}

#[test]
fn annotations_do_not_assert() {
    table! {
        {"title": "t", "description": "d", "default": 1, "examples": [1], "deprecated": true,
            "readOnly": true, "writeOnly": true, "$comment": "c"}, "x" => [];
        {"contentEncoding": "base64", "contentMediaType": "application/json"}, "{" => [];
        {"unknown": {"type": "null"}}, 1 => [];
        {"additionalItems": false, "dependencies": {"a": ["b"]}}, {"a": 1} => [];
    }
}

#[test]
fn references_across_documents() {
    let documents = [
        (
            "https://example.test/v1/a.json",
            json!({"items": {"$ref": "./b/c.json#/$defs/x"}}),
        ),
        (
            "https://example.test/v1/b/c.json",
            json!({"$defs": {"x": {"$ref": "../d.json"}}}),
        ),
        (
            "https://example.test/v1/d.json",
            json!({"$id": "https://example.test/v1/d.json", "type": "null"}),
        ),
    ];
    let documents = documents.map(|(uri, document)| (uri.to_owned(), document));
    let oracle = Oracle::new(documents.clone(), "https://example.test/v1/a.json").unwrap();
    assert_eq!(
        oracle.violations(&json!([null, 1])),
        [("/1".into(), "type".into())].into()
    );
    let part = Oracle::new(documents, "https://example.test/v1/b/c.json#/$defs/x").unwrap();
    assert!(!part.verdict(&json!(1)));
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    let error = |schema: Value| Oracle::new([(ROOT.to_owned(), schema)], ROOT).unwrap_err();
    assert!(error(json!({"type": "strin"})).contains("/type"));
    assert!(error(json!({"$ref": "other.json"})).contains("other.json"));
    assert!(error(json!({"$ref": "#/$defs/none"})).contains("none"));
    assert!(error(json!({"format": "vin"})).contains("vin"));
    assert!(
        Oracle::new(
            [(ROOT.to_owned(), json!({}))],
            "https://example.test/other.json"
        )
        .is_err()
    );
}
