//! [`Instance`]: a puzzle with its start, heuristics and drawing, as subcommands use it.

use std::fmt::Display;
use std::rc::Rc;

use puzzle_search::puzzles::Cell;

use super::words::ParsedWords;
use crate::CliResult;
use crate::any::{AnyPuzzle, Erasable, OneOf, State};
use crate::heuristics::{self, HeuristicName, TableMaker};
use crate::places::Placement;
use crate::search::SolverName;
use crate::text::boards::TileBoard;

#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) size: String,
    /// Without a heuristic, unless one is built in.
    pub(crate) puzzle: AnyPuzzle,
    /// The start given on the command line.
    pub(crate) start: Option<State>,
    /// The start if none is given.
    pub(crate) default_start: Option<State>,
    /// The board, if it is small enough for the kernels and all heuristics of sliding tiles.
    pub(crate) tiles: Option<Rc<TileBoard>>,
    pub(crate) shape: Layout,
    /// A short description of the moves.
    pub(crate) moves_are: &'static str,
    /// The heuristics of the puzzle, the default first.
    pub(crate) heuristics: &'static [HeuristicName],
    /// The solver for a start, unless another one or a heuristic is named.
    pub(crate) solver: SolverName,
    guide: Rc<Guide>,
    play: Option<Rc<Play>>,
}

type Guide = dyn Fn(HeuristicName, &TableMaker<'_>) -> CliResult<AnyPuzzle>;
type Play = dyn Fn(&str) -> CliResult<State>;

/// The arrangement of a puzzle's places.
#[derive(Clone)]
pub(crate) enum Layout {
    /// The puzzle cannot be drawn.
    None,
    Grid {
        rows: usize,
        columns: usize,
    },
    /// Two rows of four cells, numbered clockwise.
    Sheet,
    Graph {
        vertices: usize,
        edges: Vec<(usize, usize)>,
    },
    Map {
        width: usize,
        height: usize,
        walls: Vec<usize>,
    },
}

/// The greatest width and height of a map that can be drawn legibly.
const MOST: usize = 100;

impl Layout {
    pub(super) const fn row(columns: usize) -> Self {
        Self::Grid { rows: 1, columns }
    }

    pub(super) fn map(width: u16, height: u16, walls: impl Iterator<Item = Cell>) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        let walls = walls.map(|cell| usize::from(cell.y()) * width + usize::from(cell.x()));
        let mut walls: Vec<_> = walls.collect();
        walls.sort_unstable();
        Self::Map {
            width,
            height,
            walls,
        }
    }

    /// The layout of the places in a drawing.
    pub(crate) fn places(&self) -> CliResult<Placement> {
        Ok(match self {
            Self::None => return Err("there is no picture of this puzzle".into()),
            &Self::Grid { rows, columns } => Placement::grid(rows, columns),
            Self::Sheet => Placement::sheet(),
            Self::Graph { vertices, edges } => Placement::graph(*vertices, edges),
            Self::Map { width, height, .. } if (*width).max(*height) > MOST => {
                return Err(format!(
                    "the map has {width} x {height} cells: expected {MOST} x {MOST} at most, to be drawn"
                )
                .into());
            }
            Self::Map {
                width,
                height,
                walls,
            } => {
                let mut places = Placement::grid(*height, *width);
                places.walls.clone_from(walls);
                places
            }
        })
    }

    /// The piece on each place, with 0 where there is none.
    pub(crate) fn pieces(&self, state: &State) -> Vec<u8> {
        let places = match self {
            Self::None => 0,
            Self::Grid { rows, columns } => rows * columns,
            Self::Sheet => 8,
            Self::Graph { vertices, .. } => *vertices,
            Self::Map { width, height, .. } => {
                // The agent is drawn as the only piece.
                let mut pieces = vec![0; width * height];
                if let State::Cell(cell) = state {
                    pieces[usize::from(cell.y()) * width + usize::from(cell.x())] = 1;
                }
                return pieces;
            }
        };
        state.pieces(places).unwrap_or_default()
    }
}

