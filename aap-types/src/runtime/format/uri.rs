//! RFC 3986: URIs and references, and RFC 3987 for their international form.

use super::{Alphabet, host, split_once};

/// `URI`, or `IRI`: with a scheme.
pub(super) fn is_absolute(text: &str, alphabet: Alphabet) -> bool {
    matches!(split_scheme(text), Some((Some(_), rest)) if is_scheme_specific(rest, alphabet))
}

/// `URI-reference`, or `IRI-reference`.
pub(super) fn is_reference(text: &str, alphabet: Alphabet) -> bool {
    matches!(split_scheme(text), Some((_, rest)) if is_scheme_specific(rest, alphabet))
}

/// Splits off the scheme. `None` if the first segment of the path has a colon although no scheme
/// stands before it (section 4.2).
fn split_scheme(text: &str) -> Option<(Option<&str>, &str)> {
    // The usual one.
    if let Some(rest) = text.strip_prefix("https:") {
        return Some((Some("https"), rest));
    }
    let end = text
        .bytes()
        .position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    let Some((scheme, rest)) = end.and_then(|end| text.split_at_checked(end)) else {
        return Some((None, text));
    };
    match rest.strip_prefix(':') {
        Some(rest) => is_scheme(scheme.as_bytes()).then_some((Some(scheme), rest)),
        None => Some((None, text)),
    }
}

/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

/// Everything behind the scheme: `[ "//" authority ] path [ "?" query ] [ "#" fragment ]`.
fn is_scheme_specific(text: &str, alphabet: Alphabet) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    if let [b'/', b'/', rest @ ..] = bytes {
        if is_plain(rest) {
            return true;
        }
        // What ends an authority also makes the path behind it empty or begin with a slash.
        let ends = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
        // Without a colon or an `@`, a name and a path need not be told apart.
        at = run_end(text, 2, NAME_AND_PATH, alphabet);
        if !matches!(bytes.get(at), None | Some(b'?' | b'#')) {
            let length = bytes.iter().skip(2).position(ends);
            at = length.map_or(bytes.len(), |length| length + 2);
            if !text
                .get(2..at)
                .is_some_and(|authority| is_authority(authority, alphabet))
            {
                return false;
            }
            at = run_end(text, at, PATH, alphabet);
        }
    } else {
        at = run_end(text, at, PATH, alphabet);
    }
    if bytes.get(at) == Some(&b'?') {
        // RFC 3987 allows private-use characters in the query and nowhere else.
        at = run_end(text, at + 1, QUERY | PRIVATE, alphabet);
    }
    if bytes.get(at) == Some(&b'#') {
        at = run_end(text, at + 1, QUERY, alphabet);
    }
    at == bytes.len()
}

/// Whether what stands behind `//` has 16 bytes at least, none of which asks for a closer look: those
/// before a question mark may stand in a name and a path, all of them in a query.
fn is_plain(bytes: &[u8]) -> bool {
    let (chunks, _) = bytes.as_chunks::<16>();
    let are_plain = |chunk: &[u8; 16]| all(chunk, |byte| is_common(byte) | (byte == b'?'));
    // The last chunk overlaps the one before.
    chunks.iter().all(are_plain) && bytes.last_chunk().is_some_and(are_plain)
}

/// `authority = [ userinfo "@" ] host [ ":" port ]`.
fn is_authority(text: &str, alphabet: Alphabet) -> bool {
    let bytes = text.as_bytes();
    // Without an `@`, what looks like a userinfo is host and port.
    let userinfo = run_end(text, 0, USERINFO, alphabet);
    let host = if bytes.get(userinfo) == Some(&b'@') {
        userinfo + 1
    } else {
        0
    };
    let port = match bytes.get(host..) {
        Some([b'[', rest @ ..]) => match split_once(rest, b']') {
            Some((literal, _)) if is_ip_literal(literal) => host + literal.len() + 2,
            _ => return false,
        },
        // An address in IPv4 form is a `reg-name` as well, whatever its numbers.
        _ => run_end(text, host, REG_NAME, alphabet),
    };
    bytes.get(port..).is_some_and(is_port)
}

