//! The upgrades from one made-up contract of `aap-codegen` to the next do what they promise.
//!
//! Not a part of this package: `contracts.rs` copies it into an `aap-types` that has those contracts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_types::upgrades::{LossKind, UpgradeError};
use aap_types::{Payload, from_value, v8_0, v8_1};
use serde::Serialize;
use serde_json::{Value, json};

fn written(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

fn item(more: Value) -> Value {
    let mut item = json!({
        "name": "Dusk", "kind": "painting", "made": "1881-05-01", "owner": null,
        "type": "museum.item",
    });
    let members = item.as_object_mut().expect("an object");
    members.extend(more.as_object().cloned().expect("an object"));
    item
}

#[test]
fn from_carries_every_shape_over() {
    let before = item(json!({
        "tag": "oil", "note": "torn", "owner": {"name": "Ada", "tag": "club", "since": [1999]},
        "twin": item(json!({"kind": "coin"})),
        "parts": [item(json!({})), item(json!({"parts": []}))],
        "weights": {"frame": 1.5}, "marks": {"back": "xy"}, "place": 7,
    }));
    let old: v8_0::Item = from_value(before.clone()).expect("a valid item");
    let new = v8_1::Item::from(old);
    assert_eq!(new.validate(), Ok(()));
    assert_eq!(new.colour, None);
    assert!(new.extra.is_empty());
    // The one thing filled in, which can be nothing else.
    let mut after = before;
    for place in ["", "/twin", "/parts/0", "/parts/1"] {
        after.pointer_mut(place).expect("an item")["schema"] = json!("museum/item");
    }
    assert_eq!(written(new), after);
}

#[test]
fn from_takes_values_that_break_their_own_contract() {
    let mut old: v8_0::Item = from_value(item(json!({}))).expect("a valid item");
    old.weights = Some([("frame".to_owned(), f64::NAN)].into());
    let new = v8_1::Item::from(old);
    assert!(new.weights.expect("weights")["frame"].is_nan());
    assert_eq!(v8_1::Call::from(v8_0::Visit::new(0)).guests, 0);
}

#[test]
fn members_move_to_and_from_those_not_declared() {
    let before = json!({"name": "Dusk", "weight": 2.5, "other": null});
    let old: v8_0::Retired = from_value(before.clone()).expect("valid");
    let new = v8_1::Retired::try_from(&old).expect("nothing is refused");
    assert_eq!(new.extra["weight"], json!(2.5));
    assert_eq!(written(new), before);

    let before = json!({"name": "Dusk", "free": {"any": ["thing"]}, "other": 1});
    let old: v8_0::Declared = from_value(before.clone()).expect("valid");
    let new = v8_1::Declared::try_from(old).expect("nothing is refused");
    assert_eq!(new.free, Some(json!({"any": ["thing"]})));
    assert_eq!(new.extra.len(), 1);
    assert_eq!(written(new), before);
}

#[test]
fn every_loss_is_named() {
    type Case = (Value, &'static [(&'static str, LossKind, Option<&'static str>)]);
    let missing = ("", LossKind::Missing, Some("required"));
    let cases: [Case; 5] = [
        (json!({}), &[("", LossKind::Missing, Some("required"))]),
        (
            json!({"colour": "blue", "sort": "name", "limit": 0}),
            &[
                ("", LossKind::Missing, Some("required")),
                ("/colour", LossKind::Refused, Some("enum")),
                ("/limit", LossKind::Refused, Some("minimum")),
                ("/sort", LossKind::Unknown, Some("additionalProperties")),
            ],
        ),
        (
            json!({"weight": 1.5}),
            &[
                ("", LossKind::Missing, Some("required")),
                ("/weight", LossKind::Refused, Some("type")),
            ],
        ),
        (
            json!({"weight": 1e300}),
            &[
                ("", LossKind::Missing, Some("required")),
                ("/weight", LossKind::Unrepresentable, None),
            ],
        ),
        (
            json!({"kind": "coin", "offset": -3}),
            &[("", LossKind::Missing, Some("required"))],
        ),
    ];
    for (value, expected) in cases {
        let old: v8_0::ItemRequest = from_value(value.clone()).expect("valid");
        let error = v8_1::ItemRequest::try_from(&old).expect_err("the new room is missing");
        let mut found: Vec<_> = error
            .losses()
            .iter()
            .map(|loss| {
                let place = loss.instance_location.as_str();
                (place, loss.kind, loss.keyword.as_deref())
            })
            .collect();
        found.sort_by_key(|(place, ..)| *place);
        assert_eq!(found, expected, "{value}");
        assert_eq!(found[0], missing);
    }
}

#[test]
fn an_error_tells_what_was_to_become_what() {
    let error: UpgradeError = v8_1::ItemRequest::try_from(v8_0::ItemRequest::new())
        .expect_err("the new room is missing");
    assert_eq!(
        error.to_string(),
        "this ItemRequest of v8.0 is none of v8.1: (whole document): required: the member \"room\" \
         is missing"
    );
    assert_eq!(
        (error.payload(), error.from(), error.to()),
        ("ItemRequest", "v8.0", "v8.1")
    );
    let mut request = v8_0::ItemRequest::new();
    request.weight = Some(f64::INFINITY);
    let error = v8_1::ItemRequest::try_from(request).expect_err("JSON has no infinity");
    assert_eq!(error.losses().len(), 1);
    assert_eq!(error.into_losses()[0].instance_location, "");
}
