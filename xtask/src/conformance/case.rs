//! A case's file.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// A schema set with instances and what is expected of them.
#[derive(Debug)]
pub struct Case {
    /// The case's name.
    pub id: String,
    /// The group that it belongs to.
    pub theme: String,
    /// How much may be asked of a generator.
    pub level: String,
    /// The schema files by path.
    pub files: BTreeMap<String, String>,
    /// The file of the root schema.
    pub root: String,
    /// Texts and what is expected of each.
    pub instances: Vec<Instance>,
    /// Whether valid instances have to come back equal.
    pub round_trip: bool,
}

/// A JSON text and what is expected of it.
#[derive(Debug)]
pub struct Instance {
    /// The text.
    pub text: String,
    /// What is expected.
    pub expected: Expected,
}

/// What is expected of an instance.
#[derive(Debug)]
pub enum Expected {
    /// It is valid.
    Valid,
    /// It is invalid, with all of `errors`, and perhaps those of `may`.
    Invalid {
        errors: Vec<ExpectedError>,
        may: Vec<Pair>,
    },
    /// Report and typed parse have to agree.
    Either,
}

/// A pointer and a keyword.
pub type Pair = (String, String);

/// A violation that must be reported.
#[derive(Debug)]
pub struct ExpectedError {
    /// The pairs of which one must be there.
    pub any_of: Vec<Pair>,
    /// How many of them at least.
    pub min_count: usize,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// The file cannot be read or is no case.
    pub fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        // Schemas and instances are passed on as the file spells them: order and numbers count.
        let value: Value =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        Case::parse(&value).ok_or_else(|| format!("{}: is no case", path.display()))
    }

    fn parse(value: &Value) -> Option<Case> {
        let string = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let (files, root) = match value.get("files") {
            Some(files) => {
                let files = files.as_object()?.iter();
                (
                    files
                        .map(|(path, schema)| (path.clone(), schema.to_string()))
                        .collect(),
                    string("root")?,
                )
            }
            None => {
                let file = "case.schema.json".to_owned();
                (
                    BTreeMap::from([(file.clone(), value.get("schema")?.to_string())]),
                    file,
                )
            }
        };
        let list = |name: &str| {
            value
                .get(name)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        let raw = |value: &Value| value.as_str().map(str::to_owned);
        let mut instances = Vec::new();
        for instance in list("valid") {
            instances.push(Instance {
                text: instance.to_string(),
                expected: Expected::Valid,
            });
        }
        for instance in list("valid_raw") {
            instances.push(Instance {
                text: raw(&instance)?,
                expected: Expected::Valid,
            });
        }
        for instance in list("either_raw") {
            instances.push(Instance {
                text: raw(&instance)?,
                expected: Expected::Either,
            });
        }
        for invalid in list("invalid") {
            let text = match invalid.get("instance_raw") {
                Some(text) => raw(text)?,
                None => invalid.get("instance")?.to_string(),
            };
            let errors = invalid
                .get("errors")?
                .as_array()?
                .iter()
                .map(expected_error)
                .collect::<Option<_>>()?;
            let may = invalid.get("may_also_report").and_then(Value::as_array);
            let may = may.into_iter().flatten().map(pair).collect::<Option<_>>()?;
            instances.push(Instance {
                text,
                expected: Expected::Invalid { errors, may },
            });
        }
        Some(Case {
            id: string("id")?,
            theme: string("theme")?,
            level: string("level")?,
            files,
            root,
            instances,
            round_trip: value
                .get("roundtrip")
                .and_then(Value::as_bool)
                .unwrap_or(false),
        })
    }
}

fn pair(value: &Value) -> Option<Pair> {
    let string = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    Some((string("instanceLocation")?, string("keyword")?))
}

fn expected_error(value: &Value) -> Option<ExpectedError> {
    let mut any_of = vec![pair(value)?];
    let others = value.get("alt").and_then(Value::as_array);
    any_of.extend(others.into_iter().flatten().filter_map(pair));
    let min_count = value.get("min_count").and_then(Value::as_u64).unwrap_or(1);
    Some(ExpectedError {
        any_of,
        min_count: usize::try_from(min_count).ok()?,
    })
}
