//! The public API as it was in the last release, one text file for each module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::api::{self, Api, Verdict};
use super::version::Version;
use crate::contracts;
use crate::write::{Difference, Wanted};

/// The folder in the crate's.
const FOLDER: &str = "public-api";

/// The file with the version, and its only line.
const VERSION: &str = "version.txt";

/// The most lines of a difference to show.
const SHOWN: usize = 20;

/// How a crate stands to its last release.
pub struct Standing<'a> {
    /// The crate's folder.
    pub folder: &'a Path,
    /// The crate's version.
    pub version: Version,
    /// Whether the version is released: its CHANGELOG has the date.
    pub is_released: bool,
    /// Modules that may change with any version.
    pub unsettled: &'a BTreeSet<String>,
}

/// The API of a release.
struct Snapshot {
    version: Version,
    api: Api,
}

/// What is wrong with the version, or with the snapshot.
///
/// # Errors
/// The source or the snapshot cannot be read.
pub fn problems(standing: &Standing<'_>) -> Result<Vec<String>, String> {
    let now = api::read(&standing.folder.join("src/lib.rs"))?;
    let Some(former) = read(standing.folder)? else {
        return Ok(vec![format!(
            "{FOLDER}: there is no snapshot: write one with --bless"
        )]);
    };
    let verdict = api::judge(&former.api, &now, standing.unsettled);
    let differs = !(verdict.removed.is_empty() && verdict.added.is_empty());
    let (was, is) = (former.version, standing.version);
    let problem = if is < was {
        Some(format!("the version is {is}, but {was} is released"))
    } else if is == was && !standing.is_released {
        // Before the first release there is nothing to break: the snapshot only has to be shown.
        differs.then(|| format!("{FOLDER}: not the API of {is}: renew it with --bless"))
    } else if is < was.after(verdict.level) || is == was && differs {
        Some(too_low(&former, standing, &verdict))
    } else if standing.is_released && is != was {
        Some(format!(
            "{FOLDER}: still the API of {was}, but {is} has a date: renew it with --bless"
        ))
    } else {
        None
    };
    let problem = problem.map(|problem| format!("{problem}{}", shown(&former.api, &now, &verdict)));
    Ok(problem.into_iter().collect())
}

/// Writes the API as it is as that of the crate's version.
///
/// # Errors
/// The snapshot must stay as it is, or a file cannot be read or written.
pub fn bless(standing: &Standing<'_>) -> Result<usize, String> {
    let now = api::read(&standing.folder.join("src/lib.rs"))?;
    let former = read(standing.folder)?;
    let (is, was) = (standing.version, former.as_ref().map(|it| it.version));
    match former {
        Some(former) if former.version == is && standing.is_released && former.api != now => {
            return Err(format!(
                "{FOLDER}: {is} is released, and its API stands: raise the version first"
            ));
        }
        Some(former) if former.version < is && !standing.is_released => {
            return Err(format!(
                "{FOLDER}: stays that of {}, by which {is} is judged until its CHANGELOG has a date",
                former.version
            ));
        }
        Some(former) if former.version < is => {
            // Once it is renewed, nothing tells any more what the version should have been.
            let verdict = api::judge(&former.api, &now, standing.unsettled);
            if is < former.version.after(verdict.level) {
                let problem = too_low(&former, standing, &verdict);
                return Err(format!("{problem}{}", shown(&former.api, &now, &verdict)));
            }
        }
        Some(former) if former.version > is => {
            return Err(format!(
                "{FOLDER}: is that of {}, and this is {is}",
                former.version
            ));
        }
        _ => {}
    }
    let folder = standing.folder.join(FOLDER);
    let mut wanted: Wanted = now
        .into_iter()
        .map(|(module, lines)| {
            let lines: String = lines.into_iter().map(|line| format!("{line}\n")).collect();
            (folder.join(format!("{module}.txt")), lines)
        })
        .collect();
    wanted.insert(folder.join(VERSION), format!("{is}\n"));
    let present: BTreeSet<PathBuf> = match was {
        Some(_) => contracts::files_below(&folder)?
            .into_iter()
            .map(|file| folder.join(file))
            .collect(),
        None => BTreeSet::new(),
    };
    let difference = Difference::of(&wanted, &present)?;
    difference.apply(&wanted)?;
    Ok(difference.stale.len() + difference.missing.len() + difference.orphans.len())
}

