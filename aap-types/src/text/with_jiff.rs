//! Conversions to and from `jiff`.
//!
//! A timestamp becomes a `ZonedDateTime` in a zone of fixed offset, not a `jiff::Timestamp`, which
//! has no offset to keep; `ZonedDateTime::timestamp` leads there.

use jiff::ZonedDateTime;
use jiff::civil;
use jiff::tz::{Offset, TimeZone};

use super::timestamp::Parts;
use super::{ConversionError, Date, Timestamp, convert};

const ZONED: &str = "jiff::ZonedDateTime";

/// Keeps the offset; that `-00:00` stands for an unknown one is lost. Fails for a leap second, for
/// a fraction finer than a nanosecond, and for the last hours of the year 9999 in UTC.
impl TryFrom<&Timestamp> for ZonedDateTime {
    type Error = ConversionError;

    fn try_from(timestamp: &Timestamp) -> Result<Self, Self::Error> {
        let parts = convert::numbers(timestamp, ZONED)?;
        to_zoned(&parts).ok_or_else(|| convert::error(timestamp, ZONED, "it is out of range"))
    }
}

fn to_zoned(parts: &Parts) -> Option<ZonedDateTime> {
    let local = civil::DateTime::new(
        i16::try_from(parts.year).ok()?,
        i8::try_from(parts.month).ok()?,
        i8::try_from(parts.day).ok()?,
        i8::try_from(parts.hour).ok()?,
        i8::try_from(parts.minute).ok()?,
        i8::try_from(parts.second).ok()?,
        i32::try_from(parts.nanosecond).ok()?,
    );
    let offset = Offset::from_seconds(parts.offset_minutes * 60).ok()?;
    local.ok()?.to_zoned_datetime(TimeZone::fixed(offset)).ok()
}

/// Keeps the offset, writing a zero one as `Z`; the name of a time zone has no place in RFC 3339.
/// Fails outside the years 0 to 9999 and for an offset that is not of whole minutes.
impl TryFrom<&ZonedDateTime> for Timestamp {
    type Error = ConversionError;

    fn try_from(value: &ZonedDateTime) -> Result<Self, Self::Error> {
        let parts = Parts {
            year: value.year().into(),
            month: unsigned(value.month()),
            day: unsigned(value.day()),
            hour: unsigned(value.hour()),
            minute: unsigned(value.minute()),
            second: unsigned(value.second()),
            nanosecond: value.subsec_nanosecond().unsigned_abs(),
            offset_minutes: 0,
        };
        convert::timestamp(value, parts, value.offset().seconds())
    }
}

/// As for a reference.
impl TryFrom<ZonedDateTime> for Timestamp {
    type Error = ConversionError;

    fn try_from(value: ZonedDateTime) -> Result<Self, Self::Error> {
        Self::try_from(&value)
    }
}

/// Every date is representable: it never fails.
impl TryFrom<&Date> for civil::Date {
    type Error = ConversionError;

    fn try_from(date: &Date) -> Result<Self, Self::Error> {
        let numbers = (
            i16::try_from(date.year()),
            i8::try_from(date.month()),
            i8::try_from(date.day()),
        );
        match numbers {
            (Ok(year), Ok(month), Ok(day)) => civil::Date::new(year, month, day).ok(),
            _ => None,
        }
        .ok_or_else(|| convert::error(date, "jiff::civil::Date", "it is out of range"))
    }
}

/// Fails before the year 0.
impl TryFrom<civil::Date> for Date {
    type Error = ConversionError;

    fn try_from(value: civil::Date) -> Result<Self, Self::Error> {
        convert::date(
            &value,
            value.year().into(),
            unsigned(value.month()),
            unsigned(value.day()),
        )
    }
}

/// Of a number that the calendar keeps from being negative.
fn unsigned(number: i8) -> u32 {
    u32::from(number.unsigned_abs())
}
