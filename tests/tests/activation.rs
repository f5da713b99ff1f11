//! Which headers let a skill run, by each activation rule, and what a buyer makes of a refusal.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aap_tests::known;
use aap_types::profile::{
    A2A_EXTENSIONS, A2A_VERSION, A2aErrorKind, Activated, Activation, JsonRpcError, Meaning,
    Refusal,
};
use aap_types::{ContractInfo, contracts};
use serde_json::{Value, json};

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// The skill runs, and the request named the contract.
    Named,
    /// The skill runs, and the endpoint decided for which contract.
    Pinned,
    /// -32008.
    NoExtension,
    /// -32009.
    BadVersion,
}

use Outcome::{BadVersion, Named, NoExtension, Pinned};

fn outcome(result: &Result<Activated, Refusal>) -> Outcome {
    match result {
        Ok(Activated::ByRequest) => Named,
        Ok(Activated::ByEndpoint) => Pinned,
        Ok(other) => panic!("unknown: {other:?}"),
        Err(refusal) => match refusal.kind() {
            A2aErrorKind::ExtensionSupportRequired => NoExtension,
            A2aErrorKind::VersionNotSupported => BadVersion,
            other => panic!("no refusal of an activation: {other:?}"),
        },
    }
}

/// The same result by all three rules: not enforced, required, required unless both are absent.
const fn always(outcome: Outcome) -> [Outcome; 3] {
    [outcome; 3]
}

/// What becomes of a request that does not name the contract, but has one of the headers.
const UNNAMED: [Outcome; 3] = [Pinned, NoExtension, NoExtension];

/// V: `A2A-Version`. E: `A2A-Extensions`. `{uri}` is the contract's own URI.
const V: &str = "A2A-Version";
const E: &str = "A2A-Extensions";

