//! Strings and numbers within the bounds of schemas, mostly at their edges.

use super::graph::Node;
use super::tree::{SPELLINGS, Tree};
use crate::rng::Rng;

/// Strings without constraints: usual ones, and ones that are often mishandled.
const TEXTS: [&str; 40] = [
    "",
    " ",
    "a",
    "new",
    "2024",
    "0",
    "1.0",
    "-1",
    "1e5",
    "NaN",
    "true",
    "null",
    "Toyota",
    "Crew Cab",
    "Seite an Seite",
    "2024-05-01",
    "2024-05-01T12:00:00Z",
    "12:30",
    "https://example.com/a?b=c#d",
    "someone@example.com",
    "+13125550100",
    "1HGCM82633A004352",
    "line\nbreak",
    "tab\there",
    "quote\" and \\ slash /",
    "\u{0}",
    "\u{1f}\u{7f}",
    "\u{2028}\u{2029}",
    "\u{feff}bom",
    "é",
    "e\u{301}",
    "ß ﬁ İ ı",
    "日本語",
    "שלום",
    "😀",
    "👩\u{200d}👩\u{200d}👧",
    "🇺🇳",
    "𝒳\u{10ffff}",
    "\u{fffd}\u{ffff}",
    "a\u{308}\u{323}\u{300}b",
];

/// Characters to fill strings with.
const ALPHABETS: [&[char]; 4] = [
    &[
        'a', 'b', 'c', 'm', 'n', 'x', 'y', 'z', 'A', 'M', 'Z', '0', '1', '9', ' ', '-', '_', '.',
    ],
    &['😀', '𝒳', '🇺', '\u{10ffff}', '𐍈'],
    &['e', '\u{301}', 'a', '\u{308}', '\u{200d}', '\u{fe0f}'],
    &[
        '"', '\\', '/', '\n', '\t', '\r', '\u{0}', '\u{1b}', '\u{7f}', '\u{85}', '\u{a0}',
        '\u{2028}', '\u{feff}', '\'',
    ],
];

/// A short word.
pub(super) fn word(rng: &mut Rng) -> String {
    let length = rng.between(1, 8);
    (0..length)
        .map(|_| char::from(b'a' + rng.below(26) as u8))
        .collect()
}

/// `length` code points.
pub(super) fn text(rng: &mut Rng, length: usize) -> String {
    let alphabet = ALPHABETS[rng.weighted(&[75, 10, 8, 7])];
    if length > 256 {
        // Speed matters more than variety here.
        let c = *rng.pick(alphabet);
        return std::iter::repeat_n(c, length).collect();
    }
    (0..length).map(|_| *rng.pick(alphabet)).collect()
}

/// A string for all of `nodes`.
pub(super) fn string<'n>(rng: &mut Rng, nodes: impl Iterator<Item = &'n Node> + Clone) -> String {
    let low = nodes.clone().map(|node| node.min_length).max().unwrap_or(0);
    let high = nodes
        .clone()
        .map(|node| node.max_length)
        .min()
        .unwrap_or(usize::MAX);
    let patterned = nodes.clone().any(|node| node.has_pattern);
    let fits = |text: &str| {
        (!patterned
            || nodes
                .clone()
                .all(|node| node.pattern.as_ref().is_none_or(|p| p.matches(text))))
            && ((low == 0 && high == usize::MAX) || (low..=high).contains(&text.chars().count()))
    };
    if let Some(format) = nodes.clone().find_map(|node| node.format) {
        for _ in 0..8 {
            if let Some(text) = format.valid(rng).filter(|text| fits(text)) {
                return text;
            }
        }
    }
    if let Some(pattern) = nodes.clone().find_map(|node| node.pattern.as_ref()) {
        for _ in 0..6 {
            if let Some(text) = pattern.generate(rng, low, high).filter(|text| fits(text)) {
                return text;
            }
        }
    }
    if patterned {
        let examples = nodes.clone().flat_map(|node| &node.examples);
        let examples: Vec<&String> = examples
            .filter_map(|example| match example {
                Tree::Str(text) => Some(text),
                _ => None,
            })
            .collect();
        if !examples.is_empty() {
            return (*rng.pick(&examples)).clone();
        }
    }
    if rng.chance(60) {
        let text = *rng.pick(&TEXTS);
        if fits(text) {
            return text.to_owned();
        }
    }
    let length = length(rng, low, high);
    text(rng, length)
}

/// A length from `low` to `high`, often one of them.
fn length(rng: &mut Rng, low: usize, high: usize) -> usize {
    let edge = rng.below(100);
    if edge < 25 {
        low.min(100_000)
    } else if edge < 45 && high <= 300 || edge < 27 && high <= 5_000 {
        high
    } else {
        rng.between(low, high.min(low.saturating_add(12)))
    }
}

