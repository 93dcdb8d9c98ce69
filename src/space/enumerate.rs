//! [`Enumerate`]: counts the states of a space, layer by layer.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Deref;

use super::census::Census;
use super::edges::{Edges, Forward};
use super::error::EnumerateError;
use super::expansion::Expansion;
use super::hashing::{Hashed, Whole};
use super::layer_table::LayerTable;
use super::layers::{Growth, Layers, first, list_of};
use super::piece_table::{self, PieceTable, are_of_one_class};
use super::planes::{self, Planes};
use super::sharded::Sharded;
use crate::account::{Memory, Meter, Side, Stop};
use crate::bit_parallel::BitParallel;
use crate::puzzle::{Puzzle, Ranked};
use crate::task::Task;
use crate::threads::Threads;

/// Counts the states that can be reached from given starts, layer by layer in a breadth-first search. An enumeration
/// can also list some of the hardest states, which are the states of the last layer.
///
/// * **Time**: at most one expansion for each state that can be reached.
/// * **Memory**: [`count_by_hashing`](Self::count_by_hashing) stores all states, or only three layers at a time if the
///   puzzle is [undirected](crate::Facts::undirected). [`count_by_rank`](Self::count_by_rank) takes two bits for each
///   rank, or one bit if the puzzle has a [`BitParallel`](super::BitParallel) numbering.
/// * **Limits**: the limits on moves, cost and expanded states stop an enumeration at the end of a layer. The limit on
///   cost is compared with the number of moves. The limit on generated states has no effect. If a stopped [`Task`] is
///   run again, it continues where it stopped.
/// * **Observer**: the task's observer is shown the progress and the size of every layer, but no single states.
/// * **Threads**: to use several threads, call [`Task::threads`] after `count_by_rank`, but
///   [`Enumerate::threads`](Self::threads) before `count_by_hashing`. The counts are the same for any number of
///   threads.
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

    /// Sets the maximum number of hardest states that the census lists.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let census = Enumerate::new().with_hardest(5).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!(census.hardest, [puzzle.state(&[4, 5, 0, 1, 2, 3])?]); // only one state is in the last layer
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn with_hardest(mut self, states: usize) -> Self {
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
    pub fn count_by_hashing<'a, P: Puzzle + 'a>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Census<P::State>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let mut begun = None;
        Task::new(move |meter| hash(&*puzzle, &starts, most, &mut begun, (whole, meter)))
    }

    /// Returns this enumeration with `threads` threads for [`count_by_hashing`](Threads::count_by_hashing) (feature
    /// `std`). For `count_by_rank`, call [`Task::threads`] instead.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = Pancake::new(6)?;
    /// let census = Enumerate::new().threads(2).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!(census.layers, [1, 5, 20, 79, 199, 281, 133, 2]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
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
    ) -> Task<'a, Result<Census<P::State>, EnumerateError>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let (mut ranked, mut hashed, mut table) = (None, None, None);
        Task::new(move |meter| {
            if hashed.is_none() {
                let counted = rank(puzzle, &starts, most, &mut ranked, meter);
                table = match counted {
                    Err(EnumerateError::TooLarge { bytes, .. }) => Some(bytes),
                    Err(EnumerateError::Unnumbered) => None,
                    // There was no memory for the table.
                    Ok(census)
                        if census.stop.is_some_and(Stop::is_of_memory)
                            && census.layers.is_empty() =>
                    {
                        Self::bytes_by_rank(puzzle)
                    }
                    counted => return counted,
                };
                ranked = None;
            }
            let census = hash(puzzle, &starts, most, &mut hashed, (whole, meter));
            if census.stop.is_some_and(Stop::is_of_memory) {
                return Err(EnumerateError::Neither {
                    table,
                    limit: meter.limits().bytes,
                    depth: census.depth(),
                    states: census.states(),
                });
            }
            Ok(census)
        })
    }

    /// Estimates how many bytes [`count_by_hashing`](Self::count_by_hashing) takes at most to store `states` states.
    ///
    /// Pass the number of all states. If the puzzle is [undirected](crate::Facts::undirected), the greatest total of
    /// three consecutive layers suffices.
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
        let waiting = Expansion::<P::State>::BYTES as u128;
        LayerTable::<P::State>::most_bytes(states).saturating_add(waiting)
    }

    /// Returns how many bytes [`count_by_rank`](Self::count_by_rank) takes on one thread, not counting the [hardest
    /// states](Self::with_hardest). Returns `None` if the puzzle has no ranks.
    ///
    /// If the puzzle has a [`BitParallel`](super::BitParallel) numbering, the result is right if all starts are in the
    /// same class of this numbering.
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
            Some(numbering) => Some(piece_table::bytes(&numbering)),
            None => puzzle.state_count().map(planes::bytes),
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
    ) -> Task<'a, Result<Census<P::State>, EnumerateError>> {
        let (most, starts): (_, Vec<P::State>) = (self.hardest, starts.into_iter().collect());
        let mut begun = None;
        Task::new(move |meter| rank(puzzle, &starts, most, &mut begun, meter))
    }
}