impl Instance {
    /// A puzzle without heuristics.
    pub(super) fn of(name: String, size: impl Display, puzzle: impl Erasable + Clone) -> Self {
        let plain = |puzzle, _, _: &TableMaker<'_>| Ok(AnyPuzzle::new(puzzle));
        Self::guided(name, size, puzzle, heuristics::NONE, plain).searched_from_both_ends()
    }

    /// A puzzle with heuristics, and how they guide it.
    pub(super) fn guided<P: Erasable + Clone>(
        name: String,
        size: impl Display,
        puzzle: P,
        heuristics: &'static [HeuristicName],
        guide: impl Fn(P, HeuristicName, &TableMaker<'_>) -> CliResult<AnyPuzzle> + 'static,
    ) -> Self {
        Self {
            name,
            size: size.to_string(),
            puzzle: AnyPuzzle::new(puzzle.clone()),
            start: None,
            default_start: None,
            tiles: None,
            shape: Layout::None,
            moves_are: "moves",
            heuristics,
            solver: SolverName::IdaStar,
            guide: Rc::new(move |name, tables| guide(puzzle.clone(), name, tables)),
            play: None,
        }
    }

    /// Solves it from both ends by default: no estimate takes IDA* far.
    pub(super) const fn searched_from_both_ends(mut self) -> Self {
        self.solver = SolverName::Bidirectional;
        self
    }

    pub(super) fn shaped(mut self, shape: Layout, moves_are: &'static str) -> Self {
        (self.shape, self.moves_are) = (shape, moves_are);
        self
    }

    /// Sets the puzzle's own notation for scrambles.
    pub(super) fn played(mut self, play: impl Fn(&str) -> CliResult<State> + 'static) -> Self {
        self.play = Some(Rc::new(play));
        self
    }

    /// Sets the start if none is given.
    pub(super) fn usually_from(mut self, start: Option<impl OneOf<State>>) -> Self {
        self.default_start = start.map(OneOf::wrap);
        self
    }

    /// Sets the start that is given.
    pub(super) fn started(mut self, start: Option<impl OneOf<State>>) -> Self {
        self.start = start.map(OneOf::wrap);
        self
    }

    /// Sets the start that the file of the puzzle has, unless another one is given.
    pub(super) fn started_in_file(
        mut self,
        start: Option<String>,
        words: &ParsedWords,
    ) -> CliResult<Self> {
        if let (Some(text), None) = (start, &words.start) {
            self.start = Some(self.puzzle.parse(&text)?);
        }
        Ok(self)
    }

    /// The state to which moves lead from the goal.
    pub(super) fn play(&self, moves: &str) -> CliResult<State> {
        match &self.play {
            Some(play) => play(moves),
            None => Ok(self.puzzle.play(&self.goal()?, moves)?),
        }
    }

    pub(crate) fn goal(&self) -> CliResult<State> {
        Ok(self.puzzle.goal().ok_or("the puzzle has no goal")?)
    }

    /// The start, or the default start.
    pub(crate) fn start(&self) -> CliResult<&State> {
        let start = self.start.as_ref().or(self.default_start.as_ref());
        Ok(start.ok_or(match self.shape {
            Layout::Map { .. } => "the map has no S: expected one, or a start such as 0,0",
            _ => "the start is missing: expected a board, --scramble or --random",
        })?)
    }

    /// The chosen heuristic, or the default; an error if the puzzle does not have it.
    pub(crate) fn heuristic(&self, chosen: Option<HeuristicName>) -> CliResult<HeuristicName> {
        let chosen = chosen.unwrap_or(self.heuristics[0]);
        if self.heuristics.contains(&chosen) {
            return Ok(chosen);
        }
        let words: Vec<_> = self.heuristics.iter().map(|name| name.word()).collect();
        let (name, words) = (&self.name, words.join(", "));
        let chosen = chosen.word();
        Err(format!("{name} has no heuristic {chosen}: expected one of {words}").into())
    }

    /// The puzzle guided by one of its heuristics.
    pub(crate) fn guide(
        &self,
        name: HeuristicName,
        tables: &TableMaker<'_>,
    ) -> CliResult<AnyPuzzle> {
        (self.guide)(name, tables)
    }
}
