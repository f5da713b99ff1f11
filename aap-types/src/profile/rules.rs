//! Rules of the payloads that a schema cannot hold: a second list, beside the violations.
//!
//! A valid payload may still be unusable: a consent that has expired, a listing that says nothing
//! about its availability. [`check`] finds every such fault of a payload of any contract, with the
//! code of the error that answers it.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::profile::rules::{self, Level};
//! use aap_types::{Timestamp, v1_3};
//!
//! let lead: v1_3::LeadSubmitRequest = aap_types::from_str(r#"{
//!     "type": "lead.submit.request",
//!     "customer": {"first_name": "Ada", "last_name": "Moss", "email": "ada@mail.example", "preferred_contact": "sms"},
//!     "consent": {"granted_at": "2026-09-08T19:42:10-06:00", "allowed_channels": ["email"],
//!         "consent_text": "The dealer may write to me.", "scope": ["lead_submission"]},
//!     "source_agent": {"name": "Wheelfinder"}
//! }"#)?;
//! let now = Timestamp::new("2026-09-08T19:45:00-06:00")?;
//! let findings = rules::check_payload(&lead, &now)?;
//! assert_eq!(findings[0].code, "CONTACT_CONSENT_REQUIRED");
//! assert_eq!(findings[0].pointer, "/customer/preferred_contact");
//! assert_eq!(findings[0].level, Level::Must);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::fmt;

use serde_json::{Map, Value, json};

pub use super::level::Level;
use crate::payload::{self, ContractInfo, Payload, PayloadInfo};
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;
use crate::text::Timestamp;
use crate::violation::Violations;

const CONTACT_CONSENT_REQUIRED: &str = "CONTACT_CONSENT_REQUIRED";
const INVALID_CONSENT: &str = "INVALID_CONSENT";
const MISSING_REQUIRED_FIELD: &str = "MISSING_REQUIRED_FIELD";
const VEHICLE_UNAVAILABLE: &str = "VEHICLE_UNAVAILABLE";
const INTERNAL_ERROR: &str = "INTERNAL_ERROR";

/// The only scope that a consent can have.
const SCOPE: &str = "lead_submission";

/// What tells one listing from all others.
const IDENTIFIERS: [&str; 3] = ["vin", "stock", "vehicle_id"];

/// What goes with the status of an appointment: v0.1 names spans of time, later contracts instants.
const APPOINTMENT_TIMES: [(&str, [&str; 2]); 2] = [
    ("confirmed", ["confirmed_at", "confirmed_window"]),
    ("proposed", ["proposed_times", "proposed_slots"]),
];

/// A rule that a payload breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The place in the payload; where something is missing, the object that lacks it.
    pub pointer: JsonPointer,
    /// The AAP error code: of a request, the one that a dealer answers with; of a response, the
    /// one that a dealer answers with instead.
    pub code: &'static str,
    /// How binding the rule is.
    pub level: Level,
    /// What was expected and what was found, for a person.
    pub message: String,
}

impl fmt::Display for Finding {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.pointer.as_str() {
            "" => "(whole document)",
            place => place,
        };
        let Finding {
            code,
            level,
            message,
            ..
        } = self;
        write!(f, "{place}: {code} ({level}): {message}")
    }
}

/// Every rule that a payload breaks, in the order of the rules and then of the document.
///
/// `now` is the time at which the payload is used; a consent is good up to and including the
/// instant of `expires_at`. A payload without rules, or without a `type` of this contract, gives
/// no findings. What the schema reports is not repeated, save where buyers or dealers have to act
/// on it themselves: the scope and text of a consent and the status of a listing.
#[inline]
#[must_use]
pub fn check(contract: &ContractInfo, payload: &Value, now: &Timestamp) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    let Some(members) = payload.as_object() else {
        return findings.0;
    };
    let message_type = members.get("type").and_then(Value::as_str).unwrap_or("");
    let Some(skill) = contract
        .skills
        .iter()
        .find(|skill| [skill.request_type, skill.response_type].contains(&message_type))
    else {
        return findings.0;
    };
    let is_request = message_type == skill.request_type;
    let data = members.get("data").and_then(Value::as_object);
    match (skill.id, is_request, data) {
        ("lead.submit", true, _) => lead(members, now, &mut findings),
        ("lead.submit", false, Some(data)) => {
            appointment_reply(&skill.response, data, &mut findings);
        }
        ("inventory.search", false, Some(data)) => {
            let vehicles = data.get("vehicles").and_then(Value::as_array);
            let listing = Listing::of(contract);
            for (index, vehicle) in vehicles.into_iter().flatten().enumerate() {
                let place = pointer(&["data", "vehicles", &index.to_string()]);
                listing.check(vehicle, &place, &mut findings);
            }
        }
        ("inventory.vehicle", false, Some(data)) => {
            if !IDENTIFIERS.iter().any(|name| has_text(data, name)) {
                findings.add(
                    pointer(&["data"]),
                    INTERNAL_ERROR,
                    Level::Must,
                    format!("expected one of {}, found none", IDENTIFIERS.join(", ")),
                );
            }
            if let Some(vehicle) = members.get("data") {
                Listing::of(contract).check(vehicle, &pointer(&["data"]), &mut findings);
            }
        }
        _ => {}
    }
    findings.0
}

