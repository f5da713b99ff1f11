//! The whole way of the published contracts: imported into a copy of the workspace, generated from,
//! compiled and tested. It takes many minutes, so that it runs on demand only:
//!
//! ```text
//! cargo test -p xtask --test import_build -- --ignored
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "shared with the everyday tests")]
mod checkout;

use std::fs;
use std::path::Path;
use std::process::Command;

use checkout::{are_there, copy, upstream, workspace};

/// Runs cargo in a copy of the workspace.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("../target"))
        .env("AAP_CASES", "500")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(
        output.status.success(),
        "cargo {}\n{stdout}\n{stderr}",
        arguments.join(" ")
    );
    stdout
}

#[test]
#[ignore = "takes many minutes: compiles and tests the whole workspace"]
fn every_published_contract_is_imported_generated_and_tested() {
    let upstream = upstream().expect("the published files in ../shared/upstream");
    let upstream = upstream.canonicalize().unwrap();
    let home = tempfile::tempdir().unwrap();
    let copied = home.path().join("workspace");
    fs::create_dir_all(&copied).unwrap();
    for entry in fs::read_dir(workspace()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_owned();
        if path.is_file() {
            fs::copy(&path, copied.join(&name)).unwrap();
        } else if name != "target" && name != ".git" {
            copy(&path, &copied.join(&name));
        }
    }
    for contract in ["v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "draft"] {
        // A released contract is never overwritten, so it has to go first.
        if contract != "draft" && are_there(&[contract]) {
            let folder = copied.join("aap-schemas/contracts").join(contract);
            fs::remove_dir_all(folder).unwrap();
        }
        let from = upstream.to_str().unwrap();
        cargo(
            &copied,
            &["xtask", "import", "--from", from, "--contract", contract],
        );
    }
    cargo(&copied, &["xtask", "generate"]);
    cargo(&copied, &["xtask", "generate", "--check"]);
    cargo(&copied, &["test", "--workspace", "--exclude", "xtask"]);
}
