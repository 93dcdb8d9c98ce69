//! How do I ...? Answers to short questions, each with a few lines of code.
//!
//! Most examples search one small space: a state is a whole number, and a move doubles the number or adds one to it.
//!
//! **[Describe a puzzle](#describe-a-puzzle)**
//!
//! * [... find a shortest path with a closure?](#how-do-i-find-a-shortest-path-with-a-closure)
//! * [... search without naming the moves?](#how-do-i-search-without-naming-the-moves)
//! * [... give edges different costs?](#how-do-i-give-edges-different-costs)
//! * [... use costs with fractions?](#how-do-i-use-costs-with-fractions)
//! * [... search words, or other borrowed data?](#how-do-i-search-words-or-other-borrowed-data)
//! * [... search a graph that I have already?](#how-do-i-search-a-graph-that-i-have-already)
//! * [... begin in several states at once?](#how-do-i-begin-in-several-states-at-once)
//! * [... search if computing neighbors can fail?](#how-do-i-search-if-computing-neighbors-can-fail)
//!
//! **[Heuristics and solvers](#heuristics-and-solvers)**
//!
//! * [... give a heuristic?](#how-do-i-give-a-heuristic)
//! * [... know that my heuristic is right?](#how-do-i-know-that-my-heuristic-is-right)
//! * [... choose the heuristic at run time?](#how-do-i-choose-the-heuristic-at-run-time)
//! * [... choose the solver at run time?](#how-do-i-choose-the-solver-at-run-time)
//! * [... search from the goal?](#how-do-i-search-from-the-goal)
//! * [... write a solver of my own?](#how-do-i-write-a-solver-of-my-own)
//!
//! **[Maps, boards and cubes](#maps-boards-and-cubes)**
//!
//! * [... find a path on a map?](#how-do-i-find-a-path-on-a-map)
//! * [... find routes on a game map fast?](#how-do-i-find-routes-on-a-game-map-fast)
//! * [... read a board of sliding tiles as people write
//!   it?](#how-do-i-read-a-board-of-sliding-tiles-as-people-write-it)
//! * [... draw a board?](#how-do-i-draw-a-board)
//! * [... define a puzzle whose moves permute pieces, such as turns of a
//!   cube?](#how-do-i-define-a-puzzle-whose-moves-permute-pieces-such-as-turns-of-a-cube)
//! * [... read Rubik's cube, or moves as people write them?](#how-do-i-read-rubiks-cube-or-moves-as-people-write-them)
//! * [... scramble a puzzle whose moves permute pieces?](#how-do-i-scramble-a-puzzle-whose-moves-permute-pieces)
//! * [... get a heuristic for a puzzle whose moves permute
//!   pieces?](#how-do-i-get-a-heuristic-for-a-puzzle-whose-moves-permute-pieces)
//!
//! **[Limit, observe and resume a search](#limit-observe-and-resume-a-search)**
//!
//! * [... limit time and memory?](#how-do-i-limit-time-and-memory)
//! * [... ask for a solution of at most a given number of
//!   moves?](#how-do-i-ask-for-a-solution-of-at-most-a-given-number-of-moves)
//! * [... show progress?](#how-do-i-show-progress)
//! * [... cancel a search?](#how-do-i-cancel-a-search)
//! * [... resume a stopped search?](#how-do-i-resume-a-stopped-search)
//! * [... see how far a stopped search has come?](#how-do-i-see-how-far-a-stopped-search-has-come)
//! * [... resume a search on another day?](#how-do-i-resume-a-search-on-another-day)
//! * [... keep a search beside its puzzle, in a struct?](#how-do-i-keep-a-search-beside-its-puzzle-in-a-struct)
//! * [... search in a browser?](#how-do-i-search-in-a-browser)
//! * [... search in an async program?](#how-do-i-search-in-an-async-program)
//! * [... use all cores?](#how-do-i-use-all-cores)
//! * [... search many starts fast?](#how-do-i-search-many-starts-fast)
//!
//! **[More than one solution, or less than an optimal one](#more-than-one-solution-or-less-than-an-optimal-one)**
//!
//! * [... get all cheapest solutions, or their number?](#how-do-i-get-all-cheapest-solutions-or-their-number)
//! * [... get the ten cheapest solutions?](#how-do-i-get-the-ten-cheapest-solutions)
//! * [... get the distances of all states from a start?](#how-do-i-get-the-distances-of-all-states-from-a-start)
//! * [... get the longest path, or count all paths?](#how-do-i-get-the-longest-path-or-count-all-paths)
//! * [... get a good solution soon?](#how-do-i-get-a-good-solution-soon)
//!
//! **[Whole spaces](#whole-spaces)**
//!
//! * [... count all positions, and find the hardest?](#how-do-i-count-all-positions-and-find-the-hardest)
//! * [... resume a count after the program was killed?](#how-do-i-resume-a-count-after-the-program-was-killed)
//! * [... make a level of a given number of moves, and give
//!   hints?](#how-do-i-make-a-level-of-a-given-number-of-moves-and-give-hints)
//!
//! **[Understand the answer](#understand-the-answer)**
//!
//! * [... tell "there is no solution" from "the search gave
//!   up"?](#how-do-i-tell-there-is-no-solution-from-the-search-gave-up)
//! * [... check a solution that another program found?](#how-do-i-check-a-solution-that-another-program-found)
//! * [... count nodes as papers do?](#how-do-i-count-nodes-as-papers-do)
//!
//! # Describe a puzzle
//!
//! ## How do I find a shortest path with a closure?
//!
//! Make a puzzle by [`from_fn`](fn@crate::from_fn). Its first closure returns the edges out of a state as tuples (move,
//! neighboring state, cost). Its second closure returns whether a state is a goal.
//!
//! ```
//! use puzzle_search::{from_fn, BreadthFirst, Solver};
//!
//! let puzzle = from_fn(|&n: &u32| [('d', 2 * n, 1_u32), ('i', n + 1, 1)], |&n| n == 99);
//! let solution = BreadthFirst::new().solve(&puzzle, &1).into_result()?;
//! assert_eq!(solution.to_string(), "d i d d d d i d i");
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I search without naming the moves?
//!
//! Use [`from_steps`](fn@crate::from_steps), whose first closure returns the neighboring states. Each edge costs one.
//! [`path`](crate::Solver::path) returns the states on the path to the goal, and its cost.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 11);
//! let (states, cost) = BreadthFirst::new().path(&puzzle, &1)?;
//! assert_eq!((states, cost), (vec![1, 2, 4, 5, 10, 11], 5));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I give edges different costs?
//!
//! Use [`from_edges`](fn@crate::from_edges), whose first closure returns pairs (neighboring state, cost), and a solver
//! that minimizes the cost, such as [`UniformCost`](crate::UniformCost). [`cost`](crate::Solver::cost) returns the cost
//! alone. Breadth-first search minimizes the number of moves: for such a puzzle, `path` and `cost` refuse it, and
//! [`solve`](crate::Solver::solve) returns a path with the fewest moves.
//!
//! ```
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 11);
//! let (states, cost) = UniformCost::new().path(&puzzle, &1)?;
//! assert_eq!((states.len(), cost), (7, 8));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I use costs with fractions?
//!
//! Scale the costs to whole numbers, for example to millionths. Compute a heuristic from these rounded costs: estimates
//! from the exact costs may be too high.
//!
//! Alternatively, use the cost type `NotNan<f64>` of the crate `ordered-float` (`cargo add ordered-float@5`, and this
//! crate's feature `ordered-float`). With this type, estimates have to allow for [rounding](crate::Cost#rounded-sums),
//! and some methods, such as `all_solutions`, return an error.
//!
//! ```
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let cost = |cost: f64| (cost * 1e6).round() as u64;
//! let puzzle = from_edges(|&n: &u32| [(2 * n, cost(1.25)), (n + 1, cost(0.8))], |&n| n == 11);
//! assert_eq!(UniformCost::new().cost(&puzzle, &1)?, 4_900_000);
//! # Ok::<(), puzzle_search::Unsolved<u64>>(())
//! ```
//!
//! ## How do I search words, or other borrowed data?
//!
//! Use references, such as `&str`, as states. List each word only once: duplicates make counts of solutions wrong.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let text = String::from("cold cord card ward warm word"); // a real program reads it from a file
//! let words: Vec<&str> = text.split_whitespace().collect();
//! let is_near = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() == 1;
//! let puzzle = from_steps(
//!     |&at: &&str| words.iter().copied().filter(move |word| is_near(at, word)),
//!     |&at| at == "warm",
//! );
//! match BreadthFirst::new().path(&puzzle, &"cold") {
//!     Ok((ladder, steps)) => assert_eq!((ladder[1], steps), ("cord", 4)),
//!     Err(unsolved) if unsolved.stop().is_none() => println!("there is no ladder"),
//!     Err(unsolved) => println!("{unsolved}"), // stopped by a limit
//! }
//! ```
//!
//! ## How do I search a graph that I have already?
//!
//! Let the closure look up the edges of a vertex, and say by
//! [`with_addresses`](crate::puzzle::FnPuzzle::with_addresses) that a vertex is an index. The chapter [Graphs that you
//! have already](super::graphs_in_memory) has more, also for `petgraph`.
//!
//! ```
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let roads = [vec![(1, 7_u32), (2, 2)], vec![(3, 1)], vec![(1, 3), (3, 9)], vec![]];
//! let puzzle = from_edges(|&town: &usize| roads[town].iter().copied(), |&town| town == 3)
//!     .with_addresses(roads.len(), |&town| town);
//! assert_eq!(UniformCost::new().path(&puzzle, &0)?, (vec![0, 2, 1, 3], 6));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I begin in several states at once?
//!
//! Add the other starts by [`also_from`](crate::Search::also_from).
//! [`Solution::start_index`](crate::Solution::start_index) returns the index of the start at which the solution begins;
//! the start given to `search` has index 0. For several goals, let the goal closure accept each of them.
//!
//! Only `solve`, `path`, `cost` and `search` of a [`Solver`](crate::Solver) take one start, by reference.
//! [`Search::new`](crate::Search::new), [`Distances`](crate::answers::Distances), queries and enumerations take any
//! number of starts, by value: `[start]` is one.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 64 || n == 80);
//! let mut search = BreadthFirst::new().search(&puzzle, &3).also_from([7, 39]);
//! let solution = search.run().into_result()?;
//! assert_eq!((solution.start_index(), solution.cost()), (2, 2)); // start 39, then 40, 80
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I search if computing neighbors can fail?
//!
//! Use [`try_from_fn`](fn@crate::puzzle::try_from_fn), whose first closure returns a `Result`. The first error ends the
//! search, and [`checked`](crate::puzzle::TryPuzzle::checked) returns this error.
//!
//! ```
//! use puzzle_search::puzzle::try_from_fn;
//! use puzzle_search::{BreadthFirst, Solver};
//!
//! let text = ["1: 2 3", "2: 4", "3: x", "4: 1"]; // a graph; a line is parsed when its state is expanded
//! let puzzle = try_from_fn(
//!     |&n: &usize| {
//!         let (_, edges) = text[n - 1].split_once(':').ok_or("no colon")?;
//!         let ends = edges.split_whitespace().map(|end| end.parse::<usize>().map_err(|_| "no number"));
//!         let ends = ends.collect::<Result<Vec<_>, _>>()?;
//!         Ok(ends.into_iter().map(|end| (end, end, 1_u32)))
//!     },
//!     |&n| n == 5,
//! );
//! let report = BreadthFirst::new().solve(&puzzle, &1);
//! assert_eq!(puzzle.checked(report).err(), Some("no number"));
//! ```
//!
//! # Heuristics and solvers
//!
//! ## How do I give a heuristic?
//!
//! Give a closure to [`with_heuristic`](crate::puzzle::FnPuzzle::with_heuristic) or, for any other puzzle, to
//! [`guided_by_fn`](crate::Puzzle::guided_by_fn). If the puzzle is a type of your own, override its method
//! [`heuristic`](crate::Puzzle::heuristic). The estimate must never exceed the cost of a cheapest path to a goal.
//! `None` marks a dead end, from which no goal can be reached.
//!
//! ```
//! use puzzle_search::{from_steps, AStar, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99)
//!     .with_heuristic(|&n| (n <= 99).then(|| (99 / n).ilog2())); // a move at most doubles n
//! let report = AStar::new().solve(&puzzle, &1);
//! assert_eq!(report.lower_bound, Some(9)); // the cost of the solution, which is optimal
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I know that my heuristic is right?
//!
//! [`laws::check`](crate::laws::check) compares the estimates with the true costs, in up to 10,000 states. Its result
//! says on how many states the costs were known. See the chapter [Proving it right](super::proving_it_right).
//!
//! ```
//! use puzzle_search::{from_steps, laws};
//!
//! let puzzle = || from_steps(|&n: &u32| [2 * n, n + 1].into_iter().filter(|&n| n < 50), |&n| n == 40);
//! assert!(laws::check(&puzzle().with_heuristic(|&n| Some(u32::from(n != 40))), &1).is_ok()); // at least one move
//! assert!(laws::check(&puzzle().with_heuristic(|&n| Some(n.abs_diff(40))), &1).is_err()); // too high
//! ```
//!
//! ## How do I choose the heuristic at run time?
//!
//! Use the enum [`Either`](crate::heuristics::Either), which contains one of two heuristics.
//!
//! ```
//! use puzzle_search::heuristics::{Either, LinearConflict, Manhattan};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::Puzzle;
//!
//! let tiles = SlidingTiles::new(3, 3)?;
//! let is_easy = false;
//! let heuristic = if is_easy { Either::Left(Manhattan) } else { Either::Right(LinearConflict::new(&tiles)) };
//! let puzzle = tiles.guided_by(heuristic);
//! # let _ = puzzle;
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I choose the solver at run time?
//!
//! Put the solver into a `Box<dyn Solver<_>>`.
//!
//! ```
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 19);
//! for name in ["breadth-first", "iterative-deepening"] {
//!     let solver: Box<dyn Solver<_>> = match name {
//!         "breadth-first" => Box::new(BreadthFirst::new()),
//!         _ => Box::new(IterativeDeepening::new()),
//!     };
//!     assert_eq!(solver.solve(&puzzle, &1).lower_bound, Some(6));
//! }
//! ```
//!
//! ## How do I search from the goal?
//!
//! Call `backward` on the solver. The puzzle has to implement [`TwoSided`](crate::puzzle::TwoSided).
//!
//! ```
//! use puzzle_search::puzzles::Hanoi;
//! use puzzle_search::{AStar, Solver};
//!
//! let hanoi = Hanoi::new(5, 4)?;
//! let report = AStar::new().backward().solve(&hanoi, &hanoi.tower(1)?);
//! assert_eq!(report.lower_bound, Some(13));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I write a solver of my own?
//!
//! Write a type with the settings, which implements [`Solver`](crate::Solver), and a type with the data of a search,
//! which implements [`Run`](crate::solver::Run). The page of `Run` has an example, and `examples/own_solver.rs` is a
//! complete program. The solver then has limits, progress, cancelling, pauses and reports like every other, and
//! solutions are replayed. It has to keep three rules, which [`laws::check_solver`](crate::laws::check_solver) tests:
//!
//! * Whatever can end the run, such as [`generate`](crate::solver::Monitor::generate) and
//!   [`reserve`](crate::solver::ReachedTable::reserve), comes before [`expand`](crate::solver::Monitor::expand), and
//!   whatever changes the run comes after it. Errors are returned by `?`: the next call goes on from there.
//! * If it does not prove what it returns, the guarantee is [`Unproved`](crate::Guarantee::Unproved); if it gives up
//!   without a proof, it returns [`Stop::Incomplete`](crate::Stop::Incomplete).
//! * If it begins anew when a limit on the cost or on the moves is raised, [`has_cut`](crate::solver::Run::has_cut)
//!   says so. It need not look at these limits: a solution beyond them is not reported, and the search ends with
//!   [`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit).
//!
//! # Maps, boards and cubes
//!
//! ## How do I find a path on a map?
//!
//! Use [`Grid`](crate::puzzles::Grid), which has a built-in heuristic. If the letters of your map have other meanings,
//! such as a space for an open cell, read it by [`GridMap::with_letters`](crate::puzzles::GridMap::with_letters).
//!
//! ```
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
//! use puzzle_search::{AStar, Solver};
//!
//! let grid = Grid::new("..#.\n.##.\n....".parse()?, Connectivity::Four).with_goals([Cell::new(3, 0)])?;
//! assert_eq!(AStar::new().solve(&grid, &Cell::new(0, 0)).into_result()?.len(), 7);
//!
//! let map = GridMap::with_letters("S # E\n  #  \n", " ", "#")?;
//! assert_eq!(map.find('E').next(), Some(Cell::new(4, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I find routes on a game map fast?
//!
//! If all cells cost the same and units move in eight directions, make a [`JumpGrid`](crate::puzzles::JumpGrid) of the
//! grid, once for each map. Its moves are jumps over many cells, so a search among rooms, houses or caves takes a third
//! to a hundredth of the time. If single walls are scattered all over the map, or if cells differ in weight, stay with
//! the grid.
//!
//! ```
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
//! use puzzle_search::{AStar, Search};
//!
//! let map = GridMap::new(90, 60, |cell| if cell.x() % 10 == 9 && cell.y() % 20 > 0 { '#' } else { '.' })?;
//! let jumps = Grid::new(map, Connectivity::Eight).jump_grid()?;
//! let mut search = Search::new(&AStar::new(), Box::new(jumps.clone()), []); // keeps its memory between routes
//! for (start, goal) in [(Cell::new(0, 10), Cell::new(85, 50)), (Cell::new(42, 30), Cell::new(3, 3))] {
//!     search.restart_on(Box::new(jumps.clone().with_goals([goal])?), [start.into()]);
//!     let route = search.run().into_result()?; // a few jumps
//!     let steps = jumps.unfold(&route); // single steps, such as `E` and `NE`
//!     assert!(route.len() < steps.len() && route.cost() == steps.cost());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [Many units](super::real_time#many-units) has more on keeping the memory of a search.
//!
//! ## How do I read a board of sliding tiles as people write it?
//!
//! Parse it as a [`BoardText`](crate::puzzles::BoardText), which also finds the size. If the size is known,
//! [`parse`](crate::Notation::parse) reads the same forms.
//!
//! ```
//! use puzzle_search::puzzles::{BoardText, SlidingTiles};
//! use puzzle_search::Notation;
//!
//! let text = "[[1, 2, 3],\n [4, 5, 6],\n [7, _, 8]]";
//! let BoardText { rows, columns, .. } = text.parse()?;
//! let puzzle = SlidingTiles::new(rows, columns)?;
//! assert_eq!(puzzle.parse(text)?, puzzle.parse("1234567_8")?);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I draw a board?
//!
//! Use [`Notation`](crate::Notation), which prints and parses states. The command `puzzle-search show solution` draws a
//! solution as an animated SVG picture or as an HTML page.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::Notation;
//!
//! let puzzle = SlidingTiles::new(2, 2)?;
//! let board = puzzle.parse("3 1  2 0")?;
//! assert_eq!(puzzle.parse(&puzzle.display(&board).to_string())?, board);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I define a puzzle whose moves permute pieces, such as turns of a cube?
//!
//! Make a [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle). Each move is a permutation in cycle notation, given
//! in code or in a [text file](crate::puzzles::Definition).
//!
//! ```
//! use puzzle_search::puzzles::{Definition, PermutationPuzzle};
//! use puzzle_search::{Bidirectional, Solver};
//!
//! let text = "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)\ninverses";
//! let puzzle = PermutationPuzzle::new(&text.parse::<Definition>()?)?;
//! let start = puzzle.play(&puzzle.goal(), "L R L R")?;
//! assert!(Bidirectional::new().solve(&puzzle, &start).into_result()?.len() <= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I read Rubik's cube, or moves as people write them?
//!
//! [`Facelets`](crate::puzzles::Facelets) has the 54 stickers of a cube that is held in any way, in any six colors. It
//! reads turns of faces, of two layers, of slices and of the whole cube; groups, commutators and repetitions are read
//! for [every puzzle of permutations](crate::puzzles::PermutationPuzzle::play).
//!
//! ```
//! use puzzle_search::puzzles::{Facelets, PermutationPuzzle};
//! use puzzle_search::{Bidirectional, Solver};
//!
//! let cube = PermutationPuzzle::<[u8; 48]>::packed(&Facelets::definition())?;
//! let facelets = Facelets::SOLVED.play("[R: U2] (M2)' y")?;
//! let start = cube.state(&facelets.stickers()?)?; // its moves are for the cube as it is held, here after y
//! let solution = Bidirectional::new().solve(&cube, &start).into_result()?;
//! assert!(facelets.play(&solution.to_string())?.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I scramble a puzzle whose moves permute pieces?
//!
//! Play random moves.
//!
//! ```
//! use puzzle_search::Puzzle;
//! use puzzle_search::puzzles::PermutationPuzzle;
//!
//! let puzzle = PermutationPuzzle::new(&"points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)".parse()?)?;
//! let turns: Vec<_> = puzzle.moves().collect();
//! let mut seed = 7_u64;
//! let mut state = puzzle.goal();
//! for _ in 0..12 {
//!     seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
//!     let turn = turns[(seed >> 33) as usize % turns.len()];
//!     print!("{turn} ");
//!     state = puzzle.apply(&state, turn).ok_or("a turn of another puzzle")?;
//! }
//! assert!(puzzle.solvability(&state).is_solvable()); // true of any scramble
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I get a heuristic for a puzzle whose moves permute pieces?
//!
//! For a single start, try [`Bidirectional`](crate::Bidirectional) first: it needs no heuristic. Otherwise, build a
//! pattern database that [keeps](crate::puzzles::PermutationPuzzle::keeping) some of the pieces; begin with some
//! 100,000 abstract states. If the puzzle has more than about twelve pieces, build several databases, each for different
//! pieces, and take the greatest estimate ([`Max`](crate::heuristics::Max)).
//!
//! ```
//! use puzzle_search::heuristics::{Max, PatternDatabase};
//! use puzzle_search::puzzles::{Definition, PermutationPuzzle};
//! use puzzle_search::{IdaStar, Puzzle, Solver};
//!
//! let text = "points 9\ngenerator T (1 2 3 4 5 6 7 8 9)\ngenerator S (1 4)(2 3)\ninverses";
//! let puzzle = PermutationPuzzle::new(&text.parse::<Definition>()?)?;
//! let start = puzzle.play(&puzzle.goal(), "T S T S T S T T S")?;
//! // Five pieces are told apart; all others look alike.
//! let some = PatternDatabase::new(&puzzle, puzzle.keeping(&[1, 2, 3, 4, 5])?)?;
//! let others = PatternDatabase::new(&puzzle, puzzle.keeping(&[5, 6, 7, 8, 9])?)?;
//! let report = IdaStar::new().solve(&puzzle.guided_by(Max([some, others])), &start);
//! assert!(report.is_optimal() && report.into_result()?.len() <= 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The package `puzzle-search-coordinates` is for large groups that are searched again and again, or enumerated: making
//! its `Coordinates` takes seconds, in each run of a program. In a `View`, some stickers are told apart and all others
//! look alike; its databases take the moves from the puzzle. If some of the moves generate a large subgroup, a
//! `CosetTable` gives a better heuristic: the least number of moves that bring the state into this subgroup. A sequence
//! of moves, such as `B C B'`, can help to generate the subgroup: a larger subgroup gives a smaller table.
//!
//! # Limit, observe and resume a search
//!
//! ## How do I limit time and memory?
//!
//! Give the search [`Limits`](crate::Limits). The report of a stopped search contains the best solution found so far,
//! if any, and the lower bound proved so far.
//!
//! ```
//! use std::time::Duration;
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver, Stop};
//!
//! let puzzle = from_steps(|&n: &u64| [2 * n % 1_000_003, n + 1], |_| false);
//! let limits = Limits::new().max_time(Duration::from_secs(60)).max_bytes(1 << 20);
//! let report = BreadthFirst::new().search(&puzzle, &1).limits(limits).run();
//! assert_eq!(report.stop(), Some(Stop::Bytes));
//! assert!(report.lower_bound > Some(10));
//! ```
//!
//! ## How do I ask for a solution of at most a given number of moves?
//!
//! Limit the number of moves by [`max_moves`](crate::Limits::max_moves). If no solution is within the limit, the lower
//! bound in the report says so.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99);
//! let within = |moves| BreadthFirst::new().search(&puzzle, &1).limits(Limits::new().max_moves(moves)).run();
//! assert_eq!(within(8).lower_bound, Some(9)); // proved: no solution has 8 moves or fewer
//! assert!(within(9).solution().is_some());
//! ```
//!
//! ## How do I show progress?
//!
//! Give a closure to [`on_progress`](crate::Search::on_progress). The search calls the closure every few thousand
//! states, and stops if the closure returns `Break`.
//!
//! ```
//! use std::ops::ControlFlow;
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [(7 * n + 1) % 100_003, (n + 5) % 100_003], |_| false);
//! let mut lines = vec![];
//! BreadthFirst::new().search(&puzzle, &1).on_progress(|progress| {
//!     lines.push(format!("{} expanded, {} stored", progress.stats.expanded, progress.stats.peak_stored));
//!     ControlFlow::Continue(())
//! }).run();
//! assert!(!lines.is_empty());
//! ```
//!
//! ## How do I cancel a search?
//!
//! Give the search a flag by [`with_cancel`](crate::Limits::with_cancel), and set the flag from any thread.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver, Stop};
//!
//! let puzzle = from_steps(|&n: &u64| [2 * n % 1_000_003, n + 1], |_| false);
//! let flag = Arc::new(AtomicBool::new(false));
//! let setter = Arc::clone(&flag);
//! std::thread::spawn(move || setter.store(true, Ordering::Relaxed)); // in a real program, on Ctrl-C or by a button
//! let report = BreadthFirst::new().search(&puzzle, &1).limits(Limits::new().with_cancel(flag)).run();
//! assert_eq!(report.stop(), Some(Stop::Cancelled));
//! ```
//!
//! ## How do I resume a stopped search?
//!
//! Run the same `Search` again, with larger limits.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99);
//! let mut search = BreadthFirst::new().search(&puzzle, &1).limits(Limits::new().max_expanded(20));
//! assert!(search.run().stop().is_some());
//! search.set_limits(Limits::new());
//! assert_eq!(search.run(), BreadthFirst::new().solve(&puzzle, &1)); // as if it had not stopped
//! ```
//!
//! ## How do I see how far a stopped search has come?
//!
//! Read the best solution and the lower bound from the report.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::Anytime;
//! use puzzle_search::{Limits, Notation, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let mut search = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(3_000));
//! let report = search.run();
//! assert_eq!(report.stop(), Some(Stop::Expanded));
//! let best = report.best().ok_or("none yet")?.cost();
//! let bound = report.lower_bound.ok_or("nothing is proved")?;
//! assert!(bound <= 31 && 31 <= best);
//! assert!(report.factor() >= Some(1.0)); // best / bound
//! search.set_limits(Limits::new());
//! assert!(search.run().is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I resume a search on another day?
//!
//! Save the search as [bytes](crate::Search::save) or in a [file](crate::Search::save_to). The puzzle has to implement
//! the trait [`Portable`](crate::puzzle::Portable), as the puzzles of this crate do. For a puzzle made of closures, call
//! [`with_bytes`](crate::puzzle::FnPuzzle::with_bytes).
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Limits, Notation, Search};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let mut search = Search::new(&BreadthFirst::new(), &puzzle, [start]);
//! search.set_limits(Limits::new().max_expanded(1_000));
//! assert!(search.run().stop().is_some());
//! let bytes = search.save()?;
//! let mut search = Search::load(&BreadthFirst::new(), &puzzle, &bytes)?;
//! assert_eq!(search.run().lower_bound, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I keep a search beside its puzzle, in a struct?
//!
//! Share the puzzle through an `Arc`. The type of the search names the pointer, not the solver.
//!
//! ```
//! use std::sync::Arc;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Search};
//!
//! struct Game {
//!     puzzle: Arc<SlidingTiles>,
//!     hint: Search<'static, Arc<SlidingTiles>>,
//! }
//!
//! let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
//! let hint = Search::new(&BreadthFirst::new(), Arc::clone(&puzzle), [puzzle.goal()]);
//! let mut game = Game { puzzle, hint };
//! assert!(game.hint.run().is_optimal());
//! # let _ = game.puzzle;
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I search in a browser?
//!
//! Run the search in [slices of a few milliseconds](super::web_and_async#webassembly), by a clock that you hand in.
//!
//! ## How do I search in an async program?
//!
//! Run the search [in slices](super::web_and_async#slices-in-an-async-task), or on a [thread for blocking
//! work](super::web_and_async#a-thread-for-blocking-work) with a flag that ends it.
//!
//! ## How do I use all cores?
//!
//! Call `threads` on the solver. The puzzle has to be `Sync`. See [Threads](super::making_it_fast#threads) in the
//! chapter Making it fast.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
//! let start = puzzle.parse("5 1 3 4  9 2 7 8  0 6 10 12  13 14 11 15")?;
//! let (two, one) = (IdaStar::new().threads(2).solve(&puzzle, &start), IdaStar::new().solve(&puzzle, &start));
//! assert_eq!(two.outcome, one.outcome);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I search many starts fast?
//!
//! Make one search, and [restart](crate::Search::restart) it for each start. The search reuses its memory.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n % 100 == 0);
//! let mut search = BreadthFirst::new().search(&puzzle, &1);
//! let mut most = 0;
//! for start in 1..=50 {
//!     search.restart([start]);
//!     most = most.max(search.run().into_result()?.cost());
//! }
//! assert_eq!(most, 8);
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! # More than one solution, or less than an optimal one
//!
//! ## How do I get all cheapest solutions, or their number?
//!
//! Call `all_solutions` on [`AStar`](crate::AStar::all_solutions), with or without a heuristic. If the puzzle
//! [says](crate::Facts::unit_costs) that every edge costs one, as one made by `from_steps` does,
//! [`BreadthFirst`](crate::BreadthFirst::all_solutions) finds them, too. The result is a
//! [graph](crate::answers::SolutionGraph) that lists or counts all cheapest solutions.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst};
//!
//! let puzzle = from_steps(|&(x, y): &(u8, u8)| [(x + 1, y), (x, y + 1)], |&at| at == (8, 8));
//! let all = BreadthFirst::new().all_solutions(&puzzle, [(0, 0)]).run()?;
//! assert_eq!(all.count(), Some(12_870)); // without listing them
//! assert_eq!(all.paths().next().map(|states| states.len()), Some(17));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I get the ten cheapest solutions?
//!
//! Call [`k_cheapest_paths`](crate::AStar::k_cheapest_paths) on `AStar`, with or without a heuristic. If solutions may
//! visit a state twice, call [`k_cheapest_walks`](crate::AStar::k_cheapest_walks).
//! [`paths`](crate::answers::Query::paths) returns the states of each solution, and its cost;
//! [`run`](crate::answers::Query::run) returns the solutions with their moves.
//!
//! ```
//! use puzzle_search::{AStar, from_edges};
//!
//! let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)].into_iter().filter(|e| e.0 < 99), |&n| n == 24);
//! let best = AStar::new().k_cheapest_paths(&puzzle, [1], 10).paths()?;
//! assert_eq!(best[0], (vec![1, 2, 3, 6, 12, 24], 11));
//! assert!(best.len() == 10 && best.is_sorted_by_key(|(_, cost)| *cost));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I get the distances of all states from a start?
//!
//! Use [`Distances`](crate::answers::Distances). Its method `nearest` returns one state after the other, nearest first.
//! The method `run` finds all distances at once.
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::from_steps;
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1].into_iter().filter(|&n| n <= 1_000), |_| false);
//! let mut distances = Distances::new(&puzzle, [1]);
//! let near: Vec<_> = distances.nearest().take(4).collect::<Result<_, _>>()?; // the search pauses here
//! assert_eq!(near, [(1, 0), (2, 1), (3, 2), (4, 2)]);
//! distances.run()?;
//! assert_eq!((distances.len(), distances.get(&1_000)), (1_000, Some(14)));
//! assert_eq!(distances.iter().last().map(|(_, farthest)| farthest), Some(17));
//! # Ok::<(), puzzle_search::Stop>(())
//! ```
//!
//! ## How do I get the longest path, or count all paths?
//!
//! If the puzzle has no cycles, call [`longest_path`](crate::solvers::DepthFirst::longest_path) or
//! [`count_paths`](crate::solvers::DepthFirst::count_paths) on `DepthFirst`.
//!
//! ```
//! use puzzle_search::solvers::DepthFirst;
//! use puzzle_search::from_edges;
//!
//! let puzzle = from_edges(|&n: &u32| (n + 1..10).map(move |to| (to, n * to % 7)), |&n| n == 9);
//! let longest = DepthFirst::new().longest_path(&puzzle, [1]).run()?;
//! assert!(longest.cost() > 15);
//! assert_eq!(DepthFirst::new().count_paths(&puzzle, [1]).run()?, Some(128));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! ## How do I get a good solution soon?
//!
//! Use [`WeightedAStar`](crate::solvers::WeightedAStar), whose solution costs at most a given factor times the optimum.
//! If time is limited, use [`Anytime`](crate::solvers::Anytime), which finds better and better solutions until a limit
//! stops it.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::{Anytime, WeightedAStar};
//! use puzzle_search::{Limits, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
//! let start = puzzle.parse("12 1 10 2  7 11 4 14  5 0 9 15  8 13 6 3")?;
//! let report = WeightedAStar::new(2.0).solve(&puzzle, &start);
//! assert!(report.factor() <= Some(2.0));
//! let limits = Limits::new().max_expanded(50_000); // or `max_time`
//! let report = Anytime::new().search(&puzzle, &start).limits(limits).run();
//! assert!(report.best().is_some_and(|best| best.verify(&puzzle, &start).is_ok()));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # Whole spaces
//!
//! ## How do I count all positions, and find the hardest?
//!
//! Use [`Enumerate`](crate::space::Enumerate), which counts the states at each distance from given states. With
//! [`hardest(n)`](crate::space::Enumerate::hardest), it also lists up to n of the farthest states. If a limit
//! stops the count, [`into_result`](crate::space::Census::into_result) says so, and what was counted is not taken for
//! the whole. To count by rank a puzzle made of closures, call
//! [`with_ranks`](crate::puzzle::FnPuzzle::with_ranks).
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::Enumerate;
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let census = Enumerate::new().hardest(10).count_by_rank(&puzzle, [puzzle.goal()]).run()?.into_result()?;
//! // Only two boards are 31 moves from the goal.
//! assert_eq!((census.states(), census.depth(), census.hardest.len()), (181_440, 31, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I resume a count after the program was killed?
//!
//! Count on disk, with [`OnDisk`](crate::space::OnDisk). The same call with the same directory goes on
//! where the last one ended. If a limit has stopped the count, [`into_result`](crate::space::Census::into_result) is an
//! error.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::OnDisk;
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let directory = std::env::temp_dir().join(format!("puzzle-search-killed-{}", std::process::id()));
//! let disk = OnDisk::new(&directory);
//! let census = disk.count_by_rank(&puzzle, [puzzle.goal()]).run()?.into_result()?; // begins, or goes on
//! assert_eq!(census.states(), 181_440);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## How do I make a level of a given number of moves, and give hints?
//!
//! Build a [`DistanceOracle`](crate::space::DistanceOracle), a table of the distances from all states to the goal. See
//! the chapter [Levels and hints](super::levels_and_hints).
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::DistanceOracle;
//!
//! let oracle = DistanceOracle::new(SlidingTiles::new(2, 3)?)?;
//! let mut seed = 1_u64;
//! let mut random = || { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9); seed ^ seed >> 32 };
//! let level = oracle.random_at_depth(15, &mut random).ok_or("there are some")?;
//! assert!(!oracle.best_moves(&level).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Understand the answer
//!
//! ## How do I tell "there is no solution" from "the search gave up"?
//!
//! Look at the [outcome](crate::Outcome) of the report: `Unsolvable` if there is no solution, `Stopped` if the search
//! gave up. [`into_result`](crate::Report::into_result) turns both outcomes into an error.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Notation, Outcome, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let report = BreadthFirst::new().solve(&puzzle, &puzzle.parse("2 1 3  4 5 6  7 8 0")?);
//! match &report.outcome {
//!     Outcome::Solved { solution, .. } => println!("{solution}"),
//!     Outcome::Unsolvable { reason } => assert!(reason.to_string().contains("odd")),
//!     Outcome::Stopped { stop, best } => println!("{stop}; so far {best:?}"),
//! }
//! assert!(report.into_result().is_err());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! ## How do I check a solution that another program found?
//!
//! Make a [`Solution`](crate::Solution) from the moves and the cost, and call [`verify`](crate::Solution::verify).
//!
//! ```
//! use puzzle_search::{from_fn, Solution};
//!
//! let puzzle = from_fn(|&n: &u32| [('d', 2 * n, 1_u32), ('i', n + 1, 1)], |&n| n == 7);
//! let claimed = |moves: &str| Solution::new(moves.chars().collect(), moves.len() as u32);
//! assert!(claimed("didi").verify(&puzzle, &1).is_ok()); // 1 2 3 6 7
//! assert!(claimed("ddd").verify(&puzzle, &1).is_err());
//! ```
//!
//! ## How do I count nodes as papers do?
//!
//! [`Stats`](crate::Stats) has the numbers of expanded and generated states. For iterative solvers such as IDA\*, the
//! report also has the numbers of each iteration.
//!
//! ```
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{from_steps, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 11);
//! let report = IterativeDeepening::new().solve(&puzzle, &1);
//! assert_eq!(report.iterations.len(), 6);
//! assert!(report.stats.generated > report.stats.expanded);
//! ```
//!
//! Next chapter: [references](super::references).
