//! Contracts that are legal and nasty generate Rust all the same.

use serde_json::{Map, Value, json};

use crate::workspace::Workspace;

/// Adds a schema to the made-up contract.
fn add(workspace: &Workspace, file: &str, mut schema: Value) {
    schema["$id"] = json!(format!("https://library.example/v9.0/schemas/{file}"));
    workspace.write(
        &format!("aap-schemas/contracts/v9.0/schemas/{file}"),
        schema.to_string(),
    );
}

/// Parses Rust that may be nested deeper than a test's stack has room for.
fn parse(text: &str) -> Result<(), String> {
    std::thread::scope(|scope| {
        let parse = || match syn::parse_file(text) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let thread = thread.spawn_scoped(scope, parse).expect("a thread");
        thread.join().expect("no panic")
    })
}

/// Generates, and reads every generated file as Rust or JSON.
#[track_caller]
fn generates(what: &str, workspace: &Workspace) -> String {
    workspace.xtask(["generate"]).exits(0);
    workspace.xtask(["generate", "--check"]).exits(0);
    let mut all = String::new();
    for (name, bytes) in workspace.snapshot() {
        let text = String::from_utf8(bytes).expect("text");
        if name.starts_with("aap-types/src/v9_0/") && name.ends_with(".rs") {
            if let Err(error) = parse(&text) {
                panic!("{what}: {name} is no Rust: {error}\n{text}");
            }
            // rustc refuses these in comments and literals.
            let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            assert!(!text.contains(turns), "{what}: {name}");
            assert!(!text.contains('\r'), "{what}: {name}");
            all.push_str(&text);
        } else if name.ends_with(".json") {
            serde_json::from_str::<Value>(&text)
                .unwrap_or_else(|error| panic!("{what}: {name}: {error}"));
        }
    }
    all
}

const NAMES: &[&str] = &[
    "fn",
    "Self",
    "self",
    "crate",
    "super",
    "_",
    "__",
    "",
    "a b",
    "a-b",
    "a_b",
    "A_B",
    "😀",
    "\"",
    "\\",
    "'",
    "`",
    "{}",
    "a\nb",
    "a\r\nb",
    "*/",
    "/*",
    "\"#",
    "\"##",
    "$ref",
    "$defs",
    "x",
    "x2",
    "extra",
    "extra_2",
    "members",
    "name",
    "object",
    "r#fn",
    "async",
    "gen",
    "Vec",
    "String",
    "Option",
    "None",
    "Some",
    "Ok",
    "Result",
    "1",
    "-1",
    "+1",
    "01",
    "é",
    "e\u{301}",
    "\u{202e}x",
    "\u{0}",
    "\u{feff}",
    "ǆ",
    "ß",
    "İ",
    "K",
    "AB",
    "Ab",
    "aB",
    "ab",
    "type",
    "properties",
    "key",
];

#[test]
fn names_of_all_kinds() {
    let properties: Map<String, Value> = NAMES
        .iter()
        .map(|name| ((*name).to_owned(), json!({"type": "integer"})))
        .collect();
    let workspace = Workspace::small();
    let title = "Names";
    for (index, closed) in [false, true].into_iter().enumerate() {
        add(
            &workspace,
            &format!("names{index}.json"),
            json!({
                "title": format!("{title}{index}"), "type": "object",
                "properties": properties, "required": NAMES, "additionalProperties": !closed
            }),
        );
    }
    add(
        &workspace,
        "enum.json",
        json!({"title": "Words", "enum": NAMES}),
    );
    for (index, name) in NAMES.iter().enumerate() {
        let schema = json!({"title": format!("Constant{index}"), "const": name});
        add(&workspace, &format!("constants/{index}.json"), schema);
    }
    let generated = generates("names", &workspace);
    for name in [
        "fn_", "self_", "crate_", "u1f600", "x_2", "extra_3", "U5c", "Self_",
    ] {
        assert!(generated.contains(&format!("{name}:")) || generated.contains(&format!("{name},")));
    }
}

