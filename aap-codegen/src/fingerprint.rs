//! Fingerprints: SHA-256 of what a schema demands, without its words.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::json::Json;
use crate::keywords;

/// The annotations that do not count.
const WORDS: &[&str] = &["title", "description", "examples", "$comment", "default"];

/// The schema without annotations, its lists without order.
#[must_use]
pub fn structure(schema: &Json) -> Json {
    let Json::Object(members) = schema else {
        return schema.clone();
    };
    let mut structure = Vec::new();
    for (keyword, value) in members {
        let name = keyword.as_str();
        if WORDS.contains(&name) {
            continue;
        }
        let value = if keywords::ONE.contains(&name) {
            self::structure(value)
        } else if let (true, Json::Array(elements)) = (keywords::LIST.contains(&name), value) {
            Json::Array(elements.iter().map(self::structure).collect())
        } else if let (true, Json::Object(members)) = (keywords::MAP.contains(&name), value) {
            let members = members.iter();
            Json::Object(
                members
                    .map(|(name, value)| (name.clone(), self::structure(value)))
                    .collect(),
            )
        } else if let ("required" | "type" | "enum", Json::Array(elements)) = (name, value) {
            let mut elements = elements.clone();
            elements.sort_by_key(Json::canonical);
            Json::Array(elements)
        } else {
            value.clone()
        };
        structure.push((keyword.clone(), value));
    }
    Json::Object(structure)
}

/// The fingerprint of one schema document.
#[must_use]
pub fn document(schema: &Json) -> String {
    sha256(structure(schema).canonical().as_bytes())
}

/// The fingerprint of a contract's whole schema set.
#[must_use]
pub fn contract(documents: &BTreeMap<String, Json>) -> String {
    let lines: String = documents
        .iter()
        .map(|(file, schema)| format!("{file} {}\n", document(schema)))
        .collect();
    sha256(lines.as_bytes())
}

/// SHA-256 in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests;
