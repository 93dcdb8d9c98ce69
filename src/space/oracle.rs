//! [`DistanceOracle`]: the exact distance of every state.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use num_traits::Zero;

use super::edges::Backward;
use super::enumerate::{Beside, ByRank, Seen, by_rank};
use super::layers::Growth;
use super::oracle_error::OracleError;
use crate::account::{Meter, Side, Stop};
use crate::cost::Cost;
use crate::puzzle::{NeighborOf, Ranked, Reversible};
use crate::random::below;
use crate::solution::Solution;
use crate::task::{Begun, Task};

/// How a [`DistanceOracle`] stores distances.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{DistanceOracle, Encoding};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let small = DistanceOracle::build(&puzzle, Encoding::ModuloThree).run()?;
/// assert_eq!(small.bytes(), 181_440 / 4);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// A byte for each state, for distances up to 254.
    #[default]
    Bytes,
    /// Two bits for each state: its distance modulo three.
    ///
    /// This encoding is only for [undirected](crate::Facts::undirected) puzzles. To find a
    /// [distance](DistanceOracle::distance), the oracle follows best moves to a goal and counts them.
    ModuloThree,
}

/// No goal can be reached, in a table of bytes.
const NEVER: u8 = u8::MAX;
/// The same in a table modulo three.
const NEVER_MODULO: u8 = 3;

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
    pub(super) encoding: Encoding,
    /// By rank.
    pub(super) table: Arc<Table>,
    pub(super) layers: Vec<u64>,
}

/// The table once it is made: from a file, perhaps.
#[cfg(feature = "std")]
pub(super) type Table = crate::table_file::TableBytes;
#[cfg(not(feature = "std"))]
pub(super) type Table = Vec<u8>;

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
    pub fn new(puzzle: P) -> Result<Self, OracleError> {
        let filled = {
            let mut build = Task::new(|meter| {
                let mut filling = Filling::begin(&puzzle, Encoding::Bytes, &mut Unsaved, meter)?;
                filling.fill(&puzzle, &mut Unsaved, meter)?;
                Ok::<_, OracleError>(filling.into_filled())
            });
            build.run()?
        };
        Ok(Self::of(puzzle, filled))
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
    /// use puzzle_search::space::{DistanceOracle, Encoding, OracleError};
    /// use puzzle_search::{Limits, Stop};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let mut build = DistanceOracle::build(&puzzle, Encoding::ModuloThree).threads(2);
    /// build.set_limits(Limits::new().max_expanded(1_000));
    /// let error = build.run().expect_err("there are more");
    /// assert!(matches!(error, OracleError::Stopped(Stop::Expanded)));
    /// build.set_limits(Limits::new());
    /// assert_eq!(build.run()?.bytes(), 45_360);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn build(puzzle: &P, encoding: Encoding) -> Task<'_, Result<Self, OracleError>>
    where
        P: Clone,
    {
        let mut begun = Begun::NOT_YET;
        Task::new(move |meter| {
            let begin = |meter: &mut Meter<'_>| {
                meter.begin();
                Filling::begin(puzzle, encoding, &mut Unsaved, meter)
            };
            let fill = |filling: &mut Filling<'_, P>, meter: &mut Meter<'_>| {
                filling.fill(puzzle, &mut Unsaved, meter)
            };
            let filling = begun.finish(meter, begin, fill)?;
            Ok(Self::of(puzzle.clone(), filling.into_filled()))
        })
    }

    pub(super) fn of(puzzle: P, filled: Filled) -> Self {
        Self {
            puzzle,
            encoding: filled.encoding,
            table: Arc::new(filled.table.into()),
            layers: filled.layers,
        }
    }
}

/// A distance table as far as it is known: the numbers of states in its layers, and its entries.
pub(super) type Partly = (Vec<u64>, Vec<u8>);

/// Where a table is kept while it is being filled.
pub(super) trait Keeper {
    /// What was kept of a table with so many entries, if that is at most so many bytes.
    fn kept(
        &mut self,
        encoding: Encoding,
        entries: u128,
        most: Option<usize>,
    ) -> Result<Option<Partly>, OracleError>;

    /// Whether it is time to keep it.
    fn is_due(&self) -> bool;

