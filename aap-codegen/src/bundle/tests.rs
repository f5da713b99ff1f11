//! A bundle is one document that means what its files mean.

use super::*;
use crate::testing::{checked, loaded, sound};

const FILES: &[(&str, &str)] = &[
    (
        "loan.json",
        r#"{
            "$id": "https://library.example/loan.json",
            "title": "Loan",
            "properties": {"book": {"$ref": "book.json"}, "to": {"$ref": "deep/reader.json#card"}},
            "$defs": {"book.json": {"title": "NotTheBook", "type": "null"}}
        }"#,
    ),
    (
        "book.json",
        r##"{
            "$id": "https://library.example/book.json",
            "title": "Book",
            "type": "object",
            "properties": {"isbn": {"$ref": "isbn.json"}, "sequel": {"$ref": "#"}}
        }"##,
    ),
    (
        "isbn.json",
        r#"{"$id": "https://library.example/isbn.json", "title": "Isbn", "type": "string"}"#,
    ),
    (
        "deep/reader.json",
        r#"{
            "$id": "https://library.example/deep/reader.json",
            "title": "Reader",
            "$defs": {"c": {"$anchor": "card", "properties": {"of": {"$ref": "../book.json#/properties/isbn"}}}}
        }"#,
    ),
    ("alone.json", r#"{"title": "Alone", "type": "null"}"#),
    (
        "bare.json",
        r#"{"title": "Bare", "properties": {"other": {"$ref": "deep/bare two.json#/$defs/x"}}}"#,
    ),
    (
        "deep/bare two.json",
        r#"{"title": "BareTwo", "$defs": {"x": {"$ref": "../bare.json"}}}"#,
    ),
];

fn bundled(file: &str) -> Json {
    let loaded = loaded(FILES);
    bundle(&sound(&loaded), &loaded.documents, file)
}

#[test]
fn a_bundle_resolves_by_itself_to_the_same_places() {
    let apart = loaded(FILES);
    let apart = sound(&apart);
    for (file, _) in FILES {
        let text = bundled(file).to_string();
        let together = loaded(&[(file, &text)]);
        let (set, problems) = checked(&together);
        assert!(problems.is_empty(), "{file}: {}", problems.join("\n"));
        // Every reference leads to a schema of the same title or, having none, the same form.
        let titles = |set: &SchemaSet, from: Option<&str>| -> Vec<String> {
            let within = |node: &&crate::schema::Node| {
                from.is_none_or(|from| needed_files(set, from).contains(&node.location.file))
            };
            let mut titles: Vec<String> = set
                .nodes
                .iter()
                .filter(within)
                .filter_map(|node| set.keywords(set.by_location[&node.location])?.reference)
                .map(|target| {
                    let node = set.node(target);
                    let pointer = node.location.pointer.rsplit('/').next();
                    node.title
                        .clone()
                        .unwrap_or_else(|| pointer.unwrap_or_default().to_owned())
                })
                .collect();
            titles.sort();
            titles
        };
        assert_eq!(titles(&set, None), titles(&apart, Some(file)), "{file}");
    }
}

#[test]
fn what_is_embedded_takes_the_place_of_nothing() {
    let loan = bundled("loan.json");
    let own = loan.pointer("/$defs/book.json/title");
    assert_eq!(own.and_then(Json::as_str), Some("NotTheBook"));
    let book = loan.pointer("/$defs/book.json_/title");
    assert_eq!(book.and_then(Json::as_str), Some("Book"));
    assert!(loan.pointer("/$defs/alone.json").is_none());
    assert_eq!(Json::parse(&loan.to_string()), Ok(loan));
}

#[test]
fn a_file_that_needs_no_other_stays_as_it_is() {
    let loaded = loaded(FILES);
    for file in ["alone.json", "isbn.json"] {
        assert_eq!(Some(&bundled(file)), loaded.documents.get(file));
    }
}

#[test]
fn files_without_an_id_get_one_when_they_are_embedded() {
    let bare = bundled("bare.json");
    let ids = ["/$id", "/$defs/deep~1bare two.json/$id"];
    let ids = ids.map(|pointer| bare.pointer(pointer).and_then(Json::as_str));
    assert_eq!(ids, [Some("/bare.json"), Some("/deep/bare%20two.json")]);
}
