//! The table of cards, and what else a card tells.

use aap_tests::known;
use aap_types::profile::discovery::{self, Options};
use serde_json::{Value, json};

use super::row::{Row, set};
use super::{base, departing, edited, valid};

#[test]
fn every_card_has_the_decided_outcome() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let rows: Vec<Row> = valid::rows().into_iter().chain(departing::rows()).collect();
    assert!(rows.len() >= 40, "{}", rows.len());
    rows.iter().for_each(Row::check);
}

#[test]
fn a_skill_that_is_nearly_one_is_pointed_out() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let cases = [
        ("inventory.serch", Some("inventory.search")),
        ("inventory.sarch", Some("inventory.search")),
        ("Inventory.Search", Some("inventory.search")),
        ("inventory_search", Some("inventory.search")),
        ("inventory-search", Some("inventory.search")),
        ("inventorySearch", Some("inventory.search")),
        ("aap_inventory_search", Some("inventory.search")),
        ("inventory.facet", Some("inventory.facets")),
        ("inventory.vehicles", Some("inventory.vehicle")),
        ("lead.submit ", Some("lead.submit")),
        ("leads.submit", Some("lead.submit")),
        ("dealer.info", None),
        ("inventory.prices", None),
        ("workshop.quote", None),
        ("", None),
        ("lead.submit", None),
    ];
    for (id, meant) in cases {
        let skill = json!({"id": id, "name": "", "description": "", "tags": ["t"]});
        let card = edited("v1.3", &[set("/skills/0", skill)]);
        let discovery = discovery::discover(&card, Options::default());
        let offer = discovery.speak().unwrap();
        assert!(!offer.has_skill("inventory.search"), "{id}");
        let mut found = offer.departures.iter();
        let found = found.find(|departure| departure.rule == "skill-lookalike");
        assert_eq!(found.is_some(), meant.is_some(), "{id}");
        if let (Some(found), Some(meant)) = (found, meant) {
            assert_eq!(found.pointer, "/skills/0/id");
            assert!(found.message.contains(meant), "{}", found.message);
        }
    }
}

#[test]
fn options_decide_between_released_and_unreleased_contracts() {
    let cases = [
        // (on the card, spoken by default, spoken with the option)
        (vec!["v1.3", "v3.1"], "v1.3", "v3.1"),
        (vec!["v3.1", "v0.1"], "v0.1", "v3.1"),
        (vec!["draft", "v1.0", "v1.1"], "v1.1", "draft"),
        (vec!["draft"], "draft", "draft"),
        (vec!["draft", "v3.1"], "v3.1", "v3.1"),
        (vec!["v0.2", "v0.1"], "v0.2", "v0.2"),
    ];
    for (names, released, unreleased) in cases {
        if !known::are_there(&names) {
            continue;
        }
        let there = names.iter().filter_map(|name| known::named(name));
        let extensions: Vec<Value> = there.map(|it| json!({"uri": it.extension_uri})).collect();
        let card = json!({"capabilities": {"extensions": extensions}});
        for (options, expected) in [
            (Options::default(), released),
            (Options::default().unreleased(), unreleased),
        ] {
            let discovery = discovery::discover(&card, options);
            assert_eq!(
                discovery.speak().unwrap().contract.name,
                expected,
                "{names:?}"
            );
            let offered: Vec<&str> = discovery
                .offers
                .iter()
                .map(|offer| offer.contract.name)
                .collect();
            assert_eq!(offered.len(), names.len());
            assert!(names.iter().all(|name| discovery.offer(name).is_some()));
        }
    }
}

#[test]
fn a_tenant_is_told() {
    for (tenant, expected) in [
        (json!("pine-ridge"), Some("pine-ridge")),
        (json!(""), None),
        (json!(7), None),
    ] {
        for name in ["v0.2", "v1.3", "v3.1"] {
            if known::finished_named(name).is_none() {
                continue;
            }
            let card = edited(
                name,
                &[set("/supportedInterfaces/0/tenant", tenant.clone())],
            );
            let discovery = discovery::discover(&card, Options::default());
            let offer = discovery.speak().unwrap();
            assert_eq!(offer.interface().unwrap().tenant, expected, "{name}");
            let words = discovery.to_string();
            assert_eq!(
                words.contains("tenant"),
                expected.is_some() || name == "v3.1" && tenant == 7
            );
        }
    }
}

#[test]
fn params_are_typed() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let card = base("v1.3");
    let discovery = discovery::discover(&card, Options::default());
    let params = &discovery.speak().unwrap().params;
    assert_eq!(params.id, Some(super::CARD_ID));
    assert_eq!(params.version, Some("1.3.0"));
    assert_eq!(
        params.schema_base_url,
        Some("https://autoagentprotocol.org/v1.3/schemas/")
    );
    let ids: Vec<&str> = params.skills.iter().map(|skill| skill.id).collect();
    assert_eq!(ids, ["inventory.search", "lead.submit"]);
    assert_eq!(
        params.skills[1].response_schema,
        Some("https://autoagentprotocol.org/v1.3/schemas/lead-submit-response.schema.json")
    );
    assert_eq!(params.members.unwrap().len(), 4);
}
