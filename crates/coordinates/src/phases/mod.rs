//! [`Phases`]: the pruning tables of a two-phase search. A puzzle and the view of a subgroup go in.
//!
//! Both phases run the same code on different coordinates. Invariant: all coordinates of the first phase are 0 exactly
//! in the subgroup, and within the group that the moves of the second phase generate, all coordinates of the second
//! phase are 0 exactly at the goal. Pruning tables are indexed by pairs of coordinates. If a pair has more than 2^24
//! values, some colors of the second coordinate are merged.

mod phase;
mod two_phase;
mod walk;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::Deref;

use puzzle_search::Task;
use puzzle_search::heuristics::Heuristic;
use puzzle_search::job::{self, BuildError, Front, Meter, TableBuilder};
use puzzle_search::permutation::Permutation;
use puzzle_search::permutation::PermutationGroup;
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle, PuzzleError, Turn};

use phase::{MOST_COORDINATES, MOST_MOVES, PairTable, PhaseTables, Values, permutations_of};
pub use two_phase::TwoPhase;

use super::coordinate::check_undirected;
use super::symmetry::{Axis, Symmetries};
use super::view::{PieceBlocks, View};
#[cfg(feature = "std")]
use {
    alloc::string::String,
    puzzle_search::job::CachedTable,
    puzzle_search::table_file::{TableBytes, TableEncoding, TableHeader, TableKind, checksum},
    std::io,
};

/// The tables of distances that the solver [`TwoPhase`] needs for a puzzle of permutations such as Rubik's cube. The
/// tables of the first phase have distances to a subgroup. The tables of the second phase have distances to the goal
/// along paths that do not leave the subgroup.
///
/// You choose the subgroup by sequences of moves, as for a [`CosetTable`](super::CosetTable). The sequences determine a
/// [view](View::kept_by), and the subgroup consists of the arrangements that look solved in this view. In each phase,
/// several numbers, called coordinates, describe an arrangement. For example, one coordinate tells how the corners are
/// twisted. A table has a distance for each pair of values of two coordinates: the least number of moves that brings
/// both to their values in the goal.
///
/// * As a heuristic, the tables of the first phase give a lower bound on the number of moves to the subgroup, and
///   therefore to the goal. This heuristic is **admissible** and **consistent**.
/// * **Memory**: at most 16,777,216 bytes for each table of distances. For each value of a coordinate, 4 bytes per move
///   and some 20 to 50 bytes more. For Rubik's cube, the tables take 29 MB.
/// * **Time to build**: one lookup for each pair of an entry and a move. With several [threads](Task::threads), several
///   tables are filled at the same time.
///
/// A clone shares the tables with the original.
///
/// ```
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{Puzzle, Solver};
/// use puzzle_search_coordinates::{Phases, TwoPhase};
///
/// // Two rings of four places that have place 4 in common; `powers` adds the moves L2, L', R2 and R'.
/// let rings = "points 7 \n generator L (1 2 3 4) \n generator R (4 5 6 7) \n powers".parse::<Definition>()?;
/// let puzzle = PermutationPuzzle::new(&rings)?;
/// let phases = Phases::build(&puzzle, &["L"]).run()?; // the first phase brings pieces 5, 6 and 7 home
/// let puzzle = puzzle.guided_by(phases);
/// let start = puzzle.puzzle().play(&puzzle.puzzle().goal(), "L R2 L' R")?;
/// let report = TwoPhase::new().solve(&puzzle, &start);
/// assert!(report.is_optimal() && report.into_result()?.cost() <= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Phases(Arc<TwoPhaseTables>);

/// The tables of both phases, and the symmetries through which an arrangement is searched.
#[derive(Debug)]
struct TwoPhaseTables {
    /// The permutation of each move.
    moves: Box<[Permutation]>,
    /// The inverse of each move.
    inverses: Box<[u8]>,
    axes: Box<[Axis]>,
    first: PhaseTables,
    second: PhaseTables,
    /// For each move, whether it is in the subgroup.
    in_subgroup: Box<[bool]>,
}

impl Debug for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Phases")
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

