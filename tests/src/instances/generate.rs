//! Values made to be valid against schemas.

use super::free::{ODD_NAMES, any};
use super::graph::{Graph, Id, Node, Types, type_of, types};
use super::scalars;
use super::tree::Tree;
use crate::rng::Rng;

/// How deep values nest before only what is required is made.
const DEEP: usize = 8;

/// How deep values nest at most.
const DEEPEST: usize = 40;

/// Makes values. One serves for one case.
pub(super) struct Generator<'g> {
    pub graph: &'g Graph,
    pub rng: &'g mut Rng,
    /// Percentage of optional members to include.
    pub density: usize,
    /// Whether to make an intricate value again if it came out wrong.
    pub careful: bool,
    /// How many values may still be made before only what is required is.
    pub budget: usize,
}

/// A member to make.
struct Named<'g> {
    name: &'g str,
    /// Which of the schemas declares it first, and the schema it has there.
    declared: Option<(usize, Id)>,
    required: bool,
}

impl<'g> Generator<'g> {
    /// A value for all the schemas in `goals`.
    pub(super) fn value(&mut self, goals: &[Id], depth: usize) -> Tree {
        let mut flat = Vec::with_capacity(goals.len() + 3);
        let mut attempts = 8;
        loop {
            flat.clear();
            for id in goals {
                self.expand(*id, depth, &mut flat);
            }
            let value = self.build(&flat, depth);
            attempts -= 1;
            let again = self.careful
                && attempts > 0
                && self.budget > 0
                && !flat
                    .iter()
                    .all(|id| self.graph.accepts_intricate(*id, &value));
            if !again {
                return value;
            }
        }
    }

    /// Adds to `flat` the schema `id` and those that apply to the same value, having chosen
    /// branches.
    fn expand(&mut self, id: Id, depth: usize, flat: &mut Vec<Id>) {
        if flat.contains(&id) {
            return;
        }
        flat.push(id);
        let node = &self.graph.nodes[id];
        for id in &node.all {
            self.expand(*id, depth, flat);
        }
        for branches in [&node.any, &node.one] {
            if !branches.is_empty() {
                let branch = self.branch(branches, depth);
                self.expand(branch, depth, flat);
            }
        }
        if node.any.len() > 1 && self.rng.chance(20) {
            // Another one as well, where that does not ask for two types at once.
            let branch = *self.rng.pick(&node.any);
            let types = flat
                .iter()
                .fold(types::OBJECT, |all, id| all & self.graph.nodes[*id].types);
            if types & self.graph.nodes[branch].types != 0 {
                self.expand(branch, depth, flat);
            }
        }
        if let Some((test, then, otherwise)) = node.condition {
            let met = self.rng.chance(55);
            for id in [met.then_some(test), if met { then } else { otherwise }]
                .into_iter()
                .flatten()
            {
                self.expand(id, depth, flat);
            }
        }
        for (_, id) in &node.dependent {
            if self.rng.chance(60) {
                self.expand(*id, depth, flat);
            }
        }
    }

    /// One of `branches`; deep down preferably one that ends the nesting.
    fn branch(&mut self, branches: &[Id], depth: usize) -> Id {
        let ends = |id: &&Id| {
            let node = &self.graph.nodes[**id];
            !node.never && node.types & !(types::ARRAY | types::OBJECT) != 0 && node.all.is_empty()
        };
        if (depth > DEEP || self.budget == 0)
            && let Some(id) = branches.iter().find(ends)
        {
            return *id;
        }
        let branch = *self.rng.pick(branches);
        if self.graph.nodes[branch].never {
            *self.rng.pick(branches)
        } else {
            branch
        }
    }

    fn build(&mut self, flat: &[Id], depth: usize) -> Tree {
        self.budget = self.budget.saturating_sub(1);
        let graph = self.graph;
        let nodes = || flat.iter().map(|id| &graph.nodes[*id]);
        let allowed = nodes().fold(types::ALL, |all, node| all & node.types);
        if let Some(values) = nodes().find_map(|node| node.values.as_ref()) {
            return self.listed(values, flat, allowed);
        }
        if nodes().any(|node| !node.examples.is_empty()) && self.rng.chance(8) {
            let examples = nodes().flat_map(|node| &node.examples);
            let fitting: Vec<&Tree> = examples
                .filter(|tree| type_of(tree) & allowed != 0)
                .collect();
            if !fitting.is_empty() {
                return (*self.rng.pick(&fitting)).clone();
            }
        }
        let about = nodes().fold(0, |all, node| all | node.about) & allowed;
        if allowed == types::ALL && about == 0 {
            return any(self.rng, depth);
        }
        match self.choose_type(allowed, about, depth) {
            types::NULL => Tree::Null,
            types::BOOLEAN => Tree::Bool(self.rng.chance(50)),
            types::STRING => Tree::Str(scalars::string(self.rng, nodes())),
            types::ARRAY => self.array(flat, depth),
            types::OBJECT => self.object(flat, depth),
            number => scalars::number(self.rng, nodes(), number & types::FRACTION != 0),
        }
    }