/// Every rule that a typed payload breaks; [`check`] has the details.
///
/// # Errors
/// The payload has no JSON form, as [`Payload::validate`] reports.
pub fn check_payload<T: Payload>(payload: &T, now: &Timestamp) -> Result<Vec<Finding>, Violations> {
    let contract = const { ContractInfo::of::<T::Contract>() };
    Ok(check(&contract, &payload::to_value(payload)?, now))
}

struct Findings(Vec<Finding>);

impl Findings {
    #[inline]
    fn add(
        &mut self,
        pointer: JsonPointer,
        code: &'static str,
        level: Level,
        message: impl Into<String>,
    ) {
        self.0.push(Finding {
            pointer,
            code,
            level,
            message: message.into(),
        });
    }
}

#[inline]
fn pointer(tokens: &[&str]) -> JsonPointer {
    let mut pointer = JsonPointer::root();
    tokens.iter().for_each(|token| pointer.push(token));
    pointer
}

#[inline]
fn has_text(members: &Map<String, Value>, name: &str) -> bool {
    let text = members.get(name).and_then(Value::as_str);
    text.is_some_and(|text| !text.trim().is_empty())
}

#[inline]
fn lead(members: &Map<String, Value>, now: &Timestamp, findings: &mut Findings) {
    match members.get("consent") {
        None | Some(Value::Null) => findings.add(
            JsonPointer::root(),
            CONTACT_CONSENT_REQUIRED,
            Level::Must,
            "the member \"consent\" is missing: a customer is passed on with their consent only",
        ),
        Some(Value::Object(consent)) => {
            usable_consent(consent, now, findings);
            allowed_channel(members, consent, findings);
        }
        Some(_) => findings.add(
            pointer(&["consent"]),
            INVALID_CONSENT,
            Level::Must,
            "expected an object that records the consent",
        ),
    }
    let appointment = members.get("appointment");
    let is_test_drive =
        appointment.and_then(|wanted| wanted.get("appointment_type")) == Some(&json!("test_drive"));
    if is_test_drive && !members.contains_key("vehicle_of_interest") {
        findings.add(
            JsonPointer::root(),
            MISSING_REQUIRED_FIELD,
            Level::Should,
            "the member \"vehicle_of_interest\" is missing: a test drive is for some vehicle",
        );
    }
}

#[inline]
fn usable_consent(consent: &Map<String, Value>, now: &Timestamp, findings: &mut Findings) {
    let mut unusable = |place: &[&str], message: String| {
        findings.add(pointer(place), INVALID_CONSENT, Level::Must, message);
    };
    match consent.get("scope") {
        None => unusable(
            &["consent"],
            format!("expected the scope [\"{SCOPE}\"], found none"),
        ),
        Some(Value::Array(scope)) if matches!(&scope[..], [Value::String(only)] if only == SCOPE) =>
            {}
        Some(_) => unusable(
            &["consent", "scope"],
            format!("expected exactly [\"{SCOPE}\"]"),
        ),
    }
    // A time that is none is for the schema to report.
    let time = |name: &str| {
        let text = consent.get(name).and_then(Value::as_str)?;
        let time = Timestamp::new(text).ok()?;
        Some((time.cmp_instant(now), text))
    };
    if let Some((Ordering::Greater, text)) = time("granted_at") {
        unusable(
            &["consent", "granted_at"],
            format!("the consent is granted at {text} only, and it is {now}"),
        );
    }
    if let Some((Ordering::Less, text)) = time("expires_at") {
        unusable(
            &["consent", "expires_at"],
            format!("the consent expired at {text}, and it is {now}"),
        );
    }
    if consent.get("consent_text").is_some_and(Value::is_string)
        && !has_text(consent, "consent_text")
    {
        unusable(
            &["consent", "consent_text"],
            "expected the words that the customer agreed to, found none".to_owned(),
        );
    }
}