impl Phases {
    /// Returns a task that builds the tables for the subgroup that `sequences` determine (see [`Phases`]). Each
    /// sequence is a list of move names, separated by spaces. The task can be given limits and several threads.
    ///
    /// # Errors
    ///
    /// The task returns an error if a sequence contains a word that is not a move, if the inverse of a move is not a
    /// move, if a coordinate has more than 1,048,576 values, if a phase has more than eight coordinates, if a distance
    /// exceeds 254, or if a limit is reached.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search_coordinates::Phases;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n powers".parse()?)?;
    /// assert!(Phases::build(&puzzle, &["T2"]).run().is_ok());
    /// assert!(Phases::build(&puzzle, &["U"]).run().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = PermutationPuzzle<B>> + Send + 'a,
        sequences: &[impl AsRef<str>],
    ) -> Task<'a, Result<Self, BuildError>> {
        let view = View::kept_by(&puzzle, sequences);
        job::build(move |meter| PhasesBuilder::new(&puzzle, &view, meter))
    }

    /// Returns a task that reads the same tables as [`build`](Self::build) makes from a file in `directory` (feature
    /// `std`). If there is no such file, the task builds the tables and writes the file.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build), and if the file cannot be
    /// read or written, is damaged, or does not contain the expected tables.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search_coordinates::Phases;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n powers".parse()?)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-phases-{}", std::process::id()));
    /// for _built_then_read in 0..2 {
    ///     assert!(Phases::open_or_build(&puzzle, &["T2"], &directory).run().is_ok());
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn open_or_build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = PermutationPuzzle<B>> + Send + 'a,
        sequences: &[impl AsRef<str>],
        directory: impl Into<std::path::PathBuf>,
    ) -> Task<'a, Result<Self, BuildError>> {
        let view = View::kept_by(&puzzle, sequences);
        job::open_or_build(
            move |meter| PhasesBuilder::new(&puzzle, &view, meter),
            directory,
        )
    }

    /// Returns the number of bytes that all tables take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.first.bytes() + self.0.second.bytes()
    }
}

/// The tables under construction. All pruning tables are filled layer by layer together.
struct PhasesBuilder {
    tables: TwoPhaseTables,
    /// The view of the subgroup.
    #[cfg(feature = "std")]
    view: View,
}

impl PhasesBuilder {
    /// The tables for the subgroup of a view, yet to be filled.
    fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        view: &Result<View, PuzzleError>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        let view = view
            .as_ref()
            .map_err(|error| BuildError::unfit(error.to_string()))?;
        Ok(Self {
            tables: TwoPhaseTables::new(puzzle, view, meter)?,
            #[cfg(feature = "std")]
            view: view.clone(),
        })
    }

    /// The number of entries of all tables.
    fn entries(&self) -> u64 {
        self.tables.all().map(|table| table.entries as u64).sum()
    }
}

impl TableBuilder for PhasesBuilder {
    type Table = Phases;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        meter.expect_states(self.entries());
        Ok(self.tables.first.begin(meter)? + self.tables.second.begin(meter)?)
    }

    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        let TwoPhaseTables { first, second, .. } = &mut self.tables;
        let depth = u8::try_from(front.depth).unwrap_or(MOST_MOVES);
        let tables = first
            .coordinates_and_tables()
            .chain(second.coordinates_and_tables());
        let found = meter.divide(tables, |(parts, table)| table.fill_layer(parts, depth));
        if found > 0 && depth == MOST_MOVES {
            return Err(BuildError::unfit(format!(
                "a phase is longer than a table can say: expected at most {MOST_MOVES} moves"
            )));
        }
        Ok((found > 0).then_some(found))
    }

    fn finish(self) -> Phases {
        let mut tables = self.tables;
        tables.first.sort_tables();
        tables.second.sort_tables();
        Phases(Arc::new(tables))
    }
}

#[cfg(feature = "std")]
impl CachedTable for PhasesBuilder {
    fn header(&self) -> TableHeader {
        let moves: Vec<String> = self.tables.moves.iter().map(ToString::to_string).collect();
        let places = self.tables.moves.first().map_or(0, Permutation::points);
        let colors = (0..places).map(|place| self.view.color(place).to_string());
        TableHeader {
            kind: TableKind::DistanceTable,
            encoding: TableEncoding::Bytes,
            puzzle: checksum(moves.join("\n").as_bytes()),
            description: format!(
                "moves of two phases, to the colors {} and on",
                colors.collect::<Vec<_>>().join(" ")
            ),
            entries: self.entries(),
        }
    }

