//! What of a crate's source is its public API.

use std::fs;

use super::{Api, read};

const FILES: &[(&str, &str)] = &[
    (
        "lib.rs",
        r#"
        mod inner;
        #[cfg(feature = "more")]
        pub mod extra;
        #[doc(hidden)]
        pub mod runtime;
        #[cfg(test)]
        pub mod tests;
        #[path = "odd/place.rs"]
        pub mod placed;

        pub use inner::*;
        pub use inner::deep::{Deep, Renamed as Alias};
        use inner::NotPublic as Private;

        pub const SIZE: usize = 3;
        pub(crate) fn unseen() {}
        #[doc(hidden)]
        pub fn hidden() {}
        pub async fn seen<'a, T: Clone>(name: &'a str, mut other: T) -> Option<T> where T: 'a {
            None
        }
        impl Private { pub fn unseen(&self) {} }
        "#,
    ),
    (
        "inner.rs",
        r#"
        pub(crate) mod deep;
        use crate::runtime::Internal;
        use super::extra::Shown;

        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct Open { pub name: Box<str>, #[cfg(unix)] pub mode: u32, secret: u8 }
        pub struct Pair(pub u8, u8);
        pub enum Kind { Unit, Tuple(u8, Vec<u8>), Named { at: u8 } }
        pub struct Text(String);
        pub(crate) struct NotPublic;

        impl Open {
            pub const MAX: u32 = 9;
            pub fn new(name: impl Into<String>) -> Self { todo!() }
            fn unseen(&self) {}
            #[doc(hidden)]
            pub fn hidden(&self) {}
        }
        impl Internal for Open {}
        impl Shown for Open {}
        impl std::fmt::Display for Open {}
        impl<'a> IntoIterator for &'a Open {}
        impl From<Open> for NotPublic {}
        text_impls!(Text);
        text_impls!(NotPublic);
        "#,
    ),
    (
        "inner/deep.rs",
        "pub struct Deep; pub struct Renamed; pub struct Left;",
    ),
    (
        "extra/mod.rs",
        r#"
        pub trait Shown: Sized {
            const NAME: &'static str;
            type Part: Clone;
            fn show(&self, other: u8) -> u8;
            fn twice(&self) -> u8 { 2 }
            #[doc(hidden)]
            fn hidden(&self);
        }
        "#,
    ),
    (
        "runtime.rs",
        r#"
        pub trait Internal {}
        pub struct Hidden;
        #[macro_export]
        macro_rules! text_impls {
            ($name:ident) => {
                impl $name {
                    pub fn new(text: &str) -> Self { Self(text.into()) }
                    pub(crate) fn unseen() {}
                }
                impl $crate::runtime::Internal for $name {}
                $crate::more_impls!($name);
            };
        }
        #[macro_export]
        macro_rules! more_impls {
            ($name:ident $(, $more:ident)*) => {
                impl ::std::convert::From<$name> for ::std::string::String {}
            };
        }
        #[macro_export]
        macro_rules! unused_impls {
            ($name:ident) => { impl Clone for $name {} };
        }
        "#,
    ),
    ("odd/place.rs", "mod beside; pub use beside::Beside;"),
    ("odd/beside.rs", "pub union Beside { a: u8 }"),
];

fn api(files: &[(&str, &str)]) -> Api {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    read(&folder.path().join("lib.rs")).unwrap()
}

#[test]
fn the_api_is_what_others_can_name() {
    let expected = [
        (
            "crate",
            &[
                "&'a Open: IntoIterator",
                "Open.mode: u32 [unix]",
                "Open.name: Box<str>",
                "Open: Clone",
                "Open: Debug",
                "Open: Shown",
                "Open: fn new(impl Into<String>) -> Self",
                "Open: std::fmt::Display",
                "Pair.0: u8",
                "Text: text_impls!",
                "async fn seen<'a, T: Clone>(&'a str, T) -> Option<T> where T: 'a",
                "const Open::MAX: u32",
                "const SIZE: usize",
                "enum Kind",
                "non-exhaustive struct Open",
                "struct Alias",
                "struct Deep",
                "struct Pair",
                "struct Text",
                "variant of Kind: Named { at: u8 }",
                "variant of Kind: Tuple(u8, Vec<u8>)",
                "variant of Kind: Unit",
            ][..],
        ),
        (
            "extra",
            &[
                "mod extra [feature = \"more\"]",
                "provided in extra::Shown: fn twice(&self) -> u8 [feature = \"more\"]",
                "required in extra::Shown: const NAME: &'static str [feature = \"more\"]",
                "required in extra::Shown: fn show(&self, u8) -> u8 [feature = \"more\"]",
                "required in extra::Shown: type Part: Clone [feature = \"more\"]",
                "trait extra::Shown: Sized [feature = \"more\"]",
            ],
        ),
        (
            "macros",
            &[
                "more_impls!: std::convert::From<name> for std::string::String",
                "text_impls!: fn new(&str) -> Self",
            ],
        ),
        ("placed", &["mod placed", "union placed::Beside"]),
    ];
    let found = api(FILES);
    let found: Vec<(&str, Vec<&str>)> = found
        .iter()
        .map(|(module, lines)| (module.as_str(), lines.iter().map(String::as_str).collect()))
        .collect();
    let expected = expected.map(|(module, lines)| (module, lines.to_vec()));
    assert_eq!(found, expected);
}

#[test]
fn modules_that_import_one_another_come_to_an_end() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::*; pub use b::Thing;"),
        ("a.rs", "pub use super::b::*; pub struct A;"),
        ("b.rs", "pub use super::a::*; pub use super::b::Missing;"),
    ];
    let api = api(&files);
    assert_eq!(api["crate"].iter().collect::<Vec<_>>(), ["struct A"]);
}

#[test]
fn a_file_that_is_no_rust_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.rs"), "mod missing;").unwrap();
    let error = read(&folder.path().join("lib.rs")).unwrap_err();
    assert!(error.contains("missing"), "{error}");
}