type Row = (
    &'static str,
    &'static [(&'static str, &'static [u8])],
    [Outcome; 3],
);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Neither header.
    ("nothing is supplied, so only the strict rule refuses", &[], [Pinned, NoExtension, Pinned]),
    ("other headers do not count as either of the two", &[("Host", b"dealer.example"), ("Accept", b"application/json")], [Pinned, NoExtension, Pinned]),
    ("a header whose name only begins alike is another header", &[("A2A-Extensions-Extra", b"{uri}"), ("A2A-Versions", b"0.3")], [Pinned, NoExtension, Pinned]),
    ("the header of A2A 0.3 has another name", &[("X-A2A-Extensions", b"{uri}")], [Pinned, NoExtension, Pinned]),
    ("an underscore is no hyphen", &[("A2A_Extensions", b"{uri}")], [Pinned, NoExtension, Pinned]),

    // Names of headers.
    ("the usual request", &[(V, b"1.0"), (E, b"{uri}")], always(Named)),
    ("header names have no case: lower", &[("a2a-version", b"1.0"), ("a2a-extensions", b"{uri}")], always(Named)),
    ("header names have no case: upper", &[("A2A-VERSION", b"0.3"), ("A2A-EXTENSIONS", b"{uri}")], always(BadVersion)),
    ("the order of headers does not matter", &[(E, b"{uri}"), ("Host", b"x"), (V, b"1.0")], always(Named)),

    // Absent version: nothing is named that the endpoint does not serve.
    ("an absent version is the endpoint's own", &[(E, b"{uri}")], always(Named)),

    // Versions.
    ("one header of the two leaves the other one needed", &[(V, b"1.0")], UNNAMED),
    ("spaces around a value are no part of it", &[(V, b" 1.0 "), (E, b"{uri}")], always(Named)),
    ("tabs around a value are no part of it", &[(V, b"\t1.0\t"), (E, b"{uri}")], always(Named)),
    ("a patch number does not count", &[(V, b"1.0.0"), (E, b"{uri}")], always(Named)),
    ("nor does a high one", &[(V, b"1.0.17"), (E, b"{uri}")], always(Named)),
    ("an empty version is 0.3", &[(V, b""), (E, b"{uri}")], always(BadVersion)),
    ("a blank version is empty", &[(V, b" \t "), (E, b"{uri}")], always(BadVersion)),
    ("an empty version is supplied, even alone", &[(V, b"")], always(BadVersion)),
    ("an older version is not served", &[(V, b"0.3"), (E, b"{uri}")], always(BadVersion)),
    ("another minor is not served", &[(V, b"1.1"), (E, b"{uri}")], always(BadVersion)),
    ("another major is not served", &[(V, b"2.0"), (E, b"{uri}")], always(BadVersion)),
    ("a major alone is no Major.Minor", &[(V, b"1"), (E, b"{uri}")], always(BadVersion)),
    ("a version is no prefix of another", &[(V, b"1.01"), (E, b"{uri}")], always(BadVersion)),
    ("a leading zero makes another text", &[(V, b"01.0"), (E, b"{uri}")], always(BadVersion)),
    ("a patch number has digits", &[(V, b"1.0."), (E, b"{uri}")], always(BadVersion)),
    ("a patch number has digits only", &[(V, b"1.0.x"), (E, b"{uri}")], always(BadVersion)),
    ("there is no fourth number", &[(V, b"1.0.0.0"), (E, b"{uri}")], always(BadVersion)),
    ("a pre-release is another version", &[(V, b"1.0-rc1"), (E, b"{uri}")], always(BadVersion)),
    ("a contract is no version of A2A", &[(V, b"v1.3"), (E, b"{uri}")], always(BadVersion)),
    ("a word is no version", &[(V, b"latest"), (E, b"{uri}")], always(BadVersion)),
    ("quotes are part of a value", &[(V, b"\"1.0\""), (E, b"{uri}")], always(BadVersion)),
    ("a version has ASCII digits", &[(V, "\u{661}.\u{660}".as_bytes()), (E, b"{uri}")], always(BadVersion)),
    ("bytes that are no UTF-8 are no version", &[(V, b"1.0\xff"), (E, b"{uri}")], always(BadVersion)),
    ("a version twice says it twice", &[(V, b"1.0"), (V, b"1.0"), (E, b"{uri}")], always(Named)),
    ("two lines may be joined on the way", &[(V, b"1.0, 1.0"), (E, b"{uri}")], always(Named)),
    ("two versions conflict: the second is not served", &[(V, b"1.0"), (V, b"0.3"), (E, b"{uri}")], always(BadVersion)),
    ("two versions conflict: the first is not served", &[(V, b"0.3"), (E, b"{uri}"), (V, b"1.0")], always(BadVersion)),
    ("a list of two versions conflicts too", &[(V, b"1.0,0.3"), (E, b"{uri}")], always(BadVersion)),
    ("an empty line among versions is 0.3", &[(V, b"1.0"), (V, b""), (E, b"{uri}")], always(BadVersion)),
    ("so is an empty item, to which lines are joined", &[(V, b"1.0,"), (E, b"{uri}")], always(BadVersion)),
    ("the version is judged before the extensions", &[(V, b"0.3"), (E, b"https://other.example/x")], always(BadVersion)),

    // Lists of extensions.
    ("an empty list is supplied and lacks the URI", &[(E, b"")], UNNAMED),
    ("a blank list is empty", &[(E, b" \t ")], UNNAMED),
    ("a list of nothing but commas is empty", &[(E, b",, ,")], UNNAMED),
    ("a version does not stand in for the URI", &[(V, b"1.0"), (E, b"")], UNNAMED),
    ("another extension is not this one", &[(V, b"1.0"), (E, b"https://other.example/ext")], UNNAMED),
    ("one of several, first", &[(E, b"{uri},https://other.example/ext")], always(Named)),
    ("one of several, last, with spaces", &[(E, b"https://other.example/ext , {uri} ")], always(Named)),
    ("one of several, with tabs", &[(E, b"https://other.example/ext,\t{uri}\t,x")], always(Named)),
    ("empty items are skipped", &[(E, b",,{uri},,")], always(Named)),
    ("named twice is named", &[(E, b"{uri},{uri}")], always(Named)),
    ("on a second line", &[(E, b"https://other.example/ext"), (E, b"{uri}")], always(Named)),
    ("on a first line, then an empty one", &[(E, b"{uri}"), (E, b"")], always(Named)),
    ("bytes that are no UTF-8 spoil their own item only", &[(E, b"\xff\xfe,{uri}")], always(Named)),

    // No URI but the exact one.
    ("a slash more is another URI", &[(E, b"{uri}/")], UNNAMED),
    ("a longer path is another URI", &[(E, b"{uri}/inventory")], UNNAMED),
    ("a higher minor is another URI", &[(E, b"{uri}0")], UNNAMED),
    ("a prefix is another URI", &[(E, b"{prefix}")], UNNAMED),
    ("the last segment in upper case is another URI", &[(E, b"{upper}")], UNNAMED),
    ("the host in upper case is another URI", &[(E, b"{host}")], UNNAMED),
    ("percent-encoding makes another URI", &[(E, b"{percent}")], UNNAMED),
    ("a query makes another URI", &[(E, b"{uri}?x=1")], UNNAMED),
    ("a fragment makes another URI", &[(E, b"{uri}#x")], UNNAMED),
    ("another scheme makes another URI", &[(E, b"http:{rest}")], UNNAMED),
    ("a parameter is part of the item", &[(E, b"{uri};required=true")], UNNAMED),
    ("quotes are part of the item", &[(E, b"\"{uri}\"")], UNNAMED),
    ("angle brackets are part of the item", &[(E, b"<{uri}>")], UNNAMED),
    ("a semicolon does not separate items", &[(E, b"https://other.example/ext;{uri}")], UNNAMED),
    ("a space does not separate items", &[(E, b"https://other.example/ext {uri}")], UNNAMED),
    ("a no-break space is not trimmed", &[(E, "\u{a0}{uri}".as_bytes())], UNNAMED),
    ("a line break is not trimmed", &[(E, b"\r\n{uri}")], UNNAMED),
    ("a NUL is not trimmed", &[(E, b"{uri}\0")], UNNAMED),
    ("a URI cut by a comma is two items", &[(E, b"{cut}")], UNNAMED),
];

