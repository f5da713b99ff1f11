//! What a change of the API asks of the version.

use std::collections::BTreeSet;

use super::Api;

/// How much a change matters to others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not at all.
    #[default]
    None,
    /// Something is new.
    Additive,
    /// Something is gone or another.
    Breaking,
}

/// The differences between two APIs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Lines that are gone, with their module.
    pub removed: Vec<(String, String)>,
    /// Lines that are new, with their module.
    pub added: Vec<(String, String)>,
    /// What they come to.
    pub level: Level,
}

/// Compares an API with a former one; what changes in an `unsettled` module never breaks.
pub fn judge(former: &Api, now: &Api, unsettled: &BTreeSet<String>) -> Verdict {
    let mut verdict = Verdict::default();
    let none = BTreeSet::new();
    let modules: BTreeSet<&String> = former.keys().chain(now.keys()).collect();
    for module in modules {
        let (before, after) = (
            former.get(module).unwrap_or(&none),
            now.get(module).unwrap_or(&none),
        );
        let breaking = if unsettled.contains(module) {
            Level::Additive
        } else {
            Level::Breaking
        };
        for line in before.difference(after) {
            verdict.removed.push((module.clone(), line.clone()));
            verdict.level = verdict.level.max(breaking);
        }
        for line in after.difference(before) {
            verdict.added.push((module.clone(), line.clone()));
            let level = if breaks(line, before) {
                breaking
            } else {
                Level::Additive
            };
            verdict.level = verdict.level.max(level);
        }
    }
    verdict
}

/// Whether a new line asks something of others that was not asked before: a match has one more
/// case, or a trait is harder to implement.
fn breaks(line: &str, before: &BTreeSet<String>) -> bool {
    let owner = |start: &str, kind: &str| {
        let (owner, _) = line.strip_prefix(start)?.split_once(": ")?;
        Some(format!("{kind} {owner}"))
    };
    let owner = owner("variant of ", "enum").or_else(|| owner("required in ", "trait"));
    owner.is_some_and(|owner| {
        let mut rests = before.iter().filter_map(|line| line.strip_prefix(&owner));
        rests.any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(lines: &[&str]) -> Api {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Api::from([("text".to_owned(), lines)])
    }

    #[test]
    fn what_is_gone_breaks_and_what_is_new_mostly_does_not() {
        const FORMER: &[&str] = &[
            "enum text::Kind",
            "fn text::read(&str) -> Kind",
            "non-exhaustive enum text::Open",
            "trait text::Shown: Sized",
        ];
        let with = |line: &'static str| [FORMER, &[line]].concat();
        let cases = [
            ("nothing", FORMER.to_vec(), Level::None),
            ("a function more", with("fn text::write()"), Level::Additive),
            ("a function less", FORMER[..1].to_vec(), Level::Breaking),
            (
                "another type",
                vec![
                    "enum text::Kind",
                    "fn text::read(&[u8]) -> Kind",
                    "non-exhaustive enum text::Open",
                    "trait text::Shown: Sized",
                ],
                Level::Breaking,
            ),
            (
                "a case more to match",
                with("variant of text::Kind: New"),
                Level::Breaking,
            ),
            (
                "a case more in an open list",
                with("variant of text::Open: New"),
                Level::Additive,
            ),
            (
                "a case of an enum that is new itself",
                [
                    &with("enum text::Other")[..],
                    &["variant of text::Other: A"],
                ]
                .concat(),
                Level::Additive,
            ),
            (
                "something more to implement",
                with("required in text::Shown: fn show(&self)"),
                Level::Breaking,
            ),
            (
                "something more that is given",
                with("provided in text::Shown: fn show(&self)"),
                Level::Additive,
            ),
        ];
        for (what, now, level) in cases {
            let verdict = judge(&api(FORMER), &api(&now), &BTreeSet::new());
            assert_eq!(verdict.level, level, "{what}");
        }
    }

    #[test]
    fn an_unsettled_module_never_breaks() {
        let unsettled = BTreeSet::from(["text".to_owned()]);
        let verdict = judge(&api(&["fn text::read()"]), &api(&[]), &unsettled);
        assert_eq!(verdict.level, Level::Additive);
        assert_eq!(verdict.removed.len(), 1);
    }
}