    /// One of `values` that the other schemas allow too, if there is one.
    fn listed(&mut self, values: &[Tree], flat: &[Id], allowed: Types) -> Tree {
        let graph = self.graph;
        let fitting: Vec<&Tree> = values
            .iter()
            .filter(|value| type_of(value) & allowed != 0)
            .filter(|value| {
                flat.iter()
                    .filter_map(|id| graph.nodes[*id].values.as_ref())
                    .all(|v| v.contains(value))
            })
            .collect();
        match (fitting.is_empty(), values.is_empty()) {
            (false, _) => (*self.rng.pick(&fitting)).clone(),
            (true, false) => self.rng.pick(values).clone(),
            (true, true) => Tree::Null,
        }
    }

    /// One of the `allowed` types, preferably one that the keywords are `about`.
    fn choose_type(&mut self, allowed: Types, about: Types, depth: usize) -> Types {
        let mut from = if about != 0 && self.rng.chance(85) {
            about
        } else {
            allowed
        };
        let flat = from & !(types::ARRAY | types::OBJECT);
        if (depth > DEEP || self.budget == 0) && flat != 0 {
            from = flat;
        }
        let kinds = [
            types::NULL,
            types::BOOLEAN,
            types::NUMBER,
            types::STRING,
            types::ARRAY,
            types::OBJECT,
        ];
        let count = kinds.iter().filter(|kind| from & **kind != 0).count();
        let chosen = kinds
            .into_iter()
            .filter(|kind| from & kind != 0)
            .nth(self.rng.below(count));
        chosen.map_or(types::NULL, |kind| kind & from)
    }

    fn is_minimal(&self, depth: usize) -> bool {
        depth > DEEP || self.budget == 0
    }

    fn array(&mut self, flat: &[Id], depth: usize) -> Tree {
        let graph = self.graph;
        let nodes = || flat.iter().map(|id| &graph.nodes[*id]);
        let mut low = nodes().map(|node| node.min_items).max().unwrap_or(0);
        let mut high = nodes()
            .map(|node| node.max_items)
            .min()
            .unwrap_or(usize::MAX);
        for node in nodes().filter(|node| node.closed_items) {
            high = high.min(node.prefix.len());
        }
        // What `contains` asks of each element. Several of them may ask it of the same elements.
        let mut wanted: Vec<Vec<Id>> = Vec::new();
        let shared = self.rng.chance(70);
        for (id, least, most) in nodes().filter_map(|node| node.contains) {
            let more = usize::from(least < most && self.rng.chance(20));
            let first = if shared { 0 } else { wanted.len() };
            let end = first + least.min(50) + more;
            wanted.resize(wanted.len().max(end), Vec::new());
            wanted[first..end]
                .iter_mut()
                .for_each(|goals| goals.push(id));
        }
        low = low.max(wanted.len());
        let usual = if depth < 3 { 3 } else { 1 };
        let length = if self.is_minimal(depth) || depth >= DEEPEST {
            low
        } else {
            match self.rng.below(8) {
                0 | 1 => low,
                2 if high <= 12 => high,
                3 if depth < 3 && self.rng.chance(10) => low + 12,
                _ => low + self.rng.below(usual + 1),
            }
        };
        let length = length.min(high.max(low)).min(low + 200);
        let unique = nodes().any(|node| node.unique);
        wanted.resize(length, Vec::new());
        self.rng.shuffle(&mut wanted);
        let mut items: Vec<Tree> = Vec::with_capacity(length);
        let mut goals = Vec::new();
        for contained in wanted {
            goals.clear();
            goals.extend(flat.iter().filter_map(|id| graph.element(*id, items.len())));
            goals.extend(contained);
            let mut item = self.value(&goals, depth + 1);
            if unique {
                for _ in 0..6 {
                    if !items.contains(&item) {
                        break;
                    }
                    item = self.value(&goals, depth + 1);
                }
                if items.contains(&item) && items.len() >= low {
                    continue;
                }
            }
            items.push(item);
        }
        Tree::Arr(items)
    }

