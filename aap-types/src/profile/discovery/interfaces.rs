//! The interfaces of a card, and which of them to use.

use std::borrow::Cow;

use serde_json::Value;

use super::card::{Members, Spelling, at, member, objects, text};
use super::{Interface, Options};
use crate::payload::ContractInfo;
use crate::pointer::JsonPointer;
use crate::profile::url::Url;

/// An interface as the card lists it.
pub(super) struct Listed<'a> {
    pub(super) pointer: JsonPointer,
    pub(super) url: Option<&'a str>,
    pub(super) binding: Option<&'a str>,
    pub(super) version: Option<&'a Value>,
    pub(super) tenant: Option<&'a str>,
}

#[inline]
pub(super) fn listed(members: &Members, spelling: Spelling) -> impl Iterator<Item = Listed<'_>> {
    let (name, value) = match member(members, spelling, "supportedInterfaces") {
        Some((name, value)) => (name, Some(value)),
        None => (Cow::Borrowed(""), None),
    };
    objects(value, at(&[&name])).map(move |(pointer, members)| Listed {
        pointer,
        url: text(members, spelling, "url"),
        binding: text(members, spelling, "protocolBinding"),
        version: member(members, spelling, "protocolVersion").map(|(_, version)| version),
        tenant: text(members, spelling, "tenant").filter(|tenant| !tenant.is_empty()),
    })
}

impl<'a> Listed<'a> {
    /// Whether a client of `contract` reaches the agent here.
    #[inline]
    fn is_usable(&self, contract: &ContractInfo, options: Options) -> bool {
        let reachable = self.url.and_then(Url::parse).is_some_and(|url| {
            let plain = !contract.card_rules.interfaces_must_be_https
                || (options.development && url.is_loopback());
            url.is_https() || (url.is_http() && plain)
        });
        reachable && self.speaks(contract.a2a_protocol_version)
    }

    /// Whether the version is this one; a patch number changes nothing, and none at all is no
    /// other version.
    #[inline]
    pub(super) fn speaks(&self, version: &str) -> bool {
        match self.version {
            None => true,
            Some(Value::String(found)) => {
                found == version
                    || found
                        .strip_prefix(version)
                        .and_then(|rest| rest.strip_prefix('.'))
                        .is_some_and(is_number)
            }
            Some(_) => false,
        }
    }
}

#[inline]
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The interfaces that a client of `contract` can use. Those of a required binding come first; the
/// rest keep the card's order, which A2A makes the order of preference.
#[inline]
pub(super) fn usable<'a>(
    contract: &ContractInfo,
    listed: &[Listed<'a>],
    options: Options,
) -> Vec<Interface<'a>> {
    let bindings = &contract.bindings;
    let groups = [
        bindings.required,
        bindings.at_least_one_of,
        bindings.optional,
    ];
    let rank = |binding: &str| groups.iter().position(|group| group.contains(&binding));
    let mut found: Vec<(usize, Interface<'a>)> = listed
        .iter()
        .filter(|listed| listed.is_usable(contract, options))
        .filter_map(|listed| {
            let (url, binding) = (listed.url?, listed.binding?);
            let interface = Interface {
                pointer: listed.pointer.clone(),
                url,
                binding,
                protocol_version: listed.version.and_then(Value::as_str),
                tenant: listed.tenant,
            };
            Some((rank(binding)?, interface))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, interface)| interface).collect()
}
