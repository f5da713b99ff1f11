//! AAP's messages in A2A: the four hops of a call, for each skill of each contract.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod calls;
mod example;
mod faults;
#[cfg(contract = "v1_3")]
mod invalid;
mod json_rpc;
mod published;
mod replies;
mod seeds;
mod stock;

/// The tests of a contract: each generic one for each skill.
macro_rules! contract {
    ($module:ident $($method:ident $skill:ident;)*) => {
        mod $module {
            use aap_types::envelope::Call;
            use aap_types::$module::{self as contract, Contract, Skills, skills};
            use aap_types::Skill;

            use crate::stock::{Nothing, Stock};

            type Error = <Contract as aap_types::Contract>::Error;

            impl Skills for Stock<Contract> {
                $(fn $method(
                    &self,
                    request: <skills::$skill as Skill>::Request,
                    call: &Call<'_>,
                ) -> Result<<skills::$skill as Skill>::Response, Error> {
                    self.answer::<skills::$skill>(&request, call)
                })*
            }

            impl Skills for Nothing<Contract> {}

            $(mod $method {
                use super::*;

                $crate::skill_tests!(Contract, skills::$skill);
            })*

            #[test]
            fn every_published_envelope_is_looked_at() {
                crate::published::every_published_envelope_is_looked_at::<Contract>();
            }

            #[test]
            fn parts_are_taken_where_they_are_valid() {
                crate::seeds::parts_are_taken_where_they_are_valid::<Contract>();
            }

            #[test]
            fn the_module_is_that_of_its_contract() {
                let name = <contract::Contract as aap_types::Contract>::NAME;
                assert_eq!(name.replace('.', "_"), stringify!($module));
            }
        }
    };
}

/// The tests of a skill.
#[macro_export]
macro_rules! skill_tests {
    ($contract:ty, $skill:ty) => {
        $crate::skill_tests! { $contract, $skill;
            every_example_takes_the_four_hops: calls,
            contexts_are_kept_or_made: calls,
            a_skill_that_is_not_offered_is_unsupported: calls,
            an_error_of_the_skill_reaches_the_buyer: calls,
            headers_are_checked_before_the_skill_runs: calls,
            faulty_requests_are_refused: faults,
            every_violation_is_listed: faults,
            faulty_replies_are_rejected: replies,
            bodies_are_answered: json_rpc,
            published_examples_come_back_equal: published,
        }
    };
    ($contract:ty, $skill:ty; $($test:ident: $module:ident,)*) => {
        $(#[test]
        fn $test() {
            if !$crate::example::are_there::<$contract, $skill>() {
                return;
            }
            $crate::$module::$test::<$contract, $skill>();
        })*
    };
}

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
