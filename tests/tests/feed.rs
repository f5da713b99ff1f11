//! Feeds of the contracts' examples: an array's elements and lines are the same payloads.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::io::Cursor;

use aap_tests::known;
use aap_types::feed::{self, FeedError};
use aap_types::{Rejection, contracts, v1_3};
use serde_json::Value;

/// What becomes of each record, and its position from 0.
fn all<V: Send + 'static>(
    feed: feed::Feed<V>,
    first: u64,
) -> impl Iterator<Item = Result<(u64, V), FeedError>> {
    feed.map(move |record| record.map(|record| (record.position - first, record.payload)))
}

#[test]
fn elements_and_lines_are_the_same_payloads() {
    for (contract, info) in aap_schemas::contracts().iter().zip(contracts()) {
        for payload in info.payloads {
            let texts = contract.examples.iter().map(|example| {
                let value: Value = serde_json::from_str(example.text).unwrap();
                // Most are payloads of another type, and rejected.
                let text = value.to_string();
                (value, text)
            });
            let (values, texts): (Vec<Value>, Vec<String>) = texts.unzip();
            let handle = |bytes: &[u8]| (payload.is_valid_slice(bytes), payload.round_trip(bytes));
            let read = |feed, first| {
                let items: Result<Vec<_>, FeedError> = all(feed, first).collect();
                items.unwrap()
            };
            let lines = read(feed::lines_with(Cursor::new(texts.join("\r\n")), handle), 1);
            for array in [
                format!("[{}]", texts.join(",")),
                serde_json::to_string_pretty(&values).unwrap(),
            ] {
                let elements = read(feed::elements_with(Cursor::new(array), handle), 0);
                assert_eq!(elements.len(), texts.len());
                assert_eq!(elements, lines, "{} {}", contract.name, payload.name);
            }
            let valid = lines.iter().filter(|(_, (valid, _))| *valid).count();
            let own = contract.examples.iter().filter(|example| {
                let file = example.path.split('.').next();
                file == Some(payload.schema_name())
            });
            assert!(valid >= own.count(), "{} {}", contract.name, payload.name);
        }
    }
}

#[test]
fn a_typed_feed_gives_payloads_and_rejections() {
    let text = r#"{"year": 2026, "make": "Honda"}

{"year": 1700, "vin": ""}
{"year": 1, "year": 2}
{"year":
{}"#;
    let mut found = Vec::new();
    for record in feed::lines::<v1_3::Vehicle>(Cursor::new(text)) {
        let record = record.unwrap();
        let line = text.lines().nth(record.position as usize - 1).unwrap();
        // As if it had been read alone.
        assert_eq!(record.payload, aap_types::from_str(line));
        found.push((
            record.position,
            record
                .payload
                .map_err(|it| match it {
                    Rejection::Invalid(violations) => violations.len(),
                    _ => 0,
                })
                .map(|vehicle| vehicle.year),
        ));
    }
    assert_eq!(
        found,
        [
            (1, Ok(Some(2026))),
            (3, Err(2)),
            (4, Err(0)),
            (5, Err(0)),
            (6, Ok(None))
        ]
    );
    let array = Cursor::new(r#"[{"year": 2026}, nul, {"year": 2025}"#);
    let mut feed = feed::elements::<v1_3::Vehicle>(array);
    let mut next = || feed.next().unwrap();
    assert!(next().unwrap().payload.is_ok());
    assert!(matches!(next().unwrap().payload, Err(Rejection::Syntax(_))));
    assert!(next().unwrap().payload.is_ok());
    assert_eq!(
        next().unwrap_err().to_string(),
        "the array is not closed: expected `]`, at byte 36"
    );
    assert!(feed.next().is_none());
}

/// Memory must not grow with the input; `cargo test --release -p aap-tests --test feed -- --ignored
/// --nocapture` tells how much it is, and how fast.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "two gigabytes of vehicles take a while"]
fn memory_does_not_grow_with_the_input() {
    let [few, many] = [10_000, 1_000_000].map(|lines| {
        let (peak, seconds) = validate_vehicles(lines);
        let speed = f64::from(lines) / seconds;
        println!("{lines} lines: peak {peak} kB, {speed:.0} lines/s");
        peak
    });
    assert!(many < few + few / 4, "{few} kB, then {many} kB");
}

/// Has `aap validate --ndjson` read so many lines; the most memory that it had, in kB, and the time
/// that it took, in seconds.
#[cfg(target_os = "linux")]
fn validate_vehicles(lines: u32) -> (u64, f64) {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let line = vehicle_of_two_kilobytes();
    let mut child = Command::new(env!("CARGO_BIN_EXE_aap-under-test"))
        .args([
            "validate",
            "--ndjson",
            "--contract",
            known::DEFAULT,
            "--as",
            "vehicle",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..lines {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    // It waits for more, or for the end.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak: u64 = peak
        .unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("ok   -: {lines} lines\n")
    );
    (peak, seconds)
}

/// The fullest vehicle of the default contract's examples, with a description as dealers write.
#[cfg(target_os = "linux")]
fn vehicle_of_two_kilobytes() -> String {
    let contract = aap_schemas::by_name(known::DEFAULT).unwrap();
    let details = contract
        .examples
        .iter()
        .filter(|example| example.path.starts_with("vehicle-detail-response."));
    let vehicles = details.map(|example| {
        let response: Value = serde_json::from_str(example.text).unwrap();
        response["data"].clone()
    });
    let mut vehicle = vehicles.max_by_key(|it| it.to_string().len()).unwrap();
    let missing = 1_900_usize.saturating_sub(vehicle.to_string().len());
    vehicle["dealer_words"] = "One owner, \u{201c}no accidents\u{201d}. "
        .repeat(missing / 32)
        .into();
    format!("{vehicle}\n")
}