impl Threads<Enumerate> {
    /// Counts the states that can be reached from `starts`, in hash tables that are divided among the threads.
    ///
    /// The counts are the same as those of [`Enumerate::count_by_hashing`]. The list of hardest states may differ.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let census = Enumerate::new().threads(2).count_by_hashing(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!((census.states(), census.depth()), (181_440, 31));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn count_by_hashing<'a, P>(
        &self,
        puzzle: impl Deref<Target = P> + 'a,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Census<P::State>>
    where
        P: Puzzle + Sync + 'a,
    {
        let (most, starts): (_, Vec<P::State>) = (self.of.hardest, starts.into_iter().collect());
        let mut begun = None;
        let task =
            Task::new(move |meter| hash(&*puzzle, &starts, most, &mut begun, (sharded, meter)));
        task.threads(self.threads)
    }
}

/// Layers of states in hash tables.
type ByHash<'a, P> = Box<dyn Hashed<P, Item = <P as Puzzle>::State, Error = Stop> + 'a>;

/// Makes them, empty.
type Make<'a, P> = fn(&P) -> ByHash<'a, P>;

/// Tables for one thread.
fn whole<'a, P: Puzzle + 'a>(puzzle: &P) -> ByHash<'a, P> {
    Box::new(Whole::new(puzzle))
}

/// Tables for several.
fn sharded<'a, P>(puzzle: &P) -> ByHash<'a, P>
where
    P: Puzzle + Sync + 'a,
{
    Box::new(Sharded::new(puzzle))
}

/// Counts by hashing, or goes on doing so.
fn hash<'a, P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    most: usize,
    begun: &mut Option<Growth<ByHash<'a, P>>>,
    (tables, meter): (Make<'a, P>, &mut Meter<'_>),
) -> Census<P::State> {
    let mut started = Ok(0);
    let growth = match begun {
        Some(growth) => growth,
        None => {
            meter.begin();
            let mut table = tables(puzzle);
            started = table.start(starts, meter);
            let first_layer = *started.as_ref().unwrap_or(&0);
            begun.insert(Growth::new(table, Side::Start, first_layer))
        }
    };
    let has_started = started.is_ok();
    let end = started.and_then(|_| growth.grow(puzzle, meter, |_, _| Ok::<_, Stop>(())));
    let listed = most.min(growth.last_layer());
    let hardest = first(&*growth.table, listed, meter.memory());
    let census = growth.census(end, hardest, meter);
    if census.is_complete() || !has_started {
        *begun = None;
    }
    census
}

/// Layers of states by rank.
pub(super) type ByRank<'a, P> = Box<dyn Layers<P, Item = u128, Error = Stop> + 'a>;

/// Counts by rank, or goes on doing so.
fn rank<'a, P: Ranked + Sync>(
    puzzle: &'a P,
    starts: &[P::State],
    most: usize,
    begun: &mut Option<Growth<ByRank<'a, P>>>,
    meter: &mut Meter<'_>,
) -> Result<Census<P::State>, EnumerateError> {
    let growth = match begun {
        Some(growth) => growth,
        None => {
            meter.begin();
            match by_rank(
                puzzle,
                || starts.iter().cloned(),
                None,
                Forward,
                Beside::NOTHING,
                meter,
            )? {
                Ok(growth) => begun.insert(growth),
                Err(stop) => return Ok(stopped_at_once(stop, meter)),
            }
        }
    };
    let end = growth.grow(puzzle, meter, |_, _| Ok::<_, Stop>(()));
    let listed = most.min(growth.last_layer());
    let hardest = least(puzzle, &*growth.table, listed, meter.memory());
    let census = growth.census(end, hardest, meter);
    if census.is_complete() {
        *begun = None;
    }
    Ok(census)
}

pub(super) fn stopped_at_once<S>(stop: Stop, meter: &mut Meter<'_>) -> Census<S> {
    let mut growth = Growth::new((), Side::Start, 0);
    growth.census(Err(stop), Ok(Vec::new()), meter)
}

