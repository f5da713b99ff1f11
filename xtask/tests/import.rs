//! `import` and `lock`, as a maintainer meets them: what they write, refuse and say.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "shared with the other tests")]
mod checkout;

use std::collections::BTreeMap;
use std::fs;

use aap_codegen::manifest::Status;
use aap_codegen::{Source, fingerprint};
use checkout::{
    Checkout, are_there, contracts, copy, files, import, import_into, manifest, upstream, xtask,
};

const NEW: &str = "v1.4";

#[test]
fn a_contract_is_imported_without_a_hand_edit() {
    let checkout = Checkout::new(NEW);
    let (ran, into, _guard) = import(checkout.path(), NEW);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let folder = into.join(NEW);
    let imported = files(&folder);
    for (file, text) in &imported {
        if let Some(schema) = file.strip_prefix("schemas/") {
            let published = checkout.read(&format!("spec/{NEW}/schemas/{schema}"));
            assert_eq!(*text, published, "{file}");
        }
    }
    let count = |folder: &str| imported.keys().filter(|it| it.starts_with(folder)).count();
    assert_eq!(count("schemas/"), 22);
    assert!(count("examples/") >= 40, "{imported:?}");
    let source = Source::read(&folder).unwrap();
    let contract = aap_codegen::check(&source).unwrap();
    assert!(aap_codegen::generate(&source).is_ok());
    let fingerprint = fingerprint::contract(&contract.documents);
    assert!(imported["upstream.lock"].contains(&fingerprint));
    assert!(ran.stdout.contains(&fingerprint), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("against v1.3: 0 differences"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.trim_end().contains("next:"), "{}", ran.stdout);
}

#[test]
fn what_no_schema_holds_is_carried_over_and_marked() {
    let checkout = Checkout::new(NEW);
    let (_, into, _guard) = import(checkout.path(), NEW);
    let text = fs::read_to_string(into.join(NEW).join("contract.toml")).unwrap();
    let carried = "# carried from v1.3: confirm";
    for line in [
        "a2a_protocol_version = \"1.0\"",
        "activation = \"not-enforced\"",
        "error_envelope = \"object\"",
        "[bindings]",
        "[card]",
        "[mcp]",
    ] {
        assert!(
            text.contains(&format!("{line} {carried}\n")),
            "{line}\n{text}"
        );
    }
    assert_eq!(text.matches("[[errors]]").count(), 12);
    assert_eq!(text.matches(&format!("[[errors]] {carried}\n")).count(), 12);
    // What was published is not to be confirmed.
    assert!(
        text.contains("version = \"1.4.0\"\nstatus = \"released\"\n"),
        "{text}"
    );
    let ours = fs::read_to_string(contracts().join("v1.3/contract.toml")).unwrap();
    let unmarked = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("description = \"Contract"));
        lines
            .map(|line| {
                line.split(" # carried")
                    .next()
                    .unwrap()
                    .replace("1.4", "1.3")
            })
            .filter(|line| !ours_alone(line))
            .collect()
    };
    assert_eq!(unmarked(&text), unmarked(&ours));
}

/// The contract's own description, which nobody publishes.
fn ours_alone(line: &str) -> bool {
    line.starts_with("description = \"Adds itemised")
}

#[test]
fn an_error_code_that_the_predecessor_lacks_is_filled_in_and_marked() {
    let mut checkout = Checkout::new(NEW);
    checkout.edit(&format!("spec/{NEW}/schemas/error.schema.json"), |text| {
        text.replacen(
            "\"INTERNAL_ERROR\"",
            "\"INTERNAL_ERROR\", \"AUTH_REQUIRED\", \"TOO_LATE\"",
            1,
        )
    });
    checkout.publish();
    let (ran, into, _guard) = import(checkout.path(), NEW);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(into.join(NEW).join("contract.toml")).unwrap();
    if are_there(&["v0.1"]) {
        let known =
            "[[errors]] # carried from v0.1: confirm\ncode = \"AUTH_REQUIRED\"\njsonrpc = -32001\n";
        assert!(text.contains(known), "{text}");
    }
    let guessed = "[[errors]] # a guess, since no known contract says: confirm\ncode = \"TOO_LATE\"\njsonrpc = -32000\nretryable = false\n";
    assert!(text.contains(guessed), "{text}");
}

