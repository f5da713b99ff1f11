//! Lines for what the crate's own macros give.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::{Item, Macro};

use super::items::in_macro;
use super::source::{Source, is_tested_only};
use super::text::compact;
use super::{Exports, Lines};

/// The file of the lines of macros.
const MACROS: &str = "macros";

/// For each use of a macro of the crate a line with the type, and for each macro used the lines of
/// what it gives.
pub fn given(source: &Source, exports: &Exports, lines: &mut Lines) {
    let definitions = definitions(source);
    let mut used = BTreeSet::new();
    for (module, found) in &source.modules {
        if found.hidden {
            continue;
        }
        for item in &found.items {
            let Item::Macro(item) = item else { continue };
            if item.ident.is_some() || is_tested_only(&item.attrs) {
                continue;
            }
            let Some(name) = name(&item.mac) else {
                continue;
            };
            if !definitions.contains_key(&name) {
                continue;
            }
            let arguments = compact(&item.mac.tokens);
            let definition = source.resolve(module, &first_path(&item.mac.tokens));
            // Types that others cannot name are none of their business.
            let Some(path) = definition.and_then(|it| exports.path(&it)) else {
                continue;
            };
            // Where a macro is for two types it stands for what is between them.
            let between = arguments.contains("=>");
            let line = match between {
                true => format!("{name}!({arguments})"),
                false => format!("{}: {name}!", path.join("::")),
            };
            match module.first() {
                Some(outermost) if between => {
                    lines.add_to(outermost.clone(), line, &found.conditions);
                }
                _ => lines.add(path, line, &found.conditions),
            }
            used.insert(name);
        }
    }
    for name in reachable(used, &definitions) {
        for (tokens, conditions) in definitions.get(&name).into_iter().flatten() {
            for line in arms(tokens, &name) {
                lines.add_to(MACROS.to_owned(), line, conditions);
            }
        }
    }
}

/// The bodies of each macro, with their conditions.
type Definitions = BTreeMap<String, Vec<(TokenStream, Vec<String>)>>;

fn definitions(source: &Source) -> Definitions {
    let mut found = Definitions::new();
    for module in source.modules.values() {
        for item in &module.items {
            let Item::Macro(item) = item else { continue };
            if let Some(ident) = &item.ident {
                let conditions = super::source::conditions(&item.attrs);
                let body = (item.mac.tokens.clone(), conditions);
                found.entry(ident.to_string()).or_default().push(body);
            }
        }
    }
    found
}

fn name(call: &Macro) -> Option<String> {
    Some(call.path.segments.last()?.ident.to_string())
}

/// The path that a macro's arguments begin with.
fn first_path(tokens: &TokenStream) -> Vec<String> {
    let mut path = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => path.push(ident.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            _ => break,
        }
    }
    path
}

/// The macros and those that they use themselves.
fn reachable(used: BTreeSet<String>, definitions: &Definitions) -> BTreeSet<String> {
    let mut pending: Vec<String> = used.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(name) = pending.pop() {
        let bodies = definitions.get(&name).into_iter().flatten();
        let text: String = bodies.map(|(tokens, _)| compact(tokens)).collect();
        if found.insert(name) {
            let called = |name: &&String| text.contains(&format!("{name}!"));
            pending.extend(definitions.keys().filter(called).cloned());
        }
    }
    found
}

/// What each arm of a macro gives.
fn arms(tokens: &TokenStream, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let bodies = tokens.clone().into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    for body in bodies {
        let body = without_variables(body);
        // An arm that gives no items has nothing that others could rely on by name.
        in_macro(body, name, &mut lines);
    }
    lines
}

/// The tokens with `$crate` as `crate`, other variables as their names, and without repetitions.
fn without_variables(tokens: TokenStream) -> TokenStream {
    let mut plain = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.next() {
                Some(TokenTree::Ident(ident)) if ident == "crate" => {
                    plain.push(TokenTree::Ident(Ident::new("crate", ident.span())));
                }
                Some(TokenTree::Group(_)) => {
                    // The separator, if there is one, and the kind of the repetition.
                    let kind = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if "*+?".contains(it.as_char()));
                    if !tokens.peek().is_some_and(kind) {
                        tokens.next();
                    }
                    tokens.next();
                }
                Some(other) => plain.push(other),
                None => {}
            },
            TokenTree::Group(group) => {
                let inner = without_variables(group.stream());
                plain.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
            }
            other => plain.push(other),
        }
    }
    plain.into_iter().collect()
}
