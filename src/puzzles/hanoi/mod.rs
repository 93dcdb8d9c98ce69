//! [`Hanoi`]: the towers of Hanoi with three to eight pegs.
//!
//! Invariant: a state is one 64-bit word with a field of two or three bits for each disc, the smallest disc in the
//! lowest bits. A field holds the disc's peg, counted from 0; all bits beyond the fields are 0. If pegs are
//! interchangeable, every state that the puzzle makes is the canonical one of its class.

mod disc_patterns;
mod numbering;

pub use disc_patterns::DiscPatterns;

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::error::{PuzzleError, parse_items};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Reversible};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::{Reason, Solvability};

/// The towers of Hanoi with three to eight pegs and discs of different sizes. A move takes the top disc of a peg to
/// another peg. A disc never lies on a smaller disc. In the default goal, all discs are on the last peg.
///
/// Any state can be the start or the [goal](Self::with_goal). With three pegs, moving a tower of n discs to another peg
/// takes at least 2^n - 1 moves. With four pegs, moving a tower by the Frame-Stewart strategy is proved to be optimal.
///
/// For both [`Manhattan`] and [`Misplaced`], the estimate is the number of discs that are not on their goal pegs. The
/// pattern databases [`DiscPatterns`](crate::heuristics::DiscPatterns) give far higher lower bounds.
///
/// Papers: B. M. Stewart and J. S. Frame, "Solution to advanced problem 3918", 1941; T. Bousch, "La quatrième tour de
/// Hanoï", 2014.
///
/// ```
/// use puzzle_search::puzzles::Hanoi;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = Hanoi::new(3, 3)?;
/// let solution = BreadthFirst::new().solve(&puzzle, &puzzle.tower(1)?).into_result()?;
/// assert_eq!(solution.to_string(), "1-3 1-2 3-2 1-3 2-1 2-3 1-3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hanoi {
    discs: u32,
    pegs: u32,
    goal: Towers,
    /// Whether all pegs except the last are interchangeable.
    modulo_pegs: bool,
}

/// A state of [`Hanoi`]: the peg of each disc.
///
/// ```
/// use puzzle_search::puzzles::Hanoi;
///
/// let puzzle = Hanoi::new(4, 3)?;
/// let towers = puzzle.state(&[1, 2, 3, 1])?;
/// assert_eq!(puzzle.pegs_of(&towers).collect::<Vec<_>>(), [1, 2, 3, 1]);
/// assert_eq!(size_of_val(&towers), 8);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Towers(u64);

/// A move of [`Hanoi`]: the top disc of one peg goes to another peg. Pegs are counted from 1.
///
/// ```
/// use puzzle_search::puzzles::PegMove;
///
/// assert_eq!(PegMove { from: 1, to: 3 }.to_string(), "1-3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PegMove {
    /// The peg that the disc leaves.
    pub from: u8,
    /// The peg that the disc goes to.
    pub to: u8,
}

impl fmt::Display for PegMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.from, self.to))
    }
}

/// The greatest number of pegs, since a peg takes up to three bits.
const MOST_PEGS: usize = 8;

/// All pairs of pegs in colexicographic order: for every n, the pairs of the first n pegs come before all others.
const PAIRS: [(u8, u8); MOST_PEGS * (MOST_PEGS - 1) / 2] = {
    let mut pairs = [(0, 0); MOST_PEGS * (MOST_PEGS - 1) / 2];
    let (mut index, mut second) = (0, 1);
    while second < MOST_PEGS {
        let mut first = 0;
        while first < second {
            pairs[index] = (first as u8, second as u8);
            (index, first) = (index + 1, first + 1);
        }
        second += 1;
    }
    pairs
};

