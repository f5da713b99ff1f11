//! Payloads from a stream of any size: one on each line, or the elements of one JSON array.
//!
//! A thread reads and cuts the stream into records, as many threads as there are cores turn records
//! into values, and the iterator gives these in the order of the input. A fixed number of batches is
//! under way at a time, so that memory does not grow with the input: it holds these, and the longest
//! record.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::{feed, v1_3};
//!
//! let inventory = br#"{"year": 2026, "make": "Honda"}
//! {"year": 1700}
//! "#;
//! for record in feed::lines::<v1_3::Vehicle>(&inventory[..]) {
//!     let record = record?;
//!     match record.payload {
//!         Ok(vehicle) => println!("{:?}", vehicle.make),
//!         Err(rejection) => println!("line {}: {rejection}", record.position),
//!     }
//! }
//! # }
//! # Ok::<(), aap_types::feed::FeedError>(())
//! ```
//!
//! A program that learns the payload at run time brings a function of its own:
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::{ContractInfo, feed, v1_3};
//!
//! const CONTRACT: ContractInfo = ContractInfo::of::<v1_3::Contract>();
//!
//! let vehicle = CONTRACT.payload("vehicle").ok_or("no such payload")?;
//! let array = br#"[{"year": 2026}, {"year": 1700}]"#;
//! let valid = feed::elements_with(&array[..], |element| vehicle.is_valid_slice(element));
//! let valid: Result<Vec<bool>, _> = valid.map(|record| Ok(record?.payload)).collect();
//! assert_eq!(valid.map_err(|error: feed::FeedError| error.to_string())?, [true, false]);
//! # }
//! # Ok::<(), String>(())
//! ```
//!
//! The threads end with the iterator, however early it is dropped; one that waits for its reader
//! ends once the reader answers.

mod elements;
mod lines;
mod pool;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use crate::payload::Payload;
use crate::rejection::Rejection;

pub use pool::Feed;

/// A record of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<V> {
    /// The number of the line, from 1, or the index of the element, from 0.
    pub position: u64,
    /// The payload, or what the program's own function made of the record.
    pub payload: V,
}

/// The payloads of newline-delimited JSON, which has one on each line.
///
/// Lines may end with CR LF, and the last one without either. Lines of nothing but white space are
/// skipped, and count as lines. Places in a [`Rejection`] are those in the record's own text.
///
/// # Errors
/// A record that is no such payload has its [`Rejection`], and the feed goes on. An error of the
/// feed is the last item, after all records before it.
pub fn lines<T>(reader: impl Read + Send + 'static) -> Feed<Result<T, Rejection>>
where
    T: Payload + Send + 'static,
{
    lines_with(reader, crate::from_slice::<T>)
}

/// What a function makes of each line of newline-delimited JSON; otherwise as [`lines`].
///
/// The function gets a line's bytes without its end, and runs on several threads at a time.
pub fn lines_with<V: Send + 'static>(
    reader: impl Read + Send + 'static,
    function: impl Fn(&[u8]) -> V + Send + Sync + 'static,
) -> Feed<V> {
    pool::start(reader, lines::Lines::default(), function)
}

/// The payloads that are the elements of one JSON array.
///
/// The array is cut at its commas, and only its elements are parsed: one that is not JSON is
/// rejected for itself. Places in a [`Rejection`] are those in the element's own text.
///
/// # Errors
/// As [`lines`]. A text that is not one array is an error of the feed, at its place.
pub fn elements<T>(reader: impl Read + Send + 'static) -> Feed<Result<T, Rejection>>
where
    T: Payload + Send + 'static,
{
    elements_with(reader, crate::from_slice::<T>)
}

/// What a function makes of each element of one JSON array; otherwise as [`elements`].
///
/// The function gets an element's bytes, and runs on several threads at a time.
pub fn elements_with<V: Send + 'static>(
    reader: impl Read + Send + 'static,
    function: impl Fn(&[u8]) -> V + Send + Sync + 'static,
) -> Feed<V> {
    pool::start(reader, elements::Elements::default(), function)
}

/// Why a feed ended before its input.
#[derive(Debug)]
#[non_exhaustive]
pub enum FeedError {
    /// The reader failed, or no thread could be started.
    Io(io::Error),
    /// The text is not one JSON array.
    Array {
        /// The place in the stream, in bytes from 0.
        offset: u64,
        /// What is wrong there.
        fault: ArrayFault,
    },
    /// The function panicked on a record, whose position it is, or the reader did.
    Panicked {
        /// The position of the record; none where the reader panicked.
        position: Option<u64>,
    },
}

/// What is wrong with the text of an array, its elements aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArrayFault {
    /// The text does not begin with `[`.
    NotAnArray,
    /// The text ends before the array does.
    Unclosed,
    /// After an element, neither a comma nor the array's end.
    MissingComma,
    /// A comma, or the array's end after a comma, where an element should be.
    MissingElement,
    /// Something stands behind the array.
    Trailing,
}

impl fmt::Display for ArrayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArrayFault::NotAnArray => "not a JSON array: expected `[`",
            ArrayFault::Unclosed => "the array is not closed: expected `]`",
            ArrayFault::MissingComma => "expected `,` or `]` after an element",
            ArrayFault::MissingElement => "expected an element",
            ArrayFault::Trailing => "something stands behind the array",
        })
    }
}

impl fmt::Display for FeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeedError::Io(error) => error.fmt(f),
            FeedError::Array { offset, fault } => write!(f, "{fault}, at byte {offset}"),
            FeedError::Panicked { position: None } => f.write_str("the reader panicked"),
            FeedError::Panicked {
                position: Some(position),
            } => write!(f, "the function panicked on record {position}"),
        }
    }
}

impl Error for FeedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FeedError::Io(error) => Some(error),
            FeedError::Array { .. } | FeedError::Panicked { .. } => None,
        }
    }
}
