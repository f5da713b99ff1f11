//! The facts of the profile, which are generated, and what the generator refuses.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_codegen::manifest::{self, Manifest};
use aap_codegen::{Source, generate};
use aap_tests::known;
use aap_types::profile::{Activation, ErrorEnvelope};
use aap_types::{ContractInfo, contracts};
use serde_json::{Value, json};

/// A contract's facts in the form of `contracts.json`.
fn facts(contract: &ContractInfo) -> Value {
    let mut bindings = json!({});
    let lists = [
        ("required", contract.bindings.required),
        ("optional", contract.bindings.optional),
        ("at_least_one_of", contract.bindings.at_least_one_of),
    ];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        bindings[name] = json!(list);
    }
    let errors: Vec<Value> = contract
        .errors
        .iter()
        .map(|entry| {
            json!({
                "code": entry.code,
                "jsonrpc": entry.jsonrpc_code,
                "retryable": entry.retryable_by_default,
            })
        })
        .collect();
    json!({
        "contract": contract.name,
        "version": contract.version,
        "status": contract.status.as_str(),
        "extension_uri": contract.extension_uri,
        "schema_base_url": contract.schema_base_url,
        "a2a_protocol_version": contract.a2a_protocol_version,
        "bindings": bindings,
        "card": {
            "extension_must_be_required": contract.card_rules.extension_must_be_required,
            "exactly_one_aap_extension": contract.card_rules.exactly_one_aap_extension,
        },
        "activation": contract.activation.as_str(),
        "error_envelope": contract.error_envelope.as_str(),
        "errors": errors,
    })
}

/// Compares with the collected facts of the protocol, where they are at hand.
#[test]
fn the_profile_is_what_the_collected_facts_say() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/facts/contracts.json"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let mut published: Value = serde_json::from_str(&text).unwrap();
    let published = published["contracts"].as_array_mut().unwrap();
    let names = published.iter().map(|it| it["contract"].as_str());
    assert!(names.eq(known::NAMES.map(Some)));
    for (name, published) in known::NAMES.into_iter().zip(published) {
        let Some(contract) = known::finished_named(name) else {
            continue;
        };
        published.as_object_mut().unwrap().remove("note");
        assert_eq!(facts(contract), *published, "{}", contract.name);
    }
}

#[test]
fn the_profile_is_what_contract_toml_says() {
    assert_eq!(aap_schemas::contracts().len(), contracts().len());
    for (source, contract) in aap_schemas::contracts().iter().zip(contracts()) {
        assert_eq!(source.name, contract.name);
        let manifest = Manifest::parse(source.manifest).unwrap();
        let rows = contract.errors.iter().map(|entry| {
            (
                entry.code,
                entry.jsonrpc_code,
                entry.retryable_by_default,
                entry.description,
            )
        });
        let wanted = manifest.errors.iter().map(|entry| {
            (
                entry.code.as_str(),
                entry.jsonrpc,
                entry.retryable,
                entry.description.as_str(),
            )
        });
        assert!(rows.eq(wanted), "{}", source.name);
        let activation = match manifest.activation {
            manifest::Activation::NotEnforced => Activation::NotEnforced,
            manifest::Activation::Required => Activation::Required,
            manifest::Activation::RequiredUnlessBothHeadersAbsent => {
                Activation::RequiredUnlessBothHeadersAbsent
            }
        };
        assert_eq!(contract.activation, activation, "{}", source.name);
        let array = matches!(contract.error_envelope, ErrorEnvelope::DetailArray { .. });
        let wanted = manifest.error_envelope == manifest::ErrorEnvelope::DetailArray;
        assert_eq!(array, wanted, "{}", source.name);
        let needed = manifest.responses_need_context_id;
        assert_eq!(contract.responses_need_context_id, needed);
        // As far as it is known: the contracts with details in their errors want a context too.
        assert_eq!(needed, array, "{}", source.name);
        let (bindings, wanted) = (contract.bindings, manifest.bindings);
        assert_eq!(bindings.required, wanted.required, "{}", source.name);
        assert_eq!(bindings.optional, wanted.optional, "{}", source.name);
        let choice = bindings.at_least_one_of;
        assert_eq!(choice, wanted.at_least_one_of, "{}", source.name);
    }
}

/// A contract's files after a replacement in one of them, `contract.toml` or a schema.
fn changed(name: &str, file: &str, edits: &[(&str, &str)]) -> Source {
    let embedded = aap_schemas::by_name(name).unwrap();
    let mut source = Source {
        contract: name.to_owned(),
        manifest: embedded.manifest.to_owned(),
        ..Source::default()
    };
    for schema in embedded.schemas {
        source
            .schemas
            .insert(schema.path.to_owned(), schema.text.to_owned());
    }
    for (from, to) in edits {
        let text = match file {
            "contract.toml" => &mut source.manifest,
            schema => source.schemas.get_mut(schema).unwrap(),
        };
        assert!(text.contains(from), "{name} {file} has no {from:?}");
        *text = text.replace(from, to);
    }
    source
}

/// A contract, a file of it, what to replace there, and what the problem says; empty for none.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str);

/// An error that could not be built or found again is refused when the code is generated.
#[test]
fn an_error_schema_that_is_no_aap_error_is_refused() {
    let schema = "error.schema.json";
    let array = [(
        "error_envelope = \"object\"",
        "error_envelope = \"detail-array\"",
    )];
    let other = [("SCHEMA_VALIDATION_FAILED", "SCHEMA_BROKEN")];
    let rows: &[Row<'_>] = &[
        (
            "v1.3",
            "contract.toml",
            &array,
            "error.schema.json#/properties/@type: expected a required member with a const string",
        ),
        (
            "draft",
            schema,
            &[("https://autoagentprotocol.org/extensions/aap/error", "x")],
            "",
        ),
        (
            "draft",
            schema,
            &[("\"@type\",", "")],
            "error.schema.json#/properties/@type: expected a required member",
        ),
        (
            "v1.3",
            schema,
            &[("\"retryable\",", "")],
            "error.schema.json: expected an AAP error",
        ),
        (
            "v1.3",
            schema,
            &[("\"error_id\"", "\"error_ids\"")],
            "error.schema.json: expected an AAP error",
        ),
        (
            "v1.3",
            "contract.toml",
            &[(
                "error = \"error.schema.json\"",
                "error = \"event.schema.json\"",
            )],
            "event.schema.json#/properties/code: expected an enum of error codes",
        ),
        (
            "v1.3",
            "contract.toml",
            &other,
            "the error table lacks \"SCHEMA_VALIDATION_FAILED\", which",
        ),
    ];
    for (name, file, edits, expected) in rows {
        if known::named(name).is_none() {
            continue;
        }
        let result = generate(&changed(name, file, edits));
        match (result, *expected) {
            (Ok(_), "") => {}
            (Ok(_), expected) => panic!("{name} {edits:?} is taken: expected {expected}"),
            (Err(problems), expected) => {
                let text = problems.to_string();
                assert!(
                    !expected.is_empty() && text.contains(expected),
                    "{name} {edits:?}: {text}"
                );
            }
        }
    }
    // The table and the schema agree, but nothing is left to answer an invalid request with.
    let mut source = changed("v1.3", "contract.toml", &other);
    let text = source.schemas.get_mut(schema).unwrap();
    *text = text.replace(other[0].0, other[0].1);
    let problems = generate(&source).unwrap_err().to_string();
    assert!(
        problems.contains("which answers invalid requests"),
        "{problems}"
    );
}
