//! [`TableBuilder`]: a table under construction; [`BuildTable`]: the task that builds it, or reads it from its file.
//!
//! Invariant: a builder is asked for layer 0 once, then for one layer after another, and for the table when there are
//! no more. A layer that ended with an error is asked for again when the task is continued.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::BuildError;
use crate::account::{Meter, Side};
use crate::space::layers::{Front, Layered, LayeredSearch};
use crate::task::{Job, Task};
#[cfg(feature = "std")]
use {
    super::cached::{CachedTable, InDirectory},
    std::path::PathBuf,
};

/// A table under construction, which is filled one breadth-first layer at a time.
///
/// [`build`] makes a task of it: the page of the [module](crate::job) has an example. The task takes care of limits,
/// observers and stops; the builder has only its entries.
pub trait TableBuilder: Send {
    /// The complete table.
    type Table: Send;

    /// Claims the memory of the table, allocates it, and enters layer 0, such as the goals. Returns the number of
    /// states of the layer. If it is zero, the table is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory, or if the table cannot be built. After an error it is called
    /// again when the task is continued.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError>;

    /// Enters the layer after the last one. Returns the number of its states, or `None` if there is no further layer. A
    /// layer may be empty, as in a table of costs where no state has this cost.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit is reached, or if an entry cannot express the depth. After an error it is called
    /// again when the task is continued; it then has to do the rest of the layer, and return the size of all of it.
    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError>;

    /// Brings the entries into their final form, after the last layer. By default it does nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory. It is called again when the task is continued, after an error
    /// and if the table could not be written, so that it must leave complete entries as they are.
    fn complete(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        let _ = meter;
        Ok(())
    }

    /// Returns the table, which is complete.
    fn finish(self) -> Self::Table;
}

/// Returns a task that builds a table, layer by layer. The task begins with the builder that `new` returns, which is
/// without layers. If the task is run again after it is done, it calls `new` again.
///
/// # Errors
///
/// The task returns an error if `new` or the builder does, or if a limit is reached.
///
/// ```
/// use puzzle_search::job::{BuildError, Front, Meter, TableBuilder, build};
///
/// /// The number of steps from 0 to each place of a ring.
/// struct Ring(Vec<u32>);
///
/// impl TableBuilder for Ring {
///     type Table = Vec<u32>;
///     fn begin(&mut self, _: &mut Meter<'_>) -> Result<u64, BuildError> {
///         self.0 = vec![0];
///         Ok(1)
///     }
///     fn advance(&mut self, front: Front, _: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
///         self.0.push(front.depth as u32 + 1);
///         Ok((front.depth < 5).then_some(1))
///     }
///     fn finish(self) -> Vec<u32> {
///         self.0
///     }
/// }
///
/// assert_eq!(build(|_| Ok(Ring(Vec::new()))).run()?.len(), 7);
/// # Ok::<(), BuildError>(())
/// ```
pub fn build<'a, B: TableBuilder + 'a>(
    new: impl FnMut(&mut Meter<'_>) -> Result<B, BuildError> + Send + 'a,
) -> Task<'a, Result<B::Table, BuildError>> {
    Task::of(BuildTable::new(new))
}

/// Builds a table, or reads it from its file.
pub(crate) struct BuildTable<'a, B: TableBuilder> {
    new: Box<NewBuilder<'a, B>>,
    place: Box<dyn TablePlace<B>>,
    stage: BuildStage<B>,
}

/// Makes a builder without layers.
type NewBuilder<'a, B> = dyn FnMut(&mut Meter<'_>) -> Result<B, BuildError> + Send + 'a;

/// What the task does next.
pub(super) enum BuildStage<B: TableBuilder> {
    New,
    Begun(LayeredSearch<BuilderLayers<B>>),
    Built(B),
    #[cfg(feature = "std")]
    Read(B::Table),
}

impl<B: TableBuilder> BuildStage<B> {
    pub(super) fn begun(builder: B) -> Self {
        let layers = BuilderLayers {
            builder,
            is_within_layer: false,
        };
        Self::Begun(LayeredSearch::new(layers, Side::Goal))
    }
}

