//! Every heuristic against exhaustive distances: admissible everywhere, and consistent where it says
//! so; kept up move by move it is what it is from scratch.

use std::collections::HashMap;

use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{
    Abstraction, Heuristic, LinearConflict, Manhattan, Max, Misplaced, PatternDatabase, Reflected,
    Scaled, Sum, Symmetry, WalkingDistance,
};
use puzzle_search::puzzles::{Board, Direction, SlidingTiles, TileSymmetry};
use puzzle_search::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};

use crate::oracle;
use crate::support::{STYLES, tiles};

type Distances = HashMap<Board, usize>;

/// What is asked of a heuristic beside that it is admissible.
#[derive(Clone, Copy, PartialEq)]
enum Demand {
    Consistent,
    Admissible,
}

/// Looks at every state, and at every edge of all of few and of every fourth of many; answers the sum of all
/// estimates.
fn holds<H: Heuristic<SlidingTiles>>(
    name: &str,
    puzzle: &SlidingTiles,
    distances: &Distances,
    heuristic: &H,
    demand: Demand,
) -> u64 {
    let mut space = puzzle.facts();
    space.consistent = false;
    let facts = heuristic.facts(space);
    assert_eq!(facts.consistent, demand == Demand::Consistent, "{name}");
    let (mut sum, step) = (0, if distances.len() < 50_000 { 1 } else { 16 });
    for (at, (board, &distance)) in distances.iter().enumerate() {
        let memo = heuristic.memo(puzzle, board);
        let estimate = heuristic.estimate(puzzle, memo).expect("no dead ends");
        assert!(
            estimate as usize <= distance,
            "{name}: {board:?} is {distance} moves away"
        );
        sum += u64::from(estimate);
        if at % step != 0 {
            continue;
        }
        for edge in puzzle.neighbors(board) {
            let kept_up = heuristic.advance(puzzle, memo, board, &edge.mv, &edge.state);
            let kept_up = heuristic.estimate(puzzle, kept_up);
            let anew = heuristic.memo(puzzle, &edge.state);
            assert_eq!(
                kept_up,
                heuristic.estimate(puzzle, anew),
                "{name}: {board:?} {}",
                edge.mv
            );
            if demand == Demand::Consistent {
                let below = kept_up.expect("no dead ends");
                assert!(estimate <= below + 1, "{name}: {board:?} {}", edge.mv);
            }
        }
    }
    sum
}
/// The boards of all tests, each with two patterns for its tiles and whether it has a reflection.
fn boards() -> Vec<(SlidingTiles, Partition<2>)> {
    vec![
        (tiles(2, 3, None), Partition::new([&[0, 1], &[2, 3, 4]])),
        (
            tiles(2, 3, Some(&[3, 0, 5, 1, 4, 2])),
            Partition::new([&[0, 3], &[2, 4, 5]]),
        ),
        (
            tiles(3, 3, None),
            Partition::new([&[0, 1, 2], &[3, 4, 5, 6, 7]]),
        ),
        (
            tiles(3, 3, Some(&[1, 2, 3, 8, 0, 4, 7, 6, 5])),
            // One pattern shuts the blank's goal in.
            Partition::new([&[1, 3, 5, 7], &[0, 2, 6, 8]]),
        ),
        (
            tiles(3, 3, Some(&[0, 5, 3, 2, 1, 4, 8, 7, 6])),
            Partition::new([&[1, 2, 4, 5], &[3, 6, 7, 8]]),
        ),
        (
            tiles(2, 4, None),
            Partition::new([&[0, 1, 4, 5], &[2, 3, 6]]),
        ),
        (
            tiles(4, 2, Some(&[1, 2, 3, 4, 0, 6, 7, 5])),
            Partition::new([&[0, 1, 2], &[3, 5, 6, 7]]),
        ),
    ]
}
fn all_hold(puzzle: &SlidingTiles, partition: &Partition<2>) {
    let distances = oracle::depths(puzzle, &puzzle.goal());
    let check = |name: &str, sum: u64, least: u64| {
        assert!(sum >= least, "{name} is weaker: {sum} < {least}");
        sum
    };
    let consistent = Demand::Consistent;
    macro_rules! hold {
        ($name:literal, $heuristic:expr, $demand:expr) => {
            holds($name, puzzle, &distances, $heuristic, $demand)
        };
    }
    let misplaced = hold!("misplaced", &Misplaced, consistent);
    let manhattan = hold!("manhattan", &Manhattan, consistent);
    check("manhattan", manhattan, misplaced);
    let conflict = LinearConflict::new(puzzle);
    let with_conflicts = hold!("linear conflict", &conflict, consistent);
    check("linear conflict", with_conflicts, manhattan);
    let walking = WalkingDistance::build(puzzle).run().expect("a small board");
    let walked = hold!("walking distance", &walking, consistent);
    check("walking distance", walked, manhattan);
    let max = hold!("max", &Max((&walking, &conflict)), consistent);
    check("max", max, walked.max(with_conflicts));
    let half = Scaled::new(conflict.clone(), 1, 2);
    hold!("scaled", &half, consistent);
    for symmetry in TileSymmetry::all(puzzle) {
        // Linear conflict is symmetric itself.
        let reflected = hold!(
            "reflected",
            &Reflected::new(&conflict, symmetry),
            consistent
        );
        assert_eq!(reflected, with_conflicts);
    }
    let mut of_style = HashMap::new();
    for style in STYLES {
        let patterns = TilePatterns::build(puzzle, partition, style)
            .run()
            .expect("patterns that fit");
        let demand = if style.blank == Blank::Minimized {
            Demand::Admissible
        } else {
            consistent
        };
        let sum = hold!("patterns", &patterns, demand);
        check("patterns", sum, manhattan);
        of_style.insert(style, sum);
        let Some(&symmetry) = TileSymmetry::all(puzzle).first() else {
            assert!(patterns.reflected().is_err());
            continue;
        };
        let general = Reflected::new(patterns.clone(), symmetry);
        let special = patterns.reflected().expect("there is a symmetry");
        for board in distances.keys() {
            let memo = general.memo(puzzle, board);
            let expected = general.estimate(puzzle, memo);
            assert_eq!(
                special.estimate(puzzle, special.memo(puzzle, board)),
                expected
            );
        }
        check(
            "reflected patterns",
            hold!("reflected patterns", &special, demand),
            sum,
        );
    }
    // How entries are stored says nothing else; keeping the region says more.
    assert_eq!(of_style[&STYLES[0]], of_style[&STYLES[1]]);
    assert_eq!(of_style[&STYLES[2]], of_style[&STYLES[3]]);
    check("region kept", of_style[&STYLES[2]], of_style[&STYLES[0]]);
}

