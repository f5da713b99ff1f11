//! AAP errors from what is wrong to the wire and back, for every contract.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::result_large_err,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::time::Duration;

use aap_tests::known;
use aap_types::profile::{AapError, ErrorEnvelope, JsonRpcError, Meaning, new_error_id};
use aap_types::{
    ContractInfo, JsonPointer, Rejection, Timestamp, Violation, Violations, contracts, from_slice,
    v1_3,
};
use serde_json::{Value, json};

fn violation(pointer: &str, keyword: &'static str, message: &str) -> Violation {
    Violation::new(JsonPointer::parse(pointer).unwrap(), keyword, message)
}

fn time(text: &str) -> Timestamp {
    Timestamp::new(text).unwrap()
}

/// A code and two violations make the whole reply, with nothing to fill in but the id and the time:
/// the published one where errors are an array of details, and before that the payload alone.
#[test]
fn two_violations_make_the_published_example() {
    let violations = Violations::new(vec![
        violation("/filters/year_min", "type", "must be an integer"),
        violation(
            "/filters/make",
            "additionalProperties",
            "unknown filter key",
        ),
    ])
    .unwrap();
    let (id, created_at) = ("err_01HZ9EXAMPLE", "2026-04-30T10:15:30Z");
    let object = json!({
        "type": "aap.error",
        "error_id": id,
        "code": "SCHEMA_VALIDATION_FAILED",
        "message": "request failed validation with 2 errors",
        "retryable": false,
        "details": {
            "errors": [
                {"instanceLocation": "/filters/year_min", "keyword": "type", "error": "must be an integer"},
                {"instanceLocation": "/filters/make", "keyword": "additionalProperties", "error": "unknown filter key"},
            ]
        },
        "created_at": created_at,
    });
    let mut payload = object.clone();
    payload["@type"] = json!("https://autoagentprotocol.org/extensions/aap/error");
    let array = json!([
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "SCHEMA_VALIDATION_FAILED",
            "domain": "autoagentprotocol.org",
            "metadata": {
                "code": "SCHEMA_VALIDATION_FAILED",
                "error_id": id,
                "retryable": "false",
                "created_at": created_at,
            },
        },
        {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "fieldViolations": [
                {"field": "/filters/year_min", "description": "type: must be an integer"},
                {"field": "/filters/make", "description": "additionalProperties: unknown filter key"},
            ],
        },
        payload,
    ]);
    let expected = |contract: &ContractInfo| {
        let (payload, data) = match contract.error_envelope {
            ErrorEnvelope::Object => (&object, &object),
            _ => (&payload, &array),
        };
        let message = "Invalid params: filters.year_min must be an integer";
        let error = json!({"code": -32602, "message": message, "data": data});
        let reply = json!({"jsonrpc": "2.0", "id": "req-3", "error": error});
        (payload.clone(), reply)
    };

    for contract in contracts() {
        let (payload, reply) = expected(contract);
        let error = AapError::from_violations(contract, &violations)
            .with_id(id)
            .with_time(time(created_at));
        assert_eq!(error.to_value(contract).unwrap(), payload);
        assert_eq!(error.to_json_rpc(contract).unwrap().reply("req-3"), reply);
        assert_eq!(error.violations(), violations.as_slice());
    }
    macro_rules! check {
        ($module:ident) => {{
            let contract = ContractInfo::of::<aap_types::$module::Contract>();
            let (payload, reply) = expected(&contract);
            let typed = aap_types::$module::Error::from(&violations)
                .with_id(id)
                .with_time(time(created_at));
            let code = aap_types::$module::ErrorCode::SchemaValidationFailed;
            assert_eq!(typed.code, code);
            assert_eq!(serde_json::to_value(&typed).unwrap(), payload);
            assert_eq!(typed.to_json_rpc().reply("req-3"), reply);
        }};
    }
    aap_tests::for_each_contract!(check);
    let typed = v1_3::Error::from(violations.clone());
    assert_eq!(typed.violations(), violations.as_slice());
}

