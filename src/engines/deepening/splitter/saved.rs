//! Saves and loads a [`Splitter`].
//!
//! A state is saved as the moves that lead to it from a start. Loading replays them, and refuses moves that the puzzle
//! does not allow. The pending stop is not saved: it ends only the run in which it came.

use alloc::vec::Vec;

use super::{Part, PartEnd, SizedSubtree, Splitter};
use crate::account::{Claim, Claimed, Counts, ReplayFault, Stop};
use crate::cost::Cost;
use crate::engines::deepening::SavedWalk;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Cut, ResumePoint};
use crate::solver::{Loader, Saver};

/// The faults that can end the walk of a part for good: [`PartEnd::Fault`]. Saved as an index into this list.
const FAULTS: [Stop; 4] = [
    Stop::ZeroCostEdge,
    Stop::NegativeCost,
    Stop::CostOverflow,
    Stop::Replay(ReplayFault::NotAGoal),
];

impl<P, const INFORMED: bool, const IMPROVES: bool> SavedWalk<P>
    for Splitter<P::State, P::Move, P::Cost, INFORMED, IMPROVES>
where
    P: Puzzle + Sync,
{
    const NAME: &'static str = " by threads";

    fn save(&self, starts: &[P::State], puzzle: &P, to: &mut Saver<'_, P::State>) {
        to.list(&*self.last_sizes, |to, size| {
            to.count(size.start);
            to.moves(puzzle, &starts[size.start], &size.path);
            to.number(size.expanded);
        });
        to.count(self.matched_sizes);
        to.list(&*self.parts, |to, part| part.save(starts, puzzle, to));
        to.flag(self.is_begun);
        to.count(self.settled);
        to.flag(self.next_levels.is_some());
        to.number(self.next_levels.unwrap_or(0));
        to.number(self.split_threshold);
        to.number(self.branching);
    }

    fn load(
        &mut self,
        starts: &[P::State],
        puzzle: &P,
        from: &mut Loader<'_, P::State>,
    ) -> Option<()> {
        let mut counted = Counts::default();
        for _ in 0..from.count(3)? {
            let start = from.index(starts.len())? as usize;
            let size = SizedSubtree {
                start,
                path: claimed(from.path(puzzle, &starts[start])?.moves, from)?,
                expanded: from.summand()?,
            };
            self.last_sizes.push(size, &from.raw.memory).ok()?;
        }
        self.matched_sizes = from.index(self.last_sizes.len() + 1)? as usize;
        for _ in 0..from.count(1)? {
            let part = Part::load(starts, puzzle, from)?;
            for counts in [part.splitting_counts, part.counts] {
                counted += counts;
                counted.is_summand().then_some(())?;
            }
            self.parts.push(part, &from.raw.memory).ok()?;
        }
        self.is_begun = from.flag()?;
        self.settled = from.index(self.parts.len() + 1)? as usize;
        let has_levels = from.flag()?;
        self.next_levels = Some(from.index(u32::MAX as usize)?).filter(|_| has_levels);
        self.split_threshold = from.number()?;
        self.branching = from.number().filter(|&branching| branching > 1)?;
        Some(())
    }
}

/// Claims the memory of loaded moves, which counts towards the search's limit on bytes.
fn claimed<S, M>(moves: Vec<M>, from: &Loader<'_, S>) -> Option<Claimed<Vec<M>>> {
    let claim = Claim::new(moves.capacity() * size_of::<M>(), &from.raw.memory);
    Some(Claimed::adopt(moves, claim.ok()?))
}

impl<S: Clone, M: Clone, C: Cost> Part<S, M, C> {
    fn save<P>(&self, starts: &[S], puzzle: &P, to: &mut Saver<'_, S>)
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        to.count(self.start);
        to.moves(puzzle, &starts[self.start], &self.path);
        to.number(self.parent_levels);
        to.flag(self.is_rest);
        to.node_counts(self.splitting_counts);
        to.node_counts(self.counts);
        self.resume_point.save(to.raw());
        match &self.end {
            PartEnd::Open => to.number(0_u8),
            PartEnd::Walked(cut) => {
                to.number(1_u8);
                cut.save(to.raw());
            }
            PartEnd::Goal(cost, moves) => {
                to.number(2_u8);
                to.cost(*cost);
                to.moves(puzzle, &self.state, moves);
            }
            PartEnd::Fault(stop) => {
                to.number(3_u8);
                to.count(FAULTS.iter().position(|fault| fault == stop).unwrap_or(0));
            }
        }
    }

    fn load<P>(starts: &[S], puzzle: &P, from: &mut Loader<'_, S>) -> Option<Self>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let start = from.index(starts.len())? as usize;
        let trail = from.path(puzzle, &starts[start])?;
        Some(Self {
            start,
            path: claimed(trail.moves, from)?,
            parent: trail.parent,
            g: trail.cost,
            parent_levels: from.index(u32::MAX as usize)?,
            is_rest: from.flag()?,
            splitting_counts: from.node_counts()?,
            counts: from.node_counts()?,
            resume_point: ResumePoint::load(&mut from.raw)?,
            end: match from.number()? {
                0 => PartEnd::Open,
                1 => PartEnd::Walked(Cut::load(&mut from.raw)?),
                2 => PartEnd::Goal(from.cost()?, from.path(puzzle, &trail.state)?.moves),
                3 => PartEnd::Fault(FAULTS[from.index(FAULTS.len())? as usize]),
                _ => return None,
            },
            state: trail.state,
        })
    }
}
