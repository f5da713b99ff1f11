//! Lists the contracts for tests that need their types: `contracts.rs` calls the macro `contract!`
//! once for each folder of a contract, with its module and the methods and types of its skills.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use aap_codegen::manifest::Manifest;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../aap-schemas/contracts");
    let mut calls = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let Ok(text) = fs::read_to_string(entry?.path().join("contract.toml")) else {
            continue;
        };
        let manifest = Manifest::parse(&text)?;
        let skills = manifest.skills.iter().map(|skill| {
            let (method, name) = (skill.method_name(), skill.type_name());
            format!("    {method} {name};\n")
        });
        let skills: String = skills.collect();
        calls.push(format!("contract! {{ {}\n{skills}}}\n", manifest.module()));
    }
    calls.sort();
    let target = Path::new(&env::var("OUT_DIR")?).join("contracts.rs");
    fs::write(target, calls.concat())?;
    emit(&format!("cargo::rerun-if-changed={}", folder.display()));
    Ok(())
}

#[allow(clippy::print_stdout, reason = "how a build script speaks to cargo")]
fn emit(line: &str) {
    println!("{line}");
}
