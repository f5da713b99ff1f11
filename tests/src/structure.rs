//! Whether two JSON Schemas demand the same, told from their structure alone.
//!
//! Both sides are normalised in one way, and then have to be equal, keyword by keyword:
//!
//! - A schema that does nothing but refer is the schema that it refers to, so it does not matter
//!   what stands in place and what under a name of its own. A pair of schemas that is met again
//!   while it is being compared counts as equal: that is where schemas that hold themselves end.
//! - What identifies or describes does not count: `$schema`, `$id`, `$anchor`, `$defs`, and
//!   [annotations](ANNOTATIONS).
//! - The lists of `required`, `type` and `enum` have no order; a `type` may be a list of one.
//! - A keyword that every instance satisfies does not count: `additionalProperties: true`, an empty
//!   `required`, `uniqueItems: false`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use aap_codegen::json::Json;

use crate::instances::uri::{percent_decode, resolve};
use crate::subschemas::{LIST, MAP, ONE, escape};

/// Keywords that never change a verdict.
pub const ANNOTATIONS: [&str; 11] = [
    "title",
    "description",
    "$comment",
    "examples",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

/// Keywords that identify a schema, or hold schemas for others to refer to.
pub const IDENTITY: [&str; 4] = ["$schema", "$id", "$anchor", "$defs"];

/// A set of schema documents that may refer to each other.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    documents: BTreeMap<String, Arc<Json>>,
    /// Schemas inside documents that have a URI of their own.
    names: BTreeMap<String, Name>,
}

/// Where a URI leads that is not a document's.
#[derive(Clone, Debug)]
struct Name {
    document: String,
    /// The pointer from the document's root.
    path: String,
    base: String,
    /// The pointer from the root of `base`.
    pointer: String,
}

/// A schema and where it stands.
#[derive(Clone, Debug)]
pub struct Place<'d> {
    base: String,
    pointer: String,
    /// The schema.
    pub schema: &'d Json,
}

impl<'d> Place<'d> {
    /// The URI with the JSON Pointer.
    #[must_use]
    pub fn uri(&self) -> String {
        format!("{}#{}", self.base, self.pointer)
    }

    /// One step down; the result is a schema where the steps are those of a subschema.
    #[must_use]
    pub fn child(&self, token: &str) -> Option<Place<'d>> {
        let schema = self.schema.pointer(&format!("/{}", escape(token)))?;
        let own = schema.get("$id").and_then(Json::as_str);
        Some(match own {
            Some(id) => Place {
                base: base_of(&self.base, id),
                pointer: String::new(),
                schema,
            },
            None => Place {
                base: self.base.clone(),
                pointer: format!("{}/{}", self.pointer, escape(token)),
                schema,
            },
        })
    }
}

fn base_of(base: &str, id: &str) -> String {
    resolve(base, id).trim_end_matches('#').to_owned()
}

impl Documents {
    /// Documents with the URIs that they were found at.
    pub fn new(documents: impl IntoIterator<Item = (String, Json)>) -> Documents {
        let mut all = Documents::default();
        for (uri, document) in documents {
            all.insert(uri, document);
        }
        all
    }

    /// Adds a document, or replaces the one with that URI.
    pub fn insert(&mut self, uri: String, document: Json) {
        self.names.retain(|_, name| name.document != uri);
        let root = Place {
            base: uri.clone(),
            pointer: String::new(),
            schema: &document,
        };
        let mut names = Vec::new();
        name_all(&root, "", &uri, &mut names);
        self.names.extend(names);
        self.documents.insert(uri, Arc::new(document));
    }

    /// The document of a URI.
    #[must_use]
    pub fn document(&self, uri: &str) -> Option<&Json> {
        self.documents.get(uri).map(Arc::as_ref)
    }

