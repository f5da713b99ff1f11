//! What a contract says beyond its schemas: error envelopes, the meaning of error numbers, and the
//! headers that decide whether a skill may run; agent cards, read in [`discovery`] and built in
//! [`publish`]; and the [`rules`] of payloads that no schema can hold.
//!
//! The facts stand in each contract: see [`Contract`](crate::Contract) and, for programs that learn
//! only at run time which contract they meet, [`ContractInfo`](crate::ContractInfo).
//!
//! # A dealer's agent
//!
//! Refuse what is not activated, then answer every request with a response or with the contract's
//! error; `?` turns a rejected request into the error that fits it.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::{ContractInfo, v1_3};
//! use serde_json::{Value, json};
//!
//! const CONTRACT: ContractInfo = ContractInfo::of::<v1_3::Contract>();
//!
//! fn answer(headers: &[(&str, &str)], id: &str, payload: &[u8]) -> Value {
//!     if let Err(refusal) = CONTRACT.check_activation(headers.iter().copied()) {
//!         return refusal.to_json_rpc().reply(id);
//!     }
//!     match search(payload) {
//!         Ok(response) => json!({"jsonrpc": "2.0", "id": id, "result": response}),
//!         Err(error) => error.to_json_rpc().reply(id),
//!     }
//! }
//!
//! fn search(payload: &[u8]) -> Result<Value, v1_3::Error> {
//!     let request: v1_3::InventorySearchRequest = aap_types::from_slice(payload)?;
//!     # let _ = request;
//!     Err(v1_3::Error::from_code(v1_3::ErrorCode::RateLimited)
//!         .with_message("Too many searches; please slow down.")
//!         .with_retry_after(std::time::Duration::from_millis(4500)))
//! }
//!
//! let reply = answer(&[], "7", br#"{"type": "inventory.search.request", "filters": {"make": 1}}"#);
//! assert_eq!(reply["error"]["code"], -32602);
//! assert_eq!(reply["error"]["data"]["details"]["errors"][0]["instanceLocation"], "/filters/make");
//!
//! let reply = answer(&[], "8", br#"{"type": "inventory.search.request"}"#);
//! assert_eq!(reply["error"]["data"]["code"], "RATE_LIMITED");
//! # }
//! ```
//!
//! # A buyer's agent
//!
//! Ask the raw reply what its error means, before an SDK drops half of it.
//!
//! ```
//! use std::time::Duration;
//!
//! use aap_types::profile::{A2aErrorKind, JsonRpcError, Meaning};
//! use aap_types::{Rejection, contracts};
//!
//! enum Next {
//!     Done,
//!     RetryAfter(Duration),
//!     RetryWithHeaders([(&'static str, &'static str); 2]),
//!     Correct(Vec<String>),
//!     GiveUp(String),
//! }
//!
//! fn next(reply: &[u8], backoff: Duration) -> Result<Next, Rejection> {
//!     let Some(error) = JsonRpcError::from_reply(reply)? else {
//!         return Ok(Next::Done);
//!     };
//!     Ok(match error.meaning() {
//!         Meaning::Aap(error) if error.retryable => {
//!             Next::RetryAfter(error.retry_after().unwrap_or(backoff))
//!         }
//!         Meaning::Aap(error) if !error.violations().is_empty() => {
//!             Next::Correct(error.violations().iter().map(ToString::to_string).collect())
//!         }
//!         Meaning::A2a(A2aErrorKind::ExtensionSupportRequired) => {
//!             match error.contract_to_activate(contracts()) {
//!                 Some(contract) => Next::RetryWithHeaders(contract.request_headers()),
//!                 None => Next::GiveUp(error.to_string()),
//!             }
//!         }
//!         _ => Next::GiveUp(error.to_string()),
//!     })
//! }
//!
//! # let reply = br#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32004, "message": "no streams"}}"#;
//! assert!(matches!(next(reply, Duration::from_secs(1)), Ok(Next::GiveUp(_))));
//! ```

mod a2a;
mod activation;
mod choice;
mod details;
pub mod discovery;
mod error;
mod facts;
mod id;
mod jsonrpc;
mod level;
pub mod publish;
mod recovery;
mod retry;
pub mod rules;
#[doc(hidden)]
pub mod typed;
mod url;

pub use self::a2a::A2aErrorKind;
pub use activation::{A2A_EXTENSIONS, A2A_VERSION, Activated, Refusal, RefusalReason};
pub use details::{A2A_DOMAIN, AAP_DOMAIN};
pub use error::{AapError, ERROR_TYPE, ERROR_TYPE_URL, UnknownCode};
pub use facts::{Activation, Bindings, CardRules, ErrorEntry, ErrorEnvelope, McpFacts};
pub use id::new_error_id;
pub use jsonrpc::{JsonRpcError, Meaning};
pub use level::Level;
