//! Runs the command and holds its documents.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use aap_tests::known;
use aap_types::{ContractInfo, Status, contracts};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    #[track_caller]
    pub fn expect(&self, code: i32, out: &str) -> &Run {
        assert_eq!((self.code, self.out.as_str()), (code, out), "{self:#?}");
        self
    }

    /// Exit code 2, nothing on standard output, and each of `words` on standard error.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) -> &Run {
        self.expect(2, "").says(words)
    }

    /// Each of `words` on standard error.
    #[track_caller]
    pub fn says(&self, words: &[&str]) -> &Run {
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {self:#?}");
        }
        self
    }

    #[track_caller]
    pub fn silent(&self) -> &Run {
        assert_eq!(self.err, "", "{self:#?}");
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}

/// The binary, ready to be given arguments and streams.
pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_aap-under-test"))
}

/// The newest released contract, which the command takes unless another is named.
pub fn newest() -> &'static ContractInfo {
    let mut newest_first = contracts().iter().rev();
    let newest = newest_first.find(|contract| contract.status == Status::Released);
    newest.expect("a released contract")
}

/// The contracts that are not released, of which there are two.
pub fn unreleased() -> impl Iterator<Item = &'static ContractInfo> {
    let of = |status: Status| {
        let what = format!("a {}", status.as_str());
        known::first(&what, |contract| contract.status == status)
    };
    [Status::Draft, Status::Provisional]
        .into_iter()
        .filter_map(of)
}

/// These tests show what the command says under the default contract, which has to be named where
/// a newer one is released.
fn under_the_default(arguments: &[impl AsRef<OsStr>]) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let names_one = arguments.iter().any(|argument| argument == "--contract");
    let validates = arguments.first().is_some_and(|it| it == "validate");
    if validates && !names_one && newest().name != known::DEFAULT {
        arguments.splice(1..1, ["--contract", known::DEFAULT].map(OsString::from));
    }
    arguments
}

/// Runs the command in `directory`.
pub fn run_in<A: AsRef<OsStr>>(directory: &Path, arguments: &[A], stdin: &[u8]) -> Run {
    let mut child = command()
        .args(under_the_default(arguments))
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // A run that reads no standard input closes the pipe early.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().expect("ended by a signal"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the command where there are no files.
pub fn run(arguments: &[&str]) -> Run {
    run_in(&std::env::temp_dir(), arguments, b"")
}

/// A folder of documents to run the command in.
pub struct Folder(pub TempDir);

impl Folder {
    pub fn new<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        run_in(self.path(), arguments, b"")
    }

    pub fn validate(&self, arguments: &[&str]) -> Run {
        self.run(&[&["validate"], arguments].concat())
    }
}

/// `aap validate <arguments> x.json`, where that file holds `document`.
pub fn validate(document: impl ToString, arguments: &[&str]) -> Run {
    Folder::new(&[("x.json", document.to_string())]).validate(&[arguments, &["x.json"]].concat())
}

/// A valid lead of the default contract.
pub fn lead() -> Value {
    json!({
        "type": "lead.submit.request",
        "customer": {
            "first_name": "Imre", "last_name": "Szőke", "email": "imre.szoke@mail.example",
        },
        "consent": {
            "granted_at": "2026-09-08T19:42:10-06:00",
            "allowed_channels": ["email"],
            "consent_text": "Pine Ridge may answer me by email.",
            "scope": ["lead_submission"],
        },
        "source_agent": {"name": "wheelwise-assistant"},
    })
}

/// A lead whose faults stand in another order than that of their names.
pub const BROKEN_LEAD: &str = r#"{
    "type": "lead.submit.request",
    "zeta": 1,
    "customer": {"last_name": "Lind", "first_name": 7},
    "alpha": 2,
    "consent": {
        "granted_at": "2026-09-08T19:42:10-06:00",
        "allowed_channels": [],
        "consent_text": "Write to me.",
        "scope": ["lead_submission"]
    },
    "source_agent": {"name": "wheelwise-assistant"}
}"#;

pub fn message(payload: &Value) -> Value {
    json!({"messageId": "m-1", "role": "ROLE_USER", "parts": [{"data": payload}]})
}

pub fn rpc_request(payload: &Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": "r-1", "method": "SendMessage",
        "params": {"message": message(payload), "configuration": {}},
    })
}

pub fn rpc_response(payload: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": "r-1", "result": {"message": message(payload)}})
}

pub fn rpc_error(data: &Value) -> Value {
    let error = json!({"code": -32000, "message": "Server error", "data": data});
    json!({"jsonrpc": "2.0", "id": "r-1", "error": error})
}
