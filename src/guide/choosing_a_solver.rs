//! Choosing a solver: how the solvers work, what they cost, and which one to take.
//!
//! All solvers are called in the same way, so you can try another solver by changing one word.
//!
//! # The short answer
//!
//! Ask these questions in order:
//!
//! 1. *Will every state fit into memory, and will you search from many starts?* If so, build a table of all distances
//!    once: see [levels and hints](super::levels_and_hints).
//! 2. *Is there a heuristic?* If not, take [`BreadthFirst`] if every edge costs one. If costs differ, take
//!    [`UniformCost`]. If the puzzle can list its goals and the edges that lead into a state
//!    ([`Reversible`](crate::Reversible)), [`Bidirectional`] visits far fewer states than `BreadthFirst`. If memory is
//!    too small for these, take [`IterativeDeepening`]. If any path will do, take [`DepthFirst`].
//! 3. *Do the states that A\* stores fit into memory?* If so, take [`AStar`]. If the puzzle is
//!    [`TwoSided`](crate::puzzle::TwoSided), so that there are estimates of the cost to a goal and of the cost from the
//!    start, consider a search from both ends. If both estimates are consistent and often far below the true cost,
//!    [`BaeStar`] usually stores a fraction of A\*'s states. If it is not known that they are consistent, [`Nbs`] is
//!    the alternative.
//! 4. If A\*'s states do not fit into memory, take [`IdaStar`], which stores only the current path. If few paths lead
//!    to the same state, as in the 15-puzzle, `IdaStar` is also faster than A\*. If many paths lead to the same state,
//!    as on an open grid, `IdaStar` is far too slow. [`AStarIdaStar`] begins as A\*, and continues depth-first when its
//!    memory limit is reached.
//! 5. *Do edges have many different costs, and is memory too small for A\*?* Take [`Bts`]. To get a first solution
//!    early, take [`BranchAndBound`].
//! 6. *Does it take too long to find an optimal solution?* [`WeightedAStar`] and [`Dps`] find a solution that costs at
//!    most a given factor times the optimum. [`Anytime`] improves its solution until a limit ends the search.
//!    [`GreedyBestFirst`] finds any solution; so does [`Beam`], in a memory that you choose, where there are too many
//!    states for all others. See [below](#good-enough-instead-of-optimal). For permutation puzzles such as Rubik's
//!    cube, `TwoPhase` of the package `puzzle-search-coordinates` finds short solutions within milliseconds.
//!
//! Set a limit if a start may be unsolvable: solvers that store no states may search for ever.
//!
//! [`Anytime`]: crate::solvers::Anytime
//! [`AStar`]: crate::AStar
//! [`AStarIdaStar`]: crate::solvers::AStarIdaStar
//! [`Beam`]: crate::solvers::Beam
//! [`BaeStar`]: crate::solvers::BaeStar
//! [`BreadthFirst`]: crate::BreadthFirst
//! [`Bidirectional`]: crate::Bidirectional
//! [`BranchAndBound`]: crate::solvers::BranchAndBound
//! [`Bts`]: crate::solvers::Bts
//! [`DepthFirst`]: crate::solvers::DepthFirst
//! [`Dps`]: crate::solvers::Dps
//! [`GreedyBestFirst`]: crate::solvers::GreedyBestFirst
//! [`IdaStar`]: crate::IdaStar
//! [`IterativeDeepening`]: crate::solvers::IterativeDeepening
//! [`Nbs`]: crate::solvers::Nbs
//! [`UniformCost`]: crate::UniformCost
//! [`WeightedAStar`]: crate::solvers::WeightedAStar
//!
//! # One instance, eight solvers
//!
//! The program below solves one of the hardest boards of the 8-puzzle, which needs 31 moves. From this board, 181,440
//! boards can be reached. The two numbers of each solver are the states that it expands, and the largest number of
//! states that it stores at one time.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::{BaeStar, BranchAndBound};
//! use puzzle_search::{AStar, Bidirectional, BreadthFirst, IdaStar, Notation, Puzzle, Solver, UniformCost};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let solvers: [(&str, &dyn Solver<_>, u64, u64); 7] = [
//!     ("uniform cost", &UniformCost::new(), 181_438, 181_440),
//!     ("breadth-first", &BreadthFirst::new(), 181_380, 181_439),
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
//! The eighth solver is [`IterativeDeepening`]. It uses no heuristic and expands 145,569,786 states, so the program
//! leaves it out.
//!
//! The 15-puzzle has 10,461,394,944,000 boards, so the first three solvers of the program would need far too much
//! memory. A\* with the Manhattan distance usually stores between a million and several hundred million boards. With a
//! [pattern database](super::writing_a_heuristic#pattern-databases), IDA\* takes only milliseconds.
//!
//! # Uniform cost, then A\*
//!
//! Uniform-cost search, which is Dijkstra's algorithm, keeps a list of *open* states: generated, but not yet expanded.
//! The g of a state is the cost of the cheapest path to it found so far. In each step, the search expands the open
//! state with the smallest g. New neighbors become open, and cheaper paths lower the g of known neighbors. When a state
//! is taken from the list, its g is the cost of a cheapest path to it. So the path to the first goal that is taken is a
//! cheapest solution. By then, the search has expanded every state that is nearer to the start than this goal.
//!
//! A\* takes the state with the smallest f = g + h, where h is the *heuristic*: an estimate of the cost that is left,
//! which never exceeds the true cost. Let C be the cost of a cheapest solution. Each state on a cheapest path has an f
//! of at most C. So A\* expands these states before it takes a goal that costs more than C, and finds a cheapest
//! solution. A\* expands all states with f < C, and no state with f > C. The better h is, the fewer states have f < C.
//!
//! # From both ends
//!
//! Two searches that meet in the middle each go half as deep. If a single search visits N states, each of the two
//! visits about the square root of N. With a heuristic, the state where the searches first meet is not always on a
//! cheapest path. To prove that no cheaper path exists, both searches must continue.
//!
//! BAE\* ([`BaeStar`]) needs few states for this proof. Let h' be the estimate of the cost from the start to a state.
//! In the backward search, g is the cost of the path from a state to the goal, and f = g + h'. In the forward search,
//! the error of h' is g - h'. If h' is consistent, its error never becomes smaller along a path. So a solution through
//! a state u of the forward search and then a state v of the backward search costs at least f(v) plus the error of h'
//! at u. For the same reason, the solution costs at least f(u) plus the error of h at v.
//!
//! Let b = f + (g - h'); for the backward search, exchange h and h'. Then (b(u) + b(v)) / 2 is the mean of the two
//! bounds. Each side expands its states in the order of b. Half the sum of the two least b, one of each side, is a
//! lower bound on the cost of every solution.
//!
//! On Korf's hundred instances of the 15-puzzle with the Manhattan distance, A\* expands 15.5 million states on average
//! (a published number), and `BaeStar` expands 1.9 million. If the heuristic is nearly exact, as
//! [`Gap`](crate::heuristics::Gap) is for pancakes, A\* expands fewer states than `BaeStar`.
//!
//! `Manhattan`, `LinearConflict`, `Gap` and some other heuristics can estimate from both ends. A pattern database is
//! made for one goal. [`BothWays`](crate::heuristics::BothWays) adds a second database, made for the start.
//!
//! NBS ([`Nbs`]) expands pairs of states, one of each side. A solution through the states u and v costs at least f(u),
//! at least f(v), and at least g(u) + g(v) plus the least cost of an edge. The largest of these three numbers is the
//! bound of the pair. NBS expands the pair with the least bound. If the estimates are consistent, NBS expands at most
//! twice as many states as any search that proves its solution optimal by this bound.
//!
//! # Iterative deepening, then IDA\*
//!
//! The searches above store every state that they generate. A depth-first search stores only the current path. But it
//! may follow a wrong branch for ever, and its first solution need not be the best.
//!
//! Iterative deepening is depth-first search with a bound. It searches every path that costs at most the bound. If it
//! finds no goal, it raises the bound to the smallest path cost that exceeded the bound, and starts again. The first
//! solution found is optimal, because no path within the smaller bounds reaches a goal. If each iteration is several
//! times as large as the one before, the earlier iterations add little work.
//!
//! IDA\* is iterative deepening with a bound on f = g + h. The first bound is the h of the start. IDA\* stores only the
//! current path, so it expands a state quickly. But IDA\* does not recognize states that it has already visited: it
//! searches a state once for each path that leads to the state. [`is_redundant`](crate::Puzzle::is_redundant) and
//! [`Pruned`](crate::pruning::Pruned) reduce the number of these paths.
//!
//! A\*+IDA\* ([`AStarIdaStar`]) searches as A\* until its memory is full, and then depth-first from the open states. It
//! is faster than IDA\* only if many paths lead to the same states.
//!
//! If nearly every path has a different cost, an iteration of IDA\* may expand only one state more than the iteration
//! before. If the last iteration expands N states, all iterations together may then expand in the order of N² states.
//! BTS ([`Bts`]) avoids this. After an iteration that expands fewer than twice as many states as the iteration before,
//! BTS raises the bound by more than IDA\* would.
//!
//! # What each solver is for
//!
//! | solver | finds | needs | time and memory | proves that there is no solution |
//! |---|---|---|---|---|
//! | [`BreadthFirst`] | a path with the fewest moves, the first one in the order of the puzzle's neighbors | | all states nearer to the start than the goal | yes |
//! | [`Bidirectional`] | a path with the fewest moves | a list of the goals, and the edges into each state ([`Reversible`](crate::Reversible)) | about the square root of the number of states of `BreadthFirst` | yes |
//! | [`UniformCost`] | a cheapest path | | all states nearer to the start than the goal | yes |
//! | [`AStar`] | a cheapest path | a heuristic | the states with f up to the optimal cost | yes |
//! | [`BaeStar`] | a cheapest path | a [`TwoSided`](crate::puzzle::TwoSided) puzzle with a heuristic | often a small fraction of A\*'s states, if the estimates are consistent in both directions | yes |
//! | [`Nbs`] | a cheapest path | a [`TwoSided`](crate::puzzle::TwoSided) puzzle with a heuristic | with consistent estimates, at most twice as many states as any search that proves its solution optimal by the same bound | yes |
//! | [`AStarIdaStar`] | a cheapest path | a heuristic, and either positive costs or no cycles | A\*'s states up to its memory limit, then only the current path | if memory suffices |
//! | [`WeightedAStar`] | a path within a factor of the optimum | a heuristic | a small fraction of A\*'s states | yes |
//! | [`Dps`] | a path within a factor of the optimum | a heuristic that is nearly exact | a small fraction of A\*'s states | yes |
//! | [`GreedyBestFirst`] | any path | a heuristic | few states, if the heuristic is good | yes |
//! | [`DepthFirst`] | any path | | all states that it generates | yes |
//! | [`Beam`] | any path; a wider beam never finds a more expensive path | a heuristic | at most as many states as the width times the depth, and the children of one depth | if no state was left out |
//! | [`Anytime`] | better and better paths, finally a cheapest | a heuristic | A\*'s states and more, up to its memory limit, then only the current path | if memory suffices |
//! | [`IdaStar`] | a cheapest path | a heuristic, and either positive costs or no cycles | the paths with f up to the optimal cost; memory for one path | if [`solvability`](crate::Puzzle::solvability) proves it, or if all paths are finite |
//! | [`Bts`] | a cheapest path | a heuristic, and either positive costs or no cycles | like `IdaStar`, but with little repeated work if there are many different costs | if `solvability` proves it, or if all paths are finite |
//! | [`BranchAndBound`] | better and better paths, finally a cheapest | positive costs or no cycles | the paths with f up to a bound; memory for one path | if `solvability` proves it, or if all paths are finite |
//! | [`IterativeDeepening`] | a cheapest path | positive costs or no cycles | all paths up to the optimal cost; memory for one path | if `solvability` proves it, or if all paths are finite |
//!
//! If the states that `BreadthFirst` stores do not fit into memory, `OnDisk::solve` of the module
//! [`space`](crate::space#paths) stores them on disk.
//!
//! If a puzzle lacks a trait that a solver needs, the program does not compile. `AStar`, `UniformCost`, `IdaStar` and
//! `IterativeDeepening` can also search from the goal to the start, as in `AStar::new().backward()`.
//!
//! # When there may be no solution
//!
//! A solver that stores states ends when it has expanded every state that can be reached. It then reports that no
//! solution exists, if the condition in the last column of the table is met. The last four solvers of the table store
//! no states. If no goal can be reached and the puzzle has cycles, these four solvers follow the cycles for ever. So do
//! `AStarIdaStar` and `Anytime` once their memory is full.
//!
//! One remedy is a limit. The other is [`Puzzle::solvability`](crate::Puzzle::solvability), which every search calls
//! first. Override it if a quick test, such as a parity test, can prove that a start is unsolvable:
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{Notation, Solver};
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
//! [`WeightedAStar`] expands states in the order of g + w h, where you choose the weight w. Its solution costs at most
//! w times the optimum. The report contains [the factor that is proved](crate::Report::factor), which is often less
//! than w. [`Dps`] gives the same guarantee. If the heuristic is nearly exact and w is close to one, `Dps` expands far
//! fewer states than `WeightedAStar`.
//!
//! Three solvers find a solution of any cost. [`GreedyBestFirst`] always expands the state with the least h.
//! [`DepthFirst`] needs no heuristic, but its solution may be long. [`Beam`] keeps a fixed number of states at each
//! depth; this number is its width. `Beam` usually finds better solutions than the other two solvers, but it may miss
//! all solutions: it then ends with [`Stop::Incomplete`](crate::Stop::Incomplete).
//!
//! If time is limited, take [`Anytime`]. It finds a first solution soon, and improves it until a limit stops the
//! search. Given enough time, it proves its last solution optimal. On large puzzles, it finds its first solution sooner
//! if it is led by a good [guess](super::writing_a_heuristic#a-guess-for-what-is-too-large): a guess is an estimate that
//! may be too high.
//!
//! [`BranchAndBound`] also improves its solution step by step, but stores only the current path. If you give it [a
//! known solution](crate::Search::with_incumbent), it finds a cheaper solution or proves that there is none.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::{Anytime, WeightedAStar};
//! use puzzle_search::{Limits, Notation, Puzzle, Solver};
//!
//! let goal: Vec<u8> = (0..16).collect();
//! let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
//! let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?; // the optimum is 57 moves
//! let report = WeightedAStar::new(1.5).solve(&puzzle, &start);
//! let solution = report.solution().expect("an even permutation");
//! assert_eq!((solution.cost(), report.lower_bound), (59, Some(45)));
//! assert!(report.factor() <= Some(1.5) && report.stats.expanded < 300_000); // A* expands millions
//!
//! let report = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(100_000)).run();
//! let (best, bound) = (report.best().expect("there is one by then"), report.lower_bound);
//! assert!(best.cost() < 70 && bound >= Some(45));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! If the first move must be made before a solution is known, take a [`RealTime`](crate::solvers::RealTime) agent: see
//! [real time](super::real_time#the-next-step-at-once).
//!
//! # More than one solution
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{AStar, from_edges};
//!
//! let edges = [('a', 'b', 1), ('a', 'c', 1), ('b', 'd', 2), ('c', 'd', 2), ('b', 'c', 1), ('d', 'a', 5)];
//! let puzzle = from_edges(
//!     |&from: &char| edges.into_iter().filter(move |edge| edge.0 == from).map(|edge| (edge.1, edge.2 as u32)),
//!     |&at| at == 'd',
//! );
//! let all = AStar::new().all_solutions(&puzzle, ['a']).run()?;
//! assert_eq!((all.cost(), all.count()), (3, Some(2)));
//! let walks = AStar::new().k_cheapest_walks(&puzzle, ['a'], 4).run()?;
//! assert_eq!(walks.iter().map(|walk| walk.cost()).collect::<Vec<_>>(), [3, 3, 4, 11]);
//! let paths = AStar::new().k_cheapest_paths(&puzzle, ['a'], 4).run()?;
//! assert_eq!(paths.len(), 3); // the walk of cost 11 comes to `d` twice, so it is not a simple path
//! let mut distances = Distances::new(&puzzle, ['a']);
//! assert_eq!(distances.nearest().last(), Some(Ok(('d', 3))));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! [`AStar::all_solutions`](crate::AStar::all_solutions) finds a graph that counts or lists all cheapest solutions.
//! [`k_cheapest_walks`](crate::AStar::k_cheapest_walks) lists the k cheapest solutions, including solutions that repeat
//! states. [`k_cheapest_paths`](crate::AStar::k_cheapest_paths) lists only solutions that never repeat a state. `run`
//! returns their moves, and [`paths`](crate::answers::Query::paths) their states.
//! [`UniformCost`] has the same three methods, for puzzles without a heuristic. If every edge costs one,
//! [`BreadthFirst`] and [`Bidirectional`] also return [all cheapest solutions](crate::BreadthFirst::all_solutions).
//!
//! [`Distances`](crate::answers::Distances) finds the cheapest paths from the start to all states. On an acyclic graph,
//! [`DepthFirst`] finds the [longest path](crate::solvers::DepthFirst::longest_path) to a goal and the [number of all
//! paths](crate::solvers::DepthFirst::count_paths) to a goal.
//!
//! All of these searches obey limits and can be continued after a stop. The searches for the longest path and for the
//! number of paths accept no limit on cost or moves.
//!
//! Next chapter: [writing a heuristic](super::writing_a_heuristic).
