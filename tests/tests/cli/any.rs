//! `--contract any`: the verdict of every contract.

use serde_json::json;

use crate::support::{Folder, example, lead, rpc_request, validate};

#[test]
fn every_contract_has_a_row() {
    let document = example("v3.1", "inventory-search-request.available.json");
    validate(&document, &["--contract", "any"])
        .expect(
            0,
            "\
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
",
        )
        .says(&["note: x.json", "only the unreleased v3.1"]);
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
    assert_eq!(run.out.matches("invalid").count(), 8, "{}", run.out);
}

#[test]
fn each_input_needs_a_contract_of_its_own() {
    let good = example("v0.1", "agent-card.minimal.json").to_string();
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
    let manifest = example("v0.1", "contract-manifest.minimal.json");
    let run = validate(
        &manifest,
        &["--contract", "any", "--as", "contract-manifest"],
    );
    assert_eq!(run.code, 0);
    assert!(
        run.out
            .contains("\n  v0.1      released     contract-manifest  ok         0\n")
    );
    assert!(
        run.out
            .contains("\n  v1.3      released     -                  no schema  -\n")
    );
}

#[test]
fn no_contract_with_a_schema_is_unusable() {
    validate(json!({"type": "no.such"}), &["--contract", "any"]).refused(&[
        "unusable x.json: ",
        "v1.3",
        "no.such",
    ]);
    validate("{}", &["--contract", "any", "--as", "vehicel"])
        .refused(&["vehicel", "did you mean \"vehicle\""]);
}

#[test]
fn json_holds_each_verdict_whole() {
    let document = example("v3.1", "inventory-search-request.available.json");
    let report = validate(&document, &["--contract", "any", "--format", "json"]).json();
    assert_eq!(report["contract"], "any");
    let input = &report["inputs"][0];
    assert_eq!(input["input"], "x.json");
    assert_eq!(input["valid"], true);
    let verdicts = input["contracts"].as_array().unwrap();
    assert_eq!(verdicts.len(), 8);
    assert_eq!(verdicts[5]["contract"], "v1.3");
    assert_eq!(verdicts[5]["status"], "released");
    assert_eq!(verdicts[5]["schema"], "inventory-search-request");
    assert_eq!(verdicts[5]["valid"], false);
    assert_eq!(
        verdicts[5]["errors"][0]["instanceLocation"],
        "/filters/status"
    );
    assert_eq!(verdicts[7]["valid"], true);
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
    assert_eq!(
        report["inputs"][0]["contracts"][7]["errors"][0]["instanceLocation"],
        "/type"
    );
}
