//! Verdicts over texts and values, for keywords that contracts use and for some that none does.

mod random;

use serde_json::Value;

use super::*;
use crate::runtime::pattern::Pattern;
use crate::runtime::properties::{Properties, declared};
use crate::runtime::schema::{Holds, Literal, Members, Number, Rule, Types};

static ANY: Schema = Schema::TRUE;
static TEXT: Schema = Schema(&[Rule::Type(Types::STRING)]);
static SMALL: Schema = Schema(&[
    Rule::Type(Types::INTEGER),
    Rule::Maximum(Number::Integer(9)),
    Rule::Holds(Holds::U64),
]);
static PAIR: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::Properties(&Properties::requiring(
        &declared([("a", &SMALL), ("b", &TEXT)]),
        &["a"],
    )),
]);
static CLOSED: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::OnlyProperties(&Properties::new(&declared([("a", &ANY)]))),
]);
static UNIQUE: Schema = Schema(&[
    Rule::UniqueItems,
    Rule::Items {
        prefix: &[],
        rest: &ANY,
    },
]);
static WITH_SMALL: Schema = Schema(&[
    Rule::Type(Types::ARRAY),
    Rule::MaxItems(3),
    Rule::Contains {
        schema: &SMALL,
        min: None,
        max: Some(1),
    },
]);
static EITHER: Schema = Schema(&[Rule::OneOf(&[&TEXT, &PAIR, &CLOSED])]);
static NEITHER: Schema = Schema(&[Rule::Not(&EITHER), Rule::Type(Types::OBJECT)]);
static DEPENDS: Schema = Schema(&[
    Rule::If {
        condition: &PAIR,
        then: &Schema(&[Rule::Required(&["c"])]),
        otherwise: &Schema(&[Rule::DependentRequired(&[("x", &["y"])])]),
    },
    Rule::AllOf(&[&Schema(&[Rule::MinProperties(1)])]),
]);
static ANY_OF: Schema = Schema(&[Rule::AnyOf(&[
    &SMALL,
    &Schema(&[Rule::Const(Literal::Bool(true))]),
    &Schema(&[Rule::Enum(&[Literal::Null, Literal::String("x")])]),
])]);

static NAMED: Schema = Schema(&[Rule::PropertyNames(&Schema(&[Rule::MaxLength(3)]))]);
static BY_PATTERN: Schema = Schema(&[Rule::Members(Members {
    properties: &Properties::new(&declared([("a", &SMALL), ("b", &ANY)])),
    // Matches every name.
    patterns: &[(&Pattern::new("", &[], &[[1, 1]]), &TEXT)],
    additional: &Schema::FALSE,
})]);
static OTHERS: Schema = Schema(&[Rule::Members(Members {
    properties: &Properties::requiring(&declared([("a", &TEXT)]), &["a"]),
    patterns: &[],
    additional: &SMALL,
})]);
static TUPLE: Schema = Schema(&[
    Rule::AllOf(&[
        &Schema(&[Rule::Items {
            prefix: &[&TEXT, &PAIR],
            rest: &SMALL,
        }]),
        &Schema(&[Rule::MinItems(1)]),
    ]),
    Rule::Items {
        prefix: &[],
        rest: &Schema(&[Rule::Not(&Schema(&[Rule::Const(Literal::Number(
            Number::Integer(7),
        ))]))]),
    },
]);
static BOTH: Schema = Schema(&[
    Rule::AllOf(&[&PAIR, &CLOSED_PAIR]),
    Rule::DependentSchemas(&[("b", &Schema(&[Rule::MinProperties(2)]))]),
]);
static CLOSED_PAIR: Schema = Schema(&[Rule::OnlyProperties(&Properties::requiring(
    &declared([
        ("a", &Schema(&[Rule::Minimum(Number::Integer(2))])),
        ("b", &Schema(&[Rule::MinLength(2)])),
    ]),
    &["a"],
))]);
/// A tree of which each node is valid in one of two ways.
static TREE: Schema = Schema(&[Rule::AnyOf(&[
    &TEXT,
    &Schema(&[
        Rule::Type(Types::OBJECT),
        Rule::OneOf(&[
            &Schema(&[Rule::Properties(&Properties::requiring(
                &declared([("left", &TREE)]),
                &["left"],
            ))]),
            &Schema(&[Rule::Properties(&Properties::requiring(
                &declared([("left", &SMALL), ("right", &TREE)]),
                &["right"],
            ))]),
        ]),
    ]),
])]);

