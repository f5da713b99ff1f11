//! The type of each schema.

use std::collections::{HashMap, HashSet};

use super::drafts::{Draft, DraftField, DraftKind, Drafts};
use super::{RuntimeText, Type, TypeId};
use crate::check::string_key;
use crate::json::Json;
use crate::schema::{JsonType, Keywords, Kind, NodeId, SchemaSet};

/// The most schemas to follow in a row in search of a type.
const DEEPEST: usize = 2_000;

/// Finds the type of every whole-file schema and of all that they hold.
pub(super) fn types(set: &SchemaSet) -> Drafts {
    let mut typing = Typing {
        set,
        drafts: Drafts::default(),
        found: HashMap::new(),
        open: HashSet::new(),
    };
    for (file, root) in &set.roots {
        let stem = file.rsplit('/').next().unwrap_or(file);
        let stem = stem.split('.').next().unwrap_or(stem);
        let id = match typing.of(*root, &[stem.to_owned()]) {
            // The title of a file names its type, even where it only refers to another.
            Type::Named(id) if typing.drafts.types[id.0].node == *root => id,
            other => typing.draft(*root, &[stem.to_owned()], None, DraftKind::Wrapper(other)),
        };
        typing.drafts.roots.push((file.clone(), id));
    }
    typing.drafts
}

struct Typing<'a> {
    set: &'a SchemaSet,
    drafts: Drafts,
    /// The types found so far: without them, schemas that refer to one another twice would take
    /// twice the time at each step.
    found: HashMap<NodeId, Type>,
    /// Schemas whose unnamed type is being found: meeting one again means an endless type.
    open: HashSet<NodeId>,
}

