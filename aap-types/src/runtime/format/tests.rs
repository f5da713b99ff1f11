//! Accepted and rejected strings of every format: the cases of JSON Schema's test suite, the
//! examples of the standards, and the edges of each rule.

use super::Format;

/// Checks both lists, and of every accepted ASCII string the variants that no grammar but the
/// pointers' and the templates' tolerates.
#[track_caller]
fn check(format: Format, valid: &[&str], invalid: &[&str]) {
    for text in valid {
        assert!(format.is_valid(text), "{format} accepts {text:?}");
        if !matches!(format, Format::JsonPointer | Format::RelativeJsonPointer) {
            for around in [format!("{text}\n"), format!("{text} "), format!(" {text}")] {
                assert!(!format.is_valid(&around), "{format} rejects {around:?}");
            }
        }
    }
    for text in invalid {
        assert!(!format.is_valid(text), "{format} rejects {text:?}");
    }
}

#[test]
fn names() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
        assert_eq!(format.to_string(), format.name());
    }
    for name in ["", "regex", "Date", "idn-hostname", "date-time "] {
        assert_eq!(Format::from_name(name), None);
    }
}

#[test]
fn nothing_panics() {
    let odd = ["", "\0", "é", "\u{10ffff}", "%", "[", "\"", "@", "P", "xn--", "{", "~", ":", "//["];
    for format in Format::ALL {
        for one in odd {
            for two in odd {
                for three in odd {
                    let _verdict = format.is_valid(&format!("{one}{two}{three}"));
                }
            }
            let _verdict = format.is_valid(&one.repeat(100_000));
        }
    }
}

#[test]
fn date() {
    check(
        Format::Date,
        &[
            "1963-06-19", "2020-02-29", "2000-02-29", "2400-02-29", "0000-02-29", "0000-01-01",
            "9999-12-31", "2020-01-31", "2020-04-30", "2021-02-28", "1900-02-28",
        ],
        &[
            "", "06/19/1963", "2013-350", "2023-W01", "1998-1-20", "1998-01-1", "1998-13-01",
            "1998-00-01", "1998-04-31", "1998-04-00", "2021-02-29", "1900-02-29", "2100-02-29",
            "2020-02-30", "2020-06-31", "1963-06-1৪", "19630619", "2020-11-28T23:55:45Z",
            "+1963-06-19", "-963-06-19", "11963-06-19", "1963_06-19", "1963-06_19", "196:-06-19",
            "1963-06-1/",
        ],
    );
}

#[test]
fn date_time() {
    check(
        Format::DateTime,
        &[
            "1963-06-19T08:30:06.283185Z", "1963-06-19T08:30:06Z", "1937-01-01T12:00:27.87+00:20",
            "1990-12-31T15:59:50.123-08:00", "1998-12-31T23:59:60Z",
            "1998-12-31T15:59:60.123-08:00", "1963-06-19t08:30:06.283185z",
            "1985-04-12T00:59:59.999999999999999Z", "1985-04-12T23:20:50.52Z",
            "2020-01-01T00:00:00-00:00", "2017-01-01T05:29:60+05:30", "0000-01-01T00:00:00+23:59",
        ],
        &[
            "", "T", "1998-12-31T23:59:61Z", "1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z",
            "1990-02-31T15:59:59.123-08:00", "1990-12-31T15:59:59-24:00",
            "1963-06-19T08:30:06.28123+01:00Z", "1990-12-31T24:00:00Z", "1990-12-31T15:60:00Z",
            "1990-12-31T10:00:00+10:60", "06/19/1963 08:30:06 PST", "2013-350T01:01:01",
            "1963-6-19T08:30:06.283185Z", "1963-06-1T08:30:06.283185Z", "1963-06-1৪T00:00:00Z",
            "1963-06-11T0৪:00:00Z", "+11963-06-19T08:30:06.283185Z", "1963-06-19 08:30:06Z",
            "1963-06-19T08:30:06", "1963-06-19T08:30:06.Z", "1963-06-19T08:30:06,5Z",
            "1963-06-19T08:30Z", "1963-06-19TT08:30:06Z", "1963-06-19T08:30:06+0100",
            "1963-06-19", "08:30:06Z", "2624-04-25t23:14:04-256\u{11}2",
        ],
    );
}

