//! [`Prepared`]: a puzzle with a heuristic, ready for any solver.

use std::time::Instant;

use puzzle_search::heuristics::{BothWays, Either, Guided};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::BaeStar;
use puzzle_search::{AStar, Puzzle};

use super::recorder::SearchRecorder;
use super::saving::{Saving, SearchInput, SearchLimits};
use super::search_result::SearchResult;
use super::solvers::{
    BoxedSolver, Sides, SolverName, SolverOptions, of_larger_tiles, one_sided, two_sided,
};
use crate::CliResult;
use crate::any::{AnyPuzzle, Move, OneOf, State};
use crate::catalogue::Instance;
use crate::console::Console;
use crate::heuristics::{HeuristicName, OfTiles, TableMaker, TilePacking, of_tiles};
use crate::progress_line::ProgressLine;

/// The number of solutions that are listed.
const LISTED: usize = 10;

/// Sliding tiles of up to 16 or 25 cells, searched by kernels.
pub(crate) type Tuned<B> = Guided<SlidingTiles<B>, OfTiles<B>>;

/// The same, with a heuristic for searches from the goal.
pub(crate) type TunedBothWays<B> =
    Guided<SlidingTiles<B>, BothWays<OfTiles<B>, BackwardHeuristic<B>>>;
type BackwardHeuristic<B> = Box<dyn Fn(&SlidingTiles<B>) -> OfTiles<B> + Send + Sync>;

/// A puzzle to be searched. Sliding tiles have their own types, which are fast; all other puzzles share one type, so
/// that solvers are compiled once for them.
pub(crate) enum Prepared {
    Tiles(Tuned<u64>),
    /// The second puzzle is for solvers that are not compiled for these boards.
    LargerTiles(Tuned<u128>, AnyPuzzle),
    // The reversed puzzle has the type of the puzzle that one-sided solvers search.
    TilesBothWays(TunedBothWays<u64>),
    LargerTilesBothWays(TunedBothWays<u128>, Option<AnyPuzzle>),
    Any(AnyPuzzle),
}

/// A requested search.
pub(crate) struct SearchRequest<'a> {
    pub(crate) solver: SolverName,
    pub(crate) options: &'a SolverOptions,
    pub(crate) within: &'a SearchLimits,
    pub(crate) saving: &'a Saving,
    /// The name in the progress line, and of its file in the checkpoint directory.
    pub(crate) name: &'a str,
}

/// Which solutions are asked for, if more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Several {
    All,
    Cheapest(usize),
}

/// Sliding tiles with a heuristic for each direction.
pub(crate) fn backward_with<B: TilePacking>(
    puzzle: SlidingTiles<B>,
    forward: OfTiles<B>,
    backward: impl Fn(&SlidingTiles<B>) -> OfTiles<B> + Send + Sync + 'static,
) -> TunedBothWays<B> {
    let backward: BackwardHeuristic<B> = Box::new(backward);
    puzzle.guided_by(BothWays::new(forward, backward))
}

impl Prepared {
    /// The puzzle of an instance with one of its heuristics; an error if the solver is two-sided and there are no
    /// estimates of distances from the start.
    pub(crate) fn new(
        instance: &Instance,
        heuristic: HeuristicName,
        sides: Sides,
        tables: &TableMaker<'_>,
    ) -> CliResult<Self> {
        let prepared = match &instance.tiles {
            Some(tiles) if sides == Sides::TwoSided => {
                if !heuristic.is_common() {
                    return Err(
                        "from the goal there is manhattan, misplaced and none only, with \
                                bae-star, nbs and --backward"
                            .into(),
                    );
                }
                match tiles.rows * tiles.columns {
                    ..=16 => Self::TilesBothWays(common_both_ways(tiles.puzzle()?, heuristic)),
                    _ => Self::LargerTilesBothWays(
                        common_both_ways(tiles.puzzle()?, heuristic),
                        Some(instance.guide(heuristic, tables)?),
                    ),
                }
            }
            Some(tiles) => match tiles.rows * tiles.columns {
                ..=16 => Self::Tiles(tuned(tiles.puzzle()?, heuristic, tables)?),
                _ => Self::larger(tuned(tiles.puzzle()?, heuristic, tables)?),
            },
            None => {
                let puzzle = instance.guide(heuristic, tables)?;
                if sides == Sides::TwoSided && !puzzle.is_two_sided() {
                    let name = &instance.name;
                    return Err(format!(
                        "{name} is not searched from the goal with this heuristic: expected another solver, and not \
                         --backward"
                    )
                    .into());
                }
                Self::Any(puzzle)
            }
        };
        Ok(prepared)
    }

    /// A board of up to 25 cells.
    pub(crate) fn larger(puzzle: Tuned<u128>) -> Self {
        let any = AnyPuzzle::new(puzzle.clone());
        Self::LargerTiles(puzzle, any)
    }

    /// The estimate of a state.
    pub(crate) fn estimate(&self, state: &State) -> Option<u32> {
        fn of<P: Puzzle<State: OneOf<State>, Cost = u32>>(
            puzzle: &P,
            state: &State,
        ) -> Option<u32> {
            puzzle.heuristic(P::State::get(state)?)
        }
        match self {
            Self::Tiles(puzzle) => of(puzzle, state),
            Self::LargerTiles(puzzle, _) => of(puzzle, state),
            Self::TilesBothWays(puzzle) => of(puzzle, state),
            Self::LargerTilesBothWays(puzzle, _) => of(puzzle, state),
            Self::Any(puzzle) => of(puzzle, state),
        }
    }