static PART: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::Properties(&Properties::new(&declared([
        ("kind", &TEXT),
        ("size", &ANY),
        ("part", &ASKS),
    ]))),
]);
/// What is asked of members depends on members of theirs: named ones, undeclared ones, and several.
static ASKS: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::Properties(&Properties::new(&declared([
        ("part", &PART),
        ("spare", &PART),
    ]))),
    Rule::AllOf(&[
        &Schema(&[Rule::If {
            condition: &Schema(&[Rule::Properties(&Properties::requiring(
                &declared([(
                    "part",
                    &Schema(&[Rule::Type(Types::OBJECT), Rule::Required(&["kind"])]),
                )]),
                &["part"],
            ))]),
            then: &Schema(&[Rule::Properties(&Properties::new(&declared([(
                "part",
                &Schema(&[Rule::Properties(&Properties::new(&declared([(
                    "kind",
                    &Schema(&[Rule::Enum(&[Literal::String("x"), Literal::String("y")])]),
                )])))]),
            )])))]),
            otherwise: &Schema(&[Rule::Required(&["spare"])]),
        }]),
        &Schema(&[Rule::Not(&Schema(&[Rule::Properties(
            &Properties::requiring(
                &declared([(
                    "spare",
                    &Schema(&[Rule::Properties(&Properties::requiring(
                        &declared([("color", &TEXT), ("size", &SMALL)]),
                        &["color"],
                    ))]),
                )]),
                &["spare"],
            ),
        )]))]),
    ]),
]);

/// As many members as no note is kept of, and a condition on one of the last.
static MANY: Schema = Schema(&[
    Rule::Properties(&Properties::new(&declared([
        ("a", &PART),
        ("b", &PART),
        ("c", &PART),
        ("d", &PART),
        ("e", &PART),
        ("f", &PART),
        ("g", &PART),
        ("h", &PART),
        ("i", &PART),
        ("j", &PART),
        ("k", &PART),
        ("l", &PART),
        ("m", &PART),
        ("n", &PART),
        ("o", &PART),
        ("p", &PART),
        ("q", &PART),
        ("r", &PART),
    ]))),
    Rule::If {
        condition: &Schema(&[Rule::Properties(&Properties::requiring(
            &declared([("r", &Schema(&[Rule::Required(&["kind"])]))]),
            &["r"],
        ))]),
        then: &Schema(&[Rule::Required(&["z"])]),
        otherwise: &ANY,
    },
]);
/// Levels within levels; of each it is asked whether a member is there that no note tells of.
static LEVELS: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::Properties(&Properties::new(&declared([("part", &LEVEL)]))),
    Rule::AnyOf(&[&Schema(&[Rule::Properties(&Properties::new(&declared([
        (
            "part",
            &Schema(&[Rule::Properties(&Properties::new(&declared([
                ("part", &LEVELS),
                ("zz", &TEXT),
            ])))]),
        ),
    ])))])]),
]);
static LEVEL: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::Properties(&Properties::new(&declared([("part", &OBJECT)]))),
]);
static OBJECT: Schema = Schema(&[Rule::Type(Types::OBJECT)]);

fn assert_verdict(schema: &'static Schema, text: &str, expected: bool) {
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(of_value(schema, &value), expected, "value of {text}");
    let verdict = of_slice(schema, text.as_bytes());
    assert!(
        number::are_arbitrarily_precise() || verdict == Some(expected),
        "{text}: {verdict:?}"
    );
}

