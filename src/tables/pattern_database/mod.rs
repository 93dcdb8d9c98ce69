//! [`PatternDatabase`]: a table of the costs to a goal in an abstract space, for any puzzle and any [`Abstraction`] of
//! it.
//!
//! Invariant: the entry at a rank is the cost of a cheapest path from the abstract state with this rank to an abstract
//! goal, with the cost of each edge rounded down, or [`UNREACHABLE`].

mod additive;
mod build;
mod pieces;

pub(crate) use additive::Additive;
pub use pieces::{KeptPieces, PieceSpace, Places};

use alloc::sync::Arc;
use core::fmt::{self, Debug};

use build::CostTable;

use super::BuildError;
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::{Puzzle, Ranked, Reversible};
use crate::task::Task;
#[cfg(feature = "std")]
use {crate::table_file::TableBytes, std::path::PathBuf};

#[cfg(not(feature = "std"))]
type TableBytes = alloc::vec::Vec<u8>;

/// A map from the states of a puzzle to the states of a smaller space, the abstract space. A state is mapped to its
/// *image*.
///
/// # Laws
///
/// * The image of a goal of the puzzle is a goal of the abstract space.
/// * For each edge of the puzzle there is a path in the abstract space, from the image of the parent to the image of
///   the child, that costs no more than the edge. If the two images are equal, no path is needed.
///
/// Under these laws, the cost from the image of a state to a goal of the abstract space is an admissible and consistent
/// estimate for the state. The estimates of several abstractions may be added up with [`Sum`](crate::heuristics::Sum)
/// if, for each edge of the puzzle, the path costs more than zero in at most one of the abstract spaces.
///
/// ```
/// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
/// use puzzle_search::puzzles::{Board, SlidingTiles};
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// /// Maps each state to itself, so the estimate is the exact cost to the goal.
/// #[derive(Clone)]
/// struct Whole(SlidingTiles);
///
/// impl Abstraction<SlidingTiles> for Whole {
///     type Space = SlidingTiles;
///     fn space(&self) -> &SlidingTiles {
///         &self.0
///     }
///     fn image(&self, _: &SlidingTiles, state: &Board) -> Board {
///         *state
///     }
/// }
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let database = PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?;
/// let puzzle = puzzle.guided_by(database);
/// let start = puzzle.parse("4 5 0  1 2 3")?;
/// let report = IdaStar::new().solve(&puzzle, &start);
/// assert_eq!(report.solution().map(|solution| solution.cost()), puzzle.heuristic(&start));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Abstraction<P: Puzzle> {
    /// The type of the abstract space. It must be [`Ranked`], since the rank of an abstract state is the index of its
    /// table entry. It must be [`Reversible`], since the costs are computed backward from the goals.
    type Space: Ranked<Cost = P::Cost> + Reversible;

    /// Returns the abstract space.
    fn space(&self) -> &Self::Space;

    /// Returns the image of a state in the abstract space.
    fn image(&self, puzzle: &P, state: &P::State) -> <Self::Space as Puzzle>::State;

    /// Returns whether this abstraction was made for the given puzzle; see [`Heuristic::fits`]. The default returns
    /// true.
    fn fits(&self, _puzzle: &P) -> bool {
        true
    }
}

/// A pattern database: a heuristic that looks up its estimates in a table. For each state of an abstract space, the
/// table gives the exact cost to a goal, in one byte. If edges cost fractions, their costs are rounded down, so that an
/// entry is only a lower bound.
///
/// An [`Abstraction`] maps each state to an abstract state, its image. The estimate of a state is the table entry at
/// the [rank](Ranked::rank) of its image. The estimate is `None` if the image has no rank, or if no goal of the
/// abstract space can be reached from the image.
///
/// Building visits every edge of the abstract space. It also passes over the table once for each cost from 0 to the
/// greatest, and skips the parts into which this cost was never entered.
///
/// For sliding tiles, use the module [`tile_patterns`](crate::heuristics::tile_patterns) instead. Its databases are far
/// faster both to build and to look up.
///
/// Clones of a database share its table.
///
/// Paper: J. C. Culberson and J. Schaeffer, "Pattern databases", 1998.
///
/// ```
/// use puzzle_search::heuristics::PatternDatabase;
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{Notation, Puzzle};
///
/// // Six pieces in a ring. Move T turns the ring by one place, move S swaps the pieces on the first two places.
/// let text = "points 6 \n generator T (1 2 3 4 5 6) \n generator S (1 2)";
/// let puzzle = PermutationPuzzle::new(&text.parse::<Definition>()?)?;
/// // The abstraction keeps the places of pieces 1 to 3. The other pieces all look alike.
/// let database = PatternDatabase::new(&puzzle, puzzle.keeping(&[1, 2, 3])?)?;
/// assert_eq!(database.entries(), 6 * 5 * 4);
/// let puzzle = puzzle.guided_by(database);
/// assert_eq!(puzzle.heuristic(&puzzle.parse("2 1 3 4 5 6")?), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PatternDatabase<A> {
    abstraction: A,
    costs: Arc<TableBytes>,
}

impl<A> PatternDatabase<A> {
    pub(crate) const fn abstraction(&self) -> &A {
        &self.abstraction
    }

