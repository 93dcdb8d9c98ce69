//! The parser for sequences of moves, which evaluates a sequence to a permutation.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::error::{PuzzleError, shortened};
use crate::permutation::Permutation;

/// The greatest depth of nested groups, since the parser is recursive.
const DEEPEST: u32 = 100;
/// The greatest number of repetitions.
const MOST_TIMES: i64 = 1_000_000_000;
/// The greatest number of digits or primes in a row; 18 digits fit into an `i64`.
const LONGEST_RUN: usize = 18;

/// The names of moves and their permutations of the points.
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

    /// Evaluates a sequence. A repetition becomes a power, so its length does not matter.
    pub(super) fn product(&self, text: &str) -> Result<Permutation, PuzzleError> {
        let mut parser = SequenceParser {
            moves: self,
            text: text.chars().map(plain).collect(),
            at: 0,
            depth: 0,
        };
        let product = parser.sequence(Inside::Text)?;
        match parser.peek() {
            None => Ok(product),
            Some(found) => {
                let opening = if found == ')' { "(" } else { "[" };
                let message =
                    format!("\"{found}\" is not in a group: expected {opening:?} before it");
                Err(parser.wrong(parser.at, &message))
            }
        }
    }
}

/// The innermost brackets around a position. Outside of square brackets, a comma only separates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Text,
    Parentheses,
    Brackets,
}

/// A possible reading of a part of a word: a move with its exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Factor {
    /// The index of the move.
    number: usize,
    times: i64,
    /// The position after it.
    end: usize,
}

struct SequenceParser<'a> {
    moves: &'a Moves<'a>,
    text: Vec<char>,
    at: usize,
    depth: u32,
}

