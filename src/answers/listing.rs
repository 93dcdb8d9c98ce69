//! [`Listing`]: the cheapest paths through the explored graph, listed one after the other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explored::Explored;
use super::simple_paths::SimplePaths;
use super::walks::Walks;
use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;

/// Paths as lists of edges of the explored graph, each with its cost, cheapest first.
pub(super) type Paths<C> = Vec<(C, Vec<u32>)>;

/// A growing list of the cheapest paths from source to sink.
pub(super) trait Listing<C> {
    /// Extends the list to `k` paths that cost at most `most`, or to all such paths. After a stop by a
    /// [`step`](Meter::step) the next call resumes; after any other error the list is unusable.
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        most: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>;

    /// Returns the paths, and releases everything else.
    fn finish(&mut self, memory: &Quota) -> Paths<C>;
}

/// Which paths are listed.
#[derive(Clone, Copy, Debug)]
pub(super) enum PathKind {
    Walks,
    SimplePaths,
}

impl PathKind {
    pub(super) fn begin<'a, C: Cost + 'a>(self) -> Box<dyn Listing<C> + 'a> {
        match self {
            Self::Walks => Box::new(Walks::new()),
            Self::SimplePaths => Box::new(SimplePaths::new()),
        }
    }
}
