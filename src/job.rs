//! Tables and long jobs of your own, which can be limited, observed, stopped, resumed, divided among threads and kept in
//! a file.
//!
//! * A [`TableBuilder`] fills a table one breadth-first layer at a time. [`build`] makes a [`Task`](crate::Task) of it.
//! * A [`CachedTable`] is a builder whose table is kept in a file, by [`open_or_build`] (feature `std`).
//! * [`Task::from_fn`](crate::Task::from_fn) makes a task of any other work.
//! * All of them are handed a [`Meter`]. Before you allocate memory or expand states, you tell it so
//!   ([`claim`](Meter::claim), [`expand`](Meter::expand)). If that would exceed a limit, it returns a
//!   [`Stop`](crate::Stop), which you return with `?`. A [`Claim`] gives its memory back when it is dropped.
//!   [`divide`](Meter::divide) divides work among threads.
//!
//! # A table of your own
//!
//! ```
//! use std::io;
//! use puzzle_search::job::{BuildError, CachedTable, Claim, Front, Meter, TableBuilder, open_or_build};
//! use puzzle_search::table_file::{TableBytes, TableEncoding, TableHeader, TableKind, checksum};
//! use puzzle_search::{Limits, Stop};
//!
//! /// How many steps lead from 0 to each number, modulo a million. A step adds one, or doubles.
//! #[derive(Default)]
//! struct Steps {
//!     entries: Vec<u8>,
//!     claim: Claim, // for the memory of the entries
//! }
//! const NUMBERS: usize = 1_000_000;
//! const UNKNOWN: u8 = u8::MAX;
//!
//! impl TableBuilder for Steps {
//!     type Table = TableBytes;
//!     fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
//!         self.claim.reserve(&mut self.entries, NUMBERS, meter)?; // claims the memory, then allocates it
//!         self.entries.resize(NUMBERS, UNKNOWN);
//!         self.entries[0] = 0;
//!         Ok(1) // the size of layer 0
//!     }
//!     fn advance(&mut self, front: Front, _: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
//!         let (depth, mut found) = (front.depth as u8, 0); // no number is farther than 35 steps
//!         for n in 0..NUMBERS {
//!             if self.entries[n] == depth {
//!                 for to in [(n + 1) % NUMBERS, 2 * n % NUMBERS] {
//!                     if self.entries[to] == UNKNOWN {
//!                         self.entries[to] = depth + 1;
//!                         found += 1;
//!                     }
//!                 }
//!             }
//!         }
//!         Ok((found > 0).then_some(found))
//!     }
//!     fn finish(self) -> TableBytes {
//!         self.entries.into()
//!     }
//! }
//!
//! impl CachedTable for Steps {
//!     fn header(&self) -> TableHeader {
//!         TableHeader {
//!             kind: TableKind::DistanceTable,
//!             encoding: TableEncoding::Bytes,
//!             puzzle: checksum(b"add one or double, modulo a million"),
//!             description: "steps from 0".into(),
//!             entries: NUMBERS as u64,
//!         }
//!     }
//!     fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
//!         sink(&self.entries)
//!     }
//!     fn read(self, entries: TableBytes, _: &mut Meter<'_>) -> Result<TableBytes, BuildError> {
//!         Ok(entries)
//!     }
//!     fn unfinished_bytes(&self) -> Result<Option<usize>, BuildError> {
//!         Ok(Some(NUMBERS)) // the build can be resumed from the entries so far
//!     }
//!     fn resume(&mut self, saved: Vec<u8>, _: &[u64], meter: &mut Meter<'_>) -> Result<bool, Stop> {
//!         self.claim.resize(saved.len(), meter)?;
//!         self.entries = saved;
//!         Ok(self.entries[0] == 0)
//!     }
//! }
//!
//! let directory = std::env::temp_dir().join(format!("puzzle-search-steps-{}", std::process::id()));
//! let task = || open_or_build(|_| Ok(Steps::default()), &directory);
//! let small = task().limits(Limits::new().max_bytes(10_000)).run();
//! assert_eq!(small.unwrap_err(), BuildError::Stopped(Stop::Bytes));
//! let near = task().limits(Limits::new().max_moves(20)).run(); // saves the layers up to 20
//! assert_eq!(near.unwrap_err(), BuildError::Stopped(Stop::Moves));
//! let table = task().run()?; // builds the other layers, and writes the file
//! assert_eq!((table[100], table[999_999]), (9, 31));
//! assert_eq!(task().run()?[..], table[..]); // reads it
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::account::{Claim, Meter};
pub use crate::space::layers::Front;
pub use crate::tables::BuildError;
pub use crate::tables::build::{TableBuilder, build};
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use crate::tables::cached::{CachedTable, open_or_build};