#[test]
fn all_are_admissible_on_all_states_of_small_boards() {
    for (puzzle, partition) in boards() {
        all_hold(&puzzle, &partition);
    }
}

#[test]
#[ignore = "two million states, each looked at by twenty heuristics"]
fn all_are_admissible_on_all_states_of_2x5() {
    all_hold(
        &tiles(2, 5, None),
        &Partition::new([&[0, 1, 5, 6], &[2, 3, 4, 7, 8]]),
    );
}
#[test]
fn symmetries_keep_distances() {
    for (puzzle, _) in boards() {
        let distances = oracle::depths(&puzzle, &puzzle.goal());
        for symmetry in TileSymmetry::all(&puzzle) {
            for (board, distance) in &distances {
                let image = symmetry.image(&puzzle, board);
                assert_eq!(distances.get(&image), Some(distance));
                let images: Vec<(Direction, Board)> = puzzle
                    .neighbors(board)
                    .into_iter()
                    .map(|edge| {
                        let mv = symmetry.image_of_move(&puzzle, &edge.mv);
                        (mv, symmetry.image(&puzzle, &edge.state))
                    })
                    .collect();
                let around: Vec<_> = puzzle.neighbors(&image).into_iter().collect();
                assert_eq!(around.len(), images.len());
                assert!(
                    around
                        .iter()
                        .all(|edge| images.contains(&(edge.mv, edge.state)))
                );
            }
        }
    }
}
/// What a pattern keeps of a sliding board, as slowly and plainly as can be: the cells of its tiles,
/// and the blank's. Moves of other tiles cost nothing.
#[derive(Clone)]
struct PlainPattern {
    rows: usize,
    columns: usize,
    /// The goal cells of the tiles, then that of the blank.
    goal: Vec<usize>,
    tiles: Vec<u8>,
}

impl PlainPattern {
    fn new(puzzle: &SlidingTiles, cells: &[usize]) -> Self {
        let goal = puzzle.goal();
        Self {
            rows: puzzle.rows(),
            columns: puzzle.columns(),
            goal: cells.iter().copied().chain([goal.blank()]).collect(),
            tiles: cells.iter().map(|&cell| goal.tile(cell)).collect(),
        }
    }
}

