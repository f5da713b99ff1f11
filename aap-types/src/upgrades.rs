//! From a contract to the next one.
//!
//! Each pair of neighbouring contracts has a module here that says how each payload is upgraded.
//! Both contracts' features must be on; the conversions are the standard library's:
//!
//! - `From` where every value of the old type is one of the new type, member by member. It cannot
//!   fail, and what was valid stays valid.
//! - `TryFrom`, of the value or of a reference to it, where the new contract refuses something that
//!   the old one accepts: a member that is required now or no longer known, a narrower list, bound
//!   or pattern. Then an [`UpgradeError`] names every [`Loss`], not only the first.
//!
//! Nothing is dropped and nothing made up: as JSON the value is the same before and after. A member
//! that the old contract left undeclared moves to the field that the new one has for it, or is
//! refused; one that the new contract leaves undeclared moves to `extra`. The one thing filled in is
//! a member that the new contract requires at the top of a payload and for which there is but one
//! text; the pair's module names it.
//!
//! The extension URI by which an agent card pins a contract is no text like others: which contracts
//! an agent speaks is for the agent to say. So a card becomes one of the next contract only where it
//! lists that contract too, else the missing entry is a loss. To move an agent to the next contract,
//! add the entry first, or build the card anew with [`publish`](crate::profile::publish).
//!
//! ```
//! # #[cfg(all(feature = "v1_2", feature = "v1_3"))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use aap_types::{v1_2, v1_3};
//!
//! let mut vehicle = v1_2::Vehicle::new();
//! vehicle.make = Some("Honda".to_owned());
//! // v1.2 does not know of fees, so this is an undeclared member with a meaning of its own.
//! vehicle.extra.insert("fees".to_owned(), "none".into());
//!
//! let error = v1_3::Vehicle::try_from(&vehicle).unwrap_err();
//! assert_eq!(error.losses()[0].instance_location, "/fees");
//!
//! vehicle.extra.remove("fees");
//! let vehicle = v1_3::Vehicle::try_from(vehicle)?;
//! assert_eq!(vehicle.make.as_deref(), Some("Honda"));
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "v1_2", feature = "v1_3")))]
//! # fn main() {}
//! ```

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::payload::{Contract, Payload, to_value};
use crate::pointer::JsonPointer;
use crate::rejection::Unrepresentable;
use crate::runtime::decode::FromSerde;
use crate::runtime::report;
use crate::violation::Violation;

/// `TryFrom` by checking against the new contract; members that may be filled in follow.
#[allow(unused_macros, reason = "only pairs of contracts need it")]
macro_rules! narrowing {
    ($old:ty => $new:ty $(, $member:literal: $text:literal)*) => {
        impl TryFrom<&$old> for $new {
            type Error = $crate::upgrades::UpgradeError;

            fn try_from(old: &$old) -> Result<Self, Self::Error> {
                $crate::upgrades::upgrade(old, &[$(($member, $text)),*])
            }
        }

        impl TryFrom<$old> for $new {
            type Error = $crate::upgrades::UpgradeError;

            fn try_from(old: $old) -> Result<Self, Self::Error> {
                Self::try_from(&old)
            }
        }
    };
}

#[rustfmt::skip]
mod pairs;

#[allow(
    unused_imports,
    reason = "without neighbouring contracts there is nothing in it"
)]
pub use pairs::*;

/// A value that has no equal in another contract, and everything that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpgradeError {
    payload: &'static str,
    from: &'static str,
    to: &'static str,
    losses: Vec<Loss>,
}

impl UpgradeError {
    /// The name of the payload in the old contract, such as `Vehicle`.
    #[must_use]
    pub fn payload(&self) -> &'static str {
        self.payload
    }

    /// The name of the old contract, such as `v1.2`.
    #[must_use]
    pub fn from(&self) -> &'static str {
        self.from
    }

    /// The name of the new contract.
    #[must_use]
    pub fn to(&self) -> &'static str {
        self.to
    }

    /// Everything that stands in the way: at least one, in the value's order.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// The losses, without copying them.
    #[must_use]
    pub fn into_losses(self) -> Vec<Loss> {
        self.losses
    }
}

