//! The parser for sequences of moves, which evaluates a sequence to a permutation.
//!
//! A sequence consists of words and groups. A *word* is one or more *factors* without spaces between them; a factor is
//! the name of a move with an exponent, such as `R2'`. A *group* is a sequence in brackets with an exponent. Invariant:
//! a word with two readings is an error, unless both consist of factors with the same ends and effects, or one of them
//! is a single move: a name, perhaps with primes.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::error::{PuzzleError, shortened};
use crate::permutation::Permutation;

/// The greatest depth of nested groups. It is limited since the parser is recursive.
const MOST_DEPTH: u32 = 100;
/// The greatest absolute value of an exponent.
const MOST_REPETITIONS: i64 = 1_000_000_000;
/// The greatest number of digits or primes in a row; 18 digits fit into an `i64`.
const LONGEST_RUN: usize = 18;

/// The moves that a sequence can contain: their names, and their permutations of the points.
pub(super) struct Moves<'a> {
    points: u32,
    moves: Vec<(&'a str, &'a Permutation)>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(
        points: u32,
        moves: impl IntoIterator<Item = (&'a str, &'a Permutation)>,
    ) -> Self {
        Self {
            points,
            moves: moves.into_iter().collect(),
        }
    }

    /// Evaluates a sequence to the product of its moves. A repetition becomes a power, which takes as long for a large
    /// exponent as for a small one.
    pub(super) fn product(&self, text: &str) -> Result<Permutation, PuzzleError> {
        let mut parser = SequenceParser {
            moves: self,
            text: text.chars().map(normalised).collect(),
            at: 0,
            depth: 0,
        };
        let product = parser.sequence(Enclosing::Nothing)?;
        match parser.peek() {
            None => Ok(product),
            Some(found) => {
                let opening = if found == ')' { "(" } else { "[" };
                let message =
                    format!("\"{found}\" is not in a group: expected {opening:?} before it");
                Err(parser.error_at(parser.at, &message))
            }
        }
    }
}

/// The innermost brackets around a position. Only in square brackets is a comma more than a separator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enclosing {
    Nothing,
    Parentheses,
    SquareBrackets,
}

/// A possible reading of a part of a word: a move with an exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Factor {
    /// The index of the move.
    mv: usize,
    exponent: i64,
    /// The position after the factor.
    end: usize,
}

struct SequenceParser<'a> {
    moves: &'a Moves<'a>,
    text: Vec<char>,
    /// The position of the next character.
    at: usize,
    /// The number of groups that are open.
    depth: u32,
}

/// Replaces typographic primes, the multiplication sign and invisible spaces by `'`, `*` and a space.
pub(super) const fn normalised(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{2b9}' | '\u{2bc}' | '\u{b4}'
        | '`' => '\'',
        '\u{d7}' => '*',
        '\u{feff}' | '\u{200b}' => ' ',
        _ => c,
    }
}

const fn is_in_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '(' | ')' | '[' | ']' | ',' | ':' | '#')
}

