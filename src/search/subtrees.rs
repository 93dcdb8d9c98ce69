//! [`Subtrees`]: an iteration of deepening in pieces that threads can walk.
//!
//! The top of the tree is walked by one thread, under the same rule, and what lies below it is listed in
//! depth-first order. How many states each subtree had in the last iteration says how far the top has to
//! go down there in the next. A subtree is walked whole, as a search of its own that prunes and counts as
//! within the tree, and can be paused. The first one in order that ends the search decides it: what comes
//! after that is not to count.

use alloc::vec::Vec;

use super::deepening::{
    Begin, Deepening, DeepeningRun, Iterate, Within, note, solved, walk, walk_within, within,
};
use super::path::list;
use super::saved::{Reader, SavedPart, Writer};
use super::walk::{Place, Rule};
use super::{IdaStar, IterativeDeepening};
use crate::cost::Cost;
use crate::monitor::{Budget, Counts, Memory, Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Puzzle;
use crate::solution::ReplayFault;
use crate::solver::{Algorithm, VerdictOf};
use crate::threads::Threads;
use crate::traversal::{Carried, Change, EdgeOf, Root, Step};

/// How many subtrees there are to be for each thread: in order, as they are begun, so that the last ones
/// end at about the same time.
const EACH: u64 = 64;
/// To divide a subtree of fewer states takes longer than it saves.
const FEWEST_STATES: u64 = 1_024;

macro_rules! threads {
    ($($solver:ident, $informed:literal);+) => {$(
        impl $solver {
            /// The same solver by so many threads (feature `std`), for puzzles that can be shared between
            /// them.
            ///
            /// The report is the same for any number of threads, all counts but the bytes included: what
            /// they searched beyond the goal does not count, except to the limits, which hold for all
            /// together. An iteration is divided by what the one before has counted, so that a search of
            /// some thousand states is not. Stopped, it can be run on.
            /// An observer is called on the thread that runs the search; for one that
            /// [wants nodes](crate::Observer::wants_nodes) there is no other thread, and it is shown the
            /// top of the tree before what lies below.
            ///
            /// ```
            /// use puzzle_search::heuristics::Manhattan;
            /// use puzzle_search::puzzles::SlidingTiles;
            #[doc = concat!("use puzzle_search::{", stringify!($solver), ", Notation, Puzzle, Solver};")]
            ///
            /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
            /// let start = puzzle.parse("8 1 3  4 0 2  7 6 5")?;
            #[doc = concat!("let report = ", stringify!($solver), "::new().threads(2).solve(&puzzle, &start);")]
            #[doc = concat!("let alone = ", stringify!($solver), "::new().solve(&puzzle, &start);")]
            /// assert_eq!((report.outcome, report.stats.expanded), (alone.outcome, alone.stats.expanded));
            /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
            /// ```
            #[must_use]
            pub const fn threads(self, threads: usize) -> Threads<Self> {
                Threads { of: self, threads }
            }
        }

        impl<P> Algorithm<P> for Threads<$solver>
        where
            P: Puzzle + Sync,
            P::State: Send,
            P::Move: Send,
        {
            type Run = DeepeningRun<P::State, P::Cost, $informed, Subtrees<P::State, P::Move, P::Cost>>;

            fn begin(&self) -> Self::Run {
                DeepeningRun::walked(Subtrees::new(self.threads))
            }

            fn is_informed(&self) -> bool {
                $informed
            }
        }
    )+};
}

threads!(IdaStar, true; IterativeDeepening, false);

/// An iteration, and the one before.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Subtrees<S, M, C> {
    threads: usize,
    /// How far the top is walked: which start, how far down from there at least, and where below it.
    at: usize,
    levels: Option<u32>,
    place: Place,
    division: Division<S, M, C>,
    /// The goal where the walk of the top has stopped.
    goal: Option<(usize, C, Vec<M>)>,
    /// What was counted in the top, once it is walked.
    top: Option<Counts>,
    /// What is claimed for a search that is over.
    left: usize,
}

