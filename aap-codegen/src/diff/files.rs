//! Schema files that only one contract has.

use super::change::{Change, Impact, Reach};
use super::compare::{Comparer, Context};
use super::rule::Rule;
use super::side::{Payload, Side};
use crate::problem::Location;

/// Files that are new, gone, or have another name.
pub(super) fn compare(a: &Side, b: &Side, moved: &mut Vec<(Location, Location)>) -> Vec<Change> {
    let only = |of: &Side, other: &Side| -> Vec<String> {
        let files = of.set.roots.iter().map(|(file, _)| file);
        let missing = files.filter(|file| other.root(file).is_none());
        missing.cloned().collect()
    };
    let (mut removed, mut added) = (only(a, b), only(b, a));
    let mut changes = Vec::new();
    removed.retain(|file| {
        let paired = successor(a, b, file);
        let target = added.iter().position(|other| match &paired {
            Some(successor) => successor == other,
            None => same(a, b, file, other),
        });
        let Some(index) = target else { return true };
        let other = added.remove(index);
        let same_type = a.title(file) == b.title(&other);
        let places = (Location::root(file), Location::root(&other));
        moved.retain(|known| *known != places);
        changes.push(Change {
            rule: Rule::FileMoved,
            detail: format!("`{file}` → `{other}`"),
            source: if same_type {
                Impact::NONE
            } else {
                Impact::BOTH
            },
            reach: reach(b, &other, Impact::NONE),
            from: Some(places.0),
            to: Some(places.1),
            wire: Impact::NONE,
            notes: Vec::new(),
        });
        false
    });
    for file in removed {
        // Who sent a payload that is no more has nobody left to send it to.
        let payload = a.payloads.iter().find(|payload| payload.file == file);
        let gone = payload.filter(|it| b.payloads.iter().all(|other| other.role != it.role));
        let wire = match gone {
            Some(_) => Impact::SENDER,
            None => Impact::NONE,
        };
        changes.push(Change {
            rule: Rule::FileRemoved,
            detail: format!("`{}`", a.title(&file)),
            reach: reach(a, &file, wire),
            from: Some(Location::root(file)),
            to: None,
            wire,
            source: Impact::BOTH,
            notes: Vec::new(),
        });
    }
    for file in added {
        changes.push(Change {
            rule: Rule::FileAdded,
            detail: format!("`{}`", b.title(&file)),
            reach: reach(b, &file, Impact::NONE),
            from: None,
            to: Some(Location::root(file)),
            wire: Impact::NONE,
            source: Impact::NONE,
            notes: Vec::new(),
        });
    }
    changes
}

/// The file of the same payload in the new contract.
fn successor(a: &Side, b: &Side, file: &str) -> Option<String> {
    let payload = a.payloads.iter().find(|it| it.file == file)?;
    let successor = b.payloads.iter().find(|it| it.role == payload.role)?;
    Some(successor.file.clone())
}

/// Whether two files mean the same and could stand for each other: they demand something.
fn same(a: &Side, b: &Side, file: &str, other: &str) -> bool {
    let (Some(from), Some(to)) = (a.root(file), b.root(other)) else {
        return false;
    };
    let cx = Context::new(Location::root(file), Location::root(other));
    let differs = Comparer::new(a, b).quietly(&[from], &[to], &cx).differs;
    !differs && !a.is_trivial(from)
}

/// The payloads that make use of a file; only that of the file itself is affected by `wire`.
fn reach(side: &Side, file: &str, wire: Impact) -> Vec<Reach> {
    let reach = |payload: &Payload| {
        let wire = if payload.file == file {
            wire
        } else {
            Impact::NONE
        };
        Reach {
            payload: side.title(&payload.file),
            file: payload.file.clone(),
            sender: payload.sender,
            wire,
            strict: wire,
        }
    };
    side.payloads_using(file).into_iter().map(reach).collect()
}
