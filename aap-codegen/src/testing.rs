//! What the stages' tests share: schema files written down as text.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};

use crate::json::Json;
use crate::load::Loaded;
use crate::problem::Problems;
use crate::schema::SchemaSet;
use crate::{check, resolve};

/// Schema files, each with its name and text, without a manifest.
pub fn loaded(files: &[(&str, &str)]) -> Loaded {
    let documents: BTreeMap<String, Json> = files
        .iter()
        .map(|(file, text)| {
            let document = Json::parse(text).unwrap_or_else(|error| panic!("{file}: {error}"));
            ((*file).to_owned(), document)
        })
        .collect();
    Loaded {
        manifest: None,
        documents,
        unusable: BTreeSet::new(),
    }
}

/// The files after the first three stages, and what these found wrong.
pub fn checked(loaded: &Loaded) -> (SchemaSet, Vec<String>) {
    let mut problems = Problems::new("v9.0");
    let addresses = resolve::resolve(loaded, &mut problems);
    let set = check::check(loaded, &addresses, &mut problems);
    let problems = problems.into_sorted();
    let problems = problems.iter().map(|problem| problem.to_string()).collect();
    (set, problems)
}

/// The files after the first three stages, which must find nothing wrong.
#[track_caller]
pub fn sound(loaded: &Loaded) -> SchemaSet {
    let (set, problems) = checked(loaded);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    set
}
