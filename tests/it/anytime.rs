//! Anytime search: what it goes on with when memory ends, paused and saved too.

use puzzle_search::heuristics::{
    Either, FnHeuristic, Heuristic, LinearConflict, Manhattan, Max, Reflected, Scaled, Sum,
    TileGuess, WithGuess, Zero,
};
use puzzle_search::puzzle::Guess;
use puzzle_search::puzzles::{Board, Packed, SlidingTiles, TileSymmetry};
use puzzle_search::solvers::{Anytime, Beam};
use puzzle_search::{Limits, Outcome, Puzzle, Search, Solution, Solver, Stop, from_fn};

use crate::bounded::Shown;
use crate::bts::random;
use crate::oracle;
use crate::support::{Digraph, Numbers, walk_back};

#[test]
fn random_graphs_are_solved_with_memory_for_a_few_states() {
    let mut numbers = Numbers(21);
    let (mut deepened, mut improved) = (0, 0);
    for _ in 0..4_000 {
        let graph = random(&mut numbers, 9);
        let exact = oracle::least_cost(&graph, &0).map(|cost| cost as u32);
        let limits = Limits::new().max_stored(1 + numbers.below(9) as u64);
        let search = || Search::new(&Anytime::new(), &graph, [0]);
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
        let mut again = whole.run();
        again.stats.peak_bytes = report.stats.peak_bytes;
        assert_eq!(again, report);
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
            paused = Search::load(&Anytime::new(), &graph, &bytes).expect("they are whole");
        };
        let mut end = end;
        end.stats.peak_bytes = report.stats.peak_bytes;
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
        let mut search = Anytime::new().search(&graph, &0).limits(limits.clone());
        let stop = (stored < 4).then_some(Stop::Stored);
        assert_eq!(search.run().stop(), stop);
        search.set_limits(Limits::new());
        assert_eq!(search.run().lower_bound, Some(2));
        let endless = Digraph {
            edges: vec![(0, 1, 1), (0, 2, 5), (2, 3, 1)],
            goals: vec![],
            estimates: vec![],
        };
        let mut search = Anytime::new().search(&endless, &0).limits(limits);
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
    let homes: Vec<_> = tiles.goal().cells().collect();
    let home = |tile: u8| {
        homes
            .iter()
            .position(|&label| label == tile)
            .expect("a tile")
    };
    let at: Vec<_> = board
        .cells()
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
            assert_eq!(guess.guess(&tiles, &board), Some(expected), "{board:?}");
            let led = tiles.clone().guided_by(WithGuess(Manhattan, &guess));
            assert_eq!(led.guess(&board), Some(expected));
            assert_eq!(Puzzle::guess(&&led, &board), Some(expected));
            let unled = tiles.clone().guided_by(Manhattan);
            assert_eq!(led.heuristic(&board), unled.heuristic(&board));
            assert_eq!((led.facts(), unled.guess(&board)), (unled.facts(), None));
        }
        // Rows in the reverse order: every two tiles of a row are the wrong way round.
        let goal = tiles.goal().cells().collect::<Vec<_>>();
        let mut rows_turned = goal.clone();
        rows_turned.chunks_mut(columns).for_each(<[u8]>::reverse);
        let board = tiles.state(&rows_turned).expect("each label once");
        assert_eq!(guess.guess(&tiles, &board), Some(guessed(&tiles, &board)));
        let other = SlidingTiles::<[u8; 64]>::packed(3, 3).expect("nine cells");
        assert!(!WithGuess(Manhattan, &guess).fits(&other));
    }
}

