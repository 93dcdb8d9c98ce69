//! [`Enumerate`]: the settings and methods by which the states of a space are counted in memory, layer by layer. The
//! work itself is in `count`.

use alloc::boxed::Box;
use core::ops::Deref;

use super::bit_layers;
use super::census::Census;
use super::count::{CountByHash, CountByRank, CountInMemory, JudgedStarts};
use super::error::SpaceError;
use super::hash_store;
use super::layer_table::LayerTable;
use super::spaces::States;
use super::two_bits;
use crate::puzzle::{Puzzle, Ranked};
use crate::task::Task;

/// Counts the states that can be reached from given starts, layer by layer in a breadth-first search. An enumeration
/// can also list some of the hardest states, which are the states of the last layer.
///
/// * **Time**: at most one expansion for each state that can be reached.
/// * **Memory**: [`count_by_hashing`](Self::count_by_hashing) stores all states, or only three layers at a time if the
///   puzzle is [undirected](crate::Facts::undirected). [`count_by_rank`](Self::count_by_rank) takes two bits for each
///   rank, or one bit if the puzzle has a [`BitParallel`](super::BitParallel) numbering.
/// * **Limits**: the limits on moves and on expanded states stop an enumeration at the end of a layer. The limit on
///   generated states has no effect. If a stopped [`Task`] is run again, it continues where it stopped.
/// * **Observer**: the task's observer is shown the progress and the size of every layer, but no single states.
/// * **Threads**: [`Task::threads`]. The counts are the same for any number of threads. Which of the hardest states are
///   listed may depend on whether there is one thread or several.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let census = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]).run();
/// assert_eq!((census.states(), census.depth()), (360, 21));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Enumerate {
    pub(super) hardest: usize,
}

impl Default for Enumerate {
    fn default() -> Self {
        Self::new()
    }
}

impl Enumerate {
    /// Returns an enumeration that lists no hardest states.
    #[must_use]
    pub const fn new() -> Self {
        Self { hardest: 0 }
    }

    /// Makes the census list at most `states` of the hardest states. An enumeration on disk keeps memory for this number
    /// of states free, but at most half of the limit on bytes.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let census = Enumerate::new().hardest(5).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!(census.hardest, [puzzle.state(&[4, 5, 0, 1, 2, 3])?]); // only one state is in the last layer
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn hardest(mut self, states: usize) -> Self {
        self.hardest = states;
        self
    }