#[test]
fn time() {
    check(
        Format::Time,
        &[
            "08:30:06Z", "08:30:06z", "23:59:60Z", "23:59:60+00:00", "01:29:60+01:30",
            "23:29:60+23:30", "15:59:60-08:00", "00:29:60-23:30", "23:20:50.52Z",
            "08:30:06.283185Z", "08:30:06+00:20", "08:30:06-08:00", "12:34:56-00:00",
        ],
        &[
            "", "008:030:006Z", "8:3:6Z", "8:0030:6Z", "22:59:60Z", "23:58:60Z", "22:59:60+00:00",
            "23:58:60+00:00", "23:59:60+01:00", "23:59:60+00:30", "23:59:60-01:00",
            "23:59:60-00:30", "08:30:06-8:000", "24:00:00Z", "00:60:00Z", "00:00:61Z",
            "01:02:03+24:00", "01:02:03+00:60", "01:02:03Z+00:30", "08:30:06 PST",
            "01:01:01,1111", "12:00:00", "12:00:00.52", "1২:00:00Z", "08:30:06#00:20", "ab:cd:ef",
            "2020-11-28T23:55:45Z", "08:30:06+0130", "08:30:06+01", "24:59:00+01:00",
        ],
    );
}

#[test]
fn every_byte_of_a_date_and_a_time_is_looked_at() {
    let pairs = |text: &str, separator: char, places: &[usize]| -> Option<Vec<u32>> {
        let parts: Vec<&str> = text.split(separator).collect();
        let are_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        let is_whole = lengths == places && parts.iter().all(are_digits);
        is_whole.then(|| parts.iter().map(|part| part.parse().unwrap()).collect())
    };
    for byte in 0..128 {
        for place in 0..10 {
            let mut date = *b"2028-02-29";
            date[place] = byte;
            let date = str::from_utf8(&date).unwrap();
            let expected = pairs(date, '-', &[4, 2, 2]).is_some_and(|parts| {
                let days = match parts[1] {
                    2 if parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0) => 29,
                    2 => 28,
                    4 | 6 | 9 | 11 => 30,
                    month if (1..=12).contains(&month) => 31,
                    _ => 0,
                };
                (1..=days).contains(&parts[2])
            });
            assert_eq!(Format::Date.is_valid(date), expected, "{date:?}");
        }
        for place in 0..8 {
            let mut time = *b"12:34:56";
            time[place] = byte;
            let time = str::from_utf8(&time).unwrap();
            let expected = pairs(time, ':', &[2, 2, 2])
                .is_some_and(|parts| parts[0] < 24 && parts[1] < 60 && parts[2] < 60);
            assert_eq!(Format::Time.is_valid(&format!("{time}Z")), expected, "{time:?}");
        }
    }
    // Bytes that no digit and no separator has a bit of.
    check(Format::Date, &[], &["2028-02-2\u{89}", "20\u{b2}-02-29", "2028\u{ad}2-29"]);
    check(Format::Time, &[], &["12:34:5\u{b6}Z", "1\u{b2}34:56Z", "12:34\u{ba}6Z"]);
}

#[test]
fn duration() {
    check(
        Format::Duration,
        &[
            "P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "PT36H", "P1DT12H", "P2W",
            "P1Y2M3DT4H5M6S", "P1Y2M3D", "PT1H2M3S", "P1M2D", "PT1H30M", "P10Y10M10DT10H10M10S",
            "P1Y2M", "PT1M2S", "P01D", "P99999999999999999999999999999999999999999D", "P1MT1M",
            "P1YT1S",
        ],
        &[
            "", "P", "PT", "T1S", "4DT12H30M5S", "PT1D", "P1YT", "P2D1Y", "P1D2H", "P2S", "P1Y2W",
            "P২Y", "P1", "PT0.5S", "PT0,5S", "P1Y2D", "PT1H2S", "-P1D", "P-1D", "P1D2T3H", "P1e2D",
            "P1WT1H", "P0Y1W", "P1W1D", "PW", "P1Y1Y", "PT1H1H", "PTT1S", "P1DT1HT1M", "p1d",
            "P1d", "PT1s", "Pt1S",
        ],
    );
}

