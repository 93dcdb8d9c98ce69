//! [`PatternDatabase`]: the exact costs of an abstraction, for any puzzle.

mod additive;
mod build;
mod discs;
mod pieces;
mod weighted;

pub use discs::DiscPatterns;
pub use pieces::{KeptPieces, PieceSpace, Places};
pub use weighted::WeightedPatterns;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use build::Filling;

use super::{BuildError, Heuristic};
use crate::facts::Facts;
use crate::monitor::Monitor;
use crate::puzzle::{Puzzle, Ranked, Reversible};
#[cfg(feature = "std")]
use crate::table_file::{self, TableBytes, TableEncoding, TableFileError, TableHeader, TableKind};
use crate::task::Task;
#[cfg(feature = "std")]
use std::path::Path;

#[cfg(not(feature = "std"))]
type TableBytes = Vec<u8>;

/// A smaller space that a puzzle's states are mapped to: what a pattern keeps of a state.
///
/// # Laws
///
/// * The image of a goal is a goal of the space.
/// * For each edge of the puzzle there is a path from image to image that costs no more; none is
///   needed where the two images are equal.
///
/// Then the cost to a goal of the space is an admissible estimate, and a consistent one. If the edges
/// of several spaces cost only what their own pieces are moved (zero is a legal cost), such that no
/// edge of the puzzle is counted twice, the estimates may be added up ([`Sum`](super::Sum)).
///
/// ```
/// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
/// use puzzle_search::puzzles::{Board, SlidingTiles};
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// /// Keeps everything: the estimate is the distance itself.
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
    /// The space.
    type Space: Ranked<Cost = P::Cost> + Reversible;

    /// The space.
    fn space(&self) -> &Self::Space;

    /// The image of a state.
    fn image(&self, puzzle: &P, state: &P::State) -> <Self::Space as Puzzle>::State;

    /// Whether it is one of this puzzle, as [`Heuristic::fits`] tells. The default believes it.
    fn fits(&self, _puzzle: &P) -> bool {
        true
    }
}

/// The cost to a goal for every state of an abstract space, a byte for each.
///
/// Time to build: a pass over the table for each cost from 0 to the greatest, and a look at each edge;
/// [`build`](Self::build) divides that among [threads](crate::Task::threads). Memory: a byte for each abstract
/// state. Time for an estimate: one rank and one look-up. A state is a dead end if its image has no rank, or
/// reaches no goal of the space.
///
/// For sliding tiles [`tile_patterns`](super::tile_patterns) is far faster.
///
/// Paper: J. C. Culberson and J. Schaeffer, "Pattern databases", 1998. An example is at
/// [`Abstraction`]. A clone shares the table.
///
/// ```
/// use puzzle_search::coordinates::{Coordinates, View};
/// use puzzle_search::heuristics::PatternDatabase;
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{Notation, Puzzle};
///
/// // Six pieces on a ring that turns, and a swap of the first two.
/// let text = "points 6 \n generator T (1 2 3 4 5 6) \n generator S (1 2)";
/// let puzzle = PermutationPuzzle::new(&text.parse::<Definition>()?)?;
/// // The first three pieces are told apart, the others are alike.
/// let view = Coordinates::new(&puzzle, &[View::new(&[1, 2, 3])])?;
/// let database = PatternDatabase::new(&puzzle, view)?;
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

impl<A> Debug for PatternDatabase<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.costs.len();
        f.debug_struct("PatternDatabase")
            .field("entries", &entries)
            .finish_non_exhaustive()
    }
}

/// What an entry says that no goal can be reached from.
const UNREACHABLE: u8 = u8::MAX;

/// Computes the costs, or goes on doing so.
fn fill<P: Puzzle, S: Ranked + Reversible + Sync>(
    space: &S,
    begun: &mut Option<Filling>,
    monitor: &mut Monitor<'_, P>,
) -> Result<Vec<u8>, BuildError> {
    if begun.is_none() {
        monitor.begin();
    }
    go_on(space, begun, monitor)
}

/// The same for what need not be the first that is built.
fn go_on<P: Puzzle, S: Ranked + Reversible + Sync>(
    space: &S,
    begun: &mut Option<Filling>,
    monitor: &mut Monitor<'_, P>,
) -> Result<Vec<u8>, BuildError> {
    if begun.is_none() {
        *begun = Some(Filling::new(space, monitor)?);
    }
    if let Some(filling) = begun {
        filling.fill(space, monitor)?;
    }
    Ok(begun.take().map_or_else(Vec::new, Filling::into_costs))
}

impl<A> PatternDatabase<A> {
    /// Builds it without limits.
    ///
    /// # Errors
    ///
    /// If the space has no ranks, the table does not fit into memory, or a state's cost to a goal exceeds 254.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole` is the abstraction that keeps everything.
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let database = PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?;
    /// assert_eq!(database.entries(), 360);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<P>(_: &P, abstraction: A) -> Result<Self, BuildError>
    where
        P: Puzzle,
        A: Abstraction<P>,
        A::Space: Sync,
    {
        let costs = {
            let mut begun = None;
            Task::<P, _>::new(|monitor| fill(abstraction.space(), &mut begun, monitor)).run()?
        };
        Ok(Self::of(abstraction, costs))
    }

