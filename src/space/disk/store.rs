//! [`Store`]: the files of a directory, counted, and the checkpoint that says which of them count.

use core::ops::Bound;
use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::string::String;
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::blocks::{self, Blocks};
use super::error::DiskError;
use crate::table_file;

/// The file that says which others count, and how far the work is. It is there before any of them.
const CHECKPOINT: &str = "checkpoint";
const MAGIC: &[u8; 8] = b"\x89PSdisk2";
/// So many bytes of files that are not needed any more are worth it.
pub(super) const MUCH: u64 = 64 << 20;
/// A checkpoint brings files to disk, which takes some milliseconds each: it is not worth it more often.
const OFTEN: Duration = Duration::from_millis(250);

/// Files that are appended to, read and removed; what is not in the last checkpoint does not count.
///
/// Names on disk end in a number that was drawn for this store and is in its checkpoint. No other file of the directory
/// is touched.
#[derive(Debug)]
pub(crate) struct Store {
    directory: PathBuf,
    number: u64,
    limit: Option<u64>,
    /// The files and how many bytes of them count.
    files: BTreeMap<String, u64>,
    /// Those that were written to since the last checkpoint, and those of them that it does not name.
    written: BTreeSet<String>,
    new: BTreeSet<String>,
    /// Those that the last checkpoint names and the next one will not.
    obsolete: BTreeMap<String, u64>,
    /// Of files that were changed since nothing was half done how many bytes of them counted then; none if that time
    /// is not known.
    since: Option<BTreeMap<String, Option<u64>>>,
    /// Files that there were then and are not needed any more, which no checkpoint names.
    retired: BTreeMap<String, u64>,
    held: u64,
    peak: u64,
    /// How many bytes a checkpoint takes, and beside it the one before.
    checkpoint: u64,
    committed: Instant,
    /// When the work was last whole.
    marked: Instant,
}

