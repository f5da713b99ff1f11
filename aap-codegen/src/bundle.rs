//! Bundles: one self-contained schema for a payload, for programs that take a single document.
//!
//! The schema files that a payload refers to are embedded in `$defs` under their own `$id`, as
//! JSON Schema's compound documents are, so no reference has to be rewritten.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::Json;
use crate::resolve;
use crate::schema::{NodeId, SchemaSet};

/// The schema file with every file that it needs embedded.
#[must_use]
pub fn bundle(set: &SchemaSet, documents: &BTreeMap<String, Json>, file: &str) -> Json {
    let needed = needed_files(set, file);
    let document = |file: &str| match documents.get(file) {
        Some(Json::Object(members)) => members.clone(),
        _ => Vec::new(),
    };
    let others: Vec<&String> = needed.iter().filter(|needed| *needed != file).collect();
    if others.is_empty() {
        return Json::Object(document(file));
    }
    let mut members = addressed(file, document(file));
    let own = members.iter_mut().find(|(keyword, _)| keyword == "$defs");
    let mut definitions = match own {
        Some((_, Json::Object(definitions))) => std::mem::take(definitions),
        _ => Vec::new(),
    };
    for other in others {
        let mut name = other.clone();
        while definitions.iter().any(|(known, _)| *known == name) {
            name.push('_');
        }
        let embedded = addressed(other, document(other));
        definitions.push((name, Json::Object(embedded)));
    }
    let definitions = Json::Object(definitions);
    match members.iter_mut().find(|(keyword, _)| keyword == "$defs") {
        Some((_, place)) => *place = definitions,
        None => members.push(("$defs".to_owned(), definitions)),
    }
    Json::Object(members)
}

/// The schema with an `$id`: what has none is referred to by its path.
fn addressed(file: &str, mut members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    if !members.iter().any(|(keyword, _)| keyword == "$id") {
        let id = Json::String(resolve::path(file));
        members.insert(0, ("$id".to_owned(), id));
    }
    members
}

fn needed_files<'a>(set: &'a SchemaSet, file: &'a str) -> BTreeSet<String> {
    let mut references: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (index, node) in set.nodes.iter().enumerate() {
        let reference = set
            .keywords(NodeId(index))
            .and_then(|keywords| keywords.reference);
        if let Some(target) = reference {
            let target = set.node(target).location.file.as_str();
            references
                .entry(&node.location.file)
                .or_default()
                .insert(target);
        }
    }
    let mut needed = BTreeSet::from([file.to_owned()]);
    let mut pending = vec![file];
    while let Some(file) = pending.pop() {
        for target in references.get(file).into_iter().flatten() {
            if needed.insert((*target).to_owned()) {
                pending.push(target);
            }
        }
    }
    needed
}

#[cfg(test)]
mod tests;
