//! Names: of types from titles and member names, of fields and variants from what JSON calls them.
//!
//! Every choice depends on the schemas alone, never on the order in which anything was found.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heck::{ToPascalCase, ToSnakeCase};

use super::drafts::{Draft, DraftKind, Drafts};
use super::{Type, TypeId};
use crate::problem::Problems;
use crate::schema::SchemaSet;

#[cfg(test)]
mod tests;

/// Names that a generated file uses for something else.
const RESERVED: &[&str] = &[
    "Box",
    "BTreeMap",
    "Clone",
    "Contract",
    "Date",
    "Debug",
    "Default",
    "Deserialize",
    "Email",
    "Err",
    "From",
    "Holds",
    "Into",
    "Literal",
    "Map",
    "Members",
    "None",
    "Number",
    "Ok",
    "Option",
    "Payload",
    "PayloadInfo",
    "Properties",
    "Request",
    "Response",
    "Result",
    "Rule",
    "Schema",
    "Self",
    "Serialize",
    "Serializer",
    "Skill",
    "SkillInfo",
    "Skills",
    "Some",
    "Status",
    "String",
    "Timestamp",
    "Types",
    "Uri",
    "Value",
    "Vec",
];

/// Longer names are cut: some tools make a file of each.
const LONGEST: usize = 100;

/// Titles the type of the error payload's codes, where its schema does not: programs that are for
/// any contract ask for it by this name.
pub(super) fn title_error_codes(
    drafts: &mut Drafts,
    set: &SchemaSet,
    file: &str,
    problems: &mut Problems,
) {
    const TITLE: &str = "ErrorCode";
    let Some(codes) = member_type(drafts, file, "code") else {
        return;
    };
    let key = &drafts.types[codes.0].key;
    let called = |draft: &Draft| {
        let title = draft.title.as_deref();
        title.is_some_and(|title| pascal(title).eq_ignore_ascii_case(TITLE))
    };
    // The same strings under the same title are the same type.
    let is_same =
        |draft: &Draft| draft.title.as_deref() == Some(TITLE) && key.is_some() && draft.key == *key;
    let place = &set.node(drafts.types[codes.0].node).location;
    for other in drafts.types.iter().filter(|it| called(it) && !is_same(it)) {
        let title = other.title.as_deref().unwrap_or_default();
        let message = format!(
            "the title {title:?} is what the codes at {place} are called, which have no title: \
             give one of them another title"
        );
        let location = set.node(other.node).location.child("title");
        problems.add(&location, message);
    }
    drafts.types[codes.0].title = Some(TITLE.to_owned());
}

/// The type of a member of a whole-file schema, where it has no title.
fn member_type(drafts: &Drafts, file: &str, member: &str) -> Option<TypeId> {
    let (_, root) = drafts.roots.iter().find(|(root, _)| root == file)?;
    let DraftKind::Struct { fields, .. } = &drafts.types[root.0].kind else {
        return None;
    };
    let field = fields.iter().find(|field| field.member == member)?;
    match field.value {
        Type::Named(id) if drafts.types[id.0].title.is_none() => Some(id),
        _ => None,
    }
}

/// Merges the string types that are one and the same, then names every type.
pub(super) fn name(drafts: &mut Drafts) {
    merge(drafts);
    let mut levels: Vec<usize> = vec![0; drafts.types.len()];
    let choices: Vec<Vec<String>> = drafts.types.iter().map(choices).collect();
    loop {
        let names: Vec<String> = choices
            .iter()
            .zip(&levels)
            .map(|(choices, level)| candidate(choices, *level))
            .collect();
        let mut users: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, name) in names.iter().enumerate() {
            users.entry(name).or_default().push(index);
        }
        let mut settled = true;
        for (name, users) in users {
            let reserved = RESERVED.contains(&name);
            if users.len() == 1 && !reserved {
                continue;
            }
            settled = false;
            // Titles keep their names; what only derives its name gives way, all alike.
            let derived: Vec<usize> = users
                .iter()
                .copied()
                .filter(|user| drafts.types[*user].title.is_none())
                .collect();
            let (titled_too, choosing) = (
                derived.len() < users.len(),
                derived
                    .iter()
                    .any(|user| levels[*user] + 1 < choices[*user].len()),
            );
            let giving_way = match (reserved, derived.is_empty()) {
                (true, _) => users,
                (false, false) if titled_too || choosing => derived,
                // Nothing tells them apart any more but a number.
                _ => users[1..].to_vec(),
            };
            for (count, user) in giving_way.into_iter().enumerate() {
                let numbered = levels[user] + 1 >= choices[user].len();
                levels[user] += if numbered { 1 + count } else { 1 };
            }
        }
        if settled {
            for ((draft, choices), name) in drafts.types.iter_mut().zip(&choices).zip(names) {
                let wanted = draft.title.clone().unwrap_or_else(|| candidate(choices, 0));
                draft.renamed_from = (wanted != name).then_some(wanted);
                draft.name = name;
            }
            return;
        }
    }
}