impl Hanoi {
    /// Creates the puzzle with `discs` discs and `pegs` pegs. In the goal, all discs are on the last peg.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pegs` is 3 to 8 and `discs` is at least 1. With three or four pegs, `discs` can be at
    /// most 32. With more pegs, `discs` can be at most 21.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// assert!(Hanoi::new(32, 4).is_ok());
    /// let error = Hanoi::new(22, 5).unwrap_err();
    /// assert_eq!(error.to_string(), "22 discs on 5 pegs are out of range: expected 1 to 21 discs");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(discs: usize, pegs: usize) -> Result<Self, PuzzleError> {
        if !(3..=MOST_PEGS).contains(&pegs) {
            return Err(PuzzleError::new(format!(
                "{pegs} pegs are out of range: expected 3 to {MOST_PEGS}"
            )));
        }
        let most = if pegs <= 4 { 32 } else { 21 };
        if !(1..=most).contains(&discs) {
            return Err(PuzzleError::new(format!(
                "{discs} discs on {pegs} pegs are out of range: expected 1 to {most} discs"
            )));
        }
        let (discs, pegs) = (discs as u32, pegs as u32);
        let puzzle = Self {
            discs,
            pegs,
            goal: Towers(0),
            modulo_pegs: false,
        };
        Ok(Self {
            goal: puzzle.tower_on(u64::from(pegs) - 1),
            ..puzzle
        })
    }

    /// Returns the same puzzle with another goal. `pegs` lists the goal peg of each disc, the smallest disc first. Pegs
    /// are counted from 1.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`state`](Self::state).
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(3, 4)?.with_goal(&[2, 2, 2])?;
    /// assert_eq!(puzzle.goal(), puzzle.tower(2)?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, pegs: &[u8]) -> Result<Self, PuzzleError> {
        let goal = self.towers_on("goal", pegs.iter().map(|&peg| u64::from(peg)))?;
        Ok(Self { goal, ..self })
    }

    /// Returns the same puzzle, but all pegs except the last are interchangeable: states that differ only in the order
    /// of these pegs become one state. It is represented by the state in which the interchangeable pegs are in
    /// descending order of their largest discs. With four pegs, about a sixth of the states remain.
    ///
    /// If the goal is the tower on the last peg, all distances to the goal stay the same. For any other goal, distances
    /// can decrease, and the heuristics [`Manhattan`], [`Misplaced`] and
    /// [`DiscPatterns`](crate::heuristics::DiscPatterns) return zero for every state.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    /// use puzzle_search::{Notation, Ranked};
    ///
    /// let puzzle = Hanoi::new(6, 4)?.modulo_pegs();
    /// assert_eq!(puzzle.parse("1 1 4 3 3 2")?, puzzle.parse("3 3 4 2 2 1")?);
    /// assert_eq!(puzzle.state_count(), Some(715)); // instead of 4096
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn modulo_pegs(self) -> Self {
        let puzzle = Self {
            modulo_pegs: true,
            ..self
        };
        puzzle.with_goal_state(puzzle.canonical(self.goal))
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(3, 4)?;
    /// assert_eq!(puzzle.goal(), puzzle.tower(4)?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Towers {
        self.goal
    }

    /// Returns the number of discs.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// assert_eq!(Hanoi::new(7, 4)?.discs(), 7);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn discs(&self) -> usize {
        self.discs as usize
    }

    /// Returns the number of pegs.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// assert_eq!(Hanoi::new(7, 4)?.pegs(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn pegs(&self) -> usize {
        self.pegs as usize
    }

    /// Returns the state with all discs on the peg `peg`. Pegs are counted from 1.
    ///
    /// # Errors
    ///
    /// Returns an error unless `peg` is from 1 to the number of pegs.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(2, 3)?;
    /// assert_eq!(puzzle.tower(2)?, puzzle.state(&[2, 2])?);
    /// let error = puzzle.tower(4).unwrap_err();
    /// assert_eq!(error.to_string(), "the peg is 4: expected 1 to 3");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn tower(&self, peg: usize) -> Result<Towers, PuzzleError> {
        let pegs = self.pegs();
        if !(1..=pegs).contains(&peg) {
            let message = format!("the peg is {peg}: expected 1 to {pegs}");
            return Err(PuzzleError::new(message));
        }
        Ok(self.tower_on(peg as u64 - 1))
    }

    /// The state with all discs on a peg, counted from 0.
    fn tower_on(&self, peg: u64) -> Towers {
        self.canonical(Towers(self.lowest_bits() * peg))
    }

    /// Returns the state that `pegs` describes: the peg of each disc, the smallest disc first. Pegs are counted from 1.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pegs` has one number for each disc, and each number is from 1 to the number of pegs.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(3, 3)?;
    /// assert_ne!(puzzle.state(&[1, 1, 2])?, puzzle.goal());
    /// let error = puzzle.state(&[1, 4, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "number 2 of the state is 4: expected 1 to 3");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, pegs: &[u8]) -> Result<Towers, PuzzleError> {
        self.towers_on("state", pegs.iter().map(|&peg| u64::from(peg)))
    }

    /// The state with these pegs, counted from 1, or an error that calls the list of pegs `role`: "state" or "goal".
    fn towers_on(
        &self,
        role: &str,
        pegs: impl ExactSizeIterator<Item = u64>,
    ) -> Result<Towers, PuzzleError> {
        let (found, discs) = (pegs.len(), self.discs());
        if found != discs {
            return Err(PuzzleError::new(format!(
                "the {role} has {found} numbers: expected {discs}, the peg of each disc"
            )));
        }
        let mut word = 0;
        for (disc, peg) in pegs.enumerate() {
            if !(1..=u64::from(self.pegs)).contains(&peg) {
                let (number, most) = (disc + 1, self.pegs);
                let message =
                    format!("number {number} of the {role} is {peg}: expected 1 to {most}");
                return Err(PuzzleError::of_item(disc, message));
            }
            word |= (peg - 1) << (disc as u32 * self.peg_bits());
        }
        Ok(self.canonical(Towers(word)))
    }

    /// Returns the peg of each disc in the state `towers`, the smallest disc first. Pegs are counted from 1.
    ///
    /// ```
    /// use puzzle_search::puzzles::Hanoi;
    ///
    /// let puzzle = Hanoi::new(3, 4)?;
    /// assert_eq!(puzzle.pegs_of(&puzzle.goal()).collect::<Vec<_>>(), [4, 4, 4]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn pegs_of(&self, towers: &Towers) -> impl Iterator<Item = u8> + use<> {
        let (word, bits) = (towers.0, self.peg_bits());
        (0..self.discs).map(move |disc| (word >> (disc * bits)) as u8 % (1 << bits) + 1)
    }

    /// The number of bits of a disc's field.
    const fn peg_bits(&self) -> u32 {
        if self.pegs <= 4 { 2 } else { 3 }
    }

    /// The word with a one in the lowest bit of each disc's field. Times a peg, it is the state with all discs there.
    const fn lowest_bits(&self) -> u64 {
        // 32 discs of two bits fill the word; 21 discs of three bits leave one bit.
        let all = if self.peg_bits() == 2 {
            u64::MAX / 3
        } else {
            (u64::MAX >> 1) / 7
        };
        all & (u64::MAX >> (64 - self.bits_of(self.discs())))
    }

    /// For each disc that is on the same peg in the words `a` and `b`, a one in the lowest bit of its field.
    #[inline]
    const fn discs_on_same_pegs(&self, a: u64, b: u64) -> u64 {
        let differ = a ^ b;
        let third = if self.peg_bits() == 3 { differ >> 2 } else { 0 };
        !(differ | (differ >> 1) | third) & self.lowest_bits()
    }

    /// The puzzle with another number of discs on the same number of pegs, or `None` if they do not fit.
    pub(crate) fn with_discs(&self, discs: usize) -> Option<Self> {
        Self::new(discs, self.pegs()).ok()
    }

    /// The same puzzle with the goal `goal`, which must be a state of the puzzle.
    pub(crate) const fn with_goal_state(self, goal: Towers) -> Self {
        Self { goal, ..self }
    }

    /// The state of this puzzle that remains of a state with more discs if some are removed: first the smallest discs,
    /// whose fields take `smaller_bits` bits, then the largest.
    #[inline]
    pub(crate) fn projection_of(&self, towers: &Towers, smaller_bits: u32) -> Towers {
        let bits = u64::MAX >> (64 - self.bits_of(self.discs()));
        Towers(towers.0.checked_shr(smaller_bits).unwrap_or(0) & bits)
    }

    /// The number of bits of the fields of `discs` discs.
    pub(crate) const fn bits_of(&self, discs: usize) -> u32 {
        discs as u32 * self.peg_bits()
    }

    /// The peg on which all discs are, if there is one.
    pub(crate) fn peg_of_tower(&self, towers: &Towers) -> Option<u64> {
        let peg = towers.0 & ((1 << self.peg_bits()) - 1);
        (towers.0 == self.lowest_bits() * peg).then_some(peg)
    }

    /// The state after all discs of the pegs `a` and `b` have changed places.
    #[inline]
    pub(crate) fn with_pegs_exchanged(&self, towers: Towers, a: u64, b: u64) -> Towers {
        let discs_on = |peg: u64| self.discs_on_same_pegs(towers.0, self.lowest_bits() * peg);
        Towers(towers.0 ^ ((discs_on(a) | discs_on(b)) * (a ^ b)))
    }

    /// Whether `towers` is a state of this puzzle.
    fn is_state(&self, towers: &Towers) -> bool {
        let mut pegs = self.pegs_of(towers);
        self.projection_of(towers, 0) == *towers
            && self.canonical(*towers) == *towers
            && pegs.all(|peg| usize::from(peg) <= self.pegs())
    }

    /// The canonical state among those that differ from `towers` only in the order of interchangeable pegs.
    #[inline]
    fn canonical(&self, towers: Towers) -> Towers {
        if !self.modulo_pegs {
            return towers;
        }
        // Selection sort of the pegs by their largest discs, in descending order.
        let last = u64::from(self.pegs) - 1;
        (0..last - 1).fold(towers, |towers, first| {
            let discs = |&peg: &u64| self.discs_on_same_pegs(towers.0, self.lowest_bits() * peg);
            let largest = (first..last).max_by_key(discs).unwrap_or(first);
            self.with_pegs_exchanged(towers, first, largest)
        })
    }

    /// Whether the heuristics may estimate: with interchangeable pegs, they are admissible only if the goal is the tower
    /// on the last peg.
    pub(crate) fn has_estimates(&self) -> bool {
        !self.modulo_pegs || self.peg_of_tower(&self.goal) == Some(u64::from(self.pegs) - 1)
    }

    /// The number of discs that are not on their goal pegs.
    #[inline]
    fn misplaced(&self, towers: &Towers) -> u32 {
        if !self.has_estimates() {
            return 0;
        }
        self.discs - self.discs_on_same_pegs(towers.0, self.goal.0).count_ones()
    }

    /// The edges out of a state. For each pair of pegs, the smaller of their top discs can move to the other peg.
    #[inline]
    fn edges(&self, towers: &Towers) -> impl Iterator<Item = NeighborOf<Self>> + use<> {
        let (word, puzzle) = (towers.0, *self);
        // The lowest bit of the field of each peg's top disc; for an empty peg, a number beyond all fields.
        let mut tops = [u64::BITS; MOST_PEGS];
        for (peg, top) in tops.iter_mut().enumerate().take(self.pegs()) {
            *top = self
                .discs_on_same_pegs(word, self.lowest_bits() * peg as u64)
                .trailing_zeros();
        }
        let pairs = self.pegs() * (self.pegs() - 1) / 2;
        PAIRS.iter().take(pairs).filter_map(move |&(a, b)| {
            let (top_a, top_b) = (tops[usize::from(a)], tops[usize::from(b)]);
            if top_a == top_b {
                return None; // Both pegs are empty.
            }
            let (from, to) = if top_a < top_b { (a, b) } else { (b, a) };
            let towers = Towers(word ^ (u64::from(a ^ b) << top_a.min(top_b)));
            let mv = PegMove {
                from: from + 1,
                to: to + 1,
            };
            Some(Neighbor::unit(mv, puzzle.canonical(towers)))
        })
    }
}

