//! Draws a film: start and goal, the board, the moves, and the steps of the search.

use std::time::Duration;

use super::film::{Film, FilmFrame};
use super::motion::{Timing, Track};
use crate::board_picture::BoardPicture;
use crate::progress_line::grouped;
use crate::search::StepCount;
use crate::svg::Svg;

const WIDTH: f64 = 860.0;
/// The left edges and the widths of the columns.
const LEFT: f64 = 32.0;
const BOARD: f64 = 330.0;
const RIGHT: f64 = 410.0;
const RIGHT_WIDTH: f64 = WIDTH - RIGHT - LEFT;
/// The top of both columns.
const TOP: f64 = 92.0;
/// The height of a line of moves.
const LINE: f64 = 28.0;
const ROW: f64 = 19.0;
/// The maximum number of steps that are drawn.
const ROWS: usize = 9;

/// A picture that plays by itself.
pub(super) fn animated(film: &Film, step: Duration) -> String {
    let (mut svg, tracks) = still(film);
    svg.style(&Timing::new(step, film.moves()).rules(&tracks));
    svg.end()
}

/// The picture of the start, and the tracks of its moving elements.
pub(super) fn still(film: &Film) -> (Svg, Vec<Track>) {
    let strip = Strip::new(film);
    let rows = film.steps.len().min(ROWS);
    let strip_top = TOP + 176.0;
    let steps_top = strip_top + strip.height() + 34.0;
    let right_end = match rows {
        0 => strip_top + strip.height(),
        _ => steps_top + ROW * rows as f64,
    };
    let height = right_end.max(TOP + BOARD + 30.0) + 28.0;
    let mut svg = Svg::new((WIDTH, height), &film.summary);
    svg.text((LEFT, 68.0), "soft", &film.search);
    let mut tracks = board(&mut svg, film);
    ends(&mut svg, film);
    tracks.push(strip.draw(&mut svg, film, strip_top));
    if rows > 0 {
        steps(&mut svg, film, steps_top);
    }
    (svg, tracks)
}

/// Draws the board with its pieces, and a progress bar below it.
fn board(svg: &mut Svg, film: &Film) -> Vec<Track> {
    let board = BoardPicture::within(&film.places, (LEFT, TOP), (BOARD, BOARD));
    board.ground(svg);
    let mut tracks = Vec::new();
    for piece in film.pieces() {
        let at: Vec<_> = film.places_of(piece).map(|place| board.at(place)).collect();
        let id = format!("piece{piece}");
        if let Some(place) = film.places_of(piece).next() {
            let more = format!(" id=\"{id}\"");
            board.piece(svg, piece, place, &film.goal, &more);
        }
        tracks.push(Track { id, at });
    }
    let y = TOP + BOARD + 22.0;
    svg.rect("well", (LEFT, y - 2.0), (BOARD, 4.0), 2.0);
    svg.add(format_args!(
        "<g id=\"progress\" transform=\"translate({LEFT} {y})\"><circle class=\"bar\" r=\"6\"/></g>"
    ));
    let along = |frame: usize| LEFT + BOARD * frame as f64 / film.moves().max(1) as f64;
    tracks.push(Track {
        id: "progress".into(),
        at: (0..film.frames.len())
            .map(|frame| (along(frame), y))
            .collect(),
    });
    tracks
}

/// Draws start and goal in a small size.
fn ends(svg: &mut Svg, film: &Film) {
    let (width, height) = ((RIGHT_WIDTH - 60.0) / 2.0, 116.0);
    let ends = [
        ("start", RIGHT, film.frames[0].pieces.as_slice()),
        ("goal", RIGHT + width + 60.0, film.goal.as_slice()),
    ];
    for (name, left, pieces) in ends {
        let middle = (left + width / 2.0, TOP + 8.0);
        svg.text(middle, "soft middle", name);
        let board = BoardPicture::within(&film.places, (left, TOP + 18.0), (width, height));
        board.draw(svg, pieces, &film.goal);
    }
    let (x, y) = (RIGHT + width + 30.0, TOP + 18.0 + height / 2.0);
    svg.add(format_args!(
        "<path class=\"line\" fill=\"none\" stroke-width=\"2.5\" \
         d=\"M{} {y}h32m-9 -7l9 7l-9 7\"/>",
        x - 16.0
    ));
}

/// The letters of the moves, in rows.
struct Strip {
    cell: f64,
    columns: usize,
    cells: usize,
}

impl Strip {
    fn new(film: &Film) -> Self {
        let letters = film.frames.iter().map(|frame| frame.letter.chars().count());
        let cell = 16.0 + 9.0 * letters.max().unwrap_or(0) as f64;
        Self {
            cell,
            columns: (RIGHT_WIDTH / cell) as usize,
            cells: film.frames.len(),
        }
    }

    fn height(&self) -> f64 {
        LINE * self.cells.div_ceil(self.columns) as f64
    }

    /// Draws the letters; the first cell stands for the start, and a frame moves to the latest move.
    fn draw(&self, svg: &mut Svg, film: &Film, top: f64) -> Track {
        let heading = format!("Solution: {}", film.moves_are);
        svg.text((RIGHT, top - 14.0), "soft", heading);
        let at = |frame: usize| {
            let (line, column) = (frame / self.columns, frame % self.columns);
            (RIGHT + self.cell * column as f64, top + LINE * line as f64)
        };
        for (index, FilmFrame { letter, .. }) in film.frames.iter().enumerate() {
            let (x, y) = at(index);
            let size = (self.cell - 3.0, LINE - 3.0);
            svg.rect("well", (x + 1.5, y + 1.5), size, 4.0);
            let letter = if index == 0 { "·" } else { letter };
            svg.text((x + self.cell / 2.0, y + 18.5), "ink middle", letter);
        }
        let (x, y) = at(0);
        svg.add(format_args!(
            "<g id=\"latest\" transform=\"translate({x:.1} {y:.1})\"><rect class=\"mark\" x=\"1\" \
             y=\"1\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/></g>",
            self.cell - 2.0,
            LINE - 2.0
        ));
        Track {
            id: "latest".into(),
            at: (0..self.cells).map(at).collect(),
        }
    }
}

/// Draws a bar for each of the last steps of the search, on a logarithmic scale.
fn steps(svg: &mut Svg, film: &Film, top: f64) {
    svg.text((RIGHT, top - 12.0), "soft", film.steps_are);
    let rows = &film.steps;
    let rows = &rows[rows.len().saturating_sub(ROWS)..];
    let log = |states: u64| (states as f64 + 1.0).ln();
    let greatest = rows.iter().map(|step| log(step.states)).fold(1.0, f64::max);
    for (at, &StepCount { number, states }) in rows.iter().enumerate() {
        let y = top + ROW * at as f64;
        svg.text((RIGHT + 24.0, y + 13.0), "ink end", number);
        let bar = (RIGHT_WIDTH - 150.0) * log(states) / greatest;
        svg.rect("bar", (RIGHT + 34.0, y + 2.5), (bar, ROW - 5.0), 2.0);
        let beside = (RIGHT + 42.0 + bar, y + 13.0);
        let solved = if number == film.moves() as u64 {
            ": solved"
        } else {
            ""
        };
        svg.text(beside, "ink", format_args!("{}{solved}", grouped(states)));
    }
}
