//! The library generates what is checked in, whatever another crate of the build switched on in
//! `serde_json`.

use std::fs;
use std::path::Path;

#[test]
fn the_library_generates_what_is_checked_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for contract in aap_schemas::contracts() {
        let folder = root.join("aap-schemas/contracts").join(contract.name);
        let source = aap_codegen::Source::read(&folder).expect("readable");
        let module = root
            .join("aap-types/src")
            .join(contract.name.replace('.', "_"));
        let files = aap_codegen::generate(&source).unwrap_or_else(|problems| panic!("{problems}"));
        for file in files {
            let present = fs::read_to_string(module.join(&file.path)).unwrap_or_default();
            assert!(
                present == file.text,
                "{} {} differs from the generated text",
                contract.name,
                file.path
            );
        }
    }
}
