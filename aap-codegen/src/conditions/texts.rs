//! Conditions on strings, and on values that a schema lists.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Condition, Conditions, Lowered, NoExpression, Place};
use crate::json::Json;
use crate::model::{RuntimeText, Type, TypeDef, TypeKind};
use crate::schema::Keywords;
use crate::types::format_variant;

impl Conditions<'_> {
    pub(super) fn is_text(&self, value: &Type) -> bool {
        match value {
            Type::String | Type::Runtime(_) => true,
            Type::Named(id) => matches!(
                self.types.model.type_def(*id).kind,
                TypeKind::Enum(_) | TypeKind::Text | TypeKind::Marker(_)
            ),
            _ => false,
        }
    }

    /// `const` and `enum`.
    pub(super) fn of_literals(
        &self,
        keywords: &Keywords,
        value: &Type,
        place: &Place,
        found: &mut Vec<Condition>,
    ) -> Result<(), NoExpression> {
        let constant = keywords.constant.as_ref().map(std::slice::from_ref);
        for literals in constant.into_iter().chain(keywords.enumeration.as_deref()) {
            found.push(self.is_one_of(literals, value, place)?);
        }
        Ok(())
    }

    fn is_one_of(&self, literals: &[Json], value: &Type, place: &Place) -> Lowered {
        if *value == Type::Null {
            return Ok(Condition::constant(literals.contains(&Json::Null)));
        }
        if *value == Type::Bool {
            let takes = |value| literals.contains(&Json::Bool(value));
            let scalar = place.scalar();
            return Ok(match (takes(true), takes(false)) {
                (true, true) => Condition::Always,
                (false, false) => Condition::Never,
                (true, false) => Condition::test(quote!(#scalar), quote!(!#scalar)),
                (false, true) => Condition::test(quote!(!#scalar), quote!(#scalar)),
            });
        }
        if !self.is_text(value) {
            return Err(NoExpression);
        }
        let texts: BTreeSet<&str> = literals.iter().filter_map(Json::as_str).collect();
        let definition = match value {
            Type::Named(id) => Some(self.types.model.type_def(*id)),
            _ => None,
        };
        match definition.map(|definition| &definition.kind) {
            Some(TypeKind::Marker(text)) => {
                return Ok(Condition::constant(texts.contains(text.as_str())));
            }
            Some(TypeKind::Enum(variants)) => {
                let name = self.types.path(value);
                let taken: Vec<TokenStream> = variants
                    .iter()
                    .filter(|variant| texts.contains(variant.text.as_str()))
                    .map(|variant| {
                        let ident = format_ident!("{}", variant.ident);
                        quote!(#name::#ident)
                    })
                    .collect();
                if taken.is_empty() || taken.len() == variants.len() {
                    return Ok(Condition::constant(!taken.is_empty()));
                }
                let scalar = &place.value;
                return Ok(Condition::call(quote!(matches!(#scalar, #(#taken)|*))));
            }
            _ => {}
        }
        let texts: Vec<&str> = texts.into_iter().collect();
        let text = place.value.clone();
        Ok(match texts.as_slice() {
            [] => Condition::Never,
            [one] => Condition::test(
                quote!(#text.as_str() == #one),
                quote!(#text.as_str() != #one),
            ),
            several => Condition::call(quote!(matches!(#text.as_str(), #(#several)|*))),
        })
    }

    pub(super) fn of_text(
        &self,
        keywords: &Keywords,
        value: &Type,
        place: &Place,
        found: &mut Vec<Condition>,
    ) {
        let own = match value {
            Type::Named(id) => match self.types.model.type_def(*id) {
                TypeDef {
                    kind: TypeKind::Text,
                    node,
                    ..
                } => self.types.set.keywords(*node),
                _ => None,
            },
            _ => None,
        };
        let is =
            |test: fn(&Keywords, &Keywords) -> bool| own.is_some_and(|own| test(own, keywords));
        let text = &place.value;
        if let Some(min) = keywords.min_length
            && min > 0
            && !is(|own, other| own.min_length >= other.min_length)
        {
            let min = proc_macro2::Literal::u64_unsuffixed(min);
            let call = quote!(rt::text::at_least(#text.as_str(), #min));
            found.push(Condition::call(call));
        }
        if let Some(max) = keywords.max_length
            && !is(|own, other| own.max_length.is_some() && own.max_length <= other.max_length)
        {
            let max = proc_macro2::Literal::u64_unsuffixed(max);
            let call = quote!(rt::text::at_most(#text.as_str(), #max));
            found.push(Condition::call(call));
        }
        if let Some(pattern) = &keywords.pattern
            && !is(|own, other| own.pattern == other.pattern)
        {
            let pattern = self.types.paths.pattern(&pattern.source, self.file);
            found.push(Condition::call(quote!(#pattern.is_match(#text.as_str()))));
        }
        if let Some(format) = &keywords.format
            && !is(|own, other| own.format == other.format)
            && RuntimeText::of_format(format).map(Type::Runtime).as_ref() != Some(value)
        {
            let format = format_variant(format);
            found.push(Condition::call(quote!(#format.is_valid(#text.as_str()))));
        }
    }
}
