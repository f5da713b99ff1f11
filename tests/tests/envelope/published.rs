//! The published examples with envelopes, where they are at hand.

use std::fs;
use std::path::{Path, PathBuf};

use aap_types::envelope::a2a::{SendMessageRequest, SendMessageResponse};
use aap_types::envelope::{self, Buyer};
use aap_types::runtime::equality::equal;
use aap_types::{Contract, Skill};
use serde_json::{Value, json};

use crate::example::wrapped;

fn folder<C: Contract>() -> PathBuf {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/upstream/spec");
    published.join(C::NAME).join("examples")
}

/// A2A's JSON in the published examples of a contract whose payload has this type.
fn examples<C: Contract>(message_type: &str) -> Vec<Value> {
    let entries = fs::read_dir(folder::<C>()).into_iter().flatten();
    entries
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let json: Value = serde_json::from_str(&text).unwrap();
            let places = ["/params", "/result", ""];
            let with_parts = |place: &&str| {
                let payload = json.pointer(&format!("{place}/message/parts/0/data"));
                payload.is_some_and(|it| it["type"] == message_type)
            };
            let place = places.into_iter().find(with_parts)?;
            json.pointer(place).cloned()
        })
        .collect()
}

pub fn published_examples_come_back_equal<C: Contract, S: Skill>() {
    for sent in examples::<C>(S::REQUEST_TYPE) {
        let request: SendMessageRequest = serde_json::from_value(sent.clone()).unwrap();
        let id = request.message.message_id.clone();
        let (typed, call) = envelope::unwrap_request::<C>(&request, &envelope::RandomIds).unwrap();
        assert_eq!(call.skill.id, S::ID);
        let payload = serde_json::to_value(typed).unwrap();
        let typed: S::Request = aap_types::from_value(payload).unwrap();
        let again = Buyer::new().with_ids(move || id.clone()).wrap::<S>(&typed);
        let again = serde_json::to_value(again.unwrap()).unwrap();
        assert!(equal(&again, &sent), "{again}");
    }
    let request = wrapped::<C, S>();
    let (_, call) = envelope::unwrap_request::<C>(&request, &envelope::RandomIds).unwrap();
    for answered in examples::<C>(S::RESPONSE_TYPE) {
        let response: SendMessageResponse = serde_json::from_value(answered.clone()).unwrap();
        let reply = envelope::unwrap_response::<S>(&request, &response).unwrap();
        let payload = &answered["message"]["parts"][0]["data"];
        let typed = serde_json::from_value::<Payloads<C>>(payload.clone()).unwrap();
        let ids = || reply.message_id.clone();
        let again = envelope::wrap_response::<C>(&typed.0, &call, &ids).unwrap();
        let mut again = serde_json::to_value(again).unwrap();
        // Ours always have a context.
        if reply.context_id.is_none() {
            let message = again["message"].as_object_mut().unwrap();
            assert_eq!(message.remove("contextId"), Some(json!(call.context_id)));
        }
        assert!(equal(&again, &answered), "{again}");
    }
}

/// A response of any skill, read as a program does that only knows the contract.
struct Payloads<C: Contract>(C::Response);

impl<'de, C: Contract> serde::Deserialize<'de> for Payloads<C> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = aap_types::runtime::read::message::<C::Response>(&value, None);
        read.map(Payloads).map_err(serde::de::Error::custom)
    }
}

/// Every published file with a message holds a payload of one of these types.
pub fn every_published_envelope_is_looked_at<C: Contract>() {
    let types = C::SKILLS.iter();
    let types = types.flat_map(|skill| [skill.request_type, skill.response_type]);
    let found: usize = types.map(|it| examples::<C>(it).len()).sum();
    let files = fs::read_dir(folder::<C>()).into_iter().flatten();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let wanted = texts.filter(|text| text.contains("\"messageId\"")).count();
    assert_eq!(found, wanted);
}
