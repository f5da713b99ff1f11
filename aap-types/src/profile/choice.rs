//! From what is wrong with a request to the AAP error that says so.

use serde_json::{Map, Value};

use super::details::object;
use super::{AapError, ErrorEntry, new_error_id};
use crate::payload::ContractInfo;
use crate::pointer::JsonPointer;
use crate::rejection::Rejection;
use crate::text::Timestamp;
use crate::violation::{Violation, Violations};

const SCHEMA_VALIDATION_FAILED: &str = "SCHEMA_VALIDATION_FAILED";
const MISSING_REQUIRED_FIELD: &str = "MISSING_REQUIRED_FIELD";
const INVALID_CONDITION: &str = "INVALID_CONDITION";
const CONTACT_CONSENT_REQUIRED: &str = "CONTACT_CONSENT_REQUIRED";

/// Where a lead states the condition of a vehicle.
const CONDITIONS: [&str; 2] = ["/vehicle_of_interest/condition", "/trade_in/condition"];

impl AapError {
    /// The error that answers a request which breaks its schema. `details.errors` lists every
    /// violation, and the code is the first of these that applies:
    ///
    /// | code | when |
    /// |---|---|
    /// | `CONTACT_CONSENT_REQUIRED` | a lead has no `consent`, whatever else is wrong with it |
    /// | `MISSING_REQUIRED_FIELD` | one absent member is all that is wrong |
    /// | `INVALID_CONDITION` | a condition from the other vocabulary, in `vehicle_of_interest`, `trade_in` or both, is all that is wrong |
    /// | `SCHEMA_VALIDATION_FAILED` | otherwise |
    ///
    /// Consent comes first even among other problems: only the customer can give it, so the buyer
    /// has to ask before any other correction is of use, while the rest is in the list all the
    /// same. Its details also have `missing` and `expected_scope`.
    ///
    /// # Panics
    /// As [`Timestamp::now`], on targets without a clock.
    #[inline]
    #[must_use]
    pub fn from_violations(contract: &ContractInfo, violations: &Violations) -> AapError {
        let violations = violations.as_slice();
        let preferred = preferred(violations);
        let has = |code: &str| contract.error_entry(code).ok();
        let entry = has(preferred).or_else(|| has(SCHEMA_VALIDATION_FAILED));
        of_problems(entry, violations)
    }

    /// The error that answers input which did not become a typed request.
    ///
    /// [`Rejection::Invalid`] is answered as by [`from_violations`](Self::from_violations), all
    /// else with `SCHEMA_VALIDATION_FAILED`. For those, `details.errors` has keywords that are not
    /// JSON Schema's: `syntax` where the text is not JSON, `uniqueNames` where an object names a
    /// member twice, `range` where a number cannot be held. (Where the whole body of an HTTP
    /// request is not JSON, there is no request to answer, and JSON-RPC's own -32700 is the reply.)
    ///
    /// # Panics
    /// As [`Timestamp::now`], on targets without a clock.
    #[inline]
    #[must_use]
    pub fn from_rejection(contract: &ContractInfo, rejection: &Rejection) -> AapError {
        let problem = |location: &JsonPointer, keyword, message: &str| {
            Violation::new(location.clone(), keyword, message)
        };
        let problems = match rejection {
            Rejection::Invalid(violations) => {
                return AapError::from_violations(contract, violations);
            }
            Rejection::Syntax(error) => {
                vec![problem(&JsonPointer::root(), "syntax", &error.to_string())]
            }
            Rejection::DuplicateKey(error) => error
                .instance_locations
                .iter()
                .map(|place| problem(place, "uniqueNames", "is named more than once"))
                .collect(),
            Rejection::Unrepresentable(error) => {
                vec![problem(&error.instance_location, "range", &error.message)]
            }
        };
        of_problems(
            contract.error_entry(SCHEMA_VALIDATION_FAILED).ok(),
            &problems,
        )
    }
}

#[inline]
fn preferred(violations: &[Violation]) -> &'static str {
    if violations.iter().any(is_missing_consent) {
        return CONTACT_CONSENT_REQUIRED;
    }
    if let [only] = violations
        && ["required", "dependentRequired"].contains(&&*only.keyword)
    {
        return MISSING_REQUIRED_FIELD;
    }
    if all_are_misplaced_conditions(violations) {
        return INVALID_CONDITION;
    }
    SCHEMA_VALIDATION_FAILED
}

/// No payload but a lead requires a consent of its root.
#[inline]
fn is_missing_consent(violation: &Violation) -> bool {
    *violation == Violation::missing_member(JsonPointer::root(), "consent")
}

/// A vehicle's own schema knows both vocabularies, the lead only one of them. So a word of the
/// other vocabulary breaks one `enum`, and a word of neither breaks two.
#[inline]
fn all_are_misplaced_conditions(violations: &[Violation]) -> bool {
    let at = |place: &str| {
        let here = violations.iter().filter(|it| it.instance_location == place);
        here.count()
    };
    let is_misplaced = |violation: &Violation| {
        let place = violation.instance_location.as_str();
        violation.keyword == "enum" && CONDITIONS.contains(&place) && at(place) == 1
    };
    // At most one violation a place, so more than two are not looked at.
    violations.len() <= CONDITIONS.len() && violations.iter().all(is_misplaced)
}

#[inline]
fn of_problems(entry: Option<&'static ErrorEntry>, problems: &[Violation]) -> AapError {
    let code = entry.map_or(SCHEMA_VALIDATION_FAILED, |entry| entry.code);
    let errors = problems.iter().map(|violation| {
        let members = [
            ("instanceLocation", violation.instance_location.as_str()),
            ("keyword", &violation.keyword),
            ("error", &violation.message),
        ];
        object(members.map(|(name, text)| (name, text.into())))
    });
    let mut details = Map::new();
    details.insert("errors".to_owned(), errors.collect());
    let count = problems.len();
    let plural = if count == 1 { "" } else { "s" };
    let mut message = format!("request failed validation with {count} error{plural}");
    if code == CONTACT_CONSENT_REQUIRED {
        details.insert("missing".to_owned(), "consent".into());
        details.insert("expected_scope".to_owned(), "lead_submission".into());
        message = "the lead has no consent: ask the customer, then send it along".to_owned();
        if count > 1 {
            message.push_str(&format!(" ({count} problems in all)"));
        }
    }
    AapError {
        error_id: new_error_id(),
        code: code.to_owned(),
        message,
        retryable: entry.is_some_and(|entry| entry.retryable_by_default),
        details: Some(Value::Object(details)),
        created_at: Timestamp::now(),
    }
}
