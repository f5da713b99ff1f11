//! Cards that break a rule or two.

use aap_types::profile::discovery::Options;
use serde_json::json;

use super::row::{REST, Row, drop, entry, set};
use super::{base, uri};

pub fn rows() -> Vec<Row> {
    let other = "https://autoagentprotocol.org/v1.2/schemas/";
    let request = "/capabilities/extensions/0/params/skills/lead.submit/request_schema";
    let tags = ["MUST required /skills/0"];
    let mut rows = vec![
        Row::of("a draft in the wild", "draft", &[])
            .departs(&["MUST draft-uri /capabilities/extensions/0/uri"]),
        Row::of(
            "a draft beside a released contract",
            "v1.3",
            &[set("/capabilities/extensions/-", json!({"uri": uri("draft"), "required": true}))],
        ),
        Row::of(
            "a URI twice, of a contract that may stand beside others",
            "v1.3",
            &[set("/capabilities/extensions/-", entry("v1.3"))],
        )
        .departs(&["SHOULD extension-twice /capabilities/extensions/1/uri"]),
        Row::of(
            "a URI twice, of a contract that stands alone",
            "v3.1",
            &[set("/capabilities/extensions/-", json!({"uri": uri("v3.1"), "required": true}))],
        )
        .departs(&[
            "MUST maxContains /capabilities/extensions",
            "MUST extension-twice /capabilities/extensions/1/uri",
        ]),
        Row::of(
            "a contract that stands alone, beside another",
            "v3.1",
            &[set("/capabilities/extensions/-", entry("v1.3"))],
        )
        .options(Options::default().unreleased())
        .departs(&[
            "MUST maxContains /capabilities/extensions",
            "MUST one-extension /capabilities/extensions/1/uri",
        ]),
        Row::of(
            "a contract that stands alone, beside one of the old path",
            "v3.1",
            &[set("/capabilities/extensions/-", entry("v1.0"))],
        )
        .options(Options::default().unreleased())
        .departs(&["MUST one-extension /capabilities/extensions/1/uri"]),
        Row::of("no skill of AAP", "v1.3", &[set("/skills", json!([]))])
            .skills("")
            .departs(&[
                "SHOULD params-skill /capabilities/extensions/0/params/skills/inventory.search",
                "SHOULD params-skill /capabilities/extensions/0/params/skills/lead.submit",
                "MUST no-skill /skills",
            ]),
        Row::of(
            "a skill of AAP twice",
            "v1.3",
            &[set("/skills/-", base("v1.3")["skills"][0].clone())],
        )
        .departs(&["MUST skill-twice /skills/2/id"]),
        Row::of(
            "a skill of the agent's own twice",
            "v1.2",
            &[
                set("/skills/-", json!({"id": "q", "name": "", "description": "", "tags": ["t"]})),
                set("/skills/-", json!({"id": "q", "name": "", "description": "", "tags": ["t"]})),
            ],
        )
        .departs(&["SHOULD skill-twice /skills/3/id"]),
        Row::of(
            "no interface that the contract can use",
            "v1.3",
            &[set("/supportedInterfaces/0/protocolBinding", json!("HTTP+JSON"))],
        )
        .interface("")
        .departs(&[
            "MUST contains /supportedInterfaces",
            "MUST binding /supportedInterfaces",
            "SHOULD binding-unused /supportedInterfaces/0",
        ]),
        Row::of(
            "the optional binding without the required one",
            "v1.0",
            &[set("/supportedInterfaces/0/protocolBinding", json!("HTTP+JSON"))],
        )
        .interface("HTTP+JSON /supportedInterfaces/0")
        .departs(&[
            "MUST contains /supportedInterfaces",
            "MUST binding /supportedInterfaces",
        ]),
        Row::of(
            "bindings are told apart by case",
            "v1.1",
            &[set("/supportedInterfaces/0/protocolBinding", json!("jsonrpc"))],
        )
        .interface("")
        .departs(&[
            "MUST contains /supportedInterfaces",
            "MUST enum /supportedInterfaces/0/protocolBinding",
            "MUST binding /supportedInterfaces",
            "SHOULD binding-unused /supportedInterfaces/0",
        ]),
        Row::of(
            "neither of the two bindings",
            "v0.2",
            &[set("/supportedInterfaces/0/protocolBinding", json!("GRPC"))],
        )
        .interface("")
        .departs(&[
            "MUST contains /supportedInterfaces",
            "MUST binding /supportedInterfaces",
        ]),
        Row::of("no interfaces", "v1.3", &[drop("/supportedInterfaces")])
            .interface("")
            .departs(&["MUST required ", "MUST binding "]),
        Row::of(
            "plain HTTP, where the contract does not forbid it",
            "v1.3",
            &[set("/supportedInterfaces/0/url", json!("http://agent.pineridge.example/a2a"))],
        )
        .departs(&["SHOULD https /supportedInterfaces/0/url"]),
        Row::of(
            "plain HTTP, where the contract forbids it",
            "v3.1",
            &[set("/supportedInterfaces/0/url", json!("http://agent.pineridge.example/a2a"))],
        )
        .interface("")
        .departs(&[
            "MUST pattern /supportedInterfaces/0/url",
            "MUST https /supportedInterfaces/0/url",
        ]),
        Row::of(
            "plain HTTP to the own machine, published",
            "v3.1",
            &[set("/supportedInterfaces/0/url", json!("http://127.0.0.1/a2a"))],
        )
        .interface("")
        .departs(&["MUST https /supportedInterfaces/0/url"]),
        Row::of(
            "a host that only looks like the own machine",
            "v3.1",
            &[set("/supportedInterfaces/0/url", json!("http://localhost@evil.example/a2a"))],
        )
        .options(Options::default().development())
        .interface("")
        .departs(&[
            "MUST pattern /supportedInterfaces/0/url",
            "MUST https /supportedInterfaces/0/url",
        ]),
        Row::of(
            "an address that cannot be called",
            "v1.3",
            &[set("/supportedInterfaces/0/url", json!("ftp://agent.pineridge.example/a2a"))],
        )
        .interface("")
        .departs(&["MUST url /supportedInterfaces/0/url"]),
        Row::of(
            "an address below another",
            "v1.3",
            &[set("/supportedInterfaces/0/url", json!("/a2a"))],
        )
        .interface("")
        .departs(&[
            "MUST format /supportedInterfaces/0/url",
            "MUST url /supportedInterfaces/0/url",
        ]),
        Row::of(
            "a patch number",
            "v1.3",
            &[set("/supportedInterfaces/0/protocolVersion", json!("1.0.0"))],
        )
        .departs(&["SHOULD protocol-version /supportedInterfaces/0/protocolVersion"]),
        Row::of(
            "A2A 0.3 only",
            "v1.3",
            &[set("/supportedInterfaces/0/protocolVersion", json!("0.3"))],
        )
        .interface("")
        .departs(&["MUST protocol-version /supportedInterfaces/0/protocolVersion"]),
        Row::of(
            "1.00 is another version",
            "v1.3",
            &[set("/supportedInterfaces/0/protocolVersion", json!("1.00"))],
        )
        .interface("")
        .departs(&["MUST protocol-version /supportedInterfaces/0/protocolVersion"]),
        Row::of(
            "a version that is a number",
            "v1.3",
            &[set("/supportedInterfaces/0/protocolVersion", json!(1.0))],
        )
        .interface("")
        .departs(&["MUST type /supportedInterfaces/0/protocolVersion"]),
        Row::of("v1.3 has tags", "v1.3", &[drop("/skills/0/tags")]).departs(&tags),
        Row::of("v1.0 has tags", "v1.0", &[drop("/skills/0/tags")]).departs(&tags),
        Row::of("v0.2 has none", "v0.2", &[drop("/skills/0/tags")]),
        Row::of(
            "modes that leave the request out",
            "v1.3",
            &[set("/defaultInputModes", json!(["text/plain"]))],
        )
        .departs(&["SHOULD modes /defaultInputModes"]),
        Row::of(
            "a skill's own modes count before the card's",
            "v1.3",
            &[set("/skills/1/outputModes", json!(["text/plain"]))],
        )
        .departs(&["SHOULD modes /skills/1/outputModes"]),
        Row::of(
            "plain JSON does not stand for the media types any more",
            "v3.1",
            &[
                set("/defaultInputModes", json!(["application/json"])),
                set("/defaultOutputModes", json!(["application/*"])),
            ],
        )
        .departs(&["SHOULD modes /defaultInputModes"]),
        Row::of("the old name of the requirements", "v3.1", &[set("/security", json!([]))])
            .departs(&["MUST security-name /security"]),
        Row::of("v1.3 has that name", "v1.3", &[set("/security", json!([]))]),
        Row::of("no params", "v1.3", &[drop("/capabilities/extensions/0/params")]).departs(&[
            "SHOULD params-missing /capabilities/extensions/0",
            "SHOULD params-missing /capabilities/extensions/0",
            "SHOULD params-missing /capabilities/extensions/0",
            "SHOULD params-missing /capabilities/extensions/0",
        ]),
        Row::of("params of v0.2", "v0.2", &[set("/capabilities/extensions/0/params", json!({}))])
            .departs(&["SHOULD params-missing /capabilities/extensions/0/params"]),
        Row::of(
            "what params are called is not known of a provisional contract",
            "v3.1",
            &[drop("/capabilities/extensions/0/params")],
        ),
        Row::of(
            "an identifier that says nothing of its age",
            "v1.3",
            &[set("/capabilities/extensions/0/params/id", json!("card-17"))],
        )
        .departs(&["SHOULD params-id /capabilities/extensions/0/params/id"]),
        Row::of(
            "the version of another contract",
            "v1.3",
            &[set("/capabilities/extensions/0/params/version", json!("1.2.0"))],
        )
        .departs(&["SHOULD params-version /capabilities/extensions/0/params/version"]),
        Row::of(
            "another patch of the contract",
            "v1.3",
            &[set("/capabilities/extensions/0/params/version", json!("1.3.7"))],
        ),
        Row::of(
            "the schemas of another contract",
            "v1.3",
            &[
                set("/capabilities/extensions/0/params/schema_base_url", json!(other)),
                set(request, json!(format!("{other}lead-submit-request.schema.json"))),
            ],
        )
        .departs(&[
            "MUST params-schema /capabilities/extensions/0/params/schema_base_url",
            "MUST params-schema /capabilities/extensions/0/params/skills/lead.submit/request_schema",
        ]),
        Row::of("a skill without a schema", "v1.3", &[drop(request)])
            .departs(&["SHOULD params-skill /capabilities/extensions/0/params/skills/lead.submit"]),
        Row::of(
            "a lookalike beside the true URI",
            "v1.3",
            &[set("/capabilities/extensions/-", json!({"uri": format!("{}/", uri("v1.2"))}))],
        )
        .departs(&["SHOULD extension-lookalike /capabilities/extensions/1/uri"]),
        Row::of(
            "v0.1 spells its members in snake case",
            "v0.1",
            &[
                drop("/supported_interfaces"),
                set("/supportedInterfaces", json!([{"url": REST, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}])),
                set("/skills/0/inputModes", json!(["text/plain"])),
            ],
        )
        .interface("JSONRPC /supportedInterfaces/0")
        .departs(&[
            "MUST required ",
            "MUST member-name /supportedInterfaces",
            "MUST member-name /supportedInterfaces/0/protocolBinding",
            "MUST member-name /supportedInterfaces/0/protocolVersion",
            "MUST member-name /skills/0/inputModes",
            "SHOULD modes /skills/0/inputModes",
        ]),
        Row::of(
            "later contracts do not",
            "v1.3",
            &[
                drop("/supportedInterfaces/0/protocolBinding"),
                set("/supportedInterfaces/0/protocol_binding", json!("JSONRPC")),
            ],
        )
        .departs(&[
            "MUST contains /supportedInterfaces",
            "MUST required /supportedInterfaces/0",
            "MUST member-name /supportedInterfaces/0/protocol_binding",
        ]),
    ];
    let wrong = [
        (json!(false), None),
        (
            json!(null),
            Some("MUST type /capabilities/extensions/0/required"),
        ),
        (
            json!("true"),
            Some("MUST type /capabilities/extensions/0/required"),
        ),
    ];
    rows.extend(wrong.map(|(value, of_schema)| {
        let edits = [set("/capabilities/extensions/0/required", value)];
        let row = Row::of("required is true and nothing else", "v3.1", &edits);
        let departures = [
            Some("MUST contains /capabilities/extensions"),
            of_schema,
            Some("MUST extension-required /capabilities/extensions/0/required"),
        ];
        row.departs(&departures.into_iter().flatten().collect::<Vec<_>>())
    }));
    rows.push(
        Row::of(
            "required is not left out",
            "v3.1",
            &[drop("/capabilities/extensions/0/required")],
        )
        .departs(&[
            "MUST contains /capabilities/extensions",
            "MUST extension-required /capabilities/extensions/0",
        ]),
    );
    rows
}
