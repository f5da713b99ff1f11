//! Writing typed values to any serializer.

use std::collections::BTreeMap;

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::number;

/// A type that can be written; serde's `Serialize` with JSON's limits on numbers.
pub trait Encode {
    /// Writes the value.
    ///
    /// # Errors
    /// The serializer's own; a number that is not finite; an extra member that is a declared one.
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// An [`Encode`] type as serde's `Serialize`.
#[derive(Debug)]
pub struct Encoded<'a, T: ?Sized>(pub &'a T);

impl<T: Encode + ?Sized> Serialize for Encoded<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }
}

/// Writes an object, member by member. The first error is kept until the end, and nothing is written
/// after it.
#[derive(Debug)]
pub struct Members<S: Serializer>(Result<S::SerializeMap, S::Error>);

impl<S: Serializer> Members<S> {
    /// Begins an object.
    pub fn begin(serializer: S) -> Members<S> {
        Members(serializer.serialize_map(None))
    }

    /// Writes a required member.
    pub fn required<T: Encode>(&mut self, name: &'static str, value: &T) {
        self.entry(name, &Encoded(value));
    }

    /// Writes an optional member, unless it is absent.
    pub fn optional<T: Encode>(&mut self, name: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// Writes the members that the schema does not name; `declared` are those that it does, sorted.
    /// One of those would be written twice, which is an error.
    pub fn extra(&mut self, extra: &Map<String, Value>, declared: &[&'static str]) {
        for (name, value) in extra {
            if self.0.is_err() {
                return;
            }
            if declared.binary_search(&name.as_str()).is_ok() {
                self.0 = Err(S::Error::custom(format_args!(
                    "extra holds {name:?}, which has a field of its own: set that field instead"
                )));
                return;
            }
            self.entry(name, value);
        }
    }

    /// Ends the object.
    ///
    /// # Errors
    /// The serializer's own, the values', and that of [`extra`](Self::extra): the first one.
    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.0?.end()
    }

    fn entry<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if let Ok(object) = &mut self.0
            && let Err(error) = object.serialize_entry(name, value)
        {
            self.0 = Err(error);
        }
    }
}

macro_rules! encode_as_serde {
    ($($name:ty),+) => {$(
        impl Encode for $name {
            fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )+};
}

encode_as_serde!(u64, i64, bool, String, (), Value, Map<String, Value>);

impl Encode for f64 {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.is_finite() {
            return Err(S::Error::custom(format_args!("JSON has no number {self}")));
        }
        // `113`, not `113.0`: an integer is written as one. -0.0 keeps its sign.
        match number::integer_of_f64(*self).and_then(|whole| i64::try_from(whole).ok()) {
            Some(whole) if whole != 0 || self.is_sign_positive() => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(*self),
        }
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().encode(serializer)
    }
}

/// A value or null.
impl<T: Encode> Encode for Option<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => serializer.serialize_some(&Encoded(value)),
            None => serializer.serialize_none(),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Encoded))
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, Encoded(value))))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use serde_json::json;

    use super::*;

    /// Notes what it is asked to write.
    struct Temperature<'a>(&'a str, f64, &'a RefCell<Vec<String>>);

    impl Encode for Temperature<'_> {
        fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.2.borrow_mut().push(self.0.to_owned());
            self.1.encode(serializer)
        }
    }

    struct Reading<'a> {
        inside: Temperature<'a>,
        outside: Option<Temperature<'a>>,
        extra: Map<String, Value>,
        water: Temperature<'a>,
    }

    impl Encode for Reading<'_> {
        fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut members = Members::<S>::begin(serializer);
            members.required("inside", &self.inside);
            members.optional("outside", &self.outside);
            members.extra(&self.extra, &["inside", "outside", "water"]);
            members.required("water", &self.water);
            members.end()
        }
    }

    #[test]
    fn the_first_error_ends_the_writing() {
        const TWICE: &str = "extra holds \"inside\", which has a field of its own: \
                             set that field instead";
        let whole = json!({"inside": 1, "outside": 2, "note": 0, "water": 3});
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        let cases = [
            ([1.0, 2.0, 3.0], "note", Ok(whole), 3),
            ([nan, 2.0, 3.0], "note", Err("JSON has no number NaN"), 1),
            (
                [1.0, infinite, nan],
                "inside",
                Err("JSON has no number inf"),
                2,
            ),
            ([1.0, 2.0, nan], "inside", Err(TWICE), 2),
            ([1.0, 2.0, nan], "note", Err("JSON has no number NaN"), 3),
        ];
        for ([inside, outside, water], name, outcome, written) in cases {
            let log = RefCell::default();
            let reading = Reading {
                inside: Temperature("inside", inside, &log),
                outside: Some(Temperature("outside", outside, &log)),
                extra: Map::from_iter([(name.to_owned(), Value::from(0))]),
                water: Temperature("water", water, &log),
            };
            let result = serde_json::to_value(Encoded(&reading));
            let result = result.map_err(|error| error.to_string());
            assert_eq!(result, outcome.map_err(str::to_owned));
            let all = ["inside", "outside", "water"];
            assert_eq!(*log.borrow(), all[..written]);
        }
    }
}
