//! Constraints in words, for the documentation and the errors of generated types.

use crate::schema::Keywords;

/// The limits of a schema in words.
pub(super) fn limits(keywords: &Keywords) -> String {
    let mut sentences = Vec::new();
    let range = |min: Option<String>, max: Option<String>| match (min, max) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min}.")),
        (Some(min), Some(max)) => Some(format!("From {min} to {max}.")),
        (Some(min), None) => Some(format!("At least {min}.")),
        (None, Some(max)) => Some(format!("At most {max}.")),
        (None, None) => None,
    };
    let text = |number: &Option<serde_json::Number>| number.as_ref().map(ToString::to_string);
    let count = |what: &str, min: Option<u64>, max: Option<u64>| {
        counted(what, min, max).map(|count| {
            let (first, rest) = count.split_at(1);
            format!("{}{rest}.", first.to_uppercase())
        })
    };
    sentences.extend(range(text(&keywords.minimum), text(&keywords.maximum)));
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
    sentences.extend(count("character", keywords.min_length, keywords.max_length));
    sentences.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("Matches `{}`.", pattern.source)),
    );
    sentences.extend(count("element", keywords.min_items, keywords.max_items));
    sentences.extend(
        keywords
            .unique_items
            .then(|| "No two elements are equal.".to_owned()),
    );
    sentences.join(" ")
}

/// How many parts of a kind there may be, if that is limited.
fn counted(what: &str, min: Option<u64>, max: Option<u64>) -> Option<String> {
    let (words, last) = match (min, max) {
        (Some(min), Some(max)) if min == max => (format!("exactly {max}"), max),
        (Some(min), Some(max)) => (format!("from {min} to {max}"), max),
        (Some(min), None) => (format!("at least {min}"), min),
        (None, Some(max)) => (format!("at most {max}"), max),
        (None, None) => return None,
    };
    let plural = if last == 1 { "" } else { "s" };
    Some(format!("{words} {what}{plural}"))
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
    parts.extend(counted(
        "character",
        keywords.min_length,
        keywords.max_length,
    ));
    parts.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("a match of {}", pattern.source)),
    );
    parts.join(", ")
}