impl Puzzle for Hanoi {
    type State = Towers;
    type Move = PegMove;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, towers: &Towers) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.edges(towers)
    }

    #[inline]
    fn is_goal(&self, towers: &Towers) -> bool {
        *towers == self.goal
    }

    fn solvability(&self, towers: &Towers) -> Solvability {
        if !self.is_state(towers) {
            return Solvability::NotAState;
        }
        let reason =
            "with three pegs or more the largest disc can be brought to its peg, then the next one";
        Solvability::Solvable(Reason::new(reason))
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
    }

    #[inline]
    fn is_redundant(&self, last: &PegMove, next: &PegMove) -> bool {
        if self.modulo_pegs {
            return false; // The pegs may change places after each move.
        }
        // The same disc need not move twice in a row. Of two moves that commute, only one order is kept.
        let commutes = last.from != next.from && last.from != next.to && last.to != next.to;
        next.from == last.to || (commutes && next < last)
    }
}

/// A state is written as the peg of each disc, the smallest disc first, separated by white space or commas. Pegs are
/// numbered from 1.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::Hanoi;
///
/// let puzzle = Hanoi::new(4, 3)?;
/// let towers = puzzle.parse("3 3 1 2")?;
/// assert_eq!(towers, puzzle.state(&[3, 3, 1, 2])?);
/// assert_eq!(puzzle.display(&towers).to_string(), "3 3 1 2");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl Notation for Hanoi {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Towers, PuzzleError> {
        let pegs = parse_items(text, |item| item)?;
        self.towers_on("state", pegs.into_iter())
    }

    fn display<'a>(&'a self, towers: &'a Towers) -> impl fmt::Display + 'a {
        super::board::LabelRows {
            labels: self.pegs_of(towers).collect::<Vec<_>>(),
            columns: self.discs(),
        }
    }
}

