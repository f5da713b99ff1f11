//! The public API of a crate as lines of text, one for everything that others can rely on.
//!
//! Read from the source, so that no nightly compiler is needed. Macros of the crate are not
//! expanded: a line says that a type is made with one, and what the macro gives has lines of its
//! own. Types are written as in the source.

mod items;
mod judge;
mod macros;
mod source;
#[cfg(test)]
mod tests;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub use judge::{Level, Verdict, judge};
use source::{Definition, Import, Source, imports, is_hidden, is_tested_only, named};
use syn::{Item, Visibility};

/// The lines by outermost module; those of the crate's root are under [`ROOT`].
pub type Api = BTreeMap<String, BTreeSet<String>>;

/// Where items stand that are in no public module.
pub const ROOT: &str = "crate";

/// Reads the API of the crate that begins with a file.
///
/// # Errors
/// A file that cannot be read, or is no Rust.
pub fn read(lib: &Path) -> Result<Api, String> {
    let source = Source::read(lib)?;
    let exports = Exports::of(&source);
    let mut lines = Lines::default();
    for (module, exported) in &exports.modules {
        let conditions = source
            .modules
            .get(module)
            .map(|it| it.conditions.as_slice());
        for public in exported.iter().filter(|public| !public.is_empty()) {
            let line = format!("mod {}", public.join("::"));
            lines.add(public, line, conditions.unwrap_or_default());
        }
    }
    for (definition, paths) in &exports.items {
        let Some((name, module)) = definition.split_last() else {
            continue;
        };
        let Some(module) = source.modules.get(module) else {
            continue;
        };
        let own = |item: &&Item| named(item).as_ref() == Some(name);
        for item in module.items.iter().filter(own) {
            for path in paths {
                items::declared(item, path, &module.conditions, &mut lines);
            }
        }
    }
    items::implemented(&source, &exports, &mut lines);
    macros::given(&source, &exports, &mut lines);
    Ok(lines.found)
}

/// The lines found so far.
#[derive(Default)]
pub struct Lines {
    found: Api,
}

impl Lines {
    /// Adds a line about what stands at a public path.
    fn add(&mut self, path: &[String], line: String, conditions: &[String]) {
        let module = match path {
            [module, _, ..] => module.clone(),
            [module] if line.starts_with("mod ") => module.clone(),
            _ => ROOT.to_owned(),
        };
        self.add_to(module, line, conditions);
    }

    fn add_to(&mut self, module: String, line: String, conditions: &[String]) {
        // That a module's own feature is on goes without saying.
        let feature = format!("feature = {module:?}");
        let mut told: Vec<&str> = Vec::new();
        for condition in conditions {
            if *condition != feature && !told.contains(&condition.as_str()) {
                told.push(condition);
            }
        }
        let line = match told.as_slice() {
            [] => line,
            told => format!("{line} [{}]", told.join(", ")),
        };
        self.found.entry(module).or_default().insert(line);
    }
}

/// What others can name, and how.
#[derive(Default)]
pub struct Exports {
    /// The public paths of each module.
    modules: BTreeMap<Definition, BTreeSet<Vec<String>>>,
    /// The public paths of each item.
    items: BTreeMap<Definition, BTreeSet<Vec<String>>>,
    /// Which module's contents were looked at for which public path.
    seen: BTreeSet<(Definition, Vec<String>)>,
}

impl Exports {
    fn of(source: &Source) -> Exports {
        let mut exports = Exports::default();
        exports.module(source, &[], &[]);
        exports
    }

    /// Everything in a module that can be named by a public path.
    fn module(&mut self, source: &Source, module: &[String], public: &[String]) {
        let paths = self.modules.entry(module.to_vec()).or_default();
        if paths.insert(public.to_vec()) {
            self.contents(source, module, public);
        }
    }

    fn contents(&mut self, source: &Source, module: &[String], public: &[String]) {
        let Some(found) = source.modules.get(module) else {
            return;
        };
        // Two modules may re-export all that the other has.
        if !self.seen.insert((module.to_vec(), public.to_vec())) {
            return;
        }
        let at = |name: &str| [public, &[name.to_owned()]].concat();
        for item in &found.items {
            let (Some(visibility), attributes) = visibility(item) else {
                continue;
            };
            let public_item = matches!(visibility, Visibility::Public(_));
            if !public_item || is_hidden(attributes) || is_tested_only(attributes) {
                continue;
            }
            match item {
                Item::Use(item) => self.reexport(source, module, public, &imports(&item.tree)),
                Item::Mod(item) => {
                    let name = item.ident.to_string();
                    self.module(
                        source,
                        &[module, std::slice::from_ref(&name)].concat(),
                        &at(&name),
                    );
                }
                item => {
                    if let Some(name) = named(item) {
                        let definition = [module, std::slice::from_ref(&name)].concat();
                        self.items.entry(definition).or_default().insert(at(&name));
                    }
                }
            }
        }
    }

    fn reexport(
        &mut self,
        source: &Source,
        module: &[String],
        public: &[String],
        imports: &[Import],
    ) {
        for import in imports {
            match import {
                Import::Named(alias, path) => {
                    let Some(definition) = source.resolve(module, path) else {
                        continue;
                    };
                    let public = [public, std::slice::from_ref(alias)].concat();
                    if source.modules.contains_key(&definition) {
                        self.module(source, &definition, &public);
                    } else {
                        self.items.entry(definition).or_default().insert(public);
                    }
                }
                Import::All(path) => {
                    if let Some(definition) = source.resolve(module, path) {
                        self.contents(source, &definition, public);
                    }
                }
            }
        }
    }

    /// The first of an item's public paths.
    fn path(&self, definition: &[String]) -> Option<&Vec<String>> {
        self.items.get(definition)?.first()
    }
}

fn visibility(item: &Item) -> (Option<&Visibility>, &[syn::Attribute]) {
    match item {
        Item::Const(item) => (Some(&item.vis), &item.attrs),
        Item::Enum(item) => (Some(&item.vis), &item.attrs),
        Item::Fn(item) => (Some(&item.vis), &item.attrs),
        Item::Mod(item) => (Some(&item.vis), &item.attrs),
        Item::Static(item) => (Some(&item.vis), &item.attrs),
        Item::Struct(item) => (Some(&item.vis), &item.attrs),
        Item::Trait(item) => (Some(&item.vis), &item.attrs),
        Item::Type(item) => (Some(&item.vis), &item.attrs),
        Item::Union(item) => (Some(&item.vis), &item.attrs),
        Item::Use(item) => (Some(&item.vis), &item.attrs),
        _ => (None, &[]),
    }
}
