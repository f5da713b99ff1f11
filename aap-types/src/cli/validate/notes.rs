//! What a person should know besides a verdict.

use super::verdict::Content;
use super::{Judged, Selection, locate};
use crate::payload::{ContractInfo, Status};

/// Notes on an input, each a sentence without its end.
pub(super) fn notes(
    contracts: &'static [ContractInfo],
    selection: &Selection,
    judged: &[Judged],
    content: &Content<'_>,
) -> Vec<String> {
    match selection {
        Selection::One(_) => judged
            .iter()
            .flat_map(|one| other_contracts(contracts, one, content))
            .collect(),
        Selection::Any(_) => unreleased_only(judged).into_iter().collect(),
    }
}

/// The contracts that an agent card names besides the one that it was held against.
fn other_contracts(
    contracts: &'static [ContractInfo],
    judged: &Judged,
    content: &Content<'_>,
) -> Vec<String> {
    let schema = judged.verdict.as_ref().ok().and_then(|found| found.schema);
    let Content::Payload { document, at } = content else {
        return Vec::new();
    };
    let Some(card) = at.resolve(&document.value) else {
        return Vec::new();
    };
    if !schema.is_some_and(locate::is_agent_card_schema) {
        return Vec::new();
    }
    let named: Vec<&str> = locate::extension_uris(card).collect();
    contracts
        .iter()
        .filter(|other| other.name != judged.contract.name)
        .filter(|other| named.contains(&other.extension_uri))
        .map(|other| {
            let name = other.name;
            format!("the card names the extension of {name}: try --contract {name}")
        })
        .collect()
}

/// The contracts that accept an input, where none of them is released.
fn unreleased_only(judged: &[Judged]) -> Option<String> {
    let accepting: Vec<_> = judged
        .iter()
        .filter(|one| one.accepts())
        .map(|one| one.contract)
        .collect();
    let released = |contract: &&ContractInfo| contract.status == Status::Released;
    if accepting.is_empty() || accepting.iter().any(released) {
        return None;
    }
    let names: Vec<&str> = accepting.iter().map(|contract| contract.name).collect();
    Some(format!(
        "no released contract accepts it, only the unreleased {}",
        names.join(", ")
    ))
}
