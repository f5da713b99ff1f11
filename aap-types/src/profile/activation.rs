//! Whether a request's headers let a skill run, and which headers a buyer sends.

use std::error::Error;
use std::fmt;

use super::{A2aErrorKind, Activation, JsonRpcError};
use crate::payload::ContractInfo;

/// The header that names the version of A2A, as `Major.Minor`.
pub const A2A_VERSION: &str = "A2A-Version";

/// The header that lists the URIs of the extensions that a request activates.
pub const A2A_EXTENSIONS: &str = "A2A-Extensions";

/// What an empty version stands for.
const EMPTY_VERSION: &str = "0.3";

/// By what a request's contract was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activated {
    /// The request names the contract's URI.
    ByRequest,
    /// The request does not name it, and need not: the endpoint serves no other contract.
    ByEndpoint,
}

impl ContractInfo {
    /// Whether a skill of this contract may run for a request with these headers.
    ///
    /// The headers are taken as received: in any number and order, other headers among them, names
    /// in any case, values as `&str` or as bytes. These rules hold for every contract:
    ///
    /// - `A2A-Version`, where it is there, names the contract's [`a2a_protocol_version`]
    ///   (a patch number does not count) on each of its lines; an empty value is `0.3`. Any other
    ///   value is refused with -32009, and before the extensions are looked at, since the version
    ///   says how they are to be read. Without the header, the endpoint's version applies.
    /// - `A2A-Extensions` is a list with commas, over any number of lines. An item counts only
    ///   where it is the contract's URI, byte for byte, with nothing but spaces and tabs around.
    ///
    /// [`activation`](Self::activation) then tells whether a request that does not name the URI is
    /// refused with -32008. A header that is there but empty is a header that is there.
    ///
    /// [`a2a_protocol_version`]: Self::a2a_protocol_version
    ///
    /// ```
    /// use aap_types::profile::{Activated, Activation};
    ///
    /// // A contract that takes requests without either header, but none with a wrong one.
    /// let rule = Activation::RequiredUnlessBothHeadersAbsent;
    /// let contract = aap_types::contracts().iter().find(|it| it.activation == rule);
    /// # if let Some(contract) = contract {
    ///
    /// let none: [(&str, &str); 0] = [];
    /// assert_eq!(contract.check_activation(none), Ok(Activated::ByEndpoint));
    ///
    /// // Any pairs will do, such as those of `http::HeaderMap::iter`.
    /// let refusal = contract.check_activation([("a2a-extensions", "")]).unwrap_err();
    /// let reply = refusal.to_json_rpc().reply("req-3");
    /// assert_eq!(reply["error"]["code"], -32008);
    /// # }
    /// ```
    ///
    /// # Errors
    /// Why the request is refused; [`Refusal::to_json_rpc`] is the answer.
    pub fn check_activation<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Activated, Refusal> {
        let mut refused_version = None;
        let mut any = false;
        let mut named = false;
        for (name, value) in headers {
            let (name, value) = (name.as_ref(), value.as_ref());
            if name.eq_ignore_ascii_case(A2A_VERSION.as_bytes()) {
                any = true;
                if refused_version.is_none() {
                    refused_version = items(value).find(|item| !self.serves(item)).map(legible);
                }
            } else if name.eq_ignore_ascii_case(A2A_EXTENSIONS.as_bytes()) {
                any = true;
                named = named || items(value).any(|item| item == self.extension_uri.as_bytes());
            }
        }
        let refuse = |reason| Refusal {
            reason,
            extension_uri: self.extension_uri,
            a2a_protocol_version: self.a2a_protocol_version,
        };
        if let Some(requested) = refused_version {
            return Err(refuse(RefusalReason::VersionNotSupported { requested }));
        }
        let needed = match self.activation {
            Activation::NotEnforced => false,
            Activation::Required => true,
            Activation::RequiredUnlessBothHeadersAbsent => any,
        };
        match (named, needed) {
            (true, _) => Ok(Activated::ByRequest),
            (false, false) => Ok(Activated::ByEndpoint),
            (false, true) => Err(refuse(RefusalReason::ExtensionNotActivated)),
        }
    }