/// The subtrees of an iteration, as far as they are known.
#[derive(Debug)]
struct Division<S, M, C> {
    /// Those of the iteration before, in depth-first order, and how many of them were met again.
    before: Vec<Subtree<S, M, C>>,
    met: usize,
    subtrees: Vec<Subtree<S, M, C>>,
    /// What was counted when the iteration began.
    begun: Option<Counts>,
    /// How many states a subtree had at least in the last iteration that is divided in this one, and by
    /// how many each level divides it.
    fewest: u64,
    branches: u64,
    /// The way to the edge entered last, and how far down from there the top goes at least.
    trail: Vec<(M, u32)>,
    /// What is claimed for the list of the iteration before, and for all else.
    bytes_before: usize,
    bytes: usize,
}

/// Everything below a state, within the bound.
#[derive(Debug)]
pub(super) struct Subtree<S, M, C> {
    start: usize,
    /// The moves from the start, the state before the last one, and the state they lead to.
    path: Vec<M>,
    parent: Option<S>,
    state: S,
    carried: C,
    /// What was counted in the top before this subtree, and within it.
    above: Counts,
    pub(super) counts: Counts,
    place: Place,
    found: Option<C>,
    end: End<M, C>,
}

/// How far the walk of a subtree has come.
#[derive(Debug)]
enum End<M, C> {
    /// Not to its end.
    Open,
    /// To its end, without a goal.
    Walked,
    /// To a goal, by a path of this cost and these moves.
    Goal(C, Vec<M>),
    /// To where a search cannot go on.
    Fault(Stop),
}

impl<S: Clone, M: Clone, C: Cost> Subtree<S, M, C> {
    /// Walks on, until it ends or is stopped.
    pub(super) fn walk<P, const INFORMED: bool>(
        &mut self,
        bound: C,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let root = match &self.parent {
            Some(parent) => Root::new(&self.state).reached_from(parent, &self.path),
            None => Root::new(&self.state),
        };
        let root: Begin<'_, P> = (root, self.carried);
        let place = (&mut self.place, &mut self.found);
        self.end = match walk_within::<P, INFORMED>(root, bound, place, puzzle, monitor) {
            Ok(None) => End::Walked,
            Ok(Some((cost, moves))) => End::Goal(cost, moves),
            Err(stop) if stop.can_go_on() => return Err(stop),
            Err(stop) => End::Fault(stop),
        };
        Ok(())
    }

    /// Whether it is not walked to its end.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.end, End::Open)
    }

    /// Whether nothing after it counts.
    pub(super) const fn decides(&self) -> bool {
        matches!(self.end, End::Goal(..) | End::Fault(_))
    }
}

impl<S, M, C> Subtrees<S, M, C> {
    const fn new(threads: usize) -> Self {
        Self {
            threads,
            at: 0,
            levels: None,
            place: Place::ROOT,
            division: Division {
                before: Vec::new(),
                met: 0,
                subtrees: Vec::new(),
                begun: None,
                fewest: FEWEST_STATES,
                branches: 2,
                trail: Vec::new(),
                bytes_before: 0,
                bytes: 0,
            },
            goal: None,
            top: None,
            left: 0,
        }
    }
}

