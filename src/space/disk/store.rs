//! [`Store`]: append-only files in a directory, and the checkpoint that says which of them belong to the enumeration,
//! and their lengths then. Later bytes were written after the checkpoint; they are cut off when the directory is
//! opened.
//!
//! Between checkpoints, the store can be rolled back to a *mark*, a later point at which the files are consistent too.
//!
//! Invariant: the bytes that the files had at the last checkpoint or at the mark are neither changed nor deleted. A
//! file that is *removed* from the store meanwhile is *deleted* from disk once neither of the two needs it.

use core::ops::Bound;
use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::string::String;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::blocks::BlockReader;
use crate::space::error::SpaceError;
use crate::table_file;

/// The name of the checkpoint, the file that is written first. It lists the other files and the progress of the work.
const CHECKPOINT: &str = "checkpoint";
const MAGIC: &[u8; 8] = b"\x89PSdisk2";
/// If removed files that are still on disk take more bytes than this, and a quarter of all bytes, a checkpoint is due,
/// after which they are deleted.
pub(super) const MUCH_OBSOLETE: u64 = 64 << 20;
/// The least time between checkpoints, unless much is to be deleted: each sync of a file takes some milliseconds.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(250);

/// Files that are appended to, read and removed.
///
/// Names on disk end in a number that was drawn for this store and is in its checkpoint. No other file is touched.
#[derive(Debug)]
pub(crate) struct Store {
    directory: PathBuf,
    /// The number at the end of the names of its files.
    id: u64,
    /// The limit on the bytes of all files together.
    limit: Option<u64>,
    /// The files that are not removed, and their present lengths.
    files: BTreeMap<String, u64>,
    /// Files written since the last checkpoint.
    written: BTreeSet<String>,
    /// The files that the last checkpoint names.
    named: BTreeSet<String>,
    /// The files that have changed since the last mark, with the number of their bytes at the mark, or `None` for new
    /// files. If the map itself is `None`, there is no mark to roll back to.
    changed: Option<BTreeMap<String, Option<u64>>>,
    /// The removed files that are still on disk, as the last checkpoint or the mark needs them, and their lengths.
    removed: BTreeMap<String, u64>,
    /// The bytes of all files, removed ones on disk included, and the greatest number so far.
    held: u64,
    peak: u64,
    /// The size of the next checkpoint, about. While it is written, the previous one exists, too.
    checkpoint_bytes: u64,
    /// The times of the last checkpoint and of the last mark.
    committed: Instant,
    marked_at: Instant,
}

