//! Stage 6, validators: each schema as a constraint table for the runtime's report.

mod common;

use std::collections::BTreeSet;

use heck::ToPascalCase;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use serde_json::Number;

use self::common::common;
use crate::docs::doc;
use crate::emit::inner_docs;
use crate::json::Json;
use crate::model::{Model, Type, TypeId, TypeKind, UnionVariant};
use crate::paths::{Paths, distinct};
use crate::schema::{JsonType, Keywords, Kind, NodeId, SchemaSet};
use crate::types::format_variant;

/// Writes the constraint tables of a contract.
pub(crate) struct Validators<'a> {
    pub(crate) set: &'a SchemaSet,
    pub(crate) model: &'a Model,
    pub(crate) paths: &'a Paths,
}

impl Validators<'_> {
    /// The item that holds a schema's table.
    pub(crate) fn item(&self, node: NodeId) -> TokenStream {
        let name = self.paths.table_here(node);
        let location = &self.set.node(node).location;
        let docs = doc(&[&format!("The constraints of `{location}`.")]);
        let definition = self
            .model
            .of_node
            .get(&node)
            .map(|id| self.model.type_def(*id));
        let (value, of_union) = match definition.map(|definition| &definition.kind) {
            Some(TypeKind::Wrapper(inner)) => (Some(inner), holds(inner)),
            Some(TypeKind::Union(variants)) => (None, union_holds(variants)),
            _ => (None, None),
        };
        let table = self.table_with(node, value, of_union, &location.file);
        quote! { #docs pub(crate) static #name: Schema = #table; }
    }

    /// The item that holds the table of a schema without one, for the file that checks by it.
    pub(crate) fn condition_item(&self, name: &Ident, node: NodeId, file: &str) -> TokenStream {
        let location = &self.set.node(node).location;
        let docs = doc(&[&format!("The constraints of `{location}`.")]);
        let table = self.table(node, None, file);
        quote! { #docs static #name: Schema = #table; }
    }

    /// The table of a schema, as a reference.
    fn reference(&self, node: NodeId, value: Option<&Type>, file: &str) -> TokenStream {
        let node = self.shared(node);
        if self.paths.has_table(node) {
            let path = self.paths.table(node, file);
            return match value.and_then(holds) {
                Some(holds) => quote!(&Schema(&[Rule::Ref(&#path), #holds])),
                None => quote!(&#path),
            };
        }
        // A schema that does nothing but refer is the schema that it refers to.
        if let Some(target) = self.set.keywords(node).and_then(Keywords::only_reference) {
            return self.reference(target, value, file);
        }
        let table = self.table(node, value, file);
        match common(&table) {
            Some(name) => quote!(&rt::common::#name),
            None => quote!(&#table),
        }
    }

    /// The schema whose table serves: a string type that is met in several places has one table.
    fn shared(&self, node: NodeId) -> NodeId {
        let defining = self
            .model
            .of_node
            .get(&node)
            .map(|id| self.model.type_def(*id).node);
        defining
            .filter(|defining| self.set.keywords(*defining) == self.set.keywords(node))
            .unwrap_or(node)
    }

    fn table(&self, node: NodeId, value: Option<&Type>, file: &str) -> TokenStream {
        self.table_with(node, value, value.and_then(holds), file)
    }

    fn table_with(
        &self,
        node: NodeId,
        value: Option<&Type>,
        holds: Option<TokenStream>,
        file: &str,
    ) -> TokenStream {
        let keywords = match &self.set.node(node).kind {
            Kind::Bool(true) => return quote!(Schema::TRUE),
            Kind::Bool(false) => return quote!(Schema::FALSE),
            Kind::Keywords(keywords) => keywords,
        };
        let mut rules = Vec::new();
        if let Some(types) = &keywords.types {
            rules.push(types_rule(types));
        }
        rules.extend(keywords.constant.as_ref().map(|constant| {
            let literal = literal(constant);
            quote!(Rule::Const(#literal))
        }));
        rules.extend(keywords.enumeration.as_ref().map(|values| {
            let values = values.iter().map(literal);
            quote!(Rule::Enum(&[#(#values),*]))
        }));
        number_rules(keywords, &mut rules);
        rules.extend(holds);
        self.string_rules(keywords, file, &mut rules);
        self.array_rules(keywords, value, file, &mut rules);
        self.object_rules(node, keywords, value, file, &mut rules);
        self.combining_rules(keywords, file, &mut rules);
        if rules.is_empty() {
            quote!(Schema::TRUE)
        } else {
            quote!(Schema(&[#(#rules),*]))
        }
    }

    fn string_rules(&self, keywords: &Keywords, file: &str, rules: &mut Vec<TokenStream>) {
        rules.extend(count(quote!(MinLength), keywords.min_length));
        rules.extend(count(quote!(MaxLength), keywords.max_length));
        rules.extend(keywords.pattern.as_ref().map(|pattern| {
            let pattern = self.paths.pattern(&pattern.source, file);
            quote!(Rule::Pattern(&#pattern))
        }));
        rules.extend(keywords.format.as_ref().map(|format| {
            let format = format_variant(format);
            quote!(Rule::Format(#format))
        }));
    }

    fn array_rules(
        &self,
        keywords: &Keywords,
        value: Option<&Type>,
        file: &str,
        rules: &mut Vec<TokenStream>,
    ) {
        rules.extend(count(quote!(MinItems), keywords.min_items));
        rules.extend(count(quote!(MaxItems), keywords.max_items));
        rules.extend(keywords.unique_items.then(|| quote!(Rule::UniqueItems)));
        if !keywords.prefix_items.is_empty() || keywords.items.is_some() {
            let element = match value.map(without_null) {
                Some(Type::List(inner)) => Some(inner.as_ref()),
                _ => None,
            };
            let prefix = keywords
                .prefix_items
                .iter()
                .map(|node| self.reference(*node, None, file));
            let rest = match keywords.items {
                Some(items) => self.reference(items, element, file),
                None => quote!(&Schema::TRUE),
            };
            rules.push(quote!(Rule::Items { prefix: &[#(#prefix),*], rest: #rest }));
        }
        if let Some(contains) = keywords.contains {
            let schema = self.reference(contains, None, file);
            let min = option(keywords.min_contains);
            let max = option(keywords.max_contains);
            rules.push(quote!(Rule::Contains { schema: #schema, min: #min, max: #max }));
        }
    }

    fn object_rules(
        &self,
        node: NodeId,
        keywords: &Keywords,
        value: Option<&Type>,
        file: &str,
        rules: &mut Vec<TokenStream>,
    ) {
        let requires_declared = requires_declared(keywords);
        if !keywords.required.is_empty() && !requires_declared {
            let names = &keywords.required;
            rules.push(quote!(Rule::Required(&[#(#names),*])));
        }
        rules.extend(count(quote!(MinProperties), keywords.min_properties));
        rules.extend(count(quote!(MaxProperties), keywords.max_properties));
        if let Some(names) = keywords.property_names {
            let names = self.reference(names, None, file);
            rules.push(quote!(Rule::PropertyNames(#names)));
        }
        if !keywords.dependent_required.is_empty() {
            let dependencies = keywords.dependent_required.iter();
            let dependencies = dependencies.map(|(name, needed)| quote!((#name, &[#(#needed),*])));
            rules.push(quote!(Rule::DependentRequired(&[#(#dependencies),*])));
        }
        if !keywords.dependent_schemas.is_empty() {
            let dependencies = keywords.dependent_schemas.iter().map(|(name, node)| {
                let schema = self.reference(*node, None, file);
                quote!((#name, #schema))
            });
            rules.push(quote!(Rule::DependentSchemas(&[#(#dependencies),*])));
        }
        let additional = keywords.additional_properties;
        if keywords.properties.is_empty()
            && keywords.pattern_properties.is_empty()
            && additional.is_none()
        {
            return;
        }
        let properties = keywords.properties.iter().map(|(name, property)| {
            let schema = self.reference(*property, self.field_type(node, name), file);
            quote!((#name, #schema))
        });
        let properties = match requires_declared {
            _ if keywords.properties.is_empty() => quote!(Properties::NONE),
            true => {
                let required = &keywords.required;
                quote!(Properties::requiring(&rt::declared([#(#properties),*]), &[#(#required),*]))
            }
            false => quote!(Properties::new(&rt::declared([#(#properties),*]))),
        };
        let kind = additional.map(|additional| &self.set.node(additional).kind);
        match (kind, keywords.pattern_properties.is_empty()) {
            (Some(Kind::Bool(false)), true) => {
                rules.push(quote!(Rule::OnlyProperties(&#properties)));
                return;
            }
            (None | Some(Kind::Bool(true)), true) => {
                rules.push(quote!(Rule::Properties(&#properties)));
                return;
            }
            _ => {}
        }
        let patterns = keywords.pattern_properties.iter().map(|(pattern, node)| {
            let pattern = self.paths.pattern(&pattern.source, file);
            let schema = self.reference(*node, None, file);
            quote!((&#pattern, #schema))
        });
        let member = match value.map(without_null) {
            Some(Type::Map(inner)) => Some(inner.as_ref()),
            _ => None,
        };
        let additional = match additional {
            Some(additional) => self.reference(additional, member, file),
            None => quote!(&Schema::TRUE),
        };
        rules.push(quote!(Rule::Members(Members {
            properties: &#properties,
            patterns: &[#(#patterns),*],
            additional: #additional,
        })));
    }

    /// The type in which a member of the schema's own struct ends up.
    fn field_type(&self, node: NodeId, member: &str) -> Option<&Type> {
        let id: &TypeId = self.model.of_node.get(&node)?;
        match &self.model.type_def(*id).kind {
            TypeKind::Struct(structure) => structure
                .fields
                .iter()
                .find(|field| field.member == member)
                .map(|field| &field.value),
            _ => None,
        }
    }

    fn combining_rules(&self, keywords: &Keywords, file: &str, rules: &mut Vec<TokenStream>) {
        if let Some(target) = keywords.reference {
            let path = self.paths.table(target, file);
            rules.push(quote!(Rule::Ref(&#path)));
        }
        let lists = [
            (quote!(AllOf), &keywords.all_of),
            (quote!(AnyOf), &keywords.any_of),
            (quote!(OneOf), &keywords.one_of),
        ];
        for (rule, branches) in lists {
            if !branches.is_empty() {
                let branches = branches
                    .iter()
                    .map(|branch| self.reference(*branch, None, file));
                rules.push(quote!(Rule::#rule(&[#(#branches),*])));
            }
        }
        if let Some(not) = keywords.not {
            let not = self.reference(not, None, file);
            rules.push(quote!(Rule::Not(#not)));
        }
        if let (Some(condition), then, otherwise) =
            (keywords.condition, keywords.then, keywords.otherwise)
        {
            let branch = |node: Option<NodeId>| match node {
                Some(node) => self.reference(node, None, file),
                None => quote!(&Schema::TRUE),
            };
            let (condition, then, otherwise) =
                (branch(Some(condition)), branch(then), branch(otherwise));
            rules.push(
                quote!(Rule::If { condition: #condition, then: #then, otherwise: #otherwise }),
            );
        }
    }
}

/// Whether members are required, all of them declared and not too many for the runtime's index.
fn requires_declared(keywords: &Keywords) -> bool {
    let declared = |name: &String| keywords.properties.iter().any(|(member, _)| member == name);
    !keywords.required.is_empty()
        && keywords.properties.len() <= 100
        && keywords.required.iter().all(declared)
}

fn without_null(value: &Type) -> &Type {
    match value {
        Type::Nullable(inner) => inner,
        other => other,
    }
}

/// How a union holds its numbers.
fn union_holds(variants: &[UnionVariant]) -> Option<TokenStream> {
    let has = |value: &Type| variants.iter().any(|variant| variant.value == *value);
    if has(&Type::Signed) && has(&Type::Number) {
        return Some(quote!(Rule::Holds(Holds::I64OrF64)));
    }
    variants.iter().find_map(|variant| holds(&variant.value))
}

fn holds(value: &Type) -> Option<TokenStream> {
    match without_null(value) {
        Type::Unsigned => Some(quote!(Rule::Holds(Holds::U64))),
        Type::Signed => Some(quote!(Rule::Holds(Holds::I64))),
        Type::Number => Some(quote!(Rule::Holds(Holds::F64))),
        _ => None,
    }
}

fn count(rule: TokenStream, count: Option<u64>) -> Option<TokenStream> {
    let count = proc_macro2::Literal::u64_unsuffixed(count?);
    Some(quote!(Rule::#rule(#count)))
}

fn option(count: Option<u64>) -> TokenStream {
    match count {
        Some(count) => {
            let count = proc_macro2::Literal::u64_unsuffixed(count);
            quote!(Some(#count))
        }
        None => quote!(None),
    }
}

fn types_rule(types: &[JsonType]) -> TokenStream {
    let mut names = types.iter().map(|json_type| match json_type {
        JsonType::Null => quote!(Types::NULL),
        JsonType::Boolean => quote!(Types::BOOLEAN),
        JsonType::Object => quote!(Types::OBJECT),
        JsonType::Array => quote!(Types::ARRAY),
        JsonType::Number => quote!(Types::NUMBER),
        JsonType::String => quote!(Types::STRING),
        JsonType::Integer => quote!(Types::INTEGER),
    });
    let first = names.next().unwrap_or_else(|| quote!(Types::NONE));
    let set = names.fold(first, |set, name| quote!(#set.or(#name)));
    quote!(Rule::Type(#set))
}

fn number_rules(keywords: &Keywords, rules: &mut Vec<TokenStream>) {
    let bounds = [
        (quote!(Minimum), &keywords.minimum),
        (quote!(Maximum), &keywords.maximum),
        (quote!(ExclusiveMinimum), &keywords.exclusive_minimum),
        (quote!(ExclusiveMaximum), &keywords.exclusive_maximum),
        (quote!(MultipleOf), &keywords.multiple_of),
    ];
    for (rule, bound) in bounds {
        if let Some(bound) = bound {
            let bound = number(bound);
            rules.push(quote!(Rule::#rule(#bound)));
        }
    }
}

fn number(value: &Number) -> TokenStream {
    let integer = value
        .as_i64()
        .map(i128::from)
        .or_else(|| value.as_u64().map(i128::from));
    match integer {
        Some(integer) => {
            let integer = proc_macro2::Literal::i128_unsuffixed(integer);
            quote!(Number::Integer(#integer))
        }
        None => {
            let text = value.to_string();
            quote!(Number::Decimal(#text))
        }
    }
}

fn literal(value: &Json) -> TokenStream {
    match value {
        Json::Null => quote!(Literal::Null),
        Json::Bool(value) => quote!(Literal::Bool(#value)),
        Json::Number(value) => {
            let value = number(value);
            quote!(Literal::Number(#value))
        }
        Json::String(text) => quote!(Literal::String(#text)),
        Json::Array(elements) => {
            let elements = elements.iter().map(literal);
            quote!(Literal::Array(&[#(#elements),*]))
        }
        Json::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = literal(value);
                quote!((#name, #value))
            });
            quote!(Literal::Object(&[#(#members),*]))
        }
    }
}

/// Every schema that gets a table of its own: whole files, named types, what is referred to.
pub(crate) fn nodes_with_table(set: &SchemaSet, model: &Model) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = set.roots.iter().map(|(_, node)| *node).collect();
    let reachable = set.reachable();
    let ids = (0..set.nodes.len()).filter(|id| reachable[*id]).map(NodeId);
    nodes.extend(ids.filter_map(|id| set.keywords(id).and_then(|keywords| keywords.reference)));
    nodes.extend(model.types.iter().map(|definition| definition.node));
    nodes.sort();
    nodes.dedup();
    nodes
}

/// The names under which tables are referred to: those of the types, or the tables' own.
pub(crate) fn named_tables(set: &SchemaSet, model: &Model, paths: &Paths) -> TokenStream {
    let mut used: BTreeSet<String> = model
        .types
        .iter()
        .map(|definition| definition.name.clone())
        .collect();
    let (mut types, mut entries) = (TokenStream::new(), TokenStream::new());
    for node in nodes_with_table(set, model) {
        let table = paths.table(node, "");
        let named = model
            .types
            .iter()
            .find(|definition| definition.node == node);
        let name = match named {
            Some(definition) => format_ident!("{}", definition.name),
            None => {
                let wanted = paths.table_here(node).to_string().to_pascal_case();
                let name = format_ident!("{}", distinct(&wanted, &mut used));
                types.extend(quote!(rt::table_without_type!(#name, #table);));
                name
            }
        };
        entries.extend(quote!(table::<#name>(&#table),));
    }
    let docs = inner_docs(&doc(&[
        "The tables that a JSON Schema made with `schemars` refers to.",
    ]));
    quote! {
        #docs
        use super::*;
        use crate::runtime as rt;
        use crate::runtime::json_schema::table;
        #types
        #[doc = " Each table and the type that gives it a name."]
        pub(crate) static TABLES: &[rt::json_schema::Table] = &[#entries];
    }
}