impl<S: Clone, M: Clone + PartialEq, C: Cost> Subtrees<S, M, C> {
    /// Walks what is left of the top.
    fn divide<P, R, const INFORMED: bool>(
        &mut self,
        rule: impl Fn() -> R,
        (starts, bound, found): (&[S], C, &mut Option<C>),
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
        R: Deepening<P>,
    {
        let begun = *self.division.begun.get_or_insert(monitor.counts());
        while self.top.is_none() {
            let Some(start) = starts.get(self.at).filter(|_| self.goal.is_none()) else {
                self.top = Some(monitor.counts().since(begun));
                break;
            };
            if let Some(carried) = within::<P, INFORMED>(start, bound, found, puzzle) {
                let division = &mut self.division;
                let at = self.at;
                let levels = self
                    .levels
                    .unwrap_or_else(|| division.levels(at, None, 0, 0));
                if levels == 0 {
                    let path = division.path(0, None, monitor.memory())?;
                    let above = monitor.counts().since(begun);
                    let state = (None, start.clone(), carried);
                    division.add((at, path), state, above, monitor.memory())?;
                } else {
                    self.levels = Some(levels);
                    let top = Top {
                        rule: rule(),
                        division,
                        begun,
                        start: at,
                        levels,
                    };
                    let root = (Root::new(start), carried);
                    let place = (&mut self.place, &mut *found);
                    let goal = walk(top, root, place, puzzle, monitor)?;
                    self.goal = goal.map(|(cost, moves)| (at, cost, moves));
                }
            }
            self.levels = None;
            self.at += 1;
        }
        Ok(())
    }

    /// Walks what is left of the subtrees, one after the other.
    fn walk_in_order<P, const INFORMED: bool>(
        &mut self,
        bound: C,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        for subtree in &mut self.division.subtrees {
            if subtree.is_open() {
                let before = monitor.counts();
                let end = subtree.walk::<P, INFORMED>(bound, puzzle, monitor);
                subtree.counts += monitor.counts().since(before);
                end?;
            }
            if subtree.decides() {
                break;
            }
        }
        Ok(())
    }

    /// What the first subtree says that was not walked to its end, or the top; of the others nothing
    /// counts.
    fn decide<P>(
        &mut self,
        walked: Result<(), Stop>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let subtrees = &mut self.division.subtrees;
        let is_walked = |subtree: &Subtree<_, _, _>| matches!(subtree.end, End::Walked);
        let decider = subtrees.iter().position(|subtree| !is_walked(subtree));
        let Some(at) = decider else {
            let Some((start, cost, moves)) = &self.goal else {
                return Ok(None);
            };
            let moves = joined(&[], moves, monitor)?;
            return Ok(Some(solved(*start, moves, *cost)));
        };
        let subtree = &subtrees[at];
        let verdict = match &subtree.end {
            End::Open | End::Walked => return Err(walked.err().unwrap_or(Stop::Lost)),
            End::Goal(cost, moves) => {
                let moves = joined(&subtree.path, moves, monitor)?;
                Ok(Some(solved(subtree.start, moves, *cost)))
            }
            End::Fault(stop) => Err(*stop),
        };
        let after = subtrees.split_off(at + 1);
        let mut void = after.iter().map(|subtree| subtree.counts).sum::<Counts>();
        void += self.top.unwrap_or_default().since(subtrees[at].above);
        self.top = Some(subtrees[at].above);
        monitor.refund(void.expanded, void.generated);
        verdict
    }
}

/// A path in two parts as one.
fn joined<P: Puzzle>(
    path: &[P::Move],
    rest: &[P::Move],
    monitor: &mut Monitor<'_, P>,
) -> Result<Vec<P::Move>, Stop> {
    let moves = path.len() + rest.len();
    // The search keeps a copy.
    let bytes = moves.saturating_mul(2 * size_of::<P::Move>());
    monitor.memory().ask(bytes)?;
    let mut joined = list(moves)?;
    joined.extend_from_slice(path);
    joined.extend_from_slice(rest);
    Ok(joined)
}

impl<P, const INFORMED: bool> Iterate<P, INFORMED> for Subtrees<P::State, P::Move, P::Cost>
where
    P: Puzzle + Sync,
    P::State: Send,
    P::Move: Send,
{
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        monitor.release(core::mem::take(&mut self.left));
        let below = (starts, bound, &mut *found);
        if const { P::Cost::IS_EXACT } {
            let rule = || Within::<P, INFORMED, true>::new(puzzle, bound);
            self.divide::<P, _, INFORMED>(rule, below, puzzle, monitor)?;
        } else {
            let rule = || Within::<P, INFORMED, false>::new(puzzle, bound);
            self.divide::<P, _, INFORMED>(rule, below, puzzle, monitor)?;
        }
        let mut walked = Ok(());
        #[cfg(feature = "std")]
        if self.threads > 1 && !monitor.shows_nodes() {
            let subtrees = &mut self.division.subtrees;
            walked = super::side_by_side::walk::<P, INFORMED>(
                self.threads,
                subtrees,
                bound,
                puzzle,
                monitor,
            );
        }
        // What is too little to be divided is left to one thread.
        if let Ok(()) | Err(Stop::Expanded | Stop::Generated | Stop::Bytes) = walked {
            walked = self.walk_in_order::<P, INFORMED>(bound, puzzle, monitor);
        }
        let verdict = self.decide(walked, monitor)?;
        if verdict.is_none() {
            for subtree in &self.division.subtrees {
                note(found, subtree.found);
            }
        }
        Ok(verdict)
    }

