//! Numbers by mathematical value, whatever their spelling.

use std::cmp::Ordering;
use std::sync::LazyLock;

use serde_json::Number as JsonNumber;

use super::schema::{Holds, Number};

/// The largest magnitude up to which every integer is an exact `f64`: 2^53.
pub const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// [`MAX_EXACT`] as an integer.
pub(super) const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// Whether serde_json keeps the text of numbers: its feature `arbitrary_precision`, which any crate of
/// a build can switch on.
#[must_use]
pub fn are_arbitrarily_precise() -> bool {
    static KEEPS_TEXT: LazyLock<bool> = LazyLock::new(|| "1e999".parse::<JsonNumber>().is_ok());
    *KEEPS_TEXT
}

/// What equal numbers have in common and others do not, for numbers that are not kept as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// The bits of any other float.
    Float(u64),
}

impl Identity {
    /// The identity of an integer.
    #[must_use]
    pub fn of_signed(value: i64) -> Identity {
        u64::try_from(value).map_or(Identity::Negative(value), Identity::Unsigned)
    }

    /// The identity of a float, which is as large as its shortest spelling says.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "compared before; an integer up to 2^53 is exact"
    )]
    #[must_use]
    pub fn of_float(value: f64) -> Identity {
        if value.fract() != 0.0 {
            return Identity::Float(value.to_bits());
        }
        if value.abs() <= MAX_EXACT {
            return Identity::of_signed(value as i64);
        }
        let spelled = value.to_string();
        if let Ok(value) = spelled.parse() {
            Identity::Unsigned(value)
        } else {
            let negative = spelled.parse().map(Identity::Negative);
            negative.unwrap_or(Identity::Float(value.to_bits()))
        }
    }
}

/// What the number has in common with equal ones.
#[must_use]
pub fn identity(value: &JsonNumber) -> Identity {
    if let Some(value) = value.as_u64() {
        Identity::Unsigned(value)
    } else if let Some(value) = value.as_i64() {
        Identity::of_signed(value)
    } else {
        Identity::of_float(value.as_f64().unwrap_or_default())
    }
}

/// A decimal number without leading or trailing zero digits: `digits × 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// Values 0 to 9; empty for zero.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a number in JSON's spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Decimal> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, saturating_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = Vec::with_capacity(whole.len() + fraction.len());
        for byte in whole.bytes().chain(fraction.bytes()) {
            match byte {
                b'0' if digits.is_empty() => {}
                b'0'..=b'9' => digits.push(byte - b'0'),
                _ => return None,
            }
        }
        let mut exponent = exponent.saturating_sub(i64::try_from(fraction.len()).ok()?);
        while digits.last() == Some(&0) {
            digits.pop();
            exponent = exponent.saturating_add(1);
        }
        if digits.is_empty() {
            return Some(Decimal {
                negative: false,
                digits,
                exponent: 0,
            });
        }
        Some(Decimal {
            negative,
            digits,
            exponent,
        })
    }

    fn of(number: &JsonNumber) -> Option<Decimal> {
        Decimal::parse(&number.to_string())
    }

    /// Whether the number has no fraction.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The integer, where it has no fraction and fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        if !self.is_integer() || self.exponent > 38 {
            return None;
        }
        let mut value: i128 = 0;
        let zeros = usize::try_from(self.exponent).ok()?;
        for digit in self
            .digits
            .iter()
            .copied()
            .chain(std::iter::repeat_n(0, zeros))
        {
            value = value.checked_mul(10)?.checked_add(i128::from(digit))?;
        }
        Some(if self.negative { -value } else { value })
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Position of the leading digit: comparing it first keeps huge exponents cheap.
    fn magnitude(&self) -> i64 {
        self.exponent
            .saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn cmp_magnitude(&self, other: &Decimal) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        self.magnitude()
            .cmp(&other.magnitude())
            .then_with(|| self.digits.cmp(&other.digits))
    }

    /// Whether the number is `divisor` times an integer.
    #[must_use]
    pub fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if self.is_zero() {
            return true;
        }
        // Our digits do not end in zero, so a finer last place than the divisor's leaves a rest.
        let Some(shift) = self
            .exponent
            .checked_sub(divisor.exponent)
            .filter(|shift| *shift >= 0)
        else {
            return false;
        };
        let modulus = divisor.digits.iter().fold(0u128, |sum, digit| {
            sum.saturating_mul(10).saturating_add(u128::from(*digit))
        });
        // The generator refuses divisors of more than 18 digits, so products fit in 128 bits.
        if modulus == 0 || modulus > u128::from(u64::MAX) {
            return false;
        }
        let rest = self.digits.iter().fold(0u128, |rest, digit| {
            (rest * 10 + u128::from(*digit)) % modulus
        });
        (rest * power_of_ten(shift, modulus)).is_multiple_of(modulus)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// 10^`exponent` modulo `modulus`, by squaring.
fn power_of_ten(exponent: i64, modulus: u128) -> u128 {
    let (mut result, mut base, mut left) = (1 % modulus, 10 % modulus, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        left >>= 1;
    }
    result
}

fn saturating_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // An exponent beyond 2^62 compares like 2^62: no instance is long enough to tell.
    const LIMIT: i64 = 1 << 62;
    let value = digits.parse::<i64>().unwrap_or(LIMIT).min(LIMIT);
    Some(if text.starts_with('-') { -value } else { value })
}

fn integer(number: &JsonNumber) -> Option<i128> {
    number
        .as_u64()
        .map(i128::from)
        .or_else(|| number.as_i64().map(i128::from))
}

