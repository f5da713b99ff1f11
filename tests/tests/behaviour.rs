//! What a user of `aap-types` holds in their hands, on the default contract.
//!
//! Types that only a `title` in our schemas gives a name are not named here, but inferred: a folder
//! that is imported anew has the published titles.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_types::runtime::equality;
use aap_types::v1_3::{
    Address, ConsentGrant, Customer, ErrorCode, Facets, InventorySearchRequest, LeadSubmitRequest,
    Request, Response, SourceAgent, Vehicle, Vin,
};
use aap_types::{AnyContract, Contract, Payload, Rejection, Status, Timestamp, v1_3, v3_1};
use serde_json::{Value, json};

fn lead() -> Value {
    json!({
        "type": "lead.submit.request",
        "customer": {"first_name": "Noor", "last_name": "Haddad", "email": "noor@example.com"},
        "consent": {
            "granted_at": "2026-11-02T08:30:00-05:00",
            "allowed_channels": ["email"],
            "consent_text": "Yes, contact me.",
            "scope": ["lead_submission"]
        },
        "source_agent": {"name": "wheel-finder"}
    })
}

/// Pointer and keyword of every violation, in order.
fn found(rejection: &Rejection) -> Vec<(String, String)> {
    let violations = rejection
        .violations()
        .unwrap_or_else(|| panic!("{rejection}"));
    violations
        .iter()
        .map(|it| (it.instance_location.to_string(), it.keyword.to_string()))
        .collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected
        .iter()
        .map(|(pointer, keyword)| ((*pointer).to_owned(), (*keyword).to_owned()))
        .collect()
}

#[test]
fn a_customer_needs_an_email_address_or_a_telephone_number_and_may_have_both() {
    let both = json!({"first_name": "A", "last_name": "B", "email": "a@example.com", "phone": "+14155550123"});
    let customer: Customer = aap_types::from_value(both.clone()).unwrap();
    assert_eq!(serde_json::to_value(&customer).unwrap(), both);

    let mut neither = lead();
    neither["customer"].as_object_mut().unwrap().remove("email");
    let rejection = aap_types::from_value::<LeadSubmitRequest>(neither).unwrap_err();
    assert_eq!(found(&rejection), pairs(&[("/customer", "anyOf")]));
}

#[test]
fn every_violation_is_told_at_once_in_the_order_of_the_text() {
    let text = r#"{
        "vehicle_of_interest": {"condition": "good"},
        "type": "lead.submit.request",
        "shoe_size": 44,
        "customer": {"phone": "555-0100", "first_name": "A", "last_name": "B"},
        "source_agent": {"name": "wheel-finder"}
    }"#;
    let rejection = aap_types::from_str::<LeadSubmitRequest>(text).unwrap_err();
    let expected = pairs(&[
        ("", "required"),
        ("/vehicle_of_interest/condition", "enum"),
        ("/shoe_size", "additionalProperties"),
        ("/customer/phone", "pattern"),
    ]);
    assert_eq!(found(&rejection), expected);
}

#[test]
fn a_vehicle_loses_nothing() {
    let text = r#"{
        "features": [], "rooftop": null, "year": 2024.0, "electric_range_mi": 113,
        "dealer_score": {"stars": 4.5, "by": ["a", null]}, "updated_at": "2026-05-03T11:00:00-07:00"
    }"#;
    let vehicle: Vehicle = aap_types::from_str(text).unwrap();
    assert_eq!(vehicle.features, Some(Vec::new()), "empty is not absent");
    assert_eq!(vehicle.photos, None);
    assert_eq!(vehicle.rooftop, Some(None), "null is not absent");
    assert_eq!(vehicle.year, Some(2024), "2024.0 is an integer");
    assert_eq!(
        vehicle.updated_at.as_ref().unwrap().as_str(),
        "2026-05-03T11:00:00-07:00"
    );
    assert_eq!(vehicle.extra["dealer_score"]["stars"], json!(4.5));
    let after = serde_json::to_value(&vehicle).unwrap();
    assert!(
        equality::equal(&serde_json::from_str(text).unwrap(), &after),
        "{after}"
    );
    let appointment =
        json!({"appointment_type": "test_drive", "appointment_at": "2026-05-03T11:00:00-07:00"});
    let typed: v1_3::Appointment = aap_types::from_value(appointment.clone()).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), appointment);
}

