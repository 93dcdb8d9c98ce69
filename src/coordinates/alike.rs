//! [`moves_up_to_symmetry`]: which moves from an arrangement are alike.

use alloc::vec::Vec;

use super::symmetry::Symmetries;
use super::view::View;
use crate::permutation::Permutation;
use crate::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};

/// One move, the first, of each set of moves that the symmetries of an arrangement carry to one another: what
/// they lead to is equally far from the goal. So an arrangement other than the goal is solved from the states
/// after these moves alone, all of them [starts of one search](crate::Search::also_from): its distance is
/// one more than that of the nearest of them.
///
/// A symmetry is a map of the places that maps moves to moves. Where an arrangement has none, or the search for the
/// symmetries of the puzzle would take too long, these are all moves.
///
/// ```
/// use puzzle_search::coordinates::moves_up_to_symmetry;
/// use puzzle_search::puzzles::PermutationPuzzle;
///
/// let rings = "points 7 \n generator L (1 2 3 4) \n generator R (4 5 6 7) \n powers".parse()?;
/// let puzzle = PermutationPuzzle::new(&rings)?;
/// let moves = |moves: &str| -> Result<_, Box<dyn std::error::Error>> {
///     let state = puzzle.play(&puzzle.goal(), moves)?;
///     let alike = moves_up_to_symmetry(&puzzle, &state);
///     Ok(alike.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
/// };
/// // Both rings are alike, and both directions of a half turn.
/// assert_eq!(moves("")?, "L L2");
/// assert_eq!(moves("L2")?, "L L2 R R2");
/// assert_eq!(moves("L R")?, "L L2 L' R R2 R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn moves_up_to_symmetry<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    state: &Arrangement<B>,
) -> Vec<Turn> {
    let turns: Vec<Turn> = puzzle.moves().collect();
    let Ok(relative) = puzzle.relative(state) else {
        return turns; // It is an arrangement of another puzzle.
    };
    let moves: Vec<Permutation> = puzzle.permutations().cloned().collect();
    let symmetries = Symmetries::new(puzzle.group(), &moves);
    let everything = View::new(&[]);
    let keeping = symmetries.all.iter().filter(|symmetry| {
        let places = symmetries.respecting(symmetry, &everything, None);
        places.is_some_and(|places| relative.then(&places) == places.then(&relative))
    });
    // They are a group: what a move may become is its whole set.
    let mut is_first: Vec<bool> = moves.iter().map(|_| true).collect();
    for symmetry in keeping {
        for (from, &to) in symmetry.moves.iter().enumerate() {
            is_first[from.max(to)] &= from == to;
        }
    }
    let first = turns.into_iter().zip(is_first);
    first
        .filter_map(|(turn, is_first)| is_first.then_some(turn))
        .collect()
}
