//! The sample pipeline runs what `.ci/run` does, and all commands that are named exist.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode, Yaml};

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The commands of all jobs.
fn commands() -> Vec<String> {
    fn collect(node: &Yaml<'_>, found: &mut Vec<String>) {
        for (key, value) in node.as_mapping().into_iter().flatten() {
            match (key.as_str(), value.as_str()) {
                (Some("run"), Some(command)) => found.push(command.to_owned()),
                _ => collect(value, found),
            }
        }
        for element in node.as_sequence().into_iter().flatten() {
            collect(element, found);
        }
    }
    let mut found = Vec::new();
    for document in Yaml::load_from_str(&read(".github/workflows/ci.yml")).unwrap() {
        collect(&document, &mut found);
    }
    found
}

#[test]
fn the_pipeline_runs_what_continuous_integration_does() {
    let commands = commands();
    let script = read(".ci/run");
    let run: Vec<&str> = script
        .lines()
        .filter(|it| it.starts_with("cargo "))
        .collect();
    assert!(run.len() > 1);
    let readme = read("README.md");
    for command in run {
        assert!(commands.iter().any(|it| it == command), "{command}");
        assert!(readme.contains(command), "{command}");
    }
}

/// The code spans of a text.
fn spans(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

#[test]
fn every_command_that_is_named_exists() {
    let (readme, contributing) = (read("README.md"), read("CONTRIBUTING.md"));
    let mut named = commands();
    named.extend(spans(&readme).chain(spans(&contributing)));
    named.extend(readme.lines().map(str::to_owned));
    let ours = named
        .iter()
        .filter_map(|command| command.strip_prefix("cargo xtask "));
    let mut count = 0;
    for arguments in ours {
        let arguments = arguments.split('#').next().unwrap();
        let mut words = arguments.split_whitespace();
        let command = words.next().unwrap();
        let help = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args([command, "--help"])
            .output()
            .unwrap();
        assert!(help.status.success(), "{arguments}");
        let help = String::from_utf8(help.stdout).unwrap();
        for option in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "{arguments}");
        }
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
fn the_pipeline_knows_the_oldest_compiler() {
    let manifest = read("Cargo.toml");
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \""))
        .unwrap()
        .trim_end_matches('"');
    let pipeline = read(".github/workflows/ci.yml");
    assert!(pipeline.contains(&format!("toolchain install {version} ")));
    assert!(pipeline.contains(&format!("cargo +{version} check")));
}
