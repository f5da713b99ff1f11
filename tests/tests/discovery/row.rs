//! A row of the table of cards.

use aap_tests::known;
use aap_types::profile::discovery::{self, Options};
use serde_json::{Value, json};

use super::{Edit, GONE, departures, edited, uri};

/// What a card should turn out to be.
pub struct Row {
    reason: &'static str,
    /// None where a contract that the row is about is not there or not finished.
    card: Option<Value>,
    options: Options,
    /// The contract to speak; none for a generic agent.
    speak: Option<&'static str>,
    skills: &'static str,
    /// The binding and the place of the interface to use.
    interface: &'static str,
    departures: Vec<&'static str>,
}

impl Row {
    pub fn of(reason: &'static str, name: &'static str, edits: &[Edit]) -> Row {
        Row {
            reason,
            card: known::finished_named(name)
                .map(|_| edited(name, edits))
                .filter(|card| !card.to_string().contains(GONE)),
            options: Options::default(),
            speak: Some(name),
            skills: "inventory.search lead.submit",
            interface: match name {
                "v0.1" => "JSONRPC /supported_interfaces/0",
                _ => "JSONRPC /supportedInterfaces/0",
            },
            departures: Vec::new(),
        }
    }

    pub fn speaks(mut self, name: &'static str) -> Row {
        self.speak = Some(name);
        self
    }

    pub fn generic(mut self) -> Row {
        self.speak = None;
        self
    }

    pub fn skills(mut self, skills: &'static str) -> Row {
        self.skills = skills;
        self
    }

    pub fn interface(mut self, interface: &'static str) -> Row {
        self.interface = interface;
        self
    }

    pub fn options(mut self, options: Options) -> Row {
        self.options = options;
        self
    }

    pub fn departs(mut self, departures: &[&'static str]) -> Row {
        self.departures = departures.to_vec();
        self
    }

    pub fn check(&self) {
        let reason = self.reason;
        let Some(card) = &self.card else {
            known::skipped(reason);
            return;
        };
        let discovery = discovery::discover(card, self.options);
        let words = discovery.to_string();
        let Some(name) = self.speak else {
            assert!(discovery.is_generic(), "{reason}: {words}");
            assert!(discovery.speak().is_none(), "{reason}");
            assert!(words.starts_with("generic A2A agent"), "{reason}: {words}");
            return;
        };
        let offer = discovery.speak().expect(reason);
        assert_eq!(offer.contract.name, name, "{reason}");
        assert_eq!(departures(offer), self.departures, "{reason}: {words}");
        let skills: Vec<&str> = offer.skills.iter().map(|skill| skill.id).collect();
        assert_eq!(skills.join(" "), self.skills, "{reason}");
        let interface = offer.interface().map_or(String::new(), |interface| {
            format!("{} {}", interface.binding, interface.pointer)
        });
        assert_eq!(interface, self.interface, "{reason}");
        assert!(words.starts_with("AAP dealer"), "{reason}: {words}");
    }
}

pub fn set(pointer: &'static str, value: Value) -> Edit {
    (pointer, Some(value))
}

pub const fn drop(pointer: &'static str) -> Edit {
    (pointer, None)
}

pub fn entry(name: &str) -> Value {
    json!({ "uri": uri(name) })
}

pub const REST: &str = "https://agent.pineridge.example/rest";
