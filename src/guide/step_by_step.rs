//! Step by step: one small search by three algorithms, every state of it.
//!
//! The board is six moves from its goal, and four by the Manhattan distance. What stands here is printed by
//! an example, which draws it too, as a tree that grows:
//!
//! ```sh
//! cargo run --release --example search_tree -- --solver bfs
//! cargo run --release --example search_tree -- --solver a-star --svg tree.svg
//! cargo run --release --example search_tree -- --solver ida-star --board "1 2 3 5 0 6 4 7 8"
//! ```
//!
//! Try other boards, and say before each step which state is next.
//!
//! # Breadth-first search
//!
//! A state that was seen, but not expanded yet, is *open*; one that was expanded is *closed*. Breadth-first
//! search takes the state that has been open longest. So it expands all states at distance 0, then all at
//! distance 1, and so on; g counts the moves.
//!
//! ```text
//! step 1: expand
//!     1  g=0     1 3 5 / 4 2 6 / 7 8 _
//!     U ->   2  g=1     1 3 5 / 4 2 _ / 7 8 6  new
//!     L ->   3  g=1     1 3 5 / 4 2 6 / 7 _ 8  new
//!   open:   2, 3
//!   closed: 1
//!
//! step 2: expand
//!     2  g=1     1 3 5 / 4 2 _ / 7 8 6
//!     U ->   4  g=2     1 3 _ / 4 2 5 / 7 8 6  new
//!     L ->   5  g=2     1 3 5 / 4 _ 2 / 7 8 6  new
//!     D ->   6  g=2     1 3 5 / 4 2 6 / 7 8 _  known already
//!   open:   3, 4, 5
//!   closed: 1 2
//!
//! step 3: expand
//!     3  g=1     1 3 5 / 4 2 6 / 7 _ 8
//!     U ->   7  g=2     1 3 5 / 4 _ 6 / 7 2 8  new
//!     L ->   8  g=2     1 3 5 / 4 2 6 / _ 7 8  new
//!     R ->   9  g=2     1 3 5 / 4 2 6 / 7 8 _  known already
//!   open:   4, 5, 7, 8
//!   closed: 1 2 3
//! ```
//!
//! State 6 is the start again: it is *known already*, and nothing is done with it. Without that the search
//! would go back and forth for ever. After 34 steps the goal is generated, and 23 states are left open:
//!
//! ```text
//! step 34: expand
//!    50  g=5     1 2 3 / 4 5 _ / 7 8 6
//!     U ->  88  g=6     1 2 _ / 4 5 3 / 7 8 6  new
//!     L ->  89  g=6     1 2 3 / 4 _ 5 / 7 8 6  known already
//!     D ->  90  g=6     1 2 3 / 4 5 6 / 7 8 _  the goal
//! ```
//!
//! Nothing is nearer: every state with fewer moves was generated before. The price: every state within four
//! moves of the start was expanded, in all directions, and three of those five moves away.
//!
//! # A\*
//!
//! A\* takes the open state with the least f = g + h. Here h is the Manhattan distance: how far each tile is
//! from home, all added up. A move takes one tile one step, so no solution has fewer moves than h: h is
//! *admissible*. And no move changes h by more than one: h is *consistent*.
//!
//! ```text
//! step 1: expand
//!     1  0+4=4   1 3 5 / 4 2 6 / 7 8 _
//!     U ->   2  1+5=6   1 3 5 / 4 2 _ / 7 8 6  new
//!     L ->   3  1+5=6   1 3 5 / 4 2 6 / 7 _ 8  new
//!   open:   2 (6), 3 (6)
//!   closed: 1
//!
//! step 2: expand
//!     3  1+5=6   1 3 5 / 4 2 6 / 7 _ 8
//!     U ->   4  2+6=8   1 3 5 / 4 _ 6 / 7 2 8  new
//!     L ->   5  2+6=8   1 3 5 / 4 2 6 / _ 7 8  new
//!     R ->   6  2+4=6   1 3 5 / 4 2 6 / 7 8 _  known already
//!   open:   2 (6), 4 (8), 5 (8)
//!   closed: 1 3
//!
//! step 3: expand
//!     2  1+5=6   1 3 5 / 4 2 _ / 7 8 6
//!     U ->   7  2+4=6   1 3 _ / 4 2 5 / 7 8 6  new
//!     L ->   8  2+6=8   1 3 5 / 4 _ 2 / 7 8 6  new
//!     D ->   9  2+4=6   1 3 5 / 4 2 6 / 7 8 _  known already
//!   open:   7 (6), 4 (8), 5 (8), 8 (8)
//!   closed: 1 3 2
//! ```
//!
//! Both moves from the start lead away from the goal: after either h is one larger, so both states have f = 6.
//! Of states with equal f, A\* takes the one with the larger g, and of these the one seen last. Step 2
//! leads to states with f = 8, which are left lying. From state 7 on, each move brings a tile nearer to its home,
//! and f stays 6:
//!
//! ```text
//! step 4: expand
//!     7  2+4=6   1 3 _ / 4 2 5 / 7 8 6
//!     L ->  10  3+3=6   1 _ 3 / 4 2 5 / 7 8 6  new
//!     D ->  11  3+5=8   1 3 5 / 4 2 _ / 7 8 6  known already
//!   open:   10 (6), 4 (8), 5 (8), 8 (8)
//!   closed: 1 3 2 7
//!
//! step 5: expand
//!    10  3+3=6   1 _ 3 / 4 2 5 / 7 8 6
//!     L ->  12  4+4=8   _ 1 3 / 4 2 5 / 7 8 6  new
//!     R ->  13  4+4=8   1 3 _ / 4 2 5 / 7 8 6  known already
//!     D ->  14  4+2=6   1 2 3 / 4 _ 5 / 7 8 6  new
//!   open:   14 (6), 4 (8), 5 (8), 8 (8), 12 (8)
//!   closed: 1 3 2 7 10
//!
//! step 6: expand
//!    14  4+2=6   1 2 3 / 4 _ 5 / 7 8 6
//!     U ->  15  5+3=8   1 _ 3 / 4 2 5 / 7 8 6  known already
//!     L ->  16  5+3=8   1 2 3 / _ 4 5 / 7 8 6  new
//!     R ->  17  5+1=6   1 2 3 / 4 5 _ / 7 8 6  new
//!     D ->  18  5+3=8   1 2 3 / 4 8 5 / 7 _ 6  new
//!   open:   17 (6), 4 (8), 5 (8), 8 (8), 12 (8), 16 (8), 18 (8)
//!   closed: 1 3 2 7 10 14
//!
//! step 7: expand
//!    17  5+1=6   1 2 3 / 4 5 _ / 7 8 6
//!     U ->  19  6+2=8   1 2 _ / 4 5 3 / 7 8 6  new
//!     L ->  20  6+2=8   1 2 3 / 4 _ 5 / 7 8 6  known already
//!     D ->  21  6+0=6   1 2 3 / 4 5 6 / 7 8 _  the goal
//!   open:   21 (6), 4 (8), 5 (8), 8 (8), 12 (8), 16 (8), 18 (8), 19 (8)
//!   closed: 1 3 2 7 10 14 17
//! ```
//!
//! Seven steps, not 34. The goal has f = 6. Everything still open has f = 8: a solution through one of those
//! would take eight moves at least. That is the proof, and the reason why A\* may not end when it *generates*
//! a goal, but only when that goal has the least f of all that are open.
//!
//! # IDA\*
//!
//! IDA\* stores nothing but the path that it is on. It walks depth-first, but only while f is within a bound,
//! which is h of the start at first. Where nothing is found, the bound becomes the least f that exceeded it.
//!
//! ```text
//! bound 4
//!     1  0+4=4   1 3 5 / 4 2 6 / 7 8 _
//!   U   2  1+5=6   1 3 5 / 4 2 _ / 7 8 6  cut off: f > 4
//!   L   3  1+5=6   1 3 5 / 4 2 6 / 7 _ 8  cut off: f > 4
//!
//! bound 6
//!     4  0+4=4   1 3 5 / 4 2 6 / 7 8 _  on the way
//!   U   5  1+5=6   1 3 5 / 4 2 _ / 7 8 6  on the way
//!     U   6  2+4=6   1 3 _ / 4 2 5 / 7 8 6  on the way
//!       L   7  3+3=6   1 _ 3 / 4 2 5 / 7 8 6  on the way
//!         L   8  4+4=8   _ 1 3 / 4 2 5 / 7 8 6  cut off: f > 6
//!         D   9  4+2=6   1 2 3 / 4 _ 5 / 7 8 6  on the way
//!           L  10  5+3=8   1 2 3 / _ 4 5 / 7 8 6  cut off: f > 6
//!           R  11  5+1=6   1 2 3 / 4 5 _ / 7 8 6  on the way
//!             U  12  6+2=8   1 2 _ / 4 5 3 / 7 8 6  cut off: f > 6
//!             D  13  6+0=6   1 2 3 / 4 5 6 / 7 8 _  on the way
//! ```
//!
//! The first walk ends at once: both neighbors have f = 6. So the second may go as far as that. It does not
//! know that A\* was led astray by state 3; the order of the moves is lucky here. Nor does it
//! know where it has been: on a longer way it comes to the same state again and again, by each path anew.
//! What it never does is to go back at once to where it came from.
//!
//! # The same in numbers
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, BreadthFirst, IdaStar, IterativeDeepening, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("1 3 5  4 2 6  7 8 0")?;
//! // What is expanded, generated, and stored at once.
//! let solvers: [(&dyn Solver<_>, [u64; 3]); 4] = [
//!     (&BreadthFirst::new(), [34, 90, 56]),
//!     (&AStar::new(), [7, 21, 15]),
//!     (&IterativeDeepening::new(), [122, 214, 0]),
//!     (&IdaStar::new(), [7, 12, 0]),
//! ];
//! for (solver, counts) in solvers {
//!     let report = solver.solve(&puzzle, &start);
//!     let stats = &report.stats;
//!     assert_eq!([stats.expanded, stats.generated, stats.peak_stored], counts);
//!     assert_eq!(report.into_result()?.cost(), 6);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without a heuristic, iterative deepening walks seven times, each time one move farther. On the 8-puzzle's
//! hardest board the same four expand 181,380, 6,728, 145,569,786 and 14,964 states: [choosing a
//! solver](super::choosing_a_solver).
