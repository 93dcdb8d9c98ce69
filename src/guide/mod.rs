//! A guide to the crate: what to do first, how the algorithms work, and what to do when a search is too slow or memory
//! runs out.
//!
//! Read the first two chapters in order. Each of the other chapters can be read by itself.
//!
//! 1. [Your first puzzle](first_puzzle): how to implement the trait `Puzzle`.
//! 2. [Choosing a solver](choosing_a_solver): how A\* and IDA\* work, and which solver to take.
//! 3. [Writing a heuristic](writing_a_heuristic): admissible and consistent estimates, pattern databases, and
//!    sums and maxima of heuristics.
//! 4. [Making it fast](making_it_fast): small states, fewer nodes, tables instead of hashing, and threads.
//! 5. [Proving it right](proving_it_right): how the tests of [`laws`](crate::laws) find a wrong heuristic.
//! 6. [Limits and progress](limits_and_progress): what a search counts, and how to stop, resume and watch it.
//! 7. [Real time](real_time): a search between the frames of a game or on a worker thread.
//! 8. [When memory ends](when_memory_ends): searches that store no states, and what a stopped search has proved.
//! 9. [Levels and hints](levels_and_hints): how hard a position is, and which move is best.
//! 10. [Coming from elsewhere](coming_from_elsewhere): what to use instead of `simpleai`, `networkx` and `pathfinding`.
//! 11. [How do I ...?](how_do_i): short questions, each answered with a few lines of code.
//! 12. [Step by step](step_by_step): every step of three algorithms on one small board.
//! 13. [What it takes](what_it_takes): the nodes, time and memory of searches.
//! 14. [References](references): the papers, and what uses each.
//!
//! | you are | read chapters |
//! |---|---|
//! | a student of search | 1, 12, 2, 3, then 8 |
//! | making levels for a game | 1 and 9 |
//! | finding paths in a game | 1 and 7 |
//! | comparing algorithms | 2, 6 (sections *What is counted* and *Repeating the measurements*), 8, 13 |
//! | used to another library | 10 |
//! | in a hurry | 11 |

pub mod choosing_a_solver;
pub mod coming_from_elsewhere;
pub mod first_puzzle;
pub mod how_do_i;
pub mod levels_and_hints;
pub mod limits_and_progress;
pub mod making_it_fast;
pub mod proving_it_right;
pub mod real_time;
pub mod references;
pub mod step_by_step;
pub mod what_it_takes;
pub mod when_memory_ends;
pub mod writing_a_heuristic;
