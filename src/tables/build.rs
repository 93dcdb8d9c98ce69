//! [`Build`]: what makes a table; [`BuildTable`]: builds it, or reads it from its file in a directory.

use alloc::vec::Vec;

use super::BuildError;
use crate::account::Meter;
#[cfg(feature = "std")]
use crate::table_file::{TableBytes, TableFileError, TableHeader, Unfinished};
use crate::task::Job;
#[cfg(feature = "std")]
use std::{io, path::Path};

/// Takes bytes that are to be written.
#[cfg(feature = "std")]
pub(crate) type See<'s> = dyn FnMut(&[u8]) -> io::Result<()> + 's;

/// What makes a table.
pub(crate) trait Build {
    type Table;
    /// A table that is being built.
    type Work;

    /// A table of which nothing is built.
    fn begin(&self, meter: &mut Meter<'_>) -> Result<Self::Work, BuildError>;

    /// Goes on to the end.
    fn go_on(&self, work: &mut Self::Work, meter: &mut Meter<'_>) -> Result<(), BuildError>;

    /// A table that is built.
    fn finish(&self, work: Self::Work) -> Self::Table;

    /// Everything that makes it another table than others.
    #[cfg(feature = "std")]
    fn header(&self, work: &Self::Work) -> TableHeader;

    /// Reads the entries, if there is such a file.
    #[cfg(feature = "std")]
    fn read(
        &self,
        path: &Path,
        header: &TableHeader,
        meter: &mut Meter<'_>,
    ) -> Result<Option<TableBytes>, BuildError> {
        super::cached::read(path, header, meter)
    }

    /// Goes on to the end; what is not finished may be kept in a file of its own.
    #[cfg(feature = "std")]
    fn go_on_and_save(
        &self,
        work: &mut Self::Work,
        _unfinished: &mut Unfinished,
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError> {
        self.go_on(work, meter)
    }

    /// Shows the entries of a table that is built.
    #[cfg(feature = "std")]
    fn show(&self, work: &Self::Work, see: &mut See<'_>) -> io::Result<()>;

    /// The table with entries that were read.
    #[cfg(feature = "std")]
    fn with_entries(
        &self,
        work: Self::Work,
        entries: TableBytes,
    ) -> Result<Self::Table, BuildError>;
}

/// Builds a table, or reads it.
pub(crate) struct BuildTable<B: Build> {
    build: B,
    stage: Stage<B>,
    /// Where the table is kept.
    #[cfg(feature = "std")]
    file: Option<File>,
}

/// How far a table is.
enum Stage<B: Build> {
    New,
    Begun(B::Work),
    Built(B::Work),
    #[cfg(feature = "std")]
    Read(B::Table),
}

/// The directory of a table, and the file of one that is being built.
#[cfg(feature = "std")]
struct File {
    directory: std::path::PathBuf,
    unfinished: Option<Unfinished>,
}

impl<B: Build> BuildTable<B> {
    pub(crate) const fn new(build: B) -> Self {
        Self {
            build,
            stage: Stage::New,
            #[cfg(feature = "std")]
            file: None,
        }
    }

    /// The same in a directory, where it is read if it is there, and otherwise written.
    #[cfg(feature = "std")]
    pub(crate) fn in_directory(mut self, directory: &Path) -> Self {
        self.file = Some(File {
            directory: directory.into(),
            unfinished: None,
        });
        self
    }

    /// Whether the next run begins it.
    pub(crate) const fn is_new(&self) -> bool {
        matches!(self.stage, Stage::New)
    }

    /// Begins, or goes on, for work that is on an account already.
    pub(crate) fn go_on(&mut self, meter: &mut Meter<'_>) -> Result<B::Table, BuildError> {
        self.make(meter)?;
        Ok(self.take().expect("it is made"))
    }

    /// The same, but keeps the table, and what is claimed for it.
    fn make(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let mut work = match core::mem::replace(&mut self.stage, Stage::New) {
            Stage::Begun(work) => work,
            Stage::New => {
                let work = self.build.begin(meter)?;
                #[cfg(feature = "std")]
                if let Some(file) = &mut self.file
                    && let Some(entries) = file.open(&self.build, &work, meter)?
                {
                    self.stage = Stage::Read(self.build.with_entries(work, entries)?);
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
            Ok(()) => Stage::Built(work),
            Err(_) => Stage::Begun(work),
        };
        end
    }

    /// The table, if it is made.
    fn take(&mut self) -> Option<B::Table> {
        match core::mem::replace(&mut self.stage, Stage::New) {
            Stage::Built(work) => Some(self.build.finish(work)),
            #[cfg(feature = "std")]
            Stage::Read(table) => Some(table),
            Stage::New | Stage::Begun(_) => None,
        }
    }

    fn fill(&mut self, work: &mut B::Work, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let build = &self.build;
        #[cfg(feature = "std")]
        if let Some(unfinished) = self.file.as_mut().and_then(|file| file.unfinished.as_mut()) {
            build.go_on_and_save(work, unfinished, meter)?;
            return Ok(unfinished.finish(|see| build.show(work, see))?);
        }
        build.go_on(work, meter)
    }
}

#[cfg(feature = "std")]
impl File {
    /// Reads the entries, or makes ready to write them.
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

/// Builds tables, one after another, for all of which there is memory at the same time.
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
