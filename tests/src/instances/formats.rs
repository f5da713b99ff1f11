//! Strings that have a format, and strings that nearly do.

use crate::rng::Rng;

/// The formats strings can be made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    DateTime,
    Date,
    Time,
    /// One of [`LISTS`], by index.
    Listed(usize),
    Unknown,
}

/// Formats with lists of strings that have them, and that do not or are borderline.
const LISTS: &[(&str, &[&str], &[&str])] = &[
    (
        "uri",
        &[
            "https://example.com",
            "https://example.com/a/b?c=d&e=%20#f",
            "http://localhost:8080/",
            "http://[2001:db8::1]:443/x",
            "https://user:pass@example.com:8443/~x/;p=1",
            "urn:isbn:0451450523",
            "mailto:someone@example.com",
            "tel:+1-816-555-1212",
            "file:///etc/hosts",
            "data:text/plain,hello",
            "HTTPS://EXAMPLE.COM/%C3%A9",
            "a:b",
            "x+y-z.1:",
        ],
        &[
            "example.com",
            "/relative/path",
            "//example.com/x",
            "http://exa mple.com",
            "http://example.com/a b",
            "https://example.com/%zz",
            "https://example.com/%2",
            "http://[::1",
            "http://::1/",
            "http://[::1]x/",
            "ht tp://example.com",
            "https://exämple.com/",
            "https://example.com/é",
            "1http://example.com",
            "://example.com",
            ":",
            "http://example.com/<x>",
            "http://example.com/\"x\"",
            "http://example.com/{x}",
            "http://example.com/x^y",
            "http://example.com/x|y",
            "http://example.com/`",
            "http:\\\\example.com\\x",
            "https://example.com:port/",
            "https://example.com:99999/",
            "https://example.com#a#b",
            "https://example.com/[x]",
            "http://a@b@c/",
            "https://[v1.x]/",
            "https:// ",
            "htt\u{301}p://x",
        ],
    ),
    (
        "email",
        &[
            "someone@example.com",
            "first.last+tag@sub.example.org",
            "a@b.co",
            "o'neil@example.com",
            "!#$%&*/=?^_`{|}~-@example.com",
            "1234567890@example.com",
            "\"quoted local\"@example.com",
            "x@[127.0.0.1]",
            "x@xn--bcher-kva.example",
        ],
        &[
            "someone",
            "@example.com",
            "someone@",
            "some one@example.com",
            "a@b@example.com",
            ".a@example.com",
            "a.@example.com",
            "a..b@example.com",
            "a@-example.com",
            "a@example..com",
            "a@example.com.",
            "a@exam_ple.com",
            "é@example.com",
            "a@exämple.com",
            "a@localhost",
            "a@[127.0.0.256]",
            "a@[IPv6:::1]",
            "Someone <a@example.com>",
            "\"a@example.com",
            "a\u{0}@example.com",
            "mailto:a@example.com",
        ],
    ),
    (
        "uri-reference",
        &[
            "/a?b#c",
            "",
            "../x",
            "https://example.com/",
            "//example.com",
            "a:b",
            "?q",
            "#",
        ],
        &["\\x", "a b", "%", "http://[", "é", "1:2", "<x>"],
    ),
    (
        "uuid",
        &[
            "123e4567-e89b-42d3-a456-426614174000",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        ],
        &[
            "123e4567e89b42d3a456426614174000",
            "{123e4567-e89b-42d3-a456-426614174000}",
            "urn:uuid:123e4567-e89b-42d3-a456-426614174000",
            "123e4567-e89b-42d3-a456-42661417400g",
            "123e4567-e89b-42d3-a456-4266141740",
        ],
    ),
    (
        "ipv4",
        &["127.0.0.1", "255.255.255.255", "0.0.0.0"],
        &["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4 "],
    ),
    (
        "ipv6",
        &["::", "::1", "2001:db8::ff00:42:8329", "::ffff:192.0.2.1"],
        &[
            ":::",
            "1::2::3",
            "12345::",
            "fe80::1%eth0",
            "::ffff:192.0.2.256",
            "1:2:3:4:5:6:7",
        ],
    ),
    (
        "hostname",
        &[
            "example.com",
            "localhost",
            "xn--bcher-kva.example",
            "a-b.c1",
            "1.2",
        ],
        &[
            "-a.com",
            "a-.com",
            "a..b",
            "a_b.com",
            "",
            ".",
            "a.b.",
            "exämple.com",
            "xn--X",
        ],
    ),
    (
        "duration",
        &["P1D", "PT1H30M", "P2W", "P1Y2M3DT4H5M6S"],
        &["P", "1D", "PT", "P1H", "P1.5D", "p1d"],
    ),
    (
        "json-pointer",
        &["", "/", "/a~0b~1c/0"],
        &["a", "/~", "/~2", "#/a"],
    ),
    (
        "relative-json-pointer",
        &["0", "1/a", "2#"],
        &["", "-1", "01", "1#a", "/a"],
    ),
    ("regex", &["^a+$", "[a-z]", ""], &["(", "[", "*", "a{2,1}"]),
    (
        "uri-template",
        &["/a/{b}", "{?x*,y:3}"],
        &["{", "/{a", "}", "{a b}"],
    ),
];

