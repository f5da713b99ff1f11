//! Conversions to and from `chrono`.
//!
//! A leap second, which `chrono` has a form for, is an error nevertheless: it accepts that form on
//! any minute and most of its arithmetic ignores it.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, Offset, TimeZone, Timelike};

use super::timestamp::Parts;
use super::{ConversionError, Date, Timestamp, convert};

const DATE_TIME: &str = "chrono::DateTime<FixedOffset>";

/// Keeps the offset; that `-00:00` stands for an unknown one is lost. Fails for a leap second and
/// for a fraction finer than a nanosecond.
impl TryFrom<&Timestamp> for DateTime<FixedOffset> {
    type Error = ConversionError;

    fn try_from(timestamp: &Timestamp) -> Result<Self, Self::Error> {
        let parts = convert::numbers(timestamp, DATE_TIME)?;
        i32::try_from(parts.year)
            .ok()
            .and_then(|year| NaiveDate::from_ymd_opt(year, parts.month, parts.day))
            .and_then(|date| {
                date.and_hms_nano_opt(parts.hour, parts.minute, parts.second, parts.nanosecond)
            })
            .zip(FixedOffset::east_opt(parts.offset_minutes * 60))
            .and_then(|(local, offset)| local.and_local_timezone(offset).single())
            .ok_or_else(|| convert::error(timestamp, DATE_TIME, "it is out of range"))
    }
}

/// Keeps the offset, writing a zero one as `Z`. Fails outside the years 0 to 9999, for an offset
/// that is not of whole minutes, and for a leap second.
impl<Tz: TimeZone> TryFrom<&DateTime<Tz>> for Timestamp {
    type Error = ConversionError;

    fn try_from(value: &DateTime<Tz>) -> Result<Self, Self::Error> {
        let parts = Parts {
            year: value.year().into(),
            month: value.month(),
            day: value.day(),
            hour: value.hour(),
            minute: value.minute(),
            second: value.second(),
            nanosecond: value.nanosecond(),
            offset_minutes: 0,
        };
        convert::timestamp(value, parts, value.offset().fix().local_minus_utc())
    }
}

/// As for a reference.
impl<Tz: TimeZone> TryFrom<DateTime<Tz>> for Timestamp {
    type Error = ConversionError;

    fn try_from(value: DateTime<Tz>) -> Result<Self, Self::Error> {
        Self::try_from(&value)
    }
}

/// Every date is representable: it never fails.
impl TryFrom<&Date> for NaiveDate {
    type Error = ConversionError;

    fn try_from(date: &Date) -> Result<Self, Self::Error> {
        i32::try_from(date.year())
            .ok()
            .and_then(|year| NaiveDate::from_ymd_opt(year, date.month(), date.day()))
            .ok_or_else(|| convert::error(date, "chrono::NaiveDate", "it is out of range"))
    }
}

/// Fails outside the years 0 to 9999.
impl TryFrom<NaiveDate> for Date {
    type Error = ConversionError;

    fn try_from(value: NaiveDate) -> Result<Self, Self::Error> {
        convert::date(&value, value.year().into(), value.month(), value.day())
    }
}