    /// Whether a version is the contract's, a patch number aside.
    #[inline]
    fn serves(&self, requested: &[u8]) -> bool {
        let requested = match requested {
            [] => EMPTY_VERSION.as_bytes(),
            some => some,
        };
        let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        match requested.strip_prefix(self.a2a_protocol_version.as_bytes()) {
            Some([]) => true,
            Some([b'.', patch @ ..]) => is_number(patch),
            _ => false,
        }
    }

    /// The headers that a buyer sends with every request of this contract, on HTTP.
    ///
    /// ```
    /// # #[cfg(feature = "v1_3")] {
    /// use aap_types::{ContractInfo, v1_3};
    ///
    /// let headers = ContractInfo::of::<v1_3::Contract>().request_headers();
    /// assert_eq!(headers[0], ("A2A-Version", "1.0"));
    /// assert_eq!(headers[1].0, "A2A-Extensions");
    /// # }
    /// ```
    #[must_use]
    pub const fn request_headers(&self) -> [(&'static str, &'static str); 2] {
        [
            (A2A_VERSION, self.a2a_protocol_version),
            (A2A_EXTENSIONS, self.extension_uri),
        ]
    }
}

/// The items of a list with commas, without the spaces and tabs around them.
fn items(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(|item| {
        let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
        let start = item.iter().position(is_text).unwrap_or(item.len());
        let end = item
            .iter()
            .rposition(is_text)
            .map_or(start, |last| last + 1);
        item.get(start..end).unwrap_or_default()
    })
}

/// A version as it can be shown: cut, and free of what is not printable ASCII.
#[inline]
fn legible(version: &[u8]) -> String {
    const SHOWN: usize = 16;
    let version = match version {
        [] => EMPTY_VERSION.as_bytes(),
        some => some,
    };
    let shown = version.iter().take(SHOWN).map(|byte| match byte {
        b'"' | b'\\' => '?',
        b' '..=b'~' => char::from(*byte),
        _ => '?',
    });
    let cut = if version.len() > SHOWN { "…" } else { "" };
    shown.chain(cut.chars()).collect()
}

/// A request that must not reach a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Why.
    pub reason: RefusalReason,
    /// The URI that the request would have to name.
    pub extension_uri: &'static str,
    /// The version of A2A that the endpoint serves.
    pub a2a_protocol_version: &'static str,
}

/// Why a request must not reach a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// -32008: the request does not name the contract's extension.
    ExtensionNotActivated,
    /// -32009: the request asks for another version of A2A.
    VersionNotSupported {
        /// That version, cut and with `?` for what is not printable.
        requested: String,
    },
}

impl Refusal {
    /// The error of A2A that the refusal is.
    #[must_use]
    pub const fn kind(&self) -> A2aErrorKind {
        match self.reason {
            RefusalReason::ExtensionNotActivated => A2aErrorKind::ExtensionSupportRequired,
            RefusalReason::VersionNotSupported { .. } => A2aErrorKind::VersionNotSupported,
        }
    }

    /// The complete JSON-RPC error: its message and its ErrorInfo name the same URI and the same
    /// header, so that a client can mend the request from either.
    #[inline]
    #[must_use]
    pub fn to_json_rpc(&self) -> JsonRpcError {
        let kind = self.kind();
        let header = match self.reason {
            RefusalReason::ExtensionNotActivated => A2A_EXTENSIONS,
            RefusalReason::VersionNotSupported { .. } => A2A_VERSION,
        };
        let mut metadata = vec![
            ("extensionUri", self.extension_uri),
            ("requiredHeader", header),
        ];
        if header == A2A_VERSION {
            metadata.push(("supportedVersion", self.a2a_protocol_version));
        }
        JsonRpcError::of_a2a(kind, self.to_string(), metadata)
    }
}

impl fmt::Display for Refusal {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (uri, version) = (self.extension_uri, self.a2a_protocol_version);
        match &self.reason {
            RefusalReason::ExtensionNotActivated => write!(
                f,
                "This endpoint runs a skill only for requests that list {uri} in the header \
                 {A2A_EXTENSIONS}; add it and send the request again."
            ),
            RefusalReason::VersionNotSupported { requested } => write!(
                f,
                "This endpoint serves {uri} over A2A {version}, not \"{requested}\"; \
                 set the header {A2A_VERSION} to {version}."
            ),
        }
    }
}

impl Error for Refusal {}
