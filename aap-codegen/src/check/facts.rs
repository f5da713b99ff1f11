//! The manifest and the schemas must tell the same facts.

use std::collections::BTreeSet;

use crate::json::Json;
use crate::load::Contract;
use crate::manifest::ErrorEnvelope;
use crate::problem::{Location, Problems};
use crate::schema::{Keywords, NodeId, SchemaSet};

pub(super) fn check(contract: &Contract, set: &SchemaSet, problems: &mut Problems) {
    let manifest = &contract.manifest;
    let file = Location::root("contract.toml");
    for skill in &manifest.skills {
        let sides = [
            (&skill.request_schema, &skill.request_type),
            (&skill.response_schema, &skill.response_type),
        ];
        for (schema, message_type) in sides {
            match root(set, schema) {
                None if set.unusable.contains(schema) => {}
                None => problems.add(
                    &file,
                    format!(
                        "the skill {:?} names {schema:?}, which is not in schemas/",
                        skill.id
                    ),
                ),
                Some(node) => {
                    let found = text_constant(set, node, "type");
                    if found != Some(message_type) {
                        let message = format!(
                            "expected the const {message_type:?} of the skill {:?} in contract.toml, found {found:?}",
                            skill.id
                        );
                        problems.add(
                            &Location::root(schema).child("properties").child("type"),
                            message,
                        );
                    }
                }
            }
        }
    }
    for (role, schema) in &manifest.payloads {
        if root(set, schema).is_none() && !set.unusable.contains(schema) {
            problems.add(
                &file,
                format!("the payload {role:?} is {schema:?}, which is not in schemas/"),
            );
        }
    }
    // Without skills this is no contract but a schema set, whose types are called after their files.
    let titled = !manifest.skills.is_empty();
    for (schema, node) in set.roots.iter().filter(|_| titled) {
        if set.node(*node).title.is_none() {
            let message = "has no title, which its type's name comes from: add one";
            problems.add(&Location::root(schema), message);
        }
    }
    error_codes(contract, set, problems);
    error_type_url(contract, set, problems);
}

fn root(set: &SchemaSet, file: &str) -> Option<NodeId> {
    set.roots
        .iter()
        .find(|(name, _)| name == file)
        .map(|(_, node)| *node)
}

fn property<'a>(set: &'a SchemaSet, node: NodeId, name: &str) -> Option<&'a Keywords> {
    let properties = &set.keywords(node)?.properties;
    let (_, property) = properties.iter().find(|(property, _)| property == name)?;
    set.keywords(*property)
}

fn text_constant<'a>(set: &'a SchemaSet, node: NodeId, member: &str) -> Option<&'a String> {
    match &property(set, node, member)?.constant {
        Some(Json::String(text)) => Some(text),
        _ => None,
    }
}

/// The error table and the error schema list the same codes.
fn error_codes(contract: &Contract, set: &SchemaSet, problems: &mut Problems) {
    let manifest = &contract.manifest;
    let Some(schema) = manifest.payloads.get("error") else {
        return;
    };
    let Some(node) = root(set, schema) else {
        return;
    };
    let Some(codes) = property(set, node, "code").and_then(|code| code.enumeration.as_ref()) else {
        let message = "expected an enum of error codes: contract.toml calls this schema the error";
        problems.add(
            &Location::root(schema).child("properties").child("code"),
            message,
        );
        return;
    };
    let codes: BTreeSet<&str> = codes.iter().filter_map(Json::as_str).collect();
    let table: BTreeSet<&str> = manifest
        .errors
        .iter()
        .map(|error| error.code.as_str())
        .collect();
    let place = Location::root("contract.toml");
    for code in codes.difference(&table) {
        problems.add(
            &place,
            format!("the error table lacks {code:?}, which {schema} lists"),
        );
    }
    for code in table.difference(&codes) {
        problems.add(
            &place,
            format!("the error table lists {code:?}, which {schema} does not know"),
        );
    }
    if table.len() < manifest.errors.len() {
        problems.add(&place, "the error table lists a code twice");
    }
}

/// In an array of details the error is found by its `@type`, so its schema must fix one.
fn error_type_url(contract: &Contract, set: &SchemaSet, problems: &mut Problems) {
    let manifest = &contract.manifest;
    if manifest.error_envelope != ErrorEnvelope::DetailArray {
        return;
    }
    match manifest.payloads.get("error") {
        None => problems.add(
            &Location::root("contract.toml"),
            "has error_envelope = \"detail-array\" but names no payload \"error\" to put into it",
        ),
        Some(schema) => {
            let Some(node) = root(set, schema) else {
                return;
            };
            let required = set
                .keywords(node)
                .is_some_and(|keywords| keywords.required.iter().any(|name| name == "@type"));
            if !required || text_constant(set, node, "@type").is_none() {
                let message = "expected a required member with a const string: \
                    error_envelope = \"detail-array\" in contract.toml needs it to find the error";
                problems.add(
                    &Location::root(schema).child("properties").child("@type"),
                    message,
                );
            }
        }
    }
}
