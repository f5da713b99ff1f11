//! What no published file says: carried from a contract that is known already, to be confirmed.

use std::collections::BTreeMap;

use aap_codegen::json::Json;
use aap_codegen::manifest::{ErrorEntry, Manifest, Status};

use crate::contracts::Folder;

/// Facts carried from another contract.
#[derive(Debug)]
pub struct Facts {
    /// The contract that they are carried from, with the text of its manifest; none where none is
    /// known.
    pub from: Option<(Manifest, String)>,
    /// The error table, with the contract that each row is carried from.
    pub errors: Vec<(ErrorEntry, Option<String>)>,
    /// The payloads that belong to no skill, by role.
    pub payloads: BTreeMap<String, String>,
}

impl Facts {
    /// Gathers the facts of a contract from those that are known.
    pub fn carry(
        contract: &str,
        documents: &BTreeMap<String, Json>,
        skill_schemas: &[String],
        known: &[Folder],
    ) -> Facts {
        let folder = nearest(contract, known);
        let from = folder.and_then(|folder| folder.manifest.as_ref());
        let roles = from.map(|manifest| manifest.payloads.clone());
        let payloads = payloads(documents, skill_schemas, &roles.unwrap_or_default());
        let codes = payloads
            .get("error")
            .and_then(|file| documents.get(file))
            .map(error_codes)
            .unwrap_or_default();
        Facts {
            errors: errors(codes, from, known),
            payloads,
            from: folder.and_then(|it| Some((it.manifest.clone()?, it.source.manifest.clone()))),
        }
    }
}

/// What a row, or a line, is marked with.
pub fn mark(from: Option<&str>) -> String {
    match from {
        Some(contract) => format!("# carried from {contract}: confirm"),
        None => "# a guess, since no known contract says: confirm".to_owned(),
    }
}

/// The newest released contract before this one; failing that itself, as it is known; failing that
/// the oldest after it.
fn nearest<'a>(contract: &str, known: &'a [Folder]) -> Option<&'a Folder> {
    let number = |name: &str| -> Option<(u64, u64)> {
        let (major, minor) = name.strip_prefix('v')?.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    // The draft is to come after all that is released.
    let own = number(contract).unwrap_or((u64::MAX, 0));
    let released = |folder: &&Folder| {
        let manifest = folder.manifest.as_ref();
        manifest.is_some_and(|manifest| manifest.status == Status::Released)
    };
    let others = || {
        let others = known.iter().filter(released);
        others.filter_map(|folder| Some((number(&folder.source.contract)?, folder)))
    };
    let before = others()
        .filter(|(other, _)| *other < own)
        .max_by_key(|(other, _)| *other);
    let itself = known
        .iter()
        .find(|folder| folder.source.contract == contract && folder.manifest.is_some());
    let after = others()
        .filter(|(other, _)| *other > own)
        .min_by_key(|(other, _)| *other);
    before
        .map(|(_, folder)| folder)
        .or(itself)
        .or(after.map(|(_, folder)| folder))
}

/// A row for each code, those that the predecessor knows in its order.
fn errors(
    codes: Vec<String>,
    from: Option<&Manifest>,
    known: &[Folder],
) -> Vec<(ErrorEntry, Option<String>)> {
    let mut rows = Vec::new();
    for row in from.into_iter().flat_map(|manifest| &manifest.errors) {
        if codes.contains(&row.code) {
            let name = from.map(|manifest| manifest.contract.clone());
            rows.push((row.clone(), name));
        }
    }
    for code in codes {
        if rows.iter().any(|(row, _)| row.code == code) {
            continue;
        }
        let manifests = known.iter().rev().filter_map(|it| it.manifest.as_ref());
        let other = manifests
            .filter_map(|manifest| {
                let mut rows = manifest.errors.iter();
                Some((rows.find(|row| row.code == code)?, manifest))
            })
            .next();
        rows.push(match other {
            Some((row, manifest)) => (row.clone(), Some(manifest.contract.clone())),
            None => (guess(code), None),
        });
    }
    rows
}

/// JSON-RPC's code for any error of a server's own.
fn guess(code: String) -> ErrorEntry {
    ErrorEntry {
        code,
        jsonrpc: -32000,
        retryable: false,
        description: String::new(),
    }
}

fn error_codes(schema: &Json) -> Vec<String> {
    let codes = schema.pointer("/properties/code/enum");
    let codes = codes.and_then(Json::as_array).unwrap_or_default();
    codes
        .iter()
        .filter_map(|code| code.as_str().map(str::to_owned))
        .collect()
}

/// The schema files at the top that no other file refers to and no skill names.
fn payloads(
    documents: &BTreeMap<String, Json>,
    skill_schemas: &[String],
    roles: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut referred = Vec::new();
    for (file, document) in documents {
        references(document, &mut |reference| {
            referred.push(target(file, reference));
        });
    }
    documents
        .keys()
        .filter(|file| !file.contains('/'))
        .filter(|file| !referred.contains(*file) && !skill_schemas.contains(*file))
        .map(|file| {
            let role = roles.iter().find(|(_, known)| *known == file);
            let stem = file.split('.').next().unwrap_or(file);
            let role = role.map_or_else(|| stem.replace('-', "_"), |(role, _)| role.clone());
            (role, file.clone())
        })
        .collect()
}

fn references(value: &Json, found: &mut impl FnMut(&str)) {
    match value {
        Json::Array(elements) => elements.iter().for_each(|it| references(it, found)),
        Json::Object(members) => {
            for (name, value) in members {
                match value.as_str() {
                    Some(reference) if name == "$ref" => found(reference),
                    _ => references(value, found),
                }
            }
        }
        _ => {}
    }
}

/// The file that a reference means, as far as its last segments tell.
fn target(file: &str, reference: &str) -> String {
    let path = reference.split('#').next().unwrap_or_default();
    if path.is_empty() {
        // A reference inside the file makes no other file refer to it.
        return String::new();
    }
    if let Some((_, path)) = path.split_once("/schemas/") {
        return path.to_owned();
    }
    let mut segments: Vec<&str> = file.split('/').collect();
    segments.pop();
    for segment in path.split('/') {
        match segment {
            "." | "" => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    segments.join("/")
}
