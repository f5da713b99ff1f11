//! RFC 6570: URI templates of every level.

use super::uri::{is_iprivate, is_percent_encoded, is_ucschar};

/// `URI-Template = *( literals / expression )`.
pub(super) fn is_uri_template(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let length = match byte {
            b'{' => expression_length(bytes.get(at + 1..).unwrap_or(&[])).map(|length| length + 1),
            b'%' => is_percent_encoded(bytes, at).then_some(3),
            // Erratum 6937 adds the apostrophe, which the examples of the standard use.
            0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'|' | b'}' | 0x7f => None,
            0x80.. => text
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .and_then(|c| (is_ucschar(c) || is_iprivate(c)).then_some(c.len_utf8())),
            _ => Some(1),
        };
        match length {
            Some(length) => at += length,
            None => return false,
        }
    }
    true
}

/// `[ operator ] variable-list "}"`; returns its length.
fn expression_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    if matches!(
        text.first()?,
        // The first line has a meaning, the second is reserved; the grammar has both.
        b'+' | b'#' | b'.' | b'/' | b';' | b'?' | b'&' | b'=' | b',' | b'!' | b'@' | b'|'
    ) {
        at += 1;
    }
    loop {
        at = variable_end(text, at)?;
        at += 1;
        match text.get(at - 1)? {
            b',' => {}
            b'}' => return Some(at),
            _ => return None,
        }
    }
}

/// `varspec = varname [ modifier-level4 ]`; returns its end.
fn variable_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    // `varname = varchar *( ["."] varchar )`: no dot at either end, no two in a row.
    let mut after_dot = true;
    loop {
        match text.get(at)? {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' => {
                at += 1;
                after_dot = false;
            }
            b'%' if is_percent_encoded(text, at) => {
                at += 3;
                after_dot = false;
            }
            b'.' if !after_dot => {
                at += 1;
                after_dot = true;
            }
            _ if after_dot => return None,
            b'*' => return Some(at + 1),
            b':' => return prefix_end(text, at + 1),
            _ => return Some(at),
        }
    }
}

/// `max-length = %x31-39 0*3DIGIT`: from 1 to 9999.
fn prefix_end(text: &[u8], start: usize) -> Option<usize> {
    if !matches!(text.get(start)?, b'1'..=b'9') {
        return None;
    }
    let more = text
        .iter()
        .skip(start + 1)
        .take(3)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    Some(start + 1 + more)
}
