//! The text format of a [`Definition`].

use alloc::vec::Vec;
use core::str::FromStr;

use super::definition::{Definition, inverse_name};
use super::error::DefinitionError;
use crate::permutation::Permutation;

/// The words of a line, with the columns where they begin, counted from 1 in characters.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line.char_indices().zip(1..).peekable();
    core::iter::from_fn(move || {
        while rest.next_if(|((_, c), _)| c.is_whitespace()).is_some() {}
        let &((start, _), column) = rest.peek()?;
        let mut end = start;
        while let Some(((at, c), _)) = rest.next_if(|((_, c), _)| !c.is_whitespace()) {
            end = at + c.len_utf8();
        }
        Some((column, line.get(start..end)?))
    })
}

/// A parenthesis or a number, with its column.
enum Token<'a> {
    Open,
    Close,
    Number(&'a str),
}

/// The tokens of cycles; commas separate like white space.
fn tokens(line: &str, from: usize) -> Vec<(usize, Token<'_>)> {
    let mut tokens = Vec::new();
    let mut number: Option<(usize, usize)> = None;
    let ends = core::iter::once((line.len(), ' '));
    for ((at, c), column) in line.char_indices().chain(ends).zip(1..) {
        let separates = c.is_whitespace() || matches!(c, '(' | ')' | ',');
        if column < from || !separates {
            if column >= from {
                number = number.or(Some((column, at)));
            }
            continue;
        }
        if let Some((column, start)) = number.take() {
            tokens.push((
                column,
                Token::Number(line.get(start..at).unwrap_or_default()),
            ));
        }
        match c {
            '(' => tokens.push((column, Token::Open)),
            ')' => tokens.push((column, Token::Close)),
            _ => {}
        }
    }
    tokens
}

/// A whole number in a range that counts from 1.
fn number(text: &str, most: u32) -> Result<u32, DefinitionError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DefinitionError::not_a_number(text));
    }
    // Only an absurdly long run of digits fails to parse; it is out of range as well.
    let number = text.parse().unwrap_or(u64::MAX);
    match u32::try_from(number) {
        Ok(fits) if (1..=most).contains(&fits) => Ok(fits),
        _ => Err(DefinitionError::point(number, most)),
    }
}

impl FromStr for Definition {
    type Err = DefinitionError;

    fn from_str(text: &str) -> Result<Self, DefinitionError> {
        let mut reader = Reader::default();
        for (line, number) in text.lines().zip(1..) {
            let code = line.split('#').next().unwrap_or_default();
            let statement = reader.statement(code);
            statement.map_err(|error| error.on_line(number))?;
        }
        let mut definition = reader.definition.ok_or(DefinitionError::no_points())?;
        if let Some(name) = reader.name {
            definition = definition.with_name(name);
        }
        Ok(definition)
    }
}

#[derive(Default)]
struct Reader<'a> {
    name: Option<&'a str>,
    definition: Option<Definition>,
    has_goal: bool,
}

impl<'a> Reader<'a> {
    fn statement(&mut self, line: &'a str) -> Result<(), DefinitionError> {
        let mut words = words(line);
        let Some((column, keyword)) = words.next() else {
            return Ok(());
        };
        let end = line.trim_end().chars().count() + 1;
        let here = |error: DefinitionError| error.at(None, column);
        match keyword {
            "name" => {
                if self.name.is_some() {
                    return Err(here(DefinitionError::repeated("name")));
                }
                let rest = line.trim().strip_prefix("name").unwrap_or_default().trim();
                if rest.is_empty() {
                    return Err(DefinitionError::missing("a name").at(None, end));
                }
                self.name = Some(rest);
                return Ok(());
            }
            "points" => {
                if self.definition.is_some() {
                    return Err(here(DefinitionError::repeated("points")));
                }
                let next = words.next();
                let (column, text) =
                    next.ok_or(DefinitionError::missing("a number").at(None, end))?;
                let points = number(text, u32::MAX).and_then(Definition::new);
                self.definition = Some(points.map_err(|error| error.at(None, column))?);
                return finished(words.next());
            }
            "generator" | "inverses" | "powers" | "goal" => {}
            _ => return Err(here(DefinitionError::keyword(keyword))),
        }
        let Some(definition) = &mut self.definition else {
            return Err(here(DefinitionError::no_points()));
        };
        match keyword {
            "generator" => generator(definition, line, words, end),
            "goal" if self.has_goal => Err(here(DefinitionError::repeated("goal"))),
            "goal" => {
                self.has_goal = true;
                goal(definition, words, end)
            }
            _ => {
                let powers = if keyword == "powers" {
                    definition.clone().with_powers()
                } else {
                    definition.clone().with_inverses()
                };
                *definition = powers.map_err(here)?;
                finished(words.next())
            }
        }
    }
}

