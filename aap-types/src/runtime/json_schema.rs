//! Constraint tables as JSON Schema, for the crate `schemars`.
//!
//! What comes out is made from the tables that instances are checked against, keyword by keyword.
//! A table that has a name in its contract is referred to, any other stands in place.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::format::Format;
use super::properties::Properties;
use super::schema::{Literal, Members, Number, Property, Rule, Schema, Types};

/// A table that is referred to by name.
#[derive(Debug)]
pub struct Table {
    schema: &'static Schema,
    subschema: fn(&mut SchemaGenerator) -> schemars::Schema,
}

/// The table of a type.
#[must_use]
pub const fn table<T: JsonSchema>(schema: &'static Schema) -> Table {
    Table {
        schema,
        subschema: SchemaGenerator::subschema_for::<T>,
    }
}

/// The whole schema of a type, in draft 2020-12.
#[must_use]
pub fn root<T: JsonSchema>() -> schemars::Schema {
    SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
}

/// The name of a contract's type among the definitions of a schema: that of the contract's module
/// and the type's own, since most contracts have types of the same names.
#[must_use]
pub fn name(module_path: &str, name: &str) -> String {
    let inside = module_path.split_once("::contracts::");
    match inside.and_then(|(_, module)| module.split("::").next()) {
        Some(contract) => format!("{contract}_{name}"),
        None => name.to_owned(),
    }
}

/// A table's keywords.
pub fn of_table(schema: &'static Schema, generator: &mut SchemaGenerator) -> schemars::Schema {
    Keywords::of(schema, crate::contracts::TABLES, generator)
}

/// The schema of a message: that of one of the payloads.
#[must_use]
pub fn one_of(payloads: Vec<schemars::Schema>) -> schemars::Schema {
    let payloads: Value = payloads
        .into_iter()
        .map(schemars::Schema::to_value)
        .collect();
    Map::from_iter([("oneOf".to_owned(), payloads)]).into()
}

/// The schema of the strings of a format.
fn of_format(format: Format) -> schemars::Schema {
    Map::from_iter([
        ("type".to_owned(), "string".into()),
        ("format".to_owned(), format.name().into()),
    ])
    .into()
}

macro_rules! texts {
    ($($name:ident: $format:ident),+) => {$(
        impl JsonSchema for crate::$name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("aap_types::", stringify!($name)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
                of_format(Format::$format)
            }
        }
    )+};
}

texts!(Timestamp: DateTime, Date: Date, Uri: Uri, Email: Email);

/// The keywords of one schema as they are put together.
struct Keywords<'a> {
    members: Map<String, Value>,
    /// What is referred to, contract by contract.
    tables: &'a [&'static [Table]],
    generator: &'a mut SchemaGenerator,
}

