//! The one place that changes files: whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use similar::TextDiff;
use tempfile::NamedTempFile;

/// What the files should be, by path.
pub type Wanted = BTreeMap<PathBuf, String>;

/// How the files differ from what they should be.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Files with other text.
    pub stale: Vec<PathBuf>,
    /// Files that are not there.
    pub missing: Vec<PathBuf>,
    /// Files in generated folders that nothing generates.
    pub orphans: Vec<PathBuf>,
}

impl Difference {
    /// Compares the wanted files with the disk; `present` are the files that may be there.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(wanted: &Wanted, present: &BTreeSet<PathBuf>) -> Result<Difference, String> {
        let mut difference = Difference::default();
        for (path, text) in wanted {
            match fs::read(path) {
                Ok(found) if found == text.as_bytes() => {}
                Ok(_) => difference.stale.push(path.clone()),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    difference.missing.push(path.clone());
                }
                Err(_) if path.is_dir() => {
                    return Err(format!(
                        "{}: is a folder, where a generated file belongs: move it away",
                        path.display()
                    ));
                }
                Err(error) => return Err(unreadable(path, &error)),
            }
        }
        difference.orphans = present
            .iter()
            .filter(|path| !wanted.contains_key(*path))
            .cloned()
            .collect();
        Ok(difference)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.stale.is_empty() && self.missing.is_empty() && self.orphans.is_empty()
    }

    /// Every differing file with its diff.
    pub fn describe(&self, root: &Path, wanted: &Wanted) -> String {
        let mut text = String::new();
        let lists = [
            ("stale", &self.stale),
            ("missing", &self.missing),
            ("orphan", &self.orphans),
        ];
        for (kind, paths) in lists {
            for path in paths {
                let shown = path.strip_prefix(root).unwrap_or(path);
                text.push_str(&format!("{kind}: {}\n", shown.display()));
            }
        }
        for path in &self.stale {
            let found = fs::read(path).unwrap_or_default();
            let found = String::from_utf8_lossy(&found);
            let wanted = wanted.get(path).map(String::as_str).unwrap_or_default();
            let shown = path
                .strip_prefix(root)
                .unwrap_or(path)
                .display()
                .to_string();
            let diff = TextDiff::from_lines(found.as_ref(), wanted);
            text.push_str(
                &diff
                    .unified_diff()
                    .context_radius(2)
                    .header(&shown, "generated")
                    .to_string(),
            );
        }
        text
    }

    /// Makes the files what they should be; either all of them or, on an error, none.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn apply(&self, wanted: &Wanted) -> Result<(), String> {
        let mut change = Change::default();
        match self.change(wanted, &mut change) {
            Ok(()) => change.finish(),
            Err(message) => {
                change.take_back();
                Err(message)
            }
        }
    }

    fn change(&self, wanted: &Wanted, change: &mut Change) -> Result<(), String> {
        // First every new text goes to a temporary file beside its place, which is the part that
        // is likely to fail; the renames after that are all on one file system.
        let mut staged = Vec::new();
        for path in self.stale.iter().chain(&self.missing) {
            let text = wanted.get(path).map(String::as_str).unwrap_or_default();
            change.make_folder(path.parent().unwrap_or(Path::new(".")))?;
            staged.push((stage(path, text.as_bytes())?, path));
        }
        for (file, path) in staged {
            let former = fs::read(path).ok();
            file.persist(path)
                .map_err(|error| named(path, &error.error))?;
            change.written.push((path.clone(), former));
        }
        for path in &self.orphans {
            change.set_aside(path)?;
        }
        Ok(())
    }
}

/// Why a file cannot be read; most likely something else stands where one of its folders belongs.
fn unreadable(path: &Path, error: &io::Error) -> String {
    let in_the_way = path.ancestors().skip(1).find(|folder| folder.is_file());
    match in_the_way {
        Some(file) => format!(
            "{}: is a file, where a folder of generated files belongs: move it away",
            file.display()
        ),
        None => named(path, error),
    }
}

/// What has been done so far, so that it can be taken back.
#[derive(Default)]
struct Change {
    /// New folders, outermost first.
    folders: Vec<PathBuf>,
    /// Files written, with what they held before.
    written: Vec<(PathBuf, Option<Vec<u8>>)>,
    /// Orphans, and where they wait for their end.
    aside: Vec<(PathBuf, PathBuf)>,
}

impl Change {
    fn make_folder(&mut self, folder: &Path) -> Result<(), String> {
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder).map_err(|error| named(folder, &error))?;
            self.folders.push(folder.to_path_buf());
        }
        Ok(())
    }

    fn set_aside(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let aside = path.with_file_name(format!(".xtask-{name}"));
        fs::rename(path, &aside).map_err(|error| named(path, &error))?;
        self.aside.push((path.to_path_buf(), aside));
        Ok(())
    }

    fn finish(self) -> Result<(), String> {
        for (_, aside) in self.aside {
            fs::remove_file(&aside).map_err(|error| named(&aside, &error))?;
            remove_empty_folders(&aside);
        }
        Ok(())
    }

    /// Each step as far as it works: there is nothing better left to do.
    fn take_back(self) {
        for (path, aside) in self.aside.into_iter().rev() {
            let _ = fs::rename(aside, path);
        }
        for (path, former) in self.written.into_iter().rev() {
            let _ = match former {
                Some(bytes) => stage(&path, &bytes).map(|file| file.persist(&path).is_ok()),
                None => Ok(fs::remove_file(&path).is_ok()),
            };
        }
        for folder in self.folders.into_iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn stage(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, String> {
    let named = |error: io::Error| named(path, &error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".xtask-")
        .tempfile_in(folder)
        .map_err(named)?;
    file.write_all(bytes).map_err(named)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are private; source files are not.
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644)).map_err(named)?;
    }
    Ok(file)
}

fn remove_empty_folders(path: &Path) {
    let mut folder = path.parent();
    while let Some(path) = folder {
        // Fails, as it should, where something is left in the folder.
        if fs::remove_dir(path).is_err() {
            return;
        }
        folder = path.parent();
    }
}