impl Puzzle for PlainPattern {
    type State = Vec<usize>;
    type Move = usize;
    type Cost = u32;

    fn neighbors(&self, state: &Vec<usize>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let (at, tiles) = (state[self.tiles.len()], self.tiles.len());
        let (row, column) = (at / self.columns, at % self.columns);
        let cells = (0..self.rows * self.columns).filter(move |cell| {
            let (to_row, to_column) = (cell / self.columns, cell % self.columns);
            row.abs_diff(to_row) + column.abs_diff(to_column) == 1
        });
        cells.map(move |cell| {
            let mut next = state.clone();
            let tile = (0..tiles).find(|&tile| state[tile] == cell);
            if let Some(tile) = tile {
                next[tile] = at;
            }
            next[tiles] = cell;
            Neighbor::new(cell, next, u32::from(tile.is_some()))
        })
    }

    fn is_goal(&self, state: &Vec<usize>) -> bool {
        *state == self.goal
    }
}

impl Reversible for PlainPattern {
    fn goals(&self) -> impl IntoIterator<Item = Vec<usize>> {
        [self.goal.clone()]
    }

    fn predecessors(&self, state: &Vec<usize>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let at = state[self.tiles.len()];
        self.neighbors(state)
            .into_iter()
            .map(|edge| Neighbor::new(at, edge.state, edge.cost))
            .collect::<Vec<_>>()
    }
}

/// Numbered in base `cells`, less one for each cell that is taken already.
impl Ranked for PlainPattern {
    fn state_count(&self) -> Option<u128> {
        let cells = self.rows * self.columns;
        Some(
            (0..self.goal.len())
                .map(|taken| (cells - taken) as u128)
                .product(),
        )
    }

    fn rank(&self, state: &Vec<usize>) -> Option<u128> {
        let cells = self.rows * self.columns;
        let digits = state.iter().enumerate().map(|(at, cell)| {
            let before = state[..at].iter().filter(|other| *other < cell).count();
            (cell - before, cells - at)
        });
        Some(digits.fold(0, |rank, (digit, base)| rank * base as u128 + digit as u128))
    }

    fn unrank(&self, rank: u128) -> Option<Vec<usize>> {
        let cells = self.rows * self.columns;
        let (mut rank, mut digits) = (
            Some(rank).filter(|&r| Some(r) < self.state_count())?,
            vec![],
        );
        for at in (0..self.goal.len()).rev() {
            digits.push((rank % (cells - at) as u128) as usize);
            rank /= (cells - at) as u128;
        }
        let mut free: Vec<usize> = (0..cells).collect();
        Some(
            digits
                .into_iter()
                .rev()
                .map(|digit| free.remove(digit))
                .collect(),
        )
    }
}

impl Abstraction<SlidingTiles> for PlainPattern {
    type Space = Self;

    fn space(&self) -> &Self {
        self
    }

    fn image(&self, _: &SlidingTiles, board: &Board) -> Vec<usize> {
        let cell_of = |tile: u8| {
            let cells: Vec<u8> = board.labels().collect();
            cells
                .iter()
                .position(|&label| label == tile)
                .expect("every tile is there")
        };
        self.tiles
            .iter()
            .map(|&tile| cell_of(tile))
            .chain([board.blank()])
            .collect()
    }
}

#[test]
fn tile_patterns_are_the_general_pattern_databases() {
    for (puzzle, partition) in boards() {
        let [one, two] = partition.patterns();
        let build = |cells| PatternDatabase::new(&puzzle, PlainPattern::new(&puzzle, cells));
        let one = build(one).expect("a small space");
        let two = build(two).expect("a small space");
        let plain = Sum([one, two]);
        let style = Style {
            blank: Blank::RegionKept,
            entries: Entries::Bytes,
        };
        let patterns = TilePatterns::build(&puzzle, &partition, style)
            .run()
            .expect("patterns that fit");
        for board in oracle::depths(&puzzle, &puzzle.goal()).keys() {
            let expected = plain.estimate(&puzzle, plain.memo(&puzzle, board));
            let found = patterns.estimate(&puzzle, patterns.memo(&puzzle, board));
            assert_eq!(found, expected, "{board:?}");
        }
    }
}
