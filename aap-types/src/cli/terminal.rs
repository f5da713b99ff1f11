//! Keeps a terminal from obeying what is meant to be read.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal may act on a character, or show the text around it in another order.
fn is_hostile(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn escape(text: &str, hostile: impl Fn(char) -> bool, style: fn(&mut String, u32)) -> Cow<'_, str> {
    if !text.contains(&hostile) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if hostile(character) {
            style(&mut escaped, u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// One line of text; control characters become `\u{1b}`.
pub(super) fn visible(line: &str) -> Cow<'_, str> {
    escape(line, is_hostile, |text, code| {
        let _ = write!(text, "\\u{{{code:x}}}");
    })
}

/// A JSON text with the same meaning; control characters, which can only be inside strings, become
/// `\u009b`.
pub(super) fn visible_json(text: &str) -> Cow<'_, str> {
    let hostile = |character| character != '\n' && is_hostile(character);
    escape(text, hostile, |text, code| {
        let _ = write!(text, "\\u{code:04x}");
    })
}
