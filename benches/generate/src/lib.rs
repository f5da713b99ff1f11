//! Writes the Rust types that the benchmarks compare with, from the schemas of a contract.

#![forbid(unsafe_code)]

mod definitions;
mod plain;
mod typify;

pub use definitions::{Definitions, definitions};
pub use plain::plain;
pub use typify::typify;

use proc_macro2::TokenStream;

/// The source text of some items.
///
/// # Errors
/// They do not parse as Rust.
fn source(items: TokenStream) -> Result<String, String> {
    let file = syn::parse2(items).map_err(|error| error.to_string())?;
    Ok(prettyplease::unparse(&file))
}
