//! Renders a frame as lines of text: a board, or a graph with dotted edges.

use super::film::FilmFrame;
use crate::places::Placement;

/// The style of a character on a terminal with colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Faint,
    /// A piece on its goal place.
    Home,
    /// A piece that has just moved.
    Moved,
}

/// A grid of characters, all spaces at first.
struct TextCanvas(Vec<Vec<(char, Tone)>>);

impl TextCanvas {
    fn new(lines: usize, columns: usize) -> Self {
        Self(vec![vec![(' ', Tone::Plain); columns]; lines])
    }

    /// Writes a text that ends at a line and column.
    fn write(&mut self, (line, last): (usize, usize), text: &str, tone: Tone) {
        for (back, character) in text.chars().rev().enumerate() {
            if let Some(column) = last.checked_sub(back) {
                self.0[line][column] = (character, tone);
            }
        }
    }
}

/// The number of characters per unit of the drawing.
#[derive(Clone, Copy)]
struct Scale {
    lines: f64,
    columns: f64,
}

impl Scale {
    /// The line and column of a point. The first place is half a unit from the corner.
    fn at(self, (x, y): (f64, f64)) -> (usize, usize) {
        let round = |length: f64| length.round() as usize;
        (
            round((y - 0.5) * self.lines),
            round((x - 0.5) * self.columns) + 2,
        )
    }
}

/// The lines of a frame; `before` is the previous frame.
pub(super) fn lines(
    places: &Placement,
    goal: &[u8],
    frame: &FilmFrame,
    before: Option<&FilmFrame>,
) -> Vec<Vec<(char, Tone)>> {
    let scale = if places.is_graph() {
        Scale {
            lines: 4.0,
            columns: 9.0,
        }
    } else {
        Scale {
            lines: 1.0,
            columns: 3.0,
        }
    };
    let (width, height) = places.size();
    let (last_line, last_column) = scale.at((width - 0.5, height - 0.5));
    let mut sheet = TextCanvas::new(last_line + 1, last_column + 1);
    for &(a, b) in &places.edges {
        let ((x0, y0), (x1, y1)) = (places.at[a], places.at[b]);
        for part in 0..=16 {
            let along = f64::from(part) / 16.0;
            let point = (x0 + (x1 - x0) * along, y0 + (y1 - y0) * along);
            sheet.write(scale.at(point), ".", Tone::Faint);
        }
    }
    for (place, &piece) in frame.pieces.iter().enumerate() {
        let tone = match before.map(|frame| frame.pieces[place]) {
            _ if piece == 0 => Tone::Faint,
            Some(other) if other != piece => Tone::Moved,
            _ if goal[place] == piece => Tone::Home,
            _ => Tone::Plain,
        };
        let label = match piece {
            0 if places.walls.binary_search(&place).is_ok() => "#".to_owned(),
            0 => "_".to_owned(),
            _ => piece.to_string(),
        };
        sheet.write(scale.at(places.at[place]), &label, tone);
    }
    sheet.0
}
