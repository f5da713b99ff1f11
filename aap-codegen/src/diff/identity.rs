//! What a contract is called: told once, and never a difference.

use serde_json::Number;

use crate::json::Json;
use crate::load::Contract;
use crate::manifest::Status;

/// A contract's names and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name, such as `v1.3`.
    pub contract: String,
    /// The version, such as `1.3.0`.
    pub version: String,
    /// `released`, `draft` or `provisional`.
    pub status: &'static str,
    /// What pins the contract on an agent card.
    pub extension_uri: String,
    /// Where the schemas stand.
    pub schema_base_url: String,
    /// The fingerprint of the schemas.
    pub fingerprint: String,
}

/// Stand for a contract's own names; no schema has these private characters.
const URI: &str = "\u{e000}extension-uri\u{e001}";
const BASE: &str = "\u{e000}schema-base\u{e001}";

impl Identity {
    pub(super) fn of(contract: &Contract) -> Identity {
        let manifest = &contract.manifest;
        Identity {
            contract: manifest.contract.clone(),
            version: manifest.version.clone(),
            status: match manifest.status {
                Status::Released => "released",
                Status::Draft => "draft",
                Status::Provisional => "provisional",
            },
            extension_uri: manifest.extension_uri.clone(),
            schema_base_url: manifest.schema_base_url.clone(),
            fingerprint: crate::fingerprint::contract(&contract.documents),
        }
    }

    /// The facts and how both contracts state them, for a table.
    #[must_use]
    pub fn rows<'a>(&'a self, other: &'a Identity) -> [(&'static str, &'a str, &'a str); 5] {
        [
            ("version", &self.version, &other.version),
            ("status", self.status, other.status),
            ("extension URI", &self.extension_uri, &other.extension_uri),
            ("schema base", &self.schema_base_url, &other.schema_base_url),
            ("fingerprint", &self.fingerprint, &other.fingerprint),
        ]
    }

    /// A text with the contract's own names taken out.
    pub(super) fn neutral(&self, text: &str) -> String {
        let mut neutral = text.to_owned();
        for (name, stand_in) in [(&self.extension_uri, URI), (&self.schema_base_url, BASE)] {
            if name.is_empty() {
                continue;
            }
            neutral = neutral.replace(name.as_str(), stand_in);
            // Patterns spell the dots with a backslash.
            neutral = neutral.replace(&name.replace('.', "\\."), stand_in);
        }
        neutral
    }

    /// A value with the contract's own names taken out of its strings; `1.0` is the number 1.
    pub(super) fn neutral_value(&self, value: &Json) -> Json {
        match value {
            Json::String(text) => Json::String(self.neutral(text)),
            Json::Array(elements) => {
                Json::Array(elements.iter().map(|it| self.neutral_value(it)).collect())
            }
            Json::Object(members) => {
                let members = members.iter();
                Json::Object(
                    members
                        .map(|(name, value)| (name.clone(), self.neutral_value(value)))
                        .collect(),
                )
            }
            Json::Number(number) => Json::Number(plain(number)),
            other => other.clone(),
        }
    }
}

fn plain(number: &Number) -> Number {
    match number.as_f64() {
        #[allow(clippy::cast_possible_truncation, reason = "checked to fit")]
        Some(value) if number.is_f64() && value.fract() == 0.0 && value.abs() < 9e15 => {
            Number::from(value as i64)
        }
        _ => number.clone(),
    }
}