#[test]
fn ipv4() {
    check(
        Format::Ipv4,
        &["192.168.0.1", "0.0.0.0", "255.255.255.255", "87.10.0.1", "1.2.3.199"],
        &[
            "", "127.0.0.0.1", "256.256.256.256", "127.0", "0x7f000001", "2130706433",
            "087.10.0.1", "00.0.0.0", "1২7.0.0.1", "192.168.1.0/24", "1.2.3.", ".1.2.3", "1..2.3",
            "1.2.3.0256", "1.2.3.300", "1.2.3.2560", "1.2.3.-4", "1.2.3.+4",
        ],
    );
}

#[test]
fn ipv6() {
    check(
        Format::Ipv6,
        &[
            "::1", "::", "::abef", "::42:ff:1", "d6::", "1:d6::42", "1::d6:192.168.0.1",
            "1:2::192.168.0.1", "::ffff:192.168.0.1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "1:2:3:4:5::1.2.3.4", "ABCD::ef01",
            "1000:1000:1000:1000:1000:1000:255.255.255.255",
        ],
        &[
            "", ":", "12345::", "::abcef", "1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1", "::laptop",
            ":2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", ":2:3:4::8", "1::d6::42", "1::2:192.168.256.1",
            "1::2:192.168.ff.1", "1:2:3:4:5:::8", ":::", "1:2:3:4:5:6:7", "1", "127.0.0.1",
            "1:2:3:4:1.2.3", "fe80::/64", "fe80::a%eth1", "1:2:3:4:5:6:7:৪", "1:2::192.16৪.0.1",
            "100:100:100:100:100:100:255.255.255.255.255", "1.2.3.4::", "::1.2.3.4:5",
            "100:100:100:100:100:100:100:255.255.255.255", "::ffff:256.1.1.1", "::1.2.3.04",
            "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "[::1]",
        ],
    );
}

#[test]
fn hostname() {
    let label = "a".repeat(63);
    let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    check(
        Format::Hostname,
        &[
            "www.example.com", "xn--4gbwdl.xn--wgbh1c", "host-name", "1host", "h", "hostnam3",
            "localhost", "127.0.0.1", "a.1", "XN--4gbwdl.Xn--wgbh1c", "a--b", &label, &longest,
            "a-b---c.d--e",
        ],
        &[
            "", ".", "-a-host-name-that-starts-with--", "not_a_valid_host_name", "-hostname",
            "hostname-", "_hostname", "hostname_", "host_name", "example.", ".example", "a..b",
            "a-.b", "a.-b", "ab--c", "XN--aa---o47jg78q", "a\u{ff0e}b", "ex ample", "exämple",
            &format!("{label}a"), &format!("{longest}a"),
        ],
    );
}

#[test]
fn hostname_with_a_labels() {
    check(
        Format::Hostname,
        &[
            "xn--9n2bp8q.xn--9t4b11yi5a", "xn--zca29lwxobi7a", "xn--qmbc", "xn--ll-0ea",
            "xn--wva3je", "xn--4dbc5h", "xn--4dbc8h", "xn--k8j5u", "xn--bck0j", "xn--vek778f",
            "xn--ngba1o", "xn--0-gyc", "xn--11b2ezcw70k", "xn--11b2ezcs70k", "xn--ngba5hb2804a",
            "xn--mnchen-3ya", "xn--Mnchen-3yA",
        ],
        &[
            "xn--X", "xn--07jt112bpxg.xn--9t4b11yi5a", "xn--hello-txk", "xn--hello-zed",
            "xn--hello-6bf", "xn--chb89f", "xn--07jceefgh4c", "xn--al-0ea", "xn--l-fda",
            "xn--la-0ea", "xn--l-gda", "xn--S-jib3p", "xn--wva3j", "xn--A-2hc5h", "xn--5db1e",
            "xn--A-2hc8h", "xn--5db3e", "xn--defabc-k64e", "xn--vek", "xn--ngb6iyr",
            "xn--11b2er09f", "xn--02b508i", "xn--99999999", "a.xn--X.b",
        ],
    );
}