#[test]
fn more_objects_than_are_noted_and_members_that_no_note_tells_of_are_read_again() {
    let members: Vec<String> = ('a'..='r')
        .map(|name| format!(r#""{name}": {{"kind": "x"}}"#))
        .collect();
    let many = |rest: &str| format!("{{{}{rest}}}", members.join(", "));
    let levels = |last: &str| {
        let depth = 60;
        format!(
            "{}{last}{}",
            r#"{"part": "#.repeat(depth),
            "}".repeat(depth)
        )
    };
    let cases = [
        (&MANY, many(""), false),
        (&MANY, many(r#", "z": 0"#), true),
        (&LEVELS, levels(r#"{"zz": "x"}"#), true),
        (&LEVELS, levels(r#"{"part": {"zz": 3}}"#), false),
        (&LEVELS, levels("3"), false),
    ];
    for (schema, text, expected) in cases {
        assert_verdict(schema, &text, expected);
    }
}

#[test]
fn texts_and_values_get_the_same_verdict() {
    let cases: &[(&Schema, &str, bool)] = &[
        (&PAIR, r#"{"a": 1}"#, true),
        (&PAIR, r#"{"a": 1.0, "b": "x", "c": {"d": []}}"#, true),
        (&PAIR, r#"{"b": "x"}"#, false),
        (&PAIR, r#"{"a": 10}"#, false),
        (&PAIR, r#"{"a": 1.5}"#, false),
        (&PAIR, r#"{"a": 1, "b": null}"#, false),
        (&PAIR, "[]", false),
        (&CLOSED, r#"{"a": 0}"#, true),
        (&CLOSED, r#"{"b": 0}"#, false),
        (&CLOSED, "3", false),
        (
            &UNIQUE,
            r#"[1, "1", true, null, [1], {"a": 1}, {"a": 2}]"#,
            true,
        ),
        (&UNIQUE, "[]", true),
        (&UNIQUE, "[1]", true),
        (&UNIQUE, r#"["a", "b", {"a": "b"}, {"a": "c"}]"#, true),
        (
            &UNIQUE,
            r#"["a", "\u0062", { "a" : "b" }, {"b": "a"}]"#,
            true,
        ),
        (
            &UNIQUE,
            r#"["a", "b", "c", "d", "e", "f", "g", "h", "i"]"#,
            true,
        ),
        (&UNIQUE, r#""text""#, true),
        (&WITH_SMALL, r#"["x", 3]"#, true),
        (&WITH_SMALL, r#"["x"]"#, false),
        (&WITH_SMALL, "[1, 2]", false),
        (&WITH_SMALL, "[1, 11, 12, 13]", false),
        (&EITHER, r#""x""#, true),
        (&EITHER, r#"{"a": 5, "z": 0}"#, true),
        (&EITHER, r#"{"a": "no", "z": 0}"#, false),
        (&EITHER, r#"{"a": 5}"#, false),
        (&NEITHER, r#"{"a": 5}"#, true),
        (&NEITHER, r#"{"a": 5, "z": 0}"#, false),
        (&DEPENDS, r#"{"a": 1, "c": 0}"#, true),
        (&DEPENDS, r#"{"a": 1}"#, false),
        (&DEPENDS, r#"{"x": 1}"#, false),
        (&DEPENDS, r#"{"x": 1, "y": 2}"#, true),
        (&DEPENDS, "{}", false),
        (&ANY_OF, "true", true),
        (&ANY_OF, "false", false),
        (&ANY_OF, "null", true),
        (&ANY_OF, r#""\u0078""#, true),
        (&ANY_OF, "3", true),
        (&Schema::FALSE, "3", false),
        (&NAMED, r#"{"abc": 1}"#, true),
        (&NAMED, r#"{"a": 1, "abcd": 1}"#, false),
        (&BY_PATTERN, "{}", true),
        (&BY_PATTERN, r#"{"b": "x", "c": "y"}"#, true),
        (&BY_PATTERN, r#"{"b": "x", "c": 1}"#, false),
        (&BY_PATTERN, r#"{"a": "x"}"#, false),
        (&OTHERS, r#"{"a": "x", "b": 3}"#, true),
        (&OTHERS, r#"{"a": "x", "b": "y"}"#, false),
        (&OTHERS, r#"{"b": 3}"#, false),
        (&TUPLE, "3", true),
        (&TUPLE, "[]", false),
        (&TUPLE, r#"["x", {"a": 1}, 2, 3]"#, true),
        (&TUPLE, r#"["x", {"a": 1}, 2, 7]"#, false),
        (&TUPLE, r#"["x", {"a": 1}, 2, 3, "y"]"#, false),
        (&TUPLE, r#"["x", {"b": "1"}]"#, false),
        (&BOTH, r#"{"a": 2}"#, true),
        (&BOTH, r#"{"a": 2, "b": "xy"}"#, true),
        (&BOTH, r#"{"a": 1}"#, false),
        (&BOTH, r#"{"a": 2, "b": "x"}"#, false),
        (&BOTH, r#"{"a": 2, "c": "x"}"#, false),
        (&BOTH, r#"{"b": "xy"}"#, false),
        (&TREE, r#"{"left": {"left": {"left": "x"}}}"#, true),
        (&TREE, r#"{"left": {"left": {"left": 3}}}"#, false),
        (
            &TREE,
            r#"{"left": 3, "right": {"left": "x", "z": [{}]}}"#,
            true,
        ),
        (&TREE, r#"{"left": "x", "right": "y"}"#, true),
        (
            &TREE,
            r#"{"left": 3, "right": {"left": "x", "right": 3}}"#,
            true,
        ),
        (
            &TREE,
            r#"{"left": 3, "right": {"left": 3, "right": 3}}"#,
            false,
        ),
        (&TREE, r#"{"right": {"left": {"right": ["y"]}}}"#, false),
        (&ASKS, r#"{"part": {"kind": "x"}}"#, true),
        (&ASKS, r#"{"part":{"size":1,"kind":"z"}}"#, false),
        (&ASKS, r#"{"part" : {"\u006bind" : "\u0079"}}"#, true),
        (&ASKS, r#"{"part": {"size": [{"kind": "x"}]}}"#, false),
        (&ASKS, r#"{"part": {"size": 1}, "spare": {}}"#, true),
        (&ASKS, r#"{"part": 3, "spare": {}}"#, false),
        (&ASKS, "{}", false),
        (&ASKS, r#"{"spare": {"color": "red"}}"#, false),
        (&ASKS, r#"{"spare": {"color": "red", "size": 10}}"#, true),
        (&ASKS, r#"{"spare": {"size": 3, "color": "red"}}"#, false),
        (&ASKS, r#"{"spare": {"size": 3, "color": 0}}"#, true),
        (
            &ASKS,
            r#"{"part": {"kind": "y", "part": {"part": {"kind": "z"}}}}"#,
            false,
        ),
        (
            &ASKS,
            r#"{"spare": {"part": {"part": {"kind": "x"}}}, "part": {"kind": "y"}}"#,
            true,
        ),
        (
            &ASKS,
            r#"{"part": {"part": {"part": {"kind": "x"}, "spare": {}}, "kind": "no"}}"#,
            false,
        ),
    ];
    for (schema, text, expected) in cases {
        assert_verdict(schema, text, *expected);
    }
}

#[test]
fn what_is_no_json_is_not_valid() {
    if number::are_arbitrarily_precise() {
        return;
    }
    let texts: &[&[u8]] = &[
        b"",
        b"{",
        b"1 2",
        b"nul",
        b"[1,]",
        b"\"\xff\"",
        b"1e999",
        br#"{"a": 1, "a": 2}"#,
        br#"{"z": {"b": [{"c": 1, "c": 1}]}}"#,
    ];
    for text in texts {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(of_slice(&ANY, text), Some(false), "{shown}");
        assert_eq!(of_slice(&EITHER, text), Some(false), "{shown}");
    }
    // More names than are compared one by one.
    let names = |last: &str| {
        let names: Vec<String> = (0..40).map(|number| format!("\"n{number}\": 0")).collect();
        format!("{{{}, \"{last}\": 0}}", names.join(", "))
    };
    for (last, expected) in [("n40", true), ("n3", false), ("n39", false)] {
        assert_eq!(of_slice(&ANY, names(last).as_bytes()), Some(expected));
    }
}

#[test]
fn what_only_the_whole_value_tells_is_left_undecided() {
    static EQUALS: Schema = Schema(&[Rule::Const(Literal::Array(&[Literal::Null]))]);
    static EQUALS_ONE: Schema = Schema(&[Rule::Enum(&[
        Literal::Null,
        Literal::Object(&[("a", Literal::Bool(true))]),
    ])]);
    let cases: &[(&Schema, &str)] = &[
        (&UNIQUE, "[1, 1]"),
        (&UNIQUE, "[1, 1.0]"),
        (&UNIQUE, r#"["a", "b", "a"]"#),
        (&UNIQUE, r#"["a", "\u0061"]"#),
        (&UNIQUE, r#"[{"a": "b"}, {"a" : "\u0062"}]"#),
        (&UNIQUE, r#"[{"a": "b", "c": 1}, {"a": "b", "c": 1}]"#),
        (&UNIQUE, r#"[{"a": "b", "c": "d"}, {"c": "d", "a": "b"}]"#),
        (&UNIQUE, r#"["a", "b", "c", "d", "e", "f", "g", "h", "h"]"#),
        (&UNIQUE, r#"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#),
        (&EQUALS, "[null]"),
        (&EQUALS_ONE, r#"{"a": true}"#),
        // Whether `SMALL` gives the number its type is not known.
        (&ANY_OF, "-3"),
    ];
    for (schema, text) in cases {
        assert_eq!(of_slice(schema, text.as_bytes()), None, "{text}");
    }
}
