//! Every heuristic against exhaustive distances: admissible everywhere, and consistent where it says
//! so; kept up move by move it is what it is from scratch.

use std::cell::Cell;
use std::collections::HashMap;

use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{
    Abstraction, FnHeuristic, Guided, Heuristic, KeptPieces, LinearConflict, Manhattan, Max,
    PatternDatabase, PieceSpace, Reflected, Scaled, Sum, WalkingDistance, Zero,
};
use puzzle_search::laws;
use puzzle_search::puzzles::{
    Arrangement, Board, Direction, Pancake, PermutationPuzzle, SlidingTiles, TileSymmetry,
};
use puzzle_search::{
    Bidirectional, BreadthFirst, IdaStar, Limits, Neighbor, NeighborOf, Notation, Puzzle, Ranked,
    Report, Reversible, Search, Solver, Stop,
};

use crate::oracle;
use crate::support::{STYLES, magic_squares_to, sheet_in_order, tiles};

#[test]
fn linear_conflict_sees_to_several_tiles_in_mutual_conflict() {
    let puzzle = tiles(4, 4, None);
    let guided = puzzle.clone().guided_by(LinearConflict::new(&puzzle));
    for (row, manhattan, leaving) in [
        ("1 2 3 4", 0, 0),
        ("2 1 3 4", 2, 1),
        ("4 3 2 1", 8, 3), // every two in conflict, yet one may stay
        ("3 4 1 2", 8, 2), // each of two with each of two
        ("4 1 2 3", 6, 1), // one with three
        ("2 4 1 3", 6, 2),
        ("1 0 4 3", 2, 1),
    ] {
        let rest = if row.contains('0') {
            "5 6 7 8 9 10 11 12 13 14 15 2"
        } else {
            "5 6 7 8 9 10 11 12 13 14 15 0"
        };
        let extra = if row.contains('0') { 5 } else { 0 }; // tile 2 on the last cell
        let board = puzzle
            .parse(&format!("{row} {rest}"))
            .expect("a legal board");
        let expected = manhattan + extra + 2 * leaving;
        assert_eq!(guided.heuristic(&board), Some(expected), "{row}");
    }
}

#[test]
fn linear_conflict_of_a_line_is_the_least_number_of_tiles_to_take_out() {
    // All contents of a row of five, against trying every set of tiles to take out.
    let puzzle = SlidingTiles::<u128>::packed(2, 5).expect("a legal size");
    let guided = puzzle.clone().guided_by(LinearConflict::new(&puzzle));
    let plain = puzzle.clone().guided_by(Manhattan);
    let mut rows = vec![vec![]];
    for _ in 0..5 {
        let longer = rows.iter().flat_map(|row: &Vec<u8>| {
            let free = (1..10).filter(|tile| !row.contains(tile));
            free.map(|tile| [&row[..], &[tile]].concat())
        });
        rows = longer.collect();
    }
    for row in rows.iter().step_by(7) {
        let least = (0_u32..32)
            .filter(|out| {
                let stay = row
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| out & (1 << at) == 0);
                let home: Vec<u8> = stay.map(|(_, &tile)| tile).filter(|&t| t <= 5).collect();
                home.is_sorted()
            })
            .map(u32::count_ones)
            .min();
        // The lower row holds the others in order, so that its own are never in conflict.
        let others = (1..10).filter(|tile| !row.contains(tile)).chain([0]);
        let labels: Vec<u8> = row.iter().copied().chain(others).collect();
        let board = puzzle.state(&labels).expect("a legal board");
        let columns = (0..5).filter(|&column| {
            let (upper, lower) = (board.tile(column), board.tile(column + 5));
            usize::from(upper) == column + 6 && usize::from(lower) == column + 1
        });
        let expected = least.expect("all can be taken out") + columns.count() as u32;
        let (with, without) = (guided.heuristic(&board), plain.heuristic(&board));
        assert_eq!(with, without.map(|h| h + 2 * expected), "{row:?}");
    }
}

