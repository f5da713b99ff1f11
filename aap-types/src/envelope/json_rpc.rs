//! A dealer's agent on JSON-RPC: from the body of a request to the reply.

use std::fmt;

use a2a::{JsonRpcId, JsonRpcResponse, SendMessageRequest, methods};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::buyer::payload_order;
use super::dealer::{Dealer, Serves};
use super::failure::{Cause, Failure};
use super::ids::Ids;
use crate::payload::{Contract, ContractInfo};
use crate::pointer::JsonPointer;
use crate::profile::{A2aErrorKind, JsonRpcError};
use crate::rejection::{DuplicateKey, Rejection, Unrepresentable};
use crate::runtime::document::{self, Document};
use crate::violation::{Violation, Violations};

/// Where the payload stands in the body.
const PAYLOAD: &str = "/params/message/parts/0/data";

impl<C: Contract, S: Serves<C>, I: Ids> Dealer<C, S, I> {
    /// Answers the body of an HTTP request with the body of the reply, whose status is always 200.
    ///
    /// As [`dispatch`](Self::dispatch), and stricter, since it sees the text: members that are named
    /// twice are refused, and violations come in the order of the text. Of A2A's methods only
    /// `SendMessage` is served.
    #[must_use]
    pub fn answer<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> JsonRpcResponse {
        let (id, result) = match document::parse(body) {
            Ok(document) => self.answer_document(headers, &document),
            Err(Rejection::Syntax(error)) => {
                let error = JsonRpcError::new(-32700, error.to_string(), None);
                (None, Err(Failure::new(error, Cause::NotACall)))
            }
            Err(rejection) => {
                let result = self.check(headers);
                let result = result.and_then(|()| Err(misread::<C>(rejection)));
                (id_alone(body), result)
            }
        };
        let id = id.unwrap_or(JsonRpcId::Null);
        match self.tell(result) {
            Ok(result) => JsonRpcResponse::success(id, result),
            Err(failure) => JsonRpcResponse::error(id, failure.error.into()),
        }
    }

    fn answer_document<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
        document: &Document<'_>,
    ) -> (Option<JsonRpcId>, Result<Value, Failure>) {
        let invalid = |text: &str| {
            let error = JsonRpcError::new(-32600, text, None);
            Err(Failure::new(error, Cause::NotACall))
        };
        let Value::Object(request) = &document.value else {
            return (None, invalid("expected one JSON-RPC request"));
        };
        let Some(id) = request.get("id").and_then(id_of) else {
            return (None, invalid("expected an id: a string or an integer"));
        };
        let method = request.get("method").and_then(Value::as_str);
        let version = request.get("jsonrpc").and_then(Value::as_str);
        let result = match (method, version) {
            (Some(method), Some("2.0")) => self
                .check(headers)
                .and_then(|()| is_served(method))
                .and_then(|()| self.call(request, document)),
            (None, _) => invalid("expected the name of a method"),
            _ => invalid("expected jsonrpc \"2.0\""),
        };
        (Some(id), result)
    }

    fn call(
        &self,
        request: &Map<String, Value>,
        document: &Document<'_>,
    ) -> Result<Value, Failure> {
        let fault = |text: String| {
            Failure::envelope(Violation::new(JsonPointer::root(), "type", text).into())
        };
        let params = request.get("params").cloned().unwrap_or_default();
        let request: SendMessageRequest =
            serde_json::from_value(params).map_err(|error| fault(error.to_string()))?;
        let order = payload_order(document.order(), &["params", "message"]);
        let response = self.run(&request, order)?;
        serde_json::to_value(&response).map_err(|error| fault(error.to_string()))
    }
}

fn id_of(id: &Value) -> Option<JsonRpcId> {
    serde_json::from_value(id.clone()).ok()
}

/// The methods of A2A that belong to capabilities which AAP does without have errors of their own.
fn is_served(method: &str) -> Result<(), Failure> {
    let error = match method {
        methods::SEND_MESSAGE => return Ok(()),
        methods::CREATE_PUSH_CONFIG
        | methods::GET_PUSH_CONFIG
        | methods::LIST_PUSH_CONFIGS
        | methods::DELETE_PUSH_CONFIG => {
            let kind = A2aErrorKind::PushNotificationNotSupported;
            JsonRpcError::of_a2a(kind, "This agent sends no push notifications.", [])
        }
        method if methods::is_valid(method) => {
            let kind = A2aErrorKind::UnsupportedOperation;
            JsonRpcError::of_a2a(kind, "This agent serves SendMessage alone.", [])
        }
        _ => JsonRpcError::new(-32601, "Method not found", None),
    };
    Err(Failure::new(error, Cause::NotACall))
}

/// What to say of a text that is JSON, but has no single meaning or holds too large a number.
fn misread<C: Contract>(rejection: Rejection) -> Failure {
    if let Some(rejection) = below(&rejection, PAYLOAD) {
        return Failure::request(&ContractInfo::of::<C>(), rejection);
    }
    let faults = match below(&rejection, "/params") {
        Some(Rejection::DuplicateKey(error)) => {
            let places = error.instance_locations.into_iter();
            let fault = |place| Violation::new(place, "uniqueNames", "is named more than once");
            Violations::new(places.map(fault).collect())
        }
        Some(Rejection::Unrepresentable(error)) => {
            Some(Violation::new(error.instance_location, "range", error.message).into())
        }
        _ => None,
    };
    faults.map_or_else(
        || {
            let error = JsonRpcError::new(-32600, rejection.to_string(), None);
            Failure::new(error, Cause::NotACall)
        },
        Failure::envelope,
    )
}

/// The same rejection with pointers that start at `place`, if that is where all of it is.
fn below(rejection: &Rejection, place: &str) -> Option<Rejection> {
    let below = |pointer: &JsonPointer| {
        let rest = pointer.as_str().strip_prefix(place)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| JsonPointer::parse(rest))?
    };
    match rejection {
        Rejection::DuplicateKey(error) => {
            let places = error.instance_locations.iter();
            let instance_locations = places.map(below).collect::<Option<_>>()?;
            Some(Rejection::DuplicateKey(DuplicateKey { instance_locations }))
        }
        Rejection::Unrepresentable(error) => Some(Rejection::Unrepresentable(Unrepresentable {
            instance_location: below(&error.instance_location)?,
            message: error.message.clone(),
        })),
        _ => None,
    }
}

/// The id of a request whose other members cannot be read; none where it is named twice.
fn id_alone(body: &[u8]) -> Option<JsonRpcId> {
    serde_json::from_slice::<Id>(body).ok()?.0
}

struct Id(Option<JsonRpcId>);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON-RPC request")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Id, A::Error> {
                let mut ids = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "id" {
                        ids.push(map.next_value::<JsonRpcId>()?);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                let only = (ids.len() == 1).then(|| ids.swap_remove(0));
                Ok(Id(only))
            }
        }

        deserializer.deserialize_map(Members)
    }
}

impl From<JsonRpcError> for a2a::JsonRpcError {
    /// A code beyond `i32`, which no contract has, becomes -32603.
    fn from(error: JsonRpcError) -> a2a::JsonRpcError {
        a2a::JsonRpcError {
            code: i32::try_from(error.code).unwrap_or(-32603),
            message: error.message,
            data: error.data,
        }
    }
}

impl From<a2a::JsonRpcError> for JsonRpcError {
    fn from(error: a2a::JsonRpcError) -> JsonRpcError {
        JsonRpcError::new(error.code.into(), error.message, error.data)
    }
}
