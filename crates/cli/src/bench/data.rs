//! Published instances, whose goals have the blank first.

use crate::CliResult;
use crate::any::State;
use crate::catalogue::{Instance, Name};
use crate::search::{SearchEnd, SearchResult};
use crate::text::boards::TileBoard;

/// Columns: id, sixteen tiles, Manhattan distance, cost, generated nodes.
pub(super) const KORF: &str = include_str!("../../data/korf100.csv");
pub(crate) const KORF_FELNER: &str = include_str!("../../data/korf_felner_15puzzle.csv");
/// Columns: id, 25 tiles, Manhattan distance, cost, node counts of several authors.
pub(super) const KORF_24: &str = include_str!("../../data/korf50_24puzzle.csv");
/// Columns: id, Manhattan distance, cost and number of cheapest solutions, with heavy tiles.
const HEAVY: &str = include_str!("../../data/korf_heavy.csv");

pub(crate) struct Published {
    pub(crate) id: u64,
    tiles: Vec<u32>,
    /// The optimal cost, if it is published.
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

/// The instances in a table of boards of `cells` cells.
pub(crate) fn rows(table: &'static str, cells: usize) -> Vec<Published> {
    let row = |fields: Vec<u64>| {
        Some(Published {
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

/// The published optimal cost of one of Korf's hundred instances with heavy tiles.
pub(super) fn heavy_cost(id: u64) -> Option<u32> {
    let row = fields(HEAVY).find(|row| row.first() == Some(&id));
    row.and_then(|row| u32::try_from(*row.get(2)?).ok())
}

impl Published {
    /// The puzzle `name`, with this start.
    pub(crate) fn instance(&self, name: Name) -> CliResult<Instance> {
        let side = self.tiles.len().isqrt();
        let mut board = TileBoard::at_goal(side, side, Some("blank-first"))?;
        board.start.clone_from(&self.tiles);
        crate::catalogue::tiles(board, name)
    }

    /// This start as a state of the puzzle of another instance.
    pub(crate) fn start(&self, of: &Instance) -> CliResult<State> {
        let labels: Vec<_> = self.tiles.iter().map(ToString::to_string).collect();
        Ok(of.puzzle.parse(&labels.join(" "))?)
    }

    /// The row of a search that was stopped; `None` if it was not.
    pub(super) fn stopped(&self, found: &SearchResult) -> Option<String> {
        let SearchEnd::Stopped(why, _) = &found.end else {
            return None;
        };
        let (id, bound) = (self.id, found.lower_bound.unwrap_or(0));
        let published = self.cost.map(|cost| format!(" ({cost} is published)"));
        let published = published.unwrap_or_default();
        let most = found
            .cost()
            .map(|cost| format!(", at most {cost}{published}"));
        let (most, generated) = (most.unwrap_or_default(), found.stats.generated);
        Some(format!(
            "{id:>4} costs at least {bound}{most}: stopped after {generated} nodes: {why}"
        ))
    }

    /// Returns an error unless the instance was solved at the published cost.
    pub(crate) fn check(&self, found: &SearchResult) -> CliResult<()> {
        let (id, cost) = (self.id, found.cost());
        match (cost, self.cost) {
            (None, _) => Err(format!("instance {id} was not solved").into()),
            (Some(cost), Some(published)) if cost != published => {
                Err(format!("instance {id} cost {cost}: {published} is published").into())
            }
            _ => Ok(()),
        }
    }
}
