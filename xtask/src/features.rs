//! The features of `aap-types`: one for each contract, and one for all of them.

use toml_edit::{Array, DocumentMut, Item, Table, value};

/// The feature that lists all contracts' features.
const ALL: &str = "all-contracts";

/// The manifest of `aap-types` with one feature for each contract, oldest first, after the others.
///
/// # Errors
/// The manifest is unusable, a contract's feature is one of something else, or a feature counts on
/// a contract that is gone.
pub fn with_contracts(text: &str, contracts: &[String]) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let features = document
        .get_mut("features")
        .and_then(Item::as_table_mut)
        .ok_or("expected a [features] table")?;
    let former = strings(features, ALL);
    for contract in contracts {
        let is_ours = former.contains(contract) || strings(features, contract).is_empty();
        if features.contains_key(contract) && !is_ours {
            return Err(format!(
                "the feature {contract:?} is not that of a contract: rename the contract or the feature"
            ));
        }
    }
    for gone in former.iter().filter(|name| !contracts.contains(name)) {
        features.remove(gone);
        let counting = features
            .iter()
            .map(|(name, _)| name)
            .find(|name| *name != ALL && strings(features, name).contains(gone));
        if let Some(name) = counting {
            return Err(format!(
                "the feature {name:?} counts on {gone:?}, a contract that is gone: \
                 let it name another"
            ));
        }
    }
    for contract in contracts {
        // Taken out and put back, so that the order never depends on which came first.
        match features.remove_entry(contract) {
            Some((key, feature)) => features.insert_formatted(&key, feature),
            None => features.insert(contract, value(Array::new())),
        };
    }
    let all = value(contracts.iter().collect::<Array>());
    match features.remove_entry(ALL) {
        Some((key, _)) => features.insert_formatted(&key, all),
        None => features.insert(ALL, all),
    };
    Ok(document.to_string())
}

fn strings(features: &Table, name: &str) -> Vec<String> {
    let names = features.get(name).and_then(Item::as_array);
    let names = names.into_iter().flatten();
    names
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
#[allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]
mod tests {
    use super::*;

    const BEFORE: &str = "\
[features]
default = [\"v1_3\"]
# Kept.
v1_3 = []
all-contracts = [\"v0_1\", \"v1_3\"]
cli = [\"dep:clap\"]
v0_1 = []

[dependencies]
";

    fn with(contracts: &[&str]) -> Result<String, String> {
        let contracts: Vec<String> = contracts.iter().map(|name| (*name).to_owned()).collect();
        with_contracts(BEFORE, &contracts)
    }

    #[test]
    fn contracts_come_in_their_order_and_the_rest_stays() {
        let expected = "\
[features]
default = [\"v1_3\"]
cli = [\"dep:clap\"]
v1_0 = []
# Kept.
v1_3 = []
all-contracts = [\"v1_0\", \"v1_3\"]

[dependencies]
";
        assert_eq!(with(&["v1_0", "v1_3"]).as_deref(), Ok(expected));
        let again = with_contracts(expected, &["v1_0".to_owned(), "v1_3".to_owned()]);
        assert_eq!(again.as_deref(), Ok(expected));
    }

    #[test]
    fn features_of_others_are_left_alone() {
        for (contracts, expected) in [
            (&["v0_1"][..], "\"default\" counts on \"v1_3\""),
            (&["v1_3", "cli"][..], "\"cli\" is not that of a contract"),
        ] {
            let message = with(contracts).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
