//! Counts instructions under valgrind's cachegrind: no other load changes these, so small steps show.
//! They are no times: what waits for memory counts for nothing.

use std::process::Command;

use crate::Outcome;
use crate::catalogue::PAYLOADS;
use crate::contests::Task;
use crate::targets::TARGETS;

/// What the program is called with to run [`once`].
pub const ONCE: &str = "exact-once";

/// Runs beside the first one, which stands for all that happens before.
const RUNS: u64 = 10;

/// Prepares a valid payload, and lets one subject do a task so many times.
///
/// # Errors
/// The payload is not what it should be.
pub fn once(payload: &str, task: &str, subject: &str, runs: &str) -> Outcome<()> {
    let runs: u64 = runs.parse()?;
    for payload in PAYLOADS.iter().filter(|known| known.name == payload) {
        payload.present(&[0], &mut |presented, _, subjects| {
            if presented.title() == task {
                for subject in subjects.iter().filter(|known| known.name == subject) {
                    (0..runs).for_each(|_| (subject.run)());
                }
            }
        })?;
    }
    Ok(())
}

/// Counts for every subject that a target speaks of, on valid payloads whose name holds a text.
///
/// # Errors
/// There is no valgrind, or its counts cannot be read.
pub fn report(only: &str) -> Outcome<String> {
    let mut lines = vec![
        "| payload | task | | instructions | beside ours |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    for payload in PAYLOADS
        .iter()
        .filter(|payload| payload.name.contains(only))
    {
        for task in Task::ALL {
            let mut ours = None;
            for subject in subjects(task) {
                let first = instructions(payload.name, task, subject, 1)?;
                let all = instructions(payload.name, task, subject, 1 + RUNS)?;
                let each = (all - first) as f64 / RUNS as f64;
                let ratio = each / *ours.get_or_insert(each);
                let (payload, task) = (payload.name, task.title());
                lines.push(format!(
                    "| {payload} | {task} | {subject} | {each:.0} | {ratio:.2} × |"
                ));
            }
        }
    }
    Ok(lines.join("\n"))
}

/// Ours and the peers that the targets of a task name.
fn subjects(task: Task) -> Vec<&'static str> {
    let mut names = Vec::new();
    for target in TARGETS.iter().filter(|target| target.task == task) {
        for name in [target.ours, target.peer] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn instructions(payload: &str, task: Task, subject: &str, runs: u64) -> Outcome<u64> {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(std::env::current_exe()?)
        .args([ONCE, payload, task.title(), subject, &runs.to_string()])
        .output()?;
    let messages = String::from_utf8_lossy(&output.stderr);
    // `I refs:` or, in older versions, `I   refs:`.
    let count = messages
        .lines()
        .filter_map(|line| line.split_once("refs:"))
        .find(|(counted, _)| counted.trim_end().ends_with('I'));
    let (_, count) = count.ok_or_else(|| format!("valgrind counts nothing:\n{messages}"))?;
    Ok(count.trim().replace(',', "").parse()?)
}
