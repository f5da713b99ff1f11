//! What a manifest by itself may say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::*;

const TEXT: &str = include_str!("../../tests/fixtures/v9.0/contract.toml");

fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(TEXT.contains(from), "{from}");
    Manifest::parse(&TEXT.replace(from, to)).unwrap().faults()
}

#[test]
fn names_that_can_be_modules_are_taken() {
    for name in ["v1.3", "v10.20", "draft", "v1.2.3", "v1"] {
        let found = faults("contract = \"v9.0\"", &format!("contract = {name:?}"));
        assert_eq!(found, [] as [String; 0], "{name}");
    }
    for name in [
        "",
        "1.3",
        "V1.3",
        "v1_3",
        "v1.",
        "v1..3",
        ".v1",
        "v1.3-beta",
        "v1.x",
        "fn",
        "self",
        "a b",
        "vé",
        "../v1",
    ] {
        let found = faults("contract = \"v9.0\"", &format!("contract = {name:?}"));
        assert_eq!(found.len(), 1, "{name}");
        assert!(
            found[0].contains("cannot become a Rust module"),
            "{found:?}"
        );
    }
}

#[test]
fn versions_are_semantic_ones() {
    for (version, expected) in [
        ("1.3.0", true),
        ("0.0.0-dev", true),
        ("10.20.30-rc.1", true),
        ("1.3", false),
        ("1.3.x", false),
        ("v1.3.0", false),
        ("1.3.0-", false),
        ("", false),
    ] {
        let found = faults("\"9.0.0\"", &format!("{version:?}"));
        assert_eq!(found.is_empty(), expected, "{version}: {found:?}");
    }
}

#[test]
fn addresses_are_absolute() {
    let (uri, base) = (
        "\"https://library.example/extensions/lending/v9.0\"",
        "\"https://library.example/v9.0/schemas/\"",
    );
    for (from, to, expected) in [
        (uri, "\"/extensions/lending\"", "extension_uri is"),
        (uri, "\"\"", "extension_uri is"),
        (uri, "\"https://library.example/a b\"", "extension_uri is"),
        (uri, "\"https://library.example/>\"", "extension_uri is"),
        (base, "\"schemas/\"", "schema_base_url is"),
        (base, "\"https://library.example/schemas\"", "a final '/'"),
    ] {
        let found = faults(from, to);
        assert_eq!(found.len(), 1, "{to}: {found:?}");
        assert!(found[0].contains(expected), "{found:?}");
    }
    assert!(faults(uri, "\"urn:example:lending\"").is_empty());
}

#[test]
fn skills_differ_in_everything_that_tells_them_apart() {
    let (head, skill) = TEXT.split_once("[[skills]]").unwrap();
    let second = skill
        .replace("book.loan\"", "book.return\"")
        .replace(".request\"", ".return.request\"")
        .replace(".response\"", ".return.response\"")
        .replace("loan-re", "return-re")
        .replace("library_loan", "library_return");
    let both = format!("{head}[[skills]]{skill}\n[[skills]]{second}");
    assert_eq!(Manifest::parse(&both).unwrap().faults(), [] as [String; 0]);
    for (from, to, expected) in [
        (
            "\"book.return\"",
            "\"book-loan\"",
            "the id, as a Rust type \"BookLoan\"",
        ),
        (
            "\"book.loan.return.request\"",
            "\"book.loan.request\"",
            "the request_type",
        ),
        (
            "\"book.loan.return.response\"",
            "\"book.loan.response\"",
            "the response_type",
        ),
        (
            "\"return-request.schema.json\"",
            "\"loan-request.schema.json\"",
            "the request_schema",
        ),
        (
            "\"return-response.schema.json\"",
            "\"loan-response.schema.json\"",
            "the response_schema",
        ),
        ("\"library_return\"", "\"library_loan\"", "the mcp_tool"),
        ("\"library_return\"", "\"\"", "an empty mcp_tool"),
    ] {
        assert!(both.contains(from), "{from}");
        let found = Manifest::parse(&both.replace(from, to)).unwrap().faults();
        assert_eq!(found.len(), 1, "{to}: {found:?}");
        assert!(found[0].contains(expected), "{found:?}");
    }
}

#[test]
fn what_is_no_manifest_is_refused_with_its_line() {
    for (from, to, expected) in [
        ("status =", "stauts =", "(line 4): unknown field `stauts`"),
        (
            "\"draft\"",
            "\"final\"",
            "(line 4): unknown variant `final`",
        ),
        ("\"draft\"", "1", "(line 4): "),
        ("contract = \"v9.0\"", "contract = ", "(line 2): "),
        ("jsonrpc = -32001", "jsonrpc = \"-32001\"", "(line 30): "),
        (
            "activation = \"not-enforced\"\n",
            "",
            "missing field `activation`",
        ),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let message = Manifest::parse(&TEXT.replace(from, to)).unwrap_err();
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
}
