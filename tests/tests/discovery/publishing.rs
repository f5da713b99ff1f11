//! Cards that are built, and those that are not.

use aap_tests::known;
use aap_types::profile::discovery::{self, Options};
use aap_types::profile::publish::{self, Agent, CardBuilder, Unpublishable};
use aap_types::{ContractInfo, Status, v1_3};
use serde_json::{Value, json};

use super::{CARD_ID, base, departures, edit, is_draft, uri};

const URL: &str = "https://agent.pineridge.example/a2a";

const AGENT: Agent<'static> = Agent {
    card_id: CARD_ID,
    name: "Pine Ridge sales agent",
    description: "Shows the stock of Pine Ridge and takes contact requests.",
    version: "3.2.1",
};

fn builder(contract: &'static ContractInfo) -> CardBuilder<'static> {
    CardBuilder::new(contract, AGENT)
        .endpoint(URL)
        .provider("Gearbox Systems GmbH", "https://gearbox.example")
        .skill("inventory.search")
        .skill("lead.submit")
}

fn rules(refusal: &Unpublishable) -> Vec<String> {
    let each = refusal.iter();
    each.map(|departure| format!("{} {}", departure.rule, departure.pointer))
        .collect()
}

#[test]
fn every_contract_that_may_be_published_can_be() {
    let mut built = 0;
    for contract in known::finished().filter(|contract| !is_draft(contract.name)) {
        let card = builder(contract)
            .documentation("https://www.pineridge.example/agent")
            .icon("https://www.pineridge.example/icon.svg")
            .build()
            .unwrap();
        let discovery = discovery::discover(&card, Options::default());
        let offer = discovery.speak().unwrap();
        assert_eq!(offer.contract.name, contract.name);
        assert_eq!(departures(offer), Vec::<String>::new(), "{}", contract.name);
        assert_eq!(offer.interface().unwrap().url, URL);
        let skills: Vec<&str> = offer.skills.iter().map(|skill| skill.id).collect();
        assert_eq!(skills, ["inventory.search", "lead.submit"]);
        assert_eq!(offer.params.id, Some(CARD_ID));
        let payload = contract.payload("agent-card").unwrap();
        let text = card.to_string();
        assert_eq!(payload.round_trip(text.as_bytes()).unwrap(), card);
        assert_eq!(
            offer.required,
            contract.card_rules.extension_must_be_required
        );
        built += 1;
    }
    assert!(built >= 7 || !known::is_complete(), "{built}");
    assert!(built > 0 || !known::is_finished(known::DEFAULT));
}

#[test]
fn a_card_has_the_shape_of_its_contract() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    if let Some(first) = known::finished_named("v0.1") {
        let card = builder(first).build().unwrap();
        #[cfg(contract = "v0_1")]
        {
            let typed: aap_types::v0_1::AgentCard = aap_types::from_value(card.clone()).unwrap();
            assert_eq!(typed.supported_interfaces[0].url.as_str(), URL);
        }
        assert_eq!(
            card["supported_interfaces"][0]["protocol_binding"],
            "JSONRPC"
        );
        assert_eq!(
            card["default_input_modes"],
            json!([
                "text/plain",
                "application/json",
                "application/vnd.autoagent+json"
            ])
        );
        assert_eq!(card["skills"][0].get("tags"), None);
    }

    let card = builder(known::default()).build().unwrap();
    let typed: v1_3::AgentCard = aap_types::from_value(card.clone()).unwrap();
    assert_eq!(typed.provider.unwrap().organization, "Gearbox Systems GmbH");
    assert_eq!(card["defaultInputModes"], json!(["application/json"]));
    assert_eq!(card["supportedInterfaces"][0]["protocolVersion"], "1.0");
    assert!(!card["skills"][0]["tags"].as_array().unwrap().is_empty());
    assert_eq!(
        card["capabilities"]["extensions"][0],
        base("v1.3")["capabilities"]["extensions"][0]
    );

    if let Some(contract) = known::finished_named("v3.1") {
        let card = builder(contract).tenant("pine-ridge").build().unwrap();
        let model = base("v3.1");
        for member in ["capabilities", "defaultInputModes", "defaultOutputModes"] {
            assert_eq!(card[member], model[member], "{member}");
        }
        assert_eq!(card["supportedInterfaces"][0]["tenant"], "pine-ridge");
    }

    for (name, expected) in [
        ("v0.1", "id"),
        ("v0.2", "id"),
        ("v1.0", "id version"),
        ("v1.1", "id schema_base_url skills version"),
        ("v1.3", "id schema_base_url skills version"),
    ] {
        let Some(contract) = known::finished_named(name) else {
            continue;
        };
        let card = builder(contract).build().unwrap();
        let params = card["capabilities"]["extensions"][0]["params"].clone();
        let mut names: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
        names.sort();
        assert_eq!(names.join(" "), expected, "{name}");
    }
}

