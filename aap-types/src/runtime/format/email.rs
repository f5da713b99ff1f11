//! RFC 5321, section 4.1.2: `Mailbox`, and its extension beyond ASCII by RFC 6531, section 3.3.
//!
//! `Mailbox` is an address alone: no display name, no angle brackets, no white space around it
//! and no comments, all of which belong to the message headers of RFC 5322.
//!
//! The limits of section 4.5.3.1 hold as well: 64 octets for the local part, and for a domain the
//! 253 that fit into the 255 octets of its form in the DNS. The domain is checked by the grammar
//! of this standard only: a label that begins with `xn--` need not decode.

use super::{Alphabet, host, label, split_once};

/// Section 4.5.3.1.1.
const MAX_LOCAL_PART: usize = 64;

/// `Mailbox = Local-part "@" ( Domain / address-literal )`.
pub(super) fn is_mailbox(text: &str, alphabet: Alphabet) -> bool {
    let length = match text.as_bytes() {
        [b'"', quoted @ ..] => quoted_string(quoted, alphabet).map(|length| length + 1),
        local => dot_string(local, alphabet),
    };
    let Some((local, domain)) = length.and_then(|length| text.split_at_checked(length)) else {
        return false;
    };
    let Some(domain) = domain.strip_prefix('@') else {
        return false;
    };
    local.len() <= MAX_LOCAL_PART
        && match domain.as_bytes() {
            [b'[', literal @ .., b']'] => is_address_literal(literal),
            bytes if bytes.is_ascii() => host::is_ldh_name(bytes),
            _ => alphabet == Alphabet::Unicode && is_international_domain(domain),
        }
}

/// `Dot-string = Atom *("." Atom)`, with `Atom = 1*atext`; returns its length.
fn dot_string(text: &[u8], alphabet: Alphabet) -> Option<usize> {
    let mut after_dot = true;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            _ if ATEXT[usize::from(*byte)] => after_dot = false,
            b'.' if !after_dot => after_dot = true,
            // RFC 6531: `atext =/ UTF8-non-ascii`.
            _ if !byte.is_ascii() && alphabet == Alphabet::Unicode => after_dot = false,
            _ => return (!after_dot).then_some(at),
        }
    }
    None
}

/// `atext` of RFC 5321.
static ATEXT: [bool; 256] = {
    let mut atext = [false; 256];
    let mut byte = 0;
    while byte < atext.len() {
        atext[byte] = matches!(
            byte as u8,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9'
                | b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'/'
                | b'=' | b'?' | b'^' | b'_' | b'`' | b'{' | b'|' | b'}' | b'~'
        );
        byte += 1;
    }
    atext
};

/// `Quoted-string = DQUOTE *QcontentSMTP DQUOTE`; the length from behind the opening quote to
/// behind the closing one. It may be empty, and a space needs no backslash; a tab is not allowed.
fn quoted_string(text: &[u8], alphabet: Alphabet) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            // `quoted-pairSMTP = %d92 %d32-126`, which RFC 6531 leaves as it is.
            b' '..=b'~' if escaped => escaped = false,
            _ if escaped => return None,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            b' '..=b'~' => {}
            // RFC 6531: `qtextSMTP =/ UTF8-non-ascii`.
            _ if !byte.is_ascii() && alphabet == Alphabet::Unicode => {}
            _ => return None,
        }
    }
    None
}

/// Section 4.1.3, without the brackets. Of the tags of a `General-address-literal`, which have to
/// be registered, IANA knows none besides `IPv6`.
fn is_address_literal(text: &[u8]) -> bool {
    match split_once(text, b':') {
        Some((tag, address)) => {
            tag.eq_ignore_ascii_case(b"IPv6") && host::is_ipv6(address, host::Ipv6::RFC5321)
        }
        None => host::is_ipv4(text, host::Zeros::Accepted),
    }
}

/// RFC 6531: `sub-domain =/ U-label`. The length limits are those of the name in ASCII.
fn is_international_domain(domain: &str) -> bool {
    let mut total = 0;
    for sub_domain in domain.split('.') {
        let length = if sub_domain.is_ascii() {
            host::is_ldh_label(sub_domain.as_bytes()).then_some(sub_domain.len())
        } else {
            label::a_label_length(sub_domain)
        };
        match length {
            Some(length) if total + length <= host::MAX_NAME => total += length + 1,
            _ => return false,
        }
    }
    true
}
