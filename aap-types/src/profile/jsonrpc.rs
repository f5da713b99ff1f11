//! JSON-RPC errors: what a dealer answers and a buyer reads.

use std::error::Error;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::details::{self, A2A_DOMAIN, AAP_DOMAIN, Received};
use super::{A2aErrorKind, AapError, ErrorEntry, ErrorEnvelope, UnknownCode};
use crate::payload::ContractInfo;
use crate::pointer::JsonPointer;
use crate::rejection::Rejection;
use crate::runtime::document;
use crate::violation::{Violation, Violations};

/// JSON-RPC's code for parameters that are not valid.
const INVALID_PARAMS: i64 = -32602;

/// How many characters a message has at most that is made from violations.
const MESSAGE: usize = 400;

/// The `error` of a JSON-RPC reply.
///
/// ```
/// use aap_types::profile::{JsonRpcError, Meaning};
///
/// let reply = br#"{"jsonrpc": "2.0", "id": 7, "error": {
///     "code": -32002, "message": "Slow down.", "data": {
///         "type": "aap.error", "error_id": "err-4474", "code": "RATE_LIMITED",
///         "message": "Too many searches.", "retryable": true,
///         "details": {"retry_after_ms": 4500}, "created_at": "2026-09-08T19:46:59Z"}}}"#;
///
/// // By its number this would be A2A's TaskNotCancelable.
/// let error = JsonRpcError::from_reply(reply)?.expect("an error reply");
/// let Meaning::Aap(error) = error.meaning() else { panic!("an AAP error") };
/// assert_eq!(error.code, "RATE_LIMITED");
/// assert_eq!(error.retry_after().unwrap().as_millis(), 4500);
/// # Ok::<(), aap_types::Rejection>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JsonRpcError {
    /// The number, which alone does not tell what went wrong: see [`meaning`](Self::meaning).
    pub code: i64,
    /// What went wrong, for people.
    pub message: String,
    /// Further data.
    pub data: Option<Value>,
}

/// What a JSON-RPC error means.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Meaning {
    /// An AAP error.
    Aap(AapError),
    /// An AAP error without all that belongs to one. The pointers start at the detail that should
    /// have been the error.
    MalformedAap(Violations),
    /// An error of A2A itself.
    A2a(A2aErrorKind),
    /// Any other error of JSON-RPC or of the agent.
    Other,
}

impl JsonRpcError {
    /// An error of these parts, for example those that an SDK gives out.
    pub fn new(code: i64, message: impl Into<String>, data: Option<Value>) -> JsonRpcError {
        JsonRpcError {
            code,
            message: message.into(),
            data,
        }
    }

    /// Reads the error of a JSON-RPC reply; none where the reply carries no error.
    ///
    /// # Errors
    /// [`Rejection::Syntax`], [`Rejection::DuplicateKey`] and [`Rejection::Unrepresentable`] as
    /// [`from_slice`](crate::from_slice), and [`Rejection::Invalid`] where the text is JSON but not
    /// a JSON-RPC reply.
    #[inline]
    pub fn from_reply(reply: &[u8]) -> Result<Option<JsonRpcError>, Rejection> {
        Ok(JsonRpcError::from_reply_value(
            &document::parse(reply)?.value,
        )?)
    }

