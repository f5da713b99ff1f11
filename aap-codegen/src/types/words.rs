//! Constraints in words, for the documentation and the errors of generated types.

use crate::schema::Keywords;

/// The limits of a schema in words.
pub(super) fn limits(keywords: &Keywords) -> String {
    let mut sentences = Vec::new();
    let range = |what: &str, min: Option<String>, max: Option<String>| match (min, max) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min}{what}.")),
        (Some(min), Some(max)) => Some(format!("From {min} to {max}{what}.")),
        (Some(min), None) if min == "1" && !what.is_empty() => {
            Some(format!("At least 1{}.", what.trim_end_matches('s')))
        }
        (Some(min), None) => Some(format!("At least {min}{what}.")),
        (None, Some(max)) => Some(format!("At most {max}{what}.")),
        (None, None) => None,
    };
    let text = |number: &Option<serde_json::Number>| number.as_ref().map(ToString::to_string);
    let count = |number: Option<u64>| number.map(|number| number.to_string());
    sentences.extend(range("", text(&keywords.minimum), text(&keywords.maximum)));
    sentences.extend(
        keywords
            .exclusive_minimum
            .as_ref()
            .map(|bound| format!("More than {bound}.")),
    );
    sentences.extend(
        keywords
            .exclusive_maximum
            .as_ref()
            .map(|bound| format!("Less than {bound}.")),
    );
    sentences.extend(
        keywords
            .multiple_of
            .as_ref()
            .map(|divisor| format!("A multiple of {divisor}.")),
    );
    sentences.extend(range(
        " characters",
        count(keywords.min_length),
        count(keywords.max_length),
    ));
    sentences.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("Matches `{}`.", pattern.source)),
    );
    sentences.extend(range(
        " elements",
        count(keywords.min_items),
        count(keywords.max_items),
    ));
    sentences.extend(
        keywords
            .unique_items
            .then(|| "No two elements are equal.".to_owned()),
    );
    sentences.join(" ")
}

/// What a string type expects, for its error messages.
pub(super) fn expecting(keywords: &Keywords) -> String {
    let mut parts = Vec::new();
    parts.extend(
        keywords
            .format
            .as_ref()
            .map(|format| format!("a valid {format}")),
    );
    match (keywords.min_length, keywords.max_length) {
        (Some(min), Some(max)) => parts.push(format!("{min} to {max} characters")),
        (Some(min), None) => parts.push(format!("at least {min} characters")),
        (None, Some(max)) => parts.push(format!("at most {max} characters")),
        (None, None) => {}
    }
    parts.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("a match of {}", pattern.source)),
    );
    parts.join(", ")
}
