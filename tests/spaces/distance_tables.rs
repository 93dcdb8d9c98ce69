//! Distance tables in files: stopped anywhere, and wrong where every checksum is right.

use std::fs;

use puzzle_search::puzzles::{Direction, GraphTiles, Pancake, SlidingTiles};
use puzzle_search::space::{DistanceOracle, Encoding, Enumerate, SpaceError};
use puzzle_search::table_file::{self, TableFile};
use puzzle_search::{Limits, Puzzle, Ranked, Reversible, Solution, Stop};

use crate::support::{Temporary, magic_squares_to, unfinished};

/// Builds a table again and again, each time as far as a limit lets it and as if in another process, and compares
/// the file with that of a build in one go.
fn is_gone_on_with<P>(puzzle: &P, encoding: Encoding, name: &str)
where
    P: Ranked<Cost = u32> + Reversible + Clone + Send + Sync,
{
    let (whole, pieced) = (
        Temporary::new(&format!("{name}.oracle")),
        Temporary::new(&format!("{name}-pieced.oracle")),
    );
    let unfinished = unfinished(&pieced.0);
    let expected = DistanceOracle::build(puzzle, encoding).run();
    let expected = expected.expect("it fits");
    expected.save(&whole.0, name).expect("it can be written");
    let states: u64 = expected.layers().iter().sum();
    // What an enumeration takes, the entries, and the list of layers.
    let bytes = Enumerate::bytes_by_rank(puzzle).expect("it is numbered") as usize;
    let bytes = bytes + expected.bytes() + 2_000;
    for step in [1, states / 7 + 1] {
        let mut stops = 0;
        let oracle = loop {
            let mut build = DistanceOracle::open_or_build(puzzle, encoding, &pieced.0, name);
            // By moves after each layer, or by states that may be stored, which can be within one.
            let limits = Limits::new().max_bytes(bytes);
            build.set_limits(match step {
                1 => limits.max_moves(stops),
                _ => limits.max_stored((stops + 1) * step),
            });
            match build.run() {
                Ok(oracle) => break oracle,
                Err(SpaceError::Stopped(Stop::Moves | Stop::Stored)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(!pieced.0.exists());
            assert!(unfinished.exists() || step > 1);
        };
        assert_eq!(oracle.layers(), expected.layers());
        let end = if step == 1 {
            expected.layers().len() as u64 - 1
        } else {
            1
        };
        assert!(stops >= end, "{stops} of {end}");
        assert!(!unfinished.exists());
        let (found, right) = (fs::read(&pieced.0), fs::read(&whole.0));
        assert_eq!(
            found.expect("it was written"),
            right.expect("it was written")
        );
        // It is read now, and not as what it is not.
        let read = DistanceOracle::open_or_build(puzzle, encoding, &pieced.0, name).run();
        assert_eq!(read.expect("it is there").layers(), expected.layers());
        let other = DistanceOracle::open_or_build(puzzle, encoding, &pieced.0, "another").run();
        assert!(matches!(other, Err(SpaceError::TableFile(_))));
        fs::remove_file(&pieced.0).expect("it is there");
    }
}

#[test]
fn a_distance_table_that_was_stopped_anywhere_is_gone_on_with_elsewhere() {
    let squares = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    is_gone_on_with(&squares, Encoding::Bytes, "squares");
    // Numbered in a way of its own, where one bit for each state is enough.
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    is_gone_on_with(&tiles, Encoding::Bytes, "tiles");
    is_gone_on_with(&tiles, Encoding::ModuloThree, "tiles-three");
    let pancakes = Pancake::new(7).expect("a size");
    is_gone_on_with(&pancakes, Encoding::Bytes, "pancakes");
    is_gone_on_with(&pancakes, Encoding::ModuloThree, "pancakes-three");
    // Of 5,040 orders, seven can be reached.
    let edges: Vec<_> = (1..7).map(|v| (v - 1, v)).collect();
    let line = GraphTiles::new(7, &edges).expect("a graph");
    is_gone_on_with(&line, Encoding::ModuloThree, "line");
}

/// A blank that goes round a square three times leaves everything where it was. In a table modulo three, all
/// of whose checksums and counts are right, each of these boards may seem to be one move nearer than the one
/// before.
#[test]
fn a_distance_table_that_goes_round_in_a_circle_is_refused_or_ends() {
    let puzzle = SlidingTiles::new(3, 3).expect("a size");
    let file = Temporary::new("circle.oracle");
    let oracle = DistanceOracle::build(&puzzle, Encoding::ModuloThree).run();
    let oracle = oracle.expect("it fits");
    oracle.save(&file.0, "").expect("it is written");
    let table = TableFile::open(&file.0).expect("it is there");
    let header = table.header().clone();
    let right = table_file::load(&file.0, &header).expect("it is whole");
    let turn = [
        Direction::Left,
        Direction::Up,
        Direction::Right,
        Direction::Down,
    ];
    let (mut refused, mut ended) = (0, 0);
    for start in oracle.states_at(20).step_by(500) {
        let mut board = start;
        let (mut entries, mut circle) = (right.to_vec(), Vec::new());
        for (at, direction) in turn.into_iter().cycle().take(12).enumerate() {
            let rank = puzzle.rank(&board).expect("it can be solved") as usize;
            let entry = (3 - at as u8 % 3) % 3;
            let shift = 2 * (rank % 4);
            entries[rank / 4] = entries[rank / 4] & !(3 << shift) | entry << shift;
            circle.push(board);
            let here = board;
            let mut neighbors = puzzle.neighbors(&here).into_iter();
            let Some(next) = neighbors.find(|neighbor| neighbor.mv == direction) else {
                break;
            };
            board = next.state;
        }
        if circle.len() < 12 {
            continue;
        }
        assert_eq!(board, start);
        table_file::save(&file.0, &header, &entries).expect("it is written");
        match DistanceOracle::load(puzzle.clone(), &file.0, "") {
            Err(error) => {
                let sentence = error.to_string();
                assert!(sentence.contains("does not follow from those of its neighbors"));
                refused += 1;
            }
            Ok(oracle) => {
                for board in &circle {
                    let _ = oracle.best_moves(board);
                    let (distance, solution) = (oracle.distance(board), oracle.solve(board));
                    assert_eq!(distance.is_some(), solution.is_some());
                    let is_true = |solution: Solution<Direction, u32>| {
                        solution.verify(&puzzle, board) == Ok(())
                    };
                    assert!(solution.is_none_or(is_true));
                    ended += usize::from(distance.is_none());
                }
            }
        }
    }
    assert!(refused > 0 && ended > 0, "{refused} {ended}");
}
