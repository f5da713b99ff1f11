//! What references mean.

use super::*;
use crate::testing::loaded;

const FILES: &[(&str, &str)] = &[
    (
        "book.json",
        r##"{
            "$id": "https://library.example/v9.0/schemas/book.json",
            "$anchor": "top",
            "properties": {
                "a/b": {"title": "slash"},
                "m~n": {"title": "tilde"},
                "100%": {"title": "per cent"},
                "é 😀": {"title": "unicode"},
                "list": {"prefixItems": [{"title": "first"}, {"title": "second"}]},
                "shelf": {
                    "$id": "shelf/",
                    "$anchor": "here",
                    "title": "shelf",
                    "$defs": {
                        "row": {"$anchor": "row", "title": "row"},
                        "other": {"$id": "/elsewhere/row.json", "$anchor": "row"}
                    }
                }
            },
            "enum": [{"$id": "https://library.example/never", "$anchor": "never"}]
        }"##,
    ),
    (
        "deep/er/reader.json",
        r#"{
            "$id": "https://library.example/v9.0/schemas/deep/er/reader.json",
            "$defs": {"card": {"$anchor": "card"}}
        }"#,
    ),
    (
        "bare.json",
        r#"{"$defs": {"x": {}}, "properties": {"$ref": {"title": "a member"}}}"#,
    ),
    (
        "deep/bare two.json",
        r#"{"$defs": {"x": {"$anchor": "x"}}}"#,
    ),
];

#[test]
fn references_mean_places() {
    let book = "book.json#/properties/list";
    let shelf = "book.json#/properties/shelf/$defs/row";
    let deep = "deep/er/reader.json#/$defs/card";
    let bare = "bare.json#/$defs/x";
    let in_folder = "deep/bare two.json#/$defs/x";
    let cases = [
        // By file.
        (book, "book.json", "book.json"),
        (book, "", "book.json"),
        (book, "#", "book.json"),
        (book, "book.json#", "book.json"),
        (book, "./book.json", "book.json"),
        (book, "deep/er/reader.json", "deep/er/reader.json"),
        (book, "deep/../book.json", "book.json"),
        (
            book,
            "https://library.example/v9.0/schemas/book.json",
            "book.json",
        ),
        (
            book,
            "HTTPS://LIBRARY.example/v9.0/schemas/book.json",
            "book.json",
        ),
        (book, "/v9.0/schemas/book.json", "book.json"),
        (deep, "../../book.json", "book.json"),
        (deep, "#", "deep/er/reader.json"),
        // By pointer.
        (book, "#/properties/a~1b", "book.json#/properties/a~1b"),
        (book, "#/properties/m~0n", "book.json#/properties/m~0n"),
        (book, "#/properties/a%7E1b", "book.json#/properties/a~1b"),
        (book, "#/properties/100%25", "book.json#/properties/100%"),
        (
            book,
            "#/properties/%C3%A9%20%F0%9F%98%80",
            "book.json#/properties/é 😀",
        ),
        (book, "#/properties/é 😀", "book.json#/properties/é 😀"),
        (
            book,
            "#/properties/list/prefixItems/1",
            "book.json#/properties/list/prefixItems/1",
        ),
        (
            deep,
            "../../book.json#/properties/list",
            "book.json#/properties/list",
        ),
        // By anchor, in the resource that the reference names.
        (book, "#top", "book.json"),
        (deep, "#card", "deep/er/reader.json#/$defs/card"),
        (
            book,
            "deep/er/reader.json#card",
            "deep/er/reader.json#/$defs/card",
        ),
        (shelf, "#row", "book.json#/properties/shelf/$defs/row"),
        (
            book,
            "/elsewhere/row.json#row",
            "book.json#/properties/shelf/$defs/other",
        ),
        // An embedded $id is the base of all below it, and an address by itself.
        (shelf, "#", "book.json#/properties/shelf"),
        (
            shelf,
            "#/$defs/row",
            "book.json#/properties/shelf/$defs/row",
        ),
        (shelf, "../book.json", "book.json"),
        (
            shelf,
            "../deep/er/reader.json#card",
            "deep/er/reader.json#/$defs/card",
        ),
        (book, "shelf/", "book.json#/properties/shelf"),
        (book, "shelf/#here", "book.json#/properties/shelf"),
        (
            book,
            "shelf/#/$defs/row",
            "book.json#/properties/shelf/$defs/row",
        ),
        // Files without an $id are where they are on disk.
        (bare, "deep/bare two.json", "deep/bare two.json"),
        (
            bare,
            "deep/bare%20two.json#x",
            "deep/bare two.json#/$defs/x",
        ),
        (in_folder, "../bare.json", "bare.json"),
        (in_folder, "#x", "deep/bare two.json#/$defs/x"),
        (bare, "#/properties/$ref", "bare.json#/properties/$ref"),
    ];
    for (at, reference, expected) in cases {
        let target = target(at, reference);
        assert_eq!(target.as_deref(), Ok(expected), "{reference:?} at {at}");
    }
}

