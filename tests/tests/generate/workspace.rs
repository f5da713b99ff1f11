//! Temporary workspaces and the command that runs in them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use aap_tests::known;
use tempfile::TempDir;

/// A folder laid out like the repository, as far as `cargo xtask` looks at it.
pub struct Workspace {
    root: PathBuf,
    /// Goes when the workspace goes; none where cargo is to find its way back to the folder.
    _folder: Option<TempDir>,
}

/// How a command ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    /// Results.
    pub stdout: String,
    /// Messages.
    pub stderr: String,
}

impl Run {
    /// Fails unless the command ended with this exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        self
    }

    /// Fails unless results or messages hold this text.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        let all = format!("{}{}", self.stdout, self.stderr);
        assert!(all.contains(text), "no {text:?} in:\n{all}");
        self
    }
}

/// The repository itself.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests stands in the repository")
}

/// The contract that `aap-types` has by default.
pub fn default_contract() -> String {
    let counted_on = |contract: &String| is_default(contract);
    contracts().into_iter().find(counted_on).expect("a default")
}

/// Contracts that nothing in the repository counts on.
pub fn spare_contracts() -> Vec<String> {
    let spare = |contract: &String| !is_default(contract);
    contracts().into_iter().filter(spare).collect()
}

/// One of them; none, with a note, where the default contract is alone.
pub fn spare_contract() -> Option<String> {
    let found = spare_contracts().into_iter().next();
    if found.is_none() {
        known::skipped("what needs a contract beside the default one");
    }
    found
}

fn contracts() -> Vec<String> {
    let folder = repository().join("aap-schemas/contracts");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("contracts")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn is_default(contract: &str) -> bool {
    let manifest = fs::read_to_string(repository().join("aap-types/Cargo.toml"));
    let manifest = manifest.expect("a manifest");
    let default = manifest.lines().find(|line| line.starts_with("default = "));
    default
        .expect("a default")
        .contains(&format!("{:?}", module(contract)))
}

/// The module and feature of a contract.
pub fn module(contract: &str) -> String {
    contract.replace('.', "_")
}

/// The maintainers' command, built once.
fn xtask() -> &'static Path {
    static XTASK: OnceLock<PathBuf> = OnceLock::new();
    XTASK.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--package", "xtask", "--message-format", "json"])
            .current_dir(repository())
            .output()
            .expect("cargo starts");
        let executable = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter_map(|message| Some(message["executable"].as_str()?.to_owned()))
            .next_back();
        PathBuf::from(executable.unwrap_or_else(|| {
            panic!(
                "xtask is not built:\n{}",
                String::from_utf8_lossy(&output.stderr)
            )
        }))
    })
}