#[test]
fn walking_distance_has_the_known_number_of_positions() {
    let of = |puzzle: &SlidingTiles| {
        WalkingDistance::build(puzzle)
            .run()
            .expect("small")
            .positions()
    };
    assert_eq!(of(&tiles(4, 4, None)), [24_964, 24_964]);
    let wide = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
    let mut build = WalkingDistance::build(&wide).limits(Limits::new().max_bytes(10 << 20));
    let error = build.run().expect_err("it takes more");
    assert_eq!(
        error.to_string(),
        "the table was not built: the limit on memory was reached"
    );
}

#[test]
#[ignore = "takes 1.8 GB"]
fn walking_distance_of_the_24_puzzle_has_the_known_number_of_positions() {
    let wide = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
    let walking = WalkingDistance::build(&wide).run().expect("enough memory");
    assert_eq!(walking.positions(), [65_650_495, 65_650_495]);
}
/// The permutations of places of the magic squares, from what the moves do.
fn turns() -> Vec<Vec<u8>> {
    let puzzle = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let initial = sheet_in_order();
    let edges = puzzle.neighbors(&initial).into_iter();
    let turned = edges.map(|edge| {
        let labels: Vec<u8> = edge.state.labels(8).collect();
        let place = |label| labels.iter().position(|&found| found == label);
        let places = (1..9).map(|label| place(label).expect("every label is there") as u8);
        places.collect()
    });
    turned.collect()
}

#[test]
fn kept_pieces_are_admissible_and_consistent_and_exact_if_all_are_kept() {
    let puzzle = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let moves = turns();
    let moves: Vec<&[u8]> = moves.iter().map(Vec::as_slice).collect();
    // The moves from a state undo those to it: distances from the goal by undone moves.
    let mut distances = HashMap::from([(puzzle.goal(), 0_u32)]);
    let mut layer = vec![puzzle.goal()];
    for distance in 1.. {
        let before: Vec<_> = layer
            .iter()
            .flat_map(|state| puzzle.predecessors(state))
            .collect();
        layer.clear();
        for edge in before {
            distances.entry(edge.state).or_insert_with(|| {
                layer.push(edge.state);
                distance
            });
        }
        if layer.is_empty() {
            break;
        }
    }
    let mut sums = Vec::new();
    for goals in [
        &[0, 1, 2, 3][..],
        &[7, 5, 3, 1, 0],
        &[0, 1, 2, 3, 4, 5, 6, 7],
    ] {
        let space = PieceSpace::new(&moves, goals).expect("places that there are");
        laws::Check::new()
            .ranked(&space, &space.goals().into_iter().next().expect("one goal"))
            .expect("it is numbered");
        let pieces: Vec<u8> = goals.iter().map(|goal| goal + 1).collect();
        let kept = puzzle.keeping(&pieces).expect("pieces that there are");
        let database = PatternDatabase::new(&puzzle, kept).expect("a small space");
        let value = |state: &Arrangement| {
            let memo = database.memo(&puzzle, state);
            database.estimate(&puzzle, memo).expect("no dead ends")
        };
        let mut sum = 0;
        for (state, &distance) in &distances {
            assert!(value(state) <= distance);
            sum += value(state);
            for edge in puzzle.neighbors(state) {
                assert!(value(state) <= 1 + value(&edge.state));
            }
        }
        sums.push(sum);
    }
    assert_eq!(distances.len(), 40_320);
    assert_eq!(sums[2], distances.values().sum::<u32>());
    assert!(sums[0] < sums[1] && sums[1] < sums[2], "{sums:?}");
    let refused = |moves: &[&[u8]], goals: &[u8], words: &str| {
        let error = PieceSpace::new(moves, goals).expect_err(words);
        assert_eq!(error.to_string(), words);
    };
    let beyond = "the item at position 0 is out of range: expected 0 to 7";
    refused(&moves, &[8], beyond);
    let twice = "1 stands at positions 0 and 1: expected each of 0 to 7 at most once";
    refused(&moves, &[1, 1], twice);
    refused(&moves, &[], "there are 0 pieces to keep: expected 1 to 16");
    let same = "0 stands at positions 0 and 1, and 1 is missing: expected each of 0 to 1 once";
    refused(&[&[0, 0]], &[0], same);
    refused(&[&[0, 1], &[0]], &[0], "there are 1 items: expected 2");
}

