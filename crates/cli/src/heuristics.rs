//! Heuristics by name, and how their tables are made.

use std::path::Path;
use std::thread::available_parallelism;

use clap::ValueEnum;
use puzzle_search::heuristics::tile_patterns::{
    Partition, ReflectedTilePatterns, Style, TilePatterns,
};
use puzzle_search::heuristics::{
    Either, Gap, Heuristic, LinearConflict, Manhattan, Misplaced, WalkingDistance,
    WeightedPatterns, Zero,
};
use puzzle_search::job::BuildError;
use puzzle_search::puzzles::{Packed, SlidingTiles, WeightedTiles};
use puzzle_search::{Limits, Task};

use crate::CliResult;
use crate::console::Console;
use crate::progress_line::ProgressLine;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    Manhattan,
    Misplaced,
    None,
    /// On maps
    Octile,
    LinearConflict,
    WalkingDistance,
    #[value(name = "pdb-5-5-5")]
    Pdb555,
    #[value(name = "pdb-6-6-3")]
    Pdb663,
    #[value(name = "pdb-7-8")]
    Pdb78,
    #[value(name = "pdb-6-6-6-6")]
    Pdb6666,
    /// Pancakes that do not belong together
    Gap,
    /// The same without the gaps beside the smallest pancake
    #[value(name = "gap-1")]
    Gap1,
    #[value(name = "gap-2")]
    Gap2,
    #[value(name = "gap-3")]
    Gap3,
    #[value(name = "gap-4")]
    Gap4,
    /// A database of the largest discs, up to ten, and one of the others
    Discs,
}

use HeuristicName as H;

/// The heuristics of each puzzle; the first is the default.
pub(crate) const COMMON: &[H] = &[H::Manhattan, H::Misplaced, H::None];
pub(crate) const NONE: &[H] = &[H::None];
pub(crate) const OF_MAPS: &[H] = &[H::Octile, H::None];
pub(crate) const OF_PANCAKES: &[H] = &[H::Gap, H::Gap1, H::Gap2, H::Gap3, H::Gap4, H::None];
pub(crate) const OF_DISCS: &[H] = &[H::Discs, H::Manhattan, H::Misplaced, H::None];
pub(crate) const OF_HEAVY_TILES: &[H] = &[H::Manhattan, H::Misplaced, H::None, H::Pdb555];
pub(crate) const OF_TILES: &[H] = &[
    H::Manhattan,
    H::Misplaced,
    H::None,
    H::LinearConflict,
    H::WalkingDistance,
    H::Pdb555,
    H::Pdb663,
    H::Pdb78,
    H::Pdb6666,
];

impl HeuristicName {
    /// The command-line word of the heuristic.
    pub(crate) fn word(self) -> String {
        crate::options::word(&self)
    }

    /// Whether the heuristic also estimates distances from the start.
    pub(crate) const fn is_common(self) -> bool {
        matches!(self, Self::Manhattan | Self::Misplaced | Self::None)
    }

    pub(crate) const fn common(self) -> CommonHeuristic {
        match self {
            Self::Manhattan => Either::Right(Either::Left(Manhattan)),
            Self::Misplaced => Either::Right(Either::Right(Misplaced)),
            _ => Either::Left(Zero),
        }
    }

    pub(crate) const fn gap(self) -> Either<Zero, Gap> {
        Either::Right(Gap::ignoring(match self {
            Self::Gap => 0,
            Self::Gap1 => 1,
            Self::Gap2 => 2,
            Self::Gap3 => 3,
            Self::Gap4 => 4,
            _ => return Either::Left(Zero),
        }))
    }
}

/// One of the heuristics that most puzzles have.
pub(crate) type CommonHeuristic = Either<Zero, Either<Manhattan, Misplaced>>;

/// Any heuristic of sliding tiles.
pub(crate) type OfTiles<B> =
    Either<CommonHeuristic, Either<Geometric, <B as TilePacking>::Databases>>;

type Geometric = Either<LinearConflict, WalkingDistance>;

/// The number of cores.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Makes tables within limits, and caches them if there is a directory.
#[derive(Clone)]
pub(crate) struct TableMaker<'a> {
    pub(crate) console: &'a dyn Console,
    pub(crate) limits: Limits,
    pub(crate) directory: Option<&'a Path>,
    pub(crate) style: Style,
}

impl<'a> TableMaker<'a> {
    pub(crate) fn new(
        console: &'a dyn Console,
        limits: Limits,
        directory: Option<&'a Path>,
    ) -> Self {
        Self {
            console,
            limits,
            directory,
            style: Style::default(),
        }
    }

    /// Whether a heuristic fits boards of this size, and its tables take little time to make or to load.
    pub(crate) fn affords(&self, name: HeuristicName, size: &str) -> bool {
        match name {
            H::Pdb555 | H::Pdb663 => size == "4x4",
            H::Pdb78 => size == "4x4" && self.directory.is_some(),
            H::Pdb6666 => size == "5x5" && self.directory.is_some(),
            _ => true,
        }
    }

