//! The schema files of a contract as one flat set of named definitions.

use std::collections::BTreeMap;

use heck::ToUpperCamelCase;
use serde_json::Value;

/// Schemas by name; `$ref` leads to `#/$defs/<name>`.
pub type Definitions = BTreeMap<String, Value>;

/// Reads a contract: each file and each entry of its `$defs` becomes a definition, named by its
/// title or else by its place.
///
/// # Errors
/// There is no such contract, a file is not JSON, a reference leads nowhere, or two definitions
/// have one name.
pub fn definitions(contract: &str) -> Result<Definitions, String> {
    let contract = aap_schemas::by_name(contract).ok_or("no such contract")?;
    let mut places = BTreeMap::new();
    for file in contract.schemas {
        let mut document: Value =
            serde_json::from_str(file.text).map_err(|error| format!("{}: {error}", file.path))?;
        if let Some(Value::Object(inner)) = document
            .as_object_mut()
            .and_then(|members| members.remove("$defs"))
        {
            for (key, schema) in inner {
                places.insert(format!("{}#/$defs/{key}", file.path), schema);
            }
        }
        places.insert(file.path.to_owned(), document);
    }
    let names: BTreeMap<String, String> = places
        .iter()
        .map(|(place, schema)| (place.clone(), name(place, schema)))
        .collect();
    let mut definitions = Definitions::new();
    for (place, mut schema) in places {
        redirect(&mut schema, &place, &names)?;
        if definitions.insert(names[&place].clone(), schema).is_some() {
            return Err(format!("{place}: the name {} is taken", names[&place]));
        }
    }
    Ok(definitions)
}

fn name(place: &str, schema: &Value) -> String {
    let last = place.rsplit('/').next().unwrap_or(place);
    match schema.get("title") {
        Some(Value::String(title)) => title.clone(),
        _ => last.trim_end_matches(".schema.json").to_upper_camel_case(),
    }
}

fn redirect(
    schema: &mut Value,
    place: &str,
    names: &BTreeMap<String, String>,
) -> Result<(), String> {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref") {
                let target = target(place, reference);
                let name = names
                    .get(&target)
                    .ok_or_else(|| format!("{place}: nothing at {target}"))?;
                *reference = format!("#/$defs/{name}");
            }
            members
                .values_mut()
                .try_for_each(|value| redirect(value, place, names))
        }
        Value::Array(elements) => elements
            .iter_mut()
            .try_for_each(|value| redirect(value, place, names)),
        _ => Ok(()),
    }
}

/// The place that a reference at a place leads to.
fn target(place: &str, reference: &str) -> String {
    let file = place.split('#').next().unwrap_or(place);
    if reference.starts_with('#') {
        return format!("{file}{reference}");
    }
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    for step in reference.split('#').next().unwrap_or(reference).split('/') {
        match step {
            "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    let fragment = reference
        .split_once('#')
        .map_or(String::new(), |(_, fragment)| format!("#{fragment}"));
    path.join("/") + &fragment
}
