//! Building an agent card to publish.
//!
//! A card is checked before it is returned: against the schema of its contract, the contract's
//! further rules, and what nobody should publish, such as the URIs of a draft or plain HTTP.
//!
//! ```
//! # #[cfg(feature = "v1_3")] {
//! use aap_types::profile::publish::{Agent, CardBuilder};
//! use aap_types::v1_3;
//!
//! let contract = aap_types::contracts().iter().find(|contract| contract.name == "v1.3").unwrap();
//! let card = CardBuilder::new(contract, Agent {
//!     card_id: "01992f20-7c1e-7d0b-a4f3-90b6d2c85e17",
//!     name: "Pine Ridge sales agent",
//!     description: "Shows the stock of Pine Ridge and takes contact requests.",
//!     version: "3.2.1",
//! })
//! .endpoint("https://agent.pineridge.example/a2a")
//! .provider("Gearbox Systems GmbH", "https://gearbox.example")
//! .skill("inventory.search")
//! .skill("lead.submit")
//! .build()?;
//! assert_eq!(card["supportedInterfaces"][0]["protocolBinding"], "JSONRPC");
//! let typed: v1_3::AgentCard = aap_types::from_value(card)?;
//! assert_eq!(typed.skills.len(), 2);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use serde_json::{Map, Value, json};

use super::details::object;
use super::discovery::{self, Departure, Level, Options, Shape, Source, at, below, objects};
use super::url::Url;
use crate::payload::{ContractInfo, SkillInfo, Status};
use crate::pointer::JsonPointer;
use crate::runtime::message::excerpt;

/// The rule that plain HTTP breaks; publishing is stricter about it than some contracts.
const HTTPS: &str = "https";

/// The binding of an endpoint where the contract demands none.
const JSONRPC: &str = "JSONRPC";

/// Who the card is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent<'a> {
    /// A new identifier for each change of the card; a UUID of version 7 is best.
    pub card_id: &'a str,
    /// The agent's name, for people.
    pub name: &'a str,
    /// What the agent does, in a sentence or two.
    pub description: &'a str,
    /// The version of the agent, such as `3.2.1`; it says nothing about AAP.
    pub version: &'a str,
}

/// A card in the making.
#[derive(Clone, Debug)]
#[must_use]
pub struct CardBuilder<'a> {
    contract: &'static ContractInfo,
    agent: Agent<'a>,
    interfaces: Vec<(&'a str, &'a str)>,
    tenant: Option<&'a str>,
    provider: Option<(&'a str, &'a str)>,
    documentation: Option<&'a str>,
    icon: Option<&'a str>,
    skills: Vec<&'a str>,
    development: bool,
}

