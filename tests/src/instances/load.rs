//! From schema documents to a [`Graph`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::formats::Format;
use super::graph::{Graph, Id, Node, Types, types};
use super::pattern::Pattern;
use super::tree::{Tree, integer};
use super::uri::{percent_decode, resolve};
use crate::subschemas;

/// Prepares the schema at `root_uri`, and all it refers to.
pub(super) fn load(documents: &[(String, Value)], root_uri: &str) -> Result<Graph, String> {
    let mut loader = Loader::default();
    let mut words = Words::default();
    for (uri, document) in documents {
        let base = uri.trim_end_matches('#');
        loader
            .resources
            .insert(base.to_owned(), (document, base.to_owned()));
        loader.index(document, base);
        words.collect(document);
    }
    let root = loader.reference(root_uri)?;
    Ok(Graph {
        nodes: loader.nodes,
        root,
        vocabulary: words.vocabulary.into_iter().collect(),
        names: words.names.into_iter().collect(),
        #[cfg(test)]
        addresses: {
            let mut known: Vec<_> = loader.known.into_iter().map(|(at, id)| (id, at)).collect();
            known.sort_unstable();
            known.into_iter().map(|(_, at)| at).collect()
        },
    })
}

#[derive(Default)]
struct Words {
    vocabulary: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Words {
    fn collect(&mut self, schema: &Value) {
        let alternatives = schema
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        for value in alternatives.chain(schema.get("const")) {
            self.vocabulary.extend(value.as_str().map(str::to_owned));
        }
        if let Some(Value::Object(members)) = schema.get("properties") {
            self.names.extend(members.keys().cloned());
        }
        for (_, inner) in subschemas::of(schema) {
            self.collect(inner);
        }
    }
}

#[derive(Default)]
struct Loader<'d> {
    /// By URI: the schema, and the base URI around it.
    resources: BTreeMap<String, (&'d Value, String)>,
    /// By URI with fragment: the same.
    anchors: BTreeMap<String, (&'d Value, String)>,
    nodes: Vec<Node>,
    /// By address of the schema in the documents.
    known: HashMap<usize, Id>,
}

impl<'d> Loader<'d> {
    /// Notes the resources and anchors in `schema`.
    fn index(&mut self, schema: &'d Value, base: &str) {
        let own = own_base(schema, base);
        if own != base {
            self.resources
                .insert(own.clone(), (schema, base.to_owned()));
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = schema.get(keyword).and_then(Value::as_str) {
                self.anchors
                    .insert(format!("{own}#{name}"), (schema, base.to_owned()));
            }
        }
        for (_, inner) in subschemas::of(schema) {
            self.index(inner, &own);
        }
    }

    /// The schema at an absolute URI.
    fn reference(&mut self, uri: &str) -> Result<Id, String> {
        let (resource, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let fragment = percent_decode(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            let (schema, base) = self
                .anchors
                .get(&format!("{resource}#{fragment}"))
                .ok_or_else(|| format!("{uri}: there is no such anchor"))?
                .clone();
            return self.schema(schema, &base);
        }
        let (mut schema, mut base) = self
            .resources
            .get(resource)
            .ok_or_else(|| format!("{uri} is not among the documents"))?
            .clone();
        // A schema takes care of its own `$id`; those on the way to it count here.
        for token in fragment.split('/').skip(1) {
            base = own_base(schema, &base);
            let token = token.replace("~1", "/").replace("~0", "~");
            let inner = match schema {
                Value::Object(members) => members.get(&token),
                Value::Array(items) => token.parse().ok().and_then(|index: usize| items.get(index)),
                _ => None,
            };
            schema = inner.ok_or_else(|| format!("{uri} leads nowhere"))?;
        }
        self.schema(schema, &base)
    }

    fn schema(&mut self, schema: &'d Value, base: &str) -> Result<Id, String> {
        let address = std::ptr::from_ref(schema) as usize;
        if let Some(id) = self.known.get(&address) {
            return Ok(*id);
        }
        let id = self.nodes.len();
        self.known.insert(address, id);
        self.nodes.push(Node::default());
        let node = match schema {
            Value::Bool(allowed) => Node {
                never: !allowed,
                ..Node::default()
            },
            Value::Object(keywords) => self.keywords(keywords, &own_base(schema, base))?,
            _ => return Err(format!("{base}: {schema} is not a schema")),
        };
        self.nodes[id] = node;
        Ok(id)
    }

    fn keywords(&mut self, keywords: &'d Map<String, Value>, base: &str) -> Result<Node, String> {
        let mut node = Node::default();
        read_values(keywords, &mut node);
        read_numbers(keywords, &mut node);
        node.min_length = size(keywords, "minLength").unwrap_or(0);
        node.max_length = size(keywords, "maxLength").unwrap_or(usize::MAX);
        node.format = text(keywords, "format").map(Format::named);
        node.has_pattern = keywords.contains_key("pattern");
        node.pattern = text(keywords, "pattern").and_then(Pattern::parse);
        self.read_array(keywords, base, &mut node)?;
        self.read_object(keywords, base, &mut node)?;
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(reference) = text(keywords, keyword) {
                node.all.push(self.reference(&resolve(base, reference))?);
            }
        }
        node.all.extend(self.list(keywords, "allOf", base)?);
        node.any = self.list(keywords, "anyOf", base)?;
        node.one = self.list(keywords, "oneOf", base)?;
        node.not = self.one(keywords, "not", base)?;
        if let Some(test) = self.one(keywords, "if", base)? {
            let then = self.one(keywords, "then", base)?;
            node.condition = Some((test, then, self.one(keywords, "else", base)?));
        }
        node.about = about(keywords);
        Ok(node)
    }

    fn read_array(
        &mut self,
        keywords: &'d Map<String, Value>,
        base: &str,
        node: &mut Node,
    ) -> Result<(), String> {
        node.min_items = size(keywords, "minItems").unwrap_or(0);
        node.max_items = size(keywords, "maxItems").unwrap_or(usize::MAX);
        node.unique = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        node.prefix = self.list(keywords, "prefixItems", base)?;
        let unevaluated = self.one(keywords, "unevaluatedItems", base)?;
        node.items = self.one(keywords, "items", base)?;
        node.closed_items = node
            .items
            .or(unevaluated)
            .is_some_and(|id| self.nodes[id].never);
        if let Some(id) = self.one(keywords, "contains", base)? {
            let low = size(keywords, "minContains").unwrap_or(1);
            let high = size(keywords, "maxContains").unwrap_or(usize::MAX);
            node.contains = Some((id, low, high));
        }
        Ok(())
    }

    fn read_object(
        &mut self,
        keywords: &'d Map<String, Value>,
        base: &str,
        node: &mut Node,
    ) -> Result<(), String> {
        node.min_members = size(keywords, "minProperties").unwrap_or(0);
        node.max_members = size(keywords, "maxProperties").unwrap_or(usize::MAX);
        node.members = self.map(keywords, "properties", base)?;
        for (pattern, id) in self.map(keywords, "patternProperties", base)? {
            node.patterns
                .extend(Pattern::parse(&pattern).map(|pattern| (pattern, id)));
        }
        let unevaluated = self.one(keywords, "unevaluatedProperties", base)?;
        node.additional = self
            .one(keywords, "additionalProperties", base)?
            .or(unevaluated);
        node.names = self.one(keywords, "propertyNames", base)?;
        node.required = keywords.get("required").map(strings).unwrap_or_default();
        if let Some(Value::Object(entries)) = keywords.get("dependentRequired") {
            node.dependent_required = entries
                .iter()
                .map(|(name, needs)| (name.clone(), strings(needs)))
                .collect();
            node.dependent_required.sort();
        }
        node.dependent = self.map(keywords, "dependentSchemas", base)?;
        Ok(())
    }

    fn one(
        &mut self,
        keywords: &'d Map<String, Value>,
        keyword: &str,
        base: &str,
    ) -> Result<Option<Id>, String> {
        keywords
            .get(keyword)
            .map(|schema| self.schema(schema, base))
            .transpose()
    }

    fn list(
        &mut self,
        keywords: &'d Map<String, Value>,
        keyword: &str,
        base: &str,
    ) -> Result<Vec<Id>, String> {
        let schemas = keywords.get(keyword).and_then(Value::as_array);
        schemas
            .into_iter()
            .flatten()
            .map(|schema| self.schema(schema, base))
            .collect()
    }

    fn map(
        &mut self,
        keywords: &'d Map<String, Value>,
        keyword: &str,
        base: &str,
    ) -> Result<Vec<(String, Id)>, String> {
        let mut members: Vec<_> = keywords
            .get(keyword)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .collect();
        members.sort_unstable_by(|a, b| a.0.cmp(b.0));
        members
            .into_iter()
            .map(|(name, s)| Ok((name.clone(), self.schema(s, base)?)))
            .collect()
    }
}

/// The base URI in `schema`, given the one around it.
fn own_base(schema: &Value, base: &str) -> String {
    match schema.get("$id").and_then(Value::as_str) {
        Some(id) => resolve(base, id).trim_end_matches('#').to_owned(),
        None => base.to_owned(),
    }
}

fn text<'d>(keywords: &'d Map<String, Value>, keyword: &str) -> Option<&'d str> {
    keywords.get(keyword).and_then(Value::as_str)
}

