//! From the arguments to the inputs: files, files below directories, standard input.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::session::Session;

/// Something to validate.
pub(super) struct Input {
    /// What the person calls it.
    pub(super) name: String,
    source: Source,
}

enum Source {
    Stdin,
    File(PathBuf),
    /// Known to be unusable.
    Nothing(String),
}

impl Input {
    fn of(path: &Path, source: Source) -> Input {
        Input {
            name: path.to_string_lossy().into_owned(),
            source,
        }
    }

    /// The content, or why there is none.
    pub(super) fn read(&self, session: &mut Session<'_>) -> Result<Vec<u8>, String> {
        match &self.source {
            Source::Stdin => session.read_stdin().map_err(unreadable),
            Source::File(path) => fs::read(path).map_err(unreadable),
            Source::Nothing(reason) => Err(reason.clone()),
        }
    }

    /// The content to be read bit by bit, or why there is none.
    pub(super) fn open(&self, session: &mut Session<'_>) -> Result<Box<dyn Read + Send>, String> {
        match &self.source {
            Source::Stdin => Ok(session.take_stdin()),
            Source::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(unreadable(error)),
            },
            Source::Nothing(reason) => Err(reason.clone()),
        }
    }
}

pub(super) fn unreadable(error: impl Display) -> String {
    format!("cannot be read: {error}")
}

/// The inputs that the arguments name, in their order; those of a directory, files with such an
/// ending, sorted.
pub(super) fn expand(arguments: &[PathBuf], endings: &[&str]) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    let mut stdin = false;
    for path in arguments {
        if path.as_os_str() == "-" {
            if std::mem::replace(&mut stdin, true) {
                return Err("standard input (-) can be read only once".to_owned());
            }
            inputs.push(Input::of(path, Source::Stdin));
        } else if path.is_dir() {
            let before = inputs.len();
            walk(path, endings, &mut HashSet::new(), &mut inputs);
            if inputs.len() == before {
                let files = endings.join(" or *.");
                let reason = format!("no *.{files} file in this directory or below");
                inputs.push(Input::of(path, Source::Nothing(reason)));
            }
        } else {
            inputs.push(Input::of(path, Source::File(path.clone())));
        }
    }
    Ok(inputs)
}

/// Adds every file with such an ending below a directory.
///
/// A directory that symbolic links lead to again is visited once, so that loops end.
fn walk(
    directory: &Path,
    endings: &[&str],
    visited: &mut HashSet<PathBuf>,
    inputs: &mut Vec<Input>,
) {
    let entries = fs::canonicalize(directory).and_then(|real| {
        if !visited.insert(real) {
            return Ok(Vec::new());
        }
        let mut names = fs::read_dir(directory)?
            .map(|entry| Ok(entry?.file_name()))
            .collect::<io::Result<Vec<_>>>()?;
        names.sort_unstable();
        Ok(names)
    });
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(Input::of(directory, Source::Nothing(unreadable(error)))),
    };
    for name in entries {
        // `./x.json` is called `x.json`.
        let path = if directory == Path::new(".") {
            PathBuf::from(name)
        } else {
            directory.join(name)
        };
        let fits = endings
            .iter()
            .any(|ending| path.extension() == Some(OsStr::new(ending)));
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => walk(&path, endings, visited, inputs),
            // Whatever is neither file nor directory may block whoever reads it.
            Ok(metadata) if fits && metadata.is_file() => {
                inputs.push(Input::of(&path, Source::File(path.clone())));
            }
            Err(error) if fits => {
                inputs.push(Input::of(&path, Source::Nothing(unreadable(error))));
            }
            Ok(_) | Err(_) => {}
        }
    }
}