impl<'a> CardBuilder<'a> {
    /// A card of one contract.
    pub const fn new(contract: &'static ContractInfo, agent: Agent<'a>) -> CardBuilder<'a> {
        CardBuilder {
            contract,
            agent,
            interfaces: Vec::new(),
            tenant: None,
            provider: None,
            documentation: None,
            icon: None,
            skills: Vec::new(),
            development: false,
        }
    }

    /// Adds an endpoint of the binding that the contract requires or names first.
    #[inline]
    pub fn endpoint(self, url: &'a str) -> CardBuilder<'a> {
        let bindings = &self.contract.bindings;
        let mut named = bindings.required.iter().chain(bindings.at_least_one_of);
        let binding = named.next().copied().unwrap_or(JSONRPC);
        self.interface(binding, url)
    }

    /// Adds an endpoint of another binding, such as `HTTP+JSON`; clients prefer earlier ones.
    #[inline]
    pub fn interface(mut self, binding: &'a str, url: &'a str) -> CardBuilder<'a> {
        self.interfaces.push((binding, url));
        self
    }

    /// Makes clients send this `tenant` with every request, whichever the endpoint.
    pub const fn tenant(mut self, tenant: &'a str) -> CardBuilder<'a> {
        self.tenant = Some(tenant);
        self
    }

    /// Says who operates the agent, and the URL of their website.
    pub const fn provider(mut self, organization: &'a str, url: &'a str) -> CardBuilder<'a> {
        self.provider = Some((organization, url));
        self
    }

    /// Names a page that explains the agent to people.
    pub const fn documentation(mut self, url: &'a str) -> CardBuilder<'a> {
        self.documentation = Some(url);
        self
    }

    /// Names a picture of the agent.
    pub const fn icon(mut self, url: &'a str) -> CardBuilder<'a> {
        self.icon = Some(url);
        self
    }

    /// Adds a skill of the contract by its identifier, such as `inventory.search`.
    #[inline]
    pub fn skill(mut self, id: &'a str) -> CardBuilder<'a> {
        self.skills.push(id);
        self
    }

    /// Allows plain HTTP to the own machine. Such a card is for development and never published.
    pub const fn development(mut self) -> CardBuilder<'a> {
        self.development = true;
        self
    }

    /// The card, once it is in order.
    ///
    /// # Errors
    /// Everything that stands against publishing it: unknown skills, and what [`check`] finds.
    #[inline]
    pub fn build(self) -> Result<Value, Unpublishable> {
        let mut unknown = Vec::new();
        let mut skills = Vec::new();
        for (index, id) in self.skills.iter().enumerate() {
            match self.contract.skills.iter().find(|skill| skill.id == *id) {
                Some(skill) => skills.push(skill),
                None => unknown.push(self.unknown_skill(index, id)),
            }
        }
        let card = self.assemble(&skills);
        let checked = check(self.contract, &card, self.development);
        let found = checked.err().map(|refusal| refusal.0).unwrap_or_default();
        unknown.extend(found);
        if unknown.is_empty() {
            Ok(card)
        } else {
            Err(Unpublishable(unknown))
        }
    }

    #[inline]
    fn unknown_skill(&self, index: usize, id: &str) -> Departure {
        let known: Vec<&str> = self.contract.skills.iter().map(|skill| skill.id).collect();
        Departure::new(
            at(&["skills", &index.to_string(), "id"]),
            Level::Must,
            Source::Contract,
            "skill-unknown",
            format!(
                "expected one of {}, found {}",
                known.join(", "),
                excerpt(id)
            ),
        )
    }

    #[inline]
    fn assemble(&self, skills: &[&'static SkillInfo]) -> Value {
        let spelling = Shape::of(self.contract).spelling;
        let name = |camel| spelling.name(camel).into_owned();
        let Agent {
            card_id,
            name: agent_name,
            description,
            version,
        } = self.agent;
        let mut card = Map::new();
        card.insert("name".to_owned(), agent_name.into());
        card.insert("description".to_owned(), description.into());
        card.insert("version".to_owned(), version.into());
        if let Some((organization, url)) = self.provider {
            let provider = json!({ "organization": organization, "url": url });
            card.insert("provider".to_owned(), provider);
        }
        let pages = [
            ("documentationUrl", self.documentation),
            ("iconUrl", self.icon),
        ];
        for (camel, url) in pages {
            if let Some(url) = url {
                card.insert(name(camel), url.into());
            }
        }
        let interface = |(binding, url): &(&str, &str)| {
            let mut interface = Map::new();
            interface.insert("url".to_owned(), (*url).into());
            interface.insert(name("protocolBinding"), (*binding).into());
            let version = self.contract.a2a_protocol_version;
            interface.insert(name("protocolVersion"), version.into());
            if let Some(tenant) = self.tenant {
                interface.insert("tenant".to_owned(), tenant.into());
            }
            Value::Object(interface)
        };
        let interfaces = self.interfaces.iter().map(interface).collect();
        card.insert(name("supportedInterfaces"), Value::Array(interfaces));
        let extension = self.extension(card_id, skills);
        card.insert(
            "capabilities".to_owned(),
            json!({ "extensions": [extension] }),
        );
        let inputs = self.modes(skills, |skill| skill.request_media_type);
        card.insert(name("defaultInputModes"), inputs);
        let outputs = self.modes(skills, |skill| skill.response_media_type);
        card.insert(name("defaultOutputModes"), outputs);
        let skills = skills.iter().map(|skill| {
            let mut entry = json!({
                "id": skill.id, "name": skill.name, "description": skill.description,
            });
            if !skill.tags.is_empty() {
                entry["tags"] = json!(skill.tags);
            }
            entry
        });
        card.insert("skills".to_owned(), skills.collect());
        Value::Object(card)
    }

    #[inline]
    fn extension(&self, card_id: &str, skills: &[&'static SkillInfo]) -> Value {
        let contract = self.contract;
        let mut params = Map::new();
        params.insert("id".to_owned(), card_id.into());
        for name in contract.card_rules.params {
            let value = match *name {
                "version" => contract.version.into(),
                "schema_base_url" => contract.schema_base_url.into(),
                "skills" => object(skills.iter().map(|skill| {
                    let schemas = json!({
                        "request_schema": skill.request.schema_id,
                        "response_schema": skill.response.schema_id,
                    });
                    (skill.id, schemas)
                })),
                _ => continue,
            };
            params.insert((*name).to_owned(), value);
        }
        let mut extension = Map::new();
        extension.insert("uri".to_owned(), contract.extension_uri.into());
        if contract.card_rules.extension_must_be_required {
            extension.insert("required".to_owned(), true.into());
        }
        extension.insert("params".to_owned(), Value::Object(params));
        Value::Object(extension)
    }

    #[inline]
    fn modes(
        &self,
        skills: &[&'static SkillInfo],
        media_type: fn(&&'static SkillInfo) -> &'static str,
    ) -> Value {
        match self.contract.card_rules.default_modes {
            [] => skills.iter().map(media_type).collect(),
            modes => json!(modes),
        }
    }
}

/// Whether a card may be published under a contract; cards that [`CardBuilder`] cannot build,
/// such as those with security schemes, are checked so.
///
/// # Errors
/// Every rule that binds and is broken, plain HTTP under whichever contract, and every placeholder.
/// In development, plain HTTP to the own machine may stand.
#[inline]
pub fn check(
    contract: &'static ContractInfo,
    card: &Value,
    development: bool,
) -> Result<(), Unpublishable> {
    let options = Options {
        development,
        ..Options::default()
    };
    let discovery = discovery::discover_among(std::slice::from_ref(contract), card, options);
    let mut found = discovery.unreadable;
    let offer = discovery
        .offers
        .into_iter()
        .find(|offer| offer.contract.name == contract.name);
    match offer {
        None => found.push(Departure::new(
            at(&["capabilities", "extensions"]),
            Level::Must,
            Source::Contract,
            "extension",
            format!(
                "expected an extension of {}, whose URI is {}",
                contract.name, contract.extension_uri
            ),
        )),
        Some(offer) => found.extend(
            offer
                .departures
                .into_iter()
                .filter(|departure| departure.level == Level::Must || departure.rule == HTTPS),
        ),
    }
    placeholders(contract, card, &mut found);
    if found.is_empty() {
        Ok(())
    } else {
        Err(Unpublishable(found))
    }
}

/// URIs of a draft are refused in development too: a card with them finds its way out.
#[inline]
fn placeholders(contract: &ContractInfo, card: &Value, found: &mut Vec<Departure>) {
    for (pointer, uri) in uris(contract, card) {
        let is_draft = contract.status == Status::Draft && uri == contract.extension_uri;
        let is_placeholder = is_draft || Url::parse(uri).is_some_and(Url::is_placeholder);
        let is_told = found.iter().any(|departure| {
            departure.pointer == pointer && departure.rule == discovery::DRAFT_URI
        });
        if is_placeholder && !is_told {
            found.push(Departure::new(
                pointer,
                Level::Must,
                Source::Contract,
                discovery::DRAFT_URI,
                format!(
                    "{} is a placeholder: nothing stands behind it",
                    excerpt(uri)
                ),
            ));
        }
    }
}

/// The URIs that clients act on, and their places.
#[inline]
fn uris<'a>(
    contract: &ContractInfo,
    card: &'a Value,
) -> impl Iterator<Item = (JsonPointer, &'a str)> {
    let interfaces = Shape::of(contract).spelling.name("supportedInterfaces");
    let lists = [
        (at(&["capabilities", "extensions"]), "uri"),
        (at(&[&interfaces]), "url"),
    ];
    lists.into_iter().flat_map(move |(place, member)| {
        let list = place.resolve(card);
        objects(list, place).filter_map(move |(place, members)| {
            let uri = members.get(member)?.as_str()?;
            Some((below(&place, &[member]), uri))
        })
    })
}

/// What stands against publishing a card: at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpublishable(Vec<Departure>);

impl Unpublishable {
    /// The departures in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Departure> {
        self.0.iter()
    }
}

impl IntoIterator for Unpublishable {
    type Item = Departure;
    type IntoIter = std::vec::IntoIter<Departure>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Unpublishable {
    type Item = &'a Departure;
    type IntoIter = std::slice::Iter<'a, Departure>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Unpublishable {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the card is not fit to be published")?;
        self.0
            .iter()
            .try_for_each(|departure| write!(f, "\n  {departure}"))
    }
}

impl std::error::Error for Unpublishable {}
