//! What a dealer answers to faulty requests.

use aap_types::envelope::Serves;
use aap_types::{Contract, Skill};
use serde_json::{Value, json};

use crate::example::{
    Learnt, aap, changed, info, invalid_params, other_skill, part, places, refusal, skill_info,
    text_part, wrapped,
};
use crate::stock::{Shop, Stock};

/// What it shows, what is changed, and the answer: none where the request is served all the same.
type Row = (&'static str, Box<dyn Fn(&mut Value)>, Option<Learnt>);

fn row(
    name: &'static str,
    change: impl Fn(&mut Value) + 'static,
    expected: impl Into<Option<Learnt>>,
) -> Row {
    (name, Box::new(change), expected.into())
}

fn before(json: &mut Value, part: Value) {
    let parts = json["message"]["parts"].as_array_mut().unwrap();
    parts.insert(0, part);
}

fn after(json: &mut Value, part: Value) {
    json["message"]["parts"].as_array_mut().unwrap().push(part);
}

fn modes(json: &mut Value, modes: &[&str]) {
    json["configuration"] = json!({"acceptedOutputModes": modes});
}

fn without(json: &mut Value, member: &str) {
    json.as_object_mut().unwrap().remove(member).unwrap();
}

#[rustfmt::skip]
fn rows<C: Contract, S: Skill>() -> Vec<Row> {
    let (own, other) = (skill_info::<C, S>(), other_skill::<C, S>());
    let other_part = json!({"data": {"type": other.request_type}, "mediaType": other.request_media_type});
    let wrong_type = || Learnt::A2a(-32005);
    let announced_default = C::CARD_RULES.default_modes.contains(&"application/json");
    vec![
        // What is no fault.
        row("as it is", |_| {}, None),
        row("a text after the request", |it| after(it, text_part()), None),
        row("a second request after the first", move |it| after(it, other_part.clone()), None),
        row("a media type in other letters, with a parameter",
            |it| *part(it) = json!({"data": part(it)["data"], "mediaType": format!(" {}; charset=utf-8", S::REQUEST_MEDIA_TYPE.to_uppercase())}), None),
        row("members that nobody knows", |it| it["message"]["metadata"] = json!({"trace": [1]}), None),
        row("no configuration", |it| without(it, "configuration"), None),
        row("no output modes", |it| modes(it, &[]), None),
        row("one of several output modes", |it| modes(it, &["text/plain", S::RESPONSE_MEDIA_TYPE, "video/mp4"]), None),

        // The first part.
        row("no parts", |it| it["message"]["parts"] = json!([]), invalid_params(&["/message/parts:minItems"])),
        row("a text first", |it| before(it, text_part()), wrong_type()),
        row("a text that looks like the request first", |it| {
            let text = part(it)["data"].to_string();
            before(it, json!({"text": text, "mediaType": S::REQUEST_MEDIA_TYPE}));
        }, wrong_type()),
        row("a file first", |it| before(it, json!({"raw": "e30=", "mediaType": S::REQUEST_MEDIA_TYPE})), wrong_type()),
        row("a link first", |it| before(it, json!({"url": "https://example.com/x.json", "mediaType": S::REQUEST_MEDIA_TYPE})), wrong_type()),
        row("a text only", |it| *part(it) = text_part(), wrong_type()),
        row("a text as well as data", |it| part(it)["text"] = json!("x"), wrong_type()),

        // Its media type.
        row("plain JSON", |it| part(it)["mediaType"] = json!("application/json"), wrong_type()),
        row("no media type", |it| without(part(it), "mediaType"), wrong_type()),
        row("an empty media type", |it| part(it)["mediaType"] = json!(""), wrong_type()),
        row("the media type of the response", |it| part(it)["mediaType"] = json!(S::RESPONSE_MEDIA_TYPE), wrong_type()),
        row("a media type that goes on", |it| part(it)["mediaType"] = json!(format!("{}x", S::REQUEST_MEDIA_TYPE)), wrong_type()),
        row("the media type of another skill", |it| part(it)["mediaType"] = json!(other.request_media_type),
            aap("SCHEMA_VALIDATION_FAILED", &["/type:const"])),

        // Its type.
        row("an unknown type", |it| part(it)["data"]["type"] = json!("inventory.reserve.request"), aap("UNSUPPORTED_SKILL", &[])),
        row("an unknown type with its own media type", |it| *part(it) = json!({"data": {"type": "inventory.reserve.request"},
            "mediaType": "application/vnd.autoagent.inventory-reserve-request+json"}), aap("UNSUPPORTED_SKILL", &[])),
        row("no type", |it| without(&mut part(it)["data"], "type"), aap("MISSING_REQUIRED_FIELD", &[":required"])),
        row("a type that is no text", |it| part(it)["data"]["type"] = json!(1), aap("SCHEMA_VALIDATION_FAILED", &["/type:const"])),
        row("the type of the response", |it| part(it)["data"]["type"] = json!(own.response_type), aap("SCHEMA_VALIDATION_FAILED", &["/type:const"])),
        row("no object", |it| part(it)["data"] = json!([]), aap("SCHEMA_VALIDATION_FAILED", &[":type"])),
        row("null", |it| part(it)["data"] = json!(null), aap("SCHEMA_VALIDATION_FAILED", &[":type"])),

        // The message.
        row("the agent's role", |it| it["message"]["role"] = json!("ROLE_AGENT"), invalid_params(&["/message/role:const"])),
        row("no role", |it| it["message"]["role"] = json!("ROLE_UNSPECIFIED"), invalid_params(&["/message/role:const"])),
        row("no message id", |it| it["message"]["messageId"] = json!(""), invalid_params(&["/message/messageId:minLength"])),
        row("nothing right", |it| it["message"] = json!({"messageId": "", "role": "ROLE_AGENT", "parts": []}),
            invalid_params(&["/message/messageId:minLength", "/message/role:const", "/message/parts:minItems"])),

        // The output modes.
        row("no output mode that can be had", |it| modes(it, &["text/plain"]), wrong_type()),
        row("the media type of another response", |it| modes(it, &[other.response_media_type]), wrong_type()),
        row("JSON, where cards of the contract announce it", |it| modes(it, &["application/json"]), (!announced_default).then(wrong_type)),
    ]
}

pub fn faulty_requests_are_refused<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let request = wrapped::<C, S>();
    for (name, change, expected) in rows::<C, S>() {
        let name = format!("{} {}: {name}", C::NAME, S::ID);
        let request = changed(&request, change);
        let shop = Shop::<C>::of::<S>();
        let result = shop
            .dealer
            .dispatch(info::<C>().request_headers(), &request);
        let asked = shop.asked().len();
        match expected {
            None => {
                if let Err(failure) = result {
                    panic!("{name}: {failure}");
                }
                assert_eq!(asked, 1, "{name}");
            }
            Some(expected) => {
                assert!(result.is_err(), "{name}");
                assert_eq!(refusal::<C, _>(result), expected, "{name}");
                assert_eq!(asked, 0, "{name}");
            }
        }
    }
}

