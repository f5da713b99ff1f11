//! Verdicts for programs. The names of members are part of the command's interface.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::summary::Summary;
use super::verdict::Verdict;
use super::{Checked, Judged, Selection};
use crate::cli::names;

/// The whole result.
pub(super) struct Report<'a> {
    pub(super) selection: &'a Selection,
    pub(super) inputs: &'a [Checked],
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("contract", contract(self.selection))?;
        let inputs = self.inputs.iter().map(|checked| Input {
            selection: self.selection,
            checked,
            line: None,
        });
        map.serialize_entry("inputs", &inputs.collect::<Vec<_>>())?;
        map.end()
    }
}

fn contract(selection: &Selection) -> &'static str {
    match selection {
        Selection::One(contract) => contract.name,
        Selection::Any(_) => names::ANY,
    }
}

/// An input, or one of its lines.
pub(super) struct Input<'a> {
    pub(super) selection: &'a Selection,
    pub(super) checked: &'a Checked,
    /// The number of the line, from 1.
    pub(super) line: Option<u64>,
}

impl Serialize for Input<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", &self.checked.input)?;
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        match (&self.checked.judged, self.selection) {
            (Err(reason), _) => map.serialize_entry("unusable", reason)?,
            (Ok(judged), Selection::One(_)) => {
                for one in judged {
                    outcome(&mut map, &one.verdict)?;
                }
            }
            (Ok(judged), Selection::Any(_)) => {
                map.serialize_entry("valid", &judged.iter().any(Judged::accepts))?;
                map.serialize_entry("contracts", judged)?;
            }
        }
        map.end()
    }
}

/// What the lines of all inputs come to.
pub(super) struct Last<'a> {
    pub(super) selection: &'a Selection,
    pub(super) summary: &'a Summary,
}

impl Serialize for Last<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("contract", contract(self.selection))?;
        map.serialize_entry("summary", self.summary)?;
        map.end()
    }
}

impl Serialize for Judged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("contract", self.contract.name)?;
        map.serialize_entry("status", self.contract.status.as_str())?;
        outcome(&mut map, &self.verdict)?;
        map.end()
    }
}

fn outcome<M: SerializeMap>(
    map: &mut M,
    verdict: &Result<Verdict, String>,
) -> Result<(), M::Error> {
    match verdict {
        Ok(verdict) => {
            map.serialize_entry("schema", &verdict.schema.map(|schema| schema.schema_name()))?;
            map.serialize_entry("schemaId", &verdict.schema.map(|schema| schema.schema_id))?;
            map.serialize_entry("at", &verdict.at)?;
            map.serialize_entry("valid", &verdict.is_valid())?;
            map.serialize_entry("errors", &verdict.violations)
        }
        Err(reason) => map.serialize_entry("unusable", reason),
    }
}
