//! Comparison with `regress` and with the matcher of aap-types.

use regress::Regex;

use super::super::Automaton;
use super::patterns::{ALPHABET, PATTERNS};
use super::{lowered, runtime};

/// Random walks per pattern.
const TEXTS: usize = 150;

#[test]
fn agrees_with_regress_and_with_the_runtime() {
    assert!(PATTERNS.len() >= 60);
    let mut random = Random(0x5EED);
    for source in PATTERNS {
        let case = Case::new(source);
        let alphabet = alphabet(source);
        let mut texts = vec![String::new()];
        // All the short ones over the pattern's own characters …
        for first in &alphabet {
            texts.push(String::from(*first));
            let own = alphabet.iter().take(5);
            texts.extend(own.map(|second| String::from_iter([*first, *second])));
        }
        // … and random walks through the automaton, some of them on to a match.
        texts.extend((0..TEXTS).flat_map(|_| case.walk(&alphabet, &mut random)));
        let mut verdicts = [0; 2];
        for text in &texts {
            verdicts[usize::from(case.check(text))] += 1;
        }
        // A comparison that only ever sees one verdict shows little.
        let constant = [
            "",
            "^",
            "$",
            "a*",
            "^[]$",
            "a^b",
            "a$b",
            r"\uD83D",
            r"^(?:a*)*$",
            "(?!a)",
        ];
        if !constant.contains(source) {
            assert!(!verdicts.contains(&0), "{source}: {verdicts:?}");
        }
    }
}

#[test]
fn every_kind_of_code_point_is_in_the_right_classes() {
    let classes = [
        r"\d",
        r"\W",
        r"\s",
        r"\S",
        ".",
        "[^]",
        r"[^\u{80}-\u{FFFF}]",
        r"\p{Letter}",
        r"\P{Lu}",
        r"\p{Script_Extensions=Greek}",
        r"\p{ASCII}",
        r"[\uD800-\uDFFF\u{10FFFF}]",
    ];
    let chars: Vec<char> = ('\0'..'\u{3100}')
        .chain('\u{d700}'..'\u{e100}')
        .chain('\u{fe00}'..'\u{10100}')
        .chain(('\u{10100}'..=char::MAX).step_by(997))
        .chain([char::MAX])
        .collect();
    let all = String::from_iter(&chars);
    for class in classes {
        let automaton = lowered(&format!("^{class}$"));
        let ours = String::from_iter(
            chars
                .iter()
                .filter(|c| automaton.is_match(c.encode_utf8(&mut [0; 4]))),
        );
        let regex = Regex::with_flags(class, "u").expect("valid");
        let theirs = String::from_iter(
            regex
                .find_iter(&all)
                .map(|found| found.as_str(&all).to_owned()),
        );
        assert!(ours == theirs, "{class}");
    }
}

#[test]
fn long_texts_are_searched_to_their_end() {
    let text = format!("{}VIN: 1HGBH41JXMN109186", "é ".repeat(10_000));
    assert!(lowered("[A-HJ-NPR-Z0-9]{17}$").is_match(&text));
    assert!(lowered(r"(?:^|\s)VIN:(?= )").is_match(&text));
    assert!(!lowered(r"^(?!.*VIN)").is_match(&text));
}

/// A pattern in all its forms.
struct Case {
    /// For each row a character on a shortest way to a match; none where there is none, and where
    /// the text may end.
    way: Vec<Option<char>>,
    automaton: Automaton,
    runtime: runtime::Pattern,
    regex: Regex,
}

impl Case {
    fn new(source: &str) -> Self {
        let automaton = lowered(source);
        let runtime = runtime_pattern(&automaton);
        let way = way(&automaton);
        Self {
            automaton,
            runtime,
            way,
            regex: Regex::with_flags(source, "u").expect("valid"),
        }
    }

    fn check(&self, text: &str) -> bool {
        let expected = self.regex.find(text).is_some();
        let source = &self.automaton.source;
        assert_eq!(
            self.automaton.is_match(text),
            expected,
            "{source} on {text:?}"
        );
        assert_eq!(
            self.runtime.is_match(text),
            expected,
            "{source} on {text:?}, at run time"
        );
        expected
    }