/// Without this, one of the two shapes above could go untested.
#[test]
fn every_envelope_has_a_contract() {
    for envelope in ["object", "detail-array"] {
        known::first(&format!("with errors in the {envelope:?}"), |contract| {
            contract.error_envelope.as_str() == envelope
        });
    }
}

/// Every JSON value of a text that begins a line with a brace.
fn json_values(text: &str) -> Vec<Value> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("\n{") {
        rest = &rest[start + 1..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                values.push(value);
                rest = &rest[stream.byte_offset()..];
            }
            _ => rest = &rest[1..],
        }
    }
    values
}

/// The published examples go in and come out as they are, where they are at hand.
#[test]
fn published_error_examples_survive() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/seeds");
    let Ok(files) = std::fs::read_dir(folder) else {
        return;
    };
    let Some(contract) = known::named("draft") else {
        return;
    };
    let (mut payloads, mut replies, mut refusals) = (0, 0, 0);
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for value in json_values(&text) {
            if value["type"] == "aap.error" {
                payloads += 1;
                let error = AapError::from_value(&value).unwrap();
                assert_eq!(error.to_value(contract).unwrap(), value);
                #[cfg(contract = "draft")]
                {
                    let typed = aap_types::draft::Error::try_from(error).unwrap();
                    assert_eq!(serde_json::to_value(typed).unwrap(), value);
                }
            } else if value["error"].is_object() {
                let id = value["id"].clone();
                let error = JsonRpcError::from_reply_value(&value).unwrap().unwrap();
                assert_eq!(error.reply(id.clone()), value);
                if let Some(aap) = error.aap_error() {
                    replies += 1;
                    assert_eq!(aap.to_json_rpc(contract).unwrap().reply(id), value);
                } else {
                    refusals += 1;
                    let found = error.contract_to_activate(contracts()).unwrap();
                    assert_eq!(found.name, "draft");
                    let refusal = contract.check_activation([("A2A-Version", "1.0")]);
                    let ours = refusal.unwrap_err().to_json_rpc();
                    assert_eq!((ours.code, ours.data), (error.code, error.data));
                }
            }
        }
    }
    assert_eq!((payloads, replies, refusals), (3, 1, 1));
}

/// The published example of each contract, where it is at hand, by the object's or array's way.
#[test]
fn published_payloads_survive() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/upstream/spec");
    for contract in contracts() {
        let path = format!("{folder}/{}/examples/error.example.json", contract.name);
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let value: Value = serde_json::from_str(&text).unwrap();
        let error = AapError::from_value(&value).unwrap();
        assert_eq!(
            error.to_value(contract).unwrap(),
            value,
            "{}",
            contract.name
        );
    }
}

#[test]
fn error_examples_of_every_contract_survive() {
    for source in aap_schemas::contracts() {
        let contract = contracts().iter().find(|it| it.name == source.name);
        let contract = contract.expect(source.name);
        let examples = source.examples.iter();
        let errors: Vec<_> = examples
            .filter(|file| file.path.starts_with("error."))
            .collect();
        let some = !errors.is_empty();
        assert!(some || !known::is_finished(source.name), "{}", source.name);
        for file in errors {
            let place = format!("{}/{}", source.name, file.path);
            let value: Value = serde_json::from_str(file.text).unwrap();
            let error = AapError::from_value(&value).unwrap();
            assert_eq!(error.to_value(contract).unwrap(), value, "{place}");
            let reply = error.to_json_rpc(contract).unwrap().reply(1);
            let read = JsonRpcError::from_reply(reply.to_string().as_bytes());
            assert_eq!(read.unwrap().unwrap().aap_error(), Some(error), "{place}");
        }
    }
}

