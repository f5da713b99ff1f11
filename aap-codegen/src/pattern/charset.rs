//! Sets of code points.

/// The last code point of Unicode.
const LAST: u32 = 0x10_FFFF;

/// A set of code points: sorted ranges that neither overlap nor touch.
///
/// Surrogates may be members (ECMA-262 has `\uD800`); they are dropped when the set is encoded,
/// since no `&str` holds one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// The set of one code point.
    pub(super) fn one(code: u32) -> Self {
        Self::range(code, code)
    }

    /// The set of `first..=last`.
    pub(super) fn range(first: u32, last: u32) -> Self {
        Self {
            ranges: vec![(first, last)],
        }
    }

    /// The union of the ranges, in any order.
    pub(super) fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(previous) if first <= previous.1.saturating_add(1) => {
                    previous.1 = previous.1.max(last);
                }
                _ => merged.push((first, last)),
            }
        }
        Self { ranges: merged }
    }

    /// `\d`.
    pub(super) fn digits() -> Self {
        Self::range(0x30, 0x39)
    }

    /// `\w`.
    pub(super) fn word() -> Self {
        Self::from_ranges(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    }

    /// `\s`: ECMA-262's WhiteSpace (with U+FEFF and the category Zs) and LineTerminator.
    pub(super) fn space() -> Self {
        Self::from_ranges(vec![
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
        ])
    }

    /// `.`: all but the LineTerminators.
    pub(super) fn dot() -> Self {
        Self::from_ranges(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]).complement()
    }

    /// Every code point that is not in the set.
    pub(super) fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.ranges {
            if next < first {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self { ranges }
    }

    /// The code point, where the set has just one.
    pub(super) fn single(&self) -> Option<u32> {
        match self.ranges[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// The ranges, sorted.
    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// The part of the set in `first..=last`, sorted.
    pub(super) fn within(&self, first: u32, last: u32) -> Vec<(u32, u32)> {
        clip(&self.ranges, first, last)
    }
}

/// The parts of `ranges`, which are sorted, that lie in `first..=last`.
pub(super) fn clip(ranges: &[(u32, u32)], first: u32, last: u32) -> Vec<(u32, u32)> {
    let begin = ranges.partition_point(|range| range.1 < first);
    ranges[begin..]
        .iter()
        .take_while(|range| range.0 <= last)
        .map(|range| (range.0.max(first), range.1.min(last)))
        .collect()
}
