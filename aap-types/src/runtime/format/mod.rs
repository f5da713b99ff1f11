//! The `format` keyword: strings that follow a published grammar.
//!
//! Each format is written from its standard, which its variant of [`Format`] names. Where a
//! standard leaves room, the verdict is that of the `jsonschema` crate; where the two differ, the
//! standard's text wins and the function that decides says so.

mod date_time;
mod email;
mod host;
mod label;
mod pointer;
mod template;
mod unicode;
mod uri;

use std::fmt;

/// A `format` of JSON Schema 2020-12 that this crate asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `date-time` of RFC 3339, section 5.6, with an offset.
    DateTime,
    /// `full-date` of RFC 3339, section 5.6.
    Date,
    /// `full-time` of RFC 3339, section 5.6, with an offset.
    Time,
    /// `duration` of RFC 3339, appendix A.
    Duration,
    /// `Mailbox` of RFC 5321, section 4.1.2.
    Email,
    /// `Mailbox` as RFC 6531, section 3.3, extends it beyond ASCII.
    IdnEmail,
    /// A host name of RFC 1123, section 2.1, its A-labels checked.
    Hostname,
    /// A dotted quad, its numbers without leading zeros.
    Ipv4,
    /// An address of RFC 4291, section 2.2.
    Ipv6,
    /// `URI` of RFC 3986: with a scheme.
    Uri,
    /// `URI-reference` of RFC 3986.
    UriReference,
    /// `IRI` of RFC 3987: with a scheme.
    Iri,
    /// `IRI-reference` of RFC 3987.
    IriReference,
    /// `URI-Template` of RFC 6570, any level.
    UriTemplate,
    /// `UUID` of RFC 4122, section 3, of any version.
    Uuid,
    /// `json-pointer` of RFC 6901, in its string representation.
    JsonPointer,
    /// `relative-json-pointer` of draft-bhutton-relative-json-pointer-00.
    RelativeJsonPointer,
}

impl Format {
    /// Every format, in the order of the variants.
    pub const ALL: [Format; 17] = [
        Format::DateTime,
        Format::Date,
        Format::Time,
        Format::Duration,
        Format::Email,
        Format::IdnEmail,
        Format::Hostname,
        Format::Ipv4,
        Format::Ipv6,
        Format::Uri,
        Format::UriReference,
        Format::Iri,
        Format::IriReference,
        Format::UriTemplate,
        Format::Uuid,
        Format::JsonPointer,
        Format::RelativeJsonPointer,
    ];

    /// The value of the `format` keyword.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::DateTime => "date-time",
            Format::Date => "date",
            Format::Time => "time",
            Format::Duration => "duration",
            Format::Email => "email",
            Format::IdnEmail => "idn-email",
            Format::Hostname => "hostname",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Uri => "uri",
            Format::UriReference => "uri-reference",
            Format::Iri => "iri",
            Format::IriReference => "iri-reference",
            Format::UriTemplate => "uri-template",
            Format::Uuid => "uuid",
            Format::JsonPointer => "json-pointer",
            Format::RelativeJsonPointer => "relative-json-pointer",
        }
    }

    /// The format of that name; `None` where this crate does not assert it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether `text` follows the format's grammar. Never allocates, never panics, and takes time
    /// linear in the length of `text`.
    #[must_use]
    pub fn is_valid(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        match self {
            Format::DateTime => date_time::is_date_time(bytes),
            Format::Date => date_time::is_date(bytes),
            Format::Time => date_time::is_time(bytes),
            Format::Duration => date_time::is_duration(bytes),
            Format::Email => email::is_mailbox(text, Alphabet::Ascii),
            Format::IdnEmail => email::is_mailbox(text, Alphabet::Unicode),
            Format::Hostname => host::is_hostname(bytes),
            Format::Ipv4 => host::is_ipv4(bytes, host::Zeros::Rejected),
            Format::Ipv6 => host::is_ipv6(bytes, host::Ipv6::RFC4291),
            Format::Uri => uri::is_absolute(text, Alphabet::Ascii),
            Format::UriReference => uri::is_reference(text, Alphabet::Ascii),
            Format::Iri => uri::is_absolute(text, Alphabet::Unicode),
            Format::IriReference => uri::is_reference(text, Alphabet::Unicode),
            Format::UriTemplate => template::is_uri_template(text),
            Format::Uuid => is_uuid(bytes),
            Format::JsonPointer => pointer::is_json_pointer(bytes),
            Format::RelativeJsonPointer => pointer::is_relative_json_pointer(bytes),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// RFC 4122, section 3: eight, four, four, four and twelve hexadecimal digits.
fn is_uuid(text: &[u8]) -> bool {
    let Ok(text) = <&[u8; 36]>::try_from(text) else {
        return false;
    };
    // With the hyphens in place, 32 digits leave room for nothing else. Adding up is quicker here
    // than stopping at the first wrong byte.
    let digits: u8 = text
        .iter()
        .map(|byte| u8::from(byte.is_ascii_hexdigit()))
        .sum();
    digits == 32 && [text[8], text[13], text[18], text[23]] == *b"----"
}

/// What the character set of a grammar is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    /// The grammar of the ASCII standard.
    Ascii,
    /// Its internationalised successor.
    Unicode,
}

/// Splits `text` at the first `separator`, which belongs to neither part.
fn split_once(text: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|byte| *byte == separator)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

// Tables of cases, many to a line.
#[cfg(test)]
#[rustfmt::skip]
mod tests;
