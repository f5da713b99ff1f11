//! A checkout of the specification, made from our own v1.3 under another name, and the command.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use aap_codegen::fingerprint;
use aap_codegen::manifest::Manifest;
use tempfile::TempDir;

/// A command that ran.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `cargo xtask` with arguments.
pub fn xtask(arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Imports a contract; the folder of contracts is new and empty.
pub fn import(checkout: &Path, contract: &str) -> (Ran, PathBuf, TempDir) {
    let into = tempfile::tempdir().unwrap();
    let path = into.path().join("contracts");
    (import_into(checkout, contract, &path), path, into)
}

/// Imports a contract into a folder of contracts.
pub fn import_into(checkout: &Path, contract: &str, into: &Path) -> Ran {
    xtask(&[
        "import",
        "--from",
        checkout.to_str().unwrap(),
        "--contract",
        contract,
        "--into",
        into.to_str().unwrap(),
    ])
}

pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn contracts() -> PathBuf {
    workspace().join("aap-schemas/contracts")
}

/// Whether each of some contracts is there; where one is not, a line on standard error says that
/// what is about it is skipped. With all of [`KNOWN`] there, nothing is ever skipped.
pub fn are_there(names: &[&str]) -> bool {
    names.iter().all(|name| {
        assert!(KNOWN.contains(name), "tests know no contract {name:?}");
        let there = contracts().join(name).is_dir();
        if !there {
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("a test");
            // The test harness holds back what the `eprintln` macro prints, but not this.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: {test}: what is about {name}, which is not there"
            );
        }
        there
    })
}

/// The contracts that these tests are about; they count on v1.3 alone, the default one.
const KNOWN: [&str; 8] = [
    "v0.1", "v0.2", "v1.0", "v1.1", "v1.2", "v1.3", "draft", "v3.1",
];

/// What a contract's folder says of it.
pub fn manifest(contract: &str) -> Manifest {
    let text = fs::read_to_string(contracts().join(contract).join("contract.toml"));
    Manifest::parse(&text.unwrap()).unwrap()
}

/// A checkout of the published files; absent where nobody put one.
pub fn upstream() -> Option<PathBuf> {
    let folder = workspace().join("../shared/upstream");
    folder.join("spec").is_dir().then_some(folder)
}

/// The texts of all files below a folder, apart from what cargo builds.
pub fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                if !path.ends_with("target") {
                    pending.push((path, format!("{name}/")));
                }
            } else {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Copies a folder of text files.
pub fn copy(from: &Path, to: &Path) {
    for (name, text) in files(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// A checkout of the specification.
pub struct Checkout {
    folder: TempDir,
    contract: String,
    version: String,
}

impl Checkout {
    /// Our v1.3 as a contract of another name, published with hashes.
    pub fn new(contract: &str) -> Checkout {
        let number = contract.trim_start_matches('v');
        let rename = |text: &str| {
            text.replace("/v1.3", &format!("/{contract}"))
                .replace("\"1.3.0\"", &format!("\"{number}.0\""))
        };
        let mut checkout = Checkout::of("v1.3", contract, &format!("{number}.0"), &rename);
        checkout.publish();
        checkout
    }

    /// Our draft, as the specification's `latest`, without hashes.
    pub fn draft() -> Checkout {
        Checkout::of("draft", "latest", "0.0.0-dev", &str::to_owned)
    }

    fn of(
        source: &str,
        contract: &str,
        version: &str,
        rename: &dyn Fn(&str) -> String,
    ) -> Checkout {
        let mut checkout = Checkout {
            folder: tempfile::tempdir().unwrap(),
            contract: contract.to_owned(),
            version: version.to_owned(),
        };
        for (name, text) in files(&contracts().join(source)) {
            let text = rename(&text);
            if let Some(schema) = name.strip_prefix("schemas/") {
                checkout.write(&format!("spec/{contract}/schemas/{schema}"), &text);
            } else if let Some(example) = name.strip_prefix("examples/") {
                let example = example.replace(".json", ".example.json");
                checkout.write(&format!("spec/{contract}/examples/{example}"), &text);
            } else if name == "contract.toml" {
                let skills = skills(&Manifest::parse(&text).unwrap());
                checkout.write(&format!("spec/{contract}/skills.yaml"), &skills);
            }
        }
        checkout
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    pub fn write(&mut self, file: &str, text: &str) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn remove(&mut self, file: &str) {
        fs::remove_file(self.path().join(file)).unwrap();
    }

    /// Changes a file; it must not stay as it is.
    pub fn edit(&mut self, file: &str, change: impl FnOnce(String) -> String) {
        let before = self.read(file);
        let after = change(before.clone());
        assert_ne!(before, after, "{file}");
        self.write(file, &after);
    }

    /// Writes the hashes of all files as they are.
    pub fn publish(&mut self) {
        let contract = self.contract.clone();
        let hashes: Vec<String> = files(&self.path().join("spec"))
            .iter()
            .map(|(file, text)| {
                let hash = fingerprint::sha256(text.as_bytes());
                format!("    \"spec/{file}\": \"{hash}\"")
            })
            .collect();
        let text = format!(
            "{{\n  \"schemaVersion\": 1,\n  \"contract\": \"{contract}\",\n  \"version\": \"{}\",\n  \
             \"files\": {{\n{}\n  }}\n}}\n",
            self.version,
            hashes.join(",\n")
        );
        self.write(&format!("releases/{contract}/integrity.json"), &text);
    }
}

/// The skills as the specification writes them.
fn skills(manifest: &Manifest) -> String {
    let mut text = format!(
        "version: {:?}\nextension_uri: {}\nschema_base_url: {}\nskills:\n",
        manifest.version, manifest.extension_uri, manifest.schema_base_url
    );
    for skill in &manifest.skills {
        let lines = [
            format!("  - id: {}", skill.id),
            format!("    name: {}", skill.name),
            format!("    description: {:?}", skill.description),
            format!("    tags: [{}]", skill.tags.join(", ")),
            "    adf_compatible: true".to_owned(),
            format!("    request_schema: {}", skill.request_schema),
            format!("    response_schema: {}", skill.response_schema),
            format!("    request_type: {}", skill.request_type),
            format!("    response_type: {}", skill.response_type),
            format!("    media_type_request: {}", skill.request_media_type),
            format!("    media_type_response: {}", skill.response_media_type),
        ];
        text.push_str(&lines.join("\n"));
        text.push_str("\n\n");
    }
    text
}
