//! What contracts may not have in common, and what else a workspace asks of them.

use std::collections::BTreeMap;
use std::path::Path;

use aap_codegen::json::Json;
use aap_codegen::load::Contract;
use aap_codegen::{Location, Problem};

use crate::contracts;
use crate::generate::MARKER;

/// What is wrong with contracts that are to be in one workspace. The addresses of their schemas are
/// looked at only where a contract is `sound` by itself.
///
/// # Errors
/// A folder that cannot be read.
pub fn problems(
    root: &Path,
    contracts: &[Contract],
    sound: &[String],
) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    let manifest = Location::root("contract.toml");
    type Fact = fn(&Contract) -> String;
    let facts: [(&str, Fact); 3] = [
        ("module name", |contract| contract.manifest.module()),
        ("extension_uri", |contract| {
            contract.manifest.extension_uri.clone()
        }),
        ("schema_base_url", |contract| {
            contract.manifest.schema_base_url.clone()
        }),
    ];
    for (what, fact) in facts {
        let mut first: BTreeMap<String, &str> = BTreeMap::new();
        for contract in contracts {
            let name = contract.manifest.contract.as_str();
            let found = fact(contract);
            match first.get(&found) {
                Some(other) => problems.push(Problem {
                    contract: name.to_owned(),
                    location: manifest.clone(),
                    message: format!(
                        "the {what} {found:?} is that of {other} already: each contract needs its own"
                    ),
                }),
                None => {
                    first.insert(found, name);
                }
            }
        }
    }
    for contract in contracts {
        let mut add = |location: &Location, message: String| {
            problems.push(Problem {
                contract: contract.manifest.contract.clone(),
                location: location.clone(),
                message,
            });
        };
        let module = contract.manifest.module();
        if let Some(file) = hand_written(&root.join("aap-types/src"), &module)? {
            let message = format!(
                "the contract's module {module} would take the place of aap-types/src/{file}, \
                 which is written by hand: rename the contract"
            );
            add(&manifest, message);
        }
        if !sound.contains(&contract.manifest.contract) {
            continue;
        }
        for (file, document) in &contract.documents {
            let expected = format!("{}{file}", contract.manifest.schema_base_url);
            if document.get("$id").and_then(Json::as_str) != Some(&expected) {
                let message = format!(
                    "expected {expected:?}, the contract's schema_base_url and the file's path, \
                     found {}",
                    document
                        .get("$id")
                        .map_or("nothing".to_owned(), Json::to_string)
                );
                add(&Location::root(file).child("$id"), message);
            }
        }
    }
    Ok(problems)
}

/// A file of the crate that a contract's module would replace.
fn hand_written(types: &Path, module: &str) -> Result<Option<String>, String> {
    let file = format!("{module}.rs");
    if types.join(&file).exists() {
        return Ok(Some(file));
    }
    let folder = types.join(module);
    if !folder.is_dir() || is_generated(&folder)? {
        return Ok(None);
    }
    let first = contracts::files_below(&folder)?.into_iter().next();
    Ok(first.map(|file| format!("{module}/{file}")))
}

/// Whether a module's folder holds generated files.
///
/// # Errors
/// A folder that cannot be read.
pub fn is_generated(folder: &Path) -> Result<bool, String> {
    let files = contracts::files_below(folder)?;
    Ok(files.iter().any(|file| {
        let text = std::fs::read(folder.join(file)).unwrap_or_default();
        text.starts_with(MARKER.as_bytes())
    }))
}
