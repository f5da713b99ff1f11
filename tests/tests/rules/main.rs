//! Rules beside the schemas: each is found in the payloads of every contract, where it belongs, and
//! nowhere else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod cases;

use aap_tests::known;
use aap_types::profile::rules::{self, Finding, Level};
use aap_types::{ContractInfo, JsonPointer, Timestamp};
use serde_json::{Value, json};

use cases::{DETAIL, REPLY, SEARCH, cases};

const NOW: &str = "2026-09-09T02:00:00Z";

fn example(contract: &ContractInfo, name: &str) -> Value {
    known::example(contract.name, name)
}

/// Sets the member at a pointer, or takes it away.
fn edit(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).expect(pointer);
    match (parent, value) {
        (Value::Array(elements), Some(value)) => elements[name.parse::<usize>().unwrap()] = value,
        (parent, Some(value)) => parent[name] = value,
        (parent, None) => {
            parent.as_object_mut().unwrap().remove(name);
        }
    }
}

fn found(findings: &[Finding]) -> Vec<(&str, &str, Level)> {
    let each = findings.iter();
    each.map(|finding| (finding.pointer.as_str(), finding.code, finding.level))
        .collect()
}

#[test]
fn every_contract_has_the_same_rules() {
    let now = Timestamp::new(NOW).unwrap();
    let mut tried = 0;
    for contract in known::finished() {
        for case in cases() {
            let mut payload = example(contract, case.example);
            for (pointer, value) in case.edits {
                edit(&mut payload, pointer, value);
            }
            let findings = rules::check(contract, &payload, &now);
            assert_eq!(
                found(&findings),
                case.expected,
                "{}: {}",
                contract.name,
                case.reason
            );
            tried += 1;
        }
    }
    assert_eq!(tried, known::finished().count() * cases().len());
}

#[test]
fn a_listing_says_that_it_is_in_stock() {
    use Level::{Must, Should};
    let now = Timestamp::new(NOW).unwrap();
    let gone = "VEHICLE_UNAVAILABLE";
    let first = known::named("v0.1").map(|contract| contract.name);
    let cases = [
        // (status, level of the finding in v0.1, level in later contracts, place below the vehicle)
        (None, Some(Should), Some(Must), ""),
        (Some(json!("")), Some(Should), Some(Must), "/status"),
        (Some(json!(" ")), Some(Should), Some(Must), "/status"),
        (Some(json!(null)), Some(Should), Some(Must), "/status"),
        (Some(json!(7)), Some(Should), Some(Must), "/status"),
        (Some(json!("sold")), None, Some(Must), "/status"),
        (Some(json!("Available")), None, Some(Must), "/status"),
        (Some(json!("available")), None, None, ""),
        (Some(json!("intransit")), None, None, ""),
        (Some(json!("pending")), None, None, ""),
    ];
    for contract in known::finished() {
        for (status, early, later, below) in &cases {
            let level = if Some(contract.name) == first {
                early
            } else {
                later
            };
            for (name, place) in [(SEARCH, "/data/vehicles/1"), (DETAIL, "/data")] {
                let mut payload = example(contract, name);
                edit(&mut payload, &format!("{place}/status"), status.clone());
                let findings = rules::check(contract, &payload, &now);
                let place = format!("{place}{below}");
                let expected: Vec<_> = level.iter().map(|level| (&*place, gone, *level)).collect();
                assert_eq!(found(&findings), expected, "{} {status:?}", contract.name);
            }
        }
    }
}

#[test]
fn a_listing_says_how_fresh_it_is_where_the_contract_knows_the_member() {
    let now = Timestamp::new(NOW).unwrap();
    for contract in known::finished() {
        let mut payload = example(contract, DETAIL);
        edit(&mut payload, "/data/updated_at", None);
        let findings = rules::check(contract, &payload, &now);
        let expected: &[_] = match contract.name {
            "v0.1" => &[],
            _ => &[("/data", "INTERNAL_ERROR", Level::Should)],
        };
        assert_eq!(found(&findings), expected, "{}", contract.name);
    }
}

