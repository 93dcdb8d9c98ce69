//! The integration tests, in one binary: linked once, run in parallel.

mod batches;
mod distributions;
mod edges_of_range;
mod example_runner;
mod examples;
mod graphs;
mod group_examples;
mod heuristics;
mod inadmissible;
mod korf_felner;
mod laws;
mod limits;
mod oracle;
mod parsing;
mod permutation;
mod permutation_groups;
mod permutation_puzzles;
mod pruning;
mod solvability;
mod solve;
mod solvers;
mod space;
mod space_examples;
mod support;
mod table_file;
mod weighted;
