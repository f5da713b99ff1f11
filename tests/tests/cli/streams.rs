//! Which stream gets what, and what happens when one is gone.

use std::process::Stdio;

use crate::support::{BROKEN_LEAD, Folder, command, lead, run, unreleased};

#[test]
fn results_and_messages_go_apart() {
    let folder = Folder::new(&[("a.json", BROKEN_LEAD.to_owned())]);
    let run = folder.validate(&["a.json", "gone.json"]);
    assert!(
        run.out
            .lines()
            .all(|line| line.starts_with("invalid ") || line.starts_with("  "))
    );
    assert!(
        run.err
            .lines()
            .all(|line| line.starts_with("unusable ") || line.starts_with("2 inputs"))
    );
}

#[test]
fn on_a_terminal_they_stand_in_the_order_of_the_inputs() {
    let folder = Folder::new(&[("a.json", lead().to_string())]);
    let both = std::fs::File::create(folder.path().join("both")).unwrap();
    let status = command()
        .args(["validate", "gone.json", "a.json", "lost.json", "a.json"])
        .current_dir(folder.path())
        .stdout(both.try_clone().unwrap())
        .stderr(both)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
    let text = std::fs::read_to_string(folder.path().join("both")).unwrap();
    let names: Vec<&str> = text
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap())
        .collect();
    let expected = ["gone.json:", "a.json:", "lost.json:", "a.json:", "inputs:"];
    assert_eq!(names, expected, "{text}");
}

#[test]
fn an_unreleased_contract_gets_a_note() {
    let folder = Folder::new(&[("a.json", lead().to_string())]);
    for contract in unreleased() {
        let run = folder.validate(&["--contract", contract.name, "a.json", "a.json"]);
        run.says(&["note: ", contract.name, contract.status.as_str()]);
        assert_eq!(run.err.matches("note: ").count(), 1, "{run:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_left_ends_the_command_quietly() {
    let names: Vec<String> = (0..3000).map(|index| format!("d/{index}.json")).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .map(|name| (name.as_str(), BROKEN_LEAD))
        .collect();
    let folder = Folder::new(&files);
    for arguments in [
        &["validate", "d"][..],
        &["validate", "--format", "json", "d"],
    ] {
        let mut child = command()
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        // Not 0 or 1: the result did not arrive.
        assert_eq!(output.status.code(), Some(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let folder = Folder::new(&[("a.json", lead().to_string())]);
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = command()
        .args(["validate", "a.json"])
        .current_dir(folder.path())
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("standard output")
    );
}

#[test]
fn help_and_version_are_results() {
    for arguments in [
        &["--help"][..],
        &["validate", "--help"],
        &["schema", "--help"],
        &["--version"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("aap"));
        run.silent();
    }
    let help = run(&["validate", "--help"]).out;
    for word in [
        "instanceLocation",
        "schemaId",
        "unusable",
        "Exit codes",
        "any",
    ] {
        assert!(help.contains(word), "{help}");
    }
}
