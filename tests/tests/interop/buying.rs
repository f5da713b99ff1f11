//! An SDK as the dealer: it reads our card and our requests, and we read its card and its replies.

use aap_types::envelope::a2a::{AgentCard, SendMessageRequest};
use aap_types::envelope::{self, BadReply, Buyer, Ids, Reply, json_rpc_request};
use aap_types::profile::discovery::{self, Options};
use aap_types::profile::{A2aErrorKind, Meaning};
use aap_types::runtime::equality::equal;
use aap_types::{Contract, Skill};
use serde_json::{Value, json};

use crate::example;
use crate::sdk::Sdk;

/// A skill with an example of both sides.
pub struct Sample {
    pub request: Value,
    pub response: Value,
    pub response_media_type: &'static str,
    wrap: fn(&Value) -> SendMessageRequest,
    unwrap: fn(&SendMessageRequest, &str) -> Result<Reply<Value>, BadReply>,
}

impl Sample {
    pub fn of<C: Contract, S: Skill>() -> Sample
    where
        S::Response: serde::Serialize,
    {
        Sample {
            request: example::requests::<C, S>().swap_remove(0),
            response: example::responses::<C, S>().swap_remove(0),
            response_media_type: S::RESPONSE_MEDIA_TYPE,
            wrap: |request| {
                let typed: S::Request = aap_types::from_value(request.clone()).unwrap();
                Buyer::new().wrap::<S>(&typed).unwrap()
            },
            unwrap: |request, body| {
                let reply = envelope::unwrap_json_rpc::<S>(request, body.as_bytes())?;
                Ok(reply.map(|payload| serde_json::to_value(payload).unwrap()))
            },
        }
    }

    /// The example request in its envelope.
    pub fn wrapped(&self) -> SendMessageRequest {
        (self.wrap)(&self.request)
    }
}

pub fn test<C: Contract>(samples: &[Sample], sdk: Sdk) {
    let contract = example::info::<C>();
    let name = format!("{sdk:?} {}", contract.name);
    let headers: serde_json::Map<String, Value> = contract
        .request_headers()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .into_iter()
        .collect();
    let requests: Vec<SendMessageRequest> = samples.iter().map(Sample::wrapped).collect();
    let order = |sample: &Sample, request: &SendMessageRequest, answered: bool| {
        let body = serde_json::to_string(&json_rpc_request("r-1", request)).unwrap();
        let answer = json!({
            "messageId": envelope::RandomIds.message_id(),
            "role": "ROLE_AGENT",
            "parts": [{"data": sample.response, "mediaType": sample.response_media_type}],
        });
        let answer = if answered { answer } else { Value::Null };
        json!({"headers": headers, "body": body, "answer": answer})
    };
    let pairs = || samples.iter().zip(&requests);
    let mut calls: Vec<Value> = pairs()
        .map(|(it, request)| order(it, request, true))
        .collect();
    calls.push(order(&samples[0], &requests[0], false));
    let mut broken = order(&samples[0], &requests[0], true);
    broken["body"] = json!(
        r#"{"jsonrpc": "2.0", "id": "r-1", "method": "SendMessage", "params": {"message": 7}}"#
    );
    calls.push(broken);
    let url = "https://agent.example/a2a";
    let order = json!({"card": crate::card(contract, url), "calls": calls});
    let result = sdk.run("server", &order);

    // The card as the SDK serves it.
    let found = discovery::discover(&result["card"], Options::default().development());
    let offer = found
        .speak()
        .unwrap_or_else(|| panic!("{name}: {}", result["card"]));
    assert_eq!(offer.contract.name, contract.name, "{name}");
    assert_eq!(offer.interface().unwrap().url, url, "{name}");
    assert_eq!(offer.skills.len(), samples.len(), "{name}");
    // a2a-lf wants tags, which cards of early contracts do not have.
    let served = &result["card"];
    if served["skills"][0].get("tags").is_some() {
        let card: AgentCard = serde_json::from_value(served.clone()).unwrap();
        assert_eq!(card.supported_interfaces[0].protocol_version, "1.0");
    }

    let replies = result["replies"].as_array().unwrap();
    for ((sample, request), reply) in pairs().zip(replies) {
        let asked = &reply["asked"];
        let part = &asked["parts"][0];
        assert!(equal(&part["data"], &sample.request), "{name}: {reply}");
        assert_eq!(asked["messageId"], request.message.message_id, "{name}");
        assert_eq!(asked["role"], "ROLE_USER", "{name}");
        let body = reply["body"].as_str().unwrap();
        let reply = (sample.unwrap)(request, body)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{body}"));
        assert!(equal(&reply.payload, &sample.response), "{name}: {body}");
        assert!(
            reply.context_id.is_some_and(|it| !it.is_empty()),
            "{name}: {body}"
        );
    }
    let error_of = |index: usize| {
        let body = replies[index]["body"].as_str().unwrap();
        match (samples[0].unwrap)(&requests[0], body) {
            Err(BadReply::Error(error)) => error,
            other => panic!("{name}: {:?}\n{body}", other.map(drop)),
        }
    };
    let refused = error_of(samples.len());
    let meaning = Meaning::A2a(A2aErrorKind::ContentTypeNotSupported);
    assert_eq!(refused.meaning(), meaning, "{name}: {refused:?}");
    assert_eq!(error_of(samples.len() + 1).code, -32602, "{name}");
}
