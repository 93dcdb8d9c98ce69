//! The integration tests, in one binary: linked once, run in parallel.

mod a_star_ida_star;
mod answers;
mod anytime;
mod api;
mod auto_traits;
mod backward;
mod bae_star;
mod beam;
mod bounded;
mod bts;
mod changed_limits;
mod cubes;
mod depth_first;
mod edges_of_range;
#[expect(dead_code, reason = "what only `spaces` needs")]
mod example_runner;
mod examples;
mod facts;
mod fallible;
mod grids;
mod group_examples;
mod heuristics;
mod holding;
mod inadmissible;
mod judge_tasks;
mod korf;
mod laws;
mod limits;
mod markup;
mod module_order;
mod nbs;
mod oracle;
mod outside;
mod pancakes;
mod panics;
mod parsing;
mod pathfinding_tasks;
mod permutation;
mod permutation_groups;
mod permutation_puzzles;
mod picture_examples;
mod progress;
mod real_time;
mod saved;
mod small_examples;
mod solve;
mod solvers;
mod space_examples;
mod space_limits;
mod support;
mod table_file;
mod walks;
mod weighted;
mod weighted_tiles;

/// What of the examples is run here.
const EXAMPLES: &[&str] = &["--examples"];