/// All that a buyer needs comes back from the wire, and what goes there fits the contract's schema.
#[test]
fn every_code_of_every_contract_survives_the_wire() {
    let details = [
        None,
        Some(json!({"vin": "1HGCM82633A004352"})),
        Some(json!({"retry_after_ms": 4500, "errors": "none"})),
        Some(json!({"errors": [{"instanceLocation": "/a~1b", "keyword": "type", "error": "x"}]})),
        Some(json!([1.5, null])),
        Some(json!("text")),
    ];
    for contract in contracts() {
        for entry in contract.errors {
            for details in &details {
                let mut error = AapError::from_code(contract, entry.code)
                    .unwrap()
                    .with_message("Ein „Grund“ \u{1f697}\n")
                    .with_id("err-1")
                    .with_time(time("2026-09-08T19:46:59.000001-06:00"))
                    .with_retryable(!entry.retryable_by_default);
                error.details.clone_from(details);
                let place = format!("{} {}", contract.name, entry.code);

                let payload = error.to_value(contract).unwrap();
                let schema = contract.payload("error").unwrap();
                assert_eq!(schema.validate(&payload), Ok(()), "{place}");

                let sent = error.to_json_rpc(contract).unwrap();
                assert_eq!(sent.code, entry.jsonrpc_code, "{place}");
                let data = sent.data.as_ref().unwrap();
                let carried = match contract.error_envelope {
                    ErrorEnvelope::Object => data,
                    _ => data.as_array().unwrap().last().unwrap(),
                };
                assert_eq!(*carried, payload, "{place}");
                let problems = error.violations().len();
                let bad_request = data.to_string().contains("google.rpc.BadRequest");
                let array = data.is_array();
                assert_eq!(bad_request, array && problems > 0, "{place}");

                let reply = sent.reply("id").to_string();
                let read = JsonRpcError::from_reply(reply.as_bytes()).unwrap().unwrap();
                assert_eq!(read, sent, "{place}");
                assert_eq!(read.meaning(), Meaning::Aap(error), "{place}");
            }
        }
    }
}

/// What a program for one contract writes is what a program for any contract writes.
#[test]
fn typed_errors_are_those_of_the_contract() {
    macro_rules! check {
        ($module:ident) => {{
            use aap_types::$module;
            let contract = ContractInfo::of::<$module::Contract>();
            for code in $module::ErrorCode::ALL {
                let typed = $module::Error::from_code(*code)
                    .with_details(json!({"a": [1]}))
                    .with_retry_after(Duration::from_micros(1_500));
                assert_eq!(typed.retry_after(), Some(Duration::from_millis(2)));
                assert_eq!(typed.retryable, code.retryable_by_default());
                assert_eq!(typed.message, code.description());
                let any = AapError::from(typed.clone());
                assert_eq!(any.details, Some(json!({"a": [1], "retry_after_ms": 2})));
                assert_eq!(Ok(&typed.to_json_rpc()), any.to_json_rpc(&contract).as_ref());
                assert_eq!($module::Error::try_from(any), Ok(typed));
            }
        }};
    }
    aap_tests::for_each_contract!(check);
}