    /// What a URI leads to, with a fragment or without.
    ///
    /// # Errors
    /// It leads nowhere.
    pub fn at(&self, uri: &str) -> Result<Place<'_>, String> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let fragment = percent_decode(fragment);
        let nothing = || format!("{uri} leads nowhere");
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self
                .named(&format!("{base}#{fragment}"))
                .ok_or_else(nothing);
        }
        let root = match self.document(base) {
            Some(schema) => Place {
                base: base.to_owned(),
                pointer: String::new(),
                schema,
            },
            None => self.named(base).ok_or_else(nothing)?,
        };
        let mut tokens = fragment.split('/').skip(1);
        tokens
            .try_fold(root, |place, token| {
                place.child(&token.replace("~1", "/").replace("~0", "~"))
            })
            .ok_or_else(nothing)
    }

    fn named(&self, uri: &str) -> Option<Place<'_>> {
        let name = self.names.get(uri)?;
        Some(Place {
            base: name.base.clone(),
            pointer: name.pointer.clone(),
            schema: self.document(&name.document)?.pointer(&name.path)?,
        })
    }

    /// The target of the schema's own `$ref`.
    ///
    /// # Errors
    /// It leads nowhere.
    pub fn target(&self, place: &Place<'_>) -> Result<Option<Place<'_>>, String> {
        match place.schema.get("$ref").and_then(Json::as_str) {
            Some(reference) => self
                .at(&resolve(&place.base, reference))
                .map(Some)
                .map_err(|error| format!("{}: $ref {reference:?}: {error}", place.uri())),
            None => Ok(None),
        }
    }

    /// Follows a schema that does nothing but refer.
    fn follow<'d>(&'d self, place: &Place<'d>) -> Result<Place<'d>, String> {
        let mut place = place.clone();
        let mut seen = BTreeSet::new();
        while said(place.schema).eq(["$ref"]) {
            if !seen.insert(place.uri()) {
                return Err(format!("{} refers to itself", place.uri()));
            }
            match self.target(&place)? {
                Some(target) => place = target,
                None => break,
            }
        }
        Ok(place)
    }

    /// The keywords that count, of a schema that is followed already.
    fn keywords<'d>(&'d self, place: &Place<'d>) -> Result<Vec<&'d str>, String> {
        let mut keywords = Vec::new();
        for keyword in said(place.schema) {
            if !self.is_idle(place, keyword)? {
                keywords.push(keyword);
            }
        }
        Ok(keywords)
    }

    /// Whether every instance satisfies a keyword, whatever else the schema says.
    fn is_idle(&self, place: &Place<'_>, keyword: &str) -> Result<bool, String> {
        Ok(match (keyword, place.schema.get(keyword)) {
            ("additionalProperties" | "items" | "then" | "else", Some(_)) => {
                match place.child(keyword) {
                    Some(schema) => is_true(self.follow(&schema)?.schema),
                    None => false,
                }
            }
            ("uniqueItems", Some(value)) => *value == Json::Bool(false),
            ("required", Some(Json::Array(names))) => names.is_empty(),
            (
                "properties" | "patternProperties" | "dependentRequired" | "dependentSchemas",
                Some(Json::Object(members)),
            ) => members.is_empty(),
            _ => false,
        })
    }
}

/// Whether a schema has nothing to say.
#[must_use]
pub fn is_true(schema: &Json) -> bool {
    match schema {
        Json::Bool(verdict) => *verdict,
        other => said(other).next().is_none(),
    }
}

/// The keywords that are more than names and words.
fn said(schema: &Json) -> impl Iterator<Item = &str> {
    let members = schema.as_object().unwrap_or_default().iter();
    members
        .map(|(keyword, _)| keyword.as_str())
        .filter(|keyword| !ANNOTATIONS.contains(keyword) && !IDENTITY.contains(keyword))
}

/// Notes the schemas with URIs of their own.
fn name_all(place: &Place<'_>, path: &str, document: &str, names: &mut Vec<(String, Name)>) {
    let name = || Name {
        document: document.to_owned(),
        path: path.to_owned(),
        base: place.base.clone(),
        pointer: place.pointer.clone(),
    };
    if place.pointer.is_empty() && !path.is_empty() {
        names.push((place.base.clone(), name()));
    }
    if let Some(anchor) = place.schema.get("$anchor").and_then(Json::as_str) {
        names.push((format!("{}#{anchor}", place.base), name()));
    }
    for tokens in subschemas(place.schema) {
        let inner = tokens.iter().try_fold(place.clone(), |at, it| at.child(it));
        if let Some(inner) = inner {
            let steps: String = tokens
                .iter()
                .map(|token| format!("/{}", escape(token)))
                .collect();
            name_all(&inner, &format!("{path}{steps}"), document, names);
        }
    }
}

/// The ways to the direct subschemas of a schema.
#[must_use]
pub fn subschemas(schema: &Json) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().unwrap_or_default() {
        let name = keyword.as_str();
        if ONE.contains(&name) {
            found.push(vec![keyword.clone()]);
        } else if LIST.contains(&name) {
            let length = value.as_array().unwrap_or_default().len();
            found.extend((0..length).map(|index| vec![keyword.clone(), index.to_string()]));
        } else if MAP.contains(&name) {
            let members = value.as_object().unwrap_or_default().iter();
            found.extend(members.map(|(member, _)| vec![keyword.clone(), member.clone()]));
        }
    }
    found
}

