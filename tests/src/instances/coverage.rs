//! Whether the instances of a schema violate, and satisfy, each of its assertions: not only as part
//! of a verdict, but wherever the assertion applies, also within `if`, `not`, `anyOf` or `contains`.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::Instances;
use super::graph::{Graph, Id};
use super::load::load;
use super::tests::published;
use super::tree::Tree;
use crate::oracle::Oracle;
use crate::subschemas;

/// One keyword of one schema.
#[derive(Clone)]
struct Assertion {
    /// URI and JSON Pointer of the keyword.
    at: String,
    keyword: String,
    oracle: Rc<Oracle>,
    violated: bool,
    satisfied: bool,
}

/// What is asserted by one schema, and the oracle for its `if`.
struct Schema {
    assertions: Vec<Assertion>,
    test: Option<Rc<Oracle>>,
}

/// The schemas of a set of documents, by their address in memory.
type Schemas = HashMap<usize, Schema>;

/// The assertions of the schemas that are reachable from a root, by node.
struct Coverage {
    graph: Graph,
    pending: HashMap<Id, Vec<Assertion>>,
    /// The schemas of conditions.
    tests: HashMap<Id, Rc<Oracle>>,
}

impl Coverage {
    fn new(documents: &[(String, Value)], schemas: &Schemas, root: &str) -> Self {
        let graph = load(documents, root).unwrap();
        let mut pending = HashMap::new();
        let mut tests = HashMap::new();
        for (id, address) in graph.addresses.iter().enumerate() {
            let schema = &schemas[address];
            pending.insert(id, schema.assertions.clone());
            if let Some((test, ..)) = graph.nodes[id].condition {
                tests.insert(test, Rc::clone(schema.test.as_ref().unwrap()));
            }
        }
        Self {
            graph,
            pending,
            tests,
        }
    }

    /// Notes what the value shows at the schema `id` and below.
    fn visit(&mut self, id: Id, value: &Value) {
        let mut schemas = Vec::new();
        self.applying(id, value, &mut schemas);
        for id in &schemas {
            for assertion in self.pending.get_mut(id).into_iter().flatten() {
                if is_about(&assertion.keyword, value) {
                    let verdict = assertion.oracle.verdict(value);
                    assertion.satisfied |= verdict;
                    assertion.violated |= !verdict;
                }
            }
            if let Some(list) = self.pending.get_mut(id) {
                list.retain(|assertion| !(assertion.violated && assertion.satisfied));
            }
        }
        for id in schemas {
            let mut inner = Vec::new();
            match value {
                Value::Array(items) => {
                    for (index, item) in items.iter().enumerate() {
                        let contains = self.graph.nodes[id].contains.map(|contains| contains.0);
                        let schemas = self.graph.element(id, index).into_iter().chain(contains);
                        inner.extend(schemas.map(|id| (id, item)));
                    }
                }
                Value::Object(members) => {
                    for (name, value) in members {
                        let mut schemas = Vec::new();
                        self.graph.member(id, name, &mut schemas);
                        inner.extend(schemas.into_iter().map(|id| (id, value)));
                    }
                }
                _ => {}
            }
            for (id, value) in inner {
                self.visit(id, value);
            }
            if let (Some(names), Value::Object(members)) = (self.graph.nodes[id].names, value) {
                for name in members.keys() {
                    self.visit(names, &json!(name));
                }
            }
        }
    }

    /// The schemas that apply to `value` where `id` does. `then` and `else` do if their condition
    /// says so.
    fn applying(&self, id: Id, value: &Value, found: &mut Vec<Id>) {
        found.push(id);
        let node = &self.graph.nodes[id];
        for id in node
            .all
            .iter()
            .chain(&node.any)
            .chain(&node.one)
            .chain(&node.not)
        {
            self.applying(*id, value, found);
        }
        for (name, id) in &node.dependent {
            if value.get(name).is_some() {
                self.applying(*id, value, found);
            }
        }
        if let Some((test, then, otherwise)) = node.condition {
            self.applying(test, value, found);
            let branch = if self.tests[&test].verdict(value) {
                then
            } else {
                otherwise
            };
            if let Some(id) = branch {
                self.applying(id, value, found);
            }
        }
    }

    /// What no instance has shown yet.
    fn missing(&self) -> Vec<String> {
        let mut missing: Vec<String> = self
            .pending
            .values()
            .flatten()
            .map(|assertion| {
                let what = match (assertion.violated, assertion.satisfied) {
                    (false, false) => "never applied",
                    (false, true) => "never violated",
                    _ => "never satisfied",
                };
                format!("{} {what}", assertion.at)
            })
            .collect();
        missing.sort();
        missing
    }

    fn is_complete(&self) -> bool {
        self.pending.values().all(Vec::is_empty)
    }
}

