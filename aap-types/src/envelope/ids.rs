//! Where the ids of messages and contexts come from.

/// Makes the ids of messages and contexts.
///
/// A function without arguments makes both: `|| my_next_id()`. Every id of a message must be new.
pub trait Ids {
    /// The id of a new message.
    fn message_id(&self) -> String;

    /// The id of a new context.
    fn context_id(&self) -> String;
}

/// Random ids, UUIDs of version 7: those that `a2a-lf` makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomIds;

impl Ids for RandomIds {
    fn message_id(&self) -> String {
        a2a::new_message_id()
    }

    fn context_id(&self) -> String {
        a2a::new_context_id()
    }
}

impl<F: Fn() -> String> Ids for F {
    fn message_id(&self) -> String {
        self()
    }

    fn context_id(&self) -> String {
        self()
    }
}
