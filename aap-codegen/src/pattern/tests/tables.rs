//! The form of the tables.

use super::super::table::notation;
use super::lowered;

fn pretty(source: &str) -> String {
    let tokens = lowered(source).to_tokens();
    let file = syn::parse2(quote::quote!(static P: Pattern = #tokens;)).expect("Rust");
    prettyplease::unparse(&file)
}

#[test]
fn a_vin_reads_well() {
    let expected = r#"static P: Pattern = crate::runtime::pattern::Pattern::new(
    "^[A-HJ-NPR-Z0-9]{17}$",
    &[b"0-9A-HJ-NPR-Z"],
    &[
        [0, 3, 0],
        [0, 4, 0],
"#;
    assert!(pretty("^[A-HJ-NPR-Z0-9]{17}$").starts_with(expected));
}

/// aap-types tests its matcher on emitted text. Is that still what is emitted?
#[test]
fn the_tables_in_the_tests_of_aap_types_are_as_emitted() {
    let runtime = include_str!("../../../../aap-types/src/runtime/pattern.rs");
    let squeeze = |text: &str| {
        text.split_whitespace()
            .collect::<String>()
            .replace(",]", "]")
    };
    let runtime = squeeze(runtime).replace(",)", ")");
    for source in ["^[A-HJ-NPR-Z0-9]{17}$", r"^\d{5}(-\d{4})?$", r"^[^\s-]+$"] {
        let emitted = squeeze(&pretty(source)).replace(",)", ")");
        let expression = emitted.trim_start_matches("staticP:Pattern=crate::runtime::pattern::");
        assert!(
            runtime.contains(expression.trim_end_matches(';')),
            "{}",
            pretty(source)
        );
    }
}

#[test]
fn automata_are_minimal() {
    for (source, rows, classes) in [
        ("", 1, 0),
        ("[]", 1, 0),
        ("a", 1, 1),
        ("[0-9]{2,}", 2, 1),
        ("^[A-Z]{3}$", 4, 1),
        ("^(?:abc|abd|xbc|xbd)$", 4, 3),
        ("^[^x]*$", 1, 1),
        ("^[^x]{3}$", 4, 2),
        (r"^(?!\d)(?=\d)", 1, 0),
        ("^(?:a|b|ab|ba|aab)*$", 1, 1),
    ] {
        let automaton = lowered(source);
        assert_eq!(
            (automaton.rows.len(), automaton.classes.len()),
            (rows, classes),
            "{source}"
        );
    }
}

#[test]
fn equal_languages_have_equal_tables() {
    for (left, right) in [
        ("^(?:a|b|c)+$", "^[a-c]{1,}$"),
        ("^a(?!b)[bc]$", "^ac$"),
        ("a", ".*a.*"),
        (r"^[\s\S]$", "^[^]$"),
        (r"^\d\d?\d?$", "^[0-9]{1,3}$"),
    ] {
        let (left, right) = (lowered(left), lowered(right));
        assert_eq!(
            (left.classes, left.rows),
            (right.classes, right.rows),
            "{}",
            left.source
        );
    }
}

#[test]
fn more_states_than_a_byte_can_tell_apart() {
    let constructor = |source| lowered(source).to_tokens().to_string().contains(":: wide");
    // States 0 and 1 have no row.
    assert_eq!(lowered("^a{253}$").rows.len(), 254);
    assert!(!constructor("^a{253}$"));
    assert!(constructor("^a{254}$"));
}

#[test]
fn the_notation_of_classes() {
    for (ranges, expected) in [
        (&[(b'a', b'a')][..], "a"),
        (&[(b'a', b'b')], "ab"),
        (&[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_')], "0-9A-Z_"),
        (&[(b'-', b'-')], "-"),
        (&[(b'+', b'+'), (b'-', b'-'), (b'/', b'/')], "+/-"),
        (&[(b'+', b'+'), (b'-', b'/')], "+-+--/"),
        (&[(b'*', b'+'), (b'-', b'.')], "*-+--."),
        (&[(b',', b'-'), (b'/', b'/')], ",--/"),
    ] {
        assert_eq!(
            String::from_utf8(notation(ranges)).expect("ASCII"),
            expected
        );
    }
}
