//! What a buyer makes of an error reply, in whichever shape it arrives.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::time::{Duration, Instant};

use aap_tests::known;
use aap_types::profile::{A2aErrorKind, AapError, JsonRpcError, Meaning};
use aap_types::{Rejection, contracts};
use serde_json::{Value, json};

const ERROR_INFO: &str = "type.googleapis.com/google.rpc.ErrorInfo";
const AAP_TYPE: &str = "https://autoagentprotocol.org/extensions/aap/error";

/// The payload of an AAP error, with or without `@type`.
fn payload(at_type: bool) -> Value {
    let mut payload = json!({
        "type": "aap.error",
        "error_id": "err-1",
        "code": "RATE_LIMITED",
        "message": "Slow down.",
        "retryable": true,
        "details": {"retry_after_ms": 4500},
        "created_at": "2026-09-08T19:46:59-06:00",
    });
    if at_type {
        payload["@type"] = json!(AAP_TYPE);
    }
    payload
}

fn metadata() -> Value {
    json!({
        "code": "RATE_LIMITED",
        "error_id": "err-1",
        "retryable": "true",
        "created_at": "2026-09-08T19:46:59-06:00",
    })
}

fn info(domain: &str, reason: &str, metadata: Value) -> Value {
    json!({"@type": ERROR_INFO, "domain": domain, "reason": reason, "metadata": metadata})
}

fn aap_info(metadata: Value) -> Value {
    info("autoagentprotocol.org", "RATE_LIMITED", metadata)
}

fn without(mut value: Value, member: &str) -> Value {
    value.as_object_mut().unwrap().remove(member).unwrap();
    value
}

fn with(mut value: Value, member: &str, new: Value) -> Value {
    value[member] = new;
    value
}

#[derive(Debug, PartialEq)]
enum Read {
    /// The error of [`payload`].
    Whole,
    /// The error of [`metadata`]: no details, and the message of the JSON-RPC error.
    Reduced,
    /// The pointers of what is wrong.
    Malformed(Vec<String>),
    A2a(A2aErrorKind),
    Other,
}

use Read::{A2a, Malformed, Other, Reduced, Whole};

fn read(error: &JsonRpcError) -> Read {
    match error.meaning() {
        Meaning::Aap(read) => {
            let whole = AapError::from_value(&payload(false)).unwrap();
            if read == whole {
                return Whole;
            }
            let mut reduced = whole.with_message("message");
            reduced.details = None;
            assert_eq!(read, reduced);
            Reduced
        }
        Meaning::MalformedAap(faults) => Malformed(
            faults
                .iter()
                .map(|fault| format!("{}:{}", fault.instance_location, fault.keyword))
                .collect(),
        ),
        Meaning::A2a(kind) => A2a(kind),
        Meaning::Other => Other,
        other => panic!("unknown: {other:?}"),
    }
}

