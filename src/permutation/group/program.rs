//! [`StraightLineProgram`]: an element as products of products.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::Permutation;

/// A line of a [`StraightLineProgram`], which names earlier lines by their numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The element that leaves every point where it is.
    Identity,
    /// The generator with this number, from 0.
    Generator(usize),
    /// First the one line, then the other.
    Product(usize, usize),
    /// What takes the line back.
    Inverse(usize),
}

/// How an element is made of generators: each line is a generator, or a product or an inverse of
/// earlier lines, and the last line is the element.
///
/// ```
/// use puzzle_search::permutation::{group::PermutationGroup, Permutation};
///
/// let turn = Permutation::new(&[1, 2, 3, 4, 0])?;
/// let group = PermutationGroup::new(&[turn.clone()]);
/// let program = group.word(&turn.power(2)).expect("it is an element");
/// assert!(program.word(1).is_none());
/// assert_eq!(program.word(10), Some(vec![(0, 1), (0, 1)])); // the generator 0, twice
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StraightLineProgram {
    lines: Box<[Line]>,
}

/// The lines that these depend on, and the product of these at the end.
pub(super) fn needed(
    lines: &[Line],
    factors: impl Iterator<Item = usize> + Clone,
) -> StraightLineProgram {
    let mut is_needed = vec![false; lines.len()];
    for factor in factors.clone() {
        is_needed[factor] = true;
    }
    // A line names only earlier ones.
    for at in (0..lines.len()).rev() {
        if is_needed[at] {
            for part in parts(lines[at]).into_iter().flatten() {
                is_needed[part] = true;
            }
        }
    }
    let mut number = vec![0; lines.len()];
    let mut kept = Vec::new();
    for (at, &line) in lines.iter().enumerate().filter(|&(at, _)| is_needed[at]) {
        number[at] = kept.len();
        kept.push(match line {
            Line::Product(a, b) => Line::Product(number[a], number[b]),
            Line::Inverse(a) => Line::Inverse(number[a]),
            Line::Identity | Line::Generator(_) => line,
        });
    }
    // A single factor is the last line that is needed.
    let mut factors = factors.map(|factor| number[factor]);
    match factors.next() {
        None => kept.push(Line::Identity),
        Some(first) => {
            let mut product = first;
            for factor in factors {
                kept.push(Line::Product(product, factor));
                product = kept.len() - 1;
            }
        }
    }
    StraightLineProgram {
        lines: kept.into_boxed_slice(),
    }
}

fn parts(line: Line) -> [Option<usize>; 2] {
    match line {
        Line::Identity | Line::Generator(_) => [None, None],
        Line::Product(a, b) => [Some(a), Some(b)],
        Line::Inverse(a) => [Some(a), None],
    }
}

impl StraightLineProgram {
    /// The element that the program makes of these generators; `None` if it names one that is not
    /// there. O(n) for each line.
    ///
    /// ```
    /// use puzzle_search::permutation::{group::PermutationGroup, Permutation};
    ///
    /// let turn = Permutation::new(&[1, 2, 3, 4, 0])?;
    /// let group = PermutationGroup::new(&[turn.clone()]);
    /// let program = group.word(&turn.power(3)).expect("it is an element");
    /// assert_eq!(program.evaluate(&[turn.clone()]), Some(turn.power(3)));
    /// assert_eq!(program.evaluate(&[]), None);
    /// # Ok::<(), puzzle_search::permutation::PermutationError>(())
    /// ```
    #[must_use]
    pub fn evaluate(&self, generators: &[Permutation]) -> Option<Permutation> {
        let points = generators.iter().map(Permutation::points).max();
        let points = points.unwrap_or(0);
        let mut values: Vec<Permutation> = Vec::with_capacity(self.lines.len());
        for &line in &self.lines {
            values.push(match line {
                Line::Identity => Permutation::identity(points),
                Line::Generator(number) => {
                    generators.get(number)?.then(&Permutation::identity(points))
                }
                Line::Product(a, b) => values.get(a)?.then(values.get(b)?),
                Line::Inverse(a) => values.get(a)?.inverse(),
            });
        }
        values.pop()
    }

    /// How many generators and inverses of generators the word has when it is written out; `None`
    /// if that exceeds `u128`.
    #[must_use]
    pub(crate) fn word_length(&self) -> Option<u128> {
        let mut lengths: Vec<Option<u128>> = Vec::with_capacity(self.lines.len());
        for &line in &self.lines {
            lengths.push(match line {
                Line::Identity => Some(0),
                Line::Generator(_) => Some(1),
                Line::Product(a, b) => match (lengths[a], lengths[b]) {
                    (Some(a), Some(b)) => a.checked_add(b),
                    _ => None,
                },
                Line::Inverse(a) => lengths[a],
            });
        }
        lengths.pop().flatten()
    }

    /// The word written out, if it has at most `longest` letters: for each letter the number of the
    /// generator, and 1, or -1 for its inverse.
    #[must_use]
    pub fn word(&self, longest: usize) -> Option<Vec<(usize, i8)>> {
        if self.word_length()? > longest as u128 {
            return None;
        }
        let mut word = Vec::new();
        // What is left to write, last first; true is the inverse.
        let mut pending = vec![(self.lines.len().checked_sub(1)?, false)];
        while let Some((line, inverse)) = pending.pop() {
            match self.lines[line] {
                Line::Identity => {}
                Line::Generator(number) => word.push((number, if inverse { -1 } else { 1 })),
                Line::Product(a, b) if inverse => pending.extend([(a, true), (b, true)]),
                Line::Product(a, b) => pending.extend([(b, false), (a, false)]),
                Line::Inverse(a) => pending.push((a, !inverse)),
            }
        }
        Some(word)
    }
}