/// Every schema of `documents`.
fn schemas(documents: &[(String, Value)]) -> Schemas {
    let mut schemas = Schemas::new();
    let mut open: Vec<(String, &Value)> = documents
        .iter()
        .map(|(uri, document)| (format!("{uri}#"), document))
        .collect();
    while let Some((at, schema)) = open.pop() {
        for (pointer, inner) in subschemas::of(schema) {
            open.push((format!("{at}{pointer}"), inner));
        }
        let test = schema
            .get("if")
            .map(|_| Rc::new(Oracle::new(documents.to_vec(), &format!("{at}/if")).unwrap()));
        let assertions = assertions(documents, &at, schema);
        schemas.insert(
            std::ptr::from_ref(schema) as usize,
            Schema { assertions, test },
        );
    }
    schemas
}

const ASSERTIONS: &[&str] = &[
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "required",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "propertyNames",
    "additionalProperties",
    "anyOf",
    "oneOf",
    "not",
];

/// The assertions of one schema, each as a schema of its own.
fn assertions(documents: &[(String, Value)], at: &str, schema: &Value) -> Vec<Assertion> {
    let mut found = Vec::new();
    for keyword in ASSERTIONS {
        let Some(value) = schema.get(*keyword) else {
            continue;
        };
        // With a schema, it is that schema which asserts.
        if *keyword == "additionalProperties" && value != &json!(false) {
            continue;
        }
        let mut own = Map::new();
        own.insert((*keyword).to_owned(), value.clone());
        // Schemas inside keep their base URI by being referred to.
        let reference = |pointer: String| json!({ "$ref": format!("{at}/{pointer}") });
        match *keyword {
            "anyOf" | "oneOf" => {
                let count = value.as_array().unwrap().len();
                let branches = (0..count).map(|index| reference(format!("{keyword}/{index}")));
                own[*keyword] = branches.collect();
            }
            "not" | "propertyNames" | "contains" => {
                own[*keyword] = reference((*keyword).to_owned())
            }
            "minContains" => drop(own.insert("contains".into(), reference("contains".into()))),
            "maxContains" => {
                own.insert("contains".into(), reference("contains".into()));
                own.insert("minContains".into(), json!(0));
            }
            "additionalProperties" => {
                for other in ["properties", "patternProperties"] {
                    if let Some(members) = schema.get(other).and_then(Value::as_object) {
                        let open = members.keys().map(|name| (name.clone(), json!(true)));
                        own.insert(other.into(), Value::Object(open.collect()));
                    }
                }
            }
            _ => {}
        }
        let uri = "https://example.test/assertion";
        let own = (uri.to_owned(), Value::Object(own));
        let refers = own.1.to_string().contains("$ref");
        let others = if refers { documents } else { &[] };
        let oracle = Oracle::new(others.iter().cloned().chain([own]), uri).unwrap();
        found.push(Assertion {
            at: format!("{at}/{keyword}"),
            keyword: (*keyword).to_owned(),
            oracle: Rc::new(oracle),
            violated: false,
            satisfied: false,
        });
    }
    found
}

/// Whether the keyword says anything about values like this one.
fn is_about(keyword: &str, value: &Value) -> bool {
    match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            value.is_number()
        }
        "minLength" | "maxLength" | "pattern" | "format" => value.is_string(),
        "minItems" | "maxItems" | "uniqueItems" | "contains" | "minContains" | "maxContains" => {
            value.is_array()
        }
        "required"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "propertyNames"
        | "additionalProperties" => value.is_object(),
        _ => true,
    }
}

/// Errs with what `count` cases have not shown.
fn cover(
    documents: &[(String, Value)],
    schemas: &Schemas,
    root: &str,
    count: usize,
) -> Result<(), Vec<String>> {
    let mut coverage = Coverage::new(documents, schemas, root);
    let root_id = coverage.graph.root;
    for case in Instances::new(documents.to_vec(), root, 3)
        .unwrap()
        .take(count)
    {
        coverage.visit(root_id, &case.value);
        if coverage.is_complete() {
            return Ok(());
        }
    }
    Err(coverage.missing())
}

#[test]
fn every_assertion_of_published_schemas_is_violated_and_satisfied() {
    let documents = published("v1.3");
    let schemas = schemas(&documents);
    let mut missing = Vec::new();
    for (root, _) in &documents {
        if let Err(list) = cover(&documents, &schemas, root, 20_000) {
            missing.extend(list.into_iter().map(|at| format!("from {root}: {at}")));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_assertion_of_other_keywords_is_violated_and_satisfied() {
    let uri = "https://example.test/schema.json";
    for schema in super::tests::others() {
        let documents = [(uri.to_owned(), schema.clone())];
        if let Err(missing) = cover(&documents, &schemas(&documents), uri, 20_000) {
            panic!("{schema}: {missing:#?}");
        }
    }
}

#[test]
fn the_tree_and_the_value_are_the_same() {
    let value = json!({"b": [1, 1.5, "x", null, true], "a": {}});
    assert_eq!(Tree::from_value(&value).into_value(), value);
}
