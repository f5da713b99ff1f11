//! Does a vehicle take as long in a large document as in a small one?
//!
//! The same vehicles come as many small documents and as fewer large ones, and every result is
//! kept until all are read. So both sides read the same bytes from memory and ask for as much of
//! it; what differs is the size of a document alone.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Duration;

use aap_bench_peers::{InventorySearchResponse, Peers};
use aap_types::v1_3;
use cpu_time::ThreadTime;

use crate::contests::name;
use crate::measure::{median, median_ratio};
use crate::targets::Bound;
use crate::{Outcome, payloads, table};

/// Vehicles in a document; the first is what the others are compared with.
const SIZES: [usize; 4] = [200, 2_000, 20_000, 200_000];

/// Vehicles in all documents together.
const ALL: usize = SIZES[SIZES.len() - 1];

const ROUNDS: usize = 5;

/// How much longer a vehicle may take in the largest document.
const BOUND: Bound = Bound::AtMost(1.1);

/// Reads all documents, keeps what it has read, and tells how long that took.
type Reader = fn(&[Vec<u8>]) -> Outcome<Duration>;

/// Who reads. Ours are judged.
const READERS: &[(&str, Reader)] = &[
    (name::FROM_SLICE, |texts| {
        reading(texts, |text| {
            Ok(aap_types::from_slice::<v1_3::InventorySearchResponse>(
                text,
            )?)
        })
    }),
    (name::IS_VALID_SLICE, |texts| {
        reading(texts, |text| {
            Ok(aap_types::is_valid_slice::<v1_3::InventorySearchResponse>(
                text,
            ))
        })
    }),
    (name::PLAIN, |texts| {
        reading(texts, |text| Ok(InventorySearchResponse::plain(text)?))
    }),
];

fn reading<T>(texts: &[Vec<u8>], read: impl Fn(&[u8]) -> Outcome<T>) -> Outcome<Duration> {
    let begin = ThreadTime::now();
    let read: Outcome<Vec<T>> = texts.iter().map(|text| read(text)).collect();
    let taken = begin.elapsed();
    black_box(read?);
    Ok(taken)
}

/// What the program is called with to run [`once`].
pub const ONCE: &str = "growth-once";

/// One reader reads all vehicles in documents of one size; tells the nanoseconds for a vehicle.
///
/// # Errors
/// There is no such reader, or it cannot read a document.
pub fn once(reader: &str, vehicles: usize) -> Outcome<f64> {
    let (_, read) = READERS
        .iter()
        .find(|(name, _)| *name == reader)
        .ok_or("no such reader")?;
    let list = payloads::vehicle_texts(SIZES[0])?;
    let texts: Vec<Vec<u8>> = (0..ALL / vehicles)
        .map(|_| payloads::search_text(&list, vehicles))
        .collect();
    Ok(read(&texts)?.as_secs_f64() * 1e9 / ALL as f64)
}

/// [`once`] in a process of its own: what another measurement leaves in the allocator, or takes
/// from it, would count for as much as what is measured.
fn alone(reader: &str, vehicles: usize) -> Outcome<f64> {
    let output = Command::new(std::env::current_exe()?)
        .args([ONCE, reader, &vehicles.to_string()])
        .stderr(Stdio::inherit())
        .output()?;
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// Measures, and writes the table with its verdict.
///
/// # Errors
/// A document cannot be read.
pub fn report() -> Outcome<String> {
    let mut times = vec![[const { Vec::new() }; SIZES.len()]; READERS.len()];
    for round in 1..=ROUNDS {
        for (reader, (name, _)) in READERS.iter().enumerate() {
            for (size, vehicles) in SIZES.into_iter().enumerate() {
                eprintln!("round {round} of {ROUNDS}, {name}, {vehicles} vehicles in a document");
                times[reader][size].push(alone(name, vehicles)?);
            }
        }
    }
    let mut lines = vec![
        "| | vehicles in a document | time for a vehicle | beside the smallest | |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    for ((name, _), times) in READERS.iter().zip(&times) {
        for (vehicles, rounds) in SIZES.iter().zip(times) {
            let ratio = median_ratio(rounds, &times[0]);
            let each = table::time(median(rounds.clone()));
            let verdict = match *name {
                name::PLAIN => String::new(),
                _ if *vehicles == ALL => format!("asked {BOUND}: {}", BOUND.verdict(ratio)),
                _ => String::new(),
            };
            lines.push(format!(
                "| {name} | {vehicles} | {each} | {ratio:.2} × | {verdict} |"
            ));
        }
    }
    Ok(lines.join("\n"))
}