impl Typing<'_> {
    /// The type of the instances of a schema.
    fn of(&mut self, node: NodeId, way: &[String]) -> Type {
        if let Some(id) = self.drafts.of_node.get(&node) {
            return Type::Named(*id);
        }
        if let Some(found) = self.found.get(&node) {
            return found.clone();
        }
        // Any JSON value is a right answer too, where the way to a better one is too long.
        if self.open.len() > DEEPEST || !self.open.insert(node) {
            return Type::Any;
        }
        let found = match &self.set.node(node).kind {
            Kind::Bool(_) => Type::Any,
            Kind::Keywords(keywords) => self.of_keywords(node, keywords, way),
        };
        self.open.remove(&node);
        self.found.insert(node, found.clone());
        found
    }

    /// Every valid instance satisfies the schema's own keywords, the schema that it refers to and
    /// each branch of `allOf`, so the type of any of these can hold it. The most telling is taken.
    fn of_keywords(&mut self, node: NodeId, keywords: &Keywords, way: &[String]) -> Type {
        if let Some(merged) = self.merged(node, way) {
            return merged;
        }
        let own = self.own(node, keywords, way);
        let mut best = own;
        let parts: Vec<NodeId> = keywords
            .reference
            .iter()
            .chain(&keywords.all_of)
            .copied()
            .collect();
        for part in parts {
            let way = self.way_to(part, way);
            let found = self.of(part, &way);
            if rank(&found) > rank(&best) {
                best = found;
            }
        }
        if best == Type::Any {
            for branches in [&keywords.any_of, &keywords.one_of] {
                if !branches.is_empty() {
                    return self.of_branches(branches, way);
                }
            }
        }
        best
    }

    /// A schema that is met through a reference has its own way; others stand on ours.
    fn way_to(&self, node: NodeId, way: &[String]) -> Vec<String> {
        let location = &self.set.node(node).location;
        let referred = location
            .pointer
            .rsplit_once('/')
            .is_none_or(|(parent, _)| parent.ends_with("/$defs"));
        if !referred {
            return way.to_vec();
        }
        let stem = location.file.rsplit('/').next().unwrap_or(&location.file);
        let stem = stem.split('.').next().unwrap_or(stem).to_owned();
        match location.pointer.rsplit_once('/') {
            None => vec![stem],
            Some((_, name)) => vec![stem, name.replace("~1", "/").replace("~0", "~")],
        }
    }

    /// `[T, null]` is a nullable T; branches of one type are that type; others are any value.
    fn of_branches(&mut self, branches: &[NodeId], way: &[String]) -> Type {
        let mut found: Vec<Type> = Vec::new();
        let mut nullable = false;
        for branch in branches {
            let way = self.way_to(*branch, way);
            match self.of(*branch, &way) {
                Type::Null => nullable = true,
                Type::Nullable(inner) => {
                    nullable = true;
                    found.push(*inner);
                }
                other => found.push(other),
            }
        }
        found.dedup();
        match found.as_slice() {
            [] if nullable => Type::Null,
            [Type::Any] => Type::Any,
            [one] if nullable => Type::Nullable(Box::new(one.clone())),
            [one] => one.clone(),
            _ => Type::Any,
        }
    }

    /// The type that a schema's own keywords tell.
    fn own(&mut self, node: NodeId, keywords: &Keywords, way: &[String]) -> Type {
        if let Some(constant) = &keywords.constant {
            return self.of_values(node, keywords, std::slice::from_ref(constant), way);
        }
        if let Some(values) = &keywords.enumeration {
            return self.of_values(node, keywords, values, way);
        }
        let Some(types) = &keywords.types else {
            return Type::Any;
        };
        let others: Vec<JsonType> = types
            .iter()
            .copied()
            .filter(|json_type| *json_type != JsonType::Null)
            .collect();
        let inner = match others.as_slice() {
            [] => return Type::Null,
            [JsonType::Boolean] => Type::Bool,
            [JsonType::Integer] => integer(keywords),
            [JsonType::Number]
            | [JsonType::Number, JsonType::Integer]
            | [JsonType::Integer, JsonType::Number] => Type::Number,
            [JsonType::String] => self.string(node, keywords, way),
            [JsonType::Array] => Type::List(Box::new(self.element(keywords, way))),
            [JsonType::Object] => self.object(node, keywords, way),
            several => self.union(node, keywords, several, way),
        };
        if others.len() < types.len() {
            nullable(inner)
        } else {
            inner
        }
    }

    fn of_values(
        &mut self,
        node: NodeId,
        keywords: &Keywords,
        values: &[Json],
        way: &[String],
    ) -> Type {
        let allowed = |value: &Json| {
            keywords
                .types
                .as_ref()
                .is_none_or(|types| types.iter().any(|json_type| is_of(value, *json_type)))
        };
        let values: Vec<&Json> = values.iter().filter(|value| allowed(value)).collect();
        let others: Vec<&Json> = values
            .iter()
            .copied()
            .filter(|value| **value != Json::Null)
            .collect();
        let strings: Vec<String> = others
            .iter()
            .filter_map(|value| value.as_str())
            .map(str::to_owned)
            .collect();
        let inner = if others.is_empty() {
            return if values.is_empty() {
                Type::Any
            } else {
                Type::Null
            };
        } else if strings.len() == others.len() {
            match (keywords.constant.is_some(), strings.as_slice()) {
                (true, [text]) => {
                    Type::Named(self.draft(node, way, None, DraftKind::Marker(text.clone())))
                }
                _ => {
                    let key = string_key(keywords);
                    Type::Named(self.draft(node, way, key, DraftKind::Enum(strings)))
                }
            }
        } else if others.iter().all(|value| matches!(value, Json::Bool(_))) {
            Type::Bool
        } else if others.iter().all(|value| is_of(value, JsonType::Integer)) {
            let signed = others
                .iter()
                .any(|value| value.to_string().starts_with('-'));
            if signed { Type::Signed } else { Type::Unsigned }
        } else if others.iter().all(|value| matches!(value, Json::Number(_))) {
            Type::Number
        } else {
            return Type::Any;
        };
        if others.len() < values.len() {
            nullable(inner)
        } else {
            inner
        }
    }

    fn string(&mut self, node: NodeId, keywords: &Keywords, way: &[String]) -> Type {
        let bare = keywords.pattern.is_none()
            && keywords.min_length.is_none_or(|min| min == 0)
            && keywords.max_length.is_none();
        match &keywords.format {
            None if bare => Type::String,
            Some(format) if bare && RuntimeText::of_format(format).is_some() => {
                RuntimeText::of_format(format).map_or(Type::String, Type::Runtime)
            }
            _ => Type::Named(self.draft(node, way, string_key(keywords), DraftKind::Text)),
        }
    }

    fn element(&mut self, keywords: &Keywords, way: &[String]) -> Type {
        match keywords.items {
            Some(items) if keywords.prefix_items.is_empty() => {
                let mut way = self.way_to(items, way);
                if self.set.node(items).location.pointer.ends_with("/items") {
                    way.push("item".to_owned());
                }
                self.of(items, &way)
            }
            _ => Type::Any,
        }
    }

    fn object(&mut self, node: NodeId, keywords: &Keywords, way: &[String]) -> Type {
        let additional = keywords
            .additional_properties
            .map(|node| &self.set.node(node).kind);
        let closed =
            matches!(additional, Some(Kind::Bool(false))) && keywords.pattern_properties.is_empty();
        if keywords.properties.is_empty() && !closed {
            return match (additional, keywords.additional_properties) {
                (Some(Kind::Keywords(_)), Some(values))
                    if keywords.pattern_properties.is_empty() =>
                {
                    let mut way = self.way_to(values, way);
                    way.push("value".to_owned());
                    match self.of(values, &way) {
                        Type::Any => Type::AnyObject,
                        value => Type::Map(Box::new(value)),
                    }
                }
                _ => Type::AnyObject,
            };
        }
        self.structure(node, &[node], !closed, way)
    }

    /// An object type of the members that several schemas declare together.
    ///
    /// Where one of them declares all, its own type serves: the others only narrow.
    fn merged(&mut self, node: NodeId, way: &[String]) -> Option<Type> {
        let mut parts = Vec::new();
        self.parts(node, &mut parts);
        let names = |part: &NodeId| -> HashSet<&String> {
            let properties = self
                .set
                .keywords(*part)
                .map(|keywords| &keywords.properties);
            properties
                .into_iter()
                .flatten()
                .map(|(name, _)| name)
                .collect()
        };
        let declaring: Vec<NodeId> = parts
            .iter()
            .copied()
            .filter(|part| !names(part).is_empty())
            .collect();
        let all: HashSet<&String> = declaring.iter().flat_map(names).collect();
        if declaring.len() < 2 {
            return None;
        }
        if let Some(complete) = declaring.iter().find(|part| names(part).len() == all.len()) {
            if *complete == node {
                return None;
            }
            let way = self.way_to(*complete, way);
            if let found @ Type::Named(_) = self.of(*complete, &way) {
                return Some(found);
            }
        }
        // Without a `type` an instance need not be an object at all.
        let is_object = |part: &NodeId| {
            self.set
                .keywords(*part)
                .and_then(|keywords| keywords.types.as_deref())
                == Some(&[JsonType::Object])
        };
        if !parts.iter().any(is_object) {
            return None;
        }
        let closes = |part: &NodeId| {
            let keywords = self.set.keywords(*part);
            let additional = keywords.and_then(|keywords| keywords.additional_properties);
            additional.is_some_and(|node| matches!(self.set.node(node).kind, Kind::Bool(false)))
        };
        let open = !parts.iter().any(closes);
        Some(self.structure(node, &declaring, open, way))
    }

    /// The schema itself, and all that apply to the same instance without a condition.
    fn parts(&self, node: NodeId, parts: &mut Vec<NodeId>) {
        if parts.contains(&node) {
            return;
        }
        parts.push(node);
        if let Some(keywords) = self.set.keywords(node) {
            for part in keywords.reference.iter().chain(&keywords.all_of) {
                self.parts(*part, parts);
            }
        }
    }

    fn structure(&mut self, node: NodeId, parts: &[NodeId], open: bool, way: &[String]) -> Type {
        let empty = DraftKind::Struct {
            fields: Vec::new(),
            open,
        };
        let id = self.draft(node, way, None, empty);
        let mut fields: Vec<DraftField> = Vec::new();
        for part in parts {
            let Some(keywords) = self.set.keywords(*part) else {
                continue;
            };
            for (member, property) in &keywords.properties {
                let mut way = self.way_to(*property, way);
                way.push(member.clone());
                let value = self.of(*property, &way);
                let required = keywords.required.contains(member);
                match fields.iter_mut().find(|field| field.member == *member) {
                    None => fields.push(DraftField {
                        member: member.clone(),
                        required,
                        value,
                        node: *property,
                    }),
                    Some(known) => {
                        known.required |= required;
                        if rank(&value) > rank(&known.value) {
                            known.value = value;
                            known.node = *property;
                        }
                    }
                }
            }
        }
        self.drafts.types[id.0].kind = DraftKind::Struct { fields, open };
        Type::Named(id)
    }

    fn union(
        &mut self,
        node: NodeId,
        keywords: &Keywords,
        types: &[JsonType],
        way: &[String],
    ) -> Type {
        let mut variants = Vec::new();
        for json_type in types {
            let (ident, value) = match json_type {
                JsonType::String => ("String", Type::String),
                // Beside numbers, integers of their own keep those that no float tells apart.
                JsonType::Integer if types.contains(&JsonType::Number) => ("Integer", Type::Signed),
                JsonType::Integer => ("Integer", integer(keywords)),
                JsonType::Number => ("Number", Type::Number),
                JsonType::Boolean => ("Boolean", Type::Bool),
                JsonType::Null | JsonType::Object | JsonType::Array => return Type::Any,
            };
            variants.push(super::UnionVariant { ident, value });
        }
        Type::Named(self.draft(node, way, None, DraftKind::Union(variants)))
    }

    fn draft(
        &mut self,
        node: NodeId,
        way: &[String],
        key: Option<String>,
        kind: DraftKind,
    ) -> TypeId {
        let id = TypeId(self.drafts.types.len());
        self.drafts.of_node.insert(node, id);
        self.drafts.types.push(Draft {
            node,
            title: self.set.node(node).title.clone(),
            way: way.to_vec(),
            key,
            kind,
            name: String::new(),
            renamed_from: None,
        });
        id
    }
}

