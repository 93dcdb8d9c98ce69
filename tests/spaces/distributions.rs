//! Whole state spaces against published numbers of states at each depth.

use core::ops::ControlFlow;

use puzzle_search::observe::{Layer, Observer};
use puzzle_search::puzzles::{SlidingTiles, SwapGame};
use puzzle_search::{BreadthFirst, Puzzle, Solver};

use crate::published::published;
use crate::support::{Goalless, magic_squares_to, sheet_in_order};

#[derive(Default)]
struct Layers(Vec<u64>);

impl<S, M, C> Observer<S, M, C> for Layers {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        assert_eq!(layer.depth as usize, self.0.len());
        self.0.push(layer.states);
        ControlFlow::Continue(())
    }
}

fn layers<P: Puzzle>(puzzle: P, start: &P::State) -> Vec<u64> {
    let mut layers = Layers(vec![1]);
    let puzzle = Goalless(puzzle);
    let search = BreadthFirst::new().search(&puzzle, start);
    let report = search.observe(&mut layers).run();
    assert!(report.is_unsolvable());
    assert_eq!(report.stats.peak_stored, layers.0.iter().sum::<u64>());
    layers.0
}

#[test]
fn sliding_tiles_small() {
    for (rows, columns, text) in [
        (2, 3, include_str!("../data/sliding-2x3.layers")),
        (2, 4, include_str!("../data/sliding-2x4.layers")),
        (2, 5, include_str!("../data/sliding-2x5.layers")),
        (3, 3, include_str!("../data/sliding-3x3-corner.layers")),
    ] {
        let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
        let goal = puzzle.goal();
        assert_eq!(layers(puzzle, &goal), published(text));
        let turned = SlidingTiles::new(columns, rows).expect("a legal size");
        let goal = turned.goal();
        assert_eq!(layers(turned, &goal), published(text));
    }
}

#[test]
fn eight_puzzle_from_each_kind_of_cell() {
    let corner = published(include_str!("../data/sliding-3x3-corner.layers"));
    let side = published(include_str!("../data/sliding-3x3-side.layers"));
    let centre = published(include_str!("../data/sliding-3x3-centre.layers"));
    for blank in 0..9 {
        let expected = match blank {
            4 => &centre,
            0 | 2 | 6 | 8 => &corner,
            _ => &side,
        };
        let mut labels: Vec<u8> = (1..9).collect();
        labels.insert(blank, 0);
        let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
        let start = puzzle.state(&labels).expect("a legal board");
        assert_eq!(&layers(puzzle, &start), expected, "blank on cell {blank}");
    }
}

#[test]
fn magic_squares() {
    let puzzle = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let expected = published(include_str!("../data/magic-squares.layers"));
    assert_eq!(layers(puzzle, &sheet_in_order()), expected);
}

#[test]
fn swap_game() {
    let puzzle = SwapGame::new(3, 3).expect("a legal size");
    let goal = puzzle.goal();
    let expected = published(include_str!("../data/swap-game-3x3.layers"));
    assert_eq!(layers(puzzle, &goal), expected);
}
