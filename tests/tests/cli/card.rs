//! `aap card`.

use aap_tests::known;
use serde_json::{Value, json};

use crate::support::{Folder, Run, run, run_in};

fn card_of(document: &Value, arguments: &[&str]) -> Run {
    let folder = Folder::new(&[("card.json", document.to_string())]);
    folder.run(&[&["card", "card.json"], arguments].concat())
}

/// A card of the default contract; none, with a note, where the contract has no examples of ours.
fn card() -> Option<Value> {
    known::are_finished(&[known::DEFAULT])
        .then(|| known::example(known::DEFAULT, "agent-card.two-skills.json"))
}

#[test]
fn a_card_in_order_is_told_in_words() {
    let Some(card) = card() else { return };
    let run = card_of(&card, &[]);
    run.expect(
        0,
        "\
AAP dealer \"Pine Ridge sales agent\"
speak v1.3: https://autoagentprotocol.org/extensions/aap/v1.3
  skills: inventory.search, lead.submit
  not offered: dealer.information, inventory.facets, inventory.vehicle
  interface: JSONRPC at \"https://agent.pineridge.example/a2a\"
  card id: \"01992f20-7c1e-7d0b-a4f3-90b6d2c85e17\"
",
    )
    .silent();
}

#[test]
fn every_problem_is_listed_the_binding_ones_first() {
    let Some(mut card) = card() else { return };
    card["defaultInputModes"] = json!(["text/plain"]);
    card["skills"][1]["tags"] = json!([]);
    card["skills"][0]["id"] = json!("inventory.serch");
    card["supportedInterfaces"][0]["tenant"] = json!("pine-ridge");
    let older = known::named("v1.2");
    let newer = json!({"uri": "https://autoagentprotocol.org/extensions/aap/v77.9"});
    let extensions = card["capabilities"]["extensions"].as_array_mut().unwrap();
    extensions.extend(older.map(|contract| json!({"uri": contract.extension_uri})));
    extensions.push(newer);
    let run = card_of(&card, &[]);
    assert_eq!(run.code, 1, "{run:#?}");
    let lines = [
        "  skills: lead.submit",
        "  interface: JSONRPC at \"https://agent.pineridge.example/a2a\", with the tenant \"pine-ridge\" in every request",
        "  4 problems:",
        "    MUST /skills/1/tags: ",
        "    SHOULD /capabilities/extensions/0/params/skills/inventory.search: ",
        "    SHOULD /skills/0/id: \"inventory.serch\" is no skill of AAP; if inventory.search is meant",
        "    SHOULD /defaultInputModes: the list lacks application/vnd.autoagent.lead-submit-request+json",
        "also offers v1.2, with ",
        "also names \"https://autoagentprotocol.org/extensions/aap/v77.9\", which is not known here",
    ];
    let lines = lines
        .into_iter()
        .filter(|line| older.is_some() || !line.starts_with("also offers"));
    let positions = lines.map(|line| {
        run.out
            .find(line)
            .unwrap_or_else(|| panic!("{line}: {run:#?}"))
    });
    assert!(positions.is_sorted(), "{run:#?}");
}

#[test]
fn advice_alone_does_not_fail_the_check() {
    let Some(mut card) = card() else { return };
    card["capabilities"]["extensions"][0]["params"]["id"] = json!("17");
    let run = card_of(&card, &[]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.out.contains("  1 problem:\n    SHOULD "), "{run:#?}");
}

#[test]
fn an_agent_without_the_exact_uri_is_generic() {
    let Some(mut card) = card() else { return };
    let uri = "https://autoagentprotocol.org/extensions/aap/V1.3";
    card["capabilities"]["extensions"][0]["uri"] = json!(uri);
    card_of(&card, &[]).expect(
        1,
        "\
generic A2A agent \"Pine Ridge sales agent\": no extension has the exact URI of an AAP contract known here
  /capabilities/extensions/0/uri: \"https://autoagentprotocol.org/extensions/aap/V1.3\" is not v1.3, whose URI is \"https://autoagentprotocol.org/extensions/aap/v1.3\"
",
    );
    for document in [json!([]), json!("card"), json!({}), json!(null)] {
        let run = card_of(&document, &[]);
        assert_eq!(run.code, 1, "{run:#?}");
        assert!(run.out.starts_with("generic A2A agent"), "{run:#?}");
    }
}

#[test]
fn options_reach_the_discovery() {
    if known::are_finished(&["draft"]) {
        let draft = known::example("draft", "agent-card.minimal.json");
        assert_eq!(card_of(&draft, &[]).code, 1);
        assert_eq!(card_of(&draft, &["--development"]).code, 0);
    }
    if !known::are_finished(&["v3.1"]) {
        return;
    }
    let mut card = known::example("v3.1", "agent-card.two-skills.json");
    card["supportedInterfaces"][0]["url"] = json!("http://localhost:8080/a2a");
    assert_eq!(card_of(&card, &[]).code, 1);
    let run = card_of(&card, &["--development"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.out.contains("speak v3.1 (provisional: "), "{run:#?}");

    let released = json!({"uri": "https://autoagentprotocol.org/extensions/aap/v1.3"});
    let extensions = card["capabilities"]["extensions"].as_array_mut().unwrap();
    extensions.push(released);
    let run = card_of(&card, &["--development"]);
    assert!(run.out.contains("speak v1.3"), "{run:#?}");
    let run = card_of(&card, &["--development", "--unreleased"]);
    assert!(run.out.contains("speak v3.1"), "{run:#?}");
}

#[test]
fn a_card_is_read_from_standard_input_too() {
    let Some(card) = card() else { return };
    let folder = Folder::new::<&str>(&[]);
    let text = card.to_string();
    let run = run_in(folder.path(), &["card", "-"], text.as_bytes());
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn what_is_no_card_to_read_is_refused() {
    let deep = "[".repeat(100_000);
    let cases: [(&[u8], &str); 6] = [
        (b"", "empty"),
        (b"{", "not JSON"),
        (b"\xff{}", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (
            br#"{"capabilities": {"extensions": [], "extensions": []}}"#,
            "/capabilities/extensions",
        ),
        (deep.as_bytes(), "nested too deeply"),
    ];
    for (text, why) in cases {
        let folder = Folder::new(&[("card.json", text)]);
        folder
            .run(&["card", "card.json"])
            .refused(&["card.json: ", why]);
    }
    let folder = Folder::new::<&str>(&[]);
    folder
        .run(&["card", "card.json"])
        .refused(&["card.json: cannot be read"]);
    folder.run(&["card", "."]).refused(&[".: cannot be read"]);
    run(&["card"]).refused(&["FILE"]);
}
