//! Lists the contracts for tests that need their types: `contracts.rs` calls the macro `contract!`
//! once for each folder of a contract, with its module and the methods and types of its skills, and
//! `modules.rs` is an array of the function `entry` of each module.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use aap_codegen::manifest::Manifest;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../aap-schemas/contracts");
    let (mut calls, mut modules) = (Vec::new(), Vec::new());
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
        let module = manifest.module();
        calls.push(format!("contract! {{ {module}\n{skills}}}\n"));
        modules.push(module);
    }
    calls.sort();
    modules.sort();
    let entries: String = modules.iter().map(|it| format!("{it}::entry, ")).collect();
    let target = env::var("OUT_DIR")?;
    fs::write(Path::new(&target).join("contracts.rs"), calls.concat())?;
    fs::write(
        Path::new(&target).join("modules.rs"),
        format!("[{entries}]"),
    )?;
    emit(&format!("cargo::rerun-if-changed={}", folder.display()));
    Ok(())
}

#[allow(clippy::print_stdout, reason = "how a build script speaks to cargo")]
fn emit(line: &str) {
    println!("{line}");
}
