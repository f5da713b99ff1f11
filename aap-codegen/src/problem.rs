//! What is wrong with a contract's folder.

use std::fmt;

/// A place in a contract's files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file, relative to the `schemas` folder, or a file of the contract's folder itself.
    pub file: String,
    /// The JSON Pointer inside the file.
    pub pointer: String,
}

impl Location {
    /// The whole file.
    pub fn root(file: impl Into<String>) -> Location {
        Location {
            file: file.into(),
            pointer: String::new(),
        }
    }

    /// One step down.
    #[must_use]
    pub fn child(&self, token: &str) -> Location {
        let token = token.replace('~', "~0").replace('/', "~1");
        Location {
            file: self.file.clone(),
            pointer: format!("{}/{token}", self.pointer),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str(&self.file),
            pointer => write!(f, "{}#{pointer}", self.file),
        }
    }
}

/// One thing that keeps a contract from being generated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The contract.
    pub contract: String,
    /// Where it is.
    pub location: Location,
    /// What was found, what was expected and what to do, in one line.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.contract, self.location, self.message)
    }
}

/// Every problem of a schema set; never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    contract: String,
    list: Vec<Problem>,
}

impl Problems {
    /// An empty list for a contract.
    pub fn new(contract: impl Into<String>) -> Problems {
        Problems {
            contract: contract.into(),
            list: Vec::new(),
        }
    }

    /// Adds a problem.
    pub fn add(&mut self, location: &Location, message: impl Into<String>) {
        let message = message.into().replace('\n', " ");
        self.list.push(Problem {
            contract: self.contract.clone(),
            location: location.clone(),
            message,
        });
    }

    /// Adds the problems of another list.
    pub fn extend(&mut self, other: Problems) {
        self.list.extend(other.list);
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The problems, by contract, file and pointer.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Problem> {
        self.list.sort();
        self.list.dedup();
        self.list
    }

    /// The value, unless there are problems.
    ///
    /// # Errors
    /// The problems.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.list.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.clone().into_sorted().iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