    /// Reads the error of a JSON-RPC reply that is parsed already.
    ///
    /// # Errors
    /// What keeps the value from being a JSON-RPC reply.
    #[inline]
    pub fn from_reply_value(reply: &Value) -> Result<Option<JsonRpcError>, Violations> {
        let fault = |path: &[&str], keyword: &'static str, message: &str| {
            let mut pointer = JsonPointer::root();
            path.iter().for_each(|token| pointer.push(token));
            Violation::new(pointer, keyword, message)
        };
        let Value::Object(members) = reply else {
            return Err(fault(&[], "type", "expected the object of a JSON-RPC reply").into());
        };
        let error = match members.get("error") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Object(error)) => error,
            Some(_) => return Err(fault(&["error"], "type", "expected an object").into()),
        };
        let code = error.get("code").and_then(integer);
        let message = error.get("message").and_then(Value::as_str);
        match (code, message) {
            (Some(code), Some(message)) => Ok(Some(JsonRpcError {
                code,
                message: message.to_owned(),
                data: error.get("data").cloned(),
            })),
            _ => {
                let code = code
                    .is_none()
                    .then(|| fault(&["error", "code"], "type", "expected an integer"));
                let message = message
                    .is_none()
                    .then(|| fault(&["error", "message"], "type", "expected a string"));
                let faults = code.into_iter().chain(message).collect();
                Err(Violations::new(faults)
                    .unwrap_or_else(|| fault(&["error"], "type", "expected an error").into()))
            }
        }
    }

    /// What the error means, told by what it carries; by its number only where it carries nothing.
    ///
    /// An AAP error is found in both envelopes, by `@type` and never by position, and also where an
    /// SDK left no more of it than an ErrorInfo or the metadata of one.
    #[inline]
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        let received = Received::of(self.data.as_ref());
        let mut faults = None;
        for payload in received.payloads() {
            match AapError::of_members(payload) {
                Ok(error) => return Meaning::Aap(error),
                Err(violations) => faults = faults.or(Some(violations)),
            }
        }
        for info in received.infos(AAP_DOMAIN) {
            match AapError::of_metadata(info.of_aap_error(), self.message.clone()) {
                Ok(error) => return Meaning::Aap(error),
                Err(violations) => faults = faults.or(Some(violations)),
            }
        }
        if let Some(violations) = faults {
            return Meaning::MalformedAap(violations);
        }
        if let Some(metadata) = received.bare_metadata() {
            let kept = details::Metadata::of(metadata);
            if let Ok(error) = AapError::of_metadata(kept, self.message.clone()) {
                return Meaning::Aap(error);
            }
        }
        let reason = received.infos(A2A_DOMAIN).find_map(|info| info.reason);
        let kind = reason
            .and_then(A2aErrorKind::of_reason)
            .or_else(|| A2aErrorKind::of_code(self.code));
        kind.map_or(Meaning::Other, Meaning::A2a)
    }

    /// The AAP error that this error carries, if it does.
    #[inline]
    #[must_use]
    pub fn aap_error(&self) -> Option<AapError> {
        match self.meaning() {
            Meaning::Aap(error) => Some(error),
            _ => None,
        }
    }

    /// The whole JSON-RPC reply to the request with this id; null where the id is not known.
    #[must_use]
    pub fn reply(&self, id: impl Into<Value>) -> Value {
        let mut error = Map::new();
        error.insert("code".to_owned(), self.code.into());
        error.insert("message".to_owned(), self.message.as_str().into());
        if let Some(data) = &self.data {
            error.insert("data".to_owned(), data.clone());
        }
        let mut reply = Map::new();
        reply.insert("jsonrpc".to_owned(), "2.0".into());
        reply.insert("id".to_owned(), id.into());
        reply.insert("error".to_owned(), Value::Object(error));
        Value::Object(reply)
    }

    /// An error of A2A itself, in A2A's own shape.
    #[inline]
    pub(crate) fn of_a2a<'a>(
        kind: A2aErrorKind,
        message: impl Into<String>,
        metadata: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> JsonRpcError {
        let info = details::error_info(kind.reason(), A2A_DOMAIN, metadata);
        JsonRpcError::new(kind.jsonrpc_code(), message, Some(vec![info].into()))
    }

    /// JSON-RPC's error for parameters that are faulty outside of AAP's own payload.
    #[cfg(feature = "a2a")]
    pub(crate) fn invalid_params(violations: &Violations) -> JsonRpcError {
        let errors = serde_json::to_value(violations).unwrap_or_default();
        let details = details::object([("errors", errors)]);
        let data = details::bad_request(Some(&details)).map(|request| vec![request].into());
        let message = invalid_params_message(Some(&details)).unwrap_or_default();
        JsonRpcError::new(INVALID_PARAMS, message, data)
    }

    /// The error that carries an AAP error, whose payload in the contract's spelling is `payload`.
    #[inline]
    pub(super) fn carrying(
        error: &AapError,
        payload: Value,
        entry: &ErrorEntry,
        envelope: ErrorEnvelope,
    ) -> JsonRpcError {
        let data = match envelope {
            ErrorEnvelope::Object => payload,
            ErrorEnvelope::DetailArray { .. } => details::of_error(error, payload),
        };
        JsonRpcError {
            code: entry.jsonrpc_code,
            message: message(error, entry.jsonrpc_code),
            data: Some(data),
        }
    }
}

impl AapError {
    /// The JSON-RPC error that carries this error by the contract's rules.
    ///
    /// Where the parameters were not valid, its message tells the first problem; otherwise it is
    /// the error's own.
    ///
    /// # Errors
    /// The contract has no such code.
    #[inline]
    pub fn to_json_rpc(&self, contract: &ContractInfo) -> Result<JsonRpcError, UnknownCode> {
        let entry = contract.error_entry(&self.code)?;
        let payload = self.to_value(contract)?;
        let envelope = contract.error_envelope;
        Ok(JsonRpcError::carrying(self, payload, entry, envelope))
    }
}

#[inline]
fn message(error: &AapError, code: i64) -> String {
    (code == INVALID_PARAMS)
        .then(|| invalid_params_message(error.details.as_ref()))
        .flatten()
        .unwrap_or_else(|| error.message.clone())
}

/// The first of the problems in `details.errors`.
#[inline]
fn invalid_params_message(details: Option<&Value>) -> Option<String> {
    let problem = details::problems(details).next()?;
    let path = JsonPointer::parse(problem.location)
        .map_or_else(Vec::new, |pointer| pointer.tokens().collect());
    let place = if path.is_empty() {
        problem.location.to_owned()
    } else {
        path.join(".")
    };
    let space = if place.is_empty() { "" } else { " " };
    let message = format!("Invalid params: {place}{space}{}", problem.error);
    Some(match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
        None => message,
    })
}

/// An integer, which JSON may spell `-32602.0`.
#[inline]
fn integer(value: &Value) -> Option<i64> {
    let number = value.as_number()?;
    number.as_i64().or_else(|| {
        let value = number.as_f64()?;
        let whole = value as i64;
        (value.fract() == 0.0 && whole.unsigned_abs() < 1 << 53).then_some(whole)
    })
}

impl fmt::Display for JsonRpcError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JSON-RPC error {}: {}", self.code, self.message)
    }
}

impl Error for JsonRpcError {}

impl Serialize for JsonRpcError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(data) = &self.data {
            map.serialize_entry("data", data)?;
        }
        map.end()
    }
}
