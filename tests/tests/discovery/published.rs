//! The published cards, and those of this repository.

use std::path::Path;

use aap_tests::known;
use aap_types::profile::discovery::{self, Options};
use serde_json::Value;

use super::{departures, is_draft, musts};

/// A card that is read, typed and written back, and found to be in order.
fn accept(name: &str, text: &str) {
    let contract = super::contract(name);
    let card: Value = serde_json::from_str(text).unwrap();
    let payload = contract.payload("agent-card").unwrap();
    assert_eq!(payload.round_trip(text.as_bytes()).unwrap(), card, "{name}");

    let options = Options::default().development();
    let discovery = discovery::discover(&card, options);
    let offer = discovery.speak().unwrap();
    assert_eq!(offer.contract.name, name);
    assert_eq!(discovery.offers.len(), 1);
    assert!(discovery.unreadable.is_empty() && discovery.lookalikes.is_empty());
    assert_eq!(musts(offer), Vec::<String>::new(), "{name}");
    assert!(offer.interface().is_some());
    assert_eq!(offer.interface().unwrap().binding, "JSONRPC");
    let skills = card["skills"].as_array().unwrap();
    let ours = skills.iter().filter_map(|skill| skill["id"].as_str());
    let ours = ours.filter(|id| contract.skills.iter().any(|skill| skill.id == *id));
    assert_eq!(offer.skills.len(), ours.count());
    assert_eq!(discovery.name, card["name"].as_str());
}

#[test]
fn our_examples_are_in_order() {
    for contract in known::finished() {
        let mut tried = 0;
        let examples = aap_schemas::by_name(contract.name).unwrap().examples;
        for example in examples
            .iter()
            .filter(|file| file.path.starts_with("agent-card."))
        {
            accept(contract.name, example.text);
            tried += 1;
        }
        let least = match known::NAMES.contains(&contract.name) {
            true => 3,
            false => 1,
        };
        assert!(tried >= least, "{}: {tried}", contract.name);
    }
}

#[test]
fn published_cards_are_in_order() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    if !shared.join("upstream/spec").is_dir() {
        return;
    }
    let mut tried = Vec::new();
    for contract in known::finished() {
        let file = shared
            .join("upstream/spec")
            .join(contract.name)
            .join("examples/agent-card.example.json");
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        accept(contract.name, &text);
        let card = serde_json::from_str(&text).unwrap();
        let discovery = discovery::discover(&card, Options::default());
        let offer = discovery.speak().unwrap();
        assert_eq!(departures(offer), Vec::<String>::new(), "{}", contract.name);
        assert_eq!(offer.skills.len(), 5);
        tried.push(contract.name);
    }
    let expected = ["v0.1", "v0.2", "v1.0", "v1.1", "v1.2"];
    let expected = expected.into_iter().filter_map(known::finished_named);
    assert!(expected.map(|it| it.name).eq(tried));
    let mut whole = 0;
    for seed in std::fs::read_dir(shared.join("seeds")).unwrap() {
        let text = std::fs::read_to_string(seed.unwrap().path()).unwrap();
        for card in cards(&text) {
            if known::are_finished(&["v0.2"]) {
                accept("v0.2", card);
            }
            whole += 1;
        }
    }
    assert_eq!(whole, 1, "the seeds show one whole card");
}

/// The whole agent cards in a page of text.
fn cards(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (start, _) in page.match_indices("\n{\n") {
        let rest = &page[start + 1..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        if let Some(Ok(value)) = values.next()
            && value.get("capabilities").is_some()
        {
            found.push(&rest[..values.byte_offset()]);
        }
    }
    found
}

#[test]
fn drafts_are_told_apart() {
    for contract in known::finished() {
        let card = super::base(contract.name);
        let discovery = discovery::discover(&card, Options::default());
        let offer = discovery.speak().unwrap();
        let expected: &[&str] = match is_draft(contract.name) {
            true => &["MUST draft-uri /capabilities/extensions/0/uri"],
            false => &[],
        };
        assert_eq!(departures(offer), expected, "{}", contract.name);
        assert_eq!(offer.must_be_mended(), is_draft(contract.name));
        let words = discovery.to_string();
        let marked = words.contains("may change without notice");
        assert_eq!(
            marked,
            offer.contract.status.as_str() != "released",
            "{words}"
        );
    }
}