    fn finish(&mut self, monitor: &mut Monitor<'_, P>) {
        self.division.begin_anew(self.threads, monitor.memory());
        (self.at, self.top) = (0, None);
    }

    fn clear(&mut self) {
        let left = self.left + self.division.bytes_before + self.division.bytes;
        *self = Self {
            left,
            ..Self::new(self.threads)
        };
    }
}

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
const FAULTS: [Stop; 5] = [
    Stop::Lost,
    Stop::ZeroCostEdge,
    Stop::NegativeCost,
    Stop::CostOverflow,
    Stop::Replay(ReplayFault::NotAGoal),
];

/// As bytes.
impl<S: Clone, M: Clone, C: Cost> Subtree<S, M, C> {
    /// What a list of them takes.
    fn bytes_of(list: &Vec<Self>) -> usize {
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

impl<S, M: Clone + PartialEq, C> Division<S, M, C> {
    /// How far down from a node at this depth the top goes at least, where the edge to it, if there is one,
    /// is the last of its path; none at all if it is the root of a subtree.
    fn levels(&mut self, start: usize, last: Option<&M>, depth: usize, above: u32) -> u32 {
        let way = self.trail[..depth].iter().map(|(mv, _)| mv).chain(last);
        let known = self.before.get(self.met);
        let known = known.filter(|known| known.start == start);
        let len = depth + usize::from(last.is_some());
        let known = known.filter(|known| known.path.iter().take(len).eq(way));
        match known {
            Some(known) if known.path.len() == len => {
                self.met += 1;
                let mut states = known.counts.expanded;
                let mut levels = 0;
                while states > self.fewest {
                    states /= self.branches;
                    levels += 1;
                }
                levels
            }
            // It was divided before.
            Some(_) => 1,
            None => above.saturating_sub(1),
        }
    }

    /// The path so far, and an edge.
    fn path(
        &mut self,
        depth: usize,
        last: Option<&M>,
        memory: &mut Memory,
    ) -> Result<Vec<M>, Stop> {
        let moves = depth + usize::from(last.is_some());
        let bytes = moves * size_of::<M>();
        memory.claim(bytes)?;
        let mut path = list(moves).inspect_err(|_| memory.release(bytes))?;
        self.bytes += bytes;
        path.extend(
            self.trail[..depth]
                .iter()
                .map(|(mv, _)| mv)
                .chain(last)
                .cloned(),
        );
        Ok(path)
    }

    /// Adds the subtree of a state.
    fn add(
        &mut self,
        (start, path): (usize, Vec<M>),
        (parent, state, carried): (Option<S>, S, C),
        above: Counts,
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        make_room(&mut self.subtrees, &mut self.bytes, memory)?;
        self.subtrees.push(Subtree {
            start,
            path,
            parent,
            state,
            carried,
            above,
            counts: Counts::default(),
            place: Place::ROOT,
            found: None,
            end: End::Open,
        });
        Ok(())
    }

    /// The iteration becomes the one before.
    fn begin_anew(&mut self, threads: usize, memory: &mut Memory) {
        memory.release(self.bytes_before);
        self.before = core::mem::take(&mut self.subtrees);
        let trail = self.trail.capacity() * size_of::<(M, u32)>();
        (self.bytes_before, self.bytes) = (self.bytes - trail, trail);
        let counts = self.before.iter().map(|subtree| subtree.counts);
        let Counts {
            expanded,
            generated,
        } = counts.sum();
        self.fewest = (expanded / (EACH * threads.max(1) as u64)).max(FEWEST_STATES);
        self.branches = (generated / expanded.max(1)).max(2);
        (self.met, self.begun) = (0, None);
    }
}

/// Makes room for one more item.
fn make_room<T>(list: &mut Vec<T>, held: &mut usize, memory: &mut Memory) -> Result<(), Stop> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let old = list.capacity() * size_of::<T>();
    let new = old + list.len().max(8) * size_of::<T>();
    // While it grows there are two copies.
    memory.claim(new)?;
    let reserved = list.try_reserve_exact(list.len().max(8));
    memory.release(if reserved.is_ok() { old } else { new });
    reserved.map_err(|_| Stop::OutOfMemory)?;
    *held += new - old;
    Ok(())
}

/// The top of a tree, walked under a rule and ended where subtrees begin.
struct Top<'d, S, M, C, R> {
    rule: R,
    division: &'d mut Division<S, M, C>,
    begun: Counts,
    start: usize,
    /// How far down from the start it goes at least.
    levels: u32,
}