    /// Counts the states that can be reached from `starts`, and stores these states in hash tables.
    ///
    /// If the puzzle is [undirected](crate::Facts::undirected), the tables contain only three layers at a time.
    /// Otherwise they contain every state that was reached. Paper: R. E. Korf and others, "Frontier search", 2005.
    ///
    /// ```
    /// use puzzle_search::from_fn;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let ring = from_fn(|&n: &u8| [("+1", (n + 1) % 6, 1_u32), ("-1", (n + 5) % 6, 1)], |_| false);
    /// let census = Enumerate::new().count_by_hashing(&ring, [0]).run();
    /// assert_eq!(census.layers, [1, 2, 2, 1]);
    /// ```
    ///
    /// To use several [threads](Task::threads), set their number before the first run: they divide the tables among
    /// themselves. A task that has begun on one thread stays on one until it starts over.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let census = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]).threads(2).run();
    /// assert_eq!((census.states(), census.depth()), (181_440, 31));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn count_by_hashing<'a, P: Puzzle + Sync + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + Send + Sync + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Census<P::State>> {
        let starts = JudgedStarts::of(&*puzzle, starts);
        Task::of(CountByHash::new(
            Box::new(States(puzzle)),
            starts,
            self.hardest,
        ))
    }

    /// Counts the states that can be reached from `starts`. Uses [`count_by_rank`](Self::count_by_rank) if its table
    /// fits into memory and the limit on bytes, and otherwise [`count_by_hashing`](Self::count_by_hashing).
    ///
    /// # Errors
    ///
    /// The task returns an error if the table of `count_by_rank` fits but a start has no rank. It also returns an error
    /// if neither this table nor the hash tables fit, perhaps only after most of the work is done.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Limits;
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let limits = Limits::new().max_bytes(1 << 20);
    /// let error = Enumerate::new().count(&puzzle, [puzzle.goal()]).limits(limits).run().unwrap_err();
    /// assert!(error.to_string().starts_with("a table by rank takes 2615987248875 bytes, and hash "));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn count<'a, P: Ranked + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, SpaceError>> {
        let starts = JudgedStarts::of(puzzle, starts);
        let by_rank = CountByRank::new(puzzle, starts.clone(), self.hardest);
        let by_hash = CountByHash::new(Box::new(States(puzzle)), starts, self.hardest);
        Task::of(CountInMemory::new(by_rank, by_hash))
    }

    /// Estimates the most bytes that [`count_by_hashing`](Self::count_by_hashing) takes on one thread if it stores
    /// `states` states at a time.
    ///
    /// Pass the number of all states. If the puzzle is [undirected](crate::Facts::undirected), the tables store only
    /// three consecutive layers at a time: then pass the greatest total of three such layers.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
    /// let start = puzzle.goal();
    /// let census = Enumerate::new().count_by_hashing(&puzzle, [start]).run();
    /// assert!((census.stats.peak_bytes as u128) < Enumerate::bytes_by_hashing::<PermutationPuzzle>(40_320));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn bytes_by_hashing<P: Puzzle>(states: u128) -> u128 {
        let buffers = hash_store::buffer_bytes::<P::State>() as u128;
        LayerTable::<P::State>::most_bytes(states).saturating_add(buffers)
    }

    /// Returns how many bytes [`count_by_rank`](Self::count_by_rank) takes on one thread, not counting the [hardest
    /// states](Self::hardest) and the list of layers, which takes up to 24 bytes for each while it grows. Returns `None`
    /// if the puzzle has no ranks.
    ///
    /// A [`BitParallel`](super::BitParallel) numbering divides the states into two classes, and every move leads from
    /// one class to the other. If the puzzle has such a numbering, the number of bytes is right for starts that are all
    /// in one class; for others, the table has two bits for each rank.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, SwapGame};
    /// use puzzle_search::space::Enumerate;
    ///
    /// let swaps = SwapGame::new(3, 3)?; // 9! states
    /// assert_eq!(Enumerate::bytes_by_rank(&swaps).map(|bytes| bytes / 1_000), Some(362_880 / 4_000));
    /// let tiles = SlidingTiles::new(3, 4)?; // 12!/2 states
    /// let bytes = Enumerate::bytes_by_rank(&tiles);
    /// assert!(bytes > Some(239_500_800 / 8) && bytes < Some(31_000_000));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn bytes_by_rank<P: Ranked>(puzzle: &P) -> Option<u128> {
        match puzzle.bit_parallel() {
            Some(numbering) => Some(bit_layers::bytes(&numbering)),
            None => puzzle.state_count().map(two_bits::bytes),
        }
    }

    /// Counts the states that can be reached from `starts`, in a table that has two bits for each rank. The table has
    /// only one bit for each rank if the puzzle has a [`BitParallel`](super::BitParallel) numbering and all starts are
    /// in the same class of this numbering.
    ///
    /// # Errors
    ///
    /// The task returns an error if the puzzle has no ranks, if a start has no rank, or if the table exceeds the limit
    /// on bytes.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = Pancake::new(5)?;
    /// let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).run()?;
    /// assert_eq!(census.layers, [1, 4, 12, 35, 48, 20]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_rank<'a, P: Ranked + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, SpaceError>> {
        let starts = JudgedStarts::of(puzzle, starts);
        Task::of(CountByRank::new(puzzle, starts, self.hardest))
    }
}
