//! What holds for any JSON: nothing panics, and what is said about it is true.

use std::time::{Duration, Instant};

use aap_tests::instances::Instances;
use aap_tests::known;
use aap_types::profile::discovery::{self, Discovery, Options, Source};
use aap_types::profile::publish;
use serde_json::{Value, json};

use super::{base, edit, uri};

/// Checks what holds for any card, and gives what was found.
fn examine(card: &Value) -> Discovery<'_> {
    let options = Options::default();
    let discovery = discovery::discover(card, options);
    let none = Vec::new();
    let extensions = card.pointer("/capabilities/extensions");
    let extensions = extensions.and_then(Value::as_array).unwrap_or(&none);
    for known in aap_types::contracts() {
        let mut entries = extensions.iter();
        let named = entries.any(|entry| {
            entry.is_object()
                && entry.get("uri").and_then(Value::as_str) == Some(known.extension_uri)
        });
        assert_eq!(
            discovery.offer(known.name).is_some(),
            named,
            "{}",
            known.name
        );
    }
    assert_eq!(discovery.is_generic(), discovery.speak().is_none());
    for offer in &discovery.offers {
        let payload = offer.contract.payload("agent-card");
        assert!(payload.is_some() || !known::is_finished(offer.contract.name));
        let violations = payload.and_then(|payload| payload.validate(card).err());
        let violations = violations.into_iter().flatten();
        let violations: Vec<_> = violations
            .map(|violation| (violation.instance_location, violation.keyword))
            .collect();
        let departures = offer.departures.iter();
        let reported: Vec<_> = departures
            .filter(|departure| departure.source == Source::Schema)
            .map(|departure| (departure.pointer.clone(), departure.rule.clone()))
            .collect();
        assert_eq!(reported, violations);
        for departure in &offer.departures {
            let (mut parent, mut pointer) = (card, departure.pointer.as_str());
            while let Some((above, _)) = pointer.rsplit_once('/') {
                pointer = above;
                parent = card
                    .pointer(pointer)
                    .expect("what stands above a departure");
            }
            assert!(parent.is_object() || departure.pointer == "");
            assert!(!departure.message.is_empty());
        }
        for interface in &offer.interfaces {
            let place = interface.pointer.resolve(card).unwrap();
            assert_eq!(place["url"], interface.url);
        }
        for skill in &offer.skills {
            let mut skills = card["skills"].as_array().unwrap().iter();
            assert!(skills.any(|listed| listed["id"] == skill.id));
        }
    }
    let words = discovery.to_string();
    assert!(words.lines().count() >= 1);
    assert!(
        words
            .chars()
            .all(|character| character == '\n' || !character.is_control()),
        "{words:?}"
    );
    let _either = publish::check(known::default(), card, false);
    discovery
}

/// The pointer of every value.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                places(element, &format!("{place}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(member, &format!("{place}/{name}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn anything_may_stand_anywhere() {
    let odd = [
        json!(null),
        json!(true),
        json!(-1.5e300),
        json!(""),
        json!("\u{1b}[31m\u{202e}\u{0}"),
        json!([]),
        json!([[], {}, null, 1, "x"]),
        json!({}),
        json!({"uri": [], "id": {}, "url": null, "a/b~c": "\u{7f}"}),
    ];
    let mut tried = 0;
    for contract in known::finished() {
        let card = base(contract.name);
        let mut all = Vec::new();
        places(&card, "", &mut all);
        for place in all {
            for value in &odd {
                let mut card = card.clone();
                edit(&mut card, &place, Some(value.clone()));
                let discovery = examine(&card);
                let above_uri = "/capabilities/extensions/0/uri".starts_with(&place);
                assert_eq!(discovery.is_generic(), above_uri, "{place} {value}");
                tried += 1;
            }
        }
    }
    assert!(tried > 2500 || !known::is_complete(), "{tried}");
    assert!(tried > 0 || !known::is_finished(known::DEFAULT));
}

#[test]
fn values_that_are_no_card_are_generic() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    for value in [
        json!(null),
        json!(1),
        json!("x"),
        json!(true),
        json!([]),
        json!({}),
        json!([base("v1.3")]),
    ] {
        let discovery = examine(&value);
        assert!(discovery.is_generic());
        assert_eq!(
            discovery.unreadable.is_empty(),
            value.is_object(),
            "{value}"
        );
    }
    let unreadable = [
        (json!({"capabilities": []}), "/capabilities"),
        (
            json!({"capabilities": {"extensions": {}}}),
            "/capabilities/extensions",
        ),
        (
            json!({"capabilities": {"extensions": [uri("v1.3")]}}),
            "/capabilities/extensions/0",
        ),
        (
            json!({"capabilities": {"extensions": [{"uri": [uri("v1.3")]}]}}),
            "/capabilities/extensions/0/uri",
        ),
    ];
    for (card, place) in unreadable {
        let discovery = examine(&card);
        assert!(discovery.is_generic());
        assert_eq!(discovery.unreadable.len(), 1);
        assert_eq!(discovery.unreadable[0].pointer, place);
    }
}

#[test]
fn generated_cards_are_read() {
    for contract in known::finished() {
        let schema: Value =
            serde_json::from_str(contract.payload("agent-card").unwrap().schema).unwrap();
        let id = schema["$id"].as_str().unwrap().to_owned();
        let documents = [(id.clone(), schema)];
        let instances = Instances::new(documents, &id, 7).unwrap();
        let (mut offered, mut generic) = (0, 0);
        for case in instances.take(200) {
            let discovery = examine(&case.value);
            match discovery.is_generic() {
                true => generic += 1,
                false => offered += 1,
            }
        }
        assert!(
            offered > 100 && generic > 0,
            "{}: {offered} {generic}",
            contract.name
        );
    }
}

