//! Cards that are in order.

use aap_types::profile::discovery::Options;
use serde_json::{Value, json};

use super::row::{REST, Row, drop, entry, set};
use super::uri;

pub fn rows() -> Vec<Row> {
    let development = Options::default().development();
    let rest = |version: Value| json!({"url": REST, "protocolBinding": "HTTP+JSON", "protocolVersion": version});
    let mut rows: Vec<Row> = ["v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "v3.1"]
        .map(|name| Row::of("a card of one contract", name, &[]))
        .into();
    rows.extend([
        Row::of("a draft, during development", "draft", &[]).options(development),
        Row::of(
            "an older contract beside: the higher one is spoken",
            "v1.3",
            &[
                set("/capabilities/extensions/-", entry("v1.1")),
                set("/capabilities/extensions/-", entry("v1.2")),
            ],
        ),
        Row::of(
            "a newer contract behind: the order on the card does not matter",
            "v1.1",
            &[set("/capabilities/extensions/-", json!({
                "uri": uri("v1.2"),
                "params": {"id": super::CARD_ID, "version": "1.2.0", "schema_base_url": "https://autoagentprotocol.org/v1.2/schemas/", "skills": {}},
            }))],
        )
        .speaks("v1.2")
        .departs(&[
            "SHOULD params-skill /capabilities/extensions/1/params/skills",
            "SHOULD params-skill /capabilities/extensions/1/params/skills",
        ]),
        Row::of(
            "a provisional contract does not win over a released one",
            "v1.3",
            &[set("/capabilities/extensions/-", json!({"uri": uri("v3.1"), "required": true}))],
        ),
        Row::of(
            "a contract that nobody here knows may stand beside",
            "v1.3",
            &[set("/capabilities/extensions/-", json!({"uri": "https://autoagentprotocol.org/extensions/aap/v1.9"}))],
        ),
        Row::of(
            "other extensions, skills and members are the agent's own business",
            "v1.3",
            &[
                set("/capabilities/extensions/-", json!({"uri": "https://gearbox.example/telemetry", "required": true})),
                set("/skills/-", json!({"id": "workshop.quote", "name": "Q", "description": "D", "tags": ["t"]})),
                set("/x_floor", json!({"deep": [1, null]})),
            ],
        ),
        Row::of("one skill is enough", "v1.3", &[
            drop("/skills/1"),
            drop("/capabilities/extensions/0/params/skills/lead.submit"),
        ])
        .skills("inventory.search"),
        Row::of(
            "the two bindings of v0.1 are equally good: the card's order decides",
            "v0.1",
            &[set("/supported_interfaces", json!([
                {"url": REST, "protocol_binding": "HTTP+JSON"},
                {"url": "https://agent.pineridge.example/a2a", "protocol_binding": "JSONRPC"},
            ]))],
        )
        .interface("HTTP+JSON /supported_interfaces/0"),
        Row::of(
            "v0.2 can do with HTTP+JSON alone",
            "v0.2",
            &[set("/supportedInterfaces/0/protocolBinding", json!("HTTP+JSON"))],
        )
        .interface("HTTP+JSON /supportedInterfaces/0"),
        Row::of(
            "v1.0 requires JSONRPC, so it comes first wherever it stands",
            "v1.0",
            &[set("/supportedInterfaces", json!([
                rest(json!("1.0")),
                {"url": "https://agent.pineridge.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            ]))],
        )
        .interface("JSONRPC /supportedInterfaces/1"),
        Row::of(
            "a draft-like card may have bindings that are not AAP's",
            "v3.1",
            &[set("/supportedInterfaces/-", json!({"url": "https://agent.pineridge.example:443", "protocolBinding": "GRPC", "protocolVersion": "1.0"}))],
        )
,
        Row::of(
            "an interface of an older A2A may stand beside",
            "v1.3",
            &[set("/supportedInterfaces", json!([
                {"url": "https://agent.pineridge.example/old", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
                {"url": "https://agent.pineridge.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            ]))],
        )
        .interface("JSONRPC /supportedInterfaces/1"),
        Row::of(
            "plain HTTP to the own machine, during development",
            "v3.1",
            &[set("/supportedInterfaces/0/url", json!("http://localhost:41242/a2a"))],
        )
        .options(development),
        Row::of(
            "an agent without extensions is generic",
            "v1.3",
            &[drop("/capabilities/extensions")],
        )
        .generic(),
        Row::of(
            "an agent with the extensions of others is generic",
            "v1.3",
            &[set("/capabilities/extensions/0/uri", json!("https://gearbox.example/telemetry"))],
        )
        .generic(),
    ]);
    rows
}
