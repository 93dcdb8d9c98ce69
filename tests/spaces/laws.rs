//! The puzzles of the crate keep the laws.

use puzzle_search::heuristics::{Either, Heuristic, LinearConflict, Manhattan, Misplaced, Zero};
use puzzle_search::laws::{self, Law};
use puzzle_search::pruning::FixedMoves;
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{
    Board, BurntPancake, Corners, Definition, GraphTiles, Metric, Packed, Pancake,
    PermutationPuzzle, PocketCube, Ring, SlidingTiles, SwapGame,
};
use puzzle_search::{Puzzle, Ranked, Reversible};

use crate::support::{Numbers, magic_squares_to, sheet_in_order, top_spin_of, walk_back};

fn define(text: &str) -> Definition {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

const CUBE: &str = include_str!("../../examples/puzzles/cube.puzzle");
const SQUARES: &str = include_str!("../../examples/puzzles/magic-squares.puzzle");
const S5_ON_SIX: &str = include_str!("../../examples/puzzles/two-wheels.puzzle");

fn keeps<P: Reversible + Ranked + Portable>(puzzle: &P, start: &P::State) {
    keeps_in_both_directions(puzzle, start);
    laws::check_traversal(puzzle, start).unwrap_or_else(|violation| panic!("{violation}"));
}

/// Whatever the puzzle states is tested.
fn keeps_in_both_directions<P: Reversible + Ranked + Portable>(puzzle: &P, start: &P::State) {
    let checked = laws::Check::new().reversible(puzzle, start);
    let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
    assert_eq!(checked.untested(), []);
    assert!(checked.facts.consistent || !puzzle.facts().consistent);
    let checked = laws::Check::new().ranked(puzzle, start);
    let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
    assert!(checked.tested(Law::Ranks) > 0 || puzzle.state_count().is_none());
    laws::Check::new()
        .portable(puzzle, start)
        .unwrap_or_else(|violation| panic!("{violation}"));
}

fn keeps_with_each<P>(puzzle: &P, start: &P::State)
where
    P: Reversible + Ranked + Portable + Clone,
    Manhattan: Heuristic<P>,
    Misplaced: Heuristic<P>,
{
    keeps(puzzle, start);
    // One type for both: the laws are compiled for each.
    for heuristic in [Either::Left(Manhattan), Either::Right(Misplaced)] {
        is_guided(&puzzle.clone().guided_by(heuristic), start);
    }
}

/// Everything else is the puzzle's own.
fn is_guided<P: Reversible>(puzzle: &P, start: &P::State) {
    let checked = laws::Check::new().reversible(puzzle, start);
    let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
    assert!(checked.facts.consistent && checked.untested().is_empty());
    laws::check_traversal(puzzle, start).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn sliding_tiles_keep_them() {
    for (rows, columns) in [
        (1, 1),
        (1, 4),
        (3, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (4, 4),
    ] {
        let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
        keeps_with_each(&puzzle, &puzzle.goal());
        // With a heuristic it is reversed and ranked as without.
        keeps(&puzzle.clone().guided_by(Zero), &puzzle.goal());
    }
    let goal = [4, 7, 0, 2, 8, 1, 3, 5, 6];
    let puzzle = SlidingTiles::new(3, 3).and_then(|p| p.with_goal(&goal));
    let puzzle = puzzle.expect("a legal goal");
    keeps_with_each(&puzzle, &puzzle.goal());
    let unsolvable = puzzle
        .state(&[7, 4, 0, 2, 8, 1, 3, 5, 6])
        .expect("a legal board");
    keeps_with_each(&puzzle, &unsolvable);
    let wide = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
    keeps_with_each(&wide, &wide.goal());
    let large = SlidingTiles::<[u8; 64]>::packed(2, 5).expect("a legal size");
    keeps_with_each(&large, &large.goal());
    // More states than have a number.
    let large = SlidingTiles::<[u8; 64]>::packed(8, 8).expect("a legal size");
    assert_eq!(large.state_count(), None);
    keeps_with_each(&large, &large.goal());
}

#[test]
fn graph_tiles_keep_them() {
    let edges: [&[(usize, usize)]; 3] = [
        &[],
        &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3)],
    ];
    for edges in edges {
        let puzzle = GraphTiles::new(6, edges).expect("a simple graph");
        keeps_with_each(&puzzle, &puzzle.goal());
        let away = puzzle.state(&[1, 0, 2, 3, 4, 5]).expect("a legal board");
        keeps_with_each(&puzzle, &away);
    }
    let puzzle = GraphTiles::<[u8; 64]>::packed(30, &[(0, 1), (1, 29), (29, 0), (29, 2)]);
    let puzzle = puzzle.expect("a simple graph");
    keeps_with_each(&puzzle, &puzzle.goal());
}

#[test]
fn the_swap_game_keeps_them() {
    for (rows, columns) in [(1, 1), (1, 3), (2, 3), (3, 3), (4, 4)] {
        let puzzle = SwapGame::new(rows, columns).expect("a legal size");
        keeps_with_each(&puzzle, &puzzle.goal());
    }
    let puzzle = SwapGame::<u128>::packed(2, 3).and_then(|p| p.with_goal(&[6, 4, 2, 1, 3, 5]));
    let puzzle = puzzle.expect("a legal goal");
    keeps_with_each(&puzzle, &puzzle.goal());
}

#[test]
fn magic_squares_keep_them() {
    let puzzle = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    keeps_with_each(&puzzle, &sheet_in_order());
}

/// Around each goal the same states would be seen again: with two thousand goals that took seconds.
/// Every law, from the goal and from a state that cannot be solved if there is one.
fn lawful<P: Reversible + Ranked<Cost = u32> + Portable>(puzzle: &P, start: &P::State) {
    lawful_at_large(puzzle, start);
    laws::check_traversal(puzzle, start).unwrap_or_else(|violation| panic!("{violation}"));
}

/// But for the traversal, which has nothing to do with the packing.
fn lawful_at_large<P: Reversible + Ranked<Cost = u32> + Portable>(puzzle: &P, start: &P::State) {
    keeps_in_both_directions(puzzle, start);
}

#[test]
fn permutation_puzzles_keep_them() {
    let pancake = Pancake::new(6)
        .expect("few")
        .with_goal(&[2, 1, 3, 6, 5, 4])
        .expect("legal");
    lawful(
        &pancake,
        &pancake.state(&[6, 5, 4, 3, 2, 1]).expect("legal"),
    );
    let wide = Pancake::<u128>::packed(20).expect("few");
    lawful_at_large(&wide, &wide.goal());
    let large = Pancake::<[u8; 64]>::packed(64).expect("few");
    laws::check(&large, &large.goal()).expect("lawful");
    assert_eq!(large.state_count(), None);
    let burnt = BurntPancake::new(4)
        .expect("few")
        .with_goal(&[-2, 1, 3, -4])
        .expect("legal");
    lawful(&burnt, &burnt.goal());
    let burnt = BurntPancake::<u128>::packed(16).expect("few");
    lawful_at_large(
        &burnt,
        &burnt
            .state(&[-16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, -15])
            .expect("legal"),
    );
    let burnt = BurntPancake::<[u8; 64]>::packed(64).expect("few");
    laws::check(&burnt, &burnt.goal()).expect("lawful");
    for ring in [Ring::Fixed, Ring::Rotates] {
        let spin = top_spin_of(6, 4, ring)
            .with_goal(&[3, 1, 2, 4, 6, 5])
            .expect("legal");
        lawful(&spin, &spin.goal());
        lawful(&spin, &spin.state(&[1, 2, 3, 4, 5, 6]).expect("legal"));
        let spin = Definition::top_spin(20, 4, ring).expect("few");
        let spin = PermutationPuzzle::<u128>::packed(&spin).expect("few");
        lawful_at_large(&spin, &spin.goal());
        let spin = top_spin_of(3, 3, ring);
        lawful(&spin, &spin.goal());
        let spin = top_spin_of(2, 2, ring);
        lawful(&spin, &spin.goal());
    }
    for metric in [Metric::HalfTurns, Metric::QuarterTurns] {
        let cube = PocketCube::new(metric);
        lawful_at_large(&cube, &cube.goal());
        let twisted: Corners = "RFU UFL ULB UBR DFR DLF DRB".parse().expect("corners");
        lawful_at_large(&cube, &twisted);
        let corners: Vec<_> = twisted.corners().collect();
        lawful(&cube.with_goal(&corners).expect("a state"), &twisted);
    }
    for text in [SQUARES, S5_ON_SIX, "points 5", "points 1"] {
        let puzzle = PermutationPuzzle::new(&define(text)).expect("few");
        lawful(&puzzle, &puzzle.goal());
    }
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&define(CUBE)).expect("48 stickers");
    lawful_at_large(&cube, &cube.goal());
    for text in [
        SQUARES,
        S5_ON_SIX,
        "points 5\ngenerator A (1 2)\ngenerator B (3 4 5)",
    ] {
        let puzzle = PermutationPuzzle::new(&define(text)).expect("few");
        let apart: Vec<u8> = (1..=puzzle.places() as u8).rev().collect();
        let apart = puzzle.state(&apart).expect("legal");
        // One type for both: the laws are compiled for each.
        for heuristic in [Either::Left(Manhattan), Either::Right(Misplaced)] {
            let guided = puzzle.clone().guided_by(heuristic);
            lawful(&guided, &puzzle.goal());
            lawful(&guided, &apart);
        }
    }
}

