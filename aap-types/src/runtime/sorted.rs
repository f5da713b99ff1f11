//! Sorting by positions, by merging: a tenth of the code that the standard library's stable sort
//! comes with, and elements of any size stay where they are.

use std::cmp::Ordering;

/// The positions from 0 up to `count` in the order of what is there; what is equal stays in order.
pub(super) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..count).collect();
    // Each run of that length is in order.
    let mut length = 1;
    while length < count {
        let mut merged = Vec::with_capacity(count);
        for two_runs in positions.chunks(2 * length) {
            let (mut left, mut right) = two_runs.split_at(length.min(two_runs.len()));
            while let ([first, others @ ..], [second, more @ ..]) = (left, right) {
                if compare(*first, *second).is_le() {
                    merged.push(*first);
                    left = others;
                } else {
                    merged.push(*second);
                    right = more;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        positions = merged;
        length *= 2;
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_in_the_order_of_what_is_there_and_equals_stay_in_order() {
        let lengths = [0, 1, 2, 3, 7, 8, 9, 100, 1000];
        type Shape = (&'static str, fn(usize) -> usize);
        let shapes: [Shape; 5] = [
            ("in order", |index| index),
            ("backwards", |index| 1000 - index),
            ("all equal", |_| 0),
            ("few values", |index| index * 7 % 5),
            ("mixed", |index| index * 7919 % 1009),
        ];
        for (shape, value) in shapes {
            for length in lengths {
                let mut expected: Vec<usize> = (0..length).collect();
                expected.sort_by_key(|index| value(*index));
                let found = sorted(length, &|left, right| value(left).cmp(&value(right)));
                assert_eq!(found, expected, "{length}, {shape}");
            }
        }
    }
}
