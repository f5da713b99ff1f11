//! JSON in the order of members that its text had.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::runtime::document::Order;

/// A value that serialises in the order of its text, whatever order its map type keeps.
pub(super) struct Ordered<'a> {
    pub(super) value: &'a Value,
    pub(super) order: Order<'a>,
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Array(elements) => {
                let elements = elements.iter().enumerate();
                serializer.collect_seq(elements.filter_map(|(index, value)| {
                    let order = self.order.element(index)?;
                    Some(Ordered { value, order })
                }))
            }
            Value::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .filter_map(|(name, value)| {
                        let (position, order) = self.order.member(name)?;
                        Some((position, name, Ordered { value, order }))
                    })
                    .collect();
                members.sort_by_key(|(position, ..)| *position);
                serializer.collect_map(members.iter().map(|(_, name, value)| (name, value)))
            }
            value => value.serialize(serializer),
        }
    }
}
