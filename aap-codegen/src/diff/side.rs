//! One of the two contracts: its schemas, its payloads and its Rust types.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::change::Party;
use super::identity::Identity;
use crate::load::{Contract, Source};
use crate::model::{Model, Type, TypeId, TypeKind};
use crate::problem::{Location, Problems};
use crate::schema::{Keywords, Kind, NodeId, SchemaSet};

/// A payload of a contract.
#[derive(Clone, Debug)]
pub(crate) struct Payload {
    /// What it is for; equal for the same payload of two contracts.
    pub(crate) role: String,
    pub(crate) file: String,
    pub(super) sender: Party,
    pub(super) node: NodeId,
}

/// A contract, understood.
pub(crate) struct Side {
    pub(crate) contract: Contract,
    pub(super) identity: Identity,
    pub(crate) set: SchemaSet,
    pub(crate) model: Model,
    pub(crate) payloads: Vec<Payload>,
    /// The Rust type of each schema that is a member's or has a type with a name.
    types: HashMap<NodeId, String>,
    /// The schemas of the members that are fields of a struct, and whether the field must be given.
    fields: HashMap<NodeId, bool>,
    /// The structs that keep undeclared members.
    open_structs: HashSet<String>,
    /// The strings of each enum.
    variants: HashMap<String, Vec<String>>,
}

impl Side {
    pub(crate) fn new(source: &Source) -> Result<Side, Problems> {
        let (contract, set, model) = crate::understand(source)?;
        let mut side = Side {
            identity: Identity::of(&contract),
            payloads: payloads(&contract, &set),
            contract,
            set,
            model: Model::default(),
            types: HashMap::new(),
            fields: HashMap::new(),
            open_structs: HashSet::new(),
            variants: HashMap::new(),
        };
        side.read_types(&model);
        side.model = model;
        Ok(side)
    }

    /// Makes the contract's own names texts like any other.
    pub(crate) fn with_plain_names(mut self) -> Side {
        self.identity.extension_uri.clear();
        self.identity.schema_base_url.clear();
        self
    }

    fn read_types(&mut self, model: &Model) {
        for (node, id) in &model.of_node {
            self.types.insert(*node, rendered(model, &Type::Named(*id)));
        }
        for (index, definition) in model.types.iter().enumerate() {
            let name = rendered(model, &Type::Named(TypeId(index)));
            match &definition.kind {
                TypeKind::Struct(structure) => {
                    for field in &structure.fields {
                        self.types.insert(field.node, rendered(model, &field.value));
                        let must = self.fields.entry(field.node).or_default();
                        *must |= field.required;
                    }
                    if structure.extra.is_some() {
                        self.open_structs.insert(name);
                    }
                }
                TypeKind::Enum(variants) => {
                    let texts = variants.iter().map(|variant| variant.text.clone());
                    self.variants.insert(name, texts.collect());
                }
                _ => {}
            }
        }
    }

    pub(super) fn location(&self, node: NodeId) -> &Location {
        &self.set.node(node).location
    }

    pub(super) fn root(&self, file: &str) -> Option<NodeId> {
        let mut roots = self.set.roots.iter();
        roots.find(|(name, _)| name == file).map(|(_, node)| *node)
    }

    /// A schema file's title, or its name where it has none.
    pub(super) fn title(&self, file: &str) -> String {
        let title = self
            .root(file)
            .and_then(|node| self.set.node(node).title.clone());
        title.unwrap_or_else(|| file.to_owned())
    }

    /// The Rust type of the values that several schemas describe together.
    pub(super) fn rust_type(&self, nodes: &[NodeId]) -> Option<&String> {
        nodes.iter().find_map(|node| self.types.get(node))
    }

    /// Whether one of the schemas is that of a struct's field.
    pub(super) fn is_field(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().any(|node| self.fields.contains_key(node))
    }

    /// Whether one of the schemas is that of a field without which no value can be built.
    pub(super) fn is_required_field(&self, nodes: &[NodeId]) -> bool {
        nodes
            .iter()
            .any(|node| self.fields.get(node) == Some(&true))
    }

    /// Whether a Rust type is a struct that keeps undeclared members.
    pub(super) fn is_open_struct(&self, rust: &str) -> bool {
        self.open_structs.contains(rust)
    }

    /// Whether an enum in a Rust type has a variant for a string; not where there is no enum.
    pub(super) fn has_variant(&self, rust: &str, text: &str) -> bool {
        let inner = rust.rsplit('<').next().unwrap_or(rust);
        let variants = self.variants.get(inner.trim_end_matches('>'));
        variants.is_some_and(|variants| variants.iter().any(|variant| variant == text))
    }

