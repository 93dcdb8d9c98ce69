//! Tasks of judges and of books, with the answers that they publish.

use puzzle_search::heuristics::Gap;
use puzzle_search::permutation::{Parity, Permutation};
use puzzle_search::puzzles::Pancake;
use puzzle_search::{AStar, BreadthFirst, Facts, Notation, Puzzle, Solver, from_fn, from_steps};

/// Where the blank of a board can go, by the letters for right, left, down and up.
fn slides<const N: usize>(
    board: &[char; N],
    columns: usize,
    letters: [char; 4],
) -> Vec<(char, [char; N], u32)> {
    let blank = board.iter().position(|&c| c == 'X').expect("a blank");
    let (row, column) = (blank / columns, blank % columns);
    let ways = [
        (column + 1 < columns, blank + 1),
        (column > 0, blank.wrapping_sub(1)),
        (row + 1 < N / columns, blank + columns),
        (row > 0, blank.wrapping_sub(columns)),
    ];
    let open = letters
        .into_iter()
        .zip(ways)
        .filter(|(_, (is_open, _))| *is_open);
    open.map(|(letter, (_, to))| {
        let mut after = *board;
        after.swap(blank, to);
        (letter, after, 1)
    })
    .collect()
}

/// All shortest sequences of moves, as words.
fn shortest<const N: usize>(
    from: &str,
    to: &str,
    columns: usize,
    letters: [char; 4],
) -> Vec<String> {
    let board = |text: &str| -> [char; N] {
        let cells: Vec<char> = text.chars().collect();
        cells.try_into().expect("as many cells")
    };
    let goal = board(to);
    let puzzle = from_fn(
        |board: &[char; N]| slides(board, columns, letters),
        move |board| *board == goal,
    )
    .with_facts(Facts::new().unit_costs());
    let all = BreadthFirst::new()
        .all_solutions(&puzzle, [board(from)])
        .run()
        .expect("there is one");
    all.iter()
        .map(|solution| solution.moves().iter().collect())
        .collect()
}

/// HDU 3567, "Eight II": the least of the shortest words in the order of letters; the samples of the task.
#[test]
fn hdu_3567_eight_ii() {
    for (from, to, least) in [
        ("12X453786", "12345678X", "dd"),
        ("564178X23", "7568X4123", "urrulldr"),
    ] {
        let words = shortest::<9>(from, to, 3, ['r', 'l', 'd', 'u']);
        assert_eq!(words.iter().min().map(String::as_str), Some(least));
    }
}

/// Project Euler 244, "Sliders": the sum of the checksums of all shortest ways. A move is named by the tile's direction.
#[test]
fn project_euler_244_sliders() {
    let words = shortest::<16>(
        "XRBBRRBBRRBBRRBB",
        "XBRBBRBRRBRBBRBR",
        4,
        ['L', 'R', 'U', 'D'],
    );
    let checksum = |word: &String| {
        word.bytes().fold(0, |sum: u64, letter| {
            (sum * 243 + u64::from(letter)) % 100_000_007
        })
    };
    assert_eq!((words.len(), words[0].len()), (1, 32));
    assert_eq!(words.iter().map(checksum).sum::<u64>(), 96_356_848);
}

/// OEIS A007764: the paths from corner to corner of a square of 2x2 to 5x5 vertices that visit no vertex twice.
#[test]
fn oeis_a007764_simple_paths_of_a_square() {
    for (side, paths) in [(2_u8, 2), (3, 12), (4, 184), (5, 8_512)] {
        let steps = move |&(x, y): &(u8, u8)| {
            let beside = [
                (x.wrapping_sub(1), y),
                (x + 1, y),
                (x, y.wrapping_sub(1)),
                (x, y + 1),
            ];
            beside
                .into_iter()
                .filter(move |&(x, y)| x < side && y < side)
        };
        let puzzle = from_steps(steps, move |&at| at == (side - 1, side - 1));
        let mut all = AStar::new().k_cheapest_paths(&puzzle, [(0, 0)], 10_000);
        let all = all.run().expect("there are some");
        assert_eq!(all.len(), paths, "{side}x{side}");
    }
}

/// D. E. Knuth, The Art of Computer Programming, 7.2.1.1: a disc moves to the peg beside its own only, so that a
/// tower of n discs takes 3^n - 1 moves from one end to the other.
#[test]
fn towers_between_neighboring_pegs() {
    for discs in 1..=6_u32 {
        // The peg of each disc, the smallest first.
        let moves = |pegs: &Vec<i8>| {
            let lies_free = |disc: usize, peg: i8| !pegs[..disc].contains(&peg);
            let next = (0..pegs.len()).flat_map(|disc| {
                let free = lies_free(disc, pegs[disc]);
                let beside = [pegs[disc] - 1, pegs[disc] + 1];
                let open = beside
                    .into_iter()
                    .filter(move |&peg| free && (0..3).contains(&peg) && lies_free(disc, peg));
                open.map(move |peg| (disc, peg)).collect::<Vec<_>>()
            });
            next.map(|(disc, peg)| {
                let mut after = pegs.clone();
                after[disc] = peg;
                after
            })
            .collect::<Vec<_>>()
        };
        let puzzle = from_steps(moves, |pegs: &Vec<i8>| pegs.iter().all(|&peg| peg == 2));
        let cost = BreadthFirst::new().cost(&puzzle, &vec![0; discs as usize]);
        assert_eq!(cost.expect("it is solvable"), 3_u32.pow(discs) - 1);
    }
}

/// LeetCode 969, "Pancake Sorting": the sample takes three flips, of which each is one of a prefix.
#[test]
fn leetcode_969_pancakes() {
    let puzzle = Pancake::new(4).expect("four").guided_by(Gap::new());
    let stack = puzzle.parse("3 2 4 1").expect("a stack");
    assert_eq!(AStar::new().cost(&puzzle, &stack).expect("solvable"), 3);
}

/// A board of 999x999 with two tiles exchanged: an odd permutation, so that it cannot be solved.
#[test]
fn the_parity_of_a_million_tiles() {
    let mut tiles: Vec<usize> = (0..999 * 999).collect();
    let parity = |tiles: &[usize]| {
        let permutation = Permutation::new(tiles);
        permutation.expect("each number once").parity()
    };
    assert_eq!(parity(&tiles), Parity::Even);
    tiles.swap(12_345, 900_000);
    assert_eq!(parity(&tiles), Parity::Odd);
}
