//! Trait implementations that many generated types have in common, written once.

/// The traits of a string type with `EXPECTED` and `accepts`, a newtype of `Box<str>`.
#[doc(hidden)]
#[macro_export]
macro_rules! string_impls {
    ($name:ident) => {
        impl $name {
            /// Checks `text` and keeps it as it is.
            ///
            /// # Errors
            ///
            /// When `text` is not what [`EXPECTED`](Self::EXPECTED) says.
            pub fn new(
                text: impl ::std::convert::Into<::std::string::String>,
            ) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                <Self as ::std::convert::TryFrom<::std::string::String>>::try_from(text.into())
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text, without copying it.
            #[must_use]
            pub fn into_string(self) -> ::std::string::String {
                self.0.into_string()
            }

            /// A text that a type of another contract has checked, which takes no more than this.
            #[allow(dead_code, reason = "only conversions between contracts need it")]
            pub(crate) fn of_checked(text: ::std::string::String) -> Self {
                Self(text.into_boxed_str())
            }
        }

        impl ::std::convert::TryFrom<::std::string::String> for $name {
            type Error = $crate::text::InvalidText;

            #[inline]
            fn try_from(
                text: ::std::string::String,
            ) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                if Self::accepts(&text) {
                    ::std::result::Result::Ok(Self(text.into_boxed_str()))
                } else {
                    ::std::result::Result::Err($crate::text::InvalidText::new(
                        ::std::stringify!($name),
                        Self::EXPECTED,
                        &text,
                    ))
                }
            }
        }

        impl ::std::convert::TryFrom<&str> for $name {
            type Error = $crate::text::InvalidText;

            #[inline]
            fn try_from(text: &str) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                if Self::accepts(text) {
                    ::std::result::Result::Ok(Self(::std::convert::From::from(text)))
                } else {
                    ::std::result::Result::Err($crate::text::InvalidText::new(
                        ::std::stringify!($name),
                        Self::EXPECTED,
                        text,
                    ))
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::text::InvalidText;

            #[inline]
            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                <Self as ::std::convert::TryFrom<&str>>::try_from(text)
            }
        }

        impl ::std::convert::From<$name> for ::std::string::String {
            fn from(value: $name) -> Self {
                value.into_string()
            }
        }

        // Equality, hash and, where there is one, order are those of the text.
        impl ::std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_tuple(::std::stringify!($name))
                    .field(&self.0)
                    .finish()
            }
        }

        $crate::text_traits!($name);

        impl<'de> $crate::runtime::Decode<'de> for $name {
            fn decode<R: $crate::runtime::Reader<'de>>(
                reader: R,
            ) -> ::std::result::Result<Self, R::Error> {
                $crate::text::decode(reader, ::std::stringify!($name), Self::EXPECTED)
            }
        }
    };
}

/// The traits of a string enum with `ALL`, `EXPECTED` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! enum_impls {
    ($name:ident) => {
        impl $name {
            #[inline]
            fn of(text: &str) -> ::std::option::Option<Self> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.as_str() == text)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::text::InvalidText;

            #[inline]
            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                Self::of(text).ok_or_else(|| {
                    $crate::text::InvalidText::new(::std::stringify!($name), Self::EXPECTED, text)
                })
            }
        }

        impl ::std::convert::TryFrom<&str> for $name {
            type Error = $crate::text::InvalidText;

            #[inline]
            fn try_from(text: &str) -> ::std::result::Result<Self, $crate::text::InvalidText> {
                text.parse()
            }
        }

        $crate::text_traits!($name);

        impl<'de> $crate::runtime::Decode<'de> for $name {
            fn decode<R: $crate::runtime::Reader<'de>>(
                reader: R,
            ) -> ::std::result::Result<Self, R::Error> {
                $crate::runtime::decode::text(reader, Self::EXPECTED, Self::of)
            }
        }
    };
}

/// The traits of the one string of a `const`, a unit struct with `TEXT`.
#[doc(hidden)]
#[macro_export]
macro_rules! marker_impls {
    ($name:ident) => {
        impl $name {
            /// The text.
            #[must_use]
            pub const fn as_str(&self) -> &'static str {
                Self::TEXT
            }

            #[inline]
            fn of(text: &str) -> ::std::option::Option<Self> {
                (text == Self::TEXT).then_some(Self)
            }
        }

        $crate::text_traits!($name);

        impl<'de> $crate::runtime::Decode<'de> for $name {
            fn decode<R: $crate::runtime::Reader<'de>>(
                reader: R,
            ) -> ::std::result::Result<Self, R::Error> {
                $crate::runtime::decode::text(reader, Self::TEXT, Self::of)
            }
        }
    };
}

/// What all types with `as_str` can do.
#[doc(hidden)]
#[macro_export]
macro_rules! text_traits {
    ($name:ident) => {
        impl ::std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::std::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::std::cmp::PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl ::std::cmp::PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl<'de> $crate::runtime::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::runtime::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::runtime::Decode::decode($crate::runtime::decode::FromSerde(deserializer))
            }
        }

        impl $crate::runtime::Encode for $name {
            fn encode<S: $crate::runtime::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        $crate::serialize_impl!($name);
    };
}

/// `Serialize` for a type that can be encoded.
#[doc(hidden)]
#[macro_export]
macro_rules! serialize_impl {
    ($name:ident) => {
        impl $crate::runtime::serde::Serialize for $name {
            fn serialize<S: $crate::runtime::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::runtime::Encode::encode(self, serializer)
            }
        }
    };
}

