//! Which Rust type each schema gets, and what it is called.

use super::*;
use crate::testing::{loaded, sound};

/// The model of a contract, one line for each type.
#[track_caller]
pub(super) fn model_of(files: &[(&str, &str)]) -> Vec<String> {
    let (found, problems) = model_with_error(files, None);
    assert_eq!(problems, [""; 0]);
    found
}

/// The model of a contract of which one file is the error payload, and what is wrong with it.
pub(super) fn model_with_error(
    files: &[(&str, &str)],
    error: Option<&str>,
) -> (Vec<String>, Vec<String>) {
    let loaded = loaded(files);
    let set = sound(&loaded);
    let mut problems = Problems::new("v9.0");
    let model = model(&set, error, &mut problems);
    let found = model.types.iter().map(|it| shown(&model, it)).collect();
    let problems = problems.into_sorted();
    (found, problems.iter().map(ToString::to_string).collect())
}

fn shown(model: &Model, definition: &TypeDef) -> String {
    let name = &definition.name;
    match &definition.kind {
        TypeKind::Struct(structure) => {
            let fields = structure.fields.iter().map(|field| {
                let renamed = if field.ident == field.member {
                    String::new()
                } else {
                    format!(" = {:?}", field.member)
                };
                let mut value = spelled(model, &field.value);
                if field.boxed {
                    value = format!("Box<{value}>");
                }
                let optional = if field.required { "" } else { "?" };
                format!("{}{renamed}: {value}{optional}", field.ident)
            });
            let extra = structure.extra.iter().map(|extra| format!("..{extra}"));
            let fields: Vec<String> = fields.chain(extra).collect();
            format!("struct {name} {{ {} }}", fields.join(", "))
        }
        TypeKind::Enum(variants) => {
            let variants: Vec<&str> = variants.iter().map(|it| it.ident.as_str()).collect();
            format!("enum {name} {{ {} }}", variants.join(", "))
        }
        TypeKind::Text => format!("text {name}"),
        TypeKind::Marker(text) => format!("marker {name} = {text:?}"),
        TypeKind::Union(variants) => {
            let variants: Vec<String> = variants
                .iter()
                .map(|it| format!("{}({})", it.ident, spelled(model, &it.value)))
                .collect();
            format!("union {name} {{ {} }}", variants.join(", "))
        }
        TypeKind::Wrapper(inner) => format!("wrapper {name}({})", spelled(model, inner)),
    }
}

fn spelled(model: &Model, value: &Type) -> String {
    match value {
        Type::Any => "Value".to_owned(),
        Type::Null => "()".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Unsigned => "u64".to_owned(),
        Type::Signed => "i64".to_owned(),
        Type::Number => "f64".to_owned(),
        Type::String => "String".to_owned(),
        Type::Runtime(text) => text.name().to_owned(),
        Type::AnyObject => "Map".to_owned(),
        Type::List(inner) => format!("Vec<{}>", spelled(model, inner)),
        Type::Map(inner) => format!("BTreeMap<{}>", spelled(model, inner)),
        Type::Named(id) => model.type_def(*id).name.clone(),
        Type::Nullable(inner) => format!("Option<{}>", spelled(model, inner)),
    }
}

