//! Calls that go well, and calls that a skill or the headers keep from going well.

use std::sync::atomic::{AtomicUsize, Ordering};

use aap_types::envelope::a2a::{Role, SendMessageRequest};
use aap_types::envelope::{self, BadReply, Buyer, Cause, Serves};
use aap_types::profile::{A2A_EXTENSIONS, A2A_VERSION, Activation};
use aap_types::runtime::equality::equal;
use aap_types::{Contract, Skill};
use serde_json::json;

use crate::example::{
    Learnt, aap, changed, info, learnt, message, part, refusal, requests, responses, text_part,
    wrapped,
};
use crate::stock::{Answer, Nothing, Shop, Stock, empty};

/// Buyer wraps, dealer unwraps, serves and wraps, buyer unwraps: nothing is lost or added.
pub fn every_example_takes_the_four_hops<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
    S::Request: serde::Serialize,
    S::Response: serde::Serialize,
{
    let (requests, responses) = (requests::<C, S>(), responses::<C, S>());
    for index in 0..requests.len().max(responses.len()) {
        let sent = &requests[index % requests.len()];
        let answered = &responses[index % responses.len()];
        let typed: S::Request = aap_types::from_value(sent.clone()).unwrap();
        let buyer = Buyer::new().for_tenant("north-lot");
        let request = buyer.wrap::<S>(&typed).unwrap();

        let json = serde_json::to_value(&request).unwrap();
        let expected = json!({
            "message": {
                "messageId": request.message.message_id,
                "role": "ROLE_USER",
                "parts": [{"data": sent, "mediaType": S::REQUEST_MEDIA_TYPE}],
            },
            "configuration": {"acceptedOutputModes": [S::RESPONSE_MEDIA_TYPE]},
            "tenant": "north-lot",
        });
        assert!(equal(&json, &expected), "{json}");

        // As it arrives.
        let request: SendMessageRequest = serde_json::from_value(json).unwrap();
        let shop = Shop::<C>::answering(Answer::With(answered.clone()));
        let headers = info::<C>().request_headers();
        let response = shop.dealer.dispatch(headers, &request).unwrap();
        let asked = shop.asked();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].skill, S::ID);
        assert_eq!(asked[0].tenant.as_deref(), Some("north-lot"));
        assert!(equal(&asked[0].request, sent), "{}", asked[0].request);

        let json = serde_json::to_value(&response).unwrap();
        let expected = json!({"message": {
            "messageId": message(&response).message_id,
            "contextId": asked[0].context_id,
            "role": "ROLE_AGENT",
            "parts": [{"data": answered, "mediaType": S::RESPONSE_MEDIA_TYPE}],
        }});
        assert!(equal(&json, &expected), "{json}");
        assert_ne!(message(&response).message_id, request.message.message_id);

        let response = serde_json::from_value(json).unwrap();
        let reply = envelope::unwrap_response::<S>(&request, &response).unwrap();
        let payload = serde_json::to_value(&reply.payload).unwrap();
        assert!(equal(&payload, answered), "{payload}");
        assert_eq!(
            reply.context_id.as_deref(),
            Some(asked[0].context_id.as_str())
        );
        assert_eq!(reply.message_id, message(&response).message_id);
    }
}

pub fn contexts_are_kept_or_made<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let headers = info::<C>().request_headers();
    let typed: S::Request = aap_types::from_value(requests::<C, S>().swap_remove(0)).unwrap();
    let shop = Shop::<C>::of::<S>();
    let made = |request: &SendMessageRequest| {
        let response = shop.dealer.dispatch(headers, request).unwrap();
        let reply = envelope::unwrap_response::<S>(request, &response).unwrap();
        assert_eq!(
            shop.asked()[0].context_id,
            reply.context_id.clone().unwrap()
        );
        reply.context_id.unwrap()
    };
    let first = made(&Buyer::new().wrap::<S>(&typed).unwrap());
    let second = made(&Buyer::new().wrap::<S>(&typed).unwrap());
    assert_ne!(first, second);
    assert!(!first.is_empty() && !second.is_empty());
    let buyer = Buyer::new().in_context(&first);
    assert_eq!(made(&buyer.wrap::<S>(&typed).unwrap()), first);
    // ProtoJSON does not tell an empty text from none.
    let buyer = Buyer::new().in_context("").for_tenant("");
    assert!(!made(&buyer.wrap::<S>(&typed).unwrap()).is_empty());

    // Ids come from wherever the caller wants.
    let next = AtomicUsize::new(0);
    let ids = move || format!("id-{}", next.fetch_add(1, Ordering::Relaxed));
    let shop = Shop::<C>::of::<S>();
    let dealer = shop.dealer.with_ids(ids);
    let buyer = Buyer::new().with_ids(|| "request-1".to_owned());
    let request = buyer.wrap::<S>(&typed).unwrap();
    assert_eq!(request.message.message_id, "request-1");
    let response = dealer.dispatch(headers, &request).unwrap();
    let message = message(&response);
    assert_eq!(message.context_id.as_deref(), Some("id-0"));
    assert_eq!(message.message_id, "id-1");
    assert_eq!(message.role, Role::Agent);
}

