//! The catalogue: names, sizes and constructors of all puzzles. Every subcommand gets its puzzle here.
//!
//! A new puzzle needs a name in [`Name`] and a block in [`PuzzleOptions::puzzle`], types of states and moves of its own a
//! variant in `any/kinds.rs`, and pictures a [`Layout`].

mod instance;
mod words;

use std::fmt::Display;

use clap::ValueEnum;
use puzzle_search::heuristics::{
    DiscPatterns, Either, Heuristic, Manhattan, Misplaced, TileGuess, Zero,
};
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{
    Arrangement, Board, BurntPancake, Connectivity, Definition, Facelets, GraphTiles, Grid, Hanoi,
    Metric, Packed, Pancake, PermutationPuzzle, PocketCube, PuzzleError, Ring, SlidingTiles,
    SwapGame, WeightedTiles,
};
use puzzle_search::{Notation, Puzzle};

use crate::CliResult;
use crate::any::{AnyPuzzle, Erasable, Long, OneOf, State, Wide};
use crate::console::Console;
use crate::heuristics::{self as known, HeuristicName, TableMaker, TilePacking, of_tiles};
use crate::text::boards::{self, DefinitionText, GraphText, TileBoard};
use crate::text::{items, labels};

pub(crate) use instance::{Instance, Layout};
pub(crate) use words::{LetterOptions, PuzzleOptions, SourceText};
use words::{ParsedWords, PuzzleSize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Tiles,
    /// Sliding tiles of which each costs its number to move
    HeavyTiles,
    /// Sliding pieces on a graph
    Graph,
    Swap,
    MagicSquares,
    Pancakes,
    BurntPancakes,
    /// TopSpin, where rotating the ring changes nothing
    TopSpin,
    /// TopSpin with numbered places
    TopSpinFixed,
    /// The 2x2x2 cube, half turns counting as one
    PocketCube,
    /// The 2x2x2 cube in quarter turns
    PocketCubeQuarterTurns,
    /// Rubik's cube
    Cube,
    /// The towers of Hanoi
    Hanoi,
    /// The towers of Hanoi, where only the last peg has a name
    HanoiModuloPegs,
    /// Ways on a map
    Map,
}

/// The number of largest discs in one table: a million entries on four pegs.
const DISCS: usize = 10;

/// Evaluates an expression with the smallest packing that has room for the pieces.
macro_rules! packed {
    ($pieces:expr, |$packing:ident| $made:expr) => {
        if (1..=16).contains(&$pieces) {
            type $packing = u64;
            $made
        } else {
            type $packing = Wide;
            $made
        }
    };
}

impl PuzzleOptions {
    /// The instances that were asked for: several for several boards or random starts.
    pub(crate) fn instances(
        &self,
        console: &dyn Console,
        default: &[&str],
    ) -> CliResult<Vec<Instance>> {
        self.instances_of(&self.words(console, default)?, console)
    }

    pub(crate) fn instances_of(
        &self,
        words: &ParsedWords,
        console: &dyn Console,
    ) -> CliResult<Vec<Instance>> {
        self.check(words)?;
        if let Some(name @ (Name::Tiles | Name::HeavyTiles)) = words.name {
            // The size is checked before the board.
            if let Some(size) = words.size {
                let (rows, columns) = size.both()?;
                SlidingTiles::<Wide>::packed(rows, columns)?;
            }
            if let Some(boards) = self.boards(words, console)? {
                return boards.into_iter().map(|board| tiles(board, name)).collect();
            }
        }
        let goal = self.goal.as_deref();
        let start = words.start.as_ref().map(|start| start.text.as_str());
        let mut instance = self.puzzle(words, goal)?;
        if let (Some(text), None) = (start, &instance.start) {
            instance.start = Some(instance.puzzle.parse(text)?);
        }
        self.starts(instance, console)
    }

    /// The boards of sliding tiles that were given, of any size.
    pub(crate) fn boards(
        &self,
        words: &ParsedWords,
        console: &dyn Console,
    ) -> CliResult<Option<Vec<TileBoard>>> {
        let (Some(Name::Tiles | Name::HeavyTiles), Some(start)) = (words.name, &words.start) else {
            return Ok(None);
        };
        let size = words.size.map(PuzzleSize::both).transpose()?;
        let boards = boards::tiles(&start.text, size, self.goal.as_deref())?;
        boards::remark(&boards, console);
        Ok(Some(boards))
    }

