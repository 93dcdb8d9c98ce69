//! A knight's way on a map: `printf 'K..\n.#.\n.T.\n' | cargo run --release --example knight`.

#[path = "common/end.rs"]
mod end;
#[path = "common/file.rs"]
mod file;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use puzzle_search::{BreadthFirst, Solver, from_fn};

fn main() -> ExitCode {
    end::end(ride())
}

fn ride() -> Result<ExitCode, Box<dyn Error>> {
    let mut board = BTreeMap::new();
    for (row, line) in (0..).zip(file::read(None)?.lines()) {
        for (column, square) in (0..).zip(line.chars()) {
            board.insert((row, column), square);
        }
    }
    if let Some(other) = board.values().find(|square| !".#KT".contains(**square)) {
        return Err(format!("{other:?} is no square: expected one of . # K T").into());
    }
    let find = |letter| {
        let mut found = board.iter().filter(|(_, square)| **square == letter);
        match (found.next(), found.next()) {
            (Some((place, _)), None) => Ok(*place),
            _ => Err(format!("expected one {letter} on the map")),
        }
    };
    let (start, target) = (find('K')?, find('T')?);
    let puzzle = from_fn(
        |&(row, column): &(i32, i32)| {
            let jumps = [(-2, 1), (-1, 2), (1, 2), (2, 1)].into_iter();
            let places = jumps.flat_map(move |(down, aside)| {
                [column - aside, column + aside].map(|column| (row + down, column))
            });
            let free = places.filter(|to| board.get(to).is_some_and(|&square| square != '#'));
            free.map(|to| (to, to, 1_u32)) // a move is the place it leads to
        },
        |&place| place == target,
    );
    let report = BreadthFirst::new().solve(&puzzle, &start);
    let Some(solution) = report.solution() else {
        writeln!(io::stdout(), "the knight cannot get there")?;
        return Ok(ExitCode::from(1));
    };
    let path = solution.states(&puzzle, &start)?;
    for (&place, square) in &board {
        let number = path.iter().position(|&at| at == place);
        let shown = number.map_or(square.to_string(), |number| number.to_string());
        let ends = !board.contains_key(&(place.0, place.1 + 1));
        write!(io::stdout(), "{shown:>4}{}", if ends { "\n" } else { "" })?;
    }
    Ok(ExitCode::SUCCESS)
}
