//! `map`: solves the routes of a `.scen` file by several solvers, and compares the lengths with those in the file.

mod made;

use std::f64::consts::SQRT_2;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use puzzle_search::puzzles::{
    Cell, Compass, Connectivity, Grid, GridMap, JumpGrid, PuzzleError, Route,
};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{AStar, Limits, Report, Solution, Solver, UniformCost, Unsolved};

use crate::catalogue::LetterOptions;
use crate::console::Console;
use crate::text::read_file;
use crate::{CliResult, STOPPED};
use made::MapKind;

/// Solve the routes of a scenario by several solvers, and compare their lengths with those that it states
///
/// The files are those of the Moving AI benchmarks (<https://movingai.com/benchmarks>). Without one a map is made. The
/// longest route is drawn into the map. It ends with code 1 if a length is not the one that the file states. A single
/// way is found by solve and drawn by show.
///
///   puzzle-search map --kind maze --size 101x61 --seed 7
///   puzzle-search map --save made                          # made.map and made.map.scen
///   puzzle-search map arena.map --scen arena.map.scen
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Maps {
    /// A map: rows of . and #, or a .map file; - is standard input
    #[arg(requires = "scen")]
    map: Option<PathBuf>,

    /// The routes on it [default: map and routes are made]
    #[arg(long, value_name = "FILE", requires = "map")]
    scen: Option<PathBuf>,

    #[command(flatten)]
    letters: LetterOptions,

    /// What to make
    #[arg(long, value_enum, default_value = "rooms")]
    kind: MapKind,

    /// How large to make it, width x height
    #[arg(long, value_parser = parse_size, default_value = "63x29")]
    size: (u16, u16),

    /// How many routes to make
    #[arg(long, value_name = "N", default_value_t = 100)]
    routes: usize,

    /// Another seed makes another map
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Keep the generated map and scenarios as NAME.map and NAME.map.scen
    #[arg(long, value_name = "NAME", conflicts_with = "map")]
    save: Option<String>,
}

/// The totals of a solver.
#[derive(Default)]
struct RouteTally {
    right: usize,
    expanded: u64,
    time: Duration,
}

/// A path that was found.
struct FoundPath {
    cells: Vec<Cell>,
    length: f64,
}

/// What finds routes: a search on the grid, or A* by jumps.
enum Finder<'a> {
    Steps(&'a dyn Solver<Grid>),
    Jumps(&'a JumpGrid),
}

impl Finder<'_> {
    /// Finds a route, as single steps.
    fn find(
        &self,
        grid: &Grid,
        route: &Route,
        limits: Limits,
        tally: &mut RouteTally,
    ) -> Result<Result<Solution<Compass, u32>, Unsolved<u32>>, PuzzleError> {
        let before = Instant::now();
        let found = match self {
            Self::Steps(solver) => {
                let report = solver.search(grid, &route.start).limits(limits).run();
                tally.counted(report)
            }
            Self::Jumps(jumps) => {
                let jumps = JumpGrid::clone(jumps).with_goals([route.goal])?;
                let search = AStar::new().search(&jumps, &route.start.into());
                let found = tally.counted(search.limits(limits).run());
                found.map(|solution| jumps.unfold(&solution))
            }
        };
        tally.time += before.elapsed();
        Ok(found)
    }
}

impl RouteTally {
    fn counted<M>(&mut self, report: Report<M, u32>) -> Result<Solution<M, u32>, Unsolved<u32>> {
        self.expanded += report.stats.expanded;
        report.into_result()
    }
}

