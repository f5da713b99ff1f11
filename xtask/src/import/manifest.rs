//! `contract.toml` of an imported contract.

use std::collections::BTreeMap;

use aap_codegen::manifest::{ErrorEntry, Manifest};
use toml_edit::{Array, ArrayOfTables, Decor, DocumentMut, Item, Table, Value, value};

use super::facts::{Facts, mark};
use super::skills::{Published, Skill};

/// Members of a skill that only the published file decides.
const DECIDED: &[&str] = &[
    "tags",
    "request_schema",
    "response_schema",
    "request_type",
    "response_type",
    "request_media_type",
    "response_media_type",
];

/// The version with all three numbers.
pub fn full_version(version: &str) -> String {
    let numbers = version.split('.').collect::<Vec<_>>();
    let plain = numbers
        .iter()
        .all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
    match (plain, numbers.len()) {
        (true, 2) => format!("{version}.0"),
        _ => version.to_owned(),
    }
}

/// Whether the identifiers are placeholders: no URI below `.invalid` can ever be deployed.
pub fn is_draft(published: &Published) -> bool {
    let rest = published.extension_uri.split("://").nth(1);
    let host = rest.and_then(|rest| rest.split(['/', ':']).next());
    host.is_some_and(|host| host.ends_with(".invalid"))
}

/// What `skills.yaml` and the command line decide of the manifest's first lines.
const PUBLISHED: &[&str] = &[
    "contract",
    "version",
    "status",
    "extension_uri",
    "schema_base_url",
    "description",
];

/// A new contract's manifest: the predecessor's, with what was published put in its place. What
/// was not published is marked, to be confirmed by a person.
///
/// # Errors
/// No contract is known to carry anything from.
pub fn new(contract: &str, published: &Published, facts: &Facts) -> Result<String, String> {
    let (from, text) = facts.from.as_ref().ok_or(
        "no other contract is known to carry the error table and the activation rule from: \
         import beside one",
    )?;
    let mark = mark(Some(&from.contract));
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    for (mut name, item) in document.as_table_mut().iter_mut() {
        let decided = PUBLISHED.contains(&name.get());
        match item {
            Item::Value(value) => {
                // Comments speak of the predecessor.
                name.leaf_decor_mut().clear();
                let comment = if decided {
                    String::new()
                } else {
                    format!(" {mark}")
                };
                *value.decor_mut() = Decor::new(" ", comment);
            }
            Item::Table(table) if name != "payloads" => {
                table.decor_mut().set_suffix(format!(" {mark}"));
            }
            _ => {}
        }
    }
    let table = document.as_table_mut();
    let status = if is_draft(published) {
        "draft"
    } else {
        "released"
    };
    let description = format!("Contract {contract}, as it was published.");
    for (name, now) in [
        ("contract", contract),
        ("version", &full_version(&published.version)),
        ("status", status),
        ("extension_uri", &published.extension_uri),
        ("schema_base_url", &published.schema_base_url),
        ("description", &description),
    ] {
        set(table, name, now.into());
    }
    if let Some(description) = table.get_mut("description").and_then(Item::as_value_mut) {
        let comment = " # say what is new: confirm";
        description.decor_mut().set_suffix(comment);
    }
    if let Some(payloads) = document.get_mut("payloads").and_then(Item::as_table_mut) {
        payloads.clear();
        for (role, file) in ordered(&facts.payloads) {
            payloads.insert(role, value(file));
        }
    }
    let errors = facts.errors.iter();
    let errors = errors.map(|(row, from)| self::table(&error_row(row, from.as_deref()), "errors"));
    let skills = published.skills.iter();
    let skills = skills.map(|skill| self::table(&skill_row(skill), "skills"));
    put(&mut document, "errors", errors.collect::<Result<_, _>>()?);
    put(&mut document, "skills", skills.collect::<Result<_, _>>()?);
    Ok(document.to_string())
}

