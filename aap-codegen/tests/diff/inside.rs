//! What becomes of constraints that stand inside others.

use aap_codegen::diff::{Change, Diff};
use serde_json::{Value, json};

use crate::rules::REQUEST;
use crate::{compare, fixtures, letters, source};

/// The base with a value in its request that two schemas describe.
pub fn values(from: &Value, to: &Value) -> Diff {
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
pub fn found(diff: &Diff) -> Vec<String> {
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

/// Every pair of branches is looked at, at every depth: that must not multiply.
#[test]
fn branches_in_branches_are_compared_in_reasonable_time() {
    let nested = |leaf: Value| {
        let wrap = |inner: Value| {
            json!({"anyOf": [
                {"type": "object", "properties": {"a": inner}},
                {"type": "object", "properties": {"b": {"type": "string"}}},
                {"type": "array"},
            ]})
        };
        (0..15).fold(leaf, |inner, _| wrap(inner))
    };
    let diff = values(
        &nested(json!({"type": "string"})),
        &nested(json!({"type": "string", "minLength": 1})),
    );
    assert_eq!(found(&diff), ["bound-tightened S"]);
}
