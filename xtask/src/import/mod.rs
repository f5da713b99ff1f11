//! `import`: from a checkout of the specification to a contract's folder, without a hand edit.
//!
//! Everything is read and checked first, by hash and by the generator; only a set without any
//! problem is written, all of it or nothing.

mod examples;
mod facts;
mod integrity;
mod manifest;
mod skills;
mod target;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use aap_codegen::diff::Bump;
use aap_codegen::json::Json;
use aap_codegen::{Source, diff, fingerprint};

use crate::contracts::{self, Folder};
use crate::lock::Lock;
use crate::report::{self, Ending, Outcome};
use crate::write::Difference;
use examples::Examples;
use facts::Facts;
use integrity::Checked;
use skills::Published;
use target::Target;
use tree::Tree;

/// Runs the command.
pub fn run(from: &Path, contract: &str, into: Option<&Path>) -> Ending {
    let home = contracts::root().join("aap-schemas/contracts");
    let tree = Tree::read(from, contract)?;
    let target = Target::new(into.unwrap_or(&home), &tree.contract)?;
    let known = known(&target, &home)?;
    // Schemas of our own words are only replaced where they no longer say the same.
    let ours = match into {
        None => target.schemas()?,
        Some(_) => BTreeMap::new(),
    };
    let import = match Import::new(&tree, &target, &known, &ours) {
        Ok(import) => import,
        Err(problems) => return Err(refusal(&tree, &problems)),
    };
    let written = target.write(&import.files)?;
    for line in import.told(&tree, &target, &written) {
        report::result(&line);
    }
    Ok(Outcome::Done)
}

fn refusal(tree: &Tree, problems: &[String]) -> String {
    let count = match problems.len() {
        1 => "one problem".to_owned(),
        count => format!("{count} problems"),
    };
    let mut lines = vec![format!(
        "{} cannot be imported from {}, {count}; nothing was written:",
        tree.contract,
        tree.root.display()
    )];
    lines.extend(problems.iter().map(|problem| format!("  {problem}")));
    lines.join("\n")
}

/// The contracts beside the new one, and those of this repository.
fn known(target: &Target, home: &Path) -> Result<Vec<Folder>, String> {
    let mut known = match target.contracts.is_dir() {
        true => contracts::read_in(&target.contracts)?,
        false => Vec::new(),
    };
    if home.is_dir() {
        for folder in contracts::read_in(home)? {
            if !known
                .iter()
                .any(|it| it.source.contract == folder.source.contract)
            {
                known.push(folder);
            }
        }
    }
    Ok(known)
}

/// A contract that can be written.
struct Import {
    published: Published,
    facts: Facts,
    checked: Checked,
    examples: Examples,
    /// Every file, relative to the contract's folder.
    files: BTreeMap<String, String>,
    /// How many schema files.
    schemas: usize,
    /// How many of them keep our words.
    kept: usize,
    /// The contract's fingerprint.
    fingerprint: String,
    /// What differs from the contract that the facts are carried from.
    difference: Option<String>,
}

