//! Differences of what is not JSON Schema: skills, errors, activation, cards, bindings, MCP.
//!
//! Names, descriptions and tags are annotations, as they are in a schema. What a card or an MCP
//! manifest only should have is told, and breaks nobody.

use std::collections::BTreeSet;

use super::change::{Change, Effect, Impact};
use super::rule::Rule;
use super::side::Side;
use crate::manifest::{
    Activation, Bindings, Card, ErrorEntry, ErrorEnvelope, Manifest, Mcp, Skill,
};
use crate::problem::Location;

/// The file that holds the facts.
pub(super) const FILE: &str = "contract.toml";

/// The differences of the two manifests.
pub(super) fn compare(a: &Side, b: &Side) -> Vec<Change> {
    let (a, b) = (&a.contract.manifest, &b.contract.manifest);
    let mut changes = Vec::new();
    skills(a, b, &mut changes);
    errors(a, b, &mut changes);
    activation(a, b, &mut changes);
    envelope(a, b, &mut changes);
    context_id(a, b, &mut changes);
    card(a, b, &mut changes);
    card_advice(&a.card, &b.card, &mut changes);
    mcp(&a.mcp, &b.mcp, &mut changes);
    bindings(&a.bindings, &b.bindings, &mut changes);
    if a.a2a_protocol_version != b.a2a_protocol_version {
        let detail = format!("{} → {}", a.a2a_protocol_version, b.a2a_protocol_version);
        let place = place(&["a2a_protocol_version"]);
        changes.push(change(
            Rule::A2aVersionChanged,
            &place,
            detail,
            Impact::BOTH,
        ));
    }
    changes
}

fn place(tokens: &[&str]) -> Location {
    let start = Location::root(FILE);
    tokens.iter().fold(start, |place, token| place.child(token))
}

fn change(rule: Rule, place: &Location, detail: String, wire: Impact) -> Change {
    Change {
        rule,
        from: Some(place.clone()),
        to: Some(place.clone()),
        detail,
        wire,
        source: Impact::NONE,
        reach: Vec::new(),
        notes: Vec::new(),
    }
}

fn skill_place(manifest: &Manifest, id: &str, member: Option<&str>) -> Location {
    let index = manifest.skills.iter().position(|skill| skill.id == id);
    match index {
        None => place(&["skills"]),
        Some(index) => {
            let skill = place(&["skills", &index.to_string()]);
            member.map_or(skill.clone(), |member| skill.child(member))
        }
    }
}

fn skills(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    let find = |manifest: &Manifest, id: &str| -> Option<Skill> {
        manifest.skills.iter().find(|skill| skill.id == id).cloned()
    };
    let added = b.skills.iter().filter(|skill| find(a, &skill.id).is_none());
    for skill in &a.skills {
        let whole = |rule, wire, source| Change {
            from: Some(skill_place(a, &skill.id, None)),
            to: Some(skill_place(b, &skill.id, None)),
            source,
            ..change(
                rule,
                &place(&["skills"]),
                format!("skill `{}`", skill.id),
                wire,
            )
        };
        let Some(other) = find(b, &skill.id) else {
            changes.push(whole(Rule::SkillRemoved, Impact::BOTH, Impact::BOTH));
            continue;
        };
        let names = [
            ("request_type", &skill.request_type, &other.request_type),
            ("response_type", &skill.response_type, &other.response_type),
            (
                "request_media_type",
                &skill.request_media_type,
                &other.request_media_type,
            ),
            (
                "response_media_type",
                &skill.response_media_type,
                &other.response_media_type,
            ),
            ("mcp_tool", &skill.mcp_tool, &other.mcp_tool),
        ];
        for (member, from, to) in names {
            if from != to {
                changes.push(Change {
                    from: Some(skill_place(a, &skill.id, Some(member))),
                    to: Some(skill_place(b, &skill.id, Some(member))),
                    detail: format!("`{from}` → `{to}`"),
                    ..whole(Rule::SkillIdentifierChanged, Impact::BOTH, Impact::NONE)
                });
            }
        }
    }
    for skill in added {
        changes.push(Change {
            from: Some(skill_place(a, &skill.id, None)),
            to: Some(skill_place(b, &skill.id, None)),
            // Whoever matches all requests has one more to match.
            source: Impact::RECEIVER,
            ..change(
                Rule::SkillAdded,
                &place(&["skills"]),
                format!("skill `{}`", skill.id),
                Impact::NONE,
            )
        });
    }
}

/// Codes that only one table has are told with the error schema, which lists them.
fn errors(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    let row = |manifest: &Manifest, code: &str| -> Option<(usize, ErrorEntry)> {
        let mut rows = manifest.errors.iter().enumerate();
        rows.find(|(_, row)| row.code == code)
            .map(|(index, row)| (index, row.clone()))
    };
    for (index, from) in a.errors.iter().enumerate() {
        let Some((other, to)) = row(b, &from.code) else {
            continue;
        };
        let cells = [
            (
                "jsonrpc",
                from.jsonrpc.to_string(),
                to.jsonrpc.to_string(),
                Impact::BOTH,
            ),
            // A default only: what a payload says wins.
            (
                "retryable",
                from.retryable.to_string(),
                to.retryable.to_string(),
                Impact::NONE,
            ),
        ];
        for (member, before, after, wire) in cells {
            if before != after {
                let detail = format!("`{}`: {before} → {after}", from.code);
                changes.push(Change {
                    from: Some(place(&["errors", &index.to_string(), member])),
                    to: Some(place(&["errors", &other.to_string(), member])),
                    ..change(Rule::ErrorRowChanged, &place(&["errors"]), detail, wire)
                });
            }
        }
    }
}

