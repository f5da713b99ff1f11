//! The skills of a contract as tools of the Model Context Protocol (MCP).
//!
//! A tool's arguments are the skill's request, the same object that A2A carries.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::mcp::{InputSchema, Tool};
//! use aap_types::v1_3;
//!
//! let tool = Tool::of::<v1_3::skills::InventorySearch>();
//! assert_eq!(tool.name(), "aap_inventory_search");
//! assert_eq!(
//!     tool.input_schema(InputSchema::ByUrl)["$ref"],
//!     "https://autoagentprotocol.org/v1.3/schemas/inventory-search-request.schema.json"
//! );
//! assert_eq!(tool.input_schema(InputSchema::Bundled)["type"], "object");
//! # }
//! ```

use serde_json::{Map, Value, json};

use crate::payload::{ContractInfo, Skill, SkillInfo};
use crate::profile::McpFacts;

/// The name of every manifest.
pub const SERVER_NAME: &str = "auto-agent-protocol";

const DESCRIPTION: &str = "The skills of an Auto Agent Protocol dealer as MCP tools: the arguments of a tool are the request of its skill, and its result is the response.";

/// Where the schema of a tool's arguments stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputSchema {
    /// On the web: a reference to the URL of the request's schema, as the published manifests have it.
    #[default]
    ByUrl,
    /// In the tool: the request's schema with all that it refers to, so that nothing is fetched.
    Bundled,
}

/// A skill as an MCP tool.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    skill: SkillInfo,
    facts: McpFacts,
}

impl Tool {
    /// The tool of a skill type.
    #[must_use]
    pub const fn of<S: Skill>() -> Tool {
        let contract = ContractInfo::of::<<S::Request as crate::Payload>::Contract>();
        Tool {
            skill: SkillInfo::of::<S>(),
            facts: contract.mcp,
        }
    }

    /// The name that MCP clients call, such as `aap_lead_submit`.
    #[must_use]
    #[allow(clippy::misnamed_getters, reason = "an MCP tool has a name of its own")]
    pub const fn name(&self) -> &'static str {
        self.skill.mcp_tool
    }

    /// What the tool does.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.skill.description
    }

    /// The skill.
    #[must_use]
    pub const fn skill(&self) -> &SkillInfo {
        &self.skill
    }

    /// The JSON Schema of the arguments.
    #[inline]
    #[must_use]
    pub fn input_schema(&self, form: InputSchema) -> Value {
        let request = &self.skill.request;
        let by_url = || json!({ "$ref": request.schema_id });
        match form {
            InputSchema::ByUrl => by_url(),
            InputSchema::Bundled => request.schema.parse().unwrap_or_else(|_| by_url()),
        }
    }

    /// What tells an AAP agent more than MCP needs; none where the contract's manifest has none.
    #[inline]
    #[must_use]
    pub fn annotations(&self) -> Option<Value> {
        self.facts.annotations.then(|| {
            json!({
                "aap_skill_id": self.skill.id,
                "aap_request_type": self.skill.request_type,
                "aap_response_type": self.skill.response_type,
                "aap_response_schema": self.skill.response.schema_id,
            })
        })
    }

    /// The tool as an entry of `tools`.
    #[inline]
    #[must_use]
    pub fn definition(&self, form: InputSchema) -> Value {
        let mut members = Map::new();
        members.insert("name".to_owned(), self.name().into());
        members.insert("description".to_owned(), self.description().into());
        members.insert("inputSchema".to_owned(), self.input_schema(form));
        if let Some(annotations) = self.annotations() {
            members.insert("annotations".to_owned(), annotations);
        }
        Value::Object(members)
    }
}

/// The tools of a contract, in the order of its skills.
pub fn tools(contract: &ContractInfo) -> impl Iterator<Item = Tool> + use<> {
    let facts = contract.mcp;
    let skills = contract.skills.iter();
    skills.map(move |skill| Tool {
        skill: *skill,
        facts,
    })
}

/// The tool that an MCP client calls by this name.
#[inline]
#[must_use]
pub fn tool(contract: &ContractInfo, name: &str) -> Option<Tool> {
    tools(contract).find(|tool| tool.name() == name)
}

/// The manifest of a contract's tools.
#[inline]
#[must_use]
pub fn manifest(contract: &ContractInfo, form: InputSchema) -> Value {
    let mut members = Map::new();
    members.insert("name".to_owned(), SERVER_NAME.into());
    members.insert("version".to_owned(), contract.version.into());
    members.insert("description".to_owned(), DESCRIPTION.into());
    if let Some(version) = contract.mcp.protocol_version {
        members.insert("protocolVersion".to_owned(), version.into());
    }
    let tools = tools(contract).map(|tool| tool.definition(form)).collect();
    members.insert("tools".to_owned(), Value::Array(tools));
    Value::Object(members)
}
