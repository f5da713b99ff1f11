//! Internationalised labels: RFC 5890 to RFC 5892, and Punycode, RFC 3492.
//!
//! The characters of a label are checked as JSON Schema's test suite expects it: RFC 5892's letters,
//! marks and digits with its exceptions and its contextual rules, no leading mark, and the places
//! of hyphens. Not checked are the properties that need more tables than a validator should carry:
//! normalisation and case folding (RFC 5892, section 2.2), ignorable characters and conjoining Jamo
//! (2.3, 2.4, 2.9), the Bidi rule (RFC 5893), and for ZERO WIDTH NON-JOINER the joining types of
//! its neighbours.

use super::host::MAX_LABEL;
use super::unicode::{is_letter_mark_or_digit, is_mark, is_virama};

/// The prefix of an A-label.
const PREFIX: &str = "xn--";

/// Punycode spends at least one octet on a character.
const MAX_CHARS: usize = MAX_LABEL - PREFIX.len();

/// Whether `payload`, what follows `xn--`, is the Punycode of a U-label.
pub(super) fn is_a_label_payload(payload: &[u8]) -> bool {
    decode(payload).is_some_and(|label| is_u_label(label.as_slice()))
}

/// The octets of the A-label of `label`, a label that is not ASCII; `None` if it is no U-label.
pub(super) fn a_label_length(label: &str) -> Option<usize> {
    let mut chars = Label::default();
    for c in label.chars() {
        chars.insert(chars.len, c)?;
    }
    let chars = chars.as_slice();
    let length = PREFIX.len() + encoded_length(chars);
    (is_u_label(chars) && length <= MAX_LABEL).then_some(length)
}

/// The characters of a label, in place: validating must not allocate.
struct Label {
    chars: [char; MAX_CHARS],
    len: usize,
}

impl Default for Label {
    fn default() -> Self {
        Label {
            chars: ['\0'; MAX_CHARS],
            len: 0,
        }
    }
}

impl Label {
    fn as_slice(&self) -> &[char] {
        self.chars.get(..self.len).unwrap_or(&[])
    }

    /// `None` if the label is full or `at` lies behind its end.
    fn insert(&mut self, at: usize, c: char) -> Option<()> {
        let moved = self.chars.get_mut(at..=self.len)?;
        let last = moved.len().checked_sub(1)?;
        moved.copy_within(..last, 1);
        *moved.first_mut()? = c;
        self.len += 1;
        Some(())
    }
}

fn is_u_label(label: &[char]) -> bool {
    let misplaced_hyphen = matches!(label, [] | ['-', ..] | [.., '-'] | [_, _, '-', '-', ..]);
    let leading_mark = label.first().copied().is_some_and(is_mark);
    // A.8, A.9: digits of one kind only.
    let mixed_digits = label.iter().any(|c| matches!(c, '\u{660}'..='\u{669}'))
        && label.iter().any(|c| matches!(c, '\u{6f0}'..='\u{6f9}'));
    !misplaced_hyphen
        && !leading_mark
        && !mixed_digits
        && (0..label.len()).all(|at| is_allowed(label, at))
}

/// RFC 5892: the derived property of one character, with its contextual rule (appendix A).
fn is_allowed(label: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| label.get(at)).copied();
    let after = label.get(at + 1).copied();
    let Some(c) = label.get(at).copied() else {
        return false;
    };
    match c {
        _ if c.is_ascii() => c.is_ascii_alphanumeric() || c == '-',
        // A.1: behind a virama, or between characters that join.
        '\u{200c}' => before.is_some_and(is_virama) || (before.is_some() && after.is_some()),
        // A.2
        '\u{200d}' => before.is_some_and(is_virama),
        // A.3
        '\u{b7}' => before == Some('l') && after == Some('l'),
        // A.4
        '\u{375}' => after.is_some_and(is_greek),
        // A.5, A.6
        '\u{5f3}' | '\u{5f4}' => before.is_some_and(|c| matches!(c, '\u{591}'..='\u{5f4}')),
        // A.7
        '\u{30fb}' => label.iter().any(is_hiragana_katakana_or_han),
        // Section 2.6, DISALLOWED.
        '\u{640}' | '\u{7fa}' | '\u{302e}' | '\u{302f}' | '\u{3031}'..='\u{3035}' | '\u{303b}' => {
            false
        }
        // Section 2.6, PVALID.
        '\u{6fd}' | '\u{6fe}' | '\u{f0b}' | '\u{3007}' => true,
        _ => is_letter_mark_or_digit(c),
    }
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3e1}' | '\u{3f0}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

fn is_hiragana_katakana_or_han(c: &char) -> bool {
    matches!(c,
        '\u{3005}' | '\u{3007}' | '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9d}' | '\u{20000}'..='\u{323af}')
}

// RFC 3492, section 5: the parameters of Punycode.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_CODE: u32 = 0x80;

