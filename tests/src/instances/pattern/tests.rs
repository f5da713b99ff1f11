use super::Pattern;
use crate::rng::Rng;

const HTTPS: &str = r"^(?:[hH][tT][tT][pP][sS]://(?:[^\s/?#@]*@)?(?:\[[^\s/?#\]]+\]|[^\s/?#@:\[\]]+)(?::\d*)?|[hH][tT][tT][pP]://(?:[lL][oO][cC][aA][lL][hH][oO][sS][tT]|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:[/?#]|$)";

#[test]
fn tells_what_matches() {
    for (pattern, yes, no) in [
        (
            "^[A-HJ-NPR-Z0-9]{17}$",
            "1HGCM82633A004352",
            "1HGCM82633A00435I",
        ),
        (r"^\+[1-9]\d{1,14}$", "+12", "+1٣"),
        (r"^([01]\d|2[0-3]):[0-5]\d$", "23:59", "24:00"),
        (r"^[a-z_]+(\.[a-z_]+){1,2}$", "a.b.c", "a.b.c.d"),
        (r"^\d{5}(-\d{4})?$", "12345-6789", "12345-"),
        (r"\S", " a ", "\u{a0}\u{feff}\u{3000}"),
        ("^(a|ab)(c|bcd)(d*)$", "abcd", "abce"),
        ("^(a*)*$", "aaa", "b"),
        (r"^[^\d\s]$", "x", "1"),
        ("^.$", "😀", "\n"),
        ("a|^b$", "xxa", "xb"),
        ("", "", ""),
        (HTTPS, "https://a.b:1/c", "https://a b"),
        (HTTPS, "http://localhost", "http://localhost:"),
    ] {
        let parsed = Pattern::parse(pattern).unwrap();
        assert!(parsed.matches(yes), "{pattern} {yes}");
        assert!(pattern.is_empty() || !parsed.matches(no), "{pattern} {no}");
    }
}

#[test]
fn makes_strings_that_match() {
    let mut rng = Rng::new(1);
    for pattern in [
        "^[A-HJ-NPR-Z0-9]{17}$",
        r"\S",
        HTTPS,
        r"^\+[1-9]\d{1,14}$",
        "^a?$|b{2,}",
    ] {
        let parsed = Pattern::parse(pattern).unwrap();
        for _ in 0..200 {
            let text = parsed.generate(&mut rng, 0, 120).unwrap();
            assert!(
                parsed.matches(&text) && text.chars().count() <= 120,
                "{pattern} {text}"
            );
        }
    }
    let lengths: Vec<usize> = (0..200)
        .filter_map(|_| Pattern::parse(r"\S")?.generate(&mut rng, 3, 5))
        .map(|text| text.chars().count())
        .collect();
    assert!(lengths.contains(&3) && lengths.contains(&5));
}

#[test]
fn refuses_what_it_does_not_know() {
    for pattern in [
        "(?=a)", r"\b", r"\1", r"\p{L}", "(", "[a", "a**", "(?<n>a)", "[b-a]",
    ] {
        assert!(Pattern::parse(pattern).is_none(), "{pattern}");
    }
}
