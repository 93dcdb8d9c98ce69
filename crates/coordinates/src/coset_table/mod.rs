//! [`CosetTable`]: distances to a subgroup, as a heuristic. A puzzle and a subgroup go in; the table and the lower
//! bounds that are read from it come out.
//!
//! The table is an array of words (`word.rs`). In its word, each coset of the subgroup has two bits, which tell its
//! distance modulo three, and a lower bound by the base that the entries of the word share.
//!
//! Invariant: the [`Cosets`] of a state have the exact distances of its cosets, and lower bounds on the distances of
//! its inverse's cosets. After a move, an exact distance follows from that of the parent and the remainder modulo
//! three, since it changes by at most one. An arrangement's inverse is equally far from the goal. But a move that is
//! appended to an arrangement is prepended to its inverse, so the inverse's cosets are not neighbors of those before
//! the move, and only their lower bounds can be read.
//!
//! A symmetry that does not preserve the view is an axis: through it, the table gives the distances to another
//! subgroup. If all axes give the same distance, and each move leaves the coset along one of them as it is, the
//! estimate is one more: the last move would have to bring the distances along all axes from one to zero.
//!
//! An arrangement with symmetries of its own, such as the cube with all edges flipped, is best solved from the states
//! after four moves, with one sequence of each orbit of these symmetries (`sequences.rs`).

mod batch;
mod build;
mod distances;
mod inverse;
mod layout;
mod recoloring;
mod search;
mod split_numbering;
mod subgroup;
mod symmetry_classes;
mod word;

use alloc::string::ToString;
use alloc::sync::Arc;
#[cfg(not(feature = "std"))]
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};

use puzzle_search::heuristics::Heuristic;
use puzzle_search::job::{self, BuildError, Meter};
use puzzle_search::puzzle::traversal::IterationOf;
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle, PuzzleError, Turn};
use puzzle_search::{Puzzle, Task};

use build::CosetTableBuilder;
use distances::{AxisDistances, UNREACHABLE};
use inverse::Positions;
use layout::{CosetCoordinates, TableLayout};
use subgroup::Subgroup;
use word::{BYTES, NO_WORD};

use super::symmetry::MOST_AXES;
#[cfg(feature = "std")]
use {puzzle_search::table_file::TableBytes, std::path::PathBuf};

#[cfg(not(feature = "std"))]
type TableBytes = Vec<u8>;

/// A heuristic for puzzles of permutations, such as Rubik's cube: the least number of moves from an arrangement into a
/// subgroup, read from a table.
///
/// You choose the subgroup by sequences of moves. For Rubik's cube, these can be the turns of the faces on one axis and
/// the half turns of the other faces. The sequences determine a [view](super::View::kept_by): the pieces get the
/// most colors with which the goal still looks solved after each sequence. The subgroup consists of all
/// arrangements that look solved in this view. A coset consists of all arrangements that look alike in the view. In
/// some puzzles, the table also distinguishes even arrangements from odd ones. The subgroup then consists only of the
/// even arrangements that look solved.
///
/// A symmetry is a permutation of the places that maps moves to moves. If symmetries map the subgroup to other
/// subgroups, the same table gives the distances to up to three of these too. The table can also be looked up for the
/// inverse of the arrangement, since the inverse is equally far from the goal. The estimate is at least the greatest
/// value found.
///
/// * **Admissible**, not consistent.
/// * **Memory**: eight bytes for every 30 cosets (twelve bytes while the table is built), divided by the number of
///   symmetries that preserve the subgroup.
/// * **Time to build**: about one lookup for each pair of a coset and a move. The lookups can be divided among
///   [threads](Task::threads).
/// * **Time of an estimate**: a few lookups if the estimate is updated after a move. To compute it from scratch, the
///   heuristic follows a path into the subgroup, with a few lookups for each move.
/// * **Papers**: M. B. Thistlethwaite's descent through subgroups (1981); H. Kociemba's two-phase algorithm (1992); J.
///   C. Culberson and J. Schaeffer, "Pattern databases", 1998.
///
/// A clone shares the table with the original.
///
/// ```
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{IdaStar, Puzzle, Solver};
/// use puzzle_search_coordinates::CosetTable;
///
/// // Two rings of four places that have place 4 in common; `powers` adds the moves L2, L', R2 and R'.
/// let rings = "points 7 \n generator L (1 2 3 4) \n generator R (4 5 6 7) \n powers".parse::<Definition>()?;
/// let puzzle = PermutationPuzzle::new(&rings)?;
/// // L does not move pieces 5, 6 and 7. The table tells how many moves bring these three home. The rings are
/// // symmetric, so the same table also tells how many moves bring pieces 1, 2 and 3 home.
/// let table = CosetTable::build(&puzzle, &["L"]).run()?;
/// let puzzle = puzzle.guided_by(table);
/// let start = puzzle.puzzle().play(&puzzle.puzzle().goal(), "L R2 L' R")?;
/// let solution = IdaStar::new().solve(&puzzle, &start).into_result()?;
/// assert!(solution.cost() <= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CosetTable {
    layout: Arc<TableLayout>,
    bytes: Arc<TableBytes>,
    /// Whether every move is in the subgroup of some axis, apart from parity.
    covers_moves: bool,
}

