//! What an agent card offers: contracts, skills, interfaces, and where it departs from the rules.
//!
//! Cards in the wild are wrong in every way, so [`discover`] takes any JSON and says as much about
//! it as it can. A contract is offered by its exact extension URI alone. Without one the agent may
//! be a fine A2A agent, but it is no AAP dealer.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::profile::discovery::{self, Options};
//!
//! let card = serde_json::json!({
//!     "name": "Pine Ridge sales agent",
//!     "description": "Shows the stock of Pine Ridge.",
//!     "version": "3.2.1",
//!     "supportedInterfaces": [
//!         {"url": "https://agent.pineridge.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
//!     ],
//!     "capabilities": {"extensions": [
//!         {"uri": "https://autoagentprotocol.org/extensions/aap/v1.3"}
//!     ]},
//!     "defaultInputModes": ["application/json"],
//!     "defaultOutputModes": ["application/json"],
//!     "skills": [
//!         {"id": "inventory.search", "name": "Search", "description": "Finds vehicles.", "tags": ["inventory"]}
//!     ]
//! });
//! let discovery = discovery::discover(&card, Options::default());
//! let offer = discovery.speak().expect("an AAP dealer");
//! assert_eq!(offer.contract.name, "v1.3");
//! assert_eq!(offer.skills[0].id, "inventory.search");
//! assert_eq!(offer.interface().unwrap().url, "https://agent.pineridge.example/a2a");
//! // `params` are missing, which the contract advises but does not demand.
//! assert!(!offer.must_be_mended());
//! # }
//! ```

mod card;
mod checks;
mod departure;
mod interfaces;
mod lookalike;
mod report;

use serde_json::{Map, Value};

use self::card::{Members, kind};
pub(super) use self::card::{Shape, at, below, objects};
pub use self::departure::{Departure, Source};
use self::interfaces::Listed;
use self::lookalike::{Kind, Known};
pub use super::level::Level;
use crate::payload::{Contract, ContractInfo, SkillInfo, Status};
use crate::pointer::JsonPointer;

/// The rule that a draft's URI breaks.
pub(super) const DRAFT_URI: &str = "draft-uri";

/// What the caller wants of a discovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Lets draft and provisional contracts win over released ones.
    pub unreleased: bool,
    /// Accepts what is for development only: plain HTTP to the own machine, and draft contracts.
    pub development: bool,
}

impl Options {
    /// Lets draft and provisional contracts win over released ones.
    #[must_use]
    pub const fn unreleased(mut self) -> Options {
        self.unreleased = true;
        self
    }

    /// Accepts what is for development only: plain HTTP to the own machine, and draft contracts.
    #[must_use]
    pub const fn development(mut self) -> Options {
        self.development = true;
        self
    }
}

/// What a card offers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Discovery<'a> {
    /// The agent's own name.
    pub name: Option<&'a str>,
    /// What it offers under each contract that is known, oldest contract first.
    pub offers: Vec<Offer<'a>>,
    /// Extension URIs of AAP that pin no known contract.
    pub lookalikes: Vec<Lookalike<'a>>,
    /// What kept extension entries from being read.
    pub unreadable: Vec<Departure>,
    speak: Option<usize>,
}

impl<'a> Discovery<'a> {
    /// What to speak: the offer of the highest contract. A draft or provisional contract is the
    /// highest only if no released one is offered, or with [`Options::unreleased`].
    #[must_use]
    pub fn speak(&self) -> Option<&Offer<'a>> {
        self.offers.get(self.speak?)
    }

    /// Whether this is a generic A2A agent: no known contract has its URI on the card.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.offers.is_empty()
    }

    /// What is offered under a contract known at compile time.
    #[must_use]
    pub fn offer_of<C: Contract>(&self) -> Option<&Offer<'a>> {
        self.offer(C::NAME)
    }

    /// What is offered under a contract of this name, such as `v1.3`.
    #[inline]
    #[must_use]
    pub fn offer(&self, contract: &str) -> Option<&Offer<'a>> {
        self.offers
            .iter()
            .find(|offer| offer.contract.name == contract)
    }
}