/// RFC 3492, section 6.2.
fn decode(payload: &[u8]) -> Option<Label> {
    let mut label = Label::default();
    // The last hyphen ends the basic characters, if there are any.
    let basic = payload.iter().rposition(|byte| *byte == b'-').unwrap_or(0);
    let (basic, extended) = payload.split_at_checked(basic)?;
    for byte in basic {
        label.insert(label.len, char::from(*byte))?;
    }
    let mut digits = match extended {
        [b'-', rest @ ..] if !basic.is_empty() => rest,
        _ => extended,
    };
    let (mut code, mut index, mut bias) = (INITIAL_CODE, 0_u32, INITIAL_BIAS);
    let mut first = true;
    while !digits.is_empty() {
        let (delta, rest) = variable_length_integer(digits, bias)?;
        digits = rest;
        let count = u32::try_from(label.len).ok()? + 1;
        index = index.checked_add(delta)?;
        bias = adapt(delta, count, first);
        first = false;
        code = code.checked_add(index / count)?;
        index %= count;
        label.insert(usize::try_from(index).ok()?, char::from_u32(code)?)?;
        index += 1;
    }
    Some(label)
}

/// RFC 3492, section 3.3; returns the integer and the digits behind it.
fn variable_length_integer(mut digits: &[u8], bias: u32) -> Option<(u32, &[u8])> {
    let (mut value, mut weight, mut k) = (0_u32, 1_u32, BASE);
    loop {
        let [digit, rest @ ..] = digits else {
            return None;
        };
        let digit = match digit {
            b'a'..=b'z' => digit - b'a',
            b'A'..=b'Z' => digit - b'A',
            b'0'..=b'9' => digit - b'0' + 26,
            _ => return None,
        };
        let (digit, t) = (u32::from(digit), threshold(k, bias));
        digits = rest;
        value = value.checked_add(digit.checked_mul(weight)?)?;
        if digit < t {
            return Some((value, digits));
        }
        weight = weight.checked_mul(BASE - t)?;
        k += BASE;
    }
}

/// RFC 3492, section 6.3, counting the octets instead of writing them. At most `MAX_CHARS`
/// characters, so that no product comes near the limits of `u32`.
fn encoded_length(label: &[char]) -> usize {
    let basic = label.iter().filter(|c| c.is_ascii()).count();
    let mut length = if basic > 0 { basic + 1 } else { 0 };
    let (mut code, mut delta, mut bias) = (INITIAL_CODE, 0_u32, INITIAL_BIAS);
    let (mut handled, mut first) = (basic as u32, true);
    while let Some(next) = label
        .iter()
        .map(|c| u32::from(*c))
        .filter(|c| *c >= code)
        .min()
    {
        delta += (next - code) * (handled + 1);
        code = next;
        for c in label.iter().map(|c| u32::from(*c)) {
            if c < code {
                delta += 1;
            } else if c == code {
                let (mut q, mut k) = (delta, BASE);
                length += 1;
                while q >= threshold(k, bias) {
                    let t = threshold(k, bias);
                    q = (q - t) / (BASE - t);
                    k += BASE;
                    length += 1;
                }
                bias = adapt(delta, handled + 1, first);
                first = false;
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        code += 1;
    }
    length
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// RFC 3492, section 6.1.
fn adapt(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = delta / if first { DAMP } else { 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3492, section 7.1, and edge cases.
    const SAMPLES: [(&str, &str); 8] = [
        ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
        ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
        (
            "PorqunopuedensimplementehablarenEspaol-fmd56a",
            "PorquénopuedensimplementehablarenEspañol",
        ),
        (
            "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n",
            "安室奈美恵-with-SUPER-MONKEYS",
        ),
        (
            "Hello-Another-Way--fc4qua05auwb3674vfr0b",
            "Hello-Another-Way-それぞれの場所",
        ),
        ("d9juau41awczczp", "そのスピードで"),
        ("mnchen-3ya", "münchen"),
    ];

    #[test]
    fn punycode_both_ways() {
        for (encoded, decoded) in SAMPLES {
            // The fifth begins with a hyphen that is a basic character, not the delimiter.
            let label = decode(encoded.as_bytes()).map(|label| label.as_slice().iter().collect());
            assert_eq!(label, Some(decoded.to_owned()), "{encoded}");
            let chars: Vec<char> = decoded.chars().collect();
            assert_eq!(encoded_length(&chars), encoded.len(), "{decoded}");
        }
    }

    #[test]
    fn broken_punycode() {
        for payload in [
            "X",
            "-",
            "-a",
            "99999999",
            "é",
            "a-é",
            "zzzzzzzzzzzzzzzzzz",
            "a-_",
        ] {
            assert!(decode(payload.as_bytes()).is_none(), "{payload}");
        }
        assert!(decode(&[b'a'; 1000]).is_none());
    }
}
