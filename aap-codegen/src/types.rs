//! Stage 5, types: structs, enums and newtypes with their reading and writing.

use std::cell::RefCell;
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::conditions::{Condition, Conditions};
use crate::docs::doc;
use crate::emit::Paths;
use crate::model::{Field, Model, Struct, Type, TypeDef, TypeId, TypeKind, UnionVariant, Variant};
use crate::schema::{Keywords, NodeId, SchemaSet};
use crate::validators::Validators;

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
    /// Names of crates: `Map`, `Deserializer`, …
    pub(crate) names: RefCell<BTreeSet<&'static str>>,
    /// Types of the contract.
    pub(crate) types: RefCell<BTreeSet<TypeId>>,
}

impl Needs {
    fn name(&self, name: &'static str) {
        self.names.borrow_mut().insert(name);
    }

    fn codec(&self) {
        self.name("Deserializer");
        self.name("Serializer");
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

    fn structure(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
        structure: &Struct,
    ) -> TokenStream {
        self.needs.name("MapAccess");
        self.needs.name("Serializer");
        if structure.extra.is_some() {
            self.needs.name("Map");
            self.needs.name("Value");
        }
        let fields = structure.fields.iter().map(|field| {
            let (ident, path) = (format_ident!("{}", field.ident), self.field_type(field));
            let docs = self.field_docs(field);
            quote! { #docs pub #ident: #path, }
        });
        let extra = structure.extra.as_ref().map(|extra| {
            let extra = format_ident!("{extra}");
            quote! {
                #[doc = " Members that the schema does not name, kept as they are."]
                pub #extra: Map<String, Value>,
            }
        });
        let default = self
            .constructor_arguments(structure)
            .is_empty()
            .then(|| quote!(Default,));
        let constructor = self.constructor(name, structure);
        let conforms = self.conforms(definition);
        let reading = reading(name, structure, conforms.as_ref());
        let writing = writing(name, structure);
        let table = self.paths.table_here(definition.node);
        quote! {
            #docs
            #[derive(Clone, Debug, #default PartialEq)]
            pub struct #name { #(#fields)* #extra }
            #constructor
            #reading
            #writing
            rt::model!(#name, #table);
        }
    }

    fn field_docs(&self, field: &Field) -> TokenStream {
        let node = self.set.node(field.node);
        let target = self
            .set
            .keywords(field.node)
            .and_then(|keywords| keywords.reference);
        let referred = target.and_then(|target| self.set.node(target).description.clone());
        let subject = node.description.clone().or(referred);
        let subject = subject.unwrap_or_else(|| format!("The member `{}`.", field.member));
        let limits = self
            .set
            .keywords(field.node)
            .map(limits)
            .unwrap_or_default();
        let renamed = if field.ident == field.member {
            String::new()
        } else {
            format!("The member `{}`.", field.member)
        };
        doc(&[&subject, &limits, &renamed])
    }

    fn constructor_arguments<'f>(&self, structure: &'f Struct) -> Vec<&'f Field> {
        let given = |field: &&Field| field.required && !self.is_marker(&field.value);
        structure.fields.iter().filter(given).collect()
    }

    fn is_marker(&self, value: &Type) -> bool {
        match value {
            Type::Named(id) => matches!(self.model.type_def(*id).kind, TypeKind::Marker(_)),
            Type::Null => true,
            _ => false,
        }
    }

    fn constructor(&self, name: &Ident, structure: &Struct) -> TokenStream {
        let arguments = self.constructor_arguments(structure);
        if arguments.is_empty() {
            return quote! {
                impl #name {
                    #[doc = " Every optional member is absent."]
                    #[must_use]
                    pub fn new() -> Self {
                        Self::default()
                    }
                }
            };
        }
        let parameters = arguments.iter().map(|field| {
            let (ident, path) = (format_ident!("{}", field.ident), self.field_type(field));
            match field.value {
                Type::String if !field.boxed => quote!(#ident: impl Into<String>),
                _ => quote!(#ident: #path),
            }
        });
        let values = structure.fields.iter().map(|field| {
            let ident = format_ident!("{}", field.ident);
            match (&field.value, field.required) {
                (_, false) => quote!(#ident: None),
                (value, true) if self.is_marker(value) => quote!(#ident: Default::default()),
                (Type::String, true) if !field.boxed => quote!(#ident: #ident.into()),
                (_, true) => quote!(#ident),
            }
        });
        let extra = structure.extra.as_ref().map(|extra| {
            let extra = format_ident!("{extra}");
            quote!(#extra: Map::new())
        });
        let values = values.chain(extra);
        let many = (arguments.len() > 7).then(|| quote!(#[allow(clippy::too_many_arguments)]));
        quote! {
            impl #name {
                #[doc = " With the required members; the others are absent."]
                #many
                #[must_use]
                pub fn new(#(#parameters),*) -> Self {
                    Self { #(#values),* }
                }
            }
        }
    }

    fn text(&self, name: &Ident, docs: &TokenStream, definition: &TypeDef) -> TokenStream {
        let Some(keywords) = self.set.keywords(definition.node) else {
            return TokenStream::new();
        };
        let mut conditions = Vec::new();
        if let Some(min) = keywords.min_length {
            let min = proc_macro2::Literal::u64_unsuffixed(min);
            conditions.push(quote!(rt::text::at_least(text, #min)));
        }
        if let Some(max) = keywords.max_length {
            let max = proc_macro2::Literal::u64_unsuffixed(max);
            conditions.push(quote!(rt::text::at_most(text, #max)));
        }
        if let Some(pattern) = &keywords.pattern {
            let pattern = self.paths.pattern(
                &pattern.source,
                &self.set.node(definition.node).location.file,
            );
            conditions.push(quote!(#pattern.is_match(text)));
        }
        if let Some(format) = &keywords.format {
            let format = format_variant(format);
            conditions.push(quote!(#format.is_valid(text)));
        }
        let expected = expecting(keywords);
        let model = self.scalar_model(definition);
        quote! {
            #docs
            #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #name(Box<str>);
            impl #name {
                #[doc = " What this type takes, as a noun phrase."]
                pub const EXPECTED: &'static str = #expected;

                #[doc = " Whether [`new`](Self::new) takes `text`."]
                #[must_use]
                pub fn accepts(text: &str) -> bool {
                    #(#conditions)&&*
                }
            }
            rt::string_impls!(#name);
            #model
        }
    }

    fn union(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
        variants: &[UnionVariant],
    ) -> TokenStream {
        self.needs.codec();
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
                fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    match rt::decode::valid_value(deserializer, &#table)? {
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
        self.needs.codec();
        let inner = self.path(inner);
        let table = self.paths.table_here(definition.node);
        let conforms = self.conforms(definition);
        let decode = match conforms {
            None => quote!(rt::Decode::decode(deserializer).map(Self)),
            Some(_) => quote!(rt::decode::conforming(
                Self(rt::Decode::decode(deserializer)?),
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
                fn decode<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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

fn enumeration(
    name: &Ident,
    docs: &TokenStream,
    variants: &[Variant],
    model: &TokenStream,
) -> TokenStream {
    let declared = variants.iter().map(|variant| {
        let ident = format_ident!("{}", variant.ident);
        let docs = doc(&[&format!("`{}`.", variant.text)]);
        quote!(#docs #ident,)
    });
    let idents: Vec<Ident> = variants
        .iter()
        .map(|variant| format_ident!("{}", variant.ident))
        .collect();
    let texts = variants.iter().map(|variant| &variant.text);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #name { #(#declared)* }
        impl #name {
            #[doc = " Every value, in the schema's order."]
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            #[doc = " The value as JSON writes it."]
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#idents => #texts,)* }
            }
        }
        rt::enum_impls!(#name);
        #model
    }
}

fn marker(name: &Ident, docs: &TokenStream, text: &str, model: &TokenStream) -> TokenStream {
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #name;
        impl #name {
            #[doc = " The text."]
            pub const TEXT: &'static str = #text;
        }
        rt::marker_impls!(#name);
        #model
    }
}

/// A name for a local that no field has.
fn unused(wanted: &str, structure: &Struct) -> Ident {
    let mut name = wanted.to_owned();
    let taken = |name: &str| {
        structure.extra.as_deref() == Some(name)
            || structure.fields.iter().any(|field| field.ident == name)
    };
    while taken(&name) {
        name.push('_');
    }
    format_ident!("{name}")
}

fn reading(name: &Ident, structure: &Struct, conforms: Option<&TokenStream>) -> TokenStream {
    let members = unused("members", structure);
    let expecting = format!("a {name} object");
    let body = if structure.fields.is_empty() && structure.extra.is_none() {
        let key = unused("name", structure);
        quote! {
            match #members.next_key_seed(rt::decode::Name)? {
                Some(#key) => Err(rt::decode::unknown(&#key)),
                None => Ok(Self {}),
            }
        }
    } else if structure.fields.iter().any(|field| field.required) {
        reading_into_slots(structure, &members)
    } else {
        reading_in_place(structure, &members)
    };
    quote! {
        impl<'de> rt::decode::Object<'de> for #name {
            const EXPECTING: &'static str = #expecting;

            fn from_members<A: MapAccess<'de>>(mut #members: A) -> Result<Self, A::Error> {
                #body
            }

            #conforms
        }
    }
}

/// Where a member is required, the object cannot be made before all are read.
fn reading_into_slots(structure: &Struct, members: &Ident) -> TokenStream {
    let slots = structure.fields.iter().map(|field| {
        let ident = format_ident!("{}", field.ident);
        quote!(let mut #ident = None;)
    });
    let values = structure.fields.iter().map(|field| {
        let (ident, member) = (format_ident!("{}", field.ident), &field.member);
        if field.required {
            quote!(#ident: rt::decode::required(#ident, #member)?,)
        } else {
            quote!(#ident,)
        }
    });
    let extra = structure
        .extra
        .as_ref()
        .map(|extra| format_ident!("{extra}"));
    let extra_slot = extra
        .as_ref()
        .map(|extra| quote!(let mut #extra = Map::new();));
    let extra_value = extra.as_ref().map(|extra| quote!(#extra,));
    let reads = member_loop(structure, members, &TokenStream::new());
    quote! {
        #(#slots)*
        #extra_slot
        #reads
        Ok(Self { #(#values)* #extra_value })
    }
}

/// Where no member is required, the members are read into an object that has none.
fn reading_in_place(structure: &Struct, members: &Ident) -> TokenStream {
    let object = unused("object", structure);
    let reads = member_loop(structure, members, &quote!(#object.));
    quote! {
        let mut #object = Self::default();
        #reads
        Ok(#object)
    }
}

fn member_loop(structure: &Struct, members: &Ident, place: &TokenStream) -> TokenStream {
    let key = unused("name", structure);
    let arms = structure.fields.iter().map(|field| {
        let (ident, member) = (format_ident!("{}", field.ident), &field.member);
        quote!(#member => rt::decode::member(&mut #place #ident, #member, &mut #members)?,)
    });
    let other = match &structure.extra {
        Some(extra) => {
            let extra = format_ident!("{extra}");
            quote!(rt::decode::extra_member(&mut #place #extra, #key, &mut #members)?)
        }
        None => quote!(return Err(rt::decode::unknown(&#key))),
    };
    quote! {
        while let Some(#key) = #members.next_key_seed(rt::decode::Name)? {
            match &*#key { #(#arms)* _ => #other, }
        }
    }
}

fn writing(name: &Ident, structure: &Struct) -> TokenStream {
    let members = structure.fields.iter().map(|field| {
        let (ident, member) = (format_ident!("{}", field.ident), &field.member);
        let method = if field.required {
            quote!(required)
        } else {
            quote!(optional)
        };
        quote!(members.#method(#member, &self.#ident)?;)
    });
    let extra = structure.extra.as_ref().map(|extra| {
        let extra = format_ident!("{extra}");
        // Sorted, so that the runtime finds a name quickly.
        let declared: BTreeSet<&String> =
            structure.fields.iter().map(|field| &field.member).collect();
        let declared = declared.into_iter();
        quote!(members.extra(&self.#extra, &[#(#declared),*])?;)
    });
    let mutable = (!structure.fields.is_empty() || structure.extra.is_some()).then(|| quote!(mut));
    quote! {
        impl rt::Encode for #name {
            fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let #mutable members = rt::encode::Members::<S>::begin(serializer)?;
                #(#members)*
                #extra
                members.end()
            }
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

/// The limits of a schema in words.
fn limits(keywords: &Keywords) -> String {
    let mut sentences = Vec::new();
    let range = |what: &str, min: Option<String>, max: Option<String>| match (min, max) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min}{what}.")),
        (Some(min), Some(max)) => Some(format!("From {min} to {max}{what}.")),
        (Some(min), None) if min == "1" && !what.is_empty() => {
            Some(format!("At least 1{}.", what.trim_end_matches('s')))
        }
        (Some(min), None) => Some(format!("At least {min}{what}.")),
        (None, Some(max)) => Some(format!("At most {max}{what}.")),
        (None, None) => None,
    };
    let text = |number: &Option<serde_json::Number>| number.as_ref().map(ToString::to_string);
    let count = |number: Option<u64>| number.map(|number| number.to_string());
    sentences.extend(range("", text(&keywords.minimum), text(&keywords.maximum)));
    sentences.extend(
        keywords
            .exclusive_minimum
            .as_ref()
            .map(|bound| format!("More than {bound}.")),
    );
    sentences.extend(
        keywords
            .exclusive_maximum
            .as_ref()
            .map(|bound| format!("Less than {bound}.")),
    );
    sentences.extend(
        keywords
            .multiple_of
            .as_ref()
            .map(|divisor| format!("A multiple of {divisor}.")),
    );
    sentences.extend(range(
        " characters",
        count(keywords.min_length),
        count(keywords.max_length),
    ));
    sentences.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("Matches `{}`.", pattern.source)),
    );
    sentences.extend(range(
        " elements",
        count(keywords.min_items),
        count(keywords.max_items),
    ));
    sentences.extend(
        keywords
            .unique_items
            .then(|| "No two elements are equal.".to_owned()),
    );
    sentences.join(" ")
}

/// What a string type expects, for its error messages.
fn expecting(keywords: &Keywords) -> String {
    let mut parts = Vec::new();
    parts.extend(
        keywords
            .format
            .as_ref()
            .map(|format| format!("a valid {format}")),
    );
    match (keywords.min_length, keywords.max_length) {
        (Some(min), Some(max)) => parts.push(format!("{min} to {max} characters")),
        (Some(min), None) => parts.push(format!("at least {min} characters")),
        (None, Some(max)) => parts.push(format!("at most {max} characters")),
        (None, None) => {}
    }
    parts.extend(
        keywords
            .pattern
            .as_ref()
            .map(|pattern| format!("a match of {}", pattern.source)),
    );
    parts.join(", ")
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
