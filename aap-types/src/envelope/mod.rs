//! AAP's messages in A2A 1.0: typed requests and responses in and out of the types of the official
//! crate `a2a-lf`, with every rule of the contract's envelope.
//!
//! A call has four hops. The buyer [wraps](Buyer::wrap) a request; the dealer
//! [unwraps](unwrap_request) and serves it, then [wraps](wrap_response) the response; the buyer
//! [unwraps](unwrap_response) that. [`Dealer`] does both hops of a dealer, and all of its refusals.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::envelope::{self, Buyer, Call, Dealer};
//! use aap_types::v1_3::{self, skills};
//! use aap_types::{Contract, ContractInfo};
//!
//! /// A dealer that takes leads, and offers nothing else.
//! struct PineRidge;
//!
//! impl v1_3::Skills for PineRidge {
//!     fn lead_submit(
//!         &self,
//!         request: v1_3::LeadSubmitRequest,
//!         call: &Call<'_>,
//!     ) -> Result<v1_3::LeadSubmitResponse, v1_3::Error> {
//!         # let _ = (request, call);
//!         Err(v1_3::Error::from_code(v1_3::ErrorCode::VehicleUnavailable)
//!             .with_message("This one was sold yesterday."))
//!     }
//! }
//!
//! let dealer = Dealer::<v1_3::Contract, _>::new(PineRidge)
//!     .on_failure(|failure| eprintln!("{failure}"));
//!
//! // The buyer's agent sends a search, with the contract's headers.
//! let headers = ContractInfo::of::<v1_3::Contract>().request_headers();
//! let request = Buyer::new().wrap::<skills::InventorySearch>(&v1_3::InventorySearchRequest::new())?;
//! let body = serde_json::to_vec(&envelope::json_rpc_request("req-1", &request))?;
//!
//! // Whatever HTTP server it is, this is all that its handler does.
//! let reply = serde_json::to_vec(&dealer.answer(headers, &body))?;
//!
//! let error = envelope::unwrap_json_rpc::<skills::InventorySearch>(&request, &reply).unwrap_err();
//! let envelope::BadReply::Error(error) = error else { panic!("an error reply") };
//! assert_eq!(error.data.unwrap()["code"], "UNSUPPORTED_SKILL");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # On what it builds
//!
//! [`a2a`] is the crate `a2a-lf` (0.4), whose types are A2A 1.0 in its JSON form: `ROLE_USER`, no
//! `kind`, and parts that are told apart by their members. Of these are used here:
//!
//! | type | what it is |
//! |---|---|
//! | [`a2a::SendMessageRequest`], [`a2a::SendMessageConfiguration`] | the parameters of `SendMessage`: message, accepted output modes, tenant |
//! | [`a2a::SendMessageResponse`] | its result: a message, or a task, which AAP has none of |
//! | [`a2a::Message`], [`a2a::Part`], [`a2a::Role`] | a message and its parts |
//! | [`a2a::JsonRpcRequest`], [`a2a::JsonRpcResponse`], [`a2a::JsonRpcId`] | what travels |
//!
//! Its `A2AError` is not: it puts an ErrorInfo of A2A into every error, which an AAP error does not
//! have, and knows no object as `error.data`. [`JsonRpcError`](crate::profile::JsonRpcError) has
//! both shapes and converts into `a2a::JsonRpcError`.
//!
//! On a binding other than JSON-RPC, such as the HTTP+JSON of early contracts, the same types are
//! body and reply: [`Dealer::dispatch`] takes and gives them.

mod buyer;
mod dealer;
mod failure;
mod ids;
mod json_rpc;
mod media_type;
mod request;

pub use ::a2a;

pub use buyer::{BadReply, Buyer, Reply, json_rpc_request, unwrap_json_rpc, unwrap_response};
pub use dealer::{Dealer, Serves, wrap_response};
pub use failure::{Cause, Failure};
pub use ids::{Ids, RandomIds};
pub use request::{Call, unwrap_request};