/// A card with every contract's URI, so that all of it is looked at once for each.
fn hostile() -> Value {
    let mut card = base("v1.3");
    for known in aap_types::contracts()
        .iter()
        .filter(|known| known.name != "v1.3")
    {
        let entry = json!({"uri": known.extension_uri});
        edit(&mut card, "/capabilities/extensions/-", Some(entry));
    }
    card
}

#[test]
fn huge_cards_take_time_in_proportion() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    const MANY: usize = 5_000;
    let many = |value: Value| Value::Array(vec![value; MANY]);
    let long = "https://autoagentprotocol.org/extensions/aap/v1.3/".repeat(MANY);
    let skill = |id: &str| json!({"id": id, "name": "", "description": "", "tags": ["t"]});
    let members: serde_json::Map<_, _> = (0..MANY)
        .map(|index| (format!("x{index}"), json!(index)))
        .collect();
    let interface = json!({"url": "http://x.example", "protocolBinding": "JSONRPC", "protocolVersion": "1.0.0"});
    let cases = [
        (
            "/capabilities/extensions/0/params",
            json!({"skills": members}),
        ),
        ("/capabilities/extensions/0/params/id", json!(long)),
        ("/capabilities/extensions/-", json!({"uri": long})),
        ("/skills", many(skill("inventory.search"))),
        ("/skills", many(skill("inventory.serch"))),
        ("/skills", many(skill("invertory.xxxxxx"))),
        ("/skills", many(json!(0))),
        ("/skills/0/id", json!(long)),
        ("/skills/0/inputModes", many(json!("text/plain"))),
        ("/defaultInputModes", many(json!("text/plain"))),
        ("/supportedInterfaces", many(interface)),
        ("/x", Value::Object(members.clone())),
        ("/name", json!(long)),
    ];
    for (place, value) in cases {
        let mut card = hostile();
        edit(&mut card, place, Some(value));
        let start = Instant::now();
        let discovery = discovery::discover(&card, Options::default());
        let contracts = aap_types::contracts().len();
        assert_eq!(discovery.offers.len(), contracts, "{place}");
        let words = discovery.to_string();
        assert!(words.len() < 400 * MANY);
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "{place}: {:?}",
            start.elapsed()
        );
    }
    let mut extensions: Vec<Value> = vec![json!({"uri": uri("v1.3")}); MANY];
    let another = known::named("v1.2").unwrap_or_else(known::default);
    let another = another.extension_uri;
    extensions.extend((0..MANY).map(|index| json!({"uri": format!("{another}/{index}")})));
    let card = json!({"capabilities": {"extensions": extensions}});
    let start = Instant::now();
    let discovery = discovery::discover(&card, Options::default());
    assert_eq!(discovery.lookalikes.len(), MANY);
    assert_eq!(discovery.speak().unwrap().entries.len(), MANY);
    assert!(start.elapsed() < Duration::from_secs(30));
}

const DEEP: [&str; 17] = [
    "",
    "/name",
    "/capabilities",
    "/capabilities/extensions",
    "/capabilities/extensions/0",
    "/capabilities/extensions/0/params",
    "/capabilities/extensions/0/params/skills",
    "/skills",
    "/skills/0",
    "/skills/0/id",
    "/supportedInterfaces",
    "/supportedInterfaces/0",
    "/supportedInterfaces/0/url",
    "/supportedInterfaces/0/protocolVersion",
    "/defaultInputModes",
    "/security",
    "/x",
];

/// Making and dropping a deep value takes stack, so that is done where there is much; reading it
/// as a card has to do with little.
#[test]
fn deep_cards_are_read_without_recursion() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let thread = |size| std::thread::Builder::new().stack_size(size);
    let make_and_read = move || {
        for place in DEEP {
            let deep = (0..50_000).fold(json!("x"), |value, index| match index % 2 {
                0 => Value::Array(vec![value]),
                _ => Value::Object([("skills".to_owned(), value)].into_iter().collect()),
            });
            let mut card = hostile();
            edit(&mut card, place, Some(deep));
            std::thread::scope(|scope| {
                let read = || {
                    let discovery = discovery::discover(&card, Options::default());
                    assert!(discovery.to_string().len() < 100_000, "{place}");
                };
                let reader = thread(512 * 1024).spawn_scoped(scope, read).unwrap();
                reader.join().unwrap();
            });
        }
    };
    let maker = thread(512 * 1024 * 1024).spawn(make_and_read).unwrap();
    maker.join().unwrap();
}

#[test]
fn what_a_card_says_cannot_steer_a_terminal() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let mut card = base("v1.3");
    let evil = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}\r\n";
    for place in [
        "/name",
        "/supportedInterfaces/0/tenant",
        "/capabilities/extensions/0/params/id",
        "/capabilities/extensions/0/params/version",
        "/skills/0/id",
    ] {
        edit(&mut card, place, Some(json!(evil)));
    }
    let extension = json!({"uri": format!("https://autoagentprotocol.org/{evil}")});
    edit(&mut card, "/capabilities/extensions/-", Some(extension));
    let words = examine(&card).to_string();
    assert!(
        !words.contains(['\u{202e}', '\u{2066}', '\u{9b}', '\u{1b}', '\r']),
        "{words:?}"
    );
}
