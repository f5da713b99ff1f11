//! The AAP error of any contract: building it, and what a buyer asks of it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use super::details::{self, Metadata};
use super::{ErrorEntry, ErrorEnvelope, new_error_id, retry};
use crate::payload::ContractInfo;
use crate::pointer::JsonPointer;
use crate::text::Timestamp;
use crate::violation::{Violation, Violations};

/// The `type` of an AAP error, in every contract.
pub const ERROR_TYPE: &str = "aap.error";

/// The `@type` by which an AAP error is found among other details, in the contracts that have one.
pub const ERROR_TYPE_URL: &str = "https://autoagentprotocol.org/extensions/aap/error";

/// An AAP error (`aap.error`) of any contract.
///
/// This is what a reply is read into, since a buyer learns only from the reply which contract's
/// error it carries, and what a program builds that learns its own contract at run time. A program
/// written for one contract uses that contract's own type, such as `v1_3::Error`; the two convert
/// into each other.
///
/// ```
/// # #[cfg(feature = "v1_3")] {
/// use aap_types::{ContractInfo, profile::AapError, v1_3};
///
/// const CONTRACT: ContractInfo = ContractInfo::of::<v1_3::Contract>();
///
/// let error = AapError::from_code(&CONTRACT, "VEHICLE_NOT_FOUND")?
///     .with_message("We have no vehicle with the stock number PR-9999.");
/// assert!(!error.retryable);
/// assert_eq!(error.to_json_rpc(&CONTRACT)?.code, -32000);
/// # }
/// # Ok::<(), aap_types::profile::UnknownCode>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AapError {
    /// Identifies this one occurrence, for support and logs.
    pub error_id: String,
    /// What went wrong, for programs. A contract of later date may have codes of its own.
    pub code: String,
    /// What went wrong, for people; safe to show. Empty where the way here lost it.
    pub message: String,
    /// Whether the same request may succeed later. It outranks the default of the code.
    pub retryable: bool,
    /// Further data, whose shape depends on the code.
    pub details: Option<Value>,
    /// When the error arose.
    pub created_at: Timestamp,
}

impl AapError {
    /// An error of a contract's error table: with a new id, the current time, the code's own
    /// `retryable`, and its description as the message.
    ///
    /// # Errors
    /// The contract has no such code.
    ///
    /// # Panics
    /// As [`Timestamp::now`], on targets without a clock.
    #[inline]
    pub fn from_code(contract: &ContractInfo, code: &str) -> Result<AapError, UnknownCode> {
        Ok(AapError::of_entry(contract.error_entry(code)?))
    }

    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub fn of_entry(entry: &ErrorEntry) -> AapError {
        AapError {
            error_id: new_error_id(),
            code: entry.code.to_owned(),
            message: entry.description.to_owned(),
            retryable: entry.retryable_by_default,
            details: None,
            created_at: Timestamp::now(),
        }
    }

