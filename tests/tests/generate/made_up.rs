//! The modules generated from the made-up contracts of `aap-codegen` do what their schemas say.
//!
//! Not a part of this package: `contracts.rs` copies it into an `aap-types` that has those contracts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_types::envelope::{Call, Dealer};
use aap_types::{Contract, Payload, Timestamp, from_value, v9_0, v9_1, validate};
use serde_json::{Value, json};

#[test]
fn an_object_keeps_everything_through_a_round_trip() {
    let text = json!({
        "kind": "book", "isbn": "9783161484100", "returned": null, "genre": "2nd-hand",
        "pages": 320, "floor": -2, "weight": 0.75, "place": 7, "type": true, "Self": false,
        "fineIfLate": null, "related": [], "titles": {"de": "Titel"}, "size": [1, 2.5],
        "sequel": {"kind": "book", "isbn": "316148410X", "returned": "2024-02-29"},
        "unknown": {"kept": [1, 2]}
    });
    let book: v9_0::Book = from_value(text.clone()).expect("a valid book");
    assert_eq!(book.genre, Some(v9_0::Genre::X2ndHand));
    assert_eq!(book.floor, Some(-2));
    assert_eq!(book.place, Some(v9_0::Place::Integer(7)));
    assert_eq!(book.fine_if_late, Some(None));
    assert_eq!(book.returned, None);
    assert_eq!(book.related.as_ref().map(Vec::len), Some(0));
    assert!(
        book.sequel
            .as_ref()
            .is_some_and(|sequel| sequel.returned.is_some())
    );
    assert_eq!(serde_json::to_value(&book).expect("JSON"), text);
}

#[test]
fn violations_are_those_of_the_schema() {
    let valid = json!({
        "type": "book.loan.request", "isbn": "9783161484100", "until": "2026-01-31T18:00:00Z",
        "reader": {"name": "Ada", "card": 7, "phone": "+441234567890"}
    });
    let with = |pointer: &str, name: &str, value: Value| {
        let mut message = valid.clone();
        message.pointer_mut(pointer).expect("an object")[name] = value;
        message
    };
    let cases = [
        (valid.clone(), vec![]),
        (with("", "isbn", json!("97")), vec![("/isbn", "pattern")]),
        (with("", "by_post", json!(true)), vec![("", "required")]),
        (
            with("", "extra", json!(1)),
            vec![("/extra", "additionalProperties")],
        ),
        (
            with("/reader", "card", json!(0)),
            vec![("/reader/card", "minimum")],
        ),
        (
            with("", "reader", json!({"name": "", "card": 1})),
            vec![("/reader", "anyOf"), ("/reader/name", "minLength")],
        ),
        (
            with("/reader", "guardian", json!({"name": "Eve"})),
            vec![("/reader/guardian", "oneOf")],
        ),
        (with("/reader", "guardian", Value::Null), vec![]),
    ];
    for (message, expected) in cases {
        let violations = match validate::<v9_0::LoanRequest>(&message) {
            Ok(()) => Vec::new(),
            Err(violations) => violations.into_iter().collect(),
        };
        let found: Vec<(String, String)> = violations
            .iter()
            .map(|violation| {
                let violation = serde_json::to_value(violation).expect("JSON");
                let text = |name: &str| violation[name].as_str().expect("text").to_owned();
                (text("instanceLocation"), text("keyword"))
            })
            .collect();
        let expected: Vec<(String, String)> = expected
            .into_iter()
            .map(|(pointer, keyword)| (pointer.to_owned(), keyword.to_owned()))
            .collect();
        assert_eq!(found, expected, "{message}");
        assert_eq!(
            from_value::<v9_0::LoanRequest>(message.clone()).is_ok(),
            expected.is_empty(),
            "{message}"
        );
    }
}

#[test]
fn messages_skills_and_errors_come_from_the_manifest() {
    let reader = v9_0::Reader::new(v9_0::Name::new("Ada").expect("a name"), 7);
    let isbn = v9_0::Isbn::new("9783161484100").expect("an ISBN");
    let until = Timestamp::new("2026-01-31T18:00:00Z").expect("a time");
    let request = v9_0::Request::from(v9_0::LoanRequest::new(reader, isbn, until));
    assert_eq!(request.message_type(), "book.loan.request");
    assert_eq!(request.skill(), "book.loan");
    // Neither an e-mail address nor a telephone number.
    assert_eq!(
        request.validate().map_err(|violations| violations.len()),
        Err(1)
    );
    assert_eq!(v9_0::ErrorCode::OutOnLoan.jsonrpc_code(), -32000);
    assert!(v9_0::ErrorCode::OutOnLoan.retryable_by_default());
    assert!(!v9_0::ErrorCode::NoSuchBook.retryable_by_default());
    assert_eq!(<v9_0::Contract as Contract>::SKILLS.len(), 1);
    assert_eq!(<v9_0::Contract as Contract>::PAYLOADS.len(), 6);
}

#[test]
fn names_that_rust_does_not_take_are_read_and_written_as_they_are() {
    let schema: Value = serde_json::from_str(<v9_1::SelfType as Payload>::SCHEMA).expect("JSON");
    let names = schema["properties"].as_object().expect("properties").keys();
    let text: Value = names.map(|name| (name.clone(), json!(name))).collect();
    assert!(text.as_object().is_some_and(|members| members.len() > 40));
    let typed: v9_1::SelfType = from_value(text.clone()).expect("all names are known");
    assert_eq!(typed.self_2.as_deref(), Some("self"));
    assert_eq!(serde_json::to_value(&typed).expect("JSON"), text);
}

#[test]
fn an_enum_tells_apart_whatever_its_schema_does() {
    for payload in <v9_1::Contract as Contract>::PAYLOADS {
        let schema: Value = serde_json::from_str(payload.schema).expect("JSON");
        for text in schema["enum"].as_array().into_iter().flatten() {
            let read = payload.round_trip(text.to_string().as_bytes());
            assert_eq!(read.ok().as_ref(), Some(text));
        }
    }
}

/// The contract has no error for a skill that is not offered: each has to be, and A2A's own error
/// answers a request of another.
#[test]
fn a_dealer_answers_what_it_must_offer_and_nothing_else() {
    struct Library;

    impl v9_0::Skills for Library {
        fn book_loan(
            &self,
            _: v9_0::LoanRequest,
            _: &Call<'_>,
        ) -> Result<v9_0::LoanResponse, v9_0::LendingError> {
            Err(v9_0::LendingError::from_code(v9_0::ErrorCode::OutOnLoan))
        }
    }

    let dealer = Dealer::<v9_0::Contract, _>::new(Library);
    let answer = |payload: Value| {
        let part = json!({"data": payload, "mediaType": "application/vnd.example.loan-request+json"});
        let message = json!({"messageId": "m-1", "role": "ROLE_USER", "parts": [part]});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}});
        let headers: [(&str, &str); 0] = [];
        dealer.answer(headers, body.to_string().as_bytes()).error.expect("an error")
    };
    let loan = json!({
        "type": "book.loan.request", "isbn": "9783161484100", "until": "2026-01-31T18:00:00Z",
        "reader": {"name": "Ada", "card": 7, "phone": "+441234567890"}
    });
    let data = answer(loan).data.expect("the error's payload");
    assert_eq!(data["code"], "OUT_ON_LOAN");
    let invalid = answer(json!({"type": "book.loan.request", "isbn": 1}));
    assert_eq!(invalid.code, -32602);
    assert_eq!(answer(json!({"type": "book.sale.request"})).code, -32004);
}
