//! `aap schema`: one schema, with those that it refers to embedded.

use super::names;
use super::ordered::Ordered;
use super::session::{Exit, Session, Stop};
use crate::payload::PayloadInfo;
use crate::runtime::document;

/// Print a JSON Schema of a contract; the schemas that it refers to are embedded in `$defs`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The contract, such as v1.3.
    contract: String,
    /// The schema: its file's name (vehicle), its type's name (Vehicle) or its $id.
    name: String,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<Exit, Stop> {
    let contract =
        names::contract(session.contracts, &arguments.contract).map_err(Stop::Unusable)?;
    let payload = names::schema(
        session.contracts,
        contract,
        &arguments.name,
        "name the contract",
    )
    .map_err(Stop::Unusable)?;
    if let Some(caution) = names::caution(contract) {
        session.message(&caution);
    }
    session.json(&pretty(payload))?;
    Ok(Exit::Done)
}

fn pretty(payload: &PayloadInfo) -> String {
    let parsed = document::parse(payload.schema.as_bytes()).ok();
    parsed
        .and_then(|document| {
            let ordered = Ordered {
                value: &document.value,
                order: document.order(),
            };
            serde_json::to_string_pretty(&ordered).ok()
        })
        // A schema is JSON; were it not, its text is still what was asked for.
        .unwrap_or_else(|| payload.schema.to_owned())
}
