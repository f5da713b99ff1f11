//! What a card offers, in words.

use std::fmt::{self, Write as _};

use super::{Departure, Discovery, Level, Lookalike, Offer};
use crate::payload::Status;
use crate::runtime::message::excerpt;

/// A card's text without characters that could make a terminal or a reader go wrong.
#[inline]
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_invisible(character) {
            // Writing to a string never fails.
            let _ = write!(plain, "{}", character.escape_unicode());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Marks that are not seen, or that turn the order of what is seen.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    )
}

/// A card's text in quotes, cut to a sane length.
#[inline]
fn quoted(text: &str) -> String {
    plain(&excerpt(text))
}

impl fmt::Display for Discovery<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.name {
            Some(name) => format!(" {}", quoted(name)),
            None => String::new(),
        };
        let Some(chosen) = self.speak() else {
            writeln!(
                f,
                "generic A2A agent{name}: no extension has the exact URI of an AAP contract known here"
            )?;
            for Lookalike {
                uri,
                resembles,
                pointer,
            } in &self.lookalikes
            {
                let meant = match resembles {
                    Some(contract) => format!(
                        "is not {}, whose URI is {}",
                        contract.name,
                        quoted(contract.extension_uri)
                    ),
                    None => "names no contract known here".to_owned(),
                };
                writeln!(f, "  {}: {} {meant}", plain(pointer.as_str()), quoted(uri))?;
            }
            return problems(f, &self.unreadable);
        };
        writeln!(f, "AAP dealer{name}")?;
        offer(f, "speak", chosen)?;
        let others = self
            .offers
            .iter()
            .filter(|offer| offer.contract.name != chosen.contract.name);
        for other in others {
            let Offer {
                contract,
                departures,
                ..
            } = other;
            write!(f, "also offers {}{}", contract.name, mark(contract.status))?;
            match departures.len() {
                0 => writeln!(f)?,
                count => writeln!(f, ", with {}", counted(count))?,
            }
        }
        for unknown in self
            .lookalikes
            .iter()
            .filter(|like| like.resembles.is_none())
        {
            writeln!(
                f,
                "also names {}, which is not known here",
                quoted(unknown.uri)
            )?;
        }
        Ok(())
    }
}

#[inline]
fn mark(status: Status) -> String {
    match status {
        Status::Released => String::new(),
        other => format!(" ({other}: may change without notice)"),
    }
}

#[inline]
fn counted(count: usize) -> String {
    match count {
        1 => "1 problem".to_owned(),
        _ => format!("{count} problems"),
    }
}

#[inline]
fn offer(f: &mut fmt::Formatter<'_>, verb: &str, offer: &Offer<'_>) -> fmt::Result {
    let contract = offer.contract;
    writeln!(
        f,
        "{verb} {}{}: {}",
        contract.name,
        mark(contract.status),
        contract.extension_uri
    )?;
    let (offered, missing): (Vec<&str>, Vec<&str>) = contract
        .skills
        .iter()
        .map(|skill| skill.id)
        .partition(|id| offer.has_skill(id));
    let list = |ids: &[&str]| match ids {
        [] => "none".to_owned(),
        ids => ids.join(", "),
    };
    writeln!(f, "  skills: {}", list(&offered))?;
    if !missing.is_empty() {
        writeln!(f, "  not offered: {}", list(&missing))?;
    }
    match offer.interfaces.as_slice() {
        [] => writeln!(f, "  interface: none that {} can use", contract.name)?,
        [first, others @ ..] => {
            write!(
                f,
                "  interface: {} at {}",
                plain(first.binding),
                quoted(first.url)
            )?;
            if let Some(tenant) = first.tenant {
                write!(f, ", with the tenant {} in every request", quoted(tenant))?;
            }
            writeln!(f)?;
            for other in others {
                let (binding, url) = (plain(other.binding), quoted(other.url));
                writeln!(f, "  or: {binding} at {url}")?;
            }
        }
    }
    if let Some(id) = offer.params.id {
        writeln!(f, "  card id: {}", quoted(id))?;
    }
    problems(f, &offer.departures)
}

#[inline]
fn problems(f: &mut fmt::Formatter<'_>, departures: &[Departure]) -> fmt::Result {
    if departures.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {}:", counted(departures.len()))?;
    for level in [Level::Must, Level::Should] {
        for departure in departures
            .iter()
            .filter(|departure| departure.level == level)
        {
            writeln!(f, "    {departure}")?;
        }
    }
    Ok(())
}
