//! What generated contracts implement: payloads, skills, contracts.

use std::fmt;

use serde_json::Value;

use crate::pointer::JsonPointer;
use crate::profile::{
    AapError, Activation, Bindings, CardRules, ErrorEntry, ErrorEnvelope, McpFacts, UnknownCode,
};
use crate::rejection::Rejection;
#[cfg(any(feature = "a2a", feature = "cli"))]
use crate::runtime::document::Order;
use crate::runtime::encode::Encoded;
use crate::runtime::{Message, Model, report, verdict};
use crate::violation::{Violation, Violations};

/// A typed value with a schema file of its own.
pub trait Payload: Model + Sized {
    /// The schema's title, which is also the type's name.
    const NAME: &'static str;
    /// The `$id` of the schema.
    const SCHEMA_ID: &'static str;
    /// The schema as JSON text; the schemas that it refers to are embedded in `$defs`.
    const SCHEMA: &'static str;
    /// The `type` that tells this payload from others, where it has one.
    const MESSAGE_TYPE: Option<&'static str>;
    /// The contract that the schema belongs to.
    type Contract: Contract;

    /// Checks a value built in Rust, before it is sent.
    ///
    /// # Errors
    /// Every violation. A value that has no JSON form (a number that is not finite, an extra member
    /// with the name of a declared one) gives a single violation of the whole document.
    fn validate(&self) -> Result<(), Violations> {
        report::validate(Self::schema(), &to_value(self)?)
    }
}

pub(crate) fn to_value<T: Model>(payload: &T) -> Result<Value, Violations> {
    serde_json::to_value(Encoded(payload)).map_err(|error| {
        Violation::new(
            JsonPointer::root(),
            "type",
            format!("no JSON form: {error}"),
        )
        .into()
    })
}

/// One skill of a contract.
pub trait Skill {
    /// The skill's identifier, such as `inventory.search`.
    const ID: &'static str;
    /// A name for people.
    const NAME: &'static str;
    /// What the skill does.
    const DESCRIPTION: &'static str;
    /// Words that describe the skill on an agent card.
    const TAGS: &'static [&'static str];
    /// The `type` of a request.
    const REQUEST_TYPE: &'static str;
    /// The `type` of a response.
    const RESPONSE_TYPE: &'static str;
    /// The media type of a request.
    const REQUEST_MEDIA_TYPE: &'static str;
    /// The media type of a response.
    const RESPONSE_MEDIA_TYPE: &'static str;
    /// The name of the MCP tool.
    const MCP_TOOL: &'static str;
    /// What the buyer's agent sends.
    type Request: Payload;
    /// What the dealer's agent answers.
    type Response: Payload;
}

/// Whether a contract may be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Published and frozen.
    Released,
    /// Planned; its extension URI must never be deployed.
    Draft,
    /// Known in part only; may change without notice.
    Provisional,
}

