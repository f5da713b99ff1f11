//! A crate's source, module by module, and what a path in it leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Item, ItemMod, Meta, UseTree};

/// Where something is defined: the modules on the way, and its name.
pub type Definition = Vec<String>;

/// A module.
pub struct Module {
    /// Its items.
    pub items: Vec<Item>,
    /// Whether documentation leaves it, or something around it, out.
    pub hidden: bool,
    /// The conditions under which it is there, outermost first.
    pub conditions: Vec<String>,
}

/// All modules by their path from the crate's root.
pub struct Source {
    pub modules: BTreeMap<Vec<String>, Module>,
}

impl Source {
    /// Reads a crate from its first file on.
    ///
    /// # Errors
    /// A file that cannot be read, or is no Rust.
    pub fn read(lib: &Path) -> Result<Source, String> {
        let mut source = Source {
            modules: BTreeMap::new(),
        };
        let root = Module {
            items: Vec::new(),
            hidden: false,
            conditions: Vec::new(),
        };
        source.file(lib, true, Vec::new(), root)?;
        Ok(source)
    }

    /// Reads a module from a file; `owns` where its modules' files stand beside it.
    fn file(
        &mut self,
        path: &Path,
        owns: bool,
        name: Vec<String>,
        module: Module,
    ) -> Result<(), String> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        let file = syn::parse_file(&text).map_err(|error| format!("{shown}: {error}"))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let inside = match (owns, path.file_stem()) {
            (false, Some(stem)) => folder.join(stem),
            _ => folder.to_path_buf(),
        };
        self.module(file.items, (folder, &inside), name, module)
    }

    /// Adds a module and those in it; `folders` are that of the file, and that of its modules.
    fn module(
        &mut self,
        items: Vec<Item>,
        folders: (&Path, &Path),
        name: Vec<String>,
        module: Module,
    ) -> Result<(), String> {
        for item in &items {
            let Item::Mod(inner) = item else { continue };
            if !is_tested_only(&inner.attrs) {
                self.inner(inner, folders, &name, &module)?;
            }
        }
        self.modules.insert(name, Module { items, ..module });
        Ok(())
    }

    fn inner(
        &mut self,
        inner: &ItemMod,
        (folder, inside): (&Path, &Path),
        name: &[String],
        outer: &Module,
    ) -> Result<(), String> {
        let ident = inner.ident.to_string();
        let name = [name, std::slice::from_ref(&ident)].concat();
        let mut conditions = outer.conditions.clone();
        conditions.extend(self::conditions(&inner.attrs));
        let module = Module {
            items: Vec::new(),
            hidden: outer.hidden || is_hidden(&inner.attrs),
            conditions,
        };
        if let Some((_, items)) = &inner.content {
            let inside = inside.join(&ident);
            return self.module(items.clone(), (&inside, &inside), name, module);
        }
        let candidates: [(PathBuf, bool); 2] = match explicit_path(&inner.attrs) {
            Some(path) => {
                let path = folder.join(path);
                [(path.clone(), true), (path, true)]
            }
            None => [
                (inside.join(format!("{ident}.rs")), false),
                (inside.join(&ident).join("mod.rs"), true),
            ],
        };
        let [first, second] = candidates;
        let (path, owns) = if first.0.is_file() { first } else { second };
        self.file(&path, owns, name, module)
    }

    /// What a path in a module leads to; none where that is no part of the crate.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Option<Definition> {
        self.follow(module, path, &mut BTreeSet::new())
    }

    fn follow(
        &self,
        module: &[String],
        path: &[String],
        seen: &mut BTreeSet<(Vec<String>, Vec<String>)>,
    ) -> Option<Definition> {
        // Two modules may import all that the other has.
        if !seen.insert((module.to_vec(), path.to_vec())) {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let found = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module.split_last()?.1.to_vec(),
            name => self.lookup(module, name, seen)?,
        };
        match rest {
            [] => Some(found),
            rest if self.modules.contains_key(&found) => self.follow(&found, rest, seen),
            _ => None,
        }
    }

    fn lookup(
        &self,
        module: &[String],
        name: &str,
        seen: &mut BTreeSet<(Vec<String>, Vec<String>)>,
    ) -> Option<Definition> {
        let items = &self.modules.get(module)?.items;
        let own = [module, &[name.to_owned()]].concat();
        if self.modules.contains_key(&own)
            || items.iter().any(|it| named(it).as_deref() == Some(name))
        {
            return Some(own);
        }
        let mut globs = Vec::new();
        for item in items {
            let Item::Use(item) = item else { continue };
            for import in imports(&item.tree) {
                match import {
                    Import::Named(alias, path) if alias == name && path != [name] => {
                        return self.follow(module, &path, seen);
                    }
                    Import::Named(..) => {}
                    Import::All(path) => globs.push(path),
                }
            }
        }
        globs.into_iter().find_map(|path| {
            let from = self.follow(module, &path, seen)?;
            self.lookup(&from, name, seen)
        })
    }
}

/// What a `use` brings in.
pub enum Import {
    /// A name for what a path leads to.
    Named(String, Vec<String>),
    /// Everything public in a module.
    All(Vec<String>),
}

/// The imports of a tree.
pub fn imports(tree: &UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    collect(tree, &[], &mut found);
    found
}

fn collect(tree: &UseTree, prefix: &[String], found: &mut Vec<Import>) {
    let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => collect(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) if name.ident == "self" => {
            let alias = prefix.last().cloned().unwrap_or_default();
            found.push(Import::Named(alias, prefix.to_vec()));
        }
        UseTree::Name(name) => found.push(Import::Named(name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(rename) => {
            found.push(Import::Named(
                rename.rename.to_string(),
                with(&rename.ident),
            ));
        }
        UseTree::Glob(_) => found.push(Import::All(prefix.to_vec())),
        UseTree::Group(group) => {
            for tree in &group.items {
                collect(tree, prefix, found);
            }
        }
    }
}

/// The name that an item has in its module.
pub fn named(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Whether documentation leaves something out.
pub fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .filter(|it| it.path().is_ident("doc"))
        .any(|it| matches!(&it.meta, Meta::List(list) if list.tokens.to_string() == "hidden"))
}

/// Whether something is there in tests only.
pub fn is_tested_only(attributes: &[Attribute]) -> bool {
    conditions(attributes).iter().any(|it| it == "test")
}

/// The conditions of `cfg`.
pub fn conditions(attributes: &[Attribute]) -> Vec<String> {
    let conditions = attributes.iter().filter_map(|it| match &it.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(super::text::compact(&list.tokens)),
        _ => None,
    });
    conditions.collect()
}

fn explicit_path(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|it| it.path().is_ident("path"))?;
    let Meta::NameValue(value) = &attribute.meta else {
        return None;
    };
    let text = value.value.to_token_stream().to_string();
    Some(text.trim_matches('"').to_owned())
}
