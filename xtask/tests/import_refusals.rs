//! `import` refuses what is wrong: everything by name, all at once, and nothing is written.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "shared with the other tests")]
mod checkout;

use checkout::{Checkout, files, import};

const NEW: &str = "v1.4";

/// A checkout with a fault, and what has to be said about it.
type Fault = (&'static str, fn(&mut Checkout), &'static [&'static str]);

const FAULTS: &[Fault] = &[
    (
        "a tampered schema",
        |it| it.edit("spec/v1.4/schemas/vehicle.schema.json", |text| text + " "),
        &["spec/v1.4/schemas/vehicle.schema.json: has the SHA-256 "],
    ),
    (
        "a tampered table of skills",
        |it| it.edit("spec/v1.4/skills.yaml", |text| text + "\n"),
        &["spec/v1.4/skills.yaml: has the SHA-256 "],
    ),
    (
        "a tampered example",
        |it| {
            it.edit("spec/v1.4/examples/event.lead.example.json", |text| {
                text + "\n"
            })
        },
        &["spec/v1.4/examples/event.lead.example.json: has the SHA-256 "],
    ),
    (
        "a missing schema",
        |it| it.remove("spec/v1.4/schemas/_primitives/aap-message.schema.json"),
        &["spec/v1.4/schemas/_primitives/aap-message.schema.json: is missing, but was published"],
    ),
    (
        "a wrong hash",
        |it| {
            it.edit("releases/v1.4/integrity.json", |text| {
                let hash = text
                    .split("_primitives/aap-message.schema.json\": \"")
                    .nth(1)
                    .unwrap();
                text.replace(&hash[..64], &"0".repeat(64))
            });
        },
        &[
            "spec/v1.4/schemas/_primitives/aap-message.schema.json: has the SHA-256 ",
            "but was published with 0000000000000000",
        ],
    ),
    (
        "a hash that is none",
        |it| {
            it.edit("releases/v1.4/integrity.json", |text| {
                let hash = text
                    .split("_primitives/aap-message.schema.json\": \"")
                    .nth(1)
                    .unwrap();
                text.replace(&hash[..64], "none")
            });
        },
        &[
            "releases/v1.4/integrity.json: spec/v1.4/schemas/_primitives/aap-message.schema.json: expected a SHA-256",
        ],
    ),
    (
        "a schema that was not published",
        |it| {
            it.write(
                "spec/v1.4/schemas/extra.schema.json",
                "{\"title\": \"Extra\"}",
            )
        },
        &["spec/v1.4/schemas/extra.schema.json: was not published"],
    ),
    (
        "the hashes of another contract",
        |it| {
            it.edit("releases/v1.4/integrity.json", |text| {
                text.replace("\"contract\": \"v1.4\"", "\"contract\": \"v1.3\"")
            });
        },
        &["releases/v1.4/integrity.json: expected \"contract\" \"v1.4\""],
    ),
    (
        "hashes that are no JSON",
        |it| {
            it.write(
                "releases/v1.4/integrity.json",
                "{\"files\": {}, \"files\": {}}",
            )
        },
        &["releases/v1.4/integrity.json: is not usable JSON: member \"files\" stands twice"],
    ),
    (
        "no table of skills",
        |it| {
            it.remove("spec/v1.4/skills.yaml");
            it.publish();
        },
        &["spec/v1.4/skills.yaml: is missing"],
    ),
    (
        "a skill's schema that is not there",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replace(
                    "lead-submit-request.schema.json",
                    "lead-request.schema.json",
                )
            });
            it.publish();
        },
        &["the skill \"lead.submit\" names \"lead-request.schema.json\", which is not in schemas/"],
    ),
    (
        "a skill's type that its schema has not",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replace(
                    "request_type: lead.submit.request",
                    "request_type: lead.request",
                )
            });
            it.publish();
        },
        &[
            "spec/v1.4/schemas/lead-submit-request.schema.json#/properties/type: expected the const \"lead.request\"",
        ],
    ),
    (
        "an unknown keyword",
        |it| {
            it.edit("spec/v1.4/schemas/customer.schema.json", |text| {
                text.replacen("\"pattern\"", "\"patern\"", 1)
            });
            it.publish();
        },
        &[
            "spec/v1.4/schemas/customer.schema.json#/properties/",
            "/patern: unknown keyword: remove it, or mend its spelling",
        ],
    ),
    (
        "a schema that is no JSON",
        |it| {
            it.edit("spec/v1.4/schemas/customer.schema.json", |text| text + "}");
            it.publish();
        },
        &["spec/v1.4/schemas/customer.schema.json: is not usable JSON"],
    ),
    (
        "a reference that leads out of the contract",
        |it| {
            it.edit("spec/v1.4/schemas/customer.schema.json", |text| {
                text.replace(
                    "_primitives/address.schema.json",
                    "_primitives/addresses.schema.json",
                )
            });
            it.publish();
        },
        &["spec/v1.4/schemas/customer.schema.json#/properties/address/$ref: "],
    ),
    (
        "a schema of another contract",
        |it| {
            it.edit("spec/v1.4/schemas/customer.schema.json", |text| {
                text.replace("/v1.4/schemas/customer", "/v1.3/schemas/customer")
            });
            it.publish();
        },
        &["spec/v1.4/schemas/customer.schema.json#/$id: expected "],
    ),
    (
        "bad YAML",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replace("skills:\n", "skills:\n\t- x\n")
            });
            it.publish();
        },
        &["spec/v1.4/skills.yaml line 5: is no usable YAML: "],
    ),
    (
        "a member twice",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                "version: \"1.4.0\"\n".to_owned() + &text
            });
            it.publish();
        },
        &["spec/v1.4/skills.yaml line 2: is no usable YAML: "],
    ),
    (
        "a version without quotes",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replace("\"1.4.0\"", "1.4")
            });
            it.publish();
        },
        &[
            "spec/v1.4/skills.yaml line 1: version: expected a text, found a number; put it in quotes",
        ],
    ),
    (
        "a skill without a name",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replacen("    name: ", "    title: ", 1)
            });
            it.publish();
        },
        &["spec/v1.4/skills.yaml line 5: expected a member \"name\""],
    ),
    (
        "another contract's identifiers",
        |it| {
            it.edit("spec/v1.4/skills.yaml", |text| {
                text.replace("\"1.4.0\"", "\"1.5.0\"")
                    .replace("extensions/aap/v1.4", "extensions/aap/v1.5")
            });
            it.publish();
        },
        &[
            "spec/v1.4/skills.yaml: version: expected one of v1.4, found \"1.5.0\"",
            "spec/v1.4/skills.yaml: extension_uri: expected it to end with /v1.4",
        ],
    ),
];

