//! Conditions on objects.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Condition, Conditions, Lowered, NoExpression, Place, counts};
use crate::model::{Field, Struct, Type, TypeKind};
use crate::schema::{Keywords, Kind, NodeId};

impl Conditions<'_> {
    pub(super) fn of_object(
        &mut self,
        keywords: &Keywords,
        value: &Type,
        place: &Place,
        found: &mut Vec<Condition>,
    ) -> Result<(), NoExpression> {
        let object = &place.value;
        match value {
            Type::Named(id) => match &self.types.model.type_def(*id).kind {
                TypeKind::Struct(structure) => {
                    self.of_struct(keywords, value, structure, place, found)
                }
                _ => Err(NoExpression),
            },
            Type::Map(inner) => self.of_map(keywords, inner, object, found),
            Type::AnyObject => self.of_map(keywords, &Type::Any, object, found),
            _ => Ok(()),
        }
    }

    fn of_map(
        &mut self,
        keywords: &Keywords,
        inner: &Type,
        map: &TokenStream,
        found: &mut Vec<Condition>,
    ) -> Result<(), NoExpression> {
        if !keywords.properties.is_empty()
            || !keywords.pattern_properties.is_empty()
            || !keywords.dependent_schemas.is_empty()
        {
            return Err(NoExpression);
        }
        found.extend(counts(
            map,
            keywords.min_properties,
            keywords.max_properties,
        ));
        let has = |name: &str| Condition::call(quote!(#map.contains_key(#name)));
        found.extend(keywords.required.iter().map(|name| has(name)));
        for (name, needed) in &keywords.dependent_required {
            let needed = Condition::all(needed.iter().map(|name| has(name)));
            found.push(Condition::any([has(name).not(), needed]));
        }
        if let Some(names) = keywords.property_names {
            let name = Place {
                value: quote!(name),
                by_reference: true,
            };
            let each = self.of(names, &Type::String, &name);
            found.push(Condition::each(
                quote!(#map.keys()),
                format_ident!("name"),
                true,
                each,
            ));
        }
        if let Some(additional) = keywords.additional_properties {
            let value = Place {
                value: quote!(value),
                by_reference: true,
            };
            found.push(match self.of(additional, inner, &value) {
                Condition::Never => Condition::call(quote!(#map.is_empty())),
                each => Condition::each(quote!(#map.values()), format_ident!("value"), true, each),
            });
        }
        Ok(())
    }

    fn of_struct(
        &mut self,
        keywords: &Keywords,
        value: &Type,
        structure: &Struct,
        place: &Place,
        found: &mut Vec<Condition>,
    ) -> Result<(), NoExpression> {
        if keywords.min_properties.is_some()
            || keywords.max_properties.is_some()
            || keywords.property_names.is_some()
            || !keywords.pattern_properties.is_empty()
        {
            return Err(NoExpression);
        }
        found.extend(
            keywords
                .required
                .iter()
                .map(|name| is_present(structure, name, place)),
        );
        for (name, needed) in &keywords.dependent_required {
            let needed = needed.iter().map(|name| is_present(structure, name, place));
            let absent = is_present(structure, name, place).not();
            found.push(Condition::any([absent, Condition::all(needed)]));
        }
        for (name, node) in &keywords.dependent_schemas {
            let absent = is_present(structure, name, place).not();
            let itself = self.of(*node, value, place);
            found.push(Condition::any([absent, itself]));
        }
        for (name, node) in &keywords.properties {
            let condition = self.of_member(*node, name, structure, place);
            found.push(condition);
        }
        if let Some(additional) = keywords.additional_properties {
            found.push(self.of_others(additional, keywords, structure, place)?);
        }
        Ok(())
    }

    fn of_member(
        &mut self,
        node: NodeId,
        member: &str,
        structure: &Struct,
        place: &Place,
    ) -> Condition {
        let object = &place.value;
        let Some(field) = field_of(structure, member) else {
            // A closed type has no such member.
            let Some(extra) = &structure.extra else {
                return Condition::Always;
            };
            let extra = format_ident!("{extra}");
            let value = Place {
                value: quote!(value),
                by_reference: true,
            };
            let inner = self.of(node, &Type::Any, &value);
            let option = quote!(#object.#extra.get(#member));
            return Condition::inside(option, format_ident!("value"), true, inner);
        };
        let ident = format_ident!("{}", field.ident);
        if field.required {
            let member = Place {
                value: quote!(#object.#ident),
                by_reference: false,
            };
            return self.of(node, &field.value, &member);
        }
        let name = match field.ident.as_str() {
            // Raw identifiers and the like are no names for a closure's argument.
            name if name.starts_with("r#") => format_ident!("value"),
            name => format_ident!("{name}"),
        };
        let option = quote!(#object.#ident);
        let (option, inner) = self.inside(&field.value, &option, &name, |conditions, place| {
            conditions.of(node, &field.value, place)
        });
        Condition::inside(option, name, true, inner)
    }

    /// `additionalProperties`.
    fn of_others(
        &mut self,
        additional: NodeId,
        keywords: &Keywords,
        structure: &Struct,
        place: &Place,
    ) -> Lowered {
        let object = &place.value;
        let named = |name: &str| keywords.properties.iter().any(|(member, _)| member == name);
        let unknown = |name: &str| field_of(structure, name).is_none();
        let others: Vec<&Field> = structure
            .fields
            .iter()
            .filter(|field| !named(&field.member))
            .collect();
        match &self.types.set.node(additional).kind {
            Kind::Bool(true) => Ok(Condition::Always),
            Kind::Bool(false) => {
                let mut found: Vec<Condition> = others
                    .iter()
                    .map(|field| is_present(structure, &field.member, place).not())
                    .collect();
                if let Some(extra) = &structure.extra {
                    if keywords.properties.iter().any(|(name, _)| unknown(name)) {
                        return Err(NoExpression);
                    }
                    let extra = format_ident!("{extra}");
                    found.push(Condition::call(quote!(#object.#extra.is_empty())));
                }
                Ok(Condition::all(found))
            }
            Kind::Keywords(_) => {
                if !others.is_empty()
                    || structure.extra.is_some()
                        && keywords.properties.iter().any(|(name, _)| unknown(name))
                {
                    return Err(NoExpression);
                }
                let Some(extra) = &structure.extra else {
                    return Ok(Condition::Always);
                };
                let extra = format_ident!("{extra}");
                let value = Place {
                    value: quote!(value),
                    by_reference: true,
                };
                let inner = self.of(additional, &Type::Any, &value);
                let values = quote!(#object.#extra.values());
                Ok(Condition::each(values, format_ident!("value"), true, inner))
            }
        }
    }
}

fn field_of<'a>(structure: &'a Struct, member: &str) -> Option<&'a Field> {
    structure.fields.iter().find(|field| field.member == member)
}

/// Whether the object has the member.
fn is_present(structure: &Struct, member: &str, place: &Place) -> Condition {
    let object = &place.value;
    match (field_of(structure, member), &structure.extra) {
        (Some(field), _) if field.required => Condition::Always,
        (Some(field), _) => {
            let ident = format_ident!("{}", field.ident);
            Condition::test(
                quote!(#object.#ident.is_some()),
                quote!(#object.#ident.is_none()),
            )
        }
        (None, Some(extra)) => {
            let extra = format_ident!("{extra}");
            Condition::call(quote!(#object.#extra.contains_key(#member)))
        }
        (None, None) => Condition::Never,
    }
}
