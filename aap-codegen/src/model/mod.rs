//! Stage 4, model: which Rust type holds the instances of each schema.
//!
//! A type only has to hold every valid instance without losing anything; what else a schema demands
//! is left to the validators. So a schema that says more than Rust can is still typed rightly, at
//! worst as a JSON value.

mod drafts;
mod names;
#[cfg(test)]
mod tests;
mod types;
mod view;

use std::collections::HashMap;

use crate::problem::{Location, Problems};
use crate::schema::{NodeId, SchemaSet};

/// The Rust types of a contract.
#[derive(Debug, Default)]
pub struct Model {
    /// The named types, in the order of their files.
    pub types: Vec<TypeDef>,
    /// The named type that belongs to each schema that has one.
    pub of_node: HashMap<NodeId, TypeId>,
    /// The type of each whole-file schema, by file.
    pub roots: Vec<(String, TypeId)>,
}

impl Model {
    /// A named type.
    #[must_use]
    pub fn type_def(&self, id: TypeId) -> &TypeDef {
        // Every TypeId is an index that this model gave out, and types are never removed.
        &self.types[id.0]
    }
}

/// Names a type of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// A type with a name of its own.
#[derive(Debug)]
pub struct TypeDef {
    /// The Rust name.
    pub name: String,
    /// What the schemas call it, where the Rust name had to differ.
    pub renamed_from: Option<String>,
    /// The schema that the type is made from.
    pub node: NodeId,
    /// Its form.
    pub kind: TypeKind,
}

/// The form of a named type.
#[derive(Debug)]
pub enum TypeKind {
    /// An object with known members.
    Struct(Struct),
    /// A string out of a list.
    Enum(Vec<Variant>),
    /// A string with a pattern, a length or a format.
    Text,
    /// The one string of a `const`.
    Marker(String),
    /// A value of one of several JSON types.
    Union(Vec<UnionVariant>),
    /// A whole-file schema whose type has no name of its own.
    Wrapper(Type),
}

/// An object with known members.
#[derive(Debug)]
pub struct Struct {
    /// The members, in the schema's order.
    pub fields: Vec<Field>,
    /// The name of the field for other members; none where the schema allows none.
    pub extra: Option<String>,
}

/// A known member.
#[derive(Debug)]
pub struct Field {
    /// The member's name.
    pub member: String,
    /// The field's name.
    pub ident: String,
    /// Whether the member must be there.
    pub required: bool,
    /// The type of the member's value.
    pub value: Type,
    /// Whether the type holds itself through this field, so that it must be boxed.
    pub boxed: bool,
    /// The member's schema.
    pub node: NodeId,
}

/// A string of an enum.
#[derive(Debug)]
pub struct Variant {
    /// The string.
    pub text: String,
    /// The variant's name.
    pub ident: String,
}

/// One of a union's JSON types.
#[derive(Clone, Debug)]
pub struct UnionVariant {
    /// The variant's name.
    pub ident: &'static str,
    /// The type of its value.
    pub value: Type,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// `null`.
    Null,
    /// A boolean.
    Bool,
    /// An integer that is never negative.
    Unsigned,
    /// An integer.
    Signed,
    /// A number.
    Number,
    /// Any string.
    String,
    /// A string of the runtime: a date-time, a date, a URI, an e-mail address.
    Runtime(RuntimeText),
    /// Any object.
    AnyObject,
    /// An array.
    List(Box<Type>),
    /// An object of which every member has the same type.
    Map(Box<Type>),
    /// A named type.
    Named(TypeId),
    /// A value or null.
    Nullable(Box<Type>),
}

/// A string type of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeText {
    /// `date-time`.
    Timestamp,
    /// `date`.
    Date,
    /// `uri`.
    Uri,
    /// `email`.
    Email,
}

impl RuntimeText {
    /// The type that holds a format's strings.
    #[must_use]
    pub fn of_format(format: &str) -> Option<RuntimeText> {
        match format {
            "date-time" => Some(RuntimeText::Timestamp),
            "date" => Some(RuntimeText::Date),
            "uri" => Some(RuntimeText::Uri),
            "email" => Some(RuntimeText::Email),
            _ => None,
        }
    }

    /// The type's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RuntimeText::Timestamp => "Timestamp",
            RuntimeText::Date => "Date",
            RuntimeText::Uri => "Uri",
            RuntimeText::Email => "Email",
        }
    }
}

/// Gives every schema its type and every type its name.
///
/// `error` is the file of the contract's error payload, where it has one.
pub fn model(set: &SchemaSet, error: Option<&str>, problems: &mut Problems) -> Model {
    let mut drafts = types::types(set);
    if let Some(file) = error {
        names::title_error_codes(&mut drafts, set, file, problems);
    }
    names::name(&mut drafts);
    match view::settle(drafts) {
        Ok(model) => model,
        Err(message) => {
            problems.add(&Location::root("schemas"), message);
            Model::default()
        }
    }
}

/// The name of a skill's type.
#[must_use]
pub fn skill_type(id: &str) -> String {
    names::settled(names::pascal(id))
}

/// The method of a skill: `inventory.search` is `inventory_search`.
#[must_use]
pub fn skill_method(id: &str) -> String {
    names::settled(names::snake(&skill_type(id)))
}

/// The usual name of a member's field; a keyword or a collision asks for another.
#[must_use]
pub fn usual_field(member: &str) -> String {
    names::snake(member)
}
