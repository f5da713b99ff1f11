//! Which code answers which faults of a lead, and what a buyer reads in the answer.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_tests::known;
use aap_types::profile::AapError;
use aap_types::{ContractInfo, contracts};
use serde_json::{Value, json};

/// A change to a valid lead: set the member at a pointer, or remove it.
type Edit = (&'static str, Option<Value>);

fn lead(contract: &ContractInfo) -> Value {
    known::example(contract.name, "lead-submit-request.minimal.json")
}

fn edit(value: &mut Value, (pointer, new): &Edit) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    match new {
        Some(new) => drop(parent.insert(name.to_owned(), new.clone())),
        None => drop(parent.remove(name)),
    }
}

fn remove(pointer: &'static str) -> Edit {
    (pointer, None)
}

fn set(pointer: &'static str, value: Value) -> Edit {
    (pointer, Some(value))
}

fn vehicle(role: &'static str, condition: impl Into<Value>) -> Edit {
    set(role, json!({"make": "Kia", "condition": condition.into()}))
}

const CONSENT: &str = "CONTACT_CONSENT_REQUIRED";
const MISSING: &str = "MISSING_REQUIRED_FIELD";
const CONDITION: &str = "INVALID_CONDITION";
const OTHER: &str = "SCHEMA_VALIDATION_FAILED";

const WANTED: &str = "/vehicle_of_interest";
const TRADE_IN: &str = "/trade_in";

#[rustfmt::skip]
fn rows() -> Vec<(&'static str, Vec<Edit>, &'static str)> {
    vec![
        ("consent is all that is missing", vec![remove("/consent")], CONSENT),
        ("consent is missing among others: only the customer can give it", vec![remove("/consent"), remove("/customer")], CONSENT),
        ("consent is missing next to a wrong condition", vec![remove("/consent"), vehicle(TRADE_IN, "new")], CONSENT),
        ("consent is missing next to an unknown member", vec![remove("/consent"), set("/budget", json!(9000))], CONSENT),
        ("null is there, so it is not a missing consent", vec![set("/consent", json!(null))], OTHER),
        ("an unusable consent is there", vec![set("/consent", json!({}))], OTHER),
        ("a member of the consent is missing", vec![remove("/consent/granted_at")], MISSING),
        ("another required member is missing", vec![remove("/customer")], MISSING),
        ("the type is missing", vec![remove("/type")], MISSING),
        ("two required members are missing", vec![remove("/customer"), remove("/source_agent")], OTHER),
        ("one is missing and one is unknown", vec![remove("/customer"), set("/budget", json!(9000))], OTHER),
        ("one of several would do, so no one member is missing", vec![remove("/customer/email")], OTHER),
        ("a vehicle to buy has the condition of a trade-in", vec![vehicle(WANTED, "good")], CONDITION),
        ("a trade-in has the condition of a vehicle to buy", vec![vehicle(TRADE_IN, "cpo")], CONDITION),
        ("both conditions are the other's", vec![vehicle(WANTED, "poor"), vehicle(TRADE_IN, "new")], CONDITION),
        ("a word of neither vocabulary", vec![vehicle(WANTED, "mint")], OTHER),
        ("a word of neither vocabulary, for a trade-in", vec![vehicle(TRADE_IN, "Good")], OTHER),
        ("a number is no word", vec![vehicle(TRADE_IN, 3)], OTHER),
        ("null is no word", vec![vehicle(WANTED, Value::Null)], OTHER),
        ("one is the other's, one is no word", vec![vehicle(WANTED, "good"), vehicle(TRADE_IN, "mint")], OTHER),
        ("a wrong condition is not all", vec![vehicle(WANTED, "good"), set("/budget", json!(9000))], OTHER),
        ("an unknown member is all", vec![set("/budget", json!(9000))], OTHER),
        ("another enum is no condition", vec![set("/consent/allowed_channels", json!(["fax"]))], OTHER),
        ("another type", vec![set("/type", json!("inventory.search.request"))], OTHER),
    ]
}

#[test]
fn the_code_fits_the_faults_and_every_fault_is_listed() {
    for contract in known::finished() {
        let schema = contract.payload("lead-submit-request").unwrap();
        assert_eq!(
            schema.validate(&lead(contract)),
            Ok(()),
            "{}",
            contract.name
        );
        for (reason, edits, code) in rows() {
            let place = format!("{}: {reason}", contract.name);
            let mut request = lead(contract);
            edits.iter().for_each(|it| edit(&mut request, it));
            let violations = schema.validate(&request).expect_err(&place);

            let error = AapError::from_violations(contract, &violations);
            assert_eq!(error.code, code, "{place}: {violations}");
            assert!(!error.retryable, "{place}");
            assert!(error.violations() == violations.as_slice(), "{place}");
            let listed = serde_json::to_value(&violations).unwrap();
            assert_eq!(error.details.as_ref().unwrap()["errors"], listed, "{place}");

            let sent = error.to_json_rpc(contract).unwrap();
            let number = if code == CONSENT { -32000 } else { -32602 };
            assert_eq!(sent.code, number, "{place}");
            assert_eq!(sent.aap_error(), Some(error), "{place}");
        }
    }
}

/// Beyond the list, the details say what to ask the customer for.
#[test]
fn a_missing_consent_is_named() {
    for contract in known::finished() {
        let schema = contract.payload("lead-submit-request").unwrap();
        let mut request = lead(contract);
        edit(&mut request, &remove("/consent"));
        let violations = schema.validate(&request).unwrap_err();
        let error = AapError::from_violations(contract, &violations);
        let details = error.details.unwrap();
        assert_eq!(details["missing"], "consent", "{}", contract.name);
        assert_eq!(details["expected_scope"], "lead_submission");
    }
}

/// `consent` is no member of a vehicle, and a condition of a search is no condition of a lead.
#[test]
fn other_requests_have_neither_consent_nor_conditions() {
    for contract in contracts() {
        let schema = contract.payload("inventory-search-request").unwrap();
        let request =
            json!({"type": "inventory.search.request", "filters": {"condition": ["good"]}});
        let violations = schema.validate(&request).unwrap_err();
        let error = AapError::from_violations(contract, &violations);
        assert_eq!(error.code, OTHER, "{}", contract.name);
    }
}
