//! The declared members of an object, found by name in a step or two, and which of them must be there.

use std::slice;

use serde_json::{Map, Value};

use super::schema::{Property, Schema};

/// `properties`, sorted by name, with an index.
#[derive(Debug)]
pub struct Properties {
    entries: &'static [Property],
    /// For each entry the position of the one that is declared next.
    next: &'static [u8],
    /// The position of the entry that is declared first.
    first: u8,
    /// Open addressing: positions in `entries`, or [`FREE`].
    slots: [u8; SLOTS],
    /// Whether the entries are few enough for the index.
    indexed: bool,
    required: &'static [&'static str],
    /// The same, as a set of positions.
    needed: Positions,
    /// The same, where there are no more than 64 entries.
    narrow: u64,
    /// Whether looking up in order can tell what is missing: with no more entries than that.
    course: Course,
}

/// A set of positions among at most 128 entries.
pub type Positions = u128;

const SLOTS: usize = 128;
const FREE: u8 = u8::MAX;

/// With more entries the index would be too full to be of use.
const MOST: usize = 100;

/// Up to so many entries are compared one by one.
const FEW: usize = 2;

/// Members in both orders: that of their names, and that in which a schema declares them and most
/// texts have them.
#[derive(Debug)]
pub struct Declared<const N: usize> {
    sorted: [Property; N],
    /// For each of those the position of the one that is declared next.
    next: [u8; N],
    first: u8,
}

/// Members in the order in which a schema declares them.
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    reason = "only positions up to 100 are used"
)]
pub const fn declared<const N: usize>(members: [Property; N]) -> Declared<N> {
    // Positions among the declared ones, sorted by name.
    let mut order = [0; N];
    let mut count = 0;
    while count < N {
        let mut place = count;
        while place > 0 && is_before(members[count].0, members[order[place - 1]].0) {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = count;
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
    Declared {
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

impl Properties {
    /// No member at all.
    pub const NONE: Properties = Properties::new(&declared([]));

    /// These members.
    #[must_use]
    pub const fn new<const N: usize>(members: &'static Declared<N>) -> Properties {
        Properties::requiring(members, &[])
    }

    /// These members, and those of them that `required` names.
    ///
    /// # Panics
    /// If a required member is none of them, or there are more than 100; that is, in a constant: it
    /// does not compile.
    #[must_use]
    pub const fn requiring<const N: usize>(
        members: &'static Declared<N>,
        required: &'static [&'static str],
    ) -> Properties {
        let entries = &members.sorted;
        let mut slots = [FREE; SLOTS];
        let indexed = entries.len() <= MOST;
        let mut position = 0;
        while indexed && position < entries.len() {
            let mut slot = slot_of(entries[position].0.as_bytes());
            while slots[slot] != FREE {
                slot = (slot + 1) % SLOTS;
            }
            // In range: there are at most 100 entries.
            slots[slot] = position as u8;
            position += 1;
        }
        let mut needed = 0;
        let mut index = 0;
        while index < required.len() {
            assert!(indexed, "too many members");
            needed |= 1 << position_of(entries, required[index]);
            index += 1;
        }
        Properties {
            entries,
            next: &members.next,
            first: if indexed { members.first } else { FREE },
            slots,
            indexed,
            required,
            needed,
            narrow: needed as u64,
            course: if entries.len() <= u64::BITS as usize {
                Course::Complete
            } else {
                Course::Unordered
            },
        }
    }

    /// `required`, where it names nothing but entries.
    #[inline]
    #[must_use]
    pub const fn required(&self) -> &'static [&'static str] {
        self.required
    }

    /// Whether these are all of the required members, and others.
    #[must_use]
    pub const fn are_complete(&self, seen: Positions) -> bool {
        seen & self.needed == self.needed
    }

    /// The position of the member that is declared first; that of no entry if there is none.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first as usize
    }

    /// The position of the member that is declared after another one; that of no entry if there is
    /// none.
    #[inline]
    #[must_use]
    pub fn next(&self, position: usize) -> usize {
        self.next
            .get(position)
            .map_or(usize::MAX, |next| usize::from(*next))
    }

    /// To look up an object's members one after the other.
    #[inline]
    #[must_use]
    pub fn look_ups(&'static self) -> LookUps {
        LookUps {
            properties: self,
            ahead: self.entries.iter(),
            course: self.course,
        }
    }

    /// Whether there are few entries beside an object's members: then looking for the entries among
    /// the members is cheaper than the other way round.
    #[inline]
    #[must_use]
    pub const fn are_few_beside(&self, members: usize) -> bool {
        self.entries.len() <= members / 4
    }

    /// Whether a required entry is between two positions, the second one excluded. Of use where
    /// there are no more than 64 entries.
    #[inline]
    const fn is_needed_in(&self, from: usize, to: usize) -> bool {
        self.narrow & before(to) & !before(from) != 0
    }

    /// Whether each position fits into [`Positions`].
    #[must_use]
    pub const fn are_indexed(&self) -> bool {
        self.indexed
    }

    /// The members, sorted by name.
    #[inline]
    #[must_use]
    pub const fn entries(&self) -> &'static [Property] {
        self.entries
    }

    /// A member's position among the entries, and its schema.
    #[inline(never)]
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(usize, &'static Schema)> {
        if !self.indexed {
            let found = self
                .entries
                .binary_search_by(|(entry, _)| (*entry).cmp(name));
            let position = found.ok()?;
            return self
                .entries
                .get(position)
                .map(|(_, schema)| (position, *schema));
        }
        if self.entries.len() <= FEW {
            let is_it = |(entry, _): &Property| same(entry, name);
            let position = self.entries.iter().position(is_it)?;
            let (_, schema) = self.entries.get(position)?;
            return Some((position, schema));
        }
        let mut slot = slot_of(name.as_bytes());
        // Ends at a free slot: there are more slots than entries.
        loop {
            let position = usize::from(self.slots[slot % SLOTS]);
            let (entry, schema) = self.entries.get(position)?;
            if same(entry, name) {
                return Some((position, schema));
            }
            slot += 1;
        }
    }
}

