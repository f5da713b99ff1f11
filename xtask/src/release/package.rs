//! The packages themselves: what is in them, and whether they build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::workspace::{self, Crate};
use crate::contracts;

/// Files that every package has; the licences are those of the workspace.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// What crates.io asks for, and what users look for.
const FACTS: [&str; 5] = [
    "description",
    "license",
    "repository",
    "readme",
    "rust-version",
];

/// Calls of cargo that share a target folder.
pub struct Cargo {
    /// The workspace.
    pub root: PathBuf,
    /// Where everything is built; the workspace's own profile does not apply to packages, so that
    /// little could be shared with its target folder.
    pub target: PathBuf,
}

impl Cargo {
    /// Runs cargo offline; the error is what it said at the end.
    ///
    /// # Errors
    /// Cargo does not start, or fails.
    pub fn run(&self, folder: &Path, arguments: &[&str]) -> Result<String, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .args(["--offline", "--quiet", "--target-dir"])
            .arg(&self.target)
            .current_dir(folder)
            // Nobody debugs what is built here.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .map_err(|error| format!("cargo does not start: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().collect();
        let last = lines.len().saturating_sub(12);
        Err(lines[last..].join("\n  "))
    }
}

/// Packs a crate and builds it from its package alone; the package's files lie unpacked in the
/// folder that comes back, if they do. Adds what is wrong.
pub fn check(cargo: &Cargo, packed: &Crate, problems: &mut Vec<String>) -> Option<PathBuf> {
    let name = &packed.name;
    let arguments = [
        "package",
        "--allow-dirty",
        "--all-features",
        "--package",
        name,
    ];
    let before = problems.len();
    // Cargo unpacks what it has packed, and builds that.
    let folder = format!("package/{name}-{}", packed.version);
    let folder = cargo.target.join(folder);
    // What a former run has left must not be taken for this one's.
    let _ = fs::remove_dir_all(&folder);
    if let Err(message) = cargo.run(&cargo.root, &arguments) {
        problems.push(format!("{name}: does not package:\n  {message}"));
    }
    if !folder.is_dir() {
        return None;
    }
    match contents(&cargo.root, &folder) {
        Ok(found) => problems.extend(found.into_iter().map(|it| format!("{name}: {it}"))),
        Err(message) => problems.push(format!("{name}: {message}")),
    }
    (problems.len() == before).then_some(folder)
}

/// What is wrong with the files of a package.
///
/// # Errors
/// A file that cannot be read.
pub fn contents(root: &Path, package: &Path) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for file in FILES {
        let Ok(found) = fs::read(package.join(file)) else {
            problems.push(format!("the package has no {file}"));
            continue;
        };
        if file.starts_with("LICENSE") && fs::read(root.join(file)).ok() != Some(found) {
            problems.push(format!("{file} is not that of the workspace"));
        }
    }
    for file in contracts::files_below(package)? {
        if package.join(&file).is_symlink() {
            problems.push(format!("{file} is a link"));
        }
    }
    let manifest = workspace::table(&package.join("Cargo.toml"))?;
    let facts = manifest.get("package");
    for fact in FACTS {
        if facts.and_then(|it| it.get(fact)).is_none() {
            problems.push(format!("Cargo.toml has no {fact}"));
        }
    }
    for table in ["dependencies", "build-dependencies"] {
        let dependencies = manifest.get(table).and_then(|it| it.as_table());
        for (dependency, how) in dependencies.into_iter().flatten() {
            if how.get("path").is_some() {
                problems.push(format!("{dependency} comes from outside the package"));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[package]\ndescription = \"\"\nlicense = \"\"\nrepository = \"\"\n\
                            readme = \"README.md\"\nrust-version = \"1.88\"\n";

    fn write(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    #[test]
    fn every_fault_of_a_package_is_named() {
        let root = tempfile::tempdir().unwrap();
        let licences = [("LICENSE-MIT", "mit"), ("LICENSE-APACHE", "apache")];
        write(root.path(), &licences);
        let package = root.path().join("package");
        let others = [
            ("README.md", ""),
            ("CHANGELOG.md", ""),
            ("Cargo.toml", MANIFEST),
        ];
        write(&package, &licences);
        write(&package, &others);
        let found = || contents(root.path(), &package).unwrap();
        assert_eq!(found(), [""; 0]);

        fs::remove_file(package.join("LICENSE-APACHE")).unwrap();
        let manifest = MANIFEST.replace("license", "licence")
            + "[dependencies]\na = \"1\"\nb = { version = \"1\", path = \"../b\" }\n";
        write(
            &package,
            &[("LICENSE-MIT", "other"), ("Cargo.toml", &manifest)],
        );
        assert_eq!(
            found(),
            [
                "LICENSE-MIT is not that of the workspace",
                "the package has no LICENSE-APACHE",
                "Cargo.toml has no license",
                "b comes from outside the package",
            ]
        );
    }
}
