//! An endless, reproducible sequence of JSON instances for a schema.
//!
//! About a third are meant to be valid. The others are valid ones with one to five faults put in:
//! members dropped, added, renamed or swapped, wrong types, numbers at and beyond the bounds, strings
//! that just miss a length, pattern or format, words of another vocabulary, arrays emptied or
//! extended, deep nesting. What was done is written down, but a fault may well leave an instance
//! valid: the verdict is for an [oracle](crate::oracle) to give.
//!
//! The sequence depends on the schemas and the seed alone: not on the machine, nor on how
//! `serde_json` orders members or keeps numbers. Two sequences of one seed are equal as JSON.
//!
//! How an instance comes about: `load` turns the documents into a graph of schemas; `generate`
//! chooses branches, types and values on it; `mutate` then picks places in the value and the
//! schemas that apply there.

mod damage;
mod formats;
mod free;
mod generate;
mod graph;
mod load;
mod mutate;
mod pattern;
mod scalars;
mod tree;
pub(crate) mod uri;

use serde_json::Value;

use crate::rng::Rng;
use generate::Generator;
use graph::Graph;

/// An instance.
#[derive(Clone, Debug)]
pub struct Case {
    /// The instance.
    pub value: Value,
    /// What was done to it after it had been made to be valid, in order: the fault, and the JSON
    /// Pointer it happened at. Empty if the instance is meant to be valid.
    pub mutations: Vec<String>,
}

/// An infinite iterator of [`Case`]s.
#[derive(Debug)]
pub struct Instances {
    graph: Graph,
    rng: Rng,
}

impl Instances {
    /// Prepares to make instances of the schema at `root_uri`, which may have a fragment, in the set
    /// of `documents`, each with its URI.
    ///
    /// # Errors
    ///
    /// The message says which reference leads nowhere, or what is not a schema.
    pub fn new(
        documents: impl IntoIterator<Item = (String, Value)>,
        root_uri: &str,
        seed: u64,
    ) -> Result<Self, String> {
        let documents: Vec<_> = documents.into_iter().collect();
        Ok(Self {
            graph: load::load(&documents, root_uri)?,
            rng: Rng::new(seed),
        })
    }

    fn case(&mut self) -> Case {
        let valid = self.rng.chance(34);
        let density = [0, 10, 30, 60, 100][self.rng.weighted(&[15, 32, 33, 14, 6])];
        let careful = valid || self.rng.chance(50);
        let faults = if valid {
            0
        } else {
            1 + self.rng.weighted(&[45, 25, 14, 10, 6])
        };
        let graph = &self.graph;
        let mut generator = Generator {
            graph,
            rng: &mut self.rng,
            density,
            careful,
            budget: 300,
        };
        let mut tree = generator.value(&[graph.root], 0);
        let mutations = generator.mutate(&mut tree, faults);
        Case {
            value: tree.into_value(),
            mutations,
        }
    }
}

impl Iterator for Instances {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        Some(self.case())
    }
}

#[cfg(test)]
mod coverage;
#[cfg(test)]
mod tests;