/// Looks up an object's members one after the other. Where their names are sorted, as those of
/// serde_json's usual map are, each is found where the one before was.
#[derive(Clone, Debug)]
pub struct LookUps {
    properties: &'static Properties,
    /// The entries after the last one that was found.
    ahead: slice::Iter<'static, Property>,
    course: Course,
}

/// How look-ups went so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// Each entry was found after the one before, and no required one was passed over.
    Complete,
    /// Each entry was found after the one before, and a required one was passed over.
    Incomplete,
    /// Entries that were passed over may have been found later.
    Unordered,
}

impl LookUps {
    /// The next member's schema.
    #[inline(always)]
    pub fn find(&mut self, name: &str) -> Option<&'static Schema> {
        let mut ahead = self.ahead.clone();
        if let Some((entry, schema)) = ahead.next()
            && same(entry, name)
        {
            self.ahead = ahead;
            return Some(schema);
        }
        // By value, which leaves the look-ups of the usual case in registers.
        let (found, schema) = self.clone().search(name)?;
        *self = found;
        Some(schema)
    }

    /// The schema of a member that is not the next one, and the look-ups after it.
    #[inline(never)]
    fn search(mut self, name: &str) -> Option<(LookUps, &'static Schema)> {
        let Properties { entries, .. } = self.properties;
        let passed = entries.len() - self.ahead.len();
        let position = match self.ahead.as_slice() {
            // Where the names are in order, it is mostly one of the next.
            [_, (next, _), ..] if same(next, name) => passed + 1,
            _ => self.properties.find(name)?.0,
        };
        let [(_, schema), ahead @ ..] = entries.get(position..)? else {
            return None;
        };
        self.ahead = ahead.iter();
        if position < passed {
            self.course = Course::Unordered;
        } else if self.course == Course::Complete && self.properties.is_needed_in(passed, position)
        {
            self.course = Course::Incomplete;
        }
        Some((self, schema))
    }

    /// Whether all required members were there, after the last one was looked up.
    #[inline]
    pub fn are_complete(self, members: &Map<String, Value>) -> bool {
        match self.course {
            Course::Complete if self.ahead.len() == 0 => true,
            Course::Complete => {
                let end = self.properties.entries.len();
                !self.properties.is_needed_in(end - self.ahead.len(), end)
            }
            Course::Incomplete => false,
            Course::Unordered => {
                let mut required = self.properties.required.iter();
                required.all(|name| members.contains_key(*name))
            }
        }
    }
}

const fn position_of(entries: &[Property], name: &str) -> usize {
    let name = name.as_bytes();
    let mut position = 0;
    while position < entries.len() {
        let entry = entries[position].0.as_bytes();
        let mut index = 0;
        while index < entry.len() && index < name.len() && entry[index] == name[index] {
            index += 1;
        }
        if index == entry.len() && index == name.len() {
            return position;
        }
        position += 1;
    }
    panic!("a required member is not declared");
}

/// The positions before one that is at most 64, as a set.
const fn before(position: usize) -> u64 {
    match 1_u64.checked_shl(position as u32) {
        Some(bit) => bit - 1,
        None => u64::MAX,
    }
}

/// Whether two names are equal. They are short, so comparing them in place beats a call.
#[inline(always)]
pub(super) fn same(left: &str, right: &str) -> bool {
    are_same(left.as_bytes(), right.as_bytes())
}

/// The same of a name and bytes that may be one.
#[inline(always)]
pub(super) fn are_same(left: &[u8], right: &[u8]) -> bool {
    let length = left.len();
    if length != right.len() {
        return false;
    }
    if length < 4 {
        match length {
            0 => true,
            1 => left == right,
            _ => have_same_ends::<2>(left, right),
        }
    } else if length < 8 {
        have_same_ends::<4>(left, right)
    } else if length <= 16 {
        have_same_ends::<8>(left, right)
    } else if length <= 32 {
        have_same_ends::<16>(left, right)
    } else {
        are_long_and_same(left, right)
    }
}

