//! The scratch crate: all generated modules, and a program that tries every instance.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use aap_codegen::File;
use serde_json::{Value, json};

use super::case::Case;

/// Builds and runs the scratch crate; gives the answers by case.
///
/// # Errors
/// The crate cannot be written, or what was generated does not compile.
pub fn run(
    root: &Path,
    cases: &[Case],
    modules: &[(usize, Vec<File>)],
) -> Result<Vec<(usize, Value)>, String> {
    let folder = root.join("target/conformance");
    let named = |path: &Path| {
        let path = path.to_path_buf();
        move |error: std::io::Error| format!("{}: {error}", path.display())
    };
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(named(&folder))?;
    }
    let write = |path: PathBuf, text: &str| -> Result<(), String> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(named(parent))?;
        }
        fs::write(&path, text).map_err(named(&path))
    };
    let mut declarations = String::from(
        "// What the generated modules expect at the crate's root.\npub use aap_types::*;\npub use aap_types::runtime;\n\n",
    );
    let mut entries = String::new();
    for (index, files) in modules {
        declarations.push_str(&format!(
            "#[allow(dead_code, missing_docs)]\npub mod case_{index};\n"
        ));
        let id = cases
            .get(*index)
            .map(|case| root_type(case, files))
            .unwrap_or_default();
        entries.push_str(&format!(
            "    ({index}, PayloadInfo::of::<case_{index}::{id}>()),\n"
        ));
        for file in files {
            write(
                folder.join(format!("src/case_{index}")).join(&file.path),
                &file.text,
            )?;
        }
    }
    let main = format!(
        "{declarations}\nconst CASES: &[(usize, PayloadInfo)] = &[\n{entries}];\n\n{}",
        include_str!("runner.rs")
    );
    write(folder.join("src/main.rs"), &main)?;
    let types = root.join("aap-types");
    let manifest = format!(
        "[package]\nname = \"conformance\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\naap-types = {{ path = {:?}, default-features = false }}\nserde = {{ version = \"1\", default-features = false }}\n\
         serde_json = \"1\"\n\n[features]\nschemars = []\n\n[workspace]\n",
        types.display().to_string()
    );
    write(folder.join("Cargo.toml"), &manifest)?;
    let lock = root.join("Cargo.lock");
    if lock.is_file() {
        // The workspace's own versions, so that nothing new has to be fetched.
        fs::copy(&lock, folder.join("Cargo.lock")).map_err(named(&lock))?;
    }
    let texts: Vec<Value> = modules
        .iter()
        .filter_map(|(index, _)| cases.get(*index))
        .map(|case| {
            json!(
                case.instances
                    .iter()
                    .map(|instance| &instance.text)
                    .collect::<Vec<_>>()
            )
        })
        .collect();
    write(folder.join("texts.json"), &json!(texts).to_string())?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--")
        .arg(folder.join("texts.json"))
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "the generated code does not compile or run:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let answers: Vec<(usize, Value)> = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the scratch crate printed no answers: {error}"))?;
    Ok(answers)
}

/// The Rust type of the case's root schema, read from the generated module.
fn root_type(case: &Case, files: &[File]) -> String {
    let bundle = format!("schemas/{}\"", case.root);
    let implementation = files
        .iter()
        .find(|file| file.path.ends_with(".rs") && file.text.contains(&bundle));
    let name = implementation.and_then(|file| {
        let (_, rest) = file.text.split_once("impl crate::Payload for ")?;
        rest.split_whitespace().next()
    });
    name.unwrap_or_default().to_owned()
}
