//! A crate's CHANGELOG: one section for each version, newest first.

use super::version::Version;

/// What stands where the date of a version will.
const UNRELEASED: &str = "unreleased";

/// A version's section.
#[derive(Debug, PartialEq, Eq)]
struct Section {
    version: Version,
    /// The day of the release; none before it.
    date: Option<String>,
    /// Whether it says anything.
    is_empty: bool,
}

/// What a CHANGELOG tells about a crate's version.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    /// Whether the newest section has a date.
    pub is_dated: bool,
    /// What is wrong with the text, in one line each.
    pub problems: Vec<String>,
}

/// Reads a CHANGELOG, of a crate that has a version.
pub fn read(text: &str, version: Version) -> Told {
    let mut problems = Vec::new();
    let sections = sections(text, &mut problems);
    for pair in sections.windows(2) {
        let [newer, older] = pair else { continue };
        if newer.version <= older.version {
            problems.push(format!(
                "{} stands before {}: the newest version comes first, and each once",
                newer.version, older.version
            ));
        }
        if older.date.is_none() {
            problems.push(format!(
                "{} is {UNRELEASED}, but a newer version follows: expected a date",
                older.version
            ));
        }
    }
    for section in sections.iter().filter(|section| section.is_empty) {
        problems.push(format!("{} says nothing", section.version));
    }
    let newest = sections.first();
    match newest {
        Some(section) if section.version == version => {}
        Some(section) => problems.push(format!(
            "the newest version is {}, but that of the crate is {version}",
            section.version
        )),
        None => problems.push(format!("has no version: expected {version}")),
    }
    Told {
        is_dated: newest.is_some_and(|section| section.date.is_some()),
        problems,
    }
}

fn sections(text: &str, problems: &mut Vec<String>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            match section(heading) {
                Some(section) => sections.push(section),
                None => problems.push(format!(
                    "line {}: expected a version with a date or `{UNRELEASED}`, such as \
                     `1.2.3 - 2026-01-31`, found {heading:?}",
                    index + 1
                )),
            }
        } else if line.starts_with("- ")
            && let Some(section) = sections.last_mut()
        {
            section.is_empty = false;
        }
    }
    sections
}

fn section(heading: &str) -> Option<Section> {
    let (version, date) = heading.split_once(" - ")?;
    let is_date = |text: &str| {
        let form = |(index, byte): (usize, u8)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        text.len() == 10 && text.bytes().enumerate().all(form)
    };
    let date = match date {
        UNRELEASED => None,
        date if is_date(date) => Some(date.to_owned()),
        _ => return None,
    };
    Some(Section {
        version: Version::parse(version)?,
        date,
        is_empty: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changelog_must_agree_with_the_version_and_with_itself() {
        let cases: [(&str, bool, &[&str]); 8] = [
            (
                "## 0.2.0 - unreleased\n- a\n## 0.1.0 - 2026-01-31\n- b",
                false,
                &[],
            ),
            ("## 0.2.0 - 2026-02-28\n### Types\n- a", true, &[]),
            (
                "## 0.1.0 - 2026-01-31\n- a",
                true,
                &["the newest version is 0.1.0, but that of the crate is 0.2.0"],
            ),
            ("# Changes", false, &["has no version: expected 0.2.0"]),
            (
                "## 0.2.0 - unreleased\n- a\n## 0.3.0 - 2026-01-31\n- b",
                false,
                &["0.2.0 stands before 0.3.0: the newest version comes first, and each once"],
            ),
            (
                "## 0.2.0 - unreleased\n- a\n## 0.1.0 - unreleased\n- b",
                false,
                &["0.1.0 is unreleased, but a newer version follows: expected a date"],
            ),
            ("## 0.2.0 - unreleased\n", false, &["0.2.0 says nothing"]),
            (
                "## Unreleased\n- a\n## 0.2.0 - 31.1.2026\n- a",
                false,
                &[
                    "line 1: expected a version with a date or `unreleased`, such as \
                     `1.2.3 - 2026-01-31`, found \"Unreleased\"",
                    "line 3: expected a version with a date or `unreleased`, such as \
                     `1.2.3 - 2026-01-31`, found \"0.2.0 - 31.1.2026\"",
                    "has no version: expected 0.2.0",
                ],
            ),
        ];
        let version = Version::parse("0.2.0").unwrap();
        for (text, is_dated, problems) in cases {
            let told = read(text, version);
            assert_eq!(told.problems, problems, "{text}");
            assert_eq!(told.is_dated, is_dated, "{text}");
        }
    }
}