    /// Sets what went wrong, for people. It is shown to them, so it tells nothing of the dealer's
    /// systems: no stack trace, no query, no host name.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> AapError {
        self.message = message.into();
        self
    }

    /// Sets the details.
    #[must_use]
    pub fn with_details(mut self, details: impl Into<Value>) -> AapError {
        self.details = Some(details.into());
        self
    }

    /// Sets the id, such as the one that the dealer's log has.
    #[must_use]
    pub fn with_id(mut self, error_id: impl Into<String>) -> AapError {
        self.error_id = error_id.into();
        self
    }

    /// Sets when the error arose.
    #[inline]
    #[must_use]
    pub fn with_time(mut self, created_at: Timestamp) -> AapError {
        self.created_at = created_at;
        self
    }

    /// Sets whether the same request may succeed later.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> AapError {
        self.retryable = retryable;
        self
    }

    /// Sets `details.retry_after_ms`, rounded up; other members of the details stay. Details that
    /// are no object are replaced.
    #[inline]
    #[must_use]
    pub fn with_retry_after(mut self, delay: Duration) -> AapError {
        retry::set(&mut self.details, delay);
        self
    }

    /// How long to wait before a retry, from `details.retry_after_ms`, or else
    /// `details.retry_after_seconds`.
    ///
    /// None where neither is a number from 0 upwards; then the caller's own backoff applies. Longer
    /// delays than 2^64 - 1 milliseconds are cut to that. Whether to retry at all is told by
    /// [`retryable`](Self::retryable).
    #[inline]
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        retry::delay(self.details.as_ref())
    }

    /// The problems in `details.errors`, empty where there are none.
    ///
    /// Elements without the three texts `instanceLocation`, `keyword` and `error` are left out. A
    /// location that is no JSON Pointer is put before the message, and the pointer is the root.
    #[inline]
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        details::violations(self.details.as_ref())
    }

    /// Reads the payload `aap.error` of any contract, with or without `@type`. Members that no
    /// contract names are ignored.
    ///
    /// # Errors
    /// Every member that is missing or has the wrong form.
    #[inline]
    pub fn from_value(payload: &Value) -> Result<AapError, Violations> {
        match payload {
            Value::Object(members) => AapError::of_members(members),
            _ => Err(Violation::new(JsonPointer::root(), "type", "expected an object").into()),
        }
    }

    #[inline]
    pub(super) fn of_members(members: &Map<String, Value>) -> Result<AapError, Violations> {
        let mut reading = Reading::default();
        match members.get("type") {
            Some(Value::String(found)) if found == ERROR_TYPE => {}
            Some(_) => reading.fault("type", "const", "expected \"aap.error\""),
            None => reading.missing("type"),
        }
        let error_id = reading.text(members, "error_id");
        let code = reading.text(members, "code");
        let message = reading.text(members, "message");
        let retryable = match members.get("retryable") {
            Some(Value::Bool(retryable)) => Some(*retryable),
            Some(_) => reading.none("retryable", "type", "expected a boolean"),
            None => reading.absent("retryable"),
        };
        let created_at = reading.text(members, "created_at");
        let created_at = reading.timestamp(created_at);
        let details = members.get("details").cloned();
        match (error_id, code, message, retryable, created_at) {
            (Some(error_id), Some(code), Some(message), Some(retryable), Some(created_at))
                if reading.faults.is_empty() =>
            {
                Ok(AapError {
                    error_id: error_id.to_owned(),
                    code: code.to_owned(),
                    message: message.to_owned(),
                    retryable,
                    details,
                    created_at,
                })
            }
            _ => Err(reading.violations()),
        }
    }

    /// Restores an error from what an SDK kept: the metadata of the ErrorInfo, and the text of its
    /// exception. The message of the error itself and the details are lost on such a way.
    ///
    /// ```
    /// use aap_types::profile::AapError;
    ///
    /// let error = AapError::from_metadata(
    ///     [
    ///         ("code", "RATE_LIMITED"),
    ///         ("error_id", "err-4474"),
    ///         ("retryable", "true"),
    ///         ("created_at", "2026-09-08T19:46:59Z"),
    ///     ],
    ///     "too many requests",
    /// )?;
    /// assert!(error.retryable && error.retry_after().is_none());
    /// # Ok::<(), aap_types::Violations>(())
    /// ```
    ///
    /// # Errors
    /// Every one of `code`, `error_id`, `retryable` (`true` or `false`) and `created_at` that is
    /// missing or has the wrong form.
    pub fn from_metadata<K: AsRef<str>, V: AsRef<str>>(
        metadata: impl IntoIterator<Item = (K, V)>,
        message: impl Into<String>,
    ) -> Result<AapError, Violations> {
        let mut kept = Metadata::default();
        for (name, value) in metadata {
            kept.set(name.as_ref(), value.as_ref());
        }
        AapError::of_metadata(kept, message.into())
    }

    #[inline]
    pub(super) fn of_metadata(kept: Metadata, message: String) -> Result<AapError, Violations> {
        let mut reading = Reading::default();
        let required = |value: Option<String>, name, reading: &mut Reading| {
            value.or_else(|| reading.absent(name))
        };
        let code = required(kept.code, "code", &mut reading);
        let error_id = required(kept.error_id, "error_id", &mut reading);
        let retryable = match required(kept.retryable, "retryable", &mut reading).as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some(_) => reading.none("retryable", "enum", "expected \"true\" or \"false\""),
            None => None,
        };
        let created_at = required(kept.created_at, "created_at", &mut reading);
        let created_at = reading.timestamp(created_at.as_deref());
        match (code, error_id, retryable, created_at) {
            (Some(code), Some(error_id), Some(retryable), Some(created_at)) => Ok(AapError {
                error_id,
                code,
                message,
                retryable,
                details: None,
                created_at,
            }),
            _ => Err(reading.violations()),
        }
    }

    /// The payload as the contract spells it, with `@type` where it has one.
    ///
    /// # Errors
    /// The contract has no such code.
    #[inline]
    pub fn to_value(&self, contract: &ContractInfo) -> Result<Value, UnknownCode> {
        contract.error_entry(&self.code)?;
        let mut members = Map::new();
        if let ErrorEnvelope::DetailArray { type_url } = contract.error_envelope {
            members.insert("@type".to_owned(), type_url.into());
        }
        let required = [
            ("type", ERROR_TYPE.into()),
            ("error_id", self.error_id.as_str().into()),
            ("code", self.code.as_str().into()),
            ("message", self.message.as_str().into()),
            ("retryable", self.retryable.into()),
            ("created_at", self.created_at.as_str().into()),
        ];
        members.extend(required.map(|(name, value)| (name.to_owned(), value)));
        if let Some(details) = &self.details {
            members.insert("details".to_owned(), details.clone());
        }
        Ok(Value::Object(members))
    }
}