crate::puzzles::portable::portable!(Hanoi, |this, state| this.pegs_of(state), |this, bytes| this
    .state(bytes));

impl Reversible for Hanoi {
    fn goals(&self) -> impl IntoIterator<Item = Towers> {
        [self.goal]
    }

    /// The predecessors of a state are its neighbors.
    #[inline]
    fn predecessors(&self, towers: &Towers) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let (puzzle, towers) = (*self, *towers);
        // Every move can be undone by the reverse move, unless pegs are reordered after it.
        let named = (!self.modulo_pegs).then(|| {
            self.edges(&towers).map(|back| {
                let PegMove { from, to } = back.mv;
                let mv = PegMove { from: to, to: from };
                Neighbor { mv, ..back }
            })
        });
        // Then the moves are found among the edges out of each predecessor.
        let unnamed = self.modulo_pegs.then(|| {
            let mut sources: Vec<Towers> = self.edges(&towers).map(|back| back.state).collect();
            sources.sort_unstable_by_key(|state| state.0);
            sources.dedup();
            sources.into_iter().flat_map(move |state| {
                let edges = puzzle
                    .edges(&state)
                    .filter(move |edge| edge.state == towers);
                edges.map(move |edge| Neighbor { state, ..edge })
            })
        });
        named
            .into_iter()
            .flatten()
            .chain(unnamed.into_iter().flatten())
    }
}

macro_rules! misplaced_discs {
    ($($heuristic:ident),+) => {$(
        /// The estimate is the number of discs that are not on their goal pegs.
        impl Heuristic<Hanoi> for $heuristic {
            type Memo = u32;

            #[inline]
            fn memo(&self, puzzle: &Hanoi, towers: &Towers) -> u32 {
                puzzle.misplaced(towers)
            }

            #[inline]
            fn estimate(&self, _: &Hanoi, memo: u32) -> Option<u32> {
                Some(memo)
            }

            fn facts(&self, space: Facts<u32>) -> Facts<u32> {
                space.consistent()
            }
        }
    )+};
}

misplaced_discs!(Manhattan, Misplaced);
