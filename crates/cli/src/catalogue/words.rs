//! Parses the words of the command line that name a puzzle, its size and its start.

use std::path::Path;

use clap::{Args, ValueEnum};
use puzzle_search::puzzles::{GridMap, PuzzleError};
use puzzle_search::{Puzzle, Ranked, Reversible, Solvability};

use super::{Instance, Name};
use crate::CliResult;
use crate::any::State;
use crate::console::Console;
use crate::options::word;
use crate::random::Random;
use crate::text::boards;
use crate::text::read_file;

/// A puzzle, its size and its start.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Puzzle")]
pub(crate) struct PuzzleOptions {
    /// What it is, of what size, and where it starts: tiles 3x4 "1 2 ..", pancakes 12, cube, a file with a board, a
    /// graph, a map or the definition of a puzzle (- is standard input), or just a board of sliding tiles
    ///
    /// tiles, heavy-tiles, graph, swap, magic-squares, pancakes, burnt-pancakes, top-spin, top-spin-fixed, pocket-cube,
    /// pocket-cube-quarter-turns, cube, hanoi, hanoi-modulo-pegs and map are puzzles. A size is rows x columns, pieces x
    /// width of the turnstile for top-spin, discs x pegs for hanoi, and a number for pancakes. Boards are numbers row by
    /// row, 0 or _ being the blank; magic squares are read clockwise, pancakes from the top; of hanoi a board has the
    /// peg of each disc, from the smallest. A start can be in a file too.
    #[arg(value_name = "PUZZLE [SIZE] [START]", verbatim_doc_comment, num_args = 0..=3)]
    pub(crate) words: Vec<String>,

    /// Where to go, if not to 1 2 .. with the blank last: numbers, of sliding tiles also standard, blank-first or
    /// snail, on a map x and y
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    /// Edges of a graph, such as "1-2 2-3 3-1"; vertices are numbered from 1 in the order of the board
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) edges: Option<String>,

    /// Start where these moves lead from the goal
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) scramble: Option<String>,

    /// Search N random starts, each state equally likely; of boards with more states than 128 bits can number, those to
    /// which 10000 or 10001 random moves lead
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", conflicts_with = "scramble")]
    pub(crate) random: Option<usize>,

    /// Make random starts by K random moves back from the goal
    #[arg(long, value_name = "K", requires = "random")]
    pub(crate) walk: Option<usize>,

    /// The same seed gives the same random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) letters: LetterOptions,
}

/// What the letters of a map mean.
#[derive(Clone, Debug, Args)]
pub(crate) struct LetterOptions {
    /// Letters of a map that are open cells, such as " .E"
    #[arg(long, value_name = "LETTERS", allow_hyphen_values = true)]
    open: Option<String>,

    /// Letters of a map that are walls, such as "#1"
    #[arg(long, value_name = "LETTERS", allow_hyphen_values = true)]
    wall: Option<String>,
}

impl LetterOptions {
    pub(crate) fn map(&self, text: &str) -> Result<GridMap, PuzzleError> {
        let (open, wall) = (self.open.as_deref(), self.wall.as_deref());
        GridMap::with_letters(text, open.unwrap_or_default(), wall.unwrap_or_default())
    }
}

/// A text, and the name of its source.
pub(crate) struct SourceText {
    pub(crate) text: String,
    /// The name of the file, or `the board`.
    pub(crate) source: String,
}

impl SourceText {
    pub(crate) fn read(file: &str, console: &dyn Console) -> CliResult<Self> {
        Ok(Self {
            text: read_file(Path::new(file), console)?,
            source: if file == "-" { "the input" } else { file }.to_owned(),
        })
    }
}

pub(crate) struct ParsedWords {
    /// `None` if a file defines the puzzle.
    pub(super) name: Option<Name>,
    pub(super) size: Option<PuzzleSize>,
    /// The text of the start, unless it is in the file that defines the puzzle.
    pub(super) start: Option<SourceText>,
    /// The text of a file that defines the puzzle.
    pub(super) file: Option<SourceText>,
}

/// The size of a puzzle: rows and columns, or one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleSize {
    rows: usize,
    columns: Option<usize>,
}

