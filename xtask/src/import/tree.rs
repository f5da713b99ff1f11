//! A checkout of the specification: which files there are for a contract.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::contracts;

/// How this project calls the contract that the specification keeps in `spec/latest`.
pub const DRAFT: &str = "draft";
const LATEST: &str = "latest";

/// The files of a contract in a checkout.
#[derive(Debug)]
pub struct Tree {
    /// The checkout.
    pub root: PathBuf,
    /// The contract's name here.
    pub contract: String,
    /// The contract's folder below `spec`.
    pub folder: String,
    /// Every file below that folder, and `integrity.json`, by path relative to the checkout.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Tree {
    /// Reads the files of a contract.
    ///
    /// # Errors
    /// Why this is no checkout with that contract.
    pub fn read(root: &Path, name: &str) -> Result<Tree, String> {
        let spec = root.join("spec");
        if !spec.is_dir() {
            return Err(format!(
                "{}: expected a checkout of the specification, with spec/<contract>/schemas; \
                 there is no folder spec{}",
                root.display(),
                hint(root)
            ));
        }
        let contract = if name == LATEST { DRAFT } else { name };
        if !is_name(contract) {
            return Err(format!(
                "{contract:?} is no name of a contract: expected one like v1.4, or draft"
            ));
        }
        let is_draft = contract == DRAFT && !spec.join(DRAFT).is_dir();
        let folder = if is_draft { LATEST } else { contract };
        if !spec.join(folder).join("schemas").is_dir() {
            return Err(format!(
                "{}: there is no folder {folder}/schemas; there are {}",
                spec.display(),
                known(&spec)
            ));
        }
        let mut tree = Tree {
            root: root.to_owned(),
            contract: contract.to_owned(),
            folder: folder.to_owned(),
            files: BTreeMap::new(),
        };
        for file in contracts::files_below(&spec.join(folder))? {
            tree.add(&format!("spec/{folder}/{file}"))?;
        }
        let integrity = tree.integrity();
        if root.join(&integrity).is_file() {
            tree.add(&integrity)?;
        }
        Ok(tree)
    }

    fn add(&mut self, path: &str) -> Result<(), String> {
        let bytes = fs::read(self.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        self.files.insert(path.to_owned(), bytes);
        Ok(())
    }

    /// Where the published hashes are, if anywhere.
    pub fn integrity(&self) -> String {
        format!("releases/{}/integrity.json", self.folder)
    }

    /// Where the table of skills is.
    pub fn skills(&self) -> String {
        format!("spec/{}/skills.yaml", self.folder)
    }

    /// Where the schemas are.
    pub fn schemas(&self) -> String {
        format!("spec/{}/schemas/", self.folder)
    }

    /// Where the examples are.
    pub fn examples(&self) -> String {
        format!("spec/{}/examples/", self.folder)
    }

    /// The files below a folder, by path relative to it.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.files
            .iter()
            .filter_map(move |(path, bytes)| Some((path.strip_prefix(folder)?, bytes.as_slice())))
    }
}

/// A contract's name is a folder's, a module's and a feature's.
fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix('v').map(|rest| rest.split('.'));
    name == DRAFT
        || numbers.is_some_and(|parts| {
            let parts: Vec<&str> = parts.collect();
            let digits =
                |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
            parts.len() == 2 && parts.iter().all(digits)
        })
}

fn known(spec: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(spec)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("schemas").is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// Whoever names a folder inside a checkout means the checkout.
fn hint(root: &Path) -> String {
    let above = root.ancestors().skip(1).find(|it| it.join("spec").is_dir());
    match above {
        Some(above) if !above.as_os_str().is_empty() => {
            format!(", but {} has one", above.display())
        }
        _ => String::new(),
    }
}
