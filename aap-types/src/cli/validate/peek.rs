//! A quick verdict on a text, for which no value is built.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::locate;
use crate::payload::{ContractInfo, PayloadInfo, Status};

/// The contract, a released one at best, whose schema takes a text that is a payload in no envelope.
///
/// Where there is none, the report has to tell: see [`verdict`](super::verdict).
pub(super) fn accepting(
    contracts: &'static [ContractInfo],
    name: Option<&str>,
    bytes: &[u8],
) -> Option<&'static ContractInfo> {
    let members: Members = serde_json::from_slice(bytes).ok()?;
    if members.may_be_envelope() {
        return None;
    }
    let accepts = |contract: &&ContractInfo| {
        let schema = match name {
            Some(name) => contract.payload(name),
            None => members.schema(contract),
        };
        schema.is_some_and(|schema| schema.is_valid_slice(bytes))
    };
    let released = |contract: &&ContractInfo| contract.status == Status::Released;
    let first = contracts.iter().filter(released).find(accepts);
    first.or_else(|| contracts.iter().filter(|it| !released(it)).find(accepts))
}

/// Those members of a document by which [`locate`] finds the payload and its schema.
#[derive(Default)]
struct Members {
    message_type: Option<String>,
    is_json_rpc: bool,
    has_envelope_member: bool,
    of_card: Vec<&'static str>,
}

impl Members {
    fn is_agent_card(&self) -> bool {
        locate::has_card_members(|name| self.of_card.contains(&name))
    }

    fn may_be_envelope(&self) -> bool {
        let is_payload = self.message_type.is_some() || self.is_agent_card();
        self.is_json_rpc || self.has_envelope_member && !is_payload
    }

    fn schema(&self, contract: &ContractInfo) -> Option<&'static PayloadInfo> {
        match &self.message_type {
            Some(message_type) => contract.payload_of_type(message_type),
            None if self.is_agent_card() => contract.payload(locate::AGENT_CARD),
            None => None,
        }
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Members, A::Error> {
        let mut members = Members::default();
        while let Some(name) = access.next_key()? {
            match name {
                Name::Type => {
                    members.message_type = Some(access.next_value()?);
                    continue;
                }
                Name::JsonRpc => members.is_json_rpc = true,
                Name::OfEnvelope => members.has_envelope_member = true,
                Name::OfCard(name) => members.of_card.push(name),
                Name::Other => {}
            }
            access.next_value::<IgnoredAny>()?;
        }
        Ok(members)
    }
}

enum Name {
    Type,
    JsonRpc,
    OfEnvelope,
    OfCard(&'static str),
    Other,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_identifier(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Name, E> {
        Ok(match name {
            "type" => Name::Type,
            "jsonrpc" => Name::JsonRpc,
            "params" | "result" | "error" | "message" | "parts" => Name::OfEnvelope,
            "supportedInterfaces" => Name::OfCard("supportedInterfaces"),
            "supported_interfaces" => Name::OfCard("supported_interfaces"),
            "capabilities" => Name::OfCard("capabilities"),
            "skills" => Name::OfCard("skills"),
            _ => Name::Other,
        })
    }
}
