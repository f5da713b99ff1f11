//! What a buyer makes of faulty replies.

use aap_types::envelope::a2a::SendMessageResponse;
use aap_types::envelope::{self, BadReply, Serves};
use aap_types::{Contract, Rejection, Skill};
use serde_json::{Value, json};

use crate::example::{info, other_skill, part, places, text_part, wrapped};
use crate::stock::{Shop, Stock};

#[derive(Debug, PartialEq)]
enum Found {
    Fine,
    Envelope(Vec<String>),
    Response(Vec<String>),
}

fn envelope(places: &[&str]) -> Found {
    Found::Envelope(places.iter().map(ToString::to_string).collect())
}

fn response(places: &[&str]) -> Found {
    Found::Response(places.iter().map(ToString::to_string).collect())
}

type Row = (&'static str, Box<dyn Fn(&mut Value)>, Found);

fn row(name: &'static str, change: impl Fn(&mut Value) + 'static, expected: Found) -> Row {
    (name, Box::new(change), expected)
}

#[rustfmt::skip]
fn rows<C: Contract, S: Skill>(request_id: String) -> Vec<Row> {
    let other = other_skill::<C, S>();
    let context = || match C::RESPONSES_NEED_CONTEXT_ID {
        true => envelope(&["/message:required"]),
        false => Found::Fine,
    };
    vec![
        row("as it is", |_| {}, Found::Fine),
        row("a text after the response", |it| it["message"]["parts"].as_array_mut().unwrap().push(text_part()), Found::Fine),
        row("a media type in other letters", |it| part(it)["mediaType"] = json!(S::RESPONSE_MEDIA_TYPE.to_uppercase()), Found::Fine),
        row("no context", |it| drop(it["message"].as_object_mut().unwrap().remove("contextId")), context()),
        row("an empty context", |it| it["message"]["contextId"] = json!(""), context()),

        row("a task", |it| *it = json!({"task": {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}}), envelope(&["/task:falseSchema"])),
        row("the user's role", |it| it["message"]["role"] = json!("ROLE_USER"), envelope(&["/message/role:const"])),
        row("no message id", |it| it["message"]["messageId"] = json!(""), envelope(&["/message/messageId:minLength"])),
        row("the request's message id", move |it| it["message"]["messageId"] = json!(request_id), envelope(&["/message/messageId:not"])),
        row("no parts", |it| it["message"]["parts"] = json!([]), envelope(&["/message/parts:minItems"])),
        row("a text first", |it| it["message"]["parts"].as_array_mut().unwrap().insert(0, text_part()), envelope(&["/message/parts/0:required"])),
        row("no media type", |it| drop(part(it).as_object_mut().unwrap().remove("mediaType")), envelope(&["/message/parts/0/mediaType:const"])),
        row("plain JSON", |it| part(it)["mediaType"] = json!("application/json"), envelope(&["/message/parts/0/mediaType:const"])),
        row("the request sent back", |it| part(it)["mediaType"] = json!(S::REQUEST_MEDIA_TYPE), envelope(&["/message/parts/0/mediaType:const"])),
        row("several faults", |it| {
            it["message"]["role"] = json!("ROLE_USER");
            part(it)["mediaType"] = json!(other.response_media_type);
        }, envelope(&["/message/role:const", "/message/parts/0/mediaType:const"])),

        row("another type", |it| part(it)["data"]["type"] = json!(other.response_type), response(&["/type:const"])),
        row("no type", |it| drop(part(it)["data"].as_object_mut().unwrap().remove("type")), response(&[":required"])),
        row("no object", |it| part(it)["data"] = json!("x"), response(&[":type"])),
        row("two faults in the payload", |it| {
            part(it)["data"]["data"] = json!(17);
            part(it)["data"]["type"] = json!("x");
        }, response(&["/data:type", "/type:const"])),
    ]
}

fn found<T>(result: Result<T, BadReply>) -> Found {
    match result {
        Ok(_) => Found::Fine,
        Err(BadReply::Envelope(violations)) => Found::Envelope(places(&violations)),
        Err(BadReply::Response(Rejection::Invalid(violations))) => {
            let mut places = places(&violations);
            // Their order, which is that of a map here, is told elsewhere.
            places.sort();
            Found::Response(places)
        }
        Err(other) => panic!("{other}"),
    }
}

pub fn faulty_replies_are_rejected<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let request = wrapped::<C, S>();
    let shop = Shop::<C>::of::<S>();
    let answered = shop
        .dealer
        .dispatch(info::<C>().request_headers(), &request);
    let answered = serde_json::to_value(answered.unwrap()).unwrap();
    for (name, change, expected) in rows::<C, S>(request.message.message_id.clone()) {
        let name = format!("{} {}: {name}", C::NAME, S::ID);
        let mut json = answered.clone();
        change(&mut json);
        let reply: SendMessageResponse = serde_json::from_value(json.clone()).unwrap();
        let bare = found(envelope::unwrap_response::<S>(&request, &reply));
        assert_eq!(bare, expected, "{name}");

        // In JSON-RPC the pointers of the envelope start at the reply.
        let body = json!({"jsonrpc": "2.0", "id": 1, "result": json}).to_string();
        let expected = match expected {
            Found::Envelope(places) => {
                Found::Envelope(places.iter().map(|it| format!("/result{it}")).collect())
            }
            other => other,
        };
        let read = envelope::unwrap_json_rpc::<S>(&request, body.as_bytes());
        assert_eq!(found(read), expected, "{name}");
    }
}
