//! What can be wrong with a contract, and what has to be said about it.

use std::fs;

use serde_json::{Value, json};

use crate::workspace::{Workspace, repository};

/// A fault.
pub struct Case {
    pub what: &'static str,
    pub change: fn(&Contract<'_>),
    /// The file, and the pointer in it.
    pub place: &'static str,
    /// Words that the message must have.
    pub says: &'static str,
}

/// A contract in a workspace, about to be spoilt.
pub struct Contract<'a> {
    pub workspace: &'a Workspace,
    pub name: &'a str,
}

impl Contract<'_> {
    fn file(&self, file: &str) -> String {
        format!("aap-schemas/contracts/{}/{file}", self.name)
    }

    fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        self.workspace.write(&self.file(file), bytes);
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        self.workspace.edit(&self.file(file), from, to);
    }

    fn remove(&self, file: &str) {
        self.workspace.remove(&self.file(file));
    }

    /// Sets a member of the object at a JSON Pointer.
    fn set(&self, file: &str, pointer: &str, member: &str, value: Value) {
        let file = self.file(&format!("schemas/{file}"));
        let mut schema: Value = serde_json::from_str(&self.workspace.read(&file)).expect("JSON");
        schema.pointer_mut(pointer).expect("a place")[member] = value;
        self.workspace.write(&file, schema.to_string());
    }

    /// Sets a keyword of the book's `pages`, which are an integer.
    fn pages(&self, keyword: &str, value: Value) {
        self.set("book.schema.json", "/properties/pages", keyword, value);
    }

    fn pattern(&self, pattern: &str) {
        let file = "_common/reader.schema.json";
        self.set(file, "/properties/name", "pattern", json!(pattern));
    }

    fn text(&self, file: &str, change: fn(String) -> String) {
        let file = self.file(&format!("schemas/{file}"));
        let text = change(self.workspace.read(&file));
        self.workspace.write(&file, text);
    }
}

/// Adds a copy of the made-up contract under another name.
pub fn add(workspace: &Workspace, name: &str) {
    let fixture = repository().join("aap-codegen/tests/fixtures/v9.0");
    let mut folders = vec![(fixture.join("schemas"), "schemas/".to_owned())];
    let contract = Contract { workspace, name };
    let text = fs::read_to_string(fixture.join("contract.toml")).expect("a manifest");
    contract.write("contract.toml", text.replace("v9.0", name));
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let file = path.file_name().expect("a name").to_string_lossy();
            if path.is_dir() {
                folders.push((path.clone(), format!("{prefix}{file}/")));
            } else {
                let text = fs::read_to_string(&path).expect("text");
                contract.write(&format!("{prefix}{file}"), text.replace("v9.0", name));
            }
        }
    }
}

macro_rules! cases {
    ($($what:literal: |$it:ident| $change:expr => $place:literal, $says:literal;)*) => {
        pub const CASES: &[Case] = &[$(Case {
            what: $what,
            change: |$it| $change,
            place: $place,
            says: $says,
        }),*];
    };
}