    /// Writes one table after another.
    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut tables = self.tables.all();
        tables.try_for_each(|table| sink(&table.distances))
    }

    fn read(self, entries: TableBytes, meter: &mut Meter<'_>) -> Result<Phases, BuildError> {
        let (mut builder, mut rest) = (self, &entries[..]);
        let TwoPhaseTables { first, second, .. } = &mut builder.tables;
        for (_, table) in first
            .coordinates_and_tables()
            .chain(second.coordinates_and_tables())
        {
            let (distances, after) = rest.split_at(table.entries);
            let room = distances.len();
            table.claim.reserve(&mut table.distances, room, meter)?;
            table.distances.extend_from_slice(distances);
            rest = after;
        }
        Ok(builder.finish())
    }
}

impl TwoPhaseTables {
    /// The pruning tables of both phases.
    fn all(&self) -> impl Iterator<Item = &PairTable> {
        self.first.tables.iter().chain(&self.second.tables)
    }
}

impl TwoPhaseTables {
    fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        view: &View,
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        check_undirected(puzzle)?;
        let moves: Box<[Permutation]> = puzzle.permutations().cloned().collect();
        let all: Vec<u8> = (0..moves.len()).map(|mv| mv as u8).collect();
        let keeps_view = |mv: &Permutation| {
            let mut places = 0..mv.points();
            places.all(|place| view.color(mv.image(place)) == view.color(place))
        };
        let in_subgroup: Box<[bool]> = moves.iter().map(keeps_view).collect();
        let second_moves = all.iter().filter(|&&mv| in_subgroup[usize::from(mv)]);
        let second_moves: Vec<u8> = second_moves.copied().collect();
        let pieces = PieceBlocks::new(puzzle.group(), &moves);
        let views = pieces.factors(view).flat_map(|factors| factors.views);
        let first = PhaseTables::new(puzzle, &all, views.flatten(), meter)?;
        let second_permutations = permutations_of(puzzle, &second_moves);
        let mut generators = second_permutations.clone();
        generators.push(Permutation::identity(puzzle.places() as u32));
        let pieces = PieceBlocks::new(&PermutationGroup::new(&generators), &second_permutations);
        let everything = pieces.everything();
        let views = pieces
            .factors(&everything)
            .flat_map(|factors| factors.views);
        let second = PhaseTables::new(puzzle, &second_moves, views.flatten(), meter)?;
        let symmetries = Symmetries::new(puzzle.group(), &moves);
        let axes = symmetries.axes(&symmetries.preserving(view, None));
        let inverse_of = |mv: &Permutation| {
            let inverse = mv.inverse();
            let index = moves.iter().position(|other| *other == inverse);
            // `check_undirected` has found an inverse of each move.
            index.unwrap_or(0) as u8
        };
        Ok(Self {
            inverses: moves.iter().map(inverse_of).collect(),
            moves,
            axes,
            first,
            second,
            in_subgroup,
        })
    }
}

/// The estimate is a lower bound on the number of moves to the subgroup for which the [`Phases`] were built.
impl<B: Packed> Heuristic<PermutationPuzzle<B>> for Phases {
    type Memo = Option<[u32; MOST_COORDINATES]>;

    fn memo(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Option<Values> {
        let homes = puzzle.relative(state).ok()?.inverse();
        self.0.first.values(|place| homes.image(place))
    }

    #[inline]
    fn advance(
        &self,
        _: &PermutationPuzzle<B>,
        memo: Option<Values>,
        _: &Arrangement<B>,
        turn: &Turn,
        _: &Arrangement<B>,
    ) -> Option<Values> {
        memo.map(|values| self.0.first.after(&values, turn.index() as u8))
    }

    #[inline]
    fn estimate(&self, _: &PermutationPuzzle<B>, memo: Option<Values>) -> Option<u32> {
        memo.map(|values| u32::from(self.0.first.bound(&values)))
    }

    /// Returns whether `puzzle` has the same moves as the puzzle for which the tables were built.
    fn fits(&self, puzzle: &PermutationPuzzle<B>) -> bool {
        puzzle.permutations().eq(self.0.moves.iter())
    }
}