impl Keywords<'_> {
    fn of(
        schema: &'static Schema,
        tables: &[&'static [Table]],
        generator: &mut SchemaGenerator,
    ) -> schemars::Schema {
        if schema.is_false() {
            return false.into();
        }
        let mut keywords = Keywords {
            members: Map::new(),
            tables,
            generator,
        };
        for rule in schema.rules() {
            keywords.rule(rule);
        }
        if keywords.members.is_empty() {
            true.into()
        } else {
            keywords.members.into()
        }
    }

    /// A table inside another.
    fn subschema(&mut self, schema: &'static Schema) -> Value {
        let mut tables = self.tables.iter().copied().flatten();
        let schema = match tables.find(|table| std::ptr::eq(table.schema, schema)) {
            Some(table) => (table.subschema)(self.generator),
            None => Keywords::of(schema, self.tables, self.generator),
        };
        schema.to_value()
    }

    fn rule(&mut self, rule: &'static Rule) {
        match rule {
            Rule::False => self.set("not", Value::Bool(true)),
            Rule::Ref(target) => self.reference(target),
            Rule::Type(types) => self.set("type", type_names(*types)),
            Rule::Enum(values) => self.set("enum", values.iter().map(literal).collect::<Value>()),
            Rule::Const(value) => self.set("const", literal(value)),
            Rule::Minimum(bound) => self.set("minimum", number(*bound)),
            Rule::Maximum(bound) => self.set("maximum", number(*bound)),
            Rule::ExclusiveMinimum(bound) => self.set("exclusiveMinimum", number(*bound)),
            Rule::ExclusiveMaximum(bound) => self.set("exclusiveMaximum", number(*bound)),
            Rule::MultipleOf(divisor) => self.set("multipleOf", number(*divisor)),
            Rule::MinLength(count) => self.set("minLength", *count),
            Rule::MaxLength(count) => self.set("maxLength", *count),
            Rule::Pattern(pattern) => self.set("pattern", pattern.source()),
            Rule::Format(format) => self.set("format", format.name()),
            Rule::MinItems(count) => self.set("minItems", *count),
            Rule::MaxItems(count) => self.set("maxItems", *count),
            Rule::UniqueItems => self.set("uniqueItems", true),
            Rule::Items { prefix, rest } => {
                self.list("prefixItems", prefix);
                self.unless_true("items", rest);
            }
            Rule::Contains { schema, min, max } => {
                self.one("contains", schema);
                self.count("minContains", *min);
                self.count("maxContains", *max);
            }
            Rule::Required(names) => self.set("required", *names),
            Rule::MinProperties(count) => self.set("minProperties", *count),
            Rule::MaxProperties(count) => self.set("maxProperties", *count),
            Rule::PropertyNames(schema) => self.one("propertyNames", schema),
            Rule::DependentRequired(dependencies) => {
                let dependencies = dependencies
                    .iter()
                    .map(|(name, needed)| ((*name).to_owned(), Value::from(*needed)));
                self.set("dependentRequired", dependencies.collect::<Value>());
            }
            Rule::DependentSchemas(dependencies) => self.map("dependentSchemas", dependencies),
            Rule::Properties(properties) => self.properties(properties),
            Rule::OnlyProperties(properties) => {
                self.properties(properties);
                self.set("additionalProperties", false);
            }
            Rule::Members(members) => self.members(members),
            Rule::AllOf(branches) => {
                let branches = self.subschemas(branches);
                self.all_of(branches);
            }
            Rule::AnyOf(branches) => self.list("anyOf", branches),
            Rule::OneOf(branches) => self.list("oneOf", branches),
            Rule::Not(schema) => self.one("not", schema),
            Rule::If {
                condition,
                then,
                otherwise,
            } => {
                self.one("if", condition);
                self.unless_true("then", then);
                self.unless_true("else", otherwise);
            }
            // Says where the value ends up, not which values are valid.
            Rule::Holds(_) => {}
        }
    }

    fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.members.insert(keyword.to_owned(), value.into());
    }

    fn count(&mut self, keyword: &str, count: Option<usize>) {
        if let Some(count) = count {
            self.set(keyword, count);
        }
    }

    /// The target has a name, so that it comes out as nothing but a `$ref`; a generator that is
    /// set to have none puts all its keywords here instead, which must not mix with those around.
    fn reference(&mut self, target: &'static Schema) {
        match self.subschema(target) {
            Value::Object(target) if target.len() == 1 && target.contains_key("$ref") => {
                self.members.extend(target);
            }
            target => self.all_of(vec![target]),
        }
    }

    fn all_of(&mut self, branches: Vec<Value>) {
        let all = self
            .members
            .entry("allOf")
            .or_insert_with(|| Vec::<Value>::new().into());
        if let Value::Array(all) = all {
            all.extend(branches);
        }
    }

    fn one(&mut self, keyword: &str, schema: &'static Schema) {
        let schema = self.subschema(schema);
        self.set(keyword, schema);
    }

    fn unless_true(&mut self, keyword: &str, schema: &'static Schema) {
        let schema = self.subschema(schema);
        if schema != Value::Bool(true) {
            self.set(keyword, schema);
        }
    }

    fn subschemas(&mut self, schemas: &[&'static Schema]) -> Vec<Value> {
        schemas
            .iter()
            .map(|schema| self.subschema(schema))
            .collect()
    }

    fn list(&mut self, keyword: &str, schemas: &[&'static Schema]) {
        if !schemas.is_empty() {
            let schemas = self.subschemas(schemas);
            self.set(keyword, schemas);
        }
    }

    fn map(&mut self, keyword: &str, schemas: &[Property]) {
        if !schemas.is_empty() {
            let schemas = schemas.iter();
            let schemas: Value = schemas
                .map(|(name, schema)| ((*name).to_owned(), self.subschema(schema)))
                .collect();
            self.set(keyword, schemas);
        }
    }

    fn properties(&mut self, properties: &Properties) {
        self.map("properties", properties.entries());
        if !properties.required().is_empty() {
            self.set("required", properties.required());
        }
    }

    fn members(&mut self, members: &Members) {
        self.properties(members.properties);
        if !members.patterns.is_empty() {
            let patterns = members.patterns.iter();
            let patterns: Value = patterns
                .map(|(pattern, schema)| (pattern.source().to_owned(), self.subschema(schema)))
                .collect();
            self.set("patternProperties", patterns);
        }
        self.unless_true("additionalProperties", members.additional);
    }
}

fn type_names(types: Types) -> Value {
    let mut names: Vec<&str> = types.names().collect();
    match (names.pop(), names.is_empty()) {
        (Some(only), true) => only.into(),
        (last, _) => {
            names.extend(last);
            names.into()
        }
    }
}

fn number(value: Number) -> Value {
    match value {
        Number::Integer(integer) => parsed(&integer.to_string()),
        Number::Decimal(text) => parsed(text),
    }
}

/// The generator wrote the text from a number that it had read.
fn parsed(text: &str) -> Value {
    text.parse::<serde_json::Number>()
        .map_or(Value::Null, Value::Number)
}

fn literal(value: &Literal) -> Value {
    match value {
        Literal::Null => Value::Null,
        Literal::Bool(value) => (*value).into(),
        Literal::Number(value) => number(*value),
        Literal::String(text) => (*text).into(),
        Literal::Array(elements) => elements.iter().map(literal).collect(),
        Literal::Object(members) => members
            .iter()
            .map(|(name, value)| ((*name).to_owned(), literal(value)))
            .collect(),
    }
}

#[cfg(test)]
mod tests;