    /// Keeps it; it has these layers.
    fn keep(&mut self, layers: &[u64], table: &[u8]) -> Result<(), OracleError>;
}

/// Nowhere.
struct Unsaved;

impl Keeper for Unsaved {
    fn kept(
        &mut self,
        _: Encoding,
        _: u128,
        _: Option<usize>,
    ) -> Result<Option<Partly>, OracleError> {
        Ok(None)
    }

    fn is_due(&self) -> bool {
        false
    }

    fn keep(&mut self, _: &[u64], _: &[u8]) -> Result<(), OracleError> {
        Ok(())
    }
}

/// A distance table that is being filled.
pub(super) struct Filling<'a, P> {
    growth: Growth<ByRank<'a, P>>,
    encoding: Encoding,
    table: Vec<u8>,
}

/// A distance table that is full, and its layers.
pub(super) struct Filled {
    encoding: Encoding,
    table: Vec<u8>,
    layers: Vec<u64>,
}

impl<'a, P: Ranked + Reversible + Sync> Filling<'a, P> {
    /// A new table, or what was kept of one.
    pub(super) fn begin(
        puzzle: &'a P,
        encoding: Encoding,
        keeper: &mut impl Keeper,
        meter: &mut Meter<'_>,
    ) -> Result<Self, OracleError> {
        if encoding == Encoding::ModuloThree && !puzzle.facts().undirected {
            return Err(OracleError::OneWay);
        }
        // A goal without a rank can be reached from no state that has one.
        let goals = || {
            let goals = puzzle.goals().into_iter();
            goals.filter(|goal| puzzle.rank(goal).is_some())
        };
        let beside = Beside {
            side: Side::Goal,
            bits: encoding.bits(),
        };
        let states = puzzle.state_count().unwrap_or(0);
        let kept = keeper.kept(encoding, states, meter.limits().bytes)?;
        let (layers, table) = kept.unzip();
        let last = |layers: &Vec<u64>| encoding.code(layers.len().saturating_sub(1) as u64);
        let last = layers.as_ref().map(last);
        let bytes = table.as_deref().unwrap_or_default();
        let known = |rank| Some(Some(encoding.entry(bytes, rank)?) == last);
        let known = &known;
        let seen = layers.map(|layers| Seen { layers, known });
        let growth = by_rank(puzzle, goals, seen, Backward, beside, meter)??;
        let table = table.map_or_else(|| encoding.empty(states), Ok)?;
        Ok(Self {
            growth,
            encoding,
            table,
        })
    }

    /// Goes on to the last layer.
    pub(super) fn fill(
        &mut self,
        puzzle: &P,
        keeper: &mut impl Keeper,
        meter: &mut Meter<'_>,
    ) -> Result<(), OracleError> {
        let Self {
            growth,
            encoding,
            table,
        } = self;
        let end = growth.grow(puzzle, meter, |before, layer| {
            let depth = before.len() as u64;
            if *encoding == Encoding::Bytes && depth >= u64::from(NEVER) {
                return Err(OracleError::TooDeep);
            }
            if keeper.is_due() {
                keeper.keep(before, table)?;
            }
            layer.each(&mut |rank| {
                encoding.set(table, rank, depth);
                true
            })?;
            Ok(())
        });
        if let Err(OracleError::Stopped(_)) = end {
            keeper.keep(growth.layers(), table)?;
        }
        end
    }

    /// A table that is full.
    pub(super) fn into_filled(self) -> Filled {
        Filled {
            encoding: self.encoding,
            table: self.table,
            layers: self.growth.into_layers(),
        }
    }
}

impl Encoding {
    pub(super) const fn bits(self) -> u128 {
        match self {
            Self::Bytes => 8,
            Self::ModuloThree => 2,
        }
    }

    /// A table in which no goal can be reached.
    fn empty(self, states: u128) -> Result<Vec<u8>, Stop> {
        let bytes = states.saturating_mul(self.bits()).div_ceil(8);
        let bytes = usize::try_from(bytes).map_err(|_| Stop::OutOfMemory)?;
        let mut table = Vec::new();
        table
            .try_reserve_exact(bytes)
            .map_err(|_| Stop::OutOfMemory)?;
        table.resize(bytes, u8::MAX);
        Ok(table)
    }

