//! `bench korf24`: Korf and Felner's fifty 24-puzzles with additive pattern databases.

use std::sync::{Arc, OnceLock};

use clap::{Args, ValueEnum};
use puzzle_search::Stop;
use puzzle_search::heuristics::Either;
use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Partition, Style, TilePatterns};
use puzzle_search::job::BuildError;
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{Board, SlidingTiles};

use super::data::{KORF_24, Published, rows};
use crate::any::OneOf;
use crate::catalogue::Name;
use crate::console::Console;
use crate::heuristics::{HeuristicName, OfTiles, TableMaker, of_tiles};
use crate::options::{CacheOption, LimitOptions};
use crate::search::{
    Prepared, Saving, SearchEnd, SearchLimits, SearchRequest, SearchResult, SolverName,
    SolverOptions, backward_with,
};
use crate::{CliResult, STOPPED};

/// Solve Korf and Felner's fifty 24-puzzles with the databases 6-6-6-6, reflected; checked against the published costs
/// and, where the blank is minimized, node counts
///
/// The easiest take seconds, most take hours, the hardest days. Where a limit ends a search it says what is proved
/// and, if a solution was found, what it costs, goes on with the next instance, and ends with exit code 3 at last;
/// Ctrl-C ends it at once, with the same code. With --checkpoint DIR it ends where a search is stopped, and the same
/// command goes on from there, also after it was killed. The solvers are ida-star, a-star-ida-star, bae-star, which
/// goes from both ends with databases that are built for each start, and anytime.
///
///   puzzle-search bench korf24 --instances 38,40 --cache tables
///   puzzle-search bench korf24 --instances 40,44 --solver bae-star --max-memory-mb 16384 --max-seconds 300
///   puzzle-search bench korf24 --instances $(seq -s, 50) --solver anytime --max-seconds 2 --cache tables
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Korf24 {
    /// Which instances, from 1 to 50
    #[arg(long, value_delimiter = ',', default_values_t = [38, 40])]
    instances: Vec<u64>,

    /// What the databases know of the blank
    #[arg(long, value_enum, default_value_t = BlankName::Region)]
    blank: BlankName,

    /// Four bits for each entry instead of eight
    #[arg(long)]
    nibbles: bool,

    /// The algorithm
    #[arg(long, value_enum, default_value_t = SolverName::IdaStar)]
    solver: SolverName,

    #[command(flatten)]
    by: SolverOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    cache: CacheOption,

    #[command(flatten)]
    saving: Saving,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BlankName {
    /// Nothing: the least over all places (Korf and Felner)
    Minimized,
    /// Its region: "zero-aware" (Clausecker and Reinefeld)
    Region,
}

/// The databases for distances from the start, once they are built.
type StartPatterns = Arc<OnceLock<TilePatterns<4>>>;

impl Korf24 {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let solvers = [
            SolverName::IdaStar,
            SolverName::AStarIdaStar,
            SolverName::BaeStar,
            SolverName::Anytime,
        ];
        if !solvers.contains(&self.solver) {
            return Err("the solvers are ida-star, a-star-ida-star, bae-star and anytime".into());
        }
        if self.by.threads > 1 && self.solver != SolverName::IdaStar {
            return Err("only ida-star has --threads".into());
        }
        if self.by.backward {
            return Err(
                "there are databases for the way back with bae-star alone: expected no --backward"
                    .into(),
            );
        }
        let all = rows(KORF_24, 25);
        let find = |&id: &u64| {
            let row = all.iter().find(|row| row.id == id);
            row.ok_or_else(|| format!("there is no instance {id}: expected 1 to 50"))
        };
        let rows: Vec<&Published> = self.instances.iter().map(find).collect::<Result<_, _>>()?;
        let first = rows.first().ok_or("expected an instance from 1 to 50")?;
        let instance = first.instance(Name::Tiles)?;
        let tiles = instance.tiles.as_ref().ok_or("a board of 25 cells")?;
        let puzzle: SlidingTiles<u128> = tiles.puzzle()?;
        let mut tables = TableMaker::new(console, console.limits(), self.cache.cache.as_deref());
        tables.style = self.style();
        let patterns = of_tiles(HeuristicName::Pdb6666, &puzzle, &tables)?;
        console.print(format_args!(
            "{:>4} {:>5} {:>15} {:>15} {:>15} {:>10} {:>9}\n",
            "id", "cost", "expanded", "generated", "published", "seconds", "M nodes/s"
        ))?;
        let names: Vec<_> = self
            .instances
            .iter()
            .map(|id| format!("korf24-{id}"))
            .collect();
        // Instances before the saved one are done.
        let done = self.saving.first_pending(&names);
        let (mut code, mut factors) = (0, Vec::new());
        for (row, name) in rows.iter().zip(&names).skip(done) {
            let start = row.start(&instance)?;
            let built = StartPatterns::default();
            let prepared = self.prepared(&puzzle, patterns.clone(), &built);
            let question = SearchRequest {
                solver: self.solver,
                options: &self.by,
                within: &self.within(console),
                saving: &self.saving,
                name,
            };
            if self.solver == SolverName::BaeStar {
                // The databases are built after the search is first saved.
                prepared.begin(&question, &start)?;
                let board = Board::get(&start).ok_or("a board of 25 cells")?;
                let _ = built.set(backward(&puzzle, board, &tables)?);
            }
            let found = prepared.search(&question, &start, console)?;
            if let Some(solution) = &found.solution {
                solution.verify(&instance.puzzle, &start)?;
            }
            console.print(format_args!("{}\n", self.row(row, &found)?))?;
            if let SearchEnd::Stopped(_, stop) = found.end {
                let published = f64::from(row.cost.unwrap_or_default());
                factors.extend(found.cost().map(|cost| f64::from(cost) / published));
                code = STOPPED;
                if stop == Some(Stop::Cancelled) || self.saving.checkpoint.is_some() {
                    break;
                }
            }
            self.saving.discard_finished();
        }
        if !factors.is_empty() {
            let (count, most) = (factors.len(), factors.iter().copied().fold(1.0, f64::max));
            let mean = factors.iter().sum::<f64>() / count as f64;
            console.print(format_args!(
                "{count} were stopped with solutions of {mean:.4} times the least cost on average, {most:.4} at most\n"
            ))?;
        }
        Ok(code)
    }

    fn within(&self, console: &dyn Console) -> SearchLimits {
        let mut within = self.limits.within(console);
        within.limits.bytes.get_or_insert(8192 << 20);
        within
    }

    fn prepared(
        &self,
        puzzle: &SlidingTiles<u128>,
        forward: OfTiles<u128>,
        built: &StartPatterns,
    ) -> Prepared {
        if self.solver != SolverName::BaeStar {
            return Prepared::larger(puzzle_search::Puzzle::guided_by(puzzle.clone(), forward));
        }
        let built = Arc::clone(built);
        let backward = move |_: &SlidingTiles<u128>| {
            let patterns = built.get().expect("they are built first");
            Either::Right(Either::Right(Either::Right(patterns.clone())))
        };
        Prepared::LargerTilesBothWays(backward_with(puzzle.clone(), forward, backward), None)
    }

    /// The row of an instance; an error if its figures are not the published ones.
    fn row(&self, row: &Published, found: &SearchResult) -> CliResult<String> {
        let (id, published, nodes) = (row.id, row.cost.unwrap_or_default(), row.generated);
        let (expanded, generated) = (found.stats.expanded, found.stats.generated);
        if let Some(stopped) = row.stopped(found) {
            return Ok(stopped);
        }
        row.check(found)?;
        // Korf and Felner's counts leave out the root.
        let is_counted = self.solver == SolverName::IdaStar && self.blank == BlankName::Minimized;
        if is_counted && generated != nodes + 1 {
            return Err(
                format!("instance {id} took {generated} nodes: {nodes} are published").into(),
            );
        }
        let seconds = found.seconds();
        let speed = generated as f64 / seconds / 1e6;
        Ok(format!(
            "{id:>4} {published:>5} {expanded:>15} {generated:>15} {nodes:>15} {seconds:>10.3} {speed:>9.1}"
        ))
    }

    const fn style(&self) -> Style {
        let blank = match self.blank {
            BlankName::Minimized => Blank::Minimized,
            BlankName::Region => Blank::RegionKept,
        };
        let entries = if self.nibbles {
            Entries::HalvedNibbles
        } else {
            Entries::Bytes
        };
        Style { blank, entries }
    }
}

/// Databases for distances from the start, whose patterns are six tiles that are close together in the start.
fn backward(
    puzzle: &SlidingTiles<u128>,
    start: &Board<u128>,
    tables: &TableMaker<'_>,
) -> Result<TilePatterns<4>, BuildError> {
    // A path through two rows to the right, two rows to the left, and the last row.
    let strip = |row: usize| (0..10).map(move |at| 5 * (row + at % 2) + at / 2);
    let cells = strip(0).chain(strip(2).rev()).chain(20..25);
    let cells: Vec<usize> = cells.filter(|&cell| cell != start.blank()).collect();
    let partition = Partition::new([&cells[..6], &cells[6..12], &cells[12..18], &cells[18..]]);
    let reversed = puzzle.reversed(start);
    let build = TilePatterns::build(&reversed, &partition, tables.style);
    tables.make("databases for the start", build)
}
