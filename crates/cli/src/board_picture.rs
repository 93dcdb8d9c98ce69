//! [`BoardPicture`]: the drawing of a board or a graph with its pieces.

use crate::places::Placement;
use crate::svg::Svg;

/// The places of a puzzle in a box of the drawing.
#[derive(Clone, Copy)]
pub(crate) struct BoardPicture<'a> {
    places: &'a Placement,
    left: f64,
    top: f64,
    /// The number of pixels in a unit.
    pub(crate) unit: f64,
}

impl<'a> BoardPicture<'a> {
    /// Centered in a box, as large as fits.
    pub(crate) fn within(
        places: &'a Placement,
        (left, top): (f64, f64),
        (width, height): (f64, f64),
    ) -> Self {
        let (columns, rows) = places.size();
        let unit = (width / columns).min(height / rows);
        Self {
            places,
            left: left + (width - unit * columns) / 2.0,
            top: top + (height - unit * rows) / 2.0,
            unit,
        }
    }

    /// The center of a place, in pixels.
    pub(crate) fn at(&self, place: usize) -> (f64, f64) {
        let (x, y) = self.places.at[place];
        (self.left + self.unit * x, self.top + self.unit * y)
    }

    /// Draws the board under the pieces.
    pub(crate) fn ground(&self, svg: &mut Svg) {
        if !self.places.is_graph() {
            let (columns, rows) = self.places.size();
            let size = (self.unit * columns, self.unit * rows);
            svg.rect("well", (self.left, self.top), size, self.unit * 0.12);
        }
        if !self.places.walls.is_empty() {
            let walls = self.places.walls.iter().map(|&wall| {
                let ((x, y), unit) = (self.at(wall), self.unit);
                let (left, top) = (x - unit / 2.0, y - unit / 2.0);
                format!("M{left:.1} {top:.1}h{unit:.1}v{unit:.1}h-{unit:.1}z")
            });
            svg.path("soft", walls.collect::<String>());
        }
        for &(a, b) in &self.places.edges {
            let ((x0, y0), (x1, y1), width) = (self.at(a), self.at(b), self.unit * 0.06);
            svg.add(format_args!(
                "<path class=\"line\" d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\" stroke-width=\"{width:.1}\"/>"
            ));
        }
        if self.places.is_graph() {
            for place in 0..self.places.at.len() {
                let (x, y) = self.at(place);
                svg.add(format_args!(
                    "<circle class=\"well\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>",
                    self.unit * 0.26
                ));
            }
        }
    }

    /// Draws a piece on a place, with attributes `more`; its color follows from its goal place.
    pub(crate) fn piece(&self, svg: &mut Svg, piece: u8, place: usize, goal: &[u8], more: &str) {
        let (x, y) = self.at(place);
        let home = goal.iter().position(|&label| label == piece);
        let color = color(home.unwrap_or(0), goal.len());
        let unit = self.unit;
        let shape = if self.places.is_graph() {
            format!("<circle r=\"{:.1}\" fill=\"{color}\"/>", unit * 0.34)
        } else {
            let (corner, side) = (unit * -0.46, unit * 0.92);
            format!(
                "<rect x=\"{corner:.1}\" y=\"{corner:.1}\" width=\"{side:.1}\" \
                 height=\"{side:.1}\" rx=\"{:.1}\" fill=\"{color}\"/>",
                unit * 0.1
            )
        };
        let height = unit * if self.places.is_graph() { 0.34 } else { 0.42 };
        svg.add(format_args!(
            "<g{more} transform=\"translate({x:.1} {y:.1})\">{shape}<text class=\"label\" \
             y=\"{:.1}\" text-anchor=\"middle\" style=\"font-size:{height:.1}px\">{piece}</text></g>",
            height * 0.36
        ));
    }

    /// Draws the board and all pieces.
    pub(crate) fn draw(&self, svg: &mut Svg, pieces: &[u8], goal: &[u8]) {
        self.ground(svg);
        for (place, &piece) in pieces.iter().enumerate() {
            if piece != 0 {
                self.piece(svg, piece, place, goal, "");
            }
        }
    }
}

/// A color between blue, purple and red, by the goal place; white text is legible on all of them.
fn color(home: usize, places: usize) -> String {
    const STOPS: [[f64; 3]; 3] = [
        [29.0, 78.0, 216.0],
        [150.0, 30.0, 180.0],
        [190.0, 60.0, 20.0],
    ];
    let along = 2.0 * home as f64 / (places.max(2) - 1) as f64;
    let (from, to, part) = if along < 1.0 {
        (STOPS[0], STOPS[1], along)
    } else {
        (STOPS[1], STOPS[2], along - 1.0)
    };
    let mix = |at: usize| (from[at] + (to[at] - from[at]) * part).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}
