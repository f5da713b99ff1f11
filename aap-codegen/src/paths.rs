//! Where everything of a contract stands: the modules, tables and patterns of its schemas.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heck::{ToShoutySnakeCase, ToSnakeCase};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::docs::doc;
use crate::emit::inner_docs;
use crate::model::{Model, TypeDef, TypeKind};
use crate::pattern::Automaton;
use crate::problem::Location;
use crate::schema::{NodeId, SchemaSet};
use crate::validators::nodes_with_table;

/// Module names that a contract has for itself.
const RESERVED_MODULES: &[&str] = &[
    "errors",
    "messages",
    "patterns",
    "rt",
    "schemas",
    "serde",
    "serde_json",
    "skills",
    "std",
    "tables",
];

/// Where everything of a contract stands.
#[derive(Debug)]
pub(crate) struct Paths {
    modules: BTreeMap<String, Vec<String>>,
    tables: HashMap<NodeId, (String, Ident)>,
    patterns: BTreeMap<String, Ident>,
}

impl Paths {
    pub(crate) fn new(set: &SchemaSet, model: &Model) -> Paths {
        let modules = modules(set);
        // A type of one letter is spelled like a table of that name.
        let mut used: BTreeSet<String> = model
            .types
            .iter()
            .map(|definition| definition.name.clone())
            .collect();
        let mut tables = HashMap::new();
        for node in nodes_with_table(set, model) {
            let location = &set.node(node).location;
            let named = model
                .of_node
                .get(&node)
                .map(|id| model.type_def(*id))
                .filter(|definition| definition.node == node);
            let wanted = match named {
                Some(definition) => definition.name.to_shouty_snake_case(),
                None => table_name(location),
            };
            let name = format_ident!("{}", distinct(&wanted, &mut used));
            tables.insert(node, (location.file.clone(), name));
        }
        Paths {
            modules,
            tables,
            patterns: pattern_names(set, model),
        }
    }