impl Import {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// Every problem.
    fn new(
        tree: &Tree,
        target: &Target,
        known: &[Folder],
        ours: &BTreeMap<String, String>,
    ) -> Result<Import, Vec<String>> {
        let mut problems = Vec::new();
        let published = published(tree, &mut problems);
        // What follows from an unreadable skills.yaml is no problem of its own.
        let is_readable = problems.is_empty();
        let lock = frozen_lock(tree, known, &mut problems);
        let checked = integrity::check(tree, &published.version, lock.as_ref(), &mut problems);
        let schemas = schemas(tree, &mut problems);
        let documents: BTreeMap<String, Json> = schemas
            .iter()
            .filter_map(|(file, text)| Some((file.clone(), Json::parse(text).ok()?)))
            .collect();
        if is_readable {
            identifiers(tree, &published, &documents, &mut problems);
        }
        let skill_schemas: Vec<String> = published
            .skills
            .iter()
            .flat_map(|skill| [skill.request_schema.clone(), skill.response_schema.clone()])
            .collect();
        let facts = Facts::carry(&tree.contract, &documents, &skill_schemas, known);
        let manifest = match &target.manifest {
            Some(text) if !target.released => manifest::updated(text, &published, &facts),
            _ => manifest::new(&tree.contract, &published, &facts),
        };
        let manifest = manifest.unwrap_or_else(|error| {
            if is_readable {
                problems.push(format!("contract.toml: {error}"));
            }
            String::new()
        });
        let source = Source {
            contract: tree.contract.clone(),
            manifest,
            schemas,
            ..Source::default()
        };
        // The generator's own checks, and all that it does with them.
        if let Err(found) = aap_codegen::generate(&source) {
            let found = found.into_sorted();
            for problem in &found {
                let (location, message) = (&problem.location, &problem.message);
                match location.file.as_str() {
                    "contract.toml" if is_readable => problems.push(format!(
                        "{location}, made of skills.yaml and the contract before: {message}"
                    )),
                    "contract.toml" => {}
                    _ => problems.push(format!("{}{location}: {message}", tree.schemas())),
                }
            }
        }
        if !problems.is_empty() {
            return Err(distinct(problems));
        }
        let examples = examples::choose(tree, &source.schemas);
        let hashes = source
            .schemas
            .iter()
            .map(|(file, text)| (file.clone(), fingerprint::sha256(text.as_bytes())))
            .collect();
        let lock = Lock::of(&tree.contract, &documents, &hashes);
        let mut files = BTreeMap::from([
            ("contract.toml".to_owned(), source.manifest.clone()),
            ("upstream.lock".to_owned(), lock.to_text()),
        ]);
        let within = |folder: &str, texts: &BTreeMap<String, String>| -> Vec<(String, String)> {
            let texts = texts.iter();
            texts
                .map(|(name, text)| (format!("{folder}/{name}"), text.clone()))
                .collect()
        };
        files.extend(within("schemas", &source.schemas));
        let same = |(file, text): &(&String, &String)| {
            let ours = Json::parse(text)
                .ok()
                .map(|schema| fingerprint::document(&schema));
            ours.is_some() && ours == documents.get(*file).map(fingerprint::document)
        };
        let kept: BTreeMap<String, String> = ours
            .iter()
            .filter(same)
            .map(|(file, text)| (file.clone(), text.clone()))
            .collect();
        files.extend(within("schemas", &kept));
        files.extend(within("examples", &examples.files));
        Ok(Import {
            difference: against(&source, &facts, known),
            published,
            facts,
            checked,
            examples,
            files,
            schemas: source.schemas.len(),
            kept: kept.len(),
            fingerprint: lock.fingerprint,
        })
    }

    /// What was done, what could not be, and what to do next.
    fn told(&self, tree: &Tree, target: &Target, written: &Difference) -> Vec<String> {
        let contract = &tree.contract;
        let folder = target.folder.display();
        let mut lines = Vec::new();
        let (new, changed) = (written.missing.len(), written.stale.len());
        let removed = written.orphans.len();
        if written.is_empty() {
            lines.push(format!(
                "{contract}: {folder} has it already, byte for byte"
            ));
        } else {
            lines.push(format!(
                "{contract}: {} schemas and {} examples imported into {folder} \
                 ({new} files new, {changed} changed, {removed} removed)",
                self.schemas,
                self.examples.files.len()
            ));
        }
        if self.kept > 0 {
            lines.push(format!(
                "{} schemas demand what ours do, so ours stay as they are worded",
                self.kept
            ));
        }
        lines.push(format!("fingerprint {}", self.fingerprint));
        let right = self.checked.right.len();
        lines.push(format!("SHA-256 as published: {right} files"));
        lines.extend(
            self.checked
                .unchecked
                .iter()
                .map(|line| format!("unchecked: {line}")),
        );
        lines.extend(
            self.examples
                .skipped
                .iter()
                .map(|line| format!("not imported: {line}")),
        );
        for (role, file) in self.facts.from.iter().flat_map(|from| &from.0.payloads) {
            if !self.facts.payloads.contains_key(role) {
                lines.push(format!(
                    "not published: {file}, which others have for {role}"
                ));
            }
        }
        if !self.published.ignored.is_empty() {
            let ignored: Vec<&str> = self.published.ignored.iter().map(String::as_str).collect();
            lines.push(format!(
                "not carried over from {}: {}",
                tree.skills(),
                ignored.join(", ")
            ));
        }
        lines.extend(self.difference.clone());
        lines.push("next:".to_owned());
        let mut step = |text: String| lines.push(format!("  {text}"));
        let marked = self.files.get("contract.toml").is_some_and(|text| {
            text.lines()
                .any(|line| line.ends_with(contracts::TO_CONFIRM))
        });
        if marked {
            step(format!(
                "confirm the lines of {folder}/contract.toml that end with \": confirm\""
            ));
        }
        if target.contracts == contracts::root().join("aap-schemas/contracts") {
            step("cargo xtask generate".to_owned());
            if let Some((from, _)) = &self.facts.from {
                step(format!("cargo xtask diff {} {contract}", from.contract));
            }
            step("cargo test".to_owned());
        } else {
            step(format!("cargo xtask diff <contract> {folder}"));
        }
        lines
    }
}

