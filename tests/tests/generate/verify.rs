//! `verify`: what was released stays as it is.

use std::fs;
use std::path::{Path, PathBuf};

use aap_tests::known;

use crate::workspace::{Run, Workspace, command, copy_folder, default_contract, repository, run};

fn verify(workspace: &Workspace) -> Run {
    workspace.xtask(["verify"])
}

/// A file of the default contract, which is released.
fn file(name: &str) -> String {
    format!("aap-schemas/contracts/{}/{name}", default_contract())
}

#[test]
fn the_repository_is_what_its_locks_say() {
    let run = run(&mut command(repository(), ["verify"])).exits(0);
    assert!(run.stdout.lines().all(|line| line.ends_with("lock holds")));
    assert_eq!(run.stderr, "");
}

#[test]
fn words_may_change_and_order_may_too() {
    let workspace = Workspace::copy();
    let schema = file("schemas/consent-grant.schema.json");
    let text = workspace.read(&schema);
    let mut schema_value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    schema_value["description"] = "Other words.".into();
    schema_value["examples"] = serde_json::json!([1]);
    let required = schema_value["required"].as_array_mut().expect("a list");
    required.reverse();
    workspace.write(&schema, schema_value.to_string());
    verify(&workspace).exits(0);
}

#[test]
fn every_change_of_a_constraint_is_named() {
    type Change = fn(&Workspace);
    let cases: [(&str, Change, &str, &str); 8] = [
        (
            "a bound is wider",
            |it| {
                it.edit(
                    &file("schemas/vehicle.schema.json"),
                    "\"minimum\": 1900",
                    "\"minimum\": 1899",
                )
            },
            "vehicle.schema.json: the constraints changed: locked",
            "a released contract is frozen",
        ),
        (
            "a member of an enum is gone",
            |it| {
                it.edit(
                    &file("schemas/consent-grant.schema.json"),
                    "\"phone\"",
                    "\"fax\"",
                )
            },
            "consent-grant.schema.json: the constraints changed: locked",
            "a released contract is frozen",
        ),
        (
            "the lock has another fingerprint for a file",
            |it| {
                let lock = file("upstream.lock");
                let text = it.read(&lock);
                let at = text
                    .find("[files.\"vehicle.schema.json\"]")
                    .expect("an entry");
                let at = at
                    + text[at..]
                        .find("\nfingerprint = \"")
                        .expect("a fingerprint")
                    + 16;
                let digit = if &text[at..=at] == "0" { "1" } else { "0" };
                it.write(&lock, format!("{}{digit}{}", &text[..at], &text[at + 1..]));
            },
            "vehicle.schema.json: the constraints changed: locked",
            "",
        ),
        (
            "the lock has another fingerprint for the whole",
            |it| {
                it.edit(
                    &file("upstream.lock"),
                    "\nfingerprint = \"",
                    "\nfingerprint = \"0",
                )
            },
            "upstream.lock: the contract's constraints are not the locked ones",
            "a released contract is frozen",
        ),
        (
            "the lock lacks an entry",
            |it| {
                it.edit(
                    &file("upstream.lock"),
                    "[files.\"event.schema.json\"]",
                    "[files.\"events.schema.json\"]",
                )
            },
            "event.schema.json: not in upstream.lock",
            "events.schema.json: locked, but the file is missing",
        ),
        (
            "the lock is that of another contract",
            |it| it.edit(&file("upstream.lock"), "contract = \"", "contract = \"x"),
            "upstream.lock: is the lock of \"x",
            "",
        ),
        (
            "a file more",
            |it| {
                let id = format!(
                    "https://autoagentprotocol.org/{}/schemas/more.json",
                    default_contract()
                );
                let schema = serde_json::json!({"$id": id, "title": "More"});
                it.write(&file("schemas/more.json"), schema.to_string());
            },
            "more.json: not in upstream.lock",
            "a released contract is frozen",
        ),
        (
            "a file less",
            |it| {
                it.remove(&file("schemas/event.schema.json"));
                it.edit(
                    &file("contract.toml"),
                    "event = \"event.schema.json\"\n",
                    "",
                );
            },
            "event.schema.json: locked, but the file is missing",
            "a released contract is frozen",
        ),
    ];
    let name = default_contract();
    for (what, change, says, also) in cases {
        let workspace = Workspace::copy();
        change(&workspace);
        let run = verify(&workspace);
        assert_eq!(run.code, 1, "{what}: {}", run.stderr);
        assert!(
            run.stderr.contains(&format!("{name} {says}")),
            "{what}: {}",
            run.stderr
        );
        assert!(run.stderr.contains(also), "{what}: {}", run.stderr);
        assert!(
            run.stdout.contains(&format!("{name}: ")),
            "{what}: {}",
            run.stdout
        );
        // The others are looked at all the same, and are what they were.
        let broken = run
            .stdout
            .lines()
            .filter(|line| line.ends_with("lock broken"));
        assert_eq!(broken.count(), 1, "{what}: {}", run.stdout);
        let contracts = aap_schemas::contracts().len();
        assert_eq!(run.stdout.lines().count(), contracts);
    }
}

