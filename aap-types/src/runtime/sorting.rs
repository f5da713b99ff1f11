//! One sort for all lists that are sorted now and then: each type's own would be compiled for itself.

use std::cmp::Ordering;

/// The positions of so many things in their order; those that are equal keep theirs.
#[inline(never)]
pub(super) fn sorted_positions(
    count: usize,
    compare: &mut dyn FnMut(usize, usize) -> Ordering,
) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..count).collect();
    positions.sort_unstable_by(|left, right| compare(*left, *right).then(left.cmp(right)));
    positions
}