/// What the rule carries, the depth, and how far down from there the top goes at least.
#[derive(Clone, Copy)]
pub(super) struct Above<T> {
    carried: T,
    depth: u32,
    levels: u32,
}

impl<T: Carried> Carried for Above<T> {}

impl<P, R> Rule<P> for Top<'_, P::State, P::Move, P::Cost, R>
where
    P: Puzzle,
    R: Deepening<P>,
{
    const INFORMED: bool = R::INFORMED;
    type Carried = Above<R::Carried>;

    fn g(&self, above: Self::Carried, h: P::Cost) -> P::Cost {
        self.rule.g(above.carried, h)
    }

    fn decide(
        &mut self,
        above: Self::Carried,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        monitor: &mut Monitor<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Self::Carried>, Stop> {
        let step = self
            .rule
            .decide(above.carried, edge, change, monitor, budget)?;
        let Step::Descend(carried) = step else {
            return Ok(step.map(|carried| Above { carried, ..above }));
        };
        let division = &mut *self.division;
        let depth = above.depth as usize;
        let descend = |levels| {
            Step::Descend(Above {
                carried,
                depth: above.depth + 1,
                levels,
            })
        };
        if let Some((_, levels)) = division.trail.get(depth).filter(|_| edge.replayed) {
            return Ok(descend(*levels));
        }
        // What the walk has reserved comes before, and what is left for it after.
        monitor.settle(budget);
        division.trail.truncate(depth);
        let levels = division.levels(self.start, Some(edge.mv), depth, above.levels);
        let memory = monitor.memory();
        let step = if levels > 0 {
            make_room(&mut division.trail, &mut division.bytes, memory)?;
            division.trail.push((edge.mv.clone(), levels));
            descend(levels)
        } else {
            let path = division.path(depth, Some(edge.mv), memory)?;
            let state = (
                Some(edge.parent.clone()),
                edge.child.clone(),
                R::value(carried),
            );
            let above = monitor.counts().since(self.begun);
            division.add((self.start, path), state, above, monitor.memory())?;
            Step::Prune
        };
        monitor.settle(budget);
        Ok(step)
    }
}

impl<P, R> Deepening<P> for Top<'_, P::State, P::Move, P::Cost, R>
where
    P: Puzzle,
    R: Deepening<P>,
{
    fn carry(&self, value: P::Cost) -> Self::Carried {
        Above {
            carried: self.rule.carry(value),
            depth: 0,
            levels: self.levels,
        }
    }

    fn value(above: Self::Carried) -> P::Cost {
        R::value(above.carried)
    }

    fn goal(&self) -> P::Cost {
        self.rule.goal()
    }
}
