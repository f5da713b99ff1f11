//! Rules beside the schemas: each is found in the payloads of every contract, where it belongs, and
//! nowhere else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_tests::known;
use aap_types::profile::rules::{self, Finding, Level};
use aap_types::{ContractInfo, JsonPointer, Timestamp};
use serde_json::{Value, json};

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

type Edit = (&'static str, Option<Value>);

struct Case {
    reason: &'static str,
    example: &'static str,
    edits: Vec<Edit>,
    expected: Vec<(&'static str, &'static str, Level)>,
}

fn case(
    reason: &'static str,
    example: &'static str,
    edits: Vec<Edit>,
    expected: &[(&'static str, &'static str, Level)],
) -> Case {
    Case {
        reason,
        example,
        edits,
        expected: expected.to_vec(),
    }
}

const LEAD: &str = "lead-submit-request.full.json";
const REPLY: &str = "lead-submit-response.confirmed.json";
const SEARCH: &str = "inventory-search-response.cars.json";
const DETAIL: &str = "vehicle-detail-response.full.json";

/// What holds in every contract.
fn cases() -> Vec<Case> {
    use Level::{Must, Should};
    let consent = "CONTACT_CONSENT_REQUIRED";
    let invalid = "INVALID_CONSENT";
    let scope = [("/consent/scope", invalid, Must)];
    let text = [("/consent/consent_text", invalid, Must)];
    let granted = [("/consent/granted_at", invalid, Must)];
    let expired = [("/consent/expires_at", invalid, Must)];
    let preferred = [("/customer/preferred_contact", consent, Must)];
    let set = |pointer, value: Value| vec![(pointer, Some(value))];
    let drop = |pointer| vec![(pointer, None)];
    let at = |time: &str| Some(json!(time));
    vec![
        case("a full lead is in order", LEAD, vec![], &[]),
        case("no consent", LEAD, drop("/consent"), &[("", consent, Must)]),
        case(
            "null is no consent",
            LEAD,
            set("/consent", json!(null)),
            &[("", consent, Must)],
        ),
        case(
            "a consent is an object",
            LEAD,
            set("/consent", json!("yes")),
            &[("/consent", invalid, Must)],
        ),
        case(
            "no scope",
            LEAD,
            drop("/consent/scope"),
            &[("/consent", invalid, Must)],
        ),
        case(
            "an empty scope",
            LEAD,
            set("/consent/scope", json!([])),
            &scope,
        ),
        case(
            "a wider scope",
            LEAD,
            set("/consent/scope", json!(["lead_submission", "marketing"])),
            &scope,
        ),
        case(
            "the scope twice",
            LEAD,
            set(
                "/consent/scope",
                json!(["lead_submission", "lead_submission"]),
            ),
            &scope,
        ),
        case(
            "a scope that is no list",
            LEAD,
            set("/consent/scope", json!("lead_submission")),
            &scope,
        ),
        case(
            "granted a second from now",
            LEAD,
            set("/consent/granted_at", json!("2026-09-09T02:00:01Z")),
            &granted,
        ),
        case(
            "granted a microsecond from now, in another offset",
            LEAD,
            set(
                "/consent/granted_at",
                json!("2026-09-08T20:00:00.000001-06:00"),
            ),
            &granted,
        ),
        case(
            "granted at this very instant",
            LEAD,
            set("/consent/granted_at", json!("2026-09-09T04:00:00+02:00")),
            &[],
        ),
        case(
            "expired a second ago",
            LEAD,
            set("/consent/expires_at", json!("2026-09-08T19:59:59-06:00")),
            &expired,
        ),
        case(
            "expires at this very instant",
            LEAD,
            set("/consent/expires_at", json!(NOW)),
            &[],
        ),
        case(
            "a time that is none is left to the schema",
            LEAD,
            vec![
                ("/consent/granted_at", at("tomorrow")),
                ("/consent/expires_at", at("2020-01-01")),
            ],
            &[],
        ),
        case(
            "no words",
            LEAD,
            set("/consent/consent_text", json!("")),
            &text,
        ),
        case(
            "blank words",
            LEAD,
            set("/consent/consent_text", json!(" \n")),
            &text,
        ),
        case(
            "everything at once",
            LEAD,
            vec![
                ("/consent/scope", Some(json!([1]))),
                ("/consent/granted_at", at("2026-09-10T00:00:00Z")),
                ("/consent/expires_at", at("2026-09-08T00:00:00Z")),
                ("/consent/consent_text", at("")),
                ("/consent/allowed_channels", Some(json!(["email"]))),
            ],
            &[scope[0], granted[0], expired[0], text[0], preferred[0]],
        ),
        case(
            "prefers a text message, allows email",
            LEAD,
            set("/consent/allowed_channels", json!(["email"])),
            &preferred,
        ),
        case(
            "a text message is not a call",
            LEAD,
            set("/consent/allowed_channels", json!(["email", "phone"])),
            &preferred,
        ),
        case(
            "allows nothing",
            LEAD,
            set("/consent/allowed_channels", json!([])),
            &preferred,
        ),
        case(
            "prefers any of those allowed",
            LEAD,
            vec![
                ("/customer/preferred_contact", at("any")),
                ("/consent/allowed_channels", Some(json!(["email"]))),
            ],
            &[],
        ),
        case(
            "prefers nothing",
            LEAD,
            vec![
                ("/customer/preferred_contact", None),
                ("/consent/allowed_channels", Some(json!(["email"]))),
            ],
            &[],
        ),
        case(
            "a test drive of no vehicle",
            LEAD,
            vec![
                ("/appointment/appointment_type", at("test_drive")),
                ("/vehicle_of_interest", None),
            ],
            &[("", "MISSING_REQUIRED_FIELD", Should)],
        ),
        case("a confirmed appointment", REPLY, vec![], &[]),
        case(
            "an appointment that is only requested says no time",
            "lead-submit-response.requested.json",
            vec![],
            &[],
        ),
        case(
            "confirmed, but when?",
            "lead-submit-response.requested.json",
            set("/data/appointment/status", json!("confirmed")),
            &[("/data/appointment", "INTERNAL_ERROR", Must)],
        ),
        case(
            "null is no time",
            "lead-submit-response.requested.json",
            vec![
                ("/data/appointment/status", at("confirmed")),
                ("/data/appointment/confirmed_at", Some(json!(null))),
                ("/data/appointment/confirmed_window", Some(json!(null))),
            ],
            &[("/data/appointment", "INTERNAL_ERROR", Must)],
        ),
        case(
            "proposed, but when?",
            "lead-submit-response.requested.json",
            set("/data/appointment/status", json!("proposed")),
            &[("/data/appointment", "INTERNAL_ERROR", Must)],
        ),
        case(
            "a reply without an appointment",
            "lead-submit-response.minimal.json",
            vec![],
            &[],
        ),
        case("listings in order", SEARCH, vec![], &[]),
        case("a detail in order", DETAIL, vec![], &[]),
        case(
            "nothing found",
            "inventory-search-response.empty.json",
            vec![],
            &[],
        ),
        case(
            "which vehicle?",
            DETAIL,
            vec![
                ("/data/vin", None),
                ("/data/stock", at("")),
                ("/data/vehicle_id", Some(json!(7))),
            ],
            &[("/data", "INTERNAL_ERROR", Must)],
        ),
        case(
            "any one identifier is enough",
            DETAIL,
            vec![("/data/vin", None), ("/data/stock", None)],
            &[],
        ),
        case(
            "a payload of another protocol",
            LEAD,
            set("/type", json!("lead.submit.requests")),
            &[],
        ),
        case(
            "a type that is no text",
            LEAD,
            set("/type", json!(["lead.submit.request"])),
            &[],
        ),
        case(
            "a request has no rules here",
            "inventory-search-request.full.json",
            vec![],
            &[],
        ),
        case(
            "wrong types are left to the schema",
            LEAD,
            vec![
                ("/customer", Some(json!([]))),
                ("/appointment", Some(json!(3))),
                ("/consent/allowed_channels", at("email")),
            ],
            &[],
        ),
        case(
            "data that is no object",
            DETAIL,
            set("/data", json!([])),
            &[],
        ),
        case(
            "vehicles that are no list",
            SEARCH,
            set("/data/vehicles", json!({"0": {}})),
            &[],
        ),
        case(
            "a vehicle that is no object",
            SEARCH,
            set("/data/vehicles/0", json!("Civic")),
            &[],
        ),
    ]
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