fn read(folder: &Path) -> Result<Option<Snapshot>, String> {
    let folder = folder.join(FOLDER);
    if !folder.is_dir() {
        return Ok(None);
    }
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let version = Version::parse(read(VERSION)?.trim())
        .ok_or_else(|| format!("{FOLDER}/{VERSION}: expected a version like 1.2.3"))?;
    let mut api: Api = BTreeMap::new();
    for file in contracts::files_below(&folder)? {
        if let Some(module) = file.strip_suffix(".txt").filter(|_| file != VERSION) {
            let lines = read(&file)?.lines().map(str::to_owned).collect();
            api.insert(module.to_owned(), lines);
        }
    }
    Ok(Some(Snapshot { version, api }))
}

fn too_low(former: &Snapshot, standing: &Standing<'_>, verdict: &Verdict) -> String {
    let (was, is) = (former.version, standing.version);
    let asked = was.after(verdict.level);
    format!("the API differs from that of {was} and asks for {asked} at least; the version is {is}")
}

/// The differences, whole modules first: with a contract goes a module of many lines.
fn shown(former: &Api, now: &Api, verdict: &Verdict) -> String {
    // What stands in no module has no line that says so.
    let is_whole = |module: &str, all: &Api, others: &Api| {
        let own = format!("mod {module}");
        let mut lines = all.get(module).into_iter().flatten();
        !others.contains_key(module) && lines.any(|line| line.split(" [").next() == Some(&own))
    };
    let whole = |sign: char, all: &Api, others: &Api| -> Vec<String> {
        let modules = all.iter().filter(|(name, _)| is_whole(name, all, others));
        modules
            .map(|(name, lines)| {
                let lines = lines.len();
                format!("\n  {sign} mod {name} and all that is in it: {lines} lines of the API")
            })
            .collect()
    };
    let lines = |sign: char, lines: &[(String, String)], all: &Api, others: &Api| -> Vec<String> {
        lines
            .iter()
            .filter(|(module, _)| !is_whole(module, all, others))
            .map(|(_, line)| format!("\n  {sign} {line}"))
            .collect()
    };
    let lines = [
        whole('-', former, now),
        whole('+', now, former),
        lines('-', &verdict.removed, former, now),
        lines('+', &verdict.added, now, former),
    ]
    .concat();
    let mut text = lines[..lines.len().min(SHOWN)].concat();
    if let more @ 1.. = lines.len().saturating_sub(SHOWN) {
        text.push_str(&format!("\n  and {more} more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMER: &str = "pub fn read() {} pub mod draft { pub fn plan() {} }";

    /// A crate whose version 0.1.0 was released with that API.
    fn released() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        assert_eq!(blessed(folder.path(), FORMER, "0.1.0", true), Ok(3));
        folder
    }

    fn standing<R>(
        folder: &Path,
        source: &str,
        (version, is_released): (&str, bool),
        judge: impl Fn(&Standing<'_>) -> R,
    ) -> R {
        fs::write(folder.join("src/lib.rs"), source).unwrap();
        judge(&Standing {
            folder,
            version: Version::parse(version).unwrap(),
            is_released,
            unsettled: &BTreeSet::from(["draft".to_owned()]),
        })
    }

    fn blessed(
        folder: &Path,
        source: &str,
        version: &str,
        is_released: bool,
    ) -> Result<usize, String> {
        standing(folder, source, (version, is_released), bless)
    }

    #[test]
    fn what_changes_after_a_release_asks_for_a_version() {
        let removed = "pub mod draft { pub fn plan() {} }";
        let added = "pub fn read() {} pub fn write() {} pub mod draft { pub fn plan() {} }";
        let planned = "pub fn read() {} pub mod draft { pub fn build() {} }";
        let contract = "pub fn read() {} pub mod draft { pub fn plan() {} } \
                        pub mod v9_0 { pub fn a() {} pub fn b() {} }";
        let gone = "the API differs from that of 0.1.0 and asks for 0.2.0 at least; \
                    the version is 0.1.0\n  - fn read()";
        let cases = [
            (FORMER, "0.1.0", true, None),
            (FORMER, "0.1.1", false, None),
            (removed, "0.1.0", true, Some(gone)),
            (
                removed,
                "0.1.9",
                false,
                Some(&*gone.replace("is 0.1.0", "is 0.1.9")),
            ),
            (removed, "0.2.0", false, None),
            (
                added,
                "0.1.0",
                true,
                Some(
                    "the API differs from that of 0.1.0 and asks for 0.1.1 at least; \
                     the version is 0.1.0\n  + fn write()",
                ),
            ),
            (added, "0.1.1", false, None),
            (planned, "0.1.1", false, None),
            (
                contract,
                "0.1.0",
                true,
                Some(
                    "the API differs from that of 0.1.0 and asks for 0.1.1 at least; \
                     the version is 0.1.0\n  + mod v9_0 and all that is in it: 3 lines of the API",
                ),
            ),
            (
                FORMER,
                "0.0.9",
                false,
                Some("the version is 0.0.9, but 0.1.0 is released"),
            ),
            (
                added,
                "0.1.1",
                true,
                Some(
                    "public-api: still the API of 0.1.0, but 0.1.1 has a date: \
                     renew it with --bless\n  + fn write()",
                ),
            ),
        ];
        let folder = released();
        for (source, version, is_released, expected) in cases {
            let found = standing(folder.path(), source, (version, is_released), problems).unwrap();
            let expected: Vec<&str> = expected.into_iter().collect();
            assert_eq!(found, expected, "{source} {version}");
        }
    }

    /// With its folder goes all that is known of a contract, so that of a draft counts as well.
    #[test]
    fn a_contract_that_is_gone_breaks_and_is_told_in_one_line() {
        let folder = released();
        let only = |source: &str, version: &str| {
            fs::write(folder.path().join("src/lib.rs"), source).unwrap();
            let standing = Standing {
                folder: folder.path(),
                version: Version::parse(version).unwrap(),
                is_released: false,
                unsettled: &BTreeSet::new(),
            };
            problems(&standing).unwrap()
        };
        let gone = "pub fn write() {}";
        assert_eq!(
            only(gone, "0.1.1"),
            [
                "the API differs from that of 0.1.0 and asks for 0.2.0 at least; the version is 0.1.1\
              \n  - mod draft and all that is in it: 2 lines of the API\
              \n  - fn read()\n  + fn write()"
            ]
        );
        assert_eq!(only(gone, "0.2.0"), [""; 0]);
    }

    #[test]
    fn a_snapshot_is_renewed_by_a_release_and_before_the_first_one() {
        let other = "pub fn other() {}";
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        let first = |source| standing(folder.path(), source, ("0.1.0", false), problems).unwrap();
        assert_eq!(first(FORMER).len(), 1, "there is none yet");
        assert!(blessed(folder.path(), FORMER, "0.1.0", false).is_ok());
        assert_eq!(first(FORMER), [""; 0]);
        assert_eq!(first(other).len(), 1);
        assert!(blessed(folder.path(), other, "0.1.0", false).is_ok());
        assert_eq!(first(other), [""; 0]);
        assert!(!folder.path().join("public-api/draft.txt").exists());

        let cases = [
            ("a release stands", other, "0.1.0", true, false),
            ("nothing is released yet", other, "0.2.0", false, false),
            ("the version is too low", other, "0.1.1", true, false),
            ("the version is an older one", FORMER, "0.0.9", true, false),
            ("it is released", other, "0.2.0", true, true),
        ];
        for (what, source, version, is_released, taken) in cases {
            let folder = released();
            let found = blessed(folder.path(), source, version, is_released);
            assert_eq!(found.is_ok(), taken, "{what}: {found:?}");
            let now = fs::read_to_string(folder.path().join("public-api/version.txt")).unwrap();
            let now = (now.trim(), read(folder.path()).unwrap().unwrap().api.len());
            let expected = if taken { (version, 1) } else { ("0.1.0", 2) };
            assert_eq!(now, expected, "{what}");
        }
    }
}