#[test]
fn every_fault_is_named_and_nothing_is_written() {
    for (what, harm, expected) in FAULTS {
        let mut checkout = Checkout::new(NEW);
        harm(&mut checkout);
        let (ran, into, _guard) = import(checkout.path(), NEW);
        assert_eq!(ran.code, 2, "{what}\n{}{}", ran.stdout, ran.stderr);
        for line in *expected {
            assert!(ran.stderr.contains(line), "{what}: {line}\n{}", ran.stderr);
        }
        let follows = ran.stderr.contains("usable YAML") && ran.stderr.contains("contract.toml");
        assert!(!follows, "{what} is told twice\n{}", ran.stderr);
        assert!(ran.stdout.is_empty(), "{what}\n{}", ran.stdout);
        assert!(
            ran.stderr.contains("nothing was written"),
            "{what}\n{}",
            ran.stderr
        );
        assert!(!into.exists(), "{what} left {:?}", files(&into).keys());
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let mut checkout = Checkout::new(NEW);
    checkout.edit("spec/v1.4/schemas/vehicle.schema.json", |text| text + " ");
    checkout.remove("spec/v1.4/schemas/_primitives/aap-message.schema.json");
    checkout.edit("spec/v1.4/schemas/event.schema.json", |text| {
        text.replacen("\"type\": \"object\"", "\"typ\": \"object\"", 1)
    });
    checkout.edit("spec/v1.4/skills.yaml", |text| {
        text.replace("\"1.4.0\"", "\"9.4.0\"")
    });
    let (ran, ..) = import(checkout.path(), NEW);
    for line in [
        "vehicle.schema.json: has the SHA-256",
        "_primitives/aap-message.schema.json: is missing",
        "event.schema.json: has the SHA-256",
        "event.schema.json#/typ: unknown keyword",
        "skills.yaml: version: expected one of v1.4",
    ] {
        assert!(ran.stderr.contains(line), "{line}\n{}", ran.stderr);
    }
}
