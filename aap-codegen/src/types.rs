//! Stage 5, types: structs, enums and newtypes with their reading and writing.

mod structs;
mod texts;
mod words;

use std::cell::RefCell;
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::conditions::{Condition, Conditions};
use crate::docs::doc;
use crate::model::{Field, Model, Type, TypeDef, TypeId, TypeKind, UnionVariant};
use crate::paths::Paths;
use crate::schema::{NodeId, SchemaSet};
use crate::validators::Validators;
use texts::{enumeration, marker};
use words::limits;

/// Writes the types of a contract.
pub(crate) struct Types<'a> {
    pub(crate) contract: &'a str,
    pub(crate) set: &'a SchemaSet,
    pub(crate) model: &'a Model,
    pub(crate) paths: &'a Paths,
    /// The names that the items written so far need from elsewhere.
    pub(crate) needs: Needs,
    /// Tables that conditions of the items written so far refer to, beside those of types.
    pub(crate) tables: RefCell<Vec<(NodeId, Ident, TokenStream)>>,
}

/// Names that a generated file has to import.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// Names of crates: `Map`, `Serializer`, …
    pub(crate) names: RefCell<BTreeSet<&'static str>>,
    /// Types of the contract.
    pub(crate) types: RefCell<BTreeSet<TypeId>>,
}

impl Needs {
    fn name(&self, name: &'static str) {
        self.names.borrow_mut().insert(name);
    }
}

