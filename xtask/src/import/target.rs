//! The folder that a contract is written into, and what may not be overwritten there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aap_codegen::Source;

use super::manifest;
use crate::contracts;
use crate::write::{Difference, Wanted};

/// Where the contract goes.
pub struct Target {
    /// The folder of all contracts.
    pub contracts: PathBuf,
    /// The contract's folder.
    pub folder: PathBuf,
    /// The manifest that is there.
    pub manifest: Option<String>,
    /// Whether that is a released contract's.
    pub released: bool,
}

impl Target {
    /// Looks at what is there.
    ///
    /// # Errors
    /// Something that is no contract's folder.
    pub fn new(contracts: &Path, contract: &str) -> Result<Target, String> {
        let folder = contracts.join(contract);
        let path = folder.join("contract.toml");
        let manifest = match std::fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(_) if !folder.exists() => None,
            Err(error) => {
                return Err(format!(
                    "{}: exists and is no contract's folder ({error}); nothing was written",
                    folder.display()
                ));
            }
        };
        let released = match manifest.as_deref().map(manifest::is_released) {
            None => false,
            Some(Some(released)) => released,
            Some(None) => {
                return Err(format!(
                    "{}: is no usable contract.toml, so it is not known whether the contract is \
                     released; nothing was written",
                    path.display()
                ));
            }
        };
        Ok(Target {
            contracts: contracts.to_owned(),
            folder,
            manifest,
            released,
        })
    }

    /// The schemas that are there, of a contract that is not released.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn schemas(&self) -> Result<BTreeMap<String, String>, String> {
        if self.manifest.is_none() || self.released {
            return Ok(BTreeMap::new());
        }
        let source = Source::read(&self.folder).map_err(|error| error.to_string())?;
        Ok(source.schemas)
    }

    /// Writes all of the contract's files, unless that would change a released contract.
    ///
    /// # Errors
    /// The contract is released and would change; a file that cannot be written.
    pub fn write(&self, files: &BTreeMap<String, String>) -> Result<Difference, String> {
        let wanted: Wanted = files
            .iter()
            .map(|(path, text)| (self.folder.join(path), text.clone()))
            .collect();
        let present = match self.folder.is_dir() {
            true => contracts::files_below(&self.folder)?,
            false => Vec::new(),
        };
        let claimed: BTreeSet<PathBuf> = present
            .iter()
            // Examples may be our own, so those that were not published stay.
            .filter(|path| self.released || path.starts_with("schemas/"))
            .map(|path| self.folder.join(path))
            .collect();
        let difference = Difference::of(&wanted, &claimed)?;
        if self.released && !difference.is_empty() {
            let lists = [&difference.stale, &difference.missing, &difference.orphans];
            let names: Vec<String> = lists
                .into_iter()
                .flatten()
                .filter_map(|path| path.strip_prefix(&self.folder).ok())
                .map(|path| path.display().to_string())
                .collect();
            return Err(format!(
                "{}: is a released contract, which never changes, and would differ in {}; nothing \
                 was written. Import it elsewhere (--into DIR) to look at it",
                self.folder.display(),
                shortened(&names)
            ));
        }
        difference.apply(&wanted)?;
        Ok(difference)
    }
}

/// The first few names, and how many there are besides.
fn shortened(names: &[String]) -> String {
    const SHOWN: usize = 4;
    match names.len() {
        count if count > SHOWN => format!(
            "{} and {} other files",
            names[..SHOWN].join(", "),
            count - SHOWN
        ),
        _ => names.join(", "),
    }
}
