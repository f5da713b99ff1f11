//! The crates of the workspace that are published.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::version::Version;

/// A crate that is published.
#[derive(Debug)]
pub struct Crate {
    pub name: String,
    pub version: Version,
    pub folder: PathBuf,
}

/// The crates in the workspace's order; those with `publish = false` are left out.
///
/// # Errors
/// A manifest that cannot be read, or has no usable name or version.
pub fn crates(root: &Path) -> Result<Vec<Crate>, String> {
    let manifest = table(&root.join("Cargo.toml"))?;
    let workspace = manifest.get("workspace");
    let members = workspace.and_then(|it| it.get("members")?.as_array());
    let members = members.ok_or("Cargo.toml: expected a workspace with members")?;
    let shared = workspace.and_then(|it| it.get("package")?.get("version")?.as_str());
    let mut crates = Vec::new();
    for member in members.iter().filter_map(Value::as_str) {
        let folder = root.join(member);
        let path = folder.join("Cargo.toml");
        let manifest = table(&path)?;
        let package = manifest.get("package");
        let text = |key: &str| package.and_then(|it| it.get(key)?.as_str());
        if package.and_then(|it| it.get("publish")?.as_bool()) == Some(false) {
            continue;
        }
        let version = text("version").or(shared).and_then(Version::parse);
        match (text("name"), version) {
            (Some(name), Some(version)) => crates.push(Crate {
                name: name.to_owned(),
                version,
                folder,
            }),
            _ => {
                let shown = path.display();
                return Err(format!("{shown}: expected a name and a version like 1.2.3"));
            }
        }
    }
    Ok(crates)
}

/// Reads a TOML file.
///
/// # Errors
/// It cannot be read, or is no TOML.
pub fn table(path: &Path) -> Result<Table, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    text.parse().map_err(|error| named(format!("{error}")))
}

/// What the texts around a crate say of its version and should not.
pub fn requirement_problems(root: &Path, published: &Crate) -> Vec<String> {
    let expected = published.version.requirement();
    let mut problems = Vec::new();
    for readme in [root.join("README.md"), published.folder.join("README.md")] {
        let text = fs::read_to_string(&readme).unwrap_or_default();
        let start = format!("{} = \"", published.name);
        for line in text.lines() {
            let Some((found, _)) = line.strip_prefix(&start).and_then(|it| it.split_once('"'))
            else {
                continue;
            };
            if found != expected {
                let shown = readme.strip_prefix(root).unwrap_or(&readme).display();
                problems.push(format!(
                    "{shown}: asks for {} {found:?}, but this is {}: expected {expected:?}",
                    published.name, published.version
                ));
            }
        }
    }
    problems
}
