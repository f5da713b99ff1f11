//! `verify`: the schemas are what their locks say, and what was published.

use std::fs;
use std::path::Path;

use aap_codegen::fingerprint;
use aap_codegen::json::Json;
use aap_codegen::manifest::Status;

use crate::contracts::{self, Folder};
use crate::lock::{Departure, Lock};
use crate::report::{self, Ending, Outcome};

/// Runs the command.
pub fn run(upstream: Option<&Path>) -> Ending {
    if let Some(upstream) = upstream.filter(|path| !path.join("spec").is_dir()) {
        return Err(format!(
            "{}: expected a checkout of the specification with a folder spec",
            upstream.display()
        ));
    }
    let root = contracts::root();
    let mut faults = Vec::new();
    let mut unusable = Vec::new();
    for folder in contracts::read(&root)? {
        if let Err(message) = verify(&folder, upstream, &mut faults) {
            unusable.push(message);
        }
    }
    for fault in &faults {
        report::message(fault);
    }
    if !unusable.is_empty() {
        return Err(unusable.join("\n"));
    }
    Ok(if faults.is_empty() {
        Outcome::Done
    } else {
        Outcome::CheckFailed
    })
}

/// Adds a contract's faults.
///
/// # Errors
/// What keeps the contract from being compared at all.
fn verify(
    folder: &Folder,
    upstream: Option<&Path>,
    faults: &mut Vec<String>,
) -> Result<(), String> {
    let contract = aap_codegen::check(&folder.source).map_err(|problems| problems.to_string())?;
    let name = &contract.manifest.contract;
    let lock =
        Lock::read(&folder.path).map_err(|error| format!("{name} upstream.lock: {error}"))?;
    let before = faults.len();
    if lock.contract != *name {
        faults.push(format!(
            "{name} upstream.lock: is the lock of {:?}",
            lock.contract
        ));
    }
    let found = fingerprint::contract(&contract.documents);
    if found != lock.fingerprint {
        let frozen = match contract.manifest.status {
            Status::Released => {
                "; a released contract is frozen, so take the change back, to the schemas or to the lock"
            }
            Status::Draft | Status::Provisional => "",
        };
        faults.push(format!(
            "{name} upstream.lock: the contract's constraints are not the locked ones: \
             locked {}, found {found}{frozen}",
            lock.fingerprint
        ));
    }
    compare_files(name, &lock, &contract.documents, faults);
    let locked = faults.len() == before;
    report::result(&format!(
        "{name}: {} schema files, lock {}",
        contract.documents.len(),
        if locked { "holds" } else { "broken" }
    ));
    if let Some(upstream) = upstream {
        compare_published(folder, &lock, &contract.documents, upstream, faults)?;
    }
    Ok(())
}

type Documents = std::collections::BTreeMap<String, Json>;

fn compare_files(name: &str, lock: &Lock, documents: &Documents, faults: &mut Vec<String>) {
    for (file, departure) in lock.departures(documents) {
        faults.push(match departure {
            Departure::Missing => format!("{name} {file}: locked, but the file is missing"),
            Departure::NotLocked => format!("{name} {file}: not in upstream.lock"),
            Departure::Changed { locked, found } => {
                format!("{name} {file}: the constraints changed: locked {locked}, found {found}")
            }
        });
    }
}

/// Compares with `spec/<folder>/schemas`; the folder is called as in the schemas' base URL.
fn compare_published(
    folder: &Folder,
    lock: &Lock,
    documents: &Documents,
    upstream: &Path,
    faults: &mut Vec<String>,
) -> Result<(), String> {
    let name = &folder.source.contract;
    let base = folder
        .manifest
        .as_ref()
        .map(|manifest| manifest.schema_base_url.clone())
        .unwrap_or_default();
    let published = base
        .trim_end_matches('/')
        .rsplit('/')
        .nth(1)
        .unwrap_or(name);
    let schemas = upstream.join("spec").join(published).join("schemas");
    if !schemas.is_dir() {
        report::result(&format!("{name}: not published"));
        return Ok(());
    }
    let files = contracts::files_below(&schemas)?;
    let mut equal = 0;
    for file in &files {
        let path = schemas.join(file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let hash = fingerprint::sha256(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        let theirs = Json::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let locked = lock
            .files
            .get(file)
            .and_then(|hashes| hashes.published_sha256.as_ref());
        if locked != Some(&hash) {
            faults.push(format!(
                "{name} {file}: published with SHA-256 {hash}, locked {locked:?}"
            ));
        }
        match documents.get(file) {
            None => faults.push(format!("{name} {file}: published, but not here")),
            Some(ours)
                if fingerprint::structure(ours).canonical()
                    == fingerprint::structure(&theirs).canonical() =>
            {
                equal += 1;
            }
            Some(_) => faults.push(format!(
                "{name} {file}: not structurally equal to the published file"
            )),
        }
    }
    let locked = lock
        .files
        .iter()
        .filter(|(_, hashes)| hashes.published_sha256.is_some());
    for (file, _) in locked.filter(|(file, _)| !files.contains(file)) {
        faults.push(format!(
            "{name} {file}: locked as published, but not in {}",
            schemas.display()
        ));
    }
    report::result(&format!(
        "{name}: {equal} of {} published files structurally equal",
        files.len()
    ));
    Ok(())
}
