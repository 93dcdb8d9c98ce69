//! [`Unfinished`]: the file of a table under construction, from which the build resumes.
//!
//! Invariant: the file is a table file whose description lists the sizes of the layers in it. It contains all entries
//! of these layers and no others, and is removed once the finished table is written.

use std::format;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::{
    SavedError, TableEncoding, TableFile, TableHeader, format_numbers, parse_numbers, save_by,
};

/// A file beside that of the table. It contains the entries known so far, and its description has the sizes of the
/// layers that are entered.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    header: TableHeader,
    /// The number of bytes saved, if they are not encoded as those of the finished table.
    bytes: Option<u64>,
    was_read: bool,
    /// The number of layers that were saved last, when that was, and how long it took.
    layers: usize,
    saved_at: Instant,
    save_time: Duration,
}

/// In the description, the sizes of the layers are between these two texts.
const REACHED: (&str, &str) = ("not finished, ", "; of: ");
/// The least interval between saves: a time, and a multiple of the time that the last save took. Tests save each layer.
const OFTEN: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 30 });
const TIMES: u32 = if cfg!(test) { 0 } else { 10 };

impl Unfinished {
    /// The unfinished table of the file `path`, without reading it. Creates the directory of the file.
    pub(crate) fn of(path: &Path, header: TableHeader) -> Result<Self, SavedError> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)
                .map_err(|error| SavedError::io("table", directory, "written", &error))?;
        }
        Ok(Self {
            path: unfinished_path(path),
            header,
            bytes: None,
            was_read: false,
            layers: 0,
            saved_at: Instant::now(),
            save_time: Duration::ZERO,
        })
    }

    /// Makes the file contain `bytes` bytes instead of entries until the table is finished.
    pub(crate) const fn set_bytes(&mut self, bytes: u64) {
        self.bytes = Some(bytes);
    }

    /// Sets the number of entries of the finished table, once it is known.
    pub(crate) const fn set_entries(&mut self, entries: u64) {
        self.header.entries = entries;
    }

    /// The header of this file when these layers are in it.
    fn header(&self, layers: &[u64]) -> TableHeader {
        let (before, after) = REACHED;
        let (layers, of) = (format_numbers(layers), &self.header.description);
        let header = TableHeader {
            description: format!("{before}{layers}{after}{of}"),
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

    /// Reads the sizes of the layers and the entries; `None` if there is no such file.
    pub(crate) fn read(&mut self) -> Result<Option<Saved>, SavedError> {
        self.layers = 0;
        let read = TableFile::open(&self.path).and_then(|file| self.read_from(file));
        self.was_read = read.is_ok();
        match read {
            Ok(read) => {
                self.layers = read.layers.len();
                Ok(Some(read))
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(self.cannot_resume(&error)),
        }
    }

    /// Whether the build was resumed from a file.
    pub(crate) const fn was_read(&self) -> bool {
        self.was_read
    }

    fn read_from(&self, file: TableFile) -> Result<Saved, SavedError> {
        let said = file.header().description.strip_prefix(REACHED.0);
        let said = said.and_then(|said| Some(said.split_once(REACHED.1)?.0));
        let layers = said.and_then(parse_numbers).unwrap_or_default();
        file.expect(&self.header(&layers))?;
        if layers.is_empty() {
            return Err(Self::contradiction());
        }
        let entries = file.read()?.into_vec();
        Ok(Saved { layers, entries })
    }

    /// Whether it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        self.saved_at.elapsed() >= OFTEN.max(TIMES * self.save_time)
    }

    /// Saves the table, in which these layers are entered, as [`save_by`] does with `show`. Does nothing if there are
    /// no layers, or none after those that are saved already.
    pub(crate) fn save(
        &mut self,
        layers: &[u64],
        show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<(), SavedError> {
        if !layers.is_empty() && layers.len() != self.layers {
            let begun = Instant::now();
            save_by(&self.path, &self.header(layers), show)?;
            self.layers = layers.len();
            (self.saved_at, self.save_time) = (Instant::now(), begun.elapsed());
        }
        Ok(())
    }

    /// The error of a file from which the build cannot be resumed, with the remedy.
    #[cold]
    fn cannot_resume(&self, why: &SavedError) -> SavedError {
        SavedError::new(format!("{why}: remove {:?} to begin anew", self.path))
    }

    /// The error of a file whose entries contradict its description.
    #[cold]
    pub(crate) fn contradicts_itself(&self) -> SavedError {
        self.cannot_resume(&Self::contradiction())
    }

    fn contradiction() -> SavedError {
        SavedError::new("what it says of its entries does not hold")
    }

    /// Writes the finished table to its own file, and removes this one.
    pub(crate) fn finish(
        &self,
        show: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<(), SavedError> {
        save_by(&self.path.with_extension(""), &self.header, show)?;
        let _ = fs::remove_file(&self.path);
        Ok(())
    }

    /// Removes the unfinished table of the file `path`. If that fails, it does no harm, since a task reads the finished
    /// table if there is one.
    pub(crate) fn remove(path: &Path) {
        let _ = fs::remove_file(unfinished_path(path));
    }
}

/// An unfinished table.
pub(crate) struct Saved {
    /// The sizes of the layers that are entered; there is at least one.
    pub(crate) layers: Vec<u64>,
    pub(crate) entries: Vec<u8>,
}

/// The path of the unfinished table.
fn unfinished_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".unfinished");
    name.into()
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use crate::account::{Layer, TaskObserver};
    use crate::puzzles::SlidingTiles;
    use crate::space::{DistanceOracle, Encoding};

    use super::*;

    /// Copies the file at the end of a layer, as a killed process would leave it.
    struct Killed(PathBuf, PathBuf);

    impl TaskObserver for Killed {
        fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
            if layer.depth == 12 {
                fs::copy(&self.0, &self.1).expect("it was saved");
            }
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn the_work_of_a_killed_process_is_resumed() {
        let name = format!("puzzle-search-left-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("whole.oracle");
        let saved = directory.join("whole.oracle.unfinished");
        let copy = directory.join("copy");
        let puzzle = SlidingTiles::new(2, 4).expect("a size");
        for encoding in [Encoding::Bytes, Encoding::ModuloThree] {
            let build = || DistanceOracle::open_or_build(&puzzle, encoding, &path, "");
            let mut whole = build().observe(Killed(saved.clone(), copy.clone()));
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
