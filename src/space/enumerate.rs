//! [`Enumerate`]: counts the states of a space, layer by layer.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::census::Census;
use super::edges::{Edges, Forward};
use super::error::EnumerateError;
use super::hashing::{Closed, Frontier, Plain};
use super::layers::{Growth, Layers, first};
use super::paths::Paths;
use super::piece_table::{self, PieceTable};
use super::planes::{self, Planes};
use crate::monitor::{Monitor, Side, Stop};
use crate::puzzle::{Puzzle, Ranked};
use crate::storage::{Linked, NodeTable};
use crate::task::Task;

/// Counts the states that can be reached, layer by layer, and lists some of the hardest.
///
/// * **Time**: every state is expanded once.
/// * **Memory**: [by hashing](Self::count_by_hashing) every state, or two layers;
///   [by rank](Self::count_by_rank) two bits for each number, or one.
/// * **Limits** of the [`Task`]: bytes, time and cancel flag hold at every moment; those on moves (or
///   on the cost, which counts moves here), on expanded and on stored states end it before the layer
///   that would exceed them; the one on generated states does not apply. Run again, a stopped task
///   goes on with that layer. Its observer sees every layer, the first one included, and progress,
///   but no nodes.
/// * **Threads**: [as many as you say](Task::threads), of a table by rank. The result is the same for
///   any number, on every platform.
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
    hardest: usize,
}

impl Default for Enumerate {
    fn default() -> Self {
        Self::new()
    }
}

impl Enumerate {
    /// Lists no hardest states.
    #[must_use]
    pub const fn new() -> Self {
        Self { hardest: 0 }
    }

    /// Lists so many of the hardest states.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let census = Enumerate::new().with_hardest(5).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!(census.hardest, [puzzle.state(&[4, 5, 0, 1, 2, 3])?]); // there is no other
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn with_hardest(mut self, states: usize) -> Self {
        self.hardest = states;
        self
    }