/// A member's schema and the field that it becomes, with the types that this takes.
#[test]
fn members_become_fields() {
    let cases: &[(&str, &str, &[&str])] = &[
        // Plain types.
        (r#"{"type": "string"}"#, "String", &[]),
        (r#"{"type": "boolean"}"#, "bool", &[]),
        (r#"{"type": "null"}"#, "()", &[]),
        (r#"{"type": "number"}"#, "f64", &[]),
        (r#"{"type": ["integer", "number"]}"#, "f64", &[]),
        (r#"{"type": "integer"}"#, "i64", &[]),
        (r#"{"type": "integer", "minimum": 0}"#, "u64", &[]),
        (r#"{"type": "integer", "minimum": 1900.0}"#, "u64", &[]),
        (r#"{"type": "integer", "exclusiveMinimum": -1}"#, "u64", &[]),
        (r#"{"type": "integer", "minimum": -1}"#, "i64", &[]),
        (
            r#"{"type": "integer", "exclusiveMinimum": -1.5}"#,
            "i64",
            &[],
        ),
        (r#"{"type": "object"}"#, "Map", &[]),
        (r#"{"type": "array"}"#, "Vec<Value>", &[]),
        (r#"{}"#, "Value", &[]),
        (r#"true"#, "Value", &[]),
        (r#"{"minimum": 1}"#, "Value", &[]),
        // Null beside a value, in each spelling.
        (r#"{"type": ["string", "null"]}"#, "Option<String>", &[]),
        (
            r#"{"type": ["null", "integer"], "minimum": 0}"#,
            "Option<u64>",
            &[],
        ),
        (
            r#"{"oneOf": [{"type": "number"}, {"type": "null"}]}"#,
            "Option<f64>",
            &[],
        ),
        (
            r#"{"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "boolean"}}]}"#,
            "Option<Vec<bool>>",
            &[],
        ),
        (
            r#"{"enum": ["a", null, "b"]}"#,
            "Option<M>",
            &["enum M { A, B }"],
        ),
        (r#"{"enum": [1, null]}"#, "Option<u64>", &[]),
        (r#"{"enum": [null]}"#, "()", &[]),
        (
            r#"{"type": ["string", "null"], "format": "date"}"#,
            "Option<Date>",
            &[],
        ),
        (
            r#"{"type": ["string", "null"], "maxLength": 3}"#,
            "Option<M>",
            &["text M"],
        ),
        (
            r#"{"oneOf": [{"type": ["string", "null"]}, {"type": "null"}]}"#,
            "Option<String>",
            &[],
        ),
        // Values that are listed.
        (
            r#"{"enum": ["a b", "a-b", "1", "", "self", "é"]}"#,
            "M",
            &["enum M { Ab, Ab2, X1, Empty, Self_, Ue9 }"],
        ),
        (r#"{"enum": [1, 2.0]}"#, "u64", &[]),
        (r#"{"enum": [1, -2]}"#, "i64", &[]),
        (r#"{"enum": [1, 2.5]}"#, "f64", &[]),
        (r#"{"enum": [true]}"#, "bool", &[]),
        (r#"{"enum": [1, "a"]}"#, "Value", &[]),
        (r#"{"enum": []}"#, "Value", &[]),
        (
            r#"{"type": "string", "enum": ["a", 1, null]}"#,
            "M",
            &["enum M { A }"],
        ),
        (r#"{"const": "x"}"#, "FileM", &["marker FileM = \"x\""]),
        (r#"{"const": 3}"#, "u64", &[]),
        (r#"{"const": null}"#, "()", &[]),
        (r#"{"const": {"a": 1}}"#, "Value", &[]),
        // Strings with limits, and those of the runtime.
        (r#"{"type": "string", "pattern": "^a$"}"#, "M", &["text M"]),
        (r#"{"type": "string", "minLength": 0}"#, "String", &[]),
        (r#"{"type": "string", "minLength": 1}"#, "M", &["text M"]),
        (
            r#"{"type": "string", "format": "date-time"}"#,
            "Timestamp",
            &[],
        ),
        (r#"{"type": "string", "format": "uri"}"#, "Uri", &[]),
        (
            r#"{"type": "string", "format": "email", "maxLength": 9}"#,
            "M",
            &["text M"],
        ),
        (r#"{"type": "string", "format": "uuid"}"#, "M", &["text M"]),
        // Several types at once.
        (
            r#"{"type": ["string", "integer"]}"#,
            "M",
            &["union M { String(String), Integer(i64) }"],
        ),
        (r#"{"type": ["object", "string"]}"#, "Value", &[]),
        // Containers.
        (
            r#"{"type": "array", "items": {"type": "string", "minLength": 1}}"#,
            "Vec<Item>",
            &["text Item"],
        ),
        (
            r#"{"type": "array", "items": {"type": "object", "properties": {"a": {}}}}"#,
            "Vec<Item>",
            &["struct Item { a: Value?, ..extra }"],
        ),
        (
            r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#,
            "Vec<Value>",
            &[],
        ),
        (
            r#"{"type": "object", "additionalProperties": {"type": "number"}}"#,
            "BTreeMap<f64>",
            &[],
        ),
        (
            r#"{"type": "object", "additionalProperties": true}"#,
            "Map",
            &[],
        ),
        (
            r#"{"type": "object", "additionalProperties": false}"#,
            "M",
            &["struct M {  }"],
        ),
        (
            r#"{"type": "object", "patternProperties": {"^x": {}}, "additionalProperties": false}"#,
            "Map",
            &[],
        ),
        (
            r#"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#,
            "M",
            &["struct M { a: Value, ..extra }"],
        ),
        (r#"{"properties": {"a": {}}}"#, "Value", &[]),
        // References and combinations: constraints never make another type.
        (r##"{"$ref": "#/$defs/T"}"##, "T", &["text T"]),
        (
            r##"{"$ref": "#/$defs/T", "description": "Mine."}"##,
            "T",
            &["text T"],
        ),
        (
            r##"{"allOf": [{"$ref": "#/$defs/T"}, {"minLength": 2}]}"##,
            "T",
            &["text T"],
        ),
        (
            r##"{"oneOf": [{"$ref": "#/$defs/T"}, {"type": "null"}]}"##,
            "Option<T>",
            &["text T"],
        ),
        (
            r##"{"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/T"}]}"##,
            "T",
            &["text T"],
        ),
        (
            r#"{"anyOf": [{"type": "string"}, {"type": "number"}]}"#,
            "Value",
            &[],
        ),
        (
            r#"{"type": "string", "anyOf": [{"minLength": 1}, {"pattern": "a"}]}"#,
            "String",
            &[],
        ),
        (
            r#"{"type": "string", "not": {"const": ""}, "if": {"minLength": 1}, "then": {"maxLength": 2}}"#,
            "String",
            &[],
        ),
        (
            r#"{"type": "object", "properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            "M",
            &["struct M { a: Value?, b: Value?, ..extra }"],
        ),
        (
            r#"{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}, "required": ["a", "b"]}]}"#,
            "M",
            &["struct M { a: String?, b: Value, ..extra }"],
        ),
    ];
    for (schema, field, types) in cases {
        let file = format!(
            r#"{{"title": "File", "type": "object", "properties": {{"m": {schema}}},
                "$defs": {{"T": {{"type": "string", "maxLength": 9}}}}}}"#
        );
        let mut found = model_of(&[("file.json", &file)]);
        let root = found.remove(0);
        assert_eq!(
            root,
            format!("struct File {{ m: {field}?, ..extra }}"),
            "{schema}"
        );
        assert_eq!(found, *types, "{schema}");
    }
}

/// Three states: absent, null, a value.
#[test]
fn absent_and_null_are_kept_apart() {
    let file = r#"{"title": "File", "type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": "string"}, "b": {"type": ["string", "null"]},
        "c": {"type": "string"}, "d": {"type": ["string", "null"]}
    }}"#;
    let expected =
        "struct File { a: String, b: Option<String>, c: String?, d: Option<String>?, ..extra }";
    assert_eq!(model_of(&[("file.json", file)]), [expected]);
}

#[test]
fn whole_files_have_a_type_of_their_own() {
    let cases = [
        (r#""type": "string", "maxLength": 1"#, "text File"),
        (r#""type": "string""#, "wrapper File(String)"),
        (r#""enum": ["a"]"#, "enum File { A }"),
        (r#""const": "a""#, "marker File = \"a\""),
        (
            r#""type": "array", "items": {"type": "number"}"#,
            "wrapper File(Vec<f64>)",
        ),
        (
            r##""type": "array", "items": {"$ref": "#"}"##,
            "wrapper File(Vec<Value>)",
        ),
        (r#""type": "object""#, "wrapper File(Map)"),
        (r#""minimum": 1"#, "wrapper File(Value)"),
        (r#""$ref": "other.json""#, "wrapper File(Other)"),
    ];
    for (schema, expected) in cases {
        let other = r#"{"title": "Other", "type": "string", "minLength": 1}"#;
        let file = format!(r#"{{"title": "File", {schema}}}"#);
        let mut found = model_of(&[("file.json", &file), ("other.json", other)]);
        found.retain(|line| line != "text Other");
        assert_eq!(found, [expected], "{schema}");
    }
}

/// The struct holds what is no null, and the file's type holds both.
#[test]
fn a_file_that_may_be_null_is_two_types() {
    let file = r#"{"title": "File", "type": ["object", "null"], "properties": {"a": {}}}"#;
    assert_eq!(
        model_of(&[("file.json", file)]),
        [
            "struct File { a: Value?, ..extra }",
            "wrapper FileType(Option<File>)"
        ]
    );
}

/// One meaning, one type: strings may share a title where their constraints are the same.
#[test]
fn string_types_are_shared_by_title_or_name() {
    let vin = r#"{"title": "Vin", "type": "string", "pattern": "^[A-Z0-9]{17}$"}"#;
    let file = |name: &str, more: &str| {
        format!(
            r#"{{"title": "{name}", "type": "object", "properties": {{
                "vin": {vin}, "color": {{"type": "string", "maxLength": 5}}, {more}}}}}"#
        )
    };
    let a = file(
        "A",
        r#""sort": {"enum": ["up", "down"]}, "vins": {"type": "array", "items": {"title": "Vin", "type": "string", "pattern": "^[A-Z0-9]{17}$", "description": "One."}}"#,
    );
    let b = file(
        "B",
        r#""sort": {"enum": ["down", "up"]}, "shade": {"type": "string", "maxLength": 5}"#,
    );
    assert_eq!(
        model_of(&[("a.json", &a), ("b.json", &b)]),
        [
            "struct A { vin: Vin?, color: Color?, sort: Sort?, vins: Vec<Vin>?, ..extra }",
            "text Vin",
            "text Color",
            "enum Sort { Up, Down }",
            "struct B { vin: Vin?, color: Color?, sort: Sort?, shade: Shade?, ..extra }",
            "text Shade",
        ]
    );
}

#[test]
fn fields_are_distinct_and_no_keywords() {
    let members = [
        "type", "Type", "fn", "self", "Self", "crate", "async", "_", "__", "", "aB", "a_b", "a-b",
        "A B", "1", "x1", "extra", "Extra", "$ref", "@id", "é",
    ];
    let properties: Vec<String> = members
        .iter()
        .map(|name| format!("{name:?}: true"))
        .collect();
    let file = format!(
        r#"{{"title": "File", "type": "object", "properties": {{{}}}}}"#,
        properties.join(", ")
    );
    let expected = "struct File { type_ = \"type\": Value?, type_2 = \"Type\": Value?, fn_ = \"fn\": Value?, \
        self_ = \"self\": Value?, self_2 = \"Self\": Value?, crate_ = \"crate\": Value?, async_ = \"async\": Value?, \
        x = \"_\": Value?, x_2 = \"__\": Value?, x_3 = \"\": Value?, a_b = \"aB\": Value?, a_b_2 = \"a_b\": Value?, \
        a_b_3 = \"a-b\": Value?, a_b_4 = \"A B\": Value?, x1 = \"1\": Value?, x1_2 = \"x1\": Value?, extra: Value?, \
        extra_2 = \"Extra\": Value?, dollar_ref = \"$ref\": Value?, at_id = \"@id\": Value?, ue9 = \"é\": Value?, ..extra_3 }";
    assert_eq!(model_of(&[("file.json", &file)]), [expected]);
}

#[test]
fn names_are_spelled_as_typify_spells_them() {
    let texts = [
        "a b",
        "AB",
        "aB",
        "Ab",
        "ABC def",
        "x_1_y",
        "2nd",
        "é",
        "fooBAR",
        "HTTPServer",
        "a1B2",
        "--",
        "K",
        "ǆ",
        "self",
        "a\u{0}b",
    ];
    for text in texts {
        let (pascal, snake) = (names::pascal(text), names::snake(text));
        assert_eq!(names::pascal(&pascal), pascal, "{text}");
        assert_eq!(names::snake(&snake), snake, "{text}");
        for name in [&pascal, &snake] {
            assert!(
                name.is_ascii() && name.starts_with(|c: char| c.is_ascii_alphabetic()),
                "{name}"
            );
        }
    }
    assert!(names::pascal(&"very ".repeat(1_000)).len() <= 101);
}

/// A box stands exactly where a type would hold itself.
#[test]
fn types_that_hold_themselves_are_boxed() {
    let cases: &[(&str, &[&str])] = &[
        (
            r##"{"next": {"$ref": "#"}, "all": {"type": "array", "items": {"$ref": "#"}}, "by": {"type": "object", "additionalProperties": {"$ref": "#"}}}"##,
            &["struct File { next: Box<File>?, all: Vec<File>?, by: BTreeMap<File>?, ..extra }"],
        ),
        (
            r##"{"next": {"oneOf": [{"$ref": "#"}, {"type": "null"}]}}"##,
            &["struct File { next: Box<Option<File>>?, ..extra }"],
        ),
        (
            r##"{"a": {"$ref": "#/$defs/A"}}"##,
            &[
                "struct File { a: Box<A>?, ..extra }",
                "struct A { b: B, ..extra }",
                "struct B { a: Box<A>?, ..extra }",
            ],
        ),
    ];
    for (properties, expected) in cases {
        let file = format!(
            r##"{{"title": "File", "type": "object", "properties": {properties}, "$defs": {{
                "A": {{"type": "object", "required": ["b"], "properties": {{"b": {{"$ref": "#/$defs/B"}}}}}},
                "B": {{"type": "object", "properties": {{"a": {{"$ref": "#/$defs/A"}}}}}}}}}}"##
        );
        let found = model_of(&[("file.json", &file)]);
        assert_eq!(found, *expected);
    }
}

/// The order in which files and members stand decides nothing but their order.
#[test]
fn names_do_not_depend_on_what_was_found_first() {
    let a = r#"{"title": "A", "type": "object", "properties": {
        "x": {"type": "object", "properties": {"p": {"const": "1"}}}, "y": {"$ref": "b.json#/$defs/d"}}}"#;
    let b = r#"{"title": "B", "type": "object", "properties": {
        "x": {"type": "object", "properties": {"q": {"const": "2"}}}, "z": {"$ref": "a.json"}},
        "$defs": {"d": {"type": "object", "properties": {"x": {"type": "object", "properties": {"r": {}}}}}}}"#;
    let mut forwards = model_of(&[("a.json", a), ("b.json", b)]);
    let renamed = |text: &str| text.replace("a.json", "c.json");
    let backwards = model_of(&[("b.json", &renamed(b)), ("c.json", a)]);
    let mut backwards: Vec<String> = backwards
        .iter()
        .map(|line| line.replace("Cx", "Ax"))
        .collect();
    forwards.sort();
    backwards.sort();
    assert_eq!(forwards, backwards);
}
