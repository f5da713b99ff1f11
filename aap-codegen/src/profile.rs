//! Stage 7, profile: what a contract says beyond its schemas: skills, messages, errors, identity.

mod error;
mod facts;
mod server;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::docs::{doc, printable};
use crate::emit::inner_docs;
use crate::load::Contract;
use crate::manifest::Status;
use crate::model::{Model, TypeKind, skill_type, usual_field};
use crate::paths::Paths;

/// Writes the files of a contract that belong to no schema.
pub(crate) struct Profile<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) model: &'a Model,
    pub(crate) paths: &'a Paths,
    pub(crate) fingerprint: &'a str,
}

impl Profile<'_> {
    /// The files by path.
    pub(crate) fn files(&self) -> Vec<(String, TokenStream)> {
        let mut files = vec![("mod.rs".to_owned(), self.root())];
        if !self.contract.manifest.skills.is_empty() {
            files.push(("skills.rs".to_owned(), self.skills()));
            files.push(("messages.rs".to_owned(), self.messages()));
        }
        files.extend(self.errors().map(|errors| ("errors.rs".to_owned(), errors)));
        files
    }

    fn type_of(&self, file: &str) -> Option<TokenStream> {
        let (_, id) = self.model.roots.iter().find(|(root, _)| root == file)?;
        let name = format_ident!("{}", self.model.type_def(*id).name);
        Some(quote!(#name))
    }

    fn root(&self) -> TokenStream {
        let manifest = &self.contract.manifest;
        let docs = inner_docs(&self.docs());
        let modules: Vec<_> = self.paths.top().into_iter().collect();
        let patterns = self.paths.has_patterns().then(|| {
            quote!(
                mod patterns;
            )
        });
        let skilled = !manifest.skills.is_empty();
        let messages = skilled.then(|| {
            quote!(
                mod messages;
                pub mod skills;
            )
        });
        let errors = self.error_type().map(|_| {
            quote!(
                mod errors;
            )
        });
        let exports = skilled.then(|| {
            quote!(
                pub use messages::{Request, Response};
                #[cfg(feature = "a2a")]
                pub use messages::Skills;
            )
        });
        let exports = quote!(#(pub use #modules::*;)* #exports);
        let status = match manifest.status {
            Status::Released => quote!(Released),
            Status::Draft => quote!(Draft),
            Status::Provisional => quote!(Provisional),
        };
        let (name, version, uri) = (
            &manifest.contract,
            &manifest.version,
            &manifest.extension_uri,
        );
        let (base, a2a, fingerprint) = (
            &manifest.schema_base_url,
            &manifest.a2a_protocol_version,
            self.fingerprint,
        );
        let message = |name: TokenStream| {
            if skilled {
                name
            } else {
                quote!(crate::runtime::Never)
            }
        };
        let (request, response) = (message(quote!(Request)), message(quote!(Response)));
        let code = match self.error_type() {
            Some(code) => quote!(#code),
            None => quote!(crate::runtime::Never),
        };
        let error = match self.typed_error() {
            Some(error) => {
                let name = format_ident!("{}", error.name);
                quote!(#name)
            }
            None => quote!(crate::runtime::Never),
        };
        let payloads = self.model.roots.iter().map(|(_, id)| {
            let name = format_ident!("{}", self.model.type_def(*id).name);
            quote!(crate::PayloadInfo::of::<#name>())
        });
        let skills = manifest.skills.iter().map(|skill| {
            let path = format_ident!("{}", skill_type(&skill.id));
            quote!(crate::SkillInfo::of::<skills::#path>())
        });
        let facts = self.facts();
        let subject = doc(&[&format!("The contract `{name}` itself.")]);
        quote! {
            #docs
            #(mod #modules;)*
            #errors
            #messages
            #patterns
            #[cfg(feature = "schemars")]
            pub(crate) mod tables;
            #exports

            #subject
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct Contract;

            impl crate::Contract for Contract {
                const NAME: &'static str = #name;
                const VERSION: &'static str = #version;
                const STATUS: crate::Status = crate::Status::#status;
                const EXTENSION_URI: &'static str = #uri;
                const SCHEMA_BASE_URL: &'static str = #base;
                const A2A_PROTOCOL_VERSION: &'static str = #a2a;
                const FINGERPRINT: &'static str = #fingerprint;
                #facts
                type Request = #request;
                type Response = #response;
                type ErrorCode = #code;
                type Error = #error;
                const PAYLOADS: &'static [crate::PayloadInfo] = &[#(#payloads),*];
                const SKILLS: &'static [crate::SkillInfo] = &[#(#skills),*];
            }
        }
    }

    fn docs(&self) -> TokenStream {
        let manifest = &self.contract.manifest;
        let warning = match manifest.status {
            Status::Released => "",
            Status::Draft => {
                "**Draft.** This contract may change without notice, and its extension URI must never be deployed."
            }
            Status::Provisional => {
                "**Provisional.** Only a part of this contract has been published; what stands here may change without notice."
            }
        };
        let identity = format!(
            "Version {}; an agent card names it <{}>.",
            manifest.version, manifest.extension_uri
        );
        let mut docs = doc(&[
            &format!("Contract `{}`.", manifest.contract),
            &manifest.description,
            warning,
        ]);
        let line = format!(" {identity}");
        docs.extend(quote!(#[doc = ""] #[doc = #line]));
        let table = self.names_table();
        docs.extend(quote!(#(#[doc = #table])*));
        docs
    }

    /// Names that a keyword or a collision keeps from being the usual ones.
    fn names_table(&self) -> Vec<String> {
        let mut rows = BTreeSet::new();
        for definition in &self.model.types {
            if let Some(wanted) = &definition.renamed_from {
                rows.insert((wanted.clone(), "type", definition.name.clone()));
            }
            if let TypeKind::Struct(structure) = &definition.kind {
                let unusual = structure
                    .fields
                    .iter()
                    .filter(|field| field.ident != usual_field(&field.member));
                rows.extend(
                    unusual.map(|field| (field.member.clone(), "member", field.ident.clone())),
                );
            }
        }
        if rows.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            String::new(),
            " Names that Rust does not allow as they are:".to_owned(),
            String::new(),
            " | in the schemas | | in Rust |".to_owned(),
            " |---|---|---|".to_owned(),
        ];
        let cell = |text: &str| {
            let text = printable(text).replace('`', "'").replace('|', "\\|");
            // An empty code span would swallow what follows.
            if text.is_empty() {
                " ".to_owned()
            } else {
                text
            }
        };
        lines
            .extend(rows.iter().map(|(wanted, kind, name)| {
                format!(" | `{}` | {kind} | `{name}` |", cell(wanted))
            }));
        lines
    }

    fn skills(&self) -> TokenStream {
        let skills = self.contract.manifest.skills.iter().map(|skill| {
            let name = format_ident!("{}", skill_type(&skill.id));
            let docs = doc(&[&skill.description]);
            let (id, title, description) = (&skill.id, &skill.name, &skill.description);
            let (tags, tool) = (&skill.tags, &skill.mcp_tool);
            let (request_type, response_type) = (&skill.request_type, &skill.response_type);
            let (request_media, response_media) =
                (&skill.request_media_type, &skill.response_media_type);
            let request = self.type_of(&skill.request_schema);
            let response = self.type_of(&skill.response_schema);
            quote! {
                #docs
                #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
                pub struct #name;

                impl crate::Skill for #name {
                    const ID: &'static str = #id;
                    const NAME: &'static str = #title;
                    const DESCRIPTION: &'static str = #description;
                    const TAGS: &'static [&'static str] = &[#(#tags),*];
                    const REQUEST_TYPE: &'static str = #request_type;
                    const RESPONSE_TYPE: &'static str = #response_type;
                    const REQUEST_MEDIA_TYPE: &'static str = #request_media;
                    const RESPONSE_MEDIA_TYPE: &'static str = #response_media;
                    const MCP_TOOL: &'static str = #tool;
                    type Request = super::#request;
                    type Response = super::#response;
                }
            }
        });
        let docs = inner_docs(&doc(&["The contract's skills."]));
        quote!(#docs #(#skills)*)
    }

    fn messages(&self) -> TokenStream {
        let skills = &self.contract.manifest.skills;
        let side = |name: &str,
                    docs: &str,
                    schema: fn(&crate::manifest::Skill) -> (&String, &String)| {
            let name = format_ident!("{name}");
            let docs = doc(&[docs]);
            let variants: Vec<_> = skills
                .iter()
                .map(|skill| format_ident!("{}", skill_type(&skill.id)))
                .collect();
            let message_types: Vec<&String> = skills.iter().map(|skill| schema(skill).1).collect();
            let payloads: Vec<_> = skills
                .iter()
                .map(|skill| self.type_of(schema(skill).0))
                .collect();
            let variant_docs = message_types
                .iter()
                .map(|message_type| doc(&[&format!("`{message_type}`.")]));
            quote! {
                #docs
                #[derive(Clone, Debug, PartialEq)]
                #[allow(clippy::large_enum_variant, reason = "a message is moved once, on its way to a skill")]
                pub enum #name { #(#variant_docs #variants(#payloads),)* }

                impl #name {
                    #[doc = " The `type` of every message."]
                    pub const TYPES: &'static [&'static str] = &[#(#message_types),*];

                    #[inline]
                    fn read(message_type: &str, source: rt::read::Source<'_>) -> Result<Self, crate::Rejection> {
                        match message_type {
                            #(#message_types => source.payload().map(Self::#variants),)*
                            other => Err(rt::read::unknown_type(other, Self::TYPES)),
                        }
                    }

                    #[doc = " The message's `type`."]
                    #[must_use]
                    pub const fn message_type(&self) -> &'static str {
                        match self { #(Self::#variants(_) => #message_types,)* }
                    }

                    #[doc = " The identifier of the skill that the message belongs to."]
                    #[must_use]
                    pub const fn skill(&self) -> &'static str {
                        match self { #(Self::#variants(_) => <skills::#variants as crate::Skill>::ID,)* }
                    }

                    #[doc = " Checks a message built in Rust, before it is sent."]
                    #[doc = ""]
                    #[doc = " # Errors"]
                    #[doc = " Every violation."]
                    #[inline]
                    pub fn validate(&self) -> Result<(), crate::Violations> {
                        match self { #(Self::#variants(payload) => crate::Payload::validate(payload),)* }
                    }
                }

                impl rt::Encode for #name {
                    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        match self { #(Self::#variants(payload) => rt::Encode::encode(payload, serializer),)* }
                    }
                }

                rt::message_impls!(#name);
                rt::message_schema!(#name, #(#payloads),*);

                #(
                    impl From<#payloads> for #name {
                        fn from(payload: #payloads) -> Self {
                            Self::#variants(payload)
                        }
                    }
                )*
            }
        };
        let requests = side(
            "Request",
            "A request of any skill, told apart by its `type`.",
            |skill| (&skill.request_schema, &skill.request_type),
        );
        let responses = side(
            "Response",
            "A response of any skill, told apart by its `type`.",
            |skill| (&skill.response_schema, &skill.response_type),
        );
        let server = self.server();
        let docs = inner_docs(&doc(&["Requests and responses of all skills."]));
        quote! {
            #docs
            use serde::Serializer;
            use super::*;
            use crate::runtime as rt;
            #requests
            #responses
            #server
        }
    }
}
