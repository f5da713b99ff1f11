//! Titles become type names, so no two types may have one title.

use std::collections::HashMap;

use crate::json::Json;
use crate::problem::Problems;
use crate::schema::{JsonType, Keywords, NodeId, SchemaSet};

/// Refuses titles that name two types.
///
/// Strings may share a title where their constraints are the same: they are one type then.
pub(super) fn check(set: &SchemaSet, problems: &mut Problems) {
    let mut first: HashMap<String, NodeId> = HashMap::new();
    for (index, node) in set.nodes.iter().enumerate() {
        let id = NodeId(index);
        let (Some(title), Some(keywords)) = (&node.title, set.keywords(id)) else {
            continue;
        };
        if !names_a_type(set, id) {
            continue;
        }
        let Some(other) = first.get(&title.to_lowercase()).copied() else {
            first.insert(title.to_lowercase(), id);
            continue;
        };
        let same = set
            .keywords(other)
            .is_some_and(|other| same_string(keywords, other));
        if !same {
            let message = format!(
                "the title {title:?} names another type already, at {}: give one of them another title",
                set.node(other).location
            );
            problems.add(&node.location.child("title"), message);
        }
    }
}

fn names_a_type(set: &SchemaSet, id: NodeId) -> bool {
    let root = set.roots.iter().any(|(_, root)| *root == id);
    root || set.keywords(id).is_some_and(|keywords| {
        keywords.enumeration.is_some() || keywords.types.is_some() && keywords.constant.is_none()
    })
}

/// Whether both schemas are strings with the same constraints.
fn same_string(left: &Keywords, right: &Keywords) -> bool {
    let key = |keywords: &Keywords| string_key(keywords);
    match (key(left), key(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// The constraints of a string schema as text; equal for equal constraints.
pub(crate) fn string_key(keywords: &Keywords) -> Option<String> {
    if keywords.in_place().next().is_some() || !keywords.properties.is_empty() {
        return None;
    }
    let mut choices: Vec<String> = keywords
        .enumeration
        .iter()
        .flatten()
        .map(Json::canonical)
        .collect();
    choices.sort();
    let string = keywords.types.as_ref().is_some_and(|types| {
        types
            .iter()
            .all(|json_type| matches!(json_type, JsonType::String | JsonType::Null))
    });
    if !string && choices.is_empty() {
        return None;
    }
    Some(format!(
        "{choices:?} {:?} {:?} {:?} {:?}",
        keywords.min_length,
        keywords.max_length,
        keywords
            .pattern
            .as_ref()
            .map(|pattern| pattern.source.as_str()),
        keywords.format
    ))
}
