//! [`Listing`]: the cheapest paths through what was explored, one after the other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explored::Explored;
use super::simple_paths::SimplePaths;
use super::walks::Walks;
use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;

/// Paths as edges of what was explored, each with its cost, cheapest first.
pub(super) type Paths<C> = Vec<(C, Vec<u32>)>;

/// A list of paths from source to sink that becomes longer.
pub(super) trait Listing<C> {
    /// Goes on until there are `k` paths that cost no more than `most`, or all of these. What was done before a stop
    /// by a [`step`](Meter::step) stays; whatever else ends it leaves nothing that can be used.
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        most: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>;

    /// Releases all but the paths, and returns them.
    fn finish(&mut self, memory: &Quota) -> Paths<C>;
}

/// Which paths are listed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Listed {
    Walks,
    SimplePaths,
}

impl Listed {
    pub(super) fn begin<'a, C: Cost + 'a>(self) -> Box<dyn Listing<C> + 'a> {
        match self {
            Self::Walks => Box::new(Walks::new()),
            Self::SimplePaths => Box::new(SimplePaths::new()),
        }
    }
}
