//! Values and names for where a schema says nothing.

use super::scalars;
use super::tree::Tree;
use crate::rng::Rng;

/// Member names that no schema expects, or that are easily mistaken.
pub(super) const ODD_NAMES: [&str; 24] = [
    "",
    " ",
    "/",
    "~",
    "a/b",
    "~0",
    "~1",
    "m~n/o",
    "é",
    "e\u{301}",
    "😀",
    "type",
    "extra",
    "$ref",
    "$id",
    "0",
    "-1",
    "\"",
    "\\",
    "\u{0}",
    "x-vendor",
    "constructor",
    "__proto__",
    "a very long name that nobody would give to a member of an object in earnest, surely",
];

/// Any JSON value.
pub(super) fn any(rng: &mut Rng, depth: usize) -> Tree {
    let nested = depth < 8 && rng.chance(if depth < 3 { 30 } else { 12 });
    match (nested, rng.below(6)) {
        (false, 0) => Tree::Null,
        (false, 1) => Tree::Bool(rng.chance(50)),
        (false, 2) => scalars::number(rng, std::iter::empty(), false),
        (false, 3) => scalars::number(rng, std::iter::empty(), true),
        (false, _) => Tree::Str(scalars::string(rng, std::iter::empty())),
        (true, 0) if depth < 3 => deep(rng),
        (true, 0 | 1) => {
            let count = rng.below(4);
            Tree::Arr((0..count).map(|_| any(rng, depth + 1)).collect())
        }
        (true, _) => {
            let mut members: Vec<(String, Tree)> = Vec::new();
            for _ in 0..rng.below(4) {
                let name = if rng.chance(50) {
                    scalars::word(rng)
                } else {
                    (*rng.pick(&ODD_NAMES)).into()
                };
                if members.iter().all(|member| member.0 != name) {
                    members.push((name, any(rng, depth + 1)));
                }
            }
            Tree::Obj(members)
        }
    }
}

/// A value 20 to 100 levels deep.
pub(super) fn deep(rng: &mut Rng) -> Tree {
    let levels = rng.between(20, 100);
    let mut value = if rng.chance(50) {
        Tree::Arr(Vec::new())
    } else {
        Tree::Int(1)
    };
    let objects = *rng.pick(&[0, 50, 100]);
    for _ in 1..levels {
        value = if rng.chance(objects) {
            Tree::Obj(vec![("a".into(), value)])
        } else {
            Tree::Arr(vec![value])
        };
    }
    value
}