impl fmt::Display for AapError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl Error for AapError {}

impl ContractInfo {
    /// The row of the error table that a code has.
    ///
    /// # Errors
    /// The contract has no such code.
    #[inline]
    pub fn error_entry(&self, code: &str) -> Result<&'static ErrorEntry, UnknownCode> {
        self.errors
            .iter()
            .find(|entry| entry.code == code)
            .ok_or_else(|| UnknownCode::of(self, code))
    }
}

/// An error code that a contract does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownCode {
    /// The contract, such as `v1.3`.
    pub contract: &'static str,
    /// The code.
    pub code: String,
    /// The contract's error table.
    pub known: &'static [ErrorEntry],
}

impl UnknownCode {
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub fn of(contract: &ContractInfo, code: &str) -> UnknownCode {
        UnknownCode {
            contract: contract.name,
            code: code.to_owned(),
            known: contract.errors,
        }
    }
}

impl fmt::Display for UnknownCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownCode { contract, code, .. } = self;
        write!(
            f,
            "contract {contract} has no error code {code:?}: expected one of "
        )?;
        for (index, entry) in self.known.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", entry.code)?;
        }
        Ok(())
    }
}

impl Error for UnknownCode {}

/// Collects what is wrong while members are read.
#[derive(Default)]
struct Reading {
    faults: Vec<Violation>,
}

impl Reading {
    #[inline]
    fn fault(&mut self, member: &str, keyword: &'static str, message: &str) {
        let mut pointer = JsonPointer::root();
        pointer.push(member);
        self.faults.push(Violation::new(pointer, keyword, message));
    }

    #[inline]
    fn missing(&mut self, member: &str) {
        self.faults
            .push(Violation::missing_member(JsonPointer::root(), member));
    }

    fn none<T>(&mut self, member: &str, keyword: &'static str, message: &str) -> Option<T> {
        self.fault(member, keyword, message);
        None
    }

    fn absent<T>(&mut self, member: &str) -> Option<T> {
        self.missing(member);
        None
    }

    #[inline]
    fn text<'a>(&mut self, members: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
        match members.get(name) {
            Some(Value::String(text)) => Some(text),
            Some(_) => self.none(name, "type", "expected a string"),
            None => self.absent(name),
        }
    }

    #[inline]
    fn timestamp(&mut self, text: Option<&str>) -> Option<Timestamp> {
        match Timestamp::new(text?) {
            Ok(timestamp) => Some(timestamp),
            Err(error) => self.none("created_at", "format", &error.to_string()),
        }
    }

    #[inline]
    fn violations(self) -> Violations {
        // Only a fault leads here.
        Violations::new(self.faults).unwrap_or_else(|| {
            Violation::new(JsonPointer::root(), "type", "expected an AAP error").into()
        })
    }
}
