//! The races: every payload, valid and with violations.

use aap_bench_peers as peers;
use serde_json::Value;

use crate::Outcome;
use crate::contests::{self, Task, Validators};
use crate::kinds::Kind;
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
        races: races::<peers::InventorySearchResponse>,
    },
    Payload {
        name: "search response, 200 vehicles",
        document: || payloads::search_response(200),
        races: races::<peers::InventorySearchResponse>,
    },
    Payload {
        name: "full lead",
        document: || example("lead-submit-request.full"),
        races: races::<peers::LeadSubmitRequest>,
    },
    Payload {
        name: "facets response",
        document: || example("inventory-facets-response.full"),
        races: races::<peers::InventoryFacetsResponse>,
    },
    Payload {
        name: "dealer profile",
        document: || example("dealer-information-response.multi-rooftop"),
        races: races::<peers::DealerInformationResponse>,
    },
    Payload {
        name: "agent card",
        document: || example("agent-card.full"),
        races: races::<peers::AgentCard>,
    },
    Payload {
        name: "search request",
        document: || example("inventory-search-request.full"),
        races: races::<peers::InventorySearchRequest>,
    },
    Payload {
        name: "vehicle detail",
        document: || example("vehicle-detail-response.full"),
        races: races::<peers::VehicleDetailResponse>,
    },
    Payload {
        name: "error",
        document: || example("error.validation"),
        races: races::<peers::Error>,
    },
];

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

/// Runs the races, and writes the tables and verdicts; `only` on payloads whose name holds it.
///
/// # Errors
/// A payload is not what it should be.
pub fn report(effort: Effort, only: Option<&str>) -> Outcome<String> {
    let mut rows = Vec::new();
    let concerns = |payload: &&Payload| only.is_none_or(|only| payload.name.contains(only));
    for payload in PAYLOADS.iter().filter(concerns) {
        (payload.races)(payload.name, &(payload.document)()?, effort, &mut rows)?;
    }
    let verdicts: Vec<String> = TARGETS
        .iter()
        .map(|target| target.judge(&rows).to_string())
        .collect();
    let mut parts = vec![format!("{}\n{}", Verdict::HEAD, verdicts.join("\n"))];
    for task in Task::ALL {
        parts.push(format!("### {}", task.title()));
        parts.push(table::table(task, &rows));
    }
    Ok(parts.join("\n\n"))
}
