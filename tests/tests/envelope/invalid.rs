//! What is built in Rust and not valid: neither side sends it.

use std::sync::{Arc, Mutex};

use aap_types::envelope::{Buyer, Cause, Dealer, Serves};
use aap_types::runtime::Decode;
use aap_types::{Contract, Payload, Skill};
use serde_json::{Value, json};

use crate::example::{aap, info, places, refusal, requests, responses, skill_info, wrapped};
use crate::stock::{Answer, Shop, Stock};

/// Payloads that Rust's types can hold and the schema refuses: examples with one value changed.
fn broken<T: Payload>(examples: &[Value]) -> Vec<Value> {
    let mut found = Vec::new();
    for example in examples {
        let mut pointers = Vec::new();
        collect(example, String::new(), &mut pointers);
        for pointer in pointers {
            for value in [json!(""), json!([]), json!(0), json!(99_999_999), json!({})] {
                let mut changed = example.clone();
                *changed.pointer_mut(&pointer).unwrap() = value;
                if T::decode(&changed).is_ok() && !aap_types::is_valid::<T>(&changed) {
                    found.push(changed);
                }
            }
        }
        // Required by the schema, yet a member that a type can do without.
        let members = example.as_object().unwrap().keys();
        for member in members {
            let mut changed = example.clone();
            changed.as_object_mut().unwrap().remove(member);
            if T::decode(&changed).is_ok() && !aap_types::is_valid::<T>(&changed) {
                found.push(changed);
            }
        }
    }
    found
}

fn collect(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                collect(value, format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                collect(value, format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
    found.push(pointer);
}

pub fn responses_that_are_not_valid_are_not_sent<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let request = wrapped::<C, S>();
    let headers = info::<C>().request_headers();
    let broken = broken::<S::Response>(&responses::<C, S>());
    assert_may_be_empty::<S::Response>(&broken);
    for response in broken {
        let wanted = skill_info::<C, S>().response.validate(&response);
        let wanted = places(&wanted.unwrap_err());
        let told = Arc::new(Mutex::new(Vec::new()));
        let shop = Shop::<C>::answering(Answer::With(response));
        let log = Arc::clone(&told);
        let dealer: Dealer<C, _> = shop.dealer.on_failure(move |failure| {
            let Cause::Response(violations) = &failure.cause else {
                panic!("{failure}");
            };
            log.lock().unwrap().extend(places(violations));
        });
        let result = dealer.dispatch(headers, &request);
        let failure = result.as_ref().unwrap_err();
        // The dealer learns what is wrong, the buyer does not.
        assert!(failure.to_string().contains("the response is not valid"));
        let sent = serde_json::to_string(&failure.error).unwrap();
        assert!(!sent.contains("instanceLocation"), "{sent}");
        assert_eq!(refusal::<C, _>(result), aap("INTERNAL_ERROR", &[]));
        assert_eq!(*told.lock().unwrap(), wanted);
    }
}

pub fn requests_that_are_not_valid_are_not_sent<C: Contract, S: Skill>() {
    let broken = broken::<S::Request>(&requests::<C, S>());
    for request in broken {
        let wanted = skill_info::<C, S>().request.validate(&request);
        let typed = S::Request::decode(&request).unwrap();
        let violations = Buyer::new().wrap::<S>(&typed).unwrap_err();
        assert_eq!(places(&violations), places(&wanted.unwrap_err()));
    }
}

/// A type holds valid values alone where its schema demands no more than types, texts and counts.
fn assert_may_be_empty<T: Payload>(broken: &[Value]) {
    let schema = T::SCHEMA.replace("\"minimum\":0", "");
    let beyond = ["minItems", "minimum", "maximum", "anyOf", "if"];
    let is_beyond = |keyword: &&str| schema.contains(&format!("\"{keyword}\":"));
    assert!(
        !broken.is_empty() || !beyond.iter().any(|keyword| is_beyond(&keyword)),
        "{} has constraints that no example breaks",
        T::SCHEMA_ID
    );
}
