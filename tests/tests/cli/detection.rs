//! Which schema a document is held against, and where in it the payload is.

use aap_schemas::contracts;
use aap_tests::known;
use aap_types::profile::ErrorEnvelope;
use serde_json::{Value, json};

use crate::support::{
    BROKEN_LEAD, Folder, lead, message, rpc_error, rpc_request, rpc_response, validate,
};

const CUSTOMER: &str = r#"{"first_name": "Ida", "last_name": "Lind", "phone": "+12085550117"}"#;

#[test]
fn the_type_of_a_payload_finds_its_schema() {
    validate(lead(), &[])
        .expect(0, "ok   x.json: lead-submit-request (v1.3)\n")
        .silent();
}

#[test]
fn a_schema_is_named_by_file_type_or_id() {
    let id = "https://autoagentprotocol.org/v1.3/schemas/customer.schema.json";
    for name in ["customer", "Customer", id] {
        validate(CUSTOMER, &["--as", name])
            .expect(0, "ok   x.json: customer (v1.3)\n")
            .silent();
    }
}

#[test]
fn a_named_schema_wins_over_the_type() {
    let run = validate(lead(), &["--as", "lead-submit-response"]);
    assert_eq!(run.code, 1);
    assert!(
        run.out
            .starts_with("invalid x.json: lead-submit-response (v1.3): ")
    );
    assert!(run.out.contains("\n  /type "), "{}", run.out);
}

#[test]
fn a_named_schema_is_that_of_the_payload_inside_an_envelope() {
    let customer: Value = serde_json::from_str(CUSTOMER).unwrap();
    validate(rpc_request(&customer), &["--as", "customer"]).expect(
        0,
        "ok   x.json: customer at /params/message/parts/0/data (v1.3)\n",
    );
}

#[test]
fn an_agent_card_is_known_by_its_shape() {
    for contract in known::finished() {
        let card = known::example(contract.name, "agent-card.full.json");
        let expected = format!("ok   x.json: agent-card ({})\n", contract.name);
        validate(&card, &["--contract", contract.name]).expect(0, &expected);
    }
}

#[test]
fn a_damaged_agent_card_is_still_known() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    for missing in ["capabilities", "skills", "supportedInterfaces"] {
        let mut card = known::example("v1.3", "agent-card.minimal.json");
        card.as_object_mut().unwrap().remove(missing);
        let run = validate(&card, &[]);
        assert_eq!(run.code, 1, "{run:#?}");
        assert!(run.out.starts_with("invalid x.json: agent-card (v1.3): "));
        assert!(run.out.contains(&format!("{missing:?} is missing")));
    }
}

#[test]
fn a_card_of_another_contract_is_told_which_contract_to_name() {
    for contract in known::finished() {
        let card = known::example(contract.name, "agent-card.minimal.json");
        let run = validate(card, &[]);
        match contract.name {
            known::DEFAULT => run.silent(),
            name => run.says(&["note: x.json", &format!("--contract {name}")]),
        };
    }
}

#[test]
fn envelopes_are_opened() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let request = lead();
    let response = known::example("v1.3", "lead-submit-response.minimal.json");
    let error = known::example("v1.3", "error.plain.json");
    let cases = [
        (
            rpc_request(&request),
            "lead-submit-request at /params/message/parts/0/data",
        ),
        (
            rpc_response(&response),
            "lead-submit-response at /result/message/parts/0/data",
        ),
        (rpc_error(&error), "error at /error/data"),
        (message(&request), "lead-submit-request at /parts/0/data"),
        (
            json!({"message": message(&request), "configuration": {}}),
            "lead-submit-request at /message/parts/0/data",
        ),
    ];
    for (document, found) in cases {
        validate(document, &[])
            .expect(0, &format!("ok   x.json: {found} (v1.3)\n"))
            .silent();
    }
}

/// The contracts whose errors are lists of details.
fn with_details() -> impl Iterator<Item = &'static str> {
    let property = |it: &aap_types::ContractInfo| it.error_envelope != ErrorEnvelope::Object;
    let _at_least_one = known::first("with errors that are lists of details", property);
    let contracts = known::finished();
    contracts.filter(move |it| property(it)).map(|it| it.name)
}

#[test]
fn an_error_among_details_is_found_by_its_at_type() {
    let details = |payload: &Value| {
        json!([
            {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "VEHICLE_NOT_FOUND"},
            {"@type": "https://agent.example/other", "type": "aap.error"},
            payload,
        ])
    };
    for contract in with_details() {
        let mut error = known::example(contract, "error.plain.json");
        validate(rpc_error(&details(&error)), &["--contract", contract]).expect(
            0,
            &format!("ok   x.json: error at /error/data/2 ({contract})\n"),
        );
        error["code"] = json!("NO_SUCH_CODE");
        let run = validate(rpc_error(&details(&error)), &["--contract", contract]);
        assert_eq!(run.code, 1);
        assert!(
            run.out.contains("\n  /error/data/2/code  enum  "),
            "{}",
            run.out
        );
    }
}