    /// Builds it: run the task, within limits and by as many threads as you like; its observer sees
    /// the layers, one for each cost. [`entries_of`](Self::entries_of) tells beforehand how many bytes
    /// it takes.
    ///
    /// # Errors
    ///
    /// The task returns an error if the space has no ranks, a limit is reached, or a cost exceeds
    /// 254.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, BuildError, PatternDatabase};
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
    /// // `Whole` is the abstraction that keeps everything.
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let limits = Limits::new().max_bytes(100_000);
    /// let mut build = PatternDatabase::build(&puzzle, Whole(puzzle.clone())).limits(limits);
    /// assert_eq!(build.run().unwrap_err(), BuildError::Stopped(Stop::Bytes)); // it takes 181,440
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, P>(_: &'a P, abstraction: A) -> Task<'a, P, Result<Self, BuildError>>
    where
        P: Puzzle,
        A: Abstraction<P> + Clone + 'a,
        A::Space: Sync,
    {
        let mut begun = None;
        Task::new(move |monitor| {
            let costs = fill(abstraction.space(), &mut begun, monitor)?;
            Ok(Self::of(abstraction.clone(), costs))
        })
    }

    fn of(abstraction: A, costs: Vec<u8>) -> Self {
        Self {
            abstraction,
            costs: Arc::new(costs.into()),
        }
    }

    /// How many entries the database of an abstraction has, a byte each; `None` if its space has no
    /// ranks.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole` is the abstraction that keeps everything.
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let entries = PatternDatabase::entries_of(&puzzle, &Whole(puzzle.clone()));
    /// assert_eq!(entries, Some(10_461_394_944_000)); // better not
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entries_of<P: Puzzle>(_: &P, abstraction: &A) -> Option<u128>
    where
        A: Abstraction<P>,
    {
        abstraction.space().state_count()
    }

    /// How many entries there are, a byte each.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole` is the abstraction that keeps everything.
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// assert_eq!(PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?.entries(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> usize {
        self.costs.len()
    }
}

/// In files. `puzzle` is a number of your choice, such as the [`checksum`](crate::table_file::checksum) of what
/// defines the puzzle. With the description it has to tell this database from every other one that might have the
/// same path: these two and the number of entries are all that is compared.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<A> PatternDatabase<A> {
    fn header(entries: u64, puzzle: u64, description: &str) -> TableHeader {
        TableHeader {
            kind: TableKind::PatternDatabase,
            encoding: TableEncoding::Bytes,
            puzzle,
            description: description.into(),
            entries,
        }
    }

    /// Writes it to a file, all or nothing.
    ///
    /// # Errors
    ///
    /// If a step fails.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// use puzzle_search::table_file::checksum;
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole` is the abstraction that keeps everything.
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let database = PatternDatabase::new(&puzzle, Whole(puzzle.clone()))?;
    /// let path = std::env::temp_dir().join(format!("puzzle-search-save-{}.table", std::process::id()));
    /// let (fingerprint, pattern) = (checksum(b"2x3, goal 1 2 3 4 5 0"), "everything");
    /// database.save(&path, fingerprint, pattern)?;
    /// let read = PatternDatabase::load(&puzzle, Whole(puzzle.clone()), &path, fingerprint, pattern)?;
    /// assert_eq!(read.entries(), database.entries());
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: &Path, puzzle: u64, description: &str) -> Result<(), TableFileError> {
        let header = Self::header(self.costs.len() as u64, puzzle, description);
        table_file::save(path, &header, &self.costs)
    }

    /// Reads it from a file.
    ///
    /// # Errors
    ///
    /// If the file is not this database, or damaged.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Abstraction, PatternDatabase};
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// # struct Whole(SlidingTiles);
    /// # impl Abstraction<SlidingTiles> for Whole {
    /// #     type Space = SlidingTiles;
    /// #     fn space(&self) -> &SlidingTiles { &self.0 }
    /// #     fn image(&self, _: &SlidingTiles, state: &Board) -> Board { *state }
    /// # }
    ///
    /// // `Whole` is the abstraction that keeps everything; `save` has an example with a file.
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let missing = std::path::Path::new("there is no such file");
    /// assert!(PatternDatabase::load(&puzzle, Whole(puzzle.clone()), missing, 1, "everything").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<P: Puzzle>(
        _: &P,
        abstraction: A,
        path: &Path,
        puzzle: u64,
        description: &str,
    ) -> Result<Self, TableFileError>
    where
        A: Abstraction<P>,
    {
        let entries = abstraction.space().state_count().unwrap_or(0);
        let header = Self::header(entries as u64, puzzle, description);
        let costs = table_file::load(path, &header)?;
        let costs = Arc::new(costs);
        Ok(Self { abstraction, costs })
    }
}

impl<P: Puzzle, A: Abstraction<P>> Heuristic<P> for PatternDatabase<A> {
    type Memo = u8;

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> u8 {
        let image = self.abstraction.image(puzzle, state);
        let rank = self.abstraction.space().rank(&image);
        let entry = rank.and_then(|rank| self.costs.get(rank as usize));
        // A state without a number cannot reach a goal.
        entry.copied().unwrap_or(UNREACHABLE)
    }

    fn fits(&self, puzzle: &P) -> bool {
        self.abstraction.fits(puzzle)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        space.consistent(true)
    }

    #[inline]
    fn estimate(&self, _: &P, cost: u8) -> Option<P::Cost> {
        if cost == UNREACHABLE {
            return None;
        }
        num_traits::cast(cost)
    }
}
