//! Puzzles of permutations described by coordinates: whole state spaces by tables, and heuristics for optimal
//! or short solutions, as of Rubik's cube.
//!
//! In a [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle), moves carry pieces from place to place. A
//! [`View`] shows an arrangement of the pieces with fewer of them told apart. [`Coordinates`] number what views
//! show, and have tables of where moves lead. A [`CosetTable`] is a heuristic: the number of moves to a
//! subgroup. [`TwoPhase`] is a solver that finds short solutions soon: it goes to a subgroup, and from there to
//! the goal. [`sequences_up_to_symmetry`] lists first moves of a search, without those that a symmetry of the
//! arrangement makes equivalent to others.
//!
//! ```
//! use puzzle_search::coordinates::Coordinates;
//! use puzzle_search::puzzles::PermutationPuzzle;
//! use puzzle_search::space::Enumerate;
//!
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