    /// Saves a bidirectional search of a larger board before its databases are made.
    pub(crate) fn begin(&self, question: &SearchRequest<'_>, start: &State) -> CliResult<()> {
        let Self::LargerTilesBothWays(puzzle, _) = self else {
            return Ok(());
        };
        let search = SearchInput {
            solver: &(Box::new(BaeStar::new()) as BoxedSolver<_>),
            puzzle,
            starts: std::slice::from_ref(start_of::<TunedBothWays<u128>>(start)?),
        };
        question.saving.begin(question.name, &search)
    }

    /// Searches from a start.
    pub(crate) fn search(
        &self,
        question: &SearchRequest<'_>,
        start: &State,
        console: &dyn Console,
    ) -> CliResult<SearchResult> {
        let (name, options) = (question.solver, question.options);
        match self {
            Self::Tiles(puzzle) => {
                let solver = one_sided(name, options, ());
                run(puzzle, solver, question, start, console)
            }
            Self::LargerTiles(puzzle, any) => match of_larger_tiles(name, options) {
                None => {
                    let solver = one_sided(name, options, any.clone());
                    run(any, solver, question, start, console)
                }
                tuned => run(puzzle, tuned, question, start, console),
            },
            Self::TilesBothWays(puzzle) => {
                run(puzzle, two_sided(name, options), question, start, console)
            }
            Self::LargerTilesBothWays(puzzle, any) => match any {
                Some(any) if name != SolverName::BaeStar || options.backward => {
                    run(any, two_sided(name, options), question, start, console)
                }
                _ => {
                    let solver: BoxedSolver<_> = Box::new(BaeStar::new());
                    run(puzzle, Some(solver), question, start, console)
                }
            },
            Self::Any(puzzle) => {
                let solver = match name.sides(options) {
                    Sides::OneSided => one_sided(name, options, puzzle.clone()),
                    Sides::TwoSided => two_sided(name, options),
                };
                run(puzzle, solver, question, start, console)
            }
        }
    }

    /// All cheapest solutions, or the k cheapest, by A*.
    pub(crate) fn several(
        &self,
        which: Several,
        within: &SearchLimits,
        start: &State,
        console: &dyn Console,
    ) -> CliResult<SearchResult> {
        match self {
            Self::Tiles(puzzle) => several(puzzle, which, within, start, console),
            Self::LargerTiles(_, puzzle) | Self::Any(puzzle) => {
                several(puzzle, which, within, start, console)
            }
            Self::TilesBothWays(_) | Self::LargerTilesBothWays(..) => {
                Err("several solutions are searched from the start".into())
            }
        }
    }
}

fn tuned<B: TilePacking>(
    puzzle: SlidingTiles<B>,
    heuristic: HeuristicName,
    tables: &TableMaker<'_>,
) -> CliResult<Tuned<B>> {
    let heuristic = of_tiles(heuristic, &puzzle, tables)?;
    Ok(puzzle.guided_by(heuristic))
}

fn common_both_ways<B: TilePacking>(
    puzzle: SlidingTiles<B>,
    heuristic: HeuristicName,
) -> TunedBothWays<B> {
    let common = heuristic.common();
    backward_with(puzzle, Either::Left(common), move |_| Either::Left(common))
}

fn start_of<P: Puzzle<State: OneOf<State>>>(start: &State) -> CliResult<&P::State> {
    Ok(P::State::get(start).ok_or("the start is of another puzzle")?)
}

fn run<P: Portable<State: OneOf<State>, Move: OneOf<Move>, Cost = u32>>(
    puzzle: &P,
    solver: Option<BoxedSolver<P>>,
    question: &SearchRequest<'_>,
    start: &State,
    console: &dyn Console,
) -> CliResult<SearchResult> {
    let solver = solver
        .ok_or("expected ida-star, a-star, uniform-cost or iterative-deepening with --backward")?;
    let mut recorder = SearchRecorder::new(console, question.name);
    let search = SearchInput {
        solver: &solver,
        puzzle,
        starts: std::slice::from_ref(start_of::<P>(start)?),
    };
    let saving = question.saving;
    let report = saving.run(question.name, &search, question.within, &mut recorder)?;
    SearchResult::new(report, recorder)
}

fn several<P: Puzzle<State: OneOf<State>, Move: OneOf<Move>, Cost = u32>>(
    puzzle: &P,
    which: Several,
    within: &SearchLimits,
    start: &State,
    console: &dyn Console,
) -> CliResult<SearchResult> {
    let begun = Instant::now();
    let start = [start_of::<P>(start)?.clone()];
    let limits = within.limits.clone();
    let live = ProgressLine::new(console, "searching");
    let (found, stats) = match which {
        Several::Cheapest(count) => {
            let task = AStar::new().k_cheapest_paths(puzzle, start, count);
            let mut task = task.limits(limits).observe(live);
            task.set_max_cost(within.max_cost);
            let found = task.run();
            let found = found.map(|solutions| (Some(solutions.len() as u128), solutions));
            (found, task.stats())
        }
        Several::All => {
            let task = AStar::new().all_solutions(puzzle, start);
            let mut task = task.limits(limits).observe(live);
            task.set_max_cost(within.max_cost);
            let found = task.run();
            let found = found.map(|all| (all.count(), all.iter().take(LISTED).collect()));
            (found, task.stats())
        }
    };
    Ok(SearchResult::several(found, stats, begun.elapsed()))
}
