//! Just enough of RFC 3986 to follow `$ref` and `$id`.

/// The five parts of a URI reference.
#[derive(Default)]
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

fn split(uri: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    let (rest, fragment) = uri
        .split_once('#')
        .map_or((uri, None), |(a, b)| (a, Some(b)));
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    parts.fragment = fragment;
    parts.query = query;
    parts.path = rest;
    if let Some((scheme, rest)) = rest.split_once(':')
        && !scheme.is_empty()
        && !scheme.contains('/')
    {
        parts.scheme = Some(scheme);
        parts.path = rest;
    }
    if let Some(rest) = parts.path.strip_prefix("//") {
        let end = rest.find('/').unwrap_or(rest.len());
        parts.authority = Some(&rest[..end]);
        parts.path = &rest[end..];
    }
    parts
}

/// `reference` resolved against `base` (RFC 3986, section 5.2).
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    let to = split(reference);
    if to.scheme.is_some() {
        return reference.to_owned();
    }
    let from = split(base);
    let mut resolved = String::new();
    if let Some(scheme) = from.scheme {
        resolved.push_str(scheme);
        resolved.push(':');
    }
    if let Some(authority) = to.authority.or(from.authority) {
        resolved.push_str("//");
        resolved.push_str(authority);
    }
    let mut query = to.query;
    if to.authority.is_some() || to.path.starts_with('/') {
        resolved.push_str(&remove_dots(to.path));
    } else if to.path.is_empty() {
        resolved.push_str(from.path);
        query = query.or(from.query);
    } else {
        let folder = from.path.rfind('/').map_or("", |end| &from.path[..=end]);
        let folder = if folder.is_empty() && from.authority.is_some() {
            "/"
        } else {
            folder
        };
        resolved.push_str(&remove_dots(&format!("{folder}{}", to.path)));
    }
    for (mark, part) in [('?', query), ('#', to.fragment)] {
        if let Some(part) = part {
            resolved.push(mark);
            resolved.push_str(part);
        }
    }
    resolved
}

fn remove_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." | ".." => {
                if segment == ".." && kept.len() > 1 {
                    kept.pop();
                }
                if segments.peek().is_none() {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    kept.join("/")
}

/// `text` with `%` escapes replaced; invalid ones stay.
pub(crate) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{percent_decode, resolve};

    #[test]
    fn references_are_resolved() {
        let base = "https://a.test/b/c.json?q";
        for (reference, expected) in [
            ("d.json", "https://a.test/b/d.json"),
            ("./d/e.json#/x", "https://a.test/b/d/e.json#/x"),
            ("../d.json", "https://a.test/d.json"),
            ("../../../d", "https://a.test/d"),
            ("/d", "https://a.test/d"),
            ("//b.test/d", "https://b.test/d"),
            ("#x", "https://a.test/b/c.json?q#x"),
            ("", "https://a.test/b/c.json?q"),
            ("?r", "https://a.test/b/c.json?r"),
            ("urn:x:y#z", "urn:x:y#z"),
            ("d/", "https://a.test/b/d/"),
            (".", "https://a.test/b/"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("https://a.test", "d"), "https://a.test/d");
        assert_eq!(resolve("urn:x:y", "#/z"), "urn:x:y#/z");
        assert_eq!(resolve("a.json", "b.json"), "b.json");
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(percent_decode("/a%25b%C3%A9%2"), "/a%bé%2");
    }
}
