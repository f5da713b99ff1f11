//! A set of code points as the bytes that encode them.

use std::collections::HashMap;

use super::charset::{CharSet, clip};

/// What follows a byte of a code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Next {
    /// The code point is in the set; the bytes left of it, if any, do not matter.
    Done,
    /// The bytes of the node with this index.
    Node(usize),
}

/// Byte ranges and what follows each: sorted, disjoint. Any other byte is no member's.
pub(super) type Branches = Vec<(u8, u8, Next)>;

/// The members of a set of code points, byte by byte.
///
/// Equal tails are one node, and the bytes that valid UTF-8 never has at a place go wherever that
/// leaves the fewest nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Encoding {
    /// The first bytes.
    pub(super) root: Branches,
    /// The bytes after; a node comes after the nodes that it leads to.
    pub(super) nodes: Vec<Branches>,
    /// Whether some code point is `Done` before its last byte.
    pub(super) cut: bool,
}

/// First and last code point, continuation bytes, mark of the lead byte. No surrogates.
const LENGTHS: [(u32, u32, u32, u8); 5] = [
    (0, 0x7F, 0, 0),
    (0x80, 0x7FF, 1, 0xC0),
    (0x800, 0xD7FF, 2, 0xE0),
    (0xE000, 0xFFFF, 2, 0xE0),
    (0x1_0000, 0x10_FFFF, 3, 0xF0),
];

/// Encodes the scalar values of a set.
pub(super) fn encode(set: &CharSet) -> Encoding {
    let mut encoder = Encoder::default();
    let mut root = Branches::new();
    for (first, last, tail, mark) in LENGTHS {
        let ranges = set.within(first, last);
        for lead in first >> (6 * tail)..=last >> (6 * tail) {
            // `lead` has at most seven bits, and `mark` leaves room for those that it has.
            let byte = mark | lead as u8;
            if let Some(next) = encoder.tail(&below(&ranges, lead, tail), tail, byte) {
                push(&mut root, byte, next);
            }
        }
    }
    // C0, C1 and F5..FF never occur: let them join a neighbour, for fewer kinds of byte.
    for branch in &mut root {
        if branch.0 == 0xC2 {
            branch.0 = 0xC0;
        }
        if branch.1 == 0xF4 {
            branch.1 = 0xFF;
        }
    }
    Encoding {
        root,
        nodes: encoder.nodes,
        cut: encoder.cut,
    }
}

/// The members that start with the bits `lead`, without those bits: `tail` groups of six are left.
fn below(ranges: &[(u32, u32)], lead: u32, tail: u32) -> Vec<(u32, u32)> {
    let base = lead << (6 * tail);
    let last = base + (1 << (6 * tail)) - 1;
    clip(ranges, base, last)
        .into_iter()
        .map(|range| (range.0 - base, range.1 - base))
        .collect()
}

/// Adds a byte to the branches, each byte being greater than those before.
fn push(branches: &mut Branches, byte: u8, next: Next) {
    match branches.last_mut() {
        Some(branch) if branch.2 == next && branch.1 + 1 == byte => branch.1 = byte,
        _ => branches.push((byte, byte, next)),
    }
}

#[derive(Default)]
struct Encoder {
    nodes: Vec<Branches>,
    known: HashMap<Branches, usize>,
    cut: bool,
}

impl Encoder {
    /// What follows a byte, `tail` continuation bytes being left; `None` where no member does.
    /// `lead` is that byte if it is the first one (of the others, each may follow each).
    fn tail(&mut self, ranges: &[(u32, u32)], tail: u32, lead: u8) -> Option<Next> {
        if ranges.is_empty() {
            return None;
        }
        if tail == 0 {
            return Some(Next::Done);
        }
        if ranges == [(0, (1 << (6 * tail)) - 1)] {
            self.cut = true;
            return Some(Next::Done);
        }
        let mut branches = Branches::new();
        for bits in 0..64_u8 {
            let rest = below(ranges, u32::from(bits), tail - 1);
            if let Some(next) = self.tail(&rest, tail - 1, 0) {
                push(&mut branches, 0x80 | bits, next);
            }
        }
        relax(&mut branches, lead);
        if branches[..] == [(0x80, 0xBF, Next::Done)] {
            self.cut = true;
            return Some(Next::Done);
        }
        let id = *self.known.entry(branches).or_insert_with_key(|branches| {
            self.nodes.push(branches.clone());
            self.nodes.len() - 1
        });
        Some(Next::Node(id))
    }
}

/// After some lead bytes, valid UTF-8 has only a part of the continuation bytes (the rest would be
/// overlong, a surrogate, or beyond Unicode). The others join their neighbour.
fn relax(branches: &mut Branches, lead: u8) {
    let lowest = match lead {
        0xE0 => 0xA0,
        0xF0 => 0x90,
        _ => 0x80,
    };
    let highest = match lead {
        0xED => 0x9F,
        0xF4 => 0x8F,
        _ => 0xBF,
    };
    if let Some(first) = branches.first_mut().filter(|first| first.0 == lowest) {
        first.0 = 0x80;
    }
    if let Some(last) = branches.last_mut().filter(|last| last.1 == highest) {
        last.1 = 0xBF;
    }
}
