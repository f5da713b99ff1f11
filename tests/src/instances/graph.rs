//! Schemas prepared for making instances: keywords parsed, references followed.

use super::formats::Format;
use super::pattern::Pattern;
use super::tree::Tree;

/// A schema in a [`Graph`].
pub(super) type Id = usize;

/// A set of JSON types, as bits.
pub(super) type Types = u8;

/// The types. A number is [`types::INTEGER`] or [`types::FRACTION`].
pub(super) mod types {
    use super::Types;

    pub(in super::super) const NULL: Types = 1;
    pub(in super::super) const BOOLEAN: Types = 2;
    pub(in super::super) const INTEGER: Types = 4;
    pub(in super::super) const FRACTION: Types = 8;
    pub(in super::super) const STRING: Types = 16;
    pub(in super::super) const ARRAY: Types = 32;
    pub(in super::super) const OBJECT: Types = 64;
    pub(in super::super) const NUMBER: Types = INTEGER | FRACTION;
    pub(in super::super) const ALL: Types = 127;
}

/// The type of `value`, as a set of one.
pub(super) fn type_of(value: &Tree) -> Types {
    match value {
        Tree::Null => types::NULL,
        Tree::Bool(_) => types::BOOLEAN,
        Tree::Int(_) => types::INTEGER,
        Tree::Float(_) | Tree::Spelled(..) if value.as_int().is_some() => types::INTEGER,
        Tree::Float(_) | Tree::Spelled(..) => types::FRACTION,
        Tree::Str(_) => types::STRING,
        Tree::Arr(_) => types::ARRAY,
        Tree::Obj(_) => types::OBJECT,
    }
}

/// One schema. Absent keywords have the value that allows everything.
#[derive(Debug)]
pub(super) struct Node {
    /// The schema is `false`.
    pub never: bool,
    pub types: Types,
    /// The types that the keywords are about.
    pub about: Types,
    /// What `const` and `enum` allow.
    pub values: Option<Vec<Tree>>,
    pub examples: Vec<Tree>,

    /// The lower bound, and whether it is excluded.
    pub minimum: Option<(f64, bool)>,
    pub maximum: Option<(f64, bool)>,
    /// The bounds for integers, both included.
    pub least: i128,
    pub greatest: i128,
    pub step: Option<f64>,

    pub min_length: usize,
    pub max_length: usize,
    /// Whether there is a `pattern`, and the pattern if it is one that can be generated.
    pub has_pattern: bool,
    pub pattern: Option<Pattern>,
    pub format: Option<Format>,

    pub min_items: usize,
    pub max_items: usize,
    pub unique: bool,
    pub prefix: Vec<Id>,
    pub items: Option<Id>,
    /// The schema, and how many elements it has to match at least and at most.
    pub contains: Option<(Id, usize, usize)>,
    pub closed_items: bool,

    pub min_members: usize,
    pub max_members: usize,
    /// Sorted by name.
    pub members: Vec<(String, Id)>,
    /// The patterns that could be parsed.
    pub patterns: Vec<(Pattern, Id)>,
    /// `additionalProperties`, else `unevaluatedProperties`.
    pub additional: Option<Id>,
    pub names: Option<Id>,
    pub required: Vec<String>,
    pub dependent_required: Vec<(String, Vec<String>)>,
    pub dependent: Vec<(String, Id)>,

    /// Schemas that apply as well: of `$ref`, `$dynamicRef` and `allOf`.
    pub all: Vec<Id>,
    pub any: Vec<Id>,
    pub one: Vec<Id>,
    pub not: Option<Id>,
    pub condition: Option<(Id, Option<Id>, Option<Id>)>,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            never: false,
            types: types::ALL,
            about: 0,
            values: None,
            examples: Vec::new(),
            minimum: None,
            maximum: None,
            least: i128::MIN,
            greatest: i128::MAX,
            step: None,
            min_length: 0,
            max_length: usize::MAX,
            has_pattern: false,
            pattern: None,
            format: None,
            min_items: 0,
            max_items: usize::MAX,
            unique: false,
            prefix: Vec::new(),
            items: None,
            contains: None,
            closed_items: false,
            min_members: 0,
            max_members: usize::MAX,
            members: Vec::new(),
            patterns: Vec::new(),
            additional: None,
            names: None,
            required: Vec::new(),
            dependent_required: Vec::new(),
            dependent: Vec::new(),
            all: Vec::new(),
            any: Vec::new(),
            one: Vec::new(),
            not: None,
            condition: None,
        }
    }
}

impl Node {
    pub(super) fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }
}

/// All schemas reachable from a root, and words used in the whole set of documents.
#[derive(Debug)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    pub root: Id,
    /// The strings of all `const` and `enum`, sorted.
    pub vocabulary: Vec<String>,
    /// The names of all declared members, sorted.
    pub names: Vec<String>,
    /// Where in memory the schema of each node is, to find it in the documents.
    #[cfg(test)]
    pub addresses: Vec<usize>,
}

impl Graph {
    /// Adds to `found` the schemas that apply to the member `name` of an object that `id` applies
    /// to.
    pub(super) fn member(&self, id: Id, name: &str, found: &mut Vec<Id>) {
        let node = &self.nodes[id];
        let before = found.len();
        if let Ok(at) = node
            .members
            .binary_search_by(|member| member.0.as_str().cmp(name))
        {
            found.push(node.members[at].1);
        }
        for (pattern, id) in &node.patterns {
            if pattern.matches(name) {
                found.push(*id);
            }
        }
        if found.len() == before {
            found.extend(node.additional);
        }
    }

