//! Conversions to and from `time`.

use time::{Month, OffsetDateTime, Time, UtcOffset};

use super::timestamp::Parts;
use super::{ConversionError, Date, Timestamp, convert};

const OFFSET_DATE_TIME: &str = "time::OffsetDateTime";

/// Keeps the offset; that `-00:00` stands for an unknown one is lost. Fails for a leap second and
/// for a fraction finer than a nanosecond.
impl TryFrom<&Timestamp> for OffsetDateTime {
    type Error = ConversionError;

    fn try_from(timestamp: &Timestamp) -> Result<Self, Self::Error> {
        let parts = convert::numbers(timestamp, OFFSET_DATE_TIME)?;
        to_date_time(&parts)
            .ok_or_else(|| convert::error(timestamp, OFFSET_DATE_TIME, "it is out of range"))
    }
}

fn to_date_time(parts: &Parts) -> Option<OffsetDateTime> {
    let date = to_date(i32::try_from(parts.year).ok()?, parts.month, parts.day)?;
    let time = Time::from_hms_nano(
        u8::try_from(parts.hour).ok()?,
        u8::try_from(parts.minute).ok()?,
        u8::try_from(parts.second).ok()?,
        parts.nanosecond,
    );
    let offset = UtcOffset::from_whole_seconds(parts.offset_minutes * 60).ok()?;
    Some(OffsetDateTime::new_in_offset(date, time.ok()?, offset))
}

fn to_date(year: i32, month: u32, day: u32) -> Option<time::Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    time::Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}

/// Keeps the offset, writing a zero one as `Z`. Fails outside the years 0 to 9999 and for an offset
/// that is not of whole minutes or not within a day.
impl TryFrom<OffsetDateTime> for Timestamp {
    type Error = ConversionError;

    fn try_from(value: OffsetDateTime) -> Result<Self, Self::Error> {
        let parts = Parts {
            year: value.year().into(),
            month: u8::from(value.month()).into(),
            day: value.day().into(),
            hour: value.hour().into(),
            minute: value.minute().into(),
            second: value.second().into(),
            nanosecond: value.nanosecond(),
            offset_minutes: 0,
        };
        convert::timestamp(&value, parts, value.offset().whole_seconds())
    }
}

/// Every date is representable: it never fails.
impl TryFrom<&Date> for time::Date {
    type Error = ConversionError;

    fn try_from(date: &Date) -> Result<Self, Self::Error> {
        i32::try_from(date.year())
            .ok()
            .and_then(|year| to_date(year, date.month(), date.day()))
            .ok_or_else(|| convert::error(date, "time::Date", "it is out of range"))
    }
}

/// Fails outside the years 0 to 9999.
impl TryFrom<time::Date> for Date {
    type Error = ConversionError;

    fn try_from(value: time::Date) -> Result<Self, Self::Error> {
        convert::date(
            &value,
            value.year().into(),
            u8::from(value.month()).into(),
            value.day().into(),
        )
    }
}
