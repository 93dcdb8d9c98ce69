//! [`Enumerate`]: counts the states of a space, layer by layer.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use super::census::Census;
use super::edges::{Edges, Forward};
use super::error::EnumerateError;
use super::hashing::{Closed, Frontier, Linked, Plain};
use super::layers::{Layers, Run, first};
use super::paths::Paths;
use super::piece_table::{self, PieceTable};
use super::planes::{self, Planes};
use crate::monitor::{Monitor, Side, Stop};
use crate::puzzle::{Puzzle, Ranked};
use crate::storage::{FixedState, NodeTable};

/// Counts the states that can be reached, layer by layer, and lists some of the hardest.
///
/// * **Time**: every state is expanded once.
/// * **Memory**: [by hashing](Self::count_by_hashing) every state, or two layers;
///   [by rank](Self::count_by_rank) two bits for each number, or one.
/// * **Limits** of the monitor: bytes, time and cancel flag hold at every moment; those on the
///   cost (which counts moves here), on expanded and on stored states end it before the layer that
///   would exceed them; the one on generated states does not apply. The observer sees every layer,
///   the first one included, and progress, but no nodes.
/// * The answer is the same for any number of threads, on every platform.
///
/// ```
/// use puzzle_search::Monitor;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let census = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()], &mut Monitor::new());
/// assert_eq!((census.states(), census.depth()), (360, 21));
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Enumerate {
    hardest: usize,
    pub(super) threads: usize,
}

impl Default for Enumerate {
    fn default() -> Self {
        Self::new()
    }
}

