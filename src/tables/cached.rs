//! Tables in files: complete ones are read or mapped, and unfinished ones are saved and resumed.

use std::format;
use std::io;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

use super::BuildError;
use super::build::Sink;
#[cfg(not(feature = "mmap"))]
use crate::account::Stop;
use crate::account::{Claim, Claimed, Meter, Quota};
use crate::space::layers::{Layered, LayeredSearch};
use crate::table_file::{self, TableBytes, TableHeader, Unfinished};

/// The entries of a file, mapped if possible; `None` if there is no such file.
pub(crate) fn read(
    path: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<Option<TableBytes>, BuildError> {
    match open(path, header, meter) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(BuildError::File(error)) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same for a table with random access, where address translation costs as much as the lookup: the entries are
/// copied to huge pages if the system has them and the limit on bytes permits.
pub(crate) fn read_apart(
    path: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<Option<TableBytes>, BuildError> {
    let table = read(path, header, meter)?;
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    if let Some(mapped) = &table
        && meter.claim(mapped.len()).is_ok()
    {
        let copy = mapped.in_large_pages();
        if copy.is_some() {
            return Ok(copy);
        }
        meter.release(mapped.len());
    }
    Ok(table)
}

#[cfg(feature = "mmap")]
fn open(path: &Path, header: &TableHeader, _: &mut Meter<'_>) -> Result<TableBytes, BuildError> {
    Ok(table_file::map(path, header)?)
}

#[cfg(not(feature = "mmap"))]
fn open(
    path: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<TableBytes, BuildError> {
    let file = table_file::TableFile::open(path)?;
    file.expect(header)?;
    let bytes = header
        .payload_bytes()
        .and_then(|bytes| usize::try_from(bytes).ok());
    meter.claim(bytes.ok_or(Stop::OutOfMemory)?)?;
    Ok(file.read()?)
}

/// A layered table that can be saved before it is complete.
pub(crate) trait Saved: Layered<Error = BuildError> {
    /// The number of bytes to save.
    fn saved_bytes(&self) -> Result<usize, BuildError>;

    /// Writes these bytes.
    fn show(&self, sink: &mut Sink<'_>) -> io::Result<()>;

    /// Resumes from saved bytes with these layers; returns whether they are consistent.
    fn restore(&mut self, saved: Claimed<Vec<u8>>, layers: &[u64], quota: &Quota) -> bool;
}

/// Grows a table to its last layer, resuming from its file. Saves it at intervals and after a stop.
pub(crate) fn grow_and_save<L: Saved>(
    search: &mut LayeredSearch<L>,
    unfinished: &mut Unfinished,
    meter: &mut Meter<'_>,
) -> Result<(), BuildError> {
    if search.is_new() {
        let bytes = search.store.saved_bytes()?;
        unfinished.is_saved_as_bytes(bytes as u64);
        let claim = Claim::new(bytes, meter.memory())?;
        if let Some((reached, saved)) = unfinished.read()? {
            let layers = parse_numbers(&reached).unwrap_or_default();
            let saved = Claimed::adopt(saved, claim);
            if !search.store.restore(saved, &layers, meter.memory()) {
                return Err(unfinished.contradicts_itself().into());
            }
            search.resume(&layers, meter.memory())?;
            meter.meet(layers.iter().sum());
        }
    }
    let end = search.grow(meter, &mut |before, states, store| {
        if unfinished.is_due() {
            let layers = [before, &[states]].concat();
            unfinished.save(format_numbers(&layers), |sink| store.show(sink))?;
        }
        Ok::<_, BuildError>(())
    });
    if let Err(BuildError::Stopped(_)) = end {
        let layers = search.complete_layers();
        if !layers.is_empty() {
            unfinished.save(format_numbers(&layers), |sink| search.store.show(sink))?;
        }
    }
    end
}

/// Formats numbers, each after a space.
pub(crate) fn format_numbers(parse_numbers: &[u64]) -> String {
    parse_numbers
        .iter()
        .map(|number| format!(" {number}"))
        .collect()
}

/// Parses numbers separated by spaces.
pub(crate) fn parse_numbers(format_numbers: &str) -> Option<Vec<u64>> {
    let format_numbers = format_numbers.split_whitespace();
    format_numbers.map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::account::{Layer, Watcher};
    use crate::puzzles::{Board, SlidingTiles};
    use crate::tables::{Abstraction, PatternDatabase};

    #[derive(Clone)]
    struct Whole(SlidingTiles);

    impl Abstraction<SlidingTiles> for Whole {
        type Space = SlidingTiles;

        fn space(&self) -> &SlidingTiles {
            &self.0
        }

        fn image(&self, _: &SlidingTiles, board: &Board) -> Board {
            *board
        }
    }

    /// Copies the unfinished table at the end of a layer, as a killed process would leave it.
    struct Killed<'d>(&'d Path, PathBuf);

    impl Watcher for Killed<'_> {
        fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
            if layer.depth == 12 {
                fs::copy(file(self.0, "unfinished"), &self.1).expect("it was saved");
            }
            ControlFlow::Continue(())
        }
    }

    /// The only file with this ending.
    fn file(directory: &Path, ending: &str) -> PathBuf {
        let entries = fs::read_dir(directory).expect("a directory");
        let mut files = entries.map(|entry| entry.expect("an entry").path());
        let is_it = |path: &PathBuf| path.extension().is_some_and(|found| found == ending);
        files.find(is_it).expect("it is there")
    }

    #[test]
    fn the_build_of_a_killed_process_is_resumed() {
        let name = format!("puzzle-search-database-left-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("a directory");
        let copy = directory.join("copy");
        let puzzle = SlidingTiles::new(2, 4).expect("a size");
        let build = || PatternDatabase::open_or_build(&puzzle, Whole(puzzle.clone()), &directory);
        let mut whole = build().watch(Killed(&directory, copy.clone()));
        assert_eq!(whole.run().expect("it fits").entries(), 20_160);
        let path = file(&directory, "table");
        let table = fs::read(&path).expect("it is there");
        fs::rename(&copy, path.with_extension("table.unfinished")).expect("it is there");
        fs::remove_file(&path).expect("it is there");
        let mut layers = Vec::new();
        let mut rest = build().watch(Layers(&mut layers));
        assert_eq!(rest.run().expect("it fits").entries(), 20_160);
        assert_eq!(layers.first(), Some(&13));
        assert_eq!(fs::read(&path).expect("it is there"), table);
        assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1);
        fs::remove_dir_all(&directory).expect("it is there");
    }

    /// Records the depths that an observer is shown.
    struct Layers<'l>(&'l mut Vec<u64>);

    impl Watcher for Layers<'_> {
        fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
            self.0.push(layer.depth);
            ControlFlow::Continue(())
        }
    }
}
