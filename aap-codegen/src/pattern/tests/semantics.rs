//! ECMA-262 semantics, by table.

use super::lowered;

/// Pattern, texts in which it is found, texts in which it is not.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

fn check(rows: &[Row]) {
    for (source, found, not_found) in rows {
        let automaton = lowered(source);
        assert_eq!(automaton.source, *source);
        for text in *found {
            assert!(
                automaton.is_match(text),
                "{source} is not found in {text:?}"
            );
        }
        for text in *not_found {
            assert!(!automaton.is_match(text), "{source} is found in {text:?}");
        }
    }
}

#[test]
fn search_is_unanchored() {
    check(&[
        ("", &["", "x", "é"], &[]),
        ("b", &["b", "abc", "éb😀"], &["", "a", "B"]),
        ("^b", &["b", "bc"], &["ab", "\nb"]),
        ("b$", &["b", "ab"], &["bc", "b\n"]),
        ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
        ("^(a|b)$", &["a", "b"], &["ax", "xb"]),
        ("a|bc|", &["", "x"], &[]),
    ]);
}

#[test]
fn classes_are_ascii() {
    check(&[
        (r"^\d$", &["0", "9"], &["٣", "३", "", "10", "a"]),
        (r"^\D$", &["٣", "a", "😀"], &["0", ""]),
        (
            r"^\w$",
            &["a", "Z", "_", "5"],
            &["é", "ſ", "\u{212a}", "-", "٣"],
        ),
        (r"^\W$", &["é", "ſ", "-", " "], &["a", "_"]),
        (r"é\b", &[], &["é", "é "]),
        (r"é\b", &["éa"], &["éé"]),
        (r"a\b", &["a", "aé", "a-"], &["ab", "a_"]),
        (r"^\B$", &[""], &["a", "é"]),
        // Between the bytes of é there is no position.
        (r"\B", &["", "ab", "é"], &["a", "aéa"]),
    ]);
}

#[test]
fn white_space_is_that_of_ecma_262() {
    let space = lowered(r"^\s$");
    let none = lowered(r"^\S$");
    let expected = "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\
        \u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
    for c in '\0'..='\u{ffff}' {
        let text = String::from(c);
        assert_eq!(space.is_match(&text), expected.contains(c), "{c:?}");
        assert_eq!(none.is_match(&text), !expected.contains(c), "{c:?}");
    }
}

#[test]
fn dot_is_any_code_point_of_a_line() {
    check(&[
        (
            "^.$",
            &["a", "é", "中", "😀", "\0", "\u{85}", "\u{b}", "\u{10ffff}"],
            &["", "\n", "\r", "\u{2028}", "\u{2029}", "ab", "éé"],
        ),
        ("^[^]$", &["\n", "\u{2028}", "😀"], &["", "ab"]),
        ("[]", &[], &["", "a"]),
        ("a[]|b", &["b"], &["a"]),
    ]);
}

#[test]
fn code_points_count_as_one() {
    check(&[
        ("^.{2}$", &["😀😀", "é中"], &["😀", "😀😀😀"]),
        ("^[^x]{3}$", &["a😀é"], &["x😀é", "😀é"]),
        (r"^\uD83D\uDE00$", &["😀"], &["", "😁"]),
        (r"^[\uD83D\uDE00]$", &["😀"], &["😁"]),
        (r"^\u{1F600}$", &["😀"], &["😁"]),
        // A lone surrogate is in no text.
        (r"\uD83D", &[], &["😀", ""]),
        (r"^\u{D83D}\uDE00$", &[], &["😀"]),
        (r"^[^\uD83D]$", &["😀"], &[""]),
    ]);
}

#[test]
fn quantifiers() {
    check(&[
        ("^a{3}$", &["aaa"], &["aa", "aaaa"]),
        ("^a{2,}$", &["aa", "aaaaaaa"], &["a"]),
        ("^a{1,3}$", &["a", "aa", "aaa"], &["", "aaaa"]),
        ("^a{0}$", &[""], &["a"]),
        ("^a??b*?c+?$", &["c", "abbc"], &["ab", "aac"]),
        ("^(?:ab)+$", &["ab", "abab"], &["", "aba"]),
        ("^ab+$", &["ab", "abb"], &["abab"]),
        (
            r"^(?<year>\d{4})-(?<month>\d\d)$",
            &["2024-05"],
            &["2024-5"],
        ),
    ]);
}

#[test]
fn escapes() {
    check(&[
        (r"^\cj\cM\t\v\f\0$", &["\n\r\t\u{b}\u{c}\0"], &["jM"]),
        (r"^\x41\u00e9\u{0000065}$", &["Aée"], &["Aé"]),
        (r"^[\b]$", &["\u{8}"], &["b"]),
        (r"^\/\.$", &["/."], &["/x"]),
        (r"^[a\-z]$", &["a", "-", "z"], &["b"]),
        (r"^[a-]$", &["a", "-"], &["b"]),
        (r"^[-a]$", &["a", "-"], &["b"]),
        (r"^[\d-]$", &["5", "-"], &["d"]),
        (r"^[+--]$", &["+", ",", "-"], &["."]),
        (r"^[^\d\D]$", &[], &["5", "d"]),
        (
            r"^[.*+?^${}()|[/]$",
            &[".", "^", "[", "/", "|"],
            &["a", "]"],
        ),
    ]);
}

#[test]
fn unicode_properties() {
    check(&[
        (r"^\p{Letter}+$", &["é", "Ωabc", "π中"], &["", "1", "a1"]),
        (r"^\p{L}$", &["é"], &["1"]),
        (r"^\p{Script=Greek}$", &["π"], &["p"]),
        (r"^\P{Lu}$", &["a", "1"], &["A", "Ω"]),
        (r"^[^\p{Nd}a]$", &["b"], &["a", "٣"]),
        (r"^\p{Emoji_Presentation}$", &["😀"], &["a"]),
    ]);
}

#[test]
fn lookaheads() {
    check(&[
        (
            "^(?!admin$)[a-z]+$",
            &["admins", "adm", "root"],
            &["admin", "Admin", ""],
        ),
        (
            "^(?=.*[0-9])(?=.*[A-Z]).{6,}$",
            &["abcdE1", "1Eéééé"],
            &["abcde1", "abcdE", "E1"],
        ),
        ("(?!a)", &["", "a", "b"], &[]),
        ("^(?!a)", &["", "b"], &["a"]),
        ("a(?=b)", &["ab", "aab"], &["a", "ac", "ba"]),
        ("^(?:a(?!b)|b(?=a$))", &["ac", "a", "ba"], &["ab", "bab"]),
        (r"^(?!\w+\b.*x)", &["ab", "-x"], &["ab x", "abx y x"]),
        (r"x(?!\B)y?", &["x", "ax", "x y"], &["xy"]),
        ("^(?:(?!aa)a?){3}$", &["", "a"], &["aa", "aaa"]),
        ("^(?!(?!a))", &["a"], &["", "b"]),
        ("a(?=^)", &[], &["a", "aa"]),
    ]);
}
