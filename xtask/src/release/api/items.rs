//! Lines for items, their parts and their implementations.

use proc_macro2::TokenStream;
use syn::{
    Attribute, Fields, ImplItem, Item, ItemImpl, ItemTrait, Meta, Path, TraitItem, Type, Visibility,
};

use super::source::{Source, conditions, is_hidden, is_tested_only};
use super::text::{bounds, compact, generics, shown, signature};
use super::{Exports, Lines};

/// The lines of an item itself, at a public path; `around` are the conditions of its module.
pub fn declared(item: &Item, path: &[String], around: &[String], lines: &mut Lines) {
    let name = path.join("::");
    let under = |attributes: &[Attribute]| [around, &conditions(attributes)].concat();
    match item {
        Item::Struct(item) => {
            let conditions = under(&item.attrs);
            let kind = format!("{}struct", openness(&item.attrs));
            let parameters = generics(&item.generics);
            lines.add(path, format!("{kind} {name}{parameters}"), &conditions);
            derived(&item.attrs, path, &conditions, lines);
            fields(&item.fields, &format!("{name}."), path, &conditions, lines);
        }
        Item::Union(item) => {
            lines.add(path, format!("union {name}"), &under(&item.attrs));
        }
        Item::Enum(item) => {
            let conditions = under(&item.attrs);
            let kind = format!("{}enum", openness(&item.attrs));
            let parameters = generics(&item.generics);
            lines.add(path, format!("{kind} {name}{parameters}"), &conditions);
            derived(&item.attrs, path, &conditions, lines);
            for variant in &item.variants {
                let conditions = [conditions.clone(), self::conditions(&variant.attrs)].concat();
                let form = match &variant.fields {
                    Fields::Unit => String::new(),
                    fields => shown(fields),
                };
                let line = format!("variant of {name}: {}{form}", variant.ident);
                lines.add(path, line, &conditions);
            }
        }
        Item::Fn(item) => {
            let line = signature(&item.sig).replacen(
                &format!("fn {}", item.sig.ident),
                &format!("fn {name}"),
                1,
            );
            lines.add(path, line, &under(&item.attrs));
        }
        Item::Const(item) => {
            let line = format!("const {name}: {}", shown(&item.ty));
            lines.add(path, line, &under(&item.attrs));
        }
        Item::Static(item) => {
            let line = format!("static {name}: {}", shown(&item.ty));
            lines.add(path, line, &under(&item.attrs));
        }
        Item::Type(item) => {
            let line = format!("type {name} = {}", shown(&item.ty));
            lines.add(path, line, &under(&item.attrs));
        }
        Item::Trait(item) => described(item, path, &under(&item.attrs), lines),
        _ => {}
    }
}

fn openness(attributes: &[Attribute]) -> &'static str {
    let open = attributes
        .iter()
        .any(|it| it.path().is_ident("non_exhaustive"));
    if open { "non-exhaustive " } else { "" }
}

fn derived(attributes: &[Attribute], path: &[String], conditions: &[String], lines: &mut Lines) {
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        if list.path.is_ident("derive") {
            for name in compact(&list.tokens).split(", ") {
                let name = name.trim_end_matches(',');
                lines.add(path, format!("{}: {name}", path.join("::")), conditions);
            }
        }
    }
}

fn fields(
    fields: &Fields,
    prefix: &str,
    path: &[String],
    conditions: &[String],
    lines: &mut Lines,
) {
    for (index, field) in fields.iter().enumerate() {
        if !matches!(field.vis, Visibility::Public(_)) {
            continue;
        }
        let name = match &field.ident {
            Some(ident) => ident.to_string(),
            None => index.to_string(),
        };
        let conditions = [conditions, &self::conditions(&field.attrs)].concat();
        lines.add(
            path,
            format!("{prefix}{name}: {}", shown(&field.ty)),
            &conditions,
        );
    }
}

fn described(item: &ItemTrait, path: &[String], conditions: &[String], lines: &mut Lines) {
    let name = path.join("::");
    let mut line = format!("trait {name}{}", generics(&item.generics));
    if !item.supertraits.is_empty() {
        line.push_str(&format!(": {}", shown(&item.supertraits)));
    }
    line.push_str(&bounds(&item.generics));
    lines.add(path, line, conditions);
    for part in &item.items {
        let (attributes, given, line) = match part {
            TraitItem::Const(part) => (
                &part.attrs,
                part.default.is_some(),
                format!("const {}: {}", part.ident, shown(&part.ty)),
            ),
            TraitItem::Fn(part) => (&part.attrs, part.default.is_some(), signature(&part.sig)),
            TraitItem::Type(part) => {
                let bound = match part.bounds.is_empty() {
                    true => String::new(),
                    false => format!(": {}", shown(&part.bounds)),
                };
                let line = format!("type {}{bound}", part.ident);
                (&part.attrs, part.default.is_some(), line)
            }
            _ => continue,
        };
        if !is_hidden(attributes) {
            let kind = if given { "provided" } else { "required" };
            lines.add(path, format!("{kind} in {name}: {line}"), conditions);
        }
    }
}

