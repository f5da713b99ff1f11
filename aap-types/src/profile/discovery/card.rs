//! Reading a card that may be wrong in every way.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::payload::ContractInfo;
use crate::pointer::JsonPointer;

pub(in crate::profile) type Members = Map<String, Value>;

/// How a contract's card spells its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::profile) enum Spelling {
    /// `supportedInterfaces`.
    Camel,
    /// `supported_interfaces`.
    Snake,
}

impl Spelling {
    /// A member's name in this spelling; `camel` is the name in the other contracts.
    #[inline]
    pub(in crate::profile) fn name(self, camel: &'static str) -> Cow<'static, str> {
        match self {
            Spelling::Camel => Cow::Borrowed(camel),
            Spelling::Snake => Cow::Owned(snake(camel)),
        }
    }

    fn other(self) -> Spelling {
        match self {
            Spelling::Camel => Spelling::Snake,
            Spelling::Snake => Spelling::Camel,
        }
    }
}

#[inline]
fn snake(camel: &str) -> String {
    let mut name = String::with_capacity(camel.len() + 2);
    for character in camel.chars() {
        if character.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

/// What a contract's schema says of the card's shape.
#[derive(Clone, Debug)]
pub(in crate::profile) struct Shape {
    pub(in crate::profile) spelling: Spelling,
    /// Whether the card calls its requirements by A2A's present name.
    pub(super) has_security_requirements: bool,
    /// Whether `protocolBinding` has a vocabulary.
    pub(super) closed_bindings: bool,
}

impl Shape {
    #[inline]
    pub(in crate::profile) fn of(contract: &ContractInfo) -> Shape {
        let card = contract.payload("agent-card");
        let schema: Value = card
            .and_then(|card| card.schema.parse().ok())
            .unwrap_or(Value::Null);
        let properties = &schema["properties"];
        let spelling = match properties.get("supported_interfaces") {
            Some(_) => Spelling::Snake,
            None => Spelling::Camel,
        };
        let name = |camel| spelling.name(camel);
        let interface = &properties[&*name("supportedInterfaces")]["items"]["properties"];
        Shape {
            spelling,
            has_security_requirements: properties.get(&*name("securityRequirements")).is_some(),
            closed_bindings: interface[&*name("protocolBinding")].get("enum").is_some(),
        }
    }
}

/// A member as it was found: the name that it goes by, and its value.
pub(super) type Found<'a> = (Cow<'static, str>, &'a Value);

/// The member of a name in a contract's spelling, else in the other one: A2A's JSON is ProtoJSON,
/// whose readers take both.
#[inline]
pub(super) fn member<'a>(
    members: &'a Members,
    spelling: Spelling,
    camel: &'static str,
) -> Option<Found<'a>> {
    [spelling, spelling.other()]
        .into_iter()
        .find_map(|spelling| {
            let name = spelling.name(camel);
            let value = members.get(&*name)?;
            Some((name, value))
        })
}

/// The name that a member has in the other spelling only, and the one that it should have.
#[inline]
pub(super) fn misspelled(
    members: &Members,
    spelling: Spelling,
    camel: &'static str,
) -> Option<(Cow<'static, str>, Cow<'static, str>)> {
    let (wanted, other) = (spelling.name(camel), spelling.other().name(camel));
    let wrong = wanted != other && members.contains_key(&*other) && !members.contains_key(&*wanted);
    wrong.then_some((other, wanted))
}

/// A string member in either spelling.
#[inline]
pub(super) fn text<'a>(
    members: &'a Members,
    spelling: Spelling,
    camel: &'static str,
) -> Option<&'a str> {
    member(members, spelling, camel).and_then(|(_, value)| value.as_str())
}

/// The objects of an array, each with its place.
#[inline]
pub(in crate::profile) fn objects(
    value: Option<&Value>,
    place: JsonPointer,
) -> impl Iterator<Item = (JsonPointer, &Members)> {
    let elements = value.and_then(Value::as_array);
    let elements = elements.into_iter().flatten().enumerate();
    elements.filter_map(move |(index, element)| {
        let members = element.as_object()?;
        Some((below(&place, &[&index.to_string()]), members))
    })
}

/// The strings of an array.
pub(super) fn strings(value: &Value) -> impl Iterator<Item = &str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

/// A place below another.
#[inline]
pub(in crate::profile) fn below(place: &JsonPointer, tokens: &[&str]) -> JsonPointer {
    let mut place = place.clone();
    tokens.iter().for_each(|token| place.push(token));
    place
}

/// A place of the card.
#[inline]
pub(in crate::profile) fn at(tokens: &[&str]) -> JsonPointer {
    below(&JsonPointer::root(), tokens)
}

/// What kind of value stands where another was expected.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Spelling, snake};

    #[test]
    fn names_are_spelled_both_ways() {
        let cases = [
            ("supportedInterfaces", "supported_interfaces"),
            ("iconUrl", "icon_url"),
            ("url", "url"),
        ];
        for (camel, expected) in cases {
            assert_eq!(snake(camel), expected);
            assert_eq!(Spelling::Camel.name(camel), camel);
            assert_eq!(Spelling::Snake.name(camel), expected);
        }
    }

    #[test]
    fn shapes_come_from_the_schemas() {
        // A contract may come without a schema of cards, as it was published.
        let with_schema = |it: &&crate::ContractInfo| it.payload("agent-card").is_some();
        for contract in crate::contracts().iter().filter(with_schema) {
            let shape = Shape::of(contract);
            let (snake, present, closed) = match contract.name {
                "v0.1" => (true, true, true),
                "v1.0" | "v1.1" | "v1.2" | "v1.3" => (false, false, true),
                "v0.2" | "draft" | "v3.1" => (false, true, false),
                _ => continue,
            };
            assert_eq!(
                shape.spelling == Spelling::Snake,
                snake,
                "{}",
                contract.name
            );
            assert_eq!(
                shape.has_security_requirements, present,
                "{}",
                contract.name
            );
            assert_eq!(shape.closed_bindings, closed, "{}", contract.name);
        }
    }
}