    /// The database of another abstraction, which shares the table: the costs at all ranks must be the same in its
    /// space.
    pub(crate) fn shared_with(&self, abstraction: A) -> Self {
        let costs = Arc::clone(&self.costs);
        Self { abstraction, costs }
    }
}

impl<A> Debug for PatternDatabase<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.costs.len();
        f.debug_struct("PatternDatabase")
            .field("entries", &entries)
            .finish_non_exhaustive()
    }
}

/// The entry of a state from which no goal can be reached.
const UNREACHABLE: u8 = u8::MAX;

impl<A> PatternDatabase<A> {
    /// Builds the database of `abstraction`, without limits. The puzzle is passed only for its type.
    ///
    /// # Errors
    ///
    /// Returns an error if [`state_count`](Ranked::state_count) of the abstract space returns `None`, if the table does
    /// not fit into memory, or if the cost from an abstract state to a goal exceeds 254.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # #[derive(Clone)]
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole`, an abstraction defined in hidden lines of this example, maps each state to itself.
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let database = PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?;
    /// assert_eq!(database.entries(), 360);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<P>(puzzle: &P, abstraction: A) -> Result<Self, BuildError>
    where
        P: Puzzle,
        A: Abstraction<P> + Clone + Send,
        A::Space: Sync,
    {
        Self::build(puzzle, abstraction).run()
    }

    /// Returns a [`Task`] that builds the database of `abstraction`. The puzzle is passed only for its type. The task
    /// can be given limits and divided among threads. It tells its observer how many abstract states have each cost
    /// ([`TaskObserver::layer`](crate::observe::TaskObserver::layer)).
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as [`new`](Self::new), and if a limit is reached.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::job::BuildError;
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// use puzzle_search::{Limits, Stop};
    /// # #[derive(Clone)]
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole`, an abstraction defined in hidden lines of this example, maps each state to itself.
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let limits = Limits::new().max_bytes(100_000);
    /// let mut build = PatternDatabase::build(&puzzle, Whole(puzzle.clone())).limits(limits);
    /// assert_eq!(build.run().unwrap_err(), BuildError::Stopped(Stop::Bytes)); // the table takes 181,440 bytes
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, P>(_: &P, abstraction: A) -> Task<'a, Result<Self, BuildError>>
    where
        P: Puzzle + 'a,
        A: Abstraction<P> + Clone + Send + 'a,
        A::Space: Sync,
    {
        Task::of(CostTable::<A, P>::build(abstraction))
    }

    /// The database of an abstraction with these entries.
    fn of(abstraction: A, costs: impl Into<TableBytes>) -> Self {
        Self {
            abstraction,
            costs: Arc::new(costs.into()),
        }
    }

    /// Returns the number of entries. Each entry takes one byte.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # #[derive(Clone)]
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole`, an abstraction defined in hidden lines of this example, maps each state to itself.
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// assert_eq!(PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?.entries(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> usize {
        self.costs.len()
    }
}

/// Files of databases.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<A> PatternDatabase<A> {
    /// Returns a [`Task`] that reads the database of `abstraction` from a file in `directory`. The puzzle is passed
    /// only for its type. If there is no such file, the task builds the database and writes the file. If a limit stops
    /// the build, and from time to time during a long build, the unfinished table is saved too, and the next task for
    /// the same directory continues from it, even if the process was killed.
    ///
    /// The name of the file contains a checksum of the abstract space: of its goals, and of the ranks of its states and
    /// the ranks and costs of their neighbors (of 2^20 states, if there are more).
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build), and if a file cannot be read
    /// or written, or is damaged.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # #[derive(Clone)]
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole`, an abstraction defined in hidden lines of this example, maps each state to itself.
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-database-{}", std::process::id()));
    /// for _built_then_read in 0..2 {
    ///     let database = PatternDatabase::open_or_build(&puzzle, Whole(puzzle.clone()), &directory).run()?;
    ///     assert_eq!(database.entries(), 360);
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_or_build<'a, P>(
        _: &P,
        abstraction: A,
        directory: impl Into<PathBuf>,
    ) -> Task<'a, Result<Self, BuildError>>
    where
        P: Puzzle + 'a,
        A: Abstraction<P> + Clone + Send + 'a,
        A::Space: Sync,
    {
        Task::of(CostTable::<A, P>::build(abstraction).in_directory(directory.into()))
    }
}

impl<P: Puzzle, A: Abstraction<P>> Heuristic<P> for PatternDatabase<A> {
    type Memo = u8;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> u8 {
        let image = self.abstraction.image(puzzle, state);
        let rank = self.abstraction.space().rank(&image);
        let entry = rank.and_then(|rank| self.costs.get(rank as usize));
        // No goal can be reached from a state without a rank.
        entry.copied().unwrap_or(UNREACHABLE)
    }

    fn fits(&self, puzzle: &P) -> bool {
        self.abstraction.fits(puzzle)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        space.consistent()
    }

    #[inline]
    fn estimate(&self, _: &P, cost: u8) -> Option<P::Cost> {
        if cost == UNREACHABLE {
            return None;
        }
        // A cost beyond the range of the cost type is not a dead end.
        Some(num_traits::cast(cost).unwrap_or_else(num_traits::Bounded::max_value))
    }
}
