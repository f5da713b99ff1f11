//! What has no automaton.

use super::super::{MAX_SOURCE, MAX_STATES, PatternError};
use super::{error, lowered};

#[test]
fn invalid_expressions() {
    let invalid = [
        "(",
        ")",
        "a)",
        "(?:",
        "(?",
        "(?x)",
        "(?<n",
        "(?<n>",
        "(?<1>a)",
        "(?<>a)",
        "[",
        "[a",
        "[a-",
        "]",
        "{",
        "}",
        "a{",
        "a{1",
        "a{,2}",
        "a{2,1}",
        "a{1}{2}",
        "*",
        "+a",
        "a**",
        "a|?",
        "[z-a]",
        r"[\d-z]",
        r"[a-\d]",
        r"[\w-\p{L}]",
        r"\",
        r"\1",
        r"(a)\2",
        r"\k<m>",
        r"\k",
        r"(?<n>a)\k<m>",
        r"(?<n>a)(?<n>b)",
        r"(?:(?<n>a)|b)(?<n>c)",
        r"(?:(?<n>a)|b)(?:c|(?<n>d))",
        r"(?<n>(?<n>a))",
        r"\p",
        r"\p{",
        r"\p{}",
        r"\p{Foo}",
        r"\p{L",
        r"\p{Script=}",
        r"\p{Script=Foo}",
        r"\p{L}}",
        r"\p{L}+|\p{L|}",
        r"\q",
        r"\-",
        r"\ ",
        r"\é",
        r"\00",
        r"\01",
        r"\x4",
        r"\xg0",
        r"\u",
        r"\u004",
        r"\u{}",
        r"\u{110000}",
        r"\u{41",
        r"\u{+41}",
        r"\u{ 41}",
        r"\c",
        r"\c1",
        r"[\B]",
        r"[\1]",
        r"[\k]",
        "^*",
        "$?",
        r"\b+",
        r"\B{2}",
        "(?=a)*",
        "(?!a){2}",
        "(?<=a)+",
        "(?<!a)?",
        "(?i",
        "(?i)",
        "(?-:a)",
        "(?ii:a)",
    ];
    for source in invalid {
        assert!(
            matches!(error(source), PatternError::Invalid(_)),
            "{source}: {:?}",
            error(source)
        );
    }
}

#[test]
fn constructs_without_an_automaton() {
    for (source, what) in [
        (r"(a)\1", "back-reference"),
        (r"\1(a)", "back-reference"),
        (r"^(?<y>[0-9]{2})-\k<y>$", "back-reference"),
        (r"(?<=v)[0-9]+$", "lookbehind"),
        (r"(?<!v)[0-9]+$", "lookbehind"),
        (r"(?:(?<!v))*", "lookbehind"),
        (r"(?i:a)", "inline modifiers"),
        (r"(?s-m:.)+", "inline modifiers"),
        (
            r"^(?:(?!foo).)*$",
            "lookahead inside of an unbounded repetition",
        ),
        (
            r"(?:a(?=b)|c)+",
            "lookahead inside of an unbounded repetition",
        ),
        (
            r"(?!(?:(?=a)a)*)",
            "lookahead inside of an unbounded repetition",
        ),
    ] {
        match error(source) {
            PatternError::NotRegular(found) => assert!(found.contains(what), "{source}: {found}"),
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let message = |source| error(source).to_string();
    assert_eq!(
        message("a{2,1}"),
        "not an ECMA-262 regular expression: a quantifier with its bounds reversed"
    );
    assert_eq!(
        message(r"(a)\1"),
        "cannot be lowered to an automaton: back-reference"
    );
    assert_eq!(
        message("^a{5000}$"),
        "too large for an automaton: gave up at size 5001, with 4096 allowed"
    );
}

#[test]
fn the_limit_on_states_is_exact() {
    // One state for each place in the text.
    let states = MAX_STATES;
    assert_eq!(
        lowered(&format!("^a{{{}}}$", states - 1)).rows.len(),
        states
    );
    let too_large = PatternError::TooLarge {
        states: states + 1,
        limit: states,
    };
    assert_eq!(error(&format!("^a{{{states}}}$")), too_large);
}

#[test]
fn the_limit_on_length_is_exact() {
    let text = "a".repeat(MAX_SOURCE);
    assert!(matches!(
        error(&text),
        PatternError::TooLarge {
            limit: MAX_STATES,
            ..
        }
    ));
    let too_long = PatternError::TooLarge {
        states: MAX_SOURCE + 1,
        limit: MAX_SOURCE,
    };
    assert_eq!(error(&format!("{text}a")), too_long);
}

#[test]
fn hostile_expressions_end_in_an_error() {
    let hostile = [
        "(".repeat(5_000),
        "(".repeat(1_000_000),
        format!("{}a{}", "(?:".repeat(3_000), ")".repeat(3_000)),
        "a{1000000}".to_owned(),
        "a{99999999999999999999}".to_owned(),
        "a{0,4294967295}".to_owned(),
        "(?:(?:a{1000}){1000}){1000}".to_owned(),
        format!("{}a{}", "(?:".repeat(100), "{2})".repeat(100)),
        "(?:){4294967295}".to_owned(),
        "(?:a|b)*a(?:a|b){30}".to_owned(),
        "(?:[ab]{0,300}c){0,300}".to_owned(),
        "(?=a{300})".repeat(500),
        r"\p{L}{1000}".to_owned(),
        format!("(?:{}){{0}}", r"\p{L}".repeat(2_700)),
        ('a'..='z').map(|c| format!("(?=.*{c})")).collect(),
    ];
    // An error in good time, that is. How long that is depends on the machine; what would go wrong
    // here is that it takes hours, or the stack.
    for source in hostile {
        error(&source);
    }
}

#[test]
fn large_expressions_with_small_automata_are_fine() {
    assert_eq!(lowered(&"|".repeat(MAX_SOURCE)).rows.len(), 1);
    assert_eq!(lowered(&vec!["ab"; 5_000].join("|")).rows.len(), 2);
    assert_eq!(
        lowered(&format!("{}a{}", "(".repeat(120), ")".repeat(120)))
            .rows
            .len(),
        1
    );
    assert!(lowered(&"(?:a|b)?".repeat(1_000)).is_match(""));
}
