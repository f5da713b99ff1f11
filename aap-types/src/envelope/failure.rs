//! Why a dealer's agent answers with an error.

use std::error::Error;
use std::fmt;

use crate::payload::ContractInfo;
use crate::profile::{A2aErrorKind, AapError, JsonRpcError, Refusal};
use crate::rejection::Rejection;
use crate::violation::Violations;

/// JSON-RPC's code for a fault of the agent.
const INTERNAL_ERROR: i64 = -32603;

/// A call that is answered with an error, and the reason, which is for the dealer's own eyes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// What the buyer is answered, in the contract's envelope.
    pub error: JsonRpcError,
    /// Why.
    pub cause: Cause,
}

/// Why a call is answered with an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// The headers do not let a skill run.
    NotActivated(Refusal),
    /// The body is no JSON-RPC request for `SendMessage`.
    NotACall,
    /// The message or what is around it is faulty; pointers start at the `SendMessage` request.
    Envelope(Violations),
    /// The first part has no media type of a request, or the buyer accepts none that can be sent.
    ContentType,
    /// The contract has no skill of this `type`.
    UnknownSkill(String),
    /// The payload is not valid; pointers start at the payload.
    Request(Rejection),
    /// The skill itself answered with this error; also where it is not offered.
    Skill,
    /// The skill's response is not valid, and so is not sent; pointers start at the payload.
    Response(Violations),
}

impl Failure {
    pub(super) fn new(error: JsonRpcError, cause: Cause) -> Failure {
        Failure { error, cause }
    }

    pub(super) fn not_activated(refusal: Refusal) -> Failure {
        Failure::new(refusal.to_json_rpc(), Cause::NotActivated(refusal))
    }

    pub(super) fn envelope(violations: Violations) -> Failure {
        Failure::new(
            JsonRpcError::invalid_params(&violations),
            Cause::Envelope(violations),
        )
    }

    /// -32005, with what was `found` and what would do.
    pub(super) fn content_type(message: String, found: &str, supported: &[&str]) -> Failure {
        let supported = supported.join(", ");
        let metadata = [("mediaType", found), ("supported", supported.as_str())];
        let kind = A2aErrorKind::ContentTypeNotSupported;
        Failure::new(
            JsonRpcError::of_a2a(kind, message, metadata),
            Cause::ContentType,
        )
    }

    pub(super) fn unknown_skill(contract: &ContractInfo, message_type: &str) -> Failure {
        let kind = A2aErrorKind::UnsupportedOperation;
        let error = of_code(contract, "UNSUPPORTED_SKILL")
            .unwrap_or_else(|| JsonRpcError::of_a2a(kind, "There is no such skill.", []));
        Failure::new(error, Cause::UnknownSkill(message_type.to_owned()))
    }

    pub(super) fn request(contract: &ContractInfo, rejection: Rejection) -> Failure {
        let error = AapError::from_rejection(contract, &rejection);
        let error = error.to_json_rpc(contract).unwrap_or_else(|_| {
            // A contract without errors of its own still lists what is wrong.
            match &rejection {
                Rejection::Invalid(violations) => JsonRpcError::invalid_params(violations),
                other => JsonRpcError::new(-32602, other.to_string(), None),
            }
        });
        Failure::new(error, Cause::Request(rejection))
    }

    /// The buyer is not told what is wrong with the response: that is a matter of the dealer.
    pub(super) fn response(contract: &ContractInfo, violations: Violations) -> Failure {
        let error = of_code(contract, "INTERNAL_ERROR")
            .unwrap_or_else(|| JsonRpcError::new(INTERNAL_ERROR, "Internal error", None));
        Failure::new(error, Cause::Response(violations))
    }
}

fn of_code(contract: &ContractInfo, code: &str) -> Option<JsonRpcError> {
    let error = AapError::from_code(contract, code).ok()?;
    error.to_json_rpc(contract).ok()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Response(violations) => write!(f, "the response is not valid: {violations}"),
            _ => self.error.fmt(f),
        }
    }
}

impl Error for Failure {}
