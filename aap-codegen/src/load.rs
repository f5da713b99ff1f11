//! Stage 1, load: a contract's folder as parsed documents and a manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use crate::json::Json;
use crate::manifest::Manifest;
use crate::problem::{Location, Problems};

/// The manifest's file name.
const MANIFEST: &str = "contract.toml";

/// The folder of the schema files.
const SCHEMAS: &str = "schemas";

/// The most bytes of a schema file: far more than a person writes, and still generated in minutes.
const LARGEST: usize = 1 << 20;

/// The files of a contract's folder, unparsed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The folder's name, which must be the contract's.
    pub contract: String,
    /// The text of `contract.toml`.
    pub manifest: String,
    /// The schema files by path relative to `schemas`, with `/`.
    pub schemas: BTreeMap<String, String>,
    /// Files and folders that are no use, by path as in `schemas`, and why.
    pub unusable: BTreeMap<String, String>,
}

impl Source {
    /// Reads a contract's folder. What cannot be read in it is noted as [unusable](Self::unusable),
    /// so that one bad file does not hide what else is wrong.
    ///
    /// # Errors
    /// The folder itself cannot be read.
    pub fn read(folder: &Path) -> io::Result<Source> {
        std::fs::read_dir(folder).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
        })?;
        let contract = folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let mut source = Source {
            contract: contract.unwrap_or_default(),
            ..Source::default()
        };
        match read_text(&folder.join(MANIFEST)) {
            Ok(text) => source.manifest = text,
            Err(message) => {
                source.unusable.insert(MANIFEST.to_owned(), message);
            }
        }
        source.read_schemas(&folder.join(SCHEMAS), "");
        Ok(source)
    }

    fn read_schemas(&mut self, folder: &Path, prefix: &str) {
        let mut refuse = |path: &str, message: String| {
            let path = if path.is_empty() { SCHEMAS } else { path };
            self.unusable.insert(path.to_owned(), message);
        };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("cannot be read as a folder: {error}");
                return refuse(prefix.trim_end_matches('/'), message);
            }
        };
        let mut folders = Vec::new();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let message = format!("cannot be listed: {error}");
                    refuse(prefix.trim_end_matches('/'), message);
                    continue;
                }
            };
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let is_unicode = entry.file_name().to_str().is_some();
            match entry.file_type() {
                _ if !is_unicode => refuse(&path, "has a name that is no UTF-8".to_owned()),
                Ok(kind) if kind.is_dir() => folders.push((entry.path(), format!("{path}/"))),
                // A link to a folder could lead round in a circle.
                Ok(kind) if kind.is_symlink() && entry.path().is_dir() => {
                    refuse(
                        &path,
                        "is a link to a folder: put the folder here".to_owned(),
                    );
                }
                Ok(_) if name.ends_with(".json") => match read_text(&entry.path()) {
                    Ok(text) => {
                        self.schemas.insert(path, text);
                    }
                    Err(message) => refuse(&path, message),
                },
                // What the system or an editor left there.
                Ok(_) if name.starts_with('.') || name.ends_with('~') => {}
                Ok(_) => refuse(
                    &path,
                    "is no .json file: a folder of schemas holds nothing else".to_owned(),
                ),
                Err(error) => refuse(&path, format!("cannot be read: {error}")),
            }
        }
        for (folder, prefix) in folders {
            self.read_schemas(&folder, &prefix);
        }
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        format!("is no UTF-8 text: byte {place} is wrong")
    })
}

/// A contract's folder, parsed.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The facts that are not JSON Schema.
    pub manifest: Manifest,
    /// The schema documents by path relative to `schemas`.
    pub documents: BTreeMap<String, Json>,
}

/// What could be parsed of a contract's folder.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) manifest: Option<Manifest>,
    pub(crate) documents: BTreeMap<String, Json>,
    /// Schema files of which nothing is known but that they are there.
    pub(crate) unusable: BTreeSet<String>,
}

/// Parses every file of a contract.
///
/// # Errors
/// A problem for each file that does not parse.
pub fn load(source: &Source) -> Result<Contract, Problems> {
    let mut problems = Problems::new(&source.contract);
    let loaded = parse(source, &mut problems);
    match loaded.manifest {
        Some(manifest) => problems.or(Contract {
            manifest,
            documents: loaded.documents,
        }),
        None => Err(problems),
    }
}

/// Parses what parses; the rest is a problem each.
pub(crate) fn parse(source: &Source, problems: &mut Problems) -> Loaded {
    for (path, message) in &source.unusable {
        problems.add(&Location::root(path), message);
    }
    let mut loaded = Loaded {
        manifest: manifest(source, problems),
        documents: BTreeMap::new(),
        unusable: source.unusable.keys().cloned().collect(),
    };
    if source.schemas.is_empty() && source.unusable.keys().all(|path| path == MANIFEST) {
        problems.add(
            &Location::root(SCHEMAS),
            "holds no .json file: a contract needs schemas",
        );
    }
    for (file, text) in &source.schemas {
        let json = if text.len() > LARGEST {
            Err(format!(
                "has {} bytes, and {LARGEST} are the most that is taken: split the schema",
                text.len()
            ))
        } else {
            Json::parse(text).map_err(|message| format!("is not usable JSON: {message}"))
        };
        let schema = json.and_then(|json| match json {
            Json::Object(_) => Ok(json),
            other => Err(format!(
                "expected a schema, which is an object, found {}",
                other.type_name()
            )),
        });
        match schema {
            Ok(json) => {
                loaded.documents.insert(file.clone(), json);
            }
            Err(message) => {
                problems.add(&Location::root(file), message);
                loaded.unusable.insert(file.clone());
            }
        }
    }
    loaded
}

fn manifest(source: &Source, problems: &mut Problems) -> Option<Manifest> {
    if source.unusable.contains_key(MANIFEST) {
        return None;
    }
    let place = Location::root(MANIFEST);
    match Manifest::parse(&source.manifest) {
        Ok(manifest) => {
            if manifest.contract != source.contract {
                let message = format!(
                    "names the contract {:?}, but its folder is {:?}",
                    manifest.contract, source.contract
                );
                problems.add(&place, message);
            }
            for fault in manifest.faults() {
                problems.add(&place, fault);
            }
            Some(manifest)
        }
        Err(message) => {
            problems.add(&place, message);
            None
        }
    }
}
