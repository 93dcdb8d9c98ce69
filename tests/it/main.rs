//! The integration tests, in one binary: linked once, run in parallel.

mod api;
mod batches;
mod distributions;
mod edges_of_range;
mod example_runner;
mod examples;
mod graphs;
mod group_examples;
mod heuristics;
mod inadmissible;
mod korf_examples;
mod korf_felner;
mod laws;
mod limits;
mod markup;
mod oracle;
mod parsing;
mod permutation;
mod permutation_groups;
mod permutation_puzzles;
mod picture_examples;
mod progress;
mod pruning;
mod small_examples;
mod solvability;
mod solve;
mod solvers;
mod space;
mod space_examples;
mod support;
mod table_file;

mod weighted;