pub fn a_skill_that_is_not_offered_is_unsupported<C: Contract, S: Skill>()
where
    Nothing<C>: Serves<C>,
{
    let result = empty::<C>().dispatch(info::<C>().request_headers(), &wrapped::<C, S>());
    let failure = result.unwrap_err();
    assert_eq!(failure.cause, Cause::Skill);
    assert_eq!(learnt::<C>(&failure.error), aap("UNSUPPORTED_SKILL", &[]));
}

pub fn an_error_of_the_skill_reaches_the_buyer<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let request = wrapped::<C, S>();
    for entry in C::ERRORS {
        let shop = Shop::<C>::answering(Answer::Error(entry.code));
        let body = serde_json::to_vec(&envelope::json_rpc_request(7, &request)).unwrap();
        let reply = shop.dealer.answer(info::<C>().request_headers(), &body);
        let reply = serde_json::to_vec(&reply).unwrap();
        match envelope::unwrap_json_rpc::<S>(&request, &reply) {
            Err(BadReply::Error(error)) => {
                assert_eq!(learnt::<C>(&error), aap(entry.code, &[]));
            }
            other => panic!("{}: {:?}", entry.code, other.map(drop)),
        }
    }
}

pub fn headers_are_checked_before_the_skill_runs<C: Contract, S: Skill>()
where
    Stock<C>: Serves<C>,
{
    let none: &[(&str, &str)] = &[];
    let named: &[(&str, &str)] = &[(A2A_EXTENSIONS, C::EXTENSION_URI)];
    let other: &[(&str, &str)] = &[(A2A_EXTENSIONS, "https://example.com/extension")];
    let old: &[(&str, &str)] = &[(A2A_VERSION, "0.3"), (A2A_EXTENSIONS, C::EXTENSION_URI)];
    let required = Learnt::A2a(-32008);
    let rows = match C::ACTIVATION {
        Activation::NotEnforced => [None, None, None],
        Activation::Required => [Some(&required), None, Some(&required)],
        _ => [None, None, Some(&required)],
    };
    let [none, named, other] = [(none, rows[0]), (named, rows[1]), (other, rows[2])];
    let version = Learnt::A2a(-32009);
    // What else is wrong does not matter.
    let request = wrapped::<C, S>();
    let faulty = changed(&request, |json| *part(json) = text_part());
    for (headers, expected) in [none, named, other, (old, Some(&version))] {
        let shop = Shop::<C>::of::<S>();
        let result = shop.dealer.dispatch(headers.iter().copied(), &request);
        match expected {
            None => assert_eq!((result.is_ok(), shop.asked().len()), (true, 1)),
            Some(expected) => {
                assert!(matches!(
                    result.as_ref().unwrap_err().cause,
                    Cause::NotActivated(_)
                ));
                assert_eq!(refusal::<C, _>(result), *expected);
                let result = shop.dealer.dispatch(headers.iter().copied(), &faulty);
                assert_eq!(refusal::<C, _>(result), *expected);
                let body = json!({"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {}});
                let reply = shop
                    .dealer
                    .answer(headers.iter().copied(), body.to_string().as_bytes());
                let error = reply.error.unwrap().into();
                assert_eq!(learnt::<C>(&error), *expected);
                assert_eq!(shop.asked(), []);
            }
        }
    }
}
