//! Instants with the offset they were written in.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::time::SystemTime;

use super::civil::{date_from_days, days_from_date};
use super::{ConversionError, string_impls};
use crate::runtime::format::Format;

const SECONDS_PER_DAY: i64 = 86_400;
const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// Where the seconds end and a fraction or the offset begins.
const SECONDS_END: usize = 19;

/// A date and time with an offset in the form of RFC 3339: `2026-01-31T09:00:00.50+01:00`.
///
/// Two timestamps are equal if their texts are, so `…T09:00:00Z` and `…T10:00:00+01:00` are
/// not. There is no `Ord`: the order of the texts is not that of the instants. Use
/// [`cmp_instant`](Self::cmp_instant) for both questions.
///
/// A leap second, `23:59:60` in UTC, is a timestamp on any day.
///
/// ```
/// use aap_types::text::Timestamp;
///
/// let pickup = Timestamp::new("2026-01-31T09:00:00+01:00")?;
/// assert_eq!((pickup.hour(), pickup.offset_minutes()), (9, 60));
/// assert!(Timestamp::new("2026-01-31 09:00").is_err());
/// # Ok::<(), aap_types::text::InvalidText>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Timestamp(Box<str>);

impl Timestamp {
    /// What this type takes, as a noun phrase.
    pub const EXPECTED: &'static str = "an RFC 3339 date-time with an offset";

    /// Whether [`new`](Self::new) takes `text`.
    #[inline]
    #[must_use]
    pub fn accepts(text: &str) -> bool {
        Format::DateTime.is_valid(text)
    }
}

string_impls!(Timestamp);

