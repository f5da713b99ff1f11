//! Contracts that cannot be generated: each fault is one line that says where it is, nothing is
//! written, and all faults are told in one run.

mod cases;

use crate::workspace::{Workspace, changed};
use cases::{CASES, Case, Contract};

#[track_caller]
fn is_refused(case: &Case) {
    let workspace = Workspace::small();
    (case.change)(&Contract {
        workspace: &workspace,
        name: "v9.0",
    });
    let before = workspace.snapshot();
    for arguments in [&["generate"][..], &["generate", "--check"]] {
        let run = workspace.xtask(arguments).exits(2);
        assert_eq!(run.stdout, "", "{}", case.what);
        let lines: Vec<&str> = run.stderr.lines().collect();
        let [line] = lines.as_slice() else {
            panic!("{}: expected one line:\n{}", case.what, run.stderr);
        };
        let begins = format!("v9.0 {}: ", case.place);
        assert!(
            line.starts_with(&begins) && line.contains(case.says),
            "{}: expected {begins}…{}…, found:\n{line}",
            case.what,
            case.says
        );
        assert!(line.chars().count() < 800, "{}: {line}", case.what);
    }
    let after = workspace.snapshot();
    assert_eq!(changed(&before, &after), [] as [&str; 0], "{}", case.what);
}

/// The cases are shared out, for each takes a process or two.
fn share(part: usize) {
    CASES.iter().skip(part).step_by(4).for_each(is_refused);
}

#[test]
fn each_fault_is_one_clear_line_first_part() {
    share(0);
}

#[test]
fn each_fault_is_one_clear_line_second_part() {
    share(1);
}

#[test]
fn each_fault_is_one_clear_line_third_part() {
    share(2);
}

#[test]
fn each_fault_is_one_clear_line_fourth_part() {
    share(3);
}

#[test]
fn the_faults_of_many_contracts_are_told_together() {
    let workspace = Workspace::small();
    for (index, case) in CASES.iter().enumerate() {
        let name = format!("v8.{index}");
        cases::add(&workspace, &name);
        (case.change)(&Contract {
            workspace: &workspace,
            name: &name,
        });
    }
    let before = workspace.snapshot();
    let run = workspace.xtask(["generate"]).exits(2);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), CASES.len(), "{}", run.stderr);
    for (index, case) in CASES.iter().enumerate() {
        let begins = format!("v8.{index} {}: ", case.place);
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with(&begins) && line.contains(case.says)),
            "{}: no {begins} in:\n{}",
            case.what,
            run.stderr
        );
    }
    assert_eq!(changed(&before, &workspace.snapshot()), [] as [&str; 0]);
}

#[test]
fn the_faults_of_one_contract_are_told_together() {
    let workspace = Workspace::small();
    let contract = Contract {
        workspace: &workspace,
        name: "v9.0",
    };
    let together = [
        "a misspelt keyword",
        "a reference to a file that is not there",
        "JSON with a comma too many",
        "a pattern that is no regular expression",
        "a type that there is not",
        "an unknown format",
        "another dialect",
        "a skill without its schema",
        "a file that is no UTF-8",
    ];
    let cases: Vec<&Case> = CASES
        .iter()
        .filter(|case| together.contains(&case.what))
        .collect();
    assert_eq!(cases.len(), together.len());
    for case in &cases {
        (case.change)(&contract);
    }
    let run = workspace.xtask(["generate"]).exits(2);
    for case in &cases {
        let begins = format!("v9.0 {}: ", case.place);
        let found = run.stderr.lines().any(|line| line.starts_with(&begins));
        assert!(found, "no {begins} in:\n{}", run.stderr);
    }
    assert_eq!(run.stderr.lines().count(), cases.len(), "{}", run.stderr);
}

/// What contracts may not have in common.
#[test]
fn two_contracts_need_two_identities() {
    let workspace = Workspace::small();
    cases::add(&workspace, "v9.2");
    workspace.xtask(["generate"]).exits(0);
    let manifest = "aap-schemas/contracts/v9.2/contract.toml";
    let cases = [
        (
            "https://library.example/extensions/lending/v9.2",
            "https://library.example/extensions/lending/v9.0",
            "v9.2 contract.toml: the extension_uri",
        ),
        (
            "https://library.example/v9.2/schemas/",
            "https://library.example/v9.0/schemas/",
            "v9.2 contract.toml: the schema_base_url",
        ),
    ];
    for (from, to, says) in cases {
        workspace.edit(manifest, from, to);
        let run = workspace.xtask(["generate"]).exits(2).says(says);
        assert!(
            run.stderr.contains("that of v9.0 already"),
            "{}",
            run.stderr
        );
        workspace.edit(manifest, to, from);
    }
    let schema = "aap-schemas/contracts/v9.2/schemas/error.schema.json";
    workspace.edit(schema, "/v9.2/", "/v9.0/");
    workspace
        .xtask(["generate"])
        .exits(2)
        .says("v9.2 error.schema.json#/$id: expected \"https://library.example/v9.2/schemas/e");
}
