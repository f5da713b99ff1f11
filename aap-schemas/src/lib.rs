//! The JSON Schemas of every Auto Agent Protocol contract, embedded, with a registry.
//!
//! ```
//! let contract = aap_schemas::by_name("v1.3").unwrap();
//! assert_eq!(contract.extension_uri, "https://autoagentprotocol.org/extensions/aap/v1.3");
//! let vehicle = aap_schemas::by_schema_id("https://autoagentprotocol.org/v1.3/schemas/vehicle.schema.json");
//! assert!(vehicle.unwrap().text.contains("Vehicle"));
//! ```

#![forbid(unsafe_code)]

#[rustfmt::skip]
mod contracts;

/// A version of the protocol and its files.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Contract {
    /// The name, such as `v1.3`.
    pub name: &'static str,
    /// The version, such as `1.3.0`.
    pub version: &'static str,
    /// Whether it may be relied on.
    pub status: Status,
    /// The URI that pins the contract on an agent card.
    pub extension_uri: &'static str,
    /// The URL under which the schemas stand.
    pub schema_base_url: &'static str,
    /// SHA-256 of the constraints, in hexadecimal.
    pub fingerprint: &'static str,
    /// The text of `contract.toml`.
    pub manifest: &'static str,
    /// The schema files, by path.
    pub schemas: &'static [File],
    /// The example payloads; a name begins with the stem of its schema's file name.
    pub examples: &'static [File],
}

/// Whether a contract may be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Published and frozen.
    Released,
    /// Planned; its extension URI must never be deployed.
    Draft,
    /// Known in part only; may change without notice.
    Provisional,
}

/// An embedded file.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct File {
    /// The path below its folder, with `/`.
    pub path: &'static str,
    /// The text.
    pub text: &'static str,
}

impl File {
    /// The `$id` of a schema file: the contract's base URL and the path.
    fn has_id(&self, contract: &Contract, id: &str) -> bool {
        id.strip_prefix(contract.schema_base_url) == Some(self.path)
    }
}

/// Every contract, oldest first.
#[must_use]
pub fn contracts() -> &'static [Contract] {
    contracts::CONTRACTS
}

/// The contract of a name, such as `v1.3`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Contract> {
    contracts().iter().find(|contract| contract.name == name)
}

/// The contract that an extension URI pins; only the exact text does.
#[must_use]
pub fn by_extension_uri(uri: &str) -> Option<&'static Contract> {
    contracts()
        .iter()
        .find(|contract| contract.extension_uri == uri)
}

/// The schema file of an `$id`, whichever contract it belongs to.
#[must_use]
pub fn by_schema_id(id: &str) -> Option<&'static File> {
    contracts().iter().find_map(|contract| {
        contract
            .schemas
            .iter()
            .find(|file| file.has_id(contract, id))
    })
}
