//! Structs: their fields, their constructor, and how their members are read and written.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::words::limits;
use crate::docs::doc;
use crate::model::{Field, Struct, Type, TypeDef, TypeKind};

impl Types<'_> {
    pub(super) fn structure(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
        structure: &Struct,
    ) -> TokenStream {
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
    let article = if name.to_string().starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    let expecting = format!("{article} {name} object");
    let body = if structure.fields.is_empty() && structure.extra.is_none() {
        let key = unused("name", structure);
        quote! {
            match #members.next_name()? {
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

            fn from_members<M: rt::decode::MemberReader<'de>>(mut #members: M) -> Result<Self, M::Error> {
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
        quote!(#member => rt::decode::member(&mut #place #ident, #member, &mut #members),)
    });
    let other = match &structure.extra {
        Some(extra) => {
            let extra = format_ident!("{extra}");
            quote!(rt::decode::extra_member(&mut #place #extra, #key, &mut #members))
        }
        None => quote!(Err(rt::decode::unknown(&#key))),
    };
    quote! {
        while let Some(#key) = #members.next_name()? {
            match &*#key { #(#arms)* _ => #other, }?;
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
        quote!(members.#method(#member, &self.#ident);)
    });
    let extra = structure.extra.as_ref().map(|extra| {
        let extra = format_ident!("{extra}");
        // Sorted, so that the runtime finds a name quickly.
        let declared: BTreeSet<&String> =
            structure.fields.iter().map(|field| &field.member).collect();
        let declared = declared.into_iter();
        quote!(members.extra(&self.#extra, &[#(#declared),*]);)
    });
    let mutable = (!structure.fields.is_empty() || structure.extra.is_some()).then(|| quote!(mut));
    quote! {
        impl rt::Encode for #name {
            fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let #mutable members = rt::encode::Members::<S>::begin(serializer);
                #(#members)*
                #extra
                members.end()
            }
        }
    }
}
