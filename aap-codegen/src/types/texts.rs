//! Strings that a schema restricts: newtypes, enums and markers.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::words::{expecting, one_of};
use super::{Types, format_variant};
use crate::docs::doc;
use crate::model::{TypeDef, Variant};

impl Types<'_> {
    pub(super) fn text(
        &self,
        name: &Ident,
        docs: &TokenStream,
        definition: &TypeDef,
    ) -> TokenStream {
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
                #[inline]
                #[must_use]
                pub fn accepts(text: &str) -> bool {
                    #(#conditions)&&*
                }
            }
            rt::string_impls!(#name);
            #model
        }
    }
}

pub(super) fn enumeration(
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
    let texts: Vec<&str> = variants
        .iter()
        .map(|variant| variant.text.as_str())
        .collect();
    let expected = one_of(&texts);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #name { #(#declared)* }
        impl #name {
            #[doc = " Every value, in the schema's order."]
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            #[doc = " What this type takes, as a noun phrase."]
            pub const EXPECTED: &'static str = #expected;

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

pub(super) fn marker(
    name: &Ident,
    docs: &TokenStream,
    text: &str,
    model: &TokenStream,
) -> TokenStream {
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
