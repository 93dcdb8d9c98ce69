//! Tables of builders in files: complete tables are read or mapped, and unfinished ones are saved and resumed.
//!
//! Invariant: an unfinished table is saved only between two layers, so the sizes of the layers saved with it say
//! exactly which entries it has.

use std::io;
use std::path::{Path, PathBuf};
use std::vec::Vec;

use super::BuildError;
use super::build::{BuildStage, BuildTable, BuilderLayers, TableBuilder, TablePlace};
use crate::account::{Claim, Meter, Stop};
use crate::space::layers::LayeredSearch;
use crate::table_file::{Saved, TableBytes, TableFile, TableHeader, Unfinished};
use crate::task::Task;

/// A table under construction that is kept in a file (feature `std`), by [`open_or_build`].
pub trait CachedTable: TableBuilder {
    /// Returns the header of the table's file, which must distinguish the table from all others. It is asked for before
    /// layer 0, and when the table is complete. If the number of entries is known only then, it is zero before.
    fn header(&self) -> TableHeader;

    /// Passes the bytes of the entries to `sink`, in one piece or several, with its errors returned. It is called for
    /// the complete table and, if there are [`unfinished_bytes`](Self::unfinished_bytes), between two layers. It is
    /// called twice each time, and must pass the same bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of `sink`.
    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

    /// Returns the table with the entries of its file, which have the header and the checksum expected. The builder has
    /// no layers.
    ///
    /// # Errors
    ///
    /// Returns an error if the entries are not those of a table, or if there is not enough memory.
    fn read(self, entries: TableBytes, meter: &mut Meter<'_>) -> Result<Self::Table, BuildError>;

    /// Returns the number of bytes that [`write`](Self::write) passes on before the table is complete, if the build can
    /// be resumed from these bytes. Unfinished tables are then saved between two layers: at intervals, and after a
    /// stop there. By default it returns `None`, and an unfinished table is not saved.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be built.
    fn unfinished_bytes(&self) -> Result<Option<usize>, BuildError> {
        Ok(None)
    }

    /// Resumes from saved bytes and the sizes of their layers, in place of [`begin`](TableBuilder::begin). Claims the
    /// memory of `saved`. Returns whether the bytes agree with the layers; they have the right checksum and length, but
    /// may have been written by another program.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    fn resume(
        &mut self,
        saved: Vec<u8>,
        layers: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let _ = (saved, layers, meter);
        Ok(false)
    }
}

/// Returns a task that reads a table from its file in `directory`. If there is no such file, the task builds the table
/// as [`build`](super::build::build) does, and writes the file.
///
/// Files are written atomically, and mapped into memory with feature `mmap`: see [`table_file`](crate::table_file). If
/// unfinished tables are saved, the task continues from a saved one, also from that of a process that was killed.
///
/// # Errors
///
/// The task returns an error if `new` or the builder does, if a limit is reached, or if a file cannot be read or
/// written or does not contain the expected table.
///
/// The page of the [module](crate::job) has an example.
pub fn open_or_build<'a, B: CachedTable + 'a>(
    new: impl FnMut(&mut Meter<'_>) -> Result<B, BuildError> + Send + 'a,
    directory: impl Into<PathBuf>,
) -> Task<'a, Result<B::Table, BuildError>> {
    Task::of(BuildTable::new(new).in_directory(directory.into()))
}

/// The place of a table with a file in a directory.
pub(super) struct InDirectory {
    directory: PathBuf,
    /// The file of the table while it is built.
    unfinished: Option<Unfinished>,
}

impl InDirectory {
    pub(super) const fn new(directory: PathBuf) -> Self {
        Self {
            directory,
            unfinished: None,
        }
    }
}