#[rustfmt::skip]
fn rows() -> Vec<(&'static str, i64, Option<Value>, Read)> {
    let unknown = || json!({"@type": "type.googleapis.com/google.rpc.Help", "links": [{}]});
    let a2a = |reason: &str| info("a2a-protocol.org", reason, json!({}));
    let malformed = |faults: &[&str]| Malformed(faults.iter().map(ToString::to_string).collect());
    vec![
        // The object of the contracts to v1.3.
        ("the payload is the data", -32002, Some(payload(false)), Whole),
        ("by its number it would be TaskNotFound", -32001, Some(payload(false)), Whole),
        ("by its number it would be VersionNotSupported", -32009, Some(payload(false)), Whole),
        ("a payload with @type may stand alone as well", -32000, Some(payload(true)), Whole),
        ("members of a later contract are no fault", -32000, Some(with(payload(false), "help_url", json!("x"))), Whole),

        // The array of later contracts.
        ("the payload is the only detail", -32000, Some(json!([payload(true)])), Whole),
        ("the payload is the last detail", -32000, Some(json!([aap_info(metadata()), unknown(), payload(true)])), Whole),
        ("the payload is the first detail", -32000, Some(json!([payload(true), unknown(), aap_info(metadata())])), Whole),
        ("what is no object is ignored", -32000, Some(json!([null, 1, "x", [payload(true)], payload(true), true])), Whole),
        ("details without @type are ignored", -32000, Some(json!([{"code": "X"}, {}, payload(true)])), Whole),
        ("an @type that is no text is ignored", -32000, Some(json!([{"@type": 1}, {"@type": null}, payload(true)])), Whole),
        ("UNSUPPORTED_SKILL shares -32004 with UnsupportedOperation", -32004, Some(json!([payload(true)])), Whole),
        ("next to an ErrorInfo of A2A the payload still tells", -32008, Some(json!([a2a("EXTENSION_SUPPORT_REQUIRED"), payload(true)])), Whole),
        ("a broken payload does not hide a whole one", -32000, Some(json!([{"@type": AAP_TYPE}, payload(true)])), Whole),
        ("the payload outweighs the ErrorInfo", -32000, Some(json!([aap_info(with(metadata(), "code", json!("INTERNAL_ERROR"))), payload(true)])), Whole),
        ("in an array only @type finds it", -32000, Some(json!([payload(false)])), Other),
        ("a similar @type is another type", -32000, Some(json!([with(payload(true), "@type", json!(format!("{AAP_TYPE}/")))])), Other),
        ("so is one in other letters", -32000, Some(json!([with(payload(true), "@type", json!(AAP_TYPE.to_uppercase()))])), Other),
        ("a type of another domain", -32000, Some(with(payload(false), "type", json!("other.error"))), Other),

        // What SDKs leave.
        ("the ErrorInfo alone", -32000, Some(json!([aap_info(metadata())])), Reduced),
        ("the ErrorInfo alone, outside its array", -32000, Some(aap_info(metadata())), Reduced),
        ("the metadata alone", -32000, Some(metadata()), Reduced),
        ("the reason stands in for a code that is not repeated", -32000, Some(json!([aap_info(without(metadata(), "code"))])), Reduced),
        ("a boolean where a text belongs is understood", -32000, Some(json!([aap_info(with(metadata(), "retryable", json!(true)))])), Reduced),
        ("more metadata are ignored", -32000, Some(json!([aap_info(with(metadata(), "region", json!("eu")))])), Reduced),
        ("the ErrorInfo helps out for a broken payload", -32000, Some(json!([aap_info(metadata()), {"@type": AAP_TYPE}])), Reduced),
        ("some metadata are not those of an AAP error", -32000, Some(without(metadata(), "error_id")), Other),

        // Neither whole nor restorable.
        ("an AAP error without its members", -32004, Some(json!([{"@type": AAP_TYPE, "type": "aap.error"}])), malformed(&[":required", ":required", ":required", ":required", ":required"])),
        ("an AAP error of another type", -32004, Some(json!([with(payload(true), "type", json!("x"))])), malformed(&["/type:const"])),
        ("members of wrong types", -32002, Some(json!({"type": "aap.error", "error_id": 1, "code": null, "message": [], "retryable": "true", "created_at": "now"})),
            malformed(&["/error_id:type", "/code:type", "/message:type", "/retryable:type", "/created_at:format"])),
        ("metadata that do not say whether to retry", -32000, Some(json!([aap_info(with(metadata(), "retryable", json!("maybe")))])), malformed(&["/retryable:enum"])),
        ("an ErrorInfo without metadata", -32000, Some(json!([{"@type": ERROR_INFO, "domain": "autoagentprotocol.org"}])), malformed(&[":required", ":required", ":required", ":required"])),

        // A2A's own.
        ("a number alone", -32004, None, A2a(A2aErrorKind::UnsupportedOperation)),
        ("a number and an empty array", -32005, Some(json!([])), A2a(A2aErrorKind::ContentTypeNotSupported)),
        ("a number and null", -32001, Some(Value::Null), A2a(A2aErrorKind::TaskNotFound)),
        ("a number and a text", -32003, Some(json!("no push")), A2a(A2aErrorKind::PushNotificationNotSupported)),
        ("a number and its ErrorInfo", -32007, Some(json!([a2a("EXTENDED_AGENT_CARD_NOT_CONFIGURED")])), A2a(A2aErrorKind::ExtendedAgentCardNotConfigured)),
        ("the reason outweighs the number", -32000, Some(json!([unknown(), a2a("TASK_NOT_CANCELABLE")])), A2a(A2aErrorKind::TaskNotCancelable)),
        ("an unknown reason leaves the number", -32006, Some(json!([a2a("FUTURE_REASON")])), A2a(A2aErrorKind::InvalidAgentResponse)),
        ("another domain's reason does not count", -32009, Some(json!([info("agent.example", "TASK_NOT_FOUND", json!({}))])), A2a(A2aErrorKind::VersionNotSupported)),
        ("an AAP code under A2A's domain is none", -32000, Some(json!([info("a2a-protocol.org", "RATE_LIMITED", json!({}))])), Other),

        // The rest.
        ("method not found", -32601, None, Other),
        ("a server's own number", -32000, None, Other),
        ("a number beyond A2A's", -32010, None, Other),
        ("zero", 0, Some(json!({})), Other),
        ("a large number", i64::MIN, Some(json!([[]])), Other),
    ]
}