#[test]
fn what_should_not_be_published_is_refused() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let none = || Some(CardBuilder::new(known::default(), AGENT));
    let full = |name: &str| known::finished_named(name).map(builder);
    // Without a builder where the row's contract is not there.
    let cases: [(&str, Option<CardBuilder<'_>>, &[&str]); 17] = [
        (
            "a draft",
            full("draft"),
            &["draft-uri /capabilities/extensions/0/uri"],
        ),
        (
            "a draft, in development too",
            full("draft").map(|it| it.development()),
            &["draft-uri /capabilities/extensions/0/uri"],
        ),
        (
            "a host that cannot exist",
            none().map(|it| {
                it.endpoint("https://agent.dealer.invalid/a2a")
                    .skill("lead.submit")
            }),
            &["draft-uri /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP, whatever the contract says",
            none().map(|it| {
                it.endpoint("http://agent.dealer.example/a2a")
                    .skill("lead.submit")
            }),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP to another machine, in development",
            none().map(|it| {
                it.endpoint("http://10.0.0.7/a2a")
                    .skill("lead.submit")
                    .development()
            }),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP to the own machine, published",
            none().map(|it| {
                it.endpoint("http://localhost:8080/a2a")
                    .skill("lead.submit")
            }),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP under a contract that forbids it",
            full("v3.1").map(|it| it.endpoint("http://agent.dealer.example/a2a")),
            &[
                "pattern /supportedInterfaces/1/url",
                "https /supportedInterfaces/1/url",
            ],
        ),
        (
            "nothing to do",
            none().map(|it| it.endpoint(URL)),
            &["no-skill /skills"],
        ),
        (
            "nowhere to go",
            none().map(|it| it.skill("lead.submit")),
            &[
                "contains /supportedInterfaces",
                "minItems /supportedInterfaces",
                "binding /supportedInterfaces",
            ],
        ),
        (
            "a skill that is none",
            full("v1.3").map(|it| it.skill("inventory.serch")),
            &["skill-unknown /skills/2/id"],
        ),
        (
            "a skill twice",
            full("v1.3").map(|it| it.skill("lead.submit")),
            &["skill-twice /skills/2/id"],
        ),
        (
            "no address",
            none().map(|it| it.endpoint("agent.dealer.example/a2a").skill("lead.submit")),
            &[
                "format /supportedInterfaces/0/url",
                "url /supportedInterfaces/0/url",
            ],
        ),
        (
            "another binding in place of the one required",
            none().map(|it| it.interface("HTTP+JSON", URL).skill("lead.submit")),
            &[
                "contains /supportedInterfaces",
                "binding /supportedInterfaces",
            ],
        ),
        (
            "a binding of nobody",
            full("v1.3").map(|it| it.interface("SOAP", URL)),
            &["enum /supportedInterfaces/1/protocolBinding"],
        ),
        (
            "a tenant where interfaces have none",
            full("v0.1").map(|it| it.tenant("pine-ridge")),
            &["additionalProperties /supported_interfaces/0/tenant"],
        ),
        (
            "a provider without a website",
            full("v1.3").map(|it| it.provider("Gearbox", "gearbox")),
            &["format /provider/url"],
        ),
        (
            "a picture that is nowhere",
            full("v1.3").map(|it| it.icon("icon.svg")),
            &["format /iconUrl"],
        ),
    ];
    for (reason, builder, expected) in cases {
        let Some(builder) = builder else { continue };
        let refusal = builder.build().expect_err(reason);
        assert_eq!(rules(&refusal), expected, "{reason}: {refusal}");
        assert!(refusal.to_string().lines().count() == expected.len() + 1);
    }
}

#[test]
fn development_allows_the_own_machine() {
    for contract in aap_types::contracts()
        .iter()
        .filter(|contract| !is_draft(contract.name))
    {
        for url in [
            "http://localhost:8080/a2a",
            "http://127.0.0.1/",
            "http://[::1]:1/",
        ] {
            let builder = CardBuilder::new(contract, AGENT)
                .endpoint(url)
                .skill("lead.submit");
            assert!(builder.clone().build().is_err(), "{url}");
            let card = builder.development().build().unwrap();
            assert!(publish::check(contract, &card, true).is_ok());
            assert!(publish::check(contract, &card, false).is_err());
        }
    }
}

#[test]
fn advice_does_not_stand_against_publishing() {
    let agent = Agent {
        card_id: "card-17",
        ..AGENT
    };
    let card = CardBuilder::new(known::default(), agent)
        .endpoint(URL)
        .skill("lead.submit")
        .build()
        .unwrap();
    let discovery = discovery::discover(&card, Options::default());
    assert_eq!(
        departures(discovery.speak().unwrap()),
        ["SHOULD params-id /capabilities/extensions/0/params/id"]
    );
}

#[test]
fn cards_made_by_hand_are_checked_the_same() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    for contract in known::finished() {
        let card = base(contract.name);
        let result = publish::check(contract, &card, false);
        assert_eq!(
            result.is_ok(),
            contract.status != Status::Draft,
            "{}",
            contract.name
        );
    }
    let contract = known::default();
    let others = known::finished();
    for other in others.filter(|other| other.name != contract.name) {
        let card = base(other.name);
        let refusal = publish::check(contract, &card, false).unwrap_err();
        let rules = rules(&refusal);
        let rule = "extension /capabilities/extensions".to_owned();
        assert!(rules.contains(&rule), "{}: {refusal}", other.name);
        if other.name == "v1.2" {
            assert_eq!(rules, [rule]);
        }
    }
    let refusal = publish::check(contract, &Value::Null, false).unwrap_err();
    assert_eq!(
        rules(&refusal),
        ["type ", "extension /capabilities/extensions"]
    );
    if known::are_finished(&["draft"]) {
        let mut card = base(contract.name);
        let draft = json!({"uri": uri("draft")});
        edit(&mut card, "/capabilities/extensions/-", Some(draft));
        let refusal = publish::check(contract, &card, true).unwrap_err();
        assert_eq!(
            rules(&refusal),
            ["draft-uri /capabilities/extensions/1/uri"]
        );
    }
}
