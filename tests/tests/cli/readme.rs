//! The README's console sessions are true.
//!
//! In a block marked `console`, `$ cat FILE` shows a file, which is made from what is shown, and
//! `$ aap …` runs the command, whose output must be what is shown; `< FILE` and `> FILE` are its
//! standard input and output. `$ echo $?` shows the exit code of the command before. Other commands
//! are for the reader alone.
//!
//! What is shown holds for the contracts that tests know: a run that tells of one that is not there
//! is skipped, and rows of others are left out.

use aap_tests::known;
use aap_types::contracts;

use crate::support::{Folder, run_in};

const README: &str = include_str!("../../../aap-types/README.md");

/// Each command of a block with the lines below it.
fn sessions(readme: &str) -> Vec<Vec<(String, String)>> {
    let blocks = readme.split("```console\n").skip(1);
    blocks
        .map(|block| {
            let block = block.split("```").next().unwrap();
            block
                .split("$ ")
                .skip(1)
                .map(|step| {
                    let (command, output) = step.split_once('\n').unwrap();
                    (command.to_owned(), output.to_owned())
                })
                .collect()
        })
        .collect()
}

fn file_after<'a>(sign: &str, words: &[&'a str]) -> Option<&'a str> {
    let sign = words.iter().position(|word| *word == sign)?;
    words.get(sign + 1).copied()
}

fn without_files<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let end = words.iter().position(|word| ["<", ">"].contains(word));
    words[..end.unwrap_or(words.len())].to_vec()
}

fn stdin(folder: &Folder, words: &[&str]) -> Vec<u8> {
    match file_after("<", words) {
        Some(name) => std::fs::read(folder.path().join(name)).unwrap(),
        None => Vec::new(),
    }
}

fn begins_with(line: &str, name: &str) -> bool {
    line.split_whitespace().next() == Some(name)
}

/// The contracts that have a row in an output.
fn told_of(output: &str) -> Vec<&'static str> {
    let told = |name: &&str| output.lines().any(|line| begins_with(line, name));
    known::NAMES.into_iter().filter(told).collect()
}

/// An output without the rows of contracts that no README knows.
fn without_others(output: &str) -> String {
    let is_other = |line: &&str| {
        let mut others = contracts().iter();
        others.any(|it| !known::NAMES.contains(&it.name) && begins_with(line, it.name))
    };
    let lines = output.split_inclusive('\n');
    lines.filter(|line| !is_other(line)).collect()
}

#[test]
fn console_sessions_are_true() {
    let folder = Folder::new::<&str>(&[]);
    let (mut code, mut runs) = (None, 0);
    for (command, output) in sessions(README).into_iter().flatten() {
        let words: Vec<&str> = command.split(' ').collect();
        match words.as_slice() {
            ["cat", name] => folder.write(name, &output),
            ["aap", words @ ..] => {
                if !known::are_there(&told_of(&output)) {
                    known::skipped(&format!("$ {command}"));
                    continue;
                }
                let run = run_in(folder.path(), &without_files(words), &stdin(&folder, words));
                let mut shown = run.err.clone();
                match file_after(">", words) {
                    Some(name) => folder.write(name, &run.out),
                    None => shown.insert_str(0, &run.out),
                }
                assert_eq!(without_others(&shown), output, "$ {command}");
                code = Some(run.code);
                runs += 1;
            }
            ["echo", "$?"] => assert_eq!(output.trim(), code.unwrap().to_string(), "$ {command}"),
            _ => {}
        }
    }
    assert!(runs >= 3, "the README shows {runs} runs");
}
