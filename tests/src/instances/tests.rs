//! What the sequence of instances is like, measured with the published schemas beside the
//! repository, and with small schemas for the keywords those do not use.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::{Case, Instances};
use crate::oracle::Oracle;

/// The published schemas of one contract, by `$id`; none, with a note, if they are not there.
pub(super) fn published(version: &str) -> Vec<(String, Value)> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/upstream/spec");
    let root = spec.join(version).join("schemas");
    let mut documents = Vec::new();
    for folder in [root.clone(), root.join("_primitives")] {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            {
                eprintln!("skipped: {} is not there", folder.display());
            }
            return Vec::new();
        };
        for path in entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
        {
            let text = std::fs::read_to_string(path).unwrap();
            let schema: Value = serde_json::from_str(&text).unwrap();
            documents.push((schema["$id"].as_str().unwrap().to_owned(), schema));
        }
    }
    documents.sort_by(|a, b| a.0.cmp(&b.0));
    documents
}

/// Complains unless, of `count` instances, enough are valid, enough are invalid, and most of those
/// meant to be valid are.
fn complaint(
    documents: &[(String, Value)],
    root: &str,
    count: usize,
    least_invalid: usize,
) -> Option<String> {
    let oracle = Oracle::new(documents.to_vec(), root).unwrap();
    let (mut valid, mut meant, mut right) = (0, 0, 0);
    for case in Instances::new(documents.to_vec(), root, 1)
        .unwrap()
        .take(count)
    {
        let verdict = oracle.verdict(&case.value);
        assert_eq!(
            verdict,
            oracle.violations(&case.value).is_empty(),
            "{root}: {}",
            case.value
        );
        valid += usize::from(verdict);
        if case.mutations.is_empty() {
            meant += 1;
            right += usize::from(verdict);
        }
    }
    let (invalid, right) = ((count - valid) * 100 / count, right * 100 / meant);
    let valid = valid * 100 / count;
    (valid < 20 || invalid < least_invalid || right < 90)
        .then(|| format!("{root}: {valid} % valid, {invalid} % invalid, {right} % as meant"))
}