#[test]
fn a_code_of_another_contract_is_refused_by_name() {
    let own = |code: &str| known::default().errors.iter().any(|it| it.code == code);
    let foreign =
        |contract: &ContractInfo| contract.errors.iter().find(|it| !own(it.code)).copied();
    let what = "with an error code that the default contract lacks";
    if let Some(other) = known::first(what, |contract| foreign(contract).is_some()) {
        let code = foreign(other).unwrap().code;
        let error = AapError::from_code(other, code).unwrap();
        let refused = v1_3::Error::try_from(error).unwrap_err();
        let message = refused.to_string();
        for part in ["v1.3", &format!("{code:?}"), "RATE_LIMITED"] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert!(AapError::from_code(known::default(), "rate_limited").is_err());
}

/// A handler that is written once for all contracts.
#[test]
fn generic_code_needs_no_more_than_a_contract() {
    fn limited<C: aap_types::Contract>() -> C::Error {
        let error = AapError::from_code(&ContractInfo::of::<C>(), "RATE_LIMITED");
        error.unwrap().try_into().unwrap()
    }
    assert_eq!(limited::<v1_3::Contract>().to_json_rpc().code, -32002);
    if known::are_there(&["v3.1"]) {
        #[cfg(contract = "v3_1")]
        assert_eq!(
            limited::<aap_types::v3_1::Contract>().to_json_rpc().code,
            -32000
        );
    }
    macro_rules! check {
        ($module:ident) => {
            use aap_types::$module;
            let contract = ContractInfo::of::<$module::Contract>();
            let entry = contract.errors.iter().find(|it| it.code == "RATE_LIMITED");
            let code = limited::<$module::Contract>().to_json_rpc().code;
            assert_eq!(code, entry.unwrap().jsonrpc_code, "{}", contract.name);
        };
    }
    aap_tests::for_each_contract!(check);
}

/// A request, and the pointer and keyword of each of its problems.
type Row<'a> = (&'a [u8], &'a [(&'a str, &'a str)]);

#[test]
fn a_rejection_becomes_the_error_that_the_handler_returns() {
    fn handle(payload: &[u8]) -> Result<v1_3::InventorySearchRequest, v1_3::Error> {
        Ok(from_slice(payload)?)
    }
    let rows: &[Row<'_>] = &[
        (b"{\"type\": ", &[("", "syntax")]),
        (b"\xff", &[("", "syntax")]),
        (
            br#"{"type": "a", "type": "b", "filters": {"make": [], "make": []}}"#,
            &[("/type", "uniqueNames"), ("/filters/make", "uniqueNames")],
        ),
        (
            br#"{"type": "inventory.search.request", "filters": {"price_min": 36893488147419103232}}"#,
            &[("/filters/price_min", "range")],
        ),
        (
            br#"{"type": "inventory.search.request", "filters": {"makes": 1, "make": "Kia"}}"#,
            &[("/filters/makes", "additionalProperties"), ("/filters/make", "type")],
        ),
    ];
    for (payload, problems) in rows {
        let error = handle(payload).unwrap_err();
        assert_eq!(error.code, v1_3::ErrorCode::SchemaValidationFailed);
        let found = error.violations();
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|it| (it.instance_location.as_str(), &*it.keyword))
            .collect();
        assert_eq!(found, *problems);
        let any = from_slice::<v1_3::InventorySearchRequest>(payload).unwrap_err();
        assert_eq!(v1_3::Error::from(&any).details, error.details);
    }
    let rejection = Rejection::from(Violations::from(violation("/a", "type", "b")));
    assert_eq!(v1_3::Error::from(rejection).violations().len(), 1);
}

#[test]
fn a_message_made_from_violations_is_bounded() {
    let name = "x".repeat(1_000_000);
    let violations = Violations::from(violation(&format!("/{name}"), "type", &name));
    let error = v1_3::Error::from(&violations);
    assert!(error.to_json_rpc().message.chars().count() < 500);
    assert_eq!(error.violations(), violations.as_slice());
}

/// The root has no name to put before the problem.
#[test]
fn the_first_problem_is_the_message_of_invalid_parameters() {
    let rows = [
        ("", "Invalid params: is wrong"),
        (
            "/consent/scope/0",
            "Invalid params: consent.scope.0 is wrong",
        ),
        ("/a~1b/~0", "Invalid params: a/b.~ is wrong"),
    ];
    for (pointer, message) in rows {
        let violations = Violations::from(violation(pointer, "type", "is wrong"));
        assert_eq!(
            v1_3::Error::from(&violations).to_json_rpc().message,
            message
        );
    }
}

#[test]
fn ids_are_unique_and_look_like_uuids() {
    let threads: Vec<_> = (0..4)
        .map(|_| std::thread::spawn(|| (0..20_000).map(|_| new_error_id()).collect::<Vec<_>>()))
        .collect();
    let ids = threads.into_iter().flat_map(|it| it.join().unwrap());
    let ids: Vec<String> = ids.collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    for id in &ids {
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
        let hex = |c: char| c == '-' || c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(id.chars().all(hex), "{id}");
        assert_eq!(id.get(14..15), Some("7"), "{id}");
        assert!("89ab".contains(&id[19..20]), "{id}");
    }
}