impl<B: CachedTable> TablePlace<B> for InDirectory {
    fn open(&mut self, builder: B, meter: &mut Meter<'_>) -> Result<BuildStage<B>, BuildError> {
        let header = builder.header();
        let path = self.directory.join(header.file_name());
        if let Some(entries) = read(&path, &header, meter)? {
            return Ok(BuildStage::Read(builder.read(entries, meter)?));
        }
        self.unfinished = Some(Unfinished::of(&path, header)?);
        Ok(BuildStage::begun(builder))
    }

    fn grow(
        &mut self,
        search: &mut LayeredSearch<BuilderLayers<B>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError> {
        let unfinished = self.unfinished.as_mut().expect("it was opened");
        grow_and_save(search, unfinished, meter)?;
        let builder = &mut search.store.builder;
        builder.complete(meter)?;
        unfinished.set_entries(builder.header().entries);
        Ok(unfinished.finish(|sink| builder.write(sink))?)
    }
}

/// The entries of a file, mapped if possible; `None` if there is no such file.
fn read(
    path: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<Option<TableBytes>, BuildError> {
    let file = match TableFile::open(path) {
        Ok(file) => file,
        Err(error) if error.is_not_found() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut header = header.clone();
    if header.entries == 0 {
        header.entries = file.header().entries;
    }
    file.expect(&header)?;
    file.entries(meter).map(Some)
}

/// Grows a table to its last layer, resuming from its file. Saves it between layers, at intervals and after a stop.
fn grow_and_save<B: CachedTable>(
    search: &mut LayeredSearch<BuilderLayers<B>>,
    unfinished: &mut Unfinished,
    meter: &mut Meter<'_>,
) -> Result<(), BuildError> {
    let Some(bytes) = search.store.builder.unfinished_bytes()? else {
        return search.grow(meter, &mut |_, _, _| Ok(()));
    };
    if search.is_new() {
        unfinished.set_bytes(bytes as u64);
        let claim = Claim::new(bytes, meter.memory())?;
        if let Some(Saved { layers, entries }) = unfinished.read()? {
            // Released before the builder claims the same bytes.
            drop(claim);
            // The layers come first, so that a builder is not resumed twice if there is no memory for them.
            search.resume(&layers, meter.memory())?;
            let resumed = search.store.builder.resume(entries, &layers, meter);
            if resumed != Ok(true) {
                search.reset();
                resumed?;
                return Err(unfinished.contradicts_itself().into());
            }
            meter.cover(layers.iter().sum());
        }
    }
    let end = search.grow(meter, &mut |before, states, store| {
        if unfinished.is_due() {
            let layers = [before, &[states]].concat();
            unfinished.save(&layers, |sink| store.builder.write(sink))?;
        }
        Ok::<_, BuildError>(())
    });
    // A table with a part of a layer is not saved, since it does not say how many states of the layer it has.
    if let Err(BuildError::Stopped(_)) = end
        && !search.store.is_within_layer
    {
        let layers = search.complete_layers();
        unfinished.save(&layers, |sink| search.store.builder.write(sink))?;
    }
    end
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;
    use std::format;
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::account::{Layer, TaskObserver};
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

    impl TaskObserver for Killed<'_> {
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
        let mut whole = build().observe(Killed(&directory, copy.clone()));
        assert_eq!(whole.run().expect("it fits").entries(), 20_160);
        let path = file(&directory, "table");
        let table = fs::read(&path).expect("it is there");
        fs::rename(&copy, path.with_extension("table.unfinished")).expect("it is there");
        fs::remove_file(&path).expect("it is there");
        let mut layers = Vec::new();
        let mut rest = build().observe(Layers(&mut layers));
        assert_eq!(rest.run().expect("it fits").entries(), 20_160);
        assert_eq!(layers.first(), Some(&13));
        assert_eq!(fs::read(&path).expect("it is there"), table);
        assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1);
        fs::remove_dir_all(&directory).expect("it is there");
    }

    /// Records the depths that an observer is shown.
    struct Layers<'l>(&'l mut Vec<u64>);

    impl TaskObserver for Layers<'_> {
        fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
            self.0.push(layer.depth);
            ControlFlow::Continue(())
        }
    }
}
