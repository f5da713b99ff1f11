//! Faults put into a value.

use super::free::{ODD_NAMES, any, deep};
use super::generate::Generator;
use super::graph::{Id, type_of, types};
use super::tree::Tree;
use super::{damage, scalars};

/// A fault: what was done, and the index path of the value it was done to.
type Fault = (&'static str, Vec<usize>);

/// How many faults are put into one value at most.
pub(super) const MOST_FAULTS: usize = 5;

impl Generator<'_> {
    /// Puts `count` faults into `root`, or some more if it seems to stay valid; says what and where
    /// they are.
    pub(super) fn mutate(&mut self, root: &mut Tree, count: usize) -> Vec<String> {
        let mut notes = Vec::with_capacity(count);
        for _ in 0..count {
            notes.extend(self.fault(root));
        }
        while (1..MOST_FAULTS).contains(&notes.len())
            && self.rng.chance(60)
            && self.graph.accepts(self.graph.root, root)
        {
            notes.extend(self.fault(root));
        }
        notes
    }

    fn fault(&mut self, root: &mut Tree) -> Option<String> {
        // Not every fault is possible everywhere.
        (0..8).find_map(|_| {
            let (what, path) = match self.rng.weighted(&[20, 8, 7, 65]) {
                0 => self.drop_member(root)?,
                1 => self.add_member(root)?,
                2 => self.exchange(root)?,
                _ => self.change(root)?,
            };
            Some(format!("{what} at {:?}", root.pointer(&path)))
        })
    }

    /// The path of a random value that `wanted` selects.
    fn place(&mut self, root: &Tree, wanted: fn(&Tree) -> bool) -> Option<Vec<usize>> {
        let count = root.count(wanted);
        let mut left = self.rng.below(count);
        let mut path = Vec::new();
        (count > 0 && root.locate(wanted, &mut left, &mut path)).then_some(path)
    }

    /// All schemas that apply, or may apply, at `path`.
    fn schemas(&self, root: &Tree, path: &[usize]) -> Vec<Id> {
        let mut current = Vec::new();
        self.graph.everything(self.graph.root, &mut current);
        let mut value = root;
        for index in path {
            let mut inner = Vec::new();
            match value {
                Tree::Arr(items) => {
                    for id in &current {
                        inner.extend(self.graph.element(*id, *index));
                        inner.extend(self.graph.nodes[*id].contains.map(|contains| contains.0));
                    }
                    value = &items[*index];
                }
                Tree::Obj(members) => {
                    for id in &current {
                        self.graph.member(*id, &members[*index].0, &mut inner);
                    }
                    value = &members[*index].1;
                }
                _ => {}
            }
            current.clear();
            for id in inner {
                self.graph.everything(id, &mut current);
            }
        }
        current
    }

    /// Drops a member, preferably one that is required.
    fn drop_member(&mut self, root: &mut Tree) -> Option<Fault> {
        let path = self.place(root, |tree| matches!(tree, Tree::Obj(m) if !m.is_empty()))?;
        let schemas = self.schemas(root, &path);
        let Some(Tree::Obj(members)) = root.at(&path) else {
            return None;
        };
        let needed = |name: &str| {
            schemas.iter().any(|id| {
                let node = &self.graph.nodes[*id];
                node.requires(name)
                    || node
                        .dependent_required
                        .iter()
                        .any(|entry| entry.1.iter().any(|n| n == name))
            })
        };
        let required: Vec<usize> = (0..members.len())
            .filter(|index| needed(&members[*index].0))
            .collect();
        let index = if required.is_empty() || self.rng.chance(15) {
            self.rng.below(members.len())
        } else {
            *self.rng.pick(&required)
        };
        members.remove(index);
        Some(("member dropped", path))
    }

    /// Adds a member that is unknown, or known but absent, or renames one.
    fn add_member(&mut self, root: &mut Tree) -> Option<Fault> {
        let path = self.place(root, |tree| matches!(tree, Tree::Obj(_)))?;
        let schemas = self.schemas(root, &path);
        let depth = path.len();
        let declared: Vec<&str> = schemas
            .iter()
            .flat_map(|id| &self.graph.nodes[*id].members)
            .map(|member| member.0.as_str())
            .collect();
        let name = match self.rng.below(8) {
            0 | 1 if !declared.is_empty() => (*self.rng.pick(&declared)).to_owned(),
            2 if !declared.is_empty() => {
                damage::text(self.rng, self.rng.clone().pick::<&str>(&declared))
            }
            3 => scalars::word(self.rng),
            4 | 5 if !self.graph.names.is_empty() => self.rng.pick(&self.graph.names).clone(),
            _ => (*self.rng.pick(&ODD_NAMES)).to_owned(),
        };
        let value = any(self.rng, depth.max(2));
        let rename = self.rng.chance(20);
        let place = self.rng.next() as usize;
        let Some(Tree::Obj(members)) = root.at(&path) else {
            return None;
        };
        if members.iter().any(|member| member.0 == name) {
            return None;
        }
        if rename && !members.is_empty() {
            let index = place % members.len();
            members[index].0 = name;
            return Some(("member renamed", path));
        }
        members.insert(place % (members.len() + 1), (name, value));
        Some(("member added", path))
    }

    /// Exchanges two members' values, or two elements, or puts a copy of one value elsewhere.
    fn exchange(&mut self, root: &mut Tree) -> Option<Fault> {
        if self.rng.chance(35) {
            let from = self.place(root, |_| true)?;
            let to = self.place(root, |_| true)?;
            let copy = root.at(&from)?.clone();
            if to.len() + 8 > 100 || copy.count(|_| true) > 60 {
                return None;
            }
            *root.at(&to)? = copy;
            return Some(("another value copied", to));
        }
        let path = self.place(root, |tree| match tree {
            Tree::Obj(members) => members.len() > 1,
            Tree::Arr(items) => items.len() > 1,
            _ => false,
        })?;
        let (first, second) = (self.rng.next() as usize, self.rng.next() as usize);
        match root.at(&path)? {
            Tree::Obj(members) => {
                let (first, second) = (first % members.len(), second % members.len());
                if first == second || members[first].1 == members[second].1 {
                    return None;
                }
                let value = members[first].1.clone();
                members[first].1 = std::mem::replace(&mut members[second].1, value);
                Some(("members' values swapped", path))
            }
            Tree::Arr(items) => {
                let (first, second) = (first % items.len(), second % items.len());
                items.swap(first, second);
                Some(("elements swapped", path))
            }
            _ => None,
        }
    }

    /// Changes a value.
    fn change(&mut self, root: &mut Tree) -> Option<Fault> {
        let path = self.place(root, |_| true)?;
        let schemas = self.schemas(root, &path);
        let value = root.at(&path)?;
        let what = match self.rng.weighted(&[62, 22, 6, 6, 4]) {
            0 => self.sharp(value, &schemas)?,
            1 => self.other_type(value),
            2 => {
                *value = Tree::Null;
                "null"
            }
            3 => {
                *value = if self.rng.chance(50) {
                    Tree::Obj(Vec::new())
                } else {
                    Tree::Arr(Vec::new())
                };
                "emptied"
            }
            _ => {
                if path.len() > 12 {
                    return None;
                }
                *value = deep(self.rng);
                "nested deeply"
            }
        };
        Some((what, path))
    }

    /// A change that the type of `value` suggests.
    fn sharp(&mut self, value: &mut Tree, schemas: &[Id]) -> Option<&'static str> {
        let graph = self.graph;
        let nodes = || schemas.iter().map(|id| &graph.nodes[*id]);
        if nodes().any(|node| node.values.is_some()) && self.rng.chance(60) {
            return self.other_word(value, schemas);
        }
        match value {
            Tree::Null => {
                *value = any(self.rng, 3);
                Some("null replaced")
            }
            Tree::Bool(flag) if self.rng.chance(50) => {
                *flag = !*flag;
                Some("boolean flipped")
            }
            Tree::Bool(flag) => {
                let text = if *flag { "true" } else { "false" };
                *value = if self.rng.chance(50) {
                    Tree::text(text)
                } else {
                    Tree::Int((*flag).into())
                };
                Some("boolean in disguise")
            }
            Tree::Int(_) | Tree::Float(_) | Tree::Spelled(..) => {
                Some(damage::number(self.rng, value, nodes()))
            }
            Tree::Str(text) => Some(damage::string(self.rng, text, nodes())),
            Tree::Arr(items) => {
                let most = nodes()
                    .map(|node| node.max_items)
                    .min()
                    .unwrap_or(usize::MAX);
                self.rearrange(items, most)
            }
            Tree::Obj(members) => {
                if members.is_empty() {
                    return None;
                }
                match self.rng.below(3) {
                    0 => {
                        members.clear();
                        Some("object emptied")
                    }
                    1 => {
                        *value = Tree::Arr(vec![std::mem::replace(value, Tree::Null)]);
                        Some("object wrapped in an array")
                    }
                    _ => {
                        let index = self.rng.below(members.len());
                        *value = members.swap_remove(index).1;
                        Some("object replaced by a member")
                    }
                }
            }
        }
    }

    /// Replaces a word of a vocabulary by one of another, or by nearly the same.
    fn other_word(&mut self, value: &mut Tree, schemas: &[Id]) -> Option<&'static str> {
        let graph = self.graph;
        if self.rng.chance(35)
            && let Tree::Str(text) = value
        {
            *text = damage::text(self.rng, text);
            return Some("word misspelled");
        }
        let listed: Vec<&Tree> = schemas
            .iter()
            .filter_map(|id| graph.nodes[*id].values.as_ref())
            .flatten()
            .collect();
        let other = if self.rng.chance(35) && !listed.is_empty() {
            (*self.rng.pick(&listed)).clone()
        } else if graph.vocabulary.is_empty() {
            return None;
        } else {
            Tree::Str(self.rng.pick(&graph.vocabulary).clone())
        };
        if other == *value {
            return None;
        }
        *value = other;
        Some("word of another vocabulary")
    }

    /// A value of a type that `value` does not have.
    fn other_type(&mut self, value: &mut Tree) -> &'static str {
        let old = type_of(value);
        let kinds = [
            (types::NULL, "null for it"),
            (types::BOOLEAN, "boolean for it"),
            (types::INTEGER, "integer for it"),
            (types::FRACTION, "fraction for it"),
            (types::STRING, "string for it"),
            (types::ARRAY, "array for it"),
            (types::OBJECT, "object for it"),
        ];
        let (kind, what) = *self.rng.pick(&kinds);
        let (kind, what) = if kind == old {
            (types::STRING, "string for it")
        } else {
            (kind, what)
        };
        *value = match kind {
            types::NULL => Tree::Null,
            types::BOOLEAN => Tree::Bool(self.rng.chance(50)),
            types::INTEGER => scalars::number(self.rng, std::iter::empty(), false),
            types::FRACTION => scalars::number(self.rng, std::iter::empty(), true),
            types::ARRAY if self.rng.chance(50) => {
                Tree::Arr(vec![std::mem::replace(value, Tree::Null)])
            }
            types::ARRAY => Tree::Arr(vec![any(self.rng, 4)]),
            types::OBJECT => Tree::Obj(vec![(scalars::word(self.rng), any(self.rng, 4))]),
            _ => match value {
                // The same number, as text.
                Tree::Int(integer) => Tree::Str(integer.to_string()),
                _ => Tree::Str(scalars::string(self.rng, std::iter::empty())),
            },
        };
        what
    }

    fn rearrange(&mut self, items: &mut Vec<Tree>, most: usize) -> Option<&'static str> {
        match self.rng.below(7) {
            0 if !items.is_empty() => {
                items.clear();
                Some("array emptied")
            }
            1 | 2 if !items.is_empty() => {
                let mut copy = self.rng.pick(items).clone();
                if self.rng.chance(60) {
                    damage::disguise(&mut copy);
                }
                items.insert(self.rng.below(items.len() + 1), copy);
                Some("element duplicated")
            }
            3 if !items.is_empty() && most < 20 => {
                while items.len() <= most {
                    items.push(self.rng.pick(items).clone());
                }
                Some("array too long")
            }
            4 if !items.is_empty() => {
                items.remove(self.rng.below(items.len()));
                Some("element dropped")
            }
            5 if items.len() > 1 => {
                items.reverse();
                Some("array reversed")
            }
            _ => {
                items.insert(self.rng.below(items.len() + 1), any(self.rng, 4));
                Some("element added")
            }
        }
    }
}
