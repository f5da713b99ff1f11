//! Usage errors: exit code 2, on standard error, with what would be right.

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
    for name in ["v1.4", "1.3", "", "ANY"] {
        run(&["validate", "--contract", name, "-"]).refused(&[
            &format!("{name:?}"),
            "v0.1",
            "v1.3",
            "draft",
            "v3.1",
        ]);
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
    folder
        .validate(&[
            "--as",
            "https://autoagentprotocol.org/v1.2/schemas/vehicle.schema.json",
            "x.json",
        ])
        .refused(&["--contract v1.2"]);
    // Nothing is near this one.
    let run = folder.validate(&["--as", "zzzzzzzzzz", "x.json"]);
    assert!(!run.refused(&["vehicle"]).err.contains("did you mean"));
}
