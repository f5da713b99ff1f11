//! Every example, ours and the published ones, is accepted, typed, and written back equal.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use aap_tests::known;
use aap_types::runtime::equality;
use aap_types::{ContractInfo, PayloadInfo};
use serde_json::Value;

/// The folder of published files; absent outside the project's own workshop.
fn upstream() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/upstream/spec");
    folder.is_dir().then_some(folder)
}

/// Reads and writes a payload; both texts must be equal, numbers by value.
fn assert_round_trip(name: &str, payload: &PayloadInfo, text: &str) {
    let before: Value = serde_json::from_str(text).unwrap();
    payload
        .validate(&before)
        .unwrap_or_else(|violations| panic!("{name}: {violations}"));
    assert!(payload.is_valid(&before), "{name}");
    let after = payload
        .round_trip(text.as_bytes())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(
        equality::equal(&before, &after),
        "{name}\nbefore {before}\nafter {after}"
    );
}

#[test]
fn our_examples_come_back_equal_under_their_contract() {
    let mut count = 0;
    for (contract, info) in aap_schemas::contracts().iter().zip(aap_types::contracts()) {
        assert_eq!(contract.name, info.name);
        for example in contract.examples {
            let stem = example.path.split('.').next().unwrap();
            let payload = info
                .payload(stem)
                .unwrap_or_else(|| panic!("{}: no schema {stem}", example.path));
            assert_round_trip(
                &format!("{} {}", contract.name, example.path),
                payload,
                example.text,
            );
            count += 1;
        }
    }
    assert!(count >= 300 || !known::is_complete(), "{count} examples");
    assert!(count >= 1);
}

/// What is finished is no more skipped for want of an example.
#[test]
fn every_finished_contract_has_the_examples_that_tests_ask_for() {
    for contract in known::finished() {
        for file in known::EXAMPLES {
            let stem = file.split('.').next().unwrap();
            let payload = contract.payload(stem).expect(stem);
            let example = known::example(contract.name, file);
            assert_eq!(payload.validate(&example), Ok(()), "{}", contract.name);
        }
    }
}

/// The payload of a published example, taken out of its envelope where it has one.
fn payload_of(info: &'static ContractInfo, value: &Value) -> Option<(&'static PayloadInfo, Value)> {
    let enveloped = [
        "/params/message/parts/0/data",
        "/result/message/parts/0/data",
        "/message/parts/0/data",
    ];
    let inner = enveloped
        .iter()
        .find_map(|pointer| value.pointer(pointer))
        .unwrap_or(value);
    if let Some(message_type) = inner.get("type").and_then(Value::as_str) {
        return Some((info.payload_of_type(message_type)?, inner.clone()));
    }
    let card = ["supportedInterfaces", "supported_interfaces"]
        .iter()
        .any(|member| inner.get(member).is_some());
    card.then(|| Some((info.payload("agent-card")?, inner.clone())))
        .flatten()
}

fn published_examples(folder: &Path) -> Vec<(String, String)> {
    let mut examples: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    examples.sort();
    examples
}

#[test]
fn published_examples_come_back_equal_under_their_contract() {
    let Some(upstream) = upstream() else { return };
    let mut count = 0;
    for info in aap_types::contracts() {
        for (name, text) in published_examples(&upstream.join(info.name).join("examples")) {
            let value: Value = serde_json::from_str(&text).unwrap();
            if name.contains("mcp-manifest") {
                continue; // no payload: the mcp tests read it
            }
            let is_card = name.contains("agent-card");
            if is_card && info.payload("agent-card").is_none() && !known::is_finished(info.name) {
                known::skipped(&format!("{name}, which has no published schema"));
                continue;
            }
            let (payload, value) = if name.contains("contract-manifest") {
                (info.payload("contract-manifest").unwrap(), value)
            } else {
                payload_of(info, &value).unwrap_or_else(|| panic!("{name}: which payload?"))
            };
            assert_round_trip(&name, payload, &value.to_string());
            count += 1;
        }
    }
    assert!(count >= 100 || !known::is_complete(), "{count} examples");
}

#[test]
fn v1_2_examples_hold_under_v1_3_except_the_agent_card() {
    let Some(upstream) = upstream() else { return };
    let info = known::default();
    for (name, text) in published_examples(&upstream.join("v1.2/examples")) {
        let value: Value = serde_json::from_str(&text).unwrap();
        match payload_of(info, &value) {
            None => assert!(name.contains("mcp-manifest"), "{name}"),
            Some((payload, value)) if payload.name == "AgentCard" => {
                let violations = payload.validate(&value).unwrap_err();
                let found: Vec<_> = violations
                    .iter()
                    .map(|it| (it.instance_location.as_str(), &*it.keyword))
                    .collect();
                assert_eq!(found, [("/capabilities/extensions", "contains")], "{name}");
            }
            Some((payload, value)) => assert_round_trip(&name, payload, &value.to_string()),
        }
    }
}
