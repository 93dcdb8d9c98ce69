//! Coming from other libraries: what to use instead of the functions of `simpleai`, `networkx` and `pathfinding`.
//!
//! # From Python's `simpleai`
//!
//! | `simpleai` | this crate |
//! |---|---|
//! | `class P(SearchProblem)` | `impl Puzzle for P` |
//! | `actions(state)` and `result(state, action)` | [`neighbors`](crate::Puzzle::neighbors), which does both at once |
//! | `cost(state, action, state2)` | the cost of a [`Neighbor`](crate::Neighbor) |
//! | `is_goal(state)`, `heuristic(state)` | [`is_goal`](crate::Puzzle::is_goal), [`heuristic`](crate::Puzzle::heuristic); `heuristic` returns an `Option`, with `None` for a dead end |
//! | `P(initial_state=s)` | the start is an argument of `solve` |
//! | a state must be hashable, such as a tuple | a state is a small type that implements `Clone`, `Eq`, `Hash` and `Debug` |
//! | `breadth_first(p)` | [`BreadthFirst::new()`](crate::BreadthFirst) `.solve(&p, &start)` |
//! | `uniform_cost(p)` | [`UniformCost`](crate::UniformCost) |
//! | `astar(p, graph_search=True)` | [`AStar`](crate::AStar); solvers that store states always detect duplicates |
//! | `iterative_limited_depth_first(p)` | [`IterativeDeepening`](crate::solvers::IterativeDeepening) |
//! | `limited_depth_first(p, d)` | [`IterativeDeepening`](crate::solvers::IterativeDeepening) with [`max_cost(d)`](crate::Search::max_cost) |
//! | `greedy(p)` | [`GreedyBestFirst`](crate::solvers::GreedyBestFirst) |
//! | `beam(p)` | [`Beam`](crate::solvers::Beam) |
//! | `result.path()` | [`solution.moves()`](crate::Solution::moves), [`solution.states(..)`](crate::Solution::states) |
//! | `result.cost` | [`solution.cost()`](crate::Solution::cost) |
//! | `None` as the result | [`Unsolvable`](crate::Outcome::Unsolvable) if there is no solution, [`Stopped`](crate::Outcome::Stopped) if a limit stopped the search |
//! | `BaseViewer`, `WebViewer` | [`Observer`](crate::observe::Observer), given to a search by [`observe`](crate::Search::observe) |
//!
//! As an example, three missionaries and three cannibals cross a river. In Python:
//!
//! ```python
//! class River(SearchProblem):
//!     def actions(self, state):
//!         missionaries, cannibals, boat = state
//!         ...                                  # the loads that leave nobody outnumbered
//!     def result(self, state, load):
//!         missionaries, cannibals, boat = state
//!         sign = -1 if boat else 1
//!         return (missionaries + sign * load[0], cannibals + sign * load[1], not boat)
//!     def is_goal(self, state):
//!         return state == (0, 0, False)
//!
//! print(breadth_first(River(initial_state=(3, 3, True))).path())
//! ```
//!
//! The same with this crate:
//!
//! ```
//! use puzzle_search::{BreadthFirst, Neighbor, NeighborOf, Puzzle, Solver};
//!
//! struct River;
//!
//! impl Puzzle for River {
//!     /// Missionaries and cannibals on the near bank, and whether the boat is there.
//!     type State = (u8, u8, bool);
//!     type Move = (u8, u8);
//!     type Cost = u32;
//!
//!     fn neighbors(&self, &(m, c, boat): &(u8, u8, bool)) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         let loads = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)];
//!         let results = loads.into_iter().filter_map(move |(dm, dc)| {
//!             let left = if boat {
//!                 (m.checked_sub(dm)?, c.checked_sub(dc)?, false)
//!             } else {
//!                 (m + dm, c + dc, true)
//!             };
//!             Some(Neighbor::unit((dm, dc), left))
//!         });
//!         results.filter(|edge| {
//!             let (m, c, _) = edge.state;
//!             m <= 3 && c <= 3 && (m == 0 || m >= c) && (m == 3 || 3 - m >= 3 - c)
//!         })
//!     }
//!
//!     fn is_goal(&self, state: &(u8, u8, bool)) -> bool {
//!         *state == (0, 0, false)
//!     }
//! }
//!
//! let solution = BreadthFirst::new().solve(&River, &(3, 3, true)).into_result()?;
//! assert_eq!(solution.len(), 11);
//! assert!(solution.verify(&River, &(3, 3, true)).is_ok());
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! Costs are usually unsigned integers. Scale fractions, such as Python's `0.5`, to whole numbers, or use the cost type
//! `NotNan<f64>` (feature `ordered-float`), whose sums are [rounded](crate::Cost#rounded-sums).
//!
//! # From Rust's `pathfinding`
//!
//! | `pathfinding` | this crate |
//! |---|---|
//! | closures `successors`, `heuristic`, `success` | [`from_edges`](fn@crate::from_edges), or a type of your own that implements [`Puzzle`](crate::Puzzle) |
//! | `successors(&n) -> (N, C)` | the first closure given to `from_edges` returns the same pairs; with [`from_steps`](fn@crate::from_steps) it returns states without costs, and with [`from_fn`](fn@crate::from_fn) moves, states and costs |
//! | closures that fail or change something (`FnMut`) | [`try_from_fn`](fn@crate::puzzle::try_from_fn) |
//! | the result `Option<(Vec<N>, C)>`: the states of the path, and its cost | [`solver.path(&puzzle, &start)`](crate::Solver::path) returns the same pair in a `Result`, and [`cost`](crate::Solver::cost) the cost alone; [`solve`](crate::Solver::solve) returns a [`Report`](crate::Report) |
//! | several starts (`NodeRefs`) | [`also_from`](crate::Search::also_from); for several goals, the goal closure accepts each of them |
//! | the cost type: any `C: Zero + Ord + Copy` | unsigned integers, `NotNan<f64>`, or your own [`Cost`](crate::Cost); sums are checked for overflow |
//!
//! The next table lists every function of `pathfinding` 4.16 that finds a path:
//!
//! | `pathfinding` | this crate |
//! |---|---|
//! | `bfs` | [`BreadthFirst`](crate::BreadthFirst) |
//! | `bfs_bidirectional` | [`Bidirectional`](crate::Bidirectional), for puzzles that list predecessors ([`Reversible`](crate::Reversible)); puzzles made of closures do so [`with_predecessors`](crate::puzzle::FnPuzzle::with_predecessors) |
//! | `bfs_loop` | [`BreadthFirst`](crate::BreadthFirst) from all neighbors of the state at once ([below](#loops)) |
//! | `bfs_reach`, `dfs_reach`, `dijkstra_reach` | [`Distances::nearest`](crate::answers::Distances::nearest), or [`count_by_hashing`](crate::space::Enumerate::count_by_hashing) if you need only the number of states at each depth |
//! | `dijkstra_all`, `build_path` | [`Distances::run`](crate::answers::Distances::run), [`path_to`](crate::answers::Distances::path_to); unlike `dijkstra_all`, `Distances` also lists the start, at distance zero |
//! | `dijkstra_partial` | [`Distances::nearest`](crate::answers::Distances::nearest), then `find(..)` on the iterator |
//! | `astar_bag`, `astar_bag_collect` | [`AStar::all_solutions`](crate::AStar::all_solutions), then [`paths`](crate::answers::SolutionGraph::paths) of its result |
//! | `yen` | [`AStar::k_cheapest_paths`](crate::AStar::k_cheapest_paths) |
//! | `count_paths` | [`DepthFirst::count_paths`](crate::solvers::DepthFirst::count_paths); to count only cheapest paths, [`SolutionGraph::count`](crate::answers::SolutionGraph::count) |
//! | `dijkstra` | [`UniformCost`](crate::UniformCost) |
//! | `dijkstra_bidirectional` | [`BaeStar`](crate::solvers::BaeStar) without a heuristic, for puzzles whose edges can be followed backward ([`TwoSided`](crate::puzzle::TwoSided)), as those made of closures [`with_predecessors`](crate::puzzle::FnPuzzle::with_predecessors) can |
//! | `astar` | [`AStar`](crate::AStar) |
//! | `fringe` | [`AStar`](crate::AStar), which finds a path of the same cost |
//! | `idastar` | [`IdaStar`](crate::IdaStar); if there is no path to a goal, it may never end, so set a limit |
//! | `iddfs` | [`IterativeDeepening`](crate::solvers::IterativeDeepening); set a limit, as for `IdaStar` |
//! | `dfs` | [`DepthFirst`](crate::solvers::DepthFirst) |
//! | `Grid`, `Matrix`, `utils::move_in_direction`, `utils::in_direction` | [`Grid`](crate::puzzles::Grid) with [`GridMap`](crate::puzzles::GridMap): walls, weights and diagonal steps, and a heuristic |
//!
//! This crate does not have the following functions of `pathfinding`. Use `petgraph` for them, or use `pathfinding`
//! together with this crate.
//!
//! * `topological_sort`, `topological_sort_into_groups`
//! * `strongly_connected_components` and its variants, `connected_components`, `components`, `separate_components`,
//!   `component_index`
//! * `floyd`, `brent` and their `_partial` variants (cycles of a function)
//! * `kuhn_munkres`, `kuhn_munkres_min` (assignments), `edmonds_karp` and its variants (flows), `utils::uint_sqrt`
//! * `kruskal`, `kruskal_indices`, `prim` (spanning trees)
//! * `maximal_cliques`, `maximal_cliques_collect` (Bron and Kerbosch)
//!
//! The next example finds the way of a robot on a map, where a step into mud (`~`) costs 3. With `pathfinding`, the
//! call is `astar(&start, |&at| successors(at), |&at| distance(at), |&at| at == end)`. With this crate:
//!
//! ```
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{from_fn, AStar, IdaStar, Limits, Solver, UniformCost};
//!
//! const MAP: [&[u8]; 4] = [b"..~~.", b".##~.", b"...#.", b".~..."];
//! const END: (usize, usize) = (3, 4);
//!
//! fn successors((row, column): (usize, usize)) -> Vec<(&'static str, (usize, usize), u32)> {
//!     let around = [
//!         ("up", row.wrapping_sub(1), column),
//!         ("down", row + 1, column),
//!         ("left", row, column.wrapping_sub(1)),
//!         ("right", row, column + 1),
//!     ];
//!     let steps = around.into_iter().filter_map(|(mv, row, column)| {
//!         let cost = match MAP.get(row)?.get(column)? {
//!             b'#' => return None,
//!             b'~' => 3,
//!             _ => 1,
//!         };
//!         Some((mv, (row, column), cost))
//!     });
//!     steps.collect()
//! }
//!
//! let puzzle = from_fn(|&at: &(usize, usize)| successors(at), |&at| at == END)
//!     .with_heuristic(|at| Some((at.0.abs_diff(END.0) + at.1.abs_diff(END.1)) as u32));
//!
//! let (path, cost) = AStar::new().path(&puzzle, &(0, 0))?; // the pair that `pathfinding::astar` returns
//! assert_eq!((path.first(), path.last(), cost), (Some(&(0, 0)), Some(&END), 7));
//!
//! // The solvers that replace `dijkstra`, `idastar` and `iddfs`:
//! let others: [&dyn Solver<_>; 3] = [&UniformCost::new(), &IdaStar::new(), &IterativeDeepening::new()];
//! for solver in others {
//!     assert_eq!(solver.cost(&puzzle, &(0, 0))?, 7);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search from both ends, as by `bfs_bidirectional` and `dijkstra_bidirectional`, needs the goals, and the states from
//! which an edge leads to a state. What these edges cost follows from the first closure:
//!
//! ```
//! use puzzle_search::solvers::BaeStar;
//! use puzzle_search::{from_edges, Solver};
//!
//! // Doubling costs 3, adding one costs 1.
//! let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 97).with_predecessors([97], |&n| {
//!     let half = (n % 2 == 0 && n != 2).then_some(n / 2);
//!     half.into_iter().chain(n.checked_sub(1))
//! });
//! assert_eq!(BaeStar::new().path(&puzzle, &5)?.0, [5, 6, 12, 24, 48, 96, 97]);
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! For maps, the crate has the puzzle `Grid`. Solvers that search from both ends accept it:
//!
//! ```
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid};
//! use puzzle_search::solvers::BaeStar;
//! use puzzle_search::{Bidirectional, Solver};
//!
//! let grid = Grid::new("..33.\n.##3.\n...#.\n.3...".parse()?, Connectivity::Four);
//! let grid = grid.with_goals([Cell::new(4, 3)])?;
//! let start = Cell::new(0, 0);
//! assert_eq!(Bidirectional::new().solve(&grid, &start).into_result()?.len(), 7);
//! assert_eq!(BaeStar::new().cost(&grid, &start)?, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The next example does what `bfs` and `bfs_reach` do. A move doubles a number or adds one to it:
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1].into_iter().filter(|&n| n <= 100), |&n| n == 99);
//! assert_eq!(BreadthFirst::new().solve(&puzzle, &1).into_result()?.len(), 9);
//! let mut reached = Distances::new(&puzzle, [7]);
//! reached.run()?;
//! assert_eq!(reached.len(), 94);
//! assert_eq!(reached.path_to(&30), Some(vec![7, 14, 15, 30]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Loops
//!
//! `bfs_loop` finds the shortest path from a state back to itself. In this crate, a start that is a goal is already
//! solved. So let the state where the loop begins and ends be the goal, and begin the search at all neighbors of this
//! state. In the example, this state is 7, and a move multiplies a number by 2 or 3, modulo 25:
//!
//! ```
//! use puzzle_search::{from_fn, BreadthFirst, Puzzle, Solver};
//!
//! let puzzle = from_fn(|&n: &u8| [2, 3].map(|f| (f, (f * n) % 25, 1_u32)), |&n| n == 7);
//! let firsts: Vec<_> = puzzle.neighbors(&7).into_iter().collect();
//! let mut search = BreadthFirst::new().search(&puzzle, &firsts[0].state)
//!     .also_from(firsts[1..].iter().map(|edge| edge.state));
//! let solution = search.run().into_result()?;
//! let mut moves = vec![firsts[solution.start_index()].mv];
//! moves.extend(solution.moves());
//! assert_eq!(moves.iter().fold(7, |n, f| (f * n) % 25), 7);
//! assert_eq!(moves.len(), 8);
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! # From graphs: `networkx`, and libraries like it
//!
//! These libraries need a complete graph in memory. In this crate, the edges of a state are computed when the search
//! expands the state. If you have a graph in memory, let the closure look up the edges in the graph, as in the example
//! below the table. [Graphs that you have already](super::graphs_in_memory) has more of this kind.
//!
//! | other library | this crate |
//! |---|---|
//! | `nx.shortest_path(G, s, t)` | [`BreadthFirst`](crate::BreadthFirst); for calls with the argument `weight`, [`UniformCost`](crate::UniformCost) |
//! | `nx.astar_path(G, s, t, heuristic, weight)` | [`AStar`](crate::AStar) |
//! | `nx.bidirectional_shortest_path` | [`Bidirectional`](crate::Bidirectional) |
//! | `nx.single_source_dijkstra_path_length` | [`Distances`](crate::answers::Distances) |
//! | `nx.all_shortest_paths`, `nx.shortest_simple_paths` | [`all_solutions`](crate::AStar::all_solutions), [`k_cheapest_paths`](crate::AStar::k_cheapest_paths) |
//! | `nx.NetworkXNoPath` | [`Outcome::Unsolvable`](crate::Outcome::Unsolvable); [`into_result`](crate::Report::into_result) turns this outcome into an error |
//! | JavaScript: `new PF.AStarFinder().findPath(x, y, x2, y2, grid)` | [`AStar`](crate::AStar) on a [`Grid`](crate::puzzles::Grid) |
//!
//! ```
//! use std::collections::HashMap;
//! use puzzle_search::{from_fn, Solver, UniformCost};
//!
//! // G.add_edge("A", "B", weight=4) and so on
//! let mut roads: HashMap<&str, Vec<(&str, u32)>> = HashMap::new();
//! for (from, to, weight) in [("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5)] {
//!     roads.entry(from).or_default().push((to, weight));
//!     roads.entry(to).or_default().push((from, weight)); // undirected
//! }
//!
//! // nx.shortest_path(G, "A", "D", weight="weight")
//! let puzzle = from_fn(
//!     |town: &&str| {
//!         let leaving = roads.get(town).into_iter().flatten();
//!         leaving.map(|&(to, weight)| (to, to, weight)).collect::<Vec<_>>()
//!     },
//!     |&town| town == "D",
//! );
//! let solution = UniformCost::new().solve(&puzzle, &"A").into_result()?;
//! assert_eq!((solution.to_string(), solution.cost()), ("C B D".into(), 8));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! In this example, a move is the town that a road leads to, so the solution prints as a list of towns. The moves out
//! of one state have to be distinct, so list at most one road from each town to each other town.
//!
//! Next chapter: [how do I ...?](super::how_do_i).
