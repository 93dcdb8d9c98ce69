//! [`Build`]: the recipe of a table; [`BuildTable`]: the task that builds the table, or reads it from its file.

use alloc::vec::Vec;

use super::BuildError;
use crate::account::Meter;
#[cfg(feature = "std")]
use crate::table_file::{TableBytes, TableFileError, TableHeader, Unfinished};
use crate::task::Job;
#[cfg(feature = "std")]
use std::{io, path::Path};

/// Receives the bytes to write.
#[cfg(feature = "std")]
pub(crate) type Sink<'s> = dyn FnMut(&[u8]) -> io::Result<()> + 's;

/// How a table is built, named and written.
pub(crate) trait Build {
    type Table;
    /// The table under construction.
    type Work;

    /// Begins with an empty table.
    fn begin(&self, meter: &mut Meter<'_>) -> Result<Self::Work, BuildError>;

    /// Builds the rest, after a stop as well.
    fn go_on(&self, work: &mut Self::Work, meter: &mut Meter<'_>) -> Result<(), BuildError>;

    /// Returns the complete table.
    fn finish(&self, work: Self::Work) -> Self::Table;

    /// The header, which distinguishes the table from all others.
    #[cfg(feature = "std")]
    fn header(&self, work: &Self::Work) -> TableHeader;

    /// Reads the entries from the table's file; `None` if there is no such file.
    #[cfg(feature = "std")]
    fn read(
        &self,
        path: &Path,
        header: &TableHeader,
        meter: &mut Meter<'_>,
    ) -> Result<Option<TableBytes>, BuildError> {
        super::cached::read(path, header, meter)
    }

    /// Builds the rest, and may save the unfinished table at intervals.
    #[cfg(feature = "std")]
    fn go_on_and_save(
        &self,
        work: &mut Self::Work,
        _unfinished: &mut Unfinished,
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError> {
        self.go_on(work, meter)
    }

    /// Writes the entries of the complete table.
    #[cfg(feature = "std")]
    fn show(&self, work: &Self::Work, sink: &mut Sink<'_>) -> io::Result<()>;

    /// The table with entries from a file.
    #[cfg(feature = "std")]
    fn with_entries(
        &self,
        work: Self::Work,
        entries: TableBytes,
    ) -> Result<Self::Table, BuildError>;
}

/// Builds a table, or reads it from its file.
pub(crate) struct BuildTable<B: Build> {
    build: B,
    stage: BuildStage<B>,
    /// The file of the table, if it has one.
    #[cfg(feature = "std")]
    file: Option<File>,
}

/// What the task does next.
enum BuildStage<B: Build> {
    New,
    Begun(B::Work),
    Built(B::Work),
    #[cfg(feature = "std")]
    Read(B::Table),
}

/// The directory of a table, and the file of the unfinished table while it is built.
#[cfg(feature = "std")]
struct File {
    directory: std::path::PathBuf,
    unfinished: Option<Unfinished>,
}

impl<B: Build> BuildTable<B> {
    pub(crate) const fn new(build: B) -> Self {
        Self {
            build,
            stage: BuildStage::New,
            #[cfg(feature = "std")]
            file: None,
        }
    }

    /// Reads the table from `directory` if it is there, and otherwise builds and writes it.
    #[cfg(feature = "std")]
    pub(crate) fn in_directory(mut self, directory: &Path) -> Self {
        self.file = Some(File {
            directory: directory.into(),
            unfinished: None,
        });
        self
    }

    /// Whether the next run begins with an empty table.
    pub(crate) const fn is_new(&self) -> bool {
        matches!(self.stage, BuildStage::New)
    }

    /// Builds the table or the rest of it. The caller has begun the meter's account.
    pub(crate) fn go_on(&mut self, meter: &mut Meter<'_>) -> Result<B::Table, BuildError> {
        self.make(meter)?;
        Ok(self.take().expect("it is made"))
    }

    /// Makes the table, but keeps it and its claims here.
    fn make(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let mut work = match core::mem::replace(&mut self.stage, BuildStage::New) {
            BuildStage::Begun(work) => work,
            BuildStage::New => {
                let work = self.build.begin(meter)?;
                #[cfg(feature = "std")]
                if let Some(file) = &mut self.file
                    && let Some(entries) = file.open(&self.build, &work, meter)?
                {
                    self.stage = BuildStage::Read(self.build.with_entries(work, entries)?);
                    return Ok(());
                }
                work
            }
            made => {
                self.stage = made;
                return Ok(());
            }
        };
        let end = self.fill(&mut work, meter);
        self.stage = match end {
            Ok(()) => BuildStage::Built(work),
            Err(_) => BuildStage::Begun(work),
        };
        end
    }

    /// Takes the table, if it is made.
    fn take(&mut self) -> Option<B::Table> {
        match core::mem::replace(&mut self.stage, BuildStage::New) {
            BuildStage::Built(work) => Some(self.build.finish(work)),
            #[cfg(feature = "std")]
            BuildStage::Read(table) => Some(table),
            BuildStage::New | BuildStage::Begun(_) => None,
        }
    }

    fn fill(&mut self, work: &mut B::Work, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let build = &self.build;
        #[cfg(feature = "std")]
        if let Some(unfinished) = self.file.as_mut().and_then(|file| file.unfinished.as_mut()) {
            build.go_on_and_save(work, unfinished, meter)?;
            return Ok(unfinished.finish(|sink| build.show(work, sink))?);
        }
        build.go_on(work, meter)
    }
}

#[cfg(feature = "std")]
impl File {
    /// Reads the entries, or prepares to write them.
    fn open<B: Build>(
        &mut self,
        build: &B,
        work: &B::Work,
        meter: &mut Meter<'_>,
    ) -> Result<Option<TableBytes>, BuildError> {
        let header = build.header(work);
        let path = self.directory.join(header.file_name());
        let read = build.read(&path, &header, meter)?;
        if read.is_none() {
            std::fs::create_dir_all(&self.directory)
                .map_err(|error| TableFileError::io(&self.directory, "written", &error))?;
            self.unfinished = Some(Unfinished::of(&path, header));
        }
        Ok(read)
    }
}

impl<B: Build> Job for BuildTable<B> {
    type Output = Result<B::Table, BuildError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        if self.is_new() {
            meter.begin();
        }
        self.go_on(meter)
    }
}

/// Builds several tables in turn, with memory for all of them at the same time.
pub(crate) struct BuildEach<B: Build>(Vec<BuildTable<B>>);

impl<B: Build> BuildEach<B> {
    pub(crate) fn new(builds: impl IntoIterator<Item = BuildTable<B>>) -> Self {
        Self(builds.into_iter().collect())
    }

    pub(crate) fn run(&mut self, meter: &mut Meter<'_>) -> Result<Vec<B::Table>, BuildError> {
        if self.0.iter().all(BuildTable::is_new) {
            meter.begin();
        }
        for each in &mut self.0 {
            each.make(meter)?;
        }
        Ok(self.0.iter_mut().filter_map(BuildTable::take).collect())
    }
}