#[test]
fn valid_and_invalid_instances_of_published_schemas() {
    let mut complaints = Vec::new();
    for (version, count) in [("v1.3", 2_000), ("latest", 500), ("v0.1", 500)] {
        let documents = published(version);
        let roots = documents.iter().map(|document| &document.0);
        complaints.extend(roots.filter_map(|root| complaint(&documents, root, count, 40)));
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn valid_and_invalid_instances_of_other_keywords() {
    let complaints: Vec<String> = others()
        .iter()
        .filter_map(|schema| {
            let why = complaint(&[(URI.to_owned(), schema.clone())], URI, 2_000, 10)?;
            Some(format!("{schema}: {why}"))
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// FNV-1a over `value` with members sorted and numbers by value, which is the same however
/// `serde_json` orders members and keeps numbers.
fn digest(value: &Value, hash: &mut u64) {
    let mut feed = |bytes: &[u8]| {
        for byte in bytes.iter().chain(&[0xFF]) {
            *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    match value {
        Value::Number(number) => feed(&number.as_f64().unwrap().to_bits().to_le_bytes()),
        Value::Array(items) => {
            feed(b"[");
            items.iter().for_each(|item| digest(item, hash));
        }
        Value::Object(members) => {
            feed(b"{");
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by(|a, b| a.0.cmp(b.0));
            for (name, value) in members {
                digest(&Value::String(name.clone()), hash);
                digest(value, hash);
            }
        }
        other => feed(other.to_string().as_bytes()),
    }
}

#[test]
fn one_seed_gives_one_sequence_everywhere() {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for schema in others() {
        let document = || [(URI.to_owned(), schema.clone())];
        let first: Vec<Case> = Instances::new(document(), URI, 42)
            .unwrap()
            .take(300)
            .collect();
        let again = Instances::new(document(), URI, 42).unwrap();
        for (a, b) in first.iter().zip(again) {
            assert_eq!((&a.value, &a.mutations), (&b.value, &b.mutations));
        }
        let other = Instances::new(document(), URI, 43).unwrap();
        assert!(first.iter().zip(other).any(|(a, b)| a.value != b.value));
        for case in &first {
            digest(&case.value, &mut hash);
            case.mutations
                .iter()
                .for_each(|note| digest(&json!(note), &mut hash));
        }
    }
    // Any change to how instances are made changes this number; a feature of serde_json must not.
    assert_eq!(hash, SEQUENCE, "the sequence is now {hash:#x}");
}

/// The digest of the sequences for [`others`].
const SEQUENCE: u64 = 0xc9a9_4df5_8b83_5c56;

/// How deep `value` nests.
fn depth(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn instances_survive_as_text() {
    let schema =
        json!({"properties": {"any": true, "n": {"type": "number"}}, "required": ["any", "n"]});
    let mut deepest = 0;
    for case in Instances::new([(URI.to_owned(), schema)], URI, 5)
        .unwrap()
        .take(5_000)
    {
        let text = case.value.to_string();
        let parsed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(parsed, case.value);
        deepest = deepest.max(depth(&case.value));
    }
    // `serde_json` refuses 128 levels.
    assert!((90..128).contains(&deepest), "{deepest}");
}

#[test]
fn faults_are_of_many_kinds() {
    let documents = published("v1.3");
    let Some((root, _)) = documents
        .iter()
        .find(|document| document.0.contains("lead-submit-request"))
    else {
        return;
    };
    let cases = Instances::new(documents.clone(), root, 9)
        .unwrap()
        .take(5_000);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut counts = [0; 6];
    for case in cases {
        counts[case.mutations.len()] += 1;
        for note in &case.mutations {
            let (what, _) = note.split_once(" at \"").unwrap();
            *kinds.entry(what.to_owned()).or_default() += 1;
        }
    }
    assert!(kinds.len() >= 35, "{kinds:#?}");
    assert!(kinds.values().all(|count| *count > 1), "{kinds:#?}");
    assert!(
        (1_500..1_900).contains(&counts[0]) && counts[1..].iter().all(|n| *n > 100),
        "{counts:?}"
    );
}

#[test]
fn a_missing_document_is_an_error() {
    let schema = json!({"properties": {"a": {"$ref": "other.json"}}});
    let error = Instances::new([(URI.to_owned(), schema)], URI, 0).unwrap_err();
    assert!(error.contains("https://example.test/other.json"), "{error}");
}

const URI: &str = "https://example.test/schema.json";

/// Schemas with the keywords that the published ones do not use.
pub(super) fn others() -> Vec<Value> {
    vec![
        json!({"exclusiveMinimum": 0, "exclusiveMaximum": 10, "multipleOf": 0.5, "type": "number"}),
        json!({"type": "integer", "multipleOf": 5, "minimum": -20, "maximum": 20}),
        json!({"minProperties": 1, "maxProperties": 3, "propertyNames": {"pattern": "^[a-c]{1,2}$"}}),
        json!({
            "type": "object", "properties": {"a": {"type": "integer"}},
            "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false,
        }),
        json!({
            "properties": {"a": true, "b": true, "c": {"type": "string"}},
            "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": {"required": ["c"]}},
        }),
        json!({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"type": "null"}, "minItems": 1}),
        json!({"type": "array", "contains": {"type": "integer", "minimum": 5}, "minContains": 2, "maxContains": 3}),
        json!({"type": "array", "items": {"type": "object", "properties": {"n": {"type": "number"}}}, "uniqueItems": true}),
        json!({
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]},
                {"type": "object", "properties": {"kind": {"const": "rect"}, "w": {"type": "number"}}, "required": ["kind", "w"]},
            ],
        }),
        json!({"type": "object", "properties": {"in": {"type": "string"}, "out": {"type": "string"}}, "not": {"required": ["in", "out"]}}),
        json!({
            "type": "object", "properties": {"v": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
            "required": ["v"], "additionalProperties": false,
        }),
        json!({
            "if": {"properties": {"k": {"const": "a"}}, "required": ["k"]},
            "then": {"properties": {"v": {"type": "integer", "maximum": 3}}},
            "else": {"properties": {"v": {"type": "string", "maxLength": 3}}},
            "required": ["v"], "properties": {"k": {"enum": ["a", "b", null, 1]}},
        }),
        json!({"const": {"a": [1, 2.5]}}),
        json!({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"minLength": 2}, "b": {"maxLength": 4, "type": "string"}}}),
    ]
}
