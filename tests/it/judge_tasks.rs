//! Tasks of judges about all cheapest solutions, with the answers that the judges publish.

use puzzle_search::{BreadthFirst, Facts, from_fn};

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
    .with_facts(Facts::new().unit_costs(true));
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
