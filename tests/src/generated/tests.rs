use std::collections::BTreeSet;

use super::{Kind, Object, types};

const SOURCE: &str = r##"
//! Types and constraints of `a/b.schema.json`.
use crate::runtime as rt;

/// A pair.
///
/// Source: `a/b.schema.json` of contract `v0`.
pub struct Pair {
    pub one: Text,
    pub two: Option<u64>,
    pub extra: Map<String, Value>,
}

impl Pair {
    pub fn new(one: Text) -> Self {
        Self { one, two: None, extra: Map::new() }
    }
}

impl<'de> rt::decode::Object<'de> for Pair {
    fn from_members<M: MemberReader<'de>>(mut members: M) -> Result<Self, M::Error> {
        while let Some(name) = members.next_name()? {
            match &*name {
                "one" => rt::decode::member(&mut one, "one", &mut members),
                "t/2" => {
                    rt::decode::member(&mut two, "t/2", &mut members)
                }
                _ => rt::decode::extra_member(&mut extra, name, &mut members),
            }?;
        }
        Ok(Self {
            one: rt::decode::required(one, "one")?,
            two,
            extra,
        })
    }
}

impl rt::Encode for Pair {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = rt::encode::Members::<S>::begin(serializer);
        members.required("one", &self.one);
        members.optional("t/2", &self.two);
        members.extra(&self.extra, &["one", "t/2"]);
        members.end()
    }
}

/// Source: `a/b.schema.json#/properties/one` of contract `v0`.
pub struct Text(Box<str>);

/// Source: `a/b.schema.json#/$defs/word` of contract `v0`.
pub enum Word { A, B }

impl Word {
    pub const ALL: &'static [Self] = &[Self::A, Self::B];
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// Source: `a/b.schema.json#/$defs/only` of contract `v0`.
pub struct Only;

impl Only {
    pub const TEXT: &'static str = "only";
}

/// Source: `a/b.schema.json#/$defs/either` of contract `v0`.
pub enum Either { String(String), Integer(u64) }

/// The constraints of `a/b.schema.json`.
pub(crate) static PAIR: Schema = Schema(&[Rule::Required(&["two"])]);
"##;

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_form_of_type_is_read() {
    let found: Vec<(String, String, Kind)> = types(SOURCE)
        .unwrap()
        .into_iter()
        .map(|it| (it.name, format!("{}#{}", it.file, it.pointer), it.kind))
        .collect();
    let pair = Object {
        fields: 2,
        open: true,
        read: set(&["one", "t/2"]),
        demanded: set(&["one"]),
        written: set(&["one", "t/2"]),
        always_written: set(&["one"]),
        reserved: set(&["one", "t/2"]),
    };
    let texts = vec!["a".to_owned(), "b".to_owned()];
    let expected = [
        ("Pair", "#", Kind::Object(pair)),
        ("Text", "#/properties/one", Kind::Other),
        ("Word", "#/$defs/word", Kind::Enum(texts)),
        ("Only", "#/$defs/only", Kind::Marker("only".to_owned())),
        ("Either", "#/$defs/either", Kind::Other),
    ]
    .map(|(name, at, kind)| (name.to_owned(), format!("a/b.schema.json{at}"), kind));
    assert_eq!(found, expected);
}

#[test]
fn a_file_that_is_made_from_no_schema_has_no_types() {
    assert_eq!(
        types("//! The contract's skills.\npub struct Search;"),
        Ok(Vec::new())
    );
}

#[test]
fn a_form_that_is_not_known_is_an_error_and_not_an_empty_set() {
    for (from, to, expected) in [
        (
            "fn from_members",
            "fn of_members",
            "Pair: it has no from_members",
        ),
        ("fn encode", "fn write", "Pair: it has no encode"),
        (
            "&mut two, \"t/2\"",
            "&mut two, \"two\"",
            "Pair: from_members reads a member under the name of another",
        ),
        ("const TEXT", "const WORD", "Only: it has no TEXT"),
        (
            "Self::B => \"b\",",
            "",
            "Word: as_str does not have one text for each variant",
        ),
        (
            "Self::B => \"b\"",
            "Self::B => B",
            "Word: an arm of as_str is no text",
        ),
        (
            "/// Source: `a/b.schema.json#/$defs/only` of contract `v0`.",
            "",
            "Only: no line of its documentation names its source",
        ),
        (
            "/// Source: `a/b.schema.json#/$defs/only`",
            "/// Source: `c.schema.json`",
            "Only is of c.schema.json, but stands among a/b.schema.json",
        ),
    ] {
        assert!(SOURCE.contains(from), "{from}");
        assert_eq!(types(&SOURCE.replace(from, to)), Err(expected.to_owned()));
    }
}
