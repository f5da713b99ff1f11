//! From the JSON Schemas of an Auto Agent Protocol contract to Rust source text.
//!
//! ```text
//! load → resolve → check → model → types (with conditions), validators, profile → emit
//! ```
//!
//! Everything here is pure: [`generate`] takes the files of a contract and returns files; only
//! [`load::Source::read`] touches the disk, and only to read.

#![forbid(unsafe_code)]

pub mod bundle;
mod check;
mod conditions;
pub mod diff;
mod docs;
mod emit;
pub mod fingerprint;
pub mod json;
mod keywords;
pub mod load;
pub mod manifest;
mod model;
pub mod paths;
mod pattern;
pub mod problem;
mod profile;
pub mod registry;
mod resolve;
mod schema;
#[cfg(test)]
mod testing;
mod types;
mod upgrades;
mod validators;

pub use emit::File;
pub use load::Source;
pub use problem::{Location, Problem, Problems};
pub use upgrades::upgrades;

use load::Contract;
use model::Model;
use schema::SchemaSet;

/// Generates the Rust module of a contract.
///
/// # Errors
/// Every problem of the contract's files.
pub fn generate(source: &Source) -> Result<Vec<File>, Problems> {
    with_deep_stack(&source.contract, || {
        let (contract, set, model) = understand(source)?;
        emit::emit(&contract, &set, &model)
    })
}

/// Checks a contract's files without generating anything.
///
/// # Errors
/// Every problem of the contract's files.
pub fn check(source: &Source) -> Result<Contract, Problems> {
    with_deep_stack(&source.contract, || {
        understand(source).map(|(contract, _, _)| contract)
    })
}

/// Goes as far as it can even where something is wrong, so that all of it is told at once.
fn understand(source: &Source) -> Result<(Contract, SchemaSet, Model), Problems> {
    let mut problems = Problems::new(&source.contract);
    let loaded = load::parse(source, &mut problems);
    let addresses = resolve::resolve(&loaded, &mut problems);
    let set = check::check(&loaded, &addresses, &mut problems);
    let Some(manifest) = loaded.manifest else {
        return Err(problems);
    };
    let contract = Contract {
        manifest,
        documents: loaded.documents,
    };
    check::facts(&contract, &set, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let error = contract.manifest.payloads.get("error").map(String::as_str);
    let model = model::model(&set, error, &mut problems);
    problems.or((contract, set, model))
}

/// Schemas may stand in and refer to one another up to a depth that the stack of a common thread
/// might not have room for.
fn with_deep_stack<T: Send>(
    contract: &str,
    work: impl FnOnce() -> Result<T, Problems> + Send,
) -> Result<T, Problems> {
    const STACK: usize = 256 << 20;
    let failed = |what: &str| {
        let mut problems = Problems::new(contract);
        problems.add(&Location::root("schemas"), what);
        problems
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| failed(&format!("no thread can be started: {error}")))?;
        thread
            .join()
            .map_err(|_| failed("the generator failed at them; please report this"))?
    })
}
