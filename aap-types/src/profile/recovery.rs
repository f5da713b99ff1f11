//! From the refusal of a request that activates nothing to the URI that mends it.

use super::details::{A2A_DOMAIN, Received};
use super::{A2aErrorKind, JsonRpcError, Meaning};
use crate::payload::ContractInfo;

impl JsonRpcError {
    /// The contract that the refused request has to activate, if it is one that the buyer
    /// implements: then the request may be sent again with that contract's
    /// [`request_headers`](ContractInfo::request_headers).
    ///
    /// None for any other error, for a contract not in `implemented`, and where the error names
    /// more than one contract. A URI counts only where it is exactly a contract's. It is taken from
    /// the ErrorInfo, and from the message where an SDK dropped the ErrorInfo.
    ///
    /// ```
    /// use aap_types::contracts;
    /// use aap_types::profile::JsonRpcError;
    ///
    /// let Some(contract) = contracts().last() else { return };
    /// let message = format!("{} is missing in A2A-Extensions.", contract.extension_uri);
    /// let error = JsonRpcError::new(-32008, message, None);
    /// let found = error.contract_to_activate(contracts()).unwrap();
    /// assert_eq!(found.extension_uri, contract.extension_uri);
    /// ```
    #[inline]
    #[must_use]
    pub fn contract_to_activate<'a>(
        &self,
        implemented: &'a [ContractInfo],
    ) -> Option<&'a ContractInfo> {
        if self.meaning() != Meaning::A2a(A2aErrorKind::ExtensionSupportRequired) {
            return None;
        }
        let told = self.told_uris();
        let mut found = implemented.iter().filter(|contract| {
            told.contains(&contract.extension_uri) || names(&self.message, contract.extension_uri)
        });
        let contract = found.next()?;
        let agrees = told.iter().all(|uri| *uri == contract.extension_uri);
        (agrees && found.all(|other| other.extension_uri == contract.extension_uri))
            .then_some(contract)
    }

    /// The URIs in the metadata of the error.
    #[inline]
    fn told_uris(&self) -> Vec<&str> {
        let received = Received::of(self.data.as_ref());
        let infos = received
            .infos(A2A_DOMAIN)
            .filter(|info| info.reason == Some(A2aErrorKind::ExtensionSupportRequired.reason()))
            .filter_map(|info| info.metadata);
        infos
            .chain(received.bare_metadata())
            .filter_map(|metadata| metadata.get("extensionUri")?.as_str())
            .collect()
    }
}

/// Whether a text for people names the URI, and not a longer one that holds it.
#[inline]
fn names(text: &str, uri: &str) -> bool {
    text.match_indices(uri).any(|(start, _)| {
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(start + uri.len()..).unwrap_or_default();
        let before = before.trim_end_matches(['(', '[', '\'', '"']);
        let after = after.trim_start_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '"']);
        !before.ends_with(is_of_uri) && !after.starts_with(is_of_uri)
    })
}

/// Whether a character may stand in a URI; all beyond ASCII are taken for such.
#[inline]
fn is_of_uri(character: char) -> bool {
    !character.is_ascii()
        || character.is_ascii_alphanumeric()
        || "-._~:/?#[]@!$&'()*+,;=%".contains(character)
}
