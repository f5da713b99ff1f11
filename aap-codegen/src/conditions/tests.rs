//! What is left to check of each schema once its type is known.

use std::cell::RefCell;

use super::*;
use crate::model::model;
use crate::paths::Paths;
use crate::problem::Problems;
use crate::testing::{loaded, sound};
use crate::types::Needs;

/// The condition of the object that has the member `m` with this schema, and `more` keywords.
fn condition(member: &str, more: &str) -> String {
    let text = format!(
        r#"{{"title": "Thing", "type": "object", "properties": {{
            "m": {member}, "n": {{"type": "string"}}, "k": {{"type": "integer"}}
        }}{more}}}"#
    );
    let loaded = loaded(&[("thing.schema.json", &text)]);
    let set = sound(&loaded);
    let mut problems = Problems::new("v9.0");
    let model = model(&set, None, &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let types = Types {
        contract: "v9.0",
        set: &set,
        model: &model,
        paths: &Paths::new(&set, &model),
        needs: Needs::default(),
        tables: RefCell::default(),
    };
    let (_, root) = model.roots[0];
    let condition = Conditions::of_type(&types, model.type_def(root));
    let text = condition.expression().to_string();
    text.replace(" . ", ".").replace(" :: ", "::")
}

#[test]
fn what_the_type_holds_needs_no_condition() {
    for member in [
        r#"{"type": "string"}"#,
        r#"{"type": "integer", "minimum": 0}"#,
        r#"{"type": "string", "pattern": "^a$", "minLength": 1}"#,
        r#"{"type": "string", "format": "date-time"}"#,
        r#"{"type": "string", "enum": ["a", "b"]}"#,
        r#"{"const": "a"}"#,
        r#"{"type": ["string", "null"]}"#,
        r#"{"type": ["string", "integer"]}"#,
        r#"{"type": "array", "items": {"type": "string"}, "minItems": 0}"#,
        r#"{"oneOf": [{"type": "integer"}, {"type": "null"}]}"#,
        r#"{"type": "object", "properties": {"x": {"type": "boolean"}}, "required": ["x"]}"#,
        r#"{"type": "object", "additionalProperties": {"type": "number"}}"#,
        r#"{"$ref": "thing.schema.json"}"#,
        r#"{"allOf": [{"$ref": "thing.schema.json"}]}"#,
        "true",
        "{}",
    ] {
        assert_eq!(condition(member, ""), "true", "{member}");
    }
}

#[test]
fn each_keyword_becomes_an_expression_over_the_type() {
    let cases = [
        (
            r#"{"type": "integer", "minimum": 1, "maximum": 9}"#,
            "self.m.is_none_or (| m | (1 ..= 9).contains (& m))",
        ),
        (
            r#"{"type": "integer", "minimum": 0, "maximum": 9}"#,
            "self.m.is_none_or (| m | m <= 9)",
        ),
        (
            r#"{"type": "integer", "exclusiveMinimum": -5}"#,
            "self.m.is_none_or (| m | m > - 5)",
        ),
        (
            r#"{"type": "number", "minimum": 0.5}"#,
            "self.m.is_none_or (| m | m >= 0.5)",
        ),
        (
            r#"{"type": "number", "exclusiveMaximum": 2}"#,
            "self.m.is_none_or (| m | m < 2.0)",
        ),
        (
            r#"{"type": "integer", "minimum": 0, "maximum": -1}"#,
            "self.m.is_none ()",
        ),
        (
            r#"{"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3}"#,
            "self.m.as_ref ().is_none_or (| m | ! m.is_empty () && m.len () <= 3)",
        ),
        (
            r#"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#,
            "self.m.as_ref ().is_none_or (| m | rt::conditions::unique_by_eq (m))",
        ),
        (
            r#"{"type": "array", "items": {}, "uniqueItems": true}"#,
            "self.m.as_ref ().is_none_or (| m | rt::conditions::unique (m))",
        ),
        (
            r#"{"type": "array", "items": {"type": "integer", "maximum": 3}}"#,
            "self.m.as_ref ().is_none_or (| m | m.iter ().all (| item | * item <= 3))",
        ),
        (
            r#"{"type": "array", "items": {"type": "string"}, "contains": {"const": "a"}}"#,
            "self.m.as_ref ().is_none_or (| m | m.iter ().any (| item | item.as_str () == \"a\"))",
        ),
        (
            r#"{"type": "object", "additionalProperties": {"type": "string", "enum": ["a"]}, "maxProperties": 2}"#,
            "self.m.as_ref ().is_none_or (| m | m.len () <= 2)",
        ),
        (
            r#"{"type": ["integer", "null"], "maximum": 3}"#,
            "self.m.is_none_or (| m | m.is_none_or (| m | m <= 3))",
        ),
    ];
    for (member, expected) in cases {
        assert_eq!(condition(member, ""), expected, "{member}");
    }
}

