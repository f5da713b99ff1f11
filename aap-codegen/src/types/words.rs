//! Constraints in words, for the documentation and the errors of generated types.

use std::fmt::Display;

use crate::schema::Keywords;

/// The limits of a schema in words.
pub(super) fn limits(keywords: &Keywords) -> String {
    let mut sentences = Vec::new();
    let sentence = |words: String| {
        let (first, rest) = words.split_at(1);
        format!("{}{rest}.", first.to_uppercase())
    };
    let count = |what: &str, min, max| counted(what, min, max).map(sentence);
    let range = range(keywords.minimum.as_ref(), keywords.maximum.as_ref());
    sentences.extend(range.map(sentence));
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
    let words = range(min, max)?;
    let plural = if words.ends_with(" 1") { "" } else { "s" };
    Some(format!("{words} {what}{plural}"))
}

fn range<N: Display + PartialEq>(min: Option<N>, max: Option<N>) -> Option<String> {
    Some(match (min, max) {
        (Some(min), Some(max)) if min == max => format!("exactly {max}"),
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => return None,
    })
}

/// At most this many values are listed, as in the report's messages.
const CHOICES: usize = 24;

/// What a string enum expects, for its error messages.
pub(super) fn one_of(values: &[&str]) -> String {
    let listed: Vec<String> = values
        .iter()
        .take(CHOICES)
        .map(|text| quoted(text))
        .collect();
    let listed = listed.join(", ");
    match values.len() {
        0 | 1 => listed,
        count if count > CHOICES => format!("one of {listed} or {} more", count - CHOICES),
        _ => format!("one of {listed}"),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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
