//! The contracts that tests are about.
//!
//! A contract comes and goes with its folder, so no test may count on one that is not the default.
//! Most tests ask the registry: for all contracts, or for one with a certain property. Where a row
//! of a table is about one contract, that contract is asked for by its name, and where it is not
//! there, the row is skipped and a line on standard error says so. With all of [`NAMES`] there,
//! nothing is ever skipped.

use std::io::Write;

use aap_types::ContractInfo;

/// The contracts that the tests have facts about, oldest first.
pub const NAMES: [&str; 8] = [
    "v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "draft", "v3.1",
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

/// The first contract with a property; none, with a note, where contracts are gone.
///
/// # Panics
/// All of [`NAMES`] are there, and none has the property.
pub fn first(
    what: &str,
    property: impl Fn(&ContractInfo) -> bool,
) -> Option<&'static ContractInfo> {
    let found = aap_types::contracts().iter().find(|it| property(it));
    if found.is_none() {
        assert!(is_complete(), "no contract is {what}");
        skipped(&format!("what needs a contract that is {what}"));
    }
    found
}

/// Whether all of [`NAMES`] are there.
#[must_use]
pub fn is_complete() -> bool {
    NAMES.iter().all(|name| compiled_in(name).is_some())
}

/// Says what is not tested, where `cargo test` shows it even for a test that passes.
pub fn skipped(what: &str) {
    // The test harness holds back what the `eprintln` macro prints, but not this.
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
}

fn compiled_in(name: &str) -> Option<&'static ContractInfo> {
    let mut contracts = aap_types::contracts().iter();
    contracts.find(|contract| contract.name == name)
}