/// One thing that two schemas do not have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// Where the source has it, or would have it.
    pub source: String,
    /// Where the other schema has it, or would have it.
    pub other: String,
    /// What the source says, as JSON text.
    pub expected: Option<String>,
    /// What the other schema says, as JSON text.
    pub found: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<String>| match value {
            Some(value) => shortened(value),
            None => "nothing".to_owned(),
        };
        let (expected, found) = (text(&self.expected), text(&self.found));
        let (source, other) = (&self.source, &self.other);
        write!(
            f,
            "{source}: the source has {expected}, but {found} stands at {other}"
        )
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Everything in which the schema `other` does not demand what `source` does.
///
/// # Errors
/// A reference on one of the sides leads nowhere.
pub fn differences(
    source: (&Documents, &str),
    other: (&Documents, &str),
) -> Result<Vec<Difference>, String> {
    let mut comparison = Comparison {
        source: source.0,
        other: other.0,
        met: BTreeSet::new(),
        found: Vec::new(),
    };
    comparison.schemas(&source.0.at(source.1)?, &other.0.at(other.1)?)?;
    Ok(comparison.found)
}

struct Comparison<'d> {
    source: &'d Documents,
    other: &'d Documents,
    /// Pairs whose comparison has begun.
    met: BTreeSet<(String, String)>,
    found: Vec<Difference>,
}

impl<'d> Comparison<'d> {
    fn schemas(&mut self, source: &Place<'d>, other: &Place<'d>) -> Result<(), String> {
        let source = self.source.follow(source)?;
        let other = self.other.follow(other)?;
        if !self.met.insert((source.uri(), other.uri())) {
            return Ok(());
        }
        if is_false(source.schema) || is_false(other.schema) {
            if source.schema != other.schema {
                self.differ(&source, &other, &[]);
            }
            return Ok(());
        }
        let mut keywords = self.source.keywords(&source)?;
        keywords.extend(self.other.keywords(&other)?);
        let mut seen = BTreeSet::new();
        keywords.retain(|keyword| seen.insert(*keyword));
        for keyword in keywords {
            self.keyword(keyword, &source, &other)?;
        }
        Ok(())
    }

    fn keyword(
        &mut self,
        keyword: &str,
        source: &Place<'d>,
        other: &Place<'d>,
    ) -> Result<(), String> {
        let (Some(expected), Some(found)) = (source.schema.get(keyword), other.schema.get(keyword))
        else {
            self.differ(source, other, &[keyword]);
            return Ok(());
        };
        if keyword == "$ref" {
            if let (Some(source), Some(other)) =
                (self.source.target(source)?, self.other.target(other)?)
            {
                return self.schemas(&source, &other);
            }
        } else if ONE.contains(&keyword) {
            return self.subschemas(&[keyword], source, other);
        } else if LIST.contains(&keyword) {
            let length = |value: &Json| value.as_array().map(<[Json]>::len);
            if length(expected) == length(found) {
                for index in 0..length(expected).unwrap_or_default() {
                    self.subschemas(&[keyword, &index.to_string()], source, other)?;
                }
                return Ok(());
            }
        } else if MAP.contains(&keyword) {
            let members = [expected, found].into_iter().filter_map(Json::as_object);
            let names: BTreeSet<&str> = members.flatten().map(|(name, _)| name.as_str()).collect();
            for name in names {
                self.subschemas(&[keyword, name], source, other)?;
            }
            return Ok(());
        } else if normal(keyword, expected) == normal(keyword, found) {
            return Ok(());
        }
        self.differ(source, other, &[keyword]);
        Ok(())
    }

    fn subschemas(
        &mut self,
        way: &[&str],
        source: &Place<'d>,
        other: &Place<'d>,
    ) -> Result<(), String> {
        let step = |place: &Place<'d>| way.iter().try_fold(place.clone(), |at, it| at.child(it));
        match (step(source), step(other)) {
            (Some(source), Some(other)) => self.schemas(&source, &other),
            _ => {
                self.differ(source, other, way);
                Ok(())
            }
        }
    }

    fn differ(&mut self, source: &Place<'_>, other: &Place<'_>, way: &[&str]) {
        let steps: String = way
            .iter()
            .map(|token| format!("/{}", escape(token)))
            .collect();
        let text = |place: &Place<'_>| place.schema.pointer(&steps).map(ToString::to_string);
        self.found.push(Difference {
            source: format!("{}{steps}", source.uri()),
            other: format!("{}{steps}", other.uri()),
            expected: text(source),
            found: text(other),
        });
    }
}

fn is_false(schema: &Json) -> bool {
    *schema == Json::Bool(false)
}

/// A value as it is compared.
fn normal(keyword: &str, value: &Json) -> String {
    let mut elements: Vec<String> = match (keyword, value) {
        ("required" | "type" | "enum", Json::Array(elements)) => {
            elements.iter().map(Json::canonical).collect()
        }
        ("type", only) => vec![only.canonical()],
        _ => return value.canonical(),
    };
    elements.sort();
    elements.join(",")
}

#[cfg(test)]
mod tests;