impl Status {
    /// The status as `contract.toml` spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Released => "released",
            Status::Draft => "draft",
            Status::Provisional => "provisional",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A version of the protocol, pinned by its extension URI.
pub trait Contract {
    /// The contract's name, such as `v1.3`.
    const NAME: &'static str;
    /// The version, such as `1.3.0`.
    const VERSION: &'static str;
    /// Whether the contract may be relied on.
    const STATUS: Status;
    /// The URI on the agent card that pins this contract; only this exact text does.
    const EXTENSION_URI: &'static str;
    /// The URL under which the schemas stand.
    const SCHEMA_BASE_URL: &'static str;
    /// The version of A2A that the contract builds on, such as `1.0`.
    const A2A_PROTOCOL_VERSION: &'static str;
    /// SHA-256 of the contract's constraints, in hexadecimal.
    const FINGERPRINT: &'static str;
    /// The A2A bindings that an agent offers.
    const BINDINGS: Bindings;
    /// Rules for the contract's extension entry on an agent card.
    const CARD_RULES: CardRules;
    /// What the manifest of the contract's MCP tools contains.
    const MCP: McpFacts;
    /// When a request has to name the extension.
    const ACTIVATION: Activation;
    /// The shape of `error.data` in a JSON-RPC error reply.
    const ERROR_ENVELOPE: ErrorEnvelope;
    /// Whether every response message has to name its context.
    const RESPONSES_NEED_CONTEXT_ID: bool;
    /// The error table, in the order of `contract.toml`.
    const ERRORS: &'static [ErrorEntry];
    /// A request of any of the skills.
    type Request: Message;
    /// A response of any of the skills.
    type Response: Message;
    /// The codes of the contract's typed error.
    type ErrorCode;
    /// The contract's typed error.
    type Error: Into<AapError> + TryFrom<AapError, Error = UnknownCode>;
    /// Every payload of the contract.
    const PAYLOADS: &'static [PayloadInfo];
    /// Every skill of the contract.
    const SKILLS: &'static [SkillInfo];
}

/// A contract, for programs that learn only at run time which one they meet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ContractInfo {
    /// [`Contract::NAME`].
    pub name: &'static str,
    /// [`Contract::VERSION`].
    pub version: &'static str,
    /// [`Contract::STATUS`].
    pub status: Status,
    /// [`Contract::EXTENSION_URI`].
    pub extension_uri: &'static str,
    /// [`Contract::SCHEMA_BASE_URL`].
    pub schema_base_url: &'static str,
    /// [`Contract::A2A_PROTOCOL_VERSION`].
    pub a2a_protocol_version: &'static str,
    /// [`Contract::FINGERPRINT`].
    pub fingerprint: &'static str,
    /// [`Contract::BINDINGS`].
    pub bindings: Bindings,
    /// [`Contract::CARD_RULES`].
    pub card_rules: CardRules,
    /// [`Contract::MCP`].
    pub mcp: McpFacts,
    /// [`Contract::ACTIVATION`].
    pub activation: Activation,
    /// [`Contract::ERROR_ENVELOPE`].
    pub error_envelope: ErrorEnvelope,
    /// [`Contract::RESPONSES_NEED_CONTEXT_ID`].
    pub responses_need_context_id: bool,
    /// [`Contract::ERRORS`].
    pub errors: &'static [ErrorEntry],
    /// [`Contract::PAYLOADS`].
    pub payloads: &'static [PayloadInfo],
    /// [`Contract::SKILLS`].
    pub skills: &'static [SkillInfo],
}

impl ContractInfo {
    /// The description of a contract type.
    ///
    /// ```
    /// # #[cfg(feature = "v1_3")] {
    /// use aap_types::{ContractInfo, v1_3};
    ///
    /// const CONTRACT: ContractInfo = ContractInfo::of::<v1_3::Contract>();
    /// assert_eq!(CONTRACT.name, "v1.3");
    /// # }
    /// ```
    #[must_use]
    pub const fn of<C: Contract>() -> ContractInfo {
        ContractInfo {
            name: C::NAME,
            version: C::VERSION,
            status: C::STATUS,
            extension_uri: C::EXTENSION_URI,
            schema_base_url: C::SCHEMA_BASE_URL,
            a2a_protocol_version: C::A2A_PROTOCOL_VERSION,
            fingerprint: C::FINGERPRINT,
            bindings: C::BINDINGS,
            card_rules: C::CARD_RULES,
            mcp: C::MCP,
            activation: C::ACTIVATION,
            error_envelope: C::ERROR_ENVELOPE,
            responses_need_context_id: C::RESPONSES_NEED_CONTEXT_ID,
            errors: C::ERRORS,
            payloads: C::PAYLOADS,
            skills: C::SKILLS,
        }
    }

    /// The payload of a schema file's name (`vehicle`), a type's name (`Vehicle`) or an `$id`.
    #[inline]
    #[must_use]
    pub fn payload(&self, name: &str) -> Option<&'static PayloadInfo> {
        self.payloads.iter().find(|payload| {
            [payload.schema_name(), payload.name, payload.schema_id].contains(&name)
        })
    }

    /// The payload that a `type` announces.
    #[inline]
    #[must_use]
    pub fn payload_of_type(&self, message_type: &str) -> Option<&'static PayloadInfo> {
        self.payloads
            .iter()
            .find(|payload| payload.message_type == Some(message_type))
    }
}

/// A skill, for programs that learn only at run time which one they meet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SkillInfo {
    /// [`Skill::ID`].
    pub id: &'static str,
    /// [`Skill::NAME`].
    pub name: &'static str,
    /// [`Skill::DESCRIPTION`].
    pub description: &'static str,
    /// [`Skill::TAGS`].
    pub tags: &'static [&'static str],
    /// [`Skill::REQUEST_TYPE`].
    pub request_type: &'static str,
    /// [`Skill::RESPONSE_TYPE`].
    pub response_type: &'static str,
    /// [`Skill::REQUEST_MEDIA_TYPE`].
    pub request_media_type: &'static str,
    /// [`Skill::RESPONSE_MEDIA_TYPE`].
    pub response_media_type: &'static str,
    /// [`Skill::MCP_TOOL`].
    pub mcp_tool: &'static str,
    /// The request's payload.
    pub request: PayloadInfo,
    /// The response's payload.
    pub response: PayloadInfo,
}

