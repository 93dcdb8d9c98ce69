//! [`Additive`]: databases whose estimates may be added up.

use alloc::vec::Vec;
use core::mem;

use super::{Abstraction, PatternDatabase, go_on};
use crate::account::Meter;
use crate::cost::CostExt;
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::Heuristic;
use crate::tables::BuildError;

/// Databases of which every edge costs something in one at most.
///
/// Their sum is admissible and consistent: along an edge it falls by no more than the one does.
#[derive(Clone, Debug)]
pub(crate) struct Additive<A>(pub(crate) Vec<PatternDatabase<A>>);

impl<A: Clone> Additive<A> {
    /// What builds one after another, for a task.
    pub(crate) fn build<P>(
        abstractions: Result<Vec<A>, BuildError>,
    ) -> impl FnMut(&mut Meter<'_>) -> Result<Self, BuildError>
    where
        P: Puzzle,
        A: Abstraction<P>,
        A::Space: Sync,
    {
        let (mut done, mut begun) = (Vec::new(), None);
        move |meter| {
            if done.is_empty() && begun.is_none() {
                meter.begin();
            }
            let abstractions = abstractions.as_ref().map_err(Clone::clone)?;
            while let Some(next) = abstractions.get(done.len()) {
                let costs = go_on(next.space(), &mut begun, meter)?;
                done.push(PatternDatabase::of(next.clone(), costs));
            }
            Ok(Self(mem::take(&mut done)))
        }
    }

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

    /// How many entries there are, a byte each.
    pub(crate) fn entries(&self) -> usize {
        self.0.iter().map(PatternDatabase::entries).sum()
    }
}