    /// The instance that was asked for; an error if there are several.
    pub(crate) fn instance(&self, console: &dyn Console, default: &[&str]) -> CliResult<Instance> {
        let mut instances = self.instances(console, default)?;
        match (instances.len(), instances.pop()) {
            (1, Some(instance)) => Ok(instance),
            (count, _) => Err(format!("there are {count} boards: expected one").into()),
        }
    }

    /// The puzzle that was asked for; an error if a start is given.
    pub(crate) fn without_start(
        &self,
        console: &dyn Console,
        default: &[&str],
    ) -> CliResult<Instance> {
        let words = self.words(console, default)?;
        self.check(&words)?;
        if words.start.is_some() || self.is_scrambled() {
            return Err("a start is given: expected a puzzle alone".into());
        }
        self.puzzle(&words, self.goal.as_deref())
    }

    /// The puzzle; its start is set only if no other parser can read it.
    fn puzzle(&self, words: &ParsedWords, goal: Option<&str>) -> CliResult<Instance> {
        let start = words.start.as_ref().map(|start| start.text.as_str());
        let pieces = start.map(|start| items(start).count());
        let numbers = || goal.map(|goal| labels::<u8>("goal", goal)).transpose();
        let name = match words.name {
            Some(name) => name,
            None => return self.defined(words, numbers()?),
        };
        let word = crate::options::word(&name);
        let size = |rows, columns| words.size.map_or(Ok((rows, columns)), PuzzleSize::both);
        let count = |default: usize| match words.size {
            Some(size) => size.one(),
            None => Ok(pieces.unwrap_or(default)),
        };
        Ok(match name {
            Name::Tiles | Name::HeavyTiles => {
                let (rows, columns) = size(3, 3)?;
                SlidingTiles::<Wide>::packed(rows, columns)?;
                let board = TileBoard::at_goal(rows, columns, goal)?;
                tiles(board, name)?.started(None::<State>)
            }
            Name::Graph => self.graph(words, goal)?,
            Name::Swap => {
                let side = pieces.map_or(3, usize::isqrt);
                let (rows, columns) = size(side, side)?;
                packed!(rows.saturating_mul(columns), |B| {
                    let goal = numbers()?;
                    let puzzle = SwapGame::<B>::packed(rows, columns)?;
                    let puzzle = with_goal(puzzle, goal, SwapGame::with_goal)?;
                    common(word, format!("{rows}x{columns}"), puzzle)
                })
                .shaped(Layout::Grid { rows, columns }, "cells that change places")
            }
            Name::MagicSquares => {
                if size(2, 4)? != (2, 4) {
                    return Err("magic squares are of size 2x4".into());
                }
                let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
                let sorted = puzzle.goal();
                let puzzle = with_goal(puzzle, numbers()?, PermutationPuzzle::with_goal)?;
                common(word, "2x4", puzzle)
                    .usually_from(Some(sorted))
                    .shaped(Layout::Sheet, "A swaps rows, B shifts, C turns the middle")
            }
            Name::Pancakes => {
                let count = count(8)?;
                packed!(count, |B| {
                    let puzzle = Pancake::<B>::packed(count)?;
                    let puzzle = with_goal(puzzle, numbers()?, Pancake::with_goal)?;
                    let known = known::OF_PANCAKES;
                    Instance::guided(word, count, puzzle, known, |puzzle, name, _| {
                        Ok(AnyPuzzle::two_sided(puzzle.guided_by(name.gap())))
                    })
                })
                .shaped(Layout::row(count), "how many are turned over")
            }
            Name::BurntPancakes => {
                let count = count(6)?;
                let goal = goal.map(|goal| labels::<i8>("goal", goal)).transpose()?;
                let puzzle = BurntPancake::new(count)?;
                let puzzle = goal.map_or(Ok(puzzle.clone()), |goal| puzzle.with_goal(&goal))?;
                Instance::of(word, count, puzzle)
            }
            Name::TopSpin | Name::TopSpinFixed => {
                let (pieces, width) = size(8, 4)?;
                if pieces > 64 {
                    return Err(format!(
                        "a ring of {pieces} pieces is out of range: expected 64 at most"
                    )
                    .into());
                }
                let ring = match name {
                    Name::TopSpin => Ring::Rotates,
                    _ => Ring::Fixed,
                };
                let one_first = |mut labels: Vec<u8>| {
                    if ring == Ring::Rotates {
                        let one = labels.iter().position(|&label| label == 1);
                        labels.rotate_left(one.unwrap_or(0));
                    }
                    labels
                };
                let definition = Definition::top_spin(pieces, width, ring)?;
                packed!(pieces, |B| {
                    let puzzle = PermutationPuzzle::<B>::packed(&definition)?;
                    let goal = numbers()?.map(one_first);
                    let puzzle = with_goal(puzzle, goal, PermutationPuzzle::with_goal)?;
                    let start = start.map(|start| -> CliResult<_> {
                        let labels = puzzle.parse(start)?.labels(pieces).collect();
                        Ok(puzzle.state(&one_first(labels))?)
                    });
                    let (start, size) = (start.transpose()?, format!("{pieces}x{width}"));
                    let two_sided =
                        |puzzle, _, _: &TableMaker<'_>| Ok(AnyPuzzle::two_sided(puzzle));
                    let instance = Instance::guided(word, size, puzzle, known::NONE, two_sided);
                    instance.searched_from_both_ends().started(start)
                })
                .shaped(Layout::row(pieces), "turns")
            }
            Name::PocketCube | Name::PocketCubeQuarterTurns => {
                let metric = match name {
                    Name::PocketCube => Metric::HalfTurns,
                    _ => Metric::QuarterTurns,
                };
                let mut puzzle = PocketCube::new(metric);
                if let Some(goal) = goal {
                    let corners: Vec<_> = puzzle.parse(goal)?.corners().collect();
                    puzzle = puzzle.with_goal(&corners)?;
                }
                Instance::of(word, "2x2x2", puzzle)
                    .played(move |moves| Ok(puzzle.play(&puzzle.goal(), moves)?.wrap()))
            }
            Name::Cube if goal.is_some() => {
                return Err("the goal of cube is the solved cube: expected no --goal".into());
            }
            Name::Cube => {
                let puzzle = PermutationPuzzle::<Wide>::packed(&Facelets::definition())?;
                let cube = puzzle.clone();
                let of = move |all: Facelets| CliResult::Ok(cube.state(&all.stickers()?)?.wrap());
                let start = start.map(|stickers| of(stickers.parse()?)).transpose()?;
                common(word, "3x3x3", puzzle)
                    .searched_from_both_ends()
                    .started(start)
                    .played(move |moves| of(Facelets::SOLVED.play(moves)?))
            }
            Name::Hanoi | Name::HanoiModuloPegs => {
                let (discs, pegs) = size(pieces.unwrap_or(8), 4)?;
                let puzzle = Hanoi::new(discs, pegs)?;
                let mut puzzle = with_goal(puzzle, numbers()?, Hanoi::with_goal)?;
                if name == Name::HanoiModuloPegs {
                    puzzle = puzzle.modulo_pegs();
                }
                hanoi(word, puzzle)?
            }
            Name::Map => self.map(words, goal)?,
        })
    }

