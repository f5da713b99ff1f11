//! A value that has to satisfy one schema.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::several::Several;
use super::{
    Context, Fingerprint, Names, count_holds, fingerprint_of_number, fingerprint_of_text,
    has_compound_literal, invalid, kind_holds, may_repeat, mix, number_holds, text_holds,
};
use crate::runtime::decode::Name;
use crate::runtime::properties::Properties;
use crate::runtime::schema::{Literal, Rule, Schema, Types};

/// Where a value comes from: it is read by whichever seed its schema asks for.
pub(super) trait Values<'de> {
    type Error: de::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Self::Error>;
}

/// Reads a value that has to satisfy the schema.
pub(super) fn must<'de, V: Values<'de>>(
    schema: &'static Schema,
    context: Context<'_>,
    values: V,
) -> Result<Fingerprint, V::Error> {
    let mut schema = schema;
    // A schema that only refers is the schema that it refers to.
    while let [Rule::Ref(target)] = schema.rules() {
        schema = target;
    }
    if schema.branches() {
        let mut several = Several::new(context);
        several.ask(schema, true);
        values.value(several).map(|outcome| outcome.fingerprint)
    } else {
        values.value(One { schema, context })
    }
}

/// The value of a member that was just named.
pub(super) struct Member<'a, A>(pub(super) &'a mut A);

impl<'de, A: MapAccess<'de>> Values<'de> for Member<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// A value that is all that a deserializer has.
pub(super) struct Whole<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> Values<'de> for Whole<D> {
    type Error = D::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, D::Error> {
        seed.deserialize(self.0)
    }
}

/// A schema without branches.
struct One<'c> {
    schema: &'static Schema,
    context: Context<'c>,
}

impl One<'_> {
    fn each<E: de::Error>(&self, holds: impl FnMut(&Rule) -> bool) -> Result<(), E> {
        if self.schema.rules().iter().all(holds) {
            Ok(())
        } else {
            Err(invalid())
        }
    }

    /// An array or an object, before it is looked into.
    fn compound<E: de::Error>(&self, types: Types) -> Result<(), E> {
        if self.schema.rules().iter().any(has_compound_literal) {
            return Err(self.context.give_up());
        }
        self.each(|rule| kind_holds(rule, types, |_| false))
    }

    fn number<E: de::Error>(self, value: &Number) -> Result<Fingerprint, E> {
        self.each(|rule| number_holds(rule, value))?;
        Ok(if self.context.fingerprints {
            fingerprint_of_number(value)
        } else {
            0
        })
    }

    /// What the elements have to satisfy.
    fn elements(&self) -> (&'static [&'static Schema], &'static Schema) {
        for rule in self.schema.rules() {
            if let Rule::Items { prefix, rest } = rule {
                return (prefix, rest);
            }
        }
        (&[], &Schema::TRUE)
    }

    /// How the members are to be read.
    fn members<E: de::Error>(&self) -> Result<Members, E> {
        let mut found = Members {
            properties: &Properties::NONE,
            additional: &Schema::TRUE,
            counts: false,
        };
        for rule in self.schema.rules() {
            match rule {
                Rule::Properties(properties) => found.properties = properties,
                Rule::OnlyProperties(properties) => {
                    found.properties = properties;
                    found.additional = &Schema::FALSE;
                }
                Rule::Members(rules) if rules.patterns.is_empty() => {
                    found.properties = rules.properties;
                    found.additional = rules.additional;
                }
                Rule::Members(_) | Rule::PropertyNames(_) => return Err(self.context.give_up()),
                Rule::Type(types) if !types.contains(Types::OBJECT) => return Err(invalid()),
                Rule::Required(_)
                | Rule::DependentRequired(_)
                | Rule::MinProperties(_)
                | Rule::MaxProperties(_) => found.counts = true,
                Rule::Const(_) | Rule::Enum(_) => self.compound(Types::OBJECT)?,
                Rule::False => return Err(invalid()),
                _ => {}
            }
        }
        if !found.properties.are_indexed() {
            return Err(self.context.give_up());
        }
        Ok(found)
    }
}

/// What the members of an object have to satisfy.
struct Members {
    properties: &'static Properties,
    /// Those that are not declared.
    additional: &'static Schema,
    /// Whether it matters which or how many there are, beyond those that `properties` require.
    counts: bool,
}

