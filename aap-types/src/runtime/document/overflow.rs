//! Numbers beyond the range of `f64`, at the first of which serde_json stops reading.

use crate::runtime::json_text::{after_string, number_end};

/// As large as its few bytes allow: no number that overflows is shorter.
const LARGE: &[u8] = b"1e308";

/// The text with other large numbers in place of those that overflow, no byte elsewhere moved; and
/// which of its numbers these are, the first being 0.
pub(super) fn replaced(bytes: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut text = bytes.to_vec();
    let (mut overflowing, mut numbers, mut at) = (Vec::new(), 0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = after_string(bytes, at + 1),
            b'-' | b'0'..=b'9' => {
                let Some(end) = number_end(bytes, at) else {
                    at += 1;
                    continue;
                };
                if let Some(number) = text.get_mut(at..end)
                    && overflows(number)
                {
                    replace(number);
                    overflowing.push(numbers);
                }
                numbers += 1;
                at = end;
            }
            _ => at += 1,
        }
    }
    (text, overflowing)
}

fn overflows(number: &[u8]) -> bool {
    let value = std::str::from_utf8(number).ok();
    let value = value.and_then(|number| number.parse::<f64>().ok());
    value.is_some_and(f64::is_infinite)
}

/// Replaces a number that overflows, and keeps its sign.
fn replace(number: &mut [u8]) {
    let digits = match number {
        [b'-', digits @ ..] => digits,
        digits => digits,
    };
    if let Some((large, rest)) = digits.split_at_mut_checked(LARGE.len()) {
        large.copy_from_slice(LARGE);
        rest.fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_overflow_are_replaced_and_no_byte_moves() {
        let cases = [
            ("[1, 1e309]", "[1, 1e308]", &[1][..]),
            ("-1E+999", "-1e308 ", &[0]),
            (
                r#"{"1e999": "\"1e999", "a": 1e999}"#,
                r#"{"1e999": "\"1e999", "a": 1e308}"#,
                &[0],
            ),
            ("[1e308, -0.5e-999, 12]", "[1e308, -0.5e-999, 12]", &[]),
            (
                r#"[2e308, 7, 9e999999999999] "x\"#,
                r#"[1e308, 7, 1e308         ] "x\"#,
                &[0, 2],
            ),
            // No JSON stays none.
            ("1-2e999", "1-1e308", &[1]),
            ("[01e400, 1.e400, -.e400]", "[01e308, 1.e400, -.e400]", &[1]),
            ("1e400.", "1e308.", &[0]),
            ("1e400e400", "1e308e400", &[0]),
            ("1e, 1e400", "1e, 1e308", &[0]),
            ("\"1e999", "\"1e999", &[]),
        ];
        for (text, expected, overflowing) in cases {
            let (found, indices) = replaced(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), expected);
            assert_eq!(indices, overflowing, "{text}");
        }
        let digits = "9".repeat(400);
        let (found, _) = replaced(digits.as_bytes());
        assert_eq!(found.len(), digits.len());
        assert!(found.starts_with(b"1e308 "));
    }
}
