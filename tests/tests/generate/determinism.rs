//! What is generated depends on the contracts alone.

use std::fs;
use std::time::SystemTime;

use crate::workspace::{
    Workspace, changed, command, copy_folder, module, repository, run, spare_contract,
};

#[test]
fn a_second_run_writes_nothing() {
    let workspace = Workspace::small();
    let times = |workspace: &Workspace| -> Vec<(String, SystemTime)> {
        workspace
            .snapshot()
            .into_keys()
            .map(|name| {
                let metadata = fs::metadata(workspace.path(&name)).expect("metadata");
                (name, metadata.modified().expect("a time"))
            })
            .collect()
    };
    let before = times(&workspace);
    workspace.xtask(["generate"]).exits(0).says("up to date");
    assert_eq!(times(&workspace), before);
}

#[test]
fn files_that_stay_as_they_are_are_not_rewritten() {
    let workspace = Workspace::small();
    let time = |name: &str| {
        let metadata = fs::metadata(workspace.path(name)).expect("metadata");
        metadata.modified().expect("a time")
    };
    let (other, same) = ("aap-types/src/v9_0/isbn.rs", "aap-types/src/v9_0/book.rs");
    let (before_other, before_same) = (time(other), time(same));
    workspace.edit(other, "hyphens", "dashes");
    workspace.xtask(["generate"]).exits(0).says("1 of ");
    assert_ne!(time(other), before_other);
    assert_eq!(time(same), before_same);
}

#[test]
fn neither_the_machine_nor_the_way_files_came_about_matter() {
    let fresh = Workspace::small();
    let expected = fresh.snapshot();
    let contract = "aap-schemas/contracts/v9.0";
    let schemas: Vec<String> = expected
        .keys()
        .filter(|name| name.starts_with(contract) && !name.ends_with('/'))
        .cloned()
        .collect();
    for (locale, zone) in [("tr_TR.UTF-8", "Pacific/Chatham"), ("C", "UTC"), ("", "")] {
        for reversed in [false, true] {
            let workspace = Workspace::bare();
            let mut files = schemas.clone();
            if reversed {
                files.reverse();
            }
            for file in &files {
                workspace.write(file, &expected[file]);
            }
            let elsewhere = workspace.path("elsewhere/deep");
            fs::create_dir_all(&elsewhere).expect("a folder");
            let mut command = command(workspace.root(), ["generate"]);
            command
                .current_dir(&elsewhere)
                .env("LC_ALL", locale)
                .env("LANG", locale)
                .env("TZ", zone)
                .env("COLUMNS", "20")
                .env("HOME", &elsewhere);
            run(&mut command).exits(0);
            assert!(fs::read_dir(&elsewhere).expect("a folder").next().is_none());
            workspace.remove("elsewhere");
            let found = workspace.snapshot();
            assert_eq!(
                changed(&expected, &found),
                [] as [&str; 0],
                "{locale} {zone}"
            );
        }
    }
}

#[test]
fn contracts_that_came_and_went_leave_no_trace() {
    let workspace = Workspace::copy();
    let before = workspace.snapshot();
    let away = tempfile::tempdir().expect("a folder");
    let Some(contract) = &spare_contract() else {
        return;
    };
    let folder = format!("aap-schemas/contracts/{contract}");
    copy_folder(&workspace.path(&folder), away.path());
    workspace.remove(&folder);
    workspace.xtask(["generate"]).exits(0);
    let module = module(contract);
    assert!(!workspace.path(&format!("aap-types/src/{module}")).exists());
    assert!(!workspace.read("aap-types/Cargo.toml").contains(&module));
    copy_folder(away.path(), &workspace.path(&folder));
    workspace.xtask(["generate"]).exits(0);
    assert_eq!(changed(&before, &workspace.snapshot()), [] as [&str; 0]);
}

#[test]
fn nothing_generated_names_a_place_of_the_machine() {
    let workspace = Workspace::small();
    let here = [
        workspace.root().to_string_lossy().into_owned(),
        repository().to_string_lossy().into_owned(),
    ];
    for (name, bytes) in workspace.snapshot() {
        let text = String::from_utf8(bytes).expect("text");
        for place in &here {
            assert!(!text.contains(place.as_str()), "{name} names {place}");
        }
    }
}