/// How much a type tells.
fn rank(value: &Type) -> u8 {
    match value {
        Type::Any => 0,
        Type::AnyObject => 1,
        Type::Map(_) | Type::List(_) => 2,
        Type::Nullable(inner) => rank(inner),
        Type::Number | Type::String => 3,
        Type::Signed => 4,
        Type::Null | Type::Bool | Type::Unsigned | Type::Runtime(_) => 5,
        Type::Named(_) => 6,
    }
}

fn nullable(inner: Type) -> Type {
    match inner {
        Type::Any | Type::Null | Type::Nullable(_) => inner,
        other => Type::Nullable(Box::new(other)),
    }
}

/// u64 where a bound excludes negative numbers, else i64.
fn integer(keywords: &Keywords) -> Type {
    let at_least = |bound: &Option<serde_json::Number>, least: f64| {
        bound
            .as_ref()
            .and_then(serde_json::Number::as_f64)
            .is_some_and(|bound| bound >= least)
    };
    if at_least(&keywords.minimum, 0.0) || at_least(&keywords.exclusive_minimum, -1.0) {
        Type::Unsigned
    } else {
        Type::Signed
    }
}

fn is_of(value: &Json, json_type: JsonType) -> bool {
    match json_type {
        JsonType::Null => matches!(value, Json::Null),
        JsonType::Boolean => matches!(value, Json::Bool(_)),
        JsonType::Object => matches!(value, Json::Object(_)),
        JsonType::Array => matches!(value, Json::Array(_)),
        JsonType::String => matches!(value, Json::String(_)),
        JsonType::Number => matches!(value, Json::Number(_)),
        JsonType::Integer => match value {
            Json::Number(number) => {
                number.is_u64()
                    || number.is_i64()
                    || number.as_f64().is_some_and(|value| value.fract() == 0.0)
            }
            _ => false,
        },
    }
}