/// Long before somebody verifies, whoever generates is told.
#[test]
fn generating_from_a_changed_released_contract_warns_once() {
    type Change = fn(&Workspace);
    let name = default_contract();
    let cases: [(Change, &str); 5] = [
        (
            |it| {
                it.edit(
                    &file("schemas/vehicle.schema.json"),
                    "\"minimum\": 1900",
                    "\"minimum\": 1899",
                )
            },
            "changed: vehicle.schema.json",
        ),
        (
            |it| {
                it.edit(
                    &file("schemas/vehicle.schema.json"),
                    "\"minimum\": 1900",
                    "\"minimum\": 1899",
                );
                it.edit(
                    &file("upstream.lock"),
                    "[files.\"event.schema.json\"]",
                    "[files.\"events.schema.json\"]",
                );
            },
            "changed: event.schema.json, events.schema.json, vehicle.schema.json",
        ),
        (
            |it| {
                let lock = file("upstream.lock");
                it.edit(&lock, "\nfingerprint = \"", "\nfingerprint = \"0");
            },
            "changed: upstream.lock",
        ),
        (
            |it| {
                it.edit(
                    &file("schemas/vehicle.schema.json"),
                    "\"title\": \"Vehicle\",",
                    "\"title\": \"Vehicle\", \"$comment\": \"Words only.\",",
                )
            },
            "",
        ),
        (
            |it| {
                it.edit(&file("contract.toml"), "\"released\"", "\"provisional\"");
                it.edit(
                    &file("schemas/vehicle.schema.json"),
                    "\"minimum\": 1900",
                    "\"minimum\": 1899",
                );
            },
            "",
        ),
    ];
    for (change, expected) in cases {
        let workspace = Workspace::copy();
        change(&workspace);
        for check in [&["--check"][..], &[]] {
            let arguments = [&["generate", "--contract", &name], check].concat();
            let run = workspace.xtask(arguments);
            let done = if check.is_empty() { 0..1 } else { 0..2 };
            assert!(done.contains(&run.code), "{}", run.stderr);
            let warnings: Vec<&str> = run
                .stderr
                .lines()
                .filter(|line| line.starts_with("warning: "))
                .collect();
            let [warning] = warnings.as_slice() else {
                assert_eq!((warnings.len(), expected), (0, ""), "{}", run.stderr);
                continue;
            };
            let begins = format!(
                "warning: {name} is released, which freezes it, but its constraints are not the locked ones"
            );
            assert!(warning.starts_with(&begins), "{warning}");
            assert!(
                warning.contains(expected) && !expected.is_empty(),
                "{warning}"
            );
        }
    }
}

