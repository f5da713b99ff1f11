//! A buyer's agent: from a typed request to the typed response.

use std::error::Error;
use std::fmt;

use a2a::{
    JsonRpcId, JsonRpcRequest, Message, Part, PartContent, Role, SendMessageConfiguration,
    SendMessageRequest, SendMessageResponse, methods,
};
use serde_json::Value;

use super::ids::{Ids, RandomIds};
use super::media_type;
use super::request::{given, kind};
use crate::payload::{self, Contract, Payload, Skill};
use crate::pointer::JsonPointer;
use crate::profile::JsonRpcError;
use crate::rejection::Rejection;
use crate::runtime::document::{self, Order};
use crate::runtime::message::excerpt;
use crate::runtime::{Model, read, report};
use crate::violation::{Violation, Violations};

/// How a buyer's agent wraps its requests.
#[derive(Clone, Debug, Default)]
pub struct Buyer<I = RandomIds> {
    ids: I,
    context_id: Option<String>,
    tenant: Option<String>,
    modes: Vec<String>,
}

impl Buyer {
    /// Random ids, no context, no tenant.
    #[must_use]
    pub fn new() -> Buyer {
        Buyer::default()
    }
}

impl<I: Ids> Buyer<I> {
    /// Lets the ids of messages come from elsewhere.
    #[must_use]
    pub fn with_ids<J: Ids>(self, ids: J) -> Buyer<J> {
        Buyer {
            ids,
            context_id: self.context_id,
            tenant: self.tenant,
            modes: self.modes,
        }
    }

    /// Goes on in the context of an earlier [`Reply`].
    #[must_use]
    pub fn in_context(mut self, context_id: impl Into<String>) -> Self {
        self.context_id = Some(context_id.into());
        self
    }

    /// Names the tenant that the interface on the agent card declares.
    #[must_use]
    pub fn for_tenant(mut self, tenant: impl Into<String>) -> Self {
        self.tenant = Some(tenant.into());
        self
    }

    /// Accepts one more output mode besides the media type of the response.
    #[must_use]
    pub fn accepting(mut self, mode: impl Into<String>) -> Self {
        self.modes.push(mode.into());
        self
    }

    /// Wraps a typed request, once it is found valid.
    ///
    /// # Errors
    /// Every violation of the request's schema.
    pub fn wrap<S: Skill>(&self, request: &S::Request) -> Result<SendMessageRequest, Violations> {
        let payload = payload::to_value(request)?;
        report::validate(<S::Request as Model>::schema(), &payload)?;
        let part = Part::data(payload).with_media_type(S::REQUEST_MEDIA_TYPE);
        let response = [S::RESPONSE_MEDIA_TYPE.to_owned()];
        let modes = response.into_iter().chain(self.modes.iter().cloned());
        Ok(SendMessageRequest {
            message: Message {
                message_id: self.ids.message_id(),
                context_id: self.context_id.clone(),
                task_id: None,
                role: Role::User,
                parts: vec![part],
                metadata: None,
                extensions: None,
                reference_task_ids: None,
            },
            configuration: Some(SendMessageConfiguration {
                accepted_output_modes: Some(modes.collect()),
                task_push_notification_config: None,
                history_length: None,
                return_immediately: None,
            }),
            metadata: None,
            tenant: self.tenant.clone(),
        })
    }
}

/// The JSON-RPC request that sends a message. The headers that go with it are those of
/// [`request_headers`](crate::ContractInfo::request_headers).
#[must_use]
pub fn json_rpc_request(id: impl Into<JsonRpcId>, request: &SendMessageRequest) -> JsonRpcRequest {
    // Texts, numbers and maps by text: there is nothing that has no JSON form.
    let params = serde_json::to_value(request).unwrap_or_default();
    JsonRpcRequest::new(id.into(), methods::SEND_MESSAGE, Some(params))
}

/// A typed response and the message it came in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The typed response.
    pub payload: T,
    /// The id of the dealer's message.
    pub message_id: String,
    /// The context to go on in: see [`Buyer::in_context`]. Contracts to v1.3 need not have one.
    pub context_id: Option<String>,
}

impl<T> Reply<T> {
    /// The same message with another payload.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        Reply {
            payload: change(self.payload),
            message_id: self.message_id,
            context_id: self.context_id,
        }
    }
}

/// A reply that carries no valid response.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BadReply {
    /// The dealer answered with an error: [`meaning`](JsonRpcError::meaning) tells which.
    Error(JsonRpcError),
    /// What came is no JSON.
    Unreadable(Rejection),
    /// The message or what is around it is faulty; pointers start at the reply.
    Envelope(Violations),
    /// The payload is not valid; pointers start at the payload.
    Response(Rejection),
}

impl fmt::Display for BadReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadReply::Error(error) => error.fmt(f),
            BadReply::Unreadable(rejection) => rejection.fmt(f),
            BadReply::Envelope(violations) => write!(f, "not a reply of AAP: {violations}"),
            BadReply::Response(rejection) => write!(f, "not a valid response: {rejection}"),
        }
    }
}

impl Error for BadReply {}

