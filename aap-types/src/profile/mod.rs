//! What the protocol asks beyond its schemas.

mod level;
pub mod rules;

pub use level::Level;
