//! Whole spaces of permutation puzzles, by rank, against published numbers of states at each depth.

use puzzle_search::puzzles::{BurntPancake, Metric, Pancake, PocketCube, Ring};
use puzzle_search::{Ranked, Reversible};

use crate::published::published;

use crate::support::top_spin_of;

fn of_file(name: &str) -> Vec<u64> {
    let path = format!("{}/tests/data/{name}.layers", env!("CARGO_MANIFEST_DIR"));
    published(&std::fs::read_to_string(path).expect("a data file"))
}

/// States at each depth from the goal, in a table by rank.
fn layers<P: Reversible + Ranked>(puzzle: &P) -> Vec<u64> {
    let count = puzzle.state_count().expect("few states") as usize;
    let goal = puzzle.goals().into_iter().next().expect("there is a goal");
    let rank = |state: &P::State| puzzle.rank(state).expect("it can be reached") as usize;
    let mut seen = vec![false; count];
    seen[rank(&goal)] = true;
    let (mut layer, mut layers) = (vec![rank(&goal)], vec![]);
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = vec![];
        for state in layer {
            let state = puzzle.unrank(state as u128).expect("it has been ranked");
            for neighbor in puzzle.neighbors(&state) {
                let number = rank(&neighbor.state);
                if !std::mem::replace(&mut seen[number], true) {
                    next.push(number);
                }
            }
        }
        layer = next;
    }
    // Everything that is numbered can be reached.
    assert_eq!(layers.iter().sum::<u64>(), count as u64);
    layers
}

fn pancakes(size: usize) {
    let puzzle = Pancake::new(size).expect("few");
    assert_eq!(layers(&puzzle), of_file(&format!("pancake-{size}")));
}

fn burnt_pancakes(size: usize) {
    let puzzle = BurntPancake::new(size).expect("few");
    assert_eq!(layers(&puzzle), of_file(&format!("burnt-pancake-{size}")));
}

fn top_spin(pieces: usize, ring: Ring, name: &str) {
    let puzzle = top_spin_of(pieces, 4, ring);
    assert_eq!(
        layers(&puzzle),
        of_file(&format!("topspin-{pieces}-4-{name}"))
    );
}

fn pocket_cube(metric: Metric, name: &str) {
    assert_eq!(layers(&PocketCube::new(metric)), of_file(name));
}

#[test]
fn pancakes_at_each_depth() {
    (2..=9).for_each(pancakes);
    (1..=6).for_each(burnt_pancakes);
}

#[test]
fn top_spin_at_each_depth() {
    (5..=9).for_each(|pieces| top_spin(pieces, Ring::Fixed, "fixed"));
    (5..=10).for_each(|pieces| top_spin(pieces, Ring::Rotates, "rotates"));
}

#[test]
#[ignore = "whole spaces of a million states and more: half a minute"]
fn larger_spaces_at_each_depth() {
    pancakes(10);
    burnt_pancakes(7);
    top_spin(10, Ring::Fixed, "fixed");
    top_spin(11, Ring::Rotates, "rotates");
    pocket_cube(Metric::QuarterTurns, "pocket-cube-quarter-turns");
}

#[test]
fn the_pocket_cube_at_each_depth() {
    pocket_cube(Metric::HalfTurns, "pocket-cube-half-turns");
}
