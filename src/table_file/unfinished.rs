//! [`Unfinished`]: a table that is being built, in a file.

use std::format;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::{TableEncoding, TableFile, TableFileError, TableHeader, save_by};

/// The file of a table that is being built, beside the one that it will be in: the entries that are known, and in
/// words how far it is.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    header: TableHeader,
    /// How many bytes are saved, if they are not the table as it is to be.
    bytes: Option<u64>,
    was_read: bool,
    /// How far it was when it was saved last, when that was, and how long it took.
    reached: String,
    saved: Instant,
    took: Duration,
}

/// What stands before and after those words.
const REACHED: (&str, &str) = ("not finished, ", "; of: ");
/// It is saved if that was not done for so long, and for so many times as long as it takes; tests save each layer.
const OFTEN: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 30 });
const TIMES: u32 = if cfg!(test) { 0 } else { 10 };

impl Unfinished {
    /// Of the table that this file is to hold.
    pub(crate) fn of(path: &Path, header: TableHeader) -> Self {
        Self {
            path: beside(path),
            header,
            bytes: None,
            was_read: false,
            reached: String::new(),
            saved: Instant::now(),
            took: Duration::ZERO,
        }
    }

    /// As long as the table is not finished, so many bytes are saved in its place.
    pub(crate) const fn is_saved_as_bytes(&mut self, bytes: u64) {
        self.bytes = Some(bytes);
    }

    /// The finished table has so many entries, which was not known before.
    pub(crate) const fn has_entries(&mut self, entries: u64) {
        self.header.entries = entries;
    }

    fn header(&self, reached: &str) -> TableHeader {
        let (before, after) = REACHED;
        let header = TableHeader {
            description: format!("{before}{reached}{after}{}", self.header.description),
            ..self.header.clone()
        };
        match self.bytes {
            Some(entries) => TableHeader {
                encoding: TableEncoding::Bytes,
                entries,
                ..header
            },
            None => header,
        }
    }

    /// How far it is, and the entries; none if there is no such file.
    pub(crate) fn read(&mut self) -> Result<Option<(String, Vec<u8>)>, TableFileError> {
        self.reached.clear();
        let read = TableFile::open(&self.path).and_then(|file| self.read_from(file));
        self.was_read = read.is_ok();
        match read {
            Ok(read) => {
                self.reached.clone_from(&read.0);
                Ok(Some(read))
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(self.useless(&error)),
        }
    }

    /// Whether the table was begun by somebody else.
    pub(crate) const fn was_read(&self) -> bool {
        self.was_read
    }

    fn read_from(&self, file: TableFile) -> Result<(String, Vec<u8>), TableFileError> {
        let said = file.header().description.strip_prefix(REACHED.0);
        let said = said.and_then(|said| Some(said.split_once(REACHED.1)?.0));
        let reached = said.unwrap_or_default().to_string();
        file.expect(&self.header(&reached))?;
        Ok((reached, file.read()?.into_vec()))
    }

    /// Whether it is time to save it.
    pub(crate) fn is_due(&self) -> bool {
        self.saved.elapsed() >= OFTEN.max(TIMES * self.took)
    }

    /// Saves it, all or nothing, of pieces that are shown twice; unless it was saved as far as this.
    pub(crate) fn save(
        &mut self,
        reached: String,
        show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<(), TableFileError> {
        if reached != self.reached {
            let begun = Instant::now();
            save_by(&self.path, &self.header(&reached), show)?;
            (self.reached, self.saved, self.took) = (reached, Instant::now(), begun.elapsed());
        }
        Ok(())
    }

    /// Says that the file cannot be gone on with, and what can be done.
    #[cold]
    fn useless(&self, why: &TableFileError) -> TableFileError {
        TableFileError::new(format!("{why}: remove {:?} to begin anew", self.path))
    }

    /// The same of a file whose entries and words do not agree.
    #[cold]
    pub(crate) fn contradicts_itself(&self) -> TableFileError {
        self.useless(&TableFileError::new(
            "what it says of its entries does not hold",
        ))
    }

    /// Writes the table into its own file, now that it is whole, and removes this one.
    pub(crate) fn finish(
        &self,
        show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<(), TableFileError> {
        save_by(&self.path.with_extension(""), &self.header, show)?;
        let _ = fs::remove_file(&self.path);
        Ok(())
    }

    /// Removes the file of the table that this file holds. If it cannot be removed, that harms nobody: the table is
    /// found before it.
    pub(crate) fn remove(path: &Path) {
        let _ = fs::remove_file(beside(path));
    }
}

/// The file of a table that is not finished.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".unfinished");
    name.into()
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use crate::account::{Layer, Watcher};
    use crate::puzzles::SlidingTiles;
    use crate::space::{DistanceOracle, Encoding};

    use super::*;

    /// Copies what there is at the end of a layer, as a process that is killed would leave it.
    struct Killed(PathBuf, PathBuf);

    impl Watcher for Killed {
        fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
            if layer.depth == 12 {
                fs::copy(&self.0, &self.1).expect("it was saved");
            }
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn what_a_killed_process_left_is_gone_on_with() {
        let name = format!("puzzle-search-left-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("whole.oracle");
        let saved = directory.join("whole.oracle.unfinished");
        let copy = directory.join("copy");
        let puzzle = SlidingTiles::new(2, 4).expect("a size");
        for encoding in [Encoding::Bytes, Encoding::ModuloThree] {
            let build = || DistanceOracle::cached(&puzzle, encoding, &path, "");
            let mut whole = build().watch(Killed(saved.clone(), copy.clone()));
            let layers = whole.run().expect("it fits").layers().to_vec();
            let table = fs::read(&path).expect("it is there");
            fs::rename(&copy, &saved).expect("it is there");
            fs::remove_file(&path).expect("it is there");
            let mut rest = build();
            assert_eq!(rest.run().expect("it fits").layers(), layers);
            assert!(rest.stats().expanded < whole.stats().expanded);
            assert_eq!(fs::read(&path).expect("it is there"), table);
            assert!(!saved.exists());
            fs::remove_file(&path).expect("it is there");
        }
        fs::remove_dir_all(&directory).expect("it is there");
    }
}
