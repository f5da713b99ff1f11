//! Identifiers of errors.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// A new identifier for an error, in the layout of a UUID v7: the milliseconds since 1970, then
/// bits that no other call shares.
///
/// It is unique, not secret: who has seen some may guess others, so nothing is to be granted to
/// whoever knows one.
///
/// # Panics
/// On targets without a clock, as [`Timestamp::now`](crate::Timestamp::now).
#[inline]
#[must_use]
pub fn new_error_id() -> String {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    static KEYS: OnceLock<RandomState> = OnceLock::new();

    let milliseconds = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    // Each process has random keys of its own, so that no two of them give the same bits.
    let hash = KEYS
        .get_or_init(RandomState::new)
        .hash_one((call, milliseconds));
    format!(
        "{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}",
        (milliseconds >> 16) & 0xffff_ffff,
        milliseconds & 0xffff,
        call & 0xfff,
        0x8000 | ((hash >> 48) & 0x3fff),
        hash & 0xffff_ffff_ffff,
    )
}
