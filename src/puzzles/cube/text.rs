//! Parses the stickers of a cube from text.

use alloc::format;
use alloc::vec::Vec;

use super::model::FACES;
use crate::puzzles::error::PuzzleError;

/// Whether a character is a sticker: not white space, a byte order mark or the variation selector of emoji squares.
pub(in crate::puzzles) fn is_sticker(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '\u{feff}' | '\u{fe0f}')
}

/// The colors in a text, face by face in the order U R F D L B; in capital letters, since many write small ones.
///
/// The text has either the faces one after another or is a net, with the face U above F, and L F R B side by side.
///
/// # Errors
///
/// Returns an error if the number of stickers is not that of a cube with `layers` layers, or if the net has another
/// shape.
pub(in crate::puzzles) fn colors(text: &str, layers: usize) -> Result<Vec<char>, PuzzleError> {
    let colors_of = |line: &str| -> Vec<char> {
        let stickers = line.chars().filter(|&c| is_sticker(c));
        stickers
            .map(|c| c.to_uppercase().next().unwrap_or(c))
            .collect()
    };
    let lines: Vec<(&str, Vec<char>)> = text.lines().map(|line| (line, colors_of(line))).collect();
    let rows: Vec<&(&str, Vec<char>)> = lines.iter().filter(|(_, row)| !row.is_empty()).collect();
    let face = layers * layers;
    let found = rows.iter().map(|(_, row)| row.len()).sum::<usize>();
    if found != FACES.len() * face {
        let message = format!(
            "there are {found} stickers: expected {}, {face} for each face",
            FACES.len() * face
        );
        return Err(PuzzleError::new(message));
    }
    let is_middle = |at: usize| (layers..2 * layers).contains(&at);
    let length = |at: usize| if is_middle(at) { 4 * layers } else { layers };
    let is_net = rows.len() == 3 * layers
        && rows
            .iter()
            .enumerate()
            .all(|(at, (_, row))| row.len() == length(at));
    if !is_net {
        return Ok(rows
            .iter()
            .flat_map(|(_, row)| row.iter().copied())
            .collect());
    }
    // Emoji squares are twice as wide as letters and spaces, and other squares may be: `wide` is the width of both.
    let column = |line: &str, number: usize, wide: usize| -> usize {
        let width = |c: char| if c < '\u{1100}' { 1 } else { wide };
        let stickers = line.char_indices().filter(|&(_, c)| is_sticker(c));
        let at = stickers.map(|(at, _)| at).nth(number).unwrap_or(0);
        line[..at]
            .chars()
            .filter(|&c| c != '\u{fe0f}' && c != '\u{feff}')
            .map(width)
            .sum()
    };
    let front = |wide: usize| column(rows[layers].0, layers, wide);
    // The first row that is not above or below the front face. The spaces before row 0 are easily lost in copying.
    let misplaced = |wide: usize| {
        let is_off = |&at: &usize| !is_middle(at) && column(rows[at].0, 0, wide) != front(wide);
        (1..rows.len()).find(is_off)
    };
    if let (Some(at), Some(_)) = (misplaced(2), misplaced(1)) {
        let message = format!(
            "row {} of the net begins at column {}: expected it above or below the front face, at column {}",
            at + 1,
            column(rows[at].0, 0, 2) + 1,
            front(2) + 1
        );
        return Err(PuzzleError::new(message));
    }
    // The position of each face in the net, in faces: row and column.
    let faces = [(0, 0), (1, 2), (1, 1), (2, 0), (1, 0), (1, 3)];
    let face = |(row, column): (usize, usize)| {
        let rows = rows[row * layers..(row + 1) * layers].iter();
        rows.flat_map(move |(_, row)| row[column * layers..(column + 1) * layers].iter().copied())
    };
    Ok(faces.into_iter().flat_map(face).collect())
}