    /// Counts the states that can be reached from `starts`, stored in hash tables.
    ///
    /// Holds every state seen, or only the last two layers and the next one where the puzzle
    /// [is undirected](crate::Facts::undirected) (frontier search: R. E. Korf and others, "Frontier
    /// search", 2005).
    ///
    /// ```
    /// use puzzle_search::from_fn;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let ring = from_fn(|&n: &u8| [("+1", (n + 1) % 6, 1_u32), ("-1", (n + 5) % 6, 1)], |_| false);
    /// let census = Enumerate::new().count_by_hashing(&ring, [0]).run();
    /// assert_eq!(census.layers, [1, 2, 2, 1]);
    /// ```
    pub fn count_by_hashing<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Census<P::State>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let mut begun = None;
        Task::new(move |monitor| hash(puzzle, &starts, most, &mut begun, monitor))
    }

    /// Does the same, and remembers every state and how it was first reached.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let start = MagicSquares::initial();
    /// let paths = Enumerate::new().with_hardest(1).paths(&puzzle, [start]).run();
    /// let hardest = paths.census().hardest[0];
    /// assert_eq!(paths.moves_to(&puzzle, &hardest).map(|moves| moves.len()), Some(22));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn paths<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Paths<P::State>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        Task::new(move |monitor| {
            monitor.begin();
            let mut table = Closed::<Linked<P::State>>::new();
            let started = table.start(starts.iter().cloned(), monitor);
            let first_layer = *started.as_ref().unwrap_or(&0);
            let mut growth = Growth::new(&mut table, Side::Start, first_layer);
            let end = started.and_then(|_| growth.grow(puzzle, monitor, |_, _| Ok(())));
            let hardest = first::<P, _>(&*growth.table, most);
            let census = growth.census(end, hardest, monitor);
            Paths::new(census, table.into_table())
        })
    }

    /// Counts the states that can be reached from `starts`: [by rank](Self::count_by_rank) if the table
    /// fits into the limit on bytes, otherwise [by hashing](Self::count_by_hashing), since what can be
    /// reached, or two layers of it, may be less than what is numbered.
    ///
    /// # Errors
    ///
    /// The task returns an error if a start has no number, or neither way fits; the second is known
    /// only when the hash tables are full.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Limits;
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let limits = Limits::new().max_bytes(1 << 20);
    /// let error = Enumerate::new().count(&puzzle, [puzzle.goal()]).limits(limits).run().unwrap_err();
    /// assert!(error.to_string().starts_with("a table by rank takes 2615348736000 bytes, and hash "));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn count<'a, P: Ranked + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Result<Census<P::State>, EnumerateError>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let (mut ranked, mut hashed, mut table) = (None, None, None);
        Task::new(move |monitor| {
            if hashed.is_none() {
                let counted = rank(puzzle, &starts, most, &mut ranked, monitor);
                table = match counted {
                    Err(EnumerateError::TooLarge { bytes, .. }) => Some(bytes),
                    Err(EnumerateError::Unnumbered) => None,
                    // The allocator refused the table.
                    Ok(census)
                        if census.stop == Some(Stop::OutOfMemory) && census.layers.is_empty() =>
                    {
                        Self::bytes_by_rank(puzzle)
                    }
                    counted => return counted,
                };
            }
            let census = hash(puzzle, &starts, most, &mut hashed, monitor);
            match census.stop {
                Some(Stop::Bytes | Stop::OutOfMemory) => Err(EnumerateError::Neither {
                    table,
                    limit: monitor.limits().bytes,
                    depth: census.depth(),
                    states: census.states(),
                }),
                _ => Ok(census),
            }
        })
    }

    /// About how many bytes [`count_by_hashing`](Self::count_by_hashing) takes at most where it holds so many
    /// states at a time: all of them, or the greatest three layers in a row of a puzzle that is
    /// [undirected](crate::Facts::undirected).
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let start = MagicSquares::initial();
    /// let census = Enumerate::new().count_by_hashing(&puzzle, [start]).run();
    /// assert!((census.peak_bytes as u128) < Enumerate::bytes_by_hashing::<MagicSquares>(40_320));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn bytes_by_hashing<P: Puzzle>(states: u128) -> u128 {
        NodeTable::<Plain<P::State>>::most_bytes(states)
    }

    /// How many bytes [`count_by_rank`](Self::count_by_rank) takes: two bits for each number, or one and a
    /// little where the puzzle has a [`BitParallel`](super::BitParallel) numbering. `None` if the states are not
    /// numbered.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, SwapGame};
    /// use puzzle_search::space::Enumerate;
    ///
    /// let swaps = SwapGame::new(3, 3)?; // 9! states
    /// assert_eq!(Enumerate::bytes_by_rank(&swaps), Some(362_880 / 4));
    /// let tiles = SlidingTiles::new(3, 4)?; // 12!/2 states
    /// assert_eq!(Enumerate::bytes_by_rank(&tiles), Some(239_500_800 / 8 + 1_320));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn bytes_by_rank<P: Ranked>(puzzle: &P) -> Option<u128> {
        match puzzle.bit_parallel() {
            Some(numbering) => Some(piece_table::bytes(&numbering)),
            None => puzzle.state_count().map(planes::bytes),
        }
    }

    /// Counts the states that can be reached from `starts`, in a table by rank.
    ///
    /// # Errors
    ///
    /// The task returns an error if the states, or the starts, are not numbered, or the table does not
    /// fit into the limit on bytes; nothing was done then.
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
    ) -> Task<'a, P, Result<Census<P::State>, EnumerateError>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let mut begun = None;
        Task::new(move |monitor| rank(puzzle, &starts, most, &mut begun, monitor))
    }
}

/// Layers of states in hash tables.
type ByHash<'a, P> = Box<dyn Layers<P, Item = <P as Puzzle>::State> + 'a>;

/// Counts by hashing, or goes on doing so.
fn hash<'a, P: Puzzle>(
    puzzle: &'a P,
    starts: &[P::State],
    most: usize,
    begun: &mut Option<Growth<ByHash<'a, P>>>,
    monitor: &mut Monitor<'_, P>,
) -> Census<P::State> {
    let mut started = Ok(0);
    let growth = match begun {
        Some(growth) => growth,
        None => {
            monitor.begin();
            let starts = starts.iter().cloned();
            let table: ByHash<'a, P> = if puzzle.facts().undirected {
                let mut table = Frontier::new();
                started = table.start(starts, monitor);
                Box::new(table)
            } else {
                let mut table = Closed::<Plain<P::State>>::new();
                started = table.start(starts, monitor);
                Box::new(table)
            };
            let first_layer = *started.as_ref().unwrap_or(&0);
            begun.insert(Growth::new(table, Side::Start, first_layer))
        }
    };
    let has_started = started.is_ok();
    let end = started.and_then(|_| growth.grow(puzzle, monitor, |_, _| Ok(())));
    // A layer that was begun and not finished is not the last one listed.
    let hardest = first(&*growth.table, most);
    let is_over = end.is_ok() || !has_started;
    let census = growth.census(end, hardest, monitor);
    if is_over {
        *begun = None;
    }
    census
}

