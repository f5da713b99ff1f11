//! Fingerprints of values: equal values have equal ones.

use crate::runtime::json_text::{Fault, JsonText, Number};
use crate::runtime::number::Identity;

impl JsonText<'_> {
    /// Steps over a value and tells its fingerprint.
    #[inline]
    pub(super) fn fingerprint(&mut self) -> Result<u64, Fault> {
        match self.next_byte() {
            Some(b'"') => Ok(of_text(&self.string()?)),
            Some(b't' | b'f') => Ok(mix(1, u64::from(self.bool()?))),
            Some(b'n') => self.null().map(|()| 0),
            Some(b'[') => {
                let (mut first, mut fingerprint) = (true, 4);
                self.open(b'[')?;
                while self.advance(b']', &mut first)? {
                    fingerprint = mix(fingerprint, self.fingerprint()?);
                }
                self.close(b']')?;
                Ok(fingerprint)
            }
            Some(b'{') => {
                let (mut first, mut fingerprint) = (true, 5_u64);
                self.open(b'{')?;
                while self.advance(b'}', &mut first)? {
                    let name = of_text(&self.name()?);
                    // Whatever the order of the members.
                    fingerprint = fingerprint.wrapping_add(mix(name, self.fingerprint()?));
                }
                self.close(b'}')?;
                Ok(fingerprint)
            }
            _ => of_number(self.number()?),
        }
    }
}

#[inline]
fn mix(left: u64, right: u64) -> u64 {
    (left.rotate_left(5) ^ right).wrapping_mul(0x517c_c1b7_2722_0a95)
}

#[inline]
fn of_text(text: &str) -> u64 {
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    let start = mix(3, text.len() as u64);
    let hash = chunks
        .iter()
        .fold(start, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    rest.iter()
        .fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

#[inline]
fn of_number(number: Number<'_>) -> Result<u64, Fault> {
    let identity = match number {
        Number::Unsigned(value) => Identity::Unsigned(value),
        Number::Signed(value) => Identity::of_signed(value),
        Number::Float(value) => Identity::of_float(value),
        Number::Text(text) => Identity::of_float(text.parse().map_err(|_| Fault)?),
    };
    Ok(match identity {
        Identity::Unsigned(value) => mix(2, value),
        Identity::Negative(value) => mix(6, value.cast_unsigned()),
        Identity::Float(bits) => mix(7, bits),
    })
}