#[test]
fn pieces_are_kept_for_the_goal_of_their_puzzle() {
    let text = "points 6 \n generator L (1 2 3 4) \n generator R (3 4 5 6) \n inverses";
    let puzzle = PermutationPuzzle::new(&text.parse().expect("two rings")).expect("six places");
    let puzzle = puzzle.with_goal(&[3, 1, 6, 5, 2, 4]).expect("each once");
    let (goal, kept) = (puzzle.goal(), puzzle.keeping(&[6, 3, 2]));
    let database = PatternDatabase::new(&puzzle, kept.expect("three of six"));
    let guided = puzzle.clone().guided_by(database.expect("a small space"));
    assert_eq!(guided.heuristic(&goal), Some(0));
    let checked = laws::check(&guided, &goal).expect("admissible");
    assert!(checked.complete && checked.facts.consistent);
    for (pieces, words) in [
        (&[7][..], "no piece is 7: expected 1 to 6"),
        (&[0], "no piece is 0: expected 1 to 6"),
        (&[], "there are 0 pieces to keep: expected 1 to 16"),
    ] {
        let error = puzzle.keeping(pieces).expect_err(words);
        assert_eq!(error.to_string(), words);
    }
    let twice = puzzle.keeping(&[2, 2]).expect_err("a piece twice");
    assert!(twice.to_string().contains("at positions 0 and 1"));
}

#[test]
fn kept_pancakes_are_admissible_and_consistent() {
    let puzzle = Pancake::new(7).expect("a legal size");
    // Flipping the top k takes what is i-th to place k - 1 - i.
    let flips: Vec<Vec<u8>> = (2..=7)
        .map(|k| (0..7).map(|i| if i < k { k - 1 - i } else { i }).collect())
        .collect();
    let flips: Vec<&[u8]> = flips.iter().map(Vec::as_slice).collect();
    let goal = puzzle.goals().into_iter().next().expect("one goal");
    let distances = oracle::depths(&puzzle, &goal);
    let space = PieceSpace::new(&flips, &[2, 3, 4, 5, 6]).expect("five of seven");
    let place = |_: &Pancake, stack: &<Pancake as Puzzle>::State, piece: usize| {
        let place = stack
            .labels(7)
            .position(|label| usize::from(label) == piece + 3);
        place.expect("every pancake is there") as u8
    };
    let kept = KeptPieces::new(space, place);
    let database = PatternDatabase::new(&puzzle, kept).expect("a small space");
    assert_eq!(database.entries(), 7 * 6 * 5 * 4 * 3);
    let value = |stack: &<Pancake as Puzzle>::State| {
        let memo = database.memo(&puzzle, stack);
        database.estimate(&puzzle, memo).expect("no dead ends")
    };
    assert_eq!(distances.len(), 5_040);
    for (stack, &distance) in &distances {
        assert!(value(stack) as usize <= distance);
        for edge in puzzle.neighbors(stack) {
            assert!(value(stack) <= 1 + value(&edge.state));
        }
    }
    assert!(
        distances.keys().any(|stack| value(stack) == 7),
        "the estimate is worth something"
    );
}

/// An abstraction that leaves nothing out.
#[derive(Clone)]
struct Everything(PermutationPuzzle);

impl Abstraction<PermutationPuzzle> for Everything {
    type Space = PermutationPuzzle;
    fn space(&self) -> &PermutationPuzzle {
        &self.0
    }
    fn image(&self, _: &PermutationPuzzle, state: &Arrangement) -> Arrangement {
        *state
    }
}

#[test]
fn a_general_database_of_everything_is_the_distance() {
    let puzzle = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    let database = PatternDatabase::new(&puzzle, Everything(puzzle.clone())).expect("small");
    assert_eq!(database.entries(), 40_320);
    let start = sheet_in_order();
    let expected = BreadthFirst::new().solve(&puzzle, &start);
    let guided = puzzle.guided_by(database);
    assert_eq!(
        guided.heuristic(&start),
        expected.solution().map(puzzle_search::Solution::cost)
    );
}

