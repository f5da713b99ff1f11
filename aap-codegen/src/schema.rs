//! A checked schema set: every keyword read, every reference followed.

use std::collections::{BTreeSet, HashMap};

use serde_json::Number;

use crate::json::Json;
use crate::pattern::Automaton;
use crate::problem::Location;

/// Names a schema of a [`SchemaSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// The schemas of a contract.
#[derive(Debug, Default)]
pub struct SchemaSet {
    /// Every schema and subschema.
    pub nodes: Vec<Node>,
    /// The node at each location.
    pub by_location: HashMap<Location, NodeId>,
    /// The whole-file schemas, by file.
    pub roots: Vec<(String, NodeId)>,
    /// Files of which nothing is known but that they are there; none in a set without problems.
    pub unusable: BTreeSet<String>,
}

impl SchemaSet {
    /// A schema.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        // Every NodeId is an index that this set gave out, and nodes are never removed.
        &self.nodes[id.0]
    }

    /// The keywords of a schema that is no boolean.
    #[must_use]
    pub fn keywords(&self, id: NodeId) -> Option<&Keywords> {
        match &self.node(id).kind {
            Kind::Keywords(keywords) => Some(keywords),
            Kind::Bool(_) => None,
        }
    }

    /// Whether each schema has a say about the instances of some file: one in `$defs` that nothing
    /// refers to has none.
    #[must_use]
    pub fn reachable(&self) -> Vec<bool> {
        let mut reachable = vec![false; self.nodes.len()];
        let mut pending: Vec<NodeId> = self.roots.iter().map(|(_, root)| *root).collect();
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut reachable[id.0], true) {
                pending.extend(self.keywords(id).into_iter().flat_map(Keywords::applied));
            }
        }
        reachable
    }
}

/// One schema or subschema.
#[derive(Debug)]
pub struct Node {
    /// Where it stands.
    pub location: Location,
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `examples`.
    pub examples: Vec<Json>,
    /// What it demands.
    pub kind: Kind,
}

/// What a schema demands.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool(bool),
    /// Keywords.
    Keywords(Box<Keywords>),
}

/// The names of JSON Schema's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JsonType {
    /// `null`.
    Null,
    /// `boolean`.
    Boolean,
    /// `object`.
    Object,
    /// `array`.
    Array,
    /// `number`.
    Number,
    /// `string`.
    String,
    /// `integer`.
    Integer,
}

impl JsonType {
    /// Each type and its name.
    pub const ALL: [(JsonType, &'static str); 7] = [
        (JsonType::Null, "null"),
        (JsonType::Boolean, "boolean"),
        (JsonType::Object, "object"),
        (JsonType::Array, "array"),
        (JsonType::Number, "number"),
        (JsonType::String, "string"),
        (JsonType::Integer, "integer"),
    ];
}

/// A schema's assertions and applicators.
#[derive(Debug, Default, PartialEq)]
pub struct Keywords {
    /// `type`, in the schema's order.
    pub types: Option<Vec<JsonType>>,
    /// `enum`.
    pub enumeration: Option<Vec<Json>>,
    /// `const`.
    pub constant: Option<Json>,
    /// `minimum`.
    pub minimum: Option<Number>,
    /// `maximum`.
    pub maximum: Option<Number>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: Option<Number>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: Option<Number>,
    /// `multipleOf`.
    pub multiple_of: Option<Number>,
    /// `minLength`.
    pub min_length: Option<u64>,
    /// `maxLength`.
    pub max_length: Option<u64>,
    /// `pattern`.
    pub pattern: Option<Automaton>,
    /// `format`, where it is asserted.
    pub format: Option<String>,
    /// `minItems`.
    pub min_items: Option<u64>,
    /// `maxItems`.
    pub max_items: Option<u64>,
    /// `uniqueItems`.
    pub unique_items: bool,
    /// `prefixItems`.
    pub prefix_items: Vec<NodeId>,
    /// `items`.
    pub items: Option<NodeId>,
    /// `contains`.
    pub contains: Option<NodeId>,
    /// `minContains`.
    pub min_contains: Option<u64>,
    /// `maxContains`.
    pub max_contains: Option<u64>,
    /// `required`.
    pub required: Vec<String>,
    /// `minProperties`.
    pub min_properties: Option<u64>,
    /// `maxProperties`.
    pub max_properties: Option<u64>,
    /// `properties`.
    pub properties: Vec<(String, NodeId)>,
    /// `patternProperties`.
    pub pattern_properties: Vec<(Automaton, NodeId)>,
    /// `additionalProperties`.
    pub additional_properties: Option<NodeId>,
    /// `propertyNames`.
    pub property_names: Option<NodeId>,
    /// `dependentRequired`.
    pub dependent_required: Vec<(String, Vec<String>)>,
    /// `dependentSchemas`.
    pub dependent_schemas: Vec<(String, NodeId)>,
    /// `allOf`.
    pub all_of: Vec<NodeId>,
    /// `anyOf`.
    pub any_of: Vec<NodeId>,
    /// `oneOf`.
    pub one_of: Vec<NodeId>,
    /// `not`.
    pub not: Option<NodeId>,
    /// `if`.
    pub condition: Option<NodeId>,
    /// `then`.
    pub then: Option<NodeId>,
    /// `else`.
    pub otherwise: Option<NodeId>,
    /// What `$ref` means.
    pub reference: Option<NodeId>,
}

impl Keywords {
    /// The subschemas that apply to the same instance as this schema.
    pub fn in_place(&self) -> impl Iterator<Item = NodeId> {
        let lists = self
            .all_of
            .iter()
            .chain(&self.any_of)
            .chain(&self.one_of)
            .copied();
        let dependent = self.dependent_schemas.iter().map(|(_, node)| *node);
        // Without an `if` they mean nothing.
        let branch = |node: Option<NodeId>| node.filter(|_| self.condition.is_some());
        let single = [
            self.not,
            self.condition,
            branch(self.then),
            branch(self.otherwise),
            self.reference,
        ];
        lists.chain(dependent).chain(single.into_iter().flatten())
    }

    /// The subschemas that apply to this schema's instance or to a part of it.
    pub fn applied(&self) -> impl Iterator<Item = NodeId> {
        let members = self.properties.iter().map(|(_, node)| *node);
        let patterns = self.pattern_properties.iter().map(|(_, node)| *node);
        let single = [
            self.items,
            self.contains,
            self.additional_properties,
            self.property_names,
        ];
        self.in_place()
            .chain(members)
            .chain(patterns)
            .chain(self.prefix_items.iter().copied())
            .chain(single.into_iter().flatten())
    }

    /// What the schema refers to, where it does nothing else.
    #[must_use]
    pub fn only_reference(&self) -> Option<NodeId> {
        let alone = Keywords {
            reference: self.reference,
            ..Keywords::default()
        };
        self.reference.filter(|_| *self == alone)
    }
}
