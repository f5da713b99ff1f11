//! Plain structs, read by serde's derive.

#![allow(
    dead_code,
    missing_docs,
    reason = "written by build.rs; read, never used"
)]

include!(concat!(env!("OUT_DIR"), "/plain.rs"));
