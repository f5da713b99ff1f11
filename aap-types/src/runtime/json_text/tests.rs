use serde_json::Value;

use super::{DEEPEST, Fault, JsonText, string_end};
use crate::runtime::decode::{Decode, FromSerde};

fn read(text: &str) -> Result<Value, Fault> {
    let mut text = JsonText::new(text);
    let value = Value::decode(&mut text)?;
    text.end()?;
    Ok(value)
}

/// What serde_json makes of the text, by the same rules.
fn expected(text: &str) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Value::decode(FromSerde(&mut deserializer)).ok()?;
    deserializer.end().ok()?;
    Some(value)
}

/// Compares texts too: `Value` calls `0.0` and `-0.0` equal.
fn agrees(text: &str) {
    let (found, expected) = (read(text).ok(), expected(text));
    let spelled = |value: &Option<Value>| value.as_ref().map(Value::to_string);
    assert_eq!(spelled(&found), spelled(&expected), "{text:?}");
    let mut string = JsonText::new(text);
    let skipped = string.skip_string().and_then(|()| string.end());
    let is_string = matches!(expected, Some(Value::String(_)));
    assert_eq!(skipped.is_ok(), is_string, "{text:?}");
    // Steps over whatever is read, and over nothing else but members that are there twice.
    let mut whole = JsonText::new(text);
    let skipped = whole.skip().and_then(|()| whole.end());
    let is_json = serde_json::from_str::<Value>(text).is_ok();
    assert_eq!(skipped.is_ok(), is_json, "{text:?}");
}

#[test]
fn texts_mean_what_serde_json_reads() {
    for text in [
        "null",
        " true\n",
        "\tfalse\r",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        "[ ]",
        "{ }",
        "[1]",
        "[1,2]",
        "[ 1 , 2 ]",
        "{\"a\":1}",
        "{ \"a\" : 1 , \"b\" : [ null ] }",
        "\"é€😀\"",
        "\"\\u00e9\\ud83d\\ude00\"",
        "\"\\n\\u00e9\\n and more\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"seven..\\\"\"",
        "\"eight...\\\"\"",
        "\"\u{7f}\u{80}\u{85}\"",
        "{\"\\u0061\":1}",
        "{\"$serde_json::private::Number\":\"1\"}",
        "\"ends at a word's edge\"",
    ] {
        assert!(read(text).is_ok(), "{text:?}");
        agrees(text);
    }
}

