//! `aap schema`.

use aap_tests::known;
use aap_types::contracts;
use serde_json::Value;

use crate::support::{Run, run, unreleased};

#[track_caller]
fn printed(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{run:#?}");
    run.json()
}

#[test]
fn every_schema_is_printed_whole() {
    for contract in contracts() {
        // Each run starts a process; two schemas a contract are proof enough of the way.
        for payload in contract.payloads.iter().rev().take(2) {
            let schema: Value = serde_json::from_str(payload.schema).unwrap();
            assert_eq!(
                printed(&run(&["schema", contract.name, payload.schema_name()])),
                schema
            );
        }
    }
}

#[test]
fn a_schema_is_named_by_file_type_or_id() {
    let id = "https://autoagentprotocol.org/v1.3/schemas/vehicle.schema.json";
    let by_file = run(&["schema", "v1.3", "vehicle"]);
    by_file.silent();
    for name in ["Vehicle", id] {
        assert_eq!(run(&["schema", "v1.3", name]).out, by_file.out);
    }
    assert_eq!(by_file.json()["$id"], id);
}

#[test]
fn the_order_of_members_is_that_of_the_schema() {
    let text = run(&["schema", "v1.3", "customer"]).out;
    assert!(
        text.starts_with("{\n  \"$schema\": \"https://json-schema.org/"),
        "{text}"
    );
    assert!(text.ends_with("\n}\n"));
    let names = [
        "$schema",
        "$id",
        "title",
        "type",
        "properties",
        "required",
        "anyOf",
        "$defs",
    ];
    let positions = names.map(|name| text.find(&format!("\n  {name:?}: ")).unwrap());
    assert!(positions.is_sorted(), "{text}");
}

#[test]
fn unknown_names_are_answered_with_known_ones() {
    run(&["schema", "v1.3", "vehicel"]).refused(&[
        "\"vehicel\"",
        "did you mean \"vehicle\"",
        "customer",
    ]);
    run(&["schema", "v1.3", "VEHICLE"]).refused(&["did you mean \"vehicle\""]);
    let unknown = run(&["schema", "v1.33", "vehicle"]);
    unknown.refused(&["\"v1.33\"", "did you mean \"v1.3\""]);
    for contract in contracts() {
        unknown.says(&[contract.name]);
    }
    run(&["schema", "v1.3"]).refused(&["NAME"]);
}

#[test]
fn a_schema_of_another_contract_is_told_apart() {
    let others = contracts().iter();
    for other in others.filter(|other| other.name != known::DEFAULT) {
        let id = format!("{}vehicle.schema.json", other.schema_base_url);
        run(&["schema", "v1.3", &id]).refused(&[other.name]);
    }
    if known::are_there(&["v0.1"]) {
        run(&["schema", "v1.3", "contract-manifest"]).refused(&["v0.1"]);
    }
}

#[test]
fn an_unreleased_contract_gets_a_note() {
    for contract in unreleased() {
        let status = contract.status.as_str();
        run(&["schema", contract.name, "vehicle"]).says(&["note: ", contract.name, status]);
    }
}
