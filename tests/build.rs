//! Tells the tests which contracts there are: `cfg(contract = "v1_3")` for what is written for one,
//! the macro `for_each_contract` for what is written for each, and `contracts.rs`, which calls the
//! macro `contract!` once for each with its module and the methods and types of its skills.

#![allow(clippy::print_stdout, reason = "this is how cargo is told")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use aap_codegen::manifest::Manifest;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(contract, values(any()))");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../aap-schemas/contracts");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let (mut modules, mut calls) = (String::new(), String::new());
    for contract in aap_schemas::contracts() {
        let module = contract.name.replace('.', "_");
        println!("cargo::rustc-cfg=contract={module:?}");
        let _ = writeln!(modules, "        $check!({module});");
        let manifest = fs::read_to_string(folder.join(contract.name).join("contract.toml"))?;
        let skills = Manifest::parse(&manifest)?.skills;
        let skills = skills.iter().map(|skill| {
            let (method, name) = (skill.method_name(), skill.type_name());
            format!("    {method} {name};\n")
        });
        let skills: String = skills.collect();
        let _ = writeln!(calls, "contract! {{ {module}\n{skills}}}");
    }
    let macros = format!(
        "/// Calls a macro with the name of each contract's module, oldest contract first.\n\
         #[macro_export]\n\
         macro_rules! for_each_contract {{\n    ($check:ident) => {{\n{modules}    }};\n}}\n"
    );
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("for_each_contract.rs"), macros)?;
    fs::write(Path::new(&folder).join("contracts.rs"), calls)?;
    Ok(())
}
