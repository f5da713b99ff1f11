//! From the names that a person types to contracts and schemas, or to what the person may have
//! meant.

use crate::payload::{ContractInfo, PayloadInfo, Status};
use crate::runtime::message::excerpt;

/// The name that stands for every contract.
pub(super) const ANY: &str = "any";

const NO_CONTRACT: &str =
    "this build has no contract; build it with the Cargo features cli,all-contracts";

/// The contract that counts where none is named: the newest released one.
pub(super) fn default_contract(
    contracts: &'static [ContractInfo],
) -> Result<&'static ContractInfo, String> {
    let released = |contract: &&ContractInfo| contract.status == Status::Released;
    match contracts.iter().rfind(released) {
        Some(contract) => Ok(contract),
        None if contracts.is_empty() => Err(NO_CONTRACT.to_owned()),
        None => Err(format!(
            "this build has no released contract; name one with --contract: {}",
            contract_names(contracts)
        )),
    }
}

/// The contract of a name.
pub(super) fn contract(
    contracts: &'static [ContractInfo],
    name: &str,
) -> Result<&'static ContractInfo, String> {
    if contracts.is_empty() {
        return Err(NO_CONTRACT.to_owned());
    }
    let found = contracts.iter().find(|contract| contract.name == name);
    found.ok_or_else(|| {
        // The newest of those that are equally near.
        let names = contracts.iter().rev().map(|contract| contract.name);
        format!(
            "unknown contract {}{}; compiled in: {}; each contract is a Cargo feature, all-contracts is all of them",
            excerpt(name),
            did_you_mean(name, names.chain([ANY])),
            contract_names(contracts),
        )
    })
}

/// A contract's schema of a file's name, a type's name or an `$id`.
///
/// `command` goes before the name of another contract that has the schema.
pub(super) fn schema(
    contracts: &'static [ContractInfo],
    contract: &'static ContractInfo,
    name: &str,
    command: &str,
) -> Result<&'static PayloadInfo, String> {
    contract.payload(name).ok_or_else(|| {
        let elsewhere = newest(contracts, |other| other.payload(name).is_some());
        match elsewhere {
            Some(other) => format!(
                "contract {} has no schema {}, but {other} has: {command} {other}",
                contract.name,
                excerpt(name)
            ),
            None => format!(
                "contract {} has no schema {}",
                contract.name,
                unknown_schema(&[*contract], name)
            ),
        }
    })
}

/// The unknown name, what was probably meant, and the names of the contracts' schemas.
pub(super) fn unknown_schema(contracts: &[ContractInfo], name: &str) -> String {
    let payloads = || contracts.iter().flat_map(|contract| contract.payloads);
    let mut known: Vec<&str> = payloads().map(PayloadInfo::schema_name).collect();
    known.sort_unstable();
    known.dedup();
    let types = payloads().map(|payload| payload.name);
    let ids = payloads().map(|payload| payload.schema_id);
    let hint = did_you_mean(name, known.iter().copied().chain(types).chain(ids));
    format!("{}{hint}; known: {}", excerpt(name), known.join(", "))
}

/// The payload that a `type` announces.
pub(super) fn payload_of_type(
    contracts: &'static [ContractInfo],
    contract: &'static ContractInfo,
    message_type: &str,
) -> Result<&'static PayloadInfo, String> {
    contract.payload_of_type(message_type).ok_or_else(|| {
        let quoted = excerpt(message_type);
        let elsewhere = newest(contracts, |other| {
            other.payload_of_type(message_type).is_some()
        });
        if let Some(other) = elsewhere {
            return format!(
                "contract {} has no type {quoted}, but {other} has: --contract {other}",
                contract.name
            );
        }
        let mut known: Vec<&str> = contract
            .payloads
            .iter()
            .filter_map(|payload| payload.message_type)
            .collect();
        known.sort_unstable();
        format!(
            "contract {} has no type {quoted}{}; known: {}",
            contract.name,
            did_you_mean(message_type, known.iter().copied()),
            known.join(", ")
        )
    })
}

/// The newest contract that `fits`, a released one before any other.
fn newest(
    contracts: &'static [ContractInfo],
    fits: impl Fn(&ContractInfo) -> bool,
) -> Option<&'static str> {
    let fitting = || contracts.iter().rev().filter(|contract| fits(contract));
    fitting()
        .find(|contract| contract.status == Status::Released)
        .or_else(|| fitting().next())
        .map(|contract| contract.name)
}

/// What a person should know before relying on a contract.
pub(super) fn caution(contract: &ContractInfo) -> Option<String> {
    let reason = match contract.status {
        Status::Released => return None,
        Status::Draft => "it is planned, and its extension URI must never be deployed",
        Status::Provisional => "it is known in part only and may change",
    };
    Some(format!(
        "note: contract {} is not released ({}): {reason}",
        contract.name, contract.status
    ))
}

fn contract_names(contracts: &[ContractInfo]) -> String {
    let names: Vec<&str> = contracts.iter().map(|contract| contract.name).collect();
    names.join(", ")
}

/// ` (did you mean "…"?)` with the nearest candidate, where one is near.
fn did_you_mean<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let limit = (name.len() / 3).max(1);
    candidates
        .map(|candidate| {
            let lowercase: Vec<char> = candidate.to_lowercase().chars().collect();
            (distance(&name, &lowercase), candidate)
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| format!(" (did you mean {candidate:?}?)"))
        .unwrap_or_default()
}

/// How many characters must be changed, added, left out or swapped with their neighbour.
fn distance(left: &[char], right: &[char]) -> usize {
    // Rows of the table of distances between prefixes; the oldest is needed for swaps.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, &a) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(above.len());
        current.push(row + 1);
        for (column, &b) in right.iter().enumerate() {
            let mut least = (above[column] + usize::from(a != b))
                .min(above[column + 1] + 1)
                .min(current[column] + 1);
            if row > 0 && column > 0 && a == right[column - 1] && left[row - 1] == b {
                least = least.min(before[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("vehicel", "vehicle", 1),
            ("ab", "ba", 1),
            ("v1.9", "v1.3", 1),
        ];
        for (left, right, expected) in cases {
            let [left, right] = [left, right].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!(distance(&left, &right), expected, "{left:?} {right:?}");
        }
    }
}
