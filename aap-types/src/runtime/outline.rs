//! What a schema says at a glance: of each JSON type, and of integers and lengths.

use super::properties::Declared;
use super::schema::{Literal, Number, Rule, Schema, Types};

/// A summary of a schema's rules, made when the table is compiled.
#[derive(Debug)]
pub struct Outline {
    /// Types of which every value is valid.
    valid: Types,
    /// Types of which no value is valid.
    invalid: Types,
    /// The rules after those that the types above stand for.
    rest: &'static [Rule],
    /// What decides about objects, if that is nothing but their members.
    members: Option<&'static Rule>,
    /// The members that this rule declares.
    declared: Option<Declared>,
    /// What decides about arrays, if that is nothing but each element.
    elements: Option<&'static Schema>,
    /// What decides about texts, if that is one rule.
    text: Option<&'static Rule>,
    /// The least and the greatest integer of those that are surely valid.
    integers: (i64, i64),
    /// Whether all others are not.
    bounded: bool,
    /// For each length in bytes, the last bit standing for longer ones: whether such a text may be
    /// valid.
    lengths: u64,
    /// Whether a number has to fit into a Rust type.
    holds: bool,
}

const ALL: Types = Types::NULL
    .or(Types::BOOLEAN)
    .or(Types::NUMBER)
    .or(Types::STRING)
    .or(Types::ARRAY)
    .or(Types::OBJECT);

impl Outline {
    /// The outline of a schema of these rules.
    #[must_use]
    pub const fn of(rules: &'static [Rule]) -> Outline {
        let mut outline = Outline {
            valid: ALL,
            invalid: Types::NONE,
            rest: rules,
            members: None,
            declared: None,
            elements: None,
            text: None,
            integers: (i64::MIN, i64::MAX),
            bounded: true,
            lengths: u64::MAX,
            holds: false,
        };
        if let [Rule::Type(_), rest @ ..] = rules {
            outline.rest = rest;
        }
        outline.members = match only(outline.rest, Types::OBJECT) {
            Some(rule @ (Rule::Properties(_) | Rule::OnlyProperties(_))) => Some(rule),
            _ => None,
        };
        outline.elements = match only(outline.rest, Types::ARRAY) {
            Some(Rule::Items { prefix: [], rest }) => Some(*rest),
            _ => None,
        };
        outline.text = only(outline.rest, Types::STRING);
        let mut index = 0;
        while index < rules.len() {
            outline.add(&rules[index]);
            index += 1;
        }
        if outline.refuses(Types::OBJECT) {
            outline.members = None;
        }
        if let Some(rule) = outline.members {
            outline.declared = Declared::by(rule);
        }
        if outline.refuses(Types::ARRAY) {
            outline.elements = None;
        }
        if outline.refuses(Types::NUMBER) {
            (outline.integers, outline.bounded) = (NO_INTEGER, true);
        }
        outline
    }

    const fn add(&mut self, rule: &Rule) {
        let (valid, open) = types(rule);
        self.valid = self.valid.and(valid);
        self.invalid = self.invalid.or(ALL.without(valid.or(open)));
        let (low, high) = self.integers;
        self.integers = match integers(rule) {
            Some((least, most)) if self.bounded => (
                if least > low { least } else { low },
                if most < high { most } else { high },
            ),
            _ => {
                self.bounded = false;
                NO_INTEGER
            }
        };
        self.lengths &= lengths(rule);
        self.holds |= matches!(rule, Rule::Holds(_));
    }

    /// Whether every value of this type is valid.
    #[inline]
    #[must_use]
    pub const fn accepts(&self, kind: Types) -> bool {
        self.valid.contains(kind)
    }

    /// Whether no value of this type is valid.
    #[inline]
    #[must_use]
    pub const fn refuses(&self, kind: Types) -> bool {
        self.invalid.contains(kind)
    }

