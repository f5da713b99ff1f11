//! Lengths of strings, in code points.

/// Whether the text has at least `min` code points.
#[inline]
#[must_use]
pub fn at_least(text: &str, min: usize) -> bool {
    // A code point has at most four bytes, so long texts need no counting.
    text.len() / 4 >= min || text.chars().take(min).count() == min
}

/// Whether the text has at most `max` code points.
#[inline]
#[must_use]
pub fn at_most(text: &str, max: usize) -> bool {
    // A code point has at least one byte, so short texts need no counting.
    text.len() <= max || text.chars().nth(max).is_none()
}