/// Takes the typed response out of the reply to a request, and checks both.
///
/// The first part counts, and no other: it has to be data with the response's media type. The
/// message has to be the agent's, with an id that is not the request's, and with a context where the
/// contract demands one.
///
/// # Errors
/// [`BadReply::Envelope`] or [`BadReply::Response`], each with every fault.
pub fn unwrap_response<S: Skill>(
    request: &SendMessageRequest,
    response: &SendMessageResponse,
) -> Result<Reply<S::Response>, BadReply> {
    unwrap::<S>(request, response, JsonPointer::root(), None)
}

/// Takes the typed response out of the body of a JSON-RPC reply, as [`unwrap_response`] does. Whether
/// it is the reply to that request, which its `id` tells, is known to whoever sent it.
///
/// # Errors
/// Every kind of [`BadReply`].
pub fn unwrap_json_rpc<S: Skill>(
    request: &SendMessageRequest,
    body: &[u8],
) -> Result<Reply<S::Response>, BadReply> {
    let document = document::parse(body).map_err(BadReply::Unreadable)?;
    let error = JsonRpcError::from_reply_value(&document.value).map_err(BadReply::Envelope)?;
    if let Some(error) = error {
        return Err(BadReply::Error(error));
    }
    let mut place = JsonPointer::root();
    let Some(result) = document.value.get("result") else {
        return Err(envelope(Violation::missing_member(place, "result")));
    };
    place.push("result");
    let response: SendMessageResponse = serde_json::from_value(result.clone())
        .map_err(|error| envelope(Violation::new(place.clone(), "type", error.to_string())))?;
    let order = payload_order(document.order(), &["result", "message"]);
    unwrap::<S>(request, &response, place, order)
}

/// The order of members of the payload in the first part of the message at `path`.
pub(super) fn payload_order<'a>(order: Order<'a>, path: &[&str]) -> Option<Order<'a>> {
    let mut order = order;
    for name in path.iter().chain(&["parts"]) {
        order = order.member(name)?.1;
    }
    Some(order.element(0)?.member("data")?.1)
}

fn envelope(violation: Violation) -> BadReply {
    BadReply::Envelope(violation.into())
}

/// `place` is where the response stands in the reply.
fn unwrap<S: Skill>(
    request: &SendMessageRequest,
    response: &SendMessageResponse,
    mut place: JsonPointer,
    order: Option<Order<'_>>,
) -> Result<Reply<S::Response>, BadReply> {
    let message = match response {
        SendMessageResponse::Message(message) => message,
        SendMessageResponse::Task(_) => {
            place.push("task");
            let text = "expected a message, for AAP has no tasks";
            return Err(envelope(Violation::new(place, "falseSchema", text)));
        }
    };
    place.push("message");
    let mut faults = Faults {
        place,
        found: Vec::new(),
    };
    faults.message::<S>(request, message);
    let payload = faults.payload::<S>(message);
    match (Violations::new(faults.found), payload) {
        (None, Some(payload)) => Ok(Reply {
            payload: read::typed(payload, order).map_err(BadReply::Response)?,
            message_id: message.message_id.clone(),
            context_id: given(message.context_id.as_deref()).map(str::to_owned),
        }),
        (Some(violations), _) => Err(BadReply::Envelope(violations)),
        (None, None) => Err(envelope(no_part(JsonPointer::root()))),
    }
}

fn no_part(place: JsonPointer) -> Violation {
    let text = "expected a part with the typed response, found none";
    Violation::new(place, "minItems", text)
}

/// What is wrong with a message that stands at a place.
struct Faults {
    place: JsonPointer,
    found: Vec<Violation>,
}

impl Faults {
    fn add(&mut self, path: &[&str], keyword: &'static str, text: impl Into<String>) {
        let mut place = self.place.clone();
        path.iter().for_each(|token| place.push(token));
        self.found.push(Violation::new(place, keyword, text));
    }

    fn message<S: Skill>(&mut self, request: &SendMessageRequest, message: &Message) {
        let id = message.message_id.as_str();
        if id.is_empty() {
            let text = "expected the message's own id, found none";
            self.add(&["messageId"], "minLength", text);
        } else if id == request.message.message_id {
            self.add(&["messageId"], "not", "is the id of the request's message");
        }
        let needed = <<S::Response as Payload>::Contract as Contract>::RESPONSES_NEED_CONTEXT_ID;
        if needed && given(message.context_id.as_deref()).is_none() {
            let place = self.place.clone();
            self.found
                .push(Violation::missing_member(place, "contextId"));
        }
        if message.role != Role::Agent {
            self.add(&["role"], "const", "expected ROLE_AGENT");
        }
    }

    /// The payload, in a part with the right media type.
    fn payload<'a, S: Skill>(&mut self, message: &'a Message) -> Option<&'a Value> {
        let Some(part) = message.parts.first() else {
            let mut place = self.place.clone();
            place.push("parts");
            self.found.push(no_part(place));
            return None;
        };
        let PartContent::Data(payload) = &part.content else {
            let text = format!("expected data, found {}", kind(part));
            self.add(&["parts", "0"], "required", text);
            return None;
        };
        match part.media_type.as_deref() {
            Some(found) if media_type::same(found, S::RESPONSE_MEDIA_TYPE) => {}
            found => {
                let text = format!(
                    "expected {}, found {}",
                    S::RESPONSE_MEDIA_TYPE,
                    found.map_or_else(|| "none".to_owned(), excerpt)
                );
                self.add(&["parts", "0", "mediaType"], "const", text);
            }
        }
        Some(payload)
    }
}