#[test]
fn titles_of_all_kinds() {
    let long = "very ".repeat(2_000);
    let titles: Vec<String> = NAMES
        .iter()
        // These differ in case only, which is refused, or in nothing that is seen.
        .filter(|name| !["AB", "Ab", "aB", "self", "A_B"].contains(name))
        .map(|name| (*name).to_owned())
        .chain([
            long.clone(),
            format!("{long}long"),
            "\"*/\n😀`'\\".to_owned(),
        ])
        .collect();
    let workspace = Workspace::small();
    for (index, title) in titles.iter().enumerate() {
        let kinds = [
            json!({"type": "object", "properties": {"a": {"type": "null"}}}),
            json!({"type": "string", "minLength": 1}),
            json!({"type": ["string", "boolean"]}),
            json!({"type": "array", "items": {"type": "integer"}}),
            json!({"enum": ["a", "b", null]}),
        ];
        let mut schema = kinds[index % kinds.len()].clone();
        schema["title"] = json!(title);
        add(&workspace, &format!("title{index}.json"), schema);
    }
    let generated = generates("titles", &workspace);
    let longest = generated
        .lines()
        .filter_map(|line| {
            line.strip_prefix("pub struct ")
                .or(line.strip_prefix("pub enum "))
        })
        .map(str::len)
        .max();
    assert!(longest.is_some_and(|length| length < 120), "{longest:?}");
}

#[test]
fn words_of_all_kinds() {
    let words = [
        "*/",
        "/*",
        "\"\"\"#",
        "\"##",
        "`",
        "``",
        "```",
        "```rust\nno!\n```",
        "~~~\nno!",
        "[link]",
        "[a](b)",
        "[^1]",
        "<T>",
        "<script>",
        "</T>",
        "\\",
        "\\\\",
        "ends in \\",
        "a\rb",
        "a\r\nb",
        "    let broken =",
        "\tlet broken =",
        "- list\n\n        let broken =",
        "> quote",
        "https://example.com/<a>",
        "<!--",
        "&lt;",
        "\u{202e}",
        "\u{2066}",
        "\u{0}",
        "\u{7}",
        "\u{2028}",
        "{}",
        "{0}",
        "#![allow(unused)]",
        "r#\"",
        "'",
        "\\u{1f600}",
        "| a | b |",
        "",
        " ",
        "\n\n",
    ];
    let workspace = Workspace::small();
    let properties: Map<String, Value> = words
        .iter()
        .enumerate()
        .map(|(index, words)| {
            (
                format!("m{index}"),
                json!({"description": words, "type": "string"}),
            )
        })
        .collect();
    let schema = json!({
        "title": "Words", "description": words.join("\n"), "type": "object",
        "properties": properties, "examples": [words.join(" ")], "$comment": words.join(""),
        "additionalProperties": {"const": words.join("")}
    });
    add(&workspace, "words.json", schema);
    workspace.edit(
        "aap-schemas/contracts/v9.0/contract.toml",
        "\"Lends a book.\"",
        &json!(
            words
                .join(" ")
                .replace(['\u{0}', '\u{7}', '\n', '\r', '\t'], " ")
        )
        .to_string(),
    );
    generates("words", &workspace);
}

#[test]
fn files_of_all_kinds() {
    let workspace = Workspace::small();
    let files = [
        "mod.json",
        "std.json",
        "serde.json",
        "self.json",
        "1.json",
        "-.json",
        "a b.json",
        "a-b.json",
        "a_b.json",
        "😀.json",
        "a?b.json",
        "a+b.json",
        "patterns.json",
        "skills.schema.json",
        "schemas.json",
        "errors.json",
        "mod/mod.json",
        "fn/fn.json",
        "patterns/patterns.json",
        "_common.json",
        "common.json",
        "common/deep.json",
        "mod_.json",
        "A B.json",
    ];
    for (index, file) in files.iter().enumerate() {
        let (title, itself) = (format!("Number{index}"), file.rsplit('/').next());
        let schema = json!({
            "title": title, "type": "object", "properties": {"same": {"$ref": itself}}
        });
        add(&workspace, file, schema);
    }
    generates("files", &workspace);
    for (file, says) in [
        ("a#b.json", "v9.0 a#b.json#/$id: "),
        ("a%20b.json", "is the $id of a b.json already"),
    ] {
        add(&workspace, file, json!({"title": "Odd"}));
        let run = workspace.xtask(["generate"]).exits(2);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        run.says(says);
        workspace.remove(&format!("aap-schemas/contracts/v9.0/schemas/{file}"));
    }
}

