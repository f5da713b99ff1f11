//! What a clean release build costs, beside the crate that typify makes of the same contract.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::Outcome;
use crate::measure::{median, median_ratio};
use crate::targets::{Bound, met};

const ROUNDS: usize = 3;

/// What typify's output needs, but for `chrono`, of which [`typify_crate`] is told the features.
const MANIFEST: &str = r#"
[package]
name = "typify-output"
version = "0.0.0"
edition = "2024"

[dependencies]
regress = "0.12"
serde = { version = "1", features = ["derive"] }
serde_json = "1"

[workspace]

[dependencies.chrono]
version = "0.4"
"#;

/// The features of `chrono` that typify's output needs, and those with which typify's own tests build it.
const LEAN: &str = "default-features = false\nfeatures = [\"serde\"]\n";
const USUAL: &str = "features = [\"serde\"]\n";

/// One crate to build.
struct Build {
    name: &'static str,
    manifest: PathBuf,
    arguments: &'static [&'static str],
    wall: Vec<f64>,
    processor: Vec<f64>,
}

/// Builds each crate several times from nothing, in turns, and writes the table with its verdicts.
///
/// # Errors
/// Cargo fails.
pub fn report() -> Outcome<String> {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build-cost");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lean = typify_crate(&work.join("typify"), LEAN)?;
    let usual = typify_crate(&work.join("typify-usual"), USUAL)?;
    let ours = here.join("../aap-types/Cargo.toml");
    let build = |name, manifest: &Path, arguments| Build {
        name,
        manifest: manifest.to_owned(),
        arguments,
        wall: Vec::new(),
        processor: Vec::new(),
    };
    let mut builds = [
        build("aap-types", &ours, &[][..]),
        build("typify's output", &lean, &[]),
        build("typify's output, `chrono` as usual", &usual, &[]),
        build(
            "aap-types, `all-contracts`",
            &ours,
            &["--features", "all-contracts"],
        ),
    ];
    for build in &builds {
        cargo("fetch", build, &work)?;
    }
    for round in 1..=ROUNDS {
        for build in &mut builds {
            eprintln!("round {round} of {ROUNDS}, {}", build.name);
            let target = work.join("target");
            if target.exists() {
                fs::remove_dir_all(&target)?;
            }
            let (begin, processor) = (Instant::now(), children()?);
            cargo("build --release --lib --offline", build, &target)?;
            build.wall.push(begin.elapsed().as_secs_f64());
            build
                .processor
                .push((children()? - processor).as_secs_f64());
        }
    }
    let mut lines = vec![
        "| clean release build | crates | wall time | processor time |".to_owned(),
        "|---|---|---|---|".to_owned(),
    ];
    for build in &builds {
        lines.push(format!(
            "| {} | {} | {:.1} s | {:.1} s |",
            build.name,
            crates(build)?,
            median(build.wall.clone()),
            median(build.processor.clone()),
        ));
    }
    let [one, typify, usual, all] = &builds;
    lines.push(String::new());
    lines.push(verdict(
        "aap-types beside typify's output",
        one,
        typify,
        Bound::AtMost(0.6),
    ));
    lines.push(verdict(
        "aap-types beside typify's output, `chrono` as usual",
        one,
        usual,
        Bound::AtMost(0.6),
    ));
    lines.push(verdict(
        "`all-contracts` beside one contract",
        all,
        one,
        Bound::AtMost(5.0),
    ));
    let crates = crates(one)?;
    let met = met(crates <= 7);
    lines.push(format!(
        "- crates in the tree of aap-types, itself included: {crates}, asked at most 7: {met}"
    ));
    Ok(lines.join("\n"))
}

/// Writes the crate of typify's output; its manifest's path.
fn typify_crate(folder: &Path, chrono: &str) -> Outcome<PathBuf> {
    fs::create_dir_all(folder.join("src"))?;
    let manifest = folder.join("Cargo.toml");
    fs::write(&manifest, format!("{MANIFEST}{chrono}"))?;
    fs::write(folder.join("src/lib.rs"), aap_bench_peers::TYPIFY)?;
    // The same versions for all.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock"))?;
    Ok(manifest)
}

/// The processor time of all child processes that have ended, and theirs.
fn children() -> Outcome<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(microseconds.try_into()?))
}

fn verdict(what: &str, build: &Build, beside: &Build, bound: Bound) -> String {
    let wall = median_ratio(&build.wall, &beside.wall);
    let processor = median_ratio(&build.processor, &beside.processor);
    let met = met(bound.holds(wall) && bound.holds(processor));
    format!(
        "- {what}: {wall:.2} × its wall time, {processor:.2} × its processor time, asked {bound}: {met}"
    )
}

fn command(line: &str, build: &Build) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(line.split(' '))
        .arg("--manifest-path")
        .arg(&build.manifest);
    command
}

fn cargo(line: &str, build: &Build, target: &Path) -> Outcome<()> {
    let mut command = command(line, build);
    if !line.starts_with("fetch") {
        command.args(build.arguments);
    }
    let output = command
        .env("CARGO_TARGET_DIR", target)
        .stdout(Stdio::null())
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("cargo {line}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

/// How many crates are built, the crate itself included.
fn crates(build: &Build) -> Outcome<usize> {
    let line = "tree --edges normal,build --prefix none --format {p} --offline";
    let output = command(line, build).args(build.arguments).output()?;
    let lines = String::from_utf8(output.stdout)?;
    // A name and a version each; the rest of a line is a path or a note.
    let crates: BTreeSet<Vec<&str>> = lines
        .lines()
        .map(|line| line.split(' ').take(2).collect())
        .collect();
    Ok(crates.len())
}
