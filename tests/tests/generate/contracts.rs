//! A contract comes and goes with its folder: nothing else has to be edited.

use std::fs;

use serde_json::{Value, json};

use crate::workspace::{
    Workspace, copy_folder, default_contract, module, repository, spare_contract,
};

/// Contracts of `aap-codegen`'s fixtures, and where they are.
const MADE_UP: [(&str, &str); 4] = [
    ("v8.0", "upgrades/v8.0"),
    ("v8.1", "upgrades/v8.1"),
    ("v9.0", "v9.0"),
    ("v9.1", "v9.1"),
];

/// Adds a copy of the default contract with its own addresses, its own lock and a member more, and
/// gives its name: v9.9, unless there is one already.
fn add(workspace: &Workspace) -> String {
    let folder = |name: &str| format!("aap-schemas/contracts/{name}");
    let added = (9..)
        .map(|minor| format!("v9.{minor}"))
        .find(|name| !workspace.path(&folder(name)).exists());
    let added = added.expect("a name that is free");
    let (old, new) = (folder(&default_contract()), folder(&added));
    let files = workspace.snapshot();
    let files = files.iter().filter_map(|(name, bytes)| {
        let name = name.strip_prefix(&old)?.strip_prefix('/')?;
        Some((name, String::from_utf8(bytes.clone()).expect("text")))
    });
    let is_copied = |name: &str| !["", "upstream.lock"].contains(&name) && !name.ends_with('/');
    for (name, text) in files.filter(|(name, _)| is_copied(name)) {
        let text = text.replace(&default_contract(), &added);
        workspace.write(&format!("{new}/{name}"), text);
    }
    let vehicle = format!("{new}/schemas/vehicle.schema.json");
    let mut schema: Value = serde_json::from_str(&workspace.read(&vehicle)).expect("JSON");
    schema["properties"]["dog_hair"] =
        json!({"description": "How much of it, in grams.", "type": "integer", "minimum": 0});
    workspace.write(&vehicle, schema.to_string());
    workspace.xtask(["lock", "--contract", &added]).exits(0);
    added
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
    let Some(gone) = spare_contract() else {
        return;
    };
    let new = add(&workspace);
    workspace.remove(&format!("aap-schemas/contracts/{gone}"));
    let (gone, feature) = (module(&gone), module(&new));
    workspace
        .xtask(["generate", "--check"])
        .exits(1)
        .says(&format!("missing: aap-types/src/{feature}/vehicle.rs"))
        .says(&format!("orphan: aap-types/src/{gone}/mod.rs"))
        .says("orphan: aap-types/src/upgrades/pairs/");
    workspace.xtask(["generate"]).exits(0);
    workspace.xtask(["generate", "--check"]).exits(0);
    workspace
        .xtask(["verify"])
        .exits(0)
        .says(&format!("{new}: "));
    assert!(!workspace.path(&format!("aap-types/src/{gone}")).exists());
    let vehicle = workspace.read(&format!("aap-types/src/{feature}/vehicle.rs"));
    assert!(vehicle.contains("pub dog_hair: Option<u64>,"));
    for (file, text) in [
        ("aap-types/Cargo.toml", format!("{feature} = []")),
        ("aap-types/Cargo.toml", format!(", {feature:?}")),
        ("aap-types/src/contracts.rs", format!("pub mod {feature};")),
        (
            "aap-schemas/src/contracts.rs",
            format!("../contracts/{new}/schemas/vehicle.schema.json"),
        ),
    ] {
        let found = workspace.read(file);
        assert!(found.contains(&text), "{file} has no {text}");
        assert!(!found.contains(&format!("{gone} ")) && !found.contains(&format!("{gone};")));
    }
    let alone = "check --offline --package aap-types --no-default-features --features a2a,";
    workspace.cargo(&format!("{alone}{feature}")).exits(0);
    workspace
        .cargo("check --offline --package aap-schemas")
        .exits(0);
}

/// The made-up contracts of `aap-codegen`, whose generated files are pinned there.
fn add_made_up(workspace: &Workspace) {
    for (contract, fixture) in MADE_UP {
        let folder = format!("aap-schemas/contracts/{contract}");
        let fixture = repository().join(format!("aap-codegen/tests/fixtures/{fixture}"));
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
    workspace.write("aap-types/tests/upgraded.rs", include_str!("upgraded.rs"));
    let test = "test --offline --package aap-types --no-default-features --features a2a,";
    for (arguments, tests) in [
        ("v9_0,v9_1 --test made_up", 6),
        ("v8_0,v8_1 --test upgraded", 5),
    ] {
        let run = workspace
            .cargo(&format!("{test}{arguments}"))
            .exits(0)
            .says(&format!("test result: ok. {tests} passed"));
        // Which is how rustc points at what it warns of.
        assert!(!run.stderr.contains("-->"), "{}", run.stderr);
    }
}

/// All that is in the repository's folder but what cargo and git keep there, and the benchmarks,
/// which are a workspace of their own.
fn everything() -> Vec<String> {
    let entries = fs::read_dir(repository()).expect("the repository");
    entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !["target", ".git", "benches"].contains(&name.as_str()))
        .collect()
}

/// Builds and tests the whole workspace once more, which takes minutes and so is a command of its own:
/// `cargo test -p aap-tests --test generate -- --ignored`.
///
/// `AAP_WITHOUT` names the contracts to remove, with commas; without it, one is. `AAP_CASES` sets
/// the number of generated instances, which is small without it.
#[test]
#[ignore = "takes minutes"]
fn the_whole_workspace_passes_its_tests_with_a_folder_more_and_one_less() {
    let workspace = Workspace::built("whole", &everything());
    let gone = std::env::var("AAP_WITHOUT").ok().or_else(spare_contract);
    let gone: Vec<&str> = gone.iter().flat_map(|names| names.split(',')).collect();
    let new = add(&workspace);
    for contract in &gone {
        workspace.remove(&format!("aap-schemas/contracts/{contract}"));
    }
    for arguments in [
        "xtask generate",
        "xtask generate --check",
        "xtask verify",
        "test --offline --workspace --no-fail-fast",
        "test --offline --package aap-types",
        "test --offline --package aap-types --no-default-features",
        "clippy --offline --workspace --all-targets -- --deny warnings",
    ] {
        workspace.cargo(arguments).exits(0);
    }
    // The tests that derive from the registry saw what came, and not what went.
    let list = workspace.cargo("test --offline --package aap-tests --test sync -- --list");
    let list = list.exits(0).stdout;
    let tested = |contract: &str| list.contains(&format!("{contract}/vehicle: test"));
    assert!(tested(&new) && tested(&default_contract()), "{list}");
    assert!(!gone.iter().any(|contract| tested(contract)), "{list}");
    // Hard names and words must please the lints and rustdoc too.
    add_made_up(&workspace);
    for arguments in [
        "xtask generate",
        "clippy --offline --package aap-types --features v8_0,v8_1,v9_0,v9_1 -- --deny warnings",
        "doc --offline --package aap-types --no-deps --features v8_0,v8_1,v9_0,v9_1",
    ] {
        workspace.cargo(arguments).exits(0);
    }
}
