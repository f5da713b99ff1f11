//! The tables that schemas of all contracts have in common, which makes them cheaper to compile.

use super::format::Format;
use super::schema::{Holds, Number, Rule, Schema, Types};

/// `true` and `false`.
pub static BOOLEAN: Schema = Schema(&[Rule::Type(Types::BOOLEAN)]);

/// Any number.
pub static NUMBER: Schema = Schema(&[Rule::Type(Types::NUMBER)]);

/// Any string.
pub static STRING: Schema = Schema(&[Rule::Type(Types::STRING)]);

/// Any object.
pub static OBJECT: Schema = Schema(&[Rule::Type(Types::OBJECT)]);

/// An integer from 0 on, as `u64` holds it.
pub static COUNT: Schema = Schema(&[
    Rule::Type(Types::INTEGER),
    Rule::Minimum(Number::Integer(0)),
    Rule::Holds(Holds::U64),
]);

/// A string in the form of RFC 3339's `date-time`.
pub static DATE_TIME: Schema = Schema(&[Rule::Type(Types::STRING), Rule::Format(Format::DateTime)]);

/// A string in the form of RFC 3986's `URI`.
pub static URI: Schema = Schema(&[Rule::Type(Types::STRING), Rule::Format(Format::Uri)]);

/// An array of strings.
pub static STRINGS: Schema = Schema(&[
    Rule::Type(Types::ARRAY),
    Rule::Items {
        prefix: &[],
        rest: &STRING,
    },
]);
