//! [`Lineup`]: all solvers with all heuristics that there are for a puzzle.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::ValueEnum;
use puzzle_search::heuristics::{Either, Heuristic, Manhattan, Misplaced, Zero};
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{
    AStar, AStarIdaStar, Anytime, Beam, Bidirectional, BranchAndBound, BreadthFirst, Bts, Dps,
    IdaStar, IterativeDeepening, Limits, Nbs, Puzzle, Ranked, Reversible, Solver, UniformCost,
    WeightedAStar,
};

use crate::instance::Instance;
use crate::sliding;
use crate::tile_heuristics::{self, OfTiles, Size, Tables, TileHeuristic};
use crate::trial::Trial;

type Done = Result<(), Box<dyn Error>>;

/// What guides nothing, and the heuristics that every puzzle has.
type Common = Either<Zero, Either<Misplaced, Manhattan>>;

pub(crate) struct Lineup<'a> {
    limits: Limits,
    threads: usize,
    cache: Option<&'a Path>,
    pub(crate) trials: Vec<Trial>,
    /// What is to be said of heuristics: how long it took to make them, or why there is none.
    pub(crate) notes: Vec<String>,
}

impl<'a> Lineup<'a> {
    pub(crate) const fn new(limits: Limits, threads: usize, cache: Option<&'a Path>) -> Self {
        Self {
            limits,
            threads,
            cache,
            trials: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Tries all, and answers what the puzzle is called.
    pub(crate) fn run(&mut self, instance: Instance) -> Result<String, Box<dyn Error>> {
        // Boards of each size class, in the smallest packing.
        macro_rules! tiles {
            ($packing:ty, $tiles:expr) => {{
                let (puzzle, start) = sliding::puzzle::<$packing>($tiles)?;
                self.tiles(&puzzle, &start)?;
            }};
        }
        match instance {
            Instance::Sliding(tiles) => {
                let (rows, columns) = (tiles.rows, tiles.columns);
                match rows.saturating_mul(columns) {
                    ..=16 => tiles!(u64, &tiles),
                    17..=25 => tiles!(u128, &tiles),
                    _ => tiles!([u8; 64], &tiles),
                }
                Ok(format!("sliding tiles {rows}x{columns}"))
            }
            Instance::Graph(graph) => {
                let (puzzle, start) = graph.puzzle::<[u8; 64]>()?;
                self.plain(&puzzle, &start)?;
                Ok(format!("pieces on a graph of {} vertices", graph.vertices))
            }
            Instance::MagicSquares(puzzle, start) => {
                self.plain(&*puzzle, &start)?;
                Ok("magic squares".into())
            }
        }
    }

    /// The solvers that ask for no heuristic, and the heuristics that every puzzle has; all of one type, so
    /// that each solver is compiled once.
    fn any<P, H>(&mut self, puzzle: &P, start: &P::State, common: impl Fn(Common) -> H) -> Done
    where
        P: Reversible<Cost = u32, State: Send + Sync, Move: Send> + Ranked + Clone + Sync,
        H: Heuristic<P> + Sync,
    {
        let blind = puzzle.clone().guided_by(common(Either::Left(Zero)));
        // A* without a heuristic is uniform-cost search, and IDA* is iterative deepening.
        let threads = self.threads;
        let uninformed: [(&str, &dyn Solver<_>); 5] = [
            ("bfs", &BreadthFirst::new().threads(threads)),
            ("bidirectional", &Bidirectional::new().threads(threads)),
            ("uniform-cost", &UniformCost::new()),
            (
                "iterative-deepening",
                &IterativeDeepening::new().threads(threads),
            ),
            ("depth-first", &BranchAndBound::new().threads(threads)),
        ];
        for solver in uninformed {
            self.try_one(solver, "", &blind, start)?;
        }
        for (name, heuristic) in [
            ("misplaced", Either::Left(Misplaced)),
            ("manhattan", Either::Right(Manhattan)),
        ] {
            self.informed(name, puzzle, common(Either::Right(heuristic)), start)?;
        }
        Ok(())
    }

    /// With the heuristics that every puzzle has alone.
    fn plain<P>(&mut self, puzzle: &P, start: &P::State) -> Done
    where
        P: Reversible<Cost = u32, State: Send + Sync, Move: Send> + Ranked + Clone + Sync,
        Manhattan: Heuristic<P>,
        Misplaced: Heuristic<P>,
    {
        self.any(puzzle, start, |common| common)
    }

    /// The same, and what only sliding tiles have.
    fn tiles<B: Size>(&mut self, puzzle: &SlidingTiles<B>, start: &Board<B>) -> Done {
        self.any(puzzle, start, Either::<_, OfTiles<B>>::Left)?;
        // Of the heuristics only these estimate the distance from the start too.
        for (name, heuristic) in [
            ("misplaced", Either::Left(Misplaced)),
            ("manhattan", Either::Right(Manhattan)),
        ] {
            let two_sided = puzzle.clone().guided_by(heuristic);
            self.try_one(("nbs", &Nbs::new()), name, &two_sided, start)?;
        }
        for &heuristic in TileHeuristic::value_variants() {
            if !self.takes_part(heuristic, (puzzle.rows(), puzzle.columns())) {
                continue;
            }
            let name = heuristic.to_possible_value();
            let name = name.map_or_else(String::new, |value| value.get_name().to_owned());
            let tables = Tables {
                limits: self.limits.clone(),
                directory: self.cache,
            };
            let begun = Instant::now();
            match tile_heuristics::of_tiles(heuristic, puzzle, &tables) {
                Ok(made) => {
                    let seconds = begun.elapsed().as_secs_f64();
                    self.notes
                        .push(format!("It took {seconds:.3} seconds to make {name}."));
                    let made: Either<Common, _> = Either::Right(made);
                    self.informed(&name, puzzle, made, start)?;
                }
                Err(error) => self.notes.push(match error.stop() {
                    Some(stopped) => format!("{name}: {stopped}."),
                    None => format!("There is no {name}: {error}."),
                }),
            }
        }
        Ok(())
    }

    /// Whether the heuristic is for boards of this size, and does not take too long to make.
    fn takes_part(&self, heuristic: TileHeuristic, size: (usize, usize)) -> bool {
        match heuristic {
            TileHeuristic::LinearConflict | TileHeuristic::WalkingDistance => true,
            TileHeuristic::Pdb555 | TileHeuristic::Pdb663 => size == (4, 4),
            TileHeuristic::Pdb78 => size == (4, 4) && self.cache.is_some(),
            TileHeuristic::Pdb6666 => size == (5, 5) && self.cache.is_some(),
        }
    }

    /// The solvers that a heuristic guides.
    fn informed<P, H>(&mut self, name: &str, puzzle: &P, heuristic: H, start: &P::State) -> Done
    where
        P: Puzzle<Cost = u32, State: Send, Move: Send> + Clone + Sync,
        H: Heuristic<P> + Sync,
    {
        let puzzle = puzzle.clone().guided_by(heuristic);
        let informed: [(&str, &dyn Solver<_>); 9] = [
            ("a-star", &AStar::new()),
            ("a-star-ida-star", &AStarIdaStar::new()),
            ("ida-star", &IdaStar::new().threads(self.threads)),
            ("bts", &Bts::new()),
            ("depth-first", &BranchAndBound::new().threads(self.threads)),
            ("anytime", &Anytime::new()),
            ("weighted-a-star", &WeightedAStar::new(1.5)),
            ("dps", &Dps::new(1.5)),
            ("beam", &Beam::new(1_000)),
        ];
        for solver in informed {
            self.try_one(solver, name, &puzzle, start)?;
        }
        Ok(())
    }

    fn try_one<P: Puzzle<Cost = u32>>(
        &mut self,
        solver: (&'static str, &dyn Solver<P>),
        heuristic: &str,
        puzzle: &P,
        start: &P::State,
    ) -> Done {
        let cancelled = self.limits.cancel.as_ref();
        if cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(());
        }
        let trial = Trial::run(solver, heuristic, puzzle, start, &self.limits)?;
        self.trials.push(trial);
        Ok(())
    }
}
