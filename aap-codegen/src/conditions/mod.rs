//! Stage 5, types, their conditions: what a schema demands beyond what its Rust type holds by itself.
//!
//! A generated type is read in one pass. Its members' types refuse most of what the schema refuses;
//! the rest is written here as an expression over the typed value, and where a keyword has no such
//! form, as a check of the value against its constraint table.

mod condition;
mod members;
mod numbers;
#[cfg(test)]
mod tests;
mod texts;

use heck::ToSnakeCase;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

pub(crate) use condition::Condition;
use numbers::numbers;

use crate::json::Json;
use crate::model::{Type, TypeDef, TypeId, TypeKind};
use crate::schema::{JsonType, Keywords, Kind, NodeId};
use crate::types::Types;

/// A typed value as generated code names it.
#[derive(Clone)]
struct Place {
    /// The expression.
    value: TokenStream,
    /// Whether the expression is a reference to the value.
    by_reference: bool,
}

impl Place {
    fn reference(&self) -> TokenStream {
        let value = &self.value;
        if self.by_reference {
            quote!(#value)
        } else {
            quote!(&#value)
        }
    }

    fn scalar(&self) -> TokenStream {
        let value = &self.value;
        if self.by_reference {
            quote!(*#value)
        } else {
            quote!(#value)
        }
    }
}

/// A keyword has no form as an expression over the type.
struct NoExpression;

type Lowered = Result<Condition, NoExpression>;

/// Finds the conditions of a file's types.
pub(crate) struct Conditions<'a> {
    types: &'a Types<'a>,
    file: &'a str,
    /// The schemas on the way to the present one.
    open: Vec<NodeId>,
}

impl<'a> Conditions<'a> {
    /// What the schema of a named type demands of `self` beyond the type.
    pub(crate) fn of_type(types: &'a Types<'a>, definition: &TypeDef) -> Condition {
        let mut conditions = Conditions {
            types,
            file: &types.set.node(definition.node).location.file,
            open: Vec::new(),
        };
        let node = definition.node;
        let itself = Place {
            value: quote!(self),
            by_reference: true,
        };
        match &definition.kind {
            TypeKind::Wrapper(inner) => {
                let inner_value = Place {
                    value: quote!(self.0),
                    by_reference: false,
                };
                conditions.of(node, inner, &inner_value)
            }
            TypeKind::Struct(_) => match types.model.of_node.get(&node) {
                Some(id) => conditions.of_keywords_of(node, &Type::Named(*id), &itself),
                None => conditions.by_table(node, &itself, false),
            },
            // It is checked before it is typed.
            TypeKind::Union(_) => Condition::Always,
            TypeKind::Enum(_) | TypeKind::Text | TypeKind::Marker(_) => {
                let value = Place {
                    value: quote!(value),
                    by_reference: true,
                };
                match types.model.of_node.get(&node) {
                    Some(id) => conditions.of(node, &Type::Named(*id), &value),
                    None => conditions.by_table(node, &value, false),
                }
            }
        }
    }

    /// What `node` demands of a value of type `value` beyond the type.
    fn of(&mut self, node: NodeId, value: &Type, place: &Place) -> Condition {
        if let Type::Nullable(inner) = value {
            let name = self.name_of(node);
            let inside = self.inside(inner, &place.value, &name, |conditions, place| {
                conditions.of(node, inner, place)
            });
            let when_none = self.takes_null(node, 0);
            return Condition::inside(inside.0, name, when_none, inside.1);
        }
        if self.is_held(node, value) {
            return Condition::Always;
        }
        self.of_keywords_of(node, value, place)
    }

    fn of_keywords_of(&mut self, node: NodeId, value: &Type, place: &Place) -> Condition {
        let keywords = match &self.types.set.node(node).kind {
            Kind::Bool(holds) => return Condition::constant(*holds),
            Kind::Keywords(keywords) => keywords,
        };
        if **keywords == Keywords::default() {
            return Condition::Always;
        }
        let any = matches!(value, Type::Any);
        if any || self.open.contains(&node) {
            return self.by_table(node, place, any);
        }
        self.open.push(node);
        let found = self.of_keywords(keywords, value, place);
        self.open.pop();
        found.unwrap_or_else(|NoExpression| self.by_table(node, place, any))
    }

    /// Whether every value of the type satisfies the schema.
    fn is_held(&self, node: NodeId, value: &Type) -> bool {
        let Type::Named(id) = value else {
            return false;
        };
        let definition = self.types.model.type_def(*id);
        let checks_itself = matches!(
            definition.kind,
            TypeKind::Struct(_) | TypeKind::Union(_) | TypeKind::Wrapper(_)
        );
        checks_itself
            && (definition.node == node
                || self.types.set.keywords(node).is_some_and(|keywords| {
                    self.types.set.keywords(definition.node) == Some(keywords)
                }))
    }

    /// The check against the schema's table.
    fn by_table(&self, node: NodeId, place: &Place, any: bool) -> Condition {
        let table = self.types.condition_table(node, self.file);
        let value = place.reference();
        if any {
            Condition::call(quote!(rt::verdict::of_value(#table, #value)))
        } else {
            Condition::call(quote!(rt::conditions::satisfies(#table, #value)))
        }
    }

    fn of_keywords(&mut self, keywords: &Keywords, value: &Type, place: &Place) -> Lowered {
        let mut found = vec![self.of_types(keywords, value)?];
        if let Type::Named(id) = value
            && let TypeKind::Union(_) = self.types.model.type_def(*id).kind
        {
            return Err(NoExpression);
        }
        self.of_literals(keywords, value, place, &mut found)?;
        match value {
            Type::Unsigned | Type::Signed | Type::Number => {
                numbers(keywords, value, place, &mut found)?;
            }
            Type::List(inner) => self.of_array(keywords, inner, place, &mut found)?,
            _ if self.is_text(value) => self.of_text(keywords, value, place, &mut found),
            _ => self.of_object(keywords, value, place, &mut found)?,
        }
        let parts = keywords.reference.iter().chain(&keywords.all_of);
        for part in parts {
            found.push(self.of(*part, value, place));
        }
        if !keywords.any_of.is_empty() {
            let branches = self.branches(&keywords.any_of, value, place);
            found.push(Condition::any(branches));
        }
        if !keywords.one_of.is_empty() {
            found.push(Condition::one(self.branches(
                &keywords.one_of,
                value,
                place,
            )));
        }
        if let Some(not) = keywords.not {
            found.push(self.of(not, value, place).not());
        }
        if let Some(condition) = keywords.condition {
            let condition = self.of(condition, value, place);
            let mut branch = |node: Option<NodeId>| {
                node.map_or(Condition::Always, |node| self.of(node, value, place))
            };
            let (then, otherwise) = (branch(keywords.then), branch(keywords.otherwise));
            found.push(Condition::choice(condition, then, otherwise));
        }
        Ok(Condition::all(found))
    }

    fn branches(&mut self, nodes: &[NodeId], value: &Type, place: &Place) -> Vec<Condition> {
        nodes
            .iter()
            .map(|node| self.of(*node, value, place))
            .collect()
    }

    fn of_types(&self, keywords: &Keywords, value: &Type) -> Lowered {
        let Some(types) = &keywords.types else {
            return Ok(Condition::Always);
        };
        let has = |json_type| types.contains(&json_type);
        let takes = match value {
            Type::Any | Type::Nullable(_) => return Err(NoExpression),
            Type::Null => has(JsonType::Null),
            Type::Bool => has(JsonType::Boolean),
            Type::Unsigned | Type::Signed => has(JsonType::Integer) || has(JsonType::Number),
            Type::Number if has(JsonType::Number) => true,
            Type::Number if has(JsonType::Integer) => return Err(NoExpression),
            Type::Number => false,
            Type::List(_) => has(JsonType::Array),
            Type::Named(id) => match self.types.model.type_def(*id).kind {
                TypeKind::Union(_) | TypeKind::Wrapper(_) => return Err(NoExpression),
                TypeKind::Struct(_) => has(JsonType::Object),
                TypeKind::Enum(_) | TypeKind::Text | TypeKind::Marker(_) => has(JsonType::String),
            },
            Type::AnyObject | Type::Map(_) => has(JsonType::Object),
            Type::String | Type::Runtime(_) => has(JsonType::String),
        };
        Ok(Condition::constant(takes))
    }

    fn of_array(
        &mut self,
        keywords: &Keywords,
        inner: &Type,
        place: &Place,
        found: &mut Vec<Condition>,
    ) -> Result<(), NoExpression> {
        if !keywords.prefix_items.is_empty()
            || keywords.min_contains.is_some()
            || keywords.max_contains.is_some()
        {
            return Err(NoExpression);
        }
        let list = &place.value;
        found.extend(counts(list, keywords.min_items, keywords.max_items));
        let item = Place {
            value: quote!(item),
            by_reference: true,
        };
        let name = format_ident!("item");
        if let Some(contains) = keywords.contains {
            let inner = self.of(contains, inner, &item);
            let some = Condition::test(quote!(!#list.is_empty()), quote!(#list.is_empty()));
            found.push(match inner {
                Condition::Always => some,
                inner => Condition::each(quote!(#list.iter()), name.clone(), false, inner),
            });
        }
        if keywords.unique_items {
            let reference = place.reference();
            let compare = if self.equality_is_exact(inner, 0) {
                quote!(unique_by_eq)
            } else {
                quote!(unique)
            };
            found.push(Condition::call(
                quote!(rt::conditions::#compare(#reference)),
            ));
        }
        if let Some(items) = keywords.items {
            let inner = self.of(items, inner, &item);
            found.push(Condition::each(quote!(#list.iter()), name, true, inner));
        }
        Ok(())
    }

    /// Whether Rust's `==` on the type is JSON Schema's equality. It is not on `Value`, where `1`
    /// and `1.0` differ.
    fn equality_is_exact(&self, value: &Type, depth: usize) -> bool {
        if depth > 8 {
            return false;
        }
        match value {
            Type::Any | Type::AnyObject => false,
            Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) => {
                self.equality_is_exact(inner, depth + 1)
            }
            Type::Named(id) => match &self.types.model.type_def(*id).kind {
                TypeKind::Struct(structure) => {
                    structure.extra.is_none()
                        && structure
                            .fields
                            .iter()
                            .all(|field| self.equality_is_exact(&field.value, depth + 1))
                }
                TypeKind::Enum(_) | TypeKind::Text | TypeKind::Marker(_) => true,
                TypeKind::Union(_) => false,
                TypeKind::Wrapper(inner) => self.equality_is_exact(inner, depth + 1),
            },
            _ => true,
        }
    }

    /// Whether the schema takes `null`.
    fn takes_null(&self, node: NodeId, depth: usize) -> bool {
        let keywords = match &self.types.set.node(node).kind {
            Kind::Bool(holds) => return *holds,
            Kind::Keywords(keywords) => keywords,
        };
        // References that go round without an end were refused before.
        if depth > 1_000 {
            return false;
        }
        let takes = |node: &NodeId| self.takes_null(*node, depth + 1);
        let types = keywords.types.as_ref();
        let branch = |node: Option<NodeId>| node.is_none_or(|node| takes(&node));
        types.is_none_or(|types| types.contains(&JsonType::Null))
            && keywords
                .constant
                .as_ref()
                .is_none_or(|value| *value == Json::Null)
            && keywords
                .enumeration
                .as_ref()
                .is_none_or(|values| values.contains(&Json::Null))
            && keywords.reference.iter().chain(&keywords.all_of).all(takes)
            && (keywords.any_of.is_empty() || keywords.any_of.iter().any(takes))
            && (keywords.one_of.is_empty()
                || keywords.one_of.iter().filter(|node| takes(node)).count() == 1)
            && keywords.not.is_none_or(|node| !takes(&node))
            && keywords.condition.is_none_or(|condition| {
                branch(if takes(&condition) {
                    keywords.then
                } else {
                    keywords.otherwise
                })
            })
    }

    /// A name for the value of a schema.
    fn name_of(&self, node: NodeId) -> Ident {
        let pointer = &self.types.set.node(node).location.pointer;
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let name = last.to_snake_case();
        let usable = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && syn::parse_str::<Ident>(&name).is_ok();
        if usable && name != "items" {
            format_ident!("{name}")
        } else {
            format_ident!("value")
        }
    }

    /// An `Option` of a type, and the condition on what it holds.
    fn inside(
        &mut self,
        value: &Type,
        option: &TokenStream,
        name: &Ident,
        inner: impl FnOnce(&mut Self, &Place) -> Condition,
    ) -> (TokenStream, Condition) {
        let copied = self.is_copied(value);
        let place = Place {
            value: quote!(#name),
            by_reference: !copied,
        };
        let inner = inner(self, &place);
        // Only whether there is a value is asked.
        let bare = matches!(inner, Condition::Always | Condition::Never);
        let option = if copied || bare {
            option.clone()
        } else {
            quote!(#option.as_ref())
        };
        (option, inner)
    }

    fn is_copied(&self, value: &Type) -> bool {
        match value {
            Type::Null | Type::Bool | Type::Unsigned | Type::Signed | Type::Number => true,
            Type::Nullable(inner) => self.is_copied(inner),
            Type::Named(id) => self.is_copied_kind(*id),
            _ => false,
        }
    }

    fn is_copied_kind(&self, id: TypeId) -> bool {
        matches!(
            self.types.model.type_def(id).kind,
            TypeKind::Enum(_) | TypeKind::Marker(_)
        )
    }
}

/// `minItems` and `maxItems`, `minProperties` and `maxProperties`.
fn counts(list: &TokenStream, min: Option<u64>, max: Option<u64>) -> Vec<Condition> {
    let mut found = Vec::new();
    match min {
        None | Some(0) => {}
        Some(1) => found.push(Condition::test(
            quote!(!#list.is_empty()),
            quote!(#list.is_empty()),
        )),
        Some(min) => {
            let min = proc_macro2::Literal::u64_unsuffixed(min);
            found.push(Condition::test(
                quote!(#list.len() >= #min),
                quote!(#list.len() < #min),
            ));
        }
    }
    match max {
        None => {}
        Some(0) => found.push(Condition::test(
            quote!(#list.is_empty()),
            quote!(!#list.is_empty()),
        )),
        Some(max) => {
            let max = proc_macro2::Literal::u64_unsuffixed(max);
            found.push(Condition::test(
                quote!(#list.len() <= #max),
                quote!(#list.len() > #max),
            ));
        }
    }
    found
}
