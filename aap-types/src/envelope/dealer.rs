//! A dealer's agent: from a call to its answer.

use std::fmt;
use std::marker::PhantomData;

use a2a::{Message, Part, Role, SendMessageRequest, SendMessageResponse};

use super::failure::{Cause, Failure};
use super::ids::{Ids, RandomIds};
use super::request::{self, Call};
use crate::payload::{Contract, ContractInfo};
use crate::pointer::JsonPointer;
use crate::profile::JsonRpcError;
use crate::runtime::document::Order;
use crate::violation::{Violation, Violations};

/// What can answer every request of a contract.
///
/// Whatever implements the contract's `Skills`, such as `v1_3::Skills`, implements it.
pub trait Serves<C: Contract> {
    /// Runs the skill that the request belongs to.
    ///
    /// # Errors
    /// What the buyer is answered instead of a response.
    fn serve(&self, request: C::Request, call: &Call<'_>) -> Result<C::Response, JsonRpcError>;
}

type Observer = Box<dyn Fn(&Failure) + Send + Sync>;

/// A dealer's agent for one contract: checks each call, runs its skill, and checks the response.
pub struct Dealer<C, S, I = RandomIds> {
    skills: S,
    ids: I,
    on_failure: Option<Observer>,
    contract: PhantomData<fn() -> C>,
}

impl<C: Contract, S: Serves<C>> Dealer<C, S> {
    /// An agent with these skills and random ids.
    #[must_use]
    pub fn new(skills: S) -> Dealer<C, S> {
        Dealer {
            skills,
            ids: RandomIds,
            on_failure: None,
            contract: PhantomData,
        }
    }
}

impl<C: Contract, S: Serves<C>, I: Ids> Dealer<C, S, I> {
    /// Lets the ids of messages and contexts come from elsewhere.
    #[must_use]
    pub fn with_ids<J: Ids>(self, ids: J) -> Dealer<C, S, J> {
        Dealer {
            skills: self.skills,
            ids,
            on_failure: self.on_failure,
            contract: PhantomData,
        }
    }

    /// Tells someone, such as a log, of every call that is answered with an error. A response that
    /// is not valid is told nowhere else.
    #[must_use]
    pub fn on_failure(mut self, tell: impl Fn(&Failure) + Send + Sync + 'static) -> Self {
        self.on_failure = Some(Box::new(tell));
        self
    }

    /// Answers a call: checks the headers as
    /// [`check_activation`](ContractInfo::check_activation) does and the request as
    /// [`unwrap_request`](super::unwrap_request) does, runs the skill, and wraps its response as
    /// [`wrap_response`] does.
    ///
    /// # Errors
    /// What the buyer is answered instead, and why.
    pub fn dispatch<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
        request: &SendMessageRequest,
    ) -> Result<SendMessageResponse, Failure> {
        let result = self.check(headers).and_then(|()| self.run(request, None));
        self.tell(result)
    }

    pub(super) fn check<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), Failure> {
        let activated = ContractInfo::of::<C>().check_activation(headers);
        activated.map(drop).map_err(Failure::not_activated)
    }

    /// `order` is the order of members in the payload's text.
    pub(super) fn run(
        &self,
        request: &SendMessageRequest,
        order: Option<Order<'_>>,
    ) -> Result<SendMessageResponse, Failure> {
        let (typed, call) = request::unwrap::<C>(request, order, &self.ids)?;
        let response = self.skills.serve(typed, &call);
        let response = response.map_err(|error| Failure::new(error, Cause::Skill))?;
        wrap_response::<C>(&response, &call, &self.ids)
    }

    pub(super) fn tell<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        if let (Err(failure), Some(tell)) = (&result, &self.on_failure) {
            tell(failure);
        }
        result
    }
}

impl<C: Contract, S: fmt::Debug, I: fmt::Debug> fmt::Debug for Dealer<C, S, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dealer")
            .field("contract", &C::NAME)
            .field("skills", &self.skills)
            .field("ids", &self.ids)
            .finish_non_exhaustive()
    }
}

/// Wraps a typed response into the reply to a call, with a message id of its own and the call's
/// context.
///
/// # Errors
/// The response is not valid, or is that of another skill; the buyer is answered that the dealer
/// has a problem of its own.
pub fn wrap_response<C: Contract>(
    response: &C::Response,
    call: &Call<'_>,
    ids: &impl Ids,
) -> Result<SendMessageResponse, Failure> {
    let fail = |violations| Failure::response(&ContractInfo::of::<C>(), violations);
    let payload = serde_json::to_value(response).map_err(|error| {
        let text = format!("no JSON form: {error}");
        fail(Violations::from(Violation::new(
            JsonPointer::root(),
            "type",
            text,
        )))
    })?;
    call.skill.response.validate(&payload).map_err(fail)?;
    let part = Part::data(payload).with_media_type(call.skill.response_media_type);
    Ok(SendMessageResponse::Message(Message {
        message_id: ids.message_id(),
        context_id: Some(call.context_id.clone()),
        task_id: None,
        role: Role::Agent,
        parts: vec![part],
        metadata: None,
        extensions: None,
        reference_task_ids: None,
    }))
}
