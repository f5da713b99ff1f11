//! Stage 3, check: every keyword is understood, or refused with its place.
//!
//! What comes out is a [`SchemaSet`] in which nothing is left to go wrong later: all values have
//! their right shape, all patterns are lowered, all references are followed.

mod facts;
mod names;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use names::string_key;

use crate::json::Json;
use crate::keywords::ANNOTATIONS;
use crate::load::{Contract, Loaded};
use crate::problem::{Location, Problems};
use crate::resolve::{Addresses, Unresolved};
use crate::schema::{Keywords, Kind, Node, NodeId, SchemaSet};

/// The dialect that the generator implements.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Formats that the runtime asserts.
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "uuid",
    "json-pointer",
    "relative-json-pointer",
];

/// The most schemas that may stand in or refer to one another in a row.
const DEEPEST: usize = 4_000;

/// Reads every schema of a contract.
pub(crate) fn check(
    loaded: &Loaded,
    addresses: &Addresses<'_>,
    problems: &mut Problems,
) -> SchemaSet {
    let mut reader = Reader {
        addresses,
        problems,
        set: SchemaSet::default(),
        depth: 0,
    };
    reader.set.unusable.clone_from(&loaded.unusable);
    for (file, document) in &loaded.documents {
        let location = Location::root(file);
        let node = reader.schema(&location, document);
        reader.set.roots.push((file.clone(), node));
    }
    let set = reader.set;
    refuse_endless(&set, problems);
    names::check(&set, problems);
    set
}

/// Checks that the manifest and the schemas tell the same facts.
pub(crate) fn facts(contract: &Contract, set: &SchemaSet, problems: &mut Problems) {
    facts::check(contract, set, problems);
}

struct Reader<'a> {
    addresses: &'a Addresses<'a>,
    problems: &'a mut Problems,
    set: SchemaSet,
    /// How many schemas are being read, one inside or by reference from the other.
    depth: usize,
}

