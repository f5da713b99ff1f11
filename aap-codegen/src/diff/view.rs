//! What several schemas that apply to one instance demand together.
//!
//! `$ref` and `allOf` are followed here, so that it does not matter where a constraint stands: a
//! definition that moved, or was written out, means the same.

use std::collections::BTreeSet;

use super::side::Side;
use crate::json::Json;
use crate::problem::Location;
use crate::schema::{JsonType, Keywords, Kind, NodeId};

/// One schema's own keywords: those besides `$ref` and `allOf`.
#[derive(Clone, Copy)]
pub(super) struct Atom<'a> {
    pub(super) node: NodeId,
    pub(super) keywords: &'a Keywords,
}

/// Schemas that apply to one instance.
pub(super) struct View<'a> {
    pub(super) side: &'a Side,
    /// Each schema with keywords of its own.
    pub(super) atoms: Vec<Atom<'a>>,
    /// A schema that is `false`.
    pub(super) forbidden: Option<NodeId>,
    /// Where to point when nothing more exact is known.
    pub(super) home: Location,
}

/// The types of JSON, as a set; a number may have a fraction, an integer has none.
pub(super) type Types = BTreeSet<JsonType>;

impl<'a> View<'a> {
    pub(super) fn new(side: &'a Side, nodes: &[NodeId], home: Location) -> View<'a> {
        let mut view = View {
            side,
            atoms: Vec::new(),
            forbidden: None,
            home,
        };
        for node in nodes {
            view.add(*node);
        }
        // What a schema refers to says more about the place than the reference.
        let first = view.atoms.first().map(|atom| &atom.node);
        if let Some(node) = first.or(nodes.first()) {
            view.home = side.location(*node).clone();
        }
        view
    }

    /// Where something would stand here that stands at a place of the other contract: in the schema
    /// at the same place, if that applies here too.
    pub(super) fn beside(&self, place: &Location) -> Location {
        let owners = self
            .atoms
            .iter()
            .map(|atom| self.side.location(atom.node))
            .filter(|owner| {
                let rest = place.pointer.strip_prefix(&owner.pointer);
                owner.file == place.file
                    && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
        let owner = owners.max_by_key(|owner| owner.pointer.len());
        owner.unwrap_or(&self.home).clone()
    }

    fn add(&mut self, node: NodeId) {
        if self.atoms.iter().any(|atom| atom.node == node) {
            return;
        }
        match &self.side.set.node(node).kind {
            Kind::Bool(true) => {}
            Kind::Bool(false) => self.forbidden = self.forbidden.or(Some(node)),
            Kind::Keywords(keywords) => {
                let conjuncts = Keywords {
                    reference: keywords.reference,
                    all_of: keywords.all_of.clone(),
                    ..Keywords::default()
                };
                if **keywords != conjuncts {
                    self.atoms.push(Atom { node, keywords });
                }
                for next in keywords.reference.iter().chain(&keywords.all_of) {
                    self.add(*next);
                }
            }
        }
    }

    /// The place of a keyword in the first schema that has it.
    pub(super) fn place(&self, keyword: &str, has: impl Fn(&Keywords) -> bool) -> Option<Location> {
        let atom = self.atoms.iter().find(|atom| has(atom.keywords))?;
        Some(self.side.location(atom.node).child(keyword))
    }

    /// The types that an instance may have.
    pub(super) fn types(&self) -> Types {
        let mut types: Types = JsonType::ALL.into_iter().map(|(it, _)| it).collect();
        if self.forbidden.is_some() {
            types.clear();
        }
        for atom in &self.atoms {
            if let Some(named) = &atom.keywords.types {
                types.retain(|it| {
                    named.contains(it)
                        || *it == JsonType::Integer && named.contains(&JsonType::Number)
                });
            }
        }
        types
    }

    /// The values that an instance may have, where they are listed, and where.
    pub(super) fn values(&self) -> Option<(Vec<Json>, Location)> {
        let mut found: Option<(Vec<Json>, Location)> = None;
        let types = self.types();
        for atom in &self.atoms {
            let constant = atom.keywords.constant.iter().map(std::slice::from_ref);
            let lists = [
                ("enum", atom.keywords.enumeration.as_deref()),
                ("const", constant.into_iter().next()),
            ];
            for (keyword, list) in lists {
                let Some(list) = list else { continue };
                let place = || self.side.location(atom.node).child(keyword);
                found = Some(match found {
                    None => {
                        let allowed = list.iter().filter(|value| types.contains(&type_of(value)));
                        (allowed.cloned().collect(), place())
                    }
                    Some((mut values, known)) => {
                        let before = values.len();
                        values.retain(|value| list.contains(value));
                        // The list that narrows most is the one to show.
                        let place = if values.len() < before {
                            place()
                        } else {
                            known
                        };
                        (values, place)
                    }
                });
            }
        }
        found
    }

    /// The names that `required` lists, and where.
    pub(super) fn required(&self) -> Vec<(String, Location)> {
        let mut found: Vec<(String, Location)> = Vec::new();
        for atom in &self.atoms {
            for name in &atom.keywords.required {
                if !found.iter().any(|(known, _)| known == name) {
                    let place = self.side.location(atom.node).child("required");
                    found.push((name.clone(), place));
                }
            }
        }
        found
    }

    /// The names of the declared members, in their order.
    pub(super) fn members(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for atom in &self.atoms {
            for (name, _) in &atom.keywords.properties {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        names
    }

    /// The schemas that declare a member.
    pub(super) fn declared(&self, name: &str) -> Vec<NodeId> {
        let own = |atom: &Atom<'_>| {
            let mut properties = atom.keywords.properties.iter();
            properties
                .find(|(member, _)| member == name)
                .map(|(_, node)| *node)
        };
        self.atoms.iter().filter_map(own).collect()
    }

    /// Every schema that applies to a member's value: those that declare it, those whose pattern
    /// its name matches, and those of members that are neither.
    pub(super) fn applying(&self, name: &str) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for atom in &self.atoms {
            let keywords = atom.keywords;
            let before = nodes.len();
            let declared = keywords.properties.iter();
            nodes.extend(
                declared
                    .filter(|(member, _)| member == name)
                    .map(|(_, node)| *node),
            );
            let patterns = keywords.pattern_properties.iter();
            nodes.extend(
                patterns
                    .filter(|(pattern, _)| pattern.is_match(name))
                    .map(|(_, node)| *node),
            );
            if nodes.len() == before {
                nodes.extend(keywords.additional_properties);
            }
        }
        nodes
    }

    /// Whether nothing else than alternatives is demanded, and which: (is `oneOf`, branches).
    pub(super) fn only_alternatives(&self) -> Option<(bool, &'a [NodeId])> {
        let [atom] = self.atoms.as_slice() else {
            return None;
        };
        let any = Keywords {
            any_of: atom.keywords.any_of.clone(),
            ..conjuncts(atom.keywords)
        };
        let one = Keywords {
            one_of: atom.keywords.one_of.clone(),
            ..conjuncts(atom.keywords)
        };
        if *atom.keywords == any {
            Some((false, &atom.keywords.any_of))
        } else if *atom.keywords == one {
            Some((true, &atom.keywords.one_of))
        } else {
            None
        }
    }
}

fn conjuncts(keywords: &Keywords) -> Keywords {
    Keywords {
        reference: keywords.reference,
        all_of: keywords.all_of.clone(),
        ..Keywords::default()
    }
}

/// The type of a value; a number without a fraction is an integer.
pub(super) fn type_of(value: &Json) -> JsonType {
    match value {
        Json::Null => JsonType::Null,
        Json::Bool(_) => JsonType::Boolean,
        Json::String(_) => JsonType::String,
        Json::Array(_) => JsonType::Array,
        Json::Object(_) => JsonType::Object,
        Json::Number(number) => {
            let whole = number.as_f64().is_some_and(|value| value.fract() == 0.0);
            if number.is_u64() || number.is_i64() || whole {
                JsonType::Integer
            } else {
                JsonType::Number
            }
        }
    }
}