    /// A permutation puzzle defined in a file.
    fn defined(&self, words: &ParsedWords, goal: Option<Vec<u8>>) -> CliResult<Instance> {
        let definition = words
            .file
            .as_ref()
            .ok_or("expected a puzzle, or a file with one")?;
        let SourceText { text, source: file } = definition;
        let DefinitionText {
            definition: text,
            start,
        } = DefinitionText::read(text)?;
        let definition: Result<Definition, _> = text.parse();
        let definition = definition.map_err(|error| format!("{file}: {error}"))?;
        let name = definition.name().unwrap_or("permutations").to_owned();
        // A definition with few places is packed closely, since its states may be counted.
        let instance = match definition.points() {
            ..=25 => permutations::<u128>(name, &definition, goal),
            26..=64 => permutations::<Wide>(name, &definition, goal),
            _ => permutations::<Long>(name, &definition, goal),
        };
        let instance = instance.map_err(|error| format!("{file}: {error}"))?;
        instance.started_in_file(start, words)
    }

    /// A graph from a file, or from the given edges.
    fn graph(&self, words: &ParsedWords, goal: Option<&str>) -> CliResult<Instance> {
        let graph = match (&words.file, &self.edges) {
            (Some(file), None) => GraphText::read(&file.text)?,
            (_, Some(edges)) => {
                GraphText::new(edges, words.start.as_ref().map(|start| &*start.text))?
            }
            (None, None) => {
                return Err(
                    "a graph has edges: expected a file with them, or --edges \"1-2 2-3\"".into(),
                );
            }
        };
        let goal = goal.or(graph.goal.as_deref());
        let instance = packed!(graph.vertices, |B| {
            let mut puzzle = GraphTiles::<B>::packed(graph.vertices, &graph.edges)?;
            if let Some(goal) = goal {
                let goal: Vec<u8> = puzzle.parse(goal)?.labels().collect();
                puzzle = puzzle.with_goal(&goal)?;
            }
            common("graph".into(), graph.vertices, puzzle)
        });
        let shape = Layout::Graph {
            vertices: graph.vertices,
            edges: graph.edges,
        };
        let instance = instance.shaped(shape, "the pieces that move");
        instance.started_in_file(graph.start, words)
    }

