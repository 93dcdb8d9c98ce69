//! `group`: the permutation group that the moves of a puzzle generate.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use puzzle_search::permutation::Parity;
use puzzle_search::permutation::PermutationGroup;
use puzzle_search::puzzles::Definition;

use crate::CliResult;
use crate::catalogue::SourceText;
use crate::console::Console;

/// Describe the group of a puzzle that is given by its moves: its order, its factors, where pieces can get
///
///   puzzle-search group examples/puzzles/cube.puzzle
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct DescribeGroup {
    /// A file with the definition of a puzzle; - is standard input
    #[arg(default_value = "-")]
    file: String,
}

impl DescribeGroup {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let SourceText { text, source } = SourceText::read(&self.file, console)?;
        let definition: Result<Definition, _> = text.parse();
        let definition = definition.map_err(|error| format!("{source}: {error}"))?;
        console.print(describe(&definition)?)?;
        Ok(0)
    }
}

fn describe(definition: &Definition) -> CliResult<String> {
    let mut out = String::new();
    writeln!(
        out,
        "{}",
        definition.name().unwrap_or("A puzzle without a name")
    )?;
    let points = definition.points();
    writeln!(out, "points      {points}\n")?;

    for mv in definition.moves() {
        let permutation = &mv.permutation;
        let order = permutation
            .order()
            .map_or("huge".into(), |order| order.to_string());
        let (parity, cycles) = (permutation.parity(), permutation.cycle_notation(1));
        writeln!(
            out,
            "move {:<6} order {order:<4} {parity:<5} {cycles}",
            mv.name
        )?;
    }

    let moves = definition.moves().iter();
    let generators: Vec<_> = moves.map(|mv| mv.permutation.clone()).collect();
    let group = PermutationGroup::new(&generators);
    let lengths = group.orbit_lengths();
    writeln!(out, "\norder       {}", group.order_in_decimal())?;
    writeln!(out, "factors     {}", factors(&lengths))?;
    let even = generators
        .iter()
        .all(|move_| move_.parity() == Parity::Even);
    writeln!(out, "even only   {}", if even { "yes" } else { "no" })?;
    let base: Vec<u32> = group.base().iter().map(|point| point + 1).collect();
    writeln!(out, "base        {}", list(&base))?;
    writeln!(out, "orbit sizes {}", list(&lengths))?;
    writeln!(
        out,
        "generators  {} strong ones",
        group.strong_generators().len()
    )?;
    for orbit in group.orbits() {
        let orbit: Vec<u32> = orbit.iter().map(|point| point + 1).collect();
        writeln!(out, "orbit       {}", list(&orbit))?;
    }
    Ok(out)
}

fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if numbers.is_empty() {
        "none".into()
    } else {
        numbers.join(" ")
    }
}

/// The prime factors of the product of these numbers.
fn factors(numbers: &[u32]) -> String {
    let mut exponents = BTreeMap::new();
    for &number in numbers {
        let (mut rest, mut factor) = (number, 2);
        while rest > 1 {
            if rest % factor == 0 {
                *exponents.entry(factor).or_insert(0) += 1;
                rest /= factor;
            } else {
                factor += 1;
            }
        }
    }
    let power = |(factor, exponent): (&u32, &u32)| match exponent {
        1 => factor.to_string(),
        _ => format!("{factor}^{exponent}"),
    };
    let powers: Vec<String> = exponents.iter().map(power).collect();
    if powers.is_empty() {
        "1".into()
    } else {
        powers.join(" * ")
    }
}
