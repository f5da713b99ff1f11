//! Where in a document the AAP payload is, and which schema it is to be held against.

use serde_json::{Map, Value};

use crate::cli::names;
use crate::payload::{ContractInfo, PayloadInfo};
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;

/// The file name of the schema that agent cards have in every contract.
pub(super) const AGENT_CARD: &str = "agent-card";

/// A value and its place in the document.
struct Place<'a> {
    pointer: JsonPointer,
    value: &'a Value,
}

impl<'a> Place<'a> {
    fn child(&self, token: &str, value: &'a Value) -> Place<'a> {
        let mut pointer = self.pointer.clone();
        pointer.push(token);
        Place { pointer, value }
    }

    fn member(&self, name: &str) -> Result<Place<'a>, String> {
        match self.value {
            Value::Object(members) => match members.get(name) {
                Some(value) => Ok(self.child(name, value)),
                None => Err(format!("{} has no `{name}`", at(&self.pointer))),
            },
            other => Err(format!(
                "{}: expected an object with `{name}`, found {}",
                at(&self.pointer),
                kind(other)
            )),
        }
    }
}

/// Where the payload is: inside an envelope of A2A, or the document itself.
pub(super) fn payload(
    contracts: &'static [ContractInfo],
    document: &Value,
) -> Result<JsonPointer, String> {
    let root = Place {
        pointer: JsonPointer::root(),
        value: document,
    };
    let Value::Object(members) = document else {
        return Ok(root.pointer);
    };
    let holds = |name: &str, inner: &[&str]| {
        let member = members.get(name).and_then(Value::as_object);
        member.is_some_and(|member| inner.iter().any(|inner| member.contains_key(*inner)))
    };
    if members.contains_key("jsonrpc") {
        return in_envelope(contracts, &root, members);
    }
    if members.contains_key("type") || is_agent_card(members) {
        return Ok(root.pointer);
    }
    if holds("params", &["message"])
        || holds("result", &["message", "task"])
        || holds("error", &["code"])
    {
        return in_envelope(contracts, &root, members);
    }
    if members.contains_key("parts") {
        return in_message(&root);
    }
    if holds("message", &["parts"]) {
        return in_message(&root.member("message")?);
    }
    Ok(root.pointer)
}

fn in_envelope(
    contracts: &'static [ContractInfo],
    root: &Place<'_>,
    members: &Map<String, Value>,
) -> Result<JsonPointer, String> {
    let has = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
    if has("params") {
        in_message(&root.member("params")?.member("message")?)
    } else if has("error") {
        in_error(contracts, &root.member("error")?)
    } else if has("result") {
        let result = root.member("result")?;
        if result.value.get("task").is_some() && result.value.get("message").is_none() {
            return Err("/result is a task; AAP replies with a message".to_owned());
        }
        in_message(&result.member("message")?)
    } else {
        Err("a JSON-RPC envelope without `params`, `result` or `error`".to_owned())
    }
}

/// The payload of an A2A message: the data of its first part.
fn in_message(message: &Place<'_>) -> Result<JsonPointer, String> {
    let parts = message.member("parts")?;
    match parts.value {
        Value::Array(elements) => match elements.first() {
            Some(first) => parts
                .child("0", first)
                .member("data")
                .map(|data| data.pointer)
                .map_err(|reason| format!("{reason}; AAP's payload is the data of the first part")),
            None => Err(format!("{} is empty", at(&parts.pointer))),
        },
        other => Err(format!(
            "{}: expected an array, found {}",
            at(&parts.pointer),
            kind(other)
        )),
    }
}

