//! Choosing a solver: how they work, what they cost, which to take.
//!
//! All solvers have the same signature, so that trying another is a change of one word. A solution that they
//! call optimal is optimal.
//!
//! # The short answer
//!
//! Ask in this order:
//!
//! 1. *Will every state fit into memory, and will you solve many starts?* Make a table of all distances
//!    once: [levels and hints](super::levels_and_hints).
//! 2. *Is there a heuristic?* Without one: [`BreadthFirst`] where every edge costs one,
//!    [`UniformCost`] where not. If the goal is known and moves can be traced back,
//!    [`Bidirectional`] sees far fewer states. If most of a numbered space will be seen,
//!    [`RankedBreadthFirst`] takes less memory.
//! 3. *With one: does A\* fit into memory?* Then [`AStar`]. If the heuristic estimates the cost from the
//!    start as well ([`TwoSided`](crate::TwoSided)), is consistent and far from right, [`BaeStar`] sees a
//!    fraction of the states.
//! 4. If it does not: [`IdaStar`], which needs none. It is also the faster one where few paths lead to
//!    the same state (the 15-puzzle); it is hopeless where many do (a path over an open grid).
//!    [`AStarIdaStar`] begins as the one and goes on as the other when the memory that it may use is full.
//! 5. *Edges of many different costs, and no memory?* [`Bts`]; or [`BranchAndBound`], which gives any
//!    solution early and improves it.
//! 6. *Is the optimum out of reach, or not worth the wait?* [`WeightedAStar`] within a factor, [`Anytime`]
//!    within a time: [below](#good-enough-instead-of-optimal). Of a puzzle of permutations with a subgroup
//!    halfway, such as Rubik's cube: [`TwoPhase`](crate::coordinates::TwoPhase).
//!
//! [`Anytime`]: crate::Anytime
//! [`AStar`]: crate::AStar
//! [`AStarIdaStar`]: crate::AStarIdaStar
//! [`Beam`]: crate::Beam
//! [`BaeStar`]: crate::BaeStar
//! [`BreadthFirst`]: crate::BreadthFirst
//! [`Bidirectional`]: crate::Bidirectional
//! [`BranchAndBound`]: crate::BranchAndBound
//! [`Bts`]: crate::Bts
//! [`DepthFirst`]: crate::DepthFirst
//! [`Dps`]: crate::Dps
//! [`GreedyBestFirst`]: crate::GreedyBestFirst
//! [`IdaStar`]: crate::IdaStar
//! [`IterativeDeepening`]: crate::IterativeDeepening
//! [`Nbs`]: crate::Nbs
//! [`RankedBreadthFirst`]: crate::RankedBreadthFirst
//! [`UniformCost`]: crate::UniformCost
//! [`WeightedAStar`]: crate::WeightedAStar
//!
//! # Uniform cost, then A\*
//!
//! Uniform-cost search, which is Dijkstra's algorithm, keeps a list of *open* states: seen, but not
//! expanded. It takes the one with the smallest g, the cost of the best path to it so far, and looks at
//! its neighbors; each is opened, or gets a smaller g. A state that is taken from the list is as near as
//! it will ever be. When a goal is taken, its path is a cheapest one. So everything nearer than the goal
//! is expanded first, in all directions.
//!
//! A\* changes the order. It takes the state with the smallest f = g + h, where h is the *heuristic*: an
//! estimate of what is left, never more than the truth. States that lead away from the goal get a large
//! f and are left lying. Nothing is lost: as long as h never overestimates, a state on a cheapest path
//! has an f of at most the optimal cost C, and is taken before any goal that is dearer. All states with
//! f < C are expanded, and none with f > C. That is the price of the proof; no algorithm with the same
//! knowledge can leave them out. The better h, the fewer states have f < C.
//!
//! # From both ends
//!
//! Two searches that meet in the middle see fewer states than one: each goes half as deep, and sees about the
//! square root of the states. With a heuristic that is less simple. Where the two first meet is not always on a
//! cheapest path, and to prove that there is none cheaper both have to go on, each through what the other has seen
//! already.
//!
//! BAE\* ([`BaeStar`]) gets its proof from a second look at the same numbers. At a state of the forward
//! side the other side's heuristic h' is an estimate of g, which is known: the error g - h' is what the
//! estimates from the start were wrong by along that path. A path that comes from the other side and passes
//! through here has that error still ahead of it. So the states are ordered by b = 2g + h - h', which counts
//! it twice, and half of the sum of the least b on either side is a bound for every solution.
//! On Korf's hundred 15-puzzles with the Manhattan distance A\* expands 15.5 million states on average
//! (as published), `BaeStar` 1.9 million. Where the heuristic is nearly right, A\* has little left to do
//! and is ahead: of 14 pancakes with all their [gaps](crate::heuristics::Gap) it expands fewer than
//! `BaeStar`; without those beside the two smallest, thirty times as many.
//!
//! BAE\* needs estimates from both ends. Those of the ready-made heuristics follow the start; a database is made for
//! one goal, and [`BothWays`](crate::heuristics::BothWays) adds one for the start. So the 24-puzzle has databases
//! both ways (`korf24 --solver bae-star`): of the ten of Korf and Felner's instances with the fewest nodes by IDA\*,
//! BAE\* solved four (25, 38, 40, 44) within five minutes and 16 GB each, in 21 to 171 seconds.
//!
//! NBS ([`Nbs`]) takes f alone, and states in pairs: a solution through a state u of one side and v of the other
//! costs at least f of either, and g(u) + g(v) and an edge. It expands both of the pair with the least such
//! bound, so that at most half of its work is in vain. It makes do with estimates that are not consistent. On the
//! same hundred it expands 12.7 million.
//!
//! Which way to go matters to a search from one end too: `AStar::new().backward()` begins at the goal, and
//! expands 11.1 million.
//!
//! # Iterative deepening, then IDA\*
//!
//! Both of these store every state they see. A depth-first search stores only the path it is on, but may
//! run away for ever down the wrong branch, and its first solution need not be the best.
//!
//! Iterative deepening gives it a bound. It walks every path that costs at most the bound; if no goal was
//! met, it raises the bound to the smallest cost that exceeded it, and starts again. The first goal met
//! is met at the smallest possible bound: it is optimal. The work of the earlier iterations is small
//! beside the last one if each is several times as large as the one before.
//!
//! IDA\* does the same with f: it walks every path with g + h within the bound, which begins at h of the
//! start. It needs no memory but the path, no hashing and no list, so that each node is cheap. The price:
//! it does not know that it has been somewhere. A state that can be reached in many ways is searched each
//! time. [`is_redundant`](crate::Puzzle::is_redundant) and [`Pruned`](crate::pruning::Pruned) help; see
//! [making it fast](super::making_it_fast).
//!
//! What it repeats most is what lies near the start. A\*+IDA\* ([`AStarIdaStar`]) stores that: it is A\* until
//! memory ends, and then walks below the open states. A state of A\* takes several times as long as one of
//! IDA\*, so that it pays where the same states are often seen again: with 8 GB and the databases 6-6-6-6 six of
//! Korf and Felner's 24-puzzles (25, 28, 32, 38, 40, 44) take 5 to 48 per cent of IDA\*'s expansions, 9 in all,
//! and half of its time, each from a quarter to twice as much.
//!
//! Nor is the work of the earlier iterations always small. Where nearly every path has a cost of its own, an
//! iteration adds one state to the one before, and the sum is the square of the last. BTS ([`Bts`]) raises the
//! bound by more as soon as the number of states does not double, and breaks off a walk that goes too far.
//! Where it does double, BTS is IDA\*.
//!
//! # One instance, nine solvers
//!
//! The 8-puzzle's hardest board needs 31 moves; 181,440 boards can be reached.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{
//!     AStar, BaeStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, Notation, Puzzle,
//!     RankedBreadthFirst, Solver, UniformCost,
//! };
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let solvers: [(&str, &dyn Solver<_>, u64, u64); 8] = [
//!     ("uniform cost", &UniformCost::new(), 181_438, 181_440),
//!     ("breadth-first", &BreadthFirst::new(), 181_380, 181_439),
//!     ("the same, ranked", &RankedBreadthFirst::new(), 181_380, 181_439),
//!     ("bidirectional", &Bidirectional::new(), 10_068, 15_971),
//!     ("A*", &AStar::new(), 6_728, 10_001),
//!     ("BAE*", &BaeStar::new(), 2_315, 3_475),
//!     ("IDA*", &IdaStar::new(), 14_964, 0),
//!     ("branch and bound", &BranchAndBound::new(), 12_565, 0),
//! ];
//! for (name, solver, expanded, stored) in solvers {
//!     let report = solver.solve(&puzzle, &start);
//!     assert_eq!((report.stats.expanded, report.stats.peak_stored), (expanded, stored), "{name}");
//!     let solution = report.into_result()?;
//!     assert_eq!(solution.cost(), 31);
//!     assert!(solution.verify(&puzzle, &start).is_ok());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`IterativeDeepening`], without a heuristic, expands 145,569,786 and is left out. IDA\* expands twice
//! as many as A\* here, each for a fraction of the price.
//!
//! On the 15-puzzle, with 10,461,394,944,000 boards, the first three are out of the question, A\* with
//! the Manhattan distance stores some millions to hundreds of millions of boards, and IDA\* needs nothing
//! but time; with a pattern database ([writing a heuristic](super::writing_a_heuristic)) milliseconds.
//!
//! # What each of them is for
//!
//! | solver | finds | needs | time and memory | an unsolvable start |
//! |---|---|---|---|---|
//! | [`BreadthFirst`] | fewest moves, first in neighbor order | | all states nearer than the goal | proved |
//! | [`RankedBreadthFirst`] | the same | [`Ranked`](crate::Ranked) | the same, a bit for each number instead of a hash table | proved |
//! | [`Bidirectional`] | fewest moves | [`Reversible`](crate::Reversible) | about the square root | proved |
//! | [`UniformCost`] | cheapest | | all states nearer than the goal | proved |
//! | [`AStar`] | cheapest | a heuristic | the states with f up to the cost | proved |
//! | [`BaeStar`] | cheapest | a [`TwoSided`](crate::TwoSided) puzzle, estimates consistent from both ends | a few of A\*'s states | proved |
//! | [`Nbs`] | cheapest | a [`TwoSided`](crate::TwoSided) puzzle | at most twice the states that any search by pairs needs | proved |
//! | [`AStarIdaStar`] | cheapest | a heuristic, positive costs | A\*'s states up to a limit, then paths | proved if memory suffices |
//! | [`WeightedAStar`] | within a factor | a heuristic | a small part of A\*'s states | proved |
//! | [`Dps`] | within a factor | a heuristic that is nearly right | a small part of A\*'s states | proved |
//! | [`GreedyBestFirst`] | any | a heuristic | few states, if the heuristic leads somewhere | proved |
//! | [`DepthFirst`] | any | | the states that it comes to | proved |
//! | [`Beam`] | any, not dearer if it is wider | a heuristic | the width times the depth | only if nothing was left out |
//! | [`Anytime`] | better and better, at last cheapest | a heuristic | as A\*, up to a limit, then paths | proved if memory suffices |
//! | [`IdaStar`] | cheapest | a heuristic, positive costs | the paths with f up to the cost; no memory | by `solvability` |
//! | [`Bts`] | cheapest | the same | the same, also where costs are many | by `solvability` |
//! | [`BranchAndBound`] | cheapest, and any on the way | positive costs | the paths with f up to the bound; no memory | by `solvability` |
//! | [`IterativeDeepening`] | cheapest | positive costs | all paths up to the cost; no memory | by `solvability` |
//!
//! The page of each solver says more, in the same order. A sub-trait that is missing is a compile error,
//! not a surprise at run time.
//!
//! # When there may be no solution
//!
//! All but the last four end when they have seen all that can be reached, and prove it so. Those four
//! remember nothing and walk in circles for ever, unless the puzzle itself knows:
//! [`Puzzle::solvability`](crate::Puzzle::solvability) is asked before any search. Give it what is known
//! without a search, such as a parity, or give the search a limit.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IterativeDeepening, Notation, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let start = puzzle.parse("1 2 3  4 5 6  8 7 0")?; // two tiles swapped
//! let report = IterativeDeepening::new().solve(&puzzle, &start);
//! assert!(report.is_unsolvable());
//! assert_eq!(report.stats.expanded, 0); // known by parity
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # Good enough instead of optimal
//!
//! If twice the optimum will do, say so: [`WeightedAStar`] orders states by g + w h, expands a small part of
//! what A\* does, and what it finds costs no more than w times the optimum. The report says
//! [by what factor](crate::Report::factor) at most, which is often less than w. [`Dps`] keeps to the factor too,
//! and takes of all states that may still lead within it the one that is most likely to: where the heuristic
//! is nearly right and w close to one, that is far less work. With no bound at all
//! [`GreedyBestFirst`] looks only at h, and finds any solution; without a heuristic
//! [`DepthFirst`] does, which may be long. [`Beam`] keeps a fixed number of states of each depth: it
//! finds better ones, in a time that this width sets. It may find none, and then says so
//! ([`Stop::Incomplete`](crate::Stop::Incomplete)).
//!
//! If it is time that ends, take [`Anytime`]: it has a first solution soon, improves it as long as it may, and
//! proves the last one optimal if it gets there, without more memory than it may have. The larger the puzzle, the
//! more its first solution depends on what leads it: random boards of 8x8 have one after some 300,000 states with the
//! [guess](crate::Guess) of [`TileGuess`](crate::heuristics::TileGuess), which need not be a bound; with
//! [`LinearConflict`](crate::heuristics::LinearConflict) after a million or more, and with the Manhattan distance some
//! have none after ten million. [How to write one](super::writing_a_heuristic#a-guess-for-what-is-too-large) says what
//! makes a guess.
//!
//! [`BranchAndBound`] does the same with no memory but the path: given
//! [a solution that is known](crate::Search::with_incumbent), it finds a cheaper one or proves that there is none.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver, WeightedAStar};
//!
//! let goal: Vec<u8> = (0..16).collect();
//! let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
//! let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?; // 57 moves
//! let report = WeightedAStar::new(1.5).solve(&puzzle, &start);
//! let solution = report.solution().expect("an even permutation");
//! assert_eq!((solution.cost(), report.lower_bound), (59, Some(45)));
//! assert!(report.factor() <= Some(1.5) && report.stats.expanded < 300_000); // A* needs millions
//!
//! let report = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(100_000)).run();
//! let (best, bound) = (report.best().expect("there is one by then"), report.lower_bound);
//! assert!(best.cost() < 70 && bound >= Some(45));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! If not even the first move can wait for a solution, a [`RealTime`](crate::RealTime) agent looks a little ahead,
//! moves, and [learns](super::real_time#the-next-step-at-once).
//!
//! # More than one solution
//!
//! [`AStar::all_solutions`](crate::AStar::all_solutions) returns the graph of all cheapest solutions: how many
//! there are, the states on them, and one after the other. The [k cheapest](crate::AStar::k_cheapest_walks)
//! come in order, as walks or as [simple paths](crate::AStar::k_cheapest_paths). [`Distances`](crate::Distances)
//! are the cheapest ways to everything. [`UniformCost`] has all of these without a heuristic, and where each
//! edge costs one [`BreadthFirst`] and [`Bidirectional`] have
//! [all cheapest solutions](crate::BreadthFirst::all_solutions). Where no path leads back to where it was,
//! there are the [longest path](crate::DepthFirst::longest_path) and the
//! [number of all paths](crate::DepthFirst::count_paths), cheap or dear.
//!
//! ```
//! use puzzle_search::{from_edges, Distances, UniformCost};
//!
//! let edges = [('a', 'b', 1), ('a', 'c', 1), ('b', 'd', 2), ('c', 'd', 2), ('b', 'c', 1), ('d', 'a', 5)];
//! let puzzle = from_edges(
//!     |&from: &char| edges.into_iter().filter(move |edge| edge.0 == from).map(|edge| (edge.1, edge.2 as u32)),
//!     |&at| at == 'd',
//! );
//! let all = UniformCost::new().all_solutions(&puzzle, ['a']).run()?;
//! assert_eq!((all.cost(), all.count()), (3, Some(2)));
//! let walks = UniformCost::new().k_cheapest_walks(&puzzle, ['a'], 4).run()?;
//! assert_eq!(walks.iter().map(|walk| walk.cost()).collect::<Vec<_>>(), [3, 3, 4, 11]);
//! let paths = UniformCost::new().k_cheapest_paths(&puzzle, ['a'], 4).run()?;
//! assert_eq!(paths.len(), 3); // a walk may go round, and a path may not
//! let mut distances = Distances::new(&puzzle, ['a']);
//! assert_eq!(distances.nearest().last(), Some(('d', 3)));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