impl PuzzleSize {
    /// Parses a size. Returns `None` if the word is not a size, and an error if its numbers are too large.
    fn read(word: &str) -> Option<CliResult<Self>> {
        let (rows, columns) = match word.split_once('x') {
            Some((rows, columns)) => (rows, Some(columns)),
            None => (word, None),
        };
        let is_number =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(rows) || !columns.is_none_or(is_number) {
            return None;
        }
        let columns = columns.map(str::parse).transpose();
        let size = rows.parse().ok().zip(columns.ok());
        let size = size.map(|(rows, columns)| Self { rows, columns });
        Some(size.ok_or_else(|| format!("the size {word} is too large").into()))
    }

    pub(super) fn both(self) -> CliResult<(usize, usize)> {
        let columns = self
            .columns
            .ok_or("expected a size of rows x columns, such as 3x4")?;
        Ok((self.rows, columns))
    }

    pub(super) fn one(self) -> CliResult<usize> {
        match self.columns {
            None => Ok(self.rows),
            Some(_) => Err("expected a size of one number, such as 8".into()),
        }
    }
}

impl Name {
    /// Whether the size has columns; `None` if the puzzle has no size.
    const fn has_columns(self) -> Option<bool> {
        match self {
            Self::Graph
            | Self::PocketCube
            | Self::PocketCubeQuarterTurns
            | Self::Cube
            | Self::Map => None,
            Self::Pancakes | Self::BurntPancakes => Some(false),
            _ => Some(true),
        }
    }
}

/// Whether a word names a file: it has a dot or a slash among letters that are not of a board, or the file exists.
fn is_file(word: &str) -> bool {
    let is_of_board = |letter: char| letter.is_ascii_hexdigit() || letter == 'x';
    let is_of_name = |letter: char| letter.is_alphabetic() && !is_of_board(letter);
    let is_name = word.contains(is_of_name) && word.contains(['.', '/', '\\']);
    word == "-" || (is_name && !word.contains('\n')) || Path::new(word).is_file()
}

/// Whether a word looks like a board of numbers.
fn is_board(word: &str) -> bool {
    let begins = |letter: char| letter.is_ascii_digit() || "[({_-x".contains(letter);
    word.is_empty() || word.trim_start().starts_with(begins)
}

/// The first 20 characters of a word.
fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}

