//! ECMA-262 patterns: the subset that schemas use, to make strings that match, and to tell whether
//! one does.
//!
//! Literals, `.`, classes with ranges and `\d \w \s` (and their negations), groups, alternation,
//! greedy and lazy quantifiers, `^` and `$`. Anything else (look-around, back-references, `\b`,
//! property escapes) makes [`Pattern::parse`] return `None`.

use std::cell::Cell;

use crate::rng::Rng;

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    alternatives: Vec<Vec<Part>>,
}

#[derive(Debug)]
enum Part {
    Start,
    End,
    Set(Set),
    Group(Vec<Vec<Part>>),
    Repeat(Box<Part>, usize, usize),
}

/// A set of characters: sorted ranges of code points, and the printable ASCII among them.
#[derive(Debug)]
struct Set {
    ranges: Vec<(u32, u32)>,
    printable: Vec<char>,
}

const LAST: u32 = 0x10_FFFF;
const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const LINE_ENDS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
/// White space and line terminators of ECMA-262.
const SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

impl Set {
    fn new(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut set = Self {
            ranges,
            printable: Vec::new(),
        };
        set.printable = (' '..='~').filter(|c| set.contains(*c)).collect();
        set
    }

    fn contains(&self, c: char) -> bool {
        let point = u32::from(c);
        self.ranges
            .iter()
            .any(|&(low, high)| (low..=high).contains(&point))
    }

    fn sample(&self, rng: &mut Rng) -> char {
        if !self.printable.is_empty() && rng.chance(95) {
            return *rng.pick(&self.printable);
        }
        if self.ranges.is_empty() {
            return 'x';
        }
        let &(low, high) = rng.pick(&self.ranges);
        // Near the start of the range rather than anywhere in the private planes.
        let high = high.min(low.saturating_add(0x300));
        let point = low + rng.below((high - low + 1) as usize) as u32;
        char::from_u32(point).unwrap_or('😀')
    }
}

fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut rest = Vec::new();
    let mut next = 0;
    for (low, high) in sorted {
        if low > next {
            rest.push((next, low - 1));
        }
        next = next.max(high + 1);
    }
    if next <= LAST {
        rest.push((next, LAST));
    }
    rest
}

impl Pattern {
    /// Parses `source`; `None` if it uses what is not supported here.
    pub(super) fn parse(source: &str) -> Option<Self> {
        let mut parser = Parser {
            chars: source.chars().collect(),
            at: 0,
        };
        let alternatives = parser.alternatives()?;
        (parser.at == parser.chars.len()).then_some(Self { alternatives })
    }

    /// A string of `min` to `max` code points that matches, if a few attempts find one.
    pub(super) fn generate(&self, rng: &mut Rng, min: usize, max: usize) -> Option<String> {
        for _ in 0..8 {
            let mut maker = Maker {
                rng,
                text: String::new(),
                started: false,
                ended: false,
            };
            maker.alternatives(&self.alternatives);
            let Maker {
                mut text,
                started,
                ended,
                ..
            } = maker;
            let mut length = text.chars().count();
            if !ended || !started {
                let wanted = if rng.chance(30) {
                    length + rng.below(6)
                } else {
                    length
                };
                let wanted = if rng.chance(10) && max < 1_000 {
                    max
                } else {
                    wanted
                };
                while length < wanted.max(min) {
                    let c = *rng.pick(&['a', 'Z', '7', ' ', '-', 'é', '😀', '\t']);
                    if ended || (!started && rng.chance(30)) {
                        text.insert(0, c);
                    } else {
                        text.push(c);
                    }
                    length += 1;
                }
            }
            if (min..=max).contains(&length) && self.matches(&text) {
                return Some(text);
            }
        }
        None
    }

    /// Whether some part of `text` matches; false if that takes too long to find out.
    pub(super) fn matches(&self, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        let matcher = Matcher {
            chars: &chars,
            steps: Cell::new(0),
        };
        let anchored = self
            .alternatives
            .iter()
            .all(|sequence| matches!(sequence.first(), Some(Part::Start)));
        let last = if anchored { 0 } else { chars.len() };
        (0..=last).any(|start| matcher.any(&self.alternatives, start, &mut |_| true))
    }
}

