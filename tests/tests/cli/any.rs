//! `--contract any`: the verdict of every contract.

use aap_tests::known;
use aap_types::contracts;
use serde_json::json;

use crate::support::{Folder, lead, newest, rpc_request, validate};

fn name_of(row: &str) -> &str {
    row.split_whitespace().next().unwrap_or("")
}

/// A table without the rows of contracts that these tests do not know.
fn only_known(table: &str) -> Vec<&str> {
    let unknown = |row: &&str| {
        let names = contracts().iter().map(|contract| contract.name);
        let mut unknown = names.filter(|name| !known::NAMES.contains(name));
        unknown.any(|name| name == name_of(row))
    };
    table.lines().filter(|row| !unknown(row)).collect()
}

/// A table without the rows of contracts that are not there.
fn only_compiled_in(table: &str) -> Vec<&str> {
    let gone = |row: &&str| {
        let name = name_of(row);
        known::NAMES.contains(&name) && known::named(name).is_none()
    };
    table.lines().filter(|row| !gone(row)).collect()
}

#[test]
fn every_contract_has_a_row() {
    if !known::are_finished(&["v3.1"]) {
        return;
    }
    let document = known::example("v3.1", "inventory-search-request.available.json");
    let run = validate(&document, &["--contract", "any"]);
    assert_eq!(run.code, 0, "{run:#?}");
    run.says(&["note: x.json", "only the unreleased v3.1"]);
    let expected = "\
x.json
  contract  status       schema                    verdict  violations
  v0.1      released     inventory-search-request  invalid  1
  v0.2      released     inventory-search-request  invalid  1
  v1.0      released     inventory-search-request  invalid  1
  v1.1      released     inventory-search-request  invalid  1
  v1.2      released     inventory-search-request  invalid  1
  v1.3      released     inventory-search-request  invalid  1
  draft     draft        inventory-search-request  invalid  1
  v3.1      provisional  inventory-search-request  ok       0
";
    assert_eq!(only_known(&run.out), only_compiled_in(expected));
    assert_eq!(run.out.lines().count(), 2 + contracts().len());
}

#[test]
fn one_contract_that_accepts_is_enough() {
    let run = validate(rpc_request(&lead()), &["--contract", "any"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out
            .starts_with("x.json: at /params/message/parts/0/data\n")
    );
    run.silent();
}

#[test]
fn accepted_by_none_is_invalid() {
    let run = validate(
        json!({"type": "inventory.vehicle.request"}),
        &["--contract", "any"],
    );
    assert_eq!(run.code, 1);
    let rows = run.out.matches("invalid").count();
    assert_eq!(rows, contracts().len(), "{}", run.out);
}

#[test]
fn each_input_needs_a_contract_of_its_own() {
    let good = lead().to_string();
    let bad = json!({"type": "inventory.vehicle.request"}).to_string();
    let folder = Folder::new(&[
        ("a.json", good),
        ("b.json", bad),
        ("c.json", "[".to_owned()),
    ]);
    let code = |names: &[&str]| {
        folder
            .validate(&[&["--contract", "any"], names].concat())
            .code
    };
    assert_eq!(code(&["a.json"]), 0);
    assert_eq!(code(&["a.json", "b.json"]), 1);
    assert_eq!(code(&["a.json", "b.json", "c.json"]), 2);
}

#[test]
fn a_schema_that_only_some_contracts_have() {
    if !known::are_finished(&["v0.1"]) {
        return;
    }
    let manifest = known::example("v0.1", "contract-manifest.minimal.json");
    let run = validate(
        &manifest,
        &["--contract", "any", "--as", "contract-manifest"],
    );
    assert_eq!(run.code, 0);
    let row = |contract: &str| {
        let mut rows = run.out.lines();
        let row = rows.find(|row| name_of(row) == contract);
        row.expect(contract).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(
        row("v0.1"),
        ["v0.1", "released", "contract-manifest", "ok", "0"]
    );
    assert_eq!(row("v1.3"), ["v1.3", "released", "-", "no", "schema", "-"]);
}

#[test]
fn no_contract_with_a_schema_is_unusable() {
    validate(json!({"type": "no.such"}), &["--contract", "any"]).refused(&[
        "unusable x.json: ",
        newest().name,
        "no.such",
    ]);
    validate("{}", &["--contract", "any", "--as", "vehicel"])
        .refused(&["vehicel", "did you mean \"vehicle\""]);
}

#[test]
fn json_holds_each_verdict_whole() {
    let document =
        json!({"type": "inventory.search.request", "filters": {"status": ["available"]}});
    let report = validate(&document, &["--contract", "any", "--format", "json"]).json();
    assert_eq!(report["contract"], "any");
    let input = &report["inputs"][0];
    assert_eq!(input["input"], "x.json");
    let verdicts = input["contracts"].as_array().unwrap();
    assert_eq!(verdicts.len(), contracts().len());
    let verdict = |name: &str| {
        let mut verdicts = verdicts.iter();
        verdicts
            .find(|verdict| verdict["contract"] == name)
            .unwrap()
    };
    let of_default = verdict(known::DEFAULT);
    assert_eq!(of_default["status"], "released");
    assert_eq!(of_default["schema"], "inventory-search-request");
    assert_eq!(of_default["valid"], false);
    assert_eq!(
        of_default["errors"][0]["instanceLocation"],
        "/filters/status"
    );
    if known::are_there(&["v3.1"]) {
        assert_eq!(verdict("v3.1")["valid"], true);
        assert_eq!(input["valid"], true);
    }
}

#[test]
fn a_text_that_no_schema_can_make_valid_needs_no_table() {
    let text = r#"{"type": "inventory.search.request", "type": "x"}"#;
    for named in [&[][..], &["--as", "vehicle"]] {
        validate(text, &[&["--contract", "any"], named].concat()).expect(
            1,
            "\
invalid x.json: 1 violation
  /type  duplicateKey  the member is named more than once
",
        );
    }
    let report = validate(text, &["--contract", "any", "--format", "json"]).json();
    assert_eq!(report["inputs"][0]["valid"], false);
    let verdicts = report["inputs"][0]["contracts"].as_array().unwrap();
    assert_eq!(verdicts.len(), contracts().len());
    for verdict in verdicts {
        assert_eq!(verdict["errors"][0]["instanceLocation"], "/type");
    }
}
