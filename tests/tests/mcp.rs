//! MCP manifests: what the published ones say, for every contract.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::path::Path;

use aap_tests::known;
use aap_types::mcp::{self, InputSchema};
use serde_json::{Value, json};

/// (contract, `protocolVersion`, whether tools are annotated), as published; the last two contracts
/// have no published manifest and follow v1.3.
const PUBLISHED: [(&str, Option<&str>, bool); 8] = [
    ("v0.1", None, false),
    ("v0.2", None, false),
    ("v1.0", Some("2025-06-18"), false),
    ("v1.1", Some("2025-06-18"), true),
    ("v1.2", Some("2025-06-18"), true),
    ("v1.3", Some("2025-06-18"), true),
    ("draft", Some("2025-06-18"), true),
    ("v3.1", Some("2025-06-18"), true),
];

/// (skill, stem of the schema files' names).
const SKILLS: [(&str, &str); 5] = [
    ("dealer.information", "dealer-information"),
    ("inventory.facets", "inventory-facets"),
    ("inventory.search", "inventory-search"),
    ("inventory.vehicle", "vehicle-detail"),
    ("lead.submit", "lead-submit"),
];

/// A manifest without the words that are ours or theirs.
fn wordless(mut manifest: Value) -> Value {
    let is_text = |value: Option<Value>| value.is_some_and(|value| value.is_string());
    assert!(is_text(
        manifest.as_object_mut().unwrap().remove("description")
    ));
    for tool in manifest["tools"].as_array_mut().unwrap() {
        assert!(is_text(tool.as_object_mut().unwrap().remove("description")));
    }
    manifest
}

#[test]
fn a_manifest_lists_the_skills_as_tools() {
    assert_eq!(PUBLISHED.map(|row| row.0), known::NAMES);
    for (name, protocol_version, annotated) in PUBLISHED {
        let Some(contract) = known::finished_named(name) else {
            continue;
        };
        let base = contract.schema_base_url;
        let tools: Vec<Value> = SKILLS
            .iter()
            .map(|(skill, stem)| {
                let mut tool = json!({
                    "name": format!("aap_{}", skill.replace('.', "_")),
                    "inputSchema": {"$ref": format!("{base}{stem}-request.schema.json")},
                });
                if annotated {
                    tool["annotations"] = json!({
                        "aap_skill_id": skill,
                        "aap_request_type": format!("{skill}.request"),
                        "aap_response_type": format!("{skill}.response"),
                        "aap_response_schema": format!("{base}{stem}-response.schema.json"),
                    });
                }
                tool
            })
            .collect();
        let mut expected = json!({
            "name": "auto-agent-protocol",
            "version": contract.version,
            "tools": tools,
        });
        if let Some(version) = protocol_version {
            expected["protocolVersion"] = json!(version);
        }
        let manifest = mcp::manifest(contract, InputSchema::ByUrl);
        assert_eq!(wordless(manifest), expected, "{name}");
    }
}

#[test]
fn published_manifests_are_reproduced() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/upstream/spec");
    if !spec.is_dir() {
        return;
    }
    let mut compared = Vec::new();
    for contract in known::finished() {
        let file = spec
            .join(contract.name)
            .join("examples/mcp-manifest.example.json");
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let mut published = wordless(serde_json::from_str(&text).unwrap());
        let ours = wordless(mcp::manifest(contract, InputSchema::ByUrl));
        if contract.name == "v0.1" {
            // Published with a patch number that no other file of the contract has.
            assert_eq!(published["version"], "0.1.1");
            published["version"] = ours["version"].clone();
        }
        assert_eq!(ours, published, "{}", contract.name);
        compared.push(contract.name);
    }
    let expected = ["v0.1", "v0.2", "v1.0", "v1.1", "v1.2"];
    let expected = expected.into_iter().filter_map(known::finished_named);
    assert!(expected.map(|it| it.name).eq(compared));
}

#[test]
fn a_bundled_schema_needs_nothing_else() {
    for contract in aap_types::contracts() {
        let examples = aap_schemas::by_name(contract.name).unwrap().examples;
        for tool in mcp::tools(contract) {
            let schema = tool.input_schema(InputSchema::Bundled);
            assert_eq!(schema["type"], "object", "{}", tool.name());
            let validator = jsonschema::validator_for(&schema).unwrap();
            let stem = tool.skill().request.schema_name();
            let mut tried = 0;
            for example in examples.iter().filter(|file| file.path.starts_with(stem)) {
                let mut arguments: Value = serde_json::from_str(example.text).unwrap();
                assert!(
                    validator.is_valid(&arguments),
                    "{} {}",
                    contract.name,
                    example.path
                );
                arguments["type"] = json!("another");
                assert!(
                    !validator.is_valid(&arguments),
                    "{} {}",
                    contract.name,
                    example.path
                );
                tried += 1;
            }
            let is_finished = known::is_finished(contract.name);
            assert!(tried > 0 || !is_finished, "{} {stem}", contract.name);
        }
    }
}

#[test]
fn the_two_manifests_differ_in_their_schemas_only() {
    for contract in aap_types::contracts() {
        let by_url = mcp::manifest(contract, InputSchema::ByUrl);
        let mut bundled = mcp::manifest(contract, InputSchema::Bundled);
        for (tool, referring) in bundled["tools"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .zip(by_url["tools"].as_array().unwrap())
        {
            assert_eq!(tool["inputSchema"]["$id"], referring["inputSchema"]["$ref"]);
            tool["inputSchema"] = referring["inputSchema"].clone();
        }
        assert_eq!(bundled, by_url);
    }
}

#[test]
fn a_tool_is_found_by_its_name() {
    for contract in aap_types::contracts() {
        let tool = mcp::tool(contract, "aap_inventory_vehicle").unwrap();
        assert_eq!(tool.skill().id, "inventory.vehicle");
        assert_eq!(tool.description(), tool.skill().description);
        for name in ["inventory.vehicle", "AAP_INVENTORY_VEHICLE", "aap_", ""] {
            assert!(mcp::tool(contract, name).is_none(), "{name}");
        }
    }
}