    /// A map with eight directions. The start is a cell or the letter S, the goal a cell or the letters G and E.
    fn map(&self, words: &ParsedWords, goal: Option<&str>) -> CliResult<Instance> {
        let SourceText { text, source: file } = words
            .file
            .as_ref()
            .ok_or("a map is in a file: expected its name")?;
        let map = self
            .letters
            .map(text)
            .map_err(|error| format!("{file}: {error}"))?;
        let (width, height) = (map.width(), map.height());
        let all = |letters: [char; 2]| letters.into_iter().flat_map(|letter| map.find(letter));
        let (start, goals) = (map.find('S').next(), all(['G', 'E']).collect::<Vec<_>>());
        let walls = ['#', '@', 'O', 'T']
            .into_iter()
            .flat_map(|letter| map.find(letter));
        let shape = Layout::map(width, height, walls);
        let grid = Grid::<u32>::new(map, Connectivity::Eight);
        let goals = match goal {
            Some(goal) => vec![grid.parse(goal)?],
            None if goals.is_empty() => {
                return Err("the map has no G: expected one, or --goal with x and y".into());
            }
            None => goals,
        };
        let grid = grid.with_goals(goals)?;
        let size = format!("{width}x{height}");
        let guide = |grid: Grid, name, _: &TableMaker<'_>| {
            Ok(match name {
                HeuristicName::None => AnyPuzzle::two_sided(grid.guided_by(Zero)),
                _ => AnyPuzzle::two_sided(grid),
            })
        };
        let instance = Instance::guided("map".into(), size, grid, known::OF_MAPS, guide);
        let instance = instance.shaped(shape, "steps, north being up");
        Ok(instance.usually_from(start))
    }
}

fn with_goal<P>(
    puzzle: P,
    goal: Option<Vec<u8>>,
    with: impl FnOnce(P, &[u8]) -> Result<P, PuzzleError>,
) -> Result<P, PuzzleError> {
    match goal {
        Some(goal) => with(puzzle, &goal),
        None => Ok(puzzle),
    }
}

/// A puzzle with the heuristics that most puzzles have, also for searches from the goal.
fn common<P>(name: String, size: impl Display, puzzle: P) -> Instance
where
    P: Erasable + TwoSided<Reversed = P> + Clone,
    Manhattan: Heuristic<P>,
    Misplaced: Heuristic<P>,
{
    Instance::guided(name, size, puzzle, known::COMMON, |puzzle, name, _| {
        Ok(AnyPuzzle::two_sided(puzzle.guided_by(name.common())))
    })
}

fn permutations<B: Packed>(
    name: String,
    definition: &Definition,
    goal: Option<Vec<u8>>,
) -> Result<Instance, PuzzleError>
where
    Arrangement<B>: OneOf<State>,
{
    let puzzle = PermutationPuzzle::<B>::packed(definition)?;
    let puzzle = with_goal(puzzle, goal, PermutationPuzzle::with_goal)?;
    let (plain, pieces) = (puzzle.clone(), puzzle.places());
    let instance = common(name, pieces, puzzle).searched_from_both_ends();
    let instance = instance.shaped(Layout::row(pieces), "turns");
    Ok(instance.played(move |moves| Ok(plain.play(&plain.goal(), moves)?.wrap())))
}