/// Whether the number has no fraction: `1.0` has none.
#[must_use]
pub fn is_integer(number: &JsonNumber) -> bool {
    if integer(number).is_some() {
        return true;
    }
    // Rounding to f64 never gives an integer a fraction, so a fraction decides at once.
    match number.as_f64() {
        Some(value) if value.fract() != 0.0 => false,
        Some(_) if !are_arbitrarily_precise() => true,
        _ => Decimal::of(number).is_some_and(|decimal| decimal.is_integer()),
    }
}

/// Compares an instance with a bound.
#[must_use]
pub fn compare(number: &JsonNumber, bound: &Number) -> Ordering {
    if let (Some(value), Number::Integer(bound)) = (integer(number), bound) {
        return value.cmp(bound);
    }
    if let (Some(value), Number::Integer(bound)) = (exact_float(number), bound)
        && let Some(bound) = float_of_integer(*bound)
        && let Some(order) = value.partial_cmp(&bound)
    {
        return order;
    }
    let bound = bound.to_decimal();
    match Decimal::of(number) {
        Some(value) => value.cmp(&bound),
        // serde_json prints every number in JSON's spelling, which always parses.
        None => Ordering::Equal,
    }
}

/// The number as a float, where the float is all that there is to it.
fn exact_float(number: &JsonNumber) -> Option<f64> {
    if are_arbitrarily_precise() {
        return None;
    }
    number.as_f64().filter(|_| number.is_f64())
}

/// Whether an instance is a multiple of `divisor`.
#[must_use]
pub fn is_multiple_of(number: &JsonNumber, divisor: &Number) -> bool {
    if let (Some(value), Number::Integer(divisor)) = (integer(number), divisor) {
        return *divisor != 0 && value % divisor == 0;
    }
    let divisor = divisor.to_decimal();
    Decimal::of(number).is_some_and(|value| value.is_multiple_of(&divisor))
}

/// Whether two numbers have the same value.
#[must_use]
pub fn equal(left: &JsonNumber, right: &JsonNumber) -> bool {
    if let (Some(left), Some(right)) = (integer(left), integer(right)) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (exact_float(left), exact_float(right)) {
        return left == right;
    }
    Decimal::of(left) == Decimal::of(right)
}

/// Whether a number has the value of a schema's literal.
#[must_use]
pub fn equals(number: &JsonNumber, literal: &Number) -> bool {
    compare(number, literal) == Ordering::Equal
}

/// The number's value, fit for hashing: equal values give equal results.
#[must_use]
pub fn canonical(number: &JsonNumber) -> Option<Decimal> {
    Decimal::of(number)
}

/// Whether the Rust type holds the number without changing its value.
#[must_use]
pub fn holds(number: &JsonNumber, holds: Holds) -> bool {
    match holds {
        Holds::U64 => to_u64(number).is_some(),
        Holds::I64 => to_i64(number).is_some(),
        Holds::F64 => to_f64(number).is_some(),
        Holds::I64OrF64 => to_i64(number).is_some() || to_f64(number).is_some(),
    }
}

/// The number as `u64`, where that is exact.
#[must_use]
pub fn to_u64(number: &JsonNumber) -> Option<u64> {
    number
        .as_u64()
        .or_else(|| to_i128(number).and_then(|value| u64::try_from(value).ok()))
}

/// The number as `i64`, where that is exact.
#[must_use]
pub fn to_i64(number: &JsonNumber) -> Option<i64> {
    number
        .as_i64()
        .or_else(|| to_i128(number).and_then(|value| i64::try_from(value).ok()))
}

fn to_i128(number: &JsonNumber) -> Option<i128> {
    if let Some(value) = integer(number) {
        return Some(value);
    }
    if number.is_f64() {
        // From 2^53 on an f64 no longer tells which integer was written.
        return number.as_f64().and_then(integer_of_f64);
    }
    Decimal::of(number)?.to_i128()
}

/// The integer that a float is, as long as the float still tells which one was written.
#[must_use]
pub fn integer_of_f64(value: f64) -> Option<i128> {
    if value.fract() != 0.0 || value.abs() >= MAX_EXACT {
        return None;
    }
    // In range by the line above, so the conversion is exact.
    #[allow(clippy::cast_possible_truncation)]
    Some(value as i128)
}

/// The number as `f64`: integers up to 2^53 exactly, fractions as the nearest value.
#[must_use]
pub fn to_f64(number: &JsonNumber) -> Option<f64> {
    let value = number.as_f64().filter(|value| value.is_finite())?;
    match integer(number) {
        Some(whole) => float_of_integer(whole),
        None => Some(value),
    }
}

/// The integer as `f64`; only up to 2^53 does a float tell which integer was written.
#[must_use]
pub fn float_of_integer(value: i128) -> Option<f64> {
    let limit = 1 << 53;
    #[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
    (-limit..=limit).contains(&value).then_some(value as f64)
}

impl Number {
    fn to_decimal(self) -> Decimal {
        let parsed = match self {
            Number::Integer(value) => Decimal::parse(&value.to_string()),
            Number::Decimal(text) => Decimal::parse(text),
        };
        // The generator writes numbers in JSON's spelling only, which always parses.
        parsed.unwrap_or(Decimal {
            negative: false,
            digits: Vec::new(),
            exponent: 0,
        })
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer(value) => write!(f, "{value}"),
            Number::Decimal(text) => f.write_str(text),
        }
    }
}
