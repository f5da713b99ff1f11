//! `Mailbox` of RFC 5321, section 4.1.2, transcribed rule by rule into regular expressions.
//!
//! Written apart from the runtime's own check, so that each can find the other's faults.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex::Regex;

/// What the grammar alone does not say: the limits of section 4.5.3.1.
const MAX_LOCAL: usize = 64;
const MAX_DOMAIN: usize = 253;
const MAX_LABEL: usize = 63;

static DOT_STRING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let atom = r"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+";
    Regex::new(&format!(r"^{atom}(?:\.{atom})*$")).ok()
});

static QUOTED_STRING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^"(?:[\x20\x21\x23-\x5B\x5D-\x7E]|\\[\x20-\x7E])*"$"#).ok());

static DOMAIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
    Regex::new(&format!(r"^{label}(?:\.{label})*$")).ok()
});

fn matches(regex: &LazyLock<Option<Regex>>, text: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Whether `text` is a `Mailbox`.
pub(super) fn is_mailbox(text: &str) -> bool {
    // A domain holds no `@`, so the last one separates.
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let local_fits =
        local.len() <= MAX_LOCAL && (matches(&DOT_STRING, local) || matches(&QUOTED_STRING, local));
    local_fits && (is_domain(domain) || is_literal(domain))
}

fn is_domain(domain: &str) -> bool {
    domain.len() <= MAX_DOMAIN
        && domain.split('.').all(|label| label.len() <= MAX_LABEL)
        && matches(&DOMAIN, domain)
}

fn is_literal(domain: &str) -> bool {
    let Some(literal) = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return false;
    };
    if let Some(tagged) = literal
        .get(..5)
        .filter(|tag| tag.eq_ignore_ascii_case("IPv6:"))
    {
        return is_ipv6(&literal[tagged.len()..]);
    }
    // A General-address-literal needs a tag that is registered, and `IPv6` is the only one.
    is_ipv4(literal)
}

/// `Snum` allows leading zeros, which the standard library does not.
fn is_ipv4(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    numbers.len() == 4
        && numbers.iter().all(|number| {
            (1..=3).contains(&number.len())
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && number.parse::<u16>().is_ok_and(|number| number <= 255)
        })
}

/// The `::` of section 4.1.3 stands for at least two groups.
fn is_ipv6(text: &str) -> bool {
    let (groups, tail) = match text.rsplit_once(':') {
        Some((groups, tail)) if tail.contains('.') => (groups, Some(tail)),
        _ => (text, None),
    };
    if tail.is_some_and(|tail| !is_ipv4(tail)) {
        return false;
    }
    let plain = match tail {
        Some(_) => format!("{groups}:{}", Ipv4Addr::UNSPECIFIED),
        None => text.to_owned(),
    };
    let written =
        text.split(':').filter(|group| !group.is_empty()).count() + usize::from(tail.is_some());
    plain.parse::<Ipv6Addr>().is_ok() && (!text.contains("::") || written <= 6)
}