impl Debug for CosetTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CosetTable")
            .field("entries", &self.entries())
            .finish_non_exhaustive()
    }
}

/// The [memo](Heuristic::Memo) of a state for [`CosetTable`]: the coset of an arrangement along each axis with its
/// distance, and lower bounds on the distances of the inverse's cosets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cosets {
    /// The coset along each axis.
    by_axis: [CosetCoordinates; MOST_AXES],
    /// The exact distances of these cosets.
    distances: AxisDistances,
    /// Lower bounds on the distances of the inverse's cosets.
    inverse: AxisDistances,
}

impl CosetTable {
    /// Returns a task that builds the table for the subgroup that `sequences` determine (see [`CosetTable`]). Each
    /// sequence is a list of move names, separated by spaces. The task can be given limits, several threads and an
    /// observer, which is shown the layers of a breadth-first search.
    ///
    /// # Errors
    ///
    /// The task returns an error if a sequence contains a word that is not a move, if the inverse of a move is not a
    /// move, if a coset is more than 254 moves from the subgroup, if there is not enough memory, or if a limit is
    /// reached. Also returns an error if there are too many cosets, or too many ways in which symmetries turn pieces.
    /// The view may show at most 65,535 arrangements of the pieces of one kind, such as corners, and at most 65,535
    /// combinations of how these pieces are turned. Apart from the kind of which it shows most, it may show at most
    /// 65,535 states of all pieces.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search_coordinates::CosetTable;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n powers".parse()?)?;
    /// assert_eq!(CosetTable::build(&puzzle, &["T2"]).threads(2).run()?.entries(), 2);
    /// assert!(CosetTable::build(&puzzle, &["U"]).run().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = PermutationPuzzle<B>> + Send + 'a,
        sequences: &[impl AsRef<str>],
    ) -> Task<'a, Result<Self, BuildError>> {
        let subgroup = Subgroup::new(&puzzle, sequences);
        job::build(move |meter| builder(&puzzle, &subgroup, meter))
    }

    fn of(layout: TableLayout, bytes: impl Into<TableBytes>) -> Self {
        Self {
            covers_moves: (0..layout.moves.len()).all(|mv| layout.subgroup_axes(mv) != 0),
            layout: Arc::new(layout),
            bytes: Arc::new(bytes.into()),
        }
    }

    /// Returns the number of entries of the table. Cosets that symmetries map to one another usually share an entry.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.layout.rows() * self.layout.row_length()
    }

    /// Returns the number of bytes that the table takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.len() + self.layout.own_bytes()
    }

    /// The distances of a coset and of its twin modulo three. The twin is the coset that differs only by its parity, or
    /// the coset itself if the table does not tell parity.
    #[inline]
    fn remainders(&self, coset: CosetCoordinates) -> [u8; 2] {
        let (word, entry) = self.locate(coset);
        let word = self.word(word);
        word::with_twin(entry, self.layout.tells_parity().into())
            .map(|entry| word::remainder(word, entry))
    }

    /// The distance of a coset modulo three.
    #[inline]
    fn remainder(&self, coset: CosetCoordinates) -> u8 {
        self.remainders(coset)[0]
    }

    /// The index of a coset's word, and of its entry in the word.
    #[inline]
    fn locate(&self, coset: CosetCoordinates) -> (usize, u8) {
        let (row, entry) = self.layout.locate(coset);
        word::locate(row * self.layout.row_length() + entry)
    }

    #[inline]
    fn words(&self) -> &[[u8; BYTES]] {
        self.bytes.as_chunks().0
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        let word = self.words().get(index).copied();
        u64::from_le_bytes(word.unwrap_or(NO_WORD))
    }

    /// The distance of a coset, by a walk to the subgroup, each step to a neighbor that is one move nearer. If there is
    /// no such neighbor, the coset is unsolvable.
    fn walk(&self, start: CosetCoordinates) -> u8 {
        let (mut coset, mut steps) = (start, 0);
        while coset != CosetCoordinates::default() {
            // One less, modulo three.
            let nearer = (self.remainder(coset) + 2) % 3;
            let moves = 0..self.layout.moves.len();
            let mut children = moves.map(|mv| self.layout.after(0, coset, mv));
            match children.find(|&child| self.remainder(child) == nearer) {
                Some(child) if steps < UNREACHABLE - 1 => coset = child,
                _ => return UNREACHABLE,
            }
            steps += 1;
        }
        steps
    }

    /// The estimate: the greater of the lower bounds by the arrangement and by its inverse.
    #[inline]
    fn estimate_of(&self, cosets: &Cosets) -> u8 {
        self.lower_bound(&cosets.distances)
            .max(self.lower_bound(&cosets.inverse))
    }

    /// The greatest distance; or the least plus one, if that is more and every move is in the subgroup of some axis. For
    /// the arrangement before the last move looks solved along the axis of this move, apart from parity, and at least the
    /// least distance of all axes leads there. (For the inverse: after the first move.)
    #[inline]
    fn lower_bound(&self, distances: &AxisDistances) -> u8 {
        let (mut least, mut most) = (UNREACHABLE, 0);
        for axis in 0..MOST_AXES {
            if axis < self.layout.axes() {
                let (own, twin) = (distances.own[axis], distances.twin[axis]);
                (least, most) = (least.min(own).min(twin), own.max(most));
            }
        }
        let has_last_move = self.covers_moves && (1..UNREACHABLE - 1).contains(&most);
        most.max(if has_last_move { least + 1 } else { 0 })
    }

    /// The cosets after a move. `positions` computes the positions of the pieces after the move, if they are needed.
    fn advanced(
        &self,
        cosets: &Cosets,
        mv: usize,
        positions: impl FnOnce() -> Positions,
    ) -> Cosets {
        let mut after = *cosets;
        for axis in 0..self.layout.axes() {
            if cosets.distances.own[axis] != UNREACHABLE {
                after.by_axis[axis] = self.layout.after(axis, cosets.by_axis[axis], mv);
                let remainders = self.remainders(after.by_axis[axis]);
                after.distances.advance(axis, remainders);
            }
        }
        let changed = self.changed_axes(mv);
        if changed != 0 {
            let inverse = self.inverse_distances(&positions(), after.by_axis[0]);
            for axis in (0..MOST_AXES).filter(|axis| changed >> axis & 1 == 1) {
                after.inverse.own[axis] = inverse.own[axis];
                after.inverse.twin[axis] = inverse.twin[axis];
            }
        }
        self.swap_twins(&mut after.inverse, mv);
        after
    }

    /// Exchanges coset and twin of the inverse along the axes whose subgroup contains the move, if the move is odd:
    /// there it changes only the parity of the inverse.
    #[inline]
    fn swap_twins(&self, inverse: &mut AxisDistances, mv: usize) {
        if self.layout.is_odd(mv) {
            let axes = self.layout.subgroup_axes(mv);
            (0..MOST_AXES)
                .filter(|axis| axes >> axis & 1 == 1)
                .for_each(|axis| inverse.swap(axis));
        }
    }

    /// The axes, as bits, along which a move changes the coset of the inverse, apart from parity.
    #[inline]
    fn changed_axes(&self, mv: usize) -> u8 {
        let axes = (1 << self.layout.axes()) - 1;
        let axes = if self.layout.inverse.is_available() {
            axes
        } else {
            0
        };
        axes & !self.layout.subgroup_axes(mv)
    }

    /// Lower bounds on the distances of the inverse's cosets, by the positions of the pieces and a coset of the
    /// arrangement.
    fn inverse_distances(&self, positions: &Positions, coset: CosetCoordinates) -> AxisDistances {
        let mut distances = AxisDistances {
            own: [0; MOST_AXES],
            twin: [0; MOST_AXES],
        };
        let inverse = &self.layout.inverse;
        if inverse.is_available() {
            let sums = inverse.sums(positions).into_iter().take(self.layout.axes());
            for (axis, sum) in sums.enumerate() {
                let (word, entry) = self.locate(self.layout.inverse_coset(sum, coset));
                let entries = word::with_twin(entry, self.layout.tells_parity().into());
                distances.read(axis, self.word(word), entries);
            }
        }
        distances
    }

    /// The cosets of a state, computed from scratch; unreachable if the state belongs to another puzzle.
    fn cosets<B: Packed>(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Cosets {
        let mut cosets = Cosets {
            by_axis: [CosetCoordinates::default(); MOST_AXES],
            distances: AxisDistances::UNKNOWN,
            inverse: AxisDistances::UNKNOWN,
        };
        let Ok(relative) = puzzle.relative(state) else {
            return cosets;
        };
        for axis in 0..self.layout.axes() {
            if let Some(coset) = self.layout.coset(axis, &relative) {
                cosets.by_axis[axis] = coset;
                let own = self.walk(coset);
                cosets.distances.own[axis] = own;
                cosets.distances.twin[axis] = if self.layout.tells_parity() {
                    self.walk(self.layout.twin(coset))
                } else {
                    own
                };
            }
        }
        cosets.inverse = self.inverse_distances(&self.positions(puzzle, state), cosets.by_axis[0]);
        cosets
    }

    /// The positions of the pieces of an arrangement.
    fn positions<B: Packed>(
        &self,
        puzzle: &PermutationPuzzle<B>,
        state: &Arrangement<B>,
    ) -> Positions {
        self.layout.inverse.positions(&puzzle.goal(), state)
    }
}

