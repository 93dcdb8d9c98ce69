//! [`Instance`]: a puzzle and where it starts, with all that subcommands ask of it.

use std::fmt::Display;
use std::rc::Rc;

use puzzle_search::puzzles::Cell;

use crate::Answer;
use crate::any::{AnyPuzzle, Nameable, State};
use crate::heuristics::{self, HeuristicName, Tables};
use crate::places::Places;
use crate::text::boards::Tiles;

#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) size: String,
    /// Without a heuristic, if it has none of its own.
    pub(crate) puzzle: AnyPuzzle,
    /// The start that is given.
    pub(crate) start: Option<State>,
    /// Where it is started if nobody says where.
    pub(crate) default_start: Option<State>,
    /// A board for which there are kernels, and all heuristics of sliding tiles.
    pub(crate) tiles: Option<Rc<Tiles>>,
    pub(crate) shape: Shape,
    /// What moves are, in a word or two.
    pub(crate) moves_are: &'static str,
    /// Those that it has, the usual one first.
    pub(crate) heuristics: &'static [HeuristicName],
    guide: Rc<Guide>,
    play: Option<Rc<Play>>,
}

type Guide = dyn Fn(HeuristicName, &Tables<'_>) -> Answer<AnyPuzzle>;
type Play = dyn Fn(&str) -> Answer<State>;

/// How the pieces of a puzzle lie.
#[derive(Clone)]
pub(crate) enum Shape {
    /// There is no picture of it.
    None,
    Grid {
        rows: usize,
        columns: usize,
    },
    Row {
        pieces: usize,
    },
    /// Two rows, clockwise.
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

/// The most cells each way of a map of which there is a legible picture.
const MOST: usize = 100;

impl Shape {
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

    /// Where on the paper the places are.
    pub(crate) fn places(&self) -> Answer<Places> {
        Ok(match self {
            Self::None => return Err("there is no picture of this puzzle".into()),
            &Self::Grid { rows, columns } => Places::grid(rows, columns),
            &Self::Row { pieces } => Places::grid(1, pieces),
            Self::Sheet => Places::sheet(),
            Self::Graph { vertices, edges } => Places::graph(*vertices, edges),
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
                let mut places = Places::grid(*height, *width);
                places.walls.clone_from(walls);
                places
            }
        })
    }

    /// The piece on each place, 0 where there is none.
    pub(crate) fn pieces(&self, state: &State) -> Vec<u8> {
        let places = match self {
            Self::None => 0,
            Self::Grid { rows, columns } => rows * columns,
            Self::Row { pieces } => *pieces,
            Self::Sheet => 8,
            Self::Graph { vertices, .. } => *vertices,
            Self::Map { width, height, .. } => {
                // One piece, which goes about.
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
    pub(super) fn of(name: String, size: impl Display, puzzle: impl Nameable) -> Self {
        let puzzle = AnyPuzzle::new(puzzle);
        let plain = puzzle.clone();
        Self {
            name,
            size: size.to_string(),
            puzzle,
            start: None,
            default_start: None,
            tiles: None,
            shape: Shape::None,
            moves_are: "moves",
            heuristics: heuristics::NONE,
            guide: Rc::new(move |_, _| Ok(plain.clone())),
            play: None,
        }
    }

    /// With these heuristics.
    pub(super) fn guided(
        mut self,
        heuristics: &'static [HeuristicName],
        guide: impl Fn(HeuristicName, &Tables<'_>) -> Answer<AnyPuzzle> + 'static,
    ) -> Self {
        self.heuristics = heuristics;
        self.guide = Rc::new(guide);
        self
    }

    pub(super) fn shaped(mut self, shape: Shape, moves_are: &'static str) -> Self {
        (self.shape, self.moves_are) = (shape, moves_are);
        self
    }

    /// Scrambled by a notation of its own.
    pub(super) fn played(mut self, play: impl Fn(&str) -> Answer<State> + 'static) -> Self {
        self.play = Some(Rc::new(play));
        self
    }

    pub(super) fn usually_from(mut self, start: State) -> Self {
        self.default_start = Some(start);
        self
    }

    /// What moves lead to from the goal.
    pub(super) fn play(&self, moves: &str) -> Answer<State> {
        match &self.play {
            Some(play) => play(moves),
            None => Ok(self.puzzle.play(&self.goal()?, moves)?),
        }
    }

    pub(crate) fn goal(&self) -> Answer<State> {
        Ok(self.puzzle.goal().ok_or("the puzzle has no goal")?)
    }

    /// Where it starts.
    pub(crate) fn start(&self) -> Answer<&State> {
        let start = self.start.as_ref().or(self.default_start.as_ref());
        Ok(start.ok_or(match self.shape {
            Shape::Map { .. } => "the map has no S: expected one, or a start such as 0,0",
            _ => "the start is missing: expected a board, --scramble or --random",
        })?)
    }

    /// The heuristic that was chosen, or the usual one.
    pub(crate) fn heuristic(&self, chosen: Option<HeuristicName>) -> Answer<HeuristicName> {
        let chosen = chosen.unwrap_or(self.heuristics[0]);
        if self.heuristics.contains(&chosen) {
            return Ok(chosen);
        }
        let words: Vec<_> = self.heuristics.iter().map(|name| name.word()).collect();
        let (name, words) = (&self.name, words.join(", "));
        let chosen = chosen.word();
        Err(format!("{name} has no heuristic {chosen}: expected one of {words}").into())
    }

    /// Guided by a heuristic that it has.
    pub(crate) fn guide(&self, name: HeuristicName, tables: &Tables<'_>) -> Answer<AnyPuzzle> {
        (self.guide)(name, tables)
    }
}
