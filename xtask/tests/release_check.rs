//! `release-check` on a made-up workspace: what has to be right before crates are published.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A crate that reads a contract's payload, as far as a program outside can see.
const LIB: &str = r#"//! Reads.
/// The contract.
pub mod v7_0 {
    /// A greeting.
    #[derive(Debug, Default)]
    pub struct Greeting;
}
/// Reads a payload.
pub fn from_str<T: Default>(text: &str) -> Result<T, String> {
    match text.contains("hello") {
        true => Ok(T::default()),
        false => Err(text.to_owned()),
    }
}
"#;

const MANIFEST: &str = r#"[package]
name = "aap-types"
description = "Reads."
version.workspace = true
edition = "2024"
rust-version = "1.88"
license = "MIT OR Apache-2.0"
repository = "https://example.org/greetings"
readme = "README.md"
exclude = ["public-api"]

[features]
default = ["v7_0"]
v7_0 = []
"#;

const CONTRACT: &str = "aap-schemas/contracts/v7.0";

struct Workspace(TempDir);

struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Workspace {
    /// One that could be published but for the snapshot.
    fn new() -> Workspace {
        let workspace = Workspace(tempfile::tempdir().unwrap());
        let manifest = "[workspace]\nmembers = [\"aap-types\"]\nresolver = \"3\"\n\n\
                        [workspace.package]\nversion = \"0.1.0\"\n";
        let schema = r#"{"title": "Greeting", "type": "string"}"#;
        for (file, text) in [
            ("Cargo.toml", manifest),
            ("README.md", "aap-types = \"0.1\"\n"),
            ("aap-types/Cargo.toml", MANIFEST),
            ("aap-types/src/lib.rs", LIB),
            ("aap-types/README.md", "# Reads\n"),
            (
                "aap-types/CHANGELOG.md",
                "# Changes\n\n## 0.1.0 - unreleased\n\n- It reads.\n",
            ),
            (
                &format!("{CONTRACT}/contract.toml"),
                "contract = \"v7.0\"\n",
            ),
            (&format!("{CONTRACT}/schemas/greeting.schema.json"), schema),
            (
                &format!("{CONTRACT}/examples/greeting.plain.json"),
                "\"hello\"",
            ),
        ] {
            workspace.write(file, text);
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            workspace.write(licence, licence);
            workspace.write(&format!("aap-types/{licence}"), licence);
        }
        workspace
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn check(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("release-check")
            .args(arguments)
            .current_dir(self.root())
            .env("CARGO_MANIFEST_DIR", self.root().join("xtask"))
            .env_remove("CARGO_TARGET_DIR")
            .output()
            .unwrap();
        Ran {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[test]
fn a_workspace_that_is_in_order_can_be_published() {
    let workspace = Workspace::new();
    let ran = workspace.check(&["--bless"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = workspace.check(&[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("aap-types 0.1.0"), "{}", ran.stderr);

    // To be published now, it needs a date.
    let ran = workspace.check(&["--publish"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stdout,
        "aap-types/CHANGELOG.md: 0.1.0 has no date, and is to be published\n"
    );
}

#[test]
fn every_problem_is_listed() {
    let workspace = Workspace::new();
    assert_eq!(workspace.check(&["--bless"]).code, 0);
    let changes = "# Changes\n\n## 0.2.0 - unreleased\n\n- More.\n\n\
                   ## 0.1.0 - 2026-01-31\n\n- It reads.\n";
    let removed = LIB.replace("pub fn from_str", "fn read");
    workspace.write("aap-types/CHANGELOG.md", changes);
    workspace.write("aap-types/src/lib.rs", &removed);
    workspace.write("README.md", "aap-types = \"0.2\"\n");
    fs::remove_file(workspace.root().join("aap-types/LICENSE-MIT")).unwrap();
    let carried = "contract = \"v7.0\"\nactivation = \"required\" # carried from v6.0: confirm\n";
    workspace.write(&format!("{CONTRACT}/contract.toml"), carried);
    let ran = workspace.check(&[]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let expected = "\
v7.0 contract.toml: 1 line is still to be confirmed
aap-types/CHANGELOG.md: the newest version is 0.2.0, but that of the crate is 0.1.0
aap-types: public-api: not the API of 0.1.0: renew it with --bless
  - fn from_str<T: Default>(&str) -> Result<T, String>
README.md: asks for aap-types \"0.2\", but this is 0.1.0: expected \"0.1\"
aap-types: the package has no LICENSE-MIT
";
    assert_eq!(ran.stdout, expected);
}

#[test]
fn what_only_the_workspace_has_does_not_build() {
    let workspace = Workspace::new();
    let outside =
        format!("{LIB}/// Outside.\npub const NOTE: &str = include_str!(\"../../note\");\n");
    workspace.write("note", "Not in the package.");
    workspace.write("aap-types/src/lib.rs", &outside);
    assert_eq!(workspace.check(&["--bless"]).code, 0);
    let ran = workspace.check(&[]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let start = "aap-types: does not package:\n";
    assert!(ran.stdout.starts_with(start), "{}", ran.stdout);
    assert!(ran.stdout.contains("note"), "{}", ran.stdout);
}

#[test]
fn a_program_outside_reads_an_example_with_the_package() {
    let workspace = Workspace::new();
    workspace.write(
        &format!("{CONTRACT}/examples/greeting.plain.json"),
        "\"bye\"",
    );
    assert_eq!(workspace.check(&["--bless"]).code, 0);
    let ran = workspace.check(&[]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let start = "aap-types: a program with the package alone fails:\n";
    assert!(ran.stdout.starts_with(start), "{}", ran.stdout);
    assert!(ran.stdout.contains("bye"), "{}", ran.stdout);
}