/// What a card offers under one contract.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Offer<'a> {
    /// The contract.
    pub contract: &'static ContractInfo,
    /// The place of each extension entry with the contract's URI; the first one counts.
    pub entries: Vec<JsonPointer>,
    /// Whether the entry says that clients have to support the contract.
    pub required: bool,
    /// The settings of the entry.
    pub params: Params<'a>,
    /// The contract's skills that the card lists, in the card's order, each once.
    pub skills: Vec<&'static SkillInfo>,
    /// The interfaces that this contract can be spoken at, the preferred one first.
    pub interfaces: Vec<Interface<'a>>,
    /// Every departure from the contract's rules: those of its schema, then the others.
    pub departures: Vec<Departure>,
}

impl<'a> Offer<'a> {
    /// The interface to use: of the binding that the contract requires, else the first on the card.
    #[must_use]
    pub fn interface(&self) -> Option<&Interface<'a>> {
        self.interfaces.first()
    }

    /// Whether the card lists a skill, such as `lead.submit`.
    #[inline]
    #[must_use]
    pub fn has_skill(&self, id: &str) -> bool {
        self.skills.iter().any(|skill| skill.id == id)
    }

    /// Whether the card breaks a rule that binds.
    #[inline]
    #[must_use]
    pub fn must_be_mended(&self) -> bool {
        self.departures
            .iter()
            .any(|departure| departure.level == Level::Must)
    }
}

/// An endpoint of the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interface<'a> {
    /// Its place on the card.
    pub pointer: JsonPointer,
    /// The absolute address.
    pub url: &'a str,
    /// The A2A binding, such as `JSONRPC`.
    pub binding: &'a str,
    /// The version of A2A as the card has it.
    pub protocol_version: Option<&'a str>,
    /// What every request to this interface has to carry as its `tenant`.
    pub tenant: Option<&'a str>,
}

/// The settings of a contract's extension entry, as far as they are what they should be.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Params<'a> {
    /// Changes whenever the card does.
    pub id: Option<&'a str>,
    /// The version of the contract.
    pub version: Option<&'a str>,
    /// Where the schemas stand.
    pub schema_base_url: Option<&'a str>,
    /// The schemas of skills, in the order of their identifiers or of the card, as `serde_json` is
    /// built.
    pub skills: Vec<SkillSchemas<'a>>,
    /// Every member, those above included.
    pub members: Option<&'a Map<String, Value>>,
}

/// The schema URLs of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillSchemas<'a> {
    /// The identifier that they stand under.
    pub id: &'a str,
    /// The URL of the request's schema.
    pub request_schema: Option<&'a str>,
    /// The URL of the response's schema.
    pub response_schema: Option<&'a str>,
}

/// An extension URI of AAP that pins no known contract.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lookalike<'a> {
    /// The place of the URI.
    pub pointer: JsonPointer,
    /// The URI.
    pub uri: &'a str,
    /// The contract that it resembles: only the exact URI pins it.
    pub resembles: Option<&'static ContractInfo>,
}

/// What a card offers; any JSON is a card of some sort.
///
/// What is told takes memory in proportion to the card, so limit what you fetch.
#[inline]
#[must_use]
pub fn discover(card: &Value, options: Options) -> Discovery<'_> {
    discover_among(crate::contracts(), card, options)
}

/// What a card offers to somebody who knows these contracts only.
#[inline]
#[must_use]
pub fn discover_among<'a>(
    contracts: &'static [ContractInfo],
    card: &'a Value,
    options: Options,
) -> Discovery<'a> {
    let mut unreadable = Vec::new();
    let entries = extensions(contracts, card, &mut unreadable);
    let offers: Vec<Offer<'_>> = contracts
        .iter()
        .filter_map(|contract| {
            let own: Vec<&Entry<'_>> = entries
                .iter()
                .filter(|entry| entry.uri == contract.extension_uri)
                .collect();
            offer(contract, card, &own, &entries, options)
        })
        .collect();
    let highest = |released: bool| {
        offers
            .iter()
            .rposition(|offer| !released || offer.contract.status == Status::Released)
    };
    let speak = if options.unreleased {
        highest(false)
    } else {
        highest(true).or_else(|| highest(false))
    };
    Discovery {
        name: card.get("name").and_then(Value::as_str),
        offers,
        lookalikes: lookalikes(&entries),
        unreadable,
        speak,
    }
}

/// An extension entry with a URI.
struct Entry<'a> {
    pointer: JsonPointer,
    uri: &'a str,
    kind: Kind,
    members: &'a Members,
}

