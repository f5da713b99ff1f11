//! Which of several types has a name, and which gives way.

use super::super::tests::{model_of, model_with_error};

#[test]
fn types_of_one_name_give_way_by_rule() {
    let object =
        |member: &str| format!(r#"{{"type": "object", "properties": {{"{member}": {{}}}}}}"#);
    let file = |title: &str, properties: &str| {
        format!(r#"{{"title": "{title}", "type": "object", "properties": {{{properties}}}}}"#)
    };
    // A title keeps its name; what derives its name takes the file's name in front.
    let a = file(
        "A",
        &format!(r#""price": {}, "b": {}"#, object("x"), object("y")),
    );
    let b = file("B", &format!(r#""price": {}"#, object("z")));
    assert_eq!(
        model_of(&[("one.json", &a), ("two.json", &b)]),
        [
            "struct A { price: OnePrice?, b: OneB?, ..extra }",
            "struct OnePrice { x: Value?, ..extra }",
            "struct OneB { y: Value?, ..extra }",
            "struct B { price: TwoPrice?, ..extra }",
            "struct TwoPrice { z: Value?, ..extra }",
        ]
    );
    // Where nothing tells them apart, they are numbered.
    let a = file(
        "A",
        &format!(
            r#""a b": {}, "a-b": {}, "aB": {}"#,
            object("x"),
            object("y"),
            object("z")
        ),
    );
    let b = file("B", &format!(r#""a_b": {}"#, object("q")));
    let names: Vec<String> = model_of(&[("x/one.json", &a), ("y/one.json", &b)])
        .iter()
        .filter_map(|line| line.split(' ').nth(1).map(str::to_owned))
        .collect();
    assert_eq!(names, ["A", "OneAb", "OneAb2", "OneAb3", "B", "OneAb4"]);
    // Names that generated code uses for something else.
    let titles = ["Value", "Option", "Self", "Request", "contract", "Box"];
    for title in titles {
        let found = model_of(&[("file.json", &file(title, r#""a": true"#))]);
        let mut name = title.to_owned();
        name[..1].make_ascii_uppercase();
        let expected = format!("struct {name}Type {{ a: Value?, ..extra }}");
        assert_eq!(found, [expected], "{title}");
    }
}

/// Programs for any contract ask for the type of the error codes by one name, which a schema need
/// not spell out.
#[test]
fn the_codes_of_the_error_payload_are_called_error_code() {
    const CODES: &str = r#""enum": ["LOST", "LATE"]"#;
    let error = |code: &str| {
        format!(
            r#"{{"title": "Error", "type": "object", "properties": {{
                "type": {{"const": "aap.error"}}, "code": {code}}}}}"#
        )
    };
    let file = |code: &str| {
        format!(r#"{{"title": "File", "type": "object", "properties": {{"other": {code}}}}}"#)
    };
    let untitled = error(&format!("{{{CODES}}}"));
    // The error payload, another file and the names of all types.
    let cases: &[(&str, &str, &[&str])] = &[
        (
            &untitled,
            "{}",
            &["File", "Error", "ErrorType", "ErrorCode"],
        ),
        (
            &error(&format!(r#"{{"title": "Reason", {CODES}}}"#)),
            "{}",
            &["File", "Error", "ErrorType", "Reason"],
        ),
        // What only derives its name gives way.
        (
            &untitled,
            r#"{"type": "object", "properties": {"error_code": {"enum": ["A"]}}}"#,
            &[
                "File",
                "Other",
                "AOtherErrorCode",
                "Error",
                "ErrorType",
                "ErrorCode",
            ],
        ),
        // One meaning, one type.
        (
            &untitled,
            &format!(r#"{{"title": "ErrorCode", {CODES}}}"#),
            &["File", "ErrorCode", "Error", "ErrorType"],
        ),
    ];
    let names = |found: &[String]| -> Vec<String> {
        let names = found.iter().filter_map(|line| line.split(' ').nth(1));
        names
            .map(|name| name.split('(').next().unwrap_or(name).to_owned())
            .collect()
    };
    for (error, other, expected) in cases {
        let files = [("a.json", &*file(other)), ("error.json", error)];
        let (found, problems) = model_with_error(&files, Some("error.json"));
        assert_eq!(problems, [""; 0], "{other}");
        assert_eq!(names(&found), *expected, "{error} {other}");
    }
    // Without that role it is a file like any other.
    let found = model_of(&[("error.json", &untitled)]);
    assert_eq!(names(&found), ["Error", "ErrorType", "Code"]);
    // A title that is another type's cannot be kept beside it.
    for title in ["ErrorCode", "Error Code", "errorcode"] {
        let other = file(&format!(r#"{{"title": "{title}", "enum": ["A"]}}"#));
        let files = [("a.json", &*other), ("error.json", &*untitled)];
        let (_, problems) = model_with_error(&files, Some("error.json"));
        let expected = format!(
            "v9.0 a.json#/properties/other/title: the title {title:?} is what the codes at \
             error.json#/properties/code are called, which have no title: give one of them another title"
        );
        assert_eq!(problems, [expected]);
    }
}
