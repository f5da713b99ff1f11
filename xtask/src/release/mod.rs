//! `release-check`: could the crates be published as they are?
//!
//! Every package is made and built from its own files, with nothing fetched; a program outside the
//! workspace is built with the packaged `aap-types` alone. The texts around have to agree with the
//! versions, and the versions with what changed in the public API of `aap-types`.

mod api;
mod changelog;
mod package;
mod scratch;
mod snapshot;
mod version;
mod workspace;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use aap_codegen::manifest::Status;

use crate::contracts::{self, Folder};
use crate::report::{self, Ending, Outcome};
use package::Cargo;
use snapshot::Standing;
use workspace::Crate;

/// The crate with a public API to look after.
const TYPES: &str = "aap-types";

/// Runs the command; with `bless` it only writes the snapshot of the API. To be `published` now,
/// each version needs a date.
pub fn run(bless: bool, published: bool) -> Ending {
    let root = contracts::root();
    let crates = workspace::crates(&root)?;
    let folders = contracts::read(&root)?;
    let mut problems: Vec<String> = folders.iter().filter_map(unconfirmed).collect();
    let unsettled = unsettled(&folders);
    for member in &crates {
        let is_released = changelog(member, published, &mut problems);
        if member.name != TYPES {
            continue;
        }
        let standing = Standing {
            folder: &member.folder,
            version: member.version,
            is_released,
            unsettled: &unsettled,
        };
        if bless {
            let files = snapshot::bless(&standing)?;
            report::message(&format!("{files} files of the snapshot written"));
            return Ok(Outcome::Done);
        }
        let found = snapshot::problems(&standing)?;
        problems.extend(found.into_iter().map(|it| format!("{TYPES}: {it}")));
        problems.extend(workspace::requirement_problems(&root, member));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let cargo = Cargo {
        target: root.join(target).join("release-check"),
        root,
    };
    for member in &crates {
        let package = package::check(&cargo, member, &mut problems);
        if member.name == TYPES
            && let Some(package) = package
            && let Err(message) = scratch::check(&cargo, &package)
        {
            problems.push(format!(
                "{TYPES}: a program with the package alone fails:\n  {message}"
            ));
        }
    }
    for problem in &problems {
        report::result(problem);
    }
    if !problems.is_empty() {
        return Ok(Outcome::CheckFailed);
    }
    let names = crates
        .iter()
        .map(|it| format!("{} {}", it.name, it.version));
    let names: Vec<String> = names.collect();
    report::message(&format!("ready to be published: {}", names.join(", ")));
    Ok(Outcome::Done)
}

/// Whether a crate's version has a date; adds what is wrong with its CHANGELOG.
fn changelog(member: &Crate, published: bool, problems: &mut Vec<String>) -> bool {
    let file = format!("{}/CHANGELOG.md", member.name);
    let text = match fs::read_to_string(member.folder.join("CHANGELOG.md")) {
        Ok(text) => text,
        Err(error) => {
            problems.push(format!("{file}: {error}"));
            return false;
        }
    };
    let told = changelog::read(&text, member.version);
    problems.extend(told.problems.into_iter().map(|it| format!("{file}: {it}")));
    if published && !told.is_dated {
        let version = member.version;
        problems.push(format!(
            "{file}: {version} has no date, and is to be published"
        ));
    }
    told.is_dated
}

/// What an import guessed, and nobody confirmed, is not to be published.
fn unconfirmed(folder: &Folder) -> Option<String> {
    let lines = folder.source.manifest.lines();
    let marked = lines.filter(|line| line.ends_with(contracts::TO_CONFIRM));
    let what = match marked.count() {
        0 => return None,
        1 => "1 line is".to_owned(),
        count => format!("{count} lines are"),
    };
    let contract = &folder.source.contract;
    Some(format!(
        "{contract} contract.toml: {what} still to be confirmed"
    ))
}

/// The modules of contracts that are not released, which may change with any version.
fn unsettled(folders: &[Folder]) -> BTreeSet<String> {
    let manifests = folders.iter().filter_map(|folder| folder.manifest.as_ref());
    let open = manifests.filter(|manifest| manifest.status != Status::Released);
    open.map(|manifest| manifest.module()).collect()
}
