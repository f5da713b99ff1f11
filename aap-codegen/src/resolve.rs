//! Stage 2, resolve: which place each `$ref` means.
//!
//! A reference is resolved against the `$id` in force where it stands. Only the contract's own files
//! can be meant: nothing is fetched.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use url::Url;

use crate::json::Json;
use crate::keywords;
use crate::load::Loaded;
use crate::problem::{Location, Problems};

/// Stands in for the base URL of files without an `$id`; never printed, never fetched.
const FALLBACK_BASE: &str = "file:///schemas/";

/// The addresses of a schema set.
#[derive(Debug)]
pub struct Addresses<'a> {
    documents: &'a BTreeMap<String, Json>,
    /// Files that could not be read or parsed.
    unusable: &'a BTreeSet<String>,
    /// Where each schema resource begins.
    resources: HashMap<String, Location>,
    /// `$anchor`s by resource and name.
    anchors: HashMap<(String, String), Location>,
    /// The base URL in force at each subschema.
    bases: HashMap<Location, Url>,
}

/// Why a reference means nothing.
#[derive(Debug)]
pub enum Unresolved {
    /// It means a file that is a problem by itself.
    Unusable,
    /// What is wrong with it, in one line.
    Wrong(String),
}

impl<T: Into<String>> From<T> for Unresolved {
    fn from(message: T) -> Unresolved {
        Unresolved::Wrong(message.into())
    }
}

/// Finds the address of every schema resource and anchor.
pub(crate) fn resolve<'a>(loaded: &'a Loaded, problems: &mut Problems) -> Addresses<'a> {
    let mut addresses = Addresses {
        documents: &loaded.documents,
        unusable: &loaded.unusable,
        resources: HashMap::new(),
        anchors: HashMap::new(),
        bases: HashMap::new(),
    };
    for (file, document) in &loaded.documents {
        let root = Location::root(file);
        match address(file) {
            Some(base) => {
                // The file's path is an address too, unless it declares another.
                if document.get("$id").is_none() {
                    addresses.resources.insert(base.to_string(), root.clone());
                }
                addresses.walk(&root, document, &base, problems);
            }
            None => problems.add(&root, "has a name that cannot stand in a URL: rename it"),
        }
    }
    addresses
}

/// The path by which a file without an `$id` is referred to, as a URI reference.
pub(crate) fn path(file: &str) -> String {
    let address = address(file).map(|url| url.to_string());
    let path = address
        .as_deref()
        .and_then(|url| url.strip_prefix(FALLBACK_BASE));
    format!("/{}", path.unwrap_or(file))
}

/// The address of a file that declares none.
fn address(file: &str) -> Option<Url> {
    let mut url = Url::parse(FALLBACK_BASE).ok()?;
    // Percent-encodes what means something in a URL.
    url.path_segments_mut()
        .ok()?
        .pop_if_empty()
        .extend(file.split('/'));
    Some(url)
}

impl Addresses<'_> {
    fn walk(&mut self, location: &Location, schema: &Json, base: &Url, problems: &mut Problems) {
        let base = match schema.get("$id").and_then(Json::as_str) {
            None => base.clone(),
            Some(id) => {
                let (base, problem) = self.enter(location, id, base);
                if let Some(message) = problem {
                    problems.add(&location.child("$id"), message);
                }
                base
            }
        };
        if let Some(anchor) = schema.get("$anchor").and_then(Json::as_str) {
            let key = (base.to_string(), anchor.to_owned());
            let first = self.anchors.entry(key).or_insert_with(|| location.clone());
            if first != location {
                let message =
                    format!("the anchor {anchor:?} stands at {first} already: rename one");
                problems.add(&location.child("$anchor"), message);
            }
        }
        for (place, subschema) in keywords::subschemas(schema, location) {
            self.walk(&place, subschema, &base, problems);
        }
        self.bases.insert(location.clone(), base);
    }

    /// The base URL that an `$id` sets, and what is wrong with it. References are resolved against
    /// it even so, lest one fault look like many.
    fn enter(&mut self, location: &Location, id: &str, base: &Url) -> (Url, Option<String>) {
        let mut url = match base.join(id) {
            Ok(url) => url,
            Err(error) => {
                let message = format!("{id:?} is no URI reference: {error}");
                return (base.clone(), Some(message));
            }
        };
        let has_fragment = url.fragment().is_some_and(|fragment| !fragment.is_empty());
        url.set_fragment(None);
        if has_fragment {
            let message = format!("{id:?} has a fragment, which no $id may have: use $anchor");
            return (url, Some(message));
        }
        // The first one keeps the address.
        let first = self
            .resources
            .entry(url.to_string())
            .or_insert_with(|| location.clone());
        let problem = (first != location)
            .then(|| format!("{id:?} is the $id of {first} already: each file needs its own"));
        (url, problem)
    }

    fn base(&self, location: &Location) -> Option<&Url> {
        let mut pointer = location.pointer.as_str();
        loop {
            let place = Location {
                file: location.file.clone(),
                pointer: pointer.to_owned(),
            };
            if let Some(base) = self.bases.get(&place) {
                return Some(base);
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }

    /// The place that the reference at `location` means.
    ///
    /// # Errors
    /// Why nothing is meant.
    pub fn target(&self, location: &Location, reference: &str) -> Result<Location, Unresolved> {
        let base = self.base(location).ok_or("has no base URI")?;
        let url = base
            .join(reference)
            .map_err(|error| format!("{reference:?} is no URI reference: {error}"))?;
        let mut resource = url.clone();
        resource.set_fragment(None);
        let Some(root) = self.resources.get(resource.as_str()) else {
            let mut segments = resource.path().split('/');
            let name = segments.next_back().and_then(percent_decode);
            let means = |path: &String| path.split('/').any(|part| Some(part) == name.as_deref());
            if self.unusable.iter().any(means) {
                return Err(Unresolved::Unusable);
            }
            // The stand-in for a base means nothing to a reader.
            let shown = resource.as_str();
            let shown = shown.strip_prefix(FALLBACK_BASE).unwrap_or(shown);
            let shown = shown.strip_prefix("file://").unwrap_or(shown);
            return Err(Unresolved::from(format!(
                "{reference:?} means {shown}, which is no schema of this contract: \
                 add that file to the contract's folder or mend the reference"
            )));
        };
        let fragment = percent_decode(url.fragment().unwrap_or_default()).ok_or_else(|| {
            format!("{reference:?} has a fragment that is not percent-encoded UTF-8")
        })?;
        if fragment.is_empty() {
            return Ok(root.clone());
        }
        if fragment.starts_with('/') {
            let place = Location {
                file: root.file.clone(),
                pointer: format!("{}{fragment}", root.pointer),
            };
            return match self.schema(&place) {
                Some(_) => Ok(place),
                None => Err(Unresolved::from(format!(
                    "{reference:?} means {place}, where nothing stands: mend the reference"
                ))),
            };
        }
        self.anchors
            .get(&(resource.to_string(), fragment.clone()))
            .cloned()
            .ok_or_else(|| {
                Unresolved::from(format!(
                    "{reference:?} means an $anchor {fragment:?} in {root}, which has none: \
                     mend the reference"
                ))
            })
    }

    /// What stands at a location.
    #[must_use]
    pub fn schema(&self, location: &Location) -> Option<&Json> {
        self.documents
            .get(&location.file)?
            .pointer(&location.pointer)
    }
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| plain)?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
