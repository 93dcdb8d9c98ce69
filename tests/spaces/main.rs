//! What walks whole spaces, or searches again and again: built with optimisation, which `cargo test` alone
//! does not ask for.
//!
//! ```sh
//! cargo test --profile checked --test spaces
//! ```

mod addresses;
mod batches;
mod disk;
mod distance_tables;
mod distributions;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../it/example_runner.rs"]
mod example_runner;
mod graphs;
mod hanoi;
mod heuristics;
mod instances;
mod judges;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../it/korf.rs"]
mod korf;
mod korf_felner;
mod laws;
mod layers_by_threads;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../it/oracle.rs"]
mod oracle;
mod pauses;
mod permutation_puzzles;
mod pruning;
mod published;
mod solvability;
mod space;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../it/support.rs"]
mod support;
mod threads;
