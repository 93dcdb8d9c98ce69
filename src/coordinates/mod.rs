//! Puzzles that are groups, seen through coordinates: whole spaces by tables, and Rubik's cube optimally.
//!
//! A [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle) is given by what its moves do to places. A
//! [`View`] tells fewer of its pieces apart, [`Coordinates`] number what views show and know where moves
//! lead. A [`CosetTable`] is a heuristic: how many moves it is to a subgroup. [`TwoPhase`] goes to a subgroup and
//! on to the goal, for short solutions at once. [`sequences_up_to_symmetry`] leaves out first moves of arrangements
//! that look alike from several sides.
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
