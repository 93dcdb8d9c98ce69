//! Step by step: how breadth-first search, A\* and IDA\* solve one small board, state by state.
//!
//! The start is a board of the 8-puzzle, six moves from the goal; its Manhattan distance is four. `_` is the blank,
//! which moves up, left, down or right (U, L, D, R). The command `puzzle-search show tree` prints the listings of
//! this page, and can also draw the steps as a tree:
//!
//! ```sh
//! cargo run --release -- show tree --solver bfs
//! cargo run --release -- show tree --solver a-star --svg tree.svg
//! cargo run --release -- show tree "1 2 3 5 0 6 4 7 8" --solver ida-star
//! ```
//!
//! # Breadth-first search
//!
//! A state that was generated, but not expanded yet, is *open*; a state that was expanded is *closed*. Breadth-first
//! search expands the state that has been open longest. So it expands the start, then all states at distance 1, then
//! all at distance 2, and so on. In the listing, g is the number of moves from the start. Each generated state gets the
//! next number, even if it is known already.
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
//! State 6 is the start again, so the search drops it. A search that does not drop known states follows every path that
//! goes back and forth. In step 34 the goal is generated:
//!
//! ```text
//! step 34: expand
//!    50  g=5     1 2 3 / 4 5 _ / 7 8 6
//!     U ->  88  g=6     1 2 _ / 4 5 3 / 7 8 6  new
//!     L ->  89  g=6     1 2 3 / 4 _ 5 / 7 8 6  known already
//!     D ->  90  g=6     1 2 3 / 4 5 6 / 7 8 _  the goal
//! ```
//!
//! No shorter solution exists, since every state within five moves of the start was generated before the goal.
//!
//! # A\*
//!
//! A\* expands the open state with the least f = g + h. Here h is the Manhattan distance: the sum, over the tiles, of
//! each tile's distance from its goal cell. A move shifts one tile by one cell, so no solution has fewer moves than h:
//! h is *admissible*. No move changes h by more than one, so h is also *consistent*. The listing shows each state with
//! g + h = f.
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
//! Both moves from the start raise h by one, so both neighbors of the start have f = 6. Among states with equal f, A\*
//! expands a state with the largest g. Among states with equal f and g, it expands the state that was generated last:
//! in step 2, state 3. From state 7 on, each move of the solution brings a tile nearer to its goal cell, and f stays 6:
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
//! A\* took seven steps; breadth-first search took 34. The goal has f = 6. All other open states have f = 8, so a
//! solution through one of them has at least eight moves. This proves that the solution is optimal. A\* must not end as
//! soon as it *generates* a goal, since an open state with a smaller f might lead to a cheaper solution. It ends when
//! the goal has the least f of all open states.
//!
//! # IDA\*
//!
//! IDA\* stores only the current path. It searches depth-first, but cuts off every state whose f exceeds a bound. The
//! first bound is h of the start. If no goal is found, the next bound is the least f that was cut off, and the search
//! starts again. In the listing, "on the way" marks the states of the solution.
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
//! The first iteration ends at once: both neighbors of the start have f = 6. So the bound of the second iteration is 6.
//! IDA\* does not remember which states it has visited, so a longer search reaches the same state by several paths.
//! IDA\* avoids only one kind of repetition: it never undoes the move just made.
//!
//! # The same in numbers
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{AStar, BreadthFirst, IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("1 3 5  4 2 6  7 8 0")?;
//! // For each solver: the states expanded, the states generated, and the most states stored at one time.
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
//! Iterative deepening uses no heuristic. On one of the hardest boards of the 8-puzzle, breadth-first search expands
//! 181,380 states, A\* 6,728, iterative deepening 145,569,786, and IDA\* 14,964; see
//! [choosing a solver](super::choosing_a_solver).
//!
//! Next chapter: [choosing a solver](super::choosing_a_solver).
