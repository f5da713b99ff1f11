//! The made-up contracts in `fixtures` generate exactly the files that are checked in with them.
//!
//! Where a change is meant, `BLESS=1 cargo test -p aap-codegen --test snapshot` takes it over. The
//! crate `aap-tests` compiles the files and tries them out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::{Source, generate};

#[test]
fn fixtures_generate_what_is_checked_in() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut contracts: Vec<PathBuf> = fs::read_dir(fixtures)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("contract.toml").is_file())
        .collect();
    contracts.sort();
    assert!(!contracts.is_empty());
    let mut differing = Vec::new();
    for contract in contracts {
        let source = Source::read(&contract).expect("readable");
        let files = generate(&source).unwrap_or_else(|problems| panic!("{problems}"));
        let generated: BTreeMap<String, String> = files
            .into_iter()
            .map(|file| (file.path, file.text))
            .collect();
        let folder = contract.join("generated");
        if std::env::var_os("BLESS").is_some() {
            bless(&folder, &generated);
        }
        let mut present = BTreeMap::new();
        read(&folder, "", &mut present);
        differing.extend(
            generated
                .keys()
                .chain(present.keys())
                .filter(|path| generated.get(*path) != present.get(*path))
                .map(|path| format!("{}/{path}", folder.display())),
        );
    }
    differing.dedup();
    assert!(
        differing.is_empty(),
        "not what is generated now (BLESS=1 takes the new files over):\n{}",
        differing.join("\n")
    );
}

fn bless(folder: &Path, generated: &BTreeMap<String, String>) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("the former files go");
    }
    for (path, text) in generated {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() {
            read(&path, &format!("{prefix}{name}/"), files);
        } else {
            let text = fs::read_to_string(&path).expect("text");
            files.insert(format!("{prefix}{name}"), text);
        }
    }
}
