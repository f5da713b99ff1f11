//! With default features `aap-types` depends on serde and serde_json, and on no proc-macro.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

/// The lines of `cargo tree`, without drawing.
fn tree(arguments: &[&str]) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../aap-types/Cargo.toml");
    let output = Command::new(cargo)
        .args([
            "tree",
            "--manifest-path",
            manifest,
            "--edges",
            "normal",
            "--prefix",
            "none",
        ])
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn nothing_but_serde_and_serde_json_is_needed() {
    let direct = tree(&["--depth", "1"]);
    let names: Vec<&str> = direct
        .iter()
        .skip(1)
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(names, ["serde", "serde_json"]);
    let all = tree(&[]);
    assert!(
        !all.iter().any(|line| line.contains("(proc-macro)")),
        "{all:?}"
    );
    assert!(all.len() <= 8, "{all:?}");
}