    /// The rules but for a leading `type`, which holds for every value whose type is not refused,
    /// except that a number may have to be an integer.
    #[inline]
    #[must_use]
    pub const fn rest(&self) -> &'static [Rule] {
        self.rest
    }

    /// What decides about objects whose type is not refused, if that is their declared members
    /// alone: [`Rule::Properties`] or [`Rule::OnlyProperties`].
    #[inline]
    #[must_use]
    pub const fn members(&self) -> Option<&'static Rule> {
        self.members
    }

    /// The same: the members that are declared, and whether there may be others.
    #[inline]
    #[must_use]
    pub const fn declared(&self) -> Option<Declared> {
        self.declared
    }

    /// What decides about arrays whose type is not refused, if that is each element alone.
    #[inline]
    #[must_use]
    pub const fn elements(&self) -> Option<&'static Schema> {
        self.elements
    }

    /// What decides about texts whose type is not refused, if that is one rule.
    #[inline]
    #[must_use]
    pub const fn text(&self) -> Option<&'static Rule> {
        self.text
    }

    /// Whether an integer is valid; none where its range does not decide.
    #[inline]
    #[must_use]
    pub const fn of_integer(&self, value: i64) -> Option<bool> {
        if self.has_integer(value) {
            Some(true)
        } else if self.bounded {
            Some(false)
        } else {
            None
        }
    }

    /// Whether an integer is surely valid.
    #[inline]
    #[must_use]
    pub const fn has_integer(&self, value: i64) -> bool {
        let (low, high) = self.integers;
        low <= value && value <= high
    }

    /// Whether a text of so many bytes may be valid.
    #[inline]
    #[must_use]
    pub const fn has_text_of(&self, length: usize) -> bool {
        self.lengths & bit_of(length) != 0
    }

    /// Whether a number has to fit into a Rust type.
    #[inline]
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.holds
    }
}

impl Rule {
    /// Whether every value of this type satisfies the rule.
    #[must_use]
    pub const fn accepts(&self, kind: Types) -> bool {
        types(self).0.contains(kind)
    }
}

