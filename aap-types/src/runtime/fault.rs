//! Faults as a walk finds them: places and causes in a compact form, the words for later.

mod text_order;

use std::cell::Cell;
use std::cmp::Ordering;

use super::message::{self, Found, Piece};
use super::properties::Properties;
use super::schema::Rule;
use super::sorting::sorted_positions;
use crate::pointer::JsonPointer;
use crate::violation::Violation;

/// Faults with all that their words need; nothing is borrowed from the instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Fault>,
    /// Places that faults are below.
    places: Vec<Place>,
    /// Names and excerpts, one after the other.
    texts: String,
}

#[derive(Clone, Copy, Debug)]
struct Fault {
    place: Place,
    rule: &'static Rule,
    cause: Cause,
}

/// A member or an element, and what it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The object's or array's index among the places; [`ROOT`] for the document and its parts.
    parent: usize,
    /// How many steps it takes from the document.
    depth: usize,
    /// The position among the members or elements.
    position: usize,
    /// Where the member's name begins among the texts.
    start: usize,
    /// The length of the member's name, or [`NO_NAME`].
    length: usize,
}

/// So much text of pointers is enough, in bytes: a sender must not choose how much memory it takes by giving
/// a long name to what has many faults in it.
const MOST_TOLD: usize = 1 << 26;

/// The index of the whole document.
const ROOT: usize = usize::MAX;
/// The length of an element's name. No name is as long.
const NO_NAME: usize = usize::MAX;

impl Place {
    const ROOT: Place = Place {
        parent: ROOT,
        depth: 0,
        position: 0,
        start: 0,
        length: NO_NAME,
    };
}

/// What besides the rule a message tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// What was found.
    Found(Snapshot),
    /// So many characters, elements, members.
    Count(usize),
    /// A required member.
    Missing(&'static str),
    /// The member at this place is not declared.
    Unknown,
    /// A member's name; an element's is empty.
    Name(Cut),
    /// Two equal elements.
    Repeated(usize, usize),
    /// A message among the texts, where it begins and its length, of a keyword.
    Told(Keyword, usize, usize),
}

/// The keyword of a message that is told as it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keyword {
    /// The rule's.
    OfRule,
    MinContains,
    MaxContains,
}

/// An excerpt of a text, among the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    start: usize,
    /// An excerpt is at most 240 bytes long.
    length: u8,
    more: bool,
}

/// What messages show of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) enum Snapshot {
    Null,
    Bool(bool),
    Integer(i64),
    /// Another number, as messages show it.
    Number(Cut),
    Text(Cut),
    Array(usize),
    Object,
}

/// The way from the root to an instance.
pub(super) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
    position: usize,
    /// The index among the places, once it has one.
    index: Cell<usize>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Member(&'a str),
    Element,
}

impl<'a> Path<'a> {
    /// The way to the whole document.
    pub(super) const fn root() -> Path<'a> {
        Path {
            parent: None,
            step: Step::Element,
            position: 0,
            index: Cell::new(ROOT),
        }
    }

    /// The way to a member.
    #[inline]
    pub(super) fn member(&'a self, name: &'a str, position: usize) -> Path<'a> {
        Path {
            parent: Some(self),
            step: Step::Member(name),
            position,
            index: Cell::new(ROOT),
        }
    }

    /// The way to an element.
    pub(super) fn element(&'a self, position: usize) -> Path<'a> {
        Path {
            parent: Some(self),
            step: Step::Element,
            position,
            index: Cell::new(ROOT),
        }
    }
}

impl Faults {
    pub(super) fn add(&mut self, path: &Path<'_>, rule: &'static Rule, cause: Cause) {
        if self.list.is_empty() {
            // Where there is one fault, there are often more.
            self.list = Vec::with_capacity(8);
        }
        let place = self.place(path);
        self.list.push(Fault { place, rule, cause });
    }

    /// The place of a path, and those above it kept.
    #[inline]
    pub(super) fn place(&mut self, path: &Path<'_>) -> Place {
        let Some(parent) = path.parent else {
            return Place::ROOT;
        };
        let parent = self.index(parent);
        let depth = self.places.get(parent).map_or(0, |parent| parent.depth) + 1;
        let (start, length) = match path.step {
            Step::Element => (0, NO_NAME),
            Step::Member(name) => (self.keep(name), name.len()),
        };
        Place {
            parent,
            depth,
            position: path.position,
            start,
            length,
        }
    }

    #[inline]
    fn index(&mut self, path: &Path<'_>) -> usize {
        if path.parent.is_some() && path.index.get() == ROOT {
            self.keep_place(path);
        }
        path.index.get()
    }