impl PuzzleOptions {
    /// Whether no puzzle, goal or start is given.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.goal.is_none() && !self.is_scrambled()
    }

    /// Parses the words, or else the default words.
    pub(crate) fn words(&self, console: &dyn Console, default: &[&str]) -> CliResult<ParsedWords> {
        // With a start from elsewhere, only the first default word is used, which names the puzzle.
        let meant = if self.is_scrambled() {
            1
        } else {
            default.len()
        };
        let words: Vec<&str> = match self.words.as_slice() {
            [] if self.edges.is_none() => default[..meant].to_vec(),
            words => words.iter().map(String::as_str).collect(),
        };
        let mut found = ParsedWords {
            name: None,
            size: None,
            start: None,
            file: None,
        };
        let mut rest = words.as_slice();
        // A board alone is not preceded by a size.
        let mut has_size = true;
        if let Some((&first, others)) = rest.split_first() {
            if let Ok(name) = Name::from_str(first, false) {
                (found.name, rest) = (Some(name), others);
            } else if is_file(first) {
                rest = others;
                found.read(first, console)?;
            } else if is_board(first) {
                has_size = first.contains('x') && PuzzleSize::read(first).is_some();
                // With edges, the board belongs to a graph.
                found.name = self.edges.is_none().then_some(Name::Tiles);
            } else {
                let names: Vec<_> = Name::value_variants().iter().map(word).collect();
                let (first, names) = (shortened(first), names.join(", "));
                let expected = format!("expected {names}, a file, or a board");
                return Err(format!("{first:?} is no puzzle: {expected}").into());
            }
        }
        if found.name.is_none() && self.edges.is_some() {
            found.name = Some(Name::Graph);
        }
        let defined = found.name == Some(Name::Map)
            || found.name == Some(Name::Graph) && self.edges.is_none();
        if let (true, None, Some((&file, others))) = (defined, &found.file, rest.split_first())
            && is_file(file)
        {
            found.file = Some(SourceText::read(file, console)?);
            rest = others;
        }
        if let (Some(columns), Some((&size, others))) =
            (found.name.and_then(Name::has_columns), rest.split_first())
            && let Some(size) = PuzzleSize::read(size).filter(|_| size.contains('x') == columns)
            && has_size
        {
            (found.size, rest) = (Some(size?), others);
        }
        if let (None, Some((&start, others))) = (&found.start, rest.split_first()) {
            rest = others;
            found.start = Some(match is_file(start) {
                true => SourceText::read(start, console)?,
                false => SourceText {
                    text: start.to_owned(),
                    source: "the board".to_owned(),
                },
            });
        }
        match rest.first() {
            None => Ok(found),
            Some(word) => Err(format!(
                "{:?} follows the start: expected a puzzle, its size and a start",
                shortened(word)
            )
            .into()),
        }
    }

    /// Whether the start is generated.
    pub(super) const fn is_scrambled(&self) -> bool {
        self.random.is_some() || self.scramble.is_some()
    }

    /// Checks for options that contradict the puzzle or each other.
    pub(crate) fn check(&self, words: &ParsedWords) -> CliResult<()> {
        let LetterOptions { open, wall } = &self.letters;
        if words.name != Some(Name::Map) && (open.is_some() || wall.is_some()) {
            return Err("--open and --wall go with a map only".into());
        }
        if self.edges.is_some() && words.name != Some(Name::Graph) {
            return Err("--edges goes with a graph only".into());
        }
        if let (Some(_), Some(file)) = (&self.edges, &words.file) {
            return Err(format!(
                "--edges goes without {}, which defines the puzzle",
                file.source
            )
            .into());
        }
        let starts = [
            words.start.is_some(),
            self.scramble.is_some(),
            self.random.is_some(),
        ];
        if starts.iter().filter(|&&given| given).count() > 1 {
            return Err("there are two starts: expected a board, --scramble or --random".into());
        }
        Ok(())
    }

    /// One instance for each requested start.
    pub(super) fn starts(
        &self,
        mut instance: Instance,
        console: &dyn Console,
    ) -> CliResult<Vec<Instance>> {
        if let Some(moves) = &self.scramble {
            let start = instance.play(moves);
            instance.start = Some(start.map_err(|error| format!("--scramble: {error}"))?);
        }
        let Some(count) = self.random else {
            return Ok(vec![instance]);
        };
        let mut random = Random::new(self.seed);
        let at_random = |_| {
            let mut instance = instance.clone();
            instance.start = Some(self.at_random(&instance, &mut random, console)?);
            Ok(instance)
        };
        (0..count).map(at_random).collect()
    }

    fn at_random(
        &self,
        instance: &Instance,
        random: &mut Random,
        console: &dyn Console,
    ) -> CliResult<State> {
        console.check()?;
        let puzzle = &instance.puzzle;
        if let (None, Some(count)) = (self.walk, puzzle.state_count()) {
            // Ranks may include states that cannot reach the goal: half of them, or eleven of twelve.
            for _ in 0..10_000 {
                let number = u128::from(random.next()) << 64 | u128::from(random.next());
                let state = puzzle.unrank(number % count.max(1));
                let state = state.ok_or("a random state has no number")?;
                if !matches!(puzzle.solvability(&state), Solvability::Unsolvable(_)) {
                    return Ok(state);
                }
            }
        }
        // Without ranks there is no uniform distribution, so a random walk makes the start. Each move may change the
        // parity of the state, so walks of one length would lead to half of the states.
        let steps = self.walk.unwrap_or_else(|| 10_000 + random.below(2));
        (0..steps).try_fold(instance.goal()?, |state, _| {
            console.check()?;
            // The walk goes backward, so the start is at most its length away from the goal.
            let edges: Vec<_> = puzzle.predecessors(&state).into_iter().collect();
            let edge = edges.get(random.below(edges.len()));
            Ok(edge.ok_or("no move leads on")?.state.clone())
        })
    }
}

impl ParsedWords {
    /// Reads a file with a definition, a graph, a map, or boards of sliding tiles.
    fn read(&mut self, path: &str, console: &dyn Console) -> CliResult<()> {
        let file = SourceText::read(path, console)?;
        let begins = |line: &str, word: &str| line.split_whitespace().next() == Some(word);
        if boards::is_graph(&file.text) {
            (self.name, self.file) = (Some(Name::Graph), Some(file));
        } else if file.text.lines().any(|line| begins(line, "points")) {
            self.file = Some(file);
        } else if Path::new(path)
            .extension()
            .is_some_and(|extension| extension == "map")
        {
            (self.name, self.file) = (Some(Name::Map), Some(file));
        } else {
            (self.name, self.start) = (Some(Name::Tiles), Some(file));
        }
        Ok(())
    }
}