    /// A text that mostly keeps the automaton undecided, and where it does so at its end, the text
    /// with what makes it a match.
    fn walk(&self, alphabet: &[char], random: &mut Random) -> Vec<String> {
        let mut text = String::new();
        let mut state = Some(0);
        for _ in 0..random.below(26) {
            let mut next = random.pick(alphabet);
            if let Some(row) = state {
                // Mostly: now and then a character is taken as it comes.
                let mut tries = if random.below(25) == 0 { 0 } else { 30 };
                while tries > 0 && step(&self.automaton, row, next).is_none() {
                    next = random.pick(alphabet);
                    tries -= 1;
                }
                state = step(&self.automaton, row, next);
            }
            text.push(next);
        }
        let mut texts = vec![text.clone()];
        if state.is_some() {
            while let Some(next) = state.and_then(|row| self.way[row]) {
                state = state.and_then(|row| step(&self.automaton, row, next));
                text.push(next);
            }
            texts.push(text);
        }
        texts
    }
}

/// The row after a character, if that does not decide the matter.
fn step(automaton: &Automaton, row: usize, c: char) -> Option<usize> {
    match next_state(automaton, row, c) {
        0 | 1 => None,
        state => Some(state - 2),
    }
}

fn next_state(automaton: &Automaton, row: usize, c: char) -> usize {
    let mut state = row + 2;
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let within = |range: &(u8, u8)| (range.0..=range.1).contains(&byte);
        let class = automaton
            .classes
            .iter()
            .position(|ranges| ranges.iter().any(within));
        state = automaton.rows[state - 2][class.map_or(0, |class| class + 1)].into();
        if state < 2 {
            break;
        }
    }
    state
}

fn way(automaton: &Automaton) -> Vec<Option<char>> {
    let rows = automaton.rows.len();
    let mut way = vec![None; rows];
    let mut known: Vec<bool> = automaton
        .rows
        .iter()
        .map(|row| row.last() == Some(&1))
        .collect();
    // A round for each step that a way may have.
    loop {
        let mut found = Vec::new();
        for row in (0..rows).filter(|row| !known[*row]) {
            let leads = |c: &char| match next_state(automaton, row, *c) {
                0 => false,
                1 => true,
                state => known[state - 2],
            };
            found.extend(('!'..='~').find(leads).map(|c| (row, c)));
        }
        if found.is_empty() {
            return way;
        }
        for (row, c) in found {
            way[row] = Some(c);
            known[row] = true;
        }
    }
}

/// What the tokens of an automaton evaluate to. They have a fixed width, so some empty classes
/// fill up the rows here.
fn runtime_pattern(automaton: &Automaton) -> runtime::Pattern {
    match automaton.classes.len() + 2 {
        2..4 => padded::<3>(automaton),
        4..7 => padded::<6>(automaton),
        7..13 => padded::<12>(automaton),
        13..25 => padded::<24>(automaton),
        _ => padded::<160>(automaton),
    }
}

fn padded<const WIDTH: usize>(automaton: &Automaton) -> runtime::Pattern {
    let source = String::leak(automaton.source.clone());
    let mut classes: Vec<&[u8]> = Vec::new();
    for ranges in &automaton.classes {
        classes.push(Vec::leak(super::super::table::notation(ranges)));
    }
    classes.resize(WIDTH - 2, b"");
    let rows: Vec<[u16; WIDTH]> = automaton
        .rows
        .iter()
        .map(|cells| {
            let (end, cells) = cells.split_last().expect("a cell for the end");
            let mut row = [0; WIDTH];
            row[..cells.len()].copy_from_slice(cells);
            row[WIDTH - 1] = *end;
            row
        })
        .collect();
    if rows.len() > 254 {
        return runtime::Pattern::wide(source, &classes, Vec::leak(rows));
    }
    let narrow = |cell| u8::try_from(cell).expect("few states");
    let rows = rows.into_iter().map(|row| row.map(narrow)).collect();
    runtime::Pattern::new(source, &classes, Vec::leak(rows))
}

/// The characters of a pattern, then those of every pattern.
fn alphabet(source: &str) -> Vec<char> {
    let mut alphabet: Vec<char> = Vec::new();
    for c in source.chars().chain(ALPHABET.chars()) {
        if !alphabet.contains(&c) {
            alphabet.push(c);
        }
    }
    alphabet
}

/// SplitMix64: the same texts each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) as usize % bound
    }

    fn pick(&mut self, alphabet: &[char]) -> char {
        alphabet[self.below(alphabet.len())]
    }
}
