//! The contract's error table, and its typed error's conversions.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Profile, facts};
use crate::docs::doc;
use crate::emit::inner_docs;
use crate::model::{Field, RuntimeText, Struct, Type, TypeDef, TypeKind, Variant};
use crate::problem::{Location, Problems};

/// The code of an invalid request that no other code fits.
const OTHER: &str = "SCHEMA_VALIDATION_FAILED";

/// The members of an AAP error that every contract has, apart from its markers.
const MEMBERS: [&str; 6] = [
    "error_id",
    "code",
    "message",
    "retryable",
    "details",
    "created_at",
];

impl Profile<'_> {
    /// Adds a problem where a contract has an error payload that is not an AAP error.
    pub(crate) fn check_error(&self, problems: &mut Problems) {
        let Some(file) = self.contract.manifest.payloads.get("error") else {
            return;
        };
        if self.typed_error().is_none() {
            let message = "expected an AAP error, as contract.toml calls this schema the error: \
                an object that requires error_id (string), code (enum of strings), message (string), \
                retryable (boolean), created_at (date-time), and may have details (anything); \
                whatever else it requires must be a const string";
            problems.add(&Location::root(file), message);
        } else if self.variant(OTHER).is_none() {
            let message =
                format!("the error table lacks {OTHER:?}, which answers invalid requests");
            problems.add(&Location::root("contract.toml"), message);
        }
    }

    fn error_payload(&self) -> Option<(&TypeDef, &Struct)> {
        let file = self.contract.manifest.payloads.get("error")?;
        let (_, id) = self.model.roots.iter().find(|(root, _)| root == file)?;
        let definition = self.model.type_def(*id);
        match &definition.kind {
            TypeKind::Struct(structure) => Some((definition, structure)),
            _ => None,
        }
    }

    /// A member of the error payload.
    pub(super) fn error_field(&self, member: &str) -> Option<&Field> {
        let (_, structure) = self.error_payload()?;
        structure.fields.iter().find(|field| field.member == member)
    }

    fn codes(&self) -> Option<(&TypeDef, &[Variant])> {
        let Type::Named(id) = &self.error_field("code")?.value else {
            return None;
        };
        let definition = self.model.type_def(*id);
        match &definition.kind {
            TypeKind::Enum(variants) => Some((definition, variants)),
            _ => None,
        }
    }

    pub(super) fn variant(&self, code: &str) -> Option<Ident> {
        let (_, variants) = self.codes()?;
        let variant = variants.iter().find(|variant| variant.text == code)?;
        Some(format_ident!("{}", variant.ident))
    }

    /// The type of the codes in the error payload.
    pub(super) fn error_type(&self) -> Option<Ident> {
        let (definition, _) = self.codes()?;
        Some(format_ident!("{}", definition.name))
    }

    /// The error payload's type, if it has the form of an AAP error.
    pub(super) fn typed_error(&self) -> Option<&TypeDef> {
        let (definition, structure) = self.error_payload()?;
        let has = |member: &str, required: bool, is_type: &dyn Fn(&Type) -> bool| {
            structure.fields.iter().any(|field| {
                field.member == member
                    && field.ident == member
                    && field.required == required
                    && is_type(&field.value)
            })
        };
        let is_error = has("error_id", true, &|it| *it == Type::String)
            && has("code", true, &|_| self.codes().is_some())
            && has("message", true, &|it| *it == Type::String)
            && has("retryable", true, &|it| *it == Type::Bool)
            && has("details", false, &|it| *it == Type::Any)
            && has("created_at", true, &|it| {
                *it == Type::Runtime(RuntimeText::Timestamp)
            });
        let others_are_given = structure
            .fields
            .iter()
            .filter(|field| !MEMBERS.contains(&&*field.member))
            .all(|field| !field.required || self.is_marker(field));
        (is_error && others_are_given).then_some(definition)
    }

    fn is_marker(&self, field: &Field) -> bool {
        let Type::Named(id) = &field.value else {
            return false;
        };
        matches!(self.model.type_def(*id).kind, TypeKind::Marker(_))
    }

    /// The items of `errors.rs`.
    pub(super) fn errors(&self) -> Option<TokenStream> {
        let name = self.error_type()?;
        let rows: Vec<_> = self
            .contract
            .manifest
            .errors
            .iter()
            .filter_map(|error| Some((self.variant(&error.code)?, error)))
            .collect();
        let entries = rows.iter().map(|(variant, error)| {
            let entry = facts::error_entry(error);
            quote!(Self::#variant => &#entry,)
        });
        let variants = rows.iter().map(|(variant, _)| variant);
        let (imports, conversions) = self.conversions(&name).unwrap_or_else(|| {
            let imports = quote! {
                use super::#name;
                use crate::profile::ErrorEntry;
            };
            (imports, TokenStream::new())
        });
        let docs = inner_docs(&doc(&["The contract's error table."]));
        Some(quote! {
            #docs
            #imports

            /// The rows, in the order of `contract.toml`.
            pub(super) const TABLE: &[ErrorEntry] = &[#(*#name::#variants.entry()),*];

            impl #name {
                #[doc = " The code's row of the error table."]
                #[must_use]
                pub const fn entry(self) -> &'static ErrorEntry {
                    match self { #(#entries)* }
                }

                #[doc = " The code of the JSON-RPC error that carries this error."]
                #[must_use]
                pub const fn jsonrpc_code(self) -> i64 {
                    self.entry().jsonrpc_code
                }

                #[doc = " Whether a retry may help, unless the payload's `retryable` says otherwise."]
                #[must_use]
                pub const fn retryable_by_default(self) -> bool {
                    self.entry().retryable_by_default
                }

                #[doc = " What the code means."]
                #[must_use]
                pub const fn description(self) -> &'static str {
                    self.entry().description
                }
            }

            #conversions
        })
    }

    /// What the typed error needs to be imported, and its conversions.
    fn conversions(&self, code: &Ident) -> Option<(TokenStream, TokenStream)> {
        let definition = self.typed_error()?;
        let (_, structure) = self.error_payload()?;
        let other = self.variant(OTHER)?;
        let error = format_ident!("{}", definition.name);
        let fields = structure.fields.iter().map(|field| {
            let ident = format_ident!("{}", field.ident);
            match field.member.as_str() {
                "code" => quote!(code),
                member if MEMBERS.contains(&member) => quote!(#ident: error.#ident),
                // A marker has one value, and what a contract adds is absent.
                _ => quote!(#ident: Default::default()),
            }
        });
        let extra = structure.extra.as_ref().map(|extra| {
            let extra = format_ident!("{extra}");
            quote!(#extra: Default::default(),)
        });
        let imports = quote! {
            use super::{#error, #code};
            use crate::profile::{AapError, ErrorEntry};
        };
        let conversions = quote! {
            impl #error {
                #[inline]
                fn of_parts(error: AapError, code: #code) -> Self {
                    Self { #(#fields,)* #extra }
                }
            }

            impl From<#error> for AapError {
                #[inline]
                fn from(error: #error) -> AapError {
                    AapError {
                        error_id: error.error_id,
                        code: error.code.as_str().to_owned(),
                        message: error.message,
                        retryable: error.retryable,
                        details: error.details,
                        created_at: error.created_at,
                    }
                }
            }

            crate::runtime::error_impls!(#error, #code, #other);
        };
        Some((imports, conversions))
    }
}
