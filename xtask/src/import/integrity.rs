//! The published hashes: which files are what was published, and which cannot be told.

use std::collections::{BTreeMap, BTreeSet};

use aap_codegen::fingerprint;
use aap_codegen::json::Json;

use super::tree::Tree;
use crate::lock::Lock;

/// The published hashes by path; none for a file whose hash is not readable.
type Hashes = BTreeMap<String, Option<String>>;

/// What is wrong with a file, by one list of hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Missing,
    Unpublished,
    OtherHash,
}

/// By file and fault, what each list that finds it says: its name, and the hash that it has.
#[derive(Default)]
struct Faults(BTreeMap<(String, Fault), Vec<(String, String)>>);

impl Faults {
    fn add(&mut self, file: &str, fault: Fault, list: &str, expected: &str) {
        let lists = self.0.entry((file.to_owned(), fault)).or_default();
        lists.push((list.to_owned(), expected.to_owned()));
    }

    /// One line for each file and fault, however many lists find it.
    fn told(self, tree: &Tree) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|((file, fault), lists)| {
            let names: Vec<&str> = lists.iter().map(|(name, _)| name.as_str()).collect();
            match fault {
                Fault::Missing => {
                    let names = names.join(", ");
                    format!("{file}: is missing, but was published ({names})")
                }
                Fault::Unpublished => match names.as_slice() {
                    [name] => format!("{file}: was not published: {name} does not list it"),
                    _ => {
                        let names = names.join(" nor ");
                        format!("{file}: was not published: neither {names} lists it")
                    }
                },
                Fault::OtherHash => {
                    let found = tree.files.get(&file).map(|it| fingerprint::sha256(it));
                    let mut by_hash: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
                    for (name, expected) in &lists {
                        by_hash.entry(expected).or_default().push(name);
                    }
                    let expected: Vec<String> = by_hash
                        .into_iter()
                        .map(|(hash, names)| format!("with {hash} ({})", names.join(", ")))
                        .collect();
                    format!(
                        "{file}: has the SHA-256 {}, but was published {}",
                        found.unwrap_or_default(),
                        expected.join(" and ")
                    )
                }
            }
        })
    }
}

/// What the hashes say.
#[derive(Debug, Default)]
pub struct Checked {
    /// The files whose hash is right.
    pub right: BTreeSet<String>,
    /// What could not be checked, in sentences.
    pub unchecked: Vec<String>,
}

/// Compares the tree with `integrity.json` and, for a contract that this repository has released,
/// with its lock.
pub fn check(
    tree: &Tree,
    version: &str,
    lock: Option<&(String, Lock)>,
    problems: &mut Vec<String>,
) -> Checked {
    let (mut checked, mut faults) = (Checked::default(), Faults::default());
    let path = tree.integrity();
    match tree.files.get(&path) {
        Some(bytes) => {
            let mut found = Vec::new();
            if let Some(hashes) = parse(tree, version, bytes, &mut found) {
                compare(tree, &hashes, &path, &mut checked, &mut faults);
            }
            problems.extend(found.into_iter().map(|it| format!("{path}: {it}")));
        }
        None => checked.unchecked.push(match lock {
            Some((name, _)) => format!("there is no {path}; schemas are compared with {name}"),
            None => format!("there is no {path}, so that no published hash is known"),
        }),
    }
    if let Some((name, lock)) = lock {
        compare_lock(tree, name, lock, &mut checked, &mut faults);
    }
    problems.extend(faults.told(tree));
    let mut rest: BTreeMap<&str, usize> = BTreeMap::new();
    for file in tree.files.keys() {
        if *file != path && !checked.right.contains(file) {
            let folder = file.split('/').nth(2).unwrap_or(file);
            *rest.entry(folder).or_default() += 1;
        }
    }
    if problems.is_empty() && !rest.is_empty() {
        let rest: Vec<String> = rest
            .iter()
            .map(|(folder, count)| match folder.contains('.') {
                true => (*folder).to_owned(),
                false => format!("{count} in {folder}"),
            })
            .collect();
        checked.unchecked.push(format!(
            "these files are taken as they are, their SHA-256 unchecked: {}",
            rest.join(", ")
        ));
    }
    checked
}

/// The hashes by path; none where they cannot be read.
fn parse(tree: &Tree, version: &str, bytes: &[u8], problems: &mut Vec<String>) -> Option<Hashes> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            problems.push(format!("is no UTF-8: {error}"));
            return None;
        }
    };
    let json = match Json::parse(text) {
        Ok(json) => json,
        Err(error) => {
            problems.push(format!("is not usable JSON: {error}"));
            return None;
        }
    };
    let schema_version = json.get("schemaVersion").map(ToString::to_string);
    if schema_version.as_deref() != Some("1") {
        problems.push(format!(
            "expected \"schemaVersion\" 1, the only one known, found {}",
            schema_version.as_deref().unwrap_or("none")
        ));
    }
    for (member, expected) in [("contract", tree.folder.as_str()), ("version", version)] {
        let found = json.get(member).and_then(Json::as_str);
        if found != Some(expected) && !expected.is_empty() {
            problems.push(format!("expected {member:?} {expected:?}, found {found:?}"));
        }
    }
    let Some(files) = json.get("files").and_then(Json::as_object) else {
        problems.push("expected an object \"files\"".to_owned());
        return None;
    };
    let mut hashes = BTreeMap::new();
    for (file, hash) in files {
        let text = hash.as_str().map(str::to_ascii_lowercase);
        if !text.as_deref().is_some_and(is_sha256) {
            problems.push(format!("{file}: expected a SHA-256, found {hash}"));
        }
        hashes.insert(file.clone(), text.filter(|text| is_sha256(text)));
    }
    Some(hashes)
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn compare(tree: &Tree, hashes: &Hashes, path: &str, checked: &mut Checked, faults: &mut Faults) {
    let mut absent = 0;
    for (file, expected) in hashes {
        match (tree.files.get(file), expected) {
            (Some(bytes), Some(expected)) => {
                if fingerprint::sha256(bytes) == *expected {
                    checked.right.insert(file.clone());
                } else {
                    faults.add(file, Fault::OtherHash, path, expected);
                }
            }
            (Some(_), None) => {}
            (None, _) if file.starts_with(&tree.examples()) => absent += 1,
            (None, _) => faults.add(file, Fault::Missing, path, ""),
        }
    }
    if absent > 0 {
        checked.unchecked.push(format!(
            "{absent} published examples are not in this tree, so that they can neither be checked \
             nor imported"
        ));
    }
    for file in tree.files.keys() {
        if file != path && !hashes.contains_key(file) {
            faults.add(file, Fault::Unpublished, path, "");
        }
    }
}

fn compare_lock(tree: &Tree, name: &str, lock: &Lock, checked: &mut Checked, faults: &mut Faults) {
    let folder = tree.schemas();
    for (file, hashes) in &lock.files {
        let Some(expected) = &hashes.published_sha256 else {
            continue;
        };
        let path = format!("{folder}{file}");
        match tree.files.get(&path) {
            None => faults.add(&path, Fault::Missing, name, ""),
            Some(bytes) if fingerprint::sha256(bytes) == *expected => {
                checked.right.insert(path);
            }
            Some(_) => faults.add(&path, Fault::OtherHash, name, expected),
        }
    }
    for (file, _) in tree.below(&folder) {
        let known = lock.files.get(file);
        if known.is_none_or(|hashes| hashes.published_sha256.is_none()) {
            faults.add(&format!("{folder}{file}"), Fault::Unpublished, name, "");
        }
    }
}
