//! [`Additive`]: pattern databases whose estimates may be added.

use alloc::vec::Vec;

use super::{Abstraction, CostTable, PatternDatabase};
use crate::cost::CostExt;
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::Heuristic;
use crate::tables::BuildError;
use crate::tables::build::BuildEach;
use crate::task::Task;

/// Databases such that each edge has a positive cost in at most one of their spaces.
///
/// So their sum is admissible and consistent: along an edge, only one summand can fall.
#[derive(Clone, Debug)]
pub(crate) struct Additive<A>(pub(crate) Vec<PatternDatabase<A>>);

impl<A: Clone> Additive<A> {
    /// A task that builds the databases of `abstractions` and passes them to `of`.
    pub(crate) fn build<'a, P, T>(
        abstractions: Result<Vec<A>, BuildError>,
        of: fn(Self) -> T,
    ) -> Task<'a, Result<T, BuildError>>
    where
        P: Puzzle + 'a,
        A: Abstraction<P, Space: Sync> + Send + 'a,
        T: 'a,
    {
        let each = |abstractions: Vec<A>| {
            BuildEach::new(abstractions.into_iter().map(CostTable::<A, P>::build))
        };
        let mut each = abstractions.map(each);
        Task::new(move |meter| {
            let each = each.as_mut().map_err(|error| error.clone())?;
            Ok(of(Self(each.run(meter)?)))
        })
    }
}

impl<A> Additive<A> {
    /// The sum of the estimates.
    #[inline]
    pub(crate) fn sum<P: Puzzle>(&self, puzzle: &P, state: &P::State) -> Option<P::Cost>
    where
        A: Abstraction<P>,
    {
        self.0.iter().try_fold(num_traits::zero(), |sum, database| {
            let cost = database.estimate(puzzle, database.memo(puzzle, state))?;
            Some(CostExt::saturating_add(sum, cost))
        })
    }
}