/// Whether the first and the last bytes are equal, which overlap where there are fewer than twice as
/// many.
#[inline(always)]
fn have_same_ends<const COUNT: usize>(left: &[u8], right: &[u8]) -> bool {
    left.first_chunk::<COUNT>() == right.first_chunk()
        && left.last_chunk::<COUNT>() == right.last_chunk()
}

#[cold]
fn are_long_and_same(left: &[u8], right: &[u8]) -> bool {
    left == right
}

/// Where the search for a name begins: three bytes and the length tell most names apart.
const fn slot_of(name: &[u8]) -> usize {
    if name.is_empty() {
        return 0;
    }
    let first = name[0] as usize;
    let middle = name[name.len() / 2] as usize;
    let last = name[name.len() - 1] as usize;
    (first ^ (middle << 1) ^ (last << 3) ^ (name.len() << 2)) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    static FEW: Properties = Properties::new(&declared([
        ("", &Schema::TRUE),
        ("a", &Schema::FALSE),
        ("city_mpg", &Schema::TRUE),
        ("make", &Schema::TRUE),
    ]));

    #[test]
    fn a_name_is_found_at_its_position() {
        for (position, (name, schema)) in FEW.entries().iter().enumerate() {
            let (found, found_schema) = FEW.find(name).unwrap();
            assert_eq!(
                (found, found_schema.is_false()),
                (position, schema.is_false())
            );
        }
        for name in ["b", "aa", "makes", "mak", "e", "city-mpg", "é"] {
            assert!(FEW.find(name).is_none(), "{name}");
        }
        assert!(Properties::NONE.find("").is_none());
    }

    #[test]
    fn many_names_and_names_that_meet_in_a_slot_are_found() {
        // Equal in length, first, middle and last byte.
        let alike = |number: usize| format!("a{number:04}b{number:04}c");
        fn all_are_found<const N: usize>(name: fn(usize) -> String) {
            let properties = Properties::new(leaked::<N>(name));
            for position in 0..N {
                let found = properties.find(&name(position));
                assert_eq!(found.map(|found| found.0), Some(position));
            }
            assert!(properties.find(&name(N)).is_none());
        }

        all_are_found::<1>(alike);
        all_are_found::<MOST>(alike);
        all_are_found::<{ MOST + 1 }>(alike);
        all_are_found::<1000>(alike);
    }

    fn leaked<const N: usize>(name: fn(usize) -> String) -> &'static Declared<N> {
        let member = |number| (&*name(number).leak(), &Schema::TRUE);
        Box::leak(Box::new(declared(std::array::from_fn(member))))
    }

    #[test]
    fn members_follow_one_another_in_the_order_in_which_they_are_declared() {
        static MEMBERS: Properties = Properties::new(&declared([
            ("trim", &Schema::TRUE),
            ("make", &Schema::TRUE),
            ("", &Schema::TRUE),
            ("makes", &Schema::TRUE),
        ]));
        let name = |position: usize| MEMBERS.entries().get(position).map(|entry| entry.0);
        let follow = |position: &usize| Some(MEMBERS.next(*position));
        let names: Vec<_> = std::iter::successors(Some(MEMBERS.first()), follow)
            .map_while(name)
            .collect();
        assert_eq!(names, ["trim", "make", "", "makes"]);
        assert!(MEMBERS.entries().is_sorted_by_key(|entry| entry.0));
        assert_eq!(name(Properties::NONE.first()), None);
    }

    #[test]
    fn look_ups_tell_whether_all_required_members_are_there() {
        static SOME: Properties = Properties::requiring(
            &declared([
                ("a", &Schema::TRUE),
                ("b", &Schema::FALSE),
                ("c", &Schema::TRUE),
                ("d", &Schema::TRUE),
            ]),
            &["b", "d"],
        );
        let cases: [(&[&str], bool); 7] = [
            (&["a", "b", "c", "d"], true),
            (&["b", "d", "e"], true),
            (&["d", "x", "b"], true),
            (&["a", "b", "c"], false),
            (&["a", "c", "d"], false),
            (&["d", "a"], false),
            (&[], false),
        ];
        for (names, expected) in cases {
            let members = names.iter().map(|name| ((*name).to_owned(), Value::Null));
            let members = members.collect();
            let mut look_ups = SOME.look_ups();
            for name in names {
                let found = look_ups.find(name).map(Schema::is_false);
                assert_eq!(found, SOME.find(name).map(|found| found.1.is_false()));
            }
            assert_eq!(look_ups.are_complete(&members), expected, "{names:?}");
        }
    }

    #[test]
    fn look_ups_among_more_entries_than_a_set_of_64_holds() {
        const COUNT: usize = 90;
        let name = |number: usize| format!("n{}", 10 + number);
        let properties: &'static Properties = Box::leak(Box::new(Properties::requiring(
            leaked::<COUNT>(name),
            &["n80"],
        )));
        for without in [6, 70] {
            let mut members = Map::new();
            let mut look_ups = properties.look_ups();
            for name in (0..COUNT).filter(|number| *number != without).map(name) {
                assert!(look_ups.find(&name).is_some());
                members.insert(name, Value::Null);
            }
            assert_eq!(look_ups.are_complete(&members), without != 70);
        }
    }
}
