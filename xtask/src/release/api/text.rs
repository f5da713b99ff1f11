//! Rust in one line.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, Generics, ReturnType, Signature};

/// Tokens with spaces only where they are usual.
pub fn compact(tokens: &TokenStream) -> String {
    let mut text = String::new();
    append(tokens.clone(), &mut text);
    text
}

/// A part of the syntax in one line.
pub fn shown(part: &impl ToTokens) -> String {
    compact(&part.to_token_stream())
}

/// A function's signature without the names of its parameters, which callers do not see.
pub fn signature(signature: &Signature) -> String {
    let mut text = String::new();
    for (present, word) in [
        (signature.constness.is_some(), "const "),
        (signature.asyncness.is_some(), "async "),
    ] {
        if present {
            text.push_str(word);
        }
    }
    let inputs = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => {
            let mut receiver = receiver.clone();
            receiver.mutability = None;
            shown(&receiver)
        }
        FnArg::Typed(typed) => shown(&typed.ty),
    });
    let inputs: Vec<String> = inputs.collect();
    text.push_str(&format!(
        "fn {}{}({})",
        signature.ident,
        generics(&signature.generics),
        inputs.join(", ")
    ));
    if let ReturnType::Type(_, output) = &signature.output {
        text.push_str(&format!(" -> {}", shown(output)));
    }
    text.push_str(&bounds(&signature.generics));
    text
}

/// Parameters in angle brackets, if there are any.
pub fn generics(generics: &Generics) -> String {
    match generics.params.is_empty() {
        true => String::new(),
        false => format!("<{}>", shown(&generics.params)),
    }
}

/// The `where` clause, if there is one.
pub fn bounds(generics: &Generics) -> String {
    match &generics.where_clause {
        Some(clause) => format!(" where {}", shown(&clause.predicates).trim_end_matches(',')),
        None => String::new(),
    }
}

/// Words that are never run together with what follows.
const APART: [&str; 7] = ["as", "const", "dyn", "for", "impl", "mut", "where"];

fn append(tokens: TokenStream, text: &mut String) {
    // Whether the last token was a punctuation that belongs to the next one.
    let mut joint = false;
    for token in tokens {
        if !joint && ends_apart(text) {
            text.push(' ');
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => (" { ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                append(group.stream(), text);
                text.push_str(close);
                joint = false;
            }
            TokenTree::Punct(punct) => {
                let character = punct.as_char();
                let alone = punct.spacing() == Spacing::Alone;
                match character {
                    ',' | ';' => text.push_str(&format!("{character} ")),
                    '+' | '=' if !joint && alone => text.push_str(&format!(" {character} ")),
                    '-' | '=' if !alone => text.push_str(&format!(" {character}")),
                    '>' if joint && text.ends_with(['-', '=']) => text.push_str("> "),
                    ':' if !joint && alone => text.push_str(": "),
                    _ => text.push(character),
                }
                joint = !alone;
            }
            word => {
                if text.ends_with(|last: char| last.is_alphanumeric() || "_\"".contains(last)) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
                joint = false;
            }
        }
    }
    text.truncate(text.trim_end().len());
}

/// Whether a text ends in a word, or a lifetime, that a bracket or a path must not stick to.
fn ends_apart(text: &str) -> bool {
    let before = text.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_');
    let word = &text[before.len()..];
    APART.contains(&word) || !word.is_empty() && before.ends_with("&'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_read_as_they_are_written() {
        for text in [
            "Option<Vec<BTreeMap<String, u64>>>",
            "&'static [Self]",
            "&mut std::fmt::Formatter<'_>",
            "&mut [u8]",
            "&'a (A, B)",
            "impl ::std::convert::Into<String>",
            "fn(&Value) -> Result<(), Error>",
            "impl Fn(u8) -> bool + Send",
            "Box<dyn Error>",
            "[u8; 4]",
            "(A, B)",
        ] {
            let parsed: syn::Type = syn::parse_str(text).unwrap();
            assert_eq!(shown(&parsed), text);
        }
    }

    #[test]
    fn signatures_leave_parameter_names_out() {
        for (text, expected) in [
            ("fn f()", "fn f()"),
            (
                "fn f<T: Payload + Sized>(bytes: &[u8]) -> Result<T, E> where T: Clone",
                "fn f<T: Payload + Sized>(&[u8]) -> Result<T, E> where T: Clone",
            ),
            ("const fn f(mut self, n: u8)", "const fn f(self, u8)"),
            ("fn f(&mut self)", "fn f(&mut self)"),
        ] {
            let parsed: Signature = syn::parse_str(text).unwrap();
            assert_eq!(signature(&parsed), expected);
        }
    }
}