#[test]
fn schemas_of_the_whole_object_speak_of_its_fields() {
    let string = r#"{"type": "string"}"#;
    let cases = [
        (
            r#""anyOf": [{"required": ["m"]}, {"required": ["n"]}]"#,
            "self.m.is_some () || self.n.is_some ()",
        ),
        (
            r#""oneOf": [{"required": ["m"]}, {"required": ["n"]}]"#,
            "[self.m.is_some () , self.n.is_some ()].iter ().filter (| holds | * * holds).count () == 1",
        ),
        (
            r#""not": {"required": ["m", "n"]}"#,
            "self.m.is_none () || self.n.is_none ()",
        ),
        (
            r#""not": {"required": ["other"]}"#,
            "! self.extra.contains_key (\"other\")",
        ),
        (
            r#""dependentRequired": {"m": ["n"]}"#,
            "self.m.is_none () || self.n.is_some ()",
        ),
        (
            r#""if": {"required": ["m"]}, "then": {"required": ["n"]}"#,
            "self.m.is_none () || self.n.is_some ()",
        ),
        (
            r#""if": {"required": ["m"]}, "else": {"required": ["n"]}"#,
            "self.m.is_some () || self.n.is_some ()",
        ),
        (
            r#""if": {"required": ["m"]}, "then": {"required": ["n"]}, "else": {"required": ["k"]}"#,
            "if self.m.is_some () { self.n.is_some () } else { self.k.is_some () }",
        ),
        (
            r#""allOf": [{"properties": {"m": {"const": "a"}}}]"#,
            "self.m.as_ref ().is_none_or (| m | m.as_str () == \"a\")",
        ),
        (
            r#""allOf": [{"properties": {"m": {"type": "integer"}}}]"#,
            "self.m.is_none ()",
        ),
        (
            r#""anyOf": [{"properties": {"other": {"type": "integer"}}}, {"required": ["n"]}]"#,
            "self.extra.get (\"other\").is_none_or (| value | rt::verdict::of_value \
             (& THING_ANY_OF_0_PROPERTIES_OTHER , value)) || self.n.is_some ()",
        ),
        (
            r#""additionalProperties": false, "allOf": [{"required": ["other"]}]"#,
            "false",
        ),
    ];
    for (more, expected) in cases {
        assert_eq!(condition(string, &format!(", {more}")), expected, "{more}");
    }
}

#[test]
fn what_has_no_expression_is_checked_against_its_table() {
    let member = r#"{"type": "integer", "multipleOf": 3}"#;
    assert_eq!(
        condition(member, ""),
        "self.m.is_none_or (| m | rt::conditions::satisfies (& THING_PROPERTIES_M , & m))"
    );
    assert_eq!(
        condition(r#"{"type": "string"}"#, r#", "minProperties": 2"#),
        "rt::conditions::satisfies (& THING , self)"
    );
}
