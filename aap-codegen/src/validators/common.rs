//! The commonest tables, which the runtime has itself.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The runtime's own table, where it has this one: the name in `runtime/common.rs`.
pub(super) fn common(table: &TokenStream) -> Option<Ident> {
    let tables = [
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
    ];
    let table = table.to_string();
    let found = tables
        .iter()
        .find(|(_, rules)| quote!(Schema(&[#rules])).to_string() == table);
    found.map(|(name, _)| format_ident!("{name}"))
}