impl fmt::Display for UpgradeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UpgradeError {
            payload,
            from,
            to,
            losses,
        } = self;
        write!(f, "this {payload} of {from} is none of {to}:")?;
        match losses.as_slice() {
            [only] => write!(f, " {only}"),
            many => many.iter().try_for_each(|loss| write!(f, "\n  {loss}")),
        }
    }
}

impl std::error::Error for UpgradeError {}

/// One thing of a value that has no place in the new contract, or that it lacks there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The place in the value's JSON; that of the object where a member is missing.
    pub instance_location: JsonPointer,
    /// The kind.
    pub kind: LossKind,
    /// The keyword of the new contract's schema that the value breaks, if it breaks one.
    pub keyword: Option<Cow<'static, str>>,
    /// What the new contract wants and what was found, for a person.
    pub message: String,
}

/// Why something stands in the way of an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossKind {
    /// The new contract requires a member that the value does not have.
    Missing,
    /// The new contract allows no member of this name here.
    Unknown,
    /// The new contract refuses the value: a narrower list, bound, pattern, format or shape.
    Refused,
    /// The new contract's Rust type cannot hold the number unchanged.
    Unrepresentable,
}

impl LossKind {
    fn of(keyword: &str) -> LossKind {
        match keyword {
            "required" | "dependentRequired" => LossKind::Missing,
            "additionalProperties" | "unevaluatedProperties" | "propertyNames" => LossKind::Unknown,
            _ => LossKind::Refused,
        }
    }
}

impl From<Violation> for Loss {
    #[inline]
    fn from(violation: Violation) -> Loss {
        Loss {
            instance_location: violation.instance_location,
            kind: LossKind::of(&violation.keyword),
            keyword: Some(violation.keyword),
            message: violation.message,
        }
    }
}

impl From<Unrepresentable> for Loss {
    #[inline]
    fn from(number: Unrepresentable) -> Loss {
        Loss {
            instance_location: number.instance_location,
            kind: LossKind::Unrepresentable,
            keyword: None,
            message: number.message,
        }
    }
}

impl fmt::Display for Loss {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.instance_location.as_str() {
            "" => "(whole document)",
            place => place,
        };
        match &self.keyword {
            Some(keyword) => write!(f, "{place}: {keyword}: {}", self.message),
            None => write!(f, "{place}: {}", self.message),
        }
    }
}

/// Checks the old value's JSON against the new contract and reads it by that.
///
/// A type holds everything of what its schema accepts, so that nothing can get lost on the way.
#[allow(dead_code, reason = "only pairs of contracts need it")]
fn upgrade<A: Payload, B: Payload>(
    old: &A,
    constants: &[(&'static str, &'static str)],
) -> Result<B, UpgradeError> {
    let refused = |losses: Vec<Loss>| UpgradeError {
        payload: A::NAME,
        from: A::Contract::NAME,
        to: B::Contract::NAME,
        losses,
    };
    let mut value = to_value(old)
        .map_err(|violations| refused(violations.into_iter().map(Loss::from).collect()))?;
    if let Value::Object(members) = &mut value {
        for (member, text) in constants {
            members.entry(*member).or_insert_with(|| Value::from(*text));
        }
    }
    let report = report::report(B::schema(), &value, None);
    let violations = report.violations.into_iter().map(Loss::from);
    let numbers = report.unrepresentable.into_iter().map(Loss::from);
    let losses: Vec<Loss> = violations.chain(numbers).collect();
    if !losses.is_empty() {
        return Err(refused(losses));
    }
    B::decode(FromSerde(&value)).map_err(|error| {
        let loss = Unrepresentable {
            instance_location: JsonPointer::root(),
            message: error.to_string(),
        };
        refused(vec![loss.into()])
    })
}
