//! The commonest tables, which the runtime has itself.

use std::sync::LazyLock;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The names in `runtime/common.rs`, each with the tokens of its table.
static TABLES: LazyLock<[(&str, String); 8]> = LazyLock::new(|| {
    let of_rules = |rules: TokenStream| quote!(Schema(&[#rules])).to_string();
    [
        ("BOOLEAN", quote!(Rule::Type(Types::BOOLEAN))),
        ("NUMBER", quote!(Rule::Type(Types::NUMBER))),
        ("STRING", quote!(Rule::Type(Types::STRING))),
        ("OBJECT", quote!(Rule::Type(Types::OBJECT))),
        (
            "COUNT",
            quote!(
                Rule::Type(Types::INTEGER),
                Rule::Minimum(Number::Integer(0)),
                Rule::Holds(Holds::U64)
            ),
        ),
        (
            "DATE_TIME",
            quote!(
                Rule::Type(Types::STRING),
                Rule::Format(rt::format::Format::DateTime)
            ),
        ),
        (
            "URI",
            quote!(
                Rule::Type(Types::STRING),
                Rule::Format(rt::format::Format::Uri)
            ),
        ),
        (
            "STRINGS",
            quote!(
                Rule::Type(Types::ARRAY),
                Rule::Items {
                    prefix: &[],
                    rest: &rt::common::STRING
                }
            ),
        ),
    ]
    .map(|(name, rules)| (name, of_rules(rules)))
});

/// The runtime's own table, where it has this one.
pub(super) fn common(table: &TokenStream) -> Option<Ident> {
    let table = table.to_string();
    let found = TABLES.iter().find(|(_, known)| *known == table);
    found.map(|(name, _)| format_ident!("{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_has_these_tables_and_no_others() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../aap-types/src/runtime/common.rs"
        );
        let file = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        // The runtime names things from inside, and its lists end in a comma.
        let plain = |tokens: &str| {
            let from_inside = tokens.replace(' ', "").replace("rt::format::", "");
            let from_inside = from_inside.replace("rt::common::", "");
            from_inside.replace(",]", "]").replace(",}", "}")
        };
        let mut there: Vec<(String, String)> = file
            .items
            .iter()
            .filter_map(|item| match item {
                syn::Item::Static(item) => {
                    let table = &item.expr;
                    Some((item.ident.to_string(), plain(&quote!(#table).to_string())))
                }
                _ => None,
            })
            .collect();
        let mut here: Vec<(String, String)> = TABLES
            .iter()
            .map(|(name, table)| ((*name).to_owned(), plain(table)))
            .collect();
        there.sort();
        here.sort();
        assert_eq!(there, here);
    }
}
