//! Identifies the piece on each place of a cube by its colors.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::model::{FACES, Model};
use crate::puzzles::error::PuzzleError;

/// For each sticker, the place of this sticker on the solved cube, whose faces have the colors `scheme`.
///
/// # Errors
///
/// Returns an error if no cube has one of the pieces, or if two places have the same piece.
pub(in crate::puzzles) fn homes(
    model: &Model,
    colors: &[char],
    scheme: [char; 6],
) -> Result<Vec<u32>, PuzzleError> {
    let pieces = model.pieces();
    let mut homes: Vec<u32> = (0..).take(model.stickers()).collect();
    // The place on which each piece was found.
    let mut found: Vec<Option<&[u32]>> = vec![None; pieces.len()];
    for place in &pieces {
        let shown: Vec<char> = place.iter().map(|&at| colors[at as usize]).collect();
        let mut faces = Vec::new();
        for (&sticker, color) in place.iter().zip(&shown) {
            let face = scheme.iter().position(|other| other == color);
            faces.push(face.ok_or_else(|| {
                let (side, place) = (FACES[model.face(sticker)], name(model, place));
                let message = format!(
                    "the sticker of {place} on face {side} is {color:?}: expected the color of a center, {}",
                    spaced(&scheme)
                );
                PuzzleError::of_item(sticker as usize, message)
            })?);
        }
        check_colors(model, place, &shown)?;
        if let Some((a, b)) = opposite(&faces) {
            let why = format!(
                "its colors {} and {} are of opposite faces",
                shown[a], shown[b]
            );
            return Err(no_piece(model, place, &why));
        }
        let turns = |home: &Vec<u32>| {
            let is = |turn: &usize| {
                let mut turned = home.iter().cycle().skip(*turn).zip(&faces);
                home.len() == faces.len() && turned.all(|(&home, &face)| model.face(home) == face)
            };
            (0..home.len()).find(is)
        };
        let mut known = pieces.iter().enumerate();
        let Some((number, turn)) = known.find_map(|(at, home)| Some((at, turns(home)?))) else {
            let mut expected = shown.clone();
            expected[1..].reverse();
            let (shown, expected) = (spaced(&shown), spaced(&expected));
            let why =
                format!("its colors are {shown} clockwise, as if in a mirror: expected {expected}");
            return Err(no_piece(model, place, &why));
        };
        if let Some(before) = found[number].replace(place) {
            let message = format!(
                "{} with the colors {} is at {} and at {}: expected it once",
                kind(place),
                spaced(&shown),
                name(model, before),
                name(model, place)
            );
            return Err(PuzzleError::of_item(place[0] as usize, message));
        }
        for (&sticker, &home) in place.iter().zip(pieces[number].iter().cycle().skip(turn)) {
            homes[sticker as usize] = home;
        }
    }
    Ok(homes)
}

/// Checks that no two stickers of the piece on this place have the same color.
pub(in crate::puzzles) fn check_colors(
    model: &Model,
    place: &[u32],
    shown: &[char],
) -> Result<(), PuzzleError> {
    let mut colors = shown.iter().enumerate();
    match colors.find(|&(at, color)| shown[..at].contains(color)) {
        None => Ok(()),
        Some((_, color)) => {
            let why = format!("two of its stickers are {color}");
            Err(no_piece(model, place, &why))
        }
    }
}

/// The indices of two opposite faces among these, if there are any.
pub(in crate::puzzles) fn opposite(faces: &[usize]) -> Option<(usize, usize)> {
    let mut pairs = (0..faces.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.find(|&(a, b)| faces[a].abs_diff(faces[b]) == 3)
}

#[cold]
fn no_piece(model: &Model, place: &[u32], why: &str) -> PuzzleError {
    let (name, kind) = (name(model, place), kind(place));
    let message = format!("at {name} is {kind} that no cube has: {why}");
    PuzzleError::of_item(place[0] as usize, message)
}

/// The faces of a place, such as URF.
fn name(model: &Model, place: &[u32]) -> String {
    place
        .iter()
        .map(|&sticker| FACES[model.face(sticker)])
        .collect()
}

fn kind(place: &[u32]) -> &'static str {
    if place.len() == 2 {
        "an edge"
    } else {
        "a corner"
    }
}

pub(super) fn spaced(colors: &[char]) -> String {
    let colors: Vec<String> = colors.iter().map(ToString::to_string).collect();
    colors.join(" ")
}