    fn object(&mut self, flat: &[Id], depth: usize) -> Tree {
        let graph = self.graph;
        let nodes = || flat.iter().map(|id| &graph.nodes[*id]);
        let low = nodes().map(|node| node.min_members).max().unwrap_or(0);
        let high = nodes()
            .map(|node| node.max_members)
            .min()
            .unwrap_or(usize::MAX);
        let density = match () {
            () if self.is_minimal(depth) => 0,
            () if low > 0 => self.density.max(50),
            () => self.density,
        };
        let names = self.member_names(flat, density, high);
        let mut members = Vec::with_capacity(names.len());
        let mut goals = Vec::new();
        for Named {
            name,
            declared,
            required,
        } in names
        {
            goals.clear();
            for (at, id) in flat.iter().enumerate() {
                match declared {
                    Some((by, schema)) if at == by && graph.nodes[*id].patterns.is_empty() => {
                        goals.push(schema);
                    }
                    _ => graph.member(*id, name, &mut goals),
                }
            }
            if required || !goals.iter().any(|id| graph.nodes[*id].never) {
                members.push((name.to_owned(), self.value(&goals, depth + 1)));
            }
        }
        self.further_members(flat, (low, high), &mut members, depth);
        if self.rng.chance(10) {
            self.rng.shuffle(&mut members);
        }
        Tree::Obj(members)
    }

    /// The members to make: those required, and of the others that are declared `density` percent;
    /// not more than `high` if possible.
    fn member_names(&mut self, flat: &[Id], density: usize, high: usize) -> Vec<Named<'g>> {
        let graph = self.graph;
        let nodes = || flat.iter().map(|id| &graph.nodes[*id]);
        let mut names: Vec<Named<'g>> = Vec::new();
        for (at, node) in nodes().enumerate() {
            for (name, id) in &node.members {
                if at > 0 && names.iter().any(|named| named.name == name) {
                    continue;
                }
                let required = nodes().any(|node| node.requires(name));
                if required || self.rng.chance(density) {
                    names.push(Named {
                        name,
                        declared: Some((at, *id)),
                        required,
                    });
                }
            }
        }
        let needed = |names: &mut Vec<Named<'g>>, needed: &'g [String]| {
            for name in needed {
                if !names.iter().any(|named| named.name == name) {
                    names.push(Named {
                        name,
                        declared: None,
                        required: true,
                    });
                }
            }
        };
        for node in nodes() {
            needed(&mut names, &node.required);
        }
        for (name, needs) in nodes().flat_map(|node| &node.dependent_required) {
            if names.iter().any(|named| named.name == name) {
                needed(&mut names, needs);
            }
        }
        while names.len() > high
            && let Some(at) = names.iter().rposition(|named| !named.required)
        {
            names.remove(at);
        }
        names
    }

    /// Adds members that are not declared by name, where they are allowed.
    fn further_members(
        &mut self,
        flat: &[Id],
        (low, high): (usize, usize),
        members: &mut Vec<(String, Tree)>,
        depth: usize,
    ) {
        let graph = self.graph;
        let nodes = || flat.iter().map(|id| &graph.nodes[*id]);
        let is_map = nodes().any(|node| {
            node.names.is_some() || !node.patterns.is_empty() || is_schema(graph, node.additional)
        });
        let mut count = if self.is_minimal(depth) {
            0
        } else if is_map {
            self.rng.below(4)
        } else if self.rng.chance(12) {
            1 + self.rng.below(2)
        } else {
            0
        };
        count = count.max(low.saturating_sub(members.len()));
        let mut goals = Vec::new();
        for _ in 0..count.min(20) {
            if members.len() >= high {
                return;
            }
            let name = self.further_name(nodes());
            goals.clear();
            for id in flat {
                graph.member(*id, &name, &mut goals);
            }
            let declared = nodes().any(|node| node.members.iter().any(|member| member.0 == name));
            let forbidden = goals.iter().any(|id| graph.nodes[*id].never);
            if declared || forbidden || members.iter().any(|member| member.0 == name) {
                continue;
            }
            let value = self.value(&goals, depth + 1);
            members.push((name, value));
        }
    }

    /// A name for a member that is not declared.
    fn further_name<'n>(&mut self, mut nodes: impl Iterator<Item = &'n Node> + Clone) -> String {
        if let Some(id) = nodes.clone().find_map(|node| node.names)
            && self.rng.chance(97)
        {
            // The schema of names need not say that they are strings.
            for _ in 0..4 {
                if let Tree::Str(name) = self.value(&[id], DEEP) {
                    return name;
                }
            }
        }
        let patterned = nodes.find(|node| !node.patterns.is_empty());
        if let Some(node) = patterned
            && self.rng.chance(70)
            && let Some(name) = self.rng.pick(&node.patterns).0.generate(self.rng, 0, 40)
        {
            return name;
        }
        match self.rng.below(3) {
            0 => scalars::word(self.rng),
            1 if !self.graph.names.is_empty() => self.rng.pick(&self.graph.names).clone(),
            _ => (*self.rng.pick(&ODD_NAMES)).to_owned(),
        }
    }
}

/// Whether `id` is a schema that neither allows nor forbids everything.
fn is_schema(graph: &Graph, id: Option<Id>) -> bool {
    id.is_some_and(|id| {
        let node = &graph.nodes[id];
        !node.never
            && (node.types != types::ALL
                || node.about != 0
                || !node.all.is_empty()
                || !node.any.is_empty())
    })
}
