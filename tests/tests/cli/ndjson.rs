//! `--ndjson`: each line is a document.

use std::io::{self, Cursor, Read, Write};
use std::process::Stdio;
use std::time::Duration;

use aap_tests::known;
use aap_types::cli::{Streams, run as run_here};
use aap_types::contracts;
use serde_json::{Value, json};

use crate::support::{BROKEN_LEAD, Folder, Run, command, lead, rpc_request, run, run_in};

/// A vehicle request without any sign of a vehicle.
const INVALID: &str = r#"{"type": "inventory.vehicle.request"}"#;

/// `aap validate --ndjson <arguments> x.ndjson`, where that file holds the text.
fn validate(text: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let folder = Folder::new(&[("x.ndjson", text)]);
    folder.validate(&[&["--ndjson"], arguments, &["x.ndjson"]].concat())
}

fn objects(run: &Run) -> Vec<Value> {
    let lines = run.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn lines_that_fail_are_told_by_their_number() {
    let lead = lead();
    let text = format!("{lead}\n\n{INVALID}\r\n{{\"type\": 1}}\n{{\"type\": \n{lead}");
    validate(text, &[])
        .expect(
            2,
            "\
invalid x.ndjson:3: vehicle-detail-request (v1.3): 1 violation
  (root)  anyOf  at least one is needed: vin, or stock, or vehicle_id
",
        )
        .says(&[
            "unusable x.ndjson:4: /type: expected a string, found a number\n",
            "unusable x.ndjson:5: not JSON: EOF while parsing a value at column 9\n",
            "\n5 lines: 2 valid, 1 invalid, 2 unusable\n",
        ]);
}

#[test]
fn exit_codes_are_those_of_inputs() {
    let lead = lead().to_string();
    let cases = [
        (String::new(), 0, "ok   x.ndjson: 0 lines\n"),
        ("\n \r\n".to_owned(), 0, "ok   x.ndjson: 0 lines\n"),
        (lead.clone(), 0, "ok   x.ndjson: 1 line\n"),
        (format!("{lead}\n{lead}\n"), 0, "ok   x.ndjson: 2 lines\n"),
        (format!("{lead}\nnul\n"), 2, ""),
        ("\u{feff}".to_owned() + &lead, 2, ""),
    ];
    for (text, code, out) in cases {
        validate(text, &[]).expect(code, out);
    }
    assert_eq!(validate(format!("{INVALID}\n{lead}\n"), &[]).code, 1);
    assert_eq!(validate(format!("{INVALID}\n5\n"), &[]).code, 2);
}

#[test]
fn a_line_fares_as_the_same_text_in_a_file() {
    let envelope = rpc_request(&lead());
    let broken: Value = serde_json::from_str(BROKEN_LEAD).unwrap();
    let card = known::are_finished(&[known::DEFAULT])
        .then(|| known::example(known::DEFAULT, "agent-card.minimal.json"));
    let mut texts = vec![
        lead().to_string(),
        broken.to_string(),
        envelope.to_string(),
        rpc_request(&broken).to_string(),
        json!({"message": {"parts": [{"data": lead()}]}}).to_string(),
        json!({"params": 1, "parts": [{"data": broken}]}).to_string(),
        json!({"skills": [], "capabilities": {}}).to_string(),
        // Members of envelopes do not make one of a payload.
        json!({"year": 2026, "message": "new", "result": {"message": 1}}).to_string(),
        json!({"year": 2026, "error": {"code": 1}}).to_string(),
        json!({"year": 2026, "jsonrpc": "2.0"}).to_string(),
        json!({"year": 2026, "type": "car"}).to_string(),
        r#"{"year": 2026, "type": 7}"#.to_owned(),
        r#"{"year": 2026, "year": 2026}"#.to_owned(),
        r#"{"price": 1e999}"#.to_owned(),
        r#"{"type": "lead.submit.request", "type": "lead.submit.request"}"#.to_owned(),
        "{}".to_owned(),
        "[]".to_owned(),
        "7".to_owned(),
        "nul".to_owned(),
        "\u{feff}{}".to_owned(),
        format!("{}{}", "[".repeat(200), "]".repeat(200)),
    ];
    texts.extend(card.map(|card| card.to_string()));
    for arguments in [
        &[][..],
        &["--as", "vehicle"],
        &["--as", "lead-submit-request"],
        &["--contract", "any"],
        &["--contract", "any", "--as", "vehicle"],
    ] {
        for text in &texts {
            let line = format!("{text}\n");
            let (alone, line) = (
                Folder::new(&[("x.json", text)]).validate(&[arguments, &["x.json"]].concat()),
                validate(line, arguments),
            );
            assert_eq!(
                alone.code, line.code,
                "{text} {arguments:?} {alone:#?} {line:#?}"
            );
            if alone.code == 0 {
                assert_eq!(line.out, "ok   x.ndjson: 1 line\n", "{text} {arguments:?}");
                continue;
            }
            let named = alone.out.replace("x.json", "x.ndjson:1");
            assert_eq!(line.out, named, "{text} {arguments:?}");
            if alone.code == 2 {
                let reason = alone
                    .err
                    .replace("x.json", "x.ndjson:1")
                    .replace("line 1 ", "");
                assert!(line.err.starts_with(&reason), "{text} {alone:#?} {line:#?}");
            }
        }
    }
}

#[test]
fn json_has_an_object_for_each_line_that_fails_and_a_last_one() {
    let text = format!("{}\n{INVALID}\n[\n", lead());
    let run = validate(text, &["--format", "json"]);
    assert_eq!(run.code, 2);
    run.silent();
    let [invalid, unusable, last] = objects(&run).try_into().unwrap();
    let base = "https://autoagentprotocol.org/v1.3/schemas";
    let expected = json!({
        "input": "x.ndjson",
        "line": 2,
        "schema": "vehicle-detail-request",
        "schemaId": format!("{base}/vehicle-detail-request.schema.json"),
        "at": "",
        "valid": false,
        "errors": [{
            "instanceLocation": "",
            "keyword": "anyOf",
            "error": "at least one is needed: vin, or stock, or vehicle_id",
        }],
    });
    assert_eq!(invalid, expected);
    let reason = "not JSON: EOF while parsing a list at column 1";
    let expected = json!({"input": "x.ndjson", "line": 3, "unusable": reason});
    assert_eq!(unusable, expected);
    let summary = json!({"lines": 3, "valid": 1, "invalid": 1, "unusable": 1});
    assert_eq!(last, json!({"contract": "v1.3", "summary": summary}));
}

#[test]
fn any_contract_will_do() {
    let text = format!("{}\n{INVALID}\n", lead());
    let run = validate(&text, &["--contract", "any"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("x.ndjson:2\n  contract "), "{run:#?}");
    assert_eq!(run.out.lines().count(), 2 + contracts().len());
    let run = validate(&text, &["--contract", "any", "--format", "json"]);
    let [invalid, last] = objects(&run).try_into().unwrap();
    assert_eq!(
        (&invalid["line"], &invalid["valid"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(
        invalid["contracts"].as_array().unwrap().len(),
        contracts().len()
    );
    assert_eq!(last["contract"], "any");
    if known::are_finished(&["v3.1"]) {
        let only_new = known::example("v3.1", "inventory-search-request.available.json");
        validate(
            format!("{only_new}\n{}\n{only_new}\n", lead()),
            &["--contract", "any"],
        )
        .expect(0, "ok   x.ndjson: 3 lines\n")
        .says(&["note: no released contract accepts 2 lines of those that are valid\n"]);
    }
}

/// Vehicles of which each has a fault in another fee, and some have another one besides.
fn many_failing() -> String {
    let vehicle = |index: usize| {
        let mut fees: Vec<Value> = (0..index % 3)
            .map(|number| json!({"name": format!("Fee {number}"), "amount": 10}))
            .collect();
        fees.push(json!({"name": 1, "amount": 10}));
        let mut vehicle = json!({"fees": fees});
        if index.is_multiple_of(4) {
            vehicle["year"] = json!("2026");
        }
        vehicle
    };
    (0..12)
        .map(|index| format!("{}\n", vehicle(index)))
        .collect()
}

#[test]
fn many_failing_lines_are_summed_up_by_kind() {
    let run = validate(many_failing(), &["--as", "vehicle"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(
        run.err,
        "\
violations by place and keyword, * for any element:
  12  /fees/*/name  type
   3  /year         type
12 lines: 0 valid, 12 invalid, 0 unusable
"
    );
    let run = validate(many_failing(), &["--as", "vehicle", "--format", "json"]);
    let last = objects(&run).pop().unwrap();
    assert_eq!(
        last["summary"]["violations"],
        json!([
            {"place": "/fees/*/name", "keyword": "type", "count": 12},
            {"place": "/year", "keyword": "type", "count": 3},
        ])
    );
    assert_eq!(last["summary"]["more"], 0);
    // Ten are few enough to be read.
    let ten: String = many_failing()
        .lines()
        .take(10)
        .map(|line| format!("{line}\n"))
        .collect();
    let run = validate(ten, &["--as", "vehicle"]);
    assert_eq!(run.err, "10 lines: 0 valid, 10 invalid, 0 unusable\n");
}

#[test]
fn the_most_frequent_kinds_are_listed() {
    // Numbers as names are no elements: 25 kinds, the last one most often.
    let lines = (0..25).map(|name| {
        let mut lead = lead();
        lead[name.to_string()] = json!(true);
        lead["24"] = json!(true);
        format!("{lead}\n")
    });
    let run = validate(lines.collect::<String>(), &[]);
    let rows: Vec<&str> = run.err.lines().collect();
    assert_eq!(rows[1], "  25  /24  additionalProperties", "{run:#?}");
    assert_eq!(rows[2], "   1  /0   additionalProperties");
    assert_eq!(rows[21], "  … and 5 more");
    assert_eq!(rows.len(), 23);
}

#[test]
fn inputs_are_files_directories_and_standard_input() {
    let lead = format!("{}\n", lead());
    let folder = Folder::new(&[
        ("d/a.ndjson", lead.clone()),
        ("d/b.json", "no".to_owned()),
        ("d/deep/c.jsonl", lead.repeat(2)),
        ("e/b.json", "no".to_owned()),
        ("feed", lead.clone()),
    ]);
    let arguments = ["validate", "--ndjson", "d", "-", "feed"];
    run_in(folder.path(), &arguments, lead.repeat(3).as_bytes())
        .expect(
            0,
            "\
ok   d/a.ndjson: 1 line
ok   d/deep/c.jsonl: 2 lines
ok   -: 3 lines
ok   feed: 1 line
",
        )
        .says(&["7 lines: 7 valid, 0 invalid, 0 unusable\n"]);
    let gone = folder.validate(&["--ndjson", "gone", "feed", "e"]);
    gone.expect(2, "ok   feed: 1 line\n").says(&[
        "unusable gone: cannot be read: ",
        "unusable e: no *.ndjson or *.jsonl file in this directory or below",
    ]);
    let gone = folder.validate(&["--ndjson", "--format", "json", "gone"]);
    let [gone, _] = objects(&gone).try_into().unwrap();
    assert_eq!(gone["input"], "gone");
    assert!(gone["unusable"].is_string() && gone.get("line").is_none());
}

#[test]
fn usage_is_checked_before_anything_is_read() {
    for arguments in [
        &["--as", "vehicel"][..],
        &["--contract", "v77.4"],
        &["--format", "xml"],
    ] {
        let run = run(&[&["validate", "--ndjson"], arguments, &["-"]].concat());
        run.refused(&[arguments[1]]);
    }
}

#[test]
fn results_come_while_the_input_goes_on() {
    let mut child = command()
        .args(["validate", "--ndjson", "--contract", known::DEFAULT, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"nul\n").unwrap();
    let mut first = [0; 21];
    // The pipe is still open.
    child.stderr.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(String::from_utf8_lossy(&first), "unusable -:1: not JSO");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_reader_that_left_ends_the_command_while_the_input_goes_on() {
    for format in ["text", "json"] {
        let mut child = command()
            .args(["validate", "--ndjson", "--format", format])
            .args(["--contract", known::DEFAULT, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // It may be gone before it has read all of them.
        let _ = stdin.write_all(format!("{INVALID}\n").repeat(3000).as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(2));
        drop(stdin);
    }
}

/// Gives a line at a time, and takes its time.
struct Slow(Vec<String>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.0.pop() else {
            return Ok(0);
        };
        std::thread::sleep(Duration::from_millis(120));
        Cursor::new(line).read(buffer)
    }
}

#[test]
fn only_a_terminal_shows_progress() {
    for stderr_is_terminal in [true, false] {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let lines = [INVALID.to_owned(), lead().to_string(), lead().to_string()];
        let code = run_here(
            contracts(),
            [
                "aap",
                "validate",
                "--ndjson",
                "--contract",
                known::DEFAULT,
                "-",
            ],
            Streams {
                stdin: Box::new(Slow(lines.map(|line| line + "\n").into())),
                stdout: &mut out,
                stderr: &mut err,
                stderr_is_terminal,
            },
        );
        let (out, err) = (
            String::from_utf8(out).unwrap(),
            String::from_utf8(err).unwrap(),
        );
        assert_eq!(code, 1);
        assert!(out.starts_with("invalid -:3: "), "{out}");
        let clear = "\r\u{1b}[K";
        let (progress, end) = err.rsplit_once(clear).unwrap_or(("", &err));
        assert_eq!(end, "3 lines: 2 valid, 1 invalid, 0 unusable\n");
        let shown: Vec<&str> = progress
            .split(clear)
            .filter(|line| !line.is_empty())
            .collect();
        match stderr_is_terminal {
            true => assert_eq!(
                shown,
                [
                    "1 line, 0 invalid",
                    "2 lines, 0 invalid",
                    "3 lines, 1 invalid"
                ]
            ),
            false => assert!(shown.is_empty(), "{shown:?}"),
        }
    }
}
