//! RFC 6901: JSON Pointers, and draft-bhutton-relative-json-pointer-00: relative ones.

/// `json-pointer = *( "/" reference-token )`; a tilde stands only before `0` or `1`.
pub(super) fn is_json_pointer(text: &[u8]) -> bool {
    let is_escape = |at: usize| matches!(text.get(at + 1), Some(b'0' | b'1'));
    matches!(text, [] | [b'/', ..])
        && text
            .iter()
            .enumerate()
            .all(|(at, byte)| *byte != b'~' || is_escape(at))
}

/// A non-negative integer, how far an array index moves from there (`+1`, `-2`), and `#` or a JSON
/// Pointer. The draft's grammar omits the index before `#`; its text and its examples have it.
pub(super) fn is_relative_json_pointer(text: &[u8]) -> bool {
    let Some(rest) = skip_integer(text) else {
        return false;
    };
    let rest = match rest {
        [b'+' | b'-', index @ ..] => match skip_integer(index) {
            Some(rest) => rest,
            None => return false,
        },
        _ => rest,
    };
    rest == b"#" || is_json_pointer(rest)
}

/// `%x30 / %x31-39 *( %x30-39 )`; returns what follows.
fn skip_integer(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'0', rest @ ..] => Some(rest),
        [b'1'..=b'9', rest @ ..] => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            rest.get(digits..)
        }
        _ => None,
    }
}