fn activation(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    let strictness = |activation: Activation| match activation {
        Activation::NotEnforced => (0, "not enforced"),
        Activation::RequiredUnlessBothHeadersAbsent => {
            (1, "required unless both headers are absent")
        }
        Activation::Required => (2, "required"),
    };
    let (from, to) = (strictness(a.activation), strictness(b.activation));
    let (rule, effect) = match from.0.cmp(&to.0) {
        std::cmp::Ordering::Equal => return,
        std::cmp::Ordering::Less => (Rule::ActivationTightened, Effect::TIGHTENS),
        std::cmp::Ordering::Greater => (Rule::ActivationLoosened, Effect::LOOSENS),
    };
    let mut change = change(
        rule,
        &place(&["activation"]),
        format!("{} → {}", from.1, to.1),
        effect.impact(),
    );
    change
        .notes
        .push("of requests, which buyers send".to_owned());
    changes.push(change);
}

fn envelope(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    if a.error_envelope != b.error_envelope {
        let text = |envelope: ErrorEnvelope| match envelope {
            ErrorEnvelope::Object => "the payload itself",
            ErrorEnvelope::DetailArray => "an array of details",
        };
        let detail = format!("{} → {}", text(a.error_envelope), text(b.error_envelope));
        let place = place(&["error_envelope"]);
        changes.push(change(
            Rule::ErrorEnvelopeChanged,
            &place,
            detail,
            Impact::BOTH,
        ));
    }
}

fn context_id(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    let (rule, effect) = match (a.responses_need_context_id, b.responses_need_context_id) {
        (false, true) => (Rule::ContextIdBecameRequired, Effect::TIGHTENS),
        (true, false) => (Rule::ContextIdBecameOptional, Effect::LOOSENS),
        _ => return,
    };
    let mut change = change(
        rule,
        &place(&["responses_need_context_id"]),
        "`contextId` of the message".to_owned(),
        effect.impact(),
    );
    change
        .notes
        .push("of responses, which dealers send".to_owned());
    changes.push(change);
}

fn card(a: &Manifest, b: &Manifest, changes: &mut Vec<Change>) {
    let rules = [
        (
            "extension_must_be_required",
            a.card.extension_must_be_required,
            b.card.extension_must_be_required,
        ),
        (
            "exactly_one_aap_extension",
            a.card.exactly_one_aap_extension,
            b.card.exactly_one_aap_extension,
        ),
        (
            "interfaces_must_be_https",
            a.card.interfaces_must_be_https,
            b.card.interfaces_must_be_https,
        ),
    ];
    for (name, from, to) in rules {
        let (rule, effect) = match (from, to) {
            (false, true) => (Rule::CardRuleAdded, Effect::TIGHTENS),
            (true, false) => (Rule::CardRuleRemoved, Effect::LOOSENS),
            _ => continue,
        };
        let place = place(&["card", name]);
        let mut change = change(rule, &place, format!("`{name}`"), effect.impact());
        change
            .notes
            .push("of agent cards, which dealers send".to_owned());
        changes.push(change);
    }
}

/// What a card only should have.
fn card_advice(a: &Card, b: &Card, changes: &mut Vec<Change>) {
    let list = |list: &[String], none: &str| match list {
        [] => none.to_owned(),
        _ => list.join(", "),
    };
    let [params, modes] = ["none", "those of the skills"];
    let facts = [
        ("params", list(&a.params, params), list(&b.params, params)),
        (
            "default_modes",
            list(&a.default_modes, modes),
            list(&b.default_modes, modes),
        ),
    ];
    advice(Rule::CardAdviceChanged, "card", facts, changes);
}

/// What an MCP manifest has.
fn mcp(a: &Mcp, b: &Mcp, changes: &mut Vec<Change>) {
    let version = |mcp: &Mcp| mcp.protocol_version.clone().unwrap_or("none".to_owned());
    let facts = [
        ("protocol_version", version(a), version(b)),
        (
            "annotations",
            a.annotations.to_string(),
            b.annotations.to_string(),
        ),
    ];
    advice(Rule::McpManifestChanged, "mcp", facts, changes);
}

/// The facts that are not stated alike, each with its name and both statements.
fn advice<const N: usize>(
    rule: Rule,
    table: &str,
    facts: [(&str, String, String); N],
    changes: &mut Vec<Change>,
) {
    for (name, from, to) in facts {
        if from != to {
            let detail = format!("`{name}`: {from} → {to}");
            changes.push(change(rule, &place(&[table, name]), detail, Impact::NONE));
        }
    }
}

fn bindings(a: &Bindings, b: &Bindings, changes: &mut Vec<Change>) {
    let allowed = |bindings: &Bindings| -> BTreeSet<String> {
        let lists = [
            &bindings.required,
            &bindings.optional,
            &bindings.at_least_one_of,
        ];
        lists.into_iter().flatten().cloned().collect()
    };
    let (from, to) = (allowed(a), allowed(b));
    for name in from.union(&to) {
        let required = [a, b].map(|bindings| bindings.required.contains(name));
        let (rule, wire) = match (from.contains(name), to.contains(name), required) {
            (true, false, _) => (Rule::BindingRemoved, Impact::BOTH),
            (true, true, [false, true]) => (Rule::BindingBecameRequired, Impact::SENDER),
            (true, true, [true, false]) => (Rule::BindingBecameOptional, Impact::RECEIVER),
            (false, true, [_, true]) => (Rule::BindingBecameRequired, Impact::SENDER),
            (false, true, _) => (Rule::BindingAdded, Impact::NONE),
            _ => continue,
        };
        let mut change = change(rule, &place(&["bindings"]), format!("`{name}`"), wire);
        change
            .notes
            .push("of agent cards, which dealers send".to_owned());
        changes.push(change);
    }
}