impl Maps {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let (map, routes) = self.input(console)?;
        let grid = Grid::new(map, Connectivity::Eight);
        let jumps = grid.clone().jump_grid();
        let solvers: [(&str, &dyn Solver<Grid>); 4] = [
            ("A*", &AStar::new()),
            ("A* backward", &AStar::new().backward()),
            ("BAE*", &BaeStar::new()),
            ("uniform cost", &UniformCost::new()),
        ];
        let by_steps = solvers.map(|(name, solver)| (name, Finder::Steps(solver)));
        // There are no jumps where cells differ in weight.
        let by_jumps = jumps
            .iter()
            .map(|jumps| ("A* by jumps", Finder::Jumps(jumps)));
        let finders = by_steps.into_iter().chain(by_jumps);
        let (width, height) = (grid.map().width(), grid.map().height());
        console.print(format_args!(
            "{} routes on a map of {width} x {height} cells\n",
            routes.len()
        ))?;
        let mut longest: Option<FoundPath> = None;
        let mut wrong = Vec::new();
        for (name, finder) in finders {
            let mut tally = RouteTally::default();
            for (number, route) in (1..).zip(&routes) {
                // The map is shared, not copied.
                let grid = match grid.clone().with_goals([route.goal]) {
                    Ok(grid) => grid,
                    Err(error) => {
                        wrong.push(format!("{name}: route {number}: {error}"));
                        continue;
                    }
                };
                let found = match finder.find(&grid, route, console.limits(), &mut tally)? {
                    Ok(solution) => {
                        let (cells, length) =
                            (solution.states(&grid, &route.start)?, length(&solution));
                        if longest
                            .as_ref()
                            .is_none_or(|longest| longest.length < length)
                        {
                            longest = Some(FoundPath { cells, length });
                        }
                        Some(length)
                    }
                    Err(unsolved) if unsolved.stop().is_some() => break,
                    Err(_) => None,
                };
                if found.is_some_and(|found| is_as_long(found, route.length)) {
                    tally.right += 1;
                } else {
                    let found = found.map_or("no way".to_owned(), |found| format!("{found:.5}"));
                    wrong.push(format!(
                        "{name}: route {number} is {}, found {found}",
                        route.length
                    ));
                }
            }
            let (right, expanded, time) = (tally.right, tally.expanded, tally.time);
            console.print(format_args!(
                "{name:<12} {right:>6} right {expanded:>10} expanded {time:>10.1?}\n"
            ))?;
            if console.is_cancelled() {
                console.print("stopped: the cancel flag was set\n")?;
                return Ok(STOPPED);
            }
        }
        if let Some(FoundPath { cells, length }) = longest {
            let map = drawn(grid.map(), &cells)?;
            console.print(format_args!("\nthe longest, {length:.5}:\n{map}\n"))?;
        }
        for line in &wrong {
            console.print(format_args!("{line}\n"))?;
        }
        Ok(u8::from(!wrong.is_empty()))
    }

    /// The map and its routes, read from files or generated.
    fn input(&self, console: &dyn Console) -> CliResult<(GridMap, Vec<Route>)> {
        let (map, scenario, name) = match (&self.map, &self.scen) {
            (Some(path), Some(scen)) => {
                let text = read_file(path, console)?;
                let map = self
                    .letters
                    .map(&text)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                (map, read_file(scen, console)?, scen.display().to_string())
            }
            _ => {
                let (width, height) = self.size;
                let made = made::files(self.kind, width, height, self.routes, self.seed, console)?;
                let name = self.save.as_deref().unwrap_or("made");
                let names = [format!("{name}.map"), format!("{name}.map.scen")];
                if self.save.is_some() {
                    crate::write_file(names[0].as_ref(), made.0.clone())?;
                    crate::write_file(names[1].as_ref(), made.1.clone())?;
                }
                let [_, name] = names;
                (GridMap::from_map_text(&made.0)?, made.1, name)
            }
        };
        let routes = Route::parse_all(&scenario).map_err(|error| format!("{name}: {error}"))?;
        let (width, height) = (map.width(), map.height());
        for (number, route) in (1..).zip(&routes) {
            if (route.width, route.height) != (width, height) {
                let (found, other) = (route.width, route.height);
                return Err(format!(
                    "{name}: route {number} is on a map of {found} x {other} cells: expected {width} x {height}"
                )
                .into());
            }
        }
        Ok((map, routes))
    }
}

/// The length of a path if a diagonal step is the root of two.
fn length(solution: &Solution<Compass, u32>) -> f64 {
    let steps = solution.moves().iter();
    // The sum of no numbers is -0.
    0.0 + steps
        .map(|step| if step.is_diagonal() { SQRT_2 } else { 1.0 })
        .sum::<f64>()
}

/// Allows for rounding in the file, and for integer costs, under which either of two paths can be the cheaper one if
/// their lengths differ by at most one part in 19,000.
fn is_as_long(found: f64, stated: f64) -> bool {
    (found - stated).abs() <= 1e-4 + stated / 19_000.0
}

/// The map with a path drawn into it, from S to G.
fn drawn(map: &GridMap, path: &[Cell]) -> Result<GridMap, PuzzleError> {
    GridMap::new(map.width(), map.height(), |cell| {
        let letter = map.letter(cell).unwrap_or('@');
        match path.iter().position(|&other| other == cell) {
            Some(0) => 'S',
            Some(at) if at + 1 == path.len() => 'G',
            Some(_) => 'o',
            None if letter == '@' => '#',
            None => letter,
        }
    })
}

fn parse_size(text: &str) -> Result<(u16, u16), &'static str> {
    let size = text.split_once('x');
    let size = size.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let size = size.filter(|&(width, height): &(u16, u16)| {
        (1..=2_000).contains(&width) && (1..=2_000).contains(&height)
    });
    size.ok_or("expected width x height, each from 1 to 2000, such as 63x29")
}