impl Enumerate {
    /// One thread; lists no hardest states.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            hardest: 0,
            threads: 1,
        }
    }

    /// Lists so many of the hardest states.
    ///
    /// ```
    /// use puzzle_search::Monitor;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let census = Enumerate::new().with_hardest(5).count_by_hashing(&puzzle, [puzzle.goal()], &mut Monitor::new());
    /// assert_eq!(census.hardest, [puzzle.state(&[4, 5, 0, 1, 2, 3])?]); // there is no other
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn with_hardest(mut self, states: usize) -> Self {
        self.hardest = states;
        self
    }

    /// Shares the work of [`count_by_rank`](Self::count_by_rank) among so many threads (feature `std`).
    ///
    /// ```
    /// use puzzle_search::Monitor;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let census = Enumerate::new().with_threads(2).count_by_rank(&puzzle, [puzzle.goal()], &mut Monitor::new())?;
    /// assert_eq!(census.states(), 181_440);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Counts the states that can be reached from `starts`, stored in hash tables.
    ///
    /// Holds every state seen, or only the last two layers and the next one where the puzzle
    /// [is undirected](Puzzle::is_undirected) (frontier search: R. E. Korf and others, "Frontier
    /// search", 2005).
    ///
    /// ```
    /// use puzzle_search::{from_fn, Monitor};
    /// use puzzle_search::space::Enumerate;
    ///
    /// let ring = from_fn(|&n: &u8| [("+1", (n + 1) % 6, 1_u32), ("-1", (n + 5) % 6, 1)], |_| false);
    /// let census = Enumerate::new().count_by_hashing(&ring, [0], &mut Monitor::new());
    /// assert_eq!(census.layers, [1, 2, 2, 1]);
    /// ```
    pub fn count_by_hashing<P: Puzzle>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Census<P::State> {
        monitor.begin();
        if puzzle.is_undirected() {
            let mut table = Frontier::new();
            let started = table.start(starts, monitor);
            self.count_hashed(puzzle, &mut table, started, monitor)
        } else {
            let mut table = Closed::<Plain<P::State>>::new();
            let started = table.start(starts, monitor);
            self.count_hashed(puzzle, &mut table, started, monitor)
        }
    }

    /// Does the same, and remembers every state and how it was first reached.
    ///
    /// ```
    /// use puzzle_search::Monitor;
    /// use puzzle_search::puzzles::MagicSquares;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let start = MagicSquares::initial();
    /// let paths = Enumerate::new().with_hardest(1).paths(&puzzle, [start], &mut Monitor::new());
    /// let hardest = paths.census().hardest[0];
    /// assert_eq!(paths.moves_to(&puzzle, &hardest).map(|moves| moves.len()), Some(22));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    pub fn paths<P: Puzzle>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Paths<P::State> {
        monitor.begin();
        let mut table = Closed::<Linked<P::State>>::new();
        let started = table.start(starts, monitor);
        let census = self.count_hashed(puzzle, &mut table, started, monitor);
        Paths::new(census, table.into_table())
    }

    fn count_hashed<P: Puzzle>(
        &self,
        puzzle: &P,
        table: &mut impl Layers<P, Item = P::State>,
        started: Result<u64, Stop>,
        monitor: &mut Monitor<'_, P>,
    ) -> Census<P::State> {
        let mut run = Run {
            puzzle,
            side: Side::Start,
            monitor,
            layers: Vec::new(),
        };
        let end = started.and_then(|states| run.all(table, states, |_, _| Ok(())));
        let mut census = run.census(end);
        // A layer that was begun and not finished is not the last one listed.
        census.hardest = first(table, self.hardest);
        census
    }

    /// Counts the states that can be reached from `starts`: [by rank](Self::count_by_rank) if the table
    /// fits into the limit on bytes, otherwise [by hashing](Self::count_by_hashing), since what can be
    /// reached, or two layers of it, may be less than what is numbered.
    ///
    /// # Errors
    ///
    /// If a start has no number, or neither way fits; the second is known only when the hash tables
    /// are full.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::{Limits, Monitor};
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_bytes(1 << 20));
    /// let error = Enumerate::new().count(&puzzle, [puzzle.goal()], &mut monitor).unwrap_err();
    /// assert!(error.to_string().starts_with("a table by rank takes 2615348736000 bytes, and hash "));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    pub fn count<P: Ranked + Sync>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Census<P::State>, EnumerateError> {
        let starts: Vec<P::State> = starts.into_iter().collect();
        let table = match self.count_by_rank(puzzle, starts.iter().cloned(), monitor) {
            Err(EnumerateError::TooLarge { bytes, .. }) => Some(bytes),
            Err(EnumerateError::Unnumbered) => None,
            // The allocator refused the table.
            Ok(census) if census.stop == Some(Stop::OutOfMemory) && census.layers.is_empty() => {
                Self::bytes_by_rank(puzzle)
            }
            counted => return counted,
        };
        let census = self.count_by_hashing(puzzle, starts, monitor);
        match census.stop {
            Some(Stop::Bytes | Stop::OutOfMemory) => Err(EnumerateError::Neither {
                table,
                limit: monitor.limits().bytes,
                depth: census.depth(),
                states: census.states(),
            }),
            _ => Ok(census),
        }
    }

    /// About how many bytes [`count_by_hashing`](Self::count_by_hashing) takes at most where it holds so many
    /// states at a time: all of them, or the greatest three layers in a row of a puzzle that is
    /// [undirected](Puzzle::is_undirected).
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Monitor;
    ///
    /// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let start = MagicSquares::initial();
    /// let census = Enumerate::new().count_by_hashing(&puzzle, [start], &mut Monitor::new());
    /// assert!((census.peak_bytes as u128) < Enumerate::bytes_by_hashing::<MagicSquares>(40_320));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn bytes_by_hashing<P: Puzzle>(states: u128) -> u128 {
        NodeTable::<Plain<P::State>, FixedState>::most_bytes(states)
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
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
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
    /// If the states, or the starts, are not numbered, or the table does not fit into the limit on
    /// bytes; nothing was done then.
    ///
    /// ```
    /// use puzzle_search::Monitor;
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = Pancake::new(5)?;
    /// let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()], &mut Monitor::new())?;
    /// assert_eq!(census.layers, [1, 4, 12, 35, 48, 20]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_rank<P: Ranked + Sync>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Census<P::State>, EnumerateError> {
        let Counted {
            layers,
            end,
            hardest,
        } = self.each_layer(puzzle, starts, Forward, Beside::NOTHING, monitor, |_, _| {
            Ok(())
        })?;
        let run = Run {
            puzzle,
            side: Side::Start,
            monitor,
            layers,
        };
        let mut census = run.census(end);
        let states = hardest.into_iter();
        census.hardest = states.filter_map(|rank| puzzle.unrank(rank)).collect();
        Ok(census)
    }

    /// Goes through the layers by rank and shows each one to `visit`, which is given the means to go
    /// through its numbers.
    pub(super) fn each_layer<P: Ranked + Sync>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        edges: impl Edges<P>,
        Beside { side, bits }: Beside,
        monitor: &mut Monitor<'_, P>,
        mut visit: impl FnMut(u64, &dyn Layers<P, Item = u128>) -> Result<(), Stop>,
    ) -> Result<Counted, EnumerateError> {
        monitor.begin();
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
        let mut run = Run {
            puzzle,
            side,
            monitor,
            layers: Vec::new(),
        };
        let threads = self.threads;
        let mut hardest = Vec::new();
        let count = || -> Result<(), Stop> {
            run.monitor.claim(beside as usize)?;
            if let Some(numbering) = numbering {
                let memory = run.monitor.memory();
                if let Some(mut table) = PieceTable::new(numbering, &starts, threads, memory)? {
                    let end = run.all(&mut table, first, |depth, table| visit(depth, table));
                    hardest = least::<P>(&table, self.hardest);
                    return end;
                }
            }
            let memory = run.monitor.memory();
            let mut table = Planes::new(states, &starts, edges, threads, memory)?;
            let end = run.all(&mut table, first, |depth, table| visit(depth, table));
            hardest = least::<P>(&table, self.hardest);
            end
        };
        let end = count();
        let layers = run.layers;
        Ok(Counted {
            layers,
            end,
            hardest,
        })
    }
}

/// What was counted by rank.
pub(super) struct Counted {
    pub(super) layers: Vec<u64>,
    pub(super) end: Result<(), Stop>,
    /// The numbers of the hardest states.
    hardest: Vec<u128>,
}

/// Which way an enumeration goes, and how many bits for each state its caller keeps beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    pub(super) side: Side,
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