    #[inline(never)]
    fn keep_place(&mut self, path: &Path<'_>) {
        let place = self.place(path);
        path.index.set(self.places.len());
        self.places.push(place);
    }

    /// Keeps what messages show of a text.
    #[inline(never)]
    pub(super) fn cut(&mut self, text: &str) -> Cut {
        let Piece { text, more } = Piece::of(text);
        Cut {
            start: self.keep(text),
            // A piece has at most 60 characters.
            length: text.len() as u8,
            more,
        }
    }

    pub(super) fn snapshot(&mut self, value: &serde_json::Value) -> Snapshot {
        use serde_json::Value;
        match value {
            Value::Null => Snapshot::Null,
            Value::Bool(value) => Snapshot::Bool(*value),
            Value::Number(value) => self.number(value),
            Value::String(text) => self.text(text),
            Value::Array(elements) => Snapshot::Array(elements.len()),
            Value::Object(_) => Snapshot::Object,
        }
    }

    pub(super) fn text(&mut self, text: &str) -> Snapshot {
        Snapshot::Text(self.cut(text))
    }

    #[inline]
    pub(super) fn number(&mut self, value: &serde_json::Number) -> Snapshot {
        match value.as_i64() {
            // The digits of an integer may be spelled in other ways where texts are kept.
            Some(value) if !super::number::are_arbitrarily_precise() => Snapshot::Integer(value),
            _ => self.other_number(value),
        }
    }

    #[inline(never)]
    fn other_number(&mut self, value: &serde_json::Number) -> Snapshot {
        Snapshot::Number(self.cut(&message::number(value)))
    }

    /// Keeps a message.
    pub(super) fn told(&mut self, keyword: Keyword, message: &str) -> Cause {
        Cause::Told(keyword, self.keep(message), message.len())
    }

    /// Puts a text to the others and tells where it begins.
    fn keep(&mut self, text: &str) -> usize {
        if self.texts.capacity() == 0 {
            self.texts = String::with_capacity(128);
        }
        let start = self.texts.len();
        self.texts.push_str(text);
        start
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Puts what was found from an index on before what was found from an earlier index on.
    pub(super) fn bring_forward(&mut self, from: usize, to: usize) {
        if let Some(later) = self.list.get_mut(to..) {
            later.rotate_left(from - to);
        }
    }

    /// Puts the faults in order, by place, then keyword, and drops what was found twice.
    pub(super) fn settle(&mut self) {
        if self
            .list
            .is_sorted_by(|left, right| self.is_before(left, right))
        {
            return;
        }
        // Faults of one keyword at one place stay in the schema's order.
        let sorted = sorted_positions(self.list.len(), &mut |left, right| {
            self.compare(&self.list[left], &self.list[right])
        });
        let mut list: Vec<Fault> = sorted.iter().map(|index| self.list[*index]).collect();
        // Two branches may find the same fault.
        list.dedup_by(|later, earlier| {
            self.compare(later, earlier) == Ordering::Equal && self.agree(later, earlier)
        });
        self.list = list;
    }

    /// Drops the last ones where the pointers to all would take too much memory.
    pub(super) fn limit(&mut self) {
        // No pointer is longer than all names together, and a few digits for each step.
        let longest = self.texts.len() + self.places.len();
        if self.list.len().saturating_mul(longest) <= MOST_TOLD {
            return;
        }
        let mut told = 0;
        let fitting = self.list.iter().take_while(|fault| {
            told += self.pointer_length(&fault.place);
            told <= MOST_TOLD
        });
        let count = fitting.count().max(1);
        self.list.truncate(count);
    }

    /// About how long the pointer to a place is, in bytes.
    fn pointer_length<'a>(&'a self, mut place: &'a Place) -> usize {
        let mut length = 0;
        while place.depth > 0 {
            length += 1 + self.name(place).len();
            place = self.above(place);
        }
        length
    }

    /// Whether there is a fault at a place. Of use once they are in order.
    pub(super) fn is_any_at(&self, place: &Place) -> bool {
        let found = self
            .list
            .binary_search_by(|fault| self.compare_places(&fault.place, place));
        found.is_ok()
    }

    /// Whether a fault comes before another, and is not the same.
    fn is_before(&self, left: &Fault, right: &Fault) -> bool {
        let (first, second) = (&left.place, &right.place);
        let are_neighbours = first.parent == second.parent && first.depth == second.depth;
        are_neighbours && first.position < second.position
            || self.compare(left, right) == Ordering::Less
    }

    fn compare(&self, left: &Fault, right: &Fault) -> Ordering {
        self.compare_places(&left.place, &right.place)
            .then_with(|| left.keyword().cmp(right.keyword()))
    }

