//! Bundles: one self-contained schema for a payload, for programs that take a single document.
//!
//! The schema files that a payload refers to are embedded in `$defs` under their own `$id`, as
//! JSON Schema's compound documents are, so no reference has to be rewritten.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::Json;
use crate::schema::{NodeId, SchemaSet};

/// The schema file with every file that it needs embedded.
#[must_use]
pub fn bundle(set: &SchemaSet, documents: &BTreeMap<String, Json>, file: &str) -> Json {
    let needed = needed_files(set, file);
    let mut members = match documents.get(file) {
        Some(Json::Object(members)) => members.clone(),
        _ => Vec::new(),
    };
    let embedded: Vec<(String, Json)> = needed
        .iter()
        .filter(|needed| *needed != file)
        .filter_map(|needed| Some((needed.clone(), documents.get(needed)?.clone())))
        .collect();
    if embedded.is_empty() {
        return Json::Object(members);
    }
    match members.iter_mut().find(|(keyword, _)| keyword == "$defs") {
        Some((_, Json::Object(definitions))) => definitions.extend(embedded),
        _ => members.push(("$defs".to_owned(), Json::Object(embedded))),
    }
    Json::Object(members)
}

fn needed_files(set: &SchemaSet, file: &str) -> BTreeSet<String> {
    let mut needed = BTreeSet::from([file.to_owned()]);
    let mut pending = vec![file.to_owned()];
    while let Some(file) = pending.pop() {
        for (index, node) in set.nodes.iter().enumerate() {
            if node.location.file != file {
                continue;
            }
            let reference = set
                .keywords(NodeId(index))
                .and_then(|keywords| keywords.reference);
            if let Some(target) = reference {
                let target = &set.node(target).location.file;
                if needed.insert(target.clone()) {
                    pending.push(target.clone());
                }
            }
        }
    }
    needed
}
