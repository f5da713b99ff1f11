//! Cards that are built, and those that are not.

use aap_types::profile::discovery::{self, Options};
use aap_types::profile::publish::{self, Agent, CardBuilder, Unpublishable};
use aap_types::{Status, v0_1, v1_3};
use serde_json::{Value, json};

use super::{CARD_ID, base, contract, departures, edit, is_draft};

const URL: &str = "https://agent.pineridge.example/a2a";

const AGENT: Agent<'static> = Agent {
    card_id: CARD_ID,
    name: "Pine Ridge sales agent",
    description: "Shows the stock of Pine Ridge and takes contact requests.",
    version: "3.2.1",
};

fn builder(name: &str) -> CardBuilder<'static> {
    CardBuilder::new(contract(name), AGENT)
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
    for contract in aap_types::contracts()
        .iter()
        .filter(|contract| !is_draft(contract.name))
    {
        let card = builder(contract.name)
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
    assert_eq!(built, 7);
}

#[test]
fn a_card_has_the_shape_of_its_contract() {
    let first: v0_1::AgentCard = aap_types::from_value(builder("v0.1").build().unwrap()).unwrap();
    assert_eq!(first.supported_interfaces[0].url.as_str(), URL);
    let card = builder("v0.1").build().unwrap();
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

    let card = builder("v1.3").build().unwrap();
    let typed: v1_3::AgentCard = aap_types::from_value(card.clone()).unwrap();
    assert_eq!(typed.provider.unwrap().organization, "Gearbox Systems GmbH");
    assert_eq!(card["defaultInputModes"], json!(["application/json"]));
    assert_eq!(card["supportedInterfaces"][0]["protocolVersion"], "1.0");
    assert!(!card["skills"][0]["tags"].as_array().unwrap().is_empty());
    assert_eq!(
        card["capabilities"]["extensions"][0],
        base("v1.3")["capabilities"]["extensions"][0]
    );

    let card = builder("v3.1").tenant("pine-ridge").build().unwrap();
    let model = base("v3.1");
    for member in ["capabilities", "defaultInputModes", "defaultOutputModes"] {
        assert_eq!(card[member], model[member], "{member}");
    }
    assert_eq!(card["supportedInterfaces"][0]["tenant"], "pine-ridge");

    let params = |name: &str| {
        let card = builder(name).build().unwrap();
        let params = card["capabilities"]["extensions"][0]["params"].clone();
        let mut names: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(params("v0.1"), "id");
    assert_eq!(params("v0.2"), "id");
    assert_eq!(params("v1.0"), "id version");
    assert_eq!(params("v1.1"), "id schema_base_url skills version");
}

#[test]
fn what_should_not_be_published_is_refused() {
    let none = || CardBuilder::new(contract("v1.3"), AGENT);
    let cases: [(&str, CardBuilder<'_>, &[&str]); 17] = [
        (
            "a draft",
            builder("draft"),
            &["draft-uri /capabilities/extensions/0/uri"],
        ),
        (
            "a draft, in development too",
            builder("draft").development(),
            &["draft-uri /capabilities/extensions/0/uri"],
        ),
        (
            "a host that cannot exist",
            none()
                .endpoint("https://agent.dealer.invalid/a2a")
                .skill("lead.submit"),
            &["draft-uri /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP, whatever the contract says",
            none()
                .endpoint("http://agent.dealer.example/a2a")
                .skill("lead.submit"),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP to another machine, in development",
            none()
                .endpoint("http://10.0.0.7/a2a")
                .skill("lead.submit")
                .development(),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP to the own machine, published",
            none()
                .endpoint("http://localhost:8080/a2a")
                .skill("lead.submit"),
            &["https /supportedInterfaces/0/url"],
        ),
        (
            "plain HTTP under a contract that forbids it",
            builder("v3.1").endpoint("http://agent.dealer.example/a2a"),
            &[
                "pattern /supportedInterfaces/1/url",
                "https /supportedInterfaces/1/url",
            ],
        ),
        ("nothing to do", none().endpoint(URL), &["no-skill /skills"]),
        (
            "nowhere to go",
            none().skill("lead.submit"),
            &[
                "contains /supportedInterfaces",
                "minItems /supportedInterfaces",
                "binding /supportedInterfaces",
            ],
        ),
        (
            "a skill that is none",
            builder("v1.3").skill("inventory.serch"),
            &["skill-unknown /skills/2/id"],
        ),
        (
            "a skill twice",
            builder("v1.3").skill("lead.submit"),
            &["skill-twice /skills/2/id"],
        ),
        (
            "no address",
            none()
                .endpoint("agent.dealer.example/a2a")
                .skill("lead.submit"),
            &[
                "format /supportedInterfaces/0/url",
                "url /supportedInterfaces/0/url",
            ],
        ),
        (
            "another binding in place of the one required",
            none().interface("HTTP+JSON", URL).skill("lead.submit"),
            &[
                "contains /supportedInterfaces",
                "binding /supportedInterfaces",
            ],
        ),
        (
            "a binding of nobody",
            builder("v1.3").interface("SOAP", URL),
            &["enum /supportedInterfaces/1/protocolBinding"],
        ),
        (
            "a tenant where interfaces have none",
            builder("v0.1").tenant("pine-ridge"),
            &["additionalProperties /supported_interfaces/0/tenant"],
        ),
        (
            "a provider without a website",
            builder("v1.3").provider("Gearbox", "gearbox"),
            &["format /provider/url"],
        ),
        (
            "a picture that is nowhere",
            builder("v1.3").icon("icon.svg"),
            &["format /iconUrl"],
        ),
    ];
    for (reason, builder, expected) in cases {
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
    let card = CardBuilder::new(contract("v1.3"), agent)
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
    for known in aap_types::contracts() {
        let card = base(known.name);
        let result = publish::check(known, &card, false);
        assert_eq!(
            result.is_ok(),
            known.status != Status::Draft,
            "{}",
            known.name
        );
    }
    let card = base("v1.2");
    let refusal = publish::check(contract("v1.3"), &card, false).unwrap_err();
    assert_eq!(rules(&refusal), ["extension /capabilities/extensions"]);
    let refusal = publish::check(contract("v1.3"), &Value::Null, false).unwrap_err();
    assert_eq!(
        rules(&refusal),
        ["type ", "extension /capabilities/extensions"]
    );
    let mut card = base("v1.3");
    let draft = json!({"uri": contract("draft").extension_uri});
    edit(&mut card, "/capabilities/extensions/-", Some(draft));
    let refusal = publish::check(contract("v1.3"), &card, true).unwrap_err();
    assert_eq!(
        rules(&refusal),
        ["draft-uri /capabilities/extensions/1/uri"]
    );
}