fn hanoi(name: String, puzzle: Hanoi) -> CliResult<Instance> {
    let tower = puzzle.tower(1)?;
    let size = format!("{}x{}", puzzle.discs(), puzzle.pegs());
    let guide = |puzzle: Hanoi, name: HeuristicName, tables: &TableMaker<'_>| {
        let largest = puzzle.discs().min(DISCS);
        let parts = [largest, puzzle.discs() - largest];
        let parts = if parts[1] == 0 { &parts[..1] } else { &parts };
        let heuristic = match name {
            HeuristicName::Discs => {
                Either::Right(tables.make("databases", DiscPatterns::build(&puzzle, parts))?)
            }
            name => Either::Left(name.common()),
        };
        Ok(AnyPuzzle::two_sided(puzzle.guided_by(heuristic)))
    };
    let instance = Instance::guided(name, size, puzzle, known::OF_DISCS, guide);
    Ok(instance.usually_from(Some(tower)))
}

/// A board of sliding tiles in the smallest packing; `name` tells whether moves cost the number of the tile.
pub(crate) fn tiles(board: TileBoard, name: Name) -> CliResult<Instance> {
    let (rows, columns) = (board.rows, board.columns);
    let (cells, is_heavy) = (rows.saturating_mul(columns), name == Name::HeavyTiles);
    let mut instance = match cells {
        _ if is_heavy => heavy(&board)?,
        ..=16 => tiles_of::<u64>(&board)?,
        17..=25 => tiles_of::<u128>(&board)?,
        _ => tiles_of::<Wide>(&board)?,
    };
    if !is_heavy && cells <= 25 {
        instance.tiles = Some(board.into());
    }
    Ok(instance.shaped(Layout::Grid { rows, columns }, "moves of the blank"))
}

fn tiles_of<B: TilePacking>(board: &TileBoard) -> CliResult<Instance>
where
    Board<B>: OneOf<State>,
{
    let puzzle = board.puzzle::<B>()?;
    let start = board.board(&puzzle)?;
    let size = format!("{}x{}", board.rows, board.columns);
    let guide = |plain: SlidingTiles<B>, name: HeuristicName, tables: &TableMaker<'_>| {
        let puzzle = match name.is_common() {
            true => AnyPuzzle::two_sided(plain.clone().guided_by(name.common())),
            false => AnyPuzzle::new(plain.clone().guided_by(of_tiles(name, &plain, tables)?)),
        };
        Ok(match plain.rows() * plain.columns() {
            ..=25 => puzzle,
            // Too large for databases: what need not be optimal is led by a guess.
            _ => puzzle.led_by(TileGuess::new(&plain)),
        })
    };
    let instance = Instance::guided("tiles".into(), size, puzzle, known::OF_TILES, guide);
    Ok(instance.started(Some(start)))
}

/// Tiles whose moves cost their numbers.
fn heavy(board: &TileBoard) -> CliResult<Instance> {
    let puzzle = board.puzzle::<u64>()?;
    let start = board.board(&puzzle)?;
    let puzzle = WeightedTiles::heavy(puzzle);
    let size = format!("{}x{}", board.rows, board.columns);
    let guide = |puzzle: WeightedTiles, name: HeuristicName, tables: &TableMaker<'_>| {
        let heuristic = match name {
            HeuristicName::Pdb555 => Either::Right(tables.weighted(&puzzle)?),
            name => Either::Left(name.common()),
        };
        Ok(AnyPuzzle::two_sided(puzzle.guided_by(heuristic)))
    };
    let name = "heavy-tiles".into();
    let instance = Instance::guided(name, size, puzzle, known::OF_HEAVY_TILES, guide);
    Ok(instance.started(Some(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_command_names_every_puzzle() {
        let page = include_str!("../../README.md");
        for name in Name::value_variants() {
            let word = crate::options::word(name);
            assert!(page.contains(&format!("`{word}`")), "{word}");
        }
    }
}