#[test]
fn an_error_without_its_at_type_is_held_against_the_schema_all_the_same() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let error = known::example("v1.3", "error.plain.json");
    for contract in with_details() {
        let run = validate(rpc_error(&json!([error])), &["--contract", contract]);
        assert_eq!(run.code, 1);
        assert!(
            run.out.contains("\n  /error/data/0  required  "),
            "{}",
            run.out
        );
    }
}

#[test]
fn an_error_of_a2a_itself_has_nothing_to_validate() {
    let info = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "X"}]);
    for data in [Value::Null, json!([]), info] {
        let mut document = rpc_error(&data);
        document["error"]["code"] = json!(-32009);
        validate(&document, &[]).refused(&["unusable x.json", "-32009", "nothing to validate"]);
        document["error"].as_object_mut().unwrap().remove("data");
        validate(&document, &[]).refused(&["-32009", "nothing to validate"]);
    }
}

#[test]
fn an_envelope_without_a_payload_says_what_is_missing_where() {
    let text_first = json!({"parts": [{"text": "hello"}, {"data": lead()}]});
    let cases = [
        (json!({"jsonrpc": "2.0", "id": 1}), "params"),
        (json!({"jsonrpc": "2.0", "params": {}}), "/params"),
        (json!({"jsonrpc": "2.0", "params": 3}), "/params"),
        (
            json!({"jsonrpc": "2.0", "params": {"message": {}}}),
            "/params/message",
        ),
        (json!({"jsonrpc": "2.0", "result": {"task": {}}}), "task"),
        (json!({"jsonrpc": "2.0", "error": "broken"}), "/error"),
        (json!({"parts": []}), "/parts"),
        (json!({"parts": {}}), "/parts"),
        (text_first, "/parts/0"),
    ];
    for (document, place) in cases {
        validate(&document, &[]).refused(&["unusable x.json", place]);
    }
}

#[test]
fn violations_are_placed_in_the_whole_document() {
    let payload: Value = serde_json::from_str(BROKEN_LEAD).unwrap();
    let run = validate(rpc_request(&payload), &[]);
    assert_eq!(run.code, 1);
    let at = "/params/message/parts/0/data";
    assert!(run.out.starts_with(&format!(
        "invalid x.json: lead-submit-request at {at} (v1.3): 5 violations\n"
    )));
    for place in [
        "/zeta",
        "/customer",
        "/customer/first_name",
        "/consent/allowed_channels",
    ] {
        assert!(
            run.out.contains(&format!("\n  {at}{place} ")),
            "{}",
            run.out
        );
    }
}

#[test]
fn an_unknown_type_lists_the_known_ones() {
    let run = validate(json!({"type": "lead.submti.request"}), &[]);
    run.refused(&[
        "\"lead.submti.request\"",
        "did you mean \"lead.submit.request\"",
        "aap.error",
        "inventory.search.response",
    ]);
    validate(json!({"type": 3}), &[]).refused(&["x.json", "/type", "number"]);
    validate(json!({"parts": [{"data": {"type": 3}}]}), &[]).refused(&["/parts/0/data/type"]);
}

#[test]
fn a_document_without_a_type_is_told_about_as() {
    validate(CUSTOMER, &[]).refused(&["x.json", "`type`", "--as"]);
}

/// Every example with a `type` or a card's shape, bare and in each envelope that it may travel in.
#[test]
fn every_example_of_every_contract_is_valid_in_every_wrapping() {
    for contract in contracts() {
        let folder = Folder::new::<&str>(&[]);
        let mut expected = 0;
        for file in contract.examples {
            let value: Value = serde_json::from_str(file.text).unwrap();
            let mut put = |name: &str, document: &Value| {
                folder.write(format!("{name}/{}", file.path), document.to_string());
                expected += 1;
            };
            if value.get("type").is_some() {
                put("bare", &value);
                put("request", &rpc_request(&value));
                put("response", &rpc_response(&value));
                put("error", &rpc_error(&value));
                put("message", &message(&value));
                put("body", &json!({"message": message(&value)}));
            } else if file.path.starts_with("agent-card.") {
                put("bare", &value);
            }
        }
        if !known::is_finished(contract.name) && expected == 0 {
            known::skipped(&format!("{} has no examples", contract.name));
            continue;
        }
        let is_finished = known::is_finished(contract.name);
        assert!(expected > 100 || !is_finished, "{}", contract.name);
        let run = folder.validate(&["--contract", contract.name, "."]);
        assert_eq!(run.code, 0, "{run:#?}");
        assert_eq!(run.out.lines().count(), expected);
        run.says(&[&format!("{expected} inputs: {expected} valid")]);
    }
}
