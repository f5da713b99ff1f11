//! Days of the proleptic Gregorian calendar, counted from 1970-01-01.

/// Days of 400 years, after which the calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;

/// From 0000-03-01, where an era begins, to 1970-01-01.
const EPOCH: i64 = 719_468;

/// The day number of a date. The year begins in March, so that the leap day is its last.
#[inline]
pub(super) fn days_from_date(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * DAYS_PER_ERA + year * 365 + year / 4 - year / 100 + day_of_year - EPOCH
}

/// Year, month and day of a day number.
#[inline]
pub(super) fn date_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH;
    let (era, day) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (
        era * 400 + year,
        if month < 10 { month + 3 } else { month - 9 },
    );
    (
        if month <= 2 { year + 1 } else { year },
        month,
        day_of_month,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::format::Format;

    #[test]
    fn every_day_of_ten_thousand_years() {
        let mut days = days_from_date(0, 1, 1);
        assert_eq!(days, -719_528);
        for year in 0..10_000 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if Format::Date.is_valid(&format!("{year:04}-{month:02}-{day:02}")) {
                        assert_eq!(days_from_date(year, month, day), days);
                        assert_eq!(date_from_days(days), (year, month, day));
                        days += 1;
                    }
                }
            }
        }
        assert_eq!((days, days_from_date(1970, 1, 1)), (2_932_897, 0));
    }
}
