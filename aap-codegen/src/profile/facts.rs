//! The facts of `contract.toml` as constants of the contract.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Profile;
use crate::manifest::{Activation, ErrorEntry, ErrorEnvelope};
use crate::model::{Type, TypeKind};

impl Profile<'_> {
    /// The constants of `impl Contract` that tell the profile's facts.
    pub(super) fn facts(&self) -> TokenStream {
        let manifest = &self.contract.manifest;
        let activation = match manifest.activation {
            Activation::NotEnforced => quote!(NotEnforced),
            Activation::Required => quote!(Required),
            Activation::RequiredUnlessBothHeadersAbsent => quote!(RequiredUnlessBothHeadersAbsent),
        };
        let envelope = match manifest.error_envelope {
            ErrorEnvelope::Object => quote!(Object),
            ErrorEnvelope::DetailArray => {
                let type_url = self.error_type_url().unwrap_or_default();
                quote!(DetailArray { type_url: #type_url })
            }
        };
        let context_id = manifest.responses_need_context_id;
        let errors = match self.error_type() {
            Some(_) => quote!(errors::TABLE),
            None => quote!(&[]),
        };
        let bindings = &manifest.bindings;
        let (required, optional, at_least_one_of) = (
            &bindings.required,
            &bindings.optional,
            &bindings.at_least_one_of,
        );
        let card = &manifest.card;
        let (must_be_required, exactly_one, https) = (
            card.extension_must_be_required,
            card.exactly_one_aap_extension,
            card.interfaces_must_be_https,
        );
        let (params, default_modes) = (&card.params, &card.default_modes);
        let protocol_version = match &manifest.mcp.protocol_version {
            Some(version) => quote!(Some(#version)),
            None => quote!(None),
        };
        let annotations = manifest.mcp.annotations;
        quote! {
            const BINDINGS: crate::profile::Bindings = crate::profile::Bindings {
                required: &[#(#required),*],
                optional: &[#(#optional),*],
                at_least_one_of: &[#(#at_least_one_of),*],
            };
            const CARD_RULES: crate::profile::CardRules = crate::profile::CardRules {
                extension_must_be_required: #must_be_required,
                exactly_one_aap_extension: #exactly_one,
                interfaces_must_be_https: #https,
                params: &[#(#params),*],
                default_modes: &[#(#default_modes),*],
            };
            const MCP: crate::profile::McpFacts = crate::profile::McpFacts {
                protocol_version: #protocol_version,
                annotations: #annotations,
            };
            const ACTIVATION: crate::profile::Activation = crate::profile::Activation::#activation;
            const ERROR_ENVELOPE: crate::profile::ErrorEnvelope = crate::profile::ErrorEnvelope::#envelope;
            const RESPONSES_NEED_CONTEXT_ID: bool = #context_id;
            const ERRORS: &'static [crate::profile::ErrorEntry] = #errors;
        }
    }

    /// The `@type` of the error payload.
    fn error_type_url(&self) -> Option<&str> {
        let field = self.error_field("@type")?;
        let Type::Named(id) = &field.value else {
            return None;
        };
        match &self.model.type_def(*id).kind {
            TypeKind::Marker(text) => Some(text),
            _ => None,
        }
    }
}

/// A row of the error table.
pub(super) fn error_entry(error: &ErrorEntry) -> TokenStream {
    let (code, retryable, description) = (&error.code, error.retryable, &error.description);
    let jsonrpc_code = Literal::i64_unsuffixed(error.jsonrpc);
    quote! {
        ErrorEntry {
            code: #code,
            jsonrpc_code: #jsonrpc_code,
            retryable_by_default: #retryable,
            description: #description,
        }
    }
}