/// Every violation of the payload is in the error, also beside a media type that disagrees.
pub fn every_violation_is_listed<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let damage = |json: &mut Value| {
        let payload = part(json)["data"].as_object_mut().unwrap();
        for (name, value) in payload.iter_mut().filter(|(name, _)| *name != "type") {
            *value = match value {
                Value::Number(_) => json!({name: "no number"}),
                _ => json!(17),
            };
        }
        payload.insert("zz".to_owned(), json!({"a": 1}));
        payload.insert("aa".to_owned(), json!([]));
    };
    let request = changed(&wrapped::<C, S>(), damage);
    let mut json = serde_json::to_value(&request).unwrap();
    let violations = skill_info::<C, S>()
        .request
        .validate(&part(&mut json)["data"]);
    let Err(violations) = violations else {
        // Free members only: nothing to break.
        return;
    };
    let wanted = places(&violations);
    let shop = Shop::<C>::of::<S>();
    let found = |request| {
        let result = shop.dealer.dispatch(info::<C>().request_headers(), request);
        match refusal::<C, _>(result) {
            Learnt::Aap(_, places) => places,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(found(&request), wanted);

    let other = other_skill::<C, S>().request_media_type;
    let request = changed(&request, |it| part(it)["mediaType"] = json!(other));
    let mut both = found(&request);
    let own = both.iter().position(|place| place == "/type:const");
    let own = own.expect("the disagreement");
    // In the order of the document: members come in the order of their names here.
    let first = |place: &String| {
        place
            .split([':', '/'])
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    let is_of_root = |place: &String| place.starts_with(':');
    if !cfg!(feature = "preserve_order") {
        assert!(
            both[..own]
                .iter()
                .all(|place| is_of_root(place) || first(place).as_str() < "type")
        );
        assert!(
            both[own + 1..]
                .iter()
                .all(|place| first(place).as_str() > "type")
        );
    }
    both.remove(own);
    assert_eq!(both, wanted);
}
