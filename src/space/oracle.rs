//! [`DistanceOracle`]: the exact distance of every state to the nearest goal, built by one backward breadth-first
//! search.
//!
//! Invariant: every state at distance d > 0 has a neighbor at distance d - 1, and none nearer. So best moves lead to a
//! goal, and distances modulo three are enough to find them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use num_traits::Zero;

use super::distance_table::{DistanceTable, Encoding, FillTable, NoCheckpoint};
use super::error::SpaceError;
use super::rank_store::RankStore;
use super::spaces::{Predecessors, Ranks, numbering_of};
use crate::account::Stop;
use crate::cost::Cost;
use crate::puzzle::{NeighborOf, Ranked, Reversible};
use crate::random::below;
use crate::solution::Solution;
use crate::task::{Job, Stopped, Task};

/// A table of the exact number of moves from every state to the nearest goal.
///
/// An oracle returns distances, best moves and solutions without a search. A distance is a number of moves; costs have
/// no effect. A clone of an oracle shares its table.
///
/// * **Needs** ranks ([`Ranked`]) and edges that can be followed backward ([`Reversible`]).
/// * **Time**: the build takes at most one expansion for each state.
/// * **Memory**: one byte for each rank ([`Encoding::Bytes`]), or two bits for each rank ([`Encoding::ModuloThree`]).
///   The build takes [the memory of `count_by_rank`](super::Enumerate::bytes_by_rank) in addition.
/// * **Modulo three**: in an [undirected](crate::Facts::undirected) puzzle, the distances of two neighboring states
///   differ by at most one. So the distances modulo three tell which of the two is nearer to a goal.
/// * **Paper**: G. Cooperman, L. Finkelstein, "New methods for using Cayley graphs in
///   interconnection networks", 1992.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::DistanceOracle;
/// use puzzle_search::Notation;
///
/// let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
/// let board = oracle.puzzle().parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(oracle.distance(&board), Some(31));
/// let hints = oracle.best_moves(&board);
/// assert!(hints.iter().all(|hint| oracle.distance(&hint.state) == Some(30)));
/// let solution = oracle.solve(&board).expect("an even permutation");
/// assert!(solution.verify(oracle.puzzle(), &board).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DistanceOracle<P> {
    pub(super) puzzle: P,
    pub(super) table: DistanceTable,
}

impl<P: Ranked + Reversible + Sync> DistanceOracle<P> {
    /// Builds an oracle with [`Encoding::Bytes`], on one thread and without limits.
    ///
    /// # Errors
    ///
    /// Returns an error if the puzzle has no ranks, if there is not enough memory, or if a distance exceeds 254.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 3)?)?;
    /// assert_eq!((oracle.bytes(), oracle.layers().len()), (360, 22));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(puzzle: P) -> Result<Self, SpaceError> {
        let table = Task::of(fill(&puzzle, Encoding::Bytes, NoCheckpoint)).run()?;
        Ok(Self { puzzle, table })
    }

    /// Returns a task that builds an oracle with one breadth-first search backward from the goals. If a limit stops the
    /// task, run it again to continue.
    ///
    /// # Errors
    ///
    /// The task returns an error if the puzzle has no ranks, if a limit is reached, or if memory runs out. With
    /// [`Encoding::Bytes`], it also returns an error if a distance exceeds 254. With [`Encoding::ModuloThree`], it also
    /// returns an error if the puzzle is not [undirected](crate::Facts::undirected).
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{DistanceOracle, Encoding, SpaceError};
    /// use puzzle_search::{Limits, Stop};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let mut build = DistanceOracle::build(&puzzle, Encoding::ModuloThree).threads(2);
    /// build.set_limits(Limits::new().max_expanded(1_000));
    /// let error = build.run().expect_err("there are more");
    /// assert!(matches!(error, SpaceError::Stopped(Stop::Expanded)));
    /// build.set_limits(Limits::new());
    /// assert_eq!(build.run()?.bytes(), 45_360);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn build(puzzle: &P, encoding: Encoding) -> Task<'_, Result<Self, SpaceError>>
    where
        P: Clone,
    {
        let mut fill = fill(puzzle, encoding, NoCheckpoint);
        Task::new(move |meter| {
            let (puzzle, table) = (puzzle.clone(), fill.run(meter)?);
            Ok(Self { puzzle, table })
        })
    }
}

