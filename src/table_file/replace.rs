//! Atomic replacement of files: a file is written completely or not at all.

use core::hash::{BuildHasher, Hasher};
use core::sync::atomic::{AtomicUsize, Ordering};

use std::format;
use std::fs::{self, File};
use std::hash::RandomState;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Replaces a file atomically: writes a temporary file beside it, syncs it and renames it.
pub(crate) fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut parts = parts.iter();
    replace_by(path, |file| parts.try_for_each(|part| file.write_all(part)))
}

/// The same, with contents that `write` writes.
pub(crate) fn replace_by(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let (temporary, mut file) = create_beside(path, unique)?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    let now = file.metadata().and_then(|metadata| metadata.modified());
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, path)) {
        // The temporary file is useless. If it cannot be removed either, the first error says why.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // Not every platform can sync a directory; the file itself is synced.
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    if let Ok(now) = now {
        clear_abandoned(directory, now);
    }
    Ok(())
}

/// The beginning and end of a temporary file's name.
const TEMPORARY: (&str, &str) = (".puzzle-search-", ".tmp");
/// A temporary file of this age is abandoned.
const ABANDONED: Duration = Duration::from_secs(60 * 60);
/// The number of names that are tried.
const ATTEMPTS: usize = 8;

/// A number that no other process draws. Process ids do not suffice: in a container each process may have the same one,
/// and containers may share a directory. The keys of a hasher are random; time and address are added where they are
/// not.
pub(crate) fn unique() -> u64 {
    static SERIAL: AtomicUsize = AtomicUsize::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_usize(SERIAL.fetch_add(1, Ordering::Relaxed));
    hasher.write_u32(std::process::id());
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    hasher.write_u128(time.unwrap_or_default().as_nanos());
    hasher.write_usize(core::ptr::from_ref(&hasher).addr());
    hasher.finish()
}

/// Creates a temporary file beside `path`. Its name is short, however long that of `path` is, and not taken.
fn create_beside(path: &Path, mut number: impl FnMut() -> u64) -> io::Result<(PathBuf, File)> {
    let (first, last) = TEMPORARY;
    let mut attempts = 1..=ATTEMPTS;
    loop {
        let name = format!("{first}{:016x}{last}", number());
        let temporary = path.with_file_name(name);
        let created = File::options()
            .write(true)
            .create_new(true)
            .open(&temporary);
        match created {
            Ok(file) => return Ok((temporary, file)),
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists && attempts.next().is_some() => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes temporary files that killed writers left, judged by the time stamps of the same file system.
fn clear_abandoned(directory: &Path, now: SystemTime) {
    let (first, last) = TEMPORARY;
    let is_abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|time| now.duration_since(time).ok());
        let is_temporary = name.starts_with(first) && name.ends_with(last);
        is_temporary && age.is_some_and(|age| age > ABANDONED)
    };
    // If the directory cannot be read, abandoned files remain, which does no harm.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(is_abandoned) {
        let _ = fs::remove_file(entry.path());
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn a_name_that_is_taken_is_left_alone_and_another_one_is_drawn() {
        let directory = std::env::temp_dir().join(format!("puzzle-names-{:016x}", unique()));
        fs::create_dir(&directory).expect("nobody else has this name");
        let path = directory.join("a.table");
        let (taken, mut file) = create_beside(&path, || 1).expect("it is the first");
        file.write_all(b"of another").expect("it is open");
        let mut numbers = [1, 1, 2].into_iter();
        let created = create_beside(&path, || numbers.next().expect("two are enough"));
        let (temporary, _) = created.expect("the third name is free");
        assert_ne!(temporary, taken);
        let error = create_beside(&path, || 1).expect_err("all names are taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&taken).expect("it is there"), b"of another");
        fs::remove_dir_all(&directory).expect("it is there");
    }

    #[test]
    fn numbers_are_drawn_once() {
        let drawn = || (0..1_000).map(|_| unique()).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(drawn)).collect();
        let numbers = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("it ends"));
        let numbers: std::collections::BTreeSet<_> = numbers.collect();
        assert_eq!(numbers.len(), 4_000);
    }
}
