//! `skills.yaml`: a contract's identity and its skills.

use std::collections::BTreeSet;

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// What `skills.yaml` says, as far as it is carried over.
#[derive(Debug, Default)]
pub struct Published {
    /// The version, in the file's own words.
    pub version: String,
    /// What pins the contract on an agent card.
    pub extension_uri: String,
    /// Where the schemas stand.
    pub schema_base_url: String,
    /// The skills.
    pub skills: Vec<Skill>,
    /// Members that have no place in `contract.toml`.
    pub ignored: BTreeSet<String>,
}

/// A skill.
#[derive(Clone, Debug, Default)]
pub struct Skill {
    /// The identifier.
    pub id: String,
    /// A name for people.
    pub name: String,
    /// What the skill does.
    pub description: String,
    /// Words for the agent card.
    pub tags: Vec<String>,
    /// The request's schema file.
    pub request_schema: String,
    /// The response's schema file.
    pub response_schema: String,
    /// The request's `type`.
    pub request_type: String,
    /// The response's `type`.
    pub response_type: String,
    /// The request's media type.
    pub request_media_type: String,
    /// The response's media type.
    pub response_media_type: String,
}

impl Skill {
    /// The MCP tool's name, which follows from the identifier.
    pub fn mcp_tool(&self) -> String {
        format!("aap_{}", self.id.replace('.', "_"))
    }
}

const KNOWN: &[&str] = &["version", "extension_uri", "schema_base_url", "skills"];

const KNOWN_OF_SKILL: &[&str] = &[
    "id",
    "name",
    "description",
    "tags",
    "request_schema",
    "response_schema",
    "request_type",
    "response_type",
    "media_type_request",
    "media_type_response",
];

type Node<'a> = MarkedYaml<'a>;

/// Reads the file; what is wrong with it goes to the problems, each with its line.
pub fn parse(file: &str, text: &str, problems: &mut Vec<String>) -> Published {
    let mut reader = Reader { file, problems };
    let documents = match Node::load_from_str(text) {
        Ok(documents) => documents,
        Err(error) => {
            let line = error.marker().line();
            let message = format!("is no usable YAML: {}", error.info());
            reader.problem(line, &message);
            return Published::default();
        }
    };
    let [document] = documents.as_slice() else {
        let message = format!("expected one YAML document, found {}", documents.len());
        reader.problem(1, &message);
        return Published::default();
    };
    let mut published = Published::default();
    reader.unknown(document, KNOWN, "", &mut published.ignored);
    published.version = reader.text(document, "version");
    published.extension_uri = reader.text(document, "extension_uri");
    published.schema_base_url = reader.text(document, "schema_base_url");
    let skills = reader.list(document, "skills");
    for skill in skills {
        reader.unknown(skill, KNOWN_OF_SKILL, "skills[].", &mut published.ignored);
        published.skills.push(reader.skill(skill));
    }
    published
}

struct Reader<'a> {
    file: &'a str,
    problems: &'a mut Vec<String>,
}

impl Reader<'_> {
    fn problem(&mut self, line: usize, message: &str) {
        self.problems
            .push(format!("{} line {line}: {message}", self.file));
    }

    fn skill(&mut self, node: &Node<'_>) -> Skill {
        let tags = match node.data.as_mapping_get("tags") {
            None => Vec::new(),
            Some(_) => self
                .list(node, "tags")
                .iter()
                .map(|tag| self.scalar(tag, "tags"))
                .collect(),
        };
        Skill {
            id: self.text(node, "id"),
            name: self.text(node, "name"),
            description: self.text(node, "description"),
            tags,
            request_schema: self.text(node, "request_schema"),
            response_schema: self.text(node, "response_schema"),
            request_type: self.text(node, "request_type"),
            response_type: self.text(node, "response_type"),
            request_media_type: self.text(node, "media_type_request"),
            response_media_type: self.text(node, "media_type_response"),
        }
    }

    fn text(&mut self, node: &Node<'_>, name: &str) -> String {
        match self.member(node, name) {
            Some(value) => self.scalar(value, name),
            None => String::new(),
        }
    }

    fn list<'n, 'a>(&mut self, node: &'n Node<'a>, name: &str) -> &'n [Node<'a>] {
        let Some(value) = self.member(node, name) else {
            return &[];
        };
        match &value.data {
            YamlData::Sequence(elements) => elements,
            _ => {
                self.problem(line(value), &format!("{name}: expected a list"));
                &[]
            }
        }
    }

    fn member<'n, 'a>(&mut self, node: &'n Node<'a>, name: &str) -> Option<&'n Node<'a>> {
        let found = match &node.data {
            YamlData::Mapping(_) => node.data.as_mapping_get(name),
            _ => None,
        };
        if found.is_none() {
            self.problem(line(node), &format!("expected a member {name:?}"));
        }
        found
    }

    fn scalar(&mut self, node: &Node<'_>, name: &str) -> String {
        match &node.data {
            YamlData::Value(Scalar::String(text)) => text.clone().into_owned(),
            // `version: 1.10` would be the number 1.1.
            other => {
                let found = match other {
                    YamlData::Value(Scalar::Null) => "nothing",
                    YamlData::Value(Scalar::Boolean(_)) => "a boolean; put it in quotes",
                    YamlData::Value(_) => "a number; put it in quotes",
                    YamlData::Sequence(_) => "a list",
                    YamlData::Mapping(_) => "a mapping",
                    _ => "something else",
                };
                self.problem(
                    line(node),
                    &format!("{name}: expected a text, found {found}"),
                );
                String::new()
            }
        }
    }

    fn unknown(
        &mut self,
        node: &Node<'_>,
        known: &[&str],
        prefix: &str,
        ignored: &mut BTreeSet<String>,
    ) {
        let YamlData::Mapping(members) = &node.data else {
            return;
        };
        for (key, _) in members {
            match &key.data {
                YamlData::Value(Scalar::String(name)) if known.contains(&&**name) => {}
                YamlData::Value(Scalar::String(name)) => {
                    ignored.insert(format!("{prefix}{name}"));
                }
                _ => self.problem(line(key), "expected a text as a member's name"),
            }
        }
    }
}

fn line(node: &Node<'_>) -> usize {
    node.span.start.line()
}