#[test]
fn references_to_nothing_say_what_they_mean() {
    let (book, shelf, bare) = ("book.json", "book.json#/properties/shelf", "bare.json");
    let cases = [
        (
            book,
            "reader.json",
            "means https://library.example/v9.0/schemas/reader.json, which is no schema",
        ),
        (
            book,
            "../v9.1/book.json",
            "means https://library.example/v9.0/v9.1/book.json, which",
        ),
        (
            book,
            "http://library.example/v9.0/schemas/book.json",
            "which is no schema",
        ),
        (book, "bare.json", "which is no schema of this contract"),
        (
            bare,
            "missing.json",
            "means missing.json, which is no schema",
        ),
        (
            bare,
            "../outside.json",
            "which is no schema of this contract",
        ),
        (
            book,
            "#/properties/nothing",
            "book.json#/properties/nothing, where nothing stands",
        ),
        (
            book,
            "#/properties/list/prefixItems/01",
            "where nothing stands",
        ),
        (
            book,
            "#/properties/list/prefixItems/2",
            "where nothing stands",
        ),
        (book, "#properties/list", "has none"),
        (
            book,
            "#row",
            "means an $anchor \"row\" in book.json, which has none",
        ),
        (
            shelf,
            "#top",
            "means an $anchor \"top\" in book.json#/properties/shelf, which has none",
        ),
        // What an enum holds is no schema, whatever it looks like.
        (book, "https://library.example/never", "which is no schema"),
        (book, "#never", "has none"),
        (book, "#/properties/%zz", "not percent-encoded UTF-8"),
        (book, "#/properties/%+1", "not percent-encoded UTF-8"),
        (book, "#/properties/%ff", "not percent-encoded UTF-8"),
        (book, "https://[", "is no URI reference"),
    ];
    for (at, reference, expected) in cases {
        let message = target(at, reference).unwrap_err();
        assert!(
            message.contains(expected),
            "{reference:?} at {at}: {message}"
        );
        assert!(!message.contains("file:"), "{message}");
    }
}

#[test]
fn addresses_are_given_out_once() {
    let cases = [
        (
            r#"{"$id": "a.json"}"#,
            "b.json#/$id",
            "is the $id of a.json already",
        ),
        (r#"{"$id": "b.json#frag"}"#, "b.json#/$id", "use $anchor"),
        (
            r#"{"$id": "https://["}"#,
            "b.json#/$id",
            "is no URI reference",
        ),
        (
            r#"{"$anchor": "x", "items": {"$anchor": "x"}}"#,
            "b.json#/items/$anchor",
            "stands at b.json already",
        ),
    ];
    for (text, place, expected) in cases {
        let loaded = loaded(&[("a.json", r#"{"$id": "a.json"}"#), ("b.json", text)]);
        let mut problems = Problems::new("v9.0");
        resolve(&loaded, &mut problems);
        let problems = problems.into_sorted();
        assert_eq!(problems.len(), 1, "{text}");
        assert_eq!(problems[0].location.to_string(), place);
        assert!(problems[0].message.contains(expected), "{}", problems[0]);
    }
    // One name in two resources is no conflict.
    let loaded = loaded(&[(
        "a.json",
        r#"{"$anchor": "x", "items": {"$id": "item", "$anchor": "x"}}"#,
    )]);
    let mut problems = Problems::new("v9.0");
    resolve(&loaded, &mut problems);
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn a_reference_to_a_file_that_is_unusable_is_no_fault_of_its_own() {
    let mut loaded = loaded(&[("a.json", r#"{"$id": "https://library.example/a.json"}"#)]);
    loaded.unusable.insert("common/b c.json".to_owned());
    let mut problems = Problems::new("v9.0");
    let addresses = resolve(&loaded, &mut problems);
    let target = |reference| addresses.target(&Location::root("a.json"), reference);
    for reference in ["common/b%20c.json", "b c.json#/$defs/x"] {
        assert!(matches!(target(reference), Err(Unresolved::Unusable)));
    }
    assert!(matches!(target("c.json"), Err(Unresolved::Wrong(_))));
}

/// The place that a reference means, where it stands at `at`.
fn target(at: &str, reference: &str) -> Result<String, String> {
    let loaded = loaded(FILES);
    let mut problems = Problems::new("v9.0");
    let addresses = resolve(&loaded, &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let (file, pointer) = at.split_once('#').unwrap_or((at, ""));
    let at = Location {
        file: file.to_owned(),
        pointer: pointer.to_owned(),
    };
    match addresses.target(&at.child("$ref"), reference) {
        Ok(place) => Ok(place.to_string()),
        Err(Unresolved::Wrong(message)) => Err(message),
        Err(Unresolved::Unusable) => Err("unusable".to_owned()),
    }
}
