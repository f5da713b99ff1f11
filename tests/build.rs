//! Tells the tests which contracts there are: `cfg(contract = "v1_3")` for what is written for one,
//! the macro `for_each_contract` for what is written for each, `contracts.rs`, which calls the macro
//! `contract!` once for each with its module and the methods and types of its skills, and
//! `modules.rs`, an array of the function `entry` of each module.

#![allow(clippy::print_stdout, reason = "this is how cargo is told")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use heck::{ToPascalCase, ToSnakeCase};
use serde::Deserialize;

/// What is asked of a `contract.toml` here. The generator has more to say about it, and would be
/// built once more for this script.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    skills: Vec<Skill>,
}

#[derive(Deserialize)]
struct Skill {
    id: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(contract, values(any()))");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../aap-schemas/contracts");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let (mut modules, mut calls, mut entries) = (String::new(), String::new(), String::new());
    for contract in aap_schemas::contracts() {
        let module = contract.name.replace('.', "_");
        println!("cargo::rustc-cfg=contract={module:?}");
        let _ = writeln!(modules, "        $check!({module});");
        let _ = write!(entries, "{module}::entry, ");
        let manifest: Manifest = toml::from_str(contract.manifest)?;
        let skills = manifest.skills.iter().map(|skill| {
            let (method, name) = (skill.id.to_snake_case(), skill.id.to_pascal_case());
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
    let target = env::var("OUT_DIR")?;
    let target = Path::new(&target);
    fs::write(target.join("for_each_contract.rs"), macros)?;
    fs::write(target.join("contracts.rs"), calls)?;
    fs::write(target.join("modules.rs"), format!("[{entries}]"))?;
    Ok(())
}
