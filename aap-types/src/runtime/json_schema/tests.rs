//! Tables that no contract has.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::json;

use super::super::properties::{Properties, declared};
use super::super::schema::{Holds, Literal, Members, Number, Rule, Schema, Types};
use super::{Keywords, Table, root, table};

/// A list of itself.
enum Tree {}

static TREE: Schema = Schema(&[
    Rule::Type(Types::ARRAY.or(Types::NULL)),
    Rule::Items {
        prefix: &[],
        rest: &TREE,
    },
]);

/// Refers to a tree, and to a count with more to say about it.
enum Forest {}

static FOREST: Schema = Schema(&[Rule::Properties(&Properties::new(&declared([
    (
        "count",
        &Schema(&[
            Rule::Minimum(Number::Integer(1)),
            Rule::Holds(Holds::U64),
            Rule::Ref(&COUNT),
        ]),
    ),
    ("tree", &TREE),
])))]);

enum Count {}

static COUNT: Schema = Schema(&[
    Rule::Type(Types::INTEGER),
    Rule::Minimum(Number::Integer(0)),
]);

static TABLES: &[Table] = &[
    table::<Tree>(&TREE),
    table::<Forest>(&FOREST),
    table::<Count>(&COUNT),
];

macro_rules! types {
    ($($name:ident: $table:ident),+) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
                Keywords::of(&$table, &[TABLES], generator)
            }
        }
    )+};
}

types!(Tree: TREE, Forest: FOREST, Count: COUNT);

#[test]
fn a_table_with_a_name_is_referred_to() {
    let schema = root::<Forest>();
    assert_eq!(
        schema.to_value(),
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Forest",
            "properties": {
                "count": {"minimum": 1, "$ref": "#/$defs/Count"},
                "tree": {"$ref": "#/$defs/Tree"},
            },
            "$defs": {
                "Count": {"type": "integer", "minimum": 0},
                "Tree": {"type": ["null", "array"], "items": {"$ref": "#/$defs/Tree"}},
            },
        })
    );
}

#[test]
fn a_table_that_holds_itself_ends() {
    let tree = root::<Tree>().to_value();
    assert_eq!(tree["items"], json!({"$ref": "#"}));
}

#[test]
fn keywords_of_a_reference_do_not_mix_with_those_around_it() {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
    });
    let schema = Keywords::of(&FOREST, &[TABLES], &mut settings.into_generator()).to_value();
    assert_eq!(
        schema["properties"]["count"],
        json!({"minimum": 1, "allOf": [{"type": "integer", "minimum": 0}]})
    );
}

#[test]
fn every_rule_is_a_keyword() {
    static ONE: Schema = Schema(&[Rule::Const(Literal::Number(Number::Decimal("1.5")))]);
    static LISTS: Schema = Schema(&[
        Rule::Enum(&[
            Literal::Null,
            Literal::Bool(true),
            Literal::Array(&[Literal::String("a")]),
            Literal::Object(&[("b", Literal::Number(Number::Integer(-2)))]),
        ]),
        Rule::ExclusiveMinimum(Number::Integer(0)),
        Rule::ExclusiveMaximum(Number::Decimal("0.5")),
        Rule::MultipleOf(Number::Decimal("0.01")),
        Rule::MinItems(1),
        Rule::MaxItems(2),
        Rule::UniqueItems,
        Rule::Items {
            prefix: &[&ONE],
            rest: &Schema::FALSE,
        },
        Rule::Contains {
            schema: &ONE,
            min: None,
            max: Some(3),
        },
        Rule::AnyOf(&[&ONE, &Schema::TRUE]),
        Rule::OneOf(&[&ONE]),
        Rule::AllOf(&[&ONE]),
        Rule::Not(&ONE),
        Rule::If {
            condition: &ONE,
            then: &Schema::TRUE,
            otherwise: &Schema::FALSE,
        },
    ]);
    static OBJECTS: Schema = Schema(&[
        Rule::MinProperties(1),
        Rule::MaxProperties(2),
        Rule::PropertyNames(&ONE),
        Rule::DependentRequired(&[("a", &["b"])]),
        Rule::DependentSchemas(&[("a", &ONE)]),
        Rule::Members(Members {
            properties: &Properties::new(&declared([("a", &ONE)])),
            patterns: &[],
            additional: &ONE,
        }),
    ]);
    let of = |table| Keywords::of(table, &[], &mut SchemaGenerator::default()).to_value();
    let one = json!({"const": 1.5});
    assert_eq!(
        of(&LISTS),
        json!({
            "enum": [null, true, ["a"], {"b": -2}],
            "exclusiveMinimum": 0,
            "exclusiveMaximum": 0.5,
            "multipleOf": 0.01,
            "minItems": 1,
            "maxItems": 2,
            "uniqueItems": true,
            "prefixItems": [one],
            "items": false,
            "contains": one,
            "maxContains": 3,
            "anyOf": [one, true],
            "oneOf": [one],
            "allOf": [one],
            "not": one,
            "if": one,
            "else": false,
        })
    );
    assert_eq!(
        of(&OBJECTS),
        json!({
            "minProperties": 1,
            "maxProperties": 2,
            "propertyNames": one,
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"a": one},
            "properties": {"a": one},
            "additionalProperties": one,
        })
    );
}
