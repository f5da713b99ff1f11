//! What generated Rust source says about JSON: the members of each struct, the texts of each enum,
//! the text of each marker. Read from the source itself, so that it tells nothing about the tables
//! that the same types are checked against.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

/// A generated type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// The schema file that it is made from.
    pub file: String,
    /// The JSON Pointer of the schema in that file.
    pub pointer: String,
    /// Its form.
    pub kind: Kind,
}

/// The form of a generated type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A struct that is an object in JSON.
    Object(Object),
    /// The texts of an enum, in the order of the variants.
    Enum(Vec<String>),
    /// The text of a marker.
    Marker(String),
    /// A newtype, or an enum of several JSON types.
    Other,
}

/// The members of a struct, as each part of the code has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// How many fields stand for a member.
    pub fields: usize,
    /// Whether there is a field for members that the schema does not name.
    pub open: bool,
    /// The names that reading tells apart.
    pub read: BTreeSet<String>,
    /// The names that reading demands.
    pub demanded: BTreeSet<String>,
    /// The names that writing gives.
    pub written: BTreeSet<String>,
    /// The names that writing always gives.
    pub always_written: BTreeSet<String>,
    /// The names that the field for other members must not hold.
    pub reserved: BTreeSet<String>,
}

/// The types of a source file that is generated from a schema file; none for any other file.
///
/// # Errors
/// The text is no Rust, or not of the form that types are generated in.
pub fn types(text: &str) -> Result<Vec<Type>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let Some(schema) = quoted(&docs(&file.attrs), "Types and constraints of ") else {
        return Ok(Vec::new());
    };
    let mut types = Vec::new();
    for item in &file.items {
        let (ident, attributes) = match item {
            syn::Item::Struct(item) => (&item.ident, &item.attrs),
            syn::Item::Enum(item) => (&item.ident, &item.attrs),
            _ => continue,
        };
        let source = quoted(&docs(attributes), "Source: ")
            .ok_or_else(|| format!("{ident}: no line of its documentation names its source"))?;
        let (of, pointer) = source.split_once('#').unwrap_or((&source, ""));
        if of != schema {
            return Err(format!("{ident} is of {of}, but stands among {schema}"));
        }
        types.push(Type {
            name: ident.to_string(),
            file: of.to_owned(),
            pointer: pointer.to_owned(),
            kind: kind(item, &file).map_err(|error| format!("{ident}: {error}"))?,
        });
    }
    Ok(types)
}

fn kind(item: &syn::Item, file: &syn::File) -> Result<Kind, String> {
    match item {
        syn::Item::Struct(item) if matches!(item.fields, syn::Fields::Named(_)) => {
            object(item, file).map(Kind::Object)
        }
        syn::Item::Struct(item) if matches!(item.fields, syn::Fields::Unit) => {
            let text = constant(file, &item.ident, "TEXT");
            text.map(Kind::Marker)
                .ok_or_else(|| "it has no TEXT".to_owned())
        }
        syn::Item::Enum(item) => {
            let Some(as_str) = function(file, &item.ident, None, "as_str") else {
                return Ok(Kind::Other);
            };
            let texts = arms(as_str).into_iter().map(|arm| text_of(&arm.body));
            let texts: Option<Vec<String>> = texts.collect();
            let texts = texts.ok_or("an arm of as_str is no text")?;
            if texts.len() == item.variants.len() {
                Ok(Kind::Enum(texts))
            } else {
                Err("as_str does not have one text for each variant".to_owned())
            }
        }
        _ => Ok(Kind::Other),
    }
}

fn object(item: &syn::ItemStruct, file: &syn::File) -> Result<Object, String> {
    let mut reading = Literals::default();
    let from_members = function(file, &item.ident, Some("Object"), "from_members")
        .ok_or("it has no from_members")?;
    reading.visit_impl_item_fn(from_members);
    let mut writing = Literals::default();
    let encode = function(file, &item.ident, Some("Encode"), "encode").ok_or("it has no encode")?;
    writing.visit_impl_item_fn(encode);
    let arms = arms(from_members);
    let read: BTreeSet<String> = arms.iter().filter_map(|arm| pattern(&arm.pat)).collect();
    if read != reading.of("member") {
        return Err("from_members reads a member under the name of another".to_owned());
    }
    let always_written = writing.of("required");
    let mut written = writing.of("optional");
    written.extend(always_written.iter().cloned());
    let open = !reading.of_call("extra_member").is_empty();
    Ok(Object {
        fields: item.fields.len() - usize::from(open),
        open,
        read,
        demanded: reading.of("required"),
        written,
        always_written,
        reserved: writing.of("extra"),
    })
}

