//! The `jsonschema` crate as an oracle: which instances are valid, and what exactly is wrong with
//! the others.
//!
//! Draft 2020-12, `format` asserted, every document given in advance: nothing is fetched.
//!
//! # Violations
//!
//! A violation is a pair of the JSON Pointer of the offending value and the keyword that rejects it,
//! spelled as in the schema:
//!
//! - `required` and `dependentRequired`: the pointer is that of the object, however many members
//!   are missing.
//! - `anyOf`, `oneOf`, `not`, `propertyNames`, `contains`, `minContains`, `maxContains`: themselves,
//!   once, at the value that carries them; nothing from inside.
//! - `contains`, `minContains` and `maxContains` are judged each on its own. An array without any
//!   match violates `contains` (unless `minContains` is 0) and also a `minContains` of 1 or more.
//! - `$ref`, `$dynamicRef`, `allOf`, `then`, `else`, `dependentSchemas`, `properties`,
//!   `patternProperties`, `items`, `prefixItems` are transparent: the pair comes from inside.
//! - `unevaluatedProperties` and `unevaluatedItems`: themselves, once, at the object or array, also
//!   where their value is a schema other than `false`.
//! - A `false` subschema has no keyword of its own: the pair is its value's pointer and
//!   [`FALSE_SCHEMA`].
//!
//! `email` is judged by the grammar of RFC 5321 (`oracle/email.rs`), to which JSON Schema's text refers; the
//! crate takes display names (`Jo <jo@example.com>`) and some other texts that are no `Mailbox`.
//!
//! One thing is normalised: where `additionalProperties` is `false`, each unknown member is an entry
//! of its own, at the member's pointer.

mod email;

use std::collections::BTreeSet;

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{Draft, Registry, Retrieve, Uri, ValidationError, Validator};
use serde_json::{Map, Value, json};

use crate::subschemas::{LIST, MAP, ONE, escape};

/// The keyword of a violation of a subschema that is the literal `false`.
pub const FALSE_SCHEMA: &str = "falseSchema";

/// A JSON Pointer into the instance, and the keyword that rejects the value there.
pub type Violation = (String, String);

/// A compiled set of schema documents, with one of them as the root.
#[derive(Debug)]
pub struct Oracle {
    validator: Validator,
}

impl Oracle {
    /// Compiles the schema at `root_uri`, which may have a fragment, in the set of `documents`.
    ///
    /// # Errors
    ///
    /// The message says which document is not a valid 2020-12 schema, which reference leads nowhere,
    /// or which `format` the oracle could not judge.
    pub fn new(
        documents: impl IntoIterator<Item = (String, Value)>,
        root_uri: &str,
    ) -> Result<Self, String> {
        let documents = documents.into_iter().map(|(uri, mut document)| {
            if !document
                .get("$schema")
                .is_some_and(|dialect| dialect != DIALECT)
                && let Err(error) = jsonschema::draft202012::meta::validate(&document)
            {
                return Err(format!("{uri}#{}: {error}", error.instance_path()));
            }
            separate(&mut document, "");
            Ok((uri, document))
        });
        Ok(Self {
            validator: compile(documents.collect::<Result<_, _>>()?, root_uri)?,
        })
    }

    /// Whether `instance` is valid.
    #[must_use]
    pub fn verdict(&self, instance: &Value) -> bool {
        self.validator.is_valid(instance)
    }

    /// Everything that is wrong with `instance`; empty exactly if it is valid.
    #[must_use]
    pub fn violations(&self, instance: &Value) -> BTreeSet<Violation> {
        let mut found = BTreeSet::new();
        for error in self.validator.iter_errors(instance) {
            insert(&error, &mut found);
        }
        found
    }
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A retriever that knows no document: what was not given does not exist.
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is not among the documents").into())
    }
}

/// Compiles `documents` as they are.
pub(crate) fn compile(
    documents: Vec<(String, Value)>,
    root_uri: &str,
) -> Result<Validator, String> {
    let registry = Registry::new()
        .draft(Draft::Draft202012)
        .retriever(Nothing)
        .extend(documents)
        .and_then(|builder| builder.prepare())
        .map_err(|error| error.to_string())?;
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_registry(&registry)
        .with_retriever(Nothing)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .with_format("email", email::is_mailbox)
        .build(&json!({ "$ref": root_uri }))
        .map_err(|error| format!("{root_uri}: {error} (at {})", error.schema_path()))
}

