//! Generated instances confirm whom a difference breaks: an instance that the old contract accepts
//! and the new one refuses exists exactly where the comparison says that the sender breaks, and the
//! other way round for the receiver.
//!
//! `AAP_CASES` raises the number of instances that each side generates for a payload.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aap_codegen::Source;
use aap_codegen::diff::{Class, Diff, Impact, Rule, diff};
use aap_codegen::manifest::Manifest;
use aap_tests::instances::Instances;
use aap_tests::oracle::{Oracle, Violation};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() {
    let arguments = Arguments::from_args();
    let trials = neighbours().into_iter().chain(rules()).chain([moved()]);
    let trials = trials.collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Each contract and the next one, in the registry's order.
fn neighbours() -> Vec<Trial> {
    let contracts: Vec<_> = aap_schemas::contracts().iter().map(|it| it.name).collect();
    let folder = |name: &str| root().join("aap-schemas/contracts").join(name);
    let pairs = contracts.windows(2);
    pairs
        .map(|pair| {
            let name = format!("{} {}", pair[0], pair[1]);
            let (a, b) = (folder(pair[0]), folder(pair[1]));
            Trial::test(name, move || {
                let (a, b) = (Source::read(&a).unwrap(), Source::read(&b).unwrap());
                confirm(&a, &b, 4_000)
            })
        })
        .collect()
}

/// The pair of folders of each rule that is about schemas.
fn rules() -> Vec<Trial> {
    let fixtures = root().join("aap-codegen/tests/fixtures/diff");
    let trial = |rule: &Rule| {
        let (base, pair) = (fixtures.join("base"), fixtures.join(rule.id()));
        Trial::test(rule.id(), move || {
            let (a, b) = (pair.join("a"), pair.join("b"));
            confirm(&over(&base, &a), &over(&base, &b), 1_000)
        })
    };
    Rule::ALL.iter().map(trial).collect()
}

/// A payload is the same under another name: what it is for tells.
fn moved() -> Trial {
    Trial::test("a tightened payload in a file of another name", || {
        let fixtures = root().join("aap-codegen/tests/fixtures/diff");
        let (base, pair) = (fixtures.join("base"), fixtures.join("bound-tightened"));
        let (a, mut b) = (over(&base, &pair.join("a")), over(&base, &pair.join("b")));
        let (old, new) = ("order-request.schema.json", "purchase.schema.json");
        let schema = b.schemas.remove(old).unwrap();
        b.schemas.insert(new.to_owned(), schema.replace(old, new));
        b.manifest = b.manifest.replace(old, new);
        let breaks = diff(&a, &b).unwrap().summary().wire_sender;
        assert!(breaks > 0);
        confirm(&a, &b, 1_000)
    })
}

/// The files of a folder over those of another.
fn over(base: &Path, folder: &Path) -> Source {
    let mut source = Source {
        contract: "fixture".to_owned(),
        ..Source::default()
    };
    for folder in [base, folder] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            match path.file_name().unwrap().to_str().unwrap() {
                "contract.toml" => source.manifest = text,
                name => drop(source.schemas.insert(name.to_owned(), text)),
            }
        }
    }
    source
}