#[test]
fn the_payload_tells_what_an_error_is_and_the_number_only_without_it() {
    for (reason, code, data, expected) in rows() {
        let error = JsonRpcError::new(code, "message", data);
        assert_eq!(read(&error), expected, "{reason}");

        let reply = error.reply(Value::Null).to_string();
        let again = JsonRpcError::from_reply(reply.as_bytes()).unwrap().unwrap();
        assert_eq!(read(&again), expected, "{reason}, from bytes");
        let json = serde_json::to_value(&error).unwrap();
        assert_eq!(error.reply("id")["error"], json, "{reason}");
    }
}

#[test]
fn a_reply_is_an_error_a_result_or_no_reply() {
    let read = |text: &str| JsonRpcError::from_reply(text.as_bytes());
    let ok = [
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"message": {}}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"error": {"code": 1}}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "error": null, "result": {}}"#,
    ];
    for text in ok {
        assert_eq!(read(text), Ok(None), "{text}");
    }
    let errors = [
        (r#"{"error": {"code": -32603, "message": ""}}"#, -32603),
        (
            r#"{"id": null, "error": {"code": -32700.0, "message": "x"}}"#,
            -32700,
        ),
        (
            r#"{"result": {}, "error": {"code": 5, "message": "x", "data": null}}"#,
            5,
        ),
    ];
    for (text, code) in errors {
        assert_eq!(read(text).unwrap().unwrap().code, code, "{text}");
    }
    let invalid: [(&str, &[&str]); 6] = [
        ("[]", &[""]),
        (r#""error""#, &[""]),
        (r#"{"error": "boom"}"#, &["/error"]),
        (r#"{"error": {}}"#, &["/error/code", "/error/message"]),
        (
            r#"{"error": {"code": "1", "message": "x"}}"#,
            &["/error/code"],
        ),
        (
            r#"{"error": {"code": 1.5, "message": 2}}"#,
            &["/error/code", "/error/message"],
        ),
    ];
    for (text, pointers) in invalid {
        let Err(Rejection::Invalid(faults)) = read(text) else {
            panic!("{text} is taken");
        };
        let found: Vec<&str> = faults
            .iter()
            .map(|it| it.instance_location.as_str())
            .collect();
        assert_eq!(found, pointers, "{text}");
    }
    assert!(matches!(read("<html>"), Err(Rejection::Syntax(_))));
    let twice = r#"{"error": {"code": 1, "code": -32008, "message": "x"}}"#;
    assert!(matches!(read(twice), Err(Rejection::DuplicateKey(_))));
}

#[test]
fn a_retry_delay_is_read_from_either_member() {
    let ms = |ms| Some(Duration::from_millis(ms));
    let rows = [
        (json!({"retry_after_ms": 30000}), ms(30_000)),
        (json!({"retry_after_ms": 0}), ms(0)),
        (json!({"retry_after_ms": 4500.0}), ms(4_500)),
        (json!({"retry_after_seconds": 30}), ms(30_000)),
        (json!({"retry_after_seconds": 1.5}), ms(1_500)),
        (
            json!({"retry_after_ms": 1, "retry_after_seconds": 9}),
            ms(1),
        ),
        (
            json!({"retry_after_ms": "soon", "retry_after_seconds": 9}),
            ms(9_000),
        ),
        (json!({"retry_after_ms": -1}), None),
        (json!({"retry_after_seconds": -0.5}), None),
        (json!({"retry_after_ms": -0.0}), ms(0)),
        (json!({"retry_after_ms": null}), None),
        (json!({"retry_after_ms": "30000"}), None),
        (json!({"retry_after_ms": [30000]}), None),
        (json!({"retry_after_ms": u64::MAX}), ms(u64::MAX)),
        (json!({"retry_after_seconds": u64::MAX}), ms(u64::MAX)),
        (json!({"retry_after_seconds": 1e300}), ms(u64::MAX)),
        (json!({"retry_after": 30}), None),
        (json!({}), None),
        (json!([30000]), None),
        (json!(30000), None),
    ];
    for (details, expected) in rows {
        let error = AapError::from_code(known::default(), "RATE_LIMITED").unwrap();
        let error = error.with_details(details.clone());
        assert_eq!(error.retry_after(), expected, "{details}");
        if let Some(delay) = error.retry_after() {
            let _in_the_far_future = Instant::now() + delay;
        }
    }
    let error = AapError::from_code(known::default(), "RATE_LIMITED").unwrap();
    assert_eq!(error.retry_after(), None);
    let error = error.with_details(json!({"retry_after_seconds": 1, "quota": 5}));
    let error = error.with_retry_after(Duration::MAX);
    assert_eq!(
        error.details,
        Some(json!({"retry_after_ms": u64::MAX, "quota": 5}))
    );
}

#[test]
fn problems_are_read_as_far_as_they_are_told() {
    let error = AapError::from_code(known::default(), "SCHEMA_VALIDATION_FAILED").unwrap();
    let problem = |location: Value, keyword: Value, error: Value| json!({"instanceLocation": location, "keyword": keyword, "error": error});
    let error = error.with_details(json!({"errors": [
        problem(json!("/a~1b"), json!("type"), json!("x")),
        problem(json!("filters.make"), json!("type"), json!("y")),
        problem(json!("/a~2"), json!("type"), json!("z")),
        problem(json!(1), json!("type"), json!("no location")),
        problem(json!(""), json!(null), json!("no keyword")),
        {"keyword": "type"},
        "text",
        null,
    ]}));
    let found = error.violations();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "/a~1b: type: x",
            "(whole document): type: filters.make: y",
            "(whole document): type: /a~2: z",
        ]
    );
    for errors in [
        json!({"errors": {}}),
        json!({"errors": "none"}),
        json!("errors"),
    ] {
        assert!(error.clone().with_details(errors).violations().is_empty());
    }
}

/// Every value in a reply is replaced by values of every type, and every prefix is read.
#[test]
fn no_reply_is_too_strange() {
    let junk = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("\u{0}"),
        json!([]),
        json!([[], {}]),
        json!({}),
        json!({"@type": AAP_TYPE}),
    ];
    for contract in contracts() {
        let mut error = AapError::from_code(contract, "SCHEMA_VALIDATION_FAILED").unwrap();
        error = error.with_details(json!({"retry_after_ms": 1, "errors": [
            {"instanceLocation": "/a", "keyword": "type", "error": "x"},
        ]}));
        let reply = error.to_json_rpc(contract).unwrap().reply("id");
        let mut replies = 0;
        for pointer in pointers(&reply) {
            for junk in &junk {
                let mut strange = reply.clone();
                *strange.pointer_mut(&pointer).unwrap() = junk.clone();
                if let Ok(Some(read)) = JsonRpcError::from_reply_value(&strange) {
                    replies += 1;
                    let _ = read.contract_to_activate(contracts());
                    if let Some(error) = read.aap_error() {
                        let _ = (error.retry_after(), error.violations());
                        let _ = error.to_json_rpc(contract);
                    }
                }
            }
        }
        assert!(replies > 100, "{replies}");
        let text = reply.to_string();
        for end in 0..text.len() {
            assert!(JsonRpcError::from_reply(&text.as_bytes()[..end]).is_err());
        }
    }
}

fn pointers(value: &Value) -> Vec<String> {
    fn walk(value: &Value, pointer: &str, found: &mut Vec<String>) {
        found.push(pointer.to_owned());
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    walk(value, &format!("{pointer}/{name}"), found);
                }
            }
            Value::Array(elements) => {
                for (index, value) in elements.iter().enumerate() {
                    walk(value, &format!("{pointer}/{index}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", &mut found);
    found
}
