//! Texts that are nearly a contract's URI or a skill's identifier, and yet are not.

use crate::payload::{ContractInfo, SkillInfo};

/// What every AAP identifier contains.
const NAME: &str = "autoagentprotocol";

/// Longer texts are compared by their beginning.
const LONGEST_URI: usize = 256;

/// Longer texts resemble no skill.
const LONGEST_SKILL: usize = 48;

/// Where extension URIs of AAP stand.
pub(super) const EXTENSIONS: &str = "https://autoagentprotocol.org/extensions/";

/// What an extension URI is to a reader of AAP.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Exactly the URI of a contract.
    Contract,
    /// No contract's URI, but meant to be that of this one.
    Resembles(&'static ContractInfo),
    /// An identifier of AAP all the same.
    Aap,
    /// Somebody else's.
    Foreign,
}

/// The contracts' URIs, ready to be compared with.
pub(super) struct Known(Vec<(&'static ContractInfo, Plain, String)>);

impl Known {
    #[inline]
    pub(super) fn new(contracts: &'static [ContractInfo]) -> Known {
        let contracts = contracts.iter().rev();
        let plain = contracts.map(|contract| {
            let plain = Plain::of(contract.extension_uri);
            let letters = plain.letters();
            (contract, plain, letters)
        });
        Known(plain.collect())
    }

    #[inline]
    pub(super) fn kind(&self, uri: &str) -> Kind {
        if self
            .0
            .iter()
            .any(|(contract, ..)| contract.extension_uri == uri)
        {
            return Kind::Contract;
        }
        let plain = Plain::of(uri);
        if !plain.text.contains(NAME) {
            return Kind::Foreign;
        }
        let letters = plain.letters();
        let meant = self.0.iter().find(|(_, known, known_letters)| {
            let longer = plain.text.strip_prefix(known.text.as_str());
            *known_letters == letters
                || longer.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        });
        meant.map_or(Kind::Aap, |(contract, ..)| Kind::Resembles(contract))
    }
}

/// A URI without what people get wrong: case, scheme, escapes, a query, a slash at the end.
pub(super) struct Plain {
    text: String,
}

impl Plain {
    #[inline]
    fn of(uri: &str) -> Plain {
        let text: String = uri.trim().chars().take(LONGEST_URI).collect();
        let text = unescape(&text).to_ascii_lowercase();
        let text = text.split_once("://").map_or(&*text, |(_, rest)| rest);
        let text = text.split(['?', '#']).next().unwrap_or(text);
        let text = text.strip_prefix("www.").unwrap_or(text);
        Plain {
            text: text.trim_end_matches('/').to_owned(),
        }
    }

    #[inline]
    fn letters(&self) -> String {
        letters(&self.text)
    }
}

#[inline]
fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Replaces `%2E` and the like where they stand for an ASCII character.
#[inline]
fn unescape(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut plain = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let byte = piece
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(u8::is_ascii) {
            Some(byte) => {
                plain.push(char::from(byte));
                plain.push_str(piece.get(2..).unwrap_or(""));
            }
            None => {
                plain.push('%');
                plain.push_str(piece);
            }
        }
    }
    plain
}

/// The skill whose identifier this text is meant to be: other case, other separators, the name of
/// the MCP tool, or up to two letters wrong.
#[inline]
pub(super) fn skill(contract: &ContractInfo, id: &str) -> Option<&'static SkillInfo> {
    if id.len() > LONGEST_SKILL || contract.skills.iter().any(|skill| skill.id == id) {
        return None;
    }
    let id = letters(&id.to_ascii_lowercase());
    let id = id.strip_prefix("aap").unwrap_or(&id);
    contract
        .skills
        .iter()
        .filter(|skill| skill.id.len().abs_diff(id.len()) <= 3)
        .map(|skill| (distance(id, &letters(skill.id)), skill))
        .filter(|(distance, _)| *distance <= 2)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, skill)| skill)
}

/// How many characters have to be changed, added or dropped.
#[inline]
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, character) in left.chars().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        for (cell, other) in row.iter_mut().skip(1).zip(&right) {
            let above = *cell;
            let changed = diagonal + usize::from(character != *other);
            before = changed.min(above + 1).min(before + 1);
            *cell = before;
            diagonal = above;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, unescape};

    #[test]
    fn distances_count_edits() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("inventoryserch", "inventorysearch", 1),
            ("kitten", "sitting", 3),
            ("leadsubmit", "leadsubmit", 0),
            ("ledsubmitt", "leadsubmit", 2),
        ];
        for (left, right, expected) in cases {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn only_whole_escapes_of_ascii_are_undone() {
        let cases = [
            ("v1%2E3", "v1.3"),
            ("v1%2e3", "v1.3"),
            ("%", "%"),
            ("a%2", "a%2"),
            ("%zz", "%zz"),
            ("%C3%A9", "%C3%A9"),
            ("%252E", "%2E"),
            ("%2é", "%2é"),
        ];
        for (text, expected) in cases {
            assert_eq!(unescape(text), expected);
        }
    }
}