#[test]
fn what_could_not_be_checked_or_imported_is_told() {
    let mut checkout = Checkout::new(NEW);
    checkout.write(
        &format!("spec/{NEW}/examples/mcp-manifest.example.json"),
        "{\"tools\": []}",
    );
    checkout.write(
        &format!("spec/{NEW}/examples/inventory-search-request.jsonrpc.example.json"),
        "{\"jsonrpc\": \"2.0\", \"method\": \"SendMessage\"}",
    );
    checkout.publish();
    checkout.remove(&format!("spec/{NEW}/examples/event.lead.example.json"));
    let (ran, into, _guard) = import(checkout.path(), NEW);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for told in [
        "unchecked: 1 published examples are not in this tree",
        "not imported: mcp-manifest.example.json: there is no schema mcp-manifest.schema.json",
        "not imported: inventory-search-request.jsonrpc.example.json: is no payload of \
         inventory-search-request.schema.json: it has no member `type`",
        "not carried over from spec/v1.4/skills.yaml: skills[].adf_compatible",
    ] {
        assert!(ran.stdout.contains(told), "{told}\n{}", ran.stdout);
    }
    assert!(!into.join(NEW).join("examples/event.lead.json").exists());
    assert!(
        into.join(NEW)
            .join("examples/event.appointment.json")
            .exists()
    );
    checkout.remove(&format!("releases/{NEW}/integrity.json"));
    let (ran, ..) = import(checkout.path(), NEW);
    assert!(
        ran.stdout.contains("SHA-256 as published: 0 files"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("22 in schemas, skills.yaml"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_wrong_folder_gets_one_clear_answer() {
    let checkout = Checkout::new(NEW);
    let inside = checkout.path().join("spec").join(NEW);
    let missing = checkout.path().join("nowhere");
    for (from, contract, expected) in [
        (inside.as_path(), NEW, "there is no folder spec, but "),
        (
            missing.as_path(),
            NEW,
            "expected a checkout of the specification",
        ),
        (
            checkout.path(),
            "v7.7",
            "there is no folder v7.7/schemas; there are v1.4",
        ),
        (checkout.path(), "../v1.4", "is no name of a contract"),
        (
            checkout.path(),
            "draft",
            "there is no folder latest/schemas",
        ),
    ] {
        let (ran, into, _guard) = import(from, contract);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(expected), "{expected}\n{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(!into.exists());
    }
}

#[test]
fn a_released_contract_is_never_overwritten() {
    let mut checkout = Checkout::new(NEW);
    let (_, into, _guard) = import(checkout.path(), NEW);
    let before = files(&into);
    let again = import_into(checkout.path(), NEW, &into);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(
        again.stdout.contains("has it already, byte for byte"),
        "{}",
        again.stdout
    );
    checkout.edit("spec/v1.4/skills.yaml", |text| {
        text.replacen("[dealer, ", "[dealers, ", 1)
    });
    checkout.publish();
    let ran = import_into(checkout.path(), NEW, &into);
    assert_eq!(ran.code, 2);
    let reason = "is a released contract, which never changes, and would differ in contract.toml;";
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    // What is known of a released contract binds whatever is published later.
    checkout.edit("spec/v1.4/schemas/event.schema.json", |text| text + "\n");
    checkout.publish();
    let ran = import_into(checkout.path(), NEW, &into);
    assert_eq!(ran.code, 2);
    let reason = "spec/v1.4/schemas/event.schema.json: has the SHA-256 ";
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("(upstream.lock of v1.4)"),
        "{}",
        ran.stderr
    );
    assert_eq!(files(&into), before);
    // What both say is said once.
    checkout.remove("spec/v1.4/schemas/customer.schema.json");
    checkout.edit("spec/v1.4/schemas/event.schema.json", |text| text + "\n");
    checkout.write("spec/v1.4/schemas/extra.schema.json", "{}");
    let ran = import_into(checkout.path(), NEW, &into);
    for (file, fault, lists) in [
        (
            "customer",
            ": is missing, but was published ",
            "(releases/v1.4/integrity.json, upstream.lock of v1.4)",
        ),
        (
            "event",
            ": has the SHA-256 ",
            "(releases/v1.4/integrity.json)",
        ),
        ("event", ": has the SHA-256 ", "(upstream.lock of v1.4)"),
        (
            "extra",
            ": was not published: ",
            "neither releases/v1.4/integrity.json nor upstream.lock of v1.4 lists it",
        ),
    ] {
        let begins = format!("spec/v1.4/schemas/{file}.schema.json{fault}");
        let lines = ran.stderr.lines().map(str::trim_start);
        let lines: Vec<&str> = lines.filter(|line| line.starts_with(&begins)).collect();
        let [line] = lines.as_slice() else {
            panic!("{begins}\n{}", ran.stderr);
        };
        assert!(line.contains(lists), "{line}");
    }
    assert_eq!(files(&into), before);
    let stray = into.join("v1.5");
    fs::create_dir(&stray).unwrap();
    fs::write(stray.join("notes.txt"), "mine").unwrap();
    let other = Checkout::new("v1.5");
    let ran = import_into(other.path(), "v1.5", &into);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("exists and is no contract's folder"),
        "{}",
        ran.stderr
    );
    assert_eq!(files(&stray).len(), 1);
}

#[test]
fn a_draft_is_brought_up_to_what_was_published_and_keeps_what_was_not() {
    if !are_there(&["draft"]) {
        return;
    }
    let checkout = Checkout::draft();
    let into = tempfile::tempdir().unwrap();
    let folder = into.path().join("draft");
    copy(&contracts().join("draft"), &folder);
    let before = files(&folder);
    let manifest = before["contract.toml"]
        .replace("version = \"0.0.0-dev\"", "version = \"0.0.0-old\" # note")
        .replacen("code = \"RATE_LIMITED\"", "code = \"NO_SUCH_CODE\"", 1)
        .replacen(
            "\"automotive\", \"motorcycles\", \"powersports\"]",
            "\"old\"]",
            1,
        );
    fs::write(folder.join("contract.toml"), manifest).unwrap();
    fs::write(
        folder.join("schemas/gone.schema.json"),
        "{\"title\": \"Gone\"}",
    )
    .unwrap();
    let ran = import_into(checkout.path(), "draft", into.path());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mut after = files(&folder);
    let manifest = after.remove("contract.toml").unwrap();
    assert!(
        manifest.contains("version = \"0.0.0-dev\" # note\n"),
        "{manifest}"
    );
    // Our own words and facts stay.
    assert!(
        manifest.contains("activation = \"required\"\n"),
        "{manifest}"
    );
    assert!(!manifest.contains("NO_SUCH_CODE"), "{manifest}");
    let newest = newest_released();
    let row = format!("[[errors]] # carried from {newest}: confirm\ncode = \"RATE_LIMITED\"\n");
    assert!(manifest.contains(&row), "{manifest}");
    assert!(!manifest.contains("\"old\""), "{manifest}");
    assert!(!after.contains_key("schemas/gone.schema.json"));
    let examples = |files: &BTreeMap<String, String>| -> Vec<String> {
        let names = files.keys().filter(|it| it.starts_with("examples/"));
        names.cloned().collect()
    };
    assert_eq!(examples(&after), examples(&before));
    assert!(aap_codegen::check(&Source::read(&folder).unwrap()).is_ok());
}

/// The name of the newest released contract.
fn newest_released() -> String {
    let folders = fs::read_dir(contracts()).unwrap();
    let names = folders.map(|it| it.unwrap().file_name().into_string().unwrap());
    let number = |name: &String| -> Vec<u64> {
        let numbers = name.trim_start_matches('v').split('.');
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    names
        .filter(|name| manifest(name).status == Status::Released)
        .max_by_key(number)
        .unwrap()
}

/// The published trees: seven contracts, each imported, generated from and fingerprinted.
#[test]
fn every_published_contract_is_imported_as_we_have_it() {
    let Some(upstream) = upstream() else { return };
    for contract in ["v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "draft"] {
        if !are_there(&[contract]) {
            continue;
        }
        let (ran, into, _guard) = import(&upstream, contract);
        assert_eq!(ran.code, 0, "{contract}\n{}", ran.stderr);
        let imported = Source::read(&into.join(contract)).unwrap();
        assert!(aap_codegen::generate(&imported).is_ok(), "{contract}");
        let ours = Source::read(&contracts().join(contract)).unwrap();
        let documents = |source: &Source, files: &BTreeMap<String, String>| {
            let mut documents = aap_codegen::check(source).unwrap().documents;
            // What was never published cannot be imported: the agent card of v0.2.
            documents.retain(|file, _| files.contains_key(file));
            documents
        };
        let published = &imported.schemas;
        assert!(ours.schemas.len() <= published.len() + usize::from(contract == "v0.2"));
        assert_eq!(
            fingerprint::contract(&documents(&imported, published)),
            fingerprint::contract(&documents(&ours, published)),
            "{contract}"
        );
        let locks = [contracts(), into].map(|contracts| {
            let lock = contracts.join(contract).join("upstream.lock");
            fs::read_to_string(lock).unwrap()
        });
        assert_eq!(locks[0] == locks[1], contract != "v0.2", "{contract}");
    }
}

#[test]
fn a_published_file_that_was_tampered_with_is_refused_even_without_published_hashes() {
    let Some(upstream) = upstream() else { return };
    if !are_there(&["v1.1"]) {
        return;
    }
    let checkout = tempfile::tempdir().unwrap();
    copy(
        &upstream.join("spec/v1.1"),
        &checkout.path().join("spec/v1.1"),
    );
    let schemas = checkout.path().join("spec/v1.1/schemas");
    let event = schemas.join("event.schema.json");
    let text = fs::read_to_string(&event).unwrap();
    fs::write(&event, text + "\n").unwrap();
    fs::remove_file(schemas.join("agent-card.schema.json")).unwrap();
    let (ran, into, _guard) = import(checkout.path(), "v1.1");
    assert_eq!(ran.code, 2);
    for line in [
        "spec/v1.1/schemas/event.schema.json: has the SHA-256 ",
        "spec/v1.1/schemas/agent-card.schema.json: is missing, but was published (upstream.lock of v1.1)",
    ] {
        assert!(ran.stderr.contains(line), "{line}\n{}", ran.stderr);
    }
    assert!(!into.exists());
}

#[test]
fn the_locks_are_what_the_lock_command_writes() {
    for contract in fs::read_dir(contracts()).unwrap() {
        let folder = contract.unwrap().path();
        let lock = fs::read_to_string(folder.join("upstream.lock")).unwrap();
        let contract = aap_codegen::check(&Source::read(&folder).unwrap()).unwrap();
        let expected = format!(
            "# Written by cargo xtask; see CONTRIBUTING.md\ncontract = \"{}\"\nfingerprint = \"{}\"\n",
            contract.manifest.contract,
            fingerprint::contract(&contract.documents)
        );
        assert!(lock.starts_with(&expected), "{lock}");
    }
    let ran = xtask(&["lock", "--contract", "v7.7"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("there is no contract \"v7.7\""),
        "{}",
        ran.stderr
    );
}