/// Rewrites `schema`, which sits at `pointer` in its resource, to mean the same but so that the
/// crate reports it fully:
///
/// - `contains` with `minContains` or `maxContains` is one check there, which stops at the first
///   failure and reports only the bound. Here each keyword becomes a schema of its own.
/// - `additionalProperties: false` without `properties`, and `propertyNames: false`, are reported
///   there as a false schema, without the members' names.
/// - `dependencies` asserts there, as it did before 2019-09.
fn separate(schema: &mut Value, pointer: &str) {
    let Value::Object(keywords) = schema else {
        return;
    };
    let pointer = if keywords.contains_key("$id") {
        ""
    } else {
        pointer
    };
    for keyword in ONE {
        if let Some(inner) = keywords.get_mut(keyword) {
            separate(inner, &format!("{pointer}/{keyword}"));
        }
    }
    for keyword in LIST {
        if let Some(Value::Array(inner)) = keywords.get_mut(keyword) {
            for (index, inner) in inner.iter_mut().enumerate() {
                separate(inner, &format!("{pointer}/{keyword}/{index}"));
            }
        }
    }
    for keyword in MAP {
        if let Some(Value::Object(inner)) = keywords.get_mut(keyword) {
            for (name, inner) in inner.iter_mut() {
                separate(inner, &format!("{pointer}/{keyword}/{}", escape(name)));
            }
        }
    }
    separate_contains(keywords, pointer);
    keywords.remove("dependencies");
    if keywords.get("additionalProperties") == Some(&Value::Bool(false)) {
        keywords.entry("properties").or_insert_with(|| json!({}));
    }
    if keywords.get("propertyNames") == Some(&Value::Bool(false)) {
        keywords.insert("propertyNames".into(), json!({ "not": {} }));
    }
}

fn separate_contains(keywords: &mut Map<String, Value>, pointer: &str) {
    if !keywords.contains_key("contains") {
        return;
    }
    let reference = json!({ "$ref": format!("#{}/contains", percent_encode(pointer)) });
    let minimum = keywords.get("minContains").cloned();
    let maximum = keywords.remove("maxContains");
    let mut parts = Vec::new();
    if let Some(minimum) = minimum
        && minimum.as_f64() != Some(0.0)
    {
        keywords.remove("minContains");
        parts.push(json!({ "contains": reference, "minContains": minimum }));
    }
    if let Some(maximum) = maximum {
        parts.push(json!({ "contains": reference, "minContains": 0, "maxContains": maximum }));
    }
    if parts.is_empty() {
        return;
    }
    if let Value::Array(all) = keywords.entry("allOf").or_insert_with(|| json!([])) {
        all.extend(parts);
    }
}

/// `pointer` as a URI fragment.
fn percent_encode(pointer: &str) -> String {
    let mut encoded = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/~-._$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Adds the violations that the crate's `error` stands for.
fn insert(error: &ValidationError<'_>, found: &mut BTreeSet<Violation>) {
    let at = error.instance_path().as_str();
    let last_of_schema = || {
        let path = error.schema_path().as_str();
        path.rsplit('/').next().unwrap_or(path)
    };
    let keyword = match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            found.extend(unexpected.iter().map(|name| {
                (
                    format!("{at}/{}", escape(name)),
                    "additionalProperties".to_owned(),
                )
            }));
            return;
        }
        // One kind for two keywords, told apart by where in the schema it happened.
        Kind::Required { .. } if last_of_schema() != "required" => "dependentRequired",
        // One kind for `contains` and its two bounds.
        Kind::Contains => match last_of_schema() {
            "minContains" => "minContains",
            "maxContains" => "maxContains",
            _ => "contains",
        },
        Kind::FalseSchema => FALSE_SCHEMA,
        kind => kind.keyword(),
    };
    found.insert((at.to_owned(), keyword.to_owned()));
}

#[cfg(test)]
mod corpora;
#[cfg(test)]
mod tests;
