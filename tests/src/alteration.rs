//! Schemas with one constraint altered, to see whether a comparison notices.

use aap_codegen::json::Json;

use crate::structure::{ANNOTATIONS, IDENTITY, is_true, subschemas};
use crate::subschemas::{MAP, ONE, escape};

/// A schema document in which one constraint is altered.
#[derive(Clone, Debug)]
pub struct Alteration {
    /// The JSON Pointer of the schema with the constraint.
    pub schema: String,
    /// The constraint's keyword.
    pub keyword: String,
    /// The JSON Pointer of what is altered: the keyword's, or that of a member below it.
    pub at: String,
    /// The altered document.
    pub document: Json,
}

/// Every constraint of a document altered in turn: a keyword taken away, a list shortened, a
/// member taken away, a verdict turned round.
#[must_use]
pub fn alterations(document: &Json) -> Vec<Alteration> {
    let mut found = Vec::new();
    collect(document, document, &[], &mut found);
    found
}

fn collect(document: &Json, schema: &Json, way: &[String], found: &mut Vec<Alteration>) {
    let members = schema.as_object().unwrap_or_default();
    for (keyword, value) in members {
        if ANNOTATIONS.contains(&keyword.as_str()) || IDENTITY.contains(&keyword.as_str()) {
            continue;
        }
        let place = [way, std::slice::from_ref(keyword)].concat();
        let mut alter = |place: &[String], replacement: Option<Json>| {
            let mut document = document.clone();
            replace(&mut document, place, replacement);
            found.push(Alteration {
                schema: pointer(way),
                keyword: keyword.clone(),
                at: pointer(place),
                document,
            });
        };
        match value {
            Json::Bool(verdict) => alter(&place, Some(Json::Bool(!verdict))),
            schema if ONE.contains(&keyword.as_str()) && is_true(schema) => {
                alter(&place, Some(Json::Bool(false)));
            }
            _ => alter(&place, None),
        }
        match value {
            Json::Array(elements) if elements.len() > 1 => {
                let fewer = elements.iter().skip(1).cloned().collect();
                alter(&place, Some(Json::Array(fewer)));
            }
            Json::Object(members) if MAP.contains(&keyword.as_str()) => {
                for (name, _) in members {
                    let place = [place.as_slice(), std::slice::from_ref(name)].concat();
                    alter(&place, None);
                }
            }
            Json::String(text) if keyword != "$ref" => {
                alter(&place, Some(Json::String(format!("{text}x"))));
            }
            Json::Number(number) => {
                let next = number.as_i64().map_or(0, |number| number + 1);
                alter(&place, Some(Json::Number(next.into())));
            }
            _ => {}
        }
    }
    for tokens in subschemas(schema) {
        let steps = pointer(&tokens);
        if let Some(inner) = schema.pointer(&steps) {
            collect(document, inner, &[way, tokens.as_slice()].concat(), found);
        }
    }
}

fn pointer(way: &[String]) -> String {
    way.iter()
        .map(|token| format!("/{}", escape(token)))
        .collect()
}

/// Puts something else at a place, or takes away what is there.
fn replace(json: &mut Json, way: &[String], replacement: Option<Json>) {
    let Some((token, rest)) = way.split_first() else {
        return;
    };
    match json {
        Json::Object(members) => {
            let Some(index) = members.iter().position(|(name, _)| name == token) else {
                return;
            };
            if !rest.is_empty() {
                replace(&mut members[index].1, rest, replacement);
            } else if let Some(replacement) = replacement {
                members[index].1 = replacement;
            } else {
                members.remove(index);
            }
        }
        Json::Array(elements) => {
            let inner = token
                .parse()
                .ok()
                .and_then(|index: usize| elements.get_mut(index));
            if let Some(inner) = inner {
                replace(inner, rest, replacement);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use aap_codegen::json::Json;

    use super::alterations;

    #[test]
    fn every_constraint_is_altered_and_nothing_else() {
        let document = r##"{
            "$id": "x", "title": "A", "type": "string",
            "properties": {"title": {"description": "b", "minimum": 1}, "b": {"$ref": "#/$defs/c"}},
            "additionalProperties": false,
            "allOf": [{"required": ["a", "b"]}],
            "items": {"title": "anything"},
            "$defs": {"c": {"enum": [1]}}
        }"##;
        let altered: Vec<String> = alterations(&Json::parse(document).unwrap())
            .into_iter()
            .map(|it| {
                format!(
                    "{} {}",
                    it.at,
                    it.document
                        .pointer(&it.at)
                        .map_or_else(String::new, ToString::to_string)
                )
            })
            .collect();
        assert_eq!(
            altered,
            [
                "/type ",
                r#"/type "stringx""#,
                "/properties ",
                "/properties/title ",
                "/properties/b ",
                "/additionalProperties true",
                "/allOf ",
                "/items false",
                "/properties/title/minimum ",
                "/properties/title/minimum 2",
                "/properties/b/$ref ",
                "/allOf/0/required ",
                r#"/allOf/0/required ["b"]"#,
                "/$defs/c/enum ",
            ]
        );
    }
}