fn finished(word: Option<(usize, &str)>) -> Result<(), DefinitionError> {
    match word {
        None => Ok(()),
        Some((column, word)) => Err(DefinitionError::superfluous(word).at(None, column)),
    }
}

/// `NAME (1 2 3)(4 5)` or `NAME = A B'`.
fn generator<'a>(
    definition: &mut Definition,
    line: &str,
    mut words: impl Iterator<Item = (usize, &'a str)>,
    end: usize,
) -> Result<(), DefinitionError> {
    let missing = |what| DefinitionError::missing(what).at(None, end);
    let (name_column, name) = words.next().ok_or(missing("the name of a move"))?;
    let (column, first) = words.next().ok_or(missing("cycles, or \"=\" and moves"))?;
    let permutation = if first == "=" {
        let mut product = Permutation::identity(definition.points());
        let mut factors = words.peekable();
        if factors.peek().is_none() {
            return Err(missing("the name of a move"));
        }
        for (column, factor) in factors {
            let factor = named(definition, factor).map_err(|error| error.at(None, column))?;
            product = product.then(&factor);
        }
        product
    } else {
        cycles(definition.points(), line, column, end)?
    };
    let added = definition.add(name, &permutation);
    added.map_err(|error| error.at(None, name_column))
}

/// The move with this name, or the inverse of the one whose inverse it names.
fn named(definition: &Definition, name: &str) -> Result<Permutation, DefinitionError> {
    let moves = definition.moves();
    if let Some(mv) = moves.iter().find(|mv| mv.name() == name) {
        return Ok(mv.permutation().clone());
    }
    let undone = inverse_name(name);
    if let Some(mv) = moves.iter().find(|mv| mv.name() == undone) {
        return Ok(mv.permutation().inverse());
    }
    let known = moves.iter().map(super::definition::NamedMove::name);
    Err(DefinitionError::unknown_move(name, known))
}

fn cycles(
    points: u32,
    line: &str,
    from: usize,
    end: usize,
) -> Result<Permutation, DefinitionError> {
    let mut images: Vec<u32> = (0..points).collect();
    let mut seen = [None; 256];
    // The cycle that is open, if any.
    let mut open: Option<Vec<u32>> = None;
    for (column, token) in tokens(line, from) {
        let wrong = |error: DefinitionError| Err(error.at(None, column));
        match (token, &mut open) {
            (Token::Open, None) => open = Some(Vec::new()),
            (Token::Open, Some(_)) => return wrong(DefinitionError::unexpected("(", "\")\"")),
            (Token::Close, None) => return wrong(DefinitionError::unexpected(")", "\"(\"")),
            (Token::Close, Some(cycle)) => {
                for (&point, at) in cycle.iter().zip(1..) {
                    if let Some(image) = images.get_mut(point as usize) {
                        *image = cycle[at % cycle.len()];
                    }
                }
                open = None;
            }
            (Token::Number(text), None) => {
                return wrong(DefinitionError::unexpected(text, "\"(\""));
            }
            (Token::Number(text), Some(cycle)) => {
                let point = number(text, points).map_err(|error| error.at(None, column))?;
                if let Some(before) = seen[(point % 256) as usize].replace(column) {
                    return wrong(DefinitionError::twice(point, before));
                }
                cycle.push(point - 1);
            }
        }
    }
    if open.is_some() {
        return Err(DefinitionError::missing("\")\"").at(None, end));
    }
    Ok(Permutation::from_known(images))
}

fn goal<'a>(
    definition: &mut Definition,
    words: impl Iterator<Item = (usize, &'a str)>,
    end: usize,
) -> Result<(), DefinitionError> {
    let points = definition.points();
    let mut seen = [None; 256];
    let mut pieces = Vec::new();
    for (column, word) in words {
        let piece = number(word, points).map_err(|error| error.at(None, column))?;
        if let Some(before) = seen[(piece % 256) as usize].replace(column) {
            return Err(DefinitionError::twice(piece, before).at(None, column));
        }
        pieces.push(piece - 1);
    }
    if pieces.len() < points as usize {
        let found = pieces.len() as u32;
        return Err(DefinitionError::pieces(found, points).at(None, end));
    }
    // Each of them is there once.
    *definition = definition
        .clone()
        .with_goal(&pieces)
        .map_err(|_| DefinitionError::pieces(pieces.len() as u32, points))?;
    Ok(())
}
