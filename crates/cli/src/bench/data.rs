//! Published tables of instances, whose goals have the blank first.

use puzzle_search::Solution;

use crate::Answer;
use crate::any::State;
use crate::catalogue::Instance;
use crate::search::Found;
use crate::text::boards::Tiles;

/// Id, sixteen tiles, Manhattan distance, cost, generated nodes.
pub(super) const KORF: &str = include_str!("../../../../tests/data/korf100.csv");
pub(crate) const KORF_FELNER: &str =
    include_str!("../../../../tests/data/korf_felner_15puzzle.csv");
/// Id, 25 tiles, Manhattan distance, cost, and node counts of several authors.
pub(super) const KORF_24: &str = include_str!("../../../../tests/data/korf50_24puzzle.csv");
/// Id, Manhattan distance, cost and number of cheapest solutions of some of the hundred, with heavy tiles.
const HEAVY: &str = include_str!("../../../../tests/data/korf_heavy.csv");

pub(crate) struct Row {
    pub(crate) id: u64,
    tiles: Vec<u32>,
    /// If it is published.
    pub(crate) cost: Option<u32>,
    pub(crate) generated: u64,
}

fn fields(table: &'static str) -> impl Iterator<Item = Vec<u64>> {
    let rows = table
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        row.split(',')
            .map_while(|field| field.parse().ok())
            .collect()
    })
}

/// The rows of a table of boards of so many cells.
pub(crate) fn rows(table: &'static str, cells: usize) -> Vec<Row> {
    let row = |fields: Vec<u64>| {
        Some(Row {
            id: *fields.first()?,
            tiles: fields
                .get(1..=cells)?
                .iter()
                .map(|&tile| tile as u32)
                .collect(),
            cost: u32::try_from(*fields.get(cells + 2)?).ok(),
            generated: *fields.get(cells + 3)?,
        })
    };
    fields(table).filter_map(row).collect()
}

/// What is published of the hundred with heavy tiles.
pub(super) fn heavy_cost(id: u64) -> Option<u32> {
    let row = fields(HEAVY).find(|row| row.first() == Some(&id));
    row.and_then(|row| u32::try_from(*row.get(2)?).ok())
}

impl Row {
    /// The puzzle, and this start.
    pub(crate) fn instance(&self, is_heavy: bool) -> Answer<Instance> {
        let side = self.tiles.len().isqrt();
        let mut board = Tiles::at_goal(side, side, Some("blank-first"))?;
        board.start.clone_from(&self.tiles);
        crate::catalogue::tiles(board, is_heavy, true)
    }

    /// This start, on the puzzle of another row.
    pub(crate) fn start(&self, of: &Instance) -> Answer<State> {
        let labels: Vec<_> = self.tiles.iter().map(ToString::to_string).collect();
        Ok(of.puzzle.parse(&labels.join(" "))?)
    }

    /// An error if it was not solved at the published cost.
    pub(crate) fn check(&self, found: &Found) -> Answer<()> {
        let (id, cost) = (self.id, found.solution.as_ref().map(Solution::cost));
        match (cost, self.cost) {
            (None, _) => Err(format!("instance {id} was not solved").into()),
            (Some(cost), Some(published)) if cost != published => {
                Err(format!("instance {id} cost {cost}: {published} is published").into())
            }
            _ => Ok(()),
        }
    }
}
