//! Three readers look at a text: the one that reads a valid one at once, the one that only tells
//! whether it is valid, and the report behind both. They must agree on texts that nobody's
//! serializer writes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use aap_tests::rng::Rng;
use aap_types::runtime::document::{self, Document};
use aap_types::runtime::equality;
use aap_types::{ContractInfo, PayloadInfo};

/// At most so many texts are made of each example; fewer where `AAP_CASES` asks for fewer.
const CASES: usize = 150;

/// What is put into a text.
const PIECES: [&[u8]; 24] = [
    b"",
    b"",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b" \n\t\r ",
    b"0",
    b"-",
    b"1.0",
    b"e5",
    b"1e400",
    b"\\u0041",
    b"\\ud800",
    b"null",
    b"true",
    b"\x00",
    b"\xff",
    b"\xc3\xa9",
    b"{\"a\":{\"a\":1,\"a\":1}}",
];

const SPACES: [&[u8]; 3] = [b" ", b"\n\n\n", b"\t \r\n"];

/// Puts pieces in, takes pieces out, repeats a member, spells a letter as an escape, or adds white space.
fn damage(text: &str, random: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let from = random.below(bytes.len());
        match random.below(4) {
            0 => {
                let to = (from + random.below(4)).min(bytes.len());
                bytes.splice(from..to, random.pick(&PIECES).iter().copied());
            }
            1 => {
                // Whole members, mostly: from comma to comma.
                let comma = |at: usize| bytes[at..].iter().position(|byte| *byte == b',');
                let Some(begin) = comma(from).map(|offset| from + offset) else {
                    continue;
                };
                let end = comma(begin + 1).map_or(bytes.len(), |offset| begin + 1 + offset);
                let span = bytes[begin..end].to_vec();
                bytes.splice(end..end, span);
            }
            2 => {
                let letter = |at: usize| bytes[at..].iter().position(u8::is_ascii_alphanumeric);
                let Some(at) = letter(from).map(|offset| from + offset) else {
                    continue;
                };
                let escape = format!("\\u{:04x}", bytes[at]);
                bytes.splice(at..=at, escape.into_bytes());
            }
            _ => {
                let is_between = |byte: &u8| b",:[]{}".contains(byte);
                let Some(offset) = bytes[from..].iter().position(is_between) else {
                    continue;
                };
                let at = from + offset;
                let space = random.pick(&SPACES);
                bytes.splice(at..at, space.iter().copied());
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn agree(name: &str, payload: &PayloadInfo, bytes: &[u8]) -> bool {
    let shown = || format!("{name}: {}", String::from_utf8_lossy(bytes));
    let read = payload.round_trip(bytes);
    assert_eq!(
        payload.is_valid_slice(bytes),
        read.is_ok(),
        "verdict, {}",
        shown()
    );
    let reported = match document::parse(bytes) {
        Ok(Document { value, .. }) if payload.validate(&value).is_ok() => {
            payload.round_trip(value.to_string().as_bytes()).ok()
        }
        _ => None,
    };
    if !cfg!(feature = "arbitrary_precision") {
        let at_once = payload.is_read_in_one_pass(bytes);
        assert_eq!(at_once, reported.is_some(), "one pass, {}", shown());
    }
    match (&read, &reported) {
        (Ok(read), Some(reported)) => {
            assert!(equality::equal(read, reported), "{}", shown());
            true
        }
        (Err(_), None) => false,
        _ => panic!("{read:?} against {reported:?}, {}", shown()),
    }
}

fn check(contract: &ContractInfo, examples: &[aap_schemas::File]) -> (usize, usize) {
    let cases = std::env::var("AAP_CASES").map_or(CASES, |cases| cases.parse().unwrap());
    let mut random = Rng::new(3);
    let (mut valid, mut invalid) = (0, 0);
    for example in examples {
        let stem = example.path.split('.').next().unwrap();
        let Some(payload) = contract.payload(stem) else {
            continue;
        };
        let name = format!("{} {}", contract.name, example.path);
        assert!(agree(&name, payload, example.text.as_bytes()), "{name}");
        for _ in 0..cases.min(CASES) {
            let bytes = damage(example.text, &mut random);
            if agree(&name, payload, &bytes) {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
    }
    (valid, invalid)
}

#[test]
fn all_readers_agree_on_damaged_texts() {
    let (mut valid, mut invalid) = (0, 0);
    let sources = aap_schemas::contracts().iter();
    for (source, contract) in sources.zip(aap_types::contracts()) {
        let (more_valid, more_invalid) = check(contract, source.examples);
        let is_tried = more_valid > 0 && more_invalid > 0;
        assert!(is_tried || source.examples.is_empty(), "{}", contract.name);
        valid += more_valid;
        invalid += more_invalid;
    }
    assert!(valid > 100 && invalid > 100, "{valid}, {invalid}");
}
