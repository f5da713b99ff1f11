//! What the `Error` type of every contract can do.

use serde_json::Value;

use super::{AapError, ErrorEntry, JsonRpcError, UnknownCode};
use crate::payload::ContractInfo;
use crate::runtime::encode::Encoded;
use crate::runtime::{Encode, Never};

pub use super::details::violations;
pub use super::retry::{delay as retry_after, set as set_retry_after};

/// The JSON-RPC error that carries a typed error.
#[must_use]
pub fn to_json_rpc<T: Encode + Clone + Into<AapError>>(
    payload: &T,
    entry: &ErrorEntry,
    contract: &ContractInfo,
) -> JsonRpcError {
    let error: AapError = payload.clone().into();
    // Written by the type itself, so that members beyond those of every contract are kept.
    let payload = serde_json::to_value(Encoded(payload))
        .ok()
        .or_else(|| error.to_value(contract).ok())
        .unwrap_or(Value::Null);
    JsonRpcError::carrying(&error, payload, entry, contract.error_envelope)
}

impl From<Never> for AapError {
    fn from(never: Never) -> AapError {
        match never {}
    }
}

impl TryFrom<AapError> for Never {
    type Error = UnknownCode;

    #[inline]
    fn try_from(error: AapError) -> Result<Never, UnknownCode> {
        Err(UnknownCode {
            contract: "without errors",
            code: error.code,
            known: &[],
        })
    }
}

/// The builders, readers and conversions of a contract's error. The type has a function `of_parts`
/// and converts into [`AapError`]; `$other` is the code of invalid requests that no other code fits.
#[doc(hidden)]
#[macro_export]
macro_rules! error_impls {
    ($error:ident, $code:ident, $other:ident) => {
        impl $error {
            const CONTRACT: $crate::ContractInfo =
                $crate::ContractInfo::of::<<$error as $crate::Payload>::Contract>();

            /// An error with a new id, the current time, the code's own `retryable`, and its
            /// description as the message.
            ///
            /// # Panics
            /// As [`Timestamp::now`](crate::Timestamp::now), on targets without a clock.
            #[inline]
            #[must_use]
            pub fn from_code(code: $code) -> Self {
                Self::of_parts($crate::profile::AapError::of_entry(code.entry()), code)
            }

            /// Sets what went wrong, for people. It is shown to them, so it tells nothing of the
            /// dealer's systems: no stack trace, no query, no host name.
            #[must_use]
            pub fn with_message(
                mut self,
                message: impl ::std::convert::Into<::std::string::String>,
            ) -> Self {
                self.message = message.into();
                self
            }

            /// Sets the details.
            #[must_use]
            pub fn with_details(
                mut self,
                details: impl ::std::convert::Into<$crate::runtime::serde_json::Value>,
            ) -> Self {
                self.details = ::std::option::Option::Some(details.into());
                self
            }

            /// Sets the id, such as the one that the dealer's log has.
            #[must_use]
            pub fn with_id(
                mut self,
                error_id: impl ::std::convert::Into<::std::string::String>,
            ) -> Self {
                self.error_id = error_id.into();
                self
            }

            /// Sets when the error arose.
            #[inline]
            #[must_use]
            pub fn with_time(mut self, created_at: $crate::Timestamp) -> Self {
                self.created_at = created_at;
                self
            }

            /// Sets whether the same request may succeed later.
            #[inline]
            #[must_use]
            pub fn with_retryable(mut self, retryable: bool) -> Self {
                self.retryable = retryable;
                self
            }

            /// Sets `details.retry_after_ms`, rounded up; other members of the details stay.
            /// Details that are no object are replaced.
            #[inline]
            #[must_use]
            pub fn with_retry_after(mut self, delay: ::std::time::Duration) -> Self {
                $crate::profile::typed::set_retry_after(&mut self.details, delay);
                self
            }

            /// How long to wait before a retry: see
            /// [`AapError::retry_after`](crate::profile::AapError::retry_after).
            #[inline]
            #[must_use]
            pub fn retry_after(&self) -> ::std::option::Option<::std::time::Duration> {
                $crate::profile::typed::retry_after(self.details.as_ref())
            }

            /// The problems in `details.errors`: see
            /// [`AapError::violations`](crate::profile::AapError::violations).
            #[inline]
            #[must_use]
            pub fn violations(&self) -> ::std::vec::Vec<$crate::Violation> {
                $crate::profile::typed::violations(self.details.as_ref())
            }

            /// The JSON-RPC error that carries this error by the contract's rules.
            ///
            /// Where the parameters were not valid, its message tells the first problem; otherwise
            /// it is the error's own.
            #[must_use]
            #[inline]
            pub fn to_json_rpc(&self) -> $crate::profile::JsonRpcError {
                $crate::profile::typed::to_json_rpc(self, self.code.entry(), &Self::CONTRACT)
            }

            #[inline]
            fn of_problems(error: $crate::profile::AapError) -> Self {
                let code = error.code.parse().unwrap_or($code::$other);
                Self::of_parts(error, code)
            }
        }

        impl ::std::convert::From<&$crate::Violations> for $error {
            /// As [`AapError::from_violations`](crate::profile::AapError::from_violations).
            #[inline]
            fn from(violations: &$crate::Violations) -> Self {
                Self::of_problems($crate::profile::AapError::from_violations(
                    &Self::CONTRACT,
                    violations,
                ))
            }
        }

        impl ::std::convert::From<$crate::Violations> for $error {
            /// As [`AapError::from_violations`](crate::profile::AapError::from_violations).
            #[inline]
            fn from(violations: $crate::Violations) -> Self {
                Self::from(&violations)
            }
        }

        impl ::std::convert::From<&$crate::Rejection> for $error {
            /// As [`AapError::from_rejection`](crate::profile::AapError::from_rejection).
            #[inline]
            fn from(rejection: &$crate::Rejection) -> Self {
                Self::of_problems($crate::profile::AapError::from_rejection(
                    &Self::CONTRACT,
                    rejection,
                ))
            }
        }

        impl ::std::convert::From<$crate::Rejection> for $error {
            /// As [`AapError::from_rejection`](crate::profile::AapError::from_rejection).
            #[inline]
            fn from(rejection: $crate::Rejection) -> Self {
                Self::from(&rejection)
            }
        }

        impl ::std::convert::TryFrom<$crate::profile::AapError> for $error {
            type Error = $crate::profile::UnknownCode;

            #[inline]
            fn try_from(
                error: $crate::profile::AapError,
            ) -> ::std::result::Result<Self, Self::Error> {
                match error.code.parse() {
                    ::std::result::Result::Ok(code) => {
                        ::std::result::Result::Ok(Self::of_parts(error, code))
                    }
                    ::std::result::Result::Err(_) => ::std::result::Result::Err(
                        $crate::profile::UnknownCode::of(&Self::CONTRACT, &error.code),
                    ),
                }
            }
        }

        impl ::std::fmt::Display for $error {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::write!(f, "{}: {}", self.code, self.message)
            }
        }

        impl ::std::error::Error for $error {}
    };
}