#[test]
fn email() {
    let (local, label) = ("a".repeat(64), "a".repeat(63));
    check(
        Format::Email,
        &[
            "joe.bloggs@example.com", "te~st@example.com", "~test@example.com",
            "test~@example.com", "te.s.t@example.com", "a@b", "test@iana.123", "test@io",
            "!#$%&'*+/=?^_{|}~`-@iana.org", "test@255.255.255.255", "test@c--n.com",
            "test@xn--hxajbheg2az3al.xn--jxalpdlp", "xn--test@iana.org",
            &format!("{local}@{label}.{label}.{label}"),
            // Quoted strings.
            "\"joe bloggs\"@example.com", "\"joe..bloggs\"@example.com", "\"a@b@c\"@iana.org",
            "\"\"@iana.org", "\"\\a\"@iana.org", "\"\\\"\"@iana.org", "\"\\\\\"@iana.org",
            "\"test\\ test\"@iana.org", "\" \"@iana.org", "\".test\"@iana.org",
            // Address literals.
            "joe.bloggs@[127.0.0.1]", "joe.bloggs@[IPv6:::1]", "test@[255.255.255.255]",
            "test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888]", "a@[ipv6:::]",
            "test@[IPv6:::3333:4444:5555:6666:7777:8888]", "a@[127.0.0.001]",
            "test@[IPv6:1111:2222:3333:4444::255.255.255.255]",
            // The grammar knows no reserved labels.
            "a@ab--cd.com", "a@xn--X.com",
        ],
        &[
            "", "@", "2962", "test", "@example.com", "joe.bloggs@", ".test@example.com",
            "test.@example.com", "te..st@example.com", "joe.bloggs@invalid=domain.com",
            "joe.bloggs@[127.0.0.300]", "user1@oceania.org, user2@oceania.org",
            "\"Winston Smith\" <winston.smith@recdep.minitrue> (Records Department)",
            "joe bloggs@example.com", "test@[1.2.3.4", "a@b@c.org", "a,b@iana.org",
            "test\\@test@iana.org", "test\"@iana.org", "test\"text\"@iana.org",
            "((comment)test@iana.org", "\u{7f}@iana.org", "\rtest@iana.org", "a\0b@iana.org",
            "\"\"\"@iana.org", "\"\\\"@iana.org", "\"test@iana.org", "\"test\"test@iana.org",
            "\"test\"\"test\"@iana.org", "\"test\0\"@iana.org", "\"test\\\"@iana.org",
            "\"\rtest\"@iana.org", "\"\n\"@iana.org", "a.\"b\"@iana.org", "\"a\".b@iana.org",
            "\"\t\"@iana.org", "\"test\\©\"@iana.org", "aé@iana.org", "\"é\"@iana.org",
            "a@é.org", "a＠iana.org", "test@-iana.org", "test@iana-.com", "test@.iana.org",
            "test@iana.org.", "test@iana..com", "test@a[255.255.255.255]", "test@iana.org-",
            "test@(iana.org", "a@b_c.org", "a@b\tc.com", "[1.2.3.4]@iana.org", "a@[256.0.0.0]",
            "a@[1.2.3]", "a@[1.2.3.4.5]", "a@[1111:2222:3333:4444:5555:6666:7777:8888]", "a@[]",
            "a@[ 1.2.3.4]", "a@[extn:test]", "a@[IPv6:1:2:3:4:5:6:7::]", "a@[IPv6:]", "a@[",
            "a@]", "test@[RFC-5322-[domain-literal]", "Simon <simon@example.com>",
            "<simon@example.com>", "Simon <simon@example.com> ", &format!("{local}a@b.c"),
            &format!("a@{label}a.org"), &format!("a@{label}.{label}.{label}.{label}"),
        ],
    );
}

#[test]
fn idn_email() {
    check(
        Format::IdnEmail,
        &[
            "실례@실례.테스트", "joe.bloggs@example.com", "δοκιμή@example.com",
            "\"δοκιμή\"@example.com", "用户@例え.example", "jörg@münchen.de", "a@Ünal.example",
            "a@b.中文.c", "a@[127.0.0.1]", "\"a b\"@中文",
        ],
        &[
            "", "2962", "é", "@é", "é@", "δοκιμή..a@example.com", "a@-中文", "a@中文-", "a@中中--a",
            "a@\u{301}a", "a@a\u{b7}b", "a@中。文", "a@™", "a@中文.", "a@.中文", "a@xn--中",
            "\"\\é\"@example.com", "a@[é]", "a@☃.net", &format!("{}@a.b", "é".repeat(33)),
            &format!("a@{}.b", "中".repeat(60)),
            &format!("a@中.{}{}.b", "a".repeat(50), ".a".repeat(120)),
        ],
    );
}

