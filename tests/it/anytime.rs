//! Anytime search: what it goes on with when memory ends, paused and saved too.

use puzzle_search::heuristics::{Guided, LinearConflict, Manhattan, TileGuess};
use puzzle_search::puzzles::{Board, Packed, SlidingTiles};
use puzzle_search::solvers::{Anytime, Beam, Guess, Guesses};
use puzzle_search::{Limits, Outcome, Puzzle, Search, Solution, Solver, Stop, from_fn};

use crate::bounded::Shown;
use crate::bts::random;
use crate::oracle;
use crate::support::{Digraph, Numbers, misleading, walk_back};

/// Led by a guess on every other graph.
fn anytime(graph: &Digraph) -> &'static dyn Solver<Digraph> {
    match graph.edges.len() % 2 {
        0 => &const { Anytime::new() },
        _ => &const { Anytime::new().led_by(misleading) },
    }
}

#[test]
fn random_graphs_are_solved_with_memory_for_a_few_states() {
    let mut numbers = Numbers(21);
    let (mut deepened, mut improved) = (0, 0);
    for _ in 0..4_000 {
        let graph = random(&mut numbers, 9);
        let exact = oracle::least_cost(&graph, &0).map(|cost| cost as u32);
        let limits = Limits::new().max_stored(1 + numbers.below(9) as u64);
        let solver = anytime(&graph);
        let search = || Search::new(solver, &graph, [0]);
        let mut whole = search().limits(limits.clone()).observe(Shown::default());
        let report = whole.run();
        assert_eq!(report.lower_bound, exact, "{graph:?} {report:?}");
        let solution = report.solution().expect("there is a path");
        assert_eq!(solution.verify(&graph, &0), Ok(()));
        assert!(report.is_optimal());
        let incumbents = &whole.observer().incumbents;
        assert!(
            incumbents.is_sorted_by(|one, next| one > next),
            "{incumbents:?}"
        );
        if report.stats.expanded > 0 {
            assert_eq!(incumbents.last(), exact.as_ref());
        }
        deepened += u32::from(report.iterations.len() > 1);
        improved += u32::from(incumbents.len() > 1 && report.iterations.len() > 1);
        // Begun again with its memory kept it does the same.
        whole.restart([0]);
        assert_eq!(whole.run(), report);
        // Paused, saved and loaded it goes on to the same end.
        let mut paused = search();
        let (step, mut allowed) = (1 + numbers.below(5) as u64, 0);
        let mut best = None;
        let end = loop {
            allowed += step;
            let mut search = paused.limits(limits.clone().max_expanded(allowed));
            let end = search.run();
            assert!(end.lower_bound <= exact);
            let Outcome::Stopped { stop, best: now } = &end.outcome else {
                break end;
            };
            assert_eq!(*stop, Stop::Expanded);
            let now = now.as_ref().map(Solution::cost);
            assert!(best.is_none() || now.is_some() && now <= best);
            best = now;
            let bytes = search.save().expect("it can go on");
            paused = Search::load(solver, &graph, &bytes).expect("they are whole");
        };
        assert_eq!(end, report);
        // A limit on the cost is kept, and with a larger one it goes on.
        let most = numbers.below(2 * exact.unwrap_or(0) as usize + 2) as u32;
        let mut search = search();
        search.set_limits(limits.clone());
        search.set_max_cost(Some(most));
        let report = search.run();
        if exact > Some(most) {
            assert_eq!(report.stop(), Some(Stop::Cost), "{report:?}");
            assert!(report.lower_bound > Some(most) && report.lower_bound <= exact);
        } else {
            assert_eq!(report.lower_bound, exact);
        }
        search.set_max_cost(None);
        assert_eq!(search.run().lower_bound, exact);
    }
    assert!(deepened > 600, "{deepened}");
    assert!(improved > 10, "{improved}");
}

#[test]
fn a_space_without_goals_is_unsolvable_and_edges_of_cost_zero_need_memory() {
    let graph = Digraph {
        edges: vec![(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 1), (3, 4, 1)],
        goals: vec![4],
        estimates: vec![],
    };
    for stored in 0..6 {
        let limits = Limits::new().max_stored(stored);
        let mut search = anytime(&graph).search(&graph, &0).limits(limits.clone());
        let stop = (stored < 4).then_some(Stop::Stored);
        assert_eq!(search.run().stop(), stop);
        search.set_limits(Limits::new());
        assert_eq!(search.run().lower_bound, Some(2));
        let endless = Digraph {
            edges: vec![(0, 1, 1), (0, 2, 5), (2, 3, 1)],
            goals: vec![],
            estimates: vec![],
        };
        let mut search = anytime(&endless).search(&endless, &0).limits(limits);
        assert!(stored == 0 || search.run().is_unsolvable());
    }
}

