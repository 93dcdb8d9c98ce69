//! [`Listing`]: the cheapest paths through the explored graph, listed one after the other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explored::Explored;
use super::simple_paths::SimplePaths;
use super::walks::Walks;
use crate::account::{Claimed, Meter, Stop};
use crate::cost::Cost;

/// A path: its cost, and its edges in the explored graph.
pub(super) struct ListedPath<C> {
    pub(super) cost: C,
    pub(super) edges: Claimed<Vec<u32>>,
}

/// Paths, cheapest first.
pub(super) type Paths<C> = Claimed<Vec<ListedPath<C>>>;

/// A growing list of the cheapest paths from source to sink.
pub(super) trait Listing<C: Cost> {
    /// Extends the list to `k` paths that cost at most `max_cost`, or to all such paths if there are fewer. After a
    /// stop at a [`step`](Meter::step) the next call resumes; after any other error the list is unusable.
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        max_cost: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>;

    /// Returns the paths, and drops everything else.
    fn finish(&mut self) -> Paths<C>;
}

/// Which paths are listed.
#[derive(Clone, Copy, Debug)]
pub(super) enum PathKind {
    Walks,
    SimplePaths,
}

impl PathKind {
    /// An empty list.
    pub(super) fn begin<'a, C: Cost + 'a>(self) -> Box<dyn Listing<C> + 'a> {
        match self {
            Self::Walks => Box::new(Walks::default()),
            Self::SimplePaths => Box::new(SimplePaths::default()),
        }
    }
}