#[test]
fn what_cannot_be_compared_is_unusable() {
    let workspace = Workspace::copy();
    workspace.remove(&file("upstream.lock"));
    let name = default_contract();
    verify(&workspace)
        .exits(2)
        .says(&format!("{name} upstream.lock: cannot be read"));
    workspace.write(&file("upstream.lock"), "contract = 1");
    verify(&workspace)
        .exits(2)
        .says(&format!("{name} upstream.lock: "));
    workspace.write(&file("schemas/event.schema.json"), "{");
    verify(&workspace)
        .exits(2)
        .says(&format!("{name} event.schema.json: is not usable JSON"));
    for folder in ["nowhere", "aap-types"] {
        let run = workspace.xtask(["verify", "--upstream", folder]).exits(2);
        assert!(run.stderr.contains(folder) && run.stderr.contains("folder spec"));
    }
}

/// A checkout of the specification in which our own files, with one more space, are taken for the
/// published ones: equal, but of no hash that a lock has.
fn pretended_upstream(workspace: &Workspace) -> PathBuf {
    let upstream = workspace.path("upstream");
    let schemas = upstream
        .join("spec")
        .join(default_contract())
        .join("schemas");
    copy_folder(&workspace.path(&file("schemas")), &schemas);
    let mut pending = vec![schemas];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a schema");
            fs::write(&path, format!("{text} ")).expect("a schema");
        }
    }
    upstream
}

#[test]
fn published_files_are_compared_by_hash_and_by_structure() {
    let workspace = Workspace::copy();
    let upstream = pretended_upstream(&workspace);
    let name = default_contract();
    let schemas = format!("upstream/spec/{name}/schemas");
    let upstream = upstream.to_string_lossy().into_owned();
    let run = workspace
        .xtask(["verify", "--upstream", &upstream])
        .exits(1);
    // The published files have other words, so their hashes are not those of our files.
    assert!(run.stderr.contains(&format!(
        "{name} vehicle.schema.json: published with SHA-256 "
    )));
    assert!(run.stdout.contains("published files structurally equal"));
    assert!(!run.stderr.contains("not structurally equal"));
    workspace.edit(
        &format!("{schemas}/vehicle.schema.json"),
        "\"minimum\": 1900",
        "\"minimum\": 1899",
    );
    workspace.remove(&format!("{schemas}/event.schema.json"));
    workspace.write(&format!("{schemas}/newer.schema.json"), "{}");
    workspace
        .xtask(["verify", "--upstream", &upstream])
        .exits(1)
        .says(&format!(
            "{name} vehicle.schema.json: not structurally equal"
        ))
        .says(&format!(
            "{name} event.schema.json: locked as published, but not in"
        ))
        .says(&format!(
            "{name} newer.schema.json: published, but not here"
        ));
}

/// Where a checkout of the specification stands beside the repository.
#[test]
fn every_published_file_has_its_equal_here() {
    let upstream = repository().join("../shared/upstream");
    if !Path::new(&upstream).join("spec").is_dir() {
        return;
    }
    let arguments = [
        "verify".as_ref(),
        "--upstream".as_ref(),
        upstream.as_os_str(),
    ];
    let run = run(&mut command(repository(), arguments)).exits(0);
    for (contract, files) in [
        ("v0.1", 25),
        ("v0.2", 20),
        ("v1.0", 21),
        ("v1.1", 21),
        ("v1.2", 21),
        ("v1.3", 22),
        ("draft", 22),
    ] {
        if known::named(contract).is_none() {
            continue;
        }
        let line = format!("{contract}: {files} of {files} published files structurally equal\n");
        assert!(run.stdout.contains(&line), "{contract}: {}", run.stdout);
    }
    let published = fs::read_dir(upstream.join("spec")).expect("a folder");
    let published = published.filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        // What is published as the latest is the draft.
        let name = name.to_string_lossy().replace("latest", "draft");
        aap_schemas::by_name(&name).is_some()
    });
    let published = published.count();
    assert_eq!(run.stdout.matches("structurally equal").count(), published);
}