#[test]
fn heuristics_with_a_memo_are_followed_as_by_the_default() {
    fn follows<B: Packed>(
        tiles: &SlidingTiles<B>,
        heuristic: impl Heuristic<SlidingTiles<B>>,
        starts: &[Board<B>],
    ) {
        let puzzle = tiles.clone().guided_by(heuristic);
        for start in starts {
            laws::check_traversal(&puzzle, start).expect("as by default");
        }
    }
    fn all<B: Packed>(tiles: &SlidingTiles<B>) {
        let mut numbers = Numbers(7);
        let starts = [8, 90, 300].map(|moves| walk_back(tiles, moves, &mut numbers));
        follows(tiles, LinearConflict::new(tiles), &starts);
        follows(tiles, Misplaced, &starts);
    }
    for (rows, columns) in [(2, 4), (3, 3), (4, 4)] {
        all(&SlidingTiles::new(rows, columns).expect("a size"));
    }
    all(&SlidingTiles::<u128>::packed(5, 5).expect("a size"));
}

#[test]
fn moves_are_fixed_as_stated() {
    fn are_fixed<P: FixedMoves>(puzzle: &P, start: &P::State) {
        let checked = laws::Check::new().fixed_moves(puzzle, start);
        let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
        assert!(checked.tested(Law::FixedMoves) > 10);
    }
    let tiles = SlidingTiles::new(3, 4).expect("a legal size");
    are_fixed(&tiles, &tiles.goal());
    let middle = tiles.state(&[1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11]);
    are_fixed(&tiles.guided_by(Manhattan), &middle.expect("a board"));
    let pancake = Pancake::new(7).expect("few");
    are_fixed(&pancake, &pancake.goal());
    let burnt = BurntPancake::new(6).expect("few");
    are_fixed(&burnt, &burnt.goal());
    for ring in [Ring::Fixed, Ring::Rotates] {
        let spin = top_spin_of(7, 4, ring);
        are_fixed(&spin, &spin.goal());
    }
    for metric in [Metric::HalfTurns, Metric::QuarterTurns] {
        let cube = PocketCube::new(metric);
        are_fixed(&cube, &cube.goal());
    }
    are_fixed(
        &magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]),
        &sheet_in_order(),
    );
    for text in [SQUARES, S5_ON_SIX] {
        let puzzle = PermutationPuzzle::new(&define(text)).expect("few");
        are_fixed(&puzzle, &puzzle.goal());
    }
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&define(CUBE)).expect("48 stickers");
    are_fixed(&cube, &cube.goal());
}
