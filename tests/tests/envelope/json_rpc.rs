//! Bodies of JSON-RPC requests and replies.

use aap_types::envelope::{self, BadReply, Serves};
use aap_types::{Contract, Rejection, Skill};
use serde_json::{Value, json};

use crate::example::{
    Learnt, aap, info, invalid_params, learnt, part, requests, responses, wrapped,
};
use crate::stock::{Answer, Shop, Stock};

fn body(id: Value, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

#[rustfmt::skip]
fn rows<C: Contract, S: Skill>(params: &Value) -> Vec<(&'static str, String, Value, Option<Learnt>)> {
    let call = body(json!("r-1"), "SendMessage", params);
    let with_payload = |from: &str, to: &str| {
        assert!(call.contains(from), "{call}");
        call.replacen(from, to, 1)
    };
    let kind = format!("\"type\":\"{}\"", S::REQUEST_TYPE);
    let method = |method: &str| body(json!("r-1"), method, &json!({"id": "t"}));
    let id = || json!("r-1");
    let mut rows = vec![
        ("a call", call.clone(), id(), None),
        ("an id that is a number", body(json!(-7), "SendMessage", params), json!(-7), None),
        ("an id that is null", body(json!(null), "SendMessage", params), json!(null), None),

        ("no JSON", "{\"jsonrpc\":".to_owned(), json!(null), Some(Learnt::Plain(-32700))),
        ("nothing", String::new(), json!(null), Some(Learnt::Plain(-32700))),
        ("a batch", format!("[{call}]"), json!(null), Some(Learnt::Plain(-32600))),
        ("no id", json!({"jsonrpc": "2.0", "method": "SendMessage", "params": params}).to_string(), json!(null), Some(Learnt::Plain(-32600))),
        ("an id that is none", body(json!([1]), "SendMessage", params), json!(null), Some(Learnt::Plain(-32600))),
        ("another JSON-RPC", json!({"jsonrpc": "1.0", "id": "r-1", "method": "SendMessage", "params": params}).to_string(), id(), Some(Learnt::Plain(-32600))),
        ("no method", json!({"jsonrpc": "2.0", "id": "r-1", "params": params}).to_string(), id(), Some(Learnt::Plain(-32600))),

        ("the method of A2A 0.3", method("message/send"), id(), Some(Learnt::Plain(-32601))),
        ("a stream", method("SendStreamingMessage"), id(), Some(Learnt::A2a(-32004))),
        ("a task", method("GetTask"), id(), Some(Learnt::A2a(-32004))),
        ("the extended card", method("GetExtendedAgentCard"), id(), Some(Learnt::A2a(-32004))),
        ("push notifications", method("CreateTaskPushNotificationConfig"), id(), Some(Learnt::A2a(-32003))),

        ("no parameters", json!({"jsonrpc": "2.0", "id": "r-1", "method": "SendMessage"}).to_string(), id(), Some(invalid_params(&[":type"]))),
        ("no message", body(id(), "SendMessage", &json!({})), id(), Some(invalid_params(&[":type"]))),
        ("a part of nothing", body(id(), "SendMessage", &json!({"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{}]}})), id(), Some(invalid_params(&[":type"]))),
        ("an unknown role", body(id(), "SendMessage", &json!({"message": {"messageId": "m", "role": "user", "parts": []}})), id(), Some(invalid_params(&[":type"]))),

        ("a member of the payload twice", with_payload(&kind, &format!("{kind},{kind}")), id(), Some(aap("SCHEMA_VALIDATION_FAILED", &["/type:uniqueNames"]))),
        ("a member of the message twice", with_payload("\"role\":", "\"role\":\"ROLE_AGENT\",\"role\":"), id(), Some(invalid_params(&["/message/role:uniqueNames"]))),
        ("the parameters twice", with_payload("\"params\":", "\"params\":{},\"params\":"), id(), Some(invalid_params(&[":uniqueNames"]))),
        ("the id twice", with_payload("\"id\":", "\"id\":\"r-0\",\"id\":"), json!(null), Some(Learnt::Plain(-32600))),
    ];
    // With arbitrary precision there are no such numbers.
    if !cfg!(feature = "arbitrary_precision") {
        rows.push(("a number beyond all bounds", with_payload(&kind, &format!("\"n\":1e999,{kind}")), id(), Some(aap("SCHEMA_VALIDATION_FAILED", &["/n:range"]))));
    }
    rows
}

pub fn bodies_are_answered<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let request = wrapped::<C, S>();
    let params = serde_json::to_value(&request).unwrap();
    for (name, body, id, expected) in rows::<C, S>(&params) {
        let name = format!("{} {}: {name}", C::NAME, S::ID);
        let shop = Shop::<C>::of::<S>();
        let reply = shop
            .dealer
            .answer(info::<C>().request_headers(), body.as_bytes());
        let json = serde_json::to_value(&reply).unwrap();
        assert_eq!(json["jsonrpc"], "2.0", "{name}");
        assert_eq!(json["id"], id, "{name}");
        assert_eq!(json.as_object().unwrap().len(), 3, "{name}: {json}");
        assert_eq!(shop.asked().len(), usize::from(expected.is_none()));
        let read = envelope::unwrap_json_rpc::<S>(&request, json.to_string().as_bytes());
        match (read, expected) {
            (Ok(_), None) => {}
            (Err(BadReply::Error(error)), Some(expected)) => {
                assert_eq!(learnt::<C>(&error), expected, "{name}");
            }
            (Ok(_), Some(expected)) => panic!("{name}: served, not {expected:?}"),
            (Err(error), _) => panic!("{name}: {error}"),
        }
    }
    replies::<C, S>();
    violations_come_in_the_order_of_the_text::<C, S>();
}

/// What a buyer makes of bodies that are no replies.
fn replies<C: Contract, S: Skill>() {
    let request = wrapped::<C, S>();
    let read = |body: &str| envelope::unwrap_json_rpc::<S>(&request, body.as_bytes()).map(drop);
    for body in ["", "{", "<html></html>"] {
        let unreadable = Err(BadReply::Unreadable(Rejection::Syntax(
            aap_types::SyntaxError::from(&serde_json::from_str::<Value>(body).unwrap_err()),
        )));
        assert!(matches!(read(body), Err(BadReply::Unreadable(_))), "{body}");
        assert_eq!(read(body), unreadable, "{body}");
    }
    let twice = r#"{"jsonrpc": "2.0", "id": 1, "id": 2, "result": {}}"#;
    assert!(matches!(
        read(twice),
        Err(BadReply::Unreadable(Rejection::DuplicateKey(_)))
    ));
    for body in [
        "[]",
        "{}",
        r#"{"jsonrpc": "2.0", "id": 1}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"message": {"role": "ROLE_AGENT"}}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "error": "no object"}"#,
    ] {
        assert!(matches!(read(body), Err(BadReply::Envelope(_))), "{body}");
    }
}

/// A value has lost the order of its text; the body has not.
fn violations_come_in_the_order_of_the_text<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let mut request = requests::<C, S>().swap_remove(0);
    request["type"] = json!(17);
    request["privacy"] = json!(17);
    let name = |name: &str| format!("\"{name}\":{}", request[name]);
    let rest: Vec<String> = request
        .as_object()
        .unwrap()
        .keys()
        .filter(|key| !["type", "privacy"].contains(&key.as_str()))
        .map(|key| name(key))
        .collect();
    let texts = [
        [name("type"), name("privacy")],
        [name("privacy"), name("type")],
    ];
    for members in texts {
        let payload = format!("{{{}}}", [&members[..], &rest].concat().join(","));
        let mut params = serde_json::to_value(wrapped::<C, S>()).unwrap();
        part(&mut params)["data"] = json!("PAYLOAD");
        let body = body(json!(1), "SendMessage", &params).replace("\"PAYLOAD\"", &payload);
        let shop = Shop::<C>::answering(Answer::With(responses::<C, S>().swap_remove(0)));
        let reply = shop
            .dealer
            .answer(info::<C>().request_headers(), body.as_bytes());
        let error = reply.error.unwrap().into();
        let Learnt::Aap(_, places) = learnt::<C>(&error) else {
            panic!("{error}")
        };
        let own: Vec<&str> = places
            .iter()
            .filter_map(|place| place.strip_prefix('/')?.split(':').next())
            .filter(|name| ["type", "privacy"].contains(name))
            .collect();
        let wanted: Vec<&str> = members
            .iter()
            .map(|member| &member[1..member.find("\":").unwrap()])
            .filter(|name| own.contains(name))
            .collect();
        let mut distinct = own.clone();
        distinct.dedup();
        assert_eq!(distinct, wanted, "{body}");
        assert!(own.contains(&"type"), "{places:?}");
    }
}