/// An object type: read through its members, checked against its table.
#[doc(hidden)]
#[macro_export]
macro_rules! model {
    ($name:ident, $table:expr) => {
        impl<'de> $crate::runtime::Decode<'de> for $name {
            fn decode<R: $crate::runtime::Reader<'de>>(
                reader: R,
            ) -> ::std::result::Result<Self, R::Error> {
                reader.object()
            }
        }

        $crate::model_impls!($name, $table);
    };
}

/// serde's traits and the table for a type that can be decoded and encoded.
#[doc(hidden)]
#[macro_export]
macro_rules! model_impls {
    ($name:ident, $table:expr) => {
        $crate::model_table!($name, $table);
        $crate::serialize_impl!($name);

        /// As strict as [`from_slice`]($crate::from_slice): every violation is an error.
        impl<'de> $crate::runtime::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::runtime::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::runtime::read::deserialize(deserializer)
            }
        }
    };
}

/// The table of a type, and what it demands that reading a value leaves open.
#[doc(hidden)]
#[macro_export]
macro_rules! model_table {
    ($name:ident, $table:expr $(, |$value:ident| $conforms:expr)?) => {
        impl $crate::runtime::Model for $name {
            fn schema() -> &'static $crate::runtime::Schema {
                &$table
            }

            $(
                #[inline]
                fn conforms(&self) -> bool {
                    let $value = self;
                    $conforms
                }
            )?
        }

        $crate::json_schema_impl!($name, |generator| {
            $crate::runtime::json_schema::of_table(&$table, generator)
        });
    };
}

/// The messages of one direction: an enum with `read` and `Encode`.
#[doc(hidden)]
#[macro_export]
macro_rules! message_impls {
    ($name:ident) => {
        impl $name {
            /// Reads and validates the message that `type` announces.
            ///
            /// # Errors
            /// As [`from_slice`]($crate::from_slice); a `type` that is missing or unknown is a
            /// violation.
            #[inline]
            pub fn from_slice(bytes: &[u8]) -> ::std::result::Result<Self, $crate::Rejection> {
                $crate::runtime::read::message_of_slice(bytes)
            }

            /// Reads and validates the message that `type` announces.
            ///
            /// # Errors
            /// As [`from_slice`](Self::from_slice).
            #[allow(
                clippy::should_implement_trait,
                reason = "named after the crate's from_str"
            )]
            #[inline]
            pub fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Rejection> {
                Self::from_slice(text.as_bytes())
            }

            /// Validates and reads the message that `type` announces.
            ///
            /// # Errors
            /// As [`from_slice`](Self::from_slice).
            #[allow(
                clippy::needless_pass_by_value,
                reason = "named after the crate's from_value"
            )]
            #[inline]
            pub fn from_value(
                value: $crate::runtime::serde_json::Value,
            ) -> ::std::result::Result<Self, $crate::Rejection> {
                $crate::runtime::read::message(&value, ::std::option::Option::None)
            }
        }

        $crate::serialize_impl!($name);

        impl $crate::runtime::Message for $name {
            const TYPES: &'static [&'static str] = Self::TYPES;

            #[inline]
            fn read(
                message_type: &str,
                source: $crate::runtime::read::Source<'_>,
            ) -> ::std::result::Result<Self, $crate::Rejection> {
                Self::read(message_type, source)
            }
        }

        /// As strict as [`from_slice`](Self::from_slice).
        impl<'de> $crate::runtime::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::runtime::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let value = $crate::runtime::Reader::value($crate::runtime::decode::FromSerde(
                    deserializer,
                ))?;
                $crate::runtime::read::message(&value, ::std::option::Option::None)
                    .map_err($crate::runtime::serde::de::Error::custom)
            }
        }
    };
}

/// `JsonSchema` for a message enum: the schema of one of its payloads.
#[doc(hidden)]
#[macro_export]
macro_rules! message_schema {
    ($name:ident, $($payload:ident),+) => {
        $crate::json_schema_impl!($name, |generator| {
            $crate::runtime::json_schema::one_of(::std::vec![
                $(generator.subschema_for::<$payload>()),+
            ])
        });
    };
}

/// A type for a table that has a name but no type, so that it can be referred to.
#[doc(hidden)]
#[macro_export]
macro_rules! table_without_type {
    ($name:ident, $table:expr) => {
        enum $name {}

        $crate::json_schema_impl!($name, |generator| {
            $crate::runtime::json_schema::of_table(&$table, generator)
        });
    };
}

/// `JsonSchema` by a function of the generator; nothing without the feature `schemars`.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "schemars")]
macro_rules! json_schema_impl {
    ($name:ident, |$generator:ident| $schema:expr) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
        impl $crate::runtime::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $crate::runtime::json_schema::name(::std::module_path!(), ::std::stringify!($name))
                    .into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::concat!(::std::module_path!(), "::", ::std::stringify!($name)).into()
            }

            fn json_schema(
                $generator: &mut $crate::runtime::schemars::SchemaGenerator,
            ) -> $crate::runtime::schemars::Schema {
                $schema
            }
        }
    };
}

/// `JsonSchema` by a function of the generator; nothing without the feature `schemars`.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "schemars"))]
macro_rules! json_schema_impl {
    ($($tokens:tt)*) => {};
}