impl<'de> DeserializeSeed<'de> for One<'_> {
    type Value = Fingerprint;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Fingerprint, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for One<'_> {
    type Value = Fingerprint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Fingerprint, E> {
        let null = |literal: &Literal| matches!(literal, Literal::Null);
        self.each(|rule| kind_holds(rule, Types::NULL, null))?;
        Ok(0)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Fingerprint, E> {
        let equals = |literal: &Literal| matches!(literal, Literal::Bool(it) if *it == value);
        self.each(|rule| kind_holds(rule, Types::BOOLEAN, equals))?;
        Ok(mix(1, u64::from(value)))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Fingerprint, E> {
        self.number(&value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Fingerprint, E> {
        self.number(&value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Fingerprint, E> {
        let number = Number::from_f64(value).ok_or_else(invalid)?;
        self.number(&number)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Fingerprint, E> {
        self.each(|rule| text_holds(rule, value))?;
        Ok(if self.context.fingerprints {
            fingerprint_of_text(value)
        } else {
            0
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Fingerprint, A::Error> {
        self.compound(Types::ARRAY)?;
        let (prefix, rest) = self.elements();
        let mut contained = None;
        let mut unique = false;
        for rule in self.schema.rules() {
            match rule {
                Rule::Contains { .. } => contained = Some(rule),
                Rule::UniqueItems => unique = true,
                _ => {}
            }
        }
        let context = Context {
            fingerprints: self.context.fingerprints || unique,
            ..self.context
        };
        let mut fingerprint = 4;
        let mut fingerprints = Vec::new();
        let (mut count, mut matching) = (0_usize, 0_usize);
        loop {
            let schema = prefix.get(count).unwrap_or(&rest);
            let next = match contained {
                None => one_element(schema, context, &mut elements)?,
                Some(Rule::Contains { schema: wanted, .. }) => {
                    let mut several = Several::new(context);
                    several.ask(schema, true);
                    several.ask(wanted, false);
                    elements.next_element_seed(several)?.map(|outcome| {
                        matching += usize::from(outcome.holds(1));
                        outcome.fingerprint
                    })
                }
                Some(_) => None,
            };
            let Some(next) = next else {
                break;
            };
            count += 1;
            fingerprint = mix(fingerprint, next);
            if unique {
                fingerprints.push(next);
            }
        }
        self.each(|rule| count_holds(rule, Some(count), None))?;
        if let Some(rule) = contained
            && !contains_holds(rule, matching)
        {
            return Err(invalid());
        }
        if unique && may_repeat(fingerprints) {
            return Err(self.context.give_up());
        }
        Ok(fingerprint)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Fingerprint, A::Error> {
        let Members {
            properties,
            additional,
            counts,
        } = self.members()?;
        let closed = additional.is_false();
        let mut seen = 0_u128;
        let mut others = Names::default();
        let mut fingerprint = 5;
        while let Some(name) = members.next_key_seed(Name)? {
            let name_print = if self.context.fingerprints {
                fingerprint_of_text(&name)
            } else {
                0
            };
            let schema = match properties.find(&name) {
                Some((position, schema)) => {
                    let bit = 1 << position;
                    if seen & bit != 0 {
                        return Err(invalid());
                    }
                    seen |= bit;
                    schema
                }
                None if closed => return Err(invalid()),
                None => {
                    others.add(name)?;
                    additional
                }
            };
            let value = must(schema, self.context, Member(&mut members))?;
            fingerprint = mix(name_print, value).wrapping_add(fingerprint);
        }
        if !properties.are_complete(seen) {
            return Err(invalid());
        }
        if !counts {
            return Ok(fingerprint);
        }
        let has = |name: &&str| match properties.find(name) {
            Some((position, _)) => seen & 1 << position != 0,
            None => others.has(name),
        };
        let count = seen.count_ones() as usize + others.len();
        self.each(|rule| match rule {
            Rule::Required(names) => names.iter().all(has),
            Rule::DependentRequired(dependencies) => dependencies
                .iter()
                .all(|(name, needed)| !has(name) || needed.iter().all(has)),
            rule => count_holds(rule, None, Some(count)),
        })?;
        Ok(fingerprint)
    }
}

/// Reads the next element, which has to satisfy the schema.
fn one_element<'de, A: SeqAccess<'de>>(
    schema: &'static Schema,
    context: Context<'_>,
    elements: &mut A,
) -> Result<Option<Fingerprint>, A::Error> {
    struct Element<'a> {
        schema: &'static Schema,
        context: Context<'a>,
    }

    impl<'de> DeserializeSeed<'de> for Element<'_> {
        type Value = Fingerprint;

        fn deserialize<D: Deserializer<'de>>(
            self,
            deserializer: D,
        ) -> Result<Fingerprint, D::Error> {
            must(self.schema, self.context, Whole(deserializer))
        }
    }

    elements.next_element_seed(Element { schema, context })
}

/// Whether so many elements are enough for `contains`, and not too many.
pub(super) fn contains_holds(rule: &Rule, matching: usize) -> bool {
    match rule {
        Rule::Contains { min, max, .. } => {
            (matching > 0 || *min == Some(0))
                && min.is_none_or(|min| matching >= min)
                && max.is_none_or(|max| matching <= max)
        }
        _ => true,
    }
}
