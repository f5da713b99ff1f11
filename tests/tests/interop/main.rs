//! Interoperation with the official SDKs of A2A, Python's and JavaScript's, which both speak A2A 1.0
//! (the versions stand in `tests/interop`).
//!
//! `cargo xtask interop` installs the SDKs and runs these tests; without them they are ignored. Each
//! SDK is a buyer of our dealer, over HTTP, and a dealer of our buyer. The programs that use the SDKs
//! are `tests/interop/sdk.py` and `sdk.mjs`; they read an order and write a result:
//!
//! | role | order | result |
//! |---|---|---|
//! | client | `url` of an agent, or its `card`; `calls`: each a `request` and the `extensions` to activate | `card` as the SDK understood it; `calls`: each a `message` or an `error` |
//! | server | `card` to serve; `calls`: each with `headers`, a `body`, and the message to `answer` with or null | `card` as served; `replies`: what the agent was `asked`, and the `body` of the reply |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod buying;
#[path = "../envelope/example.rs"]
#[allow(dead_code, reason = "shared with the tests of the envelope")]
mod example;
mod http;
mod sdk;
mod selling;

use aap_types::envelope::Serves;
use aap_types::{Contract, ContractInfo, Status};
use sdk::Sdk;
use serde_json::{Value, json};

/// A dealer whose answers are examples; the tenant `busy` gets none.
struct Shop;

/// What the tests do for one contract.
struct Entry {
    samples: Vec<buying::Sample>,
    sell: fn(&[buying::Sample], Sdk),
    buy: fn(&[buying::Sample], Sdk),
}

impl Entry {
    fn of<C: Contract + 'static>(samples: Vec<buying::Sample>) -> Entry
    where
        Shop: Serves<C>,
    {
        Entry {
            samples,
            sell: selling::test::<C>,
            buy: buying::test::<C>,
        }
    }
}

macro_rules! contract {
    ($module:ident $($method:ident $skill:ident;)*) => {
        mod $module {
            use aap_types::envelope::Call;
            use aap_types::$module::{Contract, Skills, skills};
            use aap_types::{ContractInfo, Skill};

            use crate::{Entry, Shop, buying, example, selling};

            type Error = <Contract as aap_types::Contract>::Error;

            impl Skills for Shop {
                $(fn $method(
                    &self,
                    _: <skills::$skill as Skill>::Request,
                    call: &Call<'_>,
                ) -> Result<<skills::$skill as Skill>::Response, Error> {
                    if call.tenant == Some(selling::BUSY) {
                        let error = aap_types::profile::AapError::from_code(
                            &ContractInfo::of::<Contract>(),
                            "RATE_LIMITED",
                        );
                        return Err(error.unwrap().try_into().unwrap());
                    }
                    let answer = example::responses::<Contract, skills::$skill>().swap_remove(0);
                    Ok(aap_types::from_value(answer).unwrap())
                })*
            }

            pub fn entry() -> Entry {
                Entry::of::<Contract>(vec![
                    $(buying::Sample::of::<Contract, skills::$skill>()),*
                ])
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));

/// An entry for each contract.
fn entries() -> Vec<Entry> {
    include!(concat!(env!("OUT_DIR"), "/modules.rs"))
        .map(|entry| entry())
        .into()
}

fn sell_to(sdk: Sdk) {
    for entry in entries() {
        (entry.sell)(&entry.samples, sdk);
    }
}

fn buy_from(sdk: Sdk) {
    for entry in entries() {
        (entry.buy)(&entry.samples, sdk);
    }
}

/// An agent card of a contract for an agent at this URL.
fn card(contract: &'static ContractInfo, url: &str) -> Value {
    use aap_types::profile::publish::{Agent, CardBuilder};
    let agent = Agent {
        card_id: "01992f20-7c1e-7d0b-a4f3-90b6d2c85e17",
        name: "Pine Ridge sales agent",
        description: "Shows the stock of Pine Ridge and takes contact requests.",
        version: "3.2.1",
    };
    let builder = CardBuilder::new(contract, agent)
        .endpoint(url)
        .provider("Gearbox Systems GmbH", "https://gearbox.example")
        .development();
    let skills = contract.skills.iter();
    let builder = skills.fold(builder, |builder, skill| builder.skill(skill.id));
    match contract.status {
        Status::Draft => draft_card(contract, url),
        _ => builder.build().unwrap(),
    }
}

/// The cards of a draft are never built: an example has to do.
fn draft_card(contract: &ContractInfo, url: &str) -> Value {
    let files = aap_schemas::by_name(contract.name).unwrap().examples;
    let full = files.iter().find(|it| it.path == "agent-card.full.json");
    let mut card: Value = serde_json::from_str(full.unwrap().text).unwrap();
    let interfaces = card["supportedInterfaces"].as_array_mut().unwrap();
    interfaces.truncate(1);
    interfaces[0] = json!({"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"});
    card
}

#[test]
#[ignore = "needs the SDK: cargo xtask interop"]
fn the_python_sdk_buys_from_us() {
    sell_to(Sdk::Python);
}

#[test]
#[ignore = "needs the SDK: cargo xtask interop"]
fn the_javascript_sdk_buys_from_us() {
    sell_to(Sdk::JavaScript);
}

#[test]
#[ignore = "needs the SDK: cargo xtask interop"]
fn the_python_sdk_sells_to_us() {
    buy_from(Sdk::Python);
}

#[test]
#[ignore = "needs the SDK: cargo xtask interop"]
fn the_javascript_sdk_sells_to_us() {
    buy_from(Sdk::JavaScript);
}
