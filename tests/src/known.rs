//! The contracts that tests are about.
//!
//! A contract comes and goes with its folder, so no test may count on one that is not the default.
//! Most tests ask the registry: for all contracts, or for one with a certain property. Where a row
//! of a table is about one contract, that contract is asked for by its name, and where it is not
//! there, the row is skipped and a line on standard error says so. The same goes for what is about
//! our own examples and facts, in the folder of a contract that is [as it was imported](is_finished).
//! With all of [`NAMES`] there and finished, nothing is ever skipped.

use std::io::Write;

use aap_types::ContractInfo;

/// The contracts that the tests have facts about, oldest first.
pub const NAMES: [&str; 8] = [
    "v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "draft", "v3.1",
];

/// The examples that tests ask for, of every contract.
pub const EXAMPLES: [&str; 14] = [
    "agent-card.full.json",
    "agent-card.minimal.json",
    "agent-card.two-skills.json",
    "error.plain.json",
    "inventory-search-request.full.json",
    "inventory-search-response.cars.json",
    "inventory-search-response.empty.json",
    "lead-submit-request.full.json",
    "lead-submit-request.minimal.json",
    "lead-submit-response.confirmed.json",
    "lead-submit-response.minimal.json",
    "lead-submit-response.requested.json",
    "vehicle-detail-request.full.json",
    "vehicle-detail-response.full.json",
];

/// The contract that `aap-types` has by default, which the tests count on.
pub const DEFAULT: &str = "v1.3";

/// The default contract.
///
/// # Panics
/// It is gone.
#[must_use]
pub fn default() -> &'static ContractInfo {
    compiled_in(DEFAULT).unwrap_or_else(|| panic!("{DEFAULT}, the default contract, is gone"))
}

/// The contract of a name; none, with a note, where its folder is gone.
///
/// # Panics
/// The name is not one of [`NAMES`].
#[must_use]
pub fn named(name: &str) -> Option<&'static ContractInfo> {
    assert!(
        NAMES.contains(&name),
        "{name:?} is no contract that tests know"
    );
    let found = compiled_in(name);
    if found.is_none() {
        skipped(&format!("what is about {name}, which is not there"));
    }
    found
}

/// Whether each of some contracts is there; a note names the first that is not.
///
/// # Panics
/// A name is not one of [`NAMES`].
#[must_use]
pub fn are_there(names: &[&str]) -> bool {
    names.iter().all(|name| named(name).is_some())
}

/// Whether a contract's folder is more than what an import makes of it.
///
/// An import writes the published examples, or none where none are published, and marks what it
/// carries from another contract to be confirmed. A contract that is not one of [`NAMES`] is
/// finished once it also has the [`EXAMPLES`]; one that is has to have them.
#[must_use]
pub fn is_finished(name: &str) -> bool {
    let Some(source) = aap_schemas::by_name(name) else {
        return false;
    };
    let is_mark = |line: &str| line.contains('#') && line.trim_end().ends_with(": confirm");
    let has = |example| source.examples.iter().any(|it| it.path == example);
    !source.manifest.lines().any(is_mark)
        && (NAMES.contains(&name) || EXAMPLES.into_iter().all(has))
}

/// Whether each of some contracts is there and finished; a note names the first that is not.
///
/// # Panics
/// A name is not one of [`NAMES`].
#[must_use]
pub fn are_finished(names: &[&str]) -> bool {
    are_there(names) && names.iter().all(|name| noted(name))
}

/// The contract of a name, where it is there and finished; none, with a note, elsewhere.
///
/// # Panics
/// The name is not one of [`NAMES`].
#[must_use]
pub fn finished_named(name: &str) -> Option<&'static ContractInfo> {
    named(name).filter(|contract| noted(contract.name))
}

/// The contracts that are finished; a note names each other one.
pub fn finished() -> impl Iterator<Item = &'static ContractInfo> {
    let contracts = aap_types::contracts().iter();
    contracts.filter(|contract| noted(contract.name))
}

/// Whether a contract is finished, with a note where it is not.
fn noted(name: &str) -> bool {
    let is_finished = is_finished(name);
    if !is_finished {
        skipped(&format!(
            "what is about our {name}, which is as it was imported"
        ));
    }
    is_finished
}

/// An example of a contract that is finished.
///
/// # Panics
/// There is no such example.
#[must_use]
pub fn example(contract: &str, file: &str) -> serde_json::Value {
    let source = aap_schemas::by_name(contract);
    let mut examples = source.into_iter().flat_map(|it| it.examples);
    let example = examples.find(|it| it.path == file);
    let value = example.and_then(|it| serde_json::from_str(it.text).ok());
    value.unwrap_or_else(|| panic!("{contract} has no example {file}"))
}

/// The first contract with a property; none, with a note, where contracts are gone
/// or not finished.
///
/// # Panics
/// All of [`NAMES`] are there and finished, and none has the property.
pub fn first(
    what: &str,
    property: impl Fn(&ContractInfo) -> bool,
) -> Option<&'static ContractInfo> {
    let found = aap_types::contracts().iter().find(|it| property(it));
    if found.is_none() {
        assert!(!is_complete(), "no contract is {what}");
        skipped(&format!("what needs a contract that is {what}"));
    }
    found
}

/// Whether all of [`NAMES`] are there and finished.
#[must_use]
pub fn is_complete() -> bool {
    let is_there = |name: &str| compiled_in(name).is_some() && is_finished(name);
    NAMES.into_iter().all(is_there)
}

/// Says what is not tested, where `cargo test` shows it even for a test that passes.
pub fn skipped(what: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // The test harness holds back what the `eprintln` macro prints, but not this.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {what}");
}

fn compiled_in(name: &str) -> Option<&'static ContractInfo> {
    let mut contracts = aap_types::contracts().iter();
    contracts.find(|contract| contract.name == name)
}
