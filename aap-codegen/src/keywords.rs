//! Where a JSON Schema 2020-12 document has subschemas.

use crate::json::Json;
use crate::problem::Location;

/// Keywords whose value is one subschema.
pub const ONE: &[&str] = &[
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];

/// Keywords whose value is an array of subschemas.
pub const LIST: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords whose value is an object of subschemas.
pub const MAP: &[&str] = &[
    "$defs",
    "properties",
    "patternProperties",
    "dependentSchemas",
];

/// Keywords that only describe; they never change a verdict.
pub const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "$comment",
    "examples",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

/// The direct subschemas of a schema, with their locations.
pub fn subschemas<'a>(schema: &'a Json, location: &Location) -> Vec<(Location, &'a Json)> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().unwrap_or_default() {
        let place = location.child(keyword);
        if ONE.contains(&keyword.as_str()) {
            found.push((place, value));
        } else if LIST.contains(&keyword.as_str()) {
            let elements = value.as_array().unwrap_or_default().iter().enumerate();
            found.extend(elements.map(|(index, value)| (place.child(&index.to_string()), value)));
        } else if MAP.contains(&keyword.as_str()) {
            let members = value.as_object().unwrap_or_default().iter();
            found.extend(members.map(|(name, value)| (place.child(name), value)));
        }
    }
    found
}