impl Store {
    /// Removes the files of this store that its checkpoint does not name.
    fn clear(&self) -> Result<(), DiskError> {
        let failed = |error| DiskError::io(&self.directory, &error);
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
            number: table_file::unique(),
            limit,
            files: BTreeMap::new(),
            written: BTreeSet::new(),
            new: BTreeSet::new(),
            obsolete: BTreeMap::new(),
            since: None,
            retired: BTreeMap::new(),
            held: 0,
            peak: 0,
            checkpoint: 0,
            committed: Instant::now(),
            marked: Instant::now(),
        }
    }

    /// A directory as its checkpoint says it was, and what else the checkpoint says; that is nothing if nothing was
    /// begun, or not so far that there are states. Whatever is newer is removed.
    pub(crate) fn open(
        directory: &Path,
        limit: Option<u64>,
    ) -> Result<(Self, Vec<u64>), DiskError> {
        fs::create_dir_all(directory).map_err(|error| DiskError::io(directory, &error))?;
        let Some((mut store, progress)) = Self::find(directory, limit)? else {
            let mut store = Self::new(directory, limit);
            store.commit(&[])?;
            return Ok((store, Vec::new()));
        };
        store.clear()?;
        for (name, &length) in &store.files {
            let path = store.path(name);
            let failed = |error| DiskError::io(&path, &error);
            let file = OpenOptions::new().write(true).open(&path).map_err(failed)?;
            let found = file.metadata().map_err(failed)?.len();
            if found < length {
                return Err(DiskError::Damaged { file: path });
            }
            if found > length {
                file.set_len(length).map_err(failed)?;
            }
            store.held += length;
        }
        store.peak = store.peak.max(store.held);
        Ok((store, progress))
    }

    /// What the checkpoint of a directory says, beside which files there are; nothing if there is none.
    pub(super) fn progress(directory: &Path) -> Result<Vec<u64>, DiskError> {
        let found = Self::find(directory, None)?;
        Ok(found.map_or_else(Vec::new, |(_, progress)| progress))
    }

    /// What the checkpoint of a directory says, if there is one.
    fn find(directory: &Path, limit: Option<u64>) -> Result<Option<(Self, Vec<u64>)>, DiskError> {
        let path = directory.join(CHECKPOINT);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(DiskError::io(&path, &error)),
        };
        let mut store = Self::new(directory, limit);
        let progress = store
            .read(&bytes)
            .ok_or(DiskError::Damaged { file: path })?;
        store.checkpoint = bytes.len() as u64;
        store.held = store.checkpoint;
        store.peak = store.peak.max(store.held);
        Ok(Some((store, progress)))
    }

    fn read(&mut self, bytes: &[u8]) -> Option<Vec<u64>> {
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
        self.number = number(&mut rest)?;
        self.peak = number(&mut rest)?;
        let count = number(&mut rest)?;
        let progress = (0..count)
            .map(|_| number(&mut rest))
            .collect::<Option<_>>()?;
        while !rest.is_empty() {
            let length = number(&mut rest)?;
            let name_length = number(&mut rest)?;
            let (name, after) = rest.split_at_checked(usize::try_from(name_length).ok()?)?;
            // A name that leads elsewhere is none of ours.
            let name = core::str::from_utf8(name).ok();
            let name = name.filter(|name| !name.contains(['/', '\\']))?;
            self.files.insert(name.into(), length);
            rest = after;
        }
        Some(progress)
    }

    /// How many bytes of a file count; `None` if there is none.
    pub(crate) fn length(&self, name: &str) -> Option<u64> {
        self.files.get(name).copied()
    }

    /// The name of the file that begins so, the last one in order.
    pub(super) fn beginning_with(&self, prefix: &str) -> Option<&str> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let from = self.files.range::<str, _>(from);
        let names = from.map(|(name, _)| name.as_str());
        names.take_while(|name| name.starts_with(prefix)).last()
    }

    /// The most bytes that there were at one time.
    pub(crate) const fn peak(&self) -> u64 {
        self.peak
    }

    /// The blocks of a file, if there is one.
    pub(super) fn blocks(&self, name: &str) -> Result<Option<Blocks>, DiskError> {
        let length = self.length(name);
        let open = |end| Blocks::open(self.path(name), name, end);
        length.map(open).transpose()
    }

    /// Where the file of this name is.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let ending = self.ending();
        self.directory.join([name, &ending].concat())
    }

    fn ending(&self) -> String {
        format!(".{:016x}", self.number)
    }

    /// Appends bytes to a file, which begins with them if there is none.
    pub(super) fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), DiskError> {
        let (path, more) = (self.path(name), bytes.len() as u64);
        if self.exceeds_limit(more) && !self.retired.is_empty() {
            self.since = None;
            self.remove_retired();
        }
        if let Some(limit) = self.limit.filter(|_| self.exceeds_limit(more)) {
            let (file, limit) = (path, Some(limit));
            return Err(DiskError::Full { file, limit });
        }
        let at = self.length(name);
        self.note(name, at);
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
        write().map_err(|error| DiskError::io(&path, &error))?;
        if at.is_none() {
            self.checkpoint += 16 + name.len() as u64;
            self.new.insert(name.into());
        }
        self.files.insert(name.into(), at.unwrap_or(0) + more);
        self.written.insert(name.into());
        self.held += more;
        self.peak = self.peak.max(self.held);
        Ok(())
    }

    /// Appends a block of bytes that `write` appends to a list, which is emptied.
    pub(super) fn append_block(
        &mut self,
        name: &str,
        fields: blocks::Fields,
        block: &mut Vec<u8>,
    ) -> Result<(), DiskError> {
        blocks::end(block, 0, fields, name, self.length(name).unwrap_or(0));
        let appended = self.append(name, block);
        block.clear();
        appended
    }

    /// Whether so many bytes more are too many, with a checkpoint, which can always be written.
    fn exceeds_limit(&self, more: u64) -> bool {
        let needed = self
            .held
            .saturating_add(more)
            .saturating_add(2 * self.checkpoint);
        self.limit.is_some_and(|limit| needed > limit)
    }

    /// A file that is not needed any more: if the last checkpoint names it, it goes with the next one.
    pub(crate) fn remove(&mut self, name: &str) {
        if let Some(length) = self.files.remove(name) {
            self.written.remove(name);
            self.note(name, Some(length));
            let since = self.since.as_ref();
            if !self.new.remove(name) {
                self.obsolete.insert(name.into(), length);
            } else if since.is_some_and(|since| since.get(name) != Some(&None)) {
                self.retired.insert(name.into(), length);
            } else {
                let _ = fs::remove_file(self.path(name));
                self.held -= length;
            }
        }
    }

    fn remove_retired(&mut self) {
        for (name, length) in core::mem::take(&mut self.retired) {
            let _ = fs::remove_file(self.path(&name));
            self.held -= length;
        }
    }

    /// Whether it was whole so long ago that much would be lost.
    pub(super) fn is_to_be_marked(&self) -> bool {
        self.marked.elapsed() >= OFTEN / 4
    }

    /// Notes how many bytes of a file counted, before the first change since nothing was half done.
    fn note(&mut self, name: &str, length: Option<u64>) {
        if let Some(since) = &mut self.since
            && !since.contains_key(name)
        {
            since.insert(name.into(), length);
        }
    }

    /// Notes that nothing is half done, and nothing in memory only.
    pub(super) fn mark(&mut self) {
        self.remove_retired();
        self.since.get_or_insert_default().clear();
        self.marked = Instant::now();
    }

    /// Goes back to what there was when nothing was half done; returns whether that is known.
    pub(super) fn go_back(&mut self) -> bool {
        let Some(since) = self.since.take() else {
            return false;
        };
        for (name, length) in since {
            let was_new = self.retired.remove(&name).is_some();
            self.obsolete.remove(&name);
            if let Some(length) = length {
                if was_new {
                    self.new.insert(name.clone());
                }
                self.written.insert(name.clone());
                self.files.insert(name, length);
            } else if self.files.remove(&name).is_some() {
                self.new.remove(&name);
                self.written.remove(&name);
                // What cannot be removed is tried again when the directory is opened.
                let _ = fs::remove_file(self.path(&name));
            }
        }
        let bytes = self.files.values().chain(self.obsolete.values());
        self.held = self.checkpoint + bytes.sum::<u64>();
        true
    }

    /// Whether it is time for a checkpoint.
    pub(crate) fn is_due(&self) -> bool {
        let obsolete: u64 = self.obsolete.values().sum();
        let is_short = self.limit.is_some_and(|limit| self.held > limit / 2);
        let is_much = obsolete > self.held / 4 && (is_short || obsolete > MUCH);
        self.committed.elapsed() >= OFTEN || is_much
    }

    /// Makes what there is now the checkpoint.
    pub(crate) fn commit(&mut self, progress: &[u64]) -> Result<(), DiskError> {
        for name in core::mem::take(&mut self.written) {
            let path = self.path(&name);
            let file = OpenOptions::new().write(true).open(&path);
            let synced = file.and_then(|file| file.sync_data());
            synced.map_err(|error| DiskError::io(&path, &error))?;
        }
        let path = self.directory.join(CHECKPOINT);
        let mut bytes = MAGIC.to_vec();
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        let length = 8 * (5 + progress.len() as u64);
        let names = self.files.keys();
        let length = length + names.map(|name| 16 + name.len() as u64).sum::<u64>();
        self.peak = self.peak.max(self.held + length);
        put(self.number);
        put(self.peak);
        put(progress.len() as u64);
        progress.iter().copied().for_each(put);
        for (name, length) in &self.files {
            bytes.extend(length.to_le_bytes());
            bytes.extend((name.len() as u64).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        bytes.extend(table_file::checksum(&bytes).to_le_bytes());
        table_file::replace(&path, &[&bytes]).map_err(|error| DiskError::io(&path, &error))?;
        for name in core::mem::take(&mut self.obsolete).into_keys() {
            // What cannot be removed is tried again when the directory is opened.
            let _ = fs::remove_file(self.path(&name));
        }
        self.new.clear();
        self.mark();
        self.checkpoint = length;
        self.held = self.files.values().sum::<u64>() + length;
        self.committed = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_checkpoint_names_is_gone() {
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