#[test]
fn uri() {
    let uris = [
        "http://foo.bar/?baz=qux#quux", "http://foo.com/blah_(wikipedia)_blah#cite-1",
        "http://foo.bar/?q=Test%20URL-encoded%20stuff", "http://xn--nw2a.xn--j6w193g/",
        "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "http://223.255.255.254",
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix",
        "tel:+1-816-555-1212", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "http://087.10.0.1/", "http://999.999.999.999/", "http://a.com:", "http://a.com:999999999",
        "http://:80", "http://@a.com", "http://user@", "http://!$&'()*+,;=.com",
        "http://example.com.", "http://under_score.com/", "a:", "a+b-c.1:b", "file:///etc/hosts",
        "x://", "x:///a//b", "x:/", "x:?#", "x:a:b/c:d", "http://[v1.fe:!]/", "http://[VF.a]:80",
        "http://u:p@[::1.2.3.4]:8/?/?#/?", "http://h?a@b:c",
    ];
    let never = [
        "http://[::ffff:192.168.0.01]", "\\\\WINDOWS\\fileshare", "http:// shouldfail.com",
        ":// should fail", "bar,baz:foo", "https://[@example.org/test.txt",
        "https://example.org/foobar\\.txt", "https://example.org/foobar<>.txt",
        "https://example.org/foobar{}.txt", "https://example.org/foobar^.txt",
        "https://example.org/foobar`.txt", "https://example.org/foo bar.txt",
        "https://example.org/foobar|.txt", "http://example.com/%6G", "http://example.com/%A",
        "http://example.com/%", "1http://example.com", "ht_tp://example.com", ":", ":a",
        "http://example.com:abc/path", "http://a.com:8:0", "http://a.com::", "a:b#c#d",
        "http://a@b@c", "http://[::1", "http://::1]", "http://[::1]a", "http://[]",
        "http://[v.a]", "http://[v1.]", "http://[vg.a]", "http://[v1.%41]", "http://[::1%25a]",
        "http://a[::1]", "x:[", "x:?[", "x:#]", "x:\0", "http://a\u{7f}", "é:a",
    ];
    let references = [
        "", "//foo.bar/?baz=qux#quux", "/abc", "abc", "#fragment", "?query=1", "//", "./this:that",
        "//[V1.fe]/p", "a/b:c", "?a:b", "#a:b", "a@b", "//a@b:1/c", "/a//b", "..", "%41",
    ];
    let no_references =
        ["#frag\\ment", "1:b", "/%zz", "/a\"b", "/[::1]", "//example.com:abc/p", "%41:b"];
    check(Format::Uri, &uris, &[&never[..], &references, &no_references].concat());
    check(Format::Iri, &uris, &[&never[..], &references, &no_references].concat());
    check(Format::UriReference, &[&uris[..], &references].concat(), &[&never[..], &no_references].concat());
    check(Format::IriReference, &[&uris[..], &references].concat(), &[&never[..], &no_references].concat());
}

#[test]
fn every_byte_of_a_long_uri_is_looked_at() {
    const ALLOWED: &[u8] = b"-._~!$&'()*+,;=:@/?#";
    for length in 0..50 {
        for place in 0..length {
            for byte in b' '..=b'~' {
                let mut path = vec![b'g'; length];
                path[place] = byte;
                let text = format!("https://host/{}", String::from_utf8(path).unwrap());
                let allowed = byte.is_ascii_alphanumeric() || ALLOWED.contains(&byte);
                assert_eq!(Format::Uri.is_valid(&text), allowed, "{text}");
            }
        }
    }
}