#[test]
fn a_time_goes_with_the_status_that_needs_it() {
    let now = Timestamp::new(NOW).unwrap();
    for contract in known::finished() {
        let (confirmed, proposed) = match contract.name {
            "v0.1" => ("confirmed_window", "proposed_slots"),
            _ => ("confirmed_at", "proposed_times"),
        };
        let mut payload = example(contract, REPLY);
        edit(
            &mut payload,
            "/data/appointment/status",
            Some(json!("requested")),
        );
        let place = format!("/data/appointment/{confirmed}");
        let findings = rules::check(contract, &payload, &now);
        assert_eq!(
            found(&findings),
            [(&*place, "INTERNAL_ERROR", Level::Should)]
        );

        for (status, member) in [("confirmed", confirmed), ("proposed", proposed)] {
            let mut payload = example(contract, "lead-submit-response.requested.json");
            edit(
                &mut payload,
                "/data/appointment/status",
                Some(json!(status)),
            );
            let findings = rules::check(contract, &payload, &now);
            let message = &findings[0].message;
            assert!(message.contains(member), "{}: {message}", contract.name);
        }
    }
}

#[test]
fn no_example_breaks_a_rule_that_binds() {
    let now = Timestamp::new(NOW).unwrap();
    let mut tried = 0;
    for contract in aap_types::contracts() {
        for file in aap_schemas::by_name(contract.name).unwrap().examples {
            let payload = serde_json::from_str(file.text).unwrap();
            let findings = rules::check(contract, &payload, &now);
            let binding = findings.iter().find(|finding| finding.level == Level::Must);
            assert_eq!(binding, None, "{} {}", contract.name, file.path);
            tried += 1;
        }
    }
    assert!(tried > 300 || !known::is_complete(), "{tried}");
    assert!(tried > 0 || !known::is_finished(known::DEFAULT));
}

#[test]
fn every_code_is_one_of_the_contract() {
    let now = Timestamp::new(NOW).unwrap();
    for contract in known::finished() {
        let error = contract.payload("error").unwrap();
        let mut payload = example(contract, "error.plain.json");
        for case in cases() {
            for (_, code, _) in case.expected {
                payload["code"] = json!(code);
                assert!(error.is_valid(&payload), "{}: {code}", contract.name);
            }
        }
        payload["code"] = json!("VEHICLE_UNAVAILABLE");
        assert!(error.is_valid(&payload));
        payload["code"] = json!("NO_SUCH_CODE");
        assert!(!error.is_valid(&payload));
        assert_eq!(rules::check(contract, &payload, &now), []);
    }
}

#[test]
fn values_that_are_no_object_break_no_rule() {
    let now = Timestamp::new(NOW).unwrap();
    for contract in aap_types::contracts() {
        for value in [
            json!(null),
            json!(true),
            json!(1.5),
            json!("x"),
            json!([{}]),
            json!({}),
        ] {
            assert_eq!(rules::check(contract, &value, &now), [], "{value}");
        }
    }
}

#[test]
fn typed_payloads_are_checked_by_their_own_contract() {
    let now = Timestamp::new(NOW).unwrap();
    macro_rules! check {
        ($module:ident, $name:literal, $member:literal) => {{
            let Some(contract) = known::finished_named($name) else {
                return;
            };
            let reply = example(contract, "lead-submit-response.requested.json");
            let mut reply: aap_types::$module::LeadSubmitResponse =
                aap_types::from_value(reply).unwrap();
            assert_eq!(rules::check_payload(&reply, &now).unwrap(), []);
            let appointment = reply.data.appointment.as_mut().unwrap();
            appointment.status = "confirmed".parse().unwrap();
            let findings = rules::check_payload(&reply, &now).unwrap();
            assert_eq!(findings.len(), 1);
            assert!(findings[0].message.contains($member));
            assert_eq!(findings[0].pointer, "/data/appointment");
            assert_ne!(findings[0].pointer, JsonPointer::root());
            let line = findings[0].to_string();
            assert!(
                line.starts_with("/data/appointment: INTERNAL_ERROR (MUST): "),
                "{line}"
            );
        }};
    }
    check!(v1_3, "v1.3", "confirmed_at");
    #[cfg(contract = "v0_1")]
    check!(v0_1, "v0.1", "confirmed_window");
}
