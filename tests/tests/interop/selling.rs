//! An SDK as the buyer: it reads our card, our responses and our errors, and we read its requests.

use std::net::TcpListener;

use aap_types::envelope::{Dealer, Serves};
use aap_types::profile::discovery::{self, Options};
use aap_types::profile::{Activation, JsonRpcError, Meaning};
use aap_types::runtime::equality::equal;
use aap_types::{Contract, ContractInfo};
use serde_json::{Value, json};

use crate::buying::Sample;
use crate::sdk::Sdk;
use crate::{Shop, example, http};

/// The tenant that has no time.
pub const BUSY: &str = "busy";

pub fn test<C: Contract + 'static>(samples: &[Sample], sdk: Sdk)
where
    Shop: Serves<C>,
{
    let contract = example::info::<C>();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let card = crate::card(contract, &format!("{origin}/a2a"));
    let dealer = Dealer::<C, _>::new(Shop);
    let served = card.clone();
    http::serve(listener, move |request| {
        if request.path == "/.well-known/agent-card.json" {
            return served.to_string();
        }
        let headers = request.headers.iter().map(|(name, value)| (name, value));
        let reply = dealer.answer(headers, &request.body);
        serde_json::to_string(&reply).unwrap()
    });

    let activated = [contract.extension_uri];
    let good = |sample: &Sample| serde_json::to_value(sample.wrapped()).unwrap();
    let call = |request: Value, uris: &[&str]| json!({"request": request, "extensions": uris});
    let first = &samples[0];
    let mut busy = good(first);
    busy["tenant"] = json!(BUSY);
    let mut invalid = good(first);
    invalid["message"]["parts"][0]["data"]["privacy"] = json!("none");
    let mut foreign = good(first);
    foreign["message"]["parts"][0]["mediaType"] = json!("application/json");
    let mut calls: Vec<Value> = samples
        .iter()
        .map(|sample| call(good(sample), &activated))
        .collect();
    calls.extend([
        call(busy, &activated),
        call(invalid.clone(), &activated),
        call(foreign, &activated),
        call(good(first), &[]),
    ]);
    // In the snake_case of the first contract the JavaScript SDK reads a card, but its resolver does
    // not, so that it is given the card.
    let given = sdk == Sdk::JavaScript && card.get("supported_interfaces").is_some();
    let mut order = json!({"url": origin, "calls": calls});
    if given {
        order["card"] = card;
    }
    let result = sdk.run("client", &order);
    let name = format!("{sdk:?} {}", contract.name);

    // The card, as the SDK writes down what it understood.
    let understood = discovery::discover(&result["card"], Options::default().development());
    let offer = understood
        .speak()
        .unwrap_or_else(|| panic!("{name}: {}", result["card"]));
    assert_eq!(offer.contract.name, contract.name);
    assert_eq!(offer.skills.len(), samples.len(), "{name}");
    assert_eq!(offer.interface().unwrap().url, format!("{origin}/a2a"));

    let calls = result["calls"].as_array().unwrap();
    let (served, refused) = calls.split_at(samples.len());
    for (sample, call) in samples.iter().zip(served) {
        let part = &call["message"]["parts"][0];
        assert!(equal(&part["data"], &sample.response), "{name}: {call}");
        assert_eq!(part["mediaType"], sample.response_media_type, "{name}");
        assert_eq!(call["message"]["role"], "ROLE_AGENT", "{name}");
        assert_ne!(call["message"]["contextId"], "", "{name}");
        assert!(call["message"]["contextId"].is_string(), "{name}");
    }
    let [busy, invalid, foreign, bare] = refused else {
        panic!("{name}: {refused:?}");
    };
    assert_errors(&name, contract, sdk, [busy, invalid, foreign]);
    match contract.activation {
        Activation::Required => {
            let error = &bare["error"];
            let told = error["message"].as_str().unwrap();
            assert_eq!(error["name"], "ExtensionSupportRequiredError", "{name}");
            // What the SDK leaves of the error is enough to mend the request.
            let metadata = Some(error["metadata"].clone());
            let left = JsonRpcError::new(-32008, told, metadata);
            let found = left.contract_to_activate(aap_types::contracts()).unwrap();
            assert_eq!(found.name, contract.name, "{name}");
        }
        Activation::NotEnforced => assert!(bare.get("message").is_some(), "{name}: {bare}"),
        // The SDKs always name the version, so the list is missing.
        _ => assert_eq!(
            bare["error"]["name"], "ExtensionSupportRequiredError",
            "{name}: {bare}"
        ),
    }
}

/// What each SDK makes of our errors, which is not all that there is to them.
fn assert_errors(name: &str, contract: &ContractInfo, sdk: Sdk, errors: [&Value; 3]) {
    let [busy, invalid, foreign] = errors.map(|call| &call["error"]);
    let number = contract.error_entry("RATE_LIMITED").unwrap().jsonrpc_code;
    let text = |error: &Value| error["message"].as_str().unwrap().to_owned();
    match sdk {
        Sdk::Python => {
            assert_eq!(foreign["name"], "ContentTypeNotSupportedError", "{name}");
            assert_eq!(invalid["name"], "InvalidParamsError", "{name}");
            if number == -32000 {
                assert_eq!(busy["name"], "A2AClientError", "{name}: {busy}");
                assert!(text(busy).contains("-32000"), "{name}: {busy}");
            }
        }
        Sdk::JavaScript => {
            assert_eq!(foreign["name"], "ContentTypeNotSupportedError", "{name}");
            assert_eq!(invalid["name"], "RequestMalformedError", "{name}");
            if number == -32000 {
                // The raw envelope is kept, and we understand it.
                let raw = JsonRpcError::from_reply_value(&busy["raw"])
                    .unwrap()
                    .unwrap();
                let Meaning::Aap(error) = raw.meaning() else {
                    panic!("{name}: {raw:?}");
                };
                assert_eq!(error.code, "RATE_LIMITED", "{name}");
                assert!(error.retryable, "{name}");
            }
        }
    }
    assert!(text(invalid).contains("privacy"), "{name}: {invalid}");
    // Where the envelope has details, one SDK gives their metadata to the program.
    if sdk == Sdk::Python && contract.error_envelope.as_str() == "detail-array" {
        let metadata = &invalid["metadata"];
        assert_eq!(
            metadata["code"], "SCHEMA_VALIDATION_FAILED",
            "{name}: {invalid}"
        );
        assert_eq!(metadata["retryable"], "false", "{name}: {invalid}");
    }
}
