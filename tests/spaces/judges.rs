//! Judges' harder boards.

use crate::example_runner::run;
use crate::support::replay;

/// Solves a board, replays the answer and asserts its length.
fn solve_15_puzzle(board: [u8; 16], optimum: usize) {
    let row = |row: &[u8]| {
        row.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = board.chunks(4).map(row).collect();
    let output = run("uva_10181", &[], format!("1\n{}\n", rows.join("\n")));
    let path = String::from_utf8(output.stdout).expect("letters");
    assert_eq!(
        replay(&board, path.trim_end()),
        (1..16).chain([0]).collect::<Vec<u8>>()
    );
    assert_eq!(path.trim_end().len(), optimum);
}

#[test]
fn uva_10181_answers_harder_boards() {
    solve_15_puzzle([6, 2, 8, 4, 12, 14, 1, 10, 13, 15, 3, 9, 11, 0, 5, 7], 48);
    solve_15_puzzle([6, 8, 4, 2, 12, 14, 1, 10, 13, 15, 3, 9, 11, 0, 5, 7], 50);
    solve_15_puzzle([1, 8, 14, 12, 11, 2, 9, 10, 0, 7, 6, 5, 15, 13, 4, 3], 54);
}

#[test]
#[ignore = "searches for a quarter of a minute"]
fn uva_10181_answers_the_hardest_board() {
    solve_15_puzzle([6, 3, 1, 9, 15, 13, 12, 11, 5, 8, 10, 14, 4, 0, 7, 2], 60);
}
