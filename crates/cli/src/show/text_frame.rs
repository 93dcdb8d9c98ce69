//! Renders a frame as lines of text: a board, or a graph with dotted edges.

use super::film::FilmFrame;
use crate::places::Placement;

/// The style of a character on a terminal with colors, as the parameters of an escape sequence.
pub(super) type Style = &'static str;

const PLAIN: Style = "";
const FAINT: Style = "2";
/// A piece on its goal place.
const HOME: Style = "32";
/// A piece that has just moved.
const MOVED: Style = "1;33";

/// A grid of characters, all spaces at first.
struct TextCanvas(Vec<Vec<(char, Style)>>);

impl TextCanvas {
    fn new(lines: usize, columns: usize) -> Self {
        Self(vec![vec![(' ', PLAIN); columns]; lines])
    }

    /// Writes a text that ends at a line and column.
    fn write(&mut self, (line, last): (usize, usize), text: &str, style: Style) {
        for (back, character) in text.chars().rev().enumerate() {
            if let Some(column) = last.checked_sub(back) {
                self.0[line][column] = (character, style);
            }
        }
    }
}

/// The lines of a frame; `before` is the previous frame.
pub(super) fn lines(
    places: &Placement,
    goal: &[u8],
    frame: &FilmFrame,
    before: Option<&FilmFrame>,
) -> Vec<Vec<(char, Style)>> {
    // The number of characters per unit of the drawing.
    let (lines, columns) = if places.is_graph() {
        (4.0, 9.0)
    } else {
        (1.0, 3.0)
    };
    // The line and column of a point. The first place is half a unit from the corner.
    let at = |(x, y): (f64, f64)| {
        let round = |length: f64| length.round() as usize;
        (round((y - 0.5) * lines), round((x - 0.5) * columns) + 2)
    };
    let (width, height) = places.size();
    let (last_line, last_column) = at((width - 0.5, height - 0.5));
    let mut sheet = TextCanvas::new(last_line + 1, last_column + 1);
    for &(a, b) in &places.edges {
        let ((x0, y0), (x1, y1)) = (places.at[a], places.at[b]);
        for part in 0..=16 {
            let along = f64::from(part) / 16.0;
            let point = (x0 + (x1 - x0) * along, y0 + (y1 - y0) * along);
            sheet.write(at(point), ".", FAINT);
        }
    }
    for (place, &piece) in frame.pieces.iter().enumerate() {
        let style = match before.map(|frame| frame.pieces[place]) {
            _ if piece == 0 => FAINT,
            Some(other) if other != piece => MOVED,
            _ if goal[place] == piece => HOME,
            _ => PLAIN,
        };
        let label = match piece {
            0 if places.walls.binary_search(&place).is_ok() => "#".to_owned(),
            0 => "_".to_owned(),
            _ => piece.to_string(),
        };
        sheet.write(at(places.at[place]), &label, style);
    }
    sheet.0
}