#[test]
fn iri() {
    let iris = [
        "http://ƒøø.ßår/?∂éœ=πîx#πîüx", "http://ƒøø.com/blah_(wîkïpédiå)_blah#ßité-1",
        "http://é:ü@ß:1/", "http://ƒøø.ßår/𐌀", "x:?\u{f0000}\u{e000}\u{10fffd}",
        "x:\u{a0}\u{ffef}\u{efffd}#\u{d7ff}",
    ];
    let references = ["âππ", "#ƒrägmênt", "/é?é", "//é"];
    let invalid = [
        "\\\\WINDOWS\\filëßåré", "#ƒräg\\mênt", "x:\u{e000}", "x:#\u{e000}", "//\u{f0000}",
        "x:?\u{fffe}", "x:?\u{1ffff}", "x:\u{85}", "x:\u{fdd0}", "x:\u{fff0}", "x:\u{e0001}",
        "é:b", "http://[é]", "http://a:é",
    ];
    check(Format::Iri, &iris, &[&invalid[..], &references].concat());
    check(Format::IriReference, &[&iris[..], &references].concat(), &invalid);
    check(Format::Uri, &[], &iris);
    check(Format::UriReference, &[], &[&iris[..], &references].concat());
}

#[test]
fn uri_template() {
    check(
        Format::UriTemplate,
        &[
            "http://example.com/dictionary/{term:1}/{term}", "http://example.com/dictionary", "",
            "dictionary/{term:1}/{term}", "a%41b", "a😀b", "a\u{e000}b", "a\u{f0000}b", "{+var}",
            "{#var}", "{.var}", "{/var}", "{;var}", "{?var}", "{&var}", "{var*}", "{x,y}", "{a.b}",
            "{%41}", "{v:1000}", "a'b", "{=v}", "{,v}", "{!v}", "{@v}", "{|v}", "{a%20b.c_1:9999}",
            "{+a:1,b*,c}{?d}", "a[]b#?:é",
        ],
        &[
            "http://example.com/dictionary/{term:1}/{term", "{}", "{a,,b}", "{v:0}", "{v:10000}",
            "foo}bar", "a%", "a%4", "a%GG", "{a..b}", "{%}", "{%4}", "{%GG}", "{v:01}", "a b",
            "a\u{7f}b", "{a,}", "{var=def}", "{,+var}", "{", "}", "{+}", "{var:}", "{var::5}",
            "{var**}", "{*}", "{:5}", "{-var}", "{var-}", "{.}", "{..v}", "{v.}", "{var:1*}",
            "{a{b}}", "{é}", "a\"b", "a<b", "a>b", "a\\b", "a^b", "a`b", "a|b", "a\tb", "a\u{85}b",
            "a\u{fffe}b", "a\u{fff0}b", "{v:1a}", "{a b}", "{a.:1}", "{a.*}",
        ],
    );
}

#[test]
fn uuid() {
    check(
        Format::Uuid,
        &[
            "2EB8AA08-AA98-11EA-B4AA-73B441D16380", "2eb8aa08-AA98-11ea-B4Aa-73B441D16380",
            "00000000-0000-0000-0000-000000000000", "99c17cbb-656f-f64a-940f-1a4568f03487",
        ],
        &[
            "", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-73b441d16380",
            "2eb8aa08-aa98-11ea-b4ga-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380",
            "2eb8aa08aa98-11ea-b4aa73b441d16380", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
            "2eb8aa08aa9811eab4aa73b441d16380----", "2eb8aa0-8aa98-11e-ab4aa7-3b441d16380",
            "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}", "2eb8aa08-aa98-11ea-b4aa-73b441d1638é",
        ],
    );
}

#[test]
fn json_pointer() {
    check(
        Format::JsonPointer,
        &[
            "", "/", "/foo", "/foo/0", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ",
            "/m~0n", "/foo/-", "/~1~0~0~1~1", "//", "/foo//bar", "/\0é😀\n",
        ],
        &["a", "#", "#/", "#a", "0", "a/a", "/~", "/~2", "/~~", "/~0~", "/foo/~1~", "~1", "/~-1"],
    );
}

#[test]
fn relative_json_pointer() {
    check(
        Format::RelativeJsonPointer,
        &[
            "1", "0/foo/bar", "2/0/baz/1/zip", "0#", "0+1", "0+1/foo", "1-2/bar", "0-0", "0-1#",
            "120/foo/bar", "100", "0//", "0/~0~1", "9/é\n",
        ],
        &[
            "", "/foo/bar", "1foo", "-1/foo/bar", "+1/foo/bar", "0+", "0-01", "0++1",
            "0+1not-a-pointer", "١/foo", "0##", "01/a", "01#", "0/~2", "0/foo/bar~", "1#/foo/bar",
            "1\n", " 0", "0+1+1", "0+#", "00",
        ],
    );
}