/// The calls in a function, by the last part of what is called, with the texts among their
/// arguments.
#[derive(Default)]
struct Literals(Vec<(String, Vec<String>)>);

impl Literals {
    fn of_call(&self, name: &str) -> Vec<&Vec<String>> {
        let calls = self.0.iter().filter(|(called, _)| called == name);
        calls.map(|(_, texts)| texts).collect()
    }

    fn of(&self, name: &str) -> BTreeSet<String> {
        self.of_call(name).into_iter().flatten().cloned().collect()
    }

    fn add<'a>(&mut self, name: String, arguments: impl Iterator<Item = &'a syn::Expr>) {
        let mut texts = Vec::new();
        for argument in arguments {
            match argument {
                syn::Expr::Reference(reference) => {
                    if let syn::Expr::Array(list) = &*reference.expr {
                        texts.extend(list.elems.iter().filter_map(text_of));
                    }
                }
                other => texts.extend(text_of(other)),
            }
        }
        self.0.push((name, texts));
    }
}

impl<'ast> Visit<'ast> for Literals {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
        {
            self.add(last.ident.to_string(), call.args.iter());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.add(call.method.to_string(), call.args.iter());
        visit::visit_expr_method_call(self, call);
    }
}

/// The arms of every match in a function.
fn arms(function: &syn::ImplItemFn) -> Vec<&syn::Arm> {
    struct Arms<'ast>(Vec<&'ast syn::Arm>);

    impl<'ast> Visit<'ast> for Arms<'ast> {
        fn visit_arm(&mut self, arm: &'ast syn::Arm) {
            self.0.push(arm);
            visit::visit_arm(self, arm);
        }
    }

    let mut arms = Arms(Vec::new());
    arms.visit_impl_item_fn(function);
    arms.0
}

/// The impls of a type, of a trait or of none.
fn impls<'f>(
    file: &'f syn::File,
    of: &syn::Ident,
    of_trait: Option<&str>,
) -> impl Iterator<Item = &'f syn::ImplItem> {
    let impls = file.items.iter().filter_map(move |item| match item {
        syn::Item::Impl(item) if names_type(&item.self_ty, of) => {
            let implemented = item.trait_.as_ref().and_then(|it| it.0.segments.last());
            let implemented = implemented.map(|last| last.ident.to_string());
            (implemented.as_deref() == of_trait).then_some(&item.items)
        }
        _ => None,
    });
    impls.flatten()
}

fn names_type(path: &syn::Type, ident: &syn::Ident) -> bool {
    matches!(path, syn::Type::Path(path) if path.path.is_ident(ident))
}

fn function<'f>(
    file: &'f syn::File,
    of: &syn::Ident,
    of_trait: Option<&str>,
    name: &str,
) -> Option<&'f syn::ImplItemFn> {
    impls(file, of, of_trait).find_map(|item| match item {
        syn::ImplItem::Fn(function) if function.sig.ident == name => Some(function),
        _ => None,
    })
}

fn constant(file: &syn::File, of: &syn::Ident, name: &str) -> Option<String> {
    impls(file, of, None).find_map(|item| match item {
        syn::ImplItem::Const(item) if item.ident == name => text_of(&item.expr),
        _ => None,
    })
}

fn pattern(pattern: &syn::Pat) -> Option<String> {
    match pattern {
        syn::Pat::Lit(literal) => text_of_literal(&literal.lit),
        _ => None,
    }
}

fn text_of(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(literal) => text_of_literal(&literal.lit),
        _ => None,
    }
}

fn text_of_literal(literal: &syn::Lit) -> Option<String> {
    match literal {
        syn::Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// The lines of a documentation.
fn docs(attributes: &[syn::Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter_map(|attribute| {
        let syn::Meta::NameValue(line) = &attribute.meta else {
            return None;
        };
        line.path.is_ident("doc").then(|| text_of(&line.value))?
    });
    lines.map(|line| line.trim().to_owned()).collect()
}

/// What stands between backticks on the line that begins so.
fn quoted(lines: &[String], begin: &str) -> Option<String> {
    let rest = lines
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix(begin))?;
    Some(rest.strip_prefix('`')?.split_once('`')?.0.to_owned())
}

#[cfg(test)]
mod tests;
