//! The races: every payload, valid and with violations.

use serde_json::Value;

use crate::Outcome;
use crate::contests::{self, Task, Validators};
use crate::kinds::{self, Kind};
use crate::measure::{self, Effort};
use crate::payloads::{self, Sample, example};
use crate::table::{self, Row};
use crate::targets::{TARGETS, Verdict};

/// How many violations a payload has.
const VIOLATIONS: [usize; 4] = [0, 1, 10, 1000];

/// A payload: what it is, the document, and its races.
struct Payload {
    name: &'static str,
    document: fn() -> Outcome<Value>,
    races: fn(&'static str, &Value, Effort, &mut Vec<Row>) -> Outcome<()>,
}

/// Every payload, large and small.
const PAYLOADS: &[Payload] = &[
    Payload {
        name: "search response, 2 vehicles",
        document: || payloads::search_response(2),
        races: races::<kinds::InventorySearchResponse>,
    },
    Payload {
        name: "search response, 200 vehicles",
        document: || payloads::search_response(200),
        races: races::<kinds::InventorySearchResponse>,
    },
    Payload {
        name: "full lead",
        document: || example("lead-submit-request.full"),
        races: races::<kinds::LeadSubmitRequest>,
    },
    Payload {
        name: "facets response",
        document: || example("inventory-facets-response.full"),
        races: races::<kinds::InventoryFacetsResponse>,
    },
    Payload {
        name: "dealer profile",
        document: || example("dealer-information-response.multi-rooftop"),
        races: races::<kinds::DealerInformationResponse>,
    },
    Payload {
        name: "agent card",
        document: || example("agent-card.full"),
        races: races::<kinds::AgentCard>,
    },
    Payload {
        name: "search request",
        document: || example("inventory-search-request.full"),
        races: races::<kinds::InventorySearchRequest>,
    },
    Payload {
        name: "vehicle detail",
        document: || example("vehicle-detail-response.full"),
        races: races::<kinds::VehicleDetailResponse>,
    },
    Payload {
        name: "error",
        document: || example("error.validation"),
        races: races::<kinds::Error>,
    },
];

/// Runs the races on every payload whose name holds a text.
///
/// # Errors
/// A payload is not what it should be.
pub fn measure(effort: Effort, only: &str) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for payload in PAYLOADS
        .iter()
        .filter(|payload| payload.name.contains(only))
    {
        (payload.races)(payload.name, &(payload.document)()?, effort, &mut rows)?;
    }
    Ok(rows)
}

fn races<K: Kind>(
    name: &'static str,
    document: &Value,
    effort: Effort,
    rows: &mut Vec<Row>,
) -> Outcome<()> {
    let validators = Validators::of::<K>()?;
    for violations in VIOLATIONS {
        let sample = Sample::new::<K>(name, document, violations)?;
        contests::agree::<K>(&sample, &validators)?;
        eprintln!("{sample}");
        for task in Task::ALL {
            let subjects = contests::subjects::<K>(task, &sample, &validators);
            if !subjects.is_empty() {
                rows.push(Row::new(task, &sample, measure::race(&subjects, effort)));
            }
        }
    }
    Ok(())
}

/// The tables and verdicts.
#[must_use]
pub fn report(rows: &[Row]) -> String {
    let verdicts: Vec<String> = TARGETS
        .iter()
        .map(|target| target.judge(rows).to_string())
        .collect();
    let mut parts = vec![format!("{}\n{}", Verdict::HEAD, verdicts.join("\n"))];
    for task in Task::ALL {
        parts.push(format!("### {}", task.title()));
        parts.push(table::table(task, rows));
    }
    parts.join("\n\n")
}