#[test]
fn combinations_are_what_they_say() {
    let puzzle = tiles(3, 3, None);
    let constant = |value: Option<u32>| FnHeuristic(move |_: &SlidingTiles, _: &Board| value);
    let goal = puzzle.goal();
    let value = |heuristic: &dyn Fn() -> Option<u32>| heuristic();
    macro_rules! value_of {
        ($heuristic:expr) => {
            value(&|| {
                let heuristic = $heuristic;
                heuristic.estimate(&puzzle, heuristic.memo(&puzzle, &goal))
            })
        };
    }
    let (three, five, never) = (constant(Some(3)), constant(Some(5)), constant(None));
    assert_eq!(value_of!(Max((three, five))), Some(5));
    assert_eq!(value_of!(Max((three, never))), None);
    assert_eq!(value_of!(Max((five, three, Manhattan))), Some(5));
    assert_eq!(value_of!(Max((Manhattan, three, Zero, five))), Some(5));
    assert_eq!(value_of!(Max((three, five, Zero, never))), None);
    assert_eq!(value_of!(Max([three, five, three])), Some(5));
    assert_eq!(value_of!(Max([three, never, three])), None);
    assert_eq!(value_of!(Max([three; 0])), Some(0));
    assert_eq!(value_of!(Sum((three, five))), Some(8));
    assert_eq!(value_of!(Sum((never, five))), None);
    assert_eq!(value_of!(Sum((three, five, Manhattan, three))), Some(11));
    assert_eq!(value_of!(Sum([three, five, three])), Some(11));
    assert_eq!(value_of!(Sum([three, never])), None);
    assert_eq!(value_of!(Sum([three; 0])), Some(0));
    assert_eq!(
        value_of!(Sum((constant(Some(u32::MAX)), five))),
        Some(u32::MAX)
    );
    assert_eq!(value_of!(Scaled::new(five, 3, 2)), Some(7));
    assert_eq!(value_of!(Scaled::new(five, 3, 0)), Some(15));
    assert_eq!(
        value_of!(Scaled::new(constant(Some(u32::MAX)), 2, 1)),
        Some(u32::MAX)
    );
    assert_eq!(value_of!(&three), Some(3));
}

#[test]
fn patterns_that_do_not_fit_are_refused() {
    let puzzle = tiles(3, 3, None);
    let refused = |patterns: [&[usize]; 2], words: &str| {
        let partition = Partition::new(patterns);
        let error = TilePatterns::build(&puzzle, &partition, Style::default())
            .run()
            .expect_err(words);
        assert_eq!(error.to_string(), words);
    };
    refused([&[0], &[]], "pattern 2 has 0 cells: expected 1 to 8");
    refused(
        [&[0, 9], &[1]],
        "pattern 1 names cell 9: expected cells of tiles, counted from 0",
    );
    refused(
        [&[0], &[8]],
        "pattern 2 names cell 8: expected cells of tiles, counted from 0",
    );
    refused(
        [&[0, 1], &[1]],
        "cell 1 is named twice: expected patterns that share none",
    );
    let error = Partition::seven_eight(&puzzle).expect_err("it is too small");
    assert_eq!(
        error.to_string(),
        "the partition is for 4x4, the goal's blank in a corner",
    );
    let large = SlidingTiles::<[u8; 64]>::packed(6, 6).expect("a legal size");
    let error = TilePatterns::build(&large, &Partition::new([&[0]]), Style::default()).run();
    let error = error.expect_err("it is too large");
    assert_eq!(
        error.to_string(),
        "a board of 36 cells has no pattern databases: expected at most 32 cells",
    );
}

