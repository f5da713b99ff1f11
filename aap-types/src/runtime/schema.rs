//! Constraint tables: one [`Rule`] for each keyword of a JSON Schema.

use super::decode::Decode;
use super::encode::Encode;
use super::format::Format;
use super::outline::Outline;
use super::pattern::Pattern;
use super::properties::Properties;

/// A generated type and the table of its constraints.
pub trait Model: Encode + for<'de> Decode<'de> + Described {
    /// The type's schema.
    fn schema() -> &'static Schema;

    /// Whether the schema's demands hold that reading a value leaves open.
    fn conforms(&self) -> bool {
        true
    }
}

/// What every generated type has besides: `schemars::JsonSchema`, where that feature is on.
#[cfg(feature = "schemars")]
pub use schemars::JsonSchema as Described;

/// What every generated type has besides: `schemars::JsonSchema`, where that feature is on.
#[cfg(not(feature = "schemars"))]
pub trait Described {}

#[cfg(not(feature = "schemars"))]
impl<T> Described for T {}

/// A JSON Schema as data: every rule must hold.
#[derive(Debug)]
pub struct Schema {
    rules: &'static [Rule],
    branches: bool,
    outline: Outline,
}

/// A schema of these rules.
#[allow(non_snake_case, reason = "reads like the struct that it makes")]
#[must_use]
pub const fn Schema(rules: &'static [Rule]) -> Schema {
    let mut branches = false;
    let mut index = 0;
    while index < rules.len() {
        branches |= rules[index].branches();
        index += 1;
    }
    Schema {
        rules,
        branches,
        outline: Outline::of(rules),
    }
}

impl Schema {
    /// The schema that every instance satisfies.
    pub const TRUE: Schema = Schema(&[]);
    /// The schema that no instance satisfies.
    pub const FALSE: Schema = Schema(&[Rule::False]);

    /// The keywords, in the order in which they are checked.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &'static [Rule] {
        self.rules
    }

    /// Whether a rule applies other schemas to the same instance.
    #[must_use]
    pub fn branches(&self) -> bool {
        self.branches
    }

    /// What can be told without going through the rules.
    #[inline]
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Whether a number that is checked by this schema may have to fit into a Rust type.
    #[inline]
    #[must_use]
    pub fn may_hold(&self) -> bool {
        self.branches || self.outline.holds()
    }

    /// Whether this is the schema `false`.
    #[must_use]
    pub fn is_false(&self) -> bool {
        matches!(self.rules, [Rule::False])
    }
}

impl Rule {
    /// The keyword that a fault of the rule itself breaks.
    #[must_use]
    pub const fn keyword(&self) -> &'static str {
        match self {
            Rule::False => "falseSchema",
            Rule::Ref(_) => "$ref",
            Rule::Type(_) => "type",
            Rule::Enum(_) => "enum",
            Rule::Const(_) => "const",
            Rule::Minimum(_) => "minimum",
            Rule::Maximum(_) => "maximum",
            Rule::ExclusiveMinimum(_) => "exclusiveMinimum",
            Rule::ExclusiveMaximum(_) => "exclusiveMaximum",
            Rule::MultipleOf(_) => "multipleOf",
            Rule::MinLength(_) => "minLength",
            Rule::MaxLength(_) => "maxLength",
            Rule::Pattern(_) => "pattern",
            Rule::Format(_) => "format",
            Rule::MinItems(_) => "minItems",
            Rule::MaxItems(_) => "maxItems",
            Rule::UniqueItems => "uniqueItems",
            Rule::Items { .. } => "items",
            Rule::Contains { .. } => "contains",
            Rule::Required(_) => "required",
            Rule::MinProperties(_) => "minProperties",
            Rule::MaxProperties(_) => "maxProperties",
            Rule::PropertyNames(_) => "propertyNames",
            Rule::DependentRequired(_) => "dependentRequired",
            Rule::DependentSchemas(_) => "dependentSchemas",
            Rule::Properties(_) => "properties",
            Rule::OnlyProperties(_) | Rule::Members(_) => "additionalProperties",
            Rule::AllOf(_) => "allOf",
            Rule::AnyOf(_) => "anyOf",
            Rule::OneOf(_) => "oneOf",
            Rule::Not(_) => "not",
            Rule::If { .. } => "if",
            Rule::Holds(_) => "",
        }
    }

    /// The members that the rule declares.
    #[must_use]
    pub const fn properties(&self) -> Option<&'static Properties> {
        match self {
            Rule::Properties(properties) | Rule::OnlyProperties(properties) => Some(properties),
            Rule::Members(members) => Some(members.properties),
            _ => None,
        }
    }

    /// Whether the rule applies other schemas to the same instance.
    pub(super) const fn branches(&self) -> bool {
        matches!(
            self,
            Rule::Ref(_)
                | Rule::AllOf(_)
                | Rule::AnyOf(_)
                | Rule::OneOf(_)
                | Rule::Not(_)
                | Rule::If { .. }
                | Rule::DependentSchemas(_)
        )
    }
}

