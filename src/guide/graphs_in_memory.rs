//! Graphs that you have already: shortest paths on an adjacency list, a list of edges, or a graph of `petgraph`.
//!
//! The other chapters compute the edges of a state when the search asks for them. If all edges are in memory, the
//! closure looks them up. The graph is borrowed and not copied.
//!
//! # An adjacency list
//!
//! Number the vertices from zero, and let a state be a number. The first closure returns the edges out of a vertex.
//! This is Dijkstra's algorithm on four towns:
//!
//! ```
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! // The roads out of each town: where they lead, and their length.
//! let roads: [Vec<(u32, u32)>; 4] = [vec![(1, 7), (2, 2)], vec![(3, 1)], vec![(1, 3), (3, 9)], vec![]];
//! let puzzle = from_edges(|&town: &u32| roads[town as usize].iter().copied(), |&town| town == 3)
//!     .with_addresses(roads.len(), |&town| town as usize);
//! let (towns, length) = UniformCost::new().path(&puzzle, &0)?;
//! assert_eq!((towns, length), (vec![0, 2, 1, 3], 6));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! [`with_addresses`](crate::puzzle::FnPuzzle::with_addresses) says that a state is an index of a table, so that the
//! search need not hash. On a map of 500 x 500 cells with weights, this saves a fifth of the time of uniform-cost
//! search and a seventh of that of A\*; on a map of 1001 x 1001 cells with walls, it saves nearly half the time of
//! breadth-first search. Best-first searches and breadth-first search on one thread, and
//! [`Distances`](crate::answers::Distances), use addresses. Other searches hash.
//!
//! A vertex of type `u32` takes half the memory of a `usize`. If every edge costs one, use
//! [`from_steps`](fn@crate::from_steps) and [`BreadthFirst`](crate::BreadthFirst). If you want the names of edges in
//! the solution, such as the numbers of roads, use [`from_fn`](fn@crate::from_fn): each edge is then a tuple of name,
//! vertex and cost. The names of the edges out of one vertex have to differ.
//!
//! Weights of type `f64` can be costs as [`NotNan`](super::how_do_i#how-do-i-use-costs-with-fractions). Sums of them
//! are rounded, so whatever has to compare sums exactly, such as the k cheapest paths, takes whole numbers:
//! thousandths, for example.
//!
//! # A list of edges, with names
//!
//! Vertices that have names can be states as they are ([coming from
//! elsewhere](super::coming_from_elsewhere#from-graphs-networkx-and-libraries-like-it) has an example). For a large
//! graph, give each name a number once:
//!
//! ```
//! use std::collections::HashMap;
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let text = "Ulm Bonn 4\nUlm Jena 3\nJena Kiel 5\nBonn Kiel 3"; // a real program reads a file
//! let (mut numbers, mut names, mut roads) = (HashMap::new(), Vec::new(), Vec::<Vec<(u32, u32)>>::new());
//! let mut number = |name, roads: &mut Vec<_>| {
//!     *numbers.entry(name).or_insert_with(|| {
//!         names.push(name);
//!         roads.push(Vec::new());
//!         names.len() as u32 - 1
//!     })
//! };
//! for line in text.lines() {
//!     let [from, to, length] = line.split(' ').collect::<Vec<_>>()[..] else { return Err("three words".into()) };
//!     let (from, to, length) = (number(from, &mut roads), number(to, &mut roads), length.parse()?);
//!     roads[from as usize].push((to, length));
//!     roads[to as usize].push((from, length)); // a road leads both ways
//! }
//! let (start, goal) = (numbers["Ulm"], numbers["Kiel"]);
//! let puzzle = from_edges(|&town: &u32| roads[town as usize].iter().copied(), |&town| town == goal)
//!     .with_addresses(roads.len(), |&town| town as usize);
//! let (towns, length) = UniformCost::new().path(&puzzle, &start)?;
//! let towns: Vec<&str> = towns.iter().map(|&town| names[town as usize]).collect();
//! assert_eq!((towns.join(" "), length), ("Ulm Bonn Kiel".into(), 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If two edges lead from one vertex to the same other vertex, list both or only the cheaper one. With both, the
//! cheapest path is the same, but the searches for [all cheapest](crate::AStar::all_solutions) and the [k
//! cheapest](crate::AStar::k_cheapest_paths) solutions tell the two edges apart.
//!
//! # A heuristic: the straight line
//!
//! If the vertices have coordinates and no edge is shorter than the straight line, the straight line to the goal is a
//! heuristic for A\*:
//!
//! ```
//! use puzzle_search::{from_edges, laws, AStar, Solver};
//!
//! let places = [(0.0, 0.0), (30.0, 40.0), (60.0, 10.0), (90.0, 80.0)];
//! let line = |a: usize, b: usize| f64::hypot(places[a].0 - places[b].0, places[a].1 - places[b].1);
//! let mut roads = vec![Vec::new(); places.len()];
//! for (a, b) in [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)] {
//!     let length = line(a, b).ceil() as u32; // rounded up, so that no road is shorter than the line
//!     roads[a].push((b, length));
//!     roads[b].push((a, length));
//! }
//! let goal = 3;
//! let puzzle = from_edges(|&at: &usize| roads[at].iter().copied(), |&at| at == goal)
//!     .with_addresses(roads.len(), |&at| at)
//!     .with_heuristic(|&at| Some(line(at, goal) as u32)); // rounded down
//! assert_eq!(AStar::new().path(&puzzle, &0)?, (vec![0, 1, 3], 123));
//! assert!(laws::check(&puzzle, &goal).is_ok_and(|checked| checked.facts.consistent));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! Costs are whole numbers here, so lengths are rounded up and estimates down. If lengths are rounded to the nearest
//! number instead, an estimate may exceed the cost of a path, and A\* may miss the shortest path.
//!
//! # From both ends
//!
//! A search from both ends needs the edges into each vertex. The closure
//! [`with_predecessors`](crate::puzzle::FnPuzzle::with_predecessors) returns the vertices where these edges begin;
//! their costs follow from the first closure. [`BaeStar`](crate::solvers::BaeStar) without a heuristic is Dijkstra's
//! algorithm from both ends:
//!
//! ```
//! use puzzle_search::solvers::BaeStar;
//! use puzzle_search::{from_edges, Solver};
//!
//! let roads: [Vec<(u32, u32)>; 4] = [vec![(1, 7), (2, 2)], vec![(3, 1)], vec![(1, 3), (3, 9)], vec![]];
//! let mut before = vec![Vec::new(); roads.len()];
//! for (from, to) in (0..).zip(&roads).flat_map(|(from, roads)| roads.iter().map(move |road| (from, road.0))) {
//!     before[to as usize].push(from);
//! }
//! let puzzle = from_edges(|&town: &u32| roads[town as usize].iter().copied(), |&town| town == 3)
//!     .with_predecessors([3], |&town| before[town as usize].iter().copied());
//! assert_eq!(BaeStar::new().path(&puzzle, &0)?, (vec![0, 2, 1, 3], 6));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! # All distances, and many searches
//!
//! [`Distances`](crate::answers::Distances) finds a cheapest path to every vertex, and uses addresses too. For one path
//! after another on the same graph, keep one search and [restart](crate::Search::restart) it, which reuses its memory:
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let roads: [Vec<(u32, u32)>; 4] = [vec![(1, 7), (2, 2)], vec![(3, 1)], vec![(1, 3), (3, 9)], vec![]];
//! let puzzle = from_edges(|&town: &u32| roads[town as usize].iter().copied(), |&town| town == 3)
//!     .with_addresses(roads.len(), |&town| town as usize);
//! let mut distances = Distances::new(&puzzle, [0]);
//! distances.run()?;
//! assert_eq!((0..4).map(|town| distances.get(&town)).collect::<Vec<_>>(), [Some(0), Some(5), Some(2), Some(6)]);
//!
//! let mut search = UniformCost::new().search(&puzzle, &0);
//! let lengths = [0, 1, 2].map(|town| {
//!     search.restart([town]);
//!     search.run().solution().map(|path| path.cost())
//! });
//! assert_eq!(lengths, [Some(6), Some(1), Some(4)]);
//! # Ok::<(), puzzle_search::Stop>(())
//! ```
//!
//! # A graph of `petgraph`
//!
//! A `NodeIndex` can be the state. This block is not run as a test, since the crate does not depend on `petgraph`:
//!
//! ```ignore
//! use petgraph::graph::{NodeIndex, UnGraph};
//! use petgraph::visit::EdgeRef;
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let graph = UnGraph::<&str, u32>::from_edges([(0, 1, 7), (0, 2, 2), (1, 2, 3), (1, 3, 1), (2, 3, 9)]);
//! let goal = NodeIndex::new(3);
//! let puzzle = from_edges(
//!     |&at: &NodeIndex| graph.edges(at).map(|edge| (edge.target(), *edge.weight())),
//!     |&at| at == goal,
//! )
//! .with_addresses(graph.node_count(), |at| at.index());
//! let (path, length) = UniformCost::new().path(&puzzle, &NodeIndex::new(0))?;
//! ```
//!
//! The k cheapest paths are found by A\*, with a heuristic or without one, as `AStar::new().k_cheapest_paths(..)`. Of
//! [these](crate::AStar::k_cheapest_paths), [`paths`](crate::answers::Query::paths) returns the nodes, and `run` the
//! moves: a move of `from_edges` is the index of an edge among those of its state. To have edges of the graph as moves,
//! return `(edge.id(), edge.target(), *edge.weight())` to [`from_fn`](fn@crate::from_fn). Parallel edges give the same
//! nodes more than once.
//!
//! In a `StableGraph`, whose indices may have gaps, the number of addresses is `node_bound()`.
//!
//! # When to stay with the graph's library
//!
//! * For one shortest path on a graph that is in memory, `petgraph::algo::astar` and `dijkstra` need nothing else. This
//!   crate adds limits, progress, searches that can be stopped and continued, the k cheapest paths as paths, and the
//!   proof in the report.
//! * Connected components, spanning trees, flows, matchings and topological orders are not searches of this crate.
//! * Negative costs are not possible here. `petgraph::algo::bellman_ford` accepts them.
//! * If thousands of paths are to be found on one road network, prepare the network once, as the crate `fast_paths`
//!   does (contraction hierarchies). Each search in this crate begins from nothing.
//!
//! Next chapter: [levels and hints](super::levels_and_hints).