struct Parser {
    chars: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += 1;
        c
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Part>>> {
        let mut all = vec![Vec::new()];
        while let Some(c) = self.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.at += 1;
                    all.push(Vec::new());
                }
                _ => {
                    let atom = self.atom()?;
                    let part = self.quantified(atom)?;
                    all.last_mut()?.push(part);
                }
            }
        }
        Some(all)
    }

    fn atom(&mut self) -> Option<Part> {
        Some(match self.next()? {
            '^' => Part::Start,
            '$' => Part::End,
            '.' => Part::Set(Set::new(complement(LINE_ENDS))),
            '(' => {
                if self.eat('?') && !self.eat(':') {
                    return None;
                }
                let inner = self.alternatives()?;
                if !self.eat(')') {
                    return None;
                }
                Part::Group(inner)
            }
            '[' => Part::Set(self.class()?),
            '\\' => Part::Set(Set::new(self.escape()?)),
            '*' | '+' | '?' | '{' | '}' | ']' => return None,
            c => Part::Set(Set::new(vec![(c.into(), c.into())])),
        })
    }

    fn quantified(&mut self, atom: Part) -> Option<Part> {
        let (low, high) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => {
                self.at += 1;
                let low = self.number()?;
                let high = match self.peek()? {
                    ',' => {
                        self.at += 1;
                        if self.peek()? == '}' {
                            usize::MAX
                        } else {
                            self.number()?
                        }
                    }
                    _ => low,
                };
                if self.peek()? != '}' {
                    return None;
                }
                (low, high)
            }
            _ => return Some(atom),
        };
        self.at += 1;
        self.eat('?');
        Some(Part::Repeat(Box::new(atom), low, high))
    }

    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.chars[start..self.at]
            .iter()
            .collect::<String>()
            .parse()
            .ok()
    }

    fn class(&mut self) -> Option<Set> {
        let negated = self.eat('^');
        let mut ranges = Vec::new();
        loop {
            let low = match self.next()? {
                ']' => break,
                '\\' => self.escape()?,
                c => vec![(c.into(), c.into())],
            };
            let is_range = self.peek() == Some('-') && self.chars.get(self.at + 1) != Some(&']');
            let ([(first, end)], true) = (low.as_slice(), is_range) else {
                ranges.extend(low);
                continue;
            };
            self.at += 1;
            let high = match self.next()? {
                '\\' => self.escape()?,
                c => vec![(c.into(), c.into())],
            };
            let [(_, last)] = high.as_slice() else {
                return None;
            };
            if first != end || first > last {
                return None;
            }
            ranges.push((*first, *last));
        }
        Some(Set::new(if negated { complement(&ranges) } else { ranges }))
    }

    fn escape(&mut self) -> Option<Vec<(u32, u32)>> {
        let one = |c: char| vec![(u32::from(c), u32::from(c))];
        Some(match self.next()? {
            'd' => DIGITS.to_vec(),
            'D' => complement(DIGITS),
            'w' => WORD.to_vec(),
            'W' => complement(WORD),
            's' => SPACE.to_vec(),
            'S' => complement(SPACE),
            't' => one('\t'),
            'n' => one('\n'),
            'r' => one('\r'),
            'f' => one('\u{c}'),
            'v' => one('\u{b}'),
            'x' => one(self.hexadecimal(2)?),
            'u' => one(self.hexadecimal(4)?),
            c if c.is_ascii_alphanumeric() => return None,
            c => one(c),
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<char> {
        let text: String = self.chars.get(self.at..self.at + digits)?.iter().collect();
        self.at += digits;
        char::from_u32(u32::from_str_radix(&text, 16).ok()?)
    }
}

/// Writes a string that probably matches.
struct Maker<'r> {
    rng: &'r mut Rng,
    text: String,
    started: bool,
    ended: bool,
}

impl Maker<'_> {
    fn alternatives(&mut self, all: &[Vec<Part>]) {
        for part in self.rng.pick(all) {
            self.part(part);
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Start => self.started = true,
            Part::End => self.ended = true,
            Part::Set(set) => self.text.push(set.sample(self.rng)),
            Part::Group(all) => self.alternatives(all),
            Part::Repeat(inner, low, high) => {
                let top = *high.min(&low.saturating_add(16));
                let count = match self.rng.below(8) {
                    0 | 1 => *low,
                    2 => top,
                    _ => self.rng.between(*low, top.min(low + 5)),
                };
                for _ in 0..count {
                    self.part(inner);
                }
            }
        }
    }
}

struct Matcher<'c> {
    chars: &'c [char],
    steps: Cell<usize>,
}

/// What has to match after a part, given where that part ended.
type Then<'t> = &'t mut dyn FnMut(usize) -> bool;

impl Matcher<'_> {
    fn any(&self, all: &[Vec<Part>], at: usize, then: Then<'_>) -> bool {
        all.iter().any(|sequence| self.sequence(sequence, at, then))
    }

    fn sequence(&self, parts: &[Part], at: usize, then: Then<'_>) -> bool {
        let Some((first, rest)) = parts.split_first() else {
            return then(at);
        };
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > 50_000 {
            return false;
        }
        match first {
            Part::Start => at == 0 && self.sequence(rest, at, then),
            Part::End => at == self.chars.len() && self.sequence(rest, at, then),
            Part::Set(set) => {
                self.chars.get(at).is_some_and(|c| set.contains(*c))
                    && self.sequence(rest, at + 1, then)
            }
            Part::Group(all) => self.any(all, at, &mut |end| self.sequence(rest, end, then)),
            Part::Repeat(inner, low, high) => {
                if let Part::Set(set) = &**inner {
                    let tail = self.chars[at..].iter();
                    let most = tail.take(*high).take_while(|c| set.contains(**c)).count();
                    return (*low..=most)
                        .rev()
                        .any(|n| self.sequence(rest, at + n, then));
                }
                self.repeat((inner, *low, *high), at, &mut |end| {
                    self.sequence(rest, end, then)
                })
            }
        }
    }

    fn repeat(&self, (inner, low, high): (&Part, usize, usize), at: usize, then: Then<'_>) -> bool {
        if high > 0 {
            let again = (inner, low.saturating_sub(1), high.saturating_sub(1));
            let more = self.sequence(std::slice::from_ref(inner), at, &mut |end| {
                // An empty repetition changes nothing.
                end > at && self.repeat(again, end, then)
            });
            if more {
                return true;
            }
        }
        low == 0 && then(at)
    }
}

#[cfg(test)]
mod tests;
