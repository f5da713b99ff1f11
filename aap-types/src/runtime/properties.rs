//! The declared members of an object, found by name in a step or two, and which of them must be there.

mod sorted;

use std::slice;

use serde_json::{Map, Value};

use super::schema::{Property, Rule, Schema};
pub use sorted::{Sorted, declared};

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
    /// Whether looking up in order can tell what is missing: with no more entries than that.
    course: Course,
}

/// The declared members of an object.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// Their schemas.
    pub properties: &'static Properties,
    /// Whether there may be others.
    pub open: bool,
}

impl Declared {
    /// What a rule declares that is about such members alone.
    #[inline]
    #[must_use]
    pub const fn by(rule: &Rule) -> Option<Declared> {
        match rule {
            Rule::Properties(properties) => Some(Declared {
                properties,
                open: true,
            }),
            Rule::OnlyProperties(properties) => Some(Declared {
                properties,
                open: false,
            }),
            _ => None,
        }
    }
}

/// A set of positions among at most 128 entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positions([u64; 2]);

impl Positions {
    /// Whether the position was not there before.
    #[inline(always)]
    pub const fn insert(&mut self, position: usize) -> bool {
        let (word, bit) = (&mut self.0[position / 64 % 2], 1 << (position % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether the position is there.
    #[inline]
    #[must_use]
    pub const fn contains(&self, position: usize) -> bool {
        self.0[position / 64 % 2] & 1 << (position % 64) != 0
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }
}

const SLOTS: usize = 128;
const FREE: u8 = u8::MAX;

/// With more entries the index would be too full to be of use.
const MOST: usize = 100;

/// Up to so many entries are compared one by one.
const FEW: usize = 2;

impl Properties {
    /// No member at all.
    pub const NONE: Properties = Properties::new(&declared([]));

    /// These members.
    #[must_use]
    pub const fn new<const N: usize>(members: &'static Sorted<N>) -> Properties {
        Properties::requiring(members, &[])
    }

    /// These members, and those of them that `required` names.
    ///
    /// # Panics
    /// If a required member is none of them, or there are more than 100; that is, in a constant: it
    /// does not compile.
    #[must_use]
    pub const fn requiring<const N: usize>(
        members: &'static Sorted<N>,
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
        let mut needed = Positions([0; 2]);
        let mut index = 0;
        while index < required.len() {
            assert!(indexed, "too many members");
            needed.insert(position_of(entries, required[index]));
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
        let (seen, needed) = (seen.0, self.needed.0);
        seen[0] & needed[0] == needed[0] && seen[1] & needed[1] == needed[1]
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
        self.needed.0[0].wrapping_shr(from as u32) & before(to - from) != 0
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

    /// The position of a member that is not the first of the entries ahead, and how it was found.
    #[inline(never)]
    fn search(&self, ahead: &'static [Property], name: &str) -> Option<(usize, Course)> {
        let passed = self.entries.len() - ahead.len();
        // Where the names are in order, it is mostly the one after.
        if let [_, (next, _), ..] = ahead
            && same(next, name)
        {
            return Some((passed + 1, self.course_over(passed, passed + 1)));
        }
        self.search_all(passed, name)
    }

    /// Whether a glance shows that a name is none of the entries, but comes after all of them.
    #[inline]
    fn are_all_before(&self, name: &str) -> bool {
        let last = self.entries.last();
        last.is_some_and(|(last, _)| last.as_bytes().first() < name.as_bytes().first())
    }

    #[inline(never)]
    fn search_all(&self, passed: usize, name: &str) -> Option<(usize, Course)> {
        if passed == self.entries.len() && self.are_all_before(name) {
            return None;
        }
        let (position, _) = self.find(name)?;
        Some((position, self.course_over(passed, position)))
    }

    /// How a look-up goes that finds an entry where another one was ahead.
    #[inline(always)]
    const fn course_over(&self, ahead: usize, found: usize) -> Course {
        if found < ahead {
            Course::Unordered
        } else if self.is_needed_in(ahead, found) {
            Course::Incomplete
        } else {
            Course::Complete
        }
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

/// How look-ups went so far, the worst of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        let (position, course) = self.properties.search(self.ahead.as_slice(), name)?;
        let mut ahead = self.properties.entries.get(position..)?.iter();
        let (_, schema) = ahead.next()?;
        self.ahead = ahead;
        self.course = self.course.max(course);
        Some(schema)
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
mod tests;
