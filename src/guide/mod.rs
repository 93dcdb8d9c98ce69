//! A guide to the crate: what to do first, how the algorithms work, and what to do when a search is too slow or memory
//! runs out.
//!
//! Read the first three chapters in order. Each of the other chapters can be read by itself.
//!
//! | | chapter | about |
//! |---|---|---|
//! | 1 | [Your first puzzle](first_puzzle) | a first program, the trait `Puzzle`, puzzles of closures, and puzzles that come with the crate |
//! | 2 | [Step by step](step_by_step) | every step of breadth-first search, A\* and IDA\* on one small board |
//! | 3 | [Choosing a solver](choosing_a_solver) | how the solvers work, and which one to take |
//! | 4 | [Writing a heuristic](writing_a_heuristic) | estimates that never exceed the cost, and pattern databases |
//! | 5 | [Proving it right](proving_it_right) | how the tests of [`laws`](crate::laws) find a wrong heuristic, and what the crate promises |
//! | 6 | [Making it fast](making_it_fast) | small states, fewer nodes, tables instead of hashing, and threads |
//! | 7 | [Limits and progress](limits_and_progress) | what a search counts, and how to stop, resume and observe it |
//! | 8 | [When memory ends](when_memory_ends) | searches that store no states, and spaces on disk |
//! | 9 | [Real time](real_time) | a search between the frames of a game or on a worker thread |
//! | 10 | [The web and async runtimes](web_and_async) | WebAssembly, event loops, servers, and no standard library |
//! | 11 | [Graphs that you have already](graphs_in_memory) | adjacency lists, lists of edges, and `petgraph` |
//! | 12 | [Levels and hints](levels_and_hints) | how hard a position is, and which move is best |
//! | 13 | [What it takes](what_it_takes) | nodes, time and memory, how they grow, and what the crate does not do |
//! | 14 | [Coming from elsewhere](coming_from_elsewhere) | what replaces `simpleai`, `networkx` and `pathfinding` |
//! | 15 | [How do I ...?](how_do_i) | short questions, each answered with a few lines of code |
//! | 16 | [References](references) | the papers, and what uses each |
//!
//! | you are | read chapters |
//! |---|---|
//! | a student of search | 1 to 5, then 8 |
//! | making levels for a game | 1 and 12 |
//! | finding paths in a game | 1, 9 and 10 |
//! | finding paths in a graph | 11 |
//! | comparing algorithms | 3, 7 (sections *What is counted* and *Repeating the measurements*), 8, 13, 16 |
//! | used to another library | 14 |
//! | in a hurry | 15 |
//!
//! # The same from a terminal
//!
//! The command `puzzle-search` runs most of what the guide describes (`cargo install --path crates/cli` in a clone of
//! the repository; its `--help` lists everything):
//!
//! ```sh
//! puzzle-search solve "8 6 7 2 5 4 3 0 1"             # a board of sliding tiles, in the fewest moves
//! puzzle-search compare                               # most solvers, each with every heuristic, on one instance
//! puzzle-search show tree                             # A* on a small board, step by step: open, closed, f
//! puzzle-search show solution --html replay.html      # a solution as a page with buttons
//! puzzle-search map                                   # routes on a map, by four solvers
//! puzzle-search levels --depth 20 --count 5           # boards exactly 20 moves from the goal
//! puzzle-search hint "8 6 7 2 5 4 3 0 1"              # the distance, and the best moves
//! printf '1 2 3\n4 5 6\n8 7 0\n' | puzzle-search check     # says that it is not solvable, and why
//! puzzle-search group examples/puzzles/cube.puzzle    # 43252003274489856000 states
//! puzzle-search cube --scramble "(R U R' U')3 r M2 x" # the fewest moves: minutes
//! puzzle-search cube --random 10 --fast               # ten cubes, short solutions at once
//! puzzle-search count tiles 3x4 --svg 3x4.svg         # 239,500,800 boards: about a second
//! puzzle-search count tiles 2x7                       # 43,589,145,600 boards: minutes, 5.5 GB
//! puzzle-search count tiles 2x7 --disk /var/tmp/2x7 --max-memory-mb 1000
//! puzzle-search count tiles 3x4 --local 2             # two processes: minutes; --hosts: several machines
//! ```

pub mod choosing_a_solver;
pub mod coming_from_elsewhere;
pub mod first_puzzle;
pub mod graphs_in_memory;
pub mod how_do_i;
pub mod levels_and_hints;
pub mod limits_and_progress;
pub mod making_it_fast;
pub mod proving_it_right;
pub mod real_time;
pub mod references;
pub mod step_by_step;
pub mod web_and_async;
pub mod what_it_takes;
pub mod when_memory_ends;
pub mod writing_a_heuristic;