/// Compares two contracts and looks for instances that prove the comparison right, or wrong.
fn confirm(a: &Source, b: &Source, cases: usize) -> Result<(), Failed> {
    let diff = diff(a, b).map_err(|problems| problems.to_string())?;
    let manifests = [a, b].map(|source| Manifest::parse(&source.manifest).unwrap());
    let [old_files, new_files] = manifests.each_ref().map(files);
    let mut wrong = Vec::new();
    for (role, old_file) in old_files {
        let Some(file) = new_files.get(&role) else {
            continue;
        };
        let sides = [
            Side::new(a, &manifests[0], &old_file),
            Side::new(b, &manifests[1], file),
        ];
        let told = told(&diff, file);
        let found = Found::search(sides, &Names::of(&diff, file), cases);
        for (what, told, example) in [
            ("breaks the sender", told.wire.sender, &found.refused),
            ("breaks the receiver", told.wire.receiver, &found.new),
            (
                "strictly breaks the sender",
                told.strict.sender,
                &found.strictly_refused,
            ),
            (
                "strictly breaks the receiver",
                told.strict.receiver,
                &found.strictly_new,
            ),
        ] {
            match (told, example) {
                (Class::Breaking, None) => {
                    wrong.push(format!(
                        "{file}: {what}, says the comparison; no instance shows it"
                    ));
                }
                (Class::Additive, Some(example)) => {
                    wrong.push(format!("{file}: {what}, as an instance shows: {example}"));
                }
                _ => {}
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        _ => Err(format!("{}\n{}", wrong.join("\n"), diff.to_text()).into()),
    }
}

/// The schema file of each payload, by what the payload is for.
fn files(manifest: &Manifest) -> BTreeMap<String, String> {
    let skills = manifest.skills.iter();
    let skills = skills.flat_map(|it| {
        let role = |direction: &str| format!("{direction} of {}", it.id);
        [
            (role("request"), it.request_schema.clone()),
            (role("response"), it.response_schema.clone()),
        ]
    });
    let others = manifest.payloads.iter();
    let others = others.map(|(role, file)| (role.clone(), file.clone()));
    skills.chain(others).collect()
}

/// What the comparison says about a payload.
struct Told {
    wire: Impact,
    strict: Impact,
}

fn told(diff: &Diff, file: &str) -> Told {
    let mut told = Told {
        wire: Impact::NONE,
        strict: Impact::NONE,
    };
    for (_, reach) in diff.of_payload(file) {
        told.wire = told.wire.or(reach.wire);
        told.strict = told.strict.or(reach.strict);
    }
    told
}

/// The names of members that only one side declares: what is wrong with their values is no matter
/// of the protocol, only of schemas.
struct Names {
    added: BTreeSet<String>,
    removed: BTreeSet<String>,
}

impl Names {
    fn of(diff: &Diff, file: &str) -> Names {
        let mut names = Names {
            added: BTreeSet::new(),
            removed: BTreeSet::new(),
        };
        for (change, _) in diff.of_payload(file) {
            let last = |place: &Option<aap_codegen::Location>| {
                let place = place.as_ref().unwrap();
                place.pointer.rsplit('/').next().unwrap().to_owned()
            };
            match change.rule {
                Rule::MemberAddedOptional | Rule::MemberAddedRequired => {
                    names.added.insert(last(&change.to));
                }
                Rule::MemberRemoved => {
                    names.removed.insert(last(&change.from));
                }
                _ => {}
            }
        }
        names
    }
}

/// A payload of a contract, under names that both contracts share.
struct Side {
    oracle: Oracle,
    instances: Instances,
}

impl Side {
    fn new(source: &Source, manifest: &Manifest, file: &str) -> Side {
        const BASE: &str = "https://contract.test/schemas/";
        const URI: &str = "https://contract.test/extension";
        let neutral = |text: &str| {
            let mut text = text.to_owned();
            for (name, stand_in) in [
                (&manifest.schema_base_url, BASE),
                (&manifest.extension_uri, URI),
            ] {
                // In JSON a pattern's backslashes stand twice.
                text = text.replace(&name.replace('.', r"\\."), &stand_in.replace('.', r"\\."));
                text = text.replace(name.as_str(), stand_in);
            }
            text
        };
        let documents: Vec<(String, Value)> = source
            .schemas
            .iter()
            .map(|(file, text)| {
                let document: Value = serde_json::from_str(&neutral(text)).unwrap();
                let id = document["$id"].as_str().map(str::to_owned);
                (id.unwrap_or_else(|| format!("{BASE}{file}")), document)
            })
            .collect();
        let uri = format!("{BASE}{file}");
        Side {
            oracle: Oracle::new(documents.clone(), &uri).unwrap(),
            instances: Instances::new(documents, &uri, 20_260_101).unwrap(),
        }
    }
}

/// Instances that one side accepts and the other refuses.
#[derive(Default)]
struct Found {
    refused: Option<String>,
    new: Option<String>,
    strictly_refused: Option<String>,
    strictly_new: Option<String>,
}

impl Found {
    fn search(sides: [Side; 2], names: &Names, cases: usize) -> Found {
        // Fewer would not show what is rare.
        let asked = std::env::var("AAP_CASES").map_or(0, |cases| cases.parse().unwrap());
        let cases = cases.max(asked);
        let [a, b] = sides;
        let oracles = [a.oracle, b.oracle];
        let mut found = Found::default();
        for case in a.instances.take(cases).chain(b.instances.take(cases)) {
            let [a, b] = oracles.each_ref().map(|oracle| oracle.verdict(&case.value));
            let through = |names: &[&BTreeSet<String>], (pointer, _): &Violation| {
                let mut tokens = pointer.split('/').skip(1);
                tokens.any(|token| names.iter().any(|names| names.contains(token)))
            };
            if a && !b {
                let violations = oracles[1].violations(&case.value);
                note(&mut found.strictly_refused, &case.value, &violations);
                if !violations.iter().all(|it| through(&[&names.added], it)) {
                    note(&mut found.refused, &case.value, &violations);
                }
            }
            if b && !a {
                let violations = oracles[0].violations(&case.value);
                note(&mut found.strictly_new, &case.value, &violations);
                let names = [&names.added, &names.removed];
                if !violations.iter().all(|it| through(&names, it)) {
                    note(&mut found.new, &case.value, &violations);
                }
            }
        }
        found
    }
}

fn note(place: &mut Option<String>, value: &Value, violations: &BTreeSet<Violation>) {
    place.get_or_insert_with(|| format!("{value} violates {violations:?}"));
}
