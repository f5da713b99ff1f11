//! Whether a [generated type](crate::generated) has the names and texts that its schema has.

use std::collections::BTreeSet;
use std::fmt;

use aap_codegen::json::Json;

use crate::generated::{Kind, Object, Type};
use crate::structure::{Documents, Place};

/// One thing that the source of a type says otherwise than its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Where the schema says it.
    pub schema: String,
    /// The type.
    pub name: String,
    /// What about it.
    pub subject: &'static str,
    /// What the schema says.
    pub expected: String,
    /// What the source says.
    pub found: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement {
            schema,
            name,
            subject,
            expected,
            found,
        } = self;
        write!(
            f,
            "{schema}: expected {expected}, but {subject} of {name} are {found}"
        )
    }
}

/// Everything in which a type disagrees with its schema, in a contract whose schemas stand under
/// `base_url`.
///
/// # Errors
/// The schema that the type names is not there, or refers to one that is not.
pub fn disagreements(
    of: &Type,
    documents: &Documents,
    base_url: &str,
) -> Result<Vec<Disagreement>, String> {
    let place = documents
        .at(&format!("{base_url}{}#{}", of.file, of.pointer))
        .map_err(|error| format!("{}: {error}", of.name))?;
    let mut comparison = Comparison {
        of,
        found: Vec::new(),
    };
    match &of.kind {
        Kind::Object(object) => {
            let mut parts = Vec::new();
            parts_of(documents, place.clone(), &mut parts)?;
            comparison.object(object, &place, &parts);
        }
        Kind::Enum(texts) => {
            let values = place.schema.get("enum").or(place.schema.get("const"));
            let values = values.map(|values| match values {
                Json::Array(values) => values.iter().filter_map(Json::as_str).collect(),
                one => one.as_str().into_iter().collect(),
            });
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            comparison.equal(
                &place,
                "enum",
                "the texts",
                &values.unwrap_or_default(),
                &texts,
            );
        }
        Kind::Marker(text) => {
            let constant = place.schema.get("const").and_then(Json::as_str);
            let found = Some(text.as_str());
            comparison.equal(&place, "const", "the texts", &constant, &found);
        }
        Kind::Other => {}
    }
    Ok(comparison.found)
}

/// The schema, and those that apply to the same instance without a condition.
fn parts_of<'d>(
    documents: &'d Documents,
    place: Place<'d>,
    parts: &mut Vec<Place<'d>>,
) -> Result<(), String> {
    if parts.iter().any(|part| part.uri() == place.uri()) {
        return Ok(());
    }
    let target = documents.target(&place)?;
    let branches = place.schema.get("allOf").and_then(Json::as_array);
    let branches: Vec<Place<'d>> = (0..branches.map_or(0, <[Json]>::len))
        .filter_map(|index| place.child("allOf")?.child(&index.to_string()))
        .collect();
    parts.push(place);
    target
        .into_iter()
        .chain(branches)
        .try_for_each(|part| parts_of(documents, part, parts))
}

struct Comparison<'t> {
    of: &'t Type,
    found: Vec<Disagreement>,
}

