//! Times `aap-types` beside its peers. See `README.md` in this folder.

#![forbid(unsafe_code)]

mod measure;
mod payloads;
mod plain;

use std::error::Error;
use std::time::Duration;

use aap_types::{Contract, Payload, v1_3};
use serde::de::DeserializeOwned;
use serde_json::Value;

use measure::{Effort, Subject};

/// What can go wrong is told and ends the program.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The contract that is measured.
pub const CONTRACT: &str = <v1_3::Contract as Contract>::NAME;

fn reading<'a, Ours: Payload + 'a, Plain: DeserializeOwned + 'a>(
    text: &'a [u8],
) -> Vec<Subject<'a>> {
    vec![
        Subject::new("from_slice", || aap_types::from_slice::<Ours>(text)),
        Subject::new("plain derive", || serde_json::from_slice::<Plain>(text)),
        Subject::new("Value", || serde_json::from_slice::<Value>(text)),
    ]
}

fn compare<Ours: Payload, Plain: DeserializeOwned>(name: &str, value: &Value) -> Outcome<()> {
    let text = serde_json::to_vec(value)?;
    if let Err(violations) = aap_types::validate::<Ours>(value) {
        return Err(format!("{name}: {violations}").into());
    }
    serde_json::from_slice::<Plain>(&text)?;
    let effort = Effort {
        rounds: 60,
        turn: Duration::from_millis(3),
    };
    let samples = measure::race(&reading::<Ours, Plain>(&text), effort);
    println!("{name} ({} bytes)", text.len());
    for sample in &samples {
        println!(
            "  {:14} {:12.0} ns  {:6.2} x plain derive",
            sample.name,
            sample.median(),
            sample.ratio(&samples[1]),
        );
    }
    Ok(())
}

fn main() -> Outcome<()> {
    use payloads::{example, search_response};
    compare::<v1_3::InventorySearchResponse, plain::InventorySearchResponse>(
        "2 vehicles",
        &search_response(2)?,
    )?;
    compare::<v1_3::InventorySearchResponse, plain::InventorySearchResponse>(
        "200 vehicles",
        &search_response(200)?,
    )?;
    compare::<v1_3::LeadSubmitRequest, plain::LeadSubmitRequest>(
        "full lead",
        &example("lead-submit-request.full")?,
    )?;
    compare::<v1_3::InventoryFacetsResponse, plain::InventoryFacetsResponse>(
        "facets response",
        &example("inventory-facets-response.full")?,
    )?;
    compare::<v1_3::DealerInformationResponse, plain::DealerInformationResponse>(
        "dealer profile",
        &example("dealer-information-response.multi-rooftop")?,
    )?;
    compare::<v1_3::AgentCard, plain::AgentCard>("agent card", &example("agent-card.full")?)?;
    Ok(())
}
