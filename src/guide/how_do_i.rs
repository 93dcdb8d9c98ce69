//! How do I ...? Short questions, and a few lines of code for each.
//!
//! Most of the answers search the same small space: numbers from 1 on, each of which can be doubled, or made
//! larger by one.
//!
//! # Ask
//!
//! **How do I find a shortest path with a closure?** Give it moves, states and costs.
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
//! **How do I do without names for the moves?** The states are the moves then.
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
//! **How do I say what an edge costs?** With a state and a cost for each; then take a solver that counts
//! costs.
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
//! **How do I use costs with fractions?** As whole numbers, of millionths for example: every solver takes them,
//! and every question. (A heuristic adds up the rounded edges, too.) Or with feature `ordered-float` as
//! `NotNan<f64>` (`cargo add ordered-float@5` too): then read what [rounding](crate::Cost#rounded-sums) does, and how a
//! heuristic leaves room for it.
//!
//! ```
//! use puzzle_search::{from_edges, Solver, UniformCost};
//!
//! let cost = |cost: f64| (cost * 1e6).round() as u64;
//! let puzzle = from_edges(|&n: &u32| [(2 * n, cost(1.25)), (n + 1, cost(0.8))], |&n| n == 11);
//! assert_eq!(UniformCost::new().path(&puzzle, &1)?.1, 4_900_000);
//! # Ok::<(), puzzle_search::Unsolved<u64>>(())
//! ```
//!
//! **How do I search words, or whatever is borrowed?** The states are what refers to it, such as `&str`. Each is to be
//! there once, or one solution counts as two.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let text = String::from("cold cord card ward warm word"); // read when the program runs
//! let words: Vec<&str> = text.split_whitespace().collect();
//! let is_near = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() == 1;
//! let puzzle = from_steps(
//!     |&at: &&str| words.iter().copied().filter(move |word| is_near(at, word)),
//!     |&at| at == "warm",
//! );
//! match BreadthFirst::new().path(&puzzle, &"cold") {
//!     Ok((ladder, steps)) => assert_eq!((ladder[1], steps), ("cord", 4)),
//!     Err(unsolved) if unsolved.stop().is_none() => println!("there is no ladder"),
//!     Err(unsolved) => println!("{unsolved}"), // a limit
//! }
//! ```
//!
//! **How do I begin in several states at once?** The solution says in which it begins. Goals are whatever the
//! closure says.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 64 || n == 80);
//! let mut search = BreadthFirst::new().search(&puzzle, &3).also_from([7, 39]);
//! let solution = search.run().into_result()?;
//! assert_eq!((solution.start(), solution.cost()), (2, 2)); // 39, 40, 80
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! **How do I give a heuristic?** With a closure, or as a [method](crate::Puzzle::heuristic) of your type. It
//! must never be more than the cost that is left; `None` is a dead end.
//!
//! ```
//! use puzzle_search::{from_steps, AStar, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99)
//!     .with_heuristic(|&n| (n <= 99).then(|| (99 / n).ilog2())); // it doubles at most
//! let report = AStar::new().solve(&puzzle, &1);
//! assert_eq!(report.lower_bound, Some(9));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! **How do I know that my heuristic is right?** [`laws::check`](crate::laws::check) compares it with the
//! true costs ([proving it right](super::proving_it_right)).
//!
//! ```
//! use puzzle_search::{from_steps, laws};
//!
//! let puzzle = || from_steps(|&n: &u32| [2 * n, n + 1].into_iter().filter(|&n| n < 50), |&n| n == 40);
//! assert!(laws::check(&puzzle().with_heuristic(|&n| Some(u32::from(n != 40))), &1).is_ok());
//! assert!(laws::check(&puzzle().with_heuristic(|&n| Some(n.abs_diff(40))), &1).is_err());
//! ```
//!
//! **How do I choose the solver when the program runs?** In a box.
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, IterativeDeepening, Solver};
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
//! **How do I choose the heuristic when the program runs?** With [`Either`](crate::heuristics::Either).
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
//! **How do I use neighbors that may fail?** The first error ends the search and comes out as itself.
//!
//! ```
//! use puzzle_search::{try_from_fn, BreadthFirst, Solver};
//!
//! let text = ["1: 2 3", "2: 4", "3: x", "4: 1"]; // a graph that is read as it is searched
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
//! **How do I find a way on a map?** With [`Grid`](crate::puzzles::Grid); its heuristic is there.
//!
//! ```
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid};
//! use puzzle_search::{AStar, Solver};
//!
//! let grid = Grid::new("..#.\n.##.\n....".parse()?, Connectivity::Four).with_goals([Cell::new(3, 0)])?;
//! assert_eq!(AStar::new().solve(&grid, &Cell::new(0, 0)).into_result()?.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I make a puzzle of turning pieces?** From the cycles of its moves, in code or in a file.
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
//! [`Definition`](crate::puzzles::Definition) has the format of a file.
//!
//! **How do I scramble it?** By random moves, from a source of random numbers of yours.
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
//! assert!(puzzle.solvability(&state).is_solvable()); // of a state from elsewhere ask before tables are built
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I get a heuristic for it?** From a database of what is [seen](crate::coordinates::View) of some pieces,
//! up to four million states. On more than some twelve places make several, of other pieces each: the greatest of their
//! estimates counts ([`Max`](crate::heuristics::Max)). Where some sequences of moves generate a large subgroup, as the turns
//! of two faces of a cube and half turns of the others do, [`CosetTable`](crate::coordinates::CosetTable) is better.
//!
//! ```
//! use puzzle_search::coordinates::{Coordinates, View};
//! use puzzle_search::heuristics::{Max, PatternDatabase};
//! use puzzle_search::puzzles::{Definition, PermutationPuzzle};
//! use puzzle_search::{IdaStar, Puzzle, Solver};
//!
//! let text = "points 9\ngenerator T (1 2 3 4 5 6 7 8 9)\ngenerator S (1 4)(2 3)\ninverses";
//! let puzzle = PermutationPuzzle::new(&text.parse::<Definition>()?)?;
//! // Five pieces, to which the others are all alike.
//! let database = |pieces: [usize; 5]| -> Result<_, Box<dyn std::error::Error>> {
//!     let mut colors = [0; 9];
//!     pieces.iter().zip(1..).for_each(|(&piece, color)| colors[piece - 1] = color);
//!     Ok(PatternDatabase::new(&puzzle, Coordinates::new(&puzzle, &[View::new(&colors)])?)?)
//! };
//! let both = Max(database([1, 2, 3, 4, 5])?, database([5, 6, 7, 8, 9])?);
//! let puzzle = puzzle.clone().guided_by(both);
//! let start = puzzle.puzzle().play(&puzzle.puzzle().goal(), "T S T S T S T T S")?;
//! let report = IdaStar::new().solve(&puzzle, &start);
//! assert!(report.is_optimal() && report.into_result()?.len() <= 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Hold it to limits
//!
//! **How do I limit time and memory?** What was found and proved by then is in the report.
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
//! **How do I ask for a solution of at most so many moves?**
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 99);
//! let within = |moves| BreadthFirst::new().search(&puzzle, &1).limits(Limits::new().max_moves(moves)).run();
//! assert_eq!(within(8).lower_bound, Some(9)); // a proof that there is none
//! assert!(within(9).solution().is_some());
//! ```
//!
//! **How do I show progress?** With a closure, every few thousand states; `Break` ends the search.
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
//! **How do I cancel a search?** By a flag, from any thread.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use puzzle_search::{from_steps, BreadthFirst, Limits, Solver, Stop};
//!
//! let puzzle = from_steps(|&n: &u64| [2 * n % 1_000_003, n + 1], |_| false);
//! let flag = Arc::new(AtomicBool::new(false));
//! let setter = Arc::clone(&flag);
//! std::thread::spawn(move || setter.store(true, Ordering::Relaxed)); // by Ctrl-C, or a button
//! let report = BreadthFirst::new().search(&puzzle, &1).limits(Limits::new().with_cancel(flag)).run();
//! assert_eq!(report.stop(), Some(Stop::Cancelled));
//! ```
//!
//! **How do I stop and go on?** Run it again.
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
//! **How do I see how far it came, and go on?** The report of a stopped search has the best solution so far and
//! the lower bound that is proved. (Where memory ends, `Anytime` goes on depth-first by itself.)
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver, Stop};
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
//! **How do I go on another day?** As [bytes](crate::Search::save), or in a
//! [file](crate::Search::save_to), where the puzzle is [`Portable`](crate::Portable).
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
//! **How do I keep a search beside its puzzle, in a struct?**
//!
//! ```
//! use std::sync::Arc;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BoxedSearch, BreadthFirst, Search};
//!
//! struct Game {
//!     puzzle: Arc<SlidingTiles>,
//!     hint: BoxedSearch<Arc<SlidingTiles>>,
//! }
//!
//! let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
//! let hint = Search::new(&BreadthFirst::new(), Arc::clone(&puzzle), [puzzle.goal()]).into_boxed();
//! let mut game = Game { puzzle, hint };
//! assert!(game.hint.run().is_optimal());
//! # let _ = game.puzzle;
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! **How do I use all cores?** By one word, where the puzzle is `Sync`; [what it
//! costs](super::making_it_fast#threads).
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
//! **How do I search many starts fast?** Keep the memory of the first search.
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
//! # Ask for more, or for less
//!
//! **How do I get all cheapest solutions, or their number?**
//!
//! ```
//! use puzzle_search::{from_steps, BreadthFirst};
//!
//! let puzzle = from_steps(|&(x, y): &(u8, u8)| [(x + 1, y), (x, y + 1)], |&at| at == (8, 8));
//! let all = BreadthFirst::new().all_solutions(&puzzle, [(0, 0)]).run()?;
//! assert_eq!(all.count(), Some(12_870)); // without a walk through them
//! assert_eq!(all.paths().next().map(|states| states.len()), Some(17));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! **How do I get the ten best?** Without circles: [`k_cheapest_walks`](crate::AStar::k_cheapest_walks) may
//! go through a state twice.
//!
//! ```
//! use puzzle_search::{from_edges, UniformCost};
//!
//! let puzzle = from_edges(|&n: &u32| [(2 * n, 3_u32), (n + 1, 1)].into_iter().filter(|e| e.0 < 99), |&n| n == 24);
//! let best = UniformCost::new().k_cheapest_paths(&puzzle, [1], 10).run()?;
//! let costs: Vec<u32> = best.iter().map(|solution| solution.cost()).collect();
//! assert!(costs.len() == 10 && costs.is_sorted());
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! **How do I get the distance of everything?** One after the other, or all at once; the farthest comes last.
//!
//! ```
//! use puzzle_search::{from_steps, Distances};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1].into_iter().filter(|&n| n <= 1_000), |_| false);
//! let mut distances = Distances::new(&puzzle, [1]);
//! let near: Vec<u32> = distances.nearest().take(4).map(|(n, _)| n).collect(); // four expansions
//! assert_eq!(near, [1, 2, 3, 4]);
//! distances.run()?;
//! assert_eq!((distances.len(), distances.get(&1_000)), (1_000, Some(14)));
//! assert_eq!(distances.iter().last().map(|(_, farthest)| farthest), Some(17));
//! # Ok::<(), puzzle_search::Stop>(())
//! ```
//!
//! **How do I get the longest path, or count all paths?** Where none leads back to where it was.
//!
//! ```
//! use puzzle_search::{from_edges, DepthFirst};
//!
//! let puzzle = from_edges(|&n: &u32| (n + 1..10).map(move |to| (to, n * to % 7)), |&n| n == 9);
//! let longest = DepthFirst::new().longest_path(&puzzle, [1]).run()?;
//! assert!(longest.cost() > 15);
//! assert_eq!(DepthFirst::new().count_paths(&puzzle, [1]).run()?, Some(128));
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! **How do I get a good solution now?** Within a factor, which is proved; or better and better ones until a
//! deadline ([`Anytime`](crate::Anytime)).
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver, WeightedAStar};
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
//! **How do I search from the goal?** By one word, where the puzzle [knows the way
//! back](crate::TwoSided); [`Bidirectional`](crate::Bidirectional) and [`BaeStar`](crate::BaeStar) go both
//! ways.
//!
//! ```
//! use puzzle_search::puzzles::Hanoi;
//! use puzzle_search::{AStar, Solver};
//!
//! let hanoi = Hanoi::new(5, 4)?;
//! let report = AStar::new().backward().solve(&hanoi, &hanoi.tower(0));
//! assert_eq!(report.lower_bound, Some(13));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! **How do I count all positions, and find the hardest?**
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::Enumerate;
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let census = Enumerate::new().with_hardest(10).count_by_rank(&puzzle, [puzzle.goal()]).run()?;
//! assert_eq!((census.states(), census.depth(), census.hardest.len()), (181_440, 31, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I count on after the program was killed?** On disk, where a directory has all that is needed.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::{DiskError, Enumerate};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let directory = std::env::temp_dir().join(format!("puzzle-search-killed-{}", std::process::id()));
//! let disk = Enumerate::new().on_disk(&directory);
//! let census = match disk.clone().resume().count_by_rank(&puzzle, [puzzle.goal()]).run() {
//!     Err(DiskError::Nothing { .. }) => disk.count_by_rank(&puzzle, [puzzle.goal()]).run()?, // begin
//!     resumed => resumed?,
//! };
//! assert_eq!(census.states(), 181_440);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How do I make a level of exactly so many moves, and give hints?** From a table of all distances
//! ([levels and hints](super::levels_and_hints)).
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
//! **How do I tell "there is none" from "gave up"?** The outcome says which; as an error it is a sentence.
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
//! **How do I check a solution that comes from elsewhere?** Make one of its moves, and replay it.
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
//! **How do I count nodes as papers do?** [`Stats`](crate::Stats) says; the iterations are listed.
//!
//! ```
//! use puzzle_search::{from_steps, IterativeDeepening, Solver};
//!
//! let puzzle = from_steps(|&n: &u32| [2 * n, n + 1], |&n| n == 11);
//! let stats = IterativeDeepening::new().solve(&puzzle, &1).stats;
//! assert_eq!(stats.iterations.len(), 6);
//! assert!(stats.generated > stats.expanded);
//! ```
//!
//! **How do I draw a board?** [`Notation`](crate::Notation) prints and reads states; the example `replay`
//! makes pictures and a page with buttons.
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
//! Back to [the guide](super).
