//! `interop`: our JSON and that of the official SDKs of A2A, each read by the other.
//!
//! The SDKs are installed below `target/interop`, which takes Python, Node.js and the package
//! registries; a later run with the same versions takes none of these registries.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::contracts;
use crate::report::{self, Ending, Outcome};

/// Where the SDKs' versions and the programs that use them stand.
const SOURCE: &str = "tests/interop";

/// Where the SDKs are installed.
const TARGET: &str = "target/interop";

/// The program that calls Python.
const PYTHON: &str = "python3";

/// Runs the command.
pub fn run() -> Ending {
    let root = contracts::root();
    let (source, target) = (root.join(SOURCE), root.join(TARGET));
    for (program, what) in [
        (PYTHON, "Python 3.11 or later"),
        ("node", "Node.js 20 or later"),
        ("npm", "npm, which comes with Node.js"),
    ] {
        if Command::new(program).arg("--version").output().is_err() {
            return Err(format!(
                "{program} is not found: the tests with the SDKs of A2A need {what}; \
                 all other tests do without (cargo test)"
            ));
        }
    }
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    python(&source, &target.join("python"))?;
    node(&source, &target.join("node"))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "-p", "aap-tests", "--test", "interop", "--"])
        .arg("--ignored")
        .current_dir(&root)
        .env("AAP_INTEROP", &target)
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    Ok(if status.success() {
        Outcome::Done
    } else {
        Outcome::CheckFailed
    })
}

/// A virtual environment with the Python SDK.
fn python(source: &Path, folder: &Path) -> Result<(), String> {
    let requirements = source.join("requirements.txt");
    if !is_stale(&requirements, folder)? {
        return Ok(());
    }
    call(PYTHON, [OsStr::new("-m"), "venv".as_ref(), folder.as_ref()])?;
    let pip = ["-m", "pip", "--disable-pip-version-check", "install"];
    let pip = pip.map(OsStr::new).into_iter();
    let rest = ["--quiet".as_ref(), "-r".as_ref(), requirements.as_os_str()];
    call(folder.join("bin/python"), pip.chain(rest))?;
    settle(&requirements, folder)
}

/// A folder with the JavaScript SDK, and the program beside it: that is where Node.js looks.
fn node(source: &Path, folder: &Path) -> Result<(), String> {
    let package = source.join("package.json");
    if is_stale(&package, folder)? {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        copy(&package, &folder.join("package.json"))?;
        let flags =
            "install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error";
        let prefix = ["--prefix".as_ref(), folder.as_os_str()];
        call("npm", flags.split(' ').map(OsStr::new).chain(prefix))?;
        settle(&package, folder)?;
    }
    copy(&source.join("sdk.mjs"), &folder.join("sdk.mjs"))
}

/// Whether something else than what the file lists is installed; the folder is emptied then.
fn is_stale(list: &Path, folder: &Path) -> Result<bool, String> {
    let wanted = fs::read(list).map_err(|error| format!("{}: {error}", list.display()))?;
    if fs::read(folder.join("installed")).is_ok_and(|installed| installed == wanted) {
        return Ok(false);
    }
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    report::message(&format!("installing {}", list.display()));
    Ok(true)
}

/// Remembers what is installed.
fn settle(list: &Path, folder: &Path) -> Result<(), String> {
    copy(list, &folder.join("installed"))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(())
}

fn call<P: AsRef<OsStr>, A: AsRef<OsStr>>(
    program: P,
    arguments: impl IntoIterator<Item = A>,
) -> Result<(), String> {
    let program = program.as_ref();
    let mut command = Command::new(program);
    let status = command
        .args(arguments)
        .status()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!(
            "the SDKs of A2A cannot be installed, which takes the package registries: \
             {command:?} failed"
        ))
    }
}
