//! Cuts one JSON array into its elements, without a look at what they mean.

use super::pool::{Cut, Split};
use super::{ArrayFault, FeedError};

/// The cutter of elements.
#[derive(Debug, Default)]
pub(super) struct Elements {
    place: Place,
    /// How many elements have been seen to their end.
    count: u64,
    /// How many bytes of the stream lie before the buffer.
    before: u64,
}

/// Where in the text the next byte is.
#[derive(Debug, Default)]
enum Place {
    #[default]
    BeforeArray,
    AfterBracket,
    AfterComma,
    Inside(Element),
    AfterElement,
    BehindArray,
}

/// An element that has not been seen to its end; one without depth and text is a number or a word.
#[derive(Debug, Default)]
struct Element {
    /// How many objects and arrays are open. Which is which does not matter: an element whose
    /// brackets do not match is not JSON, and is rejected for itself.
    depth: usize,
    /// Whether a string is open.
    text: bool,
    /// Whether a backslash was the last byte of an open string.
    escaped: bool,
}

impl Element {
    fn beginning_with(byte: u8) -> Element {
        Element {
            depth: usize::from(matches!(byte, b'{' | b'[')),
            text: byte == b'"',
            escaped: false,
        }
    }

    /// How many of the bytes are the element's, and whether it ends with them.
    #[inline]
    fn take(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.text {
                if std::mem::take(&mut self.escaped) {
                    at += 1;
                    continue;
                }
                let is_mark = |byte: &u8| matches!(byte, b'"' | b'\\');
                let Some(length) = bytes[at..].iter().position(is_mark) else {
                    break;
                };
                at += length + 1;
                self.escaped = bytes[at - 1] == b'\\';
                self.text = self.escaped;
                if !self.text && self.depth == 0 {
                    return (at, true);
                }
            } else if self.depth > 0 {
                at += 1;
                match byte {
                    b'"' => self.text = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => {
                        self.depth -= 1;
                        if self.depth == 0 {
                            return (at, true);
                        }
                    }
                    _ => {}
                }
            } else {
                let is_end = |byte: &u8| {
                    is_space(*byte) || matches!(byte, b',' | b']' | b'}' | b'[' | b'{' | b'"')
                };
                let Some(length) = bytes[at..].iter().position(is_end) else {
                    break;
                };
                return (at + length, true);
            }
        }
        (bytes.len(), false)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl Elements {
    #[inline]
    fn fault(&self, at: usize, fault: ArrayFault) -> FeedError {
        FeedError::Array {
            offset: self.before + at as u64,
            fault,
        }
    }
}

impl Split for Elements {
    #[inline]
    fn split(
        &mut self,
        buffer: &[u8],
        seen: usize,
        cuts: &mut Vec<Cut>,
    ) -> Result<usize, FeedError> {
        // An element that goes on from the last time has been kept from its beginning.
        let (mut start, mut at) = (0, seen);
        while let Some(&byte) = buffer.get(at) {
            if let Place::Inside(element) = &mut self.place {
                let (length, ends) = element.take(&buffer[at..]);
                at += length;
                if ends {
                    cuts.push(Cut {
                        position: self.count,
                        bytes: start..at,
                    });
                    self.count += 1;
                    self.place = Place::AfterElement;
                }
                continue;
            }
            if !is_space(byte) {
                self.place = match (&self.place, byte) {
                    (Place::BeforeArray, b'[') => Place::AfterBracket,
                    (Place::BeforeArray, _) => {
                        return Err(self.fault(at, ArrayFault::NotAnArray));
                    }
                    (Place::AfterElement, b',') => Place::AfterComma,
                    (Place::AfterBracket | Place::AfterElement, b']') => Place::BehindArray,
                    (Place::AfterElement, _) => {
                        return Err(self.fault(at, ArrayFault::MissingComma));
                    }
                    (Place::BehindArray, _) => return Err(self.fault(at, ArrayFault::Trailing)),
                    (_, b',' | b']' | b'}') => {
                        return Err(self.fault(at, ArrayFault::MissingElement));
                    }
                    (_, byte) => {
                        start = at;
                        Place::Inside(Element::beginning_with(byte))
                    }
                };
            }
            at += 1;
        }
        let rest = match self.place {
            Place::Inside(_) => start,
            _ => buffer.len(),
        };
        self.before += rest as u64;
        Ok(rest)
    }

    #[inline]
    fn end(&mut self, rest: &[u8], _: &mut Vec<Cut>) -> Result<(), FeedError> {
        match self.place {
            Place::BehindArray => Ok(()),
            Place::BeforeArray => Err(self.fault(rest.len(), ArrayFault::NotAnArray)),
            _ => Err(self.fault(rest.len(), ArrayFault::Unclosed)),
        }
    }
}
