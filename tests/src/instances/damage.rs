//! Small changes to strings and numbers that often make them invalid.

use super::graph::Node;
use super::scalars::{self, EDGES};
use super::tree::{SPELLINGS, Tree};
use crate::rng::Rng;

/// Replaces `value`, a number, by one near the bounds of `nodes`, or one written in another way, or
/// one that some type does not hold.
pub(super) fn number<'n>(
    rng: &mut Rng,
    value: &mut Tree,
    nodes: impl Iterator<Item = &'n Node> + Clone,
) -> &'static str {
    let old = value.as_f64().unwrap_or_default();
    let bounds: Vec<f64> = nodes
        .flat_map(|node| [node.minimum, node.maximum])
        .filter_map(|bound| bound.map(|bound| bound.0))
        .collect();
    if !bounds.is_empty() && rng.chance(45) {
        let bound = *rng.pick(&bounds);
        let off = *rng.pick(&[0.0, 1.0, -1.0, 1.0, -1.0, 0.5, -0.5, 1e-9, -1e-9, 1e6, -1e6]);
        let new = bound + off;
        let integral = new.fract() == 0.0 && rng.chance(80);
        *value = if integral {
            Tree::Int(new as i128)
        } else {
            Tree::Float(new)
        };
        return "number at a bound";
    }
    match rng.below(7) {
        0 => {
            *value = match value.as_int() {
                Some(integer) if !matches!(value, Tree::Int(_)) => Tree::Int(integer),
                _ => Tree::Float(old),
            };
            "number written differently"
        }
        1 => {
            *value = Tree::Float(*rng.pick(&[2024.5, 0.5, -0.5, 1.000_000_000_000_1, old + 0.25]));
            "fraction"
        }
        2 => {
            let (text, float) = *rng.pick(&SPELLINGS);
            *value = Tree::Spelled(text, float);
            "unusual spelling"
        }
        3 => {
            *value = Tree::Int(*rng.pick(&EDGES));
            "integer at an edge"
        }
        4 => {
            let huge = [
                1e300,
                -1e300,
                18_446_744_073_709_551_616.0,
                1e19,
                -1e19,
                1e100,
                4.5e15,
            ];
            *value = Tree::Float(*rng.pick(&huge));
            "huge number"
        }
        5 => {
            *value = Tree::Float(*rng.pick(&[-0.0, 0.0, 5e-324, -5e-324, 1.0, 100.0]));
            "number around zero"
        }
        _ => {
            *value = match value {
                Tree::Int(integer) => Tree::Int(integer.saturating_neg()),
                _ => Tree::Float(-old),
            };
            "sign changed"
        }
    }
}

/// Changes `value` so that it does not have the length, the pattern or the format of `nodes`, or
/// just differs.
pub(super) fn string<'n>(
    rng: &mut Rng,
    value: &mut String,
    nodes: impl Iterator<Item = &'n Node> + Clone,
) -> &'static str {
    let low = nodes.clone().map(|node| node.min_length).max().unwrap_or(0);
    let high = nodes
        .clone()
        .map(|node| node.max_length)
        .min()
        .unwrap_or(usize::MAX);
    if high < 5_000 && rng.chance(if high < 300 { 35 } else { 15 }) {
        *value = scalars::text(rng, high + 1);
        return "string too long";
    }
    if low > 0 && rng.chance(30) {
        *value = scalars::text(rng, low - 1);
        return "string too short";
    }
    if let Some(format) = nodes.clone().find_map(|node| node.format)
        && rng.chance(70)
        && let Some(text) = format.nearly(rng)
    {
        *value = text;
        return "format missed";
    }
    if nodes.into_iter().any(|node| node.has_pattern) && rng.chance(15) {
        *value = scalars::text(rng, value.chars().count());
        return "other characters";
    }
    *value = text(rng, value);
    "string changed"
}

/// `text`, slightly different.
pub(super) fn text(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.below(chars.len());
    if chars.is_empty() {
        return (*rng.pick(&[" ", "x", "\n", "\u{a0}", "\u{feff}"])).to_owned();
    }
    match rng.below(12) {
        0 => chars.push('\n'),
        1 => chars.push(' '),
        2 => chars.insert(0, ' '),
        3 | 4 => {
            chars[at] = *rng.pick(&[
                'I', 'O', 'q', '_', '.', '-', '+', '/', 'é', '\u{0}', '😀', ' ',
            ])
        }
        5 => {
            chars.remove(at);
        }
        6 => chars.insert(at, chars[at]),
        7 => {
            for c in &mut chars {
                *c = if c.is_ascii_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                };
            }
        }
        8 => chars[at] = 'I',
        9 => return foreign_digits(rng, &chars),
        10 => chars.clear(),
        _ => {
            let last = chars.len() - 1;
            chars[at] = chars[last];
            chars.push('0');
        }
    }
    chars.into_iter().collect()
}

/// `chars` with a digit of another script for one or all ASCII digits, or a full-width letter.
fn foreign_digits(rng: &mut Rng, chars: &[char]) -> String {
    let zero = *rng.pick(&[0x660, 0x966, 0xFF10, 0x1D7CE]);
    let mut left = *rng.pick(&[1, usize::MAX]);
    let mut changed: String = chars
        .iter()
        .map(|c| match c.to_digit(10) {
            Some(digit) if left > 0 => {
                left -= 1;
                char::from_u32(zero + digit).unwrap_or(*c)
            }
            _ => *c,
        })
        .collect();
    if !chars.iter().any(char::is_ascii_digit) {
        changed.push('ａ');
    }
    changed
}

/// Writes `value` differently, but so that it stays equal.
pub(super) fn disguise(value: &mut Tree) {
    match value {
        Tree::Int(integer) if integer.unsigned_abs() < 1 << 53 => {
            *value = Tree::Float(*integer as f64)
        }
        Tree::Float(_) | Tree::Spelled(..) => {
            if let Some(integer) = value.as_int() {
                *value = Tree::Int(integer);
            }
        }
        Tree::Arr(items) => items.iter_mut().for_each(disguise),
        Tree::Obj(members) => {
            members.reverse();
            members
                .iter_mut()
                .for_each(|member| disguise(&mut member.1));
        }
        _ => {}
    }
}
