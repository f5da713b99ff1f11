//! Host names (RFC 1123, section 2.1, with RFC 5890 for internationalised names) and addresses
//! (RFC 2673, section 3.2, and RFC 4291, section 2.2).

use super::{label, split_once};

/// Octets of a name: 255 in the DNS, less the length octet in front and the root's behind.
pub(super) const MAX_NAME: usize = 253;

/// Octets of one label.
pub(super) const MAX_LABEL: usize = 63;

/// A name of RFC 1123 whose reserved labels are A-labels.
///
/// A label with `--` in its third and fourth place is reserved (RFC 5890, section 2.3.1); such a
/// label has to be an A-label, in either case of its prefix. No dot may end the name.
pub(super) fn is_hostname(text: &[u8]) -> bool {
    is_ldh_name(text)
        && text.split(|byte| *byte == b'.').all(|label| match label {
            [x, n, b'-', b'-', payload @ ..] => {
                [*x, *n].eq_ignore_ascii_case(b"xn") && label::is_a_label_payload(payload)
            }
            _ => true,
        })
}

/// Labels of letters, digits and hyphens, separated by dots.
pub(super) fn is_ldh_name(text: &[u8]) -> bool {
    text.len() <= MAX_NAME && text.split(|byte| *byte == b'.').all(is_ldh_label)
}

/// One label of letters, digits and hyphens, with no hyphen at either end.
pub(super) fn is_ldh_label(label: &[u8]) -> bool {
    label.len() <= MAX_LABEL
        && label.first().is_some_and(u8::is_ascii_alphanumeric)
        && label.last().is_some_and(u8::is_ascii_alphanumeric)
        && label
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// Whether the numbers of a dotted quad may have leading zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Zeros {
    /// Not: some readers take such a number for octal. RFC 3986 and JSON Schema's test suite say so.
    Rejected,
    /// RFC 5321: `Snum = 1*3DIGIT`.
    Accepted,
}

/// Four decimal numbers from 0 to 255.
pub(super) fn is_ipv4(text: &[u8], zeros: Zeros) -> bool {
    let mut parts = 0;
    // At most 15 characters: no need to look at more of a long text.
    text.len() <= 15
        && text.split(|byte| *byte == b'.').all(|part| {
            parts += 1;
            is_decimal_octet(part, zeros)
        })
        && parts == 4
}

fn is_decimal_octet(text: &[u8], zeros: Zeros) -> bool {
    if zeros == Zeros::Rejected && matches!(text, [b'0', _, ..]) {
        return false;
    }
    match *text {
        [a] => a.is_ascii_digit(),
        [a, b] => a.is_ascii_digit() && b.is_ascii_digit(),
        [b'0' | b'1', b, c] => b.is_ascii_digit() && c.is_ascii_digit(),
        [b'2', b'0'..=b'4', c] => c.is_ascii_digit(),
        [b'2', b'5', b'0'..=b'5'] => true,
        _ => false,
    }
}

/// What standards disagree about in the text form of an IPv6 address.
#[derive(Clone, Copy)]
pub(super) struct Ipv6 {
    /// How many groups `::` stands for at least.
    elided: usize,
    /// Leading zeros in a dotted quad at the end.
    zeros: Zeros,
}

impl Ipv6 {
    /// RFC 4291 and RFC 3986.
    pub(super) const RFC4291: Ipv6 = Ipv6 {
        elided: 1,
        zeros: Zeros::Rejected,
    };
    /// RFC 5321, section 4.1.3: "at least 2 16-bit groups of zeros".
    pub(super) const RFC5321: Ipv6 = Ipv6 {
        elided: 2,
        zeros: Zeros::Accepted,
    };
}

/// Eight groups of hexadecimal digits, of which `::` replaces some once and a dotted quad at the
/// end the last two. There is no zone identifier.
pub(super) fn is_ipv6(text: &[u8], rules: Ipv6) -> bool {
    const GROUPS: usize = 8;
    // At most 39 characters, or 45 with a dotted quad.
    if text.len() > 45 {
        return false;
    }
    match text.windows(2).position(|pair| pair == b"::") {
        None => count_groups(text, Some(rules.zeros)) == Some(GROUPS),
        Some(at) => {
            let head = text.get(..at).and_then(|head| count_groups(head, None));
            let tail = text
                .get(at + 2..)
                .and_then(|tail| count_groups(tail, Some(rules.zeros)));
            head.zip(tail)
                .is_some_and(|(head, tail)| head + tail + rules.elided <= GROUPS)
        }
    }
}

/// The number of groups, a dotted quad counting as two; `None` if the text is not groups. `quad`
/// says whether a dotted quad may be the last.
fn count_groups(mut text: &[u8], quad: Option<Zeros>) -> Option<usize> {
    let mut count = 0;
    if text.is_empty() {
        return Some(count);
    }
    while let Some((group, rest)) = split_once(text, b':') {
        if !is_hex_group(group) {
            return None;
        }
        count += 1;
        text = rest;
    }
    if is_hex_group(text) {
        Some(count + 1)
    } else if quad.is_some_and(|zeros| is_ipv4(text, zeros)) {
        Some(count + 2)
    } else {
        None
    }
}

fn is_hex_group(text: &[u8]) -> bool {
    (1..=4).contains(&text.len()) && text.iter().all(u8::is_ascii_hexdigit)
}
