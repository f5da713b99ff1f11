//! `aap mcp`: the skills of a contract as MCP tools.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::names;
use super::ordered::Ordered;
use super::session::{Exit, Session, Stop};
use crate::mcp::{self, InputSchema, Tool};
use crate::payload::ContractInfo;
use crate::runtime::document;

/// Print the MCP manifest of a contract: a tool for each skill.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The contract, such as v1.3.
    contract: String,
    /// Embed the schemas of the arguments instead of referring to their URLs.
    #[arg(long)]
    bundled: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<Exit, Stop> {
    let contract =
        names::contract(session.contracts, &arguments.contract).map_err(Stop::Unusable)?;
    if let Some(caution) = names::caution(contract) {
        session.message(&caution);
    }
    let form = match arguments.bundled {
        true => InputSchema::Bundled,
        false => InputSchema::ByUrl,
    };
    let manifest = Manifest { contract, form };
    let text = serde_json::to_string_pretty(&manifest)
        .map_err(|error| Stop::Unusable(error.to_string()))?;
    session.json(&text)?;
    Ok(Exit::Done)
}

/// [`mcp::manifest`] with its members in the order in which they are read.
struct Manifest<'a> {
    contract: &'a ContractInfo,
    form: InputSchema,
}

impl Serialize for Manifest<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let manifest = mcp::manifest(self.contract, self.form);
        let mut map = serializer.serialize_map(None)?;
        for name in ["name", "version", "description", "protocolVersion"] {
            if let Some(value) = manifest.get(name) {
                map.serialize_entry(name, value)?;
            }
        }
        let form = self.form;
        let tools = mcp::tools(self.contract).map(|tool| Definition { tool, form });
        map.serialize_entry("tools", &tools.collect::<Vec<_>>())?;
        map.end()
    }
}

struct Definition {
    tool: Tool,
    form: InputSchema,
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.tool.name())?;
        map.serialize_entry("description", self.tool.description())?;
        let schema = self.tool.skill().request.schema.as_bytes();
        match (self.form, document::parse(schema)) {
            (InputSchema::Bundled, Ok(document)) => {
                let ordered = Ordered {
                    value: &document.value,
                    order: document.order(),
                };
                map.serialize_entry("inputSchema", &ordered)?;
            }
            _ => map.serialize_entry("inputSchema", &self.tool.input_schema(self.form))?,
        }
        if let Some(annotations) = self.tool.annotations() {
            map.serialize_entry("annotations", &annotations)?;
        }
        map.end()
    }
}
