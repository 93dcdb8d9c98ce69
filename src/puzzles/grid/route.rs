//! [`Route`]: a pathfinding task on a map, read from a `.scen` file.
//!
//! Each line of such a file becomes one route. Invariant: the start and the goal of a route that was read lie within
//! its width and height, and its length is finite.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::Cell;
use crate::puzzles::error::{PuzzleError, shortened};

/// A pathfinding task on a map, with the length of a shortest path: one line of a `.scen` file ("scenario") of the
/// [Moving AI](https://movingai.com/benchmarks/formats.html) benchmarks.
///
/// The length of a route is the cost of a cheapest path in a [`Grid::octile`](super::Grid::octile) with
/// [`Connectivity::Eight`](super::Connectivity::Eight), rounded to a few digits. A route is printed as a line of a
/// `.scen` file.
///
/// ```
/// use puzzle_search::puzzles::{Cell, Route};
///
/// // Two lines from the benchmarks' description of the file format.
/// let text = "version 1\n\
///     0\tmaps/dao/arena.map\t49\t49\t1\t11\t1\t12\t1\n\
///     0\tmaps/dao/arena.map\t49\t49\t1\t13\t4\t12\t3.41421\n";
/// let routes = Route::parse_all(text)?;
/// assert_eq!((routes[1].start, routes[1].goal), (Cell::new(1, 13), Cell::new(4, 12)));
/// assert_eq!(routes[1].length, 3.41421);
/// assert_eq!(format!("version 1\n{}\n{}\n", routes[0], routes[1]), text);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The number of the bucket. A bucket is a group of routes of about the same length.
    pub bucket: u32,
    /// The name of the map file, with its directories.
    pub map: Box<str>,
    /// The number of columns of the map. If the map file has another size, scale the map to `width` and `height`.
    pub width: u16,
    /// The number of rows of the map.
    pub height: u16,
    /// The cell where the route begins.
    pub start: Cell,
    /// The cell where the route ends.
    pub goal: Cell,
    /// The length of a shortest path from `start` to `goal`.
    pub length: f64,
}

impl Route {
    /// Reads all routes from the text of a `.scen` file. The first line is `version 1`, or is missing, and every other
    /// line is a route. Whether a start or a goal is a wall depends on the map: see
    /// [`Grid::with_goals`](super::Grid::with_goals).
    ///
    /// # Errors
    ///
    /// Returns an error if the version is not 1, if a line does not have nine fields, or if a field is out of range.
    ///
    /// ```
    /// use puzzle_search::puzzles::Route;
    ///
    /// let error = Route::parse_all("version 1\n0\ta.map\t9\t9\t4\t9\t0\t0\t1").unwrap_err();
    /// let message = "line 2, column 15: the start's y is \"9\": expected a number from 0 to 8";
    /// assert_eq!(error.to_string(), message);
    /// ```
    pub fn parse_all(text: &str) -> Result<Vec<Self>, PuzzleError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .peekable();
        let is_version = |line: &str| {
            let word = line.split_whitespace().next();
            word.is_some_and(|word| word.eq_ignore_ascii_case("version"))
        };
        if let Some((number, line)) = lines.next_if(|(_, line)| is_version(line)) {
            let version = line.split_whitespace().skip(1).collect::<Vec<_>>();
            if !matches!(version[..], ["1" | "1.0"]) {
                let found = shortened(line);
                let message =
                    format!("{found:?} is no version that is known: expected \"version 1\"");
                return Err(PuzzleError::new(message).on_line(number));
            }
        }
        let route = |(number, line)| parse_line(line).map_err(|error| error.on_line(number));
        lines.map(route).collect()
    }
}

/// The fields of a line in their order, as error messages call them.
const FIELDS: [&str; 9] = [
    "bucket",
    "map",
    "width",
    "height",
    "start's x",
    "start's y",
    "goal's x",
    "goal's y",
    "length",
];

/// Parses a line, whose fields are separated by tabs. Without a tab, they are separated by white space.
fn parse_line(line: &str) -> Result<Route, PuzzleError> {
    let fields: Vec<&str> = if line.contains('\t') {
        line.split('\t').map(str::trim).collect()
    } else {
        line.split_whitespace().collect()
    };
    let &[bucket, map, width, height, x, y, goal_x, goal_y, length] = fields.as_slice() else {
        let found = fields.len();
        let message = format!("the route has {found} fields: expected 9, from bucket to length");
        return Err(PuzzleError::new(message));
    };
    let wrong = |at: usize, expected: &str| {
        let field = fields[at];
        // A field is a slice of the line, so its address tells the column.
        let before = field.as_ptr() as usize - line.as_ptr() as usize;
        let column = line.get(..before).unwrap_or_default().chars().count() + 1;
        let (name, found) = (FIELDS[at], shortened(field));
        PuzzleError::new(format!("the {name} is {found:?}: expected {expected}")).at_column(column)
    };
    let number = |at: usize, text: &str, least: u16, most: u16| {
        let number = text.parse().ok();
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| wrong(at, &format!("a number from {least} to {most}")))
    };
    let bucket = u32::from_str(bucket).map_err(|_| wrong(0, "a number from 0 to 4294967295"))?;
    let (width, height) = (
        number(2, width, 1, u16::MAX)?,
        number(3, height, 1, u16::MAX)?,
    );
    let start = Cell::new(number(4, x, 0, width - 1)?, number(5, y, 0, height - 1)?);
    let goal = Cell::new(
        number(6, goal_x, 0, width - 1)?,
        number(7, goal_y, 0, height - 1)?,
    );
    let length = f64::from_str(length).ok();
    let length = length.filter(|length| length.is_finite() && *length >= 0.0);
    Ok(Route {
        bucket,
        map: map.into(),
        width,
        height,
        start,
        goal,
        length: length.ok_or_else(|| wrong(8, "a length of 0 or more, such as 3.41421"))?,
    })
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            bucket,
            map,
            width,
            height,
            start,
            goal,
            length,
        } = self;
        let (x, y, goal_x, goal_y) = (start.x(), start.y(), goal.x(), goal.y());
        write!(
            f,
            "{bucket}\t{map}\t{width}\t{height}\t{x}\t{y}\t{goal_x}\t{goal_y}\t{length}"
        )
    }
}
