//! What a dealer's agent implements: a trait with a method for each skill.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Profile;
use crate::docs::doc;

/// The code of a skill that an agent does not offer.
const NOT_OFFERED: &str = "UNSUPPORTED_SKILL";

impl Profile<'_> {
    /// The trait, and how a request finds its method.
    pub(super) fn server(&self) -> TokenStream {
        let not_offered = self.not_offered();
        let (error, to_json_rpc) = match self.typed_error() {
            Some(error) => {
                let name = format_ident!("{}", error.name);
                (quote!(#name), quote!(.map_err(|error| error.to_json_rpc())))
            }
            None => (quote!(crate::profile::JsonRpcError), TokenStream::new()),
        };
        let skills = &self.contract.manifest.skills;
        let methods = skills.iter().map(|skill| {
            let docs = doc(&[&skill.description]);
            let method = format_ident!("{}", skill.method_name());
            let request = self.type_of(&skill.request_schema);
            let response = self.type_of(&skill.response_schema);
            let signature = quote! {
                fn #method(
                    &self,
                    request: #request,
                    call: &crate::envelope::Call<'_>,
                ) -> Result<#response, #error>
            };
            let body = match &not_offered {
                Some(error) => quote!({
                    let _ = (request, call);
                    Err(#error)
                }),
                None => quote!(;),
            };
            quote! {
                #docs
                #[doc = ""]
                #[doc = " # Errors"]
                #[doc = " What the buyer is answered instead."]
                #signature #body
            }
        });
        let arms = skills.iter().map(|skill| {
            let variant = format_ident!("{}", skill.type_name());
            let method = format_ident!("{}", skill.method_name());
            quote! {
                Request::#variant(request) => {
                    Skills::#method(self, request, call).map(Response::#variant)#to_json_rpc
                }
            }
        });
        let left_out = if not_offered.is_some() {
            "A skill whose method is left out is not offered: it is answered with `UNSUPPORTED_SKILL`."
        } else {
            "The contract has no error for a skill that is not offered, so each needs its method."
        };
        let docs = doc(&["What a dealer's agent does for each skill.", left_out]);
        quote! {
            #docs
            #[doc = ""]
            #[doc = " [`Dealer`](crate::envelope::Dealer) calls it with requests that are valid, and sends"]
            #[doc = " responses only if they are."]
            #[cfg(feature = "a2a")]
            #[cfg_attr(docsrs, doc(cfg(feature = "a2a")))]
            pub trait Skills {
                #(#methods)*
            }

            #[cfg(feature = "a2a")]
            impl<T: Skills + ?Sized> crate::envelope::Serves<Contract> for T {
                fn serve(
                    &self,
                    request: Request,
                    call: &crate::envelope::Call<'_>,
                ) -> Result<Response, crate::profile::JsonRpcError> {
                    match request { #(#arms)* }
                }
            }
        }
    }

    /// The error of a skill that is not offered, if the contract has one.
    fn not_offered(&self) -> Option<TokenStream> {
        let error = format_ident!("{}", self.typed_error()?.name);
        let (code, variant) = (self.error_type()?, self.variant(NOT_OFFERED)?);
        Some(quote!(#error::from_code(#code::#variant)))
    }
}