/// Where a table is built: in memory, or with a file.
pub(super) trait TablePlace<B: TableBuilder>: Send {
    /// Reads the table, or begins to build it.
    fn open(&mut self, builder: B, meter: &mut Meter<'_>) -> Result<BuildStage<B>, BuildError>;

    /// Builds the rest, after a stop as well.
    fn grow(
        &mut self,
        search: &mut LayeredSearch<BuilderLayers<B>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError>;
}

struct InMemory;

impl<B: TableBuilder> TablePlace<B> for InMemory {
    fn open(&mut self, builder: B, _: &mut Meter<'_>) -> Result<BuildStage<B>, BuildError> {
        Ok(BuildStage::begun(builder))
    }

    fn grow(
        &mut self,
        search: &mut LayeredSearch<BuilderLayers<B>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError> {
        search.grow(meter, &mut |_, _, _| Ok::<_, BuildError>(()))?;
        search.store.builder.complete(meter)
    }
}

/// A builder as a layered search.
pub(super) struct BuilderLayers<B> {
    pub(super) builder: B,
    /// Whether the layer after the last one was begun and not completed.
    pub(super) is_within_layer: bool,
}

impl<B: TableBuilder> Layered for BuilderLayers<B> {
    type Error = BuildError;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        self.builder.begin(meter)
    }

    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        self.is_within_layer = true;
        let next = self.builder.advance(so_far, meter)?;
        self.is_within_layer = false;
        Ok(next)
    }

    /// A table is not built twice by the same builder.
    fn clear(&mut self) {}
}

impl<'a, B: TableBuilder> BuildTable<'a, B> {
    pub(crate) fn new(
        new: impl FnMut(&mut Meter<'_>) -> Result<B, BuildError> + Send + 'a,
    ) -> Self {
        Self {
            new: Box::new(new),
            place: Box::new(InMemory),
            stage: BuildStage::New,
        }
    }

    /// Reads the table from `directory` if it is there, and otherwise builds and writes it.
    #[cfg(feature = "std")]
    pub(crate) fn in_directory(mut self, directory: PathBuf) -> Self
    where
        B: CachedTable,
    {
        self.place = Box::new(InDirectory::new(directory));
        self
    }

    /// Whether the next run begins with an empty table.
    const fn is_new(&self) -> bool {
        matches!(self.stage, BuildStage::New)
    }

    /// Makes the table, but keeps it and its claims of memory here until [`take`](Self::take).
    fn make(&mut self, meter: &mut Meter<'_>) -> Result<(), BuildError> {
        if self.is_new() {
            let builder = (self.new)(meter)?;
            self.stage = self.place.open(builder, meter)?;
        }
        if let BuildStage::Begun(search) = &mut self.stage {
            let end = self.place.grow(search, meter);
            if let Err(BuildError::Unfit(_)) = end {
                // The builder cannot build this table, so the next run begins with a new one.
                self.stage = BuildStage::New;
            }
            end?;
        }
        self.stage = match core::mem::replace(&mut self.stage, BuildStage::New) {
            BuildStage::Begun(search) => BuildStage::Built(search.store.builder),
            made => made,
        };
        Ok(())
    }

    /// Takes the table, if it is made.
    fn take(&mut self) -> Option<B::Table> {
        match core::mem::replace(&mut self.stage, BuildStage::New) {
            BuildStage::Built(builder) => Some(builder.finish()),
            #[cfg(feature = "std")]
            BuildStage::Read(table) => Some(table),
            BuildStage::New | BuildStage::Begun(_) => None,
        }
    }
}

impl<B: TableBuilder> Job for BuildTable<'_, B> {
    type Output = Result<B::Table, BuildError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        if self.is_new() {
            meter.begin();
        }
        self.make(meter)?;
        Ok(self.take().expect("it is made"))
    }
}

/// Builds several tables in turn, with memory for all of them at the same time.
pub(crate) struct BuildEach<'a, B: TableBuilder>(Vec<BuildTable<'a, B>>);

impl<'a, B: TableBuilder> BuildEach<'a, B> {
    pub(crate) fn new(builds: impl IntoIterator<Item = BuildTable<'a, B>>) -> Self {
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
