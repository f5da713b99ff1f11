//! Report, verdict, typed parse and an independent validator agree on generated instances.
//!
//! One test for each contract and schema file. `AAP_CASES` sets the number of instances for each;
//! without it, 20,000 for the default contract's and 5,000 for the others'.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;

use aap_tests::instances::Instances;
use aap_tests::known;
use aap_tests::oracle::{Oracle, Violation};
use aap_types::runtime::{equality, verdict};
use aap_types::{ContractInfo, PayloadInfo, Rejection};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

fn main() {
    let arguments = Arguments::from_args();
    let payloads = |contract: &'static ContractInfo| {
        contract
            .payloads
            .iter()
            .map(move |payload| (contract, payload))
    };
    let trials = aap_types::contracts()
        .iter()
        .flat_map(payloads)
        .map(|(contract, payload)| {
            let name = format!("{}/{}", contract.name, payload.schema_name());
            Trial::test(name, move || {
                agree(contract, payload);
                Ok(())
            })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn cases(contract: &ContractInfo) -> usize {
    let everyday = if contract.name == known::DEFAULT {
        20_000
    } else {
        5_000
    };
    std::env::var("AAP_CASES").map_or(everyday, |cases| {
        cases.parse().expect("AAP_CASES is a number")
    })
}

fn documents(contract: &ContractInfo) -> Vec<(String, Value)> {
    let source = aap_schemas::by_name(contract.name).unwrap();
    let document = |file: &aap_schemas::File| {
        let schema: Value = serde_json::from_str(file.text).unwrap();
        (schema["$id"].as_str().unwrap().to_owned(), schema)
    };
    source.schemas.iter().map(document).collect()
}

fn agree(contract: &ContractInfo, payload: &PayloadInfo) {
    let documents = documents(contract);
    let oracle = Oracle::new(documents.clone(), payload.schema_id).unwrap();
    let seed = u64::from_str_radix(&contract.fingerprint[..15], 16).unwrap();
    let instances = Instances::new(documents, payload.schema_id, seed).unwrap();
    let (mut valid, mut invalid) = (0, 0);
    for case in instances.take(cases(contract)) {
        let expected = oracle.violations(&case.value);
        check(payload, &case.value, &expected, &case.mutations);
        if expected.is_empty() {
            valid += 1
        } else {
            invalid += 1
        }
    }
    assert!(
        valid > 0 && invalid > 0,
        "{valid} valid and {invalid} invalid instances prove nothing"
    );
}

fn check(
    payload: &PayloadInfo,
    value: &Value,
    expected: &BTreeSet<Violation>,
    mutations: &[String],
) {
    let context = || format!("{value}\nmutations: {mutations:?}");
    let report: BTreeSet<Violation> = payload
        .validate(value)
        .err()
        .into_iter()
        .flatten()
        .map(|violation| {
            (
                violation.instance_location.to_string(),
                violation.keyword.into_owned(),
            )
        })
        .collect();
    assert_eq!(
        report,
        *expected,
        "report (left) and oracle differ on {}",
        context()
    );
    assert_eq!(
        payload.is_valid(value),
        expected.is_empty(),
        "verdict differs on {}",
        context()
    );
    let text = value.to_string();
    let read = payload.round_trip(text.as_bytes());
    match verdict::of_slice(payload.constraints(), text.as_bytes()) {
        Some(verdict) => assert_eq!(
            verdict,
            read.is_ok(),
            "verdict over bytes differs on {}",
            context()
        ),
        // Then the reading decides, which is looked at below.
        None => assert!(
            cfg!(feature = "arbitrary_precision") || !expected.is_empty(),
            "undecided: {}",
            context()
        ),
    }
    match read {
        Ok(after) => {
            assert!(expected.is_empty(), "typed parse accepts {}", context());
            assert!(
                cfg!(feature = "arbitrary_precision")
                    || payload.is_read_in_one_pass(text.as_bytes()),
                "needs the report: {}",
                context()
            );
            assert!(
                equality::equal(value, &after),
                "changed to {after}: {}",
                context()
            );
        }
        Err(Rejection::Invalid(violations)) => {
            let found: BTreeSet<Violation> = violations
                .into_iter()
                .map(|it| (it.instance_location.to_string(), it.keyword.into_owned()))
                .collect();
            assert_eq!(
                found,
                *expected,
                "report over bytes differs on {}",
                context()
            );
        }
        // Only a number beyond its Rust type may be refused although it is valid.
        Err(Rejection::Unrepresentable(error)) => {
            let found = error.instance_location.resolve(value);
            assert!(
                found.is_some_and(Value::is_number),
                "{error}: {}",
                context()
            );
        }
        // serde_json reads no text that is nested deeper than this.
        Err(Rejection::Syntax(_)) if depth(value) > 126 => {}
        Err(other) => panic!("{other}: {}", context()),
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