/// `[ ":" port ]`, with `port = *DIGIT`.
fn is_port(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `IPv6address / IPvFuture`, between the brackets.
fn is_ip_literal(text: &[u8]) -> bool {
    match text {
        // `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
        [b'v' | b'V', future @ ..] => split_once(future, b'.').is_some_and(|(version, address)| {
            let is_address_byte = |byte: &u8| CLASSES[usize::from(*byte)] & USERINFO != 0;
            !version.is_empty()
                && version.iter().all(u8::is_ascii_hexdigit)
                && !address.is_empty()
                && address.iter().all(is_address_byte)
        }),
        _ => host::is_ipv6(text, host::Ipv6::RFC4291),
    }
}

// The components, one bit each.
const REG_NAME: u8 = 1;
const USERINFO: u8 = 2;
const PATH: u8 = 4;
const QUERY: u8 = 8;
/// `reg-name` and slashes.
const NAME_AND_PATH: u8 = 16;
/// `iprivate`, which only non-ASCII characters are.
const PRIVATE: u8 = 32;

/// The components that each byte may be part of, percent-encoded octets apart.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = match byte as u8 {
            // `unreserved / sub-delims`
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'=' => REG_NAME | USERINFO | PATH | QUERY | NAME_AND_PATH,
            b':' => USERINFO | PATH | QUERY,
            b'@' => PATH | QUERY,
            b'/' => PATH | QUERY | NAME_AND_PATH,
            b'?' => QUERY,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The end of the longest run from `at` of characters of the `allowed` classes and percent-encoded
/// octets.
fn run_end(text: &str, mut at: usize, allowed: u8, alphabet: Alphabet) -> usize {
    let bytes = text.as_bytes();
    // The components that all bytes of a chunk may be part of.
    let may_hold_all = |chunk: &[u8]| {
        let class = |byte: &u8| CLASSES[usize::from(*byte)];
        chunk.iter().fold(allowed, |all, byte| all & class(byte)) != 0
    };
    // What most of a URI is made of.
    if allowed & (NAME_AND_PATH | PATH | QUERY) != 0 {
        let rest = bytes.get(at..).unwrap_or_default();
        let (chunks, _) = rest.as_chunks::<16>();
        at += 16
            * chunks
                .iter()
                .take_while(|chunk| all(chunk, is_common))
                .count();
    }
    while bytes.get(at..at + 8).is_some_and(may_hold_all) {
        at += 8;
    }
    if bytes.get(at..at + 4).is_some_and(may_hold_all) {
        at += 4;
    }
    while let Some(byte) = bytes.get(at) {
        at += if CLASSES[usize::from(*byte)] & allowed != 0 {
            1
        } else {
            match beyond_plain(text, at, allowed, alphabet) {
                Some(length) => length,
                None => break,
            }
        };
    }
    at
}

/// A letter, a digit, a dot, a hyphen, a slash, an equals sign or an underscore.
fn is_common(byte: u8) -> bool {
    byte.is_ascii_alphabetic() | matches!(byte, b'-'..=b'9') | (byte == b'=') | (byte == b'_')
}

/// Without a branch, so that the compiler compares all bytes at once.
fn all(chunk: &[u8; 16], is_in: impl Fn(u8) -> bool) -> bool {
    chunk.iter().fold(true, |all, byte| all & is_in(*byte))
}

/// The length of the percent-encoded octet or the non-ASCII character that stands at `at`.
fn beyond_plain(text: &str, at: usize, allowed: u8, alphabet: Alphabet) -> Option<usize> {
    let bytes = text.as_bytes();
    if is_percent_encoded(bytes, at) {
        return Some(3);
    }
    if alphabet == Alphabet::Ascii || bytes.get(at)?.is_ascii() {
        return None;
    }
    let c = text.get(at..)?.chars().next()?;
    (is_ucschar(c) || (allowed & PRIVATE != 0 && is_iprivate(c))).then(|| c.len_utf8())
}

/// Whether `pct-encoded = "%" HEXDIG HEXDIG` stands at `at`.
pub(super) fn is_percent_encoded(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([b'%', high, low, ..])
        if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// RFC 3987, section 2.2. The last two code points of a plane are no characters.
pub(super) fn is_ucschar(c: char) -> bool {
    let code = u32::from(c);
    matches!(code, 0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef)
        || (matches!(code, 0x1_0000..=0xd_ffff | 0xe_1000..=0xe_ffff) && code & 0xffff <= 0xfffd)
}

/// RFC 3987, section 2.2.
pub(super) fn is_iprivate(c: char) -> bool {
    let code = u32::from(c);
    matches!(code, 0xe000..=0xf8ff) || (code >= 0xf_0000 && code & 0xffff <= 0xfffd)
}