    /// The module of a schema file, from the contract's root.
    pub(crate) fn module(&self, file: &str) -> &[String] {
        self.modules
            .get(file)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// The way up from a schema file's module to the contract's root: `super::`.
    pub(crate) fn up(&self, file: &str) -> TokenStream {
        let supers = self.module(file).iter().map(|_| quote!(super::));
        quote!(#(#supers)*)
    }

    pub(crate) fn has_table(&self, node: NodeId) -> bool {
        self.tables.contains_key(&node)
    }

    /// A table's name in its own file.
    pub(crate) fn table_here(&self, node: NodeId) -> Ident {
        self.tables
            .get(&node)
            .map_or_else(|| format_ident!("MISSING_TABLE"), |(_, name)| name.clone())
    }

    /// A name for a table that only one file uses, other than `taken`.
    pub(crate) fn condition_name<'t>(
        &self,
        node: NodeId,
        set: &SchemaSet,
        taken: impl Iterator<Item = &'t Ident>,
    ) -> Ident {
        let tables = self.tables.values().map(|(_, name)| name.to_string());
        let mut used = tables.chain(taken.map(ToString::to_string)).collect();
        let wanted = table_name(&set.node(node).location);
        format_ident!("{}", distinct(&wanted, &mut used))
    }

    /// A table as seen from another file.
    pub(crate) fn table(&self, node: NodeId, from: &str) -> TokenStream {
        match self.tables.get(&node) {
            Some((file, name)) if file != from => {
                let (up, module) = (
                    self.up(from),
                    self.module(file).iter().map(|part| format_ident!("{part}")),
                );
                quote!(#up #(#module::)* #name)
            }
            _ => {
                let name = self.table_here(node);
                quote!(#name)
            }
        }
    }

    /// A pattern as seen from a schema file.
    pub(crate) fn pattern(&self, source: &str, from: &str) -> TokenStream {
        let name = self
            .patterns
            .get(source)
            .cloned()
            .unwrap_or_else(|| format_ident!("MISSING_PATTERN"));
        let up = self.up(from);
        quote!(#up patterns::#name)
    }

    /// The folders among the modules, with the modules in each.
    pub(crate) fn folders(&self) -> BTreeMap<String, BTreeSet<Ident>> {
        let mut folders: BTreeMap<String, BTreeSet<Ident>> = BTreeMap::new();
        for module in self.modules.values() {
            for depth in 1..module.len() {
                let folder = module[..depth].join("/");
                folders
                    .entry(folder)
                    .or_default()
                    .insert(format_ident!("{}", module[depth]));
            }
        }
        folders
    }

    /// The outermost modules.
    pub(crate) fn top(&self) -> BTreeSet<Ident> {
        self.modules
            .values()
            .filter_map(|module| module.first())
            .map(|name| format_ident!("{name}"))
            .collect()
    }

    pub(crate) fn has_patterns(&self) -> bool {
        !self.patterns.is_empty()
    }

    pub(crate) fn pattern_items(&self, set: &SchemaSet) -> Option<TokenStream> {
        let mut automata = BTreeMap::new();
        for pattern in all_patterns(set) {
            automata.entry(&pattern.source).or_insert(pattern);
        }
        let items = automata.into_iter().filter_map(|(source, pattern)| {
            let (name, table) = (self.patterns.get(source)?, pattern.to_tokens());
            let docs = doc(&[&format!("Finds `{source}`.")]);
            Some(quote!(#docs pub(crate) static #name: Pattern = #table;))
        });
        let docs = inner_docs(&doc(&[
            "The patterns of the contract's schemas, lowered to matchers.",
        ]));
        self.has_patterns()
            .then(|| quote!(#docs use crate::runtime::pattern::Pattern; #(#items)*))
    }
}

/// The regular expressions of all schemas that have a say.
fn all_patterns(set: &SchemaSet) -> impl Iterator<Item = &Automaton> {
    let reachable = set.reachable().into_iter().enumerate();
    reachable
        .filter(|(_, reachable)| *reachable)
        .filter_map(|(index, _)| set.keywords(NodeId(index)))
        .flat_map(|keywords| {
            let of_members = keywords.pattern_properties.iter();
            let own = keywords.pattern.iter();
            own.chain(of_members.map(|(pattern, _)| pattern))
        })
}

fn modules(set: &SchemaSet) -> BTreeMap<String, Vec<String>> {
    let parts = |file: &str| -> Vec<String> { file.split('/').map(module_name).collect() };
    // Folders are modules too, and may hold files of several folders that are spelled alike.
    let mut used = BTreeSet::new();
    for (file, _) in &set.roots {
        let parts = parts(file);
        used.extend((1..parts.len()).map(|depth| parts[..depth].join("/")));
    }
    let mut modules = BTreeMap::new();
    for (file, _) in &set.roots {
        let mut parts = parts(file);
        while !used.insert(parts.join("/")) {
            if let Some(last) = parts.last_mut() {
                last.push('_');
            }
        }
        modules.insert(file.clone(), parts);
    }
    modules
}

fn module_name(part: &str) -> String {
    let stem = part.strip_suffix(".json").unwrap_or(part);
    let stem = stem.strip_suffix(".schema").unwrap_or(stem);
    let ascii: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let mut name = ascii.to_snake_case();
    // Leaves room in what a file system takes for a name.
    name.truncate(100);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'x');
    }
    if !typify_impl::accept_as_ident(&name) || RESERVED_MODULES.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

fn table_name(location: &Location) -> String {
    let module = location
        .file
        .split('/')
        .map(module_name)
        .next_back()
        .unwrap_or_default();
    let place: String = location
        .pointer
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let place = place.replace("_defs_", "");
    let mut name = format!("{module}_{place}").to_shouty_snake_case();
    name.truncate(200);
    name
}

/// A pattern is called after the string type that it belongs to.
fn pattern_names(set: &SchemaSet, model: &Model) -> BTreeMap<String, Ident> {
    let mut names: BTreeMap<String, Ident> = BTreeMap::new();
    let mut used = BTreeSet::new();
    let texts = |definition: &&TypeDef| matches!(definition.kind, TypeKind::Text);
    for definition in model.types.iter().filter(texts) {
        let pattern = set
            .keywords(definition.node)
            .and_then(|keywords| keywords.pattern.as_ref());
        if let Some(pattern) = pattern {
            let name = definition.name.to_shouty_snake_case();
            names
                .entry(pattern.source.clone())
                .or_insert_with(|| format_ident!("{}", distinct(&name, &mut used)));
        }
    }
    for pattern in all_patterns(set) {
        let name = || format_ident!("{}", distinct("PATTERN", &mut used));
        names.entry(pattern.source.clone()).or_insert_with(name);
    }
    names
}

/// A name that none has so far.
pub(crate) fn distinct(wanted: &str, used: &mut BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !used.insert(name.clone()) {
        name = format!("{wanted}_{number}");
        number += 1;
    }
    name
}
