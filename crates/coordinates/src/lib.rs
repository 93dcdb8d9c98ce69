//! Tables for puzzles of permutations, such as Rubik's cube: for fast enumeration of whole state spaces, for a
//! heuristic, and for a solver that finds short solutions quickly.
//!
//! In a [`PermutationPuzzle`](puzzle_search::puzzles::PermutationPuzzle), a move carries pieces from place to place. The
//! types of this package describe an arrangement of the pieces by a few numbers, called its coordinates. Tables give the
//! new value of each coordinate after a move. In the list below, a subgroup is the set of arrangements that look solved
//! if certain pieces are treated as identical.
//!
//! * A [`View`] gives each piece a color, and treats pieces of the same color as identical.
//! * [`Coordinates`] is a puzzle reduced to what chosen views show. Its states can be enumerated, and a pattern
//!   database can be built from it.
//! * [`CosetTable`] is an admissible heuristic, based on the least number of moves into a subgroup.
//! * [`TwoPhase`] is a solver that searches first for moves into a subgroup, and then for moves from there to the goal.
//!   [`Phases`] has the tables that it needs.
//! * [`sequences_up_to_symmetry`] lists the sequences of first moves that a search has to try.
//!
//! ```
//! use puzzle_search::puzzles::PermutationPuzzle;
//! use puzzle_search::space::Enumerate;
//! use puzzle_search_coordinates::Coordinates;
//!
//! // The 21 movable stickers of a 2x2x2 cube with one corner fixed. In this example, the only moves are turns of the
//! // face U: `powers` adds the moves U2 and U'.
//! let cube = "points 21 \n generator U (1 4 7 10)(2 5 8 11)(3 6 9 12) \n powers".parse()?;
//! let cube = Coordinates::whole(&PermutationPuzzle::<u128>::packed(&cube)?)?;
//! assert_eq!(Enumerate::new().count_by_rank(&cube, [cube.goal()]).run()?.layers, [1, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The input is only the moves of a permutation puzzle; everything else is computed from them. What a view shows is
// numbered by enumeration, so that a state is a table index and a move a lookup.

#![no_std]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod coordinate;
mod coset_table;
mod phases;
mod sequences;
mod space;
mod symmetry;
mod view;

pub use coset_table::{CosetTable, Cosets};
pub use phases::{Phases, TwoPhase};
pub use sequences::sequences_up_to_symmetry;
pub use space::{Coordinates, Coset};
pub use view::View;