/// The payload of a JSON-RPC error: its `data`, or that entry of it which is AAP's.
fn in_error(contracts: &'static [ContractInfo], error: &Place<'_>) -> Result<JsonPointer, String> {
    if !error.value.is_object() {
        error.member("data")?;
    }
    let own = || {
        let code = match error.value.get("code") {
            Some(Value::Number(code)) => format!(" (code {code})"),
            _ => String::new(),
        };
        format!(
            "an error of A2A itself{code}, without an AAP payload in /error/data: nothing to validate"
        )
    };
    let data = error.member("data").map_err(|_| own())?;
    match data.value {
        Value::Object(_) => Ok(data.pointer),
        Value::Array(details) => {
            let entry = aap_detail(contracts, details).ok_or_else(own)?;
            Ok(data.child(&entry.to_string(), data.value).pointer)
        }
        _ => Err(own()),
    }
}

/// The entry whose `@type` is that of an AAP error; else, so that a forgotten or misspelt `@type`
/// is reported, the first whose `type` is one of AAP's.
fn aap_detail(contracts: &'static [ContractInfo], details: &[Value]) -> Option<usize> {
    let marks = detail_types(contracts);
    let text = |detail: &Value, name: &str| detail.get(name)?.as_str().map(str::to_owned);
    let marked = |detail: &Value| {
        text(detail, "@type").is_some_and(|found| marks.contains(&Value::String(found)))
    };
    let typed = |detail: &Value| {
        text(detail, "type").is_some_and(|found| {
            contracts
                .iter()
                .any(|contract| contract.payload_of_type(&found).is_some())
        })
    };
    details
        .iter()
        .position(marked)
        .or_else(|| details.iter().position(typed))
}

/// The values of `@type` that payloads of the contracts have.
fn detail_types(contracts: &'static [ContractInfo]) -> Vec<Value> {
    contracts
        .iter()
        .flat_map(|contract| contract.payloads)
        .filter(|payload| payload.schema.contains("\"@type\""))
        .filter_map(|payload| {
            let schema: Value = serde_json::from_str(payload.schema).ok()?;
            schema.pointer("/properties/@type/const").cloned()
        })
        .collect()
}

/// Whether an object looks like an agent card, of A2A 1.0 or in the spelling of v0.1.
fn is_agent_card(members: &Map<String, Value>) -> bool {
    has_card_members(|name| members.contains_key(name))
}

pub(super) fn has_card_members(has: impl Fn(&str) -> bool) -> bool {
    has("supportedInterfaces")
        || has("supported_interfaces")
        || (has("capabilities") && has("skills"))
}

/// The schema of a payload, by its `type` or an agent card's shape.
pub(super) fn schema(
    contracts: &'static [ContractInfo],
    contract: &'static ContractInfo,
    pointer: &JsonPointer,
    payload: &Value,
) -> Result<&'static PayloadInfo, String> {
    let Value::Object(members) = payload else {
        return Err(format!(
            "{} is no AAP payload: expected an object, found {}",
            at(pointer),
            kind(payload)
        ));
    };
    match members.get("type") {
        Some(Value::String(message_type)) => {
            names::payload_of_type(contracts, contract, message_type)
        }
        Some(other) => Err(format!(
            "{pointer}/type: expected a string, found {}",
            kind(other)
        )),
        None if is_agent_card(members) => {
            names::schema(contracts, contract, AGENT_CARD, "--contract")
        }
        None => Err(format!(
            "{} has no `type`, and is neither an agent card nor a message of A2A; name the schema with --as",
            at(pointer)
        )),
    }
}

/// The extension URIs that an agent card names.
pub(super) fn extension_uris(card: &Value) -> impl Iterator<Item = &str> {
    let extensions = card
        .pointer("/capabilities/extensions")
        .and_then(Value::as_array);
    extensions
        .into_iter()
        .flatten()
        .filter_map(|extension| extension.get("uri")?.as_str())
}

/// Whether a schema is that of agent cards.
pub(super) fn is_agent_card_schema(payload: &PayloadInfo) -> bool {
    payload.schema_name() == AGENT_CARD
}

fn at(pointer: &JsonPointer) -> String {
    match pointer.as_str() {
        "" => "the document".to_owned(),
        pointer => pointer.to_owned(),
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(value) => format!("the string {}", excerpt(value)),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