impl SequenceParser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// An error at a position, with its line if the text has several lines.
    #[cold]
    fn error_at(&self, at: usize, message: &str) -> PuzzleError {
        let before = self.text.get(..at).unwrap_or_default();
        let columns = before.iter().rev().take_while(|&&c| c != '\n').count();
        let error = PuzzleError::new(message).at_column(columns + 1);
        if !self.text.contains(&'\n') {
            return error;
        }
        let lines = before.iter().filter(|&&c| c == '\n').count();
        error.on_line(lines + 1)
    }

    fn begins_comment(&self) -> bool {
        self.peek() == Some('#')
            || self
                .text
                .get(self.at..)
                .is_some_and(|t| t.starts_with(&['/'; 2]))
    }

    /// Skips spaces, comments and, outside of square brackets, commas.
    fn skip_separators(&mut self, enclosing: Enclosing) {
        while let Some(c) = self.peek() {
            if self.begins_comment() {
                let rest = self.text.get(self.at..).unwrap_or_default();
                self.at += rest.iter().take_while(|&&c| c != '\n').count();
            } else if c.is_whitespace() || c == ',' && enclosing != Enclosing::SquareBrackets {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Parses words and groups up to a closing bracket, a divider or the end.
    fn sequence(&mut self, enclosing: Enclosing) -> Result<Permutation, PuzzleError> {
        let mut product = Permutation::identity(self.moves.points);
        loop {
            self.skip_separators(enclosing);
            match self.peek() {
                None | Some(')' | ']' | ':' | ',') => return Ok(product),
                Some('(' | '[') => {
                    let group = self.group()?;
                    product = product.then(&group.power(self.repetition()?));
                }
                Some(_) => self.word(&mut product)?,
            }
        }
    }

    /// Parses `(A B)`, `[A B]`, the commutator `[A, B]` or the conjugate `[A: B]`.
    fn group(&mut self) -> Result<Permutation, PuzzleError> {
        let open = self.at;
        let bracket = self.text[open];
        if self.depth == MOST_DEPTH {
            let message =
                format!("this group is too deep within others: expected at most {MOST_DEPTH}");
            return Err(self.error_at(open, &message));
        }
        let enclosing = if bracket == '(' {
            Enclosing::Parentheses
        } else {
            Enclosing::SquareBrackets
        };
        (self.at, self.depth) = (open + 1, self.depth + 1);
        let first = self.sequence(enclosing)?;
        let group = match self.peek() {
            Some(divider @ (',' | ':')) if enclosing == Enclosing::SquareBrackets => {
                self.at += 1;
                let second = self.sequence(enclosing)?;
                // [A: B] is A B A', and [A, B] is A B A' B'.
                let conjugate = first.then(&second).then(&first.inverse());
                if divider == ':' {
                    conjugate
                } else {
                    conjugate.then(&second.inverse())
                }
            }
            _ => first,
        };
        let close = if bracket == '(' { ')' } else { ']' };
        match self.peek() {
            Some(found) if found == close => {}
            None => {
                let message = format!("\"{bracket}\" is not closed: expected \"{close}\"");
                return Err(self.error_at(open, &message));
            }
            Some(found) => {
                let message = format!(
                    "\"{found}\" is in a group that \"{bracket}\" opens: expected \"{close}\""
                );
                return Err(self.error_at(self.at, &message));
            }
        }
        (self.at, self.depth) = (self.at + 1, self.depth - 1);
        Ok(group)
    }

    /// Parses the exponent of a group: `3`, `'`, `3'`, `'3` or `*3`, also with spaces around the sign.
    fn repetition(&mut self) -> Result<i64, PuzzleError> {
        let spaces = |from: usize| {
            let rest = self.text.get(from..).unwrap_or_default();
            from + rest.iter().take_while(|c| c.is_whitespace()).count()
        };
        let mut from = self.at;
        let sign = spaces(from);
        if let Some('*' | '^') = self.text.get(sign) {
            from = spaces(sign + 1);
            if !self.text.get(from).is_some_and(char::is_ascii_digit) {
                let message = "the number of repetitions is missing: expected it after this sign";
                return Err(self.error_at(sign, message));
            }
        }
        // A number right after a group cannot begin a move, so the longest exponent is meant.
        let longest = self.exponents(from, self.text.len()).pop();
        let (exponent, end) = longest.unwrap_or((1, from));
        self.at = end;
        self.checked_exponent(exponent, from)
    }

    /// The exponent, or an error at the position `at` if it is too great.
    fn checked_exponent(&self, exponent: i64, at: usize) -> Result<i64, PuzzleError> {
        if exponent.abs() <= MOST_REPETITIONS {
            return Ok(exponent);
        }
        let message =
            format!("the number of repetitions is too great: expected at most {MOST_REPETITIONS}");
        Err(self.error_at(at, &message))
    }

    /// All exponents that can be read from the position `from` on, with the positions after them, the shortest first.
    /// An exponent is a number, perhaps after `*` or `^`, with primes before and after it. Each prime changes the sign.
    fn exponents(&self, from: usize, end: usize) -> Vec<(i64, usize)> {
        let text = &self.text[from..end];
        let count = |from: usize, is: fn(char) -> bool| {
            let run = text[from..].iter().take(LONGEST_RUN);
            run.take_while(|&&c| is(c)).count()
        };
        let sign = |primes: usize| if primes.is_multiple_of(2) { 1 } else { -1 };
        let before = count(0, |c| c == '\'');
        let mut exponents: Vec<_> = (1..=before).map(|n| (sign(n), from + n)).collect();
        let first = before + usize::from(matches!(text.get(before), Some('*' | '^')));
        let digits = count(first, |c| c.is_ascii_digit());
        let mut number = 0_i64;
        for (c, read) in text[first..first + digits].iter().zip(1..) {
            let digit = c.to_digit(10).unwrap_or(0);
            number = number * 10 + i64::from(digit);
            let at = first + read;
            let behind = if read == digits {
                count(at, |c| c == '\'')
            } else {
                0
            };
            exponents.extend((0..=behind).map(|n| (sign(before + n) * number, from + at + n)));
        }
        exponents
    }

    /// All factors that can be read from `from` on and end by `end`, those with the longest names first.
    fn factors(&self, from: usize, end: usize) -> Vec<Factor> {
        let mut factors = Vec::new();
        for (mv, (name, _)) in self.moves.moves.iter().enumerate() {
            let mut rest = self.text[from..end].iter();
            if name.chars().all(|c| rest.next() == Some(&c)) {
                let after_name = end - rest.len();
                let factor = |(exponent, end)| Factor { mv, exponent, end };
                factors.push(factor((1, after_name)));
                factors.extend(self.exponents(after_name, end).into_iter().map(factor));
            }
        }
        let length = |factor: &Factor| self.moves.moves[factor.mv].0.len();
        factors.sort_by_key(|factor| core::cmp::Reverse((length(factor), factor.end)));
        factors
    }

    /// Parses a word, which is one or more factors without spaces between them, and multiplies `product` by it.
    fn word(&mut self, product: &mut Permutation) -> Result<(), PuzzleError> {
        let start = self.at;
        while self.peek().is_some_and(is_in_word) && !self.begins_comment() {
            self.at += 1;
        }
        let end = self.at;
        // Dynamic programming from the end: whether the rest of the word from each position can be read.
        let mut readable = vec![false; end - start + 1];
        readable[end - start] = true;
        for from in (start..end).rev() {
            let factors = self.factors(from, end);
            readable[from - start] = factors.iter().any(|factor| readable[factor.end - start]);
        }
        if !readable[0] {
            return Err(self.unknown_word(start, end));
        }
        let mut at = start;
        while at < end {
            let mut factors = self.factors(at, end);
            factors.retain(|factor| readable[factor.end - start]);
            let is_name = |factor: &&Factor| {
                let length = self.moves.moves[factor.mv].0.chars().count();
                factor.end == end && self.text[at + length..end].iter().all(|&c| c == '\'')
            };
            // A word that is the name of a move, perhaps with primes, is always read as this move, since moves are
            // printed so.
            let whole = factors.iter().find(is_name).filter(|_| at == start);
            let factor = *whole.unwrap_or(&factors[0]);
            let power = self.power(factor);
            let differs = |other: &&Factor| other.end != factor.end || self.power(**other) != power;
            if whole.is_none()
                && let Some(&other) = factors.iter().find(differs)
            {
                let word: String = self.text[at..end].iter().collect();
                let [first, second] =
                    [factor, other].map(|factor| self.reading(factor, end, &readable, start));
                let message = format!(
                    "{:?} can be read as {first} and as {second}: expected one of these",
                    shortened(&word)
                );
                return Err(self.error_at(at, &message));
            }
            self.checked_exponent(factor.exponent, at)?;
            *product = product.then(&power);
            at = factor.end;
        }
        Ok(())
    }

    /// The permutation that a factor stands for.
    fn power(&self, factor: Factor) -> Permutation {
        self.moves.moves[factor.mv].1.power(factor.exponent)
    }

    /// The first factors of one reading of a word, separated by spaces, for the error about ambiguous words.
    fn reading(&self, first: Factor, end: usize, readable: &[bool], start: usize) -> String {
        let mut reading = String::new();
        let mut factor = first;
        for shown in 1.. {
            let name = self.moves.moves[factor.mv].0;
            reading += &match factor.exponent {
                1 => name.into(),
                -1 => format!("({name})'"),
                exponent if exponent < 0 => format!("{name}*{}'", exponent.unsigned_abs()),
                exponent => format!("{name}*{exponent}"),
            };
            let factors = self.factors(factor.end, end);
            let next = factors.iter().find(|next| readable[next.end - start]);
            let Some(&next) = next else { break };
            reading += " ";
            if shown == 5 {
                reading += "..";
                break;
            }
            factor = next;
        }
        reading
    }

    /// The error for a word that cannot be read, at the farthest position up to which it can be.
    #[cold]
    fn unknown_word(&self, start: usize, end: usize) -> PuzzleError {
        let mut reached = vec![false; end - start + 1];
        reached[0] = true;
        let mut last = start;
        for from in start..end {
            if reached[from - start] {
                last = from;
                for factor in self.factors(from, end) {
                    reached[factor.end - start] = true;
                }
            }
        }
        let name: String = self.text[last..end].iter().collect();
        let name = shortened(&name);
        let known: String = self
            .moves
            .moves
            .iter()
            .flat_map(|(name, _)| [" ", name])
            .collect();
        let message = if known.is_empty() {
            format!("{name:?} is not a move: there is none yet")
        } else {
            format!("{name:?} is not a move: expected one of{known}")
        };
        self.error_at(last, &message)
    }
}
