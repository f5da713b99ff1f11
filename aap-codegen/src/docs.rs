//! Rustdoc: plain text as doc attributes that mean nothing more than they say.
//!
//! Descriptions are text, not Markdown: a `[`, a `<`, an indented line or an odd backtick must not
//! become a link, a tag, a doctest or a code span that swallows the rest. Only `code spans` that
//! begin and end in one line keep their meaning.

use proc_macro2::TokenStream;
use quote::quote;

/// Doc lines: paragraphs that are not empty.
pub(crate) fn doc(paragraphs: &[&str]) -> TokenStream {
    let paragraphs: Vec<&&str> = paragraphs
        .iter()
        .filter(|paragraph| !paragraph.is_empty())
        .collect();
    let mut lines = Vec::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        for line in paragraph.lines() {
            lines.push(if line.is_empty() {
                String::new()
            } else {
                format!(" {}", markdown(line))
            });
        }
    }
    quote!(#(#[doc = #lines])*)
}

/// A line of text as Markdown.
fn markdown(line: &str) -> String {
    let line = printable(line);
    let mut text = String::new();
    let mut rest = indented(&line, &mut text);
    let mut spaced = true;
    while let Some(next) = rest.chars().next() {
        if next == '`' {
            let run = rest.len() - rest.trim_start_matches('`').len();
            match closing(rest, run) {
                Some(end) => {
                    text.push_str(&rest[..end]);
                    rest = &rest[end..];
                }
                None => {
                    text.push_str(&"\\`".repeat(run));
                    rest = &rest[run..];
                }
            }
            spaced = false;
            continue;
        }
        if let Some(length) = url(rest) {
            text.push('<');
            text.push_str(&rest[..length]);
            text.push('>');
            rest = &rest[length..];
            spaced = false;
            continue;
        }
        let after = &rest[next.len_utf8()..];
        match next {
            // Wide gaps could be an indented code block inside a list.
            ' ' if spaced => {}
            '[' | ']' | '<' => text.extend(['\\', next]),
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => text.push_str("\\\\"),
            '~' if text.trim().is_empty() && rest.starts_with("~~~") => text.push_str("\\~"),
            other => text.push(other),
        }
        spaced = next == ' ';
        rest = after;
    }
    text
}

/// Keeps up to three spaces of the indentation: four would make a code block.
fn indented<'a>(line: &'a str, text: &mut String) -> &'a str {
    let rest = line.trim_start_matches(' ');
    text.push_str(&" ".repeat((line.len() - rest.len()).min(3)));
    rest
}

/// Where the code span that begins with `run` backticks ends.
fn closing(rest: &str, run: usize) -> Option<usize> {
    let mut from = run;
    while let Some(found) = rest[from..].find('`') {
        let begin = from + found;
        let length = rest[begin..].len() - rest[begin..].trim_start_matches('`').len();
        if length == run {
            return Some(begin + length);
        }
        from = begin + length;
    }
    None
}

/// The length of the web address that the text begins with: rustdoc wants it in angle brackets.
fn url(rest: &str) -> Option<usize> {
    let scheme = ["https://", "http://"]
        .into_iter()
        .find(|scheme| rest.starts_with(scheme))?;
    let end = rest
        .find(|c: char| c.is_whitespace() || "<>\"`()[]{}\\|^".contains(c))
        .unwrap_or(rest.len());
    let length = rest[..end]
        .trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_'])
        .len();
    (length > scheme.len()).then_some(length)
}

/// Spells out what no source file should hold: control characters and those that turn the
/// direction of text around.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => shown.push(' '),
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {
                shown.push_str(&format!("U+{:04X}", u32::from(character)));
            }
            other if other.is_control() => {
                shown.push_str(&format!("U+{:04X}", u32::from(other)));
            }
            other => shown.push(other),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_means_what_it_says() {
        let cases = [
            (
                "plain words, `code` and *more*",
                "plain words, `code` and *more*",
            ),
            ("see [Vehicle] or Vec<T>", "see \\[Vehicle\\] or Vec\\<T>"),
            ("`Vec<[u8]>` stays", "`Vec<[u8]>` stays"),
            ("an odd ` before [x]", "an odd \\` before \\[x\\]"),
            ("``` [x] `", "\\`\\`\\` \\[x\\] \\`"),
            ("``a`[b]`` [c]", "``a`[b]`` \\[c\\]"),
            ("```rust", "\\`\\`\\`rust"),
            ("~~~ text", "\\~~~ text"),
            ("      let x = 1;", "   let x = 1;"),
            ("-      let x = 1;", "- let x = 1;"),
            ("a\tb", "a b"),
            ("\\[x] ends with \\", "\\\\\\[x\\] ends with \\"),
            ("\\d is a digit", "\\d is a digit"),
            ("*/ \"\"\"# <!-- -->", "*/ \"\"\"# \\<!-- -->"),
            (
                "See https://example.com/a_b?c=d. Or (http://example.com)!",
                "See <https://example.com/a_b?c=d>. Or (<http://example.com>)!",
            ),
            ("https:// alone", "https:// alone"),
            ("a\rb\u{202e}c\u{0}d", "aU+000DbU+202EcU+0000d"),
            ("naïve 😀", "naïve 😀"),
        ];
        for (text, expected) in cases {
            assert_eq!(markdown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn paragraphs_are_set_apart_and_empty_ones_left_out() {
        let docs = doc(&["one\ntwo", "", "three"]).to_string();
        let expected = quote! {
            #[doc = " one"] #[doc = " two"] #[doc = ""] #[doc = " three"]
        };
        assert_eq!(docs, expected.to_string());
    }
}
