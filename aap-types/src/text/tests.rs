//! The newtypes, their errors, and the arithmetic of timestamps.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::HashMap;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

use super::{ConversionError, Date, Email, InvalidText, Timestamp, Uri};
use crate::string_impls;

/// Three digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Code(Box<str>);

impl Code {
    /// What this type takes, as a noun phrase.
    pub const EXPECTED: &'static str = "three digits";

    /// Whether [`new`](Self::new) takes `text`.
    #[must_use]
    pub fn accepts(text: &str) -> bool {
        text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit())
    }
}

string_impls!(Code);

fn timestamp(text: &str) -> Timestamp {
    Timestamp::new(text).unwrap()
}

#[test]
fn a_newtype_is_its_text() {
    let code = Code::new("012").unwrap();
    assert_eq!((code.as_str(), code.to_string()), ("012", "012".to_owned()));
    assert_eq!(format!("{code:?} [{code:>5}]"), "Code(\"012\") [  012]");
    assert!(code == *"012" && code == "012" && code != "013");
    assert_eq!(
        (code.as_ref(), Borrow::<str>::borrow(&code)),
        ("012", "012")
    );
    assert_eq!(code.clone().into_string(), String::from(code.clone()));
    assert_eq!(Code::try_from("012"), Ok(code.clone()));
    assert_eq!(Code::try_from("012".to_owned()), "012".parse());
    let by_code = HashMap::from([(code, 1)]);
    assert_eq!(by_code.get("012"), Some(&1));
    assert!(Code::accepts("999") && !Code::accepts("99"));
}

#[test]
fn ordered_types_are_ordered_by_text() {
    let date = |text: &str| Date::new(text).unwrap();
    assert!(date("1999-12-31") < date("2000-01-01"));
    assert!(Uri::new("a:b").unwrap() < Uri::new("b:a").unwrap());
    assert!(Email::new("a@b").unwrap() < Email::new("b@a").unwrap());
}

#[test]
fn an_error_names_type_expectation_and_text() {
    let error = Code::new("12\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"invalid Code "12\n": expected three digits"#
    );
    let InvalidText {
        type_name,
        expected,
        found,
        ..
    } = error;
    assert_eq!(
        (type_name, expected, found.as_str()),
        ("Code", "three digits", "12\n")
    );
    for error in [
        Code::new("é".repeat(65)),
        Code::try_from("é".repeat(65).as_str()),
    ] {
        assert_eq!(error.unwrap_err().found, "é".repeat(64) + "…");
    }
    assert_eq!(Code::new("é".repeat(64)).unwrap_err().found, "é".repeat(64));
}