cases! {
    // Keywords.
    "a misspelt keyword": |it| it.pages("minimun", json!(1))
        => "book.schema.json#/properties/pages/minimun", "unknown keyword";
    "a keyword of an older draft": |it| it.pages("definitions", json!({}))
        => "book.schema.json#/properties/pages/definitions", "2020-12 calls it $defs";
    "a keyword that is not implemented": |it| it.set("book.schema.json", "", "unevaluatedProperties", json!(false))
        => "book.schema.json#/unevaluatedProperties", "not implemented";
    "another dialect": |it| it.set("loan-response.schema.json", "", "$schema", json!("http://json-schema.org/draft-07/schema#"))
        => "loan-response.schema.json#/$schema", "the only dialect";
    "an unknown format": |it| it.set("loan-request.schema.json", "/properties/address/items", "format", json!("zip"))
        => "loan-request.schema.json#/properties/address/items/format", "the format \"zip\" is not implemented";
    "a negative length": |it| it.set("isbn.schema.json", "", "minLength", json!(-1))
        => "isbn.schema.json#/minLength", "expected an integer of 0 or more, found a number (-1)";
    "half a character": |it| it.set("isbn.schema.json", "", "maxLength", json!(1.5))
        => "isbn.schema.json#/maxLength", "found a number (1.5)";
    "a length in words": |it| it.set("isbn.schema.json", "", "maxLength", json!("9"))
        => "isbn.schema.json#/maxLength", "found a string (\"9\")";
    "a type that there is not": |it| it.pages("type", json!("strnig"))
        => "book.schema.json#/properties/pages/type", "one of the types null, boolean";
    "no type at all": |it| it.pages("type", json!([]))
        => "book.schema.json#/properties/pages/type", "at least one type";
    "one type twice": |it| it.pages("type", json!(["string", "null", "string"]))
        => "book.schema.json#/properties/pages/type", "\"string\" twice";
    "a bound in words": |it| it.pages("minimum", json!("1"))
        => "book.schema.json#/properties/pages/minimum", "expected a number";
    "multiples of nothing": |it| it.pages("multipleOf", json!(0))
        => "book.schema.json#/properties/pages/multipleOf", "greater than 0";
    "a member instead of a list of members": |it| it.set("error.schema.json", "", "required", json!("code"))
        => "error.schema.json#/required", "expected an array of member names";
    "a member required twice": |it| it.set("error.schema.json", "", "required", json!(["code", "code"]))
        => "error.schema.json#/required", "\"code\" twice";
    "an object instead of an enum's list": |it| it.pages("enum", json!({}))
        => "book.schema.json#/properties/pages/enum", "expected an array, found an object";
    "a list of properties": |it| it.set("loan-response.schema.json", "/properties/notes", "properties", json!([]))
        => "loan-response.schema.json#/properties/notes/properties", "expected an object of schemas";
    "a list where a schema belongs": |it| it.set("book.schema.json", "/properties/related", "items", json!([]))
        => "book.schema.json#/properties/related/items", "expected a schema";
    "a word where a schema belongs": |it| it.set("book.schema.json", "", "additionalProperties", json!("no"))
        => "book.schema.json#/additionalProperties", "expected a schema";
    "no branches": |it| it.set("book.schema.json", "", "allOf", json!([]))
        => "book.schema.json#/allOf", "at least one schema";
    "a branch instead of a list": |it| it.set("book.schema.json", "", "oneOf", json!({}))
        => "book.schema.json#/oneOf", "expected an array of schemas";
    "a number where true or false belongs": |it| it.set("book.schema.json", "/properties/related", "uniqueItems", json!(1))
        => "book.schema.json#/properties/related/uniqueItems", "true or false";
    "a pattern that is no text": |it| it.set("isbn.schema.json", "", "pattern", json!(5))
        => "isbn.schema.json#/pattern", "expected a string";
    "a description that is no text": |it| it.pages("description", json!(["many"]))
        => "book.schema.json#/properties/pages/description", "expected a string";
    "a pattern that is no regular expression": |it| it.pattern("([0-9]")
        => "_common/reader.schema.json#/properties/name/pattern", "no ECMA-262 regular expression";
    "a pattern that looks back": |it| it.pattern("(?<=X)[0-9]")
        => "_common/reader.schema.json#/properties/name/pattern", "cannot be lowered";
    "a pattern that refers back": |it| it.pattern("([0-9])\\1")
        => "_common/reader.schema.json#/properties/name/pattern", "cannot be lowered";
    "a pattern of an unreasonable size": |it| it.pattern("^(?:a{999}b){999}$")
        => "_common/reader.schema.json#/properties/name/pattern", "too large";

    // References and names.
    "a reference to a file that is not there": |it| it.set("loan-request.schema.json", "/properties/isbn", "$ref", json!("isnb.schema.json"))
        => "loan-request.schema.json#/properties/isbn/$ref", "isnb.schema.json, which is no schema of this contract";
    "a reference to a place that is not there": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!("#/$defs/Sequel"))
        => "book.schema.json#/properties/sequel/$ref", "where nothing stands";
    "a reference to an anchor that is not there": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!("#sequel"))
        => "book.schema.json#/properties/sequel/$ref", "an $anchor \"sequel\"";
    "a reference to another contract": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!("../../v1.2/schemas/vehicle.schema.json"))
        => "book.schema.json#/properties/sequel/$ref", "no schema of this contract";
    "a reference to somewhere on the web": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!("http://example.com/book.json"))
        => "book.schema.json#/properties/sequel/$ref", "means http://example.com/book.json, which is no schema of this contract";
    "a reference that is no URI": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!("http://[book"))
        => "book.schema.json#/properties/sequel/$ref", "is no URI reference";
    "a reference that is no text": |it| it.set("book.schema.json", "/properties/sequel", "$ref", json!(7))
        => "book.schema.json#/properties/sequel/$ref", "expected a string";
    "a schema that is itself in other words": |it| it.set("isbn.schema.json", "", "allOf", json!([{"$ref": "#"}]))
        => "isbn.schema.json#/allOf/0", "never ends";
    "two schemas with one title": |it| it.set("isbn.schema.json", "", "title", json!("book"))
        => "isbn.schema.json#/title", "names another type already, at book.schema.json";
    "a file without a title": |it| it.text("isbn.schema.json", |text| text.replace("\"title\": \"Isbn\",", ""))
        => "isbn.schema.json", "has no title";
    "an $id twice": |it| it.set("loan-response.schema.json", "/properties/notes", "$id", json!("isbn.schema.json"))
        => "loan-response.schema.json#/properties/notes/$id", "is the $id of isbn.schema.json already";
    "an $id that is another file's": |it| it.text("loan-response.schema.json", |text| text.replacen("loan-response", "isbn", 1))
        => "loan-response.schema.json#/$id", "is the $id of isbn.schema.json already";
    "an $id that is no address of the file": |it| it.text("loan-response.schema.json", |text| text.replacen("loan-response", "loan-answer", 1))
        => "loan-response.schema.json#/$id", "the contract's schema_base_url and the file's path";
    "an $id with a fragment": |it| it.set("loan-response.schema.json", "/properties/notes", "$id", json!("#notes"))
        => "loan-response.schema.json#/properties/notes/$id", "use $anchor";
    "an anchor twice": |it| it.set("_common/reader.schema.json", "/properties/name", "$anchor", json!("card"))
        => "_common/reader.schema.json#/properties/name/$anchor", "stands at _common/reader.schema.json#/$defs/Card already";
    "an anchor like a pointer": |it| it.set("_common/reader.schema.json", "/properties/name", "$anchor", json!("/card"))
        => "_common/reader.schema.json#/properties/name/$anchor", "expected a name of letters";

    // Files.
    "a JSON text that ends too soon": |it| it.text("isbn.schema.json", |text| text[..text.len() / 2].to_owned())
        => "isbn.schema.json", "is not usable JSON: EOF";
    "an empty file": |it| it.write("schemas/isbn.schema.json", "")
        => "isbn.schema.json", "is not usable JSON: EOF";
    "JSON with a comma too many": |it| it.text("isbn.schema.json", |text| text.replace("[0-9X]$\"", "[0-9X]$\","))
        => "isbn.schema.json", "trailing comma at line 8";
    "a member twice": |it| it.text("isbn.schema.json", |text| text.replacen('{', "{\"type\": \"string\", ", 1))
        => "isbn.schema.json", "member \"type\" stands twice at line 6";
    "two schemas in one file": |it| it.text("isbn.schema.json", |text| format!("{text}{{}}"))
        => "isbn.schema.json", "trailing characters";
    "a comment": |it| it.text("isbn.schema.json", |text| format!("// see above\n{text}"))
        => "isbn.schema.json", "is not usable JSON";
    "a file that is no UTF-8": |it| it.write("schemas/error.schema.json", b"{\"title\": \"\xff\"}")
        => "error.schema.json", "no UTF-8 text: byte 11";
    "a number that no type holds": |it| it.text("book.schema.json", |text| text.replace("\"maximum\": 9", "\"maximum\": 18446744073709551617"))
        => "book.schema.json", "18446744073709551617 has more digits";
    "nesting without end": |it| it.write("schemas/isbn.schema.json", "{\"items\":".repeat(10_000))
        => "isbn.schema.json", "recursion limit exceeded";
    "a file of megabytes": |it| it.set("isbn.schema.json", "", "description", json!("x".repeat(5_000_000)))
        => "isbn.schema.json", "split the schema";
    "an array instead of a schema": |it| it.write("schemas/isbn.schema.json", "[]")
        => "isbn.schema.json", "expected a schema, which is an object, found an array";
    "a folder where a file should be": |it| { it.remove("schemas/isbn.schema.json"); it.write("schemas/isbn.schema.json/deeper.txt", "") }
        => "isbn.schema.json/deeper.txt", "is no .json file";
    "a link to nowhere": |it| { it.remove("schemas/isbn.schema.json"); link(it, "nowhere") }
        => "isbn.schema.json", "cannot be read";
    "a link round in a circle": |it| { it.remove("schemas/isbn.schema.json"); link(it, ".") }
        => "isbn.schema.json", "is a link to a folder";
    "a file of another kind among the schemas": |it| it.write("schemas/isbn.schema.yaml", "title: Isbn")
        => "isbn.schema.yaml", "is no .json file";
    "no schemas": |it| { it.remove("schemas"); fs::create_dir(it.workspace.path(&it.file("schemas"))).expect("a folder"); manifest_alone(it) }
        => "schemas", "holds no .json file";
    "no folder of schemas": |it| { it.remove("schemas"); manifest_alone(it) }
        => "schemas", "cannot be read as a folder";

    // The manifest.
    "no manifest": |it| it.remove("contract.toml")
        => "contract.toml", "cannot be read";
    "a manifest that is no TOML": |it| it.edit("contract.toml", "[card]", "[card")
        => "contract.toml", "(line 15)";
    "a manifest that is no UTF-8": |it| it.write("contract.toml", [0xff])
        => "contract.toml", "is no UTF-8 text";
    "a key that there is not": |it| it.edit("contract.toml", "status =", "stauts = \"draft\"\nstatus =")
        => "contract.toml", "(line 4): unknown field `stauts`";
    "a key that is missing": |it| it.edit("contract.toml", "activation = \"not-enforced\"\n", "")
        => "contract.toml", "missing field `activation`";
    "a status that there is not": |it| it.edit("contract.toml", "\"draft\"", "\"final\"")
        => "contract.toml", "unknown variant `final`";
    "the name of another contract": |it| it.edit("contract.toml", "contract = \"v", "contract = \"v1")
        => "contract.toml", "but its folder is";
    "a version that is none": |it| it.edit("contract.toml", "9.0.0", "latest")
        => "contract.toml", "\"latest\" is not three numbers";
    "an extension URI that is none": |it| it.edit("contract.toml", "https://library.example/ext", "library/ext")
        => "contract.toml", "extension_uri is \"library/extensions";
    "a skill without its schema": |it| it.edit("contract.toml", "loan-request.schema.json", "lend-request.schema.json")
        => "contract.toml", "\"lend-request.schema.json\", which is not in schemas/";
    "a payload without its schema": |it| it.edit("contract.toml", "error.schema.json", "fault.schema.json")
        => "contract.toml", "\"fault.schema.json\", which is not in schemas/";
    "a skill whose messages have another type": |it| it.edit("contract.toml", "\"book.loan.request\"", "\"book.lend.request\"")
        => "loan-request.schema.json#/properties/type", "expected the const \"book.lend.request\"";
    "an error that the schema does not know": |it| it.set("error.schema.json", "/properties/code", "enum", json!(["OUT_ON_LOAN", "SCHEMA_VALIDATION_FAILED"]))
        => "contract.toml", "the error table lists \"NO_SUCH_BOOK\", which error.schema.json does not know";
    "an error that the table lacks": |it| it.set("error.schema.json", "/properties/code", "enum", json!(["OUT_ON_LOAN", "NO_SUCH_BOOK", "SCHEMA_VALIDATION_FAILED", "BURNT"]))
        => "contract.toml", "the error table lacks \"BURNT\"";
    "an error code of no kind": |it| it.set("error.schema.json", "/properties", "code", json!({"type": "string"}))
        => "error.schema.json#/properties/code", "expected an enum of error codes";
}

/// Leaves nothing in the manifest that a schema is needed for.
fn manifest_alone(contract: &Contract<'_>) {
    let file = contract.file("contract.toml");
    let text = contract.workspace.read(&file);
    let (head, _) = text.split_once("[payloads]").expect("payloads");
    contract.workspace.write(&file, head);
}

/// Puts a link in the place of a schema.
fn link(contract: &Contract<'_>, target: &str) {
    let path = contract
        .workspace
        .path(&contract.file("schemas/isbn.schema.json"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, path).expect("a link");
    #[cfg(not(unix))]
    std::os::windows::fs::symlink_file(target, path).expect("a link");
}
