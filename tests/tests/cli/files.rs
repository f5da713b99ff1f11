//! Directories and files.

use crate::support::{Folder, command, lead};

#[test]
fn a_directory_means_every_json_file_below_it_sorted() {
    let lead = lead().to_string();
    let names = [
        "d/b.json",
        "d/a/z.json",
        "d/a.json",
        "d/a/deep/y.json",
        "d/notes.txt",
        "d/json",
    ];
    let folder = Folder::new(&names.map(|name| (name, &lead)));
    folder
        .validate(&["d"])
        .expect(
            0,
            &["d/a/deep/y.json", "d/a/z.json", "d/a.json", "d/b.json"]
                .map(|name| format!("ok   {name}: lead-submit-request (v1.3)\n"))
                .concat(),
        )
        .says(&["4 inputs: 4 valid, 0 invalid, 0 unusable"]);
}

#[test]
fn a_directory_without_json_is_unusable() {
    let folder = Folder::new(&[("d/notes.txt", "no")]);
    std::fs::create_dir(folder.path().join("d/x.json")).unwrap();
    folder.validate(&["d"]).refused(&["unusable d: ", "*.json"]);
}

#[test]
fn a_file_named_by_itself_needs_no_ending() {
    let folder = Folder::new(&[("payload", lead().to_string())]);
    folder
        .validate(&["payload"])
        .expect(0, "ok   payload: lead-submit-request (v1.3)\n");
}

#[cfg(unix)]
#[test]
fn symlink_loops_end() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new(&[("d/a/one.json", lead().to_string())]);
    let at = |name: &str| folder.path().join(name);
    symlink("..", at("d/a/up")).unwrap();
    symlink("self", at("d/self")).unwrap();
    symlink("self.json", at("d/self.json")).unwrap();
    symlink(at("d"), at("d/a/again")).unwrap();
    symlink("one.json", at("d/a/two.json")).unwrap();
    let run = folder.validate(&["d"]);
    assert_eq!(run.code, 2, "{run:#?}");
    assert_eq!(
        run.out,
        ["d/a/one.json", "d/a/two.json"]
            .map(|name| format!("ok   {name}: lead-submit-request (v1.3)\n"))
            .concat()
    );
    run.says(&["unusable d/self.json: "]);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_directory_is_not_waited_for() {
    use std::time::{Duration, Instant};

    let folder = Folder::new(&[("d/one.json", lead().to_string())]);
    let fifo = folder.path().join("d/pipe.json");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    let mut run = command()
        .args(["validate", "d"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    let status = loop {
        match run.try_wait().unwrap() {
            Some(status) => break status,
            None if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(10)),
            None => {
                run.kill().unwrap();
                run.wait().unwrap();
                panic!("the command waits for a pipe");
            }
        }
    };
    assert_eq!(status.code(), Some(0));
}
