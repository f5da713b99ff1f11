//! Just enough of a URL to tell where a request would go.

use crate::text::Uri;

/// The scheme and the host of an absolute URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Url<'a> {
    scheme: &'a str,
    authority: &'a str,
}

impl<'a> Url<'a> {
    /// Reads a URL that names a host; nothing else can be called.
    #[inline]
    pub(super) fn parse(text: &'a str) -> Option<Url<'a>> {
        if !Uri::accepts(text) {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let url = Url { scheme, authority };
        (!scheme.contains(['/', '?', '#', ':']) && !url.host().is_empty()).then_some(url)
    }

    #[inline]
    pub(super) fn is_https(self) -> bool {
        self.scheme.eq_ignore_ascii_case("https")
    }

    #[inline]
    pub(super) fn is_http(self) -> bool {
        self.scheme.eq_ignore_ascii_case("http")
    }

    /// The host, an IPv6 address in its brackets.
    #[inline]
    pub(super) fn host(self) -> &'a str {
        let host = match self.authority.rsplit_once('@') {
            Some((_, host)) => host,
            None => self.authority,
        };
        match host.find(']') {
            Some(end) => host.get(..=end).unwrap_or(host),
            None => host.split(':').next().unwrap_or(host),
        }
    }

    /// Whether the host is this machine. A user before the host makes readers mistake one for the
    /// other, so such a URL is not.
    #[inline]
    pub(super) fn is_loopback(self) -> bool {
        let host = self.host();
        !self.authority.contains('@')
            && (host.eq_ignore_ascii_case("localhost") || ["127.0.0.1", "[::1]"].contains(&host))
    }

    /// Whether the host can never exist: RFC 6761 reserves `.invalid`.
    #[inline]
    pub(super) fn is_placeholder(self) -> bool {
        let host = self.host().trim_end_matches('.');
        let last = host.rsplit('.').next().unwrap_or(host);
        last.eq_ignore_ascii_case("invalid")
    }
}

#[cfg(test)]
mod tests {
    use super::Url;

    #[test]
    fn a_url_has_a_host() {
        let cases = [
            ("https://dealer.example/a2a", Some("dealer.example")),
            ("HTTPS://dealer.example:8443?x", Some("dealer.example")),
            ("https://a@b@dealer.example#y", None),
            ("https://user:pass@dealer.example/", Some("dealer.example")),
            ("http://[::1]:41242/a2a", Some("[::1]")),
            ("http://localhost@evil.example/", Some("evil.example")),
            ("https://", None),
            ("https://:80/", None),
            ("https:dealer.example", None),
            ("mailto:sales@dealer.example", None),
            ("/a2a", None),
            ("dealer.example:443", None),
            ("https://dealer.example/a b", None),
            ("", None),
        ];
        for (text, host) in cases {
            assert_eq!(Url::parse(text).map(Url::host), host, "{text}");
        }
    }

    #[test]
    fn this_machine_has_three_names() {
        let cases = [
            ("http://localhost/", true),
            ("http://LocalHost:8080", true),
            ("http://127.0.0.1", true),
            ("http://[::1]/x", true),
            ("http://127.0.0.2", false),
            ("http://localhost.example", false),
            ("http://localhost@evil.example/", false),
            ("http://x@localhost/", false),
            ("http://[::2]/", false),
        ];
        for (text, expected) in cases {
            let loopback = Url::parse(text).map(Url::is_loopback);
            assert_eq!(loopback, Some(expected), "{text}");
        }
    }

    #[test]
    fn placeholders_end_in_invalid() {
        let cases = [
            (
                "https://draft.autoagentprotocol.invalid/extensions/aap/latest",
                true,
            ),
            ("https://x.INVALID./", true),
            ("https://invalid", true),
            ("https://invalid.example", false),
            ("https://notinvalid/", false),
        ];
        for (text, expected) in cases {
            let placeholder = Url::parse(text).map(Url::is_placeholder);
            assert_eq!(placeholder, Some(expected), "{text}");
        }
    }
}
