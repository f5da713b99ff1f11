//! What is wrong with a contract's folder.

use std::fmt;

use crate::docs::printable;

/// The most characters of a message: what a schema holds may be of any length.
const LONGEST: usize = 600;

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

/// Always one line.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.file))?;
        match self.pointer.as_str() {
            "" => Ok(()),
            pointer => write!(f, "#{}", printable(pointer)),
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

/// A message in one line of readable length.
fn one_line(message: &str) -> String {
    let message = printable(&message.replace('\n', " "));
    let length = message.chars().count();
    if length <= LONGEST {
        return message;
    }
    // The end says what to do.
    let (head, tail) = (LONGEST * 2 / 3, LONGEST / 3);
    let characters = || message.chars();
    characters()
        .take(head)
        .chain(" … ".chars())
        .chain(characters().skip(length - tail))
        .collect()
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
        let message = one_line(&message.into());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_line_whatever_the_schema_holds() {
        let mut problems = Problems::new("v9.9");
        let place = Location::root("a.json").child("a\nb/c~d\u{1b}");
        problems.add(&place, format!("found\n{}", "é\u{202e}".repeat(5_000)));
        problems.add(&Location::root("contract.toml"), "is wrong");
        let text = problems.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("v9.9 a.json#/aU+000Ab~1c~0dU+001B: found é"));
        assert!(lines[0].chars().count() < LONGEST + 60);
        assert_eq!(lines[1], "v9.9 contract.toml: is wrong");
    }

    #[test]
    fn problems_are_sorted_and_said_once() {
        let mut problems = Problems::new("v1.0");
        for file in ["b.json", "a.json", "b.json"] {
            problems.add(&Location::root(file), "is wrong");
        }
        assert_eq!(
            problems.to_string(),
            "v1.0 a.json: is wrong\nv1.0 b.json: is wrong"
        );
    }
}