#[test]
fn databases_keep_to_the_limit_on_bytes() {
    let puzzle = tiles(4, 4, None);
    let partition = Partition::five_five_five(&puzzle).expect("4x4");
    for style in STYLES {
        let size = partition.size(&puzzle, style).expect("patterns that fit");
        let limits = Limits::new().max_bytes(size.table_bytes as usize / 2);
        let mut build = TilePatterns::build(&puzzle, &partition, style).limits(limits);
        let error = build.run().expect_err("it takes more");
        assert_eq!(
            error.to_string(),
            "the table was not built: the limit on memory was reached"
        );
        let enough = 2 * (size.table_bytes + size.working_bytes) as usize + (8 << 20);
        build.set_limits(Limits::new().max_bytes(enough));
        let patterns = build.run().expect("it takes less");
        assert_eq!(patterns.bytes() as u64, size.table_bytes);
    }
}

#[test]
fn cached_databases_are_the_built_ones_and_damaged_ones_are_refused() {
    let directory = crate::support::Temporary::new("patterns");
    let puzzle = tiles(3, 3, None);
    let partition = Partition::new([&[0, 1, 2], &[3, 4, 5, 6, 7]]);
    let depths = oracle::depths(&puzzle, &puzzle.goal());
    for style in STYLES {
        let built = TilePatterns::build(&puzzle, &partition, style)
            .run()
            .expect("patterns that fit");
        for _ in 0..2 {
            let cached =
                TilePatterns::open_or_build(&puzzle, &partition, style, &directory.0).run();
            let cached = cached.expect("a directory of our own");
            for board in depths.keys().step_by_hundred() {
                let expected = built.estimate(&puzzle, built.memo(&puzzle, board));
                assert_eq!(
                    cached.estimate(&puzzle, cached.memo(&puzzle, board)),
                    expected
                );
            }
        }
    }
    let files = std::fs::read_dir(&directory.0)
        .expect("it can be listed")
        .flatten();
    let paths: Vec<_> = files.map(|entry| entry.path()).collect();
    assert_eq!(paths.len(), 2 * STYLES.len());
    for path in paths {
        let mut bytes = std::fs::read(&path).expect("it can be read");
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).expect("it can be written");
    }
    for style in STYLES {
        let damaged = TilePatterns::open_or_build(&puzzle, &partition, style, &directory.0).run();
        let error = damaged.expect_err("a byte is wrong");
        assert!(error.to_string().contains("are damaged"), "{error}");
    }
}

trait EveryHundredth: Iterator + Sized {
    fn step_by_hundred(self) -> std::iter::StepBy<Self> {
        self.step_by(100)
    }
}

impl<I: Iterator> EveryHundredth for I {}

/// The Manhattan distance, which counts how often it is asked for what.
#[derive(Default)]
struct Counting {
    memos: Cell<u64>,
    advances: Cell<u64>,
    estimates: Cell<u64>,
}

impl Counting {
    fn calls(&self) -> [u64; 3] {
        [&self.memos, &self.advances, &self.estimates].map(Cell::get)
    }
}

/// Sliding tiles, and what is made of them.
trait OfTiles: Puzzle<State = Board, Move = Direction, Cost = u32> {
    fn tiles(&self) -> &SlidingTiles;
}

impl OfTiles for SlidingTiles {
    fn tiles(&self) -> &SlidingTiles {
        self
    }
}

impl<P: OfTiles> OfTiles for &P {
    fn tiles(&self) -> &SlidingTiles {
        (**self).tiles()
    }
}

impl<P: OfTiles, H: Heuristic<P>> OfTiles for Guided<P, H> {
    fn tiles(&self) -> &SlidingTiles {
        self.puzzle().tiles()
    }
}

impl<P: OfTiles> Heuristic<P> for Counting {
    type Memo = u32;

    fn memo(&self, puzzle: &P, board: &Board) -> u32 {
        self.memos.set(self.memos.get() + 1);
        Manhattan.memo(puzzle.tiles(), board)
    }

    fn advance(&self, puzzle: &P, memo: u32, parent: &Board, mv: &Direction, child: &Board) -> u32 {
        self.advances.set(self.advances.get() + 1);
        Manhattan.advance(puzzle.tiles(), memo, parent, mv, child)
    }

    fn estimate(&self, puzzle: &P, memo: u32) -> Option<u32> {
        self.estimates.set(self.estimates.get() + 1);
        Manhattan.estimate(puzzle.tiles(), memo)
    }
}