fn strings(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A keyword that counts something; it may be written `2.0`.
fn size(keywords: &Map<String, Value>, keyword: &str) -> Option<usize> {
    keywords
        .get(keyword)
        .and_then(Value::as_f64)
        .map(|count| count as usize)
}

fn read_values(keywords: &Map<String, Value>, node: &mut Node) {
    if let Some(names) = keywords.get("type") {
        let one = std::slice::from_ref(names);
        node.types = names
            .as_array()
            .map_or(one, Vec::as_slice)
            .iter()
            .filter_map(Value::as_str)
            .fold(0, |all, name| all | named_type(name));
    }
    if let Some(Value::Array(values)) = keywords.get("enum") {
        node.values = Some(values.iter().map(Tree::from_value).collect());
    }
    if let Some(value) = keywords.get("const") {
        let value = Tree::from_value(value);
        let listed = node
            .values
            .as_ref()
            .is_none_or(|values| values.contains(&value));
        node.values = Some(if listed { vec![value] } else { Vec::new() });
    }
    if let Some(Value::Array(examples)) = keywords.get("examples") {
        node.examples = examples.iter().map(Tree::from_value).collect();
    }
}

fn named_type(name: &str) -> Types {
    match name {
        "null" => types::NULL,
        "boolean" => types::BOOLEAN,
        "integer" => types::INTEGER,
        "number" => types::NUMBER,
        "string" => types::STRING,
        "array" => types::ARRAY,
        "object" => types::OBJECT,
        _ => 0,
    }
}

fn read_numbers(keywords: &Map<String, Value>, node: &mut Node) {
    for (keyword, open) in [("minimum", false), ("exclusiveMinimum", true)] {
        let Some((value, exact)) = number(keywords, keyword) else {
            continue;
        };
        node.least = node
            .least
            .max(exact.map_or(value.ceil() as i128, |n| n + i128::from(open)));
        if node
            .minimum
            .is_none_or(|(bound, _)| value > bound || (open && value == bound))
        {
            node.minimum = Some((value, open));
        }
    }
    for (keyword, open) in [("maximum", false), ("exclusiveMaximum", true)] {
        let Some((value, exact)) = number(keywords, keyword) else {
            continue;
        };
        let greatest = exact.map_or(value.floor() as i128, |n| n - i128::from(open));
        node.greatest = node.greatest.min(greatest);
        if node
            .maximum
            .is_none_or(|(bound, _)| value < bound || (open && value == bound))
        {
            node.maximum = Some((value, open));
        }
    }
    node.step = number(keywords, "multipleOf")
        .map(|(step, _)| step)
        .filter(|step| *step > 0.0);
}

/// A number, and its exact value if it is an integer.
fn number(keywords: &Map<String, Value>, keyword: &str) -> Option<(f64, Option<i128>)> {
    let Some(Value::Number(number)) = keywords.get(keyword) else {
        return None;
    };
    let value = number.as_f64()?;
    let whole = || (value.fract() == 0.0).then_some(value as i128);
    Some((value, integer(number).or_else(whole)))
}

/// The types that the keywords of a schema are about.
fn about(keywords: &Map<String, Value>) -> Types {
    let of = |list: &[&str], types: Types| {
        if list.iter().any(|keyword| keywords.contains_key(*keyword)) {
            types
        } else {
            0
        }
    };
    of(
        &["minLength", "maxLength", "pattern", "format"],
        types::STRING,
    ) | of(
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
        types::NUMBER,
    ) | of(
        &[
            "items",
            "prefixItems",
            "contains",
            "minItems",
            "maxItems",
            "uniqueItems",
            "unevaluatedItems",
        ],
        types::ARRAY,
    ) | of(
        &[
            "properties",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "required",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
        ],
        types::OBJECT,
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tree::Tree;
    use super::load;

    #[test]
    fn follows_references() {
        let documents = [
            (
                "https://a.test/root.json".to_owned(),
                json!({
                    "properties": {
                        "file": {"$ref": "./part.json#/$defs/x~1y"},
                        "id": {"$ref": "inner/"},
                        "anchor": {"$ref": "#here"},
                        "pointer": {"$ref": "#/$defs/a/properties/deep"},
                        "self": {"$ref": "#"},
                    },
                    "$defs": {
                        "a": {
                            "$id": "inner/",
                            "type": "integer",
                            "properties": {"deep": {"$ref": "b"}},
                        },
                        "b": {"$id": "inner/b", "type": "null"},
                        "c": {"$anchor": "here", "type": "array"},
                    },
                }),
            ),
            (
                "https://a.test/part.json".to_owned(),
                json!({"$defs": {"x/y": {"type": "string"}}}),
            ),
        ];
        let graph = load(&documents, "https://a.test/root.json").unwrap();
        let accepts = |text: &str| {
            let value = serde_json::from_str(text).unwrap();
            graph.accepts(graph.root, &Tree::from_value(&value))
        };
        for text in [
            r#"{"file": "x", "id": 1, "anchor": [], "pointer": null}"#,
            r#"{"self": {"self": {"id": 2.0}}}"#,
        ] {
            assert!(accepts(text), "{text}");
        }
        for text in [
            r#"{"file": 1}"#,
            r#"{"id": null}"#,
            r#"{"anchor": 1}"#,
            r#"{"pointer": 1}"#,
            r#"{"self": {"self": {"id": "2"}}}"#,
        ] {
            assert!(!accepts(text), "{text}");
        }
        assert!(load(&documents, "https://a.test/other.json").is_err());
        assert!(load(&documents, "https://a.test/part.json#/$defs/z").is_err());
        assert!(load(&documents, "https://a.test/part.json#z").is_err());
    }
}
