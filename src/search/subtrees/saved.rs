//! Subtrees as bytes.

use alloc::vec::Vec;

use super::{End, Subtree, Subtrees};
use crate::account::{Counts, ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::puzzle::portable::Portable;
use crate::search::deepening::within;
use crate::search::saved::SavedPart;
use crate::search::walk::Place;

impl<P, const INFORMED: bool> SavedPart<P, INFORMED> for Subtrees<P::State, P::Move, P::Cost>
where
    P: Portable + Sync,
    P::State: Send,
    P::Move: Send,
{
    const NAME: &'static str = " by threads";

    fn save(&self, puzzle: &P, starts: &[P::State], to: &mut Writer<'_>) {
        to.count(self.at);
        to.flag(self.levels.is_some());
        to.number(self.levels.unwrap_or(0));
        self.place.save(to);
        let division = &self.division;
        for subtrees in [&division.before, &division.subtrees] {
            to.list(subtrees, |to, subtree| subtree.save(puzzle, starts, to));
        }
        to.count(division.met);
        for counts in [division.begun, self.top] {
            to.flag(counts.is_some());
            to.counts(counts.unwrap_or_default());
        }
        to.number(division.fewest);
        to.number(division.branches);
        // Where nothing is walked again nothing is asked of it, and it may belong to another start.
        let trail = match starts.get(self.at) {
            Some(_) if !self.place.is_root() => &division.trail[..],
            _ => &[],
        };
        to.count(trail.len());
        if let Some(start) = starts.get(self.at) {
            let moves: Vec<P::Move> = trail.iter().map(|(mv, _)| mv.clone()).collect();
            to.moves(puzzle, start, &moves);
        }
        trail.iter().for_each(|(_, levels)| to.number(*levels));
        to.flag(self.goal.is_some());
        if let Some((start, cost, moves)) = &self.goal {
            to.count(*start);
            to.cost(*cost);
            to.moves(puzzle, &starts[*start], moves);
        }
    }

    fn load(
        &mut self,
        puzzle: &P,
        (starts, bound): (&[P::State], Option<P::Cost>),
        from: &mut Reader<'_>,
    ) -> Option<()> {
        self.at = from.index(starts.len() + 1)? as usize;
        let has_levels = from.flag()?;
        self.levels = Some(from.index(u32::MAX as usize)?).filter(|_| has_levels);
        self.place = Place::load(from)?;
        let division = &mut self.division;
        let mut counted = Counts::default();
        let mut subtrees = |from: &mut Reader<'_>, bound| {
            from.list(|from| {
                let subtree = Subtree::load::<P, INFORMED>(puzzle, (starts, bound), from)?;
                counted += subtree.counts;
                counted.is_summand().then_some(subtree)
            })
        };
        division.before = subtrees(from, None)?;
        division.subtrees = subtrees(from, bound)?;
        division.met = from.index(division.before.len() + 1)? as usize;
        for counts in [&mut division.begun, &mut self.top] {
            let is_known = from.flag()?;
            *counts = Some(from.counts()?).filter(|_| is_known);
        }
        division.fewest = from.number()?;
        division.branches = from.number().filter(|&branches| branches > 1)?;
        let trail = from.count(2)?;
        if let Some(start) = starts.get(self.at) {
            let way = from.way(puzzle, start)?;
            if way.moves.len() != trail {
                return None;
            }
            for mv in way.moves {
                division.trail.push((mv, from.index(u32::MAX as usize)?));
            }
        }
        if from.flag()? {
            let start = from.index(starts.len())? as usize;
            let cost = from.cost()?;
            self.goal = Some((start, cost, from.way(puzzle, &starts[start])?.moves));
        }
        let trail = division.trail.capacity() * size_of::<(P::Move, u32)>();
        division.bytes = trail + Subtree::bytes_of(&division.subtrees);
        division.bytes_before = Subtree::bytes_of(&division.before);
        from.memory.add(division.bytes + division.bytes_before);
        Some(())
    }
}

/// Why a walk may be at its end without a goal.
const FAULTS: [Stop; 4] = [
    Stop::ZeroCostEdge,
    Stop::NegativeCost,
    Stop::CostOverflow,
    Stop::Replay(ReplayFault::NotAGoal),
];

impl<S: Clone, M: Clone, C: Cost> Subtree<S, M, C> {
    /// What a list of them takes.
    pub(super) fn bytes_of(list: &Vec<Self>) -> usize {
        let paths = list.iter().map(|subtree| subtree.path.capacity());
        list.capacity() * size_of::<Self>() + paths.sum::<usize>() * size_of::<M>()
    }

    fn save<P>(&self, puzzle: &P, starts: &[S], to: &mut Writer<'_>)
    where
        P: Portable<State = S, Move = M, Cost = C>,
    {
        to.count(self.start);
        to.moves(puzzle, &starts[self.start], &self.path);
        to.counts(self.above);
        to.counts(self.counts);
        self.place.save(to);
        to.option(self.found);
        match &self.end {
            End::Open => to.number(0_u8),
            End::Walked => to.number(1_u8),
            End::Goal(cost, moves) => {
                to.number(2_u8);
                to.cost(*cost);
                to.moves(puzzle, &self.state, moves);
            }
            End::Fault(stop) => {
                to.number(3_u8);
                let known = FAULTS.iter().position(|fault| fault == stop);
                to.count(known.unwrap_or(0));
            }
        }
    }

    /// Reads a subtree within this bound, if it is still to be walked.
    fn load<P, const INFORMED: bool>(
        puzzle: &P,
        (starts, bound): (&[S], Option<C>),
        from: &mut Reader<'_>,
    ) -> Option<Self>
    where
        P: Portable<State = S, Move = M, Cost = C>,
    {
        let start = from.index(starts.len())? as usize;
        let way = from.way(puzzle, &starts[start])?;
        let carried = match bound {
            Some(bound) if C::IS_EXACT => {
                let slack = within::<P, INFORMED>(&way.state, bound, &mut None, puzzle)?;
                slack.checked_sub(&way.cost)?
            }
            Some(_) => way.cost,
            None => C::zero(),
        };
        Some(Self {
            start,
            path: way.moves,
            parent: way.parent,
            carried,
            above: from.counts()?,
            counts: from.counts()?,
            place: Place::load(from)?,
            found: from.option()?,
            end: match from.number()? {
                0 => End::Open,
                1 => End::Walked,
                2 => End::Goal(from.cost()?, from.way(puzzle, &way.state)?.moves),
                3 => End::Fault(FAULTS[from.index(FAULTS.len())? as usize]),
                _ => return None,
            },
            state: way.state,
        })
    }
}
