//! Stage 1, load: a contract's folder as parsed documents and a manifest.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use crate::json::Json;
use crate::manifest::Manifest;
use crate::problem::{Location, Problems};

/// The files of a contract's folder, unparsed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The folder's name, which must be the contract's.
    pub contract: String,
    /// The text of `contract.toml`.
    pub manifest: String,
    /// The schema files by path relative to `schemas`, with `/`.
    pub schemas: BTreeMap<String, String>,
}

impl Source {
    /// Reads a contract's folder.
    ///
    /// # Errors
    /// The operating system's, with the file's path.
    pub fn read(folder: &Path) -> io::Result<Source> {
        let contract = folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let mut source = Source {
            contract: contract.unwrap_or_default(),
            manifest: read_text(&folder.join("contract.toml"))?,
            schemas: BTreeMap::new(),
        };
        let mut folders = vec![(folder.join("schemas"), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in std::fs::read_dir(&folder).map_err(|error| named(&folder, &error))? {
                let path = entry?.path();
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                    continue;
                };
                if path.is_dir() {
                    folders.push((path.clone(), format!("{prefix}{name}/")));
                } else if name.ends_with(".json") {
                    source
                        .schemas
                        .insert(format!("{prefix}{name}"), read_text(&path)?);
                }
            }
        }
        Ok(source)
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A contract's folder, parsed.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The facts that are not JSON Schema.
    pub manifest: Manifest,
    /// The schema documents by path relative to `schemas`.
    pub documents: BTreeMap<String, Json>,
}

/// Parses every file of a contract.
///
/// # Errors
/// A problem for each file that does not parse.
pub fn load(source: &Source) -> Result<Contract, Problems> {
    let mut problems = Problems::new(&source.contract);
    let manifest_file = Location::root("contract.toml");
    let manifest = match Manifest::parse(&source.manifest) {
        Ok(manifest) => Some(manifest),
        Err(message) => {
            problems.add(&manifest_file, message);
            None
        }
    };
    if let Some(manifest) = manifest
        .as_ref()
        .filter(|it| it.contract != source.contract)
    {
        let message = format!(
            "names the contract {:?}, but its folder is {:?}",
            manifest.contract, source.contract
        );
        problems.add(&manifest_file, message);
    }
    if source.schemas.is_empty() {
        problems.add(
            &Location::root("schemas"),
            "holds no .json file: a contract needs schemas",
        );
    }
    let mut documents = BTreeMap::new();
    for (file, text) in &source.schemas {
        match Json::parse(text) {
            Ok(json) => {
                documents.insert(file.clone(), json);
            }
            Err(message) => problems.add(
                &Location::root(file),
                format!("is not usable JSON: {message}"),
            ),
        }
    }
    match manifest {
        Some(manifest) => problems.or(Contract {
            manifest,
            documents,
        }),
        None => Err(problems),
    }
}
