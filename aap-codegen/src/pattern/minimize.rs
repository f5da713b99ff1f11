//! Hopcroft's algorithm: the smallest automaton for the same texts.

use super::dfa::{ACCEPT, DEAD, Dfa, FIRST};

/// The smallest automaton that accepts the same texts, its states numbered in the order in which
/// a walk from the start meets them: equal languages give equal automata.
pub(super) fn minimize(dfa: &Dfa) -> Dfa {
    let partition = refine(dfa);
    let block = |state: u32| partition.block_of[state as usize];
    // Numbers for the blocks, and for each number a state of its block.
    let mut numbers = vec![None; partition.bounds.len()];
    numbers[block(DEAD)] = Some(DEAD);
    numbers[block(ACCEPT)] = Some(ACCEPT);
    let mut samples = vec![DEAD, ACCEPT];
    let mut number = |state: u32, samples: &mut Vec<u32>| {
        *numbers[block(state)].get_or_insert_with(|| {
            samples.push(state);
            samples.len() as u32 - 1
        })
    };
    let start = number(dfa.start(), &mut samples);
    let mut next = vec![DEAD; dfa.width()];
    next.resize(2 * dfa.width(), ACCEPT);
    let mut done = FIRST as usize;
    while let Some(&sample) = samples.get(done) {
        next.extend(
            dfa.row(sample)
                .iter()
                .map(|state| number(*state, &mut samples)),
        );
        done += 1;
    }
    let ends = samples.iter().map(|state| dfa.ends(*state)).collect();
    dfa.with_states(start, next, ends)
}

/// States by block; the states of a block are neighbours in `states`.
struct Partition {
    states: Vec<u32>,
    /// Where a state is in `states`.
    place_of: Vec<usize>,
    block_of: Vec<usize>,
    /// Where a block starts and ends in `states`.
    bounds: Vec<(usize, usize)>,
    /// How many states of a block are marked; they come first in it.
    marked: Vec<usize>,
}

/// Splits the states until those of a block accept the same texts.
fn refine(dfa: &Dfa) -> Partition {
    let states = dfa.states();
    let mut partition = Partition {
        states: (0..states as u32).collect(),
        place_of: (0..states).collect(),
        block_of: vec![0; states],
        bounds: vec![(0, states)],
        marked: vec![0],
    };
    let mut touched = Vec::new();
    for state in (0..states as u32).filter(|state| dfa.ends(*state)) {
        partition.mark(state, &mut touched);
    }
    partition.split(&mut touched);

    let before = Predecessors::new(dfa);
    // Every block but one: what leads to the last is what leads to none of the others.
    let mut todo = vec![1];
    let mut waiting = vec![false, true];
    while let Some(splitter) = todo.pop() {
        waiting[splitter] = false;
        // The block itself may be split below, so that its states are needed as they are now.
        let (first, end) = partition.bounds[splitter];
        let members = partition.states[first..end].to_vec();
        for class in 0..dfa.width() {
            for &member in &members {
                for &state in before.of(member, class) {
                    partition.mark(state, &mut touched);
                }
            }
            for (old, new) in partition.split(&mut touched) {
                waiting.push(false);
                // A block that is waiting stays, as one half of itself. Of another, the smaller
                // half suffices.
                let smaller = if partition.size(new) <= partition.size(old) {
                    new
                } else {
                    old
                };
                let added = if waiting[old] { new } else { smaller };
                waiting[added] = true;
                todo.push(added);
            }
        }
    }
    partition
}

impl Partition {
    fn size(&self, block: usize) -> usize {
        self.bounds[block].1 - self.bounds[block].0
    }

    /// Marks a state; `touched` collects the blocks with marked states.
    fn mark(&mut self, state: u32, touched: &mut Vec<usize>) {
        let block = self.block_of[state as usize];
        let place = self.place_of[state as usize];
        let free = self.bounds[block].0 + self.marked[block];
        if place < free {
            return;
        }
        if self.marked[block] == 0 {
            touched.push(block);
        }
        self.marked[block] += 1;
        self.states.swap(place, free);
        self.place_of[self.states[place] as usize] = place;
        self.place_of[self.states[free] as usize] = free;
    }

    /// Makes the marked part of each touched block a block of its own, unless it is all of it.
    /// Returns old and new blocks.
    fn split(&mut self, touched: &mut Vec<usize>) -> Vec<(usize, usize)> {
        let mut splits = Vec::new();
        for old in touched.drain(..) {
            let marked = std::mem::take(&mut self.marked[old]);
            let (first, end) = self.bounds[old];
            let middle = first + marked;
            if middle == end {
                continue;
            }
            let new = self.bounds.len();
            self.bounds[old] = (middle, end);
            self.bounds.push((first, middle));
            self.marked.push(0);
            for &state in &self.states[first..middle] {
                self.block_of[state as usize] = new;
            }
            splits.push((old, new));
        }
        splits
    }
}

/// Which states lead to a state, by class.
struct Predecessors {
    width: usize,
    /// Where the predecessors of a state and class start in `states`; those of the next follow.
    starts: Vec<usize>,
    states: Vec<u32>,
}

impl Predecessors {
    fn new(dfa: &Dfa) -> Self {
        let width = dfa.width();
        let edges = || {
            (0..dfa.states() as u32).flat_map(|state| {
                let row = dfa.row(state).iter().enumerate();
                row.map(move |(class, next)| (*next as usize * width + class, state))
            })
        };
        let mut starts = vec![0; dfa.states() * width + 1];
        edges().for_each(|(slot, _)| starts[slot + 1] += 1);
        for slot in 1..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        let mut free = starts.clone();
        let mut states = vec![0; dfa.states() * width];
        for (slot, state) in edges() {
            states[free[slot]] = state;
            free[slot] += 1;
        }
        Self {
            width,
            starts,
            states,
        }
    }

    fn of(&self, state: u32, class: usize) -> &[u32] {
        let slot = state as usize * self.width + class;
        &self.states[self.starts[slot]..self.starts[slot + 1]]
    }
}
