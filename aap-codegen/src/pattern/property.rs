//! `\p{…}`: which code points have a Unicode property.

use std::collections::BTreeMap;

use super::PatternError;
use super::charset::CharSet;

/// The most properties of one pattern: to look one up takes tenths of a second.
const MAX_PROPERTIES: usize = 8;

/// The properties that a pattern uses.
#[derive(Default)]
pub(super) struct Properties {
    known: BTreeMap<String, CharSet>,
}

impl Properties {
    /// The code points of `\p{name}`, where `name` may be `Name=Value`.
    ///
    /// regress has the tables but does not show them, so it searches a text that holds every code
    /// point. (regex-syntax shows its tables, but has them only if some other crate of the build
    /// asks for them: what is generated would depend on the build.)
    pub(super) fn get(&mut self, name: &str) -> Result<CharSet, PatternError> {
        if let Some(set) = self.known.get(name) {
            return Ok(set.clone());
        }
        let known = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '='));
        let invalid = || PatternError::Invalid(format!("unknown Unicode property {name:?}"));
        if !known {
            return Err(invalid());
        }
        // Neighbours in the text are neighbours in Unicode, surrogates aside, which no text has.
        let regex =
            regress::Regex::with_flags(&format!("\\p{{{name}}}+"), "u").map_err(|_| invalid())?;
        if self.known.len() == MAX_PROPERTIES {
            let what = format!("more than {MAX_PROPERTIES} Unicode properties");
            return Err(PatternError::NotRegular(what));
        }
        let all: String = ('\0'..=char::MAX).collect();
        let ranges = regex
            .find_iter(&all)
            .filter_map(|run| {
                let run = run.as_str(&all);
                Some((
                    u32::from(run.chars().next()?),
                    u32::from(run.chars().next_back()?),
                ))
            })
            .collect();
        let set = CharSet::from_ranges(ranges);
        self.known.insert(name.to_owned(), set.clone());
        Ok(set)
    }
}
