//! Where a card departs from the rules of a contract.

mod interfaces;
mod params;
mod skills;

use serde_json::Value;

use super::card::{Members, Shape, at, below, member, misspelled, objects};
use super::interfaces::Listed;
use super::lookalike::{self, Kind};
use super::{DRAFT_URI, Departure, Entry, Level, Offer, Options, Source};
use crate::payload::Status;
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;

/// Members that are spelled differently in v0.1, by the objects that have them.
const CARD_MEMBERS: [&str; 7] = [
    "supportedInterfaces",
    "documentationUrl",
    "defaultInputModes",
    "defaultOutputModes",
    "securitySchemes",
    "securityRequirements",
    "iconUrl",
];
const CAPABILITY_MEMBERS: [&str; 2] = ["pushNotifications", "extendedAgentCard"];
const INTERFACE_MEMBERS: [&str; 2] = ["protocolBinding", "protocolVersion"];
const SKILL_MEMBERS: [&str; 2] = ["inputModes", "outputModes"];

/// A card, read as one of a contract.
pub(super) struct Subject<'s, 'a> {
    pub(super) offer: &'s Offer<'a>,
    pub(super) shape: &'s Shape,
    pub(super) card: &'a Value,
    pub(super) members: &'a Members,
    pub(super) listed: &'s [Listed<'a>],
    /// The entries with the contract's URI.
    pub(super) own: &'s [&'s Entry<'a>],
    /// Every entry.
    pub(super) entries: &'s [Entry<'a>],
    pub(super) options: Options,
}

/// Every departure: those from the schema, then the others.
#[inline]
pub(super) fn departures(subject: &Subject<'_, '_>) -> Vec<Departure> {
    let mut found = Found(Vec::new());
    subject.schema(&mut found);
    subject.spelling(&mut found);
    subject.extension(&mut found);
    subject.params(&mut found);
    subject.skills(&mut found);
    subject.interfaces(&mut found);
    subject.modes(&mut found);
    subject.security(&mut found);
    found.0
}

struct Found(Vec<Departure>);

impl Found {
    fn add(
        &mut self,
        level: Level,
        source: Source,
        rule: &'static str,
        pointer: JsonPointer,
        message: impl Into<String>,
    ) {
        self.0
            .push(Departure::new(pointer, level, source, rule, message));
    }

    fn must(&mut self, rule: &'static str, pointer: JsonPointer, message: impl Into<String>) {
        self.add(Level::Must, Source::Contract, rule, pointer, message);
    }

    fn should(&mut self, rule: &'static str, pointer: JsonPointer, message: impl Into<String>) {
        self.add(Level::Should, Source::Contract, rule, pointer, message);
    }
}

impl Subject<'_, '_> {
    #[inline]
    fn schema(&self, found: &mut Found) {
        let Some(schema) = self.offer.contract.payload("agent-card") else {
            return;
        };
        let violations = schema.validate(self.card).err();
        found
            .0
            .extend(violations.into_iter().flatten().map(|violation| {
                let (place, keyword) = (violation.instance_location, violation.keyword);
                Departure::new(
                    place,
                    Level::Must,
                    Source::Schema,
                    keyword,
                    violation.message,
                )
            }));
    }

    #[inline]
    fn spelling(&self, found: &mut Found) {
        let spelling = self.shape.spelling;
        let mut check = |members: &Members, place: &JsonPointer, names: &[&'static str]| {
            let wrong = names
                .iter()
                .filter_map(|name| misspelled(members, spelling, name));
            for (name, wanted) in wrong {
                let message = format!(
                    "{} calls this member {wanted}: rename it",
                    self.offer.contract.name
                );
                found.must("member-name", below(place, &[&name]), message);
            }
        };
        check(self.members, &JsonPointer::root(), &CARD_MEMBERS);
        if let Some(members) = self.members.get("capabilities").and_then(Value::as_object) {
            check(members, &at(&["capabilities"]), &CAPABILITY_MEMBERS);
        }
        if let Some((name, value)) = member(self.members, spelling, "supportedInterfaces") {
            for (place, members) in objects(Some(value), at(&[&name])) {
                check(members, &place, &INTERFACE_MEMBERS);
            }
        }
        for (place, members) in objects(self.members.get("skills"), at(&["skills"])) {
            check(members, &place, &SKILL_MEMBERS);
        }
    }

    #[inline]
    fn extension(&self, found: &mut Found) {
        let contract = self.offer.contract;
        let rules = contract.card_rules;
        let Some((first, again)) = self.own.split_first() else {
            return;
        };
        if contract.status == Status::Draft && !self.options.development {
            let message = "the URI of a draft is a placeholder that is never deployed: publish a released contract";
            found.must(DRAFT_URI, below(&first.pointer, &["uri"]), message);
        }
        for entry in again {
            let level = if rules.exactly_one_aap_extension {
                Level::Must
            } else {
                Level::Should
            };
            let message = format!(
                "{} is declared before, at {}, and that entry counts: remove this one",
                contract.name, first.pointer
            );
            let place = below(&entry.pointer, &["uri"]);
            found.add(level, Source::Contract, "extension-twice", place, message);
        }
        for entry in self
            .entries
            .iter()
            .filter(|entry| entry.uri != contract.extension_uri)
        {
            self.other_extension(entry, found);
        }
        if rules.extension_must_be_required {
            for entry in self.own {
                if entry.members.get("required") != Some(&Value::Bool(true)) {
                    let message = format!(
                        "{} works only with clients that support it: set \"required\": true",
                        contract.name
                    );
                    let place = match entry.members.get("required") {
                        Some(_) => below(&entry.pointer, &["required"]),
                        None => entry.pointer.clone(),
                    };
                    found.must("extension-required", place, message);
                }
            }
        }
    }

    #[inline]
    fn other_extension(&self, entry: &Entry<'_>, found: &mut Found) {
        let contract = self.offer.contract;
        let place = below(&entry.pointer, &["uri"]);
        let uri = excerpt(entry.uri);
        let is_aap =
            matches!(entry.kind, Kind::Contract) || entry.uri.starts_with(lookalike::EXTENSIONS);
        if is_aap && contract.card_rules.exactly_one_aap_extension {
            let message = format!(
                "{} stands alone, so {uri} needs a card and an address of its own",
                contract.name
            );
            found.must("one-extension", place, message);
        } else if let Kind::Resembles(meant) = entry.kind {
            let message = format!(
                "{uri} pins nothing; only the exact {} pins {}",
                excerpt(meant.extension_uri),
                meant.name
            );
            found.should("extension-lookalike", place, message);
        }
    }

    #[inline]
    fn security(&self, found: &mut Found) {
        if self.shape.has_security_requirements && self.members.contains_key("security") {
            let name = self.shape.spelling.name("securityRequirements");
            let message = format!(
                "A2A 1.0 reads {name} only, so this card invites anonymous calls: rename the member"
            );
            found.must("security-name", at(&["security"]), message);
        }
    }
}
