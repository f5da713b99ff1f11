//! The type view: what typify gets to see, and what it tells about it.
//!
//! typify knows how Rust spells names and where a type that holds itself needs a box. It sees shapes
//! only, one flat definition for each type, with names that cannot collide: the constraints, which it
//! would garble, stay with us.

use std::collections::HashMap;

use schemars08::schema::{RootSchema, Schema};
use serde_json::{Value, json};
use typify_impl::{TypeDetails, TypeId as TypifyId, TypeSpace, TypeSpaceSettings};

use super::drafts::{DraftKind, Drafts};
use super::{Field, Model, Struct, Type, TypeDef, TypeKind, Variant, names};

/// Has typify settle the names and boxes of all types.
///
/// # Errors
/// typify's words, where it refuses the view after all.
pub(super) fn settle(drafts: Drafts) -> Result<Model, String> {
    let names: Vec<String> = drafts
        .types
        .iter()
        .map(|draft| draft.name.clone())
        .collect();
    let definitions: serde_json::Map<String, Value> = drafts
        .types
        .iter()
        .map(|draft| (draft.name.clone(), definition(&draft.kind, &names)))
        .collect();
    let space = TypeView::new(definitions)?;
    let mut model = Model {
        types: Vec::new(),
        of_node: drafts.of_node,
        roots: drafts.roots,
    };
    for draft in drafts.types {
        let settled = space.get(&draft.name)?;
        let (name, details) = (settled.name(), settled.details());
        if name != draft.name {
            return Err(format!("typify calls {} {name}", draft.name));
        }
        let kind = match draft.kind {
            DraftKind::Struct { fields, open } => {
                let members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
                let (wanted, extra) = names::fields(&members);
                let fields = fields
                    .into_iter()
                    .zip(wanted)
                    .map(|(field, wanted)| {
                        let (ident, boxed) = space.field(&name, &details, &wanted)?;
                        Ok(Field {
                            member: field.member,
                            ident,
                            required: field.required,
                            value: field.value,
                            boxed,
                            node: field.node,
                        })
                    })
                    .collect::<Result<_, String>>()?;
                TypeKind::Struct(Struct {
                    fields,
                    extra: open.then_some(extra),
                })
            }
            DraftKind::Enum(texts) => TypeKind::Enum(variants(&name, &details, texts)?),
            DraftKind::Text => TypeKind::Text,
            DraftKind::Marker(text) => TypeKind::Marker(text),
            DraftKind::Union(variants) => TypeKind::Union(variants),
            DraftKind::Wrapper(inner) => TypeKind::Wrapper(inner),
        };
        model.types.push(TypeDef {
            name,
            renamed_from: draft.renamed_from,
            node: draft.node,
            kind,
        });
    }
    Ok(model)
}

fn definition(kind: &DraftKind, names: &[String]) -> Value {
    match kind {
        DraftKind::Struct { fields, .. } => {
            let members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
            let (idents, _) = names::fields(&members);
            let properties: serde_json::Map<String, Value> = idents
                .iter()
                .zip(fields)
                .map(|(ident, field)| (ident.clone(), shape(&field.value, names)))
                .collect();
            let required: Vec<&String> = idents
                .iter()
                .zip(fields)
                .filter(|(_, field)| field.required)
                .map(|(ident, _)| ident)
                .collect();
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
        }
        DraftKind::Enum(texts) => json!({"type": "string", "enum": names::variants(texts)}),
        DraftKind::Text | DraftKind::Marker(_) | DraftKind::Union(_) => json!({"type": "string"}),
        DraftKind::Wrapper(inner) => {
            json!({"type": "object", "properties": {"value": shape(inner, names)}, "required": ["value"]})
        }
    }
}

fn shape(value: &Type, names: &[String]) -> Value {
    match value {
        Type::Any => json!(true),
        Type::Null => json!({"type": "null"}),
        Type::Bool => json!({"type": "boolean"}),
        Type::Unsigned => json!({"type": "integer", "format": "uint64"}),
        Type::Signed => json!({"type": "integer", "format": "int64"}),
        Type::Number => json!({"type": "number"}),
        Type::String | Type::Runtime(_) => json!({"type": "string"}),
        Type::AnyObject => json!({"type": "object"}),
        Type::List(inner) => json!({"type": "array", "items": shape(inner, names)}),
        Type::Map(inner) => json!({"type": "object", "additionalProperties": shape(inner, names)}),
        Type::Named(id) => json!({"$ref": format!("#/definitions/{}", names[id.0])}),
        Type::Nullable(inner) => json!({"oneOf": [shape(inner, names), {"type": "null"}]}),
    }
}

fn variants(
    name: &str,
    details: &TypeDetails<'_>,
    texts: Vec<String>,
) -> Result<Vec<Variant>, String> {
    let TypeDetails::Enum(settled) = details else {
        return Err(format!("typify does not take {name} for an enum"));
    };
    let idents: Vec<&str> = settled.variants().map(|(ident, _)| ident).collect();
    let wanted = names::variants(&texts);
    texts
        .into_iter()
        .zip(wanted)
        .map(|(text, wanted)| {
            let ident = names::settled(wanted);
            if idents.contains(&ident.as_str()) {
                Ok(Variant { text, ident })
            } else {
                Err(format!("typify has no variant {ident} in {name}"))
            }
        })
        .collect()
}

struct TypeView {
    space: TypeSpace,
    ids: HashMap<String, TypifyId>,
}

impl TypeView {
    fn new(definitions: serde_json::Map<String, Value>) -> Result<TypeView, String> {
        let names: Vec<String> = definitions.keys().cloned().collect();
        let view: RootSchema = serde_json::from_value(json!({"definitions": definitions}))
            .map_err(|error| format!("the type view is no schema: {error}"))?;
        let mut space = TypeSpace::new(&TypeSpaceSettings::default());
        space
            .add_ref_types(view.definitions)
            .map_err(|error| format!("typify refuses the type view: {error}"))?;
        let mut ids = HashMap::new();
        for name in names {
            let reference = Schema::new_ref(format!("#/definitions/{name}"));
            let id = space
                .add_type(&reference)
                .map_err(|error| format!("typify does not know {name}: {error}"))?;
            ids.insert(name, id);
        }
        Ok(TypeView { space, ids })
    }

    fn get(&self, name: &str) -> Result<typify_impl::Type<'_>, String> {
        let id = self
            .ids
            .get(name)
            .ok_or_else(|| format!("typify does not know {name}"))?;
        self.space
            .get_type(id)
            .map_err(|error| format!("typify lost {name}: {error}"))
    }

    /// The name of a field, and whether it has to be boxed.
    fn field(
        &self,
        name: &str,
        details: &TypeDetails<'_>,
        wanted: &str,
    ) -> Result<(String, bool), String> {
        let TypeDetails::Struct(settled) = details else {
            return Err(format!("typify does not take {name} for a struct"));
        };
        let ident = names::settled(wanted.to_owned());
        let property = settled
            .properties()
            .find(|(property, _)| *property == ident)
            .ok_or_else(|| format!("typify has no field {ident} in {name}"))?;
        Ok((ident, self.is_boxed(&property.1)))
    }

    fn is_boxed(&self, id: &TypifyId) -> bool {
        match self
            .space
            .get_type(id)
            .map(|settled| match settled.details() {
                TypeDetails::Box(_) => Ok(true),
                TypeDetails::Option(inner) => Err(inner),
                _ => Ok(false),
            }) {
            Ok(Ok(boxed)) => boxed,
            Ok(Err(inner)) => self.is_boxed(&inner),
            Err(_) => false,
        }
    }
}