#[test]
fn what_is_no_json_is_refused() {
    for text in [
        "",
        " ",
        "nul",
        "nulll",
        "True",
        "tru",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{",
        "}",
        "{]",
        "[}",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\" 1}",
        "{a:1}",
        "{1:1}",
        "{null:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"\\u0061\":1}",
        "1 1",
        "\"",
        "\"a",
        "\"a\\",
        "\"a\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u+123\"",
        "\"\\ud83d\\u+e00\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0061\"",
        "\"\\udc00\"",
        "\"a\nb\"",
        "\"a\u{0}b\"",
        "\"long enough\u{1f}\"",
        "\"\\é\"",
        "\"x\\\u{1f}\"",
        "'a'",
        "\u{feff}1",
        "\u{a0}1",
        "//",
        "1//",
        "NaN",
        "Infinity",
    ] {
        assert!(read(text).is_err(), "{text:?}");
        agrees(text);
    }
}

#[test]
fn a_string_ends_at_its_first_special_byte_wherever_that_is() {
    // The scan goes by chunks: each place in one, and each number of bytes behind the last one.
    for length in 0..50 {
        for special in ["\"", "\\", "\u{0}", "\u{1f}"] {
            for at in 0..=length {
                let mut text = "é€x ".repeat(20).chars().take(length).collect::<String>();
                let place = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
                text.insert_str(place, special);
                for start in (0..=place).filter(|start| text.is_char_boundary(*start)) {
                    assert_eq!(string_end(text.as_bytes(), start), place, "{text:?}");
                }
                assert_eq!(string_end(text.as_bytes(), place), place);
            }
        }
        let plain = "!\u{7f}".repeat(length);
        for start in [0, plain.len(), plain.len() + 1] {
            assert_eq!(string_end(plain.as_bytes(), start), plain.len());
        }
    }
}

#[test]
fn names_are_read_with_white_space_and_escapes_or_without() {
    let name = "\"name of a member\"";
    for (before, behind) in [("", ""), (" ", ""), ("", "\n"), ("\t", " ")] {
        for name in [name, "\"\"", "\"esc\\u0061ped\"", "\"\\\"\"", "1", "\"open"] {
            for (comma, colon) in [(",", ":"), ("", ":"), (",", ""), (",,", ":"), (",", "::")] {
                for end in ["}", "", ",}", "]"] {
                    let first = format!("{before}{name}{behind}{colon}{before}1{behind}");
                    agrees(&format!("{{{first}{end}"));
                    agrees(&format!("{{{first}{comma}{before}\"z\"{behind}:2{end}"));
                    agrees(&format!(
                        "{{{before}\"z\"{behind}:[]{behind}{comma}{first}{end}"
                    ));
                }
            }
        }
    }
}

#[test]
fn every_code_unit_means_what_serde_json_reads() {
    for unit in 0..=0xffff_u32 {
        agrees(&format!("\"a\\u{unit:04x}b\""));
        if (0xd700..0xe100).contains(&unit) {
            for other in ["\\uDBFF", "\\udc00", "\\uDfFf", "\\ue000", "\\n", ""] {
                agrees(&format!("\"\\u{unit:04X}{other}\""));
            }
        }
    }
}

#[test]
fn numbers_are_the_same_to_the_last_bit() {
    let mut texts: Vec<String> = [
        "0",
        "-0",
        "-0.0",
        "0e0",
        "0E+5",
        "-0e-5",
        "00",
        "01",
        "-01",
        "-",
        "+1",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "1e-",
        "1.5e3",
        "1E400",
        "-1e400",
        "1e-400",
        "4.9e-324",
        "2.2250738585072011e-308",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999999999",
        "0.1",
        "0.30000000000000004",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "123456789012345678901234567890.5",
        "0x10",
        "1_0",
        "1e5.5",
        "1-",
        "--1",
    ]
    .map(str::to_owned)
    .into();
    let mut random = Random(7);
    for _ in 0..20_000 {
        let bits = f64::from_bits(random.next());
        texts.extend([
            format!("{bits:?}"),
            format!("{bits:e}"),
            format!("{:.17}", bits % 1e6),
        ]);
        texts.push((random.next() >> (random.next() % 64)).to_string());
        texts.push((random.next().cast_signed() >> (random.next() % 64)).to_string());
    }
    for text in texts {
        agrees(&text);
        agrees(&format!("[{text} ]"));
    }
}

#[test]
fn nesting_ends_where_serde_json_ends_it() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for depth in DEEPEST - 2..DEEPEST + 3 {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            assert_eq!(read(&text).is_ok(), depth <= DEEPEST, "{depth}");
            agrees(&text);
            let mut text = JsonText::of_any_depth(&text);
            assert!(Value::decode(&mut text).is_ok());
        }
    }
    // Depth is given back.
    let wide = format!("[{}]", "[{\"a\":[]}],".repeat(1_000) + "1");
    agrees(&wide);
}

#[test]
fn damaged_texts_are_judged_as_serde_json_judges_them() {
    const TEXT: &str = r#" {"a":[1,-2.5e3,true,null,"x\"y\\z\u00e9"],"name of some length":{"b":"text, rather long, é"},"c":[]} "#;
    const PIECES: [&str; 22] = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "0", "1", "-", ".", "e", "null",
        "true", "\\u00", "é", "\u{1}", "a", "\\\"",
    ];
    let mut random = Random(1);
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut text = TEXT.to_owned();
        for _ in 0..=random.below(2) {
            let places: Vec<usize> = (0..=text.len())
                .filter(|at| text.is_char_boundary(*at))
                .collect();
            let from = random.below(places.len());
            let to = (from + random.below(3)).min(places.len() - 1);
            let piece = if random.below(3) == 0 {
                ""
            } else {
                PIECES[random.below(PIECES.len())]
            };
            text.replace_range(places[from]..places[to], piece);
        }
        accepted += usize::from(read(&text).is_ok());
        agrees(&text);
    }
    assert!((10_000..90_000).contains(&accepted), "{accepted}");
}

/// A linear congruential generator: the same texts on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let mut step = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 32
        };
        step() << 32 | step()
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }
}