/// The builder of a table that is still empty.
fn builder<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    subgroup: &Result<Subgroup, PuzzleError>,
    meter: &mut Meter<'_>,
) -> Result<CosetTableBuilder, BuildError> {
    let subgroup = subgroup
        .as_ref()
        .map_err(|error| BuildError::unfit(error.to_string()))?;
    let layout = TableLayout::new(puzzle, subgroup, meter)?;
    Ok(CosetTableBuilder::new(layout, subgroup))
}

/// Tables in files (feature `std`).
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl CosetTable {
    /// Returns a task that reads the table from its file in `directory`. If there is no such file, the task builds the
    /// table and writes the file.
    ///
    /// With feature `mmap` the file is [mapped](puzzle_search::table_file#mapping) into memory, and must not be changed while
    /// the table is used.
    ///
    /// The build saves unfinished tables beside the file. After the build was stopped or killed, the next task for the
    /// same table continues from the last saved table.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build), and if a file cannot be read
    /// or written.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search_coordinates::CosetTable;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n powers".parse()?)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-cosets-{}", std::process::id()));
    /// for _built_then_read in 0..2 {
    ///     assert_eq!(CosetTable::open_or_build(&puzzle, &["T2"], &directory).run()?.entries(), 2);
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_or_build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = PermutationPuzzle<B>> + Send + 'a,
        sequences: &[impl AsRef<str>],
        directory: impl Into<PathBuf>,
    ) -> Task<'a, Result<Self, BuildError>> {
        let subgroup = Subgroup::new(&puzzle, sequences);
        job::open_or_build(move |meter| builder(&puzzle, &subgroup, meter), directory)
    }
}

