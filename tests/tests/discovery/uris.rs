//! Extension URIs: exact, or nothing.

use aap_tests::known;
use aap_types::profile::discovery::{self, Options};
use serde_json::json;

use super::row::set;
use super::{base, edited};

#[test]
fn only_the_exact_uri_pins_a_contract() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let exact = "https://autoagentprotocol.org/extensions/aap/v1.3";
    let cases = [
        // (URI, the contract that it resembles, whether it is meant to be AAP's)
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3/",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/V1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/AAP/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://AutoAgentProtocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "HTTPS://autoagentprotocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "http://autoagentprotocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://www.autoagentprotocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1%2E3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap%2Fv1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/%61ap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions//aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3/schemas",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3.0",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3?x",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3#x",
            Some("v1.3"),
            true,
        ),
        (
            " https://autoagentprotocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3\n",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.3\u{200b}",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1_3",
            Some("v1.3"),
            true,
        ),
        (
            "autoagentprotocol.org/extensions/aap/v1.3",
            Some("v1.3"),
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1.30",
            None,
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v77.4",
            None,
            true,
        ),
        (
            "https://autoagentprotocol.org/extensions/aap/v1",
            None,
            true,
        ),
        ("https://autoagentprotocol.org/extensions/aap/", None, true),
        ("https://autoagentprotocol.org/extensions/aap", None, true),
        ("https://autoagentprotocol.org/v1.3/schemas/", None, true),
        (
            "https://autoagentprotocol.org.evil.example/extensions/aap/v1.3",
            None,
            true,
        ),
        (
            "https://autoаgentprotocol.org/extensions/aap/v1.3",
            None,
            false,
        ),
        ("v1.3", None, false),
        ("", None, false),
    ];
    for (text, resembles, is_aap) in cases {
        assert_ne!(text, exact);
        let card = edited(
            "v1.3",
            &[set("/capabilities/extensions/0/uri", json!(text))],
        );
        let discovery = discovery::discover(&card, Options::default().unreleased());
        assert!(discovery.is_generic(), "{text:?}");
        let found: Vec<_> = discovery
            .lookalikes
            .iter()
            .map(|like| (like.uri, like.resembles.map(|contract| contract.name)))
            .collect();
        let expected: Vec<_> = is_aap.then_some((text, resembles)).into_iter().collect();
        assert_eq!(found, expected, "{text:?}");
    }
    let card = base("v1.3");
    assert!(!discovery::discover(&card, Options::default()).is_generic());
}

#[test]
fn each_contract_has_a_uri_that_no_other_uri_is_taken_for() {
    for contract in aap_types::contracts() {
        let uri = contract.extension_uri;
        let mut variants = vec![
            format!("{uri}/"),
            format!("{uri}x"),
            uri.to_uppercase(),
            uri.replace('.', "%2E"),
            uri.replacen("https", "http", 1),
            format!("{uri}/{uri}"),
        ];
        variants.extend((0..uri.len()).map(|end| uri[..end].to_owned()));
        for variant in variants {
            let card = json!({"capabilities": {"extensions": [{"uri": variant}]}});
            let discovery = discovery::discover(&card, Options::default());
            assert!(discovery.is_generic(), "{variant}");
        }
        let card = json!({"capabilities": {"extensions": [{"uri": uri}]}});
        let discovery = discovery::discover(&card, Options::default());
        assert_eq!(discovery.speak().unwrap().contract.name, contract.name);
        assert_eq!(discovery.offers.len(), 1);
    }
}