impl<P> Stopped for Result<DistanceOracle<P>, SpaceError> {
    /// An unfinished oracle is not returned, so a stop is an error.
    fn stopped(stop: Stop) -> Self {
        Err(stop.into())
    }
}

/// The search that fills a table with the distances of all states.
pub(super) fn fill<P: Ranked + Reversible + Sync, K>(
    puzzle: &P,
    encoding: Encoding,
    checkpoint: K,
) -> FillTable<'_, K> {
    // Goals without a rank are left out: no state with a rank has a path to them.
    let goals = move |take: &mut dyn FnMut(Option<u128>)| {
        for goal in puzzle.goals() {
            let rank = puzzle.rank(&goal);
            if rank.is_some() {
                take(rank);
            }
        }
    };
    let edges = Predecessors;
    let space = Arc::new(Ranks { puzzle, edges });
    let store = RankStore::new(space, numbering_of(puzzle), Arc::new(goals));
    FillTable::new(store, encoding, checkpoint)
}

impl<P: Ranked> DistanceOracle<P> {
    /// Returns the puzzle whose distances are in the table.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 3)?)?;
    /// assert_eq!(oracle.puzzle().columns(), 3);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the number of states at each distance: `layers()[d]` states are `d` moves from the nearest goal.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 2)?)?;
    /// assert_eq!(oracle.layers(), [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        self.table.layers()
    }

    /// Returns the size of the table in bytes.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// assert_eq!(DistanceOracle::new(SlidingTiles::new(2, 2)?)?.bytes(), 12);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes().len()
    }

    /// The table's entry for a state; `None` if no goal can be reached.
    #[inline]
    pub(super) fn entry_at(&self, state: &P::State) -> Option<u8> {
        self.table.entry(self.puzzle.rank(state)? as u64)
    }

    /// Returns the smallest number of moves from `state` to a goal; `None` if no goal can be reached.
    ///
    /// With [`Encoding::Bytes`], this takes one lookup. With [`Encoding::ModuloThree`], it takes one expansion for each
    /// move to the goal.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    /// use puzzle_search::Notation;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 2)?)?;
    /// assert_eq!(oracle.distance(&oracle.puzzle().parse("0 3  2 1")?), Some(6));
    /// assert_eq!(oracle.distance(&oracle.puzzle().parse("2 1  3 0")?), None); // it has no solution
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, state: &P::State) -> Option<u64> {
        let entry = self.entry_at(state)?;
        match self.table.encoding() {
            Encoding::Bytes => Some(u64::from(entry)),
            Encoding::ModuloThree => {
                let mut moves = 0;
                self.descend(state, |_| {
                    moves += 1;
                    Some(())
                })?;
                Some(moves)
            }
        }
    }

    /// Walks to a goal by the first best move of each state. `None` if the walk is longer than the deepest layer or
    /// ends at a state that is no goal, which happens only with a forged file.
    fn descend(
        &self,
        start: &P::State,
        mut step: impl FnMut(&NeighborOf<P>) -> Option<()>,
    ) -> Option<()> {
        let mut state = start.clone();
        for _ in self.layers() {
            let Some(best) = self.best_moves(&state).into_iter().next() else {
                return self.puzzle.is_goal(&state).then_some(());
            };
            step(&best)?;
            state = best.state;
        }
        None
    }

    /// Returns the neighbors of `state` that are one move nearer to a goal, in the order in which the puzzle lists
    /// them. The list is empty if `state` is a goal or if no goal can be reached.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::space::DistanceOracle;
    /// use puzzle_search::Notation;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 2)?)?;
    /// let best = oracle.best_moves(&oracle.puzzle().parse("1 0  3 2")?);
    /// assert_eq!(best.iter().map(|edge| edge.mv).collect::<Vec<_>>(), [Direction::Down]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best_moves(&self, state: &P::State) -> Vec<NeighborOf<P>> {
        let Some(here) = self.entry_at(state).filter(|_| !self.puzzle.is_goal(state)) else {
            return Vec::new();
        };
        let nearer = match self.table.encoding() {
            Encoding::Bytes => here.wrapping_sub(1),
            Encoding::ModuloThree => (here + 2) % 3,
        };
        let neighbors = self.puzzle.neighbors(state).into_iter();
        let best = neighbors.filter(|neighbor| self.entry_at(&neighbor.state) == Some(nearer));
        best.collect()
    }

    /// Returns a path from `state` to a goal with the fewest moves.
    ///
    /// Returns `None` if no goal can be reached, or if the cost of the path exceeds the range of the cost type.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    /// use puzzle_search::Notation;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(2, 2)?)?;
    /// let solution = oracle.solve(&oracle.puzzle().parse("1 0  3 2")?);
    /// assert_eq!(solution.map(|solution| solution.to_string()), Some("Down".into()));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solve(&self, state: &P::State) -> Option<Solution<P::Move, P::Cost>> {
        self.entry_at(state)?;
        let (mut moves, mut cost) = (Vec::new(), P::Cost::zero());
        self.descend(state, |best| {
            moves.push(best.mv.clone());
            cost = cost.checked_add(&best.cost)?;
            Some(())
        })?;
        Some(Solution::new(moves, cost))
    }

    /// Returns the states that are `depth` moves from the nearest goal, in ascending order of rank. The iterator goes
    /// through the whole table.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
    /// assert_eq!(oracle.states_at(30).count(), 221);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn states_at(&self, depth: u64) -> impl Iterator<Item = P::State> {
        self.candidates(depth).filter_map(move |rank| {
            let state = self.puzzle.unrank(rank)?;
            (self.distance(&state) == Some(depth)).then_some(state)
        })
    }

    /// The ranks whose entry is that of `depth`.
    fn candidates(&self, depth: u64) -> impl Iterator<Item = u128> {
        let entry = self.table.entry_of(depth);
        let states = self.puzzle.state_count().filter(|_| entry.is_some());
        let ranks = 0..states.unwrap_or(0);
        ranks.filter(move |&rank| self.table.entry(rank as u64) == entry)
    }

    /// Returns a random state that is `depth` moves from the nearest goal; `None` if there is no such state.
    ///
    /// All such states are equally likely if `random` returns 64 uniformly random bits at each call. If there are few
    /// such states, the method may read the whole table.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
    /// let mut seed = 1_u64;
    /// let mut random = || {
    ///     // xorshift64*: any generator will do.
    ///     seed ^= seed >> 12;
    ///     seed ^= seed << 25;
    ///     seed ^= seed >> 27;
    ///     seed.wrapping_mul(0x2545_f491_4f6c_dd1d)
    /// };
    /// let board = oracle.random_at_depth(20, &mut random).expect("there are 16,993");
    /// assert_eq!(oracle.distance(&board), Some(20));
    /// assert!(oracle.random_at_depth(32, &mut random).is_none());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn random_at_depth(&self, depth: u64, mut random: impl FnMut() -> u64) -> Option<P::State> {
        /// A random draw costs about as much as this many entries of a sequential pass.
        const STEPS: u64 = 100;
        self.table.entry_of(depth)?;
        let states = u64::try_from(self.puzzle.state_count()?).ok()?;
        for _ in 0..(states / STEPS).clamp(16, 1 << 20) {
            let rank = below(states, &mut random);
            let state = self.puzzle.unrank(u128::from(rank))?;
            if self.distance(&state) == Some(depth) {
                return Some(state);
            }
        }
        let states = *self.layers().get(depth as usize)?;
        let skipped = below(states, &mut random) as usize;
        self.states_at(depth).nth(skipped)
    }
}

impl<P: Debug> Debug for DistanceOracle<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceOracle")
            .field("puzzle", &self.puzzle)
            .field("encoding", &self.table.encoding())
            .field("layers", &self.table.layers())
            .finish_non_exhaustive()
    }
}
