//! [`FixedMoves`]: moves whose effect does not depend on the state.

use core::hash::Hash;

use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::{Guided, Heuristic};

/// A puzzle with a fixed list of moves, each of which has the same effect in every state in which it can be played.
/// [`Pruned`](super::Pruned) compares the effects of sequences of moves, and learns which sequences depth-first solvers
/// can skip.
///
/// A move in the list is called a *letter*. The *effect* of a sequence of moves is what the sequence does to a state.
/// Its *needs* are the condition that a state has to meet so that the sequence can be played.
///
/// # Laws
///
/// * All edges have the same cost.
/// * `letters` lists every move once, in the order in which [`neighbors`](Puzzle::neighbors) lists them; `letter`
///   returns the index of a move in this list.
/// * Two sequences with equal effects lead to the same state from every state in which both can be played.
/// * Let X and Y be sequences whose needs are `x` and `y`. If `suffices(x, y)` returns true, X can be played in every
///   state in which Y can be played.
/// * If [`is_redundant`](Puzzle::is_redundant) returns true for a pair of moves, another sequence has the same effect
///   and can be played in every state in which the pair can be played. This sequence has fewer than two moves, or it is
///   a pair that comes earlier in the lexicographic order given by `letters`.
///
/// [`laws::Check::fixed_moves`](crate::laws::Check::fixed_moves) tests them.
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
    /// The [effect](FixedMoves) of a sequence of moves.
    type Effect: Clone + Eq + Hash;
    /// The [conditions](FixedMoves) under which a sequence of moves can be played. If every move can be played in every
    /// state, use `()`.
    type Needs: Clone;

    /// Returns the list of all moves of the puzzle.
    fn letters(&self) -> impl ExactSizeIterator<Item = Self::Move>;

    /// Returns the index of a move in [`letters`](Self::letters). For a move that is not in this list, the result may
    /// be any number.
    fn letter(&self, mv: &Self::Move) -> usize;

    /// Returns the effect and the needs of the empty sequence of moves.
    fn nothing(&self) -> (Self::Effect, Self::Needs);

    /// Appends a move, given by its index, to a sequence of moves: updates the effect and the needs of the sequence.
    fn follow(&self, effect: &mut Self::Effect, needs: &mut Self::Needs, letter: usize);

    /// Compares the needs of two sequences of moves. If `suffices` returns true, the first sequence can be played in
    /// every state in which the second can be played. The default always returns true, which is right only if every
    /// move can be played in every state.
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
    /// // The empty sequence can be played in every state; to move left, the blank must not be in the first column.
    /// assert!(puzzle.suffices(&needs(&[]), &needs(&[Direction::Left])));
    /// assert!(!puzzle.suffices(&needs(&[Direction::Left]), &needs(&[])));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn suffices(&self, _replacement: &Self::Needs, _replaced: &Self::Needs) -> bool {
        true
    }
}

/// The moves are those of the puzzle without the heuristic.
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
