//! Usage errors: exit code 2, on standard error, with what would be right.

use aap_tests::known;
use aap_types::contracts;

use crate::support::{Folder, lead, run};

#[test]
fn usage_errors() {
    run(&[]).refused(&["validate", "schema"]);
    run(&["validate"]).refused(&["INPUT"]);
    run(&["validate", "--format", "xml", "-"]).refused(&["text", "json"]);
    run(&["validate", "--no-such", "-"]).refused(&["--no-such"]);
    run(&["valdate", "-"]).refused(&["validate"]);
}

#[test]
fn an_unknown_contract_lists_those_compiled_in() {
    for name in ["v77.4", "1.3", "", "ANY"] {
        let run = run(&["validate", "--contract", name, "-"]);
        run.refused(&[&format!("{name:?}")]);
        for contract in contracts() {
            run.says(&[contract.name]);
        }
    }
    run(&["validate", "--contract", "v13", "-"]).refused(&["did you mean \"v1.3\""]);
}

#[test]
fn an_unknown_schema_lists_those_of_the_contract() {
    let folder = Folder::new(&[("x.json", lead().to_string())]);
    folder.validate(&["--as", "vehicel", "x.json"]).refused(&[
        "\"vehicel\"",
        "v1.3",
        "did you mean \"vehicle\"",
        "lead-submit-request",
    ]);
    let others = contracts().iter();
    for other in others.filter(|other| other.name != known::DEFAULT) {
        let id = format!("{}vehicle.schema.json", other.schema_base_url);
        folder
            .validate(&["--as", &id, "x.json"])
            .refused(&[&format!("--contract {}", other.name)]);
    }
    // Nothing is near this one.
    let run = folder.validate(&["--as", "zzzzzzzzzz", "x.json"]);
    assert!(!run.refused(&["vehicle"]).err.contains("did you mean"));
}
