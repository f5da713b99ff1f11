//! Versions of crates.

use std::fmt;

use super::api::Level;

/// A version of three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

impl Version {
    /// Reads three numbers with dots between them.
    pub fn parse(text: &str) -> Option<Version> {
        let mut numbers = text.split('.').map(|part| {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| part.parse().ok())?
        });
        let version = Version {
            major: numbers.next()??,
            minor: numbers.next()??,
            patch: numbers.next()??,
        };
        numbers.next().is_none().then_some(version)
    }

    /// What users write to get this version and what goes with it.
    pub fn requirement(self) -> String {
        format!("{}.{}", self.major, self.minor)
    }

    /// The least version after this one that a change asks for. Before 1.0 a minor version breaks
    /// what a major one does later, and a patch adds what a minor one does.
    pub fn after(self, level: Level) -> Version {
        let Version {
            major,
            minor,
            patch,
        } = self;
        match (level, major) {
            (Level::None, _) => self,
            (Level::Breaking, 1..) => Version {
                major: major + 1,
                minor: 0,
                patch: 0,
            },
            (Level::Breaking, 0) | (Level::Additive, 1..) => Version {
                major,
                minor: minor + 1,
                patch: 0,
            },
            (Level::Additive, 0) => Version {
                major,
                minor,
                patch: patch + 1,
            },
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_asks_for_the_next_version() {
        let cases = [
            ("0.1.4", Level::None, "0.1.4"),
            ("0.1.4", Level::Additive, "0.1.5"),
            ("0.1.4", Level::Breaking, "0.2.0"),
            ("1.2.3", Level::None, "1.2.3"),
            ("1.2.3", Level::Additive, "1.3.0"),
            ("1.2.3", Level::Breaking, "2.0.0"),
        ];
        for (version, level, expected) in cases {
            let version = Version::parse(version).unwrap();
            assert_eq!(version.after(level).to_string(), expected, "{level:?}");
        }
    }

    #[test]
    fn only_three_numbers_are_a_version() {
        for text in [
            "", "1", "1.2", "1.2.3.4", "1.2.x", "1..3", "+1.2.3", "1.2.3-rc",
        ] {
            assert_eq!(Version::parse(text), None, "{text:?}");
        }
        assert!(Version::parse("10.2.3") > Version::parse("9.9.9"));
    }
}
