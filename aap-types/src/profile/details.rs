//! The objects in the array `error.data`, and what they hold.

use serde_json::{Map, Value};

use super::error::{ERROR_TYPE, ERROR_TYPE_URL};
use super::{AapError, ErrorEnvelope};
use crate::pointer::JsonPointer;
use crate::violation::Violation;

const ERROR_INFO: &str = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST: &str = "type.googleapis.com/google.rpc.BadRequest";

/// The `domain` of an ErrorInfo about an AAP error.
pub const AAP_DOMAIN: &str = "autoagentprotocol.org";

/// The `domain` of an ErrorInfo about an error of A2A itself.
pub const A2A_DOMAIN: &str = "a2a-protocol.org";

/// An ErrorInfo as JSON; every value of its metadata is a text.
#[inline]
pub(super) fn error_info<'a>(
    reason: &str,
    domain: &str,
    metadata: impl IntoIterator<Item = (&'static str, &'a str)>,
) -> Value {
    let metadata = metadata.into_iter();
    object([
        ("@type", ERROR_INFO.into()),
        ("reason", reason.into()),
        ("domain", domain.into()),
        (
            "metadata",
            object(metadata.map(|(name, value)| (name, value.into()))),
        ),
    ])
}

/// The details that an AAP error travels in.
#[inline]
pub(super) fn of_error(error: &AapError, payload: Value) -> Value {
    let mut details = vec![error_info(
        &error.code,
        AAP_DOMAIN,
        [
            // Again, since some SDKs keep the metadata alone.
            ("code", error.code.as_str()),
            ("error_id", &error.error_id),
            ("retryable", if error.retryable { "true" } else { "false" }),
            ("created_at", error.created_at.as_str()),
        ],
    )];
    details.extend(bad_request(error.details.as_ref()));
    details.push(payload);
    Value::Array(details)
}

/// The problems of `details.errors` as a BadRequest, if there are any.
#[inline]
pub(super) fn bad_request(details: Option<&Value>) -> Option<Value> {
    let violations: Vec<Value> = problems(details)
        .map(|problem| {
            let description = format!("{}: {}", problem.keyword, problem.error);
            object([
                ("field", problem.location.into()),
                ("description", description.into()),
            ])
        })
        .collect();
    (!violations.is_empty()).then(|| {
        object([
            ("@type", BAD_REQUEST.into()),
            ("fieldViolations", Value::Array(violations)),
        ])
    })
}

/// An object of few members: to collect them would compile a sort for each kind of iterator.
pub(super) fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

/// An element of `details.errors`.
pub(super) struct Problem<'a> {
    pub(super) location: &'a str,
    pub(super) keyword: &'a str,
    pub(super) error: &'a str,
}

/// The well-formed elements of `details.errors`.
#[inline]
pub(super) fn problems(details: Option<&Value>) -> impl Iterator<Item = Problem<'_>> {
    let errors = details
        .and_then(|details| details.get("errors"))
        .and_then(Value::as_array);
    errors.into_iter().flatten().filter_map(|problem| {
        let text = |name| problem.get(name).and_then(Value::as_str);
        Some(Problem {
            location: text("instanceLocation")?,
            keyword: text("keyword")?,
            error: text("error")?,
        })
    })
}

/// The well-formed elements of `details.errors` as violations.
#[inline]
#[must_use]
pub fn violations(details: Option<&Value>) -> Vec<Violation> {
    problems(details)
        .map(|problem| {
            let keyword = problem.keyword.to_owned();
            match JsonPointer::parse(problem.location) {
                Some(location) => Violation::new(location, keyword, problem.error),
                None => Violation::new(
                    JsonPointer::root(),
                    keyword,
                    format!("{}: {}", problem.location, problem.error),
                ),
            }
        })
        .collect()
}

/// What the metadata of an ErrorInfo tell of an AAP error.
#[derive(Default)]
pub(super) struct Metadata {
    pub(super) code: Option<String>,
    pub(super) error_id: Option<String>,
    pub(super) retryable: Option<String>,
    pub(super) created_at: Option<String>,
}

