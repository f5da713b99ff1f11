//! The contracts' folders: the one table that everything else derives from.

use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::Source;
use aap_codegen::manifest::{Manifest, Status};

/// A contract's folder.
#[derive(Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its files.
    pub source: Source,
    /// Its manifest, where that can be read; otherwise generation says what is wrong with it.
    pub manifest: Option<Manifest>,
}

/// The end of a line of `contract.toml` that an import carried over or guessed.
pub const TO_CONFIRM: &str = ": confirm";

/// The workspace's root: where this crate's folder stands.
pub fn root() -> PathBuf {
    // Set by cargo for every `cargo run`, so a copied workspace finds itself.
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().map(Path::to_path_buf).unwrap_or(xtask)
}

/// Reads every contract's folder, oldest contract first.
///
/// # Errors
/// A folder that cannot be read.
pub fn read(root: &Path) -> Result<Vec<Folder>, String> {
    read_in(&root.join("aap-schemas/contracts"))
}

/// Reads the contracts' folders in a folder, oldest contract first.
///
/// # Errors
/// A folder that cannot be read.
pub fn read_in(contracts: &Path) -> Result<Vec<Folder>, String> {
    let entries =
        fs::read_dir(contracts).map_err(|error| format!("{}: {error}", contracts.display()))?;
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", contracts.display()))?
            .path();
        if path.is_dir() {
            let source = Source::read(&path).map_err(|error| error.to_string())?;
            let manifest = Manifest::parse(&source.manifest).ok();
            folders.push(Folder {
                path,
                source,
                manifest,
            });
        }
    }
    folders.sort_by_key(age);
    Ok(folders)
}

/// Whether each name is a contract's.
///
/// # Errors
/// The first name that is none, with those that are.
pub fn expect_known(folders: &[Folder], names: &[String]) -> Result<(), String> {
    let known: Vec<&str> = folders
        .iter()
        .map(|folder| folder.source.contract.as_str())
        .collect();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(unknown) => Err(format!(
            "there is no contract {unknown:?} in aap-schemas/contracts; there are {}",
            known.join(", ")
        )),
    }
}

fn age(folder: &Folder) -> (u8, Vec<u64>, String) {
    let name = folder.source.contract.clone();
    let Some(manifest) = &folder.manifest else {
        return (3, Vec::new(), name);
    };
    let status = match manifest.status {
        Status::Released => 0,
        Status::Draft => 1,
        Status::Provisional => 2,
    };
    let version = manifest
        .version
        .split('.')
        .map(|part| part.parse().unwrap_or(0))
        .collect();
    (status, version, name)
}

/// The files below a folder, relative to it, with `/`, sorted. A link is a file: what it leads to
/// is somebody else's.
///
/// # Errors
/// A folder that cannot be read.
pub fn files_below(folder: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    let mut pending = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry
                .file_type()
                .map_err(|error| format!("{}: {error}", entry.path().display()))?;
            if kind.is_dir() {
                pending.push((entry.path(), format!("{prefix}{name}/")));
            } else {
                files.push(format!("{prefix}{name}"));
            }
        }
    }
    files.sort();
    Ok(files)
}
