//! Every payload that is measured.

use aap_bench_peers as peers;
use serde_json::Value;

use crate::Outcome;
use crate::contests::{self, Task, Validators};
use crate::kinds::Kind;
use crate::measure::Subject;
use crate::payloads::{self, Label, Sample, example};

/// What is done with those who compete in a task on a sample.
pub type Visitor<'v> = dyn FnMut(Task, &Sample, Vec<Subject<'_>>) + 'v;

/// A payload: what it is and its document.
pub struct Payload {
    /// What it is.
    pub name: &'static str,
    document: fn() -> Outcome<Value>,
    present: fn(&'static str, &Value, &[usize], &mut Visitor<'_>) -> Outcome<()>,
}

impl Payload {
    /// Presents every task to a visitor, on samples with so many violations each.
    ///
    /// # Errors
    /// The payload is not what it should be.
    pub fn present(&self, violations: &[usize], visitor: &mut Visitor<'_>) -> Outcome<()> {
        (self.present)(self.name, &(self.document)()?, violations, visitor)
    }
}

/// Every payload, large and small.
pub const PAYLOADS: &[Payload] = &[
    Payload {
        name: "search response, 2 vehicles",
        document: || payloads::search_response(2),
        present: present::<peers::InventorySearchResponse>,
    },
    Payload {
        name: "search response, 200 vehicles",
        document: || payloads::search_response(200),
        present: present::<peers::InventorySearchResponse>,
    },
    Payload {
        name: "full lead",
        document: || example("lead-submit-request.full"),
        present: present::<peers::LeadSubmitRequest>,
    },
    Payload {
        name: "facets response",
        document: || example("inventory-facets-response.full"),
        present: present::<peers::InventoryFacetsResponse>,
    },
    Payload {
        name: "dealer profile",
        document: || example("dealer-information-response.multi-rooftop"),
        present: present::<peers::DealerInformationResponse>,
    },
    Payload {
        name: "agent card",
        document: || example("agent-card.full"),
        present: present::<peers::AgentCard>,
    },
    Payload {
        name: "search request",
        document: || example("inventory-search-request.full"),
        present: present::<peers::InventorySearchRequest>,
    },
    Payload {
        name: "vehicle detail",
        document: || example("vehicle-detail-response.full"),
        present: present::<peers::VehicleDetailResponse>,
    },
    Payload {
        name: "error",
        document: || example("error.validation"),
        present: present::<peers::Error>,
    },
];

fn present<K: Kind>(
    name: &'static str,
    document: &Value,
    violations: &[usize],
    visitor: &mut Visitor<'_>,
) -> Outcome<()> {
    let validators = Validators::of::<K>()?;
    for violations in violations.iter().copied() {
        let sample = Sample::new::<K>(Label { name, violations }, document)?;
        contests::agree::<K>(&sample, &validators)?;
        for task in Task::ALL {
            let subjects = contests::subjects::<K>(task, &sample, &validators);
            if !subjects.is_empty() {
                visitor(task, &sample, subjects);
            }
        }
    }
    Ok(())
}