/// The maintainers' command, about to run on the workspace in a folder.
pub fn command<I: AsRef<OsStr>>(root: &Path, arguments: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(xtask());
    command
        .args(arguments)
        .current_dir(root)
        .env("CARGO_MANIFEST_DIR", root.join("xtask"));
    command
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Run {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("xtask starts");
    Run {
        code: status.code().expect("an exit code"),
        stdout: String::from_utf8(stdout).expect("UTF-8"),
        stderr: String::from_utf8(stderr).expect("UTF-8"),
    }
}

impl Workspace {
    /// The repository's contracts and the files generated from them.
    pub fn copy() -> Workspace {
        let workspace = Workspace::empty();
        for folder in ["aap-schemas/contracts", "aap-schemas/src", "aap-types/src"] {
            copy_folder(&repository().join(folder), &workspace.path(folder));
        }
        let manifest = "aap-types/Cargo.toml";
        fs::copy(repository().join(manifest), workspace.path(manifest)).expect("a copy");
        workspace
    }

    /// A made-up contract only, `v9.0`, with the files generated from it: quick to work on.
    pub fn small() -> Workspace {
        static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
        let files = FILES.get_or_init(|| {
            let workspace = Workspace::bare();
            let fixture = repository().join("aap-codegen/tests/fixtures/v9.0");
            let contract = workspace.path("aap-schemas/contracts/v9.0");
            copy_folder(&fixture.join("schemas"), &contract.join("schemas"));
            fs::copy(
                fixture.join("contract.toml"),
                contract.join("contract.toml"),
            )
            .expect("a copy");
            workspace.xtask(["generate"]).exits(0);
            workspace.snapshot()
        });
        let workspace = Workspace::empty();
        for (name, bytes) in files.iter().filter(|(name, _)| !name.ends_with('/')) {
            workspace.write(name, bytes);
        }
        workspace
    }

    /// No contract at all.
    pub fn bare() -> Workspace {
        let workspace = Workspace::empty();
        workspace.write("aap-schemas/contracts/.keep", "");
        workspace.write("aap-schemas/src/lib.rs", "mod contracts;\n");
        workspace.write("aap-types/src/lib.rs", "mod contracts;\nmod text;\n");
        workspace.write("aap-types/src/text/date.rs", "// written by hand\n");
        workspace.write(
            "aap-types/Cargo.toml",
            "[features]\ndefault = []\ncli = [\"dep:clap\"]\n",
        );
        workspace
    }

    fn empty() -> Workspace {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Workspace {
            root: folder.path().to_path_buf(),
            _folder: Some(folder),
        }
    }

    /// A copy of some of the repository's files and folders that cargo builds in. It always stands
    /// in the same place, so that no run leaves files of its own in the target folder.
    pub fn built(name: &str, parts: &[impl AsRef<Path>]) -> Workspace {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if root.exists() {
            fs::remove_dir_all(&root).expect("the former copy goes");
        }
        for part in parts.iter().map(AsRef::as_ref) {
            let (from, to) = (repository().join(part), root.join(part));
            if from.is_dir() {
                copy_folder(&from, &to);
            } else {
                fs::create_dir_all(to.parent().expect("a folder")).expect("a new folder");
                fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", part.display()));
            }
        }
        Workspace {
            root,
            _folder: None,
        }
    }

    /// Runs cargo with arguments without spaces; all copies share a target folder.
    ///
    /// It is not the repository's: cargo takes a crate at the same place of two workspaces for one
    /// and the same, and would go on with what a copy has built.
    pub fn cargo(&self, arguments: &str) -> Run {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let cases = std::env::var_os("AAP_CASES").unwrap_or_else(|| "200".into());
        let mut command = Command::new(cargo);
        command
            .args(arguments.split(' '))
            .current_dir(self.root())
            .env("AAP_CASES", cases)
            .env("RUSTDOCFLAGS", "-D warnings")
            .env("CARGO_TARGET_DIR", target);
        run(&mut command)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, bytes).expect("a new file");
    }

    /// Replaces the first occurrence of a text, which must be there.
    #[track_caller]
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, text.replacen(from, to, 1));
    }

    pub fn remove(&self, file: &str) {
        let path = self.path(file);
        if path.is_dir() {
            fs::remove_dir_all(path).expect("a folder less");
        } else {
            fs::remove_file(path).expect("a file less");
        }
    }

    pub fn xtask<I: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = I>) -> Run {
        run(&mut command(self.root(), arguments))
    }

    /// Every file with its bytes, and every folder.
    pub fn snapshot(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.root(), "", &mut files);
        files
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
            files.insert(format!("{name}/"), Vec::new());
        } else if kind.is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link");
            files.insert(name, target.to_string_lossy().into_owned().into_bytes());
        } else {
            files.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
}

pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// The names of the files that two snapshots do not have alike.
pub fn changed<'a>(
    before: &'a BTreeMap<String, Vec<u8>>,
    after: &'a BTreeMap<String, Vec<u8>>,
) -> Vec<&'a str> {
    let names = before.keys().chain(after.keys());
    let mut changed: Vec<&str> = names
        .filter(|name| before.get(*name) != after.get(*name))
        .map(String::as_str)
        .collect();
    changed.sort_unstable();
    changed.dedup();
    changed
}