/// The manifest of a contract that is not released yet, brought up to what was published. What was
/// written by hand stays: descriptions, names and all that is not published.
///
/// # Errors
/// The text is no manifest.
pub fn updated(text: &str, published: &Published, facts: &Facts) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let version = full_version(&published.version);
    for (name, now) in [
        ("version", &version),
        ("extension_uri", &published.extension_uri),
        ("schema_base_url", &published.schema_base_url),
    ] {
        set(document.as_table_mut(), name, now.as_str().into());
    }
    if let Some(payloads) = document.get_mut("payloads").and_then(Item::as_table_mut) {
        let files: Vec<&String> = facts.payloads.values().collect();
        payloads.retain(|_, file| {
            file.as_str()
                .is_some_and(|it| files.iter().any(|f| *f == it))
        });
        for (role, file) in &facts.payloads {
            let known = payloads.iter().any(|(_, it)| it.as_str() == Some(file));
            if !known {
                payloads.insert(role, value(file));
            }
        }
    }
    let mut errors = rows(&document, "errors");
    errors.retain(|row| {
        facts
            .errors
            .iter()
            .any(|(error, _)| is(row, "code", &error.code))
    });
    for (error, from) in &facts.errors {
        if !errors.iter().any(|row| is(row, "code", &error.code)) {
            errors.push(table(&error_row(error, from.as_deref()), "errors")?);
        }
    }
    let mut skills = rows(&document, "skills");
    skills.retain(|row| {
        published
            .skills
            .iter()
            .any(|skill| is(row, "id", &skill.id))
    });
    for skill in &published.skills {
        let fresh = table(&skill_row(skill), "skills")?;
        let known = skills.iter().position(|row| is(row, "id", &skill.id));
        match known.and_then(|index| skills.get_mut(index)) {
            None => skills.push(fresh),
            Some(row) => {
                for name in DECIDED {
                    if let Some(now) = fresh.get(name).and_then(Item::as_value) {
                        set(row, name, now.clone());
                    }
                }
            }
        }
    }
    put(&mut document, "errors", errors);
    put(&mut document, "skills", skills);
    Ok(document.to_string())
}

/// Sets a member, keeping the comments around it; one that has the value already stays untouched.
fn set(table: &mut Table, name: &str, now: Value) {
    let plain = |value: &Value| {
        let mut value = value.clone();
        value.decor_mut().clear();
        value
    };
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(known) => {
            let same = match (known.as_str(), now.as_str()) {
                // One text can be written in several ways.
                (Some(known), Some(now)) => known == now,
                _ => plain(known).to_string() == plain(&now).to_string(),
            };
            if !same {
                let decor = known.decor().clone();
                *known = now;
                *known.decor_mut() = decor;
            }
        }
        None => drop(table.insert(name, Item::Value(now))),
    }
}

/// The rows of an array of tables, each wherever it is put.
fn rows(document: &DocumentMut, name: &str) -> Vec<Table> {
    let rows = document.get(name).and_then(Item::as_array_of_tables);
    let rows = rows.into_iter().flatten().cloned();
    rows.map(unplaced).collect()
}

fn put(document: &mut DocumentMut, name: &str, rows: Vec<Table>) {
    let tables: ArrayOfTables = rows.into_iter().collect();
    document.insert(name, Item::ArrayOfTables(tables));
}

fn unplaced(mut row: Table) -> Table {
    row.set_position(None);
    row
}

fn table(text: &str, name: &str) -> Result<Table, String> {
    let document: DocumentMut = format!("\n{text}\n")
        .parse()
        .map_err(|error| format!("{error}"))?;
    let rows = document.get(name).and_then(Item::as_array_of_tables);
    let row = rows.and_then(|rows| rows.get(0)).cloned().map(unplaced);
    row.ok_or_else(|| format!("expected a table {name:?}"))
}

fn is(row: &Table, name: &str, text: &str) -> bool {
    row.get(name).and_then(Item::as_str) == Some(text)
}

fn error_row(row: &ErrorEntry, from: Option<&str>) -> String {
    format!(
        "[[errors]] {}\ncode = {}\njsonrpc = {}\nretryable = {}\ndescription = {}",
        mark(from),
        quoted(&row.code),
        row.jsonrpc,
        row.retryable,
        quoted(&row.description)
    )
}

fn skill_row(skill: &Skill) -> String {
    let mut text = "[[skills]]".to_owned();
    for (name, value) in [
        ("id", quoted(&skill.id)),
        ("name", quoted(&skill.name)),
        ("description", quoted(&skill.description)),
        ("tags", array(&skill.tags)),
        ("request_schema", quoted(&skill.request_schema)),
        ("response_schema", quoted(&skill.response_schema)),
        ("request_type", quoted(&skill.request_type)),
        ("response_type", quoted(&skill.response_type)),
        ("request_media_type", quoted(&skill.request_media_type)),
        ("response_media_type", quoted(&skill.response_media_type)),
        ("mcp_tool", quoted(&skill.mcp_tool())),
    ] {
        text.push_str(&format!("\n{name} = {value}"));
    }
    text
}

/// As in the other contracts: the error first, then what dealers publish.
fn ordered(payloads: &BTreeMap<String, String>) -> Vec<(&String, &String)> {
    let rank = |role: &str| match role {
        "error" => 0,
        "event" => 1,
        "agent_card" => 2,
        _ => 3,
    };
    let mut payloads: Vec<_> = payloads.iter().collect();
    payloads.sort_by_key(|(role, _)| rank(role));
    payloads
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn array(texts: &[String]) -> String {
    texts.iter().collect::<Array>().to_string()
}

/// Whether a manifest says that the contract is released; none where it is no manifest.
pub fn is_released(text: &str) -> Option<bool> {
    let manifest = Manifest::parse(text).ok()?;
    Some(manifest.status == aap_codegen::manifest::Status::Released)
}
