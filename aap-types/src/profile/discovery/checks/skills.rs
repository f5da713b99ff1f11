//! The skills that a card lists, and the media types that they take.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::card::{at, below, member, objects, strings};
use super::super::{Level, Source, lookalike};
use super::{Found, Subject};
use crate::payload::SkillInfo;
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;

/// The media type that earlier contracts take in place of the skills' own.
const JSON: &str = "application/json";

impl Subject<'_, '_> {
    #[inline]
    pub(super) fn skills(&self, found: &mut Found) {
        let contract = self.offer.contract;
        if self.offer.skills.is_empty() {
            let message = format!(
                "no skill of {} is listed: list those that are offered",
                contract.name
            );
            found.must("no-skill", at(&["skills"]), message);
        }
        let mut seen = BTreeMap::new();
        for (place, members) in objects(self.members.get("skills"), at(&["skills"])) {
            let Some(id) = members.get("id").and_then(Value::as_str) else {
                continue;
            };
            let place = below(&place, &["id"]);
            if let Some(first) = seen.get(id) {
                let message = format!("{} is listed before, at {first}", excerpt(id));
                if contract.skills.iter().any(|skill| skill.id == id) {
                    found.must("skill-twice", place, message);
                } else {
                    found.add(Level::Should, Source::A2a, "skill-twice", place, message);
                }
                continue;
            }
            if let Some(meant) = lookalike::skill(contract, id) {
                let message = format!(
                    "{} is no skill of AAP; if {} is meant, spell it so",
                    excerpt(id),
                    meant.id
                );
                found.should("skill-lookalike", place.clone(), message);
            }
            seen.insert(id, place);
        }
    }

    #[inline]
    pub(super) fn modes(&self, found: &mut Found) {
        let inputs = |skill: &SkillInfo| skill.request_media_type;
        let outputs = |skill: &SkillInfo| skill.response_media_type;
        self.modes_of("defaultInputModes", "inputModes", inputs, found);
        self.modes_of("defaultOutputModes", "outputModes", outputs, found);
    }

    #[inline]
    fn modes_of(
        &self,
        default_name: &'static str,
        own_name: &'static str,
        media_type: fn(&SkillInfo) -> &'static str,
        found: &mut Found,
    ) {
        let (contract, spelling) = (self.offer.contract, self.shape.spelling);
        let default = member(self.members, spelling, default_name);
        let untaken: Vec<&str> = match &default {
            None => Vec::new(),
            Some((_, modes)) => {
                let wanted = contract.skills.iter().map(media_type);
                wanted.filter(|wanted| !self.takes(modes, wanted)).collect()
            }
        };
        let mut lacking = Vec::new();
        for (place, members) in objects(self.members.get("skills"), at(&["skills"])) {
            let id = members.get("id").and_then(Value::as_str);
            let Some(skill) = contract.skills.iter().find(|skill| Some(skill.id) == id) else {
                continue;
            };
            let wanted = media_type(skill);
            let own = member(members, spelling, own_name);
            match own.filter(|(_, modes)| strings(modes).next().is_some()) {
                Some((name, modes)) if !self.takes(modes, wanted) => {
                    self.lacks(&[wanted], below(&place, &[&name]), found);
                }
                None if untaken.contains(&wanted) && !lacking.contains(&wanted) => {
                    lacking.push(wanted);
                }
                _ => {}
            }
        }
        if let (Some((name, _)), false) = (default, lacking.is_empty()) {
            self.lacks(&lacking, at(&[&name]), found);
        }
    }

    /// Whether a list of media types has the wanted one, or another that stands for it.
    #[inline]
    fn takes(&self, modes: &Value, wanted: &str) -> bool {
        let any_json = !self.offer.contract.card_rules.default_modes.is_empty();
        strings(modes).any(|mode| {
            let mode = mode.split(';').next().unwrap_or(mode).trim();
            mode.eq_ignore_ascii_case(wanted)
                || (any_json && mode.eq_ignore_ascii_case(JSON))
                || ["*/*", "application/*"].contains(&mode)
        })
    }

    #[inline]
    fn lacks(&self, wanted: &[&str], place: JsonPointer, found: &mut Found) {
        let or_json = match self.offer.contract.card_rules.default_modes {
            [] => String::new(),
            _ => format!(", or {JSON}"),
        };
        let message = format!("the list lacks {}{or_json}", wanted.join(", "));
        found.should("modes", place, message);
    }
}
