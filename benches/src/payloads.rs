//! What is read: the examples of the contract, and search responses grown from them.

use std::fmt;

use aap_types::{Payload, v1_3};
use serde_json::{Map, Value, json};

use crate::Outcome;
use crate::kinds::Kind;
use crate::{text, violations};

/// Which payload it is, and how many violations it has.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// What it is.
    pub name: &'static str,
    /// How many violations it has.
    pub violations: usize,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.violations {
            0 => f.write_str(self.name),
            1 => write!(f, "{}, 1 violation", self.name),
            many => write!(f, "{}, {many} violations", self.name),
        }
    }
}

/// A document as text and as value.
#[derive(Debug)]
pub struct Sample {
    /// Which it is.
    pub label: Label,
    /// Without white space, the members in the order of the schema.
    pub text: Vec<u8>,
    /// The same.
    pub value: Value,
}

impl Sample {
    /// A valid document with as many violations put in.
    ///
    /// # Errors
    /// The document is not valid, or has no room for so many violations.
    pub fn new<K: Kind>(label: Label, valid: &Value) -> Outcome<Sample> {
        let value = violations::put_in(valid, label.violations, |value| {
            aap_types::validate::<K::Ours>(value).map_or_else(|found| found.len(), |()| 0)
        })?;
        let typed: K::Ours = aap_types::from_value(valid.clone())?;
        let text = text::in_order_of(&value, &serde_json::to_string(&typed)?);
        Ok(Sample { label, text, value })
    }
}

/// An example payload, by its file's name without `.json`.
///
/// # Errors
/// The contract has no such example.
pub fn example(name: &str) -> Outcome<Value> {
    let contract = aap_schemas::by_name(crate::CONTRACT).ok_or("no such contract")?;
    let file = contract
        .examples
        .iter()
        .find(|file| file.path.strip_suffix(".json") == Some(name))
        .ok_or_else(|| format!("no example {name}"))?;
    Ok(serde_json::from_str(file.text)?)
}

/// A search response with a page of as many vehicles, each of about two kilobytes.
///
/// # Errors
/// The contract lacks an example.
pub fn search_response(vehicles: usize) -> Outcome<Value> {
    let listings = Listings::new()?;
    let page: Vec<Value> = (0..vehicles).map(|index| listings.vehicle(index)).collect();
    Ok(json!({
        "type": "inventory.search.response",
        "data": {"total": vehicles, "skip": 0, "limit": vehicles, "vehicles": page},
        "message": "Prices are good until Saturday."
    }))
}

/// The texts of vehicles as they stand in such a response.
///
/// # Errors
/// The contract lacks an example.
pub fn vehicle_texts(vehicles: usize) -> Outcome<Vec<String>> {
    let listings = Listings::new()?;
    let text = |index| -> Outcome<String> {
        let vehicle: v1_3::Vehicle = aap_types::from_value(listings.vehicle(index))?;
        Ok(serde_json::to_string(&vehicle)?)
    };
    (0..vehicles).map(text).collect()
}

/// The text of such a response whose page has as many vehicles, over and over those of a list.
#[must_use]
pub fn search_text(list: &[String], vehicles: usize) -> Vec<u8> {
    let mut text =
        format!(r#"{{"type":"inventory.search.response","data":{{"total":{vehicles},"vehicles":["#);
    for (index, vehicle) in list.iter().cycle().take(vehicles).enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(vehicle);
    }
    text.push_str("]}}");
    text.into_bytes()
}

/// Where the vehicles of a page come from.
struct Listings {
    models: Vec<Map<String, Value>>,
}

impl Listings {
    /// Three examples of different kinds, each with the unknown members that it has itself; a
    /// declared member that one leaves out it has from the first.
    fn new() -> Outcome<Listings> {
        let vehicle = |kind: &str| -> Outcome<Map<String, Value>> {
            let response = example(&format!("vehicle-detail-response.{kind}"))?;
            Ok(response["data"].as_object().ok_or("no vehicle")?.clone())
        };
        let first = vehicle("full")?;
        let mut declared = first.clone();
        let schema: Value = serde_json::from_str(v1_3::Vehicle::SCHEMA)?;
        declared.retain(|name, _| schema["properties"].get(name).is_some());
        let mut models = vec![first];
        for kind in ["electric", "motorcycle"] {
            let mut model = declared.clone();
            model.extend(vehicle(kind)?);
            models.push(model);
        }
        Ok(Listings { models })
    }

    fn vehicle(&self, index: usize) -> Value {
        let mut vehicle = self.models[index % self.models.len()].clone();
        let mut set = |name: &str, value: Value| vehicle.insert(name.to_owned(), value);
        set("vin", format!("4S4BTGND8R{:07}", index % 10_000_000).into());
        set("stock", format!("PR-{index}").into());
        set("vehicle_id", format!("unit-{index}").into());
        set("year", (2015 + index % 12).into());
        set("price", (18_000 + index * 37 % 40_000).into());
        set("mileage", (index * 911 % 120_000).into());
        set(
            "features",
            EQUIPMENT
                .iter()
                .cycle()
                .skip(index)
                .take(12)
                .copied()
                .collect(),
        );
        let photos = 0..8;
        let photo = |view| format!("https://img.pineridge.example/{index}/view-{view}.jpg?w=1600");
        set("photos", photos.map(photo).collect());
        set(
            "vdp_url",
            format!("https://www.pineridge.example/stock/{index}").into(),
        );
        set("description", DESCRIPTION.into());
        Value::Object(vehicle)
    }
}

const EQUIPMENT: [&str; 16] = [
    "Tow hitch",
    "Heated steering wheel",
    "Hands-free tailgate",
    "Panoramic roof",
    "Adaptive cruise control",
    "Blind spot monitor",
    "Leather seats",
    "Heated rear seats",
    "Head-up display",
    "Surround view camera",
    "Wireless charging pad",
    "Roof rails",
    "Remote start",
    "Memory seats",
    "Power liftgate",
    "Third row seats",
];

const DESCRIPTION: &str = "One owner, serviced in our own workshop since new — four new tires, \
    fresh brakes, both keys and every receipt are in the glove box. The \"Outdoor\" package adds a \
    washable floor, a roof tent mount and a 400 W outlet in the trunk. Ask for a drive around the \
    lake, or have it brought to you within forty miles.";