impl Comparison<'_> {
    fn object(&mut self, object: &Object, place: &Place<'_>, parts: &[Place<'_>]) {
        let members: BTreeSet<String> = parts
            .iter()
            .filter_map(|part| part.schema.get("properties")?.as_object())
            .flatten()
            .map(|(name, _)| name.clone())
            .collect();
        let required: BTreeSet<String> = parts
            .iter()
            .filter_map(|part| part.schema.get("required")?.as_array())
            .flatten()
            .filter_map(Json::as_str)
            .map(str::to_owned)
            .collect();
        let closed = parts
            .iter()
            .any(|part| part.schema.get("additionalProperties") == Some(&Json::Bool(false)));
        let reserved = if object.open {
            members.clone()
        } else {
            BTreeSet::new()
        };
        let properties = "properties";
        self.equal(
            place,
            properties,
            "the fields",
            &members.len(),
            &object.fields,
        );
        self.equal(
            place,
            properties,
            "the members read",
            &members,
            &object.read,
        );
        self.equal(
            place,
            properties,
            "the members written",
            &members,
            &object.written,
        );
        self.equal(
            place,
            properties,
            "the reserved names",
            &reserved,
            &object.reserved,
        );
        self.equal(
            place,
            "required",
            "the members demanded",
            &required,
            &object.demanded,
        );
        self.equal(
            place,
            "required",
            "the members always written",
            &required,
            &object.always_written,
        );
        self.equal(
            place,
            "additionalProperties",
            "the other members",
            &!closed,
            &object.open,
        );
    }

    fn equal<T: PartialEq + fmt::Debug>(
        &mut self,
        place: &Place<'_>,
        keyword: &str,
        subject: &'static str,
        expected: &T,
        found: &T,
    ) {
        if expected != found {
            self.found.push(Disagreement {
                schema: format!("{}/{keyword}", place.uri()),
                name: self.of.name.clone(),
                subject,
                expected: format!("{expected:?}"),
                found: format!("{found:?}"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use aap_codegen::json::Json;

    use super::disagreements;
    use crate::generated::{Kind, Object, Type};
    use crate::structure::Documents;

    const BASE: &str = "https://a.test/";

    const SCHEMA: &str = r##"{
        "properties": {
            "word": {"enum": ["a", null, "b"]},
            "only": {"const": "c"}
        },
        "required": ["word"],
        "allOf": [{"$ref": "#/$defs/more"}, {"if": {"required": ["only"]}}],
        "$defs": {"more": {
            "properties": {"more": {}}, "required": ["more"], "additionalProperties": false
        }}
    }"##;

    fn found(pointer: &str, kind: Kind) -> Vec<String> {
        let documents = [(format!("{BASE}a.json"), Json::parse(SCHEMA).unwrap())];
        let one = Type {
            name: "A".to_owned(),
            file: "a.json".to_owned(),
            pointer: pointer.to_owned(),
            kind,
        };
        disagreements(&one, &Documents::new(documents), BASE)
            .unwrap()
            .iter()
            .map(|it| format!("{} {}", it.schema.replace(BASE, ""), it.subject))
            .collect()
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn object() -> Object {
        Object {
            fields: 3,
            open: false,
            read: set(&["word", "only", "more"]),
            demanded: set(&["word", "more"]),
            written: set(&["word", "only", "more"]),
            always_written: set(&["word", "more"]),
            reserved: set(&[]),
        }
    }

    #[test]
    fn a_struct_has_the_members_of_every_schema_that_applies() {
        assert!(found("", Kind::Object(object())).is_empty());
    }

    #[test]
    fn each_name_that_is_lost_or_added_is_reported() {
        let alter = |alter: fn(&mut Object)| {
            let mut object = object();
            alter(&mut object);
            found("", Kind::Object(object))
        };
        for (found, expected) in [
            (alter(|it| it.fields = 2), "properties the fields"),
            (
                alter(|it| {
                    it.read.remove("only");
                }),
                "properties the members read",
            ),
            (
                alter(|it| {
                    it.written.insert("x".to_owned());
                }),
                "properties the members written",
            ),
            (
                alter(|it| {
                    it.demanded.remove("more");
                }),
                "required the members demanded",
            ),
            (
                alter(|it| {
                    it.always_written.insert("only".to_owned());
                }),
                "required the members always written",
            ),
            (
                alter(|it| {
                    it.reserved.insert("only".to_owned());
                }),
                "properties the reserved names",
            ),
        ] {
            assert_eq!(found, [format!("a.json#/{expected}")]);
        }
    }

    #[test]
    fn texts_are_compared_in_order() {
        let texts = |texts: &[&str]| {
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            found("/properties/word", Kind::Enum(texts))
        };
        assert!(texts(&["a", "b"]).is_empty());
        for wrong in [&["b", "a"][..], &["a"], &["a", "b", "c"], &["a", "B"]] {
            assert_eq!(texts(wrong), ["a.json#/properties/word/enum the texts"]);
        }
        let marker = |text: &str| found("/properties/only", Kind::Marker(text.to_owned()));
        assert!(marker("c").is_empty());
        assert_eq!(marker("d"), ["a.json#/properties/only/const the texts"]);
    }
}
