//! A program outside the workspace that has nothing but the packaged `aap-types`.

use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::json::Json;

use super::package::Cargo;
use super::workspace;
use crate::contracts::{self, Folder};

/// A payload to read: the contract's module, the payload's type, and an example of it.
struct Example {
    module: String,
    rust: String,
    text: String,
}

/// Builds a program that reads an example with the crate in a folder, and runs it.
///
/// # Errors
/// Why there is no such program, or what it said.
pub fn check(cargo: &Cargo, package: &Path) -> Result<(), String> {
    let example = example(&cargo.root, package)?;
    let scratch = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    // A copy: what is in the package must do, wherever it lies.
    let copy = scratch.path().join("aap-types");
    for file in contracts::files_below(package)? {
        copy_file(&package.join(&file), &copy.join(&file))?;
    }
    let Example { module, rust, text } = example;
    let program = format!(
        "use aap_types::{module}::{rust};\n\n\
         fn main() {{\n    \
             let payload = aap_types::from_str::<{rust}>(include_str!(\"example.json\"));\n    \
             assert!(payload.is_ok(), \"{{payload:?}}\");\n\
         }}\n"
    );
    // A workspace of its own, whatever lies around the temporary folder.
    let manifest = "[package]\nname = \"scratch\"\nedition = \"2024\"\n\n\
                    [dependencies]\naap-types = { path = \"../aap-types\" }\n\n[workspace]\n";
    let root = scratch.path().join("scratch");
    for (file, text) in [
        ("Cargo.toml", manifest),
        ("src/main.rs", &program),
        ("src/example.json", &text),
    ] {
        write(&root.join(file), text)?;
    }
    // The versions that are here, since nothing can be fetched.
    let lock = cargo.root.join("Cargo.lock");
    if lock.is_file() {
        copy_file(&lock, &root.join("Cargo.lock"))?;
    }
    cargo.run(&root, &["run"]).map(drop)
}

/// An example of the contract that the crate has by default.
fn example(root: &Path, package: &Path) -> Result<Example, String> {
    let manifest = workspace::table(&package.join("Cargo.toml"))?;
    let default = manifest.get("features").and_then(|it| it.get("default"));
    let default = default.and_then(|it| it.as_array()).into_iter().flatten();
    let default: Vec<&str> = default.filter_map(|it| it.as_str()).collect();
    let folders = contracts::read(root)?;
    let module = |folder: &Folder| folder.source.contract.replace('.', "_");
    let folder = folders
        .iter()
        .find(|folder| default.contains(&module(folder).as_str()))
        .ok_or("no contract is on by default")?;
    let examples = folder.path.join("examples");
    for file in contracts::files_below(&examples)? {
        let stem = file.split('.').next().unwrap_or_default();
        let schema = folder.source.schemas.get(&format!("{stem}.schema.json"));
        let title = schema.and_then(|text| {
            let schema = Json::parse(text).ok()?;
            Some(schema.get("title")?.as_str()?.to_owned())
        });
        if let Some(rust) = title {
            let path = examples.join(&file);
            let text = fs::read_to_string(&path);
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            let module = module(folder);
            return Ok(Example { module, rust, text });
        }
    }
    Err(format!("{} has no example", folder.source.contract))
}

fn copy_file(from: &Path, to: &PathBuf) -> Result<(), String> {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(from, to))
        .map(drop)
        .map_err(|error| format!("{}: {error}", to.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}