#[test]
fn where_memory_ends_the_best_solution_is_proved_without() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let start = walk_back(&tiles, 80, &mut Numbers(5));
    let puzzle = tiles.guided_by(Manhattan);
    let whole = Anytime::new().solve(&puzzle, &start);
    for bytes in [1 << 15, 1 << 16, 1 << 17] {
        let limits = Limits::new().max_bytes(bytes);
        let mut search = Anytime::new().search(&puzzle, &start).limits(limits);
        let report = search.run();
        assert!(
            report.is_optimal() && report.stats.peak_bytes <= bytes,
            "{report:?}"
        );
        assert_eq!(report.lower_bound, whole.lower_bound);
        let cost = report.solution().map(Solution::cost);
        assert_eq!(cost, report.lower_bound);
    }
}

/// The guess of a board by its definition, each two tiles compared.
fn guessed<B: Packed>(tiles: &SlidingTiles<B>, board: &Board<B>) -> Guess<u32> {
    let (columns, mut value) = (tiles.columns(), 0);
    let homes: Vec<_> = tiles.goal().labels().collect();
    let home = |tile: u8| {
        homes
            .iter()
            .position(|&label| label == tile)
            .expect("a tile")
    };
    let at: Vec<_> = board
        .labels()
        .enumerate()
        .filter(|&(_, tile)| tile != 0)
        .map(|(cell, tile)| {
            (
                cell / columns,
                cell % columns,
                home(tile) / columns,
                home(tile) % columns,
            )
        })
        .collect();
    for (index, &(row, column, home_row, home_column)) in at.iter().enumerate() {
        let distance = row.abs_diff(home_row) + column.abs_diff(home_column);
        value += 20 * distance + distance.pow(3);
        for &(other_row, other_column, other_home_row, other_home_column) in &at[index + 1..] {
            // The other comes after it, in its row or in its column.
            let is_in_row = row == home_row && other_row == row && other_home_row == row;
            let is_in_column =
                column == home_column && other_column == column && other_home_column == column;
            value += 80 * usize::from(is_in_row && other_home_column < home_column);
            value += 80 * usize::from(is_in_column && other_home_row < home_row);
        }
    }
    Guess {
        value: value as u32,
        kind: board.blank() as u8,
    }
}

#[test]
fn boards_are_guessed_by_distances_and_by_tiles_the_wrong_way_round() {
    let mut numbers = Numbers(3);
    for (rows, columns) in [(1, 2), (2, 5), (4, 4), (5, 7), (8, 8), (1, 64), (32, 2)] {
        let tiles = SlidingTiles::<[u8; 64]>::packed(rows, columns).expect("up to 64 cells");
        let guess = TileGuess::new(&tiles);
        for steps in [0, 3, 50, 2_000] {
            let board = walk_back(&tiles, steps, &mut numbers);
            let expected = guessed(&tiles, &board);
            assert_eq!(guess.guess(&board), Some(expected), "{board:?}");
        }
        // Rows in the reverse order: every two tiles of a row are the wrong way round.
        let goal = tiles.goal().labels().collect::<Vec<_>>();
        let mut rows_turned = goal.clone();
        rows_turned.chunks_mut(columns).for_each(<[u8]>::reverse);
        let board = tiles.state(&rows_turned).expect("each label once");
        assert_eq!(guess.guess(&board), Some(guessed(&tiles, &board)));
    }
}

#[test]
fn led_by_the_estimate_it_is_as_without_a_guess() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let puzzle = tiles.guided_by(Manhattan);
    let start = walk_back(&puzzle, 40, &mut Numbers(1));
    let estimate = |board: &Board| Guess::new(puzzle.heuristic(board).expect("never a dead end"));
    let led = Anytime::new().led_by(estimate).solve(&puzzle, &start);
    assert_eq!(led, Anytime::new().solve(&puzzle, &start));
    let led = Beam::new(9).led_by(estimate).solve(&puzzle, &start);
    assert_eq!(led, Beam::new(9).solve(&puzzle, &start));
}

type Large = SlidingTiles<[u8; 64]>;

/// A square board that is solvable, drawn at random.
fn large_board(tiles: &Large, numbers: &mut Numbers) -> Board<[u8; 64]> {
    let cells = tiles.rows() * tiles.columns();
    loop {
        let mut labels: Vec<u8> = (0..cells as u8).collect();
        for last in (1..cells).rev() {
            labels.swap(last, numbers.below(last + 1));
        }
        let board = tiles.state(&labels).expect("each label once");
        if tiles.solvability(&board).is_solvable() {
            return board;
        }
    }
}

/// For each of so many boards the states generated, and the cost over the root's bound if one was found: the first
/// solution, or the best within so many states.
fn large_boards<P: Puzzle<State = Board<[u8; 64]>, Cost = u32>, A: Solver<P>>(
    (size, count): (usize, usize),
    make: impl Fn(&Large) -> (P, A),
    (generated, ends_at_each): (u64, bool),
) -> Vec<(u64, Option<f64>)> {
    let tiles = Large::packed(size, size).expect("up to 64 cells");
    let (puzzle, solver) = make(&tiles);
    let bounds = tiles.clone().guided_by(Manhattan);
    let mut numbers = Numbers(63);
    let boards = (0..count).map(|_| {
        let start = large_board(&tiles, &mut numbers);
        let observer = Shown {
            ends_at_each,
            ..Shown::default()
        };
        let limits = Limits::new().max_generated(generated);
        let search = solver.search(&puzzle, &start).limits(limits);
        let report = search.observe(observer).run();
        let bound = bounds.heuristic(&start).expect("never a dead end");
        assert!(report.lower_bound >= Some(bound));
        let factor = report.best().map(|best| {
            assert_eq!(best.verify(&puzzle, &start), Ok(()));
            f64::from(best.cost()) / f64::from(bound)
        });
        (report.stats.generated, factor)
    });
    boards.collect()
}