    /// What is stored for a number, if anything is.
    #[inline]
    pub(super) fn entry(self, table: &[u8], rank: u128) -> Option<u8> {
        let rank = usize::try_from(rank).ok()?;
        match self {
            Self::Bytes => table.get(rank).copied().filter(|&d| d != NEVER),
            Self::ModuloThree => {
                let entry = table.get(rank / 4)? >> (2 * (rank % 4)) & 3;
                (entry != NEVER_MODULO).then_some(entry)
            }
        }
    }

    /// What is stored for a distance.
    #[inline]
    const fn code(self, depth: u64) -> u8 {
        match self {
            Self::Bytes => depth as u8,
            Self::ModuloThree => (depth % 3) as u8,
        }
    }

    #[inline]
    fn set(self, table: &mut [u8], rank: u128, depth: u64) {
        let code = self.code(depth);
        match self {
            Self::Bytes => table[rank as usize] = code,
            Self::ModuloThree => {
                let shift = 2 * (rank % 4);
                let byte = &mut table[(rank / 4) as usize];
                *byte = *byte & !(3 << shift) | code << shift;
            }
        }
    }
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
        &self.layers
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
        self.table.len()
    }

    /// What is stored for a number; `None` if no goal can be reached.
    #[inline]
    pub(super) fn entry(&self, rank: u128) -> Option<u8> {
        self.encoding.entry(&self.table, rank)
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
        let entry = self.entry(self.puzzle.rank(state)?)?;
        match self.encoding {
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

    /// Goes to a goal, each time by the first of the best moves. Nothing if that leads nowhere: only in a file
    /// that was not made by this crate, though all its checksums are right, do distances go round in a
    /// circle, or end elsewhere.
    fn descend(
        &self,
        start: &P::State,
        mut step: impl FnMut(&NeighborOf<P>) -> Option<()>,
    ) -> Option<()> {
        let mut state = start.clone();
        for _ in &self.layers {
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
        let entry = |state: &P::State| self.entry(self.puzzle.rank(state)?);
        let Some(here) = entry(state).filter(|_| !self.puzzle.is_goal(state)) else {
            return Vec::new();
        };
        let nearer = match self.encoding {
            Encoding::Bytes => here.wrapping_sub(1),
            Encoding::ModuloThree => (here + 2) % 3,
        };
        let neighbors = self.puzzle.neighbors(state).into_iter();
        let best = neighbors.filter(|neighbor| entry(&neighbor.state) == Some(nearer));
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
        self.entry(self.puzzle.rank(state)?)?;
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

    /// The numbers whose entry is that of this depth.
    fn candidates(&self, depth: u64) -> impl Iterator<Item = u128> {
        let entry = self.entry_of(depth);
        let states = self.puzzle.state_count().filter(|_| entry.is_some());
        (0..states.unwrap_or(0)).filter(move |&rank| self.entry(rank) == entry)
    }

    /// What is stored for this depth, if a state has it.
    fn entry_of(&self, depth: u64) -> Option<u8> {
        let any = self.layers.get(usize::try_from(depth).ok()?)?;
        (*any > 0).then_some(match self.encoding {
            Encoding::Bytes => depth as u8,
            Encoding::ModuloThree => (depth % 3) as u8,
        })
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
        /// A draw costs about as much as a hundred steps of a pass.
        const STEPS: u64 = 100;
        self.entry_of(depth)?;
        let states = u64::try_from(self.puzzle.state_count()?).ok()?;
        for _ in 0..(states / STEPS).clamp(16, 1 << 20) {
            let rank = below(states, &mut random);
            let state = self.puzzle.unrank(u128::from(rank))?;
            if self.distance(&state) == Some(depth) {
                return Some(state);
            }
        }
        let states = *self.layers.get(depth as usize)?;
        let skipped = below(states, &mut random) as usize;
        self.states_at(depth).nth(skipped)
    }
}

impl<P: Debug> Debug for DistanceOracle<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceOracle")
            .field("puzzle", &self.puzzle)
            .field("encoding", &self.encoding)
            .field("layers", &self.layers)
            .finish_non_exhaustive()
    }
}