#[test]
fn shapes_of_all_kinds() {
    let nested = |wrap: fn(Value) -> Value, depth: usize| {
        (0..depth).fold(json!({"type": "string"}), |inner, _| wrap(inner))
    };
    let mut doubling: Map<String, Value> = (0..60)
        .map(|step| {
            let next = json!({"$ref": format!("#/$defs/d{}", step + 1)});
            (format!("d{step}"), json!({"allOf": [next, next]}))
        })
        .collect();
    doubling.insert("d60".to_owned(), json!({"minimum": 1}));
    let mut chain: Map<String, Value> = (0..800)
        .map(|step| {
            let next = json!({"next": {"$ref": format!("#/$defs/c{:04}", step + 1)}});
            (
                format!("c{step:04}"),
                json!({"type": "object", "properties": next}),
            )
        })
        .collect();
    chain.insert("c0800".to_owned(), json!(true));
    let branch = |name: &str| {
        let inner = json!({"type": "object", "properties": {name: {"type": "string"}}});
        json!({"type": "object", "properties": {"inner": inner}})
    };
    let cases = [
        (
            "objects in objects",
            nested(
                |inner| json!({"type": "object", "properties": {"a": inner}}),
                50,
            ),
        ),
        (
            "lists of lists",
            nested(|inner| json!({"type": "array", "items": inner}), 100),
        ),
        (
            "choices of choices",
            nested(|inner| json!({"anyOf": [inner, {"type": "null"}]}), 50),
        ),
        (
            "twice as many at each step",
            json!({"$ref": "#/$defs/d0", "$defs": doubling}),
        ),
        (
            "a long chain of references",
            json!({"type": "object", "properties": {"c": {"$ref": "#/$defs/c0000"}}, "$defs": chain}),
        ),
        (
            "branches that are alike",
            json!({"type": "object", "properties": {"either": {"anyOf": [branch("a"), branch("b"), branch("c")]}}}),
        ),
        (
            "definitions that are spelled alike",
            json!({
                "type": "object",
                "properties": {"p": {"$ref": "#/$defs/a%20b"}, "q": {"$ref": "#/$defs/a-b"}},
                "$defs": {"a b": branch("x"), "a-b": branch("y")}
            }),
        ),
        (
            "definitions that nothing uses",
            json!({
                "type": "null",
                "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string", "pattern": "^unused$"}}
            }),
        ),
        (
            "a then without an if",
            json!({"then": {"$ref": "#/$defs/a"}, "$defs": {"a": {"minimum": 1}}}),
        ),
        (
            "a file that is nothing but another",
            json!({"$ref": "isbn.schema.json"}),
        ),
        (
            "lists of itself",
            json!({"type": "array", "items": {"$ref": "#"}}),
        ),
        (
            "hundreds of words",
            json!({"enum": (0..700).map(|word| format!("w{word}")).collect::<Vec<_>>()}),
        ),
        (
            "words that are spelled alike",
            json!({"enum": (0..200).map(|word| "-".repeat(word)).collect::<Vec<_>>()}),
        ),
        ("nothing", json!({})),
        ("nothing may be valid", json!({"not": {}})),
    ];
    let workspace = Workspace::small();
    for (index, (what, schema)) in cases.into_iter().enumerate() {
        let mut schema = schema;
        schema["title"] = json!(format!("Shape {index} {what}"));
        add(&workspace, &format!("shape{index}.json"), schema);
    }
    let generated = generates("shapes", &workspace);
    assert!(!generated.contains("unused"), "a table that nothing uses");
}

#[test]
fn chains_that_never_seem_to_end_are_refused() {
    let mut chain: Map<String, Value> = (0..3_000)
        .map(|step| {
            let next = json!({"next": {"$ref": format!("#/$defs/c{:04}", step + 1)}});
            (format!("c{step:04}"), json!({"properties": next}))
        })
        .collect();
    chain.insert("c3000".to_owned(), json!(true));
    let workspace = Workspace::small();
    add(
        &workspace,
        "chain.json",
        json!({"title": "Chain", "$defs": chain}),
    );
    let run = workspace.xtask(["generate"]).exits(2);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    run.says("v9.0 chain.json#/$defs/c")
        .says("make the chain shorter");
}
