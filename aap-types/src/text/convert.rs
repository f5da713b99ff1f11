//! What the conversions to and from the date libraries share.

use std::fmt::{Debug, Display};

use super::timestamp::Parts;
use super::{ConversionError, Date, Timestamp};

/// The hours of a written offset end at 23.
const MAX_OFFSET_SECONDS: i32 = 24 * 60 * 60;

pub(super) fn error(
    value: &impl Display,
    target: &'static str,
    reason: &'static str,
) -> ConversionError {
    ConversionError {
        value: value.to_string(),
        target,
        reason,
    }
}

/// The numbers of a timestamp, for a type that counts nanoseconds and knows no leap seconds.
pub(super) fn numbers(
    timestamp: &Timestamp,
    target: &'static str,
) -> Result<Parts, ConversionError> {
    if timestamp.is_leap_second() {
        return Err(error(timestamp, target, "it is a leap second"));
    }
    // Zeros may be dropped from the end of a fraction, other digits not.
    if timestamp.fraction().trim_end_matches('0').len() > 9 {
        return Err(error(
            timestamp,
            target,
            "it is more precise than a nanosecond",
        ));
    }
    Ok(Parts {
        year: timestamp.year().into(),
        month: timestamp.month(),
        day: timestamp.day(),
        hour: timestamp.hour(),
        minute: timestamp.minute(),
        second: timestamp.second(),
        nanosecond: timestamp.nanosecond(),
        offset_minutes: timestamp.offset_minutes(),
    })
}

/// The timestamp of a foreign value, whose numbers are `parts` apart from the offset.
pub(super) fn timestamp(
    value: &impl Debug,
    parts: Parts,
    offset_seconds: i32,
) -> Result<Timestamp, ConversionError> {
    let reason = if !(0..=9999).contains(&parts.year) {
        "the year is outside 0 to 9999"
    } else if offset_seconds % 60 != 0 {
        "the offset is not of whole minutes"
    } else if offset_seconds.abs() >= MAX_OFFSET_SECONDS {
        "the offset is not within 24 hours"
    } else if parts.nanosecond >= 1_000_000_000 {
        "it is a leap second"
    } else {
        return Ok(Timestamp::from_parts(&Parts {
            offset_minutes: offset_seconds / 60,
            ..parts
        }));
    };
    Err(error(&format_args!("{value:?}"), "Timestamp", reason))
}

/// The date of a foreign value.
pub(super) fn date(
    value: &impl Debug,
    year: i64,
    month: u32,
    day: u32,
) -> Result<Date, ConversionError> {
    Date::from_numbers(year, month, day).ok_or_else(|| {
        error(
            &format_args!("{value:?}"),
            "Date",
            "the year is outside 0 to 9999",
        )
    })
}
