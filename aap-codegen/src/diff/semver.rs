//! Version numbers: the bump that was made, and the one that the policy asks for.

use std::fmt;

/// A step from one version to a later one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// The same version will do.
    #[default]
    None,
    /// `1.2.3` to `1.2.4`.
    Patch,
    /// `1.2.3` to `1.3.0`.
    Minor,
    /// `1.2.3` to `2.0.0`.
    Major,
}

impl Bump {
    /// `none`, `patch`, `minor` or `major`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }

    /// What the policy asks for after a version: below 1.0.0 a minor version was allowed to break.
    #[must_use]
    pub fn after(self, version: &str) -> Bump {
        match self {
            Bump::Major if is_early(version) => Bump::Minor,
            bump => bump,
        }
    }

    /// The step between two released versions; none where either is not `major.minor.patch`, or
    /// the second is not the later one.
    #[must_use]
    pub fn between(from: &str, to: &str) -> Option<Bump> {
        let (from, to) = (parts(from)?, parts(to)?);
        let step = [Bump::Major, Bump::Minor, Bump::Patch]
            .into_iter()
            .zip(from.into_iter().zip(to))
            .find(|(_, (from, to))| from != to);
        match step {
            None => Some(Bump::None),
            Some((bump, (from, to))) if from < to => Some(bump),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a version is below 1.0.0.
pub(super) fn is_early(version: &str) -> bool {
    matches!(parts(version), Some([0, ..]))
}

fn parts(version: &str) -> Option<[u64; 3]> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::Bump;

    #[test]
    fn steps_are_named_after_the_first_part_that_grows() {
        let cases = [
            ("1.2.0", "1.3.0", Some(Bump::Minor)),
            ("1.3.0", "2.0.0", Some(Bump::Major)),
            ("1.3.0", "1.3.1", Some(Bump::Patch)),
            ("1.3.0", "1.3.0", Some(Bump::None)),
            ("0.2.0", "1.0.0", Some(Bump::Major)),
            ("1.3.0", "1.2.9", None),
            ("1.3.0", "0.0.0-dev", None),
            ("1.3", "1.4", None),
            ("1.3.0.0", "1.4.0.0", None),
        ];
        for (from, to, expected) in cases {
            assert_eq!(Bump::between(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn below_one_a_minor_version_may_break() {
        assert_eq!(Bump::Major.after("0.1.0"), Bump::Minor);
        assert_eq!(Bump::Minor.after("0.1.0"), Bump::Minor);
        assert_eq!(Bump::Major.after("1.0.0"), Bump::Major);
        assert_eq!(Bump::Major.after("0.0.0-dev"), Bump::Major);
    }
}