fn fill(template: &[u8], uri: &str) -> Vec<u8> {
    let (path, last) = uri.rsplit_once('/').unwrap();
    let (scheme, rest) = uri.split_once(':').unwrap();
    let (host, tail) = rest.trim_start_matches('/').split_once('/').unwrap();
    let (start, end) = uri.split_at(uri.len() / 2);
    let replacements = [
        ("{uri}", uri.to_owned()),
        ("{prefix}", uri[..uri.len() - 1].to_owned()),
        ("{upper}", format!("{path}/{}", last.to_uppercase())),
        (
            "{host}",
            format!("{scheme}://{}/{tail}", host.to_uppercase()),
        ),
        ("{percent}", format!("{path}%2F{last}")),
        ("{rest}", rest.to_owned()),
        ("{cut}", format!("{start},{end}")),
    ];
    let mut filled = template.to_vec();
    for (name, value) in replacements {
        while let Some(at) = filled
            .windows(name.len())
            .position(|window| window == name.as_bytes())
        {
            filled.splice(at..at + name.len(), value.bytes());
        }
    }
    filled
}

fn by_rule(contract: &ContractInfo, outcomes: [Outcome; 3]) -> Outcome {
    match contract.activation {
        Activation::NotEnforced => outcomes[0],
        Activation::Required => outcomes[1],
        Activation::RequiredUnlessBothHeadersAbsent => outcomes[2],
        other => panic!("{} has the rule {other:?}", contract.name),
    }
}

#[test]
fn every_header_case_has_its_outcome_by_every_rule() {
    assert!(ROWS.len() >= 40);
    for contract in contracts() {
        for (reason, headers, outcomes) in ROWS {
            let headers: Vec<(&str, Vec<u8>)> = headers
                .iter()
                .map(|(name, value)| (*name, fill(value, contract.extension_uri)))
                .collect();
            let expected = by_rule(contract, *outcomes);
            let place = format!("{}: {reason}", contract.name);
            let result = contract.check_activation(headers.iter().map(|(n, v)| (*n, v)));
            assert_eq!(outcome(&result), expected, "{place}");

            let texts: Option<Vec<(&str, &str)>> = headers
                .iter()
                .map(|(name, value)| Some((*name, std::str::from_utf8(value).ok()?)))
                .collect();
            if let Some(texts) = texts {
                let result = contract.check_activation(texts);
                assert_eq!(outcome(&result), expected, "{place}, as text");
            }
            if let Err(refusal) = result {
                check_refusal(contract, &refusal, &place);
            }
        }
    }
}

