//! Upgrades: from a payload of a contract to the same payload of the next one.
//!
//! `From` where the new schema accepts everything that the old one accepts and the Rust types follow
//! member by member; it cannot fail, not even for values that break their own contract. `TryFrom`
//! everywhere else: the runtime checks the old value's JSON against the new contract, so here is
//! nothing to generate but which type becomes which.

mod convert;
mod emit;

use std::collections::BTreeMap;

use crate::diff::{Side, narrowings};
use crate::emit::File;
use crate::json::Json;
use crate::load::Source;
use crate::model::{Struct, Type, TypeId, TypeKind};
use crate::problem::{Location, Problems};
use crate::schema::NodeId;
use convert::Conversions;

/// The conversions between each contract and the next one, as the files of a module; `sources` are
/// the contracts, oldest first.
///
/// # Errors
/// Every problem of the contracts' files.
pub fn upgrades(sources: &[&Source]) -> Result<Vec<File>, Problems> {
    crate::with_deep_stack("upgrades", || files(sources))
}

fn files(sources: &[&Source]) -> Result<Vec<File>, Problems> {
    let mut sides = Vec::new();
    let mut problems: Option<Problems> = None;
    for source in sources {
        match Side::new(source) {
            Ok(side) => sides.push(side.with_plain_names()),
            Err(found) => match &mut problems {
                Some(problems) => problems.extend(found),
                None => problems = Some(found),
            },
        }
    }
    if let Some(problems) = problems {
        return Err(problems);
    }
    let neighbours: Vec<Neighbours<'_>> = sides
        .windows(2)
        .filter_map(|pair| match pair {
            [from, to] => Some(Neighbours::new(from, to)),
            _ => None,
        })
        .collect();
    emit::files(&neighbours).map_err(|message| {
        let mut problems = Problems::new("upgrades");
        problems.add(&Location::root("mod.rs"), message);
        problems
    })
}

/// A contract and the next one.
struct Neighbours<'a> {
    from: &'a Side,
    to: &'a Side,
    /// The payloads that both have, in the old contract's order.
    upgrades: Vec<Upgrade>,
    /// Types of payloads that only the old contract has, and only the new one.
    left_out: (Vec<String>, Vec<String>),
    conversions: Conversions<'a>,
}

/// A payload that two contracts have.
struct Upgrade {
    /// The schema file in the new contract.
    file: String,
    from: TypeId,
    to: TypeId,
    /// Members that the new contract requires and for which there is but one text.
    constants: Vec<(String, String)>,
    manner: Manner,
}

/// How a payload is upgraded.
enum Manner {
    /// By `From`.
    Total,
    /// By `TryFrom`: the new schema refuses what the old one accepts, in these points.
    Narrowed(Vec<String>),
    /// By `TryFrom`: nothing is refused, but a Rust type does not follow from the old one.
    Retyped(String),
}

impl<'a> Neighbours<'a> {
    fn new(from: &'a Side, to: &'a Side) -> Neighbours<'a> {
        let mut neighbours = Neighbours {
            from,
            to,
            upgrades: Vec::new(),
            left_out: (Vec::new(), Vec::new()),
            conversions: Conversions::new(from, to),
        };
        let mut without_old: BTreeMap<&str, TypeId> = roots(to).collect();
        for (file, id) in roots(from) {
            match successor(from, to, file).and_then(|file| without_old.remove_entry(file)) {
                Some((file, successor)) => neighbours.add(file, id, successor),
                None => neighbours.left_out.0.push(name(from, id)),
            }
        }
        let added = without_old.into_values();
        neighbours.left_out.1 = added.map(|id| name(to, id)).collect();
        neighbours
    }

    fn add(&mut self, file: &str, from: TypeId, to: TypeId) {
        let constants = constants(self.to, to);
        let (node, successor) = (node(self.from, from), node(self.to, to));
        let mut reasons = narrowings(self.from, self.to, node, successor);
        // What is filled in is not missed.
        reasons.retain(|(place, _)| {
            let filled = |(member, _): &(String, String)| {
                let member = Location::root(file).child("properties").child(member);
                *place == member
            };
            !constants.iter().any(filled)
        });
        let manner = if reasons.is_empty() {
            match self.conversions.add(from, to) {
                Ok(()) => Manner::Total,
                Err(reason) => Manner::Retyped(reason),
            }
        } else {
            let mut texts: Vec<String> = Vec::new();
            for (_, reason) in reasons {
                if !texts.contains(&reason) {
                    texts.push(reason);
                }
            }
            Manner::Narrowed(texts)
        };
        self.upgrades.push(Upgrade {
            file: file.to_owned(),
            from,
            to,
            constants,
            manner,
        });
    }
}

fn roots(side: &Side) -> impl Iterator<Item = (&str, TypeId)> {
    let roots = side.model.roots.iter();
    roots.map(|(file, id)| (file.as_str(), *id))
}

fn name(side: &Side, id: TypeId) -> String {
    side.model.type_def(id).name.clone()
}

fn node(side: &Side, id: TypeId) -> NodeId {
    side.model.type_def(id).node
}

/// The schema file of the same payload in the new contract: that of the same name, or of the same
/// role.
fn successor<'a>(from: &Side, to: &'a Side, file: &str) -> Option<&'a str> {
    let mut same = roots(to).map(|(name, _)| name);
    same.find(|name| *name == file).or_else(|| {
        let payload = from.payloads.iter().find(|it| it.file == file)?;
        let successor = to.payloads.iter().find(|it| it.role == payload.role)?;
        Some(successor.file.as_str())
    })
}

/// The members that an object must have and for which there is but one text.
fn constants(side: &Side, id: TypeId) -> Vec<(String, String)> {
    let Some(structure) = structure(side, id) else {
        return Vec::new();
    };
    let required = structure.fields.iter().filter(|field| field.required);
    required
        .filter_map(|field| {
            let text = marker(side, &field.value)?;
            Some((field.member.clone(), text.to_owned()))
        })
        .collect()
}

fn structure(side: &Side, id: TypeId) -> Option<&Struct> {
    match &side.model.type_def(id).kind {
        TypeKind::Struct(structure) => Some(structure),
        _ => None,
    }
}

/// The one text of a type.
fn marker<'a>(side: &'a Side, value: &Type) -> Option<&'a str> {
    let Type::Named(id) = value else { return None };
    match &side.model.type_def(*id).kind {
        TypeKind::Marker(text) => Some(text),
        _ => None,
    }
}

/// A contract's name.
fn contract(side: &Side) -> &str {
    &side.contract.manifest.contract
}

/// The name of a contract's module.
fn module(side: &Side) -> String {
    side.contract.manifest.module()
}

/// The fingerprint of a contract's schemas.
fn fingerprint(side: &Side) -> String {
    let documents: &BTreeMap<String, Json> = &side.contract.documents;
    crate::fingerprint::contract(documents)
}
