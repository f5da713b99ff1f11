//! The facts of a contract that are no schema, as `contract.toml` gives them.

/// When a request has to name the contract's extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activation {
    /// Never: the endpoint's contract applies.
    NotEnforced,
    /// Always.
    Required,
    /// Unless the request has neither `A2A-Version` nor `A2A-Extensions`.
    RequiredUnlessBothHeadersAbsent,
}

impl Activation {
    /// The rule as `contract.toml` spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Activation::NotEnforced => "not-enforced",
            Activation::Required => "required",
            Activation::RequiredUnlessBothHeadersAbsent => "required-unless-both-headers-absent",
        }
    }
}

/// The shape of `error.data` in a JSON-RPC error reply that carries an AAP error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorEnvelope {
    /// The AAP error itself.
    Object,
    /// An array of details, in which the AAP error is found by its `@type`.
    DetailArray {
        /// That `@type`.
        type_url: &'static str,
    },
}

impl ErrorEnvelope {
    /// The shape as `contract.toml` spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorEnvelope::Object => "object",
            ErrorEnvelope::DetailArray { .. } => "detail-array",
        }
    }
}

/// A row of a contract's error table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorEntry {
    /// The code of the AAP error, such as `RATE_LIMITED`.
    pub code: &'static str,
    /// The code of the JSON-RPC error that carries it.
    pub jsonrpc_code: i64,
    /// Whether a retry may help, unless the error's own `retryable` says otherwise.
    pub retryable_by_default: bool,
    /// What the code means.
    pub description: &'static str,
}

/// The A2A bindings of a contract, by the names that `protocolBinding` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bindings {
    /// Every agent offers all of these.
    pub required: &'static [&'static str],
    /// An agent may offer these.
    pub optional: &'static [&'static str],
    /// Every agent offers one of these or more; empty where the contract leaves no such choice.
    pub at_least_one_of: &'static [&'static str],
}

/// What a contract demands of its extension entry on an agent card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardRules {
    /// Whether the entry says `required: true`.
    pub extension_must_be_required: bool,
    /// Whether the card names one AAP contract only.
    pub exactly_one_aap_extension: bool,
    /// Whether interfaces are HTTPS, save those of the own machine during development.
    pub interfaces_must_be_https: bool,
    /// The members that `params` of the entry should have.
    pub params: &'static [&'static str],
    /// The media types of the default modes; empty where these are the media types of the skills.
    pub default_modes: &'static [&'static str],
}

/// What the manifest of a contract's MCP tools contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct McpFacts {
    /// The version of MCP that the manifest names, such as `2025-06-18`.
    pub protocol_version: Option<&'static str>,
    /// Whether each tool is annotated with its skill, its types and the schema of the response.
    pub annotations: bool,
}
