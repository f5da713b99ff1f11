//! The two orders of declared members.

use super::FREE;
use crate::runtime::schema::Property;

/// Members in both orders: that of their names, and that in which a schema declares them and most
/// texts have them.
#[derive(Debug)]
pub struct Sorted<const N: usize> {
    pub(super) sorted: [Property; N],
    /// For each of those the position of the one that is declared next.
    pub(super) next: [u8; N],
    pub(super) first: u8,
}

/// Members in the order in which a schema declares them.
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    reason = "only positions up to 100 are used"
)]
pub const fn declared<const N: usize>(members: [Property; N]) -> Sorted<N> {
    // Positions among the declared ones, sorted by name; and the names' initials, since the compiler
    // compares two bytes far sooner than two names.
    let mut order = [0; N];
    let mut initials = [0; N];
    let mut count = 0;
    while count < N {
        let name = members[count].0.as_bytes();
        let initial = if name.is_empty() { 0 } else { name[0] };
        let mut place = count;
        while place > 0 {
            let before = order[place - 1];
            if initials[before] < initial
                || initials[before] == initial && is_before(members[before].0, members[count].0)
            {
                break;
            }
            order[place] = before;
            place -= 1;
        }
        order[place] = count;
        initials[count] = initial;
        count += 1;
    }
    let mut position_of = [0; N];
    let mut sorted = members;
    let mut position = 0;
    while position < N {
        sorted[position] = members[order[position]];
        position_of[order[position]] = position as u8;
        position += 1;
    }
    let mut next = [FREE; N];
    let mut index = 1;
    while index < N {
        next[position_of[index - 1] as usize] = position_of[index];
        index += 1;
    }
    Sorted {
        sorted,
        next,
        first: if N == 0 { FREE } else { position_of[0] },
    }
}

const fn is_before(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() {
        if left[index] != right[index] {
            return left[index] < right[index];
        }
        index += 1;
    }
    left.len() < right.len()
}
