//! What it takes: the nodes, time and memory of searches, how these numbers grow, and what the crate does not do.
//!
//! `cargo bench --bench growth` prints the table below. The times were measured on one virtual machine; costs and nodes
//! are the same on every machine. `BENCHMARKS.md` has the results of `cargo bench --bench peers`, which compares the
//! crate with other programs.
//!
//! The first column names the puzzle, the solver and the heuristic; if a row names no solver, its solver and heuristic
//! are those of the row above. The heuristic "gaps" is [`Gap`](crate::heuristics::Gap), "three databases" are
//! [`TilePatterns`](crate::heuristics::tile_patterns::TilePatterns) of a third of the tiles each, "6-6-6-6" are four
//! pattern databases of six tiles each, and "databases" is [`DiscPatterns`](crate::heuristics::DiscPatterns). The
//! column "size" has the number of tiles, pancakes or discs, and the column "searches" the number of starts. The 5x5
//! boards are from the fifty that Korf and Felner published.
//!
//! | search | size | searches | mean cost | mean nodes generated | mean ms | most memory, kB |
//! |---|---|---|---|---|---|---|
//! | tiles 3x3, IDA\*, Manhattan | 8 | 100 | 21.4 | 2,223 | 0.03 | 65 |
//! | 3x4 | 11 | 100 | 34.9 | 517,689 | 3.77 | 65 |
//! | 3x5 | 14 | 20 | 52.1 | 247,472,074 | 4,070 | 65 |
//! | 4x4 | 15 | 20 | 53.6 | 419,900,629 | 1,644 | 65 |
//! | tiles 3x3, BAE\*, Manhattan | 8 | 100 | 21.4 | 1,244 | 0.16 | 145 |
//! | 3x4 | 11 | 100 | 34.9 | 50,854 | 6.06 | 5,837 |
//! | 3x5 | 14 | 20 | 52.1 | 3,165,736 | 468 | 197,137 |
//! | 4x4 | 15 | 20 | 53.6 | 6,286,600 | 820 | 752,883 |
//! | tiles 3x3, IDA\*, three databases | 8 | 100 | 21.4 | 621 | 0.02 | 197 |
//! | 3x4 | 11 | 100 | 34.9 | 26,854 | 1.36 | 197 |
//! | 3x5 | 14 | 20 | 52.1 | 1,583,674 | 77.0 | 197 |
//! | 4x4 | 15 | 20 | 53.6 | 4,818,915 | 234 | 197 |
//! | tiles 5x5, IDA\*, 6-6-6-6, the two easiest of fifty | 24 | 2 | 89.0 | 51,636,543 | 5,810 | 459 |
//! | pancakes, IDA\*, gaps | 10 | 50 | 8.6 | 201 | 0.01 | 0 |
//! | | 20 | 50 | 18.6 | 18,407 | 0.77 | 0 |
//! | | 30 | 50 | 28.7 | 204,787 | 9.28 | 16 |
//! | | 40 | 50 | 38.9 | 2,605,754 | 161 | 75 |
//! | | 50 | 50 | 48.4 | 9,517,822 | 602 | 123 |
//! | Hanoi, 4 pegs, A\*, databases | 8 | 1 | 33 | 60,785 | 5.59 | 496 |
//! | | 10 | 1 | 49 | 138,239 | 12.8 | 1,912 |
//! | | 12 | 1 | 81 | 10,415,924 | 880 | 56,376 |
//! | Hanoi, 4 pegs, BAE\*, databases | 8 | 1 | 33 | 23,981 | 1.50 | 282 |
//! | | 10 | 1 | 49 | 49,863 | 7.38 | 496 |
//! | | 12 | 1 | 81 | 1,801,621 | 130 | 12,986 |
//! | | 14 | 1 | 113 | 7,518,601 | 703 | 46,672 |
//! | | 15 | 1 | 129 | 8,770,557 | 936 | 54,013 |
//!
//! The memory does not include pattern databases, and the time does not include building them. The databases of 6-6-6-6
//! take 255 MB, the databases of 15 discs 17 MB, and the three databases 1.6 MB on the 4x4 board.
//!
//! What the table shows:
//!
//! * With the Manhattan distance, four more tiles (15 instead of 11) multiply the nodes of IDA\* by 800, but the nodes
//!   of BAE\* by only 120, since BAE\* detects duplicates.
//! * IDA\* with the Manhattan distance takes longer on 3x5 than on 4x4, although it generates fewer nodes: the crate
//!   has faster code for 4x4 (feature `tiles`), but not for 3x5.
//! * A better heuristic saves time only if its estimates are fast to compute. On 4x4, IDA\* generates 87 times fewer
//!   nodes with three databases than with the Manhattan distance, but each node takes twelve times as long.
//! * From 20 pancakes on, ten more pancakes multiply the nodes only by four to thirteen, since the number of gaps is
//!   nearly equal to the distance.
//! * For 12 discs, BAE\*, a search from both ends, generates a sixth as many nodes as A\*.
//!
//! `MEASURED.md` has the times to enumerate whole spaces.
//!
//! # What it does not do
//!
//! * A search stores at most 2^32 states; [`BaeStar`](crate::solvers::BaeStar) and [`Nbs`](crate::solvers::Nbs) store
//!   at most half as many.
//! * Weighted and greedy search, `Anytime`, `Beam`, `Bts`, `Dps`, `BaeStar`, `Nbs`, `AStarIdaStar` and `DepthFirst` run
//!   on one thread. A\*, uniform cost, breadth-first and bidirectional search, IDA\*, iterative deepening, branch and
//!   bound, enumerations and the building of tables can use [several threads](super::making_it_fast#threads).
//!   Breadth-first and bidirectional searches with several threads cannot be saved.
//! * Costs are unsigned integers or, with the feature `ordered-float`, floating-point numbers. There are no negative
//!   costs. All cheapest solutions, the k cheapest and the longest path are not available with floating-point costs:
//!   rounding makes equal costs differ.
//! * On an unsolvable start in a puzzle with cycles, the four solvers that store no states do not end by themselves,
//!   nor do `AStarIdaStar` and `Anytime` once their memory is full: see [choosing a
//!   solver](super::choosing_a_solver#when-there-may-be-no-solution).
//! * Boards of the puzzles that come with the crate have at most 64 cells. The function
//!   [`sliding_solvability`](crate::puzzles::sliding_solvability) takes sliding boards of any size.
//! * There are no games for two, no plans for several agents at once, no contingent plans, and no search that repairs
//!   its path when the graph changes, except by a [`RealTime`](crate::solvers::RealTime) agent.
//!
//! Next chapter: [coming from elsewhere](super::coming_from_elsewhere).