#[test]
fn a_heuristic_that_is_lent_is_asked_the_same() {
    let start = tiles(3, 3, None).state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let start = start.expect("a board");
    let lent = Counting::default();
    let with_owned = tiles(3, 3, None).guided_by(Counting::default());
    let expected = IdaStar::new().solve(&with_owned, &start);
    let report = IdaStar::new().solve(&tiles(3, 3, None).guided_by(&lent), &start);
    assert_eq!(report.stats, expected.stats);
    let (_, owned) = with_owned.parts();
    assert_eq!(lent.calls(), owned.calls());
    assert!(lent.advances.get() > 1_000, "{:?}", lent.calls());
}

/// Tiles that have no loop of their own.
struct Plain(SlidingTiles);

impl OfTiles for Plain {
    fn tiles(&self) -> &SlidingTiles {
        &self.0
    }
}

impl Puzzle for Plain {
    type State = Board;
    type Move = Direction;
    type Cost = u32;

    fn neighbors(&self, board: &Board) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.neighbors(board)
    }

    fn is_goal(&self, board: &Board) -> bool {
        self.0.is_goal(board)
    }

    fn is_redundant(&self, last: &Direction, next: &Direction) -> bool {
        self.0.is_redundant(last, next)
    }
}

/// A puzzle that is lent is walked by its own loop: the heuristic is asked as often as if the puzzle were owned, and not as
/// often as the default asks it.
#[test]
fn a_puzzle_that_is_lent_keeps_its_loop() {
    let tiles = tiles(3, 3, None);
    let start = tiles.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("a board");
    let counts = |report: &Report<Direction, u32>| (report.stats.expanded, report.stats.generated);
    let owned = tiles.clone().guided_by(Counting::default());
    let lent = (&tiles).guided_by(Counting::default());
    let plain = Plain(tiles.clone()).guided_by(Counting::default());
    let solver = IdaStar::new();
    let expected = counts(&solver.solve(&owned, &start));
    assert_eq!(counts(&solver.solve(&lent, &start)), expected);
    assert_eq!(counts(&solver.solve(&plain, &start)), expected);
    let calls = owned.parts().1.calls();
    assert_eq!(lent.parts().1.calls(), calls);
    assert_ne!(plain.parts().1.calls(), calls);

    // Around it, too, whatever is asked for the estimates.
    let (owned, lent) = (tiles.clone().guided_by(Zero), (&tiles).guided_by(Zero));
    let owned = owned.guided_by(Counting::default());
    let lent = (&lent).guided_by(Counting::default());
    assert_eq!(counts(&solver.solve(&&owned, &start)), expected);
    assert_eq!(counts(&solver.solve(&&lent, &start)), expected);
    assert_eq!(owned.parts().1.calls(), calls);
    assert_eq!(lent.parts().1.calls(), calls);
}

/// A puzzle that is lent can do whatever the puzzle can: its states have texts, ranks and bytes, and it can be
/// reversed.
#[test]
fn a_puzzle_that_is_lent_has_its_abilities() {
    let tiles = tiles(3, 3, None);
    let text = "8 6 7  2 5 4  3 0 1";
    let start = tiles.parse(text).expect("a board");
    // Guided, since the methods of the board itself would be found through the reference.
    let lent = (&tiles).guided_by(Zero);
    assert_eq!(lent.parse(text), Ok(start));
    let rank = lent.rank(&start).expect("a board has a rank");
    assert_eq!(
        (tiles.rank(&start), lent.unrank(rank)),
        (Some(rank), Some(start))
    );
    assert_eq!(Bidirectional::new().cost(&lent, &start), Ok(31));
    let limits = Limits::new().max_expanded(100);
    let mut search = BreadthFirst::new().search(&lent, &start).limits(limits);
    assert_eq!(search.run().stop(), Some(Stop::Expanded));
    let saved = search.save().expect("its states have bytes");
    let mut search = Search::load(&BreadthFirst::new(), &tiles, &saved).expect("the same puzzle");
    assert_eq!(search.run(), BreadthFirst::new().solve(&tiles, &start));
    laws::check(&lent, &start).expect("the laws hold");
}

