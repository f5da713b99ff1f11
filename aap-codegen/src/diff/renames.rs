//! Which new name may be that of something old.

use std::collections::BTreeSet;

/// Names are alike from this share of common words on.
const ALIKE: f64 = 0.5;

/// The name most like another, by the words that both have.
pub(super) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = likeness(name, candidate);
        if likeness >= ALIKE && best.is_none_or(|(known, _)| likeness > known) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The names that are like another.
pub(super) fn alike<'a>(name: &str, candidates: &'a [String]) -> Vec<&'a str> {
    let candidates = candidates.iter().map(String::as_str);
    candidates
        .filter(|candidate| likeness(name, candidate) >= ALIKE)
        .collect()
}

/// Whether names differ in their spelling only: `input_modes` and `inputModes`.
pub(super) fn same_words(left: &str, right: &str) -> bool {
    words(left) == words(right)
}

/// Common words as a share of all words of the shorter name.
fn likeness(left: &str, right: &str) -> f64 {
    let (left, right) = (words(left), words(right));
    let shorter = left.len().min(right.len());
    if shorter == 0 {
        return 0.0;
    }
    let common = left.intersection(&right).count();
    #[allow(clippy::cast_precision_loss, reason = "a handful of words")]
    let share = common as f64 / shorter as f64;
    share
}

/// The words of a name in snake, kebab or camel case.
fn words(name: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    for character in name.chars() {
        let breaks = !character.is_alphanumeric() || character.is_uppercase();
        if breaks && word.chars().any(char::is_lowercase) || !character.is_alphanumeric() {
            words.insert(std::mem::take(&mut word).to_lowercase());
        }
        if character.is_alphanumeric() {
            word.push(character);
        }
    }
    words.insert(word.to_lowercase());
    words.remove("");
    words
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn names_with_common_words_are_alike() {
        let cases = [
            ("trade_name", vec!["rooftops", "name"], Some("name")),
            ("last_verified_at", vec!["updated_at"], Some("updated_at")),
            (
                "trade_in_appraisal",
                vec!["service", "trade_in"],
                Some("trade_in"),
            ),
            (
                "defaultInputModes",
                vec!["inputModes", "skills"],
                Some("inputModes"),
            ),
            ("AUTH_REQUIRED", vec!["RATE_LIMITED"], None),
            ("zip", vec!["postal_code"], None),
            ("", vec![""], None),
        ];
        for (name, candidates, expected) in cases {
            assert_eq!(closest(name, candidates), expected, "{name}");
        }
    }
}
