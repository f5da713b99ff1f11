//! The sample pipeline runs commands that exist, and those that the README names.

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
fn the_pipeline_runs_what_the_readme_tells_to_run() {
    let commands = commands();
    let readme = read("README.md");
    let (_, quick) = readme.split_once("in a clone of this repository:").unwrap();
    let block = quick.split("```").nth(1).unwrap();
    let told = block.lines().filter(|line| line.starts_with("cargo "));
    let told: Vec<&str> = told
        .map(|line| line.split('#').next().unwrap().trim())
        .collect();
    assert_eq!(told.len(), 2);
    for command in told {
        assert!(commands.iter().any(|it| it == command), "{command}");
    }
}

#[test]
fn every_command_of_the_pipeline_exists() {
    let commands = commands();
    let ours: Vec<&str> = commands
        .iter()
        .filter_map(|command| command.strip_prefix("cargo xtask "))
        .collect();
    assert!(ours.len() > 2, "{commands:?}");
    for arguments in ours {
        let mut words = arguments.split(' ');
        let command = words.next().unwrap();
        let help = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args([command, "--help"])
            .output()
            .unwrap();
        assert!(help.status.success(), "{arguments}");
        let help = String::from_utf8(help.stdout).unwrap();
        for option in words {
            assert!(help.contains(option), "{arguments}");
        }
    }
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