impl Reader<'_> {
    /// Reads the schema at a location, unless it has been read.
    fn schema(&mut self, location: &Location, schema: &Json) -> NodeId {
        if let Some(known) = self.set.by_location.get(location) {
            return *known;
        }
        let id = NodeId(self.set.nodes.len());
        self.set.by_location.insert(location.clone(), id);
        self.set.nodes.push(Node {
            location: location.clone(),
            title: None,
            description: None,
            examples: Vec::new(),
            kind: Kind::Bool(true),
        });
        let kind = match schema {
            Json::Bool(value) => Kind::Bool(*value),
            Json::Object(_) if self.depth == DEEPEST => {
                let message = format!(
                    "is the end of a chain of more than {DEEPEST} schemas, \
                     each in or referred to by the one before: make the chain shorter"
                );
                self.problems.add(location, message);
                Kind::Bool(true)
            }
            Json::Object(members) => {
                let mut keywords = Box::<Keywords>::default();
                self.depth += 1;
                for (keyword, value) in members {
                    self.keyword(&mut keywords, keyword, value, location);
                }
                self.depth -= 1;
                Kind::Keywords(keywords)
            }
            other => {
                let message = format!(
                    "expected a schema, an object or a boolean, found {}",
                    other.type_name()
                );
                self.problems.add(location, message);
                Kind::Bool(true)
            }
        };
        let text = |name: &str| schema.get(name).and_then(Json::as_str).map(str::to_owned);
        let node = &mut self.set.nodes[id.0];
        node.kind = kind;
        node.title = text("title");
        node.description = text("description");
        node.examples = schema
            .get("examples")
            .and_then(Json::as_array)
            .unwrap_or_default()
            .to_vec();
        id
    }

    fn keyword(&mut self, keywords: &mut Keywords, keyword: &str, value: &Json, schema: &Location) {
        let place = schema.child(keyword);
        if let Err(message) = self.read(keywords, keyword, value, &place) {
            self.problems.add(&place, message);
        }
    }

    fn read(
        &mut self,
        keywords: &mut Keywords,
        keyword: &str,
        value: &Json,
        place: &Location,
    ) -> Result<(), String> {
        match keyword {
            "type" => keywords.types = Some(values::types(value)?),
            "enum" => keywords.enumeration = Some(values::enumeration(value)?),
            "const" => keywords.constant = Some(value.clone()),
            "minimum" => keywords.minimum = Some(values::number(value)?),
            "maximum" => keywords.maximum = Some(values::number(value)?),
            "exclusiveMinimum" => keywords.exclusive_minimum = Some(values::number(value)?),
            "exclusiveMaximum" => keywords.exclusive_maximum = Some(values::number(value)?),
            "multipleOf" => keywords.multiple_of = Some(values::divisor(value)?),
            "minLength" => keywords.min_length = Some(values::count(value)?),
            "maxLength" => keywords.max_length = Some(values::count(value)?),
            "pattern" => keywords.pattern = Some(values::pattern(value)?),
            "format" => keywords.format = Some(values::format(value)?),
            "minItems" => keywords.min_items = Some(values::count(value)?),
            "maxItems" => keywords.max_items = Some(values::count(value)?),
            "uniqueItems" => keywords.unique_items = values::flag(value)?,
            "prefixItems" => keywords.prefix_items = self.list(value, place)?,
            "items" => keywords.items = Some(self.schema(place, value)),
            "contains" => keywords.contains = Some(self.schema(place, value)),
            "minContains" => keywords.min_contains = Some(values::count(value)?),
            "maxContains" => keywords.max_contains = Some(values::count(value)?),
            "required" => keywords.required = values::names(value)?,
            "minProperties" => keywords.min_properties = Some(values::count(value)?),
            "maxProperties" => keywords.max_properties = Some(values::count(value)?),
            "properties" => keywords.properties = self.map(value, place)?,
            "patternProperties" => {
                for (source, node) in self.map(value, place)? {
                    match values::lower(&source) {
                        Ok(pattern) => keywords.pattern_properties.push((pattern, node)),
                        Err(message) => self.problems.add(&place.child(&source), message),
                    }
                }
            }
            "additionalProperties" => {
                keywords.additional_properties = Some(self.schema(place, value))
            }
            "propertyNames" => keywords.property_names = Some(self.schema(place, value)),
            "dependentRequired" => keywords.dependent_required = values::dependent_required(value)?,
            "dependentSchemas" => keywords.dependent_schemas = self.map(value, place)?,
            "allOf" => keywords.all_of = self.branches(value, place)?,
            "anyOf" => keywords.any_of = self.branches(value, place)?,
            "oneOf" => keywords.one_of = self.branches(value, place)?,
            "not" => keywords.not = Some(self.schema(place, value)),
            "if" => keywords.condition = Some(self.schema(place, value)),
            "then" => keywords.then = Some(self.schema(place, value)),
            "else" => keywords.otherwise = Some(self.schema(place, value)),
            "$ref" => keywords.reference = Some(self.reference(value, place)?),
            "$defs" => {
                self.map(value, place)?;
            }
            "$schema" if value.as_str() == Some(DIALECT) => {}
            "$schema" => {
                return Err(format!(
                    "expected {DIALECT:?}, the only dialect implemented, found {value}"
                ));
            }
            "$id" => {
                values::text(value)?;
            }
            "$anchor" => values::anchor(value)?,
            "title" | "description" | "$comment" => {
                values::text(value)?;
            }
            annotation if ANNOTATIONS.contains(&annotation) => {}
            unknown => return Err(values::unknown_keyword(unknown)),
        }
        Ok(())
    }

    fn list(&mut self, value: &Json, place: &Location) -> Result<Vec<NodeId>, String> {
        let elements = value
            .as_array()
            .ok_or_else(|| values::expected("an array of schemas", value))?;
        let nodes = elements.iter().enumerate();
        Ok(nodes
            .map(|(index, schema)| self.schema(&place.child(&index.to_string()), schema))
            .collect())
    }

    fn branches(&mut self, value: &Json, place: &Location) -> Result<Vec<NodeId>, String> {
        match self.list(value, place)? {
            empty if empty.is_empty() => Err("expected at least one schema, found none".to_owned()),
            branches => Ok(branches),
        }
    }

    fn map(&mut self, value: &Json, place: &Location) -> Result<Vec<(String, NodeId)>, String> {
        let members = value
            .as_object()
            .ok_or_else(|| values::expected("an object of schemas", value))?;
        let nodes = members.iter();
        Ok(nodes
            .map(|(name, schema)| (name.clone(), self.schema(&place.child(name), schema)))
            .collect())
    }

    fn reference(&mut self, value: &Json, place: &Location) -> Result<NodeId, String> {
        let target = match self.addresses.target(place, values::text(value)?) {
            Ok(target) => target,
            Err(Unresolved::Wrong(message)) => return Err(message),
            // The file is a problem already, and nothing will be generated.
            Err(Unresolved::Unusable) => return Ok(self.schema(place, &Json::Bool(true))),
        };
        // `target` only gives places where something stands.
        let schema = self
            .addresses
            .schema(&target)
            .cloned()
            .unwrap_or(Json::Bool(true));
        Ok(self.schema(&target, &schema))
    }
}

/// Refuses schemas that would apply to the same instance for ever.
fn refuse_endless(set: &SchemaSet, problems: &mut Problems) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; set.nodes.len()];
    for start in 0..set.nodes.len() {
        // Depth first with a stack of our own: a hostile schema may be deep.
        let mut stack = vec![(NodeId(start), false)];
        while let Some((id, leave)) = stack.pop() {
            if leave {
                marks[id.0] = Mark::Done;
                continue;
            }
            if marks[id.0] != Mark::New {
                continue;
            }
            marks[id.0] = Mark::Open;
            stack.push((id, true));
            for next in set.keywords(id).into_iter().flat_map(Keywords::in_place) {
                match marks[next.0] {
                    Mark::New => stack.push((next, false)),
                    Mark::Done => {}
                    Mark::Open => problems.add(
                        &set.node(id).location,
                        format!(
                            "applies {} to the same instance again and so never ends: \
                             break the circle of references",
                            set.node(next).location
                        ),
                    ),
                }
            }
        }
    }
}