fn by_guess(tiles: &Large) -> (Guided<Large, Manhattan>, Anytime<TileGuess>) {
    let solver = Anytime::new().led_by(TileGuess::new(tiles));
    (tiles.clone().guided_by(Manhattan), solver)
}

#[test]
fn a_guess_finds_the_first_solution_of_a_large_board_sooner() {
    let first = (1_000_000, true);
    let of = |boards: Vec<(u64, Option<f64>)>| -> u64 {
        assert!(boards.iter().all(|(_, factor)| factor.is_some()));
        boards.iter().map(|(generated, _)| generated).sum()
    };
    let led = of(large_boards((6, 1), by_guess, first));
    let by_bound = |tiles: &Large| {
        let heuristic = LinearConflict::new(tiles);
        (tiles.clone().guided_by(heuristic), Anytime::new())
    };
    let unled = of(large_boards((6, 1), by_bound, first));
    assert!(2 * led < unled, "{led} {unled}");
}

#[test]
#[ignore = "minutes"]
fn boards_of_64_cells_are_solved_soon_and_then_well() {
    let soon = large_boards((8, 20), by_guess, (2_000_000, true));
    let is_solved = |(_, factor): &(u64, Option<f64>)| factor.is_some_and(|factor| factor < 4.0);
    assert!(soon.iter().all(is_solved), "{soon:?}");
    let states: u64 = soon.iter().map(|(generated, _)| generated).sum();
    assert!(states < 20 * 450_000, "{soon:?}");
    let well = large_boards((8, 5), by_guess, (20_000_000, false));
    let is_well = |(_, factor): &(u64, Option<f64>)| factor.is_some_and(|factor| factor < 1.6);
    assert!(well.iter().all(is_well), "{well:?}");
    // What leads by a bound takes longer, or has none at all.
    let by_bound = |tiles: &Large| (tiles.clone().guided_by(Manhattan), Anytime::new());
    let by_bound = large_boards((8, 5), by_bound, (10_000_000, true));
    assert!(by_bound.iter().any(|(_, factor)| factor.is_none()));
}

/// Every state is of another kind, the 256 of them again and again, and the later the worse.
const fn many_kinds(&n: &u32) -> Guess<u32> {
    Guess {
        value: n,
        kind: 255 - (n % 256) as u8,
    }
}

#[test]
fn kinds_end_like_any_search() {
    let count_to = |last| {
        from_fn(
            move |&n: &u32| (n < last).then_some(("+1", n + 1, 1)),
            move |&n| n == last,
        )
    };
    let solver = Anytime::new().led_by(many_kinds);
    for last in [0, 1, 255, 256, 3_000] {
        let report = solver.solve(&count_to(last), &0);
        assert!(report.is_optimal() && report.lower_bound == Some(last));
        assert_eq!(report.stats.expanded, u64::from(last));
    }
    // Nothing to be reached, and a goal at once.
    assert!(solver.solve(&count_to(5), &6).is_unsolvable());
    let lone = SlidingTiles::<[u8; 64]>::packed(1, 1).expect("one cell");
    assert_eq!(
        TileGuess::new(&lone).guess(&lone.goal()),
        Some(Guess::new(0))
    );
    let (puzzle, solver) = by_guess(&lone);
    assert_eq!(solver.solve(&puzzle, &lone.goal()).lower_bound, Some(0));
}

#[test]
fn the_greatest_cost_is_a_guess_too() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = walk_back(&tiles, 30, &mut Numbers(2));
    let puzzle = tiles.guided_by(Manhattan);
    let optimum = Anytime::new().solve(&puzzle, &start).lower_bound;
    let solver = Anytime::new().led_by(|_: &Board| Guess::new(u32::MAX));
    assert_eq!(solver.solve(&puzzle, &start).lower_bound, optimum);
}

#[test]
fn kinds_keep_to_a_limit_on_bytes() {
    let tiles = SlidingTiles::<[u8; 64]>::packed(4, 4).expect("sixteen cells");
    let (puzzle, solver) = by_guess(&tiles);
    let start = walk_back(&tiles, 60, &mut Numbers(7));
    let optimum = Anytime::new().solve(&puzzle, &start).lower_bound;
    for bytes in [20_000, 60_000, 200_000, 600_000, 2_000_000] {
        let limits = Limits::new().max_bytes(bytes);
        let report = solver.search(&puzzle, &start).limits(limits).run();
        assert!(
            report.is_optimal() && report.stats.peak_bytes <= bytes,
            "{report:?}"
        );
        assert_eq!(report.lower_bound, optimum);
    }
}