/// A refusal is complete: number, message, ErrorInfo, and both of them name the same URI.
fn check_refusal(contract: &ContractInfo, refusal: &Refusal, place: &str) {
    let kind = refusal.kind();
    let header = match kind {
        A2aErrorKind::ExtensionSupportRequired => A2A_EXTENSIONS,
        _ => A2A_VERSION,
    };
    let reply = refusal.to_json_rpc().reply("req-3");
    assert_eq!(reply["jsonrpc"], "2.0", "{place}");
    assert_eq!(reply["id"], "req-3", "{place}");
    let error = &reply["error"];
    assert_eq!(error["code"], kind.jsonrpc_code(), "{place}");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains(contract.extension_uri),
        "{place}: {message}"
    );
    assert!(message.contains(header), "{place}: {message}");
    let details = error["data"].as_array().unwrap();
    assert_eq!(details.len(), 1, "{place}");
    let info = &details[0];
    assert_eq!(info["@type"], "type.googleapis.com/google.rpc.ErrorInfo");
    assert_eq!(info["domain"], "a2a-protocol.org", "{place}");
    assert_eq!(info["reason"], kind.reason(), "{place}");
    let metadata = info["metadata"].as_object().unwrap();
    assert!(metadata.values().all(Value::is_string), "{place}");
    assert_eq!(metadata["extensionUri"], contract.extension_uri, "{place}");
    assert_eq!(metadata["requiredHeader"], header, "{place}");

    let read = JsonRpcError::from_reply_value(&reply).unwrap().unwrap();
    assert_eq!(read.meaning(), Meaning::A2a(kind), "{place}");
    let hint = read.contract_to_activate(contracts());
    let expected = (kind == A2aErrorKind::ExtensionSupportRequired).then_some(contract.name);
    assert_eq!(hint.map(|found| found.name), expected, "{place}");
}

/// Without this, a column of the table above could go unused.
#[test]
fn every_rule_has_a_contract() {
    for rule in [
        "not-enforced",
        "required",
        "required-unless-both-headers-absent",
    ] {
        let what = format!("activated as {rule:?} says");
        known::first(&what, |contract| contract.activation.as_str() == rule);
    }
}

#[test]
fn no_contract_takes_the_uri_of_another() {
    for contract in contracts() {
        for other in contracts() {
            let headers = [(A2A_EXTENSIONS, other.extension_uri)];
            let expected = if contract.name == other.name {
                Named
            } else {
                by_rule(contract, UNNAMED)
            };
            let result = contract.check_activation(headers);
            assert_eq!(
                outcome(&result),
                expected,
                "{} {}",
                contract.name,
                other.name
            );
        }
    }
}

#[test]
fn the_headers_of_a_buyer_are_taken_by_its_dealer() {
    for contract in contracts() {
        let headers = contract.request_headers();
        let result = contract.check_activation(headers);
        assert_eq!(result, Ok(Activated::ByRequest), "{}", contract.name);
    }
}

#[test]
fn a_hundred_thousand_uris_are_read() {
    let list = "https://other.example/extension,".repeat(100_000);
    for contract in contracts() {
        let expected = by_rule(contract, UNNAMED);
        let result = contract.check_activation([(A2A_EXTENSIONS, &list)]);
        assert_eq!(outcome(&result), expected, "{}", contract.name);
        let named = format!("{list}{}", contract.extension_uri);
        let lines = [(A2A_VERSION, "1.0"), (A2A_EXTENSIONS, named.as_str())];
        assert_eq!(contract.check_activation(lines), Ok(Activated::ByRequest));
    }
}

/// What a request asked for is told back, but neither raw bytes nor a megabyte of them.
#[test]
fn a_refused_version_is_told_back_legibly() {
    let contract = &contracts()[0];
    let rows: &[(&[u8], &str)] = &[
        (b"0.3", "\"0.3\""),
        (b"", "\"0.3\""),
        (b"2.0\r\nSet-Cookie: a", "\"2.0??Set-Cookie:…\""),
        (b"\"\\\xff\x1b[31m", "\"????[31m\""),
        (&[b'9'; 1_000_000], "\"9999999999999999…\""),
    ];
    for (version, shown) in rows {
        let refusal = contract.check_activation([(A2A_VERSION, version)]);
        let message = refusal.unwrap_err().to_string();
        assert!(message.contains(shown), "{message}");
        assert!(message.len() < 300, "{message}");
    }
}

/// Why, an error's code, message and data, and the contract that it tells to activate.
type Hint<'a> = (
    &'a str,
    i64,
    String,
    Option<Value>,
    Option<&'a ContractInfo>,
);

