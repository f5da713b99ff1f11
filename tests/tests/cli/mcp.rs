//! `aap mcp`.

use aap_tests::known;
use aap_types::contracts;
use aap_types::mcp::{InputSchema, manifest};

use crate::support::{run, unreleased};

#[test]
fn the_manifest_of_every_contract_is_printed() {
    for contract in contracts() {
        let by_url = run(&["mcp", contract.name]);
        assert_eq!(by_url.code, 0, "{by_url:#?}");
        assert_eq!(by_url.json(), manifest(contract, InputSchema::ByUrl));
        let bundled = run(&["mcp", contract.name, "--bundled"]);
        assert_eq!(bundled.json(), manifest(contract, InputSchema::Bundled));
    }
}

#[test]
fn members_are_in_reading_order() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let text = run(&["mcp", "--bundled", "v1.3"]).out;
    let first = "\"description\": \"Tells who the dealer is";
    let names = [
        "{\n  \"name\": \"auto-agent-protocol\"",
        "\n  \"version\": \"1.3.0\"",
        "\n  \"description\": ",
        "\n  \"protocolVersion\": \"2025-06-18\"",
        "\n  \"tools\": [",
        "\"name\": \"aap_dealer_information\"",
        first,
        "\"inputSchema\": {\n        \"$schema\": ",
        "\"annotations\": {",
        "\"name\": \"aap_inventory_facets\"",
    ];
    let positions = names.map(|name| text.find(name).unwrap_or_else(|| panic!("{name}")));
    assert!(positions.is_sorted(), "{positions:?}");
}

#[test]
fn an_unreleased_contract_gets_a_note() {
    run(&["mcp", "v1.3"]).silent();
    for contract in unreleased() {
        let status = contract.status.as_str();
        run(&["mcp", contract.name]).says(&["note: ", contract.name, status]);
    }
}

#[test]
fn an_unknown_contract_is_refused() {
    run(&["mcp", "v13"]).refused(&["\"v13\"", "did you mean \"v1.3\""]);
    run(&["mcp"]).refused(&["CONTRACT"]);
    run(&["mcp", "v1.3", "aap_lead_submit"]).refused(&["aap_lead_submit"]);
}
