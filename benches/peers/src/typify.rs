//! What typify makes of the schemas.

#![allow(
    dead_code,
    missing_docs,
    clippy::all,
    clippy::unwrap_used,
    reason = "written by build.rs"
)]

include!(concat!(env!("OUT_DIR"), "/typify.rs"));
