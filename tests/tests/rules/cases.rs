//! What is edited in an example, and what is found then.

use aap_types::profile::rules::Level;
use serde_json::{Value, json};

use crate::NOW;

pub type Edit = (&'static str, Option<Value>);

pub struct Case {
    pub reason: &'static str,
    pub example: &'static str,
    pub edits: Vec<Edit>,
    pub expected: Vec<(&'static str, &'static str, Level)>,
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

pub const LEAD: &str = "lead-submit-request.full.json";
pub const REPLY: &str = "lead-submit-response.confirmed.json";
pub const SEARCH: &str = "inventory-search-response.cars.json";
pub const DETAIL: &str = "vehicle-detail-response.full.json";

/// What holds in every contract.
pub fn cases() -> Vec<Case> {
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
