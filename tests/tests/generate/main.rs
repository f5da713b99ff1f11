//! The maintainers' commands `generate` and `verify`, run on temporary copies of the workspace.

// The commands are built without these features, so there is nothing more to see with them.
#![cfg(not(any(feature = "arbitrary_precision", feature = "preserve_order")))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod check;
mod contracts;
mod determinism;
mod hostile;
mod unusable;
mod verify;
mod workspace;
mod write;
