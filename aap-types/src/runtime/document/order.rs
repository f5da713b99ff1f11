//! The order in which a text names its members, found where somebody asks for it.

use std::cell::OnceCell;

use crate::runtime::json_text::{Fault, JsonText};

/// A value of a JSON text: where its members and elements stand.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    text: &'a str,
    node: &'a Node,
}

/// Where a value begins, and what is in it once somebody has asked.
#[derive(Debug, Default)]
pub(super) struct Node {
    at: usize,
    inside: OnceCell<Inside>,
}

#[derive(Debug)]
enum Inside {
    Elements(Vec<Node>),
    /// Sorted by name.
    Members(Vec<Member>),
    /// The value is neither object nor array.
    Nothing,
}

#[derive(Debug)]
struct Member {
    name: Box<str>,
    /// How many stand before it.
    position: usize,
    node: Node,
}

impl<'a> Order<'a> {
    /// That of a whole text, which must be JSON.
    pub(super) const fn new(text: &'a str, root: &'a Node) -> Order<'a> {
        Order { text, node: root }
    }

    /// A member's position and order.
    #[inline]
    #[must_use]
    pub fn member(self, name: &str) -> Option<(usize, Order<'a>)> {
        let Inside::Members(members) = self.inside() else {
            return None;
        };
        let found = members.binary_search_by(|member| (*member.name).cmp(name));
        let Member { position, node, .. } = members.get(found.ok()?)?;
        Some((*position, self.of(node)))
    }

    /// An element's order.
    #[inline]
    #[must_use]
    pub fn element(self, index: usize) -> Option<Order<'a>> {
        match self.inside() {
            Inside::Elements(elements) => elements.get(index).map(|node| self.of(node)),
            _ => None,
        }
    }

    /// The text from here on.
    pub(in crate::runtime) const fn text(self) -> JsonText<'a> {
        JsonText::new_at(self.text, self.node.at)
    }

    const fn of(self, node: &'a Node) -> Order<'a> {
        Order { node, ..self }
    }

    /// Each text that is asked for its order has been read before; what is no JSON has none.
    #[inline]
    fn inside(self) -> &'a Inside {
        let inside = &self.node.inside;
        inside.get_or_init(|| read(self.text()).unwrap_or(Inside::Nothing))
    }
}

/// What is in the value that begins here; what is further inside is stepped over.
#[inline]
fn read(mut text: JsonText<'_>) -> Result<Inside, Fault> {
    let mut first = true;
    match text.next_byte() {
        Some(b'[') => {
            let mut elements = Vec::new();
            text.open(b'[')?;
            while text.next_element(&mut first)? {
                elements.push(node(&mut text)?);
            }
            Ok(Inside::Elements(elements))
        }
        Some(b'{') => {
            let mut members = Vec::new();
            text.open(b'{')?;
            while let Some(name) = text.next_name(&mut first)? {
                members.push(Member {
                    name: name.into(),
                    position: members.len(),
                    node: node(&mut text)?,
                });
            }
            members.sort_unstable_by(|left, right| left.name.cmp(&right.name));
            Ok(Inside::Members(members))
        }
        _ => Ok(Inside::Nothing),
    }
}

/// The value that begins here, which is stepped over.
#[inline]
fn node(text: &mut JsonText<'_>) -> Result<Node, Fault> {
    let at = text.place();
    text.skip()?;
    Ok(Node {
        at,
        inside: OnceCell::new(),
    })
}
