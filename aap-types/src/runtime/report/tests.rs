//! What the walk finds, in which order, and in which words.

use serde_json::json;

use super::*;
use crate::runtime::properties::{Properties, declared};
use crate::runtime::schema::{Literal, Number};

static TEXT: Schema = Schema(&[Rule::Type(Types::STRING)]);
static SMALL: Schema = Schema(&[
    Rule::Type(Types::INTEGER),
    Rule::Maximum(Number::Integer(9)),
    Rule::Holds(Holds::U64),
]);
static PAIR: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::OnlyProperties(&Properties::requiring(
        &declared([("a", &SMALL), ("b", &TEXT)]),
        &["a", "b"],
    )),
]);
static PAIRS: Schema = Schema(&[
    Rule::Type(Types::ARRAY),
    Rule::Items {
        prefix: &[],
        rest: &PAIR,
    },
]);
static TWICE: Schema = Schema(&[Rule::AllOf(&[
    &PAIR,
    &Schema(&[
        Rule::Type(Types::OBJECT),
        Rule::Properties(&Properties::requiring(
            &declared([("a", &Schema(&[Rule::Enum(&[Literal::Null])]))]),
            &["a"],
        )),
    ]),
])]);
static OPEN: Schema = Schema(&[Rule::Properties(&Properties::requiring(
    &declared([("m", &PAIR)]),
    &["m"],
))]);
static TUPLE: Schema = Schema(&[
    Rule::Items {
        prefix: &[&TEXT],
        rest: &Schema::FALSE,
    },
    Rule::UniqueItems,
]);

fn told(schema: &'static Schema, value: &Value) -> Vec<String> {
    let lazily = validate(schema, value).err();
    let told = |violation: &Violation| violation.to_string();
    let lazily: Vec<String> = lazily.iter().flatten().map(told).collect();
    // The report takes other ways where numbers have to fit, and finds the same.
    let report = report(schema, value, None).violations;
    assert_eq!(lazily, report.iter().map(told).collect::<Vec<_>>());
    lazily
}

#[test]
fn of_numbers_that_do_not_fit_only_those_are_told_that_the_schema_takes() {
    let places = |value: &Value| {
        let report = report(&PAIRS, value, None);
        let numbers = report.unrepresentable.iter();
        let numbers: Vec<String> = numbers
            .map(|number| number.instance_location.to_string())
            .collect();
        (report.violations.len(), numbers)
    };
    let cases = [
        (json!([{"a": 3, "b": ""}]), 0, vec![]),
        (json!([{"a": -1, "b": ""}]), 0, vec!["/0/a"]),
        // More than the maximum.
        (json!([{"a": 1e30, "b": ""}]), 1, vec![]),
        // The object is at fault, and the number is not.
        (json!([{"a": -1}]), 1, vec!["/0/a"]),
        (
            json!([{"a": 1e30}, {"a": -1, "b": 1}, {"a": 1e30, "b": ""}, {"a": -2, "b": ""}]),
            4,
            vec!["/1/a", "/3/a"],
        ),
    ];
    for (value, violations, numbers) in cases {
        let numbers = numbers.into_iter().map(str::to_owned).collect();
        assert_eq!(places(&value), (violations, numbers), "{value}");
    }
}