impl<B: Packed> Heuristic<PermutationPuzzle<B>> for CosetTable {
    type Memo = Cosets;

    fn memo(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Cosets {
        self.cosets(puzzle, state)
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &PermutationPuzzle<B>,
        memo: Cosets,
        _: &Arrangement<B>,
        turn: &Turn,
        after: &Arrangement<B>,
    ) -> Cosets {
        self.advanced(&memo, turn.index(), || self.positions(puzzle, after))
    }

    #[inline]
    fn estimate(&self, _: &PermutationPuzzle<B>, memo: Cosets) -> Option<u32> {
        let estimate = self.estimate_of(&memo);
        (estimate != UNREACHABLE).then_some(u32::from(estimate))
    }

    /// Returns whether `puzzle` has the same moves as the puzzle for which the table was built.
    fn fits(&self, puzzle: &PermutationPuzzle<B>) -> bool {
        puzzle.permutations().eq(self.layout.moves.iter())
    }

    /// Looks up the children of many nodes together.
    fn deepen(
        &self,
        puzzle: &PermutationPuzzle<B>,
        iteration: &mut IterationOf<'_, PermutationPuzzle<B>>,
    ) -> ControlFlow<()> {
        if iteration.is_filtered() {
            return puzzle.deepen_by(self, iteration);
        }
        search::walk(self, puzzle, iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::{CosetCoordinates, CosetTable, word};
    use alloc::vec::Vec;
    use puzzle_search::puzzles::PermutationPuzzle;

    /// Finds the distances by breadth-first search over coset coordinates.
    #[test]
    fn words_are_exact_up_to_three_more_than_the_base() {
        let rings = "points 9 \n generator L (1 2 3 4 5) \n generator R (5 6 7 8 9) \n inverses";
        let rings = PermutationPuzzle::<u64>::packed(&rings.parse().expect("a definition"));
        let table = CosetTable::build(&rings.expect("it fits"), &["L"])
            .run()
            .expect("it fits");
        let mut distances = Vec::from([(CosetCoordinates::default(), 0)]);
        let mut nearest = Vec::from([u8::MAX; 1 << 8]);
        let mut expanded = 0;
        while let Some(&(at, distance)) = distances.get(expanded) {
            expanded += 1;
            let (place, _) = table.locate(at);
            nearest[place] = nearest[place].min(distance);
            for mv in 0..table.layout.moves.len() {
                let after = table.layout.after(0, at, mv);
                if distances.iter().all(|(known, _)| *known != after) {
                    distances.push((after, distance + 1));
                }
            }
        }
        assert_eq!(distances.len(), 9 * 8 * 7 * 6);
        let mut three_more = 0;
        for (at, distance) in distances {
            let (place, entry) = table.locate(at);
            let (said, base) = (word::least(table.word(place), entry), nearest[place]);
            assert!(said <= distance && said % 3 == distance % 3);
            assert!(said == distance || distance > base + 3);
            assert_eq!(table.walk(at), distance);
            three_more += usize::from(distance == base + 3);
        }
        assert!(three_more > 0);
    }
}