/// A heuristic made for one board says nothing of another.
#[test]
fn heuristics_of_another_board_are_refused() {
    let ours = tiles(3, 3, None);
    let start = ours.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let others = [
        tiles(3, 4, None),
        tiles(2, 3, None),
        tiles(4, 4, None),
        tiles(3, 3, Some(&[0, 1, 2, 3, 4, 5, 6, 7, 8])),
    ];
    macro_rules! asked {
        ($other:expr, $heuristic:expr, $fits:expr) => {{
            let guided = Guided::new(ours.clone(), $heuristic);
            assert_eq!(guided.is_ok(), $fits, "made for {:?}", $other.goal());
            if let Ok(guided) = guided {
                // It is 14 moves away.
                let estimate = guided.heuristic(&start).expect("no dead end");
                assert!((1..=14).contains(&estimate), "made for {:?}", $other.goal());
            }
        }};
    }
    for other in others.iter().chain([&ours]) {
        let fits = other.goal() == ours.goal();
        asked!(other, LinearConflict::new(other), fits);
        let walking = WalkingDistance::build(other).run().expect("a small board");
        asked!(other, Max((Manhattan, &walking)), fits);
        asked!(other, Max((&walking, Manhattan)), fits);
        asked!(other, Scaled::new(&walking, 1, 1), fits);
        asked!(other, Scaled::new(LinearConflict::new(&ours), 1, 1), true);
        for symmetry in TileSymmetry::all(other) {
            asked!(other, Reflected::new(&walking, symmetry), fits);
            asked!(other, Reflected::new(Manhattan, symmetry), fits);
        }
        let partition = Partition::new([&[1, 2], &[3, 4]]);
        let patterns = TilePatterns::build(other, &partition, Style::default()).run();
        let patterns = patterns.expect("patterns that fit");
        if let Ok(reflected) = patterns.clone().reflected() {
            asked!(other, reflected, fits);
        }
        asked!(other, patterns, fits);
    }
}

/// Asked all the same, a heuristic of another board has an answer, from scratch and after any moves.
#[test]
fn linear_conflicts_of_another_board_stay_above_zero() {
    let (small, large) = (tiles(1, 2, Some(&[0, 1])), tiles(2, 2, None));
    let conflicts = LinearConflict::new(&small);
    for start in oracle::depths(&large, &large.goal()).into_keys() {
        let mut boards = vec![(start, conflicts.memo(&large, &start))];
        for _ in 0..4 {
            let mut moved = Vec::new();
            for (board, memo) in &boards {
                for Neighbor { state, mv, .. } in large.neighbors(board) {
                    let memo = conflicts.advance(&large, *memo, board, &mv, &state);
                    assert!(memo < 100, "{board:?} {state:?}");
                    moved.push((state, memo));
                }
            }
            boards = moved;
        }
    }
}

#[test]
#[should_panic(expected = "the heuristic was made for another puzzle")]
fn guiding_by_a_heuristic_of_another_board_panics() {
    let _ = tiles(3, 3, None).guided_by(LinearConflict::new(&tiles(3, 4, None)));
}

/// One piece that a single move carries round: from the farthest place it takes one move less than
/// there are places.
#[test]
fn a_cost_that_an_entry_cannot_say_is_refused() {
    let tiles = tiles(2, 2, None);
    for (places, fits) in [(255_u16, true), (256, false)] {
        let round: Vec<u8> = (0..places).map(|at| ((at + 1) % places) as u8).collect();
        let space = PieceSpace::new(&[&round], &[0]).expect("one piece");
        let kept = KeptPieces::new(space, |_: &SlidingTiles, _: &Board, _| 0);
        match PatternDatabase::new(&tiles, kept) {
            Ok(database) => assert!(fits && database.entries() == usize::from(places)),
            Err(error) => {
                assert!(!fits);
                assert_eq!(
                    error.to_string(),
                    "a state costs more than an entry of the table can say: expected at most 254"
                );
            }
        }
    }
}
