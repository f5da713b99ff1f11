//! Media types, compared as RFC 9110 does: in any case, parameters aside.

use crate::payload::ContractInfo;

/// A media type without its parameters.
fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Whether two media types are the same.
pub(super) fn same(left: &str, right: &str) -> bool {
    essence(left).eq_ignore_ascii_case(essence(right))
}

/// Whether a response of a media type satisfies one of the modes that a buyer accepts.
///
/// Modes are alternatives. None means all, and so does JSON under another name that the contract's
/// own agent cards announce as a default.
pub(super) fn accepted(modes: &[String], response: &str, contract: &ContractInfo) -> bool {
    let is_json = |mode: &str| {
        let mode = essence(mode).to_ascii_lowercase();
        mode == "application/json" || mode.ends_with("+json")
    };
    let announced = |mode: &str| {
        let mut defaults = contract.card_rules.default_modes.iter();
        is_json(mode) && defaults.any(|default| same(default, mode))
    };
    modes.is_empty()
        || modes
            .iter()
            .any(|mode| same(mode, response) || announced(mode))
}