impl Format {
    pub(super) fn named(name: &str) -> Self {
        match name {
            "date-time" => Self::DateTime,
            "date" => Self::Date,
            "time" => Self::Time,
            _ => LISTS
                .iter()
                .position(|entry| entry.0 == name)
                .map_or(Self::Unknown, Self::Listed),
        }
    }

    /// A string that has the format; `None` for an unknown one.
    pub(super) fn valid(self, rng: &mut Rng) -> Option<String> {
        Some(match self {
            Self::DateTime => {
                let date = date(rng);
                let t = if rng.chance(10) { 't' } else { 'T' };
                format!("{date}{t}{}", time(rng))
            }
            Self::Date => date(rng),
            Self::Time => time(rng),
            Self::Listed(index) => (*rng.pick(LISTS[index].1)).to_owned(),
            Self::Unknown => return None,
        })
    }

    /// A string that looks like the format; most do not have it.
    pub(super) fn nearly(self, rng: &mut Rng) -> Option<String> {
        Some(match self {
            Self::DateTime if rng.chance(25) => (*rng.pick(NEAR_DATE_TIMES)).to_owned(),
            Self::DateTime if rng.chance(30) => {
                let separator = *rng.pick(&['T', 'T', ' ', '_']);
                let date = bad_date(rng);
                format!("{date}{separator}{}", time(rng))
            }
            Self::DateTime => {
                let date = date(rng);
                format!("{date}T{}", bad_time(rng))
            }
            Self::Date => bad_date(rng),
            Self::Time => bad_time(rng),
            Self::Listed(index) => (*rng.pick(LISTS[index].2)).to_owned(),
            Self::Unknown => return None,
        })
    }
}

const NEAR_DATE_TIMES: &[&str] = &[
    "2024-05-01",
    "2024-05-01T",
    "T12:00:00Z",
    "2024-05-01T12:00:00",
    "2024-05-01 12:00:00Z",
    "2024-05-01T12:00:00Z ",
    " 2024-05-01T12:00:00Z",
    "2024-05-01T12:00:00Z\n",
    "2024-05-01T12:00:00ZZ",
    "2024-05-01TT12:00:00Z",
    "2024-05-01T12:00:00+05",
    "2024-05-01T12:00:00+0530",
    "2024-05-01T12:00:00+5:30",
    "2024-05-01T12:00:00+24:00",
    "2024-05-01T12:00:00+23:60",
    "2024-05-01T12:00:00\u{2212}05:00",
    "2024-05-01T12:00:00 +05:00",
    "2024-05-01T12:00:00UTC",
    "2024-05-01T12:00:00,5Z",
    "2024-05-01T12:00:00.Z",
    "2024-05-01T12:00:00.5",
    "2024-05-01T12:00Z",
    "2024-05-01T24:00:00Z",
    "2024-05-01T12:60:00Z",
    "2024-05-01T12:00:60Z",
    "2024-05-01T23:59:61Z",
    "2016-12-31T23:59:60+01:00",
    "2016-12-31T23:58:60Z",
    "20240501T120000Z",
    "2024-W18-3T12:00:00Z",
    "2024-122T12:00:00Z",
    "24-05-01T12:00:00Z",
    "12024-05-01T12:00:00Z",
    "+2024-05-01T12:00:00Z",
    "-2024-05-01T12:00:00Z",
    "2024-5-1T12:00:00Z",
    "2024-05-01T1:00:00Z",
    "2024-05-0１T12:00:00Z",
    "२०२४-05-01T12:00:00Z",
    "1714564800",
    "Wed, 01 May 2024 12:00:00 GMT",
    "",
];

