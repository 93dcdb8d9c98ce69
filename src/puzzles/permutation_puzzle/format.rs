//! The parser for the text format of a [`Definition`]: one statement on each line, of a keyword and its arguments.
//!
//! Invariant: an error in a statement has the line and the column where the text is wrong. `end` is the column after a
//! line.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::definition::{Definition, MOST_POINTS, no_point, out_of_range};
use crate::permutation::Permutation;
use crate::puzzles::error::{PuzzleError, shortened};

/// The words of a line, with the columns where they begin, counted from 1 in characters. A parenthesis is a word of its
/// own. Commas separate like white space.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let (mut rest, mut column) = (line, 1);
    core::iter::from_fn(move || {
        let (before, word) = rest.split_at(rest.find(|c| !separates(c))?);
        let end = if word.starts_with(['(', ')']) {
            Some(1)
        } else {
            word.find(|c| separates(c) || matches!(c, '(' | ')'))
        };
        let (word, after) = word.split_at(end.unwrap_or(word.len()));
        let start = column + before.chars().count();
        (rest, column) = (after, start + word.chars().count());
        Some((start, word))
    })
}

/// Parses a number from 1 to `most`. The error for any other number is that of `out_of_range`.
fn parse_number(
    text: &str,
    most: u32,
    out_of_range: impl Fn(String, u32) -> PuzzleError,
) -> Result<u32, PuzzleError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let text = shortened(text);
        return Err(PuzzleError::new(format!(
            "{text:?} is not a number: expected one"
        )));
    }
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(out_of_range(shortened(text), most)),
    }
}

/// The error for a statement before `points`.
fn no_points() -> PuzzleError {
    PuzzleError::new("the number of points is not known: expected points")
}

fn repeated_keyword(keyword: &str) -> PuzzleError {
    PuzzleError::new(format!("{keyword} stands a second time: expected it once"))
}

fn missing(what: &str, end: usize) -> PuzzleError {
    PuzzleError::new(format!("the line ends too early: expected {what}")).at_column(end)
}

fn unexpected(text: &str, expected: &str) -> PuzzleError {
    PuzzleError::new(format!("{:?}: expected {expected}", shortened(text)))
}

fn repeated_number(number: u32, before: usize) -> PuzzleError {
    PuzzleError::new(format!(
        "{number} stands at column {before} already: expected each number once"
    ))
}

fn wrong_count(pieces: usize, points: u32) -> PuzzleError {
    PuzzleError::new(format!(
        "the goal has {pieces} pieces: expected {points}, one for each point"
    ))
}

impl FromStr for Definition {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let mut parser = DefinitionParser::default();
        let lines = text.trim_start_matches('\u{feff}').lines();
        for (line, number) in lines.zip(1..) {
            let code = line.split('#').next().unwrap_or_default();
            let parsed = parser.parse_statement(code);
            parsed.map_err(|error| error.on_line(number))?;
        }
        let mut definition = parser.definition.ok_or_else(no_points)?;
        if let Some(name) = parser.name {
            definition = definition.with_name(name);
        }
        Ok(definition)
    }
}

#[derive(Default)]
struct DefinitionParser<'a> {
    name: Option<&'a str>,
    definition: Option<Definition>,
    has_goal: bool,
}

impl<'a> DefinitionParser<'a> {
    fn parse_statement(&mut self, line: &'a str) -> Result<(), PuzzleError> {
        let mut words = words(line);
        let Some((column, keyword)) = words.next() else {
            return Ok(());
        };
        let end = line.trim_end().chars().count() + 1;
        let here = |error: PuzzleError| error.at_column(column);
        match keyword {
            "name" => {
                if self.name.is_some() {
                    return Err(here(repeated_keyword("name")));
                }
                let rest = line.split_once("name").map_or("", |(_, rest)| rest.trim());
                if rest.is_empty() {
                    return Err(missing("a name", end));
                }
                self.name = Some(rest);
                return Ok(());
            }
            "points" => {
                if self.definition.is_some() {
                    return Err(here(repeated_keyword("points")));
                }
                let word = words.next();
                let (column, text) = word.ok_or_else(|| missing("a number", end))?;
                let points = parse_number(text, MOST_POINTS, out_of_range);
                let points = points.and_then(Definition::new);
                self.definition = Some(points.map_err(|error| error.at_column(column))?);
                return check_end(words.next());
            }
            "generator" | "inverses" | "powers" | "goal" => {}
            _ => {
                let keyword = shortened(keyword);
                return Err(here(PuzzleError::new(format!(
                    "{keyword:?} begins no statement: expected name, points, generator, inverses, \
                     powers or goal"
                ))));
            }
        }
        let Some(definition) = &mut self.definition else {
            return Err(here(no_points()));
        };
        match keyword {
            "generator" => parse_generator(definition, line, words, end),
            "goal" if self.has_goal => Err(here(repeated_keyword("goal"))),
            "goal" => {
                self.has_goal = true;
                parse_goal(definition, words, end)
            }
            _ => {
                let powers = if keyword == "powers" {
                    definition.clone().with_powers()
                } else {
                    definition.clone().with_inverses()
                };
                *definition = powers.map_err(here)?;
                check_end(words.next())
            }
        }
    }
}

