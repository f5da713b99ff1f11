//! Builds with other sets of contracts.

use std::io::Cursor;

use aap_tests::known;
use aap_types::cli::{Streams, run};
use aap_types::{ContractInfo, contracts};

use crate::support::{lead, unreleased};

/// Runs the command as a build with these contracts alone would.
fn with_contracts(names: &[&str], arguments: &[&str]) -> (u8, String, String) {
    let chosen: Vec<ContractInfo> = contracts()
        .iter()
        .filter(|contract| names.contains(&contract.name))
        .copied()
        .collect();
    assert_eq!(chosen.len(), names.len());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(
        chosen.leak(),
        [&["aap"], arguments].concat(),
        Streams {
            stdin: Box::new(Cursor::new(lead().to_string())),
            stdout: &mut out,
            stderr: &mut err,
            stderr_is_terminal: false,
        },
    );
    (
        code,
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap(),
    )
}

#[test]
fn the_newest_released_contract_is_the_default() {
    let cases: [(&[&str], &str); 4] = [
        (&["v1.2", "v1.3"], "v1.3"),
        (&["v1.3", "draft", "v3.1"], "v1.3"),
        (&["v0.1", "v1.1"], "v1.1"),
        (&["v1.2", "v3.1"], "v1.2"),
    ];
    for (compiled_in, default) in cases {
        if !known::are_there(compiled_in) {
            continue;
        }
        let (code, out, err) = with_contracts(compiled_in, &["validate", "-"]);
        let expected = format!("ok   -: lead-submit-request ({default})\n");
        assert_eq!((code, out, err), (0, expected, String::new()));
    }
}

#[test]
fn without_a_released_contract_one_must_be_named() {
    let unreleased: Vec<&str> = unreleased().map(|contract| contract.name).collect();
    let Some(first) = unreleased.first() else {
        return;
    };
    let (code, out, err) = with_contracts(&unreleased, &["validate", "-"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("--contract") && err.contains(&unreleased.join(", ")),
        "{err}"
    );
    let (code, _, _) = with_contracts(&[first], &["validate", "--contract", first, "-"]);
    assert_eq!(code, 0);
}

#[test]
fn without_any_contract_the_command_says_how_to_get_some() {
    for arguments in [
        &["validate", "-"][..],
        &["validate", "--contract", "v1.3", "-"],
        &["validate", "--contract", "any", "-"],
        &["schema", "v1.3", "vehicle"],
    ] {
        let (code, out, err) = with_contracts(&[], arguments);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains("features"), "{err}");
    }
}

#[test]
fn a_contract_that_is_not_compiled_in_is_answered_with_the_feature() {
    let (code, _, err) = with_contracts(&["v1.3"], &["validate", "--contract", "v1.2", "-"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("compiled in: v1.3") && err.contains("all-contracts"),
        "{err}"
    );
}
