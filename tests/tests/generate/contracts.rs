//! A contract comes and goes with its folder: nothing else has to be edited.

use std::fs;

use aap_codegen::json::Json;
use aap_codegen::{Source, fingerprint};
use serde_json::{Value, json};

use crate::workspace::{
    Workspace, copy_folder, default_contract, module, repository, spare_contracts,
};

const NEW: &str = "v9.9";

const MADE_UP: [&str; 2] = ["v9.0", "v9.1"];

/// Adds a copy of the default contract with its own addresses, its own lock and a member more.
fn add(workspace: &Workspace) {
    let (old, new) = (
        format!("aap-schemas/contracts/{}", default_contract()),
        format!("aap-schemas/contracts/{NEW}"),
    );
    let files = workspace.snapshot();
    let files = files.iter().filter_map(|(name, bytes)| {
        let name = name.strip_prefix(&old)?.strip_prefix('/')?;
        Some((name, String::from_utf8(bytes.clone()).expect("text")))
    });
    for (name, text) in files.filter(|(name, _)| !name.is_empty() && !name.ends_with('/')) {
        let text = text.replace(&default_contract(), NEW);
        workspace.write(&format!("{new}/{name}"), text);
    }
    let vehicle = format!("{new}/schemas/vehicle.schema.json");
    let mut schema: Value = serde_json::from_str(&workspace.read(&vehicle)).expect("JSON");
    schema["properties"]["dog_hair"] =
        json!({"description": "How much of it, in grams.", "type": "integer", "minimum": 0});
    workspace.write(&vehicle, schema.to_string());
    let source = Source::read(&workspace.path(&new)).expect("readable");
    let contract = aap_codegen::load::load(&source).expect("a sound contract");
    let mut lock = format!(
        "contract = {NEW:?}\nfingerprint = {:?}\n",
        fingerprint::contract(&contract.documents)
    );
    for (file, document) in &contract.documents {
        let document: &Json = document;
        let fingerprint = fingerprint::document(document);
        lock.push_str(&format!(
            "\n[files.{file:?}]\nfingerprint = {fingerprint:?}\n"
        ));
    }
    workspace.write(&format!("{new}/upstream.lock"), lock);
}

/// Keeps cargo to the members that were copied.
fn keep_members(workspace: &Workspace, members: &[&str]) {
    let manifest = workspace.read("Cargo.toml");
    let line = manifest
        .lines()
        .find(|line| line.starts_with("members = "))
        .expect("members");
    workspace.write(
        "Cargo.toml",
        manifest.replace(line, &format!("members = {members:?}")),
    );
}

#[test]
fn a_folder_more_and_one_less_are_all_there_is_to_it() {
    let workspace = Workspace::built(
        "contracts",
        &["Cargo.toml", "Cargo.lock", "aap-schemas", "aap-types"],
    );
    keep_members(&workspace, &["aap-schemas", "aap-types"]);
    let gone = &spare_contracts()[0];
    workspace.remove(&format!("aap-schemas/contracts/{gone}"));
    add(&workspace);
    workspace
        .xtask(["generate", "--check"])
        .exits(1)
        .says("missing: aap-types/src/v9_9/vehicle.rs")
        .says(&format!("orphan: aap-types/src/{}/mod.rs", module(gone)));
    workspace.xtask(["generate"]).exits(0);
    workspace.xtask(["generate", "--check"]).exits(0);
    workspace.xtask(["verify"]).exits(0).says("v9.9: ");
    assert!(
        !workspace
            .path(&format!("aap-types/src/{}", module(gone)))
            .exists()
    );
    let vehicle = workspace.read("aap-types/src/v9_9/vehicle.rs");
    assert!(vehicle.contains("pub dog_hair: Option<u64>,"));
    for (file, text) in [
        ("aap-types/Cargo.toml", "v9_9 = []"),
        ("aap-types/Cargo.toml", ", \"v9_9\""),
        ("aap-types/src/contracts.rs", "pub mod v9_9;"),
        (
            "aap-schemas/src/contracts.rs",
            "../contracts/v9.9/schemas/vehicle.schema.json",
        ),
    ] {
        let found = workspace.read(file);
        assert!(found.contains(text), "{file} has no {text}");
        let gone = module(gone);
        assert!(!found.contains(&format!("{gone} ")) && !found.contains(&format!("{gone};")));
    }
    let check = "check --offline --package aap-types --no-default-features --features a2a,v9_9";
    workspace.cargo(check).exits(0);
    workspace
        .cargo("check --offline --package aap-schemas")
        .exits(0);
}

/// The made-up contracts of `aap-codegen`, whose generated files are pinned there.
fn add_made_up(workspace: &Workspace) {
    for contract in MADE_UP {
        let folder = format!("aap-schemas/contracts/{contract}");
        let fixture = repository().join(format!("aap-codegen/tests/fixtures/{contract}"));
        copy_folder(
            &fixture.join("schemas"),
            &workspace.path(&folder).join("schemas"),
        );
        let manifest = fs::read(fixture.join("contract.toml")).expect("a manifest");
        workspace.write(&format!("{folder}/contract.toml"), manifest);
    }
}

#[test]
fn made_up_contracts_compile_and_do_what_their_schemas_say() {
    let workspace = Workspace::built(
        "made-up",
        &["Cargo.toml", "Cargo.lock", "aap-schemas", "aap-types"],
    );
    keep_members(&workspace, &["aap-schemas", "aap-types"]);
    add_made_up(&workspace);
    workspace.xtask(["generate"]).exits(0);
    workspace.write("aap-types/tests/made_up.rs", include_str!("made_up.rs"));
    let run = workspace
        .cargo(
            "test --offline --package aap-types --no-default-features --features a2a,v9_0,v9_1 \
             --test made_up",
        )
        .exits(0)
        .says("test result: ok. 6 passed");
    // Which is how rustc points at what it warns of.
    assert!(!run.stderr.contains("-->"), "{}", run.stderr);
}

/// Builds and tests the whole workspace once more, which takes minutes and so is a command of its own:
/// `AAP_CASES=200 cargo test -p aap-tests --test generate -- --ignored`.
///
/// Tests that are about one contract name it, so with a folder less only those run that derive
/// from the registry.
#[test]
#[ignore = "takes minutes"]
fn the_whole_workspace_passes_its_tests_with_a_folder_more_and_one_less() {
    let workspace = Workspace::built(
        "whole",
        &[
            "Cargo.toml",
            "Cargo.lock",
            "rustfmt.toml",
            "README.md",
            ".cargo",
            "aap-codegen",
            "aap-schemas",
            "aap-types",
            "tests",
            "xtask",
        ],
    );
    add(&workspace);
    for arguments in [
        "xtask generate",
        "xtask generate --check",
        "xtask verify",
        "test --offline --package aap-types --features all-contracts",
        "test --offline --package aap-tests --test behaviour --test corpus --test differential",
    ] {
        workspace.cargo(arguments).exits(0);
    }
    workspace.remove(&format!("aap-schemas/contracts/{}", spare_contracts()[0]));
    for arguments in [
        "xtask generate",
        "xtask verify",
        "test --offline --package aap-tests --test behaviour --test corpus --test differential",
    ] {
        workspace.cargo(arguments).exits(0);
    }
    // Hard names and words must please the lints and rustdoc too.
    add_made_up(&workspace);
    for arguments in [
        "xtask generate",
        "clippy --offline --package aap-types --features v9_0,v9_1 -- --deny warnings",
        "doc --offline --package aap-types --no-deps --features v9_0,v9_1",
    ] {
        workspace.cargo(arguments).exits(0);
    }
}