    /// Document order: what contains comes before what is contained.
    #[inline(never)]
    fn compare_places(&self, left: &Place, right: &Place) -> Ordering {
        let (mut first, mut second) = (left, right);
        let mut order = left.depth.cmp(&right.depth);
        while first.depth > second.depth {
            first = self.above(first);
        }
        while second.depth > first.depth {
            second = self.above(second);
        }
        // The topmost difference decides. One place may be kept several times.
        while first.depth > 0 {
            if first.position != second.position {
                order = first.position.cmp(&second.position);
            }
            if first.parent == second.parent {
                break;
            }
            (first, second) = (self.above(first), self.above(second));
        }
        order
    }

    fn above(&self, place: &Place) -> &Place {
        self.places.get(place.parent).unwrap_or(&Place::ROOT)
    }

    /// Whether two faults of one place and keyword are told in the same words.
    fn agree(&self, left: &Fault, right: &Fault) -> bool {
        match (left.cause, left.rule, right.cause, right.rule) {
            // What was found is the same at the same place.
            (Cause::Found(_), Rule::Type(first), Cause::Found(_), Rule::Type(second)) => {
                return first == second;
            }
            (Cause::Missing(first), _, Cause::Missing(second), _) if first == second => {
                return true;
            }
            _ => {}
        }
        self.message(left) == self.message(right)
    }

    fn part(&self, start: usize, length: usize) -> &str {
        self.texts.get(start..start + length).unwrap_or_default()
    }

    /// A member's name.
    fn name(&self, place: &Place) -> &str {
        self.part(place.start, place.length)
    }

    fn piece(&self, cut: Cut) -> Piece<'_> {
        Piece {
            text: self.part(cut.start, cut.length.into()),
            more: cut.more,
        }
    }

    pub(super) fn found(&self, snapshot: Snapshot) -> Found<'_> {
        match snapshot {
            Snapshot::Null => Found::Null,
            Snapshot::Bool(value) => Found::Bool(value),
            Snapshot::Integer(value) => Found::Integer(value),
            Snapshot::Number(cut) => Found::Number(self.piece(cut).text),
            Snapshot::Text(cut) => Found::Text(self.piece(cut)),
            Snapshot::Array(count) => Found::Array(count),
            Snapshot::Object => Found::Object,
        }
    }

    pub(super) fn pointer(&self, place: &Place) -> JsonPointer {
        let mut pointer = JsonPointer::root();
        self.write(place, &mut pointer);
        pointer
    }

    fn write(&self, place: &Place, pointer: &mut JsonPointer) {
        if place.depth > 0 {
            self.write(self.above(place), pointer);
            self.push(place, pointer);
        }
    }

    /// Steps down to a place from what it is in.
    fn push(&self, place: &Place, pointer: &mut JsonPointer) {
        if place.depth == 0 {
            return;
        }
        if place.length == NO_NAME {
            pointer.push_index(place.position);
        } else {
            pointer.push(self.name(place));
        }
    }

    fn message(&self, fault: &Fault) -> String {
        let rule = fault.rule;
        match fault.cause {
            Cause::Found(snapshot) => message::of_found(rule, self.found(snapshot)),
            Cause::Count(count) => message::of_count(rule, count),
            Cause::Missing(name) => message::missing(name),
            Cause::Unknown => {
                let known = rule.properties().map_or(&[][..], Properties::entries);
                message::unknown_member(Piece::of(self.name(&fault.place)), known)
            }
            Cause::Name(name) => message::bad_name(self.piece(name)),
            Cause::Repeated(earlier, later) => message::repeated(earlier, later),
            Cause::Told(_, start, length) => self.part(start, length).to_owned(),
        }
    }

    /// The faults in words.
    pub(crate) fn violations(&self) -> Vec<Violation> {
        // Neighbours are often in one object or array.
        let (mut parent, mut above) = (ROOT, JsonPointer::root());
        let in_words = |fault: &Fault| {
            let place = &fault.place;
            if place.parent != parent {
                parent = place.parent;
                above = self.pointer(self.above(place));
            }
            let mut pointer = above.clone();
            self.push(place, &mut pointer);
            Violation::new(pointer, fault.keyword(), self.message(fault))
        };
        self.list.iter().map(in_words).collect()
    }
}

impl Fault {
    /// The broken keyword.
    fn keyword(&self) -> &'static str {
        match self.cause {
            Cause::Missing(_) => "required",
            Cause::Told(Keyword::MinContains, ..) => "minContains",
            Cause::Told(Keyword::MaxContains, ..) => "maxContains",
            _ => self.rule.keyword(),
        }
    }
}
