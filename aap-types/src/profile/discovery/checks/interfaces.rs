//! Where the agent is reached.

use serde_json::Value;

use super::super::card::{at, below, member};
use super::super::interfaces::Listed;
use super::super::{Level, Source};
use super::{Found, Subject};
use crate::pointer::JsonPointer;
use crate::profile::url::Url;
use crate::runtime::message::excerpt;

impl Subject<'_, '_> {
    #[inline]
    pub(super) fn interfaces(&self, found: &mut Found) {
        let contract = self.offer.contract;
        let bindings = &contract.bindings;
        let offered = |binding: &&&str| {
            let mut listed = self.listed.iter();
            listed.any(|listed| listed.binding == Some(**binding))
        };
        let name = self.shape.spelling.name("supportedInterfaces");
        let place = match member(self.members, self.shape.spelling, "supportedInterfaces") {
            Some((name, _)) => at(&[&name]),
            None => JsonPointer::root(),
        };
        for binding in bindings.required.iter().filter(|binding| !offered(binding)) {
            let message = format!("no interface has the binding {binding}: add one to {name}");
            found.must("binding", place.clone(), message);
        }
        let choice = bindings.at_least_one_of;
        if !choice.is_empty() && !choice.iter().any(|binding| offered(&binding)) {
            let message = format!(
                "no interface has one of the bindings {}: add one to {name}",
                choice.join(", ")
            );
            found.must("binding", place, message);
        }
        for listed in self.listed {
            self.interface(listed, found);
        }
    }

    #[inline]
    fn interface(&self, listed: &Listed<'_>, found: &mut Found) {
        let contract = self.offer.contract;
        let bindings = &contract.bindings;
        let (spelling, place) = (self.shape.spelling, &listed.pointer);
        let groups = [
            bindings.required,
            bindings.optional,
            bindings.at_least_one_of,
        ];
        let Some(binding) = listed.binding else {
            return;
        };
        if !groups.iter().any(|group| group.contains(&binding)) {
            if self.shape.closed_bindings {
                let message = format!(
                    "{} has no binding {}, so its clients pass over this interface",
                    contract.name,
                    excerpt(binding)
                );
                found.should("binding-unused", place.clone(), message);
            }
            return;
        }
        if let Some(text) = listed.url {
            let place = below(place, &["url"]);
            match Url::parse(text) {
                Some(url) if url.is_https() => {}
                Some(url) if url.is_http() => self.plain_http(url, place, found),
                _ => {
                    let message = format!(
                        "expected an absolute https URL with a host, found {}",
                        excerpt(text)
                    );
                    found.add(Level::Must, Source::A2a, "url", place, message);
                }
            }
        }
        if let Some(version) = listed.version.and_then(Value::as_str) {
            let wanted = contract.a2a_protocol_version;
            let name = spelling.name("protocolVersion");
            let place = below(place, &[&name]);
            let version_text = excerpt(version);
            if !listed.speaks(wanted) {
                // Other versions may stand beside the one that counts.
                if self.offer.interfaces.is_empty() {
                    let message = format!("expected A2A {wanted}, found {version_text}");
                    found.must("protocol-version", place, message);
                }
            } else if version != wanted {
                let message =
                    format!("expected {wanted}, without a patch number, found {version_text}");
                found.add(
                    Level::Should,
                    Source::A2a,
                    "protocol-version",
                    place,
                    message,
                );
            }
        }
    }

    #[inline]
    fn plain_http(&self, url: Url<'_>, place: JsonPointer, found: &mut Found) {
        if self.options.development && url.is_loopback() {
            return;
        }
        let message = if url.is_loopback() {
            "plain HTTP to the own machine is for development only: publish an https URL"
        } else {
            "plain HTTP sends customers' data in the clear: publish an https URL"
        };
        if self.offer.contract.card_rules.interfaces_must_be_https {
            found.must("https", place, message);
        } else {
            found.add(Level::Should, Source::A2a, "https", place, message);
        }
    }
}