    /// The schema itself where it does more than to refer to another, else that other.
    pub(super) fn target(&self, node: NodeId) -> NodeId {
        let mut node = node;
        while let Some(next) = self.set.keywords(node).and_then(Keywords::only_reference) {
            node = next;
        }
        node
    }

    /// Everything that a schema consists of or refers to, itself included.
    pub(super) fn reachable(&self, start: NodeId) -> HashSet<NodeId> {
        let mut found = HashSet::from([start]);
        let mut pending = vec![start];
        while let Some(node) = pending.pop() {
            for next in self.set.keywords(node).into_iter().flat_map(parts) {
                if found.insert(next) {
                    pending.push(next);
                }
            }
        }
        found
    }

    /// The payloads that make use of a schema file.
    pub(super) fn payloads_using(&self, file: &str) -> Vec<&Payload> {
        let uses = |payload: &&Payload| {
            let nodes = self.reachable(payload.node);
            nodes.iter().any(|node| self.location(*node).file == file)
        };
        self.payloads.iter().filter(uses).collect()
    }

    /// Whether a schema accepts everything.
    pub(super) fn is_trivial(&self, node: NodeId) -> bool {
        match &self.set.node(node).kind {
            Kind::Bool(accepts) => *accepts,
            Kind::Keywords(keywords) => {
                let own = Keywords {
                    reference: None,
                    all_of: Vec::new(),
                    ..Keywords::default()
                };
                let empty = Keywords {
                    reference: keywords.reference,
                    all_of: keywords.all_of.clone(),
                    ..own
                };
                let conjuncts = keywords.reference.iter().chain(&keywords.all_of);
                **keywords == empty && conjuncts.into_iter().all(|node| self.is_trivial(*node))
            }
        }
    }

    /// Whether a schema accepts nothing, and says so plainly.
    pub(super) fn forbids(&self, node: NodeId) -> bool {
        matches!(self.set.node(node).kind, Kind::Bool(false))
    }
}

/// The direct parts of a schema, references included.
fn parts(keywords: &Keywords) -> Vec<NodeId> {
    let mut parts: Vec<NodeId> = keywords.in_place().collect();
    parts.extend(&keywords.prefix_items);
    parts.extend(keywords.properties.iter().map(|(_, node)| *node));
    parts.extend(keywords.pattern_properties.iter().map(|(_, node)| *node));
    let single = [
        keywords.items,
        keywords.contains,
        keywords.additional_properties,
        keywords.property_names,
    ];
    parts.extend(single.into_iter().flatten());
    parts
}

/// Requests are sent by buyers, all else by dealers.
fn payloads(contract: &Contract, set: &SchemaSet) -> Vec<Payload> {
    let mut payloads = Vec::new();
    let mut files = BTreeSet::new();
    let mut add = |role: String, file: &str, sender: Party| {
        let root = set.roots.iter().find(|(name, _)| name == file);
        if let (Some((_, node)), true) = (root, files.insert(file.to_owned())) {
            payloads.push(Payload {
                role,
                file: file.to_owned(),
                sender,
                node: *node,
            });
        }
    };
    for skill in &contract.manifest.skills {
        add(
            format!("request of {}", skill.id),
            &skill.request_schema,
            Party::Buyer,
        );
    }
    for skill in &contract.manifest.skills {
        add(
            format!("response of {}", skill.id),
            &skill.response_schema,
            Party::Dealer,
        );
    }
    for (role, file) in &contract.manifest.payloads {
        add(role.clone(), file, Party::Dealer);
    }
    payloads
}

/// A type as Rust writes it; two kinds of type with one name are told apart.
fn rendered(model: &Model, value: &Type) -> String {
    match value {
        Type::Any => "Value".to_owned(),
        Type::Null => "()".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Unsigned => "u64".to_owned(),
        Type::Signed => "i64".to_owned(),
        Type::Number => "f64".to_owned(),
        Type::String => "String".to_owned(),
        Type::Runtime(text) => text.name().to_owned(),
        Type::AnyObject => "Map<String, Value>".to_owned(),
        Type::List(inner) => format!("Vec<{}>", rendered(model, inner)),
        Type::Map(inner) => format!("BTreeMap<String, {}>", rendered(model, inner)),
        Type::Nullable(inner) => format!("Option<{}>", rendered(model, inner)),
        Type::Named(id) => {
            let definition = model.type_def(*id);
            let kind = match &definition.kind {
                TypeKind::Struct(_) => "struct",
                TypeKind::Enum(_) => "enum",
                TypeKind::Text => "text",
                TypeKind::Marker(_) => "marker",
                TypeKind::Union(_) => "union",
                TypeKind::Wrapper(_) => "wrapper",
            };
            format!("{kind} {}", definition.name)
        }
    }
}
