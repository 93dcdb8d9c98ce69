//! Puzzles of permutations, such as Rubik's cube, solved with tables: fast enumeration of whole state spaces,
//! heuristics for optimal solutions, and a solver that finds short solutions soon.
//!
//! In a [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle), a move carries pieces from place to place.
//! The types of this module describe an arrangement of the pieces by a few numbers, called its coordinates, and
//! look up in tables what a move does to each of them. Below, a subgroup is the set of arrangements that look solved
//! when certain pieces are treated as identical.
//!
//! * A [`View`] says which pieces are told apart.
//! * [`Coordinates`] assigns one number to all that chosen views show of an arrangement. It is itself a puzzle, whose
//!   states can be enumerated, and an abstraction from which a pattern database can be made.
//! * [`CosetTable`] is an admissible heuristic: the least number of moves that lead into a subgroup.
//! * [`TwoPhase`] is a solver that finds short solutions soon: it goes to a subgroup first, and from there to
//!   the goal. [`Phases`] are the tables that it needs.
//! * [`sequences_up_to_symmetry`] lists the sequences of first moves that a search has to try, without those
//!   that are equivalent to others by a symmetry.
//!
//! ```
//! use puzzle_search::coordinates::Coordinates;
//! use puzzle_search::puzzles::PermutationPuzzle;
//! use puzzle_search::space::Enumerate;
//!
//! // The 21 stickers of a 2x2x2 cube with one corner fixed, of which only the face U is turned here; `powers` adds
//! // the moves U2 and U'.
//! let cube = "points 21 \n generator U (1 4 7 10)(2 5 8 11)(3 6 9 12) \n powers".parse()?;
//! let cube = Coordinates::whole(&PermutationPuzzle::<u128>::packed(&cube)?)?;
//! assert_eq!(Enumerate::new().count_by_rank(&cube, [cube.goal()]).run()?.layers, [1, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
mod coordinate;
mod coset_table;
mod phases;
mod space;
mod symmetry;
mod view;

pub use alike::sequences_up_to_symmetry;
pub use coset_table::CosetTable;
pub use phases::{Phases, TwoPhase};
pub use space::{Coordinates, Coset};
pub use view::View;
