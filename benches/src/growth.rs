//! Does a vehicle take as long in a large document as in a small one?
//!
//! The same vehicles come as many small documents and as fewer large ones, and every result is
//! kept until all are read. So both sides read the same bytes from memory and ask for as much of
//! it; what differs is the size of a document alone.

use std::hint::black_box;
use std::time::Duration;

use aap_types::v1_3;
use cpu_time::ThreadTime;

use crate::contests::name;
use crate::measure::median;
use crate::targets::Bound;
use crate::{Outcome, payloads, plain, table};

/// Vehicles in a document; the first is what the others are compared with.
const SIZES: [usize; 4] = [200, 2_000, 20_000, 200_000];

const ROUNDS: usize = 3;

/// How much longer a vehicle may take in the largest document.
const BOUND: Bound = Bound::AtMost(1.1);

/// Reads all documents, keeps what it has read, and tells how long that took.
type Reader = fn(&[Vec<u8>]) -> Outcome<Duration>;

/// Who reads; the first is judged.
const READERS: &[(&str, Reader)] = &[
    (name::FROM_SLICE, |texts| {
        reading(texts, |text| {
            Ok(aap_types::from_slice::<v1_3::InventorySearchResponse>(text)?)
        })
    }),
    (name::PLAIN, |texts| {
        reading(texts, |text| {
            Ok(serde_json::from_slice::<plain::InventorySearchResponse>(text)?)
        })
    }),
];

fn reading<T>(texts: &[Vec<u8>], read: impl Fn(&[u8]) -> Outcome<T>) -> Outcome<Duration> {
    let begin = ThreadTime::now();
    let read: Outcome<Vec<T>> = texts.iter().map(|text| read(text)).collect();
    let taken = begin.elapsed();
    black_box(read?);
    Ok(taken)
}

/// Measures, and writes the table with its verdict.
///
/// # Errors
/// A document cannot be read.
pub fn report() -> Outcome<String> {
    let all = SIZES[SIZES.len() - 1];
    let mut times = vec![[const { Vec::new() }; SIZES.len()]; READERS.len()];
    for round in 0..ROUNDS {
        for (size, vehicles) in SIZES.into_iter().enumerate() {
            eprintln!("round {} of {ROUNDS}, {vehicles} vehicles in a document", round + 1);
            let texts: Outcome<Vec<Vec<u8>>> = (0..all / vehicles)
                .map(|document| payloads::search_text(document * vehicles, vehicles))
                .collect();
            let texts = texts?;
            for (reader, (_, read)) in READERS.iter().enumerate() {
                let taken = read(&texts)?;
                times[reader][size].push(taken.as_secs_f64() * 1e9 / all as f64);
            }
        }
    }
    let mut lines = vec![
        "| | vehicles in a document | time for a vehicle | beside the smallest |".to_owned(),
        "|---|---|---|---|".to_owned(),
    ];
    let mut verdict = String::new();
    for ((name, _), times) in READERS.iter().zip(&times) {
        for (vehicles, rounds) in SIZES.iter().zip(times) {
            let ratios = rounds.iter().zip(&times[0]).map(|(large, small)| large / small);
            let ratio = median(ratios.collect());
            let each = table::time(median(rounds.clone()));
            lines.push(format!("| {name} | {vehicles} | {each} | {ratio:.2} × |"));
            if *vehicles == all && verdict.is_empty() {
                let met = if BOUND.holds(ratio) { "met" } else { "**missed**" };
                verdict = format!("Asked of {name}: {BOUND} from {} to {all} vehicles: {met}.", SIZES[0]);
            }
        }
    }
    lines.push(format!("\n{verdict}"));
    Ok(lines.join("\n"))
}
