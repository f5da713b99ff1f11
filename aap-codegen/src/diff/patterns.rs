//! Which strings one pattern matches and another does not.

use std::collections::HashSet;

use super::change::Effect;
use crate::pattern::Automaton;

/// More pairs of states than this are not looked at.
const LIMIT: usize = 1 << 20;

/// The states of an automaton that have no row.
const DEAD: u16 = 0;
const ACCEPT: u16 = 1;

/// What it does to the accepted strings that one pattern takes the place of another. Where the
/// automata are too large to tell, both.
pub(super) fn replaced(from: &Automaton, to: &Automaton) -> Effect {
    let (from, to) = (Table::new(from), Table::new(to));
    let bytes = representatives(&from, &to);
    let start = (from.start(), to.start(), Utf8::START);
    let mut known = HashSet::from([start]);
    let mut pending = vec![start];
    let mut effect = Effect::NONE;
    while let Some((p, q, utf8)) = pending.pop() {
        if utf8 == Utf8::START {
            match (from.accepts(p), to.accepts(q)) {
                (true, false) => effect.tightens = true,
                (false, true) => effect.loosens = true,
                _ => {}
            }
        }
        if effect == Effect::BOTH || known.len() > LIMIT {
            return Effect::BOTH;
        }
        for byte in &bytes {
            let Some(utf8) = utf8.step(*byte) else {
                continue;
            };
            let next = (from.step(p, *byte), to.step(q, *byte), utf8);
            // Where both have decided, nothing more can differ than what shows at the end.
            if known.insert(next) {
                pending.push(next);
            }
        }
    }
    effect
}

/// An automaton by byte.
struct Table<'a> {
    automaton: &'a Automaton,
    columns: [usize; 256],
}

impl Table<'_> {
    fn new(automaton: &Automaton) -> Table<'_> {
        let mut columns = [0; 256];
        for (class, ranges) in (1..).zip(&automaton.classes) {
            for &(first, last) in ranges {
                columns[usize::from(first)..=usize::from(last)].fill(class);
            }
        }
        Table { automaton, columns }
    }

    /// The first row is the start's.
    fn start(&self) -> u16 {
        2
    }

    fn row(&self, state: u16) -> Option<&Vec<u16>> {
        let index = usize::from(state).checked_sub(2)?;
        self.automaton.rows.get(index)
    }

    fn step(&self, state: u16, byte: u8) -> u16 {
        match state {
            DEAD | ACCEPT => state,
            _ => {
                let column = self.columns[usize::from(byte)];
                let next = self.row(state).and_then(|row| row.get(column));
                next.copied().unwrap_or(DEAD)
            }
        }
    }

    fn accepts(&self, state: u16) -> bool {
        match state {
            DEAD => false,
            ACCEPT => true,
            _ => self.row(state).and_then(|row| row.last()) == Some(&1),
        }
    }
}

/// What may follow in a UTF-8 text: the automata assume that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Utf8 {
    /// Continuation bytes to come.
    left: u8,
    /// The range of the next of them.
    range: (u8, u8),
}

impl Utf8 {
    const START: Utf8 = Utf8 {
        left: 0,
        range: (0, 0),
    };

    fn step(self, byte: u8) -> Option<Utf8> {
        let expect = |left, first, last| {
            Some(Utf8 {
                left,
                range: (first, last),
            })
        };
        match (self.left, byte) {
            (0, 0x00..=0x7f) => Some(Utf8::START),
            (0, 0xc2..=0xdf) => expect(1, 0x80, 0xbf),
            (0, 0xe0) => expect(2, 0xa0, 0xbf),
            (0, 0xed) => expect(2, 0x80, 0x9f),
            (0, 0xe1..=0xef) => expect(2, 0x80, 0xbf),
            (0, 0xf0) => expect(3, 0x90, 0xbf),
            (0, 0xf4) => expect(3, 0x80, 0x8f),
            (0, 0xf1..=0xf3) => expect(3, 0x80, 0xbf),
            (0, _) => None,
            (left, byte) if self.range.0 <= byte && byte <= self.range.1 => match left {
                1 => Some(Utf8::START),
                _ => expect(left - 1, 0x80, 0xbf),
            },
            _ => None,
        }
    }
}

/// One byte of each class that both automata and UTF-8 tell apart.
fn representatives(from: &Table<'_>, to: &Table<'_>) -> Vec<u8> {
    let mut known = HashSet::new();
    let utf8 = |byte: u8| match byte {
        0x00..=0x7f => 0,
        0x80..=0x8f => 1,
        0x90..=0x9f => 2,
        0xa0..=0xbf => 3,
        0xc0..=0xc1 | 0xf5..=0xff => 4,
        0xc2..=0xdf => 5,
        0xe0 => 6,
        0xed => 7,
        0xe1..=0xef => 8,
        0xf0 => 9,
        0xf4 => 10,
        0xf1..=0xf3 => 11,
    };
    let class = |byte: u8| {
        let index = usize::from(byte);
        (from.columns[index], to.columns[index], utf8(byte))
    };
    (0..=u8::MAX)
        .filter(|byte| known.insert(class(*byte)))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::replaced;
    use crate::pattern::lower;

    #[test]
    fn replacing_a_pattern_tightens_and_loosens_what_it_must() {
        let cases = [
            (r"^\d{5}$", r"^[0-9]{5}$", false, false),
            (r"^\d{5}(-\d{4})?$", r"^\d{5}$", true, false),
            (r"^\d{5}$", r"^\d{5}(-\d{4})?$", false, true),
            ("^a", "^b", true, true),
            ("", "a", true, false),
            ("a", "", false, true),
            (r"\S", "^.+$", true, true),
            ("^.$", r"^[^\n\r\u2028\u2029]$", false, false),
            ("^[à-ü]$", "^[à-é]$", true, false),
            ("^(?:ab)*$", "^(?:abab)*$", true, false),
            (r"^\p{L}$", "^[a-z]$", true, false),
        ];
        for (from, to, tightens, loosens) in cases {
            let effect = replaced(&lower(from).unwrap(), &lower(to).unwrap());
            assert_eq!(
                (effect.tightens, effect.loosens),
                (tightens, loosens),
                "{from} → {to}"
            );
        }
    }
}