/// Normalises the many characters for primes, the multiplication sign and invisible spaces.
pub(super) const fn plain(c: char) -> char {
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
    fn wrong(&self, at: usize, message: &str) -> PuzzleError {
        let before = self.text.get(..at).unwrap_or_default();
        let columns = before.iter().rev().take_while(|&&c| c != '\n').count();
        let error = PuzzleError::new(message).at(columns + 1);
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

    fn skip(&mut self, inside: Inside) {
        while let Some(c) = self.peek() {
            if self.begins_comment() {
                let rest = self.text.get(self.at..).unwrap_or_default();
                self.at += rest.iter().take_while(|&&c| c != '\n').count();
            } else if c.is_whitespace() || c == ',' && inside != Inside::Brackets {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Parses words and groups up to a closing bracket, a divider or the end.
    fn sequence(&mut self, inside: Inside) -> Result<Permutation, PuzzleError> {
        let mut product = Permutation::identity(self.moves.points);
        loop {
            self.skip(inside);
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
        if self.depth == DEEPEST {
            let message =
                format!("this group is too deep within others: expected at most {DEEPEST}");
            return Err(self.wrong(open, &message));
        }
        let inside = if bracket == '(' {
            Inside::Parentheses
        } else {
            Inside::Brackets
        };
        (self.at, self.depth) = (open + 1, self.depth + 1);
        let first = self.sequence(inside)?;
        let group = match self.peek() {
            Some(divider @ (',' | ':')) if inside == Inside::Brackets => {
                self.at += 1;
                let second = self.sequence(inside)?;
                let there = first.then(&second).then(&first.inverse());
                if divider == ':' {
                    there
                } else {
                    there.then(&second.inverse())
                }
            }
            _ => first,
        };
        let close = if bracket == '(' { ')' } else { ']' };
        match self.peek() {
            Some(found) if found == close => {}
            None => {
                let message = format!("\"{bracket}\" is not closed: expected \"{close}\"");
                return Err(self.wrong(open, &message));
            }
            Some(found) => {
                let message = format!(
                    "\"{found}\" is in a group that \"{bracket}\" opens: expected \"{close}\""
                );
                return Err(self.wrong(self.at, &message));
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
                return Err(self.wrong(sign, message));
            }
        }
        // A number right after a group cannot begin a move, so the longest exponent is meant.
        let longest = self.suffixes(from, self.text.len()).pop();
        let (times, end) = longest.unwrap_or((1, from));
        self.at = end;
        self.in_range(times, from)
    }

    fn in_range(&self, times: i64, at: usize) -> Result<i64, PuzzleError> {
        if times.abs() <= MOST_TIMES {
            return Ok(times);
        }
        let message =
            format!("the number of repetitions is too great: expected at most {MOST_TIMES}");
        Err(self.wrong(at, &message))
    }

    /// All exponents that can be read from `from` on, with their ends, shortest first: a number, perhaps after `*` or
    /// `^`, with primes before and after it.
    fn suffixes(&self, from: usize, end: usize) -> Vec<(i64, usize)> {
        let text = &self.text[from..end];
        let count = |from: usize, is: fn(char) -> bool| {
            let run = text[from..].iter().take(LONGEST_RUN);
            run.take_while(|&&c| is(c)).count()
        };
        let sign = |primes: usize| if primes.is_multiple_of(2) { 1 } else { -1 };
        let before = count(0, |c| c == '\'');
        let mut suffixes: Vec<_> = (1..=before).map(|n| (sign(n), from + n)).collect();
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
            suffixes.extend((0..=behind).map(|n| (sign(before + n) * number, from + at + n)));
        }
        suffixes
    }

    /// All factors that can be read from `from` on and end by `end`, those with the longest names first.
    fn factors(&self, from: usize, end: usize) -> Vec<Factor> {
        let mut factors = Vec::new();
        for (number, (name, _)) in self.moves.moves.iter().enumerate() {
            let mut rest = self.text[from..end].iter();
            if name.chars().all(|c| rest.next() == Some(&c)) {
                let behind = end - rest.len();
                let factor = |(times, end)| Factor { number, times, end };
                factors.push(factor((1, behind)));
                factors.extend(self.suffixes(behind, end).into_iter().map(factor));
            }
        }
        let length = |factor: &Factor| self.moves.moves[factor.number].0.len();
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
        let mut can_end = vec![false; end - start + 1];
        can_end[end - start] = true;
        for from in (start..end).rev() {
            let factors = self.factors(from, end);
            can_end[from - start] = factors.iter().any(|factor| can_end[factor.end - start]);
        }
        if !can_end[0] {
            return Err(self.not_a_move(start, end));
        }
        let mut at = start;
        while at < end {
            let mut factors = self.factors(at, end);
            factors.retain(|factor| can_end[factor.end - start]);
            let is_name = |factor: &&Factor| {
                let length = self.moves.moves[factor.number].0.chars().count();
                factor.end == end && self.text[at + length..end].iter().all(|&c| c == '\'')
            };
            // The printed form of a single move is always read as this move.
            let whole = factors.iter().find(is_name).filter(|_| at == start);
            let factor = *whole.unwrap_or(&factors[0]);
            let does = self.effect(factor);
            let differs = |other: &&Factor| other.end != factor.end || self.effect(**other) != does;
            if whole.is_none()
                && let Some(&other) = factors.iter().find(differs)
            {
                let word: String = self.text[at..end].iter().collect();
                let [first, second] =
                    [factor, other].map(|factor| self.reading(factor, end, &can_end, start));
                let message = format!(
                    "{:?} can be read as {first} and as {second}: expected one of these",
                    shortened(&word)
                );
                return Err(self.wrong(at, &message));
            }
            self.in_range(factor.times, at)?;
            *product = product.then(&does);
            at = factor.end;
        }
        Ok(())
    }

    fn effect(&self, factor: Factor) -> Permutation {
        self.moves.moves[factor.number].1.power(factor.times)
    }

    /// The first factors of one reading of a word, separated by spaces, for the error about ambiguous words.
    fn reading(&self, first: Factor, end: usize, can_end: &[bool], start: usize) -> String {
        let mut reading = String::new();
        let mut factor = first;
        for shown in 1.. {
            let name = self.moves.moves[factor.number].0;
            reading += &match factor.times {
                1 => name.into(),
                -1 => format!("({name})'"),
                times if times < 0 => format!("{name}*{}'", times.unsigned_abs()),
                times => format!("{name}*{times}"),
            };
            let factors = self.factors(factor.end, end);
            let next = factors.iter().find(|next| can_end[next.end - start]);
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

    /// The error for a word that cannot be read, at the farthest position that can be reached.
    #[cold]
    fn not_a_move(&self, start: usize, end: usize) -> PuzzleError {
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
        self.wrong(last, &message)
    }
}
