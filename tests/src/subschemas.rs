//! Where the subschemas of a JSON Schema 2020-12 object are, without looking into `const`, `enum`,
//! `default` or `examples`.

use serde_json::Value;

/// Keywords whose value is one schema.
pub(crate) const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value is an array of schemas.
pub(crate) const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords whose value is an object of schemas.
pub(crate) const MAP: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// The direct subschemas of `schema`, each with its JSON Pointer below `schema`, in an order that
/// does not depend on how the document was written.
pub(crate) fn of(schema: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let Value::Object(keywords) = schema else {
        return found;
    };
    for keyword in ONE {
        if let Some(value) = keywords.get(keyword) {
            found.push((format!("/{keyword}"), value));
        }
    }
    for keyword in LIST {
        for (index, value) in keywords
            .get(keyword)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            found.push((format!("/{keyword}/{index}"), value));
        }
    }
    for keyword in MAP {
        let mut members: Vec<_> = keywords
            .get(keyword)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .collect();
        members.sort_unstable_by(|a, b| a.0.cmp(b.0));
        for (name, value) in members {
            found.push((format!("/{keyword}/{}", escape(name)), value));
        }
    }
    found
}

/// `name` as a reference token of a JSON Pointer.
pub(crate) fn escape(name: &str) -> String {
    if name.contains(['~', '/']) {
        name.replace('~', "~0").replace('/', "~1")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn finds_subschemas_and_nothing_else() {
        let schema = json!({
            "properties": {"b/~": {}, "a": true},
            "items": {"type": "string"},
            "anyOf": [{}, false],
            "const": {"properties": {"x": {}}},
            "enum": [{"items": {}}],
        });
        let found: Vec<String> = super::of(&schema).into_iter().map(|(at, _)| at).collect();
        assert_eq!(
            found,
            [
                "/items",
                "/anyOf/0",
                "/anyOf/1",
                "/properties/a",
                "/properties/b~1~0"
            ]
        );
        assert!(super::of(&json!(true)).is_empty());
    }
}