    /// Makes a table on all cores, and shows the progress.
    pub(crate) fn make<T>(&self, title: &str, build: Task<'_, T>) -> T {
        self.make_by(title, build, cores())
    }

    /// Makes a table on `threads` threads.
    pub(crate) fn make_by<T>(&self, title: &str, build: Task<'_, T>, threads: usize) -> T {
        let live = ProgressLine::new(self.console, title);
        let build = build.limits(self.limits.clone()).observe(live);
        build.threads(threads).run()
    }

    pub(crate) fn patterns<B: Packed, const N: usize>(
        &self,
        puzzle: &SlidingTiles<B>,
        partition: &Partition<N>,
    ) -> Result<TilePatterns<N>, BuildError> {
        match self.directory {
            Some(directory) => {
                let build = TilePatterns::open_or_build(puzzle, partition, self.style, directory);
                self.make("databases", build)
            }
            None => {
                let build = TilePatterns::build(puzzle, partition, self.style);
                Ok(self.make("databases", build)?)
            }
        }
    }

    /// Databases of five tiles each, with weighted moves.
    pub(crate) fn weighted<B: Packed>(
        &self,
        puzzle: &WeightedTiles<B>,
    ) -> CliResult<WeightedPatterns> {
        let partition = Partition::five_five_five(puzzle.tiles())?;
        let goal = puzzle.goal();
        let tiles = |cells: &Vec<usize>| cells.iter().map(|&cell| goal.tile(cell)).collect();
        let groups: [Vec<u8>; 3] = partition.patterns().each_ref().map(tiles);
        let build = WeightedPatterns::build(puzzle, &groups.each_ref().map(Vec::as_slice));
        Ok(self.make("databases", build)?)
    }
}

/// A packing of boards, and the databases for boards of its size.
pub(crate) trait TilePacking: Packed {
    type Databases: Heuristic<SlidingTiles<Self>> + Send + Sync + 'static;

    fn databases(
        name: HeuristicName,
        puzzle: &SlidingTiles<Self>,
        tables: &TableMaker<'_>,
    ) -> CliResult<Self::Databases>;
}

/// The error for a database of another board size.
const BOARDS: &str = "the databases are for boards of 4x4 (5-5-5, 6-6-3, 7-8) and of 5x5 (6-6-6-6)";

impl TilePacking for u64 {
    type Databases = Either<ReflectedTilePatterns<3>, ReflectedTilePatterns<2>>;

    fn databases(
        name: HeuristicName,
        puzzle: &SlidingTiles,
        tables: &TableMaker<'_>,
    ) -> CliResult<Self::Databases> {
        let partition = match name {
            H::Pdb555 => Partition::five_five_five(puzzle)?,
            H::Pdb663 => Partition::six_six_three(puzzle)?,
            H::Pdb78 => {
                let patterns = tables.patterns(puzzle, &Partition::seven_eight(puzzle)?)?;
                return Ok(Either::Right(patterns.reflected()?));
            }
            _ => return Err(BOARDS.into()),
        };
        let patterns = tables.patterns(puzzle, &partition)?;
        Ok(Either::Left(patterns.reflected()?))
    }
}

impl TilePacking for u128 {
    /// Plain tile patterns are for searches toward a start without a mirror image.
    type Databases = Either<ReflectedTilePatterns<4>, TilePatterns<4>>;

    fn databases(
        name: HeuristicName,
        puzzle: &SlidingTiles<Self>,
        tables: &TableMaker<'_>,
    ) -> CliResult<Self::Databases> {
        match name {
            H::Pdb6666 => {
                let patterns = tables.patterns(puzzle, &Partition::six_six_six_six(puzzle)?)?;
                Ok(Either::Left(patterns.reflected()?))
            }
            _ => Err(BOARDS.into()),
        }
    }
}

impl TilePacking for [u8; 64] {
    type Databases = Zero;

    fn databases(_: HeuristicName, _: &SlidingTiles<Self>, _: &TableMaker<'_>) -> CliResult<Zero> {
        Err(BOARDS.into())
    }
}

/// The heuristic of a sliding board.
pub(crate) fn of_tiles<B: TilePacking>(
    name: HeuristicName,
    puzzle: &SlidingTiles<B>,
    tables: &TableMaker<'_>,
) -> CliResult<OfTiles<B>> {
    Ok(match name {
        H::LinearConflict => {
            let conflict = LinearConflict::new(puzzle);
            Either::Right(Either::Left(Either::Left(conflict)))
        }
        H::WalkingDistance => {
            let walking = tables.make("walking distance", WalkingDistance::build(puzzle))?;
            Either::Right(Either::Left(Either::Right(walking)))
        }
        name if name.is_common() => Either::Left(name.common()),
        name => Either::Right(Either::Right(B::databases(name, puzzle, tables)?)),
    })
}