/// Integers beyond what some type holds, or at its edge.
pub(super) const EDGES: [i128; 16] = [
    i64::MAX as i128,
    i64::MAX as i128 + 1,
    i64::MIN as i128,
    u64::MAX as i128,
    u32::MAX as i128,
    u32::MAX as i128 + 1,
    i32::MAX as i128,
    i32::MIN as i128,
    i32::MIN as i128 - 1,
    9_007_199_254_740_992,
    9_007_199_254_740_993,
    -9_007_199_254_740_993,
    65_536,
    256,
    -1,
    0,
];

/// A number for all of `nodes`, an integer unless it may be a `fraction`.
pub(super) fn number<'n>(
    rng: &mut Rng,
    nodes: impl Iterator<Item = &'n Node> + Clone,
    fraction: bool,
) -> Tree {
    let step = nodes.clone().find_map(|node| node.step);
    if let Some(step) = step.filter(|step| step.fract() != 0.0 || *step > 1.0) {
        return multiple(rng, nodes, step, fraction);
    }
    if fraction && rng.chance(65) {
        return float(rng, nodes);
    }
    let least = nodes
        .clone()
        .map(|node| node.least)
        .max()
        .unwrap_or(i128::MIN);
    let greatest = nodes.map(|node| node.greatest).min().unwrap_or(i128::MAX);
    let value = integer(rng, least, greatest);
    match rng.below(40) {
        0..3 if value.unsigned_abs() < 1 << 53 => Tree::Float(value as f64),
        3 => {
            let (text, float) = *rng.pick(&SPELLINGS);
            let fits = (least..=greatest).contains(&(float as i128)) && float.fract() == 0.0;
            if fits {
                Tree::Spelled(text, float)
            } else {
                Tree::Int(value)
            }
        }
        4 if least <= 0 && 0 <= greatest => Tree::Float(-0.0),
        _ => Tree::Int(value),
    }
}

fn integer(rng: &mut Rng, least: i128, greatest: i128) -> i128 {
    let low = least.max(i64::MIN.into());
    let high = greatest.min(u64::MAX.into());
    if low > high {
        return least;
    }
    let chosen = match rng.below(12) {
        0 | 1 if least == low => low,
        2 if least == low => (low + 1).min(high),
        3 | 4 if greatest == high => high,
        5 if greatest == high => (high - 1).max(low),
        6 => *rng.pick(&EDGES),
        7 => *rng.pick(&[0, 1, -1, 100, 2024]),
        _ => {
            let span = *rng.pick(&[10, 1_000, 100_000, 1 << 40]);
            let start = if low <= 0 && 0 <= high { 0 } else { low };
            rng.integer(
                low.max(start - span / 10),
                high.min(start.saturating_add(span)),
            )
        }
    };
    if (low..=high).contains(&chosen) {
        chosen
    } else {
        rng.integer(low, high.min(low + 1_000))
    }
}

fn float<'n>(rng: &mut Rng, nodes: impl Iterator<Item = &'n Node> + Clone) -> Tree {
    let low = nodes
        .clone()
        .filter_map(|node| node.minimum)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let high = nodes
        .filter_map(|node| node.maximum)
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let start = low.or(high).map_or(0.0, |bound| bound.0);
    let sign = if low.is_none() && (high.is_some() || rng.chance(40)) {
        -1.0
    } else {
        1.0
    };
    let span = match (low, high) {
        (Some((low, _)), Some((high, _))) => high - low,
        _ => *rng.pick(&[1.0, 10.0, 1_000.0, 1e6]),
    };
    let value = match rng.below(12) {
        0 => start,
        1 => high.map_or(start + sign * 0.5, |bound| bound.0),
        2 => start + sign * f64::EPSILON,
        3 => *rng.pick(&[
            1e300,
            -1e300,
            1e-7,
            5e-324,
            1e21,
            123_456_789.123_456_79,
            0.1,
            1e16,
        ]),
        4 => start + sign * span * 0.5,
        5..9 => start + sign * (rng.below((span * 100.0) as usize + 1) as f64) / 100.0,
        _ => start + sign * span * (rng.below(1 << 30) as f64) / f64::from(1 << 30),
    };
    let fits = low.is_none_or(|(bound, open)| value > bound || (!open && value == bound))
        && high.is_none_or(|(bound, open)| value < bound || (!open && value == bound));
    Tree::Float(if fits {
        value
    } else {
        start + sign * span * 0.25
    })
}

fn multiple<'n>(
    rng: &mut Rng,
    nodes: impl Iterator<Item = &'n Node> + Clone,
    step: f64,
    fraction: bool,
) -> Tree {
    let low = nodes
        .clone()
        .filter_map(|node| node.minimum)
        .map(|b| b.0)
        .fold(f64::MIN, f64::max);
    let high = nodes
        .filter_map(|node| node.maximum)
        .map(|b| b.0)
        .fold(f64::MAX, f64::min);
    let first = (low.max(-1e6) / step).ceil() as i128;
    let last = (high.min(1e6) / step).floor() as i128;
    let count = rng.integer(first, last.min(first + 1_000));
    let value = count as f64 * step;
    if value.fract() == 0.0 && !(fraction && rng.chance(30)) {
        Tree::Int(value as i128)
    } else {
        Tree::Float(value)
    }
}