impl Types<'_> {
    /// The items of a named type.
    pub(crate) fn items(&self, id: TypeId) -> TokenStream {
        let definition = self.model.type_def(id);
        let name = format_ident!("{}", definition.name);
        let docs = self.type_docs(definition);
        match &definition.kind {
            TypeKind::Struct(structure) => self.structure(&name, &docs, definition, structure),
            TypeKind::Enum(variants) => {
                enumeration(&name, &docs, variants, &self.scalar_model(definition))
            }
            TypeKind::Text => self.text(&name, &docs, definition),
            TypeKind::Marker(text) => marker(&name, &docs, text, &self.scalar_model(definition)),
            TypeKind::Union(variants) => self.union(&name, &docs, definition, variants),
            TypeKind::Wrapper(inner) => self.wrapper(&name, &docs, definition, inner),
        }
    }

    /// A reference to the table of a schema; `file` is where it is written.
    pub(crate) fn condition_table(&self, node: NodeId, file: &str) -> TokenStream {
        if self.paths.has_table(node) {
            let path = self.paths.table(node, file);
            return quote!(&#path);
        }
        let mut tables = self.tables.borrow_mut();
        if let Some((_, name, _)) = tables.iter().find(|(known, ..)| *known == node) {
            return quote!(&#name);
        }
        let name =
            self.paths
                .condition_name(node, self.set, tables.iter().map(|(_, name, _)| name));
        let validators = Validators {
            set: self.set,
            model: self.model,
            paths: self.paths,
        };
        let item = validators.condition_item(&name, node, file);
        tables.push((node, name.clone(), item));
        quote!(&#name)
    }

    /// The table of a string type, and what it demands beyond what the type takes.
    fn scalar_model(&self, definition: &TypeDef) -> TokenStream {
        let name = format_ident!("{}", definition.name);
        let table = self.paths.table_here(definition.node);
        match Conditions::of_type(self, definition) {
            Condition::Always => quote!(rt::model_table!(#name, #table);),
            condition => {
                let condition = condition.expression();
                quote!(rt::model_table!(#name, #table, |value| #condition);)
            }
        }
    }

    /// `conforms` of a type that checks more than its members do, as an item of `impl Object`.
    fn conforms(&self, definition: &TypeDef) -> Option<TokenStream> {
        let condition = match Conditions::of_type(self, definition) {
            Condition::Always => return None,
            condition => condition.expression(),
        };
        Some(quote! {
            #[inline]
            fn conforms(&self) -> bool {
                #condition
            }
        })
    }

    /// A type as it is written in a field.
    pub(crate) fn path(&self, value: &Type) -> TokenStream {
        match value {
            Type::Any => {
                self.needs.name("Value");
                quote!(Value)
            }
            Type::Null => quote!(()),
            Type::Bool => quote!(bool),
            Type::Unsigned => quote!(u64),
            Type::Signed => quote!(i64),
            Type::Number => quote!(f64),
            Type::String => quote!(String),
            Type::Runtime(text) => {
                self.needs.name(text.name());
                let name = format_ident!("{}", text.name());
                quote!(#name)
            }
            Type::AnyObject => {
                self.needs.name("Map");
                self.needs.name("Value");
                quote!(Map<String, Value>)
            }
            Type::List(inner) => {
                let inner = self.path(inner);
                quote!(Vec<#inner>)
            }
            Type::Map(inner) => {
                self.needs.name("BTreeMap");
                let inner = self.path(inner);
                quote!(BTreeMap<String, #inner>)
            }
            Type::Named(id) => {
                self.needs.types.borrow_mut().insert(*id);
                let name = format_ident!("{}", self.model.type_def(*id).name);
                quote!(#name)
            }
            Type::Nullable(inner) => {
                let inner = self.path(inner);
                quote!(Option<#inner>)
            }
        }
    }

    fn field_type(&self, field: &Field) -> TokenStream {
        let value = self.path(&field.value);
        let value = match (&field.value, field.boxed) {
            (Type::Nullable(inner), true) => {
                let inner = self.path(inner);
                quote!(Option<Box<#inner>>)
            }
            (_, true) => quote!(Box<#value>),
            (_, false) => value,
        };
        if field.required {
            value
        } else {
            quote!(Option<#value>)
        }
    }

    fn type_docs(&self, definition: &TypeDef) -> TokenStream {
        let node = self.set.node(definition.node);
        let subject = match &definition.kind {
            TypeKind::Marker(text) => {
                format!("The text `{text}`, which is all that may stand here.")
            }
            _ => node
                .description
                .clone()
                .unwrap_or_else(|| format!("`{}`.", definition.name)),
        };
        let source = format!(
            "Source: `{}` of contract `{}`.",
            node.location, self.contract
        );
        let limits = self
            .set
            .keywords(definition.node)
            .map(limits)
            .unwrap_or_default();
        doc(&[&subject, &limits, &source])
    }

    fn union(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
        variants: &[UnionVariant],
    ) -> TokenStream {
        self.needs.name("Serializer");
        self.needs.name("Value");
        let declared = variants.iter().map(|variant| {
            let (ident, path) = (
                format_ident!("{}", variant.ident),
                self.path(&variant.value),
            );
            let docs = doc(&[&format!("{}.", variant.ident)]);
            quote!(#docs #ident(#path),)
        });
        let both = |value: &Type| variants.iter().any(|variant| variant.value == *value);
        let both = both(&Type::Signed) && both(&Type::Number);
        // What fits an integer is one; only then is a number asked for.
        let (integers, others): (Vec<_>, Vec<_>) = variants
            .iter()
            .partition(|variant| variant.value == Type::Signed);
        let reads = integers.into_iter().chain(others).map(|variant| {
            let ident = format_ident!("{}", variant.ident);
            match variant.value {
                Type::String => quote!(Value::String(text) => Ok(Self::#ident(text)),),
                Type::Bool => quote!(Value::Bool(value) => Ok(Self::#ident(value)),),
                Type::Signed => {
                    let only_integers =
                        both.then(|| quote!(if rt::number::to_i64(&number).is_some()));
                    quote!(Value::Number(number) #only_integers => {
                        rt::decode::fitting(&number, rt::number::to_i64).map(Self::#ident)
                    })
                }
                Type::Unsigned => quote!(Value::Number(number) => {
                    rt::decode::fitting(&number, rt::number::to_u64).map(Self::#ident)
                }),
                _ => quote!(Value::Number(number) => {
                    rt::decode::fitting(&number, rt::number::to_f64).map(Self::#ident)
                }),
            }
        });
        let writes = variants.iter().map(|variant| {
            let ident = format_ident!("{}", variant.ident);
            quote!(Self::#ident(value) => rt::Encode::encode(value, serializer),)
        });
        let froms = variants.iter().map(|variant| {
            let (ident, path) = (
                format_ident!("{}", variant.ident),
                self.path(&variant.value),
            );
            quote! {
                impl From<#path> for #name {
                    fn from(value: #path) -> Self {
                        Self::#ident(value)
                    }
                }
            }
        });
        let table = self.paths.table_here(definition.node);
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq)]
            pub enum #name { #(#declared)* }
            #(#froms)*
            impl<'de> rt::Decode<'de> for #name {
                fn decode<R: rt::Reader<'de>>(reader: R) -> Result<Self, R::Error> {
                    match rt::decode::valid_value(reader, &#table)? {
                        #(#reads)*
                        _ => Err(rt::decode::no_variant()),
                    }
                }
            }
            impl rt::Encode for #name {
                fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    match self { #(#writes)* }
                }
            }
            rt::model_impls!(#name, #table);
        }
    }

    fn wrapper(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
        inner: &Type,
    ) -> TokenStream {
        self.needs.name("Serializer");
        let inner = self.path(inner);
        let table = self.paths.table_here(definition.node);
        let conforms = self.conforms(definition);
        let decode = match conforms {
            None => quote!(rt::Decode::decode(reader).map(Self)),
            Some(_) => quote!(rt::decode::conforming(
                Self(rt::Decode::decode(reader)?),
                Self::conforms
            )),
        };
        let conforms = conforms.map(|conforms| quote!(impl #name { #conforms }));
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq)]
            pub struct #name(pub #inner);
            #conforms
            impl<'de> rt::Decode<'de> for #name {
                fn decode<R: rt::Reader<'de>>(reader: R) -> Result<Self, R::Error> {
                    #decode
                }
            }
            impl rt::Encode for #name {
                fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    rt::Encode::encode(&self.0, serializer)
                }
            }
            rt::model_impls!(#name, #table);
        }
    }
}

/// The runtime's name of a format.
pub(crate) fn format_variant(format: &str) -> TokenStream {
    let variant: String = format
        .split('-')
        .map(|part| {
            let mut characters = part.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(characters).collect::<String>()
        })
        .collect();
    let variant = format_ident!("{variant}");
    quote!(rt::format::Format::#variant)
}

/// Named types by the file of their schema.
pub(crate) fn types_of_file<'a>(
    set: &'a SchemaSet,
    model: &'a Model,
    file: &'a str,
) -> impl Iterator<Item = TypeId> + 'a {
    let definitions = model.types.iter().enumerate();
    definitions
        .filter(move |(_, definition)| location_file(set, definition.node) == file)
        .map(|(index, _)| TypeId(index))
}

fn location_file(set: &SchemaSet, node: NodeId) -> &str {
    &set.node(node).location.file
}
