//! `upstream.lock`: the published hashes and our fingerprints of a contract's schema files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use aap_codegen::fingerprint;
use aap_codegen::json::Json;
use aap_codegen::manifest::Status;

use crate::contracts;
use crate::report::{self, Ending, Outcome};
use crate::write::{Difference, Wanted};

/// The first line.
const MARKER: &str = "# Written by cargo xtask; see CONTRIBUTING.md";

/// `lock`: writes the fingerprints of the schemas as they are now; published hashes stay.
pub fn run(only: &[String]) -> Ending {
    let folders = contracts::read(&contracts::root())?;
    contracts::expect_known(&folders, only)?;
    let (mut wanted, mut faults) = (Wanted::new(), Vec::new());
    for folder in folders {
        if !only.is_empty() && !only.contains(&folder.source.contract) {
            continue;
        }
        let contract = aap_codegen::check(&folder.source).map_err(|it| it.to_string())?;
        let path = folder.path.join("upstream.lock");
        let former = match path.is_file() {
            true => {
                let lock = Lock::read(&folder.path);
                Some(lock.map_err(|error| format!("{}: {error}", path.display()))?)
            }
            false => None,
        };
        let published = former.iter().flat_map(|lock| &lock.files);
        let published = published
            .filter_map(|(file, hashes)| Some((file.clone(), hashes.published_sha256.clone()?)))
            .collect();
        let lock = Lock::of(&contract.manifest.contract, &contract.documents, &published);
        let changed = former.is_some_and(|former| former.fingerprint != lock.fingerprint);
        if changed && contract.manifest.status == Status::Released {
            faults.push(format!(
                "{}: the constraints changed; a released contract is frozen, so take the change back",
                lock.contract
            ));
        }
        wanted.insert(path, lock.to_text());
    }
    if !faults.is_empty() {
        faults.iter().for_each(|fault| report::message(fault));
        return Ok(Outcome::CheckFailed);
    }
    let difference = Difference::of(&wanted, &BTreeSet::new())?;
    difference.apply(&wanted)?;
    report::message(&format!(
        "{} of {} locks written",
        difference.stale.len() + difference.missing.len(),
        wanted.len()
    ));
    Ok(Outcome::Done)
}

/// A contract's lock.
#[derive(Debug, PartialEq, Eq)]
pub struct Lock {
    /// The contract's name.
    pub contract: String,
    /// The fingerprint of the whole set.
    pub fingerprint: String,
    /// Each schema file's hashes.
    pub files: BTreeMap<String, Hashes>,
}

/// The hashes of a schema file.
#[derive(Debug, PartialEq, Eq)]
pub struct Hashes {
    /// SHA-256 of the published file, where there is one.
    pub published_sha256: Option<String>,
    /// The structural fingerprint of ours.
    pub fingerprint: String,
}

/// How a schema file departs from its lock.
#[derive(Debug, PartialEq, Eq)]
pub enum Departure<'a> {
    /// The lock has it, the folder does not.
    Missing,
    /// The folder has it, the lock does not.
    NotLocked,
    /// It has another fingerprint.
    Changed {
        /// The fingerprint in the lock.
        locked: &'a str,
        /// The fingerprint of the file.
        found: String,
    },
}

impl Lock {
    /// Reads a contract's lock.
    ///
    /// # Errors
    /// The file cannot be read or is no lock.
    pub fn read(folder: &Path) -> Result<Lock, String> {
        let text = std::fs::read_to_string(folder.join("upstream.lock"))
            .map_err(|error| format!("cannot be read: {error}"))?;
        Lock::parse(&text)
    }

    /// The lock of schemas, of which some were published, by file.
    pub fn of(
        contract: &str,
        documents: &BTreeMap<String, Json>,
        published: &BTreeMap<String, String>,
    ) -> Lock {
        let files = documents.iter().map(|(file, document)| {
            let hashes = Hashes {
                published_sha256: published.get(file).cloned(),
                fingerprint: fingerprint::document(document),
            };
            (file.clone(), hashes)
        });
        Lock {
            contract: contract.to_owned(),
            fingerprint: fingerprint::contract(documents),
            files: files.collect(),
        }
    }

    /// The schema files that are not as they are locked, and how.
    pub fn departures<'a>(
        &'a self,
        documents: &'a BTreeMap<String, Json>,
    ) -> impl Iterator<Item = (&'a str, Departure<'a>)> {
        let files: BTreeSet<&String> = self.files.keys().chain(documents.keys()).collect();
        files.into_iter().filter_map(|file| {
            let departure = match (self.files.get(file), documents.get(file)) {
                (Some(_), None) => Departure::Missing,
                (None, _) => Departure::NotLocked,
                (Some(hashes), Some(document)) => {
                    let found = fingerprint::document(document);
                    if found == hashes.fingerprint {
                        return None;
                    }
                    let locked = &hashes.fingerprint;
                    Departure::Changed { locked, found }
                }
            };
            Some((file.as_str(), departure))
        })
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let quoted = |text: &str| toml_edit::Value::from(text).to_string();
        let mut text = format!(
            "{MARKER}\ncontract = {}\nfingerprint = {}\n",
            quoted(&self.contract),
            quoted(&self.fingerprint)
        );
        for (file, hashes) in &self.files {
            text.push_str(&format!("\n[files.{}]\n", quoted(file)));
            if let Some(published) = &hashes.published_sha256 {
                text.push_str(&format!("published_sha256 = {}\n", quoted(published)));
            }
            text.push_str(&format!("fingerprint = {}\n", quoted(&hashes.fingerprint)));
        }
        text
    }

    fn parse(text: &str) -> Result<Lock, String> {
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| error.message().to_owned())?;
        let string = |table: &toml::Table, name: &str| -> Result<String, String> {
            let found = table.get(name).and_then(toml::Value::as_str);
            found
                .map(str::to_owned)
                .ok_or_else(|| format!("expected a string {name:?}"))
        };
        let mut files = BTreeMap::new();
        let entries = table
            .get("files")
            .and_then(toml::Value::as_table)
            .ok_or("expected a table \"files\"")?;
        for (file, hashes) in entries {
            let hashes = hashes
                .as_table()
                .ok_or_else(|| format!("expected a table for {file:?}"))?;
            let published = hashes.get("published_sha256").and_then(toml::Value::as_str);
            let fingerprint =
                string(hashes, "fingerprint").map_err(|error| format!("{file}: {error}"))?;
            files.insert(
                file.clone(),
                Hashes {
                    published_sha256: published.map(str::to_owned),
                    fingerprint,
                },
            );
        }
        Ok(Lock {
            contract: string(&table, "contract")?,
            fingerprint: string(&table, "fingerprint")?,
            files,
        })
    }
}
