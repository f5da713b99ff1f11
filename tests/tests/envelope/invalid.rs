//! What is built in Rust and not valid: neither side sends it.
//!
//! Only code can build such values, since reading refuses them, so these are of one contract.

use std::sync::{Arc, Mutex};

use aap_tests::known;
use aap_types::envelope::{Buyer, Call, Cause, Dealer};
use aap_types::v1_3::{
    Contract, Customer, DealerInformationRequest, DealerInformationResponse, Error,
    InventoryFacetsRequest, InventoryFacetsResponse, InventorySearchRequest,
    InventorySearchResponse, LeadSubmitRequest, LeadSubmitResponse, Skills, VehicleDetailRequest,
    VehicleDetailResponse, skills,
};
use aap_types::{Payload, Skill};
use serde_json::Value;

use crate::example::{aap, info, places, refusal, requests, responses, wrapped};

/// The first example that the member at `pointer` is part of.
fn typed<T: Payload>(examples: Vec<Value>, pointer: &str) -> T {
    let mut examples = examples.into_iter();
    let example = examples.find(|example| example.pointer(pointer).is_some());
    aap_types::from_value(example.unwrap()).unwrap()
}

/// A dealer that breaks each response of which the type can be broken.
struct Careless;

impl Skills for Careless {
    fn dealer_information(
        &self,
        _: DealerInformationRequest,
        _: &Call<'_>,
    ) -> Result<DealerInformationResponse, Error> {
        let examples = responses::<Contract, skills::DealerInformation>();
        let mut response: DealerInformationResponse = typed(examples, "/data/rooftops/0");
        response.data.rooftops.clear();
        Ok(response)
    }

    fn inventory_facets(
        &self,
        _: InventoryFacetsRequest,
        _: &Call<'_>,
    ) -> Result<InventoryFacetsResponse, Error> {
        let examples = responses::<Contract, skills::InventoryFacets>();
        let mut response: InventoryFacetsResponse = typed(examples, "/data/price_range");
        if let Some(price) = &mut response.data.price_range {
            // JSON has no such number.
            price.max = f64::INFINITY;
        }
        Ok(response)
    }

    fn inventory_search(
        &self,
        _: InventorySearchRequest,
        _: &Call<'_>,
    ) -> Result<InventorySearchResponse, Error> {
        let examples = responses::<Contract, skills::InventorySearch>();
        let mut response: InventorySearchResponse = typed(examples, "/data/vehicles/1");
        response.data.vehicles[1].status = None;
        response.data.vehicles[0].year = Some(1700);
        Ok(response)
    }

    fn inventory_vehicle(
        &self,
        _: VehicleDetailRequest,
        _: &Call<'_>,
    ) -> Result<VehicleDetailResponse, Error> {
        let examples = responses::<Contract, skills::InventoryVehicle>();
        let mut response: VehicleDetailResponse = typed(examples, "/data");
        response.data.status = None;
        Ok(response)
    }

    fn lead_submit(&self, _: LeadSubmitRequest, _: &Call<'_>) -> Result<LeadSubmitResponse, Error> {
        let examples = responses::<Contract, skills::LeadSubmit>();
        let mut response: LeadSubmitResponse = typed(examples, "/data/appointment");
        if let Some(appointment) = &mut response.data.appointment {
            appointment.proposed_times = Some(Vec::new());
        }
        Ok(response)
    }
}

fn is_not_sent<S: Skill>(expected: &[&str]) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&told);
    let dealer: Dealer<Contract, _> = Dealer::new(Careless).on_failure(move |failure| {
        let Cause::Response(violations) = &failure.cause else {
            panic!("{failure}");
        };
        log.lock().unwrap().extend(places(violations));
    });
    let headers = info::<Contract>().request_headers();
    let result = dealer.dispatch(headers, &wrapped::<Contract, S>());
    let failure = result.as_ref().unwrap_err();
    // The dealer learns what is wrong, the buyer does not.
    assert!(failure.to_string().contains("the response is not valid"));
    let sent = serde_json::to_string(&failure.error).unwrap();
    assert!(!sent.contains("instanceLocation"), "{sent}");
    assert_eq!(refusal::<Contract, _>(result), aap("INTERNAL_ERROR", &[]));
    let mut told = told.lock().unwrap().clone();
    told.sort();
    assert_eq!(told, expected);
}

#[test]
fn responses_that_are_not_valid_are_not_sent() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    is_not_sent::<skills::DealerInformation>(&["/data/rooftops:minItems"]);
    is_not_sent::<skills::InventoryFacets>(&[":type"]);
    is_not_sent::<skills::InventorySearch>(&[
        "/data/vehicles/0/year:minimum",
        "/data/vehicles/1:required",
    ]);
    is_not_sent::<skills::InventoryVehicle>(&["/data:required"]);
    is_not_sent::<skills::LeadSubmit>(&["/data/appointment/proposed_times:minItems"]);
}

fn is_not_wrapped<S: Skill>(request: &S::Request, expected: &[&str]) {
    let violations = Buyer::new().wrap::<S>(request).unwrap_err();
    // In which order members are written is serde_json's choice.
    let mut found = places(&violations);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn requests_that_are_not_valid_are_not_sent() {
    if !known::are_finished(&[known::DEFAULT]) {
        return;
    }
    let examples = requests::<Contract, skills::LeadSubmit>();
    let mut lead: LeadSubmitRequest = typed(examples, "/customer");
    lead.customer = Customer::new("Noor", "Haddad");
    lead.consent.allowed_channels.clear();
    is_not_wrapped::<skills::LeadSubmit>(
        &lead,
        &["/consent/allowed_channels:minItems", "/customer:anyOf"],
    );

    let nothing = VehicleDetailRequest::new();
    is_not_wrapped::<skills::InventoryVehicle>(&nothing, &[":anyOf"]);

    let examples = requests::<Contract, skills::InventorySearch>();
    let mut search: InventorySearchRequest = typed(examples, "/filters");
    if let Some(filters) = &mut search.filters {
        filters.year_min = Some(1700);
    }
    is_not_wrapped::<skills::InventorySearch>(&search, &["/filters/year_min:minimum"]);
}