/// The one rule that concerns values of a type.
const fn only(rules: &'static [Rule], kind: Types) -> Option<&'static Rule> {
    let mut found = None;
    let mut index = 0;
    while index < rules.len() {
        if !rules[index].accepts(kind) {
            if found.is_some() {
                return None;
            }
            found = Some(&rules[index]);
        }
        index += 1;
    }
    found
}

/// The types whose every value satisfies a rule, and those of which some may.
const fn types(rule: &Rule) -> (Types, Types) {
    match rule {
        Rule::False => (Types::NONE, Types::NONE),
        Rule::Type(types) => {
            let integers = types.contains(Types::INTEGER) && !types.contains(Types::NUMBER);
            let open = if integers { Types::NUMBER } else { Types::NONE };
            (types.without(Types::INTEGER), open)
        }
        Rule::Const(literal) => (Types::NONE, type_of(literal)),
        Rule::Enum(literals) => {
            let mut open = Types::NONE;
            let mut index = 0;
            while index < literals.len() {
                open = open.or(type_of(&literals[index]));
                index += 1;
            }
            (Types::NONE, open)
        }
        Rule::Minimum(_)
        | Rule::Maximum(_)
        | Rule::ExclusiveMinimum(_)
        | Rule::ExclusiveMaximum(_)
        | Rule::MultipleOf(_) => (ALL.without(Types::NUMBER), Types::NUMBER),
        Rule::MinLength(_) | Rule::MaxLength(_) | Rule::Pattern(_) | Rule::Format(_) => {
            (ALL.without(Types::STRING), Types::STRING)
        }
        Rule::MinItems(_)
        | Rule::MaxItems(_)
        | Rule::UniqueItems
        | Rule::Items { .. }
        | Rule::Contains { .. } => (ALL.without(Types::ARRAY), Types::ARRAY),
        Rule::Required(_)
        | Rule::MinProperties(_)
        | Rule::MaxProperties(_)
        | Rule::PropertyNames(_)
        | Rule::DependentRequired(_)
        | Rule::DependentSchemas(_)
        | Rule::OnlyProperties(_)
        | Rule::Members(_) => (ALL.without(Types::OBJECT), Types::OBJECT),
        Rule::Properties(properties) => {
            if properties.entries().is_empty() {
                (ALL, Types::NONE)
            } else {
                (ALL.without(Types::OBJECT), Types::OBJECT)
            }
        }
        Rule::Ref(_)
        | Rule::AllOf(_)
        | Rule::AnyOf(_)
        | Rule::OneOf(_)
        | Rule::Not(_)
        | Rule::If { .. } => (Types::NONE, ALL),
        Rule::Holds(_) => (ALL, Types::NONE),
    }
}

const fn type_of(literal: &Literal) -> Types {
    match literal {
        Literal::Null => Types::NULL,
        Literal::Bool(_) => Types::BOOLEAN,
        Literal::Number(_) => Types::NUMBER,
        Literal::String(_) => Types::STRING,
        Literal::Array(_) => Types::ARRAY,
        Literal::Object(_) => Types::OBJECT,
    }
}

/// The integers that satisfy a rule, if they are those of a range. `None` where they are not.
const fn integers(rule: &Rule) -> Option<(i64, i64)> {
    match rule {
        Rule::False
        | Rule::Const(_)
        | Rule::Enum(_)
        | Rule::MultipleOf(_)
        | Rule::Ref(_)
        | Rule::AllOf(_)
        | Rule::AnyOf(_)
        | Rule::OneOf(_)
        | Rule::Not(_)
        | Rule::If { .. } => None,
        Rule::Minimum(Number::Integer(bound)) => Some(at_least(*bound)),
        Rule::Maximum(Number::Integer(bound)) => Some(at_most(*bound)),
        Rule::ExclusiveMinimum(Number::Integer(bound)) => Some(at_least(bound.saturating_add(1))),
        Rule::ExclusiveMaximum(Number::Integer(bound)) => Some(at_most(bound.saturating_sub(1))),
        Rule::Minimum(_)
        | Rule::Maximum(_)
        | Rule::ExclusiveMinimum(_)
        | Rule::ExclusiveMaximum(_) => None,
        // Types are told apart before.
        _ => Some((i64::MIN, i64::MAX)),
    }
}

const NO_INTEGER: (i64, i64) = (i64::MAX, i64::MIN);

#[allow(clippy::cast_possible_truncation, reason = "compared before")]
const fn at_least(bound: i128) -> (i64, i64) {
    if bound > i64::MAX as i128 {
        NO_INTEGER
    } else if bound < i64::MIN as i128 {
        (i64::MIN, i64::MAX)
    } else {
        (bound as i64, i64::MAX)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "compared before")]
const fn at_most(bound: i128) -> (i64, i64) {
    if bound < i64::MIN as i128 {
        NO_INTEGER
    } else if bound > i64::MAX as i128 {
        (i64::MIN, i64::MAX)
    } else {
        (i64::MIN, bound as i64)
    }
}

/// The lengths of the texts that a rule lists.
const fn lengths(rule: &Rule) -> u64 {
    match rule {
        Rule::Const(literal) => length(literal),
        Rule::Enum(literals) => {
            let mut lengths = 0;
            let mut index = 0;
            while index < literals.len() {
                lengths |= length(&literals[index]);
                index += 1;
            }
            lengths
        }
        _ => u64::MAX,
    }
}

const fn length(literal: &Literal) -> u64 {
    match literal {
        Literal::String(text) => bit_of(text.len()),
        _ => 0,
    }
}

#[inline]
const fn bit_of(length: usize) -> u64 {
    let last = u64::BITS as usize - 1;
    1 << if length < last { length } else { last }
}

#[cfg(test)]
mod tests {
    use super::super::properties::{Properties, declared};
    use super::*;

    static TEXT: Schema = Schema(&[Rule::Type(Types::STRING)]);
    static NAMES: Properties = Properties::new(&declared([("a", &TEXT)]));

    #[test]
    fn types_are_valid_open_or_refused() {
        static CASES: [(&[Rule], Types, Types); 9] = [
            (&[], ALL, Types::NONE),
            (&[Rule::False], Types::NONE, Types::NONE),
            (&[Rule::Type(Types::STRING)], Types::STRING, Types::NONE),
            (&[Rule::Type(Types::INTEGER)], Types::NONE, Types::NUMBER),
            (
                &[
                    Rule::Type(Types::STRING.or(Types::NULL)),
                    Rule::MinLength(1),
                ],
                Types::NULL,
                Types::STRING,
            ),
            (
                &[Rule::Enum(&[Literal::Null, Literal::String("a")])],
                Types::NONE,
                Types::NULL.or(Types::STRING),
            ),
            (&[Rule::Ref(&TEXT)], Types::NONE, ALL),
            (&[Rule::Properties(&Properties::NONE)], ALL, Types::NONE),
            (
                &[Rule::Properties(&NAMES)],
                ALL.without(Types::OBJECT),
                Types::OBJECT,
            ),
        ];
        for (rules, valid, open) in CASES {
            let outline = Outline::of(rules);
            assert_eq!(outline.valid, valid, "{rules:?}");
            let refused = ALL.without(valid.or(open));
            assert_eq!(ALL.and(outline.invalid), refused, "{rules:?}");
        }
    }

    #[test]
    fn bounds_decide_about_integers_where_nothing_else_does() {
        static CASES: [(&[Rule], i64, Option<bool>); 9] = [
            (&[Rule::Minimum(Number::Integer(3))], 3, Some(true)),
            (&[Rule::Minimum(Number::Integer(3))], 2, Some(false)),
            (
                &[Rule::ExclusiveMinimum(Number::Integer(3))],
                3,
                Some(false),
            ),
            (&[Rule::ExclusiveMaximum(Number::Integer(3))], 2, Some(true)),
            (
                &[Rule::Maximum(Number::Integer(i128::MIN))],
                i64::MIN,
                Some(false),
            ),
            (
                &[Rule::Maximum(Number::Integer(i128::MAX))],
                i64::MAX,
                Some(true),
            ),
            (
                &[Rule::Minimum(Number::Integer(1 << 63))],
                i64::MAX,
                Some(false),
            ),
            (&[Rule::Maximum(Number::Decimal("0.5"))], 0, None),
            (&[Rule::MultipleOf(Number::Integer(2))], 2, None),
        ];
        for (rules, value, expected) in CASES {
            assert_eq!(Outline::of(rules).of_integer(value), expected, "{rules:?}");
        }
    }

    #[test]
    fn a_text_of_another_length_than_the_listed_ones_is_refused() {
        const LONG: &str = "a text of seventy bytes, which is more than a set of 64 can tell apart";
        static RULES: [Rule; 1] = [Rule::Enum(&[Literal::String("ab"), Literal::String(LONG)])];
        let outline = Outline::of(&RULES);
        let lengths = [
            (0, false),
            (2, true),
            (3, false),
            (62, false),
            (63, true),
            (99, true),
        ];
        for (length, expected) in lengths {
            assert_eq!(outline.has_text_of(length), expected, "{length}");
        }
        assert!(Outline::of(&[]).has_text_of(7));
    }

    #[test]
    fn one_rule_alone_decides_about_arrays_or_objects() {
        const ITEMS: Rule = Rule::Items {
            prefix: &[],
            rest: &TEXT,
        };
        static ALONE: [Rule; 3] = [
            Rule::Type(Types::ARRAY.or(Types::OBJECT)),
            ITEMS,
            Rule::OnlyProperties(&NAMES),
        ];
        static MORE: [Rule; 4] = [
            ITEMS,
            Rule::OnlyProperties(&NAMES),
            Rule::MinItems(1),
            Rule::MinProperties(1),
        ];
        let found = |rules: &'static [Rule]| {
            let outline = Outline::of(rules);
            (outline.elements().is_some(), outline.members().is_some())
        };
        assert_eq!(found(&ALONE), (true, true));
        assert_eq!(found(&MORE), (false, false));
    }
}