/// Returns an error if there is one more word on the line.
fn check_end(word: Option<(usize, &str)>) -> Result<(), PuzzleError> {
    match word {
        None => Ok(()),
        Some((column, word)) => {
            let message = format!("{:?} is too much: expected the line's end", shortened(word));
            Err(PuzzleError::new(message).at_column(column))
        }
    }
}

/// Parses what follows the keyword `generator`: `NAME (1 2 3)(4 5)` or `NAME = A B'`.
fn parse_generator<'a>(
    definition: &mut Definition,
    line: &str,
    mut words: impl Iterator<Item = (usize, &'a str)>,
    end: usize,
) -> Result<(), PuzzleError> {
    let missing = |what| missing(what, end);
    let (name_column, name) = words.next().ok_or_else(|| missing("the name of a move"))?;
    if matches!(name, "(" | ")") {
        return Err(unexpected(name, "the name of a move").at_column(name_column));
    }
    let first = words.next();
    let (column, word) = first.ok_or_else(|| missing("cycles, or \"=\" and moves"))?;
    let permutation = if word == "=" {
        // Spaces in place of the words before, so that the columns in errors are those of the line.
        let blanked = |(letter, at)| if at > column { letter } else { ' ' };
        let moves: String = line.chars().zip(1..).map(blanked).collect();
        if moves.trim().is_empty() {
            return Err(missing("the name of a move"));
        }
        definition.named_moves().product(&moves)?
    } else {
        parse_cycles(definition.points(), first.into_iter().chain(words), end)?
    };
    let added = definition.add(name, &permutation);
    added.map_err(|error| error.at_column(name_column))
}

/// Parses a permutation of `points` points in cycle notation, counted from 1.
fn parse_cycles<'a>(
    points: u32,
    words: impl Iterator<Item = (usize, &'a str)>,
    end: usize,
) -> Result<Permutation, PuzzleError> {
    let mut images: Vec<u32> = (0..points).collect();
    let mut numbers = DistinctNumbers::new(points);
    // The points of the cycle whose closing parenthesis has not come yet.
    let mut open: Option<Vec<u32>> = None;
    for (column, word) in words {
        match (word, &mut open) {
            ("(", None) => open = Some(Vec::new()),
            ("(", Some(_)) => return Err(unexpected(word, "\")\"").at_column(column)),
            (_, None) => return Err(unexpected(word, "\"(\"").at_column(column)),
            (")", Some(cycle)) => {
                for (&point, at) in cycle.iter().zip(1..) {
                    if let Some(image) = images.get_mut(point as usize) {
                        *image = cycle[at % cycle.len()];
                    }
                }
                open = None;
            }
            (_, Some(cycle)) => cycle.push(numbers.read(column, word)?),
        }
    }
    if open.is_some() {
        return Err(missing("\")\"", end));
    }
    Ok(Permutation::from_images(images))
}

/// Parses the piece on each place in the goal, and makes it the goal of the definition.
fn parse_goal<'a>(
    definition: &mut Definition,
    words: impl Iterator<Item = (usize, &'a str)>,
    end: usize,
) -> Result<(), PuzzleError> {
    let points = definition.points();
    let mut numbers = DistinctNumbers::new(points);
    let pieces: Result<Vec<u32>, _> = words
        .map(|(column, word)| numbers.read(column, word))
        .collect();
    let pieces = pieces?;
    if pieces.len() < points as usize {
        return Err(wrong_count(pieces.len(), points).at_column(end));
    }
    // The pieces are distinct, so the goal is valid.
    *definition = definition
        .clone()
        .with_goal(&pieces)
        .map_err(|_| wrong_count(pieces.len(), points))?;
    Ok(())
}

/// Reads numbers from 1 to `most`, of which none may be read twice.
struct DistinctNumbers {
    most: u32,
    /// The column of each number that was read.
    columns: [Option<usize>; 256],
}

impl DistinctNumbers {
    const fn new(most: u32) -> Self {
        let columns = [None; 256];
        Self { most, columns }
    }

    /// Reads a number, and returns it less one: points and pieces are counted from 0 in a [`Definition`].
    fn read(&mut self, column: usize, word: &str) -> Result<u32, PuzzleError> {
        let number = parse_number(word, self.most, no_point);
        let number = number.map_err(|error| error.at_column(column))?;
        match self.columns[(number % 256) as usize].replace(column) {
            Some(before) => Err(repeated_number(number, before).at_column(column)),
            None => Ok(number - 1),
        }
    }
}
