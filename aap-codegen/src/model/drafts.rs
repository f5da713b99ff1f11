//! Named types before they have their names.

use std::collections::HashMap;

use super::{Type, TypeId, UnionVariant};
use crate::schema::NodeId;

/// All of a contract.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub(super) types: Vec<Draft>,
    pub(super) of_node: HashMap<NodeId, TypeId>,
    pub(super) roots: Vec<(String, TypeId)>,
}

/// A named type before it has its name.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) node: NodeId,
    /// The schema's title.
    pub(super) title: Option<String>,
    /// Where it stands: the names of the types and members on the way, outermost first.
    pub(super) way: Vec<String>,
    /// Equal for string types that are one and the same.
    pub(super) key: Option<String>,
    pub(super) kind: DraftKind,
    /// Set by the naming.
    pub(super) name: String,
    pub(super) renamed_from: Option<String>,
}

#[derive(Debug)]
pub(super) enum DraftKind {
    Struct { fields: Vec<DraftField>, open: bool },
    Enum(Vec<String>),
    Text,
    Marker(String),
    Union(Vec<UnionVariant>),
    Wrapper(Type),
}

#[derive(Debug)]
pub(super) struct DraftField {
    pub(super) member: String,
    pub(super) required: bool,
    pub(super) value: Type,
    pub(super) node: NodeId,
}
