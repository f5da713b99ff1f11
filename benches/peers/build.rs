//! Writes the peers' types from the same schemas.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use aap_bench_generate as generate;

/// The contract that is measured: the default one of `aap-types`.
const CONTRACT: &str = "v1.3";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    let definitions = generate::definitions(CONTRACT)?;
    fs::write(out.join("plain.rs"), generate::plain(&definitions)?)?;
    fs::write(out.join("typify.rs"), generate::typify(&definitions)?)?;
    Ok(())
}
