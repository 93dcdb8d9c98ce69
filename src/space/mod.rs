//! Whole state spaces: the number of states at each depth, the hardest states (those of the greatest depth), and the
//! exact distance from every state to the nearest goal.
//!
//! | you have | use | memory |
//! |---|---|---|
//! | any puzzle | [`Enumerate::count_by_hashing`] | all states; only three layers if every move can be taken back |
//! | ranks, that is, numbered states ([`Ranked`](crate::Ranked)) | [`Enumerate::count_by_rank`] | two bits for each rank |
//! | ranks, and a [`BitParallel`] numbering | [`Enumerate::count_by_rank`] | one bit for each rank |
//! | more states than fit into memory | `OnDisk` (feature `std`) | as many bytes as you allow |
//! | more states than fit into one machine | `OnCluster` (feature `std`) | the states are divided among the processes, in memory or on disk |
//! | ranks, to look up distances and best moves | [`DistanceOracle`] | one byte for each rank; two bits suffice if every move can be taken back |
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::Enumerate;
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let census = Enumerate::new().hardest(2).count_by_rank(&puzzle, [puzzle.goal()]).run()?;
//! assert_eq!(census.states(), 181_440);
//! assert_eq!(census.depth(), 31);
//! assert_eq!(census.layers[..6], [1, 2, 4, 8, 16, 20]);
//! let hardest: Vec<_> = census.hardest[0].labels().collect();
//! assert_eq!(hardest, [6, 4, 7, 8, 5, 0, 3, 2, 1]);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Paths
//!
//! `OnDisk::solve` finds a path with the fewest moves by breadth-first search, where there are more states than fit into
//! memory.

mod bit_layers;
mod census;
#[cfg(feature = "std")]
mod cluster;
mod count;
#[cfg(feature = "std")]
mod disk;
mod distance_table;
mod enumerate;
mod error;
mod hash_store;
mod layer_table;
pub(crate) mod layers;
mod oracle;
#[cfg(feature = "std")]
mod oracle_file;
mod rank_store;
mod spaces;
mod two_bits;

pub use crate::bit_parallel::{BitParallel, Pieces, Place};
pub use census::Census;
#[cfg(feature = "std")]
pub use cluster::OnCluster;
#[cfg(feature = "std")]
pub use disk::OnDisk;
pub use distance_table::Encoding;
pub use enumerate::Enumerate;
pub use error::SpaceError;
pub use oracle::DistanceOracle;
#[cfg(feature = "std")]
pub(crate) use oracle_file::fingerprint;
