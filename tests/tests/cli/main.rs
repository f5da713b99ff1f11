//! What the command `aap` prints, where, and with which exit code; through a process of its own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod any;
mod builds;
mod card;
mod detection;
mod files;
mod formats;
mod mcp;
mod ndjson;
mod odd_input;
mod readme;
mod schema;
mod streams;
mod support;
mod usage;