impl Metadata {
    #[inline]
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let slot = match name {
            "code" => &mut self.code,
            "error_id" => &mut self.error_id,
            "retryable" => &mut self.retryable,
            "created_at" => &mut self.created_at,
            _ => return,
        };
        *slot = Some(value.to_owned());
    }

    #[inline]
    pub(super) fn of(metadata: &Map<String, Value>) -> Metadata {
        let mut kept = Metadata::default();
        for (name, value) in metadata {
            match value {
                Value::String(text) => kept.set(name, text),
                // Not as it should be, but it can mean one thing only.
                Value::Bool(flag) => kept.set(name, if *flag { "true" } else { "false" }),
                _ => {}
            }
        }
        kept
    }
}

/// The details of a received error, in whichever envelope.
pub(super) struct Received<'a> {
    entries: Vec<&'a Map<String, Value>>,
    /// `error.data` was no array but a single object.
    single: bool,
}

impl<'a> Received<'a> {
    #[inline]
    pub(super) fn of(data: Option<&'a Value>) -> Received<'a> {
        match data {
            Some(Value::Array(entries)) => Received {
                entries: entries.iter().filter_map(Value::as_object).collect(),
                single: false,
            },
            Some(Value::Object(members)) => Received {
                entries: vec![members],
                single: true,
            },
            _ => Received {
                entries: Vec::new(),
                single: false,
            },
        }
    }

    /// The AAP payloads: in an array by `@type` alone, as a single object by `type` too.
    pub(super) fn payloads(&self) -> impl Iterator<Item = &'a Map<String, Value>> {
        let single = self.single;
        let of_type = move |entry: &&Map<String, Value>| match type_url(entry) {
            Some(url) => is_error_type(url),
            None => single && entry.get("type").and_then(Value::as_str) == Some(ERROR_TYPE),
        };
        self.entries.iter().copied().filter(of_type)
    }

    /// The ErrorInfos of a domain: each with its reason and metadata.
    pub(super) fn infos(&self, domain: &str) -> impl Iterator<Item = Info<'a>> {
        self.entries
            .iter()
            .filter(move |entry| {
                type_url(entry) == Some(ERROR_INFO)
                    && entry.get("domain").and_then(Value::as_str) == Some(domain)
            })
            .map(|entry| Info {
                reason: entry.get("reason").and_then(Value::as_str),
                metadata: entry.get("metadata").and_then(Value::as_object),
            })
    }

    /// The metadata of an ErrorInfo of which nothing else is left.
    #[inline]
    pub(super) fn bare_metadata(&self) -> Option<&'a Map<String, Value>> {
        match self.entries.as_slice() {
            [only] if self.single && !only.contains_key("@type") && !only.contains_key("type") => {
                Some(only)
            }
            _ => None,
        }
    }
}

/// What counts of an ErrorInfo.
#[derive(Clone, Copy)]
pub(super) struct Info<'a> {
    pub(super) reason: Option<&'a str>,
    pub(super) metadata: Option<&'a Map<String, Value>>,
}

impl Info<'_> {
    /// The metadata of an AAP error; the reason stands in for a missing code.
    #[inline]
    pub(super) fn of_aap_error(&self) -> Metadata {
        let mut kept = self.metadata.map(Metadata::of).unwrap_or_default();
        kept.code = kept.code.or_else(|| self.reason.map(str::to_owned));
        kept
    }
}

#[inline]
fn type_url(entry: &Map<String, Value>) -> Option<&str> {
    entry.get("@type")?.as_str()
}

/// Whether an `@type` is an AAP error's, of the contracts known or of those compiled in.
#[inline]
fn is_error_type(url: &str) -> bool {
    let of_contract = |envelope: &ErrorEnvelope| matches!(envelope, ErrorEnvelope::DetailArray { type_url } if *type_url == url);
    url == ERROR_TYPE_URL || crate::contracts::ERROR_ENVELOPES.iter().any(of_contract)
}
