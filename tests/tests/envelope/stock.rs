//! Dealers for tests.

use std::marker::PhantomData;
use std::sync::Mutex;

use aap_types::envelope::{Call, Dealer, Serves};
use aap_types::profile::AapError;
use aap_types::runtime::Decode;
use aap_types::runtime::decode::FromSerde;
use aap_types::{Contract, ContractInfo, Skill};
use serde_json::Value;

use crate::example;

/// What the skill of a [`Stock`] does.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Answers with this payload, valid or not.
    With(Value),
    /// Answers with the error of this code.
    Error(&'static str),
}

/// What a skill was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub skill: &'static str,
    pub request: Value,
    pub context_id: String,
    pub tenant: Option<String>,
}

/// A dealer that offers every skill and remembers what it was asked.
pub struct Stock<C> {
    answer: Answer,
    asked: std::sync::Arc<Mutex<Vec<Asked>>>,
    contract: PhantomData<fn() -> C>,
}

impl<C: Contract> Stock<C> {
    pub fn answer<S: Skill>(
        &self,
        request: &S::Request,
        call: &Call<'_>,
    ) -> Result<S::Response, C::Error>
    where
        S::Request: serde::Serialize,
    {
        assert_eq!(call.skill.id, S::ID);
        self.asked.lock().unwrap().push(Asked {
            skill: S::ID,
            request: serde_json::to_value(request).unwrap(),
            context_id: call.context_id.clone(),
            tenant: call.tenant.map(str::to_owned),
        });
        match &self.answer {
            // Decoded without a look at the constraints, as if the dealer had built it.
            Answer::With(payload) => Ok(S::Response::decode(FromSerde(payload)).unwrap()),
            Answer::Error(code) => {
                let error = AapError::from_code(&ContractInfo::of::<C>(), code).unwrap();
                Err(C::Error::try_from(error).unwrap())
            }
        }
    }
}

/// A dealer that offers nothing.
pub struct Nothing<C>(PhantomData<fn() -> C>);

/// A dealer and what its skills were asked.
pub struct Shop<C: Contract> {
    pub dealer: Dealer<C, Stock<C>>,
    asked: std::sync::Arc<Mutex<Vec<Asked>>>,
}

impl<C: Contract> Shop<C>
where
    Stock<C>: Serves<C>,
{
    pub fn answering(answer: Answer) -> Shop<C> {
        let asked = std::sync::Arc::default();
        let stock = Stock {
            answer,
            asked: std::sync::Arc::clone(&asked),
            contract: PhantomData,
        };
        Shop {
            dealer: Dealer::new(stock),
            asked,
        }
    }

    /// Answers with the first example response of a skill.
    pub fn of<S: Skill>() -> Shop<C> {
        Shop::answering(Answer::With(example::responses::<C, S>().swap_remove(0)))
    }

    /// What the skills were asked since the last look.
    pub fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

/// A dealer that offers nothing.
pub fn empty<C: Contract>() -> Dealer<C, Nothing<C>>
where
    Nothing<C>: Serves<C>,
{
    Dealer::new(Nothing(PhantomData))
}
