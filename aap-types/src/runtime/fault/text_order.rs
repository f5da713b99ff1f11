//! Faults in the order of the text that their instance was read from.

use std::cmp::Ordering;
use std::ops::Range;

use super::{Faults, NO_NAME, Place};
use crate::runtime::document::Order;
use crate::runtime::json_text::JsonText;
use crate::runtime::sorting::sorted_positions;

/// A place whose position in the text is looked for, and whose it is.
#[derive(Clone, Copy)]
struct Wanted {
    place: Place,
    owner: Owner,
}

#[derive(Clone, Copy)]
enum Owner {
    /// The fault of this index.
    Fault(usize),
    /// The place of this index, which faults are below.
    Place(usize),
}

/// One reading of the text, which tells all places their positions.
struct Search<'a> {
    faults: &'a mut Faults,
    /// Sorted by what they are in, then by name or index.
    wanted: Vec<Wanted>,
    /// How many are still to be found.
    left: usize,
}

impl Faults {
    /// Puts the faults in the order of a text instead of that of the value.
    pub(in crate::runtime) fn settle_by(&mut self, order: Order<'_>) {
        // One alone has no order, which is far more work to find out than the fault was.
        if self.list.len() < 2 {
            return;
        }
        let places = self.places.iter().enumerate();
        let places = places.map(|(index, place)| (*place, Owner::Place(index)));
        let faults = self.list.iter().enumerate();
        let faults = faults.map(|(index, fault)| (fault.place, Owner::Fault(index)));
        let wanted: Vec<Wanted> = places
            .chain(faults)
            .filter(|(place, _)| place.depth > 0)
            .map(|(place, owner)| Wanted { place, owner })
            .collect();
        let sorted = sorted_positions(wanted.len(), &mut |left, right| {
            let (left, right) = (&wanted[left].place, &wanted[right].place);
            let parents = left.parent.cmp(&right.parent);
            parents.then_with(|| self.compare_steps(left, right))
        });
        let mut search = Search {
            wanted: sorted.iter().map(|index| wanted[*index]).collect(),
            left: wanted.len(),
            faults: self,
        };
        search.inside(Place::ROOT.parent, &mut order.text());
        self.settle();
    }

    /// Compares two places in the same object or array.
    fn compare_steps(&self, left: &Place, right: &Place) -> Ordering {
        if left.length == NO_NAME {
            left.position.cmp(&right.position)
        } else {
            self.name(left).cmp(self.name(right))
        }
    }
}

impl Search<'_> {
    /// Reads the value that begins here, which is the place of this index. None ends the search.
    fn inside(&mut self, place: usize, text: &mut JsonText<'_>) -> Option<()> {
        let wanted = self.wanted_in(place);
        let (mut first, mut position) = (true, 0);
        match text.next_byte()? {
            b'[' => {
                let mut next = wanted.start;
                text.open(b'[').ok()?;
                while text.next_element(&mut first).ok()? {
                    let start = next;
                    while next < wanted.end && self.wanted[next].place.position == position {
                        next += 1;
                    }
                    self.found(start..next, position, text)?;
                    position += 1;
                }
            }
            b'{' => {
                text.open(b'{').ok()?;
                while let Some(name) = text.next_name(&mut first).ok()? {
                    let named = self.named(wanted.clone(), &name);
                    self.found(named, position, text)?;
                    position += 1;
                }
            }
            _ => text.skip().ok()?,
        }
        Some(())
    }

    /// Tells the position of the value that begins here, and reads on behind it.
    fn found(
        &mut self,
        wanted: Range<usize>,
        position: usize,
        text: &mut JsonText<'_>,
    ) -> Option<()> {
        let begin = *text;
        let mut end = None;
        for index in wanted {
            self.left -= 1;
            match self.wanted[index].owner {
                Owner::Fault(index) => self.faults.list[index].place.position = position,
                Owner::Place(index) => {
                    self.faults.places[index].position = position;
                    let mut text = begin;
                    self.inside(index, &mut text)?;
                    end = Some(text);
                }
            }
        }
        match end {
            Some(end) => *text = end,
            None if self.left > 0 => text.skip().ok()?,
            None => return None,
        }
        Some(())
    }

    /// Those that are in the place of this index.
    fn wanted_in(&self, place: usize) -> Range<usize> {
        let start = self.wanted.partition_point(|it| it.place.parent < place);
        let rest = self.wanted.get(start..).unwrap_or_default();
        start..start + rest.partition_point(|it| it.place.parent == place)
    }

    /// Those of some members that have this name.
    fn named(&self, members: Range<usize>, name: &str) -> Range<usize> {
        let name_of = |it: &Wanted| self.faults.name(&it.place);
        let wanted = self.wanted.get(members.clone()).unwrap_or_default();
        let start = wanted.partition_point(|it| name_of(it) < name);
        let rest = wanted.get(start..).unwrap_or_default();
        let count = rest.iter().take_while(|it| name_of(it) == name).count();
        members.start + start..members.start + start + count
    }
}
