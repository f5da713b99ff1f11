//! From the JSON Schemas of an Auto Agent Protocol contract to Rust source text.
//!
//! ```text
//! load → resolve → check → model → types, validators, profile → emit
//! ```
//!
//! Everything here is pure: [`generate`] takes the files of a contract and returns files; only
//! [`load::Source::read`] touches the disk, and only to read.

#![forbid(unsafe_code)]

pub mod bundle;
mod check;
pub mod diff;
mod emit;
pub mod fingerprint;
pub mod json;
mod keywords;
pub mod load;
pub mod manifest;
mod model;
pub mod pattern;
pub mod problem;
mod profile;
pub mod registry;
mod resolve;
mod schema;
mod types;
mod validators;

pub use emit::File;
pub use load::Source;
pub use problem::{Location, Problem, Problems};

use load::Contract;
use schema::SchemaSet;

/// Generates the Rust module of a contract.
///
/// # Errors
/// Every problem of the contract's files.
pub fn generate(source: &Source) -> Result<Vec<File>, Problems> {
    let contract = load::load(source)?;
    let mut problems = Problems::new(&source.contract);
    let set = understand(&contract, &mut problems)?;
    let model = model::model(&set, &mut problems);
    problems.or(())?;
    emit::emit(&contract, &set, &model)
}

/// Checks a contract's files without generating anything.
///
/// # Errors
/// Every problem of the contract's files.
pub fn check(source: &Source) -> Result<Contract, Problems> {
    let contract = load::load(source)?;
    let mut problems = Problems::new(&source.contract);
    let set = understand(&contract, &mut problems)?;
    model::model(&set, &mut problems);
    problems.or(contract)
}

fn understand(contract: &Contract, problems: &mut Problems) -> Result<SchemaSet, Problems> {
    let addresses = resolve::resolve(contract, problems);
    let set = check::check(contract, &addresses, problems);
    if problems.is_empty() {
        Ok(set)
    } else {
        Err(problems.clone())
    }
}
