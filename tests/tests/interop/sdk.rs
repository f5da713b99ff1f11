//! The programs that use the SDKs.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// An official SDK of A2A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    Python,
    JavaScript,
}

impl Sdk {
    /// Has the SDK be a client or a server.
    pub fn run(self, role: &str, order: &Value) -> Value {
        let installed = std::env::var_os("AAP_INTEROP").map(PathBuf::from);
        let installed = installed.expect("the SDKs are installed by: cargo xtask interop");
        let (program, script) = match self {
            Sdk::Python => {
                let script = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/sdk.py");
                (installed.join("python/bin/python"), PathBuf::from(script))
            }
            Sdk::JavaScript => (PathBuf::from("node"), installed.join("node/sdk.mjs")),
        };
        let mut child = Command::new(program)
            .arg(script)
            .arg(role)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(order.to_string().as_bytes()).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{self:?} {role}: {messages}");
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{self:?} {role}: {error}\n{messages}"))
    }
}
