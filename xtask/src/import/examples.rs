//! Which published examples are payloads of a schema.

use std::collections::BTreeMap;

use aap_codegen::json::Json;

use super::tree::Tree;

/// The examples to import, by their names here, and why the others are not.
#[derive(Debug, Default)]
pub struct Examples {
    /// The texts, by file name.
    pub files: BTreeMap<String, String>,
    /// The other files, with the reason.
    pub skipped: Vec<String>,
}

/// Sorts the examples out.
pub fn choose(tree: &Tree, schemas: &BTreeMap<String, String>) -> Examples {
    let mut examples = Examples::default();
    let folder = tree.examples();
    for (name, bytes) in tree.below(&folder) {
        match example(name, bytes, schemas) {
            Ok((chosen, text)) if !examples.files.contains_key(&chosen) => {
                examples.files.insert(chosen, text);
            }
            Ok((chosen, _)) => {
                examples
                    .skipped
                    .push(format!("{name}: {chosen} is taken already"));
            }
            Err(reason) => examples.skipped.push(format!("{name}: {reason}")),
        }
    }
    examples
}

/// An example's name here, `<schema>.<variant>.json`, and its text.
fn example(
    name: &str,
    bytes: &[u8],
    schemas: &BTreeMap<String, String>,
) -> Result<(String, String), String> {
    let stem = name
        .strip_suffix(".json")
        .ok_or("is no .json file")?
        .trim_end_matches(".example");
    let (schema, variant) = stem.split_once('.').unwrap_or((stem, "example"));
    let file = format!("{schema}.schema.json");
    let text = schemas
        .get(&file)
        .ok_or_else(|| format!("there is no schema {file}"))?;
    let example = std::str::from_utf8(bytes).map_err(|error| format!("is no UTF-8: {error}"))?;
    let value = Json::parse(example).map_err(|error| format!("is not usable JSON: {error}"))?;
    if let Ok(schema) = Json::parse(text) {
        is_payload(&value, &schema)
            .map_err(|reason| format!("is no payload of {file}: {reason}"))?;
    }
    let chosen = format!("{schema}.{}.json", variant.replace('.', "-"));
    Ok((chosen, example.to_owned()))
}

/// Whether a value looks like a schema's payload: it has what the schema requires at the top, and
/// its `type`. An envelope around a payload has not. The tests validate all examples in full.
fn is_payload(value: &Json, schema: &Json) -> Result<(), String> {
    if value.as_object().is_none() {
        return Err("it is no object".to_owned());
    }
    let required = schema.get("required").and_then(Json::as_array);
    let missing = required
        .unwrap_or_default()
        .iter()
        .filter_map(Json::as_str)
        .find(|name| value.get(name).is_none());
    if let Some(name) = missing {
        return Err(format!("it has no member `{name}`"));
    }
    match schema.pointer("/properties/type/const") {
        Some(expected) if value.get("type") != Some(expected) => {
            Err(format!("its `type` is not {expected}"))
        }
        _ => Ok(()),
    }
}
