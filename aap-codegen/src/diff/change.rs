//! A difference, and whom it breaks.

use std::fmt;

use super::rule::Rule;
use super::semver::Bump;
use crate::problem::Location;

/// What a difference does to those who were in order before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// What was in order still is.
    #[default]
    Additive,
    /// Something that was in order no longer is.
    Breaking,
}

impl Class {
    /// Breaking where the condition holds.
    #[must_use]
    pub fn breaking_if(condition: bool) -> Class {
        if condition {
            Class::Breaking
        } else {
            Class::Additive
        }
    }

    /// `additive` or `breaking`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Class::Additive => "additive",
            Class::Breaking => "breaking",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The class of a difference for both ends of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Impact {
    /// For the one who sends: whether a message made by the old contract is refused by the new.
    /// In source: whether code that builds values may no longer compile.
    pub sender: Class,
    /// For the one who receives: whether the new contract brings messages that the old refuses.
    /// In source: whether code that reads values may no longer compile.
    pub receiver: Class,
}

impl Impact {
    /// Breaks nobody.
    pub const NONE: Impact = Impact {
        sender: Class::Additive,
        receiver: Class::Additive,
    };

    /// Breaks both.
    pub const BOTH: Impact = Impact {
        sender: Class::Breaking,
        receiver: Class::Breaking,
    };

    /// Breaks the sender alone.
    pub const SENDER: Impact = Impact {
        sender: Class::Breaking,
        receiver: Class::Additive,
    };

    /// Breaks the receiver alone.
    pub const RECEIVER: Impact = Impact {
        sender: Class::Additive,
        receiver: Class::Breaking,
    };

    /// Whether it breaks anybody.
    #[must_use]
    pub fn is_breaking(self) -> bool {
        self != Impact::NONE
    }

    /// Breaks all that either breaks.
    #[must_use]
    pub fn or(self, other: Impact) -> Impact {
        Impact {
            sender: self.sender.max(other.sender),
            receiver: self.receiver.max(other.receiver),
        }
    }
}

/// Who sends a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    /// Requests.
    Buyer,
    /// Responses, errors, events, cards.
    Dealer,
}

impl Party {
    /// `buyer` or `dealer`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Party::Buyer => "buyer",
            Party::Dealer => "dealer",
        }
    }

    /// Who receives what this party sends.
    #[must_use]
    pub const fn other(self) -> Party {
        match self {
            Party::Buyer => Party::Dealer,
            Party::Dealer => Party::Buyer,
        }
    }
}

/// A payload in which a difference shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The payload's title.
    pub payload: String,
    /// The payload's schema file, in the new contract where that has it.
    pub file: String,
    /// Who sends it.
    pub sender: Party,
    /// What the difference does to those who send and receive it.
    pub wire: Impact,
    /// The same, counting also members that one contract leaves undeclared: an open object takes
    /// such a member with any value, and a closed one takes it with none.
    pub strict: Impact,
}

/// A difference between two contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its kind.
    pub rule: Rule,
    /// Where it stands in the old contract, or what there would hold it; none where nothing does.
    pub from: Option<Location>,
    /// Where it stands in the new contract, or what there would hold it; none where nothing does.
    pub to: Option<Location>,
    /// What differs, in a few words.
    pub detail: String,
    /// What it does on the wire, in any payload. In itself no payload, no message: additive.
    pub wire: Impact,
    /// What it does to Rust source that moves from the old contract's module to the new one's.
    pub source: Impact,
    /// The payloads in which it shows, those that buyers send first. Differences of `contract.toml`
    /// belong to no payload.
    pub reach: Vec<Reach>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

impl Change {
    /// Breaking where it breaks anybody, on the wire or in source.
    #[must_use]
    pub fn class(&self) -> Class {
        Class::breaking_if(self.wire.is_breaking() || self.source.is_breaking())
    }

    /// Whether it stands in `contract.toml`, not in a schema.
    #[must_use]
    pub fn is_fact(&self) -> bool {
        let location = self.to.as_ref().or(self.from.as_ref());
        location.is_some_and(|location| location.file == super::facts::FILE)
    }

    /// The version bump that the specification's policy asks for: what is added asks for a minor
    /// one, what is removed, renamed, narrowed or otherwise breaks on the wire for a major one.
    #[must_use]
    pub fn bump(&self) -> Bump {
        match (self.rule.least_bump(), self.wire.is_breaking()) {
            // An error code may be added in a minor version, though old readers do not know it.
            (_, true) if self.rule == Rule::ErrorCodeAdded => Bump::Minor,
            (_, true) => Bump::Major,
            // What can only break on the wire did not: nothing was narrowed.
            (Bump::Major, false) if !self.removes() => Bump::Patch,
            (least, false) => least,
        }
    }

    fn removes(&self) -> bool {
        match self.rule {
            Rule::FileRemoved => true,
            Rule::MemberRemoved => !self.reach.is_empty(),
            _ => false,
        }
    }
}

/// What a difference does to the set of accepted instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effect {
    /// Something accepted before is refused now.
    pub tightens: bool,
    /// Something refused before is accepted now.
    pub loosens: bool,
}

impl Effect {
    pub(super) const NONE: Effect = Effect::new(false, false);
    pub(super) const TIGHTENS: Effect = Effect::new(true, false);
    pub(super) const LOOSENS: Effect = Effect::new(false, true);
    pub(super) const BOTH: Effect = Effect::new(true, true);

    pub(super) const fn new(tightens: bool, loosens: bool) -> Effect {
        Effect { tightens, loosens }
    }

    pub(super) fn or(self, other: Effect) -> Effect {
        Effect::new(
            self.tightens || other.tightens,
            self.loosens || other.loosens,
        )
    }

    pub(super) fn is_none(self) -> bool {
        self == Effect::NONE
    }

    pub(super) fn only_if(self, condition: bool) -> Effect {
        if condition { self } else { Effect::NONE }
    }

    pub(super) fn impact(self) -> Impact {
        Impact {
            sender: Class::breaking_if(self.tightens),
            receiver: Class::breaking_if(self.loosens),
        }
    }
}

/// How the instances of a subschema count for the schema around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Polarity {
    /// More instances of the part are more instances of the whole.
    #[default]
    Same,
    /// More instances of the part are fewer of the whole.
    Flipped,
    /// It depends.
    Mixed,
}

impl Polarity {
    pub(super) fn then(self, inner: Polarity) -> Polarity {
        match (self, inner) {
            (Polarity::Mixed, _) | (_, Polarity::Mixed) => Polarity::Mixed,
            (left, right) if left == right => Polarity::Same,
            _ => Polarity::Flipped,
        }
    }

    pub(super) fn apply(self, effect: Effect) -> Effect {
        match self {
            Polarity::Same => effect,
            Polarity::Flipped => Effect::new(effect.loosens, effect.tightens),
            Polarity::Mixed if effect.is_none() => effect,
            Polarity::Mixed => Effect::BOTH,
        }
    }
}