fn is_leap(year: usize) -> bool {
    (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
}

fn days(year: usize, month: usize) -> usize {
    match month {
        2 => 28 + usize::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn date(rng: &mut Rng) -> String {
    let year = match rng.below(10) {
        0 => *rng.pick(&[0, 1, 4, 99, 100, 400, 1900, 2000, 9999]),
        1 => 4 * rng.below(2500),
        _ => rng.between(1980, 2040),
    };
    let month = if rng.chance(15) {
        2
    } else {
        rng.between(1, 12)
    };
    let last = days(year, month);
    let day = if rng.chance(25) {
        last
    } else {
        rng.between(1, last)
    };
    format!("{year:04}-{month:02}-{day:02}")
}

fn bad_date(rng: &mut Rng) -> String {
    let year = rng.between(1896, 2104);
    let month = rng.between(1, 12);
    let day = rng.between(1, 28);
    match rng.below(12) {
        0 => format!("{year:04}-{month:02}-{:02}", days(year, month) + 1),
        1 => format!("{year:04}-02-29"),
        2 => format!("{:04}-02-29", rng.below(40) * 100),
        3 => format!("{year:04}-{:02}-{day:02}", 13 * rng.below(2)),
        4 => format!("{year:04}-{month:02}-00"),
        5 => format!("{year:04}-{month}-{day}"),
        6 => format!("{year:05}-{month:02}-{day:02}"),
        7 => format!("{year:04}/{month:02}/{day:02}"),
        8 => format!("{year:04}{month:02}{day:02}"),
        9 => format!("{year:04}-{month:02}"),
        10 => format!("{year:04}-{month:02}-{day:02}\n"),
        _ => format!(
            "{year:04}-{month:02}-{}",
            rng.pick(&["0٣", "３1", "1x", "-1", " 1", "1 ", "+1"])
        ),
    }
}

fn offset(rng: &mut Rng) -> String {
    match rng.below(6) {
        0 | 1 => "Z".into(),
        2 => (*rng.pick(&[
            "z", "+00:00", "-00:00", "+23:59", "-23:59", "+14:00", "-12:00",
        ]))
        .into(),
        _ => {
            let sign = *rng.pick(&['+', '-']);
            let minutes = *rng.pick(&[0, 15, 30, 45, 59]);
            format!("{sign}{:02}:{minutes:02}", rng.below(14))
        }
    }
}

fn fraction(rng: &mut Rng) -> String {
    if rng.chance(60) {
        return String::new();
    }
    let digits = *rng.pick(&[1, 3, 6, 9, 12, 20]);
    let mut fraction = String::from(".");
    for _ in 0..digits {
        fraction.push(char::from(b'0' + rng.below(10) as u8));
    }
    fraction
}

fn time(rng: &mut Rng) -> String {
    let fraction = fraction(rng);
    if rng.chance(6) {
        // A leap second is the last of a day in UTC: local time is that much ahead of it.
        let minutes = rng.between(0, 23 * 60 + 59);
        let (hours, rest) = (minutes / 60, minutes % 60);
        let (sign, local) = if rng.chance(50) {
            ('+', (23 * 60 + 59 + minutes) % (24 * 60))
        } else {
            ('-', 23 * 60 + 59 - minutes)
        };
        let offset = if minutes == 0 {
            "Z".into()
        } else {
            format!("{sign}{hours:02}:{rest:02}")
        };
        return format!("{:02}:{:02}:60{fraction}{offset}", local / 60, local % 60);
    }
    let (hour, minute, second) = match rng.below(6) {
        0 => (0, 0, 0),
        1 => (23, 59, 59),
        _ => (rng.below(24), rng.below(60), rng.below(60)),
    };
    format!("{hour:02}:{minute:02}:{second:02}{fraction}{}", offset(rng))
}

fn bad_time(rng: &mut Rng) -> String {
    let (hour, minute, second) = (rng.below(24), rng.below(60), rng.below(60));
    match rng.below(10) {
        0 => format!("24:{minute:02}:{second:02}Z"),
        1 => format!("{hour:02}:60:{second:02}Z"),
        2 => format!("{hour:02}:{minute:02}:60{}", offset(rng)),
        3 => format!("{hour:02}:{minute:02}:{second:02}"),
        4 => format!("{hour:02}:{minute:02}{}", offset(rng)),
        5 => format!("{hour:02}:{minute:02}:{second:02}.{}", offset(rng)),
        6 => format!(
            "{hour:02}:{minute:02}:{second:02}+{:02}:00",
            rng.between(24, 99)
        ),
        7 => format!(
            "{hour:02}:{minute:02}:{second:02}-00{}",
            rng.pick(&["", "00", ":", ":60", ":0", ":000"])
        ),
        8 => format!(
            "{hour:02}:{minute:02}:{second:02}{}",
            rng.pick(&["Z\n", "ZZ", "z ", "Zulu", " Z", "UTC"])
        ),
        _ => format!("{hour}:{minute}:{second}Z"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Format, LISTS};
    use crate::oracle::Oracle;
    use crate::rng::Rng;

    #[test]
    fn strings_have_their_format() {
        let mut rng = Rng::new(7);
        let names = LISTS
            .iter()
            .map(|entry| entry.0)
            .chain(["date-time", "date", "time"]);
        for name in names {
            let format = Format::named(name);
            let document = ("u:x".to_owned(), json!({ "format": name }));
            let oracle = Oracle::new([document], "u:x").unwrap();
            let mut refused = 0;
            for _ in 0..400 {
                let valid = format.valid(&mut rng).unwrap();
                assert!(oracle.verdict(&json!(valid)), "{name}: {valid:?}");
                let nearly = format.nearly(&mut rng).unwrap();
                refused += usize::from(!oracle.verdict(&json!(nearly)));
            }
            assert!(refused > 200, "{name}: only {refused} of 400 refused");
        }
        assert_eq!(Format::Unknown.valid(&mut rng), None);
    }
}
