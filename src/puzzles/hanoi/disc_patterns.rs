//! [`DiscPatterns`]: additive pattern databases for the towers of Hanoi (Felner, Korf and Hanan, 2004).
//!
//! Invariant: no disc is in two patterns. So each move is counted in at most one database, and the sum of their entries
//! is admissible.

use alloc::format;
use alloc::vec::Vec;

use super::{Hanoi, Towers};
use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::{Heuristic, TwoSidedHeuristic};
use crate::tables::{Abstraction, Additive, BuildError, PatternDatabase};
use crate::task::Task;

/// Additive pattern databases for the towers of [`Hanoi`]. The discs are divided by size into patterns. The database of
/// each pattern gives, for each placement of its discs, the number of moves that they need if there are no other discs.
///
/// The estimate is the sum of one entry of each database. It is admissible and consistent, since each move is counted
/// in at most one database. An estimate takes one lookup for each pattern. With four pegs, the database of a pattern of
/// d discs takes 4^d bytes. The estimates are better if more discs are in the pattern of the largest discs.
///
/// A bidirectional search also estimates the cost from the start. A database serves for this too if the discs of its
/// pattern are all on one peg at the start, and all on one peg at the goal. Otherwise another database is built when
/// the search begins, without limits. A database that cannot be built is left out.
///
/// Papers: A. Felner, R. E. Korf, S. Hanan, "Additive pattern database heuristics", 2004; L. Siag, S. Shperberg, A.
/// Felner, N. Sturtevant, "Front-to-end bidirectional heuristic search with consistent heuristics", IJCAI 2023.
///
/// ```
/// use puzzle_search::heuristics::DiscPatterns;
/// use puzzle_search::puzzles::Hanoi;
/// use puzzle_search::solvers::BaeStar;
/// use puzzle_search::{Puzzle, Solver};
///
/// let puzzle = Hanoi::new(10, 4)?;
/// let patterns = DiscPatterns::build(&puzzle, &[8, 2]).run()?; // of 65,536 + 16 bytes
/// let puzzle = puzzle.guided_by(patterns);
/// let start = puzzle.puzzle().tower(1)?;
/// assert_eq!(puzzle.heuristic(&start), Some(36)); // 33 for the largest eight discs, and 3 for the other two
/// assert_eq!(BaeStar::new().solve(&puzzle, &start).lower_bound, Some(49));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiscPatterns(Additive<DiscAbstraction>);

/// The abstraction that keeps the discs of some consecutive sizes, and removes all others.
#[derive(Clone, Debug)]
struct DiscAbstraction {
    space: Hanoi,
    /// The number of bits that the smaller discs take in a state of the puzzle.
    smaller_bits: u32,
    /// Two pegs to be exchanged in each image before the lookup, or `None`. So a database whose goal is a tower on one
    /// peg serves for a tower on the other.
    exchanged_pegs: Option<(u64, u64)>,
}

impl Abstraction<Hanoi> for DiscAbstraction {
    type Space = Hanoi;

    fn space(&self) -> &Hanoi {
        &self.space
    }

    #[inline]
    fn image(&self, _: &Hanoi, towers: &Towers) -> Towers {
        let kept = self.space.projection_of(towers, self.smaller_bits);
        match self.exchanged_pegs {
            Some((a, b)) => self.space.with_pegs_exchanged(kept, a, b),
            None => kept,
        }
    }
}

impl DiscPatterns {
    /// Returns a [`Task`] that builds a database for each of `patterns`. A pattern is a number of discs: the first
    /// takes the largest discs, the next the largest of the others. The smallest discs may be in no pattern; their
    /// moves are not counted.
    ///
    /// # Errors
    ///
    /// The task returns an error if a limit is reached or there is not enough memory. It also returns an error if a
    /// pattern has no discs, if the patterns together have more discs than the puzzle, or if an entry would exceed 254.
    ///
    /// ```
    /// use puzzle_search::heuristics::DiscPatterns;
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(8, 4)?;
    /// assert!(DiscPatterns::build(&puzzle, &[5, 3]).run().is_ok());
    /// let error = DiscPatterns::build(&puzzle, &[5, 4]).run().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a pattern has 4 discs where 3 are left: expected one at least, and no more",
    /// );
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn build<'a>(puzzle: &Hanoi, patterns: &[usize]) -> Task<'a, Result<Self, BuildError>> {
        Additive::build::<Hanoi, _>(Self::projections(puzzle, patterns), Self)
    }

    /// The abstraction for each pattern, whose discs are counted from the largest disc on.
    fn projections(puzzle: &Hanoi, patterns: &[usize]) -> Result<Vec<DiscAbstraction>, BuildError> {
        let mut left = puzzle.discs();
        let abstraction = |&discs: &usize| {
            let space = puzzle.with_discs(discs).filter(|_| discs <= left);
            let space = space.ok_or_else(|| {
                let message = format!("a pattern has {discs} discs where {left} are left: expected one at least, and no more");
                BuildError::unfit(message)
            })?;
            left -= discs;
            let smaller_bits = puzzle.bits_of(left);
            Ok(DiscAbstraction {
                space: space.with_goal_state(space.projection_of(&puzzle.goal(), smaller_bits)),
                smaller_bits,
                exchanged_pegs: None,
            })
        };
        patterns.iter().map(abstraction).collect()
    }
}

impl Heuristic<Hanoi> for DiscPatterns {
    type Memo = Option<u32>;

    #[inline]
    fn memo(&self, puzzle: &Hanoi, towers: &Towers) -> Option<u32> {
        if puzzle.has_estimates() {
            self.0.sum(puzzle, towers)
        } else {
            Some(0)
        }
    }

    #[inline]
    fn estimate(&self, _: &Hanoi, memo: Option<u32>) -> Option<u32> {
        memo
    }

    fn fits(&self, puzzle: &Hanoi) -> bool {
        self.0.0.iter().all(|database| {
            let abstraction = database.abstraction();
            abstraction.space.pegs() == puzzle.pegs()
                && abstraction.smaller_bits + abstraction.space.bits_of(abstraction.space.discs())
                    <= puzzle.bits_of(puzzle.discs())
                && abstraction
                    .space
                    .is_goal(&abstraction.image(puzzle, &puzzle.goal()))
        })
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent()
    }
}

impl TwoSidedHeuristic<Hanoi> for DiscPatterns {
    type Reversed = Self;

    /// `puzzle` is the reversed puzzle: its goal is the start of the search.
    fn reversed(&self, puzzle: &Hanoi) -> Self {
        if !puzzle.has_estimates() {
            return Self(Additive(Vec::new()));
        }
        let reversed = self.0.0.iter().filter_map(|database| {
            let abstraction = database.abstraction();
            let goal = abstraction
                .space
                .projection_of(&puzzle.goal(), abstraction.smaller_bits);
            let peg_of = |towers| abstraction.space.peg_of_tower(towers);
            let pegs = peg_of(&goal).zip(peg_of(&abstraction.space.goal()));
            if pegs.is_none() {
                let abstraction = DiscAbstraction {
                    space: abstraction.space.with_goal_state(goal),
                    exchanged_pegs: None,
                    ..*abstraction
                };
                return PatternDatabase::new(puzzle, abstraction).ok();
            }
            Some(database.shared_with(DiscAbstraction {
                exchanged_pegs: pegs,
                ..*abstraction
            }))
        });
        Self(Additive(reversed.collect()))
    }
}