#[test]
fn serde() {
    for text in ["2026-01-31T09:00:00.50+01:00", "1998-12-31t23:59:60z"] {
        let json = format!("\"{text}\"");
        let read: Timestamp = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        assert_eq!(
            serde_json::from_value::<Timestamp>(text.into()).unwrap(),
            read
        );
        // A text that cannot be borrowed, as a reader's.
        let lent: StrDeserializer<'_, serde_json::Error> = text.into_deserializer();
        assert_eq!(Timestamp::deserialize(lent).unwrap(), read);
    }
    // An escape keeps the text from being borrowed.
    assert_eq!(
        serde_json::from_str::<Code>(r#""\u0031\u0032\u0033""#).unwrap(),
        "123"
    );
    let error = |json: &str| serde_json::from_str::<Code>(json).unwrap_err().to_string();
    assert_eq!(
        error("\"1\""),
        "invalid Code \"1\": expected three digits at line 1 column 3"
    );
    assert_eq!(
        error("123"),
        "invalid type: integer `123`, expected Code, three digits at line 1 column 3"
    );
    let error = serde_json::from_value::<Code>("1".into())
        .unwrap_err()
        .to_string();
    assert_eq!(error, "invalid Code \"1\": expected three digits");
}

#[test]
fn numbers_of_a_timestamp() {
    // Text, date and time, nanosecond, offset, seconds since 1970.
    let cases = [
        ("1970-01-01T00:00:00Z", [1970, 1, 1, 0, 0, 0], 0, 0, 0_i64),
        (
            "1985-04-12T23:20:50.52Z",
            [1985, 4, 12, 23, 20, 50],
            520_000_000,
            0,
            482_196_050,
        ),
        (
            "1996-12-19T16:39:57-08:00",
            [1996, 12, 19, 16, 39, 57],
            0,
            -480,
            851_042_397,
        ),
        (
            "1990-12-31t23:59:60z",
            [1990, 12, 31, 23, 59, 60],
            0,
            0,
            662_688_000,
        ),
        (
            "1937-01-01T12:00:27.87+00:20",
            [1937, 1, 1, 12, 0, 27],
            870_000_000,
            20,
            -1_041_337_173,
        ),
        (
            "0000-01-01T00:00:00+23:59",
            [0, 1, 1, 0, 0, 0],
            0,
            1439,
            -62_167_305_540,
        ),
        (
            "9999-12-31T23:59:59-23:59",
            [9999, 12, 31, 23, 59, 59],
            0,
            -1439,
            253_402_387_139,
        ),
        (
            "2026-02-28T01:02:03.000000001-00:00",
            [2026, 2, 28, 1, 2, 3],
            1,
            0,
            1_772_240_523,
        ),
        (
            "2026-02-28T01:02:03.1234567899Z",
            [2026, 2, 28, 1, 2, 3],
            123_456_789,
            0,
            1_772_240_523,
        ),
        (
            "2026-02-28T01:02:03.0000000009Z",
            [2026, 2, 28, 1, 2, 3],
            0,
            0,
            1_772_240_523,
        ),
    ];
    for (text, numbers, nanosecond, offset, seconds) in cases {
        let t = timestamp(text);
        let found = [
            t.year(),
            t.month(),
            t.day(),
            t.hour(),
            t.minute(),
            t.second(),
        ];
        assert_eq!(
            (found, t.nanosecond(), t.offset_minutes()),
            (numbers, nanosecond, offset)
        );
        let nanos = i128::from(seconds) * 1_000_000_000 + i128::from(nanosecond);
        assert_eq!(t.unix_timestamp_nanos(), nanos, "{text}");
        assert_eq!(t.as_str(), text);
    }
    let date = Date::new("2024-02-29").unwrap();
    assert_eq!((date.year(), date.month(), date.day()), (2024, 2, 29));
}

#[test]
fn instants_are_compared_exactly() {
    let ascending = [
        "0000-01-01T00:00:00+23:59",
        "1998-12-31T15:59:59.9999999999-08:00",
        "1998-12-31T23:59:60Z",
        "1998-12-31T15:59:60.2-08:00",
        "1998-12-31T23:59:60.25Z",
        "1999-01-01T00:00:00Z",
        "1999-01-01T00:00:00.00000000001Z",
        "1999-01-01T01:00:00.1+01:00",
        "1999-01-01T00:00:00.11Z",
        "9999-12-31T23:59:59-23:59",
    ];
    for (at, one) in ascending.iter().enumerate() {
        for (other_at, other) in ascending.iter().enumerate() {
            let order = timestamp(one).cmp_instant(&timestamp(other));
            assert_eq!(order, at.cmp(&other_at), "{one} {other}");
        }
    }
    let (utc, local) = (
        timestamp("2026-01-31T08:00:00Z"),
        timestamp("2026-01-31T09:00:00.00+01:00"),
    );
    assert_eq!(utc.cmp_instant(&local), Ordering::Equal);
    assert_ne!(utc, local);
}

#[test]
fn from_unix_nanos() {
    let cases = [
        (0, "1970-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (1_500_000_000, "1970-01-01T00:00:01.500Z"),
        (951_782_400_000_001_000, "2000-02-29T00:00:00.000001Z"),
        (-62_167_219_200_000_000_000, "0000-01-01T00:00:00Z"),
        (
            253_402_300_799_999_999_999,
            "9999-12-31T23:59:59.999999999Z",
        ),
    ];
    for (nanos, text) in cases {
        let timestamp = Timestamp::from_unix_nanos(nanos).unwrap();
        assert_eq!(
            (timestamp.as_str(), timestamp.unix_timestamp_nanos()),
            (text, nanos)
        );
        assert!(Timestamp::accepts(text));
    }
    for nanos in [
        -62_167_219_200_000_000_001,
        253_402_300_800_000_000_000,
        i128::MIN,
        i128::MAX,
    ] {
        let ConversionError { target, reason, .. } = Timestamp::from_unix_nanos(nanos).unwrap_err();
        assert_eq!(
            (target, reason),
            ("Timestamp", "the year is outside 0 to 9999")
        );
    }
}

#[test]
fn now_is_now() {
    let clock = || {
        let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        i128::try_from(since.as_micros()).unwrap() * 1000
    };
    let before = clock();
    let now = Timestamp::now();
    assert!((before..=clock()).contains(&now.unix_timestamp_nanos()));
    assert!(Timestamp::accepts(now.as_str()));
    assert_eq!(now.as_str().len(), "2026-01-31T08:00:00.000000Z".len());
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod conversions {
    use super::*;

    /// Texts that come back as they were.
    const SAME: [&str; 6] = [
        "2026-01-31T09:00:00.500+01:00",
        "1970-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999999999-23:59",
        "2024-02-29T12:30:45.000001+14:00",
        "9999-12-30T21:59:59Z",
    ];

    /// Texts that come back in another spelling.
    const RESPELT: [(&str, &str); 3] = [
        (
            "2026-01-31t09:00:00.5000000000000z",
            "2026-01-31T09:00:00.500Z",
        ),
        ("2026-01-31T09:00:00+00:00", "2026-01-31T09:00:00Z"),
        ("2026-01-31T09:00:00-00:00", "2026-01-31T09:00:00Z"),
    ];

    const UNREPRESENTABLE: [&str; 2] = ["2016-12-31T23:59:60Z", "2026-01-31T09:00:00.0000000001Z"];

    fn check<T>()
    where
        T: for<'a> TryFrom<&'a Timestamp, Error = ConversionError>,
        Timestamp: TryFrom<T, Error = ConversionError>,
    {
        let back = |text: &str| Timestamp::try_from(T::try_from(&timestamp(text)).ok().unwrap());
        for (text, expected) in SAME.map(|text| (text, text)).into_iter().chain(RESPELT) {
            assert_eq!(back(text).unwrap(), expected);
        }
        for text in UNREPRESENTABLE {
            let error = T::try_from(&timestamp(text)).err().unwrap();
            assert_eq!(error.value, text);
            assert!(error.to_string().contains(" is not representable as "));
        }
    }

    fn check_dates<T>()
    where
        T: for<'a> TryFrom<&'a Date, Error = ConversionError>,
        Date: TryFrom<T, Error = ConversionError>,
    {
        for text in ["0000-01-01", "1969-12-31", "2024-02-29", "9999-12-31"] {
            let there = T::try_from(&Date::new(text).unwrap()).ok().unwrap();
            assert_eq!(Date::try_from(there).unwrap(), text);
        }
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono() {
        use chrono::{DateTime, FixedOffset, NaiveDate, TimeZone, Utc};

        check::<DateTime<FixedOffset>>();
        check_dates::<NaiveDate>();
        assert_eq!(
            Timestamp::try_from(DateTime::<Utc>::UNIX_EPOCH).unwrap(),
            "1970-01-01T00:00:00Z"
        );
        let there = DateTime::try_from(&timestamp("2026-01-31T09:00:00+01:00")).unwrap();
        assert_eq!(
            (there.timestamp(), there.offset().local_minus_utc()),
            (1_769_846_400, 3600)
        );
        // Extremes of chrono must not panic.
        let west = FixedOffset::west_opt(86_399).unwrap();
        for extreme in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert!(Timestamp::try_from(&extreme).is_err());
            assert!(Timestamp::try_from(&extreme.with_timezone(&west)).is_err());
        }
        let leap = Utc.with_ymd_and_hms(2016, 12, 31, 23, 59, 59).unwrap();
        let leap = leap + chrono::TimeDelta::nanoseconds(999_999_999);
        assert!(Timestamp::try_from(leap).is_ok());
        let leap = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
        let leap = leap
            .and_hms_nano_opt(23, 59, 59, 1_500_000_000)
            .unwrap()
            .and_utc();
        assert_eq!(
            Timestamp::try_from(leap).unwrap_err().reason,
            "it is a leap second"
        );
        let seconds = FixedOffset::east_opt(1)
            .unwrap()
            .timestamp_opt(0, 0)
            .unwrap();
        assert!(Timestamp::try_from(seconds).is_err());
        assert!(Date::try_from(NaiveDate::MAX).is_err() && Date::try_from(NaiveDate::MIN).is_err());
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn jiff() {
        use jiff::{ZonedDateTime, civil, tz};

        check::<ZonedDateTime>();
        check_dates::<civil::Date>();
        let there = ZonedDateTime::try_from(&timestamp("2026-01-31T09:00:00+01:00")).unwrap();
        assert_eq!(
            (there.timestamp().as_second(), there.offset().seconds()),
            (1_769_846_400, 3600)
        );
        let late = ZonedDateTime::try_from(&timestamp("9999-12-31T23:59:59Z")).unwrap_err();
        assert_eq!(late.reason, "it is out of range");
        for extreme in [jiff::Timestamp::MIN, jiff::Timestamp::MAX] {
            for offset in [tz::Offset::MIN, tz::Offset::MAX] {
                let zoned = extreme.to_zoned_datetime(tz::TimeZone::fixed(offset));
                assert!(Timestamp::try_from(&zoned).is_err());
            }
        }
        assert!(Date::try_from(civil::Date::MIN).is_err());
    }

    #[cfg(feature = "time")]
    #[test]
    fn time() {
        use time::{OffsetDateTime, UtcOffset};

        check::<OffsetDateTime>();
        check_dates::<time::Date>();
        let there = OffsetDateTime::try_from(&timestamp("2026-01-31T09:00:00+01:00")).unwrap();
        assert_eq!(
            (there.unix_timestamp(), there.offset().whole_seconds()),
            (1_769_846_400, 3600)
        );
        for (hours, seconds) in [(24, 0), (-25, 0), (0, 1)] {
            let offset = UtcOffset::from_hms(hours, 0, seconds).unwrap();
            let value = OffsetDateTime::UNIX_EPOCH.to_offset(offset);
            assert!(Timestamp::try_from(value).is_err());
        }
        let early = OffsetDateTime::new_utc(time::Date::MIN, time::Time::MIDNIGHT);
        assert!(Timestamp::try_from(early).is_err());
        assert!(Date::try_from(time::Date::MIN).is_err());
    }
}
