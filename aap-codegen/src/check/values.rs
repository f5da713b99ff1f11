//! The values that keywords may have.

use std::collections::HashSet;

use serde_json::Number;

use super::FORMATS;
use crate::json::Json;
use crate::pattern::{self, Automaton, PatternError};
use crate::schema::JsonType;

/// More significant digits than this in a divisor would not fit the runtime's arithmetic.
const DIVISOR_DIGITS: usize = 18;

pub(super) fn expected(what: &str, found: &Json) -> String {
    let mut text = found.to_string();
    if text.chars().count() > 60 {
        text = text.chars().take(60).chain(['…']).collect();
    }
    format!("expected {what}, found {} ({text})", found.type_name())
}

pub(super) fn text(value: &Json) -> Result<&str, String> {
    value.as_str().ok_or_else(|| expected("a string", value))
}

/// An `$anchor`, which is plain so that it cannot be taken for a JSON Pointer.
pub(super) fn anchor(value: &Json) -> Result<(), String> {
    let name = text(value)?;
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    if plain {
        Ok(())
    } else {
        Err(expected(
            "a name of letters, digits, '-', '_' and '.'",
            value,
        ))
    }
}

pub(super) fn flag(value: &Json) -> Result<bool, String> {
    match value {
        Json::Bool(value) => Ok(*value),
        other => Err(expected("true or false", other)),
    }
}

pub(super) fn number(value: &Json) -> Result<Number, String> {
    match value {
        Json::Number(value) => Ok(value.clone()),
        other => Err(expected("a number", other)),
    }
}

pub(super) fn divisor(value: &Json) -> Result<Number, String> {
    let divisor = number(value)?;
    if !divisor.as_f64().is_some_and(|value| value > 0.0) {
        return Err(expected("a number greater than 0", value));
    }
    let text = divisor.to_string();
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if digits.trim_matches('0').len() > DIVISOR_DIGITS {
        return Err(format!(
            "has more than {DIVISOR_DIGITS} significant digits, which is not implemented"
        ));
    }
    Ok(divisor)
}

pub(super) fn count(value: &Json) -> Result<u64, String> {
    let error = || expected("an integer of 0 or more", value);
    let number = number(value).map_err(|_| error())?;
    if let Some(count) = number.as_u64() {
        return Ok(count);
    }
    // `1.0` is an integer for JSON Schema.
    match number.as_f64() {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to fit"
        )]
        Some(float) if float.fract() == 0.0 && (0.0..=9e15).contains(&float) => Ok(float as u64),
        _ => Err(error()),
    }
}

pub(super) fn types(value: &Json) -> Result<Vec<JsonType>, String> {
    let one = |value: &Json| {
        let name = value.as_str().unwrap_or_default();
        JsonType::ALL
            .into_iter()
            .find(|(_, known)| *known == name)
            .map(|(json_type, _)| json_type)
            .ok_or_else(|| {
                let names: Vec<&str> = JsonType::ALL.iter().map(|(_, name)| *name).collect();
                expected(&format!("one of the types {}", names.join(", ")), value)
            })
    };
    match value {
        Json::Array(names) if names.is_empty() => {
            Err("expected at least one type, found none".to_owned())
        }
        Json::Array(names) => {
            let mut types = Vec::new();
            for name in names {
                let json_type = one(name)?;
                if types.contains(&json_type) {
                    return Err(format!("names {name} twice"));
                }
                types.push(json_type);
            }
            Ok(types)
        }
        name => Ok(vec![one(name)?]),
    }
}

pub(super) fn enumeration(value: &Json) -> Result<Vec<Json>, String> {
    let values = value
        .as_array()
        .ok_or_else(|| expected("an array", value))?;
    let mut known = HashSet::new();
    let new = |value: &&Json| known.insert(value.canonical());
    Ok(values.iter().filter(new).cloned().collect())
}

pub(super) fn names(value: &Json) -> Result<Vec<String>, String> {
    let elements = value
        .as_array()
        .ok_or_else(|| expected("an array of member names", value))?;
    let mut names: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for element in elements {
        let name = element
            .as_str()
            .ok_or_else(|| expected("a member name", element))?;
        if !known.insert(name) {
            return Err(format!("names {name:?} twice"));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

pub(super) fn dependent_required(value: &Json) -> Result<Vec<(String, Vec<String>)>, String> {
    let members = value
        .as_object()
        .ok_or_else(|| expected("an object of arrays", value))?;
    members
        .iter()
        .map(|(name, needed)| Ok((name.clone(), names(needed)?)))
        .collect()
}

pub(super) fn pattern(value: &Json) -> Result<Automaton, String> {
    lower(text(value)?)
}

pub(super) fn lower(source: &str) -> Result<Automaton, String> {
    pattern::lower(source).map_err(|error| match error {
        PatternError::Invalid(why) => {
            format!("{source:?} is no ECMA-262 regular expression: {why}")
        }
        other => format!("{source:?} cannot be lowered to a matcher: {other}"),
    })
}

pub(super) fn format(value: &Json) -> Result<String, String> {
    let name = text(value)?;
    if FORMATS.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!(
            "the format {name:?} is not implemented; implemented are {}",
            FORMATS.join(", ")
        ))
    }
}

pub(super) fn unknown_keyword(keyword: &str) -> String {
    let hint = match keyword {
        "$dynamicRef"
        | "$dynamicAnchor"
        | "$vocabulary"
        | "unevaluatedItems"
        | "unevaluatedProperties" => "the keyword is not implemented",
        "definitions" => "unknown keyword; 2020-12 calls it $defs",
        "dependencies" => "unknown keyword; 2020-12 has dependentRequired and dependentSchemas",
        "additionalItems" => "unknown keyword; 2020-12 has prefixItems and items",
        "$recursiveRef" | "$recursiveAnchor" => "unknown keyword; it belongs to draft 2019-09",
        "id" => "unknown keyword; 2020-12 calls it $id",
        _ => "unknown keyword: remove it, or mend its spelling",
    };
    hint.to_owned()
}
