//! `contract.toml`: what a contract says that is not JSON Schema.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use url::Url;

use crate::model::{skill_method, skill_type};

/// The facts of a contract.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name, such as `v1.3`.
    pub contract: String,
    /// The version, such as `1.3.0`.
    pub version: String,
    /// Whether it may be relied on.
    pub status: Status,
    /// The URI that pins the contract on an agent card.
    pub extension_uri: String,
    /// The URL under which the schemas stand.
    pub schema_base_url: String,
    /// The version of A2A.
    pub a2a_protocol_version: String,
    /// When a request has to name the extension.
    pub activation: Activation,
    /// The shape of `error.data`.
    pub error_envelope: ErrorEnvelope,
    /// Whether every response message has to name its context.
    #[serde(default)]
    pub responses_need_context_id: bool,
    /// What the contract is, in a sentence or two.
    pub description: String,
    /// The A2A bindings.
    #[serde(default)]
    pub bindings: Bindings,
    /// Rules for the agent card's extension entry.
    pub card: Card,
    /// The MCP manifest.
    #[serde(default)]
    pub mcp: Mcp,
    /// Payload schemas that belong to no skill, by role.
    #[serde(default)]
    pub payloads: BTreeMap<String, String>,
    /// The error table.
    #[serde(default)]
    pub errors: Vec<ErrorEntry>,
    /// The skills.
    #[serde(default)]
    pub skills: Vec<Skill>,
}

impl Manifest {
    /// Parses the text of `contract.toml`.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = 1 + before.unwrap_or_default().matches('\n').count();
            format!(
                "is not a usable contract.toml (line {line}): {}",
                error.message()
            )
        })
    }

    /// What is wrong with the facts by themselves, each in one line.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !is_name(&self.contract) {
            faults.push(format!(
                "the contract's name {:?} cannot become a Rust module: expected lower-case letters \
                 and digits, then numbers set apart by dots, such as \"v1.3\"",
                self.contract
            ));
        }
        if !is_version(&self.version) {
            faults.push(format!(
                "the version {:?} is not three numbers, such as \"1.3.0\" or \"2.0.0-dev\"",
                self.version
            ));
        }
        let urls = [
            ("extension_uri", &self.extension_uri),
            ("schema_base_url", &self.schema_base_url),
        ];
        for (name, url) in urls {
            let plain = url
                .chars()
                .all(|c| c.is_ascii_graphic() && !"<>\"`\\^{|}".contains(c));
            if !plain || Url::parse(url).is_err() {
                faults.push(format!("{name} is {url:?}: expected an absolute URI"));
            }
        }
        if !self.schema_base_url.ends_with('/') {
            faults.push(format!(
                "schema_base_url is {:?}: expected a final '/', for the files' paths follow it",
                self.schema_base_url
            ));
        }
        self.skill_faults(&mut faults);
        faults
    }

    /// Skills become types and variants, and are told apart by their messages.
    fn skill_faults(&self, faults: &mut Vec<String>) {
        type Fact = fn(&Skill) -> String;
        let facts: [(&str, Fact); 6] = [
            ("id, as a Rust type", |skill| skill_type(&skill.id)),
            ("request_type", |skill| skill.request_type.clone()),
            ("response_type", |skill| skill.response_type.clone()),
            ("request_schema", |skill| skill.request_schema.clone()),
            ("response_schema", |skill| skill.response_schema.clone()),
            ("mcp_tool", |skill| skill.mcp_tool.clone()),
        ];
        for (name, fact) in facts {
            let mut known = BTreeSet::new();
            for skill in &self.skills {
                let found = fact(skill);
                if found.is_empty() {
                    faults.push(format!("the skill {:?} has an empty {name}", skill.id));
                } else if !known.insert(found.clone()) {
                    faults.push(format!(
                        "the skill {:?} has the {name} {found:?}, as another skill has: \
                         each needs its own",
                        skill.id
                    ));
                }
            }
        }
    }

    /// The contract's module and feature: `v1.3` is `v1_3`.
    #[must_use]
    pub fn module(&self) -> String {
        self.contract.replace('.', "_")
    }
}