impl Timestamp {
    /// The current time of the system clock in UTC, to the microsecond: `2026-01-31T08:00:00.000000Z`.
    ///
    /// A clock outside the years 0 to 9999 is taken for the nearest time within them.
    ///
    /// # Panics
    ///
    /// On targets without a clock, such as `wasm32-unknown-unknown`, where the standard library
    /// has none to offer.
    #[inline]
    #[must_use]
    pub fn now() -> Self {
        let micros = match SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_micros()).unwrap_or(i64::MAX),
            Err(before) => {
                i64::try_from(before.duration().as_micros()).map_or(i64::MIN, |micros| -micros)
            }
        };
        let seconds = micros.div_euclid(1_000_000);
        let (seconds, micros) = if seconds < MIN_SECONDS {
            (MIN_SECONDS, 0)
        } else if seconds > MAX_SECONDS {
            (MAX_SECONDS, 999_999)
        } else {
            (seconds, micros.rem_euclid(1_000_000))
        };
        let Parts {
            year,
            month,
            day,
            hour,
            minute,
            second,
            ..
        } = Parts::from_seconds(seconds);
        Self(
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
                .into_boxed_str(),
        )
    }

    /// The instant so many nanoseconds after 1970-01-01T00:00:00Z, in UTC. The fraction has no
    /// more digits than needed: none, three, six or nine.
    ///
    /// # Errors
    ///
    /// When the year would not be one of 0 to 9999.
    #[inline]
    pub fn from_unix_nanos(nanos: i128) -> Result<Self, ConversionError> {
        let seconds = i64::try_from(nanos.div_euclid(NANOS_PER_SECOND));
        let nanosecond = u32::try_from(nanos.rem_euclid(NANOS_PER_SECOND));
        match (seconds, nanosecond) {
            (Ok(seconds @ MIN_SECONDS..=MAX_SECONDS), Ok(nanosecond)) => {
                Ok(Self::from_parts(&Parts {
                    nanosecond,
                    ..Parts::from_seconds(seconds)
                }))
            }
            _ => Err(ConversionError {
                value: format!("{nanos} ns"),
                target: "Timestamp",
                reason: "the year is outside 0 to 9999",
            }),
        }
    }

    /// The year, from 0 to 9999, in the timestamp's own offset, as all that follow.
    #[inline]
    #[must_use]
    pub fn year(&self) -> u32 {
        number(&self.0, 0, 4)
    }

    /// The month, from 1 to 12.
    #[inline]
    #[must_use]
    pub fn month(&self) -> u32 {
        number(&self.0, 5, 2)
    }

    /// The day of the month, from 1 to 31.
    #[inline]
    #[must_use]
    pub fn day(&self) -> u32 {
        number(&self.0, 8, 2)
    }

    /// The hour, from 0 to 23.
    #[inline]
    #[must_use]
    pub fn hour(&self) -> u32 {
        number(&self.0, 11, 2)
    }

    /// The minute, from 0 to 59.
    #[inline]
    #[must_use]
    pub fn minute(&self) -> u32 {
        number(&self.0, 14, 2)
    }

    /// The second, from 0 to 59, or 60 in a leap second.
    #[inline]
    #[must_use]
    pub fn second(&self) -> u32 {
        number(&self.0, 17, 2)
    }

    /// The fraction of the second in nanoseconds. Digits beyond the ninth, which the text keeps,
    /// are cut off.
    #[inline]
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        let digits = self.fraction().bytes().chain(std::iter::repeat(b'0'));
        digits
            .take(9)
            .fold(0, |number, digit| number * 10 + digit_value(digit))
    }

    /// How many minutes local time is ahead of UTC: 60 for `+01:00`, 0 for `Z`.
    ///
    /// `-00:00`, by which RFC 3339 says that the local offset is unknown, is 0 as well; the text
    /// tells the difference.
    #[inline]
    #[must_use]
    pub fn offset_minutes(&self) -> i32 {
        if self.0.ends_with(['Z', 'z']) {
            return 0;
        }
        let start = self.0.len().saturating_sub("+00:00".len());
        let minutes = number(&self.0, start + 1, 2) * 60 + number(&self.0, start + 4, 2);
        let ahead = self.0.as_bytes().get(start) == Some(&b'+');
        if ahead {
            minutes as i32
        } else {
            -(minutes as i32)
        }
    }

    /// Nanoseconds since 1970-01-01T00:00:00Z, negative before. Digits of the fraction beyond the
    /// ninth are cut off.
    ///
    /// As in POSIX time, a leap second has the number of the second that follows it.
    #[inline]
    #[must_use]
    pub fn unix_timestamp_nanos(&self) -> i128 {
        let seconds = self.seconds_before_leap() + i64::from(self.is_leap_second());
        i128::from(seconds) * NANOS_PER_SECOND + i128::from(self.nanosecond())
    }

    /// Which of two instants is the earlier one, to the last digit and whatever their offsets. A
    /// leap second lies between the seconds around it.
    #[inline]
    #[must_use]
    pub fn cmp_instant(&self, other: &Self) -> Ordering {
        let second = |of: &Self| (of.seconds_before_leap(), of.is_leap_second());
        // Without trailing zeros, fractions are ordered as their digits are.
        second(self).cmp(&second(other)).then_with(|| {
            self.fraction()
                .trim_end_matches('0')
                .cmp(other.fraction().trim_end_matches('0'))
        })
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, a leap second counted as the one before it.
    #[inline]
    fn seconds_before_leap(&self) -> i64 {
        let days = days_from_date(self.year().into(), self.month().into(), self.day().into());
        let minutes = i64::from(self.hour() * 60 + self.minute());
        days * SECONDS_PER_DAY
            + (minutes - i64::from(self.offset_minutes())) * 60
            + i64::from(self.second().min(59))
    }

    /// Whether the second is the sixtieth.
    #[inline]
    pub(super) fn is_leap_second(&self) -> bool {
        self.second() == 60
    }

    /// The digits behind the point; empty if there is none.
    #[inline]
    pub(super) fn fraction(&self) -> &str {
        let rest = self
            .0
            .get(SECONDS_END..)
            .and_then(|rest| rest.strip_prefix('.'))
            .unwrap_or("");
        rest.split(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or("")
    }

    /// The timestamp of numbers that a calendar has checked, of the years 0 to 9999.
    #[inline]
    pub(super) fn from_parts(parts: &Parts) -> Self {
        let Parts {
            year,
            month,
            day,
            hour,
            minute,
            second,
            nanosecond,
            offset_minutes,
        } = *parts;
        let mut text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        // Writing to a string never fails.
        let _ = match nanosecond {
            0 => Ok(()),
            _ if nanosecond % 1_000_000 == 0 => write!(text, ".{:03}", nanosecond / 1_000_000),
            _ if nanosecond % 1_000 == 0 => write!(text, ".{:06}", nanosecond / 1_000),
            _ => write!(text, ".{nanosecond:09}"),
        };
        let _ = match offset_minutes {
            0 => write!(text, "Z"),
            _ => {
                let (sign, minutes) = (
                    if offset_minutes < 0 { '-' } else { '+' },
                    offset_minutes.unsigned_abs(),
                );
                write!(text, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        };
        debug_assert!(Self::accepts(&text), "{text}");
        Self(text.into_boxed_str())
    }
}

/// 0000-01-01T00:00:00Z.
const MIN_SECONDS: i64 = -62_167_219_200;

/// 9999-12-31T23:59:59Z.
const MAX_SECONDS: i64 = 253_402_300_799;

/// What a timestamp is made of.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) year: i64,
    pub(super) month: u32,
    pub(super) day: u32,
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) second: u32,
    pub(super) nanosecond: u32,
    pub(super) offset_minutes: i32,
}

impl Parts {
    /// In UTC.
    #[inline]
    fn from_seconds(seconds: i64) -> Self {
        let (year, month, day) = date_from_days(seconds.div_euclid(SECONDS_PER_DAY));
        let second = seconds.rem_euclid(SECONDS_PER_DAY);
        Parts {
            year,
            month: month as u32,
            day: day as u32,
            hour: (second / 3600) as u32,
            minute: (second / 60 % 60) as u32,
            second: (second % 60) as u32,
            nanosecond: 0,
            offset_minutes: 0,
        }
    }
}

/// The number that `width` digits at `at` stand for, in a text that has digits there.
#[inline]
pub(super) fn number(text: &str, at: usize, width: usize) -> u32 {
    let digits = text.bytes().skip(at).take(width);
    digits.fold(0, |number, digit| number * 10 + digit_value(digit))
}

fn digit_value(digit: u8) -> u32 {
    u32::from(digit & 0x0f)
}
