//! `upstream.lock`: the published hashes and our fingerprints of a contract's schema files.

use std::collections::BTreeMap;
use std::path::Path;

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
