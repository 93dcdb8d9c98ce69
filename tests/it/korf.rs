//! Korf's hundred 15-puzzles, and others of his that are published with what they take.

use puzzle_search::puzzles::{Board, SlidingTiles};

/// The goal has the blank first.
pub(crate) fn puzzle() -> SlidingTiles {
    let labels: Vec<u8> = (0..16).collect();
    let tiles = SlidingTiles::new(4, 4).and_then(|tiles| tiles.with_goal(&labels));
    tiles.expect("each label once")
}

pub(crate) struct Instance {
    pub(crate) id: u64,
    pub(crate) start: Board,
    pub(crate) manhattan: u32,
    pub(crate) cost: u32,
    /// By IDA* with the Manhattan distance.
    pub(crate) generated: u64,
}

/// The hundred.
pub(crate) fn instances() -> Vec<Instance> {
    instances_of(include_str!("../../crates/cli/data/korf100.csv"))
}

/// Those of a table.
pub(crate) fn instances_of(table: &str) -> Vec<Instance> {
    let puzzle = puzzle();
    let instance = |row: Vec<u64>| Instance {
        id: row[0],
        start: {
            let labels: Vec<u8> = row[1..17].iter().map(|&label| label as u8).collect();
            puzzle.state(&labels).expect("a board")
        },
        manhattan: row[17] as u32,
        cost: row[18] as u32,
        generated: row[19],
    };
    rows(table).map(instance).collect()
}

/// The rows of a table that begin with a number.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<u64>> {
    let rows = table
        .lines()
        .filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        row.split(',')
            .map_while(|field| field.parse().ok())
            .collect()
    })
}