/// The names that a type may have, the best first; after the last come numbers.
fn choices(draft: &Draft) -> Vec<String> {
    let joined = pascal(&draft.way.join(" "));
    match (&draft.title, &draft.kind) {
        (Some(title), _) => vec![pascal(title), format!("{}Type", pascal(title))],
        (None, DraftKind::Marker(_)) => vec![joined],
        (None, _) => {
            let last = draft
                .way
                .last()
                .map(|last| pascal(last))
                .unwrap_or_default();
            vec![last, joined]
        }
    }
}

/// The name of a type after it gave way `level` times.
fn candidate(choices: &[String], level: usize) -> String {
    let last = choices.last().map(String::as_str).unwrap_or_default();
    choices
        .get(level)
        .cloned()
        .unwrap_or_else(|| format!("{last}{}", level + 2 - choices.len()))
}

/// Keeps one of the string types with the same name and the same constraints.
fn merge(drafts: &mut Drafts) {
    let mut first: HashMap<(String, String), TypeId> = HashMap::new();
    let mut kept: Vec<Draft> = Vec::new();
    let mut moved: Vec<TypeId> = Vec::new();
    for draft in std::mem::take(&mut drafts.types) {
        let id = TypeId(kept.len());
        let label = draft
            .title
            .clone()
            .or_else(|| draft.way.last().cloned())
            .unwrap_or_default();
        let same = draft.key.clone().map(|key| (label, key));
        match same.as_ref().and_then(|same| first.get(same)) {
            Some(known) => moved.push(*known),
            None => {
                if let Some(same) = same {
                    first.insert(same, id);
                }
                moved.push(id);
                kept.push(draft);
            }
        }
    }
    for draft in &mut kept {
        match &mut draft.kind {
            DraftKind::Struct { fields, .. } => {
                fields
                    .iter_mut()
                    .for_each(|field| follow(&mut field.value, &moved));
            }
            DraftKind::Wrapper(inner) => follow(inner, &moved),
            DraftKind::Union(_) | DraftKind::Enum(_) | DraftKind::Text | DraftKind::Marker(_) => {}
        }
    }
    drafts.types = kept;
    drafts.of_node.values_mut().for_each(|id| *id = moved[id.0]);
    drafts
        .roots
        .iter_mut()
        .for_each(|(_, id)| *id = moved[id.0]);
}

fn follow(value: &mut Type, moved: &[TypeId]) {
    match value {
        Type::Named(id) => *id = moved[id.0],
        Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) => follow(inner, moved),
        _ => {}
    }
}

/// A type or variant name.
pub(super) fn pascal(text: &str) -> String {
    let once = cut(begin_with_letter(ascii(text).to_pascal_case(), "X"));
    // `a b` is `AB`, which typify would spell `Ab`: it has the last word.
    once.to_pascal_case()
}

/// A field name, not yet kept apart from keywords.
pub(super) fn snake(text: &str) -> String {
    let once = cut(begin_with_letter(ascii(text).to_snake_case(), "x"));
    once.to_snake_case()
}

/// A name as typify spells it: keywords get an underscore.
pub(super) fn settled(name: String) -> String {
    if typify_impl::accept_as_ident(&name) {
        name
    } else {
        format!("{name}_")
    }
}

fn cut(mut name: String) -> String {
    name.truncate(LONGEST);
    name
}

/// Identifiers are kept to ASCII: what else a name has is spelled out.
fn ascii(text: &str) -> String {
    let mut spelled = String::new();
    for character in text.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' => spelled.push(character),
            '_' | '-' | ' ' | '.' | '/' | '~' => spelled.push('_'),
            '@' => spelled.push_str("_at_"),
            '$' => spelled.push_str("_dollar_"),
            '+' => spelled.push_str("_plus_"),
            '#' => spelled.push_str("_hash_"),
            other => spelled.push_str(&format!("_u{:x}_", u32::from(other))),
        }
    }
    spelled
}

fn begin_with_letter(name: String, prefix: &str) -> String {
    match name.chars().next() {
        None => prefix.to_owned(),
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("{prefix}{name}"),
    }
}

/// Distinct field names for the members of an object; the last is for the other members.
pub(super) fn fields(members: &[&str]) -> (Vec<String>, String) {
    let mut used = Used::default();
    let names = members
        .iter()
        .map(|member| distinct(snake(member), "_", &mut used))
        .collect();
    (names, distinct("extra".to_owned(), "_", &mut used))
}

/// Distinct variant names for the strings of an enum.
pub(super) fn variants(texts: &[String]) -> Vec<String> {
    let mut used = Used::default();
    let name = |text: &String| {
        if text.is_empty() {
            "Empty".to_owned()
        } else {
            pascal(text)
        }
    };
    texts
        .iter()
        .map(|text| distinct(name(text), "", &mut used))
        .collect()
}

/// The names given out so far, and for each how often it was wanted.
#[derive(Default)]
struct Used {
    names: BTreeSet<String>,
    wanted: HashMap<String, usize>,
}

fn distinct(name: String, separator: &str, used: &mut Used) -> String {
    let mut chosen = name.clone();
    while !used.names.insert(chosen.clone()) {
        let number = used.wanted.entry(name.clone()).or_insert(1);
        *number += 1;
        chosen = format!("{name}{separator}{number}");
    }
    chosen
}
