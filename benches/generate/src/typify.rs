//! What typify makes of the same schemas.

use schemars08::schema::Schema;
use serde_json::{Map, Value, json};
use typify_impl::{TypeSpace, TypeSpaceSettings};

use crate::definitions::Definitions;

/// The source text that typify writes, with its own settings.
///
/// # Errors
/// typify refuses a schema, or the text is no Rust.
pub fn typify(definitions: &Definitions) -> Result<String, String> {
    let mut space = TypeSpace::new(&TypeSpaceSettings::default());
    let mut schemas = Vec::new();
    for (name, schema) in definitions {
        let mut schema = schema.clone();
        if let Some(object) = nullable(&schema) {
            schema = object.clone();
        }
        work_around(&mut schema, definitions);
        let schema: Schema =
            serde_json::from_value(schema).map_err(|error| format!("{name}: {error}"))?;
        schemas.push((name.clone(), schema));
    }
    space
        .add_ref_types(schemas)
        .map_err(|error| error.to_string())?;
    crate::source(space.to_stream())
}

/// Takes away what typify cannot read or reads wrongly; the types stay the same.
fn work_around(schema: &mut Value, definitions: &Definitions) {
    // A definition that may be null would contain itself: null goes to where it is referred to.
    if let Some(name) = reference(schema)
        && definitions
            .get(name)
            .is_some_and(|schema| nullable(schema).is_some())
    {
        *schema = json!({"oneOf": [schema, {"type": "null"}]});
        return;
    }
    match schema {
        Value::Object(members) => {
            // Refused.
            members.remove("contains");
            // A panic.
            remove_branches(members, "allOf", |branch| branch.get("if").is_some());
            // Would become an enum that refuses an object with the members of two branches.
            remove_branches(members, "anyOf", |branch| {
                branch.get("required").is_some() && branch.get("type").is_none()
            });
            let schemas = members.values_mut();
            schemas.for_each(|schema| work_around(schema, definitions));
        }
        Value::Array(elements) => {
            let schemas = elements.iter_mut();
            schemas.for_each(|schema| work_around(schema, definitions));
        }
        _ => {}
    }
}

/// What a schema permits besides null.
fn nullable(schema: &Value) -> Option<&Value> {
    match schema["oneOf"].as_array()?.as_slice() {
        [other, null] if null["type"] == "null" => Some(other),
        _ => None,
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/")
}

/// Removes the branches that a condition picks, and the keyword with the last of them.
fn remove_branches(
    members: &mut Map<String, Value>,
    keyword: &str,
    condition: impl Fn(&Value) -> bool,
) {
    if let Some(Value::Array(branches)) = members.get_mut(keyword) {
        branches.retain(|branch| !condition(branch));
        if branches.is_empty() {
            members.remove(keyword);
        }
    }
}
