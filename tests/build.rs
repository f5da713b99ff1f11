//! Tells the tests which contracts there are: `cfg(contract = "v1_3")` for what is written for one,
//! and a macro for what is written for each.

#![allow(clippy::print_stdout, reason = "this is how cargo is told")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(contract, values(any()))");
    let mut calls = String::new();
    for contract in aap_schemas::contracts() {
        let module = contract.name.replace('.', "_");
        println!("cargo::rustc-cfg=contract={module:?}");
        let _ = writeln!(calls, "        $check!({module});");
    }
    let text = format!(
        "/// Calls a macro with the name of each contract's module, oldest contract first.\n\
         #[macro_export]\n\
         macro_rules! for_each_contract {{\n    ($check:ident) => {{\n{calls}    }};\n}}\n"
    );
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("for_each_contract.rs"), text)
}
