//! The JSON in the collected pages, where they are at hand.

use std::fs;
use std::path::Path;

use aap_types::Contract;
use aap_types::envelope::a2a::{JsonRpcResponse, Part};
use aap_types::envelope::{RandomIds, unwrap_request};
use aap_types::profile::JsonRpcError;
use serde_json::{Value, json};

use crate::example::info;

/// The JSON objects in a text, in whichever way it is laid out.
fn objects(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                rest = &rest[values.byte_offset()..];
                found.push(value);
            }
            _ => rest = &rest[1..],
        }
    }
    found
}

/// The objects in all pages.
fn collected() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/seeds");
    let pages = fs::read_dir(folder).into_iter().flatten();
    let texts = pages.map(|page| fs::read_to_string(page.unwrap().path()).unwrap());
    texts.flat_map(|text| objects(&text)).collect()
}

#[test]
fn replies_come_back_equal() {
    let objects = collected();
    let replies = objects.iter().filter(|it| it.get("jsonrpc").is_some());
    let mut count = 0;
    for object in replies {
        let reply: JsonRpcResponse = serde_json::from_value(object.clone()).unwrap();
        assert_eq!(serde_json::to_value(&reply).unwrap(), *object);
        let ours = JsonRpcError::from_reply_value(object).unwrap().unwrap();
        assert_eq!(JsonRpcError::from(reply.error.unwrap()), ours);
        assert_eq!(ours.reply(object["id"].clone()), *object);
        count += 1;
    }
    assert_eq!(count, if objects.is_empty() { 0 } else { 2 });
}

/// A part is taken by the contracts whose schema takes its payload, and comes back equal.
pub fn parts_are_taken_where_they_are_valid<C: Contract>() {
    let objects = collected();
    let parts = objects.iter().filter(|it| it.get("mediaType").is_some());
    let mut count = 0;
    for object in parts {
        let part: Part = serde_json::from_value(object.clone()).unwrap();
        assert_eq!(serde_json::to_value(&part).unwrap(), *object);
        let params = json!({"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [part]}});
        let request = serde_json::from_value(params).unwrap();
        let payload = &object["data"];
        let schema = info::<C>().payload_of_type(payload["type"].as_str().unwrap());
        let taken = unwrap_request::<C>(&request, &RandomIds);
        assert_eq!(taken.is_ok(), schema.is_some_and(|it| it.is_valid(payload)));
        if let Ok((typed, _)) = taken {
            assert_eq!(serde_json::to_value(typed).unwrap(), *payload);
        }
        count += 1;
    }
    assert_eq!(count, usize::from(!objects.is_empty()));
}
