//! The floor: what serde's derive does with plain structs, and no constraint checked.
//!
//! Every text is a `String`, every integer `u64` or `i64`, every other number `f64`; unknown
//! members are skipped. What has no one type is a `Value`.

use std::collections::BTreeMap;

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use serde_json::{Map, Value};

use crate::definitions::Definitions;

/// The source text of plain structs for these definitions.
///
/// # Errors
/// A reference leads nowhere, or the text is no Rust.
pub fn plain(definitions: &Definitions) -> Result<String, String> {
    let mut writer = Writer {
        definitions,
        structures: BTreeMap::new(),
    };
    for (name, schema) in definitions {
        if has_members(schema) {
            writer.structure(name, schema)?;
        }
    }
    crate::source(writer.structures.into_values().collect())
}

struct Writer<'a> {
    definitions: &'a Definitions,
    structures: BTreeMap<String, TokenStream>,
}

fn has_members(schema: &Value) -> bool {
    schema.get("properties").is_some()
}

impl Writer<'_> {
    fn structure(&mut self, name: &str, schema: &Value) -> Result<(), String> {
        let empty = Map::new();
        let members = schema["properties"].as_object().unwrap_or(&empty);
        let required = schema["required"].as_array();
        let mut fields = TokenStream::new();
        for (member, schema) in members {
            let (type_, nullable) = self.field(&format!("{name}_{member}"), schema)?;
            let required = required.is_some_and(|names| names.contains(&member.as_str().into()));
            let type_ = if required && !nullable {
                type_
            } else {
                quote!(Option<#type_>)
            };
            let field = Ident::new_raw(&member.to_snake_case(), Span::call_site());
            fields.extend(quote! {
                #[serde(rename = #member)]
                pub #field: #type_,
            });
        }
        let type_ = ident(name);
        let structure = quote! {
            #[derive(Debug, serde::Deserialize)]
            pub struct #type_ { #fields }
        };
        let written = structure.to_string();
        match self.structures.insert(name.to_owned(), structure) {
            Some(other) if other.to_string() != written => Err(format!("there are two {name}")),
            _ => Ok(()),
        }
    }

    /// The type of a place, and whether null may stand there.
    fn field(&mut self, name: &str, schema: &Value) -> Result<(TokenStream, bool), String> {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = reference.trim_start_matches("#/$defs/");
            let definition = self
                .definitions
                .get(target)
                .ok_or_else(|| format!("{name}: nothing at {reference}"))?;
            if has_members(definition) {
                let target = ident(target);
                return Ok((quote!(#target), false));
            }
            return self.field(target, definition);
        }
        if schema["const"].is_string() {
            return Ok((quote!(String), false));
        }
        if let Some([first, ..]) = schema["allOf"].as_array().map(Vec::as_slice) {
            return self.field(name, first);
        }
        if let Some([first, second]) = schema["oneOf"].as_array().map(Vec::as_slice)
            && second["type"] == "null"
        {
            return Ok((self.field(name, first)?.0, true));
        }
        let (kind, nullable) = match &schema["type"] {
            Value::String(kind) => (kind.as_str(), false),
            Value::Array(kinds) if kinds.len() == 2 && kinds[1] == "null" => {
                (kinds[0].as_str().unwrap_or_default(), true)
            }
            _ => ("", false),
        };
        let type_ = match kind {
            "string" => quote!(String),
            "boolean" => quote!(bool),
            "number" => quote!(f64),
            "integer" if schema["minimum"].as_f64().is_some_and(|least| least >= 0.0) => {
                quote!(u64)
            }
            "integer" => quote!(i64),
            "array" => {
                let (element, nullable) = self.field(&format!("{name}_item"), &schema["items"])?;
                if nullable {
                    quote!(Vec<Option<#element>>)
                } else {
                    quote!(Vec<#element>)
                }
            }
            "object" if has_members(schema) => {
                self.structure(name, schema)?;
                let name = ident(name);
                quote!(#name)
            }
            "object" => quote!(serde_json::Map<String, serde_json::Value>),
            _ => quote!(serde_json::Value),
        };
        Ok((type_, nullable))
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(&name.to_upper_camel_case(), Span::call_site())
}