#[test]
fn faults_are_told_in_document_order_and_once() {
    let cases: [(&'static Schema, Value, &[&str]); 7] = [
        (&PAIR, json!({"a": 1, "b": ""}), &[]),
        (
            &PAIR,
            json!({"a": 10, "c": null}),
            &[
                "(whole document): required: the member \"b\" is missing",
                "/a: maximum: expected at most 9, found 10",
                "/c: additionalProperties: the member \"c\" is not known here; known are a, b",
            ],
        ),
        (
            &PAIRS,
            json!([{"a": 1}, [], {"a": 0.5, "b": 1}]),
            &[
                "/0: required: the member \"b\" is missing",
                "/1: type: expected object, found an array of 0",
                "/2/a: type: expected integer, found 0.5",
                "/2/b: type: expected string, found 1",
            ],
        ),
        (
            &TWICE,
            json!("x"),
            &["(whole document): type: expected object, found the string \"x\""],
        ),
        (
            &TWICE,
            json!({"b": "x"}),
            &["(whole document): required: the member \"a\" is missing"],
        ),
        (
            &OPEN,
            json!({"a": 1, "b": 2, "m": {"a": 7}, "x": 3}),
            &["/m: required: the member \"b\" is missing"],
        ),
        (
            &TUPLE,
            json!([1, 1.0]),
            &[
                "(whole document): items: expected at most 1 element, found 2",
                "(whole document): uniqueItems: elements 0 and 1 are equal, all must differ",
                "/0: type: expected string, found 1",
            ],
        ),
    ];
    for (schema, value, expected) in cases {
        assert_eq!(told(schema, &value), expected, "{value}");
    }
}

#[test]
fn faults_among_many_elements_are_found_wherever_they_are() {
    let good = || json!({"a": 1, "b": "x"});
    for faulty in [&[][..], &[0], &[19], &[3, 4, 5], &[0, 7, 8, 18]] {
        let element = |index| match faulty.contains(&index) {
            true => json!({"a": index, "b": index}),
            false => good(),
        };
        let value: Value = (0..20).map(element).collect();
        let places: Vec<String> = told(&PAIRS, &value);
        let expected: Vec<String> = faulty
            .iter()
            .flat_map(|index| {
                let bound = format!("/{index}/a: maximum: expected at most 9, found {index}");
                let text = format!("/{index}/b: type: expected string, found {index}");
                [(*index > 9).then_some(bound), Some(text)]
            })
            .flatten()
            .collect();
        assert_eq!(places, expected);
    }
}

/// A list of trees with a text: `allOf`, a reference and a bound on the way to each.
static TREE: Schema = Schema(&[
    Rule::Type(Types::OBJECT),
    Rule::OnlyProperties(&Properties::requiring(
        &declared([
            ("all", &Schema(&[Rule::AllOf(&[&Schema::TRUE, &TREES])])),
            (
                "few",
                &Schema(&[
                    Rule::MinItems(1),
                    Rule::Items {
                        prefix: &[],
                        rest: &TREE,
                    },
                ]),
            ),
            ("plain", &TREES),
            ("ref", &Schema(&[Rule::Ref(&TREES)])),
            ("text", &TEXT),
        ]),
        &["text"],
    )),
]);
static TREES: Schema = Schema(&[
    Rule::Type(Types::ARRAY),
    Rule::Items {
        prefix: &[],
        rest: &TREE,
    },
]);

#[test]
fn faults_are_found_below_one_another_and_however_deep() {
    for ways in [
        &["plain"][..],
        &["ref"],
        &["all"],
        &["few"],
        &["plain", "few", "all", "ref"],
    ] {
        for faulty in [&[0][..], &[39], &[20, 39], &[0, 1, 17, 18, 33], &[]] {
            let mut value = json!({"text": "leaf"});
            let mut expected = Vec::new();
            for depth in (0..40).rev() {
                let way = ways[depth % ways.len()];
                let wrong = faulty.contains(&depth);
                let text = if wrong { json!(depth) } else { json!("") };
                value = json!({way: [{"text": ""}, value, {"text": ""}], "text": text});
                for place in &mut expected {
                    *place = format!("/{way}/1{place}");
                }
                if wrong {
                    expected.push(format!("/text: type: expected string, found {depth}"));
                }
            }
            // What is in an object's lists comes before its text.
            assert_eq!(told(&TREE, &value), expected, "{ways:?}");
        }
    }
}

#[test]
fn the_order_of_the_text_counts_where_it_is_known() {
    let cases = [
        (
            r#"[{"b": 1, "a": "x"}, {"z": 0, "b": "", "a": 2}]"#,
            &["/0/b", "/0/a", "/1/z"][..],
        ),
        // White space and escapes do not count, nor do members that are valid.
        (
            r#" [ { } , { "y" : [ 1 , { "b" : 2 } ] , "\u0062" : 1, "b\"": {}, "a" : "x" } ] "#,
            &["/0", "/0", "/1/y", "/1/b", "/1/b\"", "/1/a"],
        ),
        (r#"[{"b": 1, "a": 1}]"#, &["/0/b"]),
    ];
    for (text, expected) in cases {
        let document = crate::runtime::document::parse(text.as_bytes()).unwrap();
        let found = report(&PAIRS, &document.value, Some(document.order()));
        let places: Vec<&str> = found
            .violations
            .iter()
            .map(|violation| violation.instance_location.as_str())
            .collect();
        assert_eq!(places, expected, "{text}");
    }
}
