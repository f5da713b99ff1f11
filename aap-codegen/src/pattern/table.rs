//! The automaton in the form of aap-types: classes of bytes and rows of successors.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::dfa::{ACCEPT, DEAD, Dfa, FIRST};
use super::{MAX_CELLS, MAX_STATES, PatternError};

/// A pattern lowered to an automaton.
///
/// The states are numbers: 0 is "no match any more", 1 is "a match, whatever follows", and from 2
/// on each has a row in [`rows`](Self::rows), that of the start being the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The regular expression.
    pub source: String,
    /// The classes of bytes that the automaton tells apart, as sorted ranges, from class 1 on.
    /// Every other byte is of class 0.
    pub classes: Vec<Vec<(u8, u8)>>,
    /// For each state its successor for each class, class 0 first; after these, whether the text
    /// may end there: 0 or 1.
    pub rows: Vec<Vec<u16>>,
}

impl Automaton {
    /// Whether the pattern is found in `text`: what the generated matcher says.
    pub fn is_match(&self, text: &str) -> bool {
        let mut columns = [0; 256];
        for (class, ranges) in (1..).zip(&self.classes) {
            for &(first, last) in ranges {
                columns[usize::from(first)..=usize::from(last)].fill(class);
            }
        }
        let mut row = 0;
        for byte in text.bytes() {
            let column: usize = columns[usize::from(byte)];
            match u32::from(self.rows[row][column]) {
                DEAD => return false,
                ACCEPT => return true,
                state => row = (state - FIRST) as usize,
            }
        }
        self.rows[row].last() == Some(&1)
    }

    /// A constant expression of the type `crate::runtime::pattern::Pattern`.
    pub fn to_tokens(&self) -> TokenStream {
        let source = &self.source;
        let classes = self
            .classes
            .iter()
            .map(|ranges| Literal::byte_string(&notation(ranges)));
        let rows = self.rows.iter().map(|row| {
            let cells = row.iter().map(|cell| Literal::u16_unsuffixed(*cell));
            quote!([#(#cells),*])
        });
        let highest = self.rows.len() + 1;
        let constructor = if highest <= usize::from(u8::MAX) {
            quote!(new)
        } else {
            quote!(wide)
        };
        quote! {
            crate::runtime::pattern::Pattern::#constructor(#source, &[#(#classes),*], &[#(#rows),*])
        }
    }
}

/// Ranges of bytes in the runtime's notation, that of a character class: `A-Z_`. A `-` stands for
/// itself where it is last.
pub(super) fn notation(ranges: &[(u8, u8)]) -> Vec<u8> {
    const DASH: (u8, u8) = (b'-', b'-');
    let mut text = Vec::new();
    let mut rest = ranges.iter().filter(|range| **range != DASH).peekable();
    while let Some(&(first, last)) = rest.next() {
        // What follows must not turn a single byte into the start of a range.
        let before_dash = rest.peek().is_some_and(|next| next.0 == b'-');
        match last - first {
            0 if !before_dash => text.push(first),
            1 if !before_dash && first != b'-' && last != b'-' => text.extend([first, last]),
            _ => text.extend([first, b'-', last]),
        }
    }
    if ranges.contains(&DASH) {
        text.push(b'-');
    }
    text
}

/// Puts a minimized automaton into its final form.
pub(super) fn tabulate(source: &str, dfa: &Dfa) -> Result<Automaton, PatternError> {
    // A start that is dead or accepting still needs its row. It has its own in the automaton.
    let states = match dfa.start() {
        start @ (DEAD | ACCEPT) => vec![start],
        _ => dfa.live().collect(),
    };
    let columns = columns(dfa, &states);
    let limit = MAX_STATES.min(MAX_CELLS / (columns.len() + 1));
    if states.len() > limit {
        return Err(PatternError::TooLarge {
            states: states.len(),
            limit,
        });
    }
    let rows = states
        .iter()
        .map(|state| {
            let cells = columns.iter().map(|column| dfa.row(*state)[column.class]);
            let end = u32::from(dfa.ends(*state));
            // Cannot truncate, below the limit.
            cells.chain([end]).map(|cell| cell as u16).collect()
        })
        .collect();
    let classes = columns
        .into_iter()
        .skip(1)
        .map(|column| column.ranges)
        .collect();
    Ok(Automaton {
        source: source.to_owned(),
        classes,
        rows,
    })
}

/// Bytes for which every state has the same successor.
struct Column {
    /// One of the classes of the automaton that it is made of.
    class: usize,
    ranges: Vec<(u8, u8)>,
}

/// The columns of the table. The one that is longest to write down is first, as it need not be;
/// the others follow in the order of their bytes.
fn columns(dfa: &Dfa, states: &[u32]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut known = BTreeMap::new();
    for byte in 0..=u8::MAX {
        let class = usize::from(dfa.classes()[usize::from(byte)]);
        let successors: Vec<u32> = states.iter().map(|state| dfa.row(*state)[class]).collect();
        let index = *known.entry(successors).or_insert(columns.len());
        match columns.get_mut(index) {
            None => columns.push(Column {
                class,
                ranges: vec![(byte, byte)],
            }),
            Some(column) => match column.ranges.last_mut() {
                Some(range) if range.1 + 1 == byte => range.1 = byte,
                _ => column.ranges.push((byte, byte)),
            },
        }
    }
    let bytes = |column: &Column| -> usize {
        column
            .ranges
            .iter()
            .map(|range| usize::from(range.1 - range.0) + 1)
            .sum()
    };
    let longest = (0..columns.len())
        .max_by_key(|index| (columns[*index].ranges.len(), bytes(&columns[*index])))
        .unwrap_or(0);
    columns[..=longest].rotate_right(1);
    columns
}
