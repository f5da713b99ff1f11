//! Files are written all or none.

use std::fs;

use crate::workspace::{Workspace, changed};

/// A change that would write many files, were it not for what each test puts in the way.
fn outdated() -> Workspace {
    let workspace = Workspace::small();
    workspace.edit(
        "aap-schemas/contracts/v9.0/schemas/isbn.schema.json",
        "hyphens",
        "dashes",
    );
    workspace.edit(
        "aap-schemas/contracts/v9.0/schemas/_common/reader.schema.json",
        "\"maxLength\": 80",
        "\"maxLength\": 90",
    );
    workspace
}

#[track_caller]
fn fails_and_changes_nothing(workspace: &Workspace, says: &str) {
    let before = workspace.snapshot();
    workspace.xtask(["generate"]).exits(2).says(says);
    assert_eq!(changed(&before, &workspace.snapshot()), [] as [&str; 0]);
}

#[test]
fn a_contract_that_is_unusable_keeps_all_from_being_written() {
    let workspace = outdated();
    let broken = "aap-schemas/contracts/v9.5/contract.toml";
    workspace.write(broken, "contract = 5");
    fails_and_changes_nothing(&workspace, "v9.5 contract.toml: ");
    workspace.remove("aap-schemas/contracts/v9.5");
    workspace.xtask(["generate"]).exits(0);
    assert!(
        workspace
            .read("aap-types/src/v9_0/isbn.rs")
            .contains("dashes")
    );
}

#[test]
fn a_folder_in_the_place_of_a_file_keeps_all_from_being_written() {
    let workspace = outdated();
    workspace.remove("aap-types/src/v9_0/patterns.rs");
    workspace.write("aap-types/src/v9_0/patterns.rs/in_the_way", "");
    fails_and_changes_nothing(&workspace, "patterns.rs: is a folder");
}

#[test]
fn a_file_in_the_place_of_a_folder_keeps_all_from_being_written() {
    for folder in ["aap-types/src/v9_0", "aap-types/src/v9_0/common"] {
        let workspace = outdated();
        workspace.remove(folder);
        workspace.write(folder, "in the way");
        let says = format!("{folder}: is a file, where a folder of generated files belongs");
        workspace
            .xtask(["generate", "--check"])
            .exits(2)
            .says(&says);
        fails_and_changes_nothing(&workspace, &says);
    }
}

/// All files seem to be missing only, until a folder for them should be made.
#[cfg(unix)]
#[test]
fn a_link_to_nowhere_in_the_place_of_a_folder_keeps_all_from_being_written() {
    let workspace = outdated();
    workspace.remove("aap-types/src/v9_0/schemas");
    std::os::unix::fs::symlink("nowhere/else", workspace.path("aap-types/src/v9_0/schemas"))
        .expect("a link");
    fails_and_changes_nothing(&workspace, "v9_0/schemas");
}

/// Renaming an orphan needs a longer name than there may be: by then all else is written.
#[test]
fn what_was_written_before_a_failure_is_taken_back() {
    let workspace = outdated();
    workspace.remove("aap-types/src/v9_0/errors.rs");
    workspace.remove("aap-types/src/v9_0/common");
    let name = "o".repeat(255);
    workspace.write(&format!("aap-types/src/v9_0/{name}"), "stays");
    fails_and_changes_nothing(&workspace, &name);
}

/// An orphan that is a link goes; what it leads to is not ours.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let workspace = Workspace::small();
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::write(elsewhere.path().join("precious"), "kept").expect("a file");
    let link = workspace.path("aap-types/src/v9_0/link");
    std::os::unix::fs::symlink(elsewhere.path(), &link).expect("a link");
    workspace
        .xtask(["generate", "--check"])
        .exits(1)
        .says("orphan: aap-types/src/v9_0/link\n");
    workspace.xtask(["generate"]).exits(0);
    assert!(fs::symlink_metadata(&link).is_err());
    let kept = fs::read_to_string(elsewhere.path().join("precious"));
    assert_eq!(kept.expect("still there"), "kept");
}

#[test]
fn a_run_that_was_cut_off_leaves_nothing_that_the_next_does_not_clear_away() {
    let workspace = Workspace::small();
    let before = workspace.snapshot();
    workspace.write("aap-types/src/v9_0/.xtask-Ab3", "half a file");
    workspace
        .xtask(["generate", "--check"])
        .exits(1)
        .says("orphan: aap-types/src/v9_0/.xtask-Ab3");
    workspace.xtask(["generate"]).exits(0);
    assert_eq!(changed(&before, &workspace.snapshot()), [] as [&str; 0]);
}

/// Where a contract is called like a hand-written module, generating would overwrite or delete it.
#[test]
fn hand_written_files_are_never_taken_for_generated_ones() {
    for (name, says) in [
        ("text", "aap-types/src/text/date.rs"),
        ("lib", "aap-types/src/lib.rs"),
        ("contracts", "aap-types/src/contracts.rs"),
        ("cli", "\"cli\" is not that of a contract"),
    ] {
        let workspace = Workspace::small();
        let (from, to) = (
            "aap-schemas/contracts/v9.0",
            format!("aap-schemas/contracts/{name}"),
        );
        fs::rename(workspace.path(from), workspace.path(&to)).expect("renamed");
        let manifest = format!("{to}/contract.toml");
        workspace.edit(
            &manifest,
            "contract = \"v9.0\"",
            &format!("contract = \"{name}\""),
        );
        fails_and_changes_nothing(&workspace, says);
    }
}

#[test]
fn a_feature_that_counts_on_a_contract_keeps_it_from_going() {
    let workspace = Workspace::small();
    workspace.edit(
        "aap-types/Cargo.toml",
        "default = []",
        "default = [\"v9_0\"]",
    );
    workspace.remove("aap-schemas/contracts/v9.0");
    fails_and_changes_nothing(&workspace, "\"default\" counts on \"v9_0\"");
}