fn distinct(problems: Vec<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut problems = problems;
    problems.retain(|problem| known.insert(problem.clone()));
    problems
}

fn published(tree: &Tree, problems: &mut Vec<String>) -> Published {
    let file = tree.skills();
    let Some(bytes) = tree.files.get(&file) else {
        problems.push(format!("{file}: is missing"));
        return Published::default();
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => skills::parse(&file, text, problems),
        Err(error) => {
            problems.push(format!("{file}: is no UTF-8: {error}"));
            Published::default()
        }
    }
}

fn schemas(tree: &Tree, problems: &mut Vec<String>) -> BTreeMap<String, String> {
    let folder = tree.schemas();
    let mut schemas = BTreeMap::new();
    for (file, bytes) in tree.below(&folder) {
        match std::str::from_utf8(bytes) {
            _ if !file.ends_with(".json") => {
                problems.push(format!("{folder}{file}: expected .json files alone"));
            }
            Ok(text) => drop(schemas.insert(file.to_owned(), text.to_owned())),
            Err(error) => problems.push(format!("{folder}{file}: is no UTF-8: {error}")),
        }
    }
    schemas
}

/// The lock of a contract that this repository has released already, with its name.
fn frozen_lock(
    tree: &Tree,
    known: &[Folder],
    problems: &mut Vec<String>,
) -> Option<(String, Lock)> {
    let folder = known
        .iter()
        .find(|it| it.source.contract == tree.contract)?;
    let released = manifest::is_released(&folder.source.manifest) == Some(true);
    if !released || !folder.path.join("upstream.lock").is_file() {
        return None;
    }
    match Lock::read(&folder.path) {
        Ok(lock) => Some((format!("upstream.lock of {}", tree.contract), lock)),
        Err(error) => {
            let path = folder.path.join("upstream.lock");
            problems.push(format!("{}: {error}", path.display()));
            None
        }
    }
}

/// The identifiers must be those of the contract that was asked for.
fn identifiers(
    tree: &Tree,
    published: &Published,
    documents: &BTreeMap<String, Json>,
    problems: &mut Vec<String>,
) {
    let (file, folder) = (tree.skills(), &tree.folder);
    let base = &published.schema_base_url;
    if !base.is_empty() && !base.ends_with(&format!("/{folder}/schemas/")) {
        problems.push(format!(
            "{file}: schema_base_url: expected it to end with /{folder}/schemas/, found {base:?}"
        ));
    }
    let uri = &published.extension_uri;
    if !uri.is_empty() && !uri.ends_with(&format!("/{folder}")) {
        problems.push(format!(
            "{file}: extension_uri: expected it to end with /{folder}, found {uri:?}"
        ));
    }
    let version = manifest::full_version(&published.version);
    let number = folder.strip_prefix('v').map(|number| format!("{number}."));
    if let Some(number) = number
        && !version.is_empty()
        && !version.starts_with(&number)
    {
        problems.push(format!(
            "{file}: version: expected one of {folder}, found {:?}",
            published.version
        ));
    }
    for (name, document) in documents {
        let expected = format!("{base}{name}");
        let id = document.get("$id").and_then(Json::as_str);
        if !base.is_empty() && id != Some(&expected) {
            problems.push(format!(
                "{}{name}#/$id: expected {expected:?}, found {id:?}",
                tree.schemas()
            ));
        }
    }
}

/// What differs from the contract that the facts are carried from, in a line.
fn against(source: &Source, facts: &Facts, known: &[Folder]) -> Option<String> {
    let (from, _) = facts.from.as_ref()?;
    let folder = known
        .iter()
        .find(|it| it.source.contract == from.contract)?;
    let summary = diff::diff(&folder.source, source).ok()?.summary();
    let asked = match summary.asked {
        Bump::None => "no new version".to_owned(),
        bump => format!("a {bump} version"),
    };
    Some(format!(
        "against {}: {}, {} additive and {} breaking; the policy asks for {asked}",
        from.contract,
        counted(summary.changes, "difference"),
        summary.additive,
        summary.breaking
    ))
}

/// A number of things: `1 difference`, `2 differences`.
fn counted(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}