/// One keyword, or a group of keywords that depend on each other.
#[derive(Debug)]
pub enum Rule {
    /// The boolean schema `false`.
    False,
    /// `$ref`.
    Ref(&'static Schema),
    /// `type`.
    Type(Types),
    /// `enum`.
    Enum(&'static [Literal]),
    /// `const`.
    Const(Literal),
    /// `minimum`.
    Minimum(Number),
    /// `maximum`.
    Maximum(Number),
    /// `exclusiveMinimum`.
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`.
    ExclusiveMaximum(Number),
    /// `multipleOf`.
    MultipleOf(Number),
    /// `minLength`, in code points.
    MinLength(usize),
    /// `maxLength`, in code points.
    MaxLength(usize),
    /// `pattern`.
    Pattern(&'static Pattern),
    /// `format`, asserted.
    Format(Format),
    /// `minItems`.
    MinItems(usize),
    /// `maxItems`.
    MaxItems(usize),
    /// `uniqueItems: true`.
    UniqueItems,
    /// `prefixItems` and `items`.
    Items {
        /// Schemas of the leading elements.
        prefix: &'static [&'static Schema],
        /// Schema of every element after those.
        rest: &'static Schema,
    },
    /// `contains` with its counts.
    Contains {
        /// What a counted element satisfies.
        schema: &'static Schema,
        /// `minContains`; without it one element is needed.
        min: Option<usize>,
        /// `maxContains`.
        max: Option<usize>,
    },
    /// `required`.
    Required(&'static [&'static str]),
    /// `minProperties`.
    MinProperties(usize),
    /// `maxProperties`.
    MaxProperties(usize),
    /// `propertyNames`.
    PropertyNames(&'static Schema),
    /// `dependentRequired`.
    DependentRequired(&'static [(&'static str, &'static [&'static str])]),
    /// `dependentSchemas`.
    DependentSchemas(&'static [(&'static str, &'static Schema)]),
    /// `properties` where other members are free.
    Properties(&'static Properties),
    /// `properties` with `additionalProperties: false`.
    OnlyProperties(&'static Properties),
    /// `properties`, `patternProperties` and `additionalProperties`.
    Members(Members),
    /// `allOf`.
    AllOf(&'static [&'static Schema]),
    /// `anyOf`.
    AnyOf(&'static [&'static Schema]),
    /// `oneOf`.
    OneOf(&'static [&'static Schema]),
    /// `not`.
    Not(&'static Schema),
    /// `if`, `then` and `else`.
    If {
        /// The condition.
        condition: &'static Schema,
        /// What holds where the condition does.
        then: &'static Schema,
        /// What holds elsewhere.
        otherwise: &'static Schema,
    },
    /// Not a keyword: the Rust type in which the number ends up.
    Holds(Holds),
}

/// A declared member and its schema.
pub type Property = (&'static str, &'static Schema);

/// `properties`, `patternProperties` and `additionalProperties` of one schema.
#[derive(Debug)]
pub struct Members {
    /// `properties`.
    pub properties: &'static Properties,
    /// `patternProperties`.
    pub patterns: &'static [(&'static Pattern, &'static Schema)],
    /// `additionalProperties`.
    pub additional: &'static Schema,
}

/// The Rust type that holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// `u64`.
    U64,
    /// `i64`.
    I64,
    /// `f64`.
    F64,
    /// `i64` where that is exact, else `f64`.
    I64OrF64,
}

/// A number of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer.
    Integer(i128),
    /// Any other number, in JSON's spelling.
    Decimal(&'static str),
}

/// A JSON value of a schema (`const`, `enum`).
#[derive(Debug)]
pub enum Literal {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(&'static str),
    /// An array.
    Array(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
}

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// The type of a value, a number's being [`NUMBER`](Self::NUMBER).
    #[inline]
    #[must_use]
    pub const fn of(value: &serde_json::Value) -> Types {
        match value {
            serde_json::Value::Null => Types::NULL,
            serde_json::Value::Bool(_) => Types::BOOLEAN,
            serde_json::Value::Number(_) => Types::NUMBER,
            serde_json::Value::String(_) => Types::STRING,
            serde_json::Value::Array(_) => Types::ARRAY,
            serde_json::Value::Object(_) => Types::OBJECT,
        }
    }

    // The bits are in the order of the variants of `Value`, which makes a shift of `of`.
    /// No type at all.
    pub const NONE: Types = Types(0);
    /// `null`.
    pub const NULL: Types = Types(1);
    /// `boolean`.
    pub const BOOLEAN: Types = Types(2);
    /// `object`.
    pub const OBJECT: Types = Types(32);
    /// `array`.
    pub const ARRAY: Types = Types(16);
    /// `number`; includes every integer.
    pub const NUMBER: Types = Types(4);
    /// `string`.
    pub const STRING: Types = Types(8);
    /// `integer`: a number without a fraction, `1.0` included.
    pub const INTEGER: Types = Types(64);

    const NAMES: [(Types, &'static str); 7] = [
        (Types::NULL, "null"),
        (Types::BOOLEAN, "boolean"),
        (Types::OBJECT, "object"),
        (Types::ARRAY, "array"),
        (Types::NUMBER, "number"),
        (Types::STRING, "string"),
        (Types::INTEGER, "integer"),
    ];

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Whether every type of `other` is in this set.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// The types that are in both sets.
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// The types that are in this set alone.
    #[must_use]
    pub const fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    /// The names of the types, as a schema spells them.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES
            .into_iter()
            .filter(move |(one, _)| self.contains(*one))
            .map(|(_, name)| name)
    }
}
