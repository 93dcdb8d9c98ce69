//! [`FixedMoves`]: moves that do the same wherever they can be played.

use core::hash::Hash;

use crate::heuristics::{Guided, Heuristic};
use crate::puzzle::Puzzle;

/// A puzzle with a list of moves, each of which does the same wherever it can be played, so that
/// sequences of moves can be compared without a state: what [`Pruned`](super::Pruned) learns from.
///
/// # Laws
///
/// * All edges have the same cost.
/// * `letters` lists every move once, in the order in which [`neighbors`](Puzzle::neighbors) tries
///   them; `letter` is the index in that list.
/// * Two sequences with equal effects lead from a state to the same state, wherever both can be
///   played.
/// * If `suffices(a, b)`, a sequence with needs `a` can be played wherever one with needs `b` can.
/// * [`is_redundant`](Puzzle::is_redundant) holds only for pairs of moves that a shorter sequence,
///   or one as long that comes earlier in the order of `letters`, can replace in this way.
///
/// ```
/// use puzzle_search::pruning::FixedMoves;
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// assert_eq!(puzzle.letters().len(), 4);
/// let (mut effect, mut needs) = puzzle.nothing();
/// let nothing = effect.clone();
/// for direction in [Direction::Left, Direction::Right] {
///     puzzle.follow(&mut effect, &mut needs, puzzle.letter(&direction));
/// }
/// assert_eq!(effect, nothing);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing is known of the moves of `{Self}`: it does not implement `FixedMoves`",
    note = "implement it, or search the puzzle without `Pruned`"
)]
pub trait FixedMoves: Puzzle {
    /// What a sequence of moves does to a state.
    type Effect: Clone + Eq + Hash;
    /// Where a sequence of moves can be played.
    type Needs: Clone;

    /// The moves.
    fn letters(&self) -> impl ExactSizeIterator<Item = Self::Move>;

    /// The index of a move in the list; any number if it is no move of this puzzle.
    fn letter(&self, mv: &Self::Move) -> usize;

    /// The effect and the needs of the empty sequence of moves.
    fn nothing(&self) -> (Self::Effect, Self::Needs);

    /// Makes the effect and the needs of a sequence those of the sequence with one more move.
    fn follow(&self, effect: &mut Self::Effect, needs: &mut Self::Needs, letter: usize);

    /// Whether a sequence with the needs `replacement` can be played in every state in which one with the needs
    /// `replaced` can. The default is right where every move can be played in every state.
    ///
    /// ```
    /// use puzzle_search::pruning::FixedMoves;
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let needs = |moves: &[Direction]| {
    ///     let (mut effect, mut needs) = puzzle.nothing();
    ///     for mv in moves {
    ///         puzzle.follow(&mut effect, &mut needs, puzzle.letter(mv));
    ///     }
    ///     needs
    /// };
    /// // No move can be played anywhere; a move to the left only where there is a column.
    /// assert!(puzzle.suffices(&needs(&[]), &needs(&[Direction::Left])));
    /// assert!(!puzzle.suffices(&needs(&[Direction::Left]), &needs(&[])));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn suffices(&self, _replacement: &Self::Needs, _replaced: &Self::Needs) -> bool {
        true
    }
}

/// A heuristic changes no move.
impl<P: FixedMoves, H: Heuristic<P>> FixedMoves for Guided<P, H> {
    type Effect = P::Effect;
    type Needs = P::Needs;

    fn letters(&self) -> impl ExactSizeIterator<Item = P::Move> {
        self.puzzle().letters()
    }

    #[inline]
    fn letter(&self, mv: &P::Move) -> usize {
        self.puzzle().letter(mv)
    }

    fn nothing(&self) -> (P::Effect, P::Needs) {
        self.puzzle().nothing()
    }

    fn follow(&self, effect: &mut P::Effect, needs: &mut P::Needs, letter: usize) {
        self.puzzle().follow(effect, needs, letter);
    }

    fn suffices(&self, replacement: &P::Needs, replaced: &P::Needs) -> bool {
        self.puzzle().suffices(replacement, replaced)
    }
}