/// The lines of all `impl` blocks.
pub fn implemented(source: &Source, exports: &Exports, lines: &mut Lines) {
    for (module, found) in &source.modules {
        for item in &found.items {
            let Item::Impl(item) = item else { continue };
            if is_hidden(&item.attrs) || is_tested_only(&item.attrs) {
                continue;
            }
            let conditions = [found.conditions.clone(), conditions(&item.attrs)].concat();
            implementation(item, module, (source, exports), &conditions, lines);
        }
    }
}

fn implementation(
    item: &ItemImpl,
    module: &[String],
    (source, exports): (&Source, &Exports),
    conditions: &[String],
    lines: &mut Lines,
) {
    let Some((path, written)) = subject(&item.self_ty, module, source, exports) else {
        return;
    };
    if let Some((implemented, _)) = &item.trait_ {
        if is_out_of_sight(implemented, module, source, exports) {
            return;
        }
        let line = format!("{written}: {}", shown(implemented));
        lines.add(&path, line, conditions);
        return;
    }
    for part in &item.items {
        let line = match part {
            ImplItem::Fn(part) if is_seen(&part.vis, &part.attrs) => {
                (&part.attrs, format!("{written}: {}", signature(&part.sig)))
            }
            ImplItem::Const(part) if is_seen(&part.vis, &part.attrs) => (
                &part.attrs,
                format!("const {written}::{}: {}", part.ident, shown(&part.ty)),
            ),
            _ => continue,
        };
        let (attributes, line) = line;
        let conditions = [conditions, &self::conditions(attributes)].concat();
        lines.add(&path, line, &conditions);
    }
}

/// Whether others see a part of an `impl` block.
pub fn is_seen(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

/// The public path of the crate's type that an `impl` is for, and the whole type with that path;
/// none where others cannot name it.
fn subject(
    subject: &Type,
    module: &[String],
    source: &Source,
    exports: &Exports,
) -> Option<(Vec<String>, String)> {
    match subject {
        Type::Reference(reference) => {
            let (path, written) = self::subject(&reference.elem, module, source, exports)?;
            let lifetime = reference.lifetime.as_ref();
            let lifetime = lifetime.map_or(String::new(), |it| format!("{it} "));
            Some((path, format!("&{lifetime}{written}")))
        }
        Type::Path(typed) => {
            let definition = source.resolve(module, &segments(&typed.path))?;
            let path = exports.path(&definition)?.clone();
            let arguments = typed.path.segments.last().map(|it| shown(&it.arguments));
            let written = format!("{}{}", path.join("::"), arguments.unwrap_or_default());
            Some((path, written))
        }
        _ => None,
    }
}

/// Whether a trait is the crate's and not for others.
pub fn is_out_of_sight(path: &Path, module: &[String], source: &Source, exports: &Exports) -> bool {
    let found = source.resolve(module, &segments(path));
    found.is_some_and(|definition| exports.path(&definition).is_none())
}

fn segments(path: &Path) -> Vec<String> {
    let names = path.segments.iter().map(|it| it.ident.to_string());
    names.collect()
}

/// The lines of what stands in a macro for a type, which is called by its name.
pub fn in_macro(tokens: TokenStream, name: &str, lines: &mut Vec<String>) -> bool {
    let Ok(file) = syn::parse2::<syn::File>(tokens) else {
        return false;
    };
    for item in &file.items {
        let Item::Impl(item) = item else { continue };
        if is_hidden(&item.attrs) {
            continue;
        }
        if let Some((implemented, _)) = &item.trait_ {
            let implemented = plain(&shown(implemented));
            let others = ["crate::runtime::serde::", "crate::runtime::schemars::"];
            let ours = implemented.starts_with("crate::runtime::");
            if !ours || others.iter().any(|it| implemented.starts_with(it)) {
                let subject = plain(&shown(&item.self_ty));
                lines.push(format!("{name}!: {implemented} for {subject}"));
            }
            continue;
        }
        for part in &item.items {
            let ImplItem::Fn(part) = part else { continue };
            if is_seen(&part.vis, &part.attrs) {
                lines.push(format!("{name}!: {}", plain(&signature(&part.sig))));
            }
        }
    }
    true
}

/// Names that macros write out to be safe wherever they stand.
fn plain(text: &str) -> String {
    text.replace("::std::", "std::")
}
