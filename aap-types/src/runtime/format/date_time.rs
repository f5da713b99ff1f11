//! RFC 3339: `date-time`, `full-date`, `full-time` (section 5.6) and `duration` (appendix A).
//!
//! The years run from 0000 to 9999 in the proleptic Gregorian calendar, so a day that the month
//! does not have is rejected. Second 60 is accepted exactly where the time in UTC is 23:59:60. On
//! which dates a leap second was inserted is not checked: no grammar can know future ones.

/// The width of `full-date`, in bytes.
const DATE_WIDTH: usize = 10;

const MINUTES_PER_DAY: i32 = 24 * 60;

/// `date-time = full-date "T" full-time`; `t` and `z` may be lower-case, as section 5.6 notes.
pub(super) fn is_date_time(text: &[u8]) -> bool {
    match text.split_at_checked(DATE_WIDTH) {
        Some((date, [b'T' | b't', time @ ..])) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// `full-date = date-fullyear "-" date-month "-" date-mday`.
pub(super) fn is_date(text: &[u8]) -> bool {
    check_date(text).is_some()
}

/// `full-time = partial-time time-offset`.
pub(super) fn is_time(text: &[u8]) -> bool {
    check_time(text).is_some()
}

fn check_date(text: &[u8]) -> Option<()> {
    let ([y1, y2], rest) = text.split_first_chunk()?;
    let (century, [year, month, day]) = (
        two_digits(*y1, *y2)?,
        three_pairs(rest.try_into().ok()?, b'-')?,
    );
    // A year that ends in 00 is a leap year if its century divides by four.
    let is_leap = (if year == 0 { century } else { year }) % 4 == 0;
    let days = match month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(())
}

fn check_time(text: &[u8]) -> Option<()> {
    let (time, rest) = text.split_first_chunk()?;
    let [hour, minute, second] = three_pairs(time, b':')?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let offset = offset_in_minutes(skip_fraction(rest)?)?;
    if second == 60 {
        let utc = (i32::from(hour) * 60 + i32::from(minute) - offset).rem_euclid(MINUTES_PER_DAY);
        if utc != MINUTES_PER_DAY - 1 {
            return None;
        }
    }
    Some(())
}

/// Three numbers of two digits with a separator between them, `23:59:60`; all bytes at once.
fn three_pairs(text: &[u8; 8], separator: u8) -> Option<[u8; 3]> {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    /// Carries into the high bit of a byte what is more than a digit, or than a separator.
    const CARRY: u64 = {
        let (digit, separator) = (0x7f - 9, 0x7f);
        u64::from_le_bytes([
            digit, digit, separator, digit, digit, separator, digit, digit,
        ])
    };
    let zeros = [b'0', b'0', separator, b'0', b'0', separator, b'0', b'0'];
    let digits = u64::from_le_bytes(*text) ^ u64::from_le_bytes(zeros);
    if (digits | digits.wrapping_add(CARRY)) & HIGH != 0 {
        return None;
    }
    // Each byte is less than ten, so nothing is carried from one to the next.
    let [first, _, _, second, _, _, third, _] = (digits * 10 + (digits >> 8)).to_le_bytes();
    Some([first, second, third])
}

/// `[time-secfrac]`, where `time-secfrac = "." 1*DIGIT`; returns what follows it.
fn skip_fraction(text: &[u8]) -> Option<&[u8]> {
    let [b'.', digits @ ..] = text else {
        return Some(text);
    };
    let (fraction, rest) = split_digits(digits);
    (!fraction.is_empty()).then_some(rest)
}

/// `time-offset = "Z" / (("+" / "-") time-hour ":" time-minute)`.
fn offset_in_minutes(text: &[u8]) -> Option<i32> {
    match *text {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (two_digits(h1, h2)?, two_digits(m1, m2)?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let offset = i32::from(hours) * 60 + i32::from(minutes);
            Some(if sign == b'-' { -offset } else { offset })
        }
        _ => None,
    }
}

/// `duration = "P" (dur-date / dur-time / dur-week)`.
///
/// The designators are capitals, as ISO 8601 writes them: appendix A restates that standard.
/// Letters of another case, which the case-insensitive strings of ABNF would let through, are
/// rejected.
pub(super) fn is_duration(text: &[u8]) -> bool {
    let [b'P', rest @ ..] = text else {
        return false;
    };
    match rest {
        [b'T', time @ ..] => components(time, b"HMS") == Some(&[]),
        _ => match components(rest, b"YMD") {
            Some([b'T', time @ ..]) => components(time, b"HMS") == Some(&[]),
            Some(rest) => rest.is_empty(),
            None => component(rest) == Some((b'W', &[])),
        },
    }
}

/// One or more components whose units are consecutive in `units`: a year and a day need the month
/// between them. Returns what follows.
fn components<'a>(text: &'a [u8], units: &[u8]) -> Option<&'a [u8]> {
    let (unit, mut rest) = component(text)?;
    let first = units.iter().position(|known| *known == unit)?;
    for expected in units.iter().skip(first + 1) {
        if !rest.first().is_some_and(u8::is_ascii_digit) {
            break;
        }
        let (unit, after) = component(rest)?;
        if unit != *expected {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// `1*DIGIT` and the unit behind it; returns the unit and what follows.
fn component(text: &[u8]) -> Option<(u8, &[u8])> {
    match split_digits(text) {
        ([_, ..], [unit, rest @ ..]) => Some((*unit, rest)),
        _ => None,
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.split_at_checked(digits).unwrap_or((text, &[]))
}

fn two_digits(tens: u8, ones: u8) -> Option<u8> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        Some((tens - b'0') * 10 + (ones - b'0'))
    } else {
        None
    }
}
