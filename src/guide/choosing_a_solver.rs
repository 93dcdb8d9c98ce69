//! Choosing a solver: how the solvers work, what they cost, and which one to take.
//!
//! All solvers are called in the same way, so you can try another solver by changing one word. A solution that a solver
//! reports as optimal is proved to be optimal.
//!
//! # The short answer
//!
//! Ask in this order:
//!
//! 1. *Will every state fit into memory, and will you solve many starts?* If so, build a table of all distances once:
//!    see [levels and hints](super::levels_and_hints).
//! 2. *Is there a heuristic?* If not, take [`BreadthFirst`] if every edge costs one, and [`UniformCost`] otherwise. If
//!    you can list the goals and the edges that lead into a state ([`Reversible`](crate::Reversible)),
//!    [`Bidirectional`] sees far fewer states than breadth-first search. If you can number the states
//!    ([`Ranked`](crate::Ranked)) and most of them will be seen, [`RankedBreadthFirst`] takes less memory than
//!    `BreadthFirst`.
//! 3. *If there is a heuristic, do the states that A\* stores fit into memory?* If they do, take [`AStar`]. If the
//!    heuristic can also estimate the cost from the start to a state ([`TwoSided`](crate::TwoSided)), is consistent,
//!    and is often far below the true cost, [`BaeStar`] sees a fraction of A\*'s states.
//! 4. If A\*'s states do not fit into memory, take [`IdaStar`], which stores only the current path. It is also faster
//!    than A\* where few paths lead to the same state (the 15-puzzle), and hopeless where many do (a path over an open
//!    grid). [`AStarIdaStar`] begins as A\*, and continues as IDA\* when the memory that it may use is full.
//! 5. *Do edges have many different costs, and is memory too small for A\*?* Take [`Bts`], or [`BranchAndBound`],
//!    which finds some solution early and improves it.
//! 6. *Is the optimum out of reach, or not worth the wait?* [`WeightedAStar`] finds a solution that costs at most a
//!    given factor times the optimum, and [`Anytime`] the best solution that it can in a given time: see
//!    [below](#good-enough-instead-of-optimal). For permutation puzzles such as Rubik's cube,
//!    [`TwoPhase`](crate::coordinates::TwoPhase) finds short solutions within milliseconds. Its first phase brings the
//!    state into a subgroup: the states that can be solved with some of the moves alone. Its second phase goes from
//!    there to the goal.
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
//! Uniform-cost search, which is Dijkstra's algorithm, keeps a list of *open* states: generated, but not yet expanded.
//! It takes the open state with the smallest g, the cost of the best path to it so far, and expands it: each neighbor
//! that is new becomes open, and the g of a known neighbor is lowered if this path to it is cheaper. The g of a state
//! that is taken from the list is the cost of a cheapest path to it. So when a goal is taken, its path is a cheapest
//! one. Before that, every state that is nearer to the start than this goal is expanded, in all directions.
//!
//! A\* changes the order. It takes the state with the smallest f = g + h, where h is the *heuristic*: an estimate of
//! the cost that is left, which never exceeds the true cost. States that lead away from the goal get a large f and are
//! never expanded. No cheapest solution is lost: as long as h never overestimates, a state on a cheapest path has an f
//! of at most the optimal cost C, so it is taken before any goal that costs more. All states with f < C are expanded,
//! and none with f > C. The states with f < C are the price of the proof: if h is consistent, no other search from the
//! start alone can leave them out with the same h. The better h is, the fewer they are.
//!
//! # From both ends
//!
//! Two searches that meet in the middle see fewer states than one: each goes half as deep, and sees about the square
//! root of the number of states that a single search sees. With a heuristic this is less simple. The state where the
//! two searches first meet is not always on a cheapest path. To prove that no cheaper path exists, both searches must
//! go on, each through states that the other has already seen.
//!
//! BAE\* ([`BaeStar`]) proves sooner that no cheaper path exists, from the same estimates. Take an open state u of the
//! forward search. Its g is the cost of the path from the start. The heuristic h' of the backward search estimates the
//! same cost, so g - h' is the error of h' at u. Now take an open state v of the backward search, and a solution that
//! passes through u and then through v. If h' is consistent, it is too low at v by at least as much as at u. So the
//! solution costs at least f(v), as computed by the backward search, plus the error at u. With the sides exchanged, it
//! costs at least f(u), as computed by the forward search, plus the error of the forward heuristic at v. The mean of
//! these two bounds is (b(u) + b(v)) / 2, where b = f + (g - h') = 2g + h - h'. For each state, g and h are those of
//! its own search, and h' is the heuristic of the other search. Each side expands its states in the order of b, and
//! half the sum of the least b of both sides is a lower bound on the cost of every solution.
//!
//! On Korf's hundred 15-puzzles with the Manhattan distance, A\* expands 15.5 million states on average (a published
//! number), and `BaeStar` expands 1.9 million. If the heuristic is nearly exact, A\* has little left to do and expands
//! fewer states than `BaeStar`. On 14 pancakes with the heuristic [`Gap`](crate::heuristics::Gap), A\* expands fewer
//! states than `BaeStar`; with the weaker `Gap::ignoring(2)`, A\* expands thirty times as many.
//!
//! BAE\* needs estimates from both ends. `Manhattan`, `LinearConflict`, `Gap` and some other heuristics can also
//! estimate the cost from any start to a state. A pattern database is made for one goal, and
//! [`BothWays`](crate::heuristics::BothWays) adds a second database, made for the start. The example
//! `korf24 --solver bae-star` uses databases for both directions of the 24-puzzle. It was run on ten of Korf and
//! Felner's instances, those for which IDA\* expands the fewest nodes. Each run was limited to five minutes and 16 GB.
//! BAE\* solved four of the ten instances (numbers 25, 38, 40 and 44), in 21 to 171 seconds.
//!
//! NBS ([`Nbs`]) expands states in pairs. A solution through a state u of one side and a state v of the other costs at
//! least f(u), at least f(v), and at least g(u) + g(v) plus the least cost of an edge, where the f and g of each state
//! are those of its own side. The largest of these three numbers is the bound of the pair, and NBS expands both states
//! of the pair with the least bound. With consistent estimates, any search from both ends must expand at least one
//! state of every pair whose bound is less than the optimal cost, so at most half of NBS's expansions of such pairs are
//! in vain. NBS also works with estimates that are not consistent. On the same hundred 15-puzzles it expands 12.7
//! million states on average.
//!
//! The direction also matters for a search from one end only. `AStar::new().backward()` searches from the goal to the
//! start, and expands 11.1 million states on average on the same hundred 15-puzzles.
//!
//! # Iterative deepening, then IDA\*
//!
//! All of the searches above store every state that they see. A depth-first search stores only the current path, but it
//! may follow a wrong branch for ever, and its first solution need not be the best.
//!
//! Iterative deepening is depth-first search with a bound. It searches every path that costs at most the bound. If
//! it finds no goal, it raises the bound to the smallest cost that exceeded it, and starts again. The first goal
//! is found with the smallest bound that allows one, so its path is optimal. The work of the earlier iterations is
//! small compared with the last if each iteration is several times as large as the one before.
//!
//! IDA\* does the same with f: it searches every path with g + h within the bound, and the first bound is h of the
//! start. It needs no memory but the path, no hashing and no open list, so each node is cheap. The price is that it
//! does not recognise states that it has seen: a state that can be reached by many paths is searched once for each
//! of them. [`is_redundant`](crate::Puzzle::is_redundant) and [`Pruned`](crate::pruning::Pruned) help; see
//! [making it fast](super::making_it_fast).
//!
//! The states that IDA\* repeats most often are those near the start. A\*+IDA\* ([`AStarIdaStar`]) stores these states:
//! it searches as A\* until its memory is full, and then depth-first from the open states. A\* takes several times as
//! long for a state as IDA\* does, so A\*+IDA\* is worth it where many paths lead to the same states. A\*+IDA\* was
//! compared with IDA\* on six of Korf and Felner's 24-puzzles (25, 28, 32, 38, 40, 44), with 8 GB of memory and four
//! pattern databases of six tiles each (6-6-6-6). On individual instances it expanded 5 to 48 per cent as many states
//! as IDA\*, and took 0.25 to 2 times as long. Over all six together, it expanded 9 per cent as many states in half the
//! time.
//!
//! The work of IDA\*'s earlier iterations is not always small. If nearly every path has a different cost, each
//! iteration expands only one state more than the one before. If the last iteration expands N states, all iterations
//! together then expand in the order of N² states. BTS ([`Bts`]) avoids this. After an iteration that expands fewer
//! than twice as many states as the one before, it raises the bound by more than IDA\* would. If the next iteration
//! then expands too many states, BTS aborts it and tries a smaller bound. If each iteration expands at least twice as
//! many states as the one before, BTS does the same iterations as IDA\*.
//!
//! # One instance, nine solvers
//!
//! The 8-puzzle's hardest board needs 31 moves; 181,440 boards can be reached. The program has two numbers for each
//! solver: the states that it expands, and the most states that it stores at one time.
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
//! The ninth solver is [`IterativeDeepening`]. It uses no heuristic and expands 145,569,786 states, so the program
//! leaves it out. IDA\* expands twice as many states as A\* here, but takes a fraction of A\*'s time for each.
//!
//! The 15-puzzle has 10,461,394,944,000 boards, so the first three solvers of the list are out of the question. A\*
//! with the Manhattan distance stores some millions to hundreds of millions of boards. IDA\* needs only time, and
//! with a pattern database ([writing a heuristic](super::writing_a_heuristic)) only milliseconds.
//!
//! # What each solver is for
//!
//! | solver | finds | needs | time and memory | an unsolvable start |
//! |---|---|---|---|---|
//! | [`BreadthFirst`] | a path with the fewest moves: of several, the first in the order in which the puzzle lists neighbors | | all states nearer to the start than the goal | proved |
//! | [`RankedBreadthFirst`] | the same path as `BreadthFirst` | [`Ranked`](crate::Ranked) | the same states as `BreadthFirst`; a bit for each state of the whole space instead of a hash table | proved |
//! | [`Bidirectional`] | a path with the fewest moves | [`Reversible`](crate::Reversible) | about the square root of the number of states of `BreadthFirst` | proved |
//! | [`UniformCost`] | a cheapest path | | all states nearer to the start than the goal | proved |
//! | [`AStar`] | a cheapest path | a heuristic | the states with f up to the optimal cost | proved |
//! | [`BaeStar`] | a cheapest path | a [`TwoSided`](crate::TwoSided) puzzle with a heuristic | often a small fraction of A\*'s states, if the estimates are consistent in both directions | proved |
//! | [`Nbs`] | a cheapest path | a [`TwoSided`](crate::TwoSided) puzzle with a heuristic | with consistent estimates, at most twice the states that any search from both ends must expand | proved |
//! | [`AStarIdaStar`] | a cheapest path | a heuristic, positive costs | A\*'s states up to its memory limit, then only paths | proved if memory suffices |
//! | [`WeightedAStar`] | a path within a factor of the optimum | a heuristic | a small fraction of A\*'s states | proved |
//! | [`Dps`] | a path within a factor of the optimum | a heuristic | a small fraction of A\*'s states, if the heuristic is nearly exact | proved |
//! | [`GreedyBestFirst`] | any path | a heuristic | few states, if the heuristic is good | proved |
//! | [`DepthFirst`] | any path | | all states that it sees | proved |
//! | [`Beam`] | any path; a wider beam never finds a more expensive one | a heuristic | states: at most the width times the depth | proved if no state was left out |
//! | [`Anytime`] | better and better paths, finally a cheapest | a heuristic | A\*'s states and more, up to its memory limit, then only paths | proved if memory suffices |
//! | [`IdaStar`] | a cheapest path | a heuristic, positive costs | the paths with f up to the optimal cost; memory for one path | proved by `solvability`, or if all paths end |
//! | [`Bts`] | a cheapest path | a heuristic, positive costs | like `IdaStar`, but with little repeated work if there are many different costs | proved by `solvability`, or if all paths end |
//! | [`BranchAndBound`] | better and better paths, finally a cheapest | positive costs | the paths with f up to a bound; memory for one path | proved by `solvability`, or if all paths end |
//! | [`IterativeDeepening`] | a cheapest path | positive costs | all paths up to the optimal cost; memory for one path | proved by `solvability`, or if all paths end |
//!
//! The page of each solver says more about each of these points. If a puzzle lacks a trait that a solver needs, the
//! program does not compile.
//!
//! # When there may be no solution
//!
//! All solvers but the last four of the table end when they have seen every state that can be reached. They then report
//! that no solution exists, if the condition in the last column of the table holds. The last four solvers remember no
//! states. On an unsolvable puzzle with cycles they walk in circles for ever, unless the puzzle itself knows that no
//! solution exists: every search first calls [`Puzzle::solvability`](crate::Puzzle::solvability). Let this method
//! return what is known without a search, for example from a parity, or give the search a limit.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IterativeDeepening, Notation, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let start = puzzle.parse("1 2 3  4 5 6  8 7 0")?; // the goal with two tiles swapped
//! let report = IterativeDeepening::new().solve(&puzzle, &start);
//! assert!(report.is_unsolvable());
//! assert_eq!(report.stats.expanded, 0); // known by parity
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # Good enough instead of optimal
//!
//! If twice the optimum is good enough, [`WeightedAStar`] saves work. It orders states by g + w h, where the weight w
//! is your choice. It expands a small fraction of A\*'s states, and finds a solution that costs at most w times the
//! optimum. The report says [what factor is proved](crate::Report::factor), which is often less than w. [`Dps`] also
//! finds a solution within a factor w of the optimum. It always expands the state that seems most likely to lead to
//! such a solution. If the heuristic is nearly exact and w is close to one, it expands far fewer states than
//! `WeightedAStar`.
//!
//! The solvers of this paragraph promise nothing about the cost. [`GreedyBestFirst`] looks only at h, and finds some
//! solution. [`DepthFirst`] finds a solution without a heuristic, and its solution may be long. [`Beam`] keeps a fixed
//! number of states at each depth; this number is its width. It finds better solutions than greedy and depth-first
//! search, and takes a time proportional to its width for each depth. It may find no solution, and then reports that it
//! left states out ([`Stop::Incomplete`](crate::Stop::Incomplete)).
//!
//! If time is limited, take [`Anytime`]. It finds a first solution soon, and improves it until a limit stops it. Given
//! enough time, it proves its last solution optimal. It never takes more memory than its limit allows. The larger the
//! puzzle, the more the time to the first solution depends on the estimates that guide the search. Random 8x8 boards
//! are solved after some 300,000 states if the search is led by the [guess](crate::Guess) of
//! [`TileGuess`](crate::heuristics::TileGuess), an estimate that is not a lower bound. With
//! [`LinearConflict`](crate::heuristics::LinearConflict) it takes a million states or more, and with the Manhattan
//! distance some boards are not solved after ten million. [Writing a
//! heuristic](super::writing_a_heuristic#a-guess-for-what-is-too-large) says what makes a good guess.
//!
//! [`BranchAndBound`] also improves its solution step by step, and stores only the current path. Given
//! [a known solution](crate::Search::with_incumbent), it finds a cheaper one or proves that there is none.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver, WeightedAStar};
//!
//! let goal: Vec<u8> = (0..16).collect();
//! let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
//! let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?; // the optimum is 57 moves
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
//! If the first move must be made before any solution is known, take a [`RealTime`](crate::RealTime) agent: it looks a
//! little ahead, moves, and [improves its estimates](super::real_time#the-next-step-at-once).
//!
//! # More than one solution
//!
//! [`AStar::all_solutions`](crate::AStar::all_solutions) returns the graph of all cheapest solutions. From this graph
//! you get their number, the states on them, and the solutions one by one.
//! [`k_cheapest_walks`](crate::AStar::k_cheapest_walks) lists the k cheapest solutions in order of cost, as walks,
//! which may repeat states; [`k_cheapest_paths`](crate::AStar::k_cheapest_paths) lists only simple paths, which never
//! repeat a state. [`UniformCost`] has the same three methods, for puzzles without a heuristic. If every edge costs
//! one, [`BreadthFirst`] and [`Bidirectional`] also return [all cheapest
//! solutions](crate::BreadthFirst::all_solutions).
//!
//! [`Distances`](crate::Distances) finds the cheapest paths from the start to all states. On an acyclic graph,
//! [`DepthFirst`] finds the [longest path](crate::DepthFirst::longest_path) and the
//! [number of all paths](crate::DepthFirst::count_paths), whatever they cost.
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
//! assert_eq!(paths.len(), 3); // the walk of cost 11 comes to `d` twice, so it is not a simple path
//! let mut distances = Distances::new(&puzzle, ['a']);
//! assert_eq!(distances.nearest().last(), Some(('d', 3)));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