/// Layers of states by rank.
pub(super) type ByRank<'a, P> = Box<dyn Layers<P, Item = u128> + 'a>;

/// Counts by rank, or goes on doing so.
fn rank<'a, P: Ranked + Sync>(
    puzzle: &'a P,
    starts: &[P::State],
    most: usize,
    begun: &mut Option<Growth<ByRank<'a, P>>>,
    monitor: &mut Monitor<'_, P>,
) -> Result<Census<P::State>, EnumerateError> {
    let growth = match begun {
        Some(growth) => growth,
        None => {
            monitor.begin();
            match by_rank(
                puzzle,
                starts.iter().cloned(),
                Forward,
                Beside::NOTHING,
                monitor,
            )? {
                Ok(growth) => begun.insert(growth),
                Err(stop) => return Ok(stopped_at_once(stop, monitor)),
            }
        }
    };
    let end = growth.grow(puzzle, monitor, |_, _| Ok(()));
    let hardest = least::<P>(&*growth.table, most).into_iter();
    let hardest = hardest.filter_map(|rank| puzzle.unrank(rank)).collect();
    let is_over = end.is_ok();
    let census = growth.census(end, hardest, monitor);
    if is_over {
        *begun = None;
    }
    Ok(census)
}

fn stopped_at_once<P: Puzzle, S>(stop: Stop, monitor: &mut Monitor<'_, P>) -> Census<S> {
    let growth = Growth::new((), Side::Start, 0);
    growth.census(Err(stop), Vec::new(), monitor)
}

/// Layers by rank from these starts, or why there is no memory for them.
pub(super) fn by_rank<'a, P: Ranked + Sync>(
    puzzle: &'a P,
    starts: impl IntoIterator<Item = P::State>,
    edges: impl Edges<P> + 'a,
    Beside { side, bits }: Beside,
    monitor: &mut Monitor<'_, P>,
) -> Result<Result<Growth<ByRank<'a, P>>, Stop>, EnumerateError> {
    let states = puzzle.state_count().ok_or(EnumerateError::Unnumbered)?;
    let numbering = puzzle.bit_parallel();
    let bytes = numbering
        .as_ref()
        .map_or(planes::bytes(states), piece_table::bytes);
    let most = isize::MAX as u128;
    let limit = monitor
        .limits()
        .bytes
        .map_or(most, |limit| most.min(limit as u128));
    let beside = states.saturating_mul(bits).div_ceil(8);
    let bytes = bytes.saturating_add(beside);
    if bytes > limit {
        return Err(EnumerateError::TooLarge {
            states,
            bytes,
            limit,
        });
    }
    let starts = starts.into_iter().enumerate();
    let starts = starts.map(|(at, start)| {
        let rank = puzzle.rank(&start).filter(|&rank| rank < states);
        rank.ok_or(EnumerateError::Start { at })
    });
    let mut starts = starts.collect::<Result<Vec<_>, _>>()?;
    starts.sort_unstable();
    starts.dedup();
    let first = starts.len() as u64;
    monitor.expect_states(u64::try_from(states).unwrap_or(u64::MAX));
    let table = || -> Result<ByRank<'a, P>, Stop> {
        monitor.claim(beside as usize)?;
        if let Some(numbering) = numbering
            && let Some(table) = PieceTable::new(numbering, &starts, monitor.memory())?
        {
            return Ok(Box::new(table));
        }
        let table = Planes::new(states, &starts, edges, monitor.memory())?;
        Ok(Box::new(table))
    };
    Ok(table().map(|table| Growth::new(table, side, first)))
}

/// What a caller keeps beside the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    pub(super) side: Side,
    /// How many bits it needs for each state.
    pub(super) bits: u128,
}

impl Beside {
    const NOTHING: Self = Self {
        side: Side::Start,
        bits: 0,
    };
}

/// The least numbers of the last layer, in order.
fn least<P: Puzzle>(table: &dyn Layers<P, Item = u128>, most: usize) -> Vec<u128> {
    let mut numbers = BinaryHeap::new();
    if most > 0 {
        table.each(&mut |number| {
            if numbers.len() < most {
                numbers.push(number);
            } else if numbers.peek().is_some_and(|&greatest| number < greatest) {
                numbers.pop();
                numbers.push(number);
            }
            true
        });
    }
    numbers.into_sorted_vec()
}
