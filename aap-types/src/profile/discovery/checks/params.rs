//! The settings of the extension entry.

use serde_json::Value;

use super::super::card::below;
use super::{Found, Subject};
use crate::payload::Status;
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;

impl Subject<'_, '_> {
    #[inline]
    pub(super) fn params(&self, found: &mut Found) {
        let (offer, contract) = (self.offer, self.offer.contract);
        let Some(entry) = self.own.first() else {
            return;
        };
        let place = match entry.members.get("params") {
            Some(_) => below(&entry.pointer, &["params"]),
            None => entry.pointer.clone(),
        };
        let has = |name: &str| {
            let members = offer.params.members;
            members.is_some_and(|members| members.contains_key(name))
        };
        // How a provisional contract calls its members is not known.
        if contract.status != Status::Provisional {
            for name in contract.card_rules.params.iter().filter(|name| !has(name)) {
                let message = format!("params lack {name:?}, which {} has", contract.name);
                found.should("params-missing", place.clone(), message);
            }
        }
        if let Some(id) = offer.params.id.filter(|id| !is_uuid_v7(id)) {
            let message = format!("expected a UUID, best of version 7, found {}", excerpt(id));
            found.should("params-id", below(&place, &["id"]), message);
        }
        if let Some(version) = offer.params.version
            && minor(version) != minor(contract.version)
        {
            let message = format!(
                "expected the version of {}, which is {}, found {}",
                contract.name,
                contract.version,
                excerpt(version)
            );
            found.should("params-version", below(&place, &["version"]), message);
        }
        if let Some(base) = offer.params.schema_base_url
            && base.trim_end_matches('/') != contract.schema_base_url.trim_end_matches('/')
        {
            let message = format!(
                "expected {}, where the schemas of {} stand, found {}",
                contract.schema_base_url,
                contract.name,
                excerpt(base)
            );
            found.must(
                "params-schema",
                below(&place, &["schema_base_url"]),
                message,
            );
        }
        self.skill_schemas(&below(&place, &["skills"]), found);
    }

    #[inline]
    fn skill_schemas(&self, place: &JsonPointer, found: &mut Found) {
        let (offer, contract) = (self.offer, self.offer.contract);
        for schemas in &offer.params.skills {
            let Some(skill) = contract.skills.iter().find(|skill| skill.id == schemas.id) else {
                continue;
            };
            let place = below(place, &[skill.id]);
            if !offer.has_skill(skill.id) {
                let message = format!("{} is not among the card's skills", skill.id);
                found.should("params-skill", place.clone(), message);
            }
            let sides = [
                ("request_schema", schemas.request_schema, &skill.request),
                ("response_schema", schemas.response_schema, &skill.response),
            ];
            for (name, url, payload) in sides {
                match url {
                    Some(url) if url != payload.schema_id => {
                        let message = format!(
                            "expected {}, the schema of {}, found {}",
                            payload.schema_id,
                            contract.name,
                            excerpt(url)
                        );
                        found.must("params-schema", below(&place, &[name]), message);
                    }
                    Some(_) => {}
                    None => {
                        let message = format!("no {name} says where the schema stands");
                        found.should("params-skill", place.clone(), message);
                    }
                }
            }
        }
        let is_listed = |id| offer.params.skills.iter().any(|listed| listed.id == id);
        let has_map = offer
            .params
            .members
            .is_some_and(|members| members.get("skills").is_some_and(Value::is_object));
        for skill in offer.skills.iter().filter(|_| has_map) {
            if !is_listed(skill.id) {
                let message = format!("the schemas of {} are not listed", skill.id);
                found.should("params-skill", place.clone(), message);
            }
        }
    }
}

/// The first two numbers of a version.
#[inline]
fn minor(version: &str) -> (Option<&str>, Option<&str>) {
    let mut numbers = version.split('.');
    (numbers.next(), numbers.next())
}

#[inline]
fn is_uuid_v7(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            14 => *byte == b'7',
            19 => matches!(byte.to_ascii_lowercase(), b'8' | b'9' | b'a' | b'b'),
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::is_uuid_v7;

    #[test]
    fn identifiers_are_uuids_of_version_7() {
        let cases = [
            ("0192f3c0-1a2b-7c3d-8e4f-5a6b7c8d9e0f", true),
            ("0192F3C0-1A2B-7C3D-BE4F-5A6B7C8D9E0F", true),
            ("0192f3c0-1a2b-4c3d-8e4f-5a6b7c8d9e0f", false),
            ("0192f3c0-1a2b-7c3d-7e4f-5a6b7c8d9e0f", false),
            ("0192f3c01a2b7c3d8e4f5a6b7c8d9e0f", false),
            ("0192f3c0-1a2b-7c3d-8e4f-5a6b7c8d9e0", false),
            ("0192f3c0-1a2b-7c3d-8e4f-5a6b7c8d9e0g", false),
            ("", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_uuid_v7(text), expected, "{text}");
        }
    }
}