    /// The schema that applies to the element `index` of an array that `id` applies to.
    pub(super) fn element(&self, id: Id, index: usize) -> Option<Id> {
        let node = &self.nodes[id];
        node.prefix.get(index).copied().or(node.items)
    }

    /// Adds `id` to `found`, and every schema that applies, or may apply, to the same value.
    pub(super) fn everything(&self, id: Id, found: &mut Vec<Id>) {
        if found.contains(&id) {
            return;
        }
        found.push(id);
        let node = &self.nodes[id];
        let (test, then, otherwise) = match node.condition {
            Some((test, then, otherwise)) => (Some(test), then, otherwise),
            None => (None, None, None),
        };
        let lists = node.all.iter().chain(&node.any).chain(&node.one).copied();
        let dependent = node.dependent.iter().map(|entry| entry.1);
        let single = [test, then, otherwise, node.not].into_iter().flatten();
        for inner in lists.chain(dependent).chain(single) {
            self.everything(inner, found);
        }
    }

    /// Whether `value` is probably valid against the schema `id`. This only steers: formats and
    /// unusual patterns count as satisfied, and so do `unevaluated…`.
    pub(super) fn accepts(&self, id: Id, value: &Tree) -> bool {
        let node = &self.nodes[id];
        if node.never || node.types & type_of(value) == 0 {
            return false;
        }
        if node
            .values
            .as_ref()
            .is_some_and(|values| !values.contains(value))
        {
            return false;
        }
        let fits = match value {
            Tree::Null | Tree::Bool(_) => true,
            Tree::Int(_) | Tree::Float(_) | Tree::Spelled(..) => node.accepts_number(value),
            Tree::Str(text) => node.accepts_text(text),
            Tree::Arr(items) => self.accepts_items(node, items),
            Tree::Obj(members) => self.accepts_members(id, value, members),
        };
        fits && node.all.iter().all(|id| self.accepts(*id, value))
            && (node.any.is_empty() || node.any.iter().any(|id| self.accepts(*id, value)))
            && self.accepts_intricate(id, value)
    }

    /// Whether `value` probably satisfies those keywords of the schema `id` that are not fully
    /// heeded while a value is made.
    pub(super) fn accepts_intricate(&self, id: Id, value: &Tree) -> bool {
        let node = &self.nodes[id];
        let has = |name: &String| value.get(name).is_some();
        (node.one.is_empty()
            || node
                .one
                .iter()
                .filter(|id| self.accepts(**id, value))
                .count()
                == 1)
            && !node.not.is_some_and(|id| self.accepts(id, value))
            && node.condition.is_none_or(|(test, then, otherwise)| {
                let branch = if self.accepts(test, value) {
                    then
                } else {
                    otherwise
                };
                branch.is_none_or(|id| self.accepts(id, value))
            })
            && node.contains.is_none_or(|(id, low, high)| match value {
                Tree::Arr(items) => {
                    let count = items.iter().filter(|item| self.accepts(id, item)).count();
                    (low..=high).contains(&count)
                }
                _ => true,
            })
            && node
                .dependent
                .iter()
                .all(|(name, id)| !has(name) || self.accepts(*id, value))
            && node
                .dependent_required
                .iter()
                .all(|(name, needs)| !has(name) || needs.iter().all(has))
    }

    fn accepts_items(&self, node: &Node, items: &[Tree]) -> bool {
        let each = |index: usize, item: &Tree| {
            let id = node.prefix.get(index).copied().or(node.items);
            id.is_none_or(|id| self.accepts(id, item))
        };
        (node.min_items..=node.max_items).contains(&items.len())
            && items
                .iter()
                .enumerate()
                .all(|(index, item)| each(index, item))
            && (!node.unique || (1..items.len()).all(|at| !items[..at].contains(&items[at])))
    }

    fn accepts_members(&self, id: Id, value: &Tree, members: &[(String, Tree)]) -> bool {
        let node = &self.nodes[id];
        let mut schemas = Vec::new();
        let has = |name: &String| value.get(name).is_some();
        (node.min_members..=node.max_members).contains(&members.len())
            && node.required.iter().all(has)
            && members.iter().all(|(name, inner)| {
                schemas.clear();
                self.member(id, name, &mut schemas);
                let named = node
                    .names
                    .is_none_or(|id| self.accepts(id, &Tree::text(name)));
                named && schemas.iter().all(|id| self.accepts(*id, inner))
            })
    }
}

impl Node {
    fn accepts_number(&self, value: &Tree) -> bool {
        let (low, high) = (self.minimum, self.maximum);
        if let Tree::Int(integer) = value {
            return (self.least..=self.greatest).contains(integer)
                && self
                    .step
                    .is_none_or(|step| is_multiple(*integer as f64, step));
        }
        let number = value.as_f64().unwrap_or_default();
        low.is_none_or(|(bound, open)| number > bound || (!open && number == bound))
            && high.is_none_or(|(bound, open)| number < bound || (!open && number == bound))
            && self.step.is_none_or(|step| is_multiple(number, step))
    }

    fn accepts_text(&self, text: &str) -> bool {
        let bounded = self.min_length > 0 || self.max_length < usize::MAX;
        (!bounded || (self.min_length..=self.max_length).contains(&text.chars().count()))
            && self
                .pattern
                .as_ref()
                .is_none_or(|pattern| pattern.matches(text))
    }
}

fn is_multiple(number: f64, step: f64) -> bool {
    let quotient = number / step;
    quotient.is_finite() && (quotient - quotient.round()).abs() < 1e-9
}
