//! The delay before a retry, in an error's details.

use std::time::Duration;

use serde_json::{Map, Value};

/// No delay is longer, so that adding one to the present does not overflow.
const MAX: Duration = Duration::from_millis(u64::MAX);

const MILLISECONDS: &str = "retry_after_ms";
const SECONDS: &str = "retry_after_seconds";

/// The delay that the details tell.
#[inline]
#[must_use]
pub fn delay(details: Option<&Value>) -> Option<Duration> {
    let details = details?.as_object()?;
    let read = |name, per_second| scaled(details.get(name)?, per_second);
    read(MILLISECONDS, 1_000).or_else(|| read(SECONDS, 1))
}

#[inline]
fn scaled(value: &Value, per_second: u64) -> Option<Duration> {
    let number = value.as_number()?;
    if let Some(whole) = number.as_u64() {
        let milliseconds = whole.saturating_mul(1_000 / per_second);
        return Some(Duration::from_millis(milliseconds));
    }
    let seconds = number.as_f64()? / per_second as f64;
    // -0.0 is no negative number.
    (seconds >= 0.0)
        .then(|| Duration::try_from_secs_f64(seconds.abs()).map_or(MAX, |it| it.min(MAX)))
}

/// Writes a delay into the details.
#[inline]
pub fn set(details: &mut Option<Value>, delay: Duration) {
    let milliseconds = delay.as_nanos().div_ceil(1_000_000);
    let milliseconds = u64::try_from(milliseconds).unwrap_or(u64::MAX);
    let mut members = match details.take() {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    };
    members.remove(SECONDS);
    members.insert(MILLISECONDS.to_owned(), milliseconds.into());
    *details = Some(Value::Object(members));
}
