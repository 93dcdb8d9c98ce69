//! Files that are written whole or not at all.

use std::format;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes a file, all or nothing: into a temporary one beside it, which is brought to disk and then renamed.
pub(crate) fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut parts = parts.iter();
    replace_by(path, |file| parts.try_for_each(|part| file.write_all(part)))
}

/// The same of what is written piece by piece.
pub(crate) fn replace_by(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary_beside(path);
    let written = write_through(&temporary, write);
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, path)) {
        // What is left of it is of no use; that it cannot be removed either says nothing new.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // A directory cannot be brought to disk on every platform; the file itself is.
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    clear_abandoned(directory);
    Ok(())
}

/// What the name of a file that is being written begins and ends with.
const TEMPORARY: (&str, &str) = (".puzzle-search-", ".tmp");
/// After so long whoever was writing such a file has ended.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A name that no other process uses at the same time, and that is short whatever the file's is.
fn temporary_beside(path: &Path) -> PathBuf {
    use core::sync::atomic::{AtomicU64, Ordering};
    static SERIAL: AtomicU64 = AtomicU64::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let (first, last) = TEMPORARY;
    path.with_file_name(format!("{first}{}-{serial}{last}", std::process::id()))
}

/// Whether a file that is being written may have this name.
pub(crate) fn is_temporary(name: &str) -> bool {
    let (first, last) = TEMPORARY;
    name.starts_with(first) && name.ends_with(last)
}

/// Removes what writers that were killed have left.
fn clear_abandoned(directory: &Path) {
    let is_abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|time| time.elapsed().ok());
        is_temporary(name) && age.is_some_and(|age| age > ABANDONED)
    };
    // A directory that cannot be read is not cleared; nothing else depends on that.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(is_abandoned) {
        let _ = fs::remove_file(entry.path());
    }
}

fn write_through(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    write(&mut file)?;
    file.sync_all()
}