#[test]
fn null_is_no_absent_member() {
    let rejection = aap_types::from_str::<Vehicle>(r#"{"make": null}"#).unwrap_err();
    assert_eq!(found(&rejection), pairs(&[("/make", "type")]));
}

#[test]
fn texts_without_one_meaning_are_refused() {
    let cases = [
        (r#"{"make": "A", "make": "B"}"#, "/make"),
        (r#"{"x": {"y": 1, "y": 1}}"#, "/x/y"),
        (r#"{"make": "A", "m\u0061ke": "B"}"#, "/make"),
    ];
    for (text, pointer) in cases {
        match aap_types::from_str::<Vehicle>(text) {
            Err(Rejection::DuplicateKey(error)) => {
                assert_eq!(error.instance_locations[0], pointer, "{text}")
            }
            other => panic!("{text}: {other:?}"),
        }
        assert!(
            serde_json::from_str::<Vehicle>(text).is_err(),
            "serde too: {text}"
        );
    }
    let syntax = [
        "",
        "{",
        "{\"make\": \"A\"} x",
        "nul",
        "\u{feff}{}",
        "{\"make\": \"\\ud800\"}",
    ];
    let overflow = ["{\"price\": 1e400, \"a\":", "1e400 x", "[1e400"];
    for text in syntax.into_iter().chain(overflow) {
        assert!(
            matches!(
                aap_types::from_str::<Vehicle>(text),
                Err(Rejection::Syntax(_))
            ),
            "{text:?}"
        );
    }
    assert!(matches!(
        aap_types::from_slice::<Vehicle>(b"{\"make\": \"\xff\"}"),
        Err(Rejection::Syntax(_))
    ));
}

#[test]
fn numbers_that_would_change_are_refused_with_their_place() {
    let (range, spelling) = (
        "expected an integer from 0 to 18446744073709551615",
        "expected an integer beyond 2^53 to be written without fraction and exponent",
    );
    let cases = [
        (r#"{"price": 18446744073709551616}"#, "/price", range),
        (r#"{"price": 1e30}"#, "/price", range),
        (r#"{"price": 9007199254740993.0}"#, "/price", spelling),
        (r#"{"price": 1.8e19}"#, "/price", spelling),
        (
            r#"{"battery_kwh": 9007199254740993}"#,
            "/battery_kwh",
            "expected a finite number, an integer of at most 2^53",
        ),
        (
            r#"{"fees": [{"name": "a", "amount": 2e40}]}"#,
            "/fees/0/amount",
            range,
        ),
    ];
    for (text, pointer, expected) in cases {
        match aap_types::from_str::<Vehicle>(text) {
            Err(Rejection::Unrepresentable(error)) => {
                assert_eq!(error.instance_location, pointer, "{text}");
                assert!(error.message.ends_with(expected), "{text}: {error}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let kept: Vehicle =
        aap_types::from_str(r#"{"price": 18446744073709551615, "mileage": 1e3}"#).unwrap();
    assert_eq!((kept.price, kept.mileage), (Some(u64::MAX), Some(1000)));
}

#[test]
fn a_number_that_overflows_hides_no_violation() {
    if cfg!(feature = "arbitrary_precision") {
        return;
    }
    let cases = [
        // Text, violations, the number that overflows where there are none.
        (
            r#"{"x": 1e400, "year": 1700, "vin": "1"}"#,
            &["/vin", "/year"][..],
            "",
        ),
        (r#"{"price": -1e400, "make": 7}"#, &["/make", "/price"], ""),
        (
            r#"{"make": "1e400", "x": [1e300, {"y": 1e999, "z": -2e400}]}"#,
            &[],
            "/x/1/y",
        ),
        (r#"{"price": 1e400}"#, &[], "/price"),
        // Nothing is said of other numbers than those of the text.
        (
            r#"{"fees": [{"name": "a", "amount": 1e400}, {"name": "a", "amount": 2e400}]}"#,
            &[],
            "/fees/0/amount",
        ),
        (r#"{"year": 1e400, "price": 2e400}"#, &["/year"], ""),
    ];
    for (text, violations, overflow) in cases {
        match aap_types::from_str::<Vehicle>(text) {
            Err(Rejection::Invalid(found)) => {
                let mut places: Vec<String> = found
                    .iter()
                    .map(|violation| violation.instance_location.to_string())
                    .collect();
                places.sort();
                assert_eq!(places, violations, "{text}");
                assert!(!found.to_string().contains("308"), "{found}");
            }
            Err(Rejection::Unrepresentable(error)) => {
                assert!(violations.is_empty(), "{text}: {error}");
                assert_eq!(error.instance_location, overflow, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
        assert!(!aap_types::is_valid_slice::<Vehicle>(text.as_bytes()));
    }
    // Where there are many, nothing else is told.
    let many = format!(r#"{{"x": [{}0], "year": 1}}"#, "1e400,".repeat(101));
    assert!(matches!(
        aap_types::from_str::<Vehicle>(&many),
        Err(Rejection::Unrepresentable(error)) if error.instance_location == "/x/0"
    ));
    // What follows may still be no JSON, or name a member twice.
    let twice = r#"{"x": 1e400, "make": "a", "make": "a"}"#;
    assert!(matches!(
        aap_types::from_str::<Vehicle>(twice),
        Err(Rejection::DuplicateKey(_))
    ));
    for text in [
        r#"{"x": 1e400, "make": "\ud800"}"#,
        r#"{"x": 1e400, "y": 01e400}"#,
        r#"{"x": 1e400, "y": 1.e400}"#,
        r#"{"x": 1e400, "y": -.5e400}"#,
        r#"{"x": 1e400."#,
    ] {
        let found = aap_types::from_str::<Vehicle>(text);
        let without = aap_types::from_str::<Vehicle>(&text.replacen("1e400", "1e300", 1));
        assert!(matches!(found, Err(Rejection::Syntax(_))), "{found:?}");
        assert_eq!(found, without, "at the same place");
    }
}

#[test]
fn serde_alone_is_as_strict_as_from_slice() {
    let cases = [
        (r#"{"vin": "short"}"#, "[A-HJ-NPR-Z0-9]{17}"),
        (r#"{"year": 1700}"#, "/year"),
        (r#"{"year": 2026.5}"#, "2026.5"),
        (r#"{"battery_kwh": -1, "year": 1700}"#, "/battery_kwh"),
        (
            r#"{"fees": [{"name": "Title", "amount": 5}, {"amount": 5.0, "name": "Title"}]}"#,
            "/fees",
        ),
        (
            r#"{"other_attributes": {"seats": {}}}"#,
            "/other_attributes/seats",
        ),
        (r#"{"make": "a", "make": "a"}"#, "make"),
        (r#"{"theirs": 1, "theirs": 2}"#, "theirs"),
        (r#"{"theirs": {"a": [{"b": 1, "b": 1}]}}"#, "b"),
        (r#"{"vin": null}"#, "null"),
    ];
    for (invalid, named) in cases {
        let error = serde_json::from_str::<Vehicle>(invalid)
            .unwrap_err()
            .to_string();
        assert!(error.contains(named), "{invalid}: {error}");
        assert!(
            aap_types::from_str::<Vehicle>(invalid).is_err(),
            "{invalid}"
        );
    }
    let valid = r#"{"year": 1999.0, "theirs": {"a": [1.50, null]}, "rooftop": null}"#;
    assert_eq!(
        serde_json::from_str::<Vehicle>(valid).unwrap(),
        aap_types::from_str::<Vehicle>(valid).unwrap()
    );
}

#[test]
fn a_value_built_in_rust_is_checked_before_it_is_sent() {
    let mut lead = LeadSubmitRequest::new(
        Customer::new("Noor", "Haddad"),
        ConsentGrant::new(
            Timestamp::new("2026-11-02T08:30:00-05:00").unwrap(),
            vec!["phone".parse().unwrap()],
            "Call me.".parse().unwrap(),
            vec!["lead_submission".parse().unwrap()],
        ),
        SourceAgent::new("wheel-finder".parse().unwrap()),
    );
    let violations = lead.validate().unwrap_err();
    assert_eq!(
        (violations.len(), &*violations.as_slice()[0].keyword),
        (1, "anyOf")
    );
    lead.customer.phone = Some("+14155550123".parse().unwrap());
    lead.validate().unwrap();

    lead.vehicle_of_interest = Some(Vehicle {
        condition: Some("poor".parse().unwrap()),
        ..Vehicle::new()
    });
    let violations = lead.validate().unwrap_err();
    assert_eq!(
        violations.as_slice()[0].instance_location,
        "/vehicle_of_interest/condition"
    );
    assert_eq!(lead.validate().unwrap_err().into_iter().count(), 1);
}

#[test]
fn what_has_no_json_form_is_an_error_not_a_wrong_text() {
    let infinite = Vehicle {
        battery_kwh: Some(f64::NAN),
        ..Vehicle::new()
    };
    assert!(serde_json::to_string(&infinite).is_err());
    assert!(infinite.validate().is_err());
    let mut twice = Vehicle::new();
    twice.extra.insert("vin".to_owned(), json!("X"));
    assert!(
        serde_json::to_string(&twice)
            .unwrap_err()
            .to_string()
            .contains("vin")
    );
    assert!(twice.validate().is_err());
}

#[test]
fn string_types_are_valid_by_construction() {
    assert!(Vin::new("1HGCV1F30NA123456").is_ok());
    for wrong in [
        "",
        "1HGCV1F30NA12345",
        "IHGCV1F30NA123456",
        "1HGCV1F30NA123456\n",
        "１HGCV1F30NA12345",
    ] {
        let error = Vin::new(wrong).unwrap_err();
        assert_eq!(error.type_name, "Vin");
    }
    let mut customer = Customer::new("Noor", "Haddad");
    for (text, is_valid) in [("+14155550123", true), ("555-0100", false)] {
        customer.phone = text.parse().ok();
        assert_eq!(customer.phone.is_some(), is_valid, "{text}");
    }
}

#[test]
fn enums_have_a_case_for_each_text_and_none_for_another() {
    let cases = ["new", "used", "cpo", "excellent", "good", "fair", "poor"];
    let mut vehicle = Vehicle::new();
    for text in cases {
        vehicle.condition = Some(text.parse().unwrap());
        assert_eq!(vehicle.condition.unwrap().as_str(), text);
        assert_eq!(vehicle.condition.unwrap().to_string(), text);
    }
    for wrong in ["New", "", "new ", "clean"] {
        vehicle.condition = wrong.parse().ok();
        assert_eq!(vehicle.condition, None, "{wrong:?}");
    }
    let codes = ErrorCode::ALL.iter().map(|code| code.as_str());
    let table = v1_3::Contract::ERRORS.iter().map(|entry| entry.code);
    assert!(codes.eq(table));
}

#[test]
fn messages_are_told_apart_by_their_type() {
    let search = json!({"type": "inventory.search.request", "filters": {"make": ["Honda"]}});
    let request = Request::from_value(search.clone()).unwrap();
    assert_eq!(
        (request.skill(), request.message_type()),
        ("inventory.search", "inventory.search.request")
    );
    assert!(matches!(
        &request,
        Request::InventorySearch(InventorySearchRequest {
            filters: Some(_),
            ..
        })
    ));
    assert_eq!(serde_json::to_value(&request).unwrap(), search);
    assert!(matches!(
        Request::from_value(lead()).unwrap(),
        Request::LeadSubmit(_)
    ));
    let wrong = [
        (
            json!({"type": "inventory.search.response"}),
            ("/type", "enum"),
        ),
        (json!({"type": 7}), ("/type", "enum")),
        (json!({}), ("", "required")),
        (json!([]), ("", "type")),
    ];
    for (value, expected) in wrong {
        let rejection = Request::from_value(value.clone()).unwrap_err();
        assert_eq!(found(&rejection), pairs(&[expected]), "{value}");
    }
    assert!(Response::from_value(search).is_err());
}

#[test]
fn a_contract_tells_its_identity_and_its_errors() {
    assert_eq!(v1_3::Contract::NAME, "v1.3");
    assert_eq!(v1_3::Contract::STATUS, Status::Released);
    assert_eq!(ErrorCode::RateLimited.jsonrpc_code(), -32002);
    assert!(ErrorCode::RateLimited.retryable_by_default());
    assert!(!ErrorCode::VehicleNotFound.retryable_by_default());
    assert_eq!(
        <v1_3::skills::LeadSubmit as aap_types::Skill>::MCP_TOOL,
        "aap_lead_submit"
    );
    let schema: Value = serde_json::from_str(LeadSubmitRequest::SCHEMA).unwrap();
    assert_eq!(schema["$id"], LeadSubmitRequest::SCHEMA_ID);
    for contract in AnyContract::ALL {
        let info = contract.info();
        assert_eq!(
            AnyContract::from_extension_uri(info.extension_uri),
            Some(*contract)
        );
        assert_eq!(
            AnyContract::from_extension_uri(&format!("{}/", info.extension_uri)),
            None
        );
        assert_eq!(AnyContract::from_name(info.name), Some(*contract));
    }
    assert_eq!(AnyContract::ALL.len(), aap_schemas::contracts().len());
}

#[test]
fn structs_without_required_members_have_a_default() {
    assert_eq!(Address::default(), Address::new());
    assert_eq!(serde_json::to_value(Facets::default()).unwrap(), json!({}));
}

/// Numbers keep their text where serde_json keeps it; a member of that very name stays a member.
#[test]
fn arbitrary_precision_changes_nothing_but_precision() {
    let text = r#"{"x": 0.1234567890123456789, "y": {"$serde_json::private::Number": "12"}}"#;
    let vehicle: Vehicle = aap_types::from_str(text).unwrap();
    let written = serde_json::to_string(&vehicle).unwrap();
    assert!(
        written.contains(r#"{"$serde_json::private::Number":"12"}"#),
        "{written}"
    );
    let precise = serde_json::from_str::<Value>("0.1234567890123456789")
        .unwrap()
        .to_string();
    assert!(written.contains(&precise), "{written}");
}

#[test]
fn what_an_error_tells_does_not_grow_with_what_was_sent() {
    let long = "x".repeat(100_000);
    let repeated =
        |times: usize| format!(r#"{{"{long}": {{"a": 1{}}}}}"#, r#", "a": 1"#.repeat(times));
    let Err(Rejection::DuplicateKey(told)) =
        aap_types::from_str::<v1_3::Vehicle>(&repeated(10_000))
    else {
        panic!("a member is there more than once");
    };
    assert!(told.to_string().len() < 2_000_000);
    // Each element is a violation below the long name.
    let list = "1,".repeat(20_000);
    let card = format!(
        r#"{{"securityRequirements": [{{"schemes": {{"{long}": {{"list": [{list}1]}}}}}}]}}"#
    );
    let Err(Rejection::Invalid(told)) = aap_types::from_str::<v3_1::AgentCard>(&card) else {
        panic!("a number is no scope");
    };
    assert!(told.len() > 500);
    let pointers = told
        .iter()
        .map(|told| told.instance_location.as_str().len());
    assert!(pointers.sum::<usize>() < 100_000_000);
    // Where an array, an object or a boolean should stand, serde_json has words of its own.
    let text = format!(r#"{{"msrp": "{long}"}}"#);
    let error = serde_json::from_str::<v1_3::Vehicle>(&text).unwrap_err();
    assert!(error.to_string().len() < 500);
    let Err(rejection) = aap_types::from_str::<v1_3::Vehicle>(&text) else {
        panic!("a text is no price");
    };
    assert!(rejection.to_string().len() < 500);
}

#[test]
fn a_type_that_is_no_text_is_shown_as_it_is() {
    let rejection = v1_3::Request::from_slice(br#"{"type": 5}"#).unwrap_err();
    assert!(rejection.to_string().ends_with("found 5"), "{rejection}");
}

#[test]
fn serde_json_tells_where_an_object_is_that_does_not_conform() {
    // Found only after all members were read, at the top and in another object.
    let whole = "{\n  \"year\": 1800}";
    let part =
        format!("{{\"type\": \"inventory.vehicle.response\", \"data\": {{\"vehicle\": {whole}}}}}");
    let errors = [
        serde_json::from_str::<v1_3::Vehicle>(whole).map(drop),
        serde_json::from_str::<v1_3::VehicleDetailResponse>(&part).map(drop),
    ];
    for error in errors {
        // With serde_json's numbers of any precision the report judges, and knows no lines.
        let line = if cfg!(feature = "arbitrary_precision") {
            0
        } else {
            2
        };
        assert_eq!(error.unwrap_err().line(), line);
    }
}

#[test]
fn a_value_that_an_enum_does_not_have_is_told_with_those_that_it_has() {
    let known = r#"one of "available", "intransit", "pending""#;
    let parsed = "sold".parse::<v1_3::ListingStatus>().unwrap_err();
    assert_eq!(
        parsed.to_string(),
        format!(r#"invalid ListingStatus "sold": expected {known}"#)
    );
    let read = serde_json::from_value::<v1_3::ListingStatus>("sold".into()).unwrap_err();
    assert_eq!(
        read.to_string(),
        format!(r#"expected {known}, found "sold""#)
    );
}

#[test]
fn what_stands_where_an_object_should_is_told() {
    let message = json!({"type": "inventory.search.response", "data": ["x"]});
    let error = serde_json::from_value::<v1_3::AapMessage>(message).unwrap_err();
    // Or in the report's words, where serde_json keeps the text of numbers.
    assert!(
        error.to_string().ends_with("found an array of 1"),
        "{error}"
    );
}