/// Layers by rank from these starts, or on from what was seen, or why there is no memory for them.
pub(super) fn by_rank<'a, P: Ranked + Sync, I: IntoIterator<Item = P::State>>(
    puzzle: &'a P,
    starts: impl Fn() -> I,
    seen: Option<Seen<'_>>,
    edges: impl Edges<P> + 'a,
    Beside { side, bits }: Beside,
    meter: &mut Meter<'_>,
) -> Result<Result<Growth<ByRank<'a, P>>, Stop>, EnumerateError> {
    let states = puzzle.state_count().ok_or(EnumerateError::Unnumbered)?;
    let most = isize::MAX as u128;
    let limit = meter
        .limits()
        .bytes
        .map_or(most, |limit| most.min(limit as u128));
    let beside = states.saturating_mul(bits).div_ceil(8);
    let ranks = || {
        let starts = starts().into_iter();
        starts.map(|start| puzzle.rank(&start).filter(|&rank| rank < states))
    };
    let mut bytes = beside.saturating_add(planes::bytes(states));
    // Of a small space the tables that a numbering needs itself may be larger than two bits for each
    // state.
    let numbering = puzzle.bit_parallel().filter(|numbering| {
        let is_legal = are_of_one_class(numbering, ranks().flatten());
        let pieces = beside.saturating_add(piece_table::bytes(numbering));
        if is_legal {
            bytes = bytes.min(pieces);
        }
        is_legal && pieces <= limit
    });
    if numbering.is_none() && bytes > limit {
        return Err(EnumerateError::TooLarge {
            states,
            bytes,
            limit,
        });
    }
    if let Some(at) = ranks().position(|rank| rank.is_none()) {
        return Err(EnumerateError::Start { at });
    }
    meter.expect_states(u64::try_from(states).unwrap_or(u64::MAX));
    let begin = || -> Result<Growth<ByRank<'a, P>>, Stop> {
        meter.claim(beside as usize)?;
        let mut ranks = ranks().flatten();
        let Some(Seen { layers, known }) = seen else {
            let memory = meter.memory();
            let (table, first): (ByRank<'a, P>, _) = match numbering {
                Some(numbering) => {
                    let (table, first) = PieceTable::new(numbering, ranks, memory)?;
                    (Box::new(table), first)
                }
                None => {
                    let (table, first) = Planes::new(states, ranks, edges, memory)?;
                    (Box::new(table), first)
                }
            };
            return Ok(Growth::new(table, side, first));
        };
        meter.meet(layers.iter().sum());
        let (numbers, memory) = (0..states, meter.memory());
        let seen = numbers.filter_map(|number| Some((number, known(number)?)));
        let table: ByRank<'a, P> = match numbering {
            Some(numbering) => {
                let first = ranks.next().and_then(|start| numbering.locate(start));
                let class = first.map_or(0, |place| place.class);
                // A move leads to the other class.
                let class = (class + layers.len() - 1) % 2;
                Box::new(PieceTable::resumed(numbering, class, seen, memory)?)
            }
            None => Box::new(Planes::resumed(states, seen, edges, memory)?),
        };
        Ok(Growth::resumed(table, side, layers, false))
    };
    Ok(begin())
}

/// What is known of an enumeration that was stopped.
pub(super) struct Seen<'s> {
    /// Its layers, of which there is one at least.
    pub(super) layers: Vec<u64>,
    /// Whether a number is in the last of them, if it was seen. Where edges go both ways, it may be said of numbers
    /// in layers before that, but not in the next to last.
    pub(super) known: &'s dyn Fn(u128) -> Option<bool>,
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

/// The states with the least numbers of the layer, in order; so many there are.
pub(super) fn least<P: Ranked, E: From<Stop>>(
    puzzle: &P,
    table: &dyn Layers<P, Item = u128, Error = E>,
    states: usize,
    memory: &mut Memory,
) -> Result<Vec<P::State>, E> {
    let numbers = list_of(states, memory)?;
    let mut hardest =
        list_of(states, memory).inspect_err(|_| memory.release(states * size_of::<u128>()))?;
    let mut numbers = BinaryHeap::from(numbers);
    let each = if states > 0 {
        table.each(&mut |number| {
            if numbers.len() < states {
                numbers.push(number);
            } else if numbers.peek().is_some_and(|&greatest| number < greatest) {
                numbers.pop();
                numbers.push(number);
            }
            true
        })
    } else {
        Ok(())
    };
    let numbers = numbers.into_sorted_vec().into_iter();
    hardest.extend(numbers.filter_map(|rank| puzzle.unrank(rank)));
    memory.release(states * (size_of::<u128>() + size_of::<P::State>()));
    each.map(|()| hardest)
}