impl SkillInfo {
    /// The description of a skill type.
    #[doc(hidden)]
    #[must_use]
    pub const fn of<S: Skill>() -> SkillInfo {
        SkillInfo {
            id: S::ID,
            name: S::NAME,
            description: S::DESCRIPTION,
            tags: S::TAGS,
            request_type: S::REQUEST_TYPE,
            response_type: S::RESPONSE_TYPE,
            request_media_type: S::REQUEST_MEDIA_TYPE,
            response_media_type: S::RESPONSE_MEDIA_TYPE,
            mcp_tool: S::MCP_TOOL,
            request: PayloadInfo::of::<S::Request>(),
            response: PayloadInfo::of::<S::Response>(),
        }
    }
}

/// A payload type, for programs that learn only at run time which one they meet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PayloadInfo {
    /// [`Payload::NAME`].
    pub name: &'static str,
    /// [`Payload::SCHEMA_ID`].
    pub schema_id: &'static str,
    /// [`Payload::SCHEMA`].
    pub schema: &'static str,
    /// [`Payload::MESSAGE_TYPE`].
    pub message_type: Option<&'static str>,
    table: fn() -> &'static crate::runtime::Schema,
    reread: fn(&[u8]) -> Result<Value, Rejection>,
    one_pass: fn(&[u8]) -> bool,
    is_valid_slice: fn(&[u8]) -> bool,
    #[cfg(feature = "schemars")]
    json_schema: fn() -> schemars::Schema,
}

impl PayloadInfo {
    /// The description of a payload type.
    #[doc(hidden)]
    #[must_use]
    pub const fn of<T: Payload>() -> PayloadInfo {
        PayloadInfo {
            name: T::NAME,
            schema_id: T::SCHEMA_ID,
            schema: T::SCHEMA,
            message_type: T::MESSAGE_TYPE,
            table: T::schema,
            reread: |bytes| {
                let payload: T = crate::runtime::read::from_slice(bytes)?;
                Ok(to_value(&payload)?)
            },
            is_valid_slice: crate::runtime::read::is_valid_slice::<T>,
            one_pass: |bytes| crate::runtime::read::one_pass::<T>(bytes).is_some(),
            #[cfg(feature = "schemars")]
            json_schema: crate::runtime::json_schema::root::<T>,
        }
    }

    /// The name of the schema file without its folder and ending, such as `vehicle`.
    #[inline]
    #[must_use]
    pub fn schema_name(&self) -> &'static str {
        let file = self.schema_id.rsplit('/').next().unwrap_or(self.schema_id);
        file.strip_suffix(".schema.json").unwrap_or(file)
    }

    /// The table of the payload's constraints.
    #[doc(hidden)]
    #[must_use]
    pub fn constraints(&self) -> &'static crate::runtime::Schema {
        (self.table)()
    }

    /// Validates a value.
    ///
    /// # Errors
    /// Every violation.
    pub fn validate(&self, value: &Value) -> Result<(), Violations> {
        report::validate((self.table)(), value)
    }

    /// Whether a value is valid; the first fault decides.
    #[must_use]
    pub fn is_valid(&self, value: &Value) -> bool {
        verdict::of_value((self.table)(), value)
    }

    /// Whether [`from_slice`](crate::from_slice) takes a text; the first fault decides.
    #[must_use]
    pub fn is_valid_slice(&self, bytes: &[u8]) -> bool {
        (self.is_valid_slice)(bytes)
    }

    /// Everything that is wrong with a value; `order` is its text's order of members.
    #[cfg(any(feature = "a2a", feature = "cli"))]
    pub(crate) fn report(&self, value: &Value, order: Option<Order<'_>>) -> report::Report {
        report::report((self.table)(), value, order)
    }

    /// The JSON Schema of the payload's type, made from the constraints that are compiled in.
    ///
    /// It demands what [`schema`](Self::schema) does, in draft 2020-12, without its descriptions.
    #[cfg(feature = "schemars")]
    #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
    #[must_use]
    pub fn json_schema(&self) -> schemars::Schema {
        (self.json_schema)()
    }

    /// Whether a text is read without the report, as every valid one should be.
    #[doc(hidden)]
    #[must_use]
    pub fn is_read_in_one_pass(&self, bytes: &[u8]) -> bool {
        (self.one_pass)(bytes)
    }

    /// Reads a text into the payload's type and writes that back.
    ///
    /// # Errors
    /// As [`from_slice`](crate::from_slice).
    pub fn round_trip(&self, bytes: &[u8]) -> Result<Value, Rejection> {
        (self.reread)(bytes)
    }
}
