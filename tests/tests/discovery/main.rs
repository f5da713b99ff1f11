//! What agent cards offer: the outcome of each card of a table, and what holds for any card.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod any_card;
mod cards;
mod departing;
mod published;
mod publishing;
mod row;
mod uris;
mod valid;

use aap_tests::known;
use aap_types::profile::Level;
use aap_types::profile::discovery::Offer;
use aap_types::{ContractInfo, Status};
use serde_json::{Value, json};

/// The identifier of every card made here.
const CARD_ID: &str = "01992f20-7c1e-7d0b-a4f3-90b6d2c85e17";

fn contract(name: &str) -> &'static ContractInfo {
    let mut contracts = aap_types::contracts().iter();
    contracts
        .find(|contract| contract.name == name)
        .expect(name)
}

/// What stands for the URI of a contract that is not there or not finished; cards with it are not looked at.
const GONE: &str = "urn:gone";

fn uri(name: &str) -> &'static str {
    known::finished_named(name).map_or(GONE, |contract| contract.extension_uri)
}

/// A card of two skills, one JSONRPC interface and a single extension, without a departure (save
/// that of being a draft's); the contract must be finished.
fn base(name: &str) -> Value {
    let mut card = known::example(name, "agent-card.two-skills.json");
    let params = match name {
        "v0.2" => json!({ "id": CARD_ID }),
        "v1.0" => json!({ "id": CARD_ID, "version": "1.0.0" }),
        _ => return card,
    };
    card["capabilities"]["extensions"][0]["params"] = params;
    card
}

type Edit = (&'static str, Option<Value>);

/// Sets the member at a pointer (`-` is the end of an array), or takes it away.
fn edit(document: &mut Value, pointer: &str, value: Option<Value>) {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        *document = value.unwrap();
        return;
    };
    match (document.pointer_mut(parent).expect(pointer), value) {
        (Value::Array(elements), Some(value)) if name == "-" => elements.push(value),
        (Value::Array(elements), Some(value)) => elements[name.parse::<usize>().unwrap()] = value,
        (Value::Array(elements), None) => drop(elements.remove(name.parse().unwrap())),
        (parent, Some(value)) => parent[name] = value,
        (parent, None) => drop(parent.as_object_mut().unwrap().remove(name)),
    }
}

fn edited(name: &str, edits: &[Edit]) -> Value {
    let mut card = base(name);
    for (pointer, value) in edits {
        edit(&mut card, pointer, value.clone());
    }
    card
}

/// Each departure as `MUST rule /place`.
fn departures(offer: &Offer<'_>) -> Vec<String> {
    let each = offer.departures.iter();
    each.map(|departure| {
        let (level, rule, place) = (departure.level, &departure.rule, &departure.pointer);
        format!("{level} {rule} {place}")
    })
    .collect()
}

fn musts(offer: &Offer<'_>) -> Vec<String> {
    let mut departures = departures(offer);
    departures.retain(|departure| departure.starts_with(Level::Must.as_str()));
    departures
}

fn is_draft(name: &str) -> bool {
    contract(name).status == Status::Draft
}