impl Store {
    /// Deletes the files of this store that its checkpoint does not name.
    fn delete_unnamed(&self) -> Result<(), SpaceError> {
        let failed = |error| SpaceError::io(&self.directory, &error);
        let ending = self.ending();
        for entry in fs::read_dir(&self.directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(&ending));
            if name.is_some_and(|name| !self.files.contains_key(name)) {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }

    fn new(directory: &Path, limit: Option<u64>) -> Self {
        Self {
            directory: directory.to_path_buf(),
            id: table_file::unique(),
            limit,
            files: BTreeMap::new(),
            written: BTreeSet::new(),
            named: BTreeSet::new(),
            changed: None,
            removed: BTreeMap::new(),
            held: 0,
            peak: 0,
            checkpoint_bytes: 0,
            committed: Instant::now(),
            marked_at: Instant::now(),
        }
    }

    /// Opens a directory as its checkpoint describes it, and returns the numbers by which the caller described its
    /// progress at that checkpoint; there are none if nothing was begun. Newer files and bytes are deleted.
    pub(crate) fn open(
        directory: &Path,
        limit: Option<u64>,
    ) -> Result<(Self, Vec<u64>), SpaceError> {
        fs::create_dir_all(directory).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => SpaceError::Io {
                file: directory.to_path_buf(),
                kind: error.kind(),
                said: "expected a directory, or a path where one can be made".into(),
            },
            _ => SpaceError::unmade(directory, &error),
        })?;
        let Some((mut store, progress)) = Self::load(directory, limit)? else {
            let mut store = Self::new(directory, limit);
            store.commit(&[])?;
            return Ok((store, Vec::new()));
        };
        store.delete_unnamed()?;
        for (name, &length) in &store.files {
            let path = store.path(name);
            let failed = |error| SpaceError::io(&path, &error);
            let file = OpenOptions::new().write(true).open(&path).map_err(failed)?;
            let found = file.metadata().map_err(failed)?.len();
            if found < length {
                return Err(SpaceError::Damaged { file: path });
            }
            if found > length {
                file.set_len(length).map_err(failed)?;
            }
            store.held += length;
        }
        store.peak = store.peak.max(store.held);
        Ok((store, progress))
    }

    /// The numbers by which the checkpoint of a directory describes the progress; none if there is no checkpoint.
    pub(super) fn saved_progress(directory: &Path) -> Result<Vec<u64>, SpaceError> {
        let found = Self::load(directory, None)?;
        Ok(found.map_or_else(Vec::new, |(_, progress)| progress))
    }

    /// The path of the checkpoint.
    pub(crate) fn checkpoint_path(&self) -> PathBuf {
        self.directory.join(CHECKPOINT)
    }

    /// Reads the checkpoint of a directory, if there is one.
    fn load(directory: &Path, limit: Option<u64>) -> Result<Option<(Self, Vec<u64>)>, SpaceError> {
        let path = directory.join(CHECKPOINT);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SpaceError::io(&path, &error)),
        };
        let mut store = Self::new(directory, limit);
        let progress = store
            .parse_checkpoint(&bytes)
            .ok_or(SpaceError::Damaged { file: path })?;
        store.checkpoint_bytes = bytes.len() as u64;
        store.held = store.checkpoint_bytes;
        store.peak = store.peak.max(store.held);
        Ok(Some((store, progress)))
    }

    /// Reads the contents of a checkpoint; `None` if they are damaged.
    fn parse_checkpoint(&mut self, bytes: &[u8]) -> Option<Vec<u64>> {
        let sum_at = bytes.len().checked_sub(8)?;
        let (body, sum) = bytes.split_at(sum_at);
        let mut rest = body.strip_prefix(MAGIC)?;
        if sum != table_file::checksum(body).to_le_bytes() {
            return None;
        }
        let number = |rest: &mut &[u8]| {
            let (&bytes, after) = rest.split_first_chunk()?;
            *rest = after;
            Some(u64::from_le_bytes(bytes))
        };
        self.id = number(&mut rest)?;
        self.peak = number(&mut rest)?;
        let count = number(&mut rest)?;
        let progress = (0..count)
            .map(|_| number(&mut rest))
            .collect::<Option<_>>()?;
        while !rest.is_empty() {
            let length = number(&mut rest)?;
            let name_length = number(&mut rest)?;
            let (name, after) = rest.split_at_checked(usize::try_from(name_length).ok()?)?;
            // A name with a separator would lead out of the directory.
            let name = core::str::from_utf8(name).ok();
            let name = name.filter(|name| !name.contains(['/', '\\']))?;
            self.files.insert(name.into(), length);
            rest = after;
        }
        self.named = self.files.keys().cloned().collect();
        Some(progress)
    }

    /// The length of a file; `None` if there is no such file.
    pub(crate) fn length(&self, name: &str) -> Option<u64> {
        self.files.get(name).copied()
    }

    /// The last name, in the order of its bytes, that begins with `prefix`.
    pub(super) fn last_of(&self, prefix: &str) -> Option<&str> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let from = self.files.range::<str, _>(from);
        let names = from.map(|(name, _)| name.as_str());
        names.take_while(|name| name.starts_with(prefix)).last()
    }

    /// The greatest number of bytes that all files took at one time.
    pub(crate) const fn peak(&self) -> u64 {
        self.peak
    }

    /// A reader of the blocks of a file; `None` if there is no such file.
    pub(super) fn blocks(&self, name: &str) -> Result<Option<BlockReader>, SpaceError> {
        let length = self.length(name);
        let open = |end| BlockReader::open(self.path(name), name, end);
        length.map(open).transpose()
    }

    /// The path of the file.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let ending = self.ending();
        self.directory.join([name, &ending].concat())
    }

    fn ending(&self) -> String {
        format!(".{:016x}", self.id)
    }

    /// Appends bytes to a file, which is created if need be.
    pub(super) fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), SpaceError> {
        let (path, more) = (self.path(name), bytes.len() as u64);
        if self.exceeds_limit(more) {
            // Without the mark, files can be deleted that only the mark needs.
            self.changed = None;
            self.delete_removed();
        }
        if let Some(limit) = self.limit.filter(|_| self.exceeds_limit(more)) {
            let (file, limit) = (path, Some(limit));
            return Err(SpaceError::DiskFull { file, limit });
        }
        let at = self.length(name);
        let write = || -> io::Result<()> {
            let mut options = OpenOptions::new();
            options
                .write(true)
                .create(at.is_none())
                .truncate(at.is_none());
            let mut file = options.open(&path)?;
            file.seek(SeekFrom::Start(at.unwrap_or(0)))?;
            file.write_all(bytes)
        };
        write().map_err(|error| SpaceError::io(&path, &error))?;
        if at.is_none() {
            self.checkpoint_bytes += 16 + name.len() as u64;
        }
        self.note_change(name, at);
        self.files.insert(name.into(), at.unwrap_or(0) + more);
        self.written.insert(name.into());
        self.held += more;
        self.peak = self.peak.max(self.held);
        Ok(())
    }

    /// Whether the limit leaves too little for `more` bytes and, beside the present checkpoint, for the next one and as
    /// much to spare.
    fn exceeds_limit(&self, more: u64) -> bool {
        let needed = self
            .held
            .saturating_add(more)
            .saturating_add(2 * self.checkpoint_bytes);
        self.limit.is_some_and(|limit| needed > limit)
    }

    /// Removes a file. It is deleted once it is neither named by the last checkpoint nor needed to roll back; until
    /// then its name must not be used again.
    pub(crate) fn remove(&mut self, name: &str) {
        if let Some(length) = self.files.remove(name) {
            self.note_change(name, Some(length));
            self.removed.insert(name.into(), length);
            if !self.is_needed(name) {
                self.delete_removed();
            }
        }
    }

    /// Whether a removed file is named by the last checkpoint, or was there at the mark.
    fn is_needed(&self, name: &str) -> bool {
        let changed = self.changed.as_ref();
        let at_mark = changed.and_then(|files| *files.get(name)?);
        self.named.contains(name) || at_mark.is_some()
    }

    /// Notes that a file changes, and its length before; `None` if it is new.
    fn note_change(&mut self, name: &str, length: Option<u64>) {
        if let Some(changed) = &mut self.changed
            && !changed.contains_key(name)
        {
            changed.insert(name.into(), length);
        }
    }

    /// Deletes the removed files that are no longer needed.
    fn delete_removed(&mut self) {
        for (name, length) in core::mem::take(&mut self.removed) {
            if self.is_needed(&name) {
                self.removed.insert(name, length);
            } else {
                // If it cannot be deleted, that is tried again when the directory is opened.
                let _ = fs::remove_file(self.path(&name));
                self.held -= length;
            }
        }
    }

    /// Whether rolling back to the last mark would lose much work.
    pub(super) fn is_mark_due(&self) -> bool {
        self.marked_at.elapsed() >= CHECKPOINT_INTERVAL / 4
    }

    /// Marks this point as the one to roll back to. All that the caller has done must be in the files.
    pub(super) fn mark(&mut self) {
        self.changed = Some(BTreeMap::new());
        self.delete_removed();
        self.marked_at = Instant::now();
    }

    /// Rolls back to the mark; returns whether there is one. Files and bytes that were written since remain on disk
    /// until the directory is opened again.
    pub(super) fn roll_back(&mut self) -> bool {
        let Some(changed) = self.changed.take() else {
            return false;
        };
        for (name, length) in changed {
            match length {
                Some(length) => {
                    self.removed.remove(&name);
                    self.files.insert(name, length);
                }
                None => {
                    self.files.remove(&name);
                }
            }
        }
        true
    }

    /// Whether it is time for a checkpoint.
    pub(crate) fn is_due(&self) -> bool {
        let obsolete: u64 = self.removed.values().sum();
        let is_short = self.limit.is_some_and(|limit| self.held > limit / 2);
        let is_much = obsolete > self.held / 4 && (is_short || obsolete > MUCH_OBSOLETE);
        self.committed.elapsed() >= CHECKPOINT_INTERVAL || is_much
    }

    /// Syncs the files, writes a checkpoint of their present state, with the numbers `progress`, and marks this point.
    pub(crate) fn commit(&mut self, progress: &[u64]) -> Result<(), SpaceError> {
        for name in core::mem::take(&mut self.written) {
            if !self.files.contains_key(&name) {
                continue;
            }
            let path = self.path(&name);
            let file = OpenOptions::new().write(true).open(&path);
            let synced = file.and_then(|file| file.sync_data());
            synced.map_err(|error| SpaceError::io(&path, &error))?;
        }
        let path = self.checkpoint_path();
        let mut bytes = MAGIC.to_vec();
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        // The checkpoint holds the peak, which includes its own length: magic number, id, peak, the number of numbers,
        // these, the files, and a checksum.
        let length = 8 * (5 + progress.len() as u64);
        let names = self.files.keys();
        let length = length + names.map(|name| 16 + name.len() as u64).sum::<u64>();
        self.peak = self.peak.max(self.held + length);
        put(self.id);
        put(self.peak);
        put(progress.len() as u64);
        progress.iter().copied().for_each(put);
        for (name, length) in &self.files {
            bytes.extend(length.to_le_bytes());
            bytes.extend((name.len() as u64).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        bytes.extend(table_file::checksum(&bytes).to_le_bytes());
        table_file::replace(&path, &[&bytes]).map_err(|error| SpaceError::io(&path, &error))?;
        self.named = self.files.keys().cloned().collect();
        self.mark();
        self.checkpoint_bytes = length;
        self.held = self.files.values().sum::<u64>() + length;
        self.committed = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_the_checkpoint_are_removed() {
        let directory =
            std::env::temp_dir().join(std::format!("puzzle-store-{}", std::process::id()));
        let (mut store, nothing) = Store::open(&directory, None).expect("an empty directory");
        assert_eq!(nothing, []);
        store
            .append("layer-0-0", b"one")
            .expect("it can be written");
        store.commit(&[1, 2]).expect("it can be written");
        store
            .append("layer-0-0", b"two")
            .expect("it can be written");
        store
            .append("layer-1-0", b"three")
            .expect("it can be written");
        let (store, progress) = Store::open(&directory, None).expect("a checkpoint");
        assert_eq!(
            (store.length("layer-0-0"), progress),
            (Some(3), std::vec![1, 2])
        );
        let files = fs::read_dir(&directory).expect("it is there").count();
        assert_eq!((files, store.length("layer-1-0")), (2, None));
        fs::remove_dir_all(&directory).expect("it is there");
    }
}