/// A buyer mends a request only with a URI that is exactly one of its own.
#[test]
fn a_hint_counts_only_for_an_implemented_contract() {
    let one = known::default();
    let Some(other) = contracts().iter().rfind(|it| it.name != one.name) else {
        known::skipped("hints, which need two contracts");
        return;
    };
    let (one_uri, uri) = (one.extension_uri, other.extension_uri);
    let (path, last) = uri.rsplit_once('/').unwrap();
    let upper = format!("{path}/{}", last.to_uppercase());
    let info = |uri: &str| {
        json!([{
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "EXTENSION_SUPPORT_REQUIRED",
            "domain": "a2a-protocol.org",
            "metadata": {"extensionUri": uri, "requiredHeader": "A2A-Extensions"},
        }])
    };
    let mut shuffled = info(uri);
    let unknown = json!({"@type": "type.googleapis.com/google.rpc.Help", "links": []});
    shuffled.as_array_mut().unwrap().insert(0, unknown);
    shuffled.as_array_mut().unwrap().insert(0, json!("text"));
    let mut other_domain = info(uri);
    other_domain[0]["domain"] = json!("agent.example");
    let mut two = info(uri);
    two.as_array_mut()
        .unwrap()
        .push(info("https://other.example/x")[0].take());
    let plain = || "Name it in A2A-Extensions.".to_owned();

    #[rustfmt::skip]
    let rows: Vec<Hint<'_>> = vec![
        ("the metadata name it", -32008, plain(), Some(info(uri)), Some(other)),
        ("the metadata name it, somewhere in the list", -32008, plain(), Some(shuffled), Some(other)),
        ("an SDK left the metadata only", -32008, plain(), Some(json!({"extensionUri": uri, "requiredHeader": "A2A-Extensions"})), Some(other)),
        ("an SDK left the message only", -32008, format!("Activate {uri} in A2A-Extensions."), None, Some(other)),
        ("a sentence may end behind it", -32008, format!("A2A-Extensions lacks {uri}."), None, Some(other)),
        ("it may stand in brackets", -32008, format!("the extension ({uri}), please"), None, Some(other)),
        ("it may stand in quotes", -32008, format!("add \"{uri}\"!"), None, Some(other)),
        ("both agree", -32008, format!("Activate {one_uri}"), Some(info(one_uri)), Some(one)),
        ("they do not agree", -32008, format!("Activate {one_uri}"), Some(info(uri)), None),
        ("the message names two", -32008, format!("{one_uri} or {uri}"), None, None),
        ("the metadata name two", -32008, plain(), Some(two), None),
        ("nothing is named", -32008, plain(), None, None),
        ("an unknown URI is named", -32008, plain(), Some(info("https://other.example/x")), None),
        ("a slash more", -32008, plain(), Some(info(&format!("{uri}/"))), None),
        ("upper case", -32008, plain(), Some(info(&upper)), None),
        ("spaces around", -32008, plain(), Some(info(&format!(" {uri}"))), None),
        ("in a message, a slash more", -32008, format!("Activate {uri}/ now"), None, None),
        ("in a message, a longer path", -32008, format!("Activate {uri}/x now"), None, None),
        ("in a message, a higher minor", -32008, format!("Activate {uri}0 now"), None, None),
        ("in a message, a patch number", -32008, format!("Activate {uri}.4 now"), None, None),
        ("in a message, a query", -32008, format!("Activate {uri}?x=1 now"), None, None),
        ("in a message, a part of another URI", -32008, format!("see https://x.example/?u={uri}"), None, None),
        ("in a message, percent-encoding", -32008, format!("Activate {uri}%20now"), None, None),
        ("another domain's details do not count", -32008, plain(), Some(other_domain), None),
        ("a number without -32008 is no such hint", -32004, plain(), Some(json!([])), None),
        ("nor is -32009", -32009, format!("serves {uri}"), None, None),
        ("the reason tells, not the number", -32000, plain(), Some(info(uri)), Some(other)),
        ("metadata that is no text", -32008, plain(), Some(json!({"extensionUri": [uri]})), None),
    ];
    for (reason, code, message, data, expected) in rows {
        let error = JsonRpcError::new(code, message, data);
        let found = error.contract_to_activate(contracts());
        assert_eq!(
            found.map(|it| it.name),
            expected.map(|it| it.name),
            "{reason}"
        );
        assert_eq!(error.contract_to_activate(&[]).map(|it| it.name), None);
    }
}
