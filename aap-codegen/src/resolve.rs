//! Stage 2, resolve: which place each `$ref` means.
//!
//! A reference is resolved against the `$id` in force where it stands. Only the contract's own files
//! can be meant: nothing is fetched.

use std::collections::{BTreeMap, HashMap};

use url::Url;

use crate::json::Json;
use crate::keywords;
use crate::load::Contract;
use crate::problem::{Location, Problems};

/// Stands in for the base URL of files without an `$id`; never printed, never fetched.
const FALLBACK_BASE: &str = "file:///schemas/";

/// The addresses of a schema set.
#[derive(Debug)]
pub struct Addresses<'a> {
    documents: &'a BTreeMap<String, Json>,
    /// Where each schema resource begins.
    resources: HashMap<String, Location>,
    /// `$anchor`s by resource and name.
    anchors: HashMap<(String, String), Location>,
    /// The base URL in force at each subschema.
    bases: HashMap<Location, Url>,
}

/// Finds the address of every schema resource and anchor.
pub fn resolve<'a>(contract: &'a Contract, problems: &mut Problems) -> Addresses<'a> {
    let mut addresses = Addresses {
        documents: &contract.documents,
        resources: HashMap::new(),
        anchors: HashMap::new(),
        bases: HashMap::new(),
    };
    for (file, document) in &contract.documents {
        match Url::parse(FALLBACK_BASE).and_then(|base| base.join(file)) {
            Ok(base) => {
                let root = Location::root(file);
                // The file's path is an address too, unless it declares another.
                if document.get("$id").is_none() {
                    addresses.resources.insert(base.to_string(), root.clone());
                }
                addresses.walk(&root, document, &base, problems);
            }
            Err(error) => problems.add(
                &Location::root(file),
                format!("has an unusable name: {error}"),
            ),
        }
    }
    addresses
}

impl Addresses<'_> {
    fn walk(&mut self, location: &Location, schema: &Json, base: &Url, problems: &mut Problems) {
        let base = match schema.get("$id").and_then(Json::as_str) {
            None => base.clone(),
            Some(id) => match self.enter(location, id, base) {
                Ok(base) => base,
                Err(message) => {
                    problems.add(&location.child("$id"), message);
                    return;
                }
            },
        };
        if let Some(anchor) = schema.get("$anchor").and_then(Json::as_str) {
            let key = (base.to_string(), anchor.to_owned());
            if let Some(first) = self.anchors.insert(key, location.clone()) {
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

    fn enter(&mut self, location: &Location, id: &str, base: &Url) -> Result<Url, String> {
        let mut url = base
            .join(id)
            .map_err(|error| format!("{id:?} is no URI reference: {error}"))?;
        if url.fragment().is_some_and(|fragment| !fragment.is_empty()) {
            return Err(format!(
                "{id:?} has a fragment, which no $id may have: use $anchor"
            ));
        }
        url.set_fragment(None);
        match self.resources.insert(url.to_string(), location.clone()) {
            Some(first) if first != *location => Err(format!(
                "{id:?} is the $id of {first} already: each file needs its own"
            )),
            _ => Ok(url),
        }
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

    /// The place that the reference at `location` means, and the schema there.
    ///
    /// # Errors
    /// Why nothing is meant, in one line.
    pub fn target(&self, location: &Location, reference: &str) -> Result<Location, String> {
        let base = self.base(location).ok_or("has no base URI")?;
        let url = base
            .join(reference)
            .map_err(|error| format!("{reference:?} is no URI reference: {error}"))?;
        let mut resource = url.clone();
        resource.set_fragment(None);
        let root = self.resources.get(resource.as_str()).ok_or_else(|| {
            format!(
                "{reference:?} means {resource}, which is no schema of this contract: \
                 add that file to the contract's folder or mend the reference"
            )
        })?;
        let fragment = url.fragment().unwrap_or_default();
        let fragment = percent_decode(fragment)
            .ok_or_else(|| format!("{reference:?} has a fragment that is no UTF-8"))?;
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
                None => Err(format!("{reference:?} means {place}, where nothing stands")),
            };
        }
        self.anchors
            .get(&(resource.to_string(), fragment.clone()))
            .cloned()
            .ok_or_else(|| format!("{reference:?}: {} has no $anchor {fragment:?}", root.file))
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
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
