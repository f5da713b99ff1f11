//! Random texts, against what their values get.

use super::*;

/// Texts made of few names and values, so that many get far into a schema before they break it.
struct RandomTexts(u64);

impl RandomTexts {
    fn below(&mut self, bound: u64) -> usize {
        // Knuth's MMIX constants; the high bits are the random ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as usize
    }

    fn value(&mut self, depth: usize) -> String {
        const SCALARS: &[&str] = &[
            "null",
            "true",
            "3",
            "10",
            "-0.5",
            "3.0",
            r#""x""#,
            r#""\u0079""#,
            r#""no""#,
            "7",
        ];
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 | 1 => SCALARS[self.below(10)].to_owned(),
            2 => {
                let elements: Vec<String> =
                    (0..self.below(4)).map(|_| self.value(depth - 1)).collect();
                format!("[{}]", elements.join(", "))
            }
            _ => self.object(depth),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        const NAMES: &[&str] = &[
            "a", "b", "c", "part", "spare", "kind", "size", "color", "left", "right",
        ];
        let start = self.below(10);
        let members: Vec<String> = (0..self.below(5))
            .map(|step| {
                let name = NAMES[(start + step * 3) % NAMES.len()];
                let space = ["", " ", "\n"][self.below(3)];
                format!("\"{name}\"{space}:{space}{}", self.value(depth - 1))
            })
            .collect();
        format!("{{{}}}", members.join(","))
    }
}

#[test]
fn random_texts_and_their_values_get_the_same_verdict() {
    if number::are_arbitrarily_precise() {
        return;
    }
    let schemas: &[&Schema] = &[
        &PAIR, &EITHER, &NEITHER, &DEPENDS, &ANY_OF, &OTHERS, &BOTH, &TREE, &ASKS, &PART, &UNIQUE,
        &LEVELS, &MANY,
    ];
    let mut texts = RandomTexts(1);
    let (mut decided, mut valid) = (0, 0);
    for _ in 0..20_000 {
        let text = texts.object(4);
        let value: Value = serde_json::from_str(&text).unwrap();
        for (index, schema) in schemas.iter().enumerate() {
            if let Some(verdict) = of_slice(schema, text.as_bytes()) {
                assert_eq!(verdict, of_value(schema, &value), "schema {index}: {text}");
                decided += 1;
                valid += usize::from(verdict);
            }
        }
    }
    assert!(decided > 200_000 && valid > 10_000 && decided - valid > 10_000);
}
