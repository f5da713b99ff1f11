//! The command `aap`; `aap --help` tells what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    aap_types::cli::main()
}
