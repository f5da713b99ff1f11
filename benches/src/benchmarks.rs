//! Writes `BENCHMARKS.md`: a section for each kind of measurement, each with the machine and the
//! command that it comes from.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;

const INTRODUCTION: &str = "\
# Benchmarks

`aap-types` beside its peers, measured on the contract that is on by default. Each section is written by the command
that it names; what is compared and how is told in [benches/README.md](benches/README.md). A time is the median of its
rounds; in parentheses stands how many times that of the first column it is, so more than 1 is slower than ours.
";

/// The crates whose versions matter.
const CRATES: &[&str] = &[
    "aap-types",
    "boon",
    "chrono",
    "jsonschema",
    "jsonschema-macros",
    "regress",
    "serde",
    "serde_json",
    "typify-impl",
];

/// Puts a section in place of the one with the same title, or at the end.
///
/// # Errors
/// The file cannot be read or written.
pub fn write(title: &str, command: &str, body: &str) -> Outcome<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../BENCHMARKS.md");
    let former = match fs::read_to_string(&path) {
        Ok(former) => former,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let section = format!(
        "{title}\n\n```sh\n{command}\n```\n\n{}\n\n{body}\n",
        conditions()?
    );
    let mut sections: Vec<String> = former.split("\n## ").skip(1).map(str::to_owned).collect();
    let same = |section: &&mut String| section.lines().next() == Some(title);
    match sections.iter_mut().find(same) {
        Some(place) => *place = section,
        None => sections.push(section),
    }
    let parts = [INTRODUCTION.to_owned()].into_iter().chain(sections);
    let parts: Vec<String> = parts
        .map(|part| part.trim_end().to_owned() + "\n")
        .collect();
    fs::write(path, parts.join("\n## "))?;
    Ok(())
}

/// The machine and the versions.
fn conditions() -> Outcome<String> {
    let rustc = Command::new("rustc").arg("--version").output()?;
    let rustc = String::from_utf8(rustc.stdout)?;
    let cores = std::thread::available_parallelism()?;
    let system = std::env::consts::OS;
    let architecture = std::env::consts::ARCH;
    let versions: Vec<String> = CRATES.iter().flat_map(|name| versions(name)).collect();
    Ok(format!(
        "Processor: {}, {cores} cores; {system} {architecture}; {}. Crates: {}.",
        processor(),
        rustc.trim(),
        versions.join(", "),
    ))
}

fn processor() -> String {
    let facts = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = facts.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": "));
    model.map_or("not known", |(_, model)| model).to_owned()
}

/// Each version of a crate in the lock.
fn versions(name: &str) -> Vec<String> {
    let lock = include_str!("../Cargo.lock");
    let wanted = format!("name = {name:?}");
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while lines.any(|line| line == wanted) {
        let version = lines
            .next()
            .and_then(|line| line.strip_prefix("version = "));
        found.extend(version.map(|version| format!("{name} {}", version.trim_matches('"'))));
    }
    found
}