/// Whether a contract may be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Published and frozen.
    Released,
    /// Planned; never to be deployed.
    Draft,
    /// Known in part only.
    Provisional,
}

/// When a request has to name the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// Never.
    NotEnforced,
    /// Always.
    Required,
    /// Unless the request has neither of the two headers.
    RequiredUnlessBothHeadersAbsent,
}

/// The shape of `error.data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorEnvelope {
    /// The AAP payload itself.
    Object,
    /// An array of details, among them the AAP payload.
    DetailArray,
}

/// The A2A bindings of a contract.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bindings {
    /// Bindings that every agent offers.
    #[serde(default)]
    pub required: Vec<String>,
    /// Bindings that an agent may offer.
    #[serde(default)]
    pub optional: Vec<String>,
    /// Bindings of which every agent offers one.
    #[serde(default)]
    pub at_least_one_of: Vec<String>,
}

/// Rules for the agent card's extension entry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Whether the entry must say `required: true`.
    pub extension_must_be_required: bool,
    /// Whether the card may name one AAP contract only.
    pub exactly_one_aap_extension: bool,
    /// Whether every interface must be HTTPS.
    #[serde(default)]
    pub interfaces_must_be_https: bool,
    /// The members that the extension entry's `params` should have.
    #[serde(default)]
    pub params: Vec<String>,
    /// The media types of the card's default modes; none where they are those of the skills.
    #[serde(default)]
    pub default_modes: Vec<String>,
}

/// The manifest of the contract's MCP tools.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mcp {
    /// The version of MCP that the manifest names, if it names one.
    #[serde(default)]
    pub protocol_version: Option<String>,
    /// Whether the tools are annotated with their AAP skill, types and response schema.
    #[serde(default)]
    pub annotations: bool,
}

/// A row of the error table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorEntry {
    /// The code of the typed error.
    pub code: String,
    /// The code of the JSON-RPC error.
    pub jsonrpc: i64,
    /// Whether a retry may help, unless the payload says otherwise.
    pub retryable: bool,
    /// What the code means.
    #[serde(default)]
    pub description: String,
}

/// A skill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The identifier, such as `inventory.search`.
    pub id: String,
    /// A name for people.
    pub name: String,
    /// What the skill does.
    pub description: String,
    /// Words for the agent card.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The request's schema file.
    pub request_schema: String,
    /// The response's schema file.
    pub response_schema: String,
    /// The request's `type`.
    pub request_type: String,
    /// The response's `type`.
    pub response_type: String,
    /// The request's media type.
    pub request_media_type: String,
    /// The response's media type.
    pub response_media_type: String,
    /// The MCP tool's name.
    pub mcp_tool: String,
}

impl Skill {
    /// The name of the skill's type, and of its variants: `InventorySearch`.
    #[must_use]
    pub fn type_name(&self) -> String {
        skill_type(&self.id)
    }

    /// The name of the method that a dealer's agent has for the skill: `inventory_search`.
    #[must_use]
    pub fn method_name(&self) -> String {
        skill_method(&self.id)
    }
}

/// Whether a contract's name makes a module name, a feature name and a folder name.
fn is_name(name: &str) -> bool {
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_lowercase())
        && first
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && typify_impl::accept_as_ident(first)
        && parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a text is a version as semantic versioning writes it.
fn is_version(text: &str) -> bool {
    let (numbers, suffix) = match text.split_once('-') {
        Some((numbers, suffix)) => (numbers, Some(suffix)),
        None => (text, None),
    };
    let numbers: Vec<&str> = numbers.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_word = |suffix: &str| {
        !suffix.is_empty()
            && suffix
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-')
    };
    numbers.len() == 3 && numbers.iter().all(is_number) && suffix.is_none_or(is_word)
}

#[cfg(test)]
mod tests;