#[test]
fn an_estimate_is_the_guess_of_a_heuristic_without_one() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let puzzle = tiles.clone().guided_by(WithGuess(Manhattan, Manhattan));
    let start = walk_back(&tiles, 40, &mut Numbers(1));
    let manhattan = puzzle.heuristic(&start).expect("never a dead end");
    assert_eq!(puzzle.guess(&start), Some(Guess::new(manhattan)));
    let (led, unled) = (
        Anytime::new().solve(&puzzle, &start),
        tiles.guided_by(Manhattan),
    );
    assert_eq!(led, Anytime::new().solve(&unled, &start));
    assert_eq!(
        Beam::new(9).solve(&puzzle, &start),
        Beam::new(9).solve(&unled, &start)
    );
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
fn large_boards<H: Heuristic<Large>>(
    (size, count): (usize, usize),
    heuristic: impl Fn(&Large) -> H,
    (generated, ends_at_each): (u64, bool),
) -> Vec<(u64, Option<f64>)> {
    let tiles = Large::packed(size, size).expect("up to 64 cells");
    let puzzle = tiles.clone().guided_by(heuristic(&tiles));
    let bounds = tiles.clone().guided_by(Manhattan);
    let mut numbers = Numbers(63);
    let boards = (0..count).map(|_| {
        let start = large_board(&tiles, &mut numbers);
        let observer = Shown {
            ends_at_each,
            ..Shown::default()
        };
        let limits = Limits::new().max_generated(generated);
        let search = Anytime::new().search(&puzzle, &start).limits(limits);
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

fn by_guess(tiles: &Large) -> WithGuess<Manhattan, TileGuess> {
    WithGuess(Manhattan, TileGuess::new(tiles))
}

#[test]
fn a_guess_finds_the_first_solution_of_a_large_board_sooner() {
    let first = (1_000_000, true);
    let of = |boards: Vec<(u64, Option<f64>)>| -> u64 {
        assert!(boards.iter().all(|(_, factor)| factor.is_some()));
        boards.iter().map(|(generated, _)| generated).sum()
    };
    let led = of(large_boards((6, 1), by_guess, first));
    let unled = of(large_boards((6, 1), LinearConflict::new, first));
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
    let by_bound = large_boards((8, 5), |_| Manhattan, (10_000_000, true));
    assert!(by_bound.iter().any(|(_, factor)| factor.is_none()));
}

/// Counts up to its last state, of 256 kinds.
fn of_many_kinds(last: u32) -> impl Puzzle<State = u32, Cost = u32> {
    let count = from_fn(move |&n: &u32| (n < last).then_some(("+1", n + 1, 1)), {
        move |&n| n == last
    });
    count.guided_by(WithGuess(Zero, Kinds))
}

/// Every state is of another kind, the 256 of them again and again, and the later the worse.
struct Kinds;

impl<P: Puzzle<State = u32, Cost = u32>> Heuristic<P> for Kinds {
    type Memo = ();
    fn memo(&self, _: &P, _: &u32) {}
    fn estimate(&self, _: &P, (): ()) -> Option<u32> {
        None
    }
    fn guess(&self, _: &P, &n: &u32) -> Option<Guess<u32>> {
        Some(Guess {
            value: n,
            kind: 255 - (n % 256) as u8,
        })
    }
}

#[test]
fn kinds_end_like_any_search() {
    for last in [0, 1, 255, 256, 3_000] {
        let puzzle = of_many_kinds(last);
        let report = Anytime::new().solve(&puzzle, &0);
        assert!(report.is_optimal() && report.lower_bound == Some(last));
        assert_eq!(report.stats.expanded, u64::from(last));
    }
    // Nothing to be reached, and a goal at once.
    let puzzle = of_many_kinds(5);
    assert!(Anytime::new().solve(&puzzle, &6).is_unsolvable());
    let lone = SlidingTiles::<[u8; 64]>::packed(1, 1).expect("one cell");
    let puzzle = lone.clone().guided_by(by_guess(&lone));
    assert_eq!(puzzle.guess(&lone.goal()), Some(Guess::new(0)));
    assert_eq!(
        Anytime::new().solve(&puzzle, &lone.goal()).lower_bound,
        Some(0)
    );
}

#[test]
fn a_dead_end_by_the_guess_comes_last() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let dead = FnHeuristic(|_: &SlidingTiles, _: &Board| None);
    let puzzle = tiles.clone().guided_by(WithGuess(Manhattan, dead));
    assert_eq!(puzzle.guess(&tiles.goal()), Some(Guess::new(u32::MAX)));
    let start = walk_back(&tiles, 30, &mut Numbers(2));
    let unled = tiles.guided_by(Manhattan);
    let optimum = Anytime::new().solve(&unled, &start).lower_bound;
    assert_eq!(Anytime::new().solve(&puzzle, &start).lower_bound, optimum);
}

#[test]
fn combinations_and_adaptors_hand_the_guess_on() {
    let tiles = SlidingTiles::<[u8; 64]>::packed(3, 3).expect("nine cells");
    let board = walk_back(&tiles, 30, &mut Numbers(4));
    let expected = Some(guessed(&tiles, &board));
    let led = || by_guess(&tiles);
    let symmetry = TileSymmetry::all(&tiles)[0];
    assert_eq!(Max(Manhattan, led()).guess(&tiles, &board), expected);
    assert_eq!(Sum(led(), Manhattan).guess(&tiles, &board), expected);
    assert_eq!(Scaled::new(led(), 1, 2).guess(&tiles, &board), expected);
    assert_eq!(
        Reflected::new(led(), symmetry).guess(&tiles, &board),
        expected
    );
    let either: Either<Manhattan, _> = Either::Right(led());
    assert_eq!(either.guess(&tiles, &board), expected);
    // Under a heuristic that has none the puzzle's own is left.
    let twice = tiles.clone().guided_by(led()).guided_by_fn(|_, _| Some(0));
    assert_eq!(twice.guess(&board), expected);
}

#[test]
fn kinds_keep_to_a_limit_on_bytes() {
    let tiles = SlidingTiles::<[u8; 64]>::packed(4, 4).expect("sixteen cells");
    let puzzle = tiles.clone().guided_by(by_guess(&tiles));
    let start = walk_back(&tiles, 60, &mut Numbers(7));
    let optimum = Anytime::new()
        .solve(&tiles.guided_by(Manhattan), &start)
        .lower_bound;
    for bytes in [20_000, 60_000, 200_000, 600_000, 2_000_000] {
        let limits = Limits::new().max_bytes(bytes);
        let report = Anytime::new().search(&puzzle, &start).limits(limits).run();
        assert!(
            report.is_optimal() && report.stats.peak_bytes <= bytes,
            "{report:?}"
        );
        assert_eq!(report.lower_bound, optimum);
    }
}