/// The extension entries that can be read; what cannot is told.
#[inline]
fn extensions<'a>(
    contracts: &'static [ContractInfo],
    card: &'a Value,
    unreadable: &mut Vec<Departure>,
) -> Vec<Entry<'a>> {
    let mut fault = |pointer, expected: &str, found: &Value| {
        let message = format!("expected {expected}, found {}", kind(found));
        unreadable.push(Departure::new(
            pointer,
            Level::Must,
            Source::A2a,
            "type",
            message,
        ));
    };
    let mut entries = Vec::new();
    let Some(members) = card.as_object() else {
        fault(JsonPointer::root(), "a card, which is an object", card);
        return entries;
    };
    let Some(capabilities) = members.get("capabilities") else {
        return entries;
    };
    let Some(members) = capabilities.as_object() else {
        fault(at(&["capabilities"]), "an object", capabilities);
        return entries;
    };
    let place = at(&["capabilities", "extensions"]);
    let Some(extensions) = members.get("extensions") else {
        return entries;
    };
    let Some(elements) = extensions.as_array() else {
        fault(place, "an array of extensions", extensions);
        return entries;
    };
    let known = Known::new(contracts);
    for (index, element) in elements.iter().enumerate() {
        let pointer = below(&place, &[&index.to_string()]);
        let Some(members) = element.as_object() else {
            fault(pointer, "an extension, which is an object", element);
            continue;
        };
        match members.get("uri") {
            Some(Value::String(uri)) => entries.push(Entry {
                pointer,
                uri,
                kind: known.kind(uri),
                members,
            }),
            Some(other) => fault(below(&pointer, &["uri"]), "a URI, which is a string", other),
            None => {}
        }
    }
    entries
}

#[inline]
fn lookalikes<'a>(entries: &[Entry<'a>]) -> Vec<Lookalike<'a>> {
    let lookalike = |entry: &Entry<'a>| {
        let resembles = match entry.kind {
            Kind::Contract | Kind::Foreign => return None,
            Kind::Resembles(contract) => Some(contract),
            Kind::Aap => None,
        };
        Some(Lookalike {
            pointer: below(&entry.pointer, &["uri"]),
            uri: entry.uri,
            resembles,
        })
    };
    entries.iter().filter_map(lookalike).collect()
}

/// What the card offers under a contract that `own` entries name.
#[inline]
fn offer<'a>(
    contract: &'static ContractInfo,
    card: &'a Value,
    own: &[&Entry<'a>],
    entries: &[Entry<'a>],
    options: Options,
) -> Option<Offer<'a>> {
    let (first, members) = (own.first()?, card.as_object()?);
    let shape = Shape::of(contract);
    let listed: Vec<Listed<'a>> = interfaces::listed(members, shape.spelling).collect();
    let mut offer = Offer {
        contract,
        entries: own.iter().map(|entry| entry.pointer.clone()).collect(),
        required: first.members.get("required") == Some(&Value::Bool(true)),
        params: Params::read(first.members.get("params")),
        skills: Vec::new(),
        interfaces: interfaces::usable(contract, &listed, options),
        departures: Vec::new(),
    };
    for (_, skill) in objects(members.get("skills"), JsonPointer::root()) {
        let id = skill.get("id").and_then(Value::as_str);
        let known = contract.skills.iter().find(|skill| Some(skill.id) == id);
        if let Some(known) = known.filter(|known| !offer.has_skill(known.id)) {
            offer.skills.push(known);
        }
    }
    offer.departures = checks::departures(&checks::Subject {
        offer: &offer,
        shape: &shape,
        card,
        members,
        listed: &listed,
        own,
        entries,
        options,
    });
    Some(offer)
}

impl<'a> Params<'a> {
    #[inline]
    fn read(params: Option<&'a Value>) -> Params<'a> {
        let Some(members) = params.and_then(Value::as_object) else {
            return Params::default();
        };
        let text = |members: &'a Members, name| members.get(name).and_then(Value::as_str);
        let skills = members.get("skills").and_then(Value::as_object);
        Params {
            id: text(members, "id"),
            version: text(members, "version"),
            schema_base_url: text(members, "schema_base_url"),
            skills: skills
                .into_iter()
                .flatten()
                .filter_map(|(id, schemas)| {
                    let schemas = schemas.as_object()?;
                    Some(SkillSchemas {
                        id,
                        request_schema: text(schemas, "request_schema"),
                        response_schema: text(schemas, "response_schema"),
                    })
                })
                .collect(),
            members: Some(members),
        }
    }
}
