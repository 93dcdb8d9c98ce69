//! [`sequences_up_to_symmetry`]: the sequences of moves from an arrangement, one of each class under its symmetries.

use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};

use super::coordinate::may_follow;
use super::symmetry::Symmetries;
use super::view::View;

/// Returns the sequences of `length` moves that a search from the arrangement `state` has to try. Sequences with
/// [redundant](puzzle_search::Puzzle::is_redundant) moves are left out. If a symmetry of the arrangement maps one sequence to
/// another, only one of the two is returned.
///
/// If the arrangement is at least `length` moves from the goal, the states to which the sequences lead can be the
/// [starts of one search](puzzle_search::Search::also_from). The distance of the arrangement from the goal is then `length`
/// plus the least distance of any of these states.
///
/// A symmetry of the arrangement is a permutation of the places that maps moves to moves and leaves the arrangement as
/// it is. If the symmetries of the puzzle take too long to find, no sequence is left out because of symmetries.
///
/// ```
/// use puzzle_search::puzzles::PermutationPuzzle;
/// use puzzle_search_coordinates::sequences_up_to_symmetry;
///
/// // Two rings of four places that have place 4 in common; `powers` adds the moves L2, L', R2 and R'.
/// let rings = "points 7 \n generator L (1 2 3 4) \n generator R (4 5 6 7) \n powers".parse()?;
/// let puzzle = PermutationPuzzle::new(&rings)?;
/// let sequences = |moves: &str, length| -> Result<_, Box<dyn std::error::Error>> {
///     let state = puzzle.play(&puzzle.goal(), moves)?;
///     let sequences = sequences_up_to_symmetry(&puzzle, &state, length).into_iter().map(|turns| {
///         let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
///         turns.join(" ")
///     });
///     Ok(sequences.collect::<Vec<_>>().join(", "))
/// };
/// // Symmetries of the goal exchange the two rings and reverse their directions. They map L to L', R and R'.
/// assert_eq!(sequences("", 1)?, "L, L2");
/// assert_eq!(sequences("L2", 1)?, "L, L2, R, R2");
/// assert_eq!(sequences("L R", 1)?, "L, L2, L', R, R2, R'");
/// // After a first move of ring L, there is still a reflection of ring R alone, which maps R to R'.
/// // So R' is left out as a second move.
/// assert_eq!(sequences("", 2)?, "L R, L R2, L2 R, L2 R2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sequences_up_to_symmetry<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    state: &Arrangement<B>,
    length: usize,
) -> Vec<Vec<Turn>> {
    let turns: Vec<Turn> = puzzle.moves().collect();
    let moves: Vec<Permutation> = puzzle.permutations().cloned().collect();
    let symmetries = Symmetries::new(puzzle.group(), &moves);
    let uncolored = View::new(&[]);
    // An arrangement of another puzzle has no symmetries.
    let relative = puzzle.relative(state).ok();
    let keeping = symmetries.all.iter().filter(|symmetry| {
        let places = symmetries.realisation(symmetry, &uncolored, None);
        let both = relative.as_ref().zip(places);
        both.is_some_and(|(relative, places)| relative.then(&places) == places.then(relative))
    });
    let all: Vec<u8> = (0..turns.len()).map(|mv| mv as u8).collect();
    let may_follow = may_follow(puzzle, &all);
    // Each sequence, with the subgroup of symmetries that fix the arrangement and every move of the sequence.
    let mut sequences = vec![(Vec::new(), keeping.collect::<Vec<_>>())];
    for _ in 0..length {
        let shorter = core::mem::take(&mut sequences);
        for (sequence, symmetries) in shorter {
            let last = sequence
                .last()
                .map_or(turns.len(), |&last| usize::from(last));
            let allowed = &may_follow[last];
            for &mv in allowed {
                let becomes = symmetries
                    .iter()
                    .map(|symmetry| symmetry.moves[usize::from(mv)]);
                // Of moves that are equivalent, keep the first one that is allowed here.
                let is_first = |to: usize| to >= usize::from(mv) || !allowed.contains(&(to as u8));
                if becomes.clone().all(is_first) {
                    let kept = symmetries.iter().zip(becomes);
                    let kept = kept.filter(|&(_, to)| to == usize::from(mv));
                    let longer = sequence.iter().copied().chain([mv]);
                    sequences.push((longer.collect(), kept.map(|(&kept, _)| kept).collect()));
                }
            }
        }
    }
    let named = |(sequence, _): (Vec<u8>, _)| {
        let turns = sequence.iter().map(|&mv| turns[usize::from(mv)]);
        turns.collect()
    };
    sequences.into_iter().map(named).collect()
}