/// The channel that the customer prefers is one that they allow.
#[inline]
fn allowed_channel(
    lead: &Map<String, Value>,
    consent: &Map<String, Value>,
    findings: &mut Findings,
) {
    let customer = lead.get("customer").and_then(Value::as_object);
    let preferred = customer
        .and_then(|customer| customer.get("preferred_contact"))
        .and_then(Value::as_str)
        .filter(|channel| *channel != "any");
    let allowed = consent.get("allowed_channels").and_then(Value::as_array);
    if let (Some(preferred), Some(allowed)) = (preferred, allowed)
        && !allowed
            .iter()
            .any(|channel| channel.as_str() == Some(preferred))
    {
        findings.add(
            pointer(&["customer", "preferred_contact"]),
            CONTACT_CONSENT_REQUIRED,
            Level::Must,
            format!(
                "the customer prefers {}, which the consent does not allow",
                excerpt(preferred)
            ),
        );
    }
}

/// What a contract says of the vehicles that a dealer lists.
struct Listing {
    vehicle: Option<&'static PayloadInfo>,
    /// Whether `status` has a vocabulary; v0.1 leaves its words to the dealer.
    has_statuses: bool,
    has_updated_at: bool,
}

impl Listing {
    #[inline]
    fn of(contract: &ContractInfo) -> Listing {
        let vehicle = contract.payload("vehicle");
        Listing {
            vehicle,
            has_statuses: refuses(vehicle, "status", json!("")),
            has_updated_at: refuses(vehicle, "updated_at", json!("")),
        }
    }

    #[inline]
    fn check(&self, vehicle: &Value, place: &JsonPointer, findings: &mut Findings) {
        let Some(members) = vehicle.as_object() else {
            return;
        };
        let level = if self.has_statuses {
            Level::Must
        } else {
            Level::Should
        };
        let status = members.get("status");
        if status.is_none() {
            let message = "no status says that the vehicle is in stock, so buyers pass over it";
            findings.add(place.clone(), VEHICLE_UNAVAILABLE, level, message);
        } else if !has_text(members, "status")
            || status.is_some_and(|status| refuses(self.vehicle, "status", status.clone()))
        {
            let mut place = place.clone();
            place.push("status");
            let found = match status.and_then(Value::as_str) {
                Some(text) => excerpt(text),
                None => "no text".to_owned(),
            };
            let message = format!(
                "expected a status of a vehicle in stock, found {found}: buyers pass over it"
            );
            findings.add(place, VEHICLE_UNAVAILABLE, level, message);
        }
        if self.has_updated_at && !members.contains_key("updated_at") {
            let message = "no updated_at says how fresh the status is";
            findings.add(place.clone(), INTERNAL_ERROR, Level::Should, message);
        }
    }
}

/// Whether a payload's schema knows a member and refuses this value for it.
#[inline]
fn refuses(payload: Option<&PayloadInfo>, member: &str, value: Value) -> bool {
    let place = pointer(&[member]);
    payload.is_some_and(|payload| {
        payload
            .validate(&json!({ member: value }))
            .is_err_and(|violations| {
                violations
                    .iter()
                    .any(|violation| violation.instance_location == place)
            })
    })
}

#[inline]
fn appointment_reply(response: &PayloadInfo, data: &Map<String, Value>, findings: &mut Findings) {
    let Some(appointment) = data.get("appointment").and_then(Value::as_object) else {
        return;
    };
    let status = appointment.get("status").and_then(Value::as_str);
    for (needing, times) in APPOINTMENT_TIMES {
        let given = times.iter().find(|name| {
            appointment
                .get(**name)
                .is_some_and(|times| !times.is_null())
        });
        let place = pointer(&["data", "appointment"]);
        match (status == Some(needing), given) {
            (true, None) => {
                let declared = |name: &&&str| response.schema.contains(&format!("\"{name}\""));
                let name = times.iter().find(declared).unwrap_or(&times[0]);
                findings.add(
                    place,
                    INTERNAL_ERROR,
                    Level::Must,
                    format!("an appointment that is {needing} has {name}, found none"),
                );
            }
            (false, Some(name)) => {
                let mut place = place;
                place.push(name);
                findings.add(
                    place,
                    INTERNAL_ERROR,
                    Level::Should,
                    format!(
                        "{name} goes with an appointment that is {needing}, which this one is not"
                    ),
                );
            }
            _ => {}
        }
    }
}
